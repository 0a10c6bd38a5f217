//! Builtins that change the state of the shell or evaluate text. Builtins that do neither (`echo`, `printf`, `test` …) have
//! specs like programs.
//!
//! Source: Bash 5.2 manual, "Shell Builtin Commands".

mod directory;
mod input;
mod lookup;
mod options;
mod run;

use super::Walker;
use super::directory::Directory;
use super::scope::{After, Content, Positional, Scope};
use super::simple::Invocation;
use crate::effect::{Action, Cause as Because, Effect, Gap, GapKind, Loss, Target};
use crate::value::{Argument, Cause, Value};

/// Builtins with nothing to tell: they change only the flow of control, or what the shell itself prints or waits for.
const QUIET: &[&str] = &[
    ":", "bg", "break", "caller", "continue", "dirs", "disown", "exit", "fg", "jobs", "logout", "return", "times",
    "type", "ulimit", "umask",
];

/// Builtins with a meaning of their own here.
const KNOWN: &[&str] = &[
    ".",
    "alias",
    "builtin",
    "cd",
    "command",
    "declare",
    "enable",
    "eval",
    "exec",
    "export",
    "getopts",
    "hash",
    "history",
    "let",
    "local",
    "mapfile",
    "popd",
    "printf",
    "pushd",
    "read",
    "readarray",
    "readonly",
    "set",
    "shift",
    "shopt",
    "source",
    "trap",
    "typeset",
    "unalias",
    "unset",
    "wait",
];

/// Builtins whose spec says what they do; no change of program look-up touches them.
const SPECIFIED: &[&str] = &["[", "echo", "false", "kill", "pwd", "test", "true"];

/// Whether `name` is a builtin that is handled here.
pub(crate) fn is_builtin(name: &str) -> bool {
    QUIET.contains(&name) || KNOWN.contains(&name) || SPECIFIED.contains(&name)
}

impl Walker<'_> {
    /// Walks a builtin; `None` where its spec tells all there is to tell.
    pub(crate) fn builtin(
        &mut self,
        name: &str,
        invocation: &Invocation,
        declared: &[(String, Content)],
        mut scope: Scope,
    ) -> Option<After> {
        let operands = invocation.argv.get(1..).unwrap_or_default();
        match name {
            "cd" | "pushd" => return Some(self.change_directory(invocation, operands, scope)),
            "popd" => {
                self.quiet(invocation);
                scope.old_cwd = std::mem::replace(&mut scope.cwd, Directory::Unknown);
            }
            "export" | "declare" | "typeset" | "local" | "readonly" => {
                self.declare(name, invocation, declared, &mut scope)
            }
            "unset" => self.unset(invocation, operands, &mut scope),
            "set" => self.set(invocation, operands, &mut scope),
            "shopt" => self.shopt(invocation, operands, &mut scope),
            "shift" => {
                self.quiet(invocation);
                let count =
                    operands.first().map_or(Some(1), |word| word.text().and_then(|text| text.parse::<usize>().ok()));
                scope.positional = match (scope.positional, count) {
                    (Positional::Known(items), Some(count)) => {
                        Positional::Known(items.into_iter().skip(count).collect())
                    }
                    (Positional::Known(_) | Positional::Unknown, _) => Positional::Unknown,
                };
            }
            "eval" => return Some(self.eval(invocation, operands, scope)),
            "source" | "." => return Some(self.source(invocation, operands, scope)),
            "exec" => return Some(self.exec(invocation, operands, scope)),
            "command" | "builtin" => return Some(self.command_builtin(name, invocation, operands, declared, scope)),
            "alias" => self.alias(invocation, operands, &mut scope),
            "unalias" => self.quiet(invocation),
            "hash" | "enable" => self.lookup_table(name, invocation, operands, &mut scope),
            "trap" => self.trap(invocation, operands, &mut scope),
            "read" => self.read(invocation, operands, &mut scope),
            "mapfile" | "readarray" => self.mapfile(invocation, operands, &mut scope),
            "getopts" => {
                self.quiet(invocation);
                if let Some(name) = operands.get(1) {
                    self.assign_named(
                        &name.value,
                        Content::Scalar(Value::Unknown(Cause::Input)),
                        name.span,
                        &mut scope,
                    );
                }
                scope.assign("OPTARG", Content::Scalar(Value::Unknown(Cause::Input)));
                scope.assign("OPTIND", Content::Scalar(Value::Number));
            }
            "printf" => {
                let target = match operands {
                    [flag, name, ..] if flag.text() == Some("-v") => name,
                    [flag, ..] if flag.text().is_none_or(|text| text.starts_with("-v")) && operands.len() > 1 => flag,
                    _ => return None,
                };
                self.quiet(invocation);
                self.assign_named(
                    &target.value,
                    Content::Scalar(Value::Unknown(Cause::Expansion)),
                    target.span,
                    &mut scope,
                );
            }
            "wait" => {
                self.quiet(invocation);
                self.wait_variable(operands, &mut scope);
            }
            "let" => {
                self.quiet(invocation);
                for word in operands {
                    self.let_expression(word, &mut scope);
                }
            }
            "history" => {
                let effect = Effect {
                    action: Action::Secret,
                    target: Target::Name("the shell's history".into()),
                    ..print(invocation)
                };
                let gaps = operands
                    .iter()
                    .filter(|word| word.text().is_none_or(|text| text.starts_with('-')))
                    .map(unknown_flag);
                let gaps = gaps.collect();
                self.record(invocation, vec![effect], gaps, false);
            }
            _ if QUIET.contains(&name) => self.quiet(invocation),
            // Specs tell the rest; a changed look-up of programs does not reach a builtin.
            _ => {
                let mut untouched = scope.clone();
                untouched.lookup_changed = None;
                let lookup = scope.lookup_changed;
                let mut after = self.program(name, &bare_of(invocation), false, untouched);
                after.success.lookup_changed.clone_from(&lookup);
                after.failure.lookup_changed = lookup;
                return Some(after);
            }
        }
        Some(After::either(scope))
    }

    fn quiet(&mut self, invocation: &Invocation) {
        self.record(invocation, vec![print(invocation)], Vec::new(), false);
    }
}

/// The command without its assignments, which a builtin with a spec does not obey.
fn bare_of(invocation: &Invocation) -> Invocation {
    Invocation {
        argv: invocation.argv.clone(),
        assignments: Vec::new(),
        composite: invocation.composite,
        span: invocation.span,
        world: invocation.world,
    }
}

pub(crate) fn print(invocation: &Invocation) -> Effect {
    Effect {
        action: Action::Print,
        target: Target::Nothing,
        loss: Loss::None,
        cause: Because::Base,
        span: invocation.span,
    }
}

pub(crate) fn unknown_flag(word: &Argument) -> Gap {
    Gap { kind: GapKind::UnknownFlag, text: word.text().unwrap_or("a computed word").to_owned(), span: word.span }
}
