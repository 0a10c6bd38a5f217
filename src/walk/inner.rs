//! Commands and shell text inside commands: what a wrapper starts, what a shell is given to run.

use super::added::with_added;
use crate::effect::{GapKind, Via};
use crate::shell;
use crate::shell::Dialect;
use crate::span::Span;
use crate::tools::reading::{Added, Inner};
use crate::tools::schema::Language;
use crate::value::{Argument, Cause, Value};
use crate::walk::Walker;
use crate::walk::directory::Directory;
use crate::walk::scope::{Input, Scope};
use crate::walk::simple::{Invocation, World};

impl Walker<'_> {
    /// Walks what the command starts.
    pub(crate) fn inner(&mut self, invocation: &Invocation, inner: Vec<Inner>, scope: &Scope, cwd: Directory) {
        for item in inner {
            if !self.budget.step() {
                return;
            }
            let mut scope = scope.clone();
            scope.cwd = cwd.clone();
            match item {
                Inner::Command { argv, wrapper, words, assignments, added } => {
                    let argv = with_added(argv, &wrapper, &added, &scope);
                    let span = argv.iter().map(|word| word.span).reduce(Span::to).unwrap_or(invocation.span);
                    let command = Invocation {
                        argv,
                        assignments: invocation.assignments.iter().cloned().chain(assignments).collect(),
                        composite: invocation.composite,
                        span,
                        world: World::Exec,
                    };
                    if self.via.len() >= super::MAX_DEPTH {
                        self.gap(GapKind::Depth, "wrappers around wrappers", span);
                        continue;
                    }
                    scope.input = if matches!(added, Added::Input(_)) { Input::Stream } else { scope.input };
                    self.through(Via::Wrapper { name: wrapper, words }, |walker| walker.invoke(&command, &[], scope));
                }
                Inner::Code { language, text, arguments, span } => {
                    if let (Some(dialect), Some(text)) = (shell_of(language), text.known()) {
                        let text = text.to_owned();
                        self.fresh_shell(&text, dialect, &arguments, "sh", span, &scope);
                    }
                }
                Inner::Stdin { language } => {
                    if let (Some(dialect), Some(Value::Known(text))) = (shell_of(language), Self::input_text(&scope)) {
                        self.fresh_shell(&text, dialect, &[], "sh", invocation.span, &scope);
                    }
                }
                Inner::Script { language, path, arguments } => {
                    if let Some(dialect) = shell_of(language) {
                        self.shell_file(invocation, &path, dialect, &arguments, &scope);
                    }
                }
            }
        }
    }

    /// Walks the text of a shell that is started afresh.
    fn fresh_shell(
        &mut self,
        text: &str,
        dialect: Dialect,
        arguments: &[Argument],
        name: &str,
        span: Span,
        scope: &Scope,
    ) {
        // The first word after `-c text` is `$0`.
        let inner = scope.fresh_shell(values(arguments.get(1..).unwrap_or_default()));
        self.through(Via::ShellText(name.to_owned()), |walker| walker.text(text, dialect, span, inner));
    }

    /// Parses and walks a text inside the call's text; what cannot be read is a gap at `span`.
    pub(crate) fn text(&mut self, text: &str, dialect: Dialect, span: Span, scope: Scope) -> Scope {
        if self.depth >= super::MAX_DEPTH {
            self.gap(GapKind::Depth, "shell text inside shell text", span);
            return scope;
        }
        if !self.budget.build(text.len()) {
            return scope;
        }
        match shell::parse(text, dialect) {
            Ok(script) => {
                self.depth += 1;
                let dialect = std::mem::replace(&mut self.dialect, dialect);
                let after = self.framed(span, |walker| walker.list(&script, scope).joined());
                self.dialect = dialect;
                self.depth -= 1;
                self.output = super::output::Output::Stream;
                after
            }
            Err(rejected) => {
                self.gap(GapKind::Code, rejected.why, span);
                let mut scope = scope;
                scope.change_lookup("shell text that was not read");
                scope.forget_variables();
                scope
            }
        }
    }
}

pub(crate) fn values(arguments: &[Argument]) -> Vec<Value> {
    arguments
        .iter()
        .map(|argument| if argument.splits { Value::Unknown(Cause::Expansion) } else { argument.value.clone() })
        .collect()
}

/// The dialect of a shell language; `None` for any other language.
pub(crate) fn shell_of(language: Language) -> Option<Dialect> {
    match language {
        Language::Bash => Some(Dialect::Bash),
        Language::Sh => Some(Dialect::Posix),
        Language::Sed
        | Language::Awk
        | Language::Jq
        | Language::Test
        | Language::Mode
        | Language::Sql
        | Language::Python
        | Language::JavaScript
        | Language::Perl
        | Language::Ruby
        | Language::Other => None,
    }
}
