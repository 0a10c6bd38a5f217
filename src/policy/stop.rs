//! What denies a part whatever allows it: self-protection, hard stops, deny rules.

use super::evaluate::Judge;
use super::rule::{List, Rule};
use super::{denial, guard, guard_words, hard_stop, leak, vital, wording};
use crate::effect::{Action, CommandUse, Effect, PathTarget, Segment, Target};
use crate::span::Span;
use crate::verdict::{Finding, Layer, Reason, ReasonCode, Verdict};

impl Judge<'_> {
    /// Self-protection, hard stops and path rules, in that order.
    pub(super) fn deny_of_effects(
        &self,
        effects: &[Effect],
        leaks: bool,
        also: &[&Rule],
        command: Option<&CommandUse>,
    ) -> Option<Finding> {
        let program = command.and_then(|command| command.program()).map(str::to_owned);
        let program = program.as_ref();
        let chosen = command.is_some_and(vital::picks_files);
        for effect in effects {
            if let Some(text) = guard::objection(effect, self.territory, &self.policy.own) {
                return Some(self.protected(&text, effect.span, Some(effect), program.cloned()));
            }
        }
        for effect in effects {
            if let Some(stop) = hard_stop::of_effect(effect, chosen, self.territory)
                && !self.lifts(stop.id)
            {
                return Some(self.stop(stop.id, stop.text, effect.span, Some(effect), program.cloned()));
            }
        }
        for effect in effects {
            if let Some(text) = guard::holder_objection(effect, self.territory, &self.policy.own) {
                return Some(self.protected(&text, effect.span, Some(effect), program.cloned()));
            }
        }
        if leaks && let Some(effect) = effects.iter().find(|effect| leak::is_sink(effect)) {
            let text = format!("reads a secret and {} in one call", wording::effect(effect, self.territory.place()));
            return Some(self.stop("secret-to-network", text, effect.span, Some(effect), program.cloned()));
        }
        for effect in effects {
            let mut rules: Vec<&Rule> =
                self.rules(List::Deny).filter(|rule| denial::effect(rule, effect, self.territory)).collect();
            if !rules.is_empty() {
                rules.extend(also);
                let finding = Finding {
                    verdict: Verdict::Deny,
                    reason: self.passes(),
                    program: program.cloned(),
                    span: effect.span,
                    offending: effect.span,
                    effect: Some(effect.clone()),
                    gap: None,
                    rules: Vec::new(),
                };
                return Some(self.denied(rules, finding));
            }
        }
        None
    }

    /// The same by the words of a command, where effects do not tell.
    pub(super) fn deny_of_words(&self, command: &CommandUse, segment: &Segment, leaks: bool) -> Option<Finding> {
        let program = || command.program().map(str::to_owned);
        if let Some(text) = guard_words::objection(command, segment, self.territory, &self.policy.own) {
            return Some(self.protected(text, command.span, None, program()));
        }
        if let Some(stop) = vital::of_command(command, self.subject.text, self.territory)
            && !self.lifts(stop.id)
        {
            return Some(self.stop(stop.id, stop.text, command.span, None, program()));
        }
        (leaks && leak::sends(command)).then(|| {
            let text = "reads a secret and sends data to another machine in one call".to_owned();
            self.stop("secret-to-network", text, command.span, None, program())
        })
    }

    /// A copy into a directory takes the name of its source, which may be a name that keeps callgate in force.
    pub(super) fn copy_onto_own_files(&self, command: &CommandUse) -> Option<Finding> {
        let named = command.effects.iter().filter_map(|effect| match (effect.action, &effect.target) {
            (Action::Read | Action::Delete | Action::Walk, Target::Path(PathTarget::Exact(path))) => path.file_name(),
            _ => None,
        });
        let names: Vec<_> = named.collect();
        for effect in &command.effects {
            if let (Action::Write, Target::Path(PathTarget::Exact(into))) = (effect.action, &effect.target)
                && names.iter().any(|name| guard::is_own(&into.join(name), self.territory, &self.policy.own))
            {
                let text = "changes callgate's own files or its registration";
                let program = command.program().map(str::to_owned);
                return Some(self.protected(text, effect.span, Some(effect), program));
            }
        }
        None
    }

    pub(super) fn denied(&self, mut rules: Vec<&Rule>, finding: Finding) -> Finding {
        rules.sort_by_key(|rule| std::cmp::Reverse(rule.text.len()));
        let mut texts: Vec<String> = Vec::with_capacity(rules.len());
        for rule in &rules {
            if !texts.contains(&rule.text) {
                texts.push(rule.text.clone());
            }
        }
        let reason = rules.first().map_or_else(
            || self.passes(),
            |rule| Reason {
                code: if rule.layer == Layer::Managed { ReasonCode::ManagedDeny } else { ReasonCode::DenyRule },
                layer: rule.layer.clone(),
                rule: Some(rule.text.clone()),
                text: format!("the rule `{}` denies it", rule.text),
            },
        );
        Finding { verdict: Verdict::Deny, reason, rules: texts, ..finding }
    }

    pub(super) fn protected(
        &self,
        text: &str,
        span: Span,
        effect: Option<&Effect>,
        program: Option<String>,
    ) -> Finding {
        Finding {
            verdict: Verdict::Deny,
            reason: Reason {
                code: ReasonCode::SelfProtection,
                layer: Layer::Builtin,
                rule: Some("self-protection".to_owned()),
                text: text.to_owned(),
            },
            program,
            span,
            offending: span,
            effect: effect.cloned(),
            gap: None,
            rules: Vec::new(),
        }
    }

    pub(super) fn stop(
        &self,
        id: &str,
        text: String,
        span: Span,
        effect: Option<&Effect>,
        program: Option<String>,
    ) -> Finding {
        Finding {
            verdict: Verdict::Deny,
            reason: Reason { code: ReasonCode::HardStop, layer: Layer::Builtin, rule: Some(id.to_owned()), text },
            program,
            span,
            offending: span,
            effect: effect.cloned(),
            gap: None,
            rules: vec![id.to_owned()],
        }
    }
}
