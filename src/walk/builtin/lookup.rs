//! Builtins that change what a name calls: `alias`, `hash`, `enable`.

use super::print;
use crate::effect::{Action, Effect, Target};
use crate::value::Argument;
use crate::walk::Walker;
use crate::walk::scope::Scope;
use crate::walk::simple::Invocation;

impl Walker<'_> {
    pub(super) fn alias(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
        let mut effects = vec![print(invocation)];
        for word in operands {
            match word.text() {
                Some(text) if !text.contains('=') && !text.starts_with('-') => {}
                Some(text) if !text.starts_with('-') => {
                    let name = text.split('=').next().unwrap_or_default();
                    scope.rebind(name);
                    effects.push(Effect {
                        action: Action::Configure,
                        target: Target::Name(name.to_owned()),
                        ..print(invocation)
                    });
                }
                Some(_) | None => {
                    scope.change_lookup("alias");
                    effects.push(Effect {
                        action: Action::Configure,
                        target: Target::Name("alias".into()),
                        ..print(invocation)
                    });
                }
            }
        }
        self.record(invocation, effects, Vec::new(), false);
    }

    pub(super) fn lookup_table(
        &mut self,
        name: &str,
        invocation: &Invocation,
        operands: &[Argument],
        scope: &mut Scope,
    ) {
        let changes = operands.iter().any(|word| {
            let harmless = |text: &str| matches!(text, "-r" | "-t" | "-l" | "-a" | "-d");
            // zsh takes `name=path`.
            word.text().is_none_or(|text| text.starts_with('-') && !harmless(text) || text.contains('='))
        }) || name == "enable" && !operands.is_empty();
        let mut effects = vec![print(invocation)];
        if changes {
            scope.change_lookup(name);
            operands.iter().filter_map(Argument::text).for_each(|word| scope.rebind(word));
            effects.push(Effect {
                action: Action::Configure,
                target: Target::Name(name.to_owned()),
                ..print(invocation)
            });
        }
        self.record(invocation, effects, Vec::new(), false);
    }
}
