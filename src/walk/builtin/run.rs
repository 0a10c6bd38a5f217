//! Builtins that run text, files or commands: `eval`, `source`, `exec`, `command`, `builtin`, `trap`.

use super::{print, unknown_flag};
use crate::effect::{Action, Cause as Because, Gap, GapKind, Loss, Origin, PathTarget, Via};
use crate::value::Argument;
use crate::walk::Walker;
use crate::walk::made::Making;
use crate::walk::program::run;
use crate::walk::scope::{After, Content, Scope};
use crate::walk::simple::{Invocation, World};

impl Walker<'_> {
    pub(super) fn eval(&mut self, invocation: &Invocation, operands: &[Argument], mut scope: Scope) -> After {
        let mut text = String::new();
        for word in operands {
            match (word.text(), word.splits) {
                (Some(piece), false) => {
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(piece);
                }
                (Some(_) | None, _) => {
                    let gap = Gap {
                        kind: GapKind::Code,
                        text: "text given to eval that is not known".into(),
                        span: word.span,
                    };
                    self.record(invocation, vec![run(Origin::Unknown, word.span)], vec![gap], false);
                    scope.change_lookup("eval");
                    scope.forget_variables();
                    return After::either(scope);
                }
            }
        }
        self.quiet(invocation);
        let dialect = self.dialect;
        let span = invocation.span;
        let after = self.through(Via::ShellText("eval".into()), |walker| walker.text(&text, dialect, span, scope));
        After::either(after)
    }

    pub(super) fn source(&mut self, invocation: &Invocation, operands: &[Argument], mut scope: Scope) -> After {
        let Some(file) = operands.first().cloned() else {
            self.quiet(invocation);
            return After::either(scope);
        };
        let mut effects =
            self.path_effects(Action::Read, &file.value, Loss::None, Because::Base, file.span, &scope.cwd);
        if self.activates_environment(&file, &scope) {
            effects.push(run(Origin::Project, file.span));
            self.record(invocation, effects, Vec::new(), false);
            return After::either(scope);
        }
        if let Some((path, text)) = self.sourced_text(&file, &scope.cwd) {
            self.record(invocation, effects, Vec::new(), false);
            let dialect = self.dialect;
            let span = file.span;
            let after = self.through(Via::Script(path), |walker| walker.text(&text, dialect, span, scope));
            return After::either(after);
        }
        let mut gaps = Vec::new();
        let targets = scope.cwd.targets(&file.value);
        let there = targets.iter().all(|target| matches!(target, PathTarget::Exact(path) if self.place.exists(path)));
        let inside = there && self.inside_worktree(&targets);
        effects.push(run(if inside { Origin::Project } else { Origin::Unknown }, file.span));
        if !inside {
            gaps.push(Gap { kind: GapKind::Code, text: "a sourced file that is not followed".into(), span: file.span });
        }
        self.record(invocation, effects, gaps, false);
        scope.change_lookup("a sourced file");
        scope.forget_variables();
        After::either(scope)
    }

    /// `source .venv/bin/activate`: puts the programs of the worktree's own environment first.
    pub(super) fn activates_environment(&self, file: &Argument, scope: &Scope) -> bool {
        let named = file.text().is_some_and(|text| text.ends_with("/bin/activate"));
        named
            && scope.cwd.targets(&file.value).iter().all(|target| match target {
                PathTarget::Exact(path) => {
                    path.starts_with(&self.place.worktree)
                        && self.place.exists(path)
                        && self.made.of(path) == Making::Untouched
                }
                PathTarget::Below(_) | PathTarget::Anywhere => false,
            })
    }

    pub(super) fn exec(&mut self, invocation: &Invocation, operands: &[Argument], scope: Scope) -> After {
        let mut rest = operands;
        let mut gaps = Vec::new();
        while let [word, tail @ ..] = rest {
            match word.text() {
                Some("-c" | "-l" | "-cl" | "-lc") => rest = tail,
                Some("-a") => rest = tail.get(1..).unwrap_or_default(),
                Some("--") => {
                    rest = tail;
                    break;
                }
                Some(text) if text.starts_with('-') => {
                    gaps.push(unknown_flag(word));
                    rest = tail;
                }
                Some(_) | None => break,
            }
        }
        self.record(invocation, vec![print(invocation)], gaps, false);
        self.started("exec", invocation, operands, rest, &[], World::Exec, scope)
    }

    pub(super) fn command_builtin(
        &mut self,
        name: &str,
        invocation: &Invocation,
        operands: &[Argument],
        declared: &[(String, Content)],
        scope: Scope,
    ) -> After {
        let mut rest = operands;
        let mut gaps = Vec::new();
        while let [word, tail @ ..] = rest {
            match word.text() {
                Some("-v" | "-V" | "-pv" | "-pV" | "-vp") if name == "command" => {
                    self.record(invocation, vec![print(invocation)], gaps, false);
                    return After::either(scope);
                }
                Some("-p") if name == "command" => rest = tail,
                Some("--") => {
                    rest = tail;
                    break;
                }
                Some(text) if text.starts_with('-') => {
                    gaps.push(unknown_flag(word));
                    rest = tail;
                }
                Some(_) | None => break,
            }
        }
        self.record(invocation, vec![print(invocation)], gaps, false);
        self.started(name, invocation, operands, rest, declared, World::Builtins, scope)
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the words before and after the wrapper's own, and the two states around them"
    )]
    pub(super) fn started(
        &mut self,
        wrapper: &str,
        invocation: &Invocation,
        operands: &[Argument],
        rest: &[Argument],
        declared: &[(String, Content)],
        world: World,
        scope: Scope,
    ) -> After {
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else { return After::either(scope) };
        let command = Invocation {
            argv: rest.to_vec(),
            assignments: invocation.assignments.clone(),
            composite: invocation.composite,
            span: first.span.to(last.span),
            world,
        };
        let via = Via::Wrapper { name: wrapper.to_owned(), words: 1 + operands.len() - rest.len() };
        if self.via.len() >= crate::walk::MAX_DEPTH {
            self.gap(GapKind::Depth, "wrappers around wrappers", invocation.span);
            return After::either(scope);
        }
        self.through(via, |walker| walker.invoke(&command, declared, scope))
    }

    pub(super) fn trap(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
        let Some(action) = operands.first() else { return self.quiet(invocation) };
        match action.text() {
            Some("" | "-" | "-l" | "-p") => self.quiet(invocation),
            Some(text) if operands.len() > 1 && !text.starts_with('-') => {
                self.quiet(invocation);
                let (text, dialect, span) = (text.to_owned(), self.dialect, action.span);
                // It runs at any later moment: nothing of the state then is known but what is known now or ever.
                let mut later = scope.clone();
                later.forget_variables();
                let via = Via::ShellText("trap".into());
                let after = self.through(via, |walker| walker.text(&text, dialect, span, later));
                *scope = scope.clone().join(after);
            }
            Some(_) | None => {
                let gap =
                    Gap { kind: GapKind::Code, text: "a trap whose action is not known".into(), span: action.span };
                self.record(invocation, vec![run(Origin::Unknown, action.span)], vec![gap], false);
                scope.change_lookup("trap");
            }
        }
    }
}
