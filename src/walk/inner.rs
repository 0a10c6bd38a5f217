//! Commands and code inside commands: what a wrapper starts, what a shell or interpreter is given to run.

use std::path::Path;

use super::Walker;
use super::directory::Directory;
use super::expand::PROCESS_SUBSTITUTION;
use super::made::Making;
use super::program::run;
use super::scope::{Input, Scope};
use super::simple::{Invocation, World};
use crate::effect::{Action, Cause as Because, Effect, Gap, GapKind, Origin, PathTarget, Via};
use crate::shell::{self, Dialect};
use crate::span::Span;
use crate::tools::reading::{Added, Inner};
use crate::tools::schema::Language;
use crate::tools::{self};
use crate::value::{Argument, Cause, Value};

/// Scripts that one call may have opened, how deep they may nest, and how long each may be.
const SCRIPTS: usize = 16;
const SCRIPT_DEPTH: usize = 4;
const SCRIPT_BYTES: u64 = 64 << 10;

/// A directory with more entries than this is not searched for modules.
const MODULE_FILES: usize = 2_000;

/// How a file of code is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opens {
    /// Run as it is, or by a shell.
    Program,
    /// Given to an interpreter or a tool, perhaps as a name that stands for more than a file.
    Source,
}

/// What stands in for a module of a library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shadow {
    /// Nothing.
    Absent,
    /// A file that is there, or may be.
    Standing,
    /// A file that this call makes.
    Made,
}

impl Walker<'_> {
    /// Effects and gaps that a command has because of the code it is given, where that code is not walked.
    pub(crate) fn code_effects(
        &mut self,
        inner: &[Inner],
        scope: &Scope,
        cwd: &Directory,
        effects: &mut Vec<Effect>,
        gaps: &mut Vec<Gap>,
    ) {
        for item in inner {
            match item {
                Inner::Command { .. } => {}
                Inner::Code { language, text, span, .. } => match (shell_of(*language), text.known()) {
                    (Some(_), Some(_)) => {}
                    (Some(_), None) => gaps.push(code_gap("shell text that is not known", *span)),
                    (None, Some(text)) => {
                        let told = self.analysed(*language, text, *span, cwd, gaps);
                        effects.extend(told.into_iter().map(|effect| Effect { cause: Because::Word(*span), ..effect }));
                    }
                    (None, None) => {
                        effects.push(Effect { cause: Because::Word(*span), ..run(Origin::Unknown, *span) });
                        gaps.push(code_gap("program text that is not known", *span));
                    }
                },
                Inner::Stdin { language } => self.stdin_effects(*language, scope, cwd, effects, gaps),
                Inner::Script { language, path, .. } => {
                    if shell_of(*language).is_none() {
                        self.script_effects(path, Opens::Source, cwd, effects, gaps);
                    }
                }
            }
        }
    }

    /// Effects, and gaps, of a program whose text is known, in a language that has a reader.
    fn analysed(
        &mut self,
        language: Language,
        text: &str,
        span: Span,
        cwd: &Directory,
        gaps: &mut Vec<Gap>,
    ) -> Vec<Effect> {
        let mut reading = tools::code::read(language, text, span);
        self.note_made("", &reading, cwd);
        let mut told = Vec::new();
        if language == Language::Python {
            match self.library_shadow(cwd) {
                Shadow::Absent => reading.effects.retain(|effect| effect.action != Action::Run(Origin::Project)),
                Shadow::Standing => {}
                Shadow::Made if self.made.fetched => told.push(run(Origin::Downloaded, span)),
                Shadow::Made => told.push(run(Origin::Unknown, span)),
            }
        }
        self.resolve(&reading, cwd, span, &mut told);
        gaps.extend(reading.gaps);
        told
    }

    /// Whether a file of the working directory, which is first on Python's path of modules, may be loaded in place of a
    /// module of the library: `json.py`.
    fn library_shadow(&self, cwd: &Directory) -> Shadow {
        let directory = cwd.only();
        let shadows = tools::code::python::shadows_library;
        if self.made.may_hold(directory, shadows) {
            return Shadow::Made;
        }
        match directory.and_then(|directory| self.place.names(directory, MODULE_FILES)) {
            Some(names) if !names.iter().any(|name| shadows(name)) => Shadow::Absent,
            Some(_) | None => Shadow::Standing,
        }
    }

    fn stdin_effects(
        &mut self,
        language: Language,
        scope: &Scope,
        cwd: &Directory,
        effects: &mut Vec<Effect>,
        gaps: &mut Vec<Gap>,
    ) {
        let span = effects.first().map_or_else(Span::default, |effect| effect.span);
        let origin = match &scope.input {
            Input::Text(Value::Known(_)) if shell_of(language).is_some() => return,
            Input::Text(Value::Known(text)) => {
                effects.extend(self.analysed(language, text, span, cwd, gaps));
                return;
            }
            Input::Text(_) => Origin::Inline,
            Input::Inherited | Input::Lines(_) | Input::Stream if self.made.fetched => Origin::Downloaded,
            Input::Inherited | Input::Lines(_) | Input::Stream => Origin::Unknown,
        };
        effects.push(run(origin, span));
        if shell_of(language).is_some() || origin != Origin::Inline {
            gaps.push(code_gap("a program read from standard input", span));
        }
    }

    /// A file run by an interpreter, or as a program.
    fn script_effects(
        &mut self,
        path: &Argument,
        opens: Opens,
        cwd: &Directory,
        effects: &mut Vec<Effect>,
        gaps: &mut Vec<Gap>,
    ) {
        if path.text() == Some(PROCESS_SUBSTITUTION) {
            effects.push(run(Origin::Unknown, path.span));
            gaps.push(code_gap("the output of a command, run as a program", path.span));
            return;
        }
        let targets = cwd.targets(&path.value);
        for target in &targets {
            let origin = match target {
                PathTarget::Exact(file) => match self.made.of(file) {
                    Making::Untouched if self.made.leads_through_link(file) => Origin::Unknown,
                    // A program that is not there now may be anything by the time that it runs.
                    Making::Untouched if opens == Opens::Program && !self.place.exists(file) => Origin::Unknown,
                    Making::Untouched if file.starts_with(&self.place.worktree) => Origin::Project,
                    Making::Untouched => Origin::Unknown,
                    Making::Text(_) => Origin::Inline,
                    Making::Unknown if self.made.fetched => Origin::Downloaded,
                    Making::Unknown => Origin::Unknown,
                },
                PathTarget::Below(dir)
                    if dir.starts_with(&self.place.worktree) && self.made.of(dir) == Making::Untouched =>
                {
                    Origin::Project
                }
                PathTarget::Below(_) | PathTarget::Anywhere => Origin::Unknown,
            };
            effects.push(run(origin, path.span));
        }
        effects.extend(self.path_effects(
            Action::Read,
            &path.value,
            crate::effect::Loss::None,
            Because::Base,
            path.span,
            cwd,
        ));
    }

    /// A program that is named by a path: a shell script of the worktree is followed, any other file is run.
    pub(crate) fn run_file(
        &mut self,
        invocation: &Invocation,
        scope: Scope,
        mut effects: Vec<Effect>,
        mut gaps: Vec<Gap>,
    ) {
        let Some(word) = invocation.argv.first().cloned() else { return };
        let arguments = invocation.argv.get(1..).unwrap_or_default().to_vec();
        match self.shell_script(&word, &scope.cwd, None) {
            Some((path, text, dialect)) => {
                effects.extend(self.path_effects(
                    Action::Read,
                    &word.value,
                    crate::effect::Loss::None,
                    Because::Base,
                    word.span,
                    &scope.cwd,
                ));
                self.record(invocation, effects, gaps, false);
                self.script(&path, &text, dialect, &arguments, word.span, &scope);
            }
            None => {
                self.script_effects(&word, Opens::Program, &scope.cwd, &mut effects, &mut gaps);
                self.record(invocation, effects, gaps, false);
            }
        }
    }

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

    /// `bash file`: followed where it can be read, else code of its place.
    fn shell_file(
        &mut self,
        invocation: &Invocation,
        path: &Argument,
        dialect: Dialect,
        arguments: &[Argument],
        scope: &Scope,
    ) {
        if let Some((file, text, dialect)) = self.shell_script(path, &scope.cwd, Some(dialect)) {
            let read = self.path_effects(
                Action::Read,
                &path.value,
                crate::effect::Loss::None,
                Because::Base,
                path.span,
                &scope.cwd,
            );
            read.into_iter().for_each(|effect| self.effect(effect));
            self.script(&file, &text, dialect, arguments, path.span, scope);
            return;
        }
        let (mut effects, mut gaps) = (Vec::new(), Vec::new());
        self.script_effects(path, Opens::Program, &scope.cwd, &mut effects, &mut gaps);
        let command = Invocation {
            argv: std::iter::once(path.clone()).chain(arguments.iter().cloned()).collect(),
            assignments: invocation.assignments.clone(),
            composite: invocation.composite,
            span: path.span,
            world: World::Exec,
        };
        let wrapper = Via::Wrapper { name: "sh".into(), words: 1 };
        self.through(wrapper, |walker| walker.record(&command, effects, gaps, false));
    }

    /// The text of a shell script that may be followed: written by this call, or a file of the worktree.
    /// `interpreter` is the shell that reads it whatever its first line says; without one the first line must say.
    fn shell_script(
        &mut self,
        path: &Argument,
        cwd: &Directory,
        interpreter: Option<Dialect>,
    ) -> Option<(std::path::PathBuf, String, Dialect)> {
        let targets = cwd.targets(&path.value);
        let [PathTarget::Exact(file)] = targets.as_slice() else { return None };
        let scripts = self.via.iter().filter(|via| matches!(via, Via::Script(_))).count();
        if scripts >= SCRIPT_DEPTH || self.made.opened >= SCRIPTS || self.made.leads_through_link(file) {
            return None;
        }
        let text = match self.made.of(file) {
            Making::Text(text) => text,
            Making::Unknown => return None,
            Making::Untouched => self.worktree_text(file)?,
        };
        let dialect = match interpreter {
            Some(dialect) => dialect,
            None => shebang(text.lines().next()?)?,
        };
        // What cannot be read is code of its place, not a command with a hole in it.
        shell::parse(&text, dialect).ok()?;
        self.made.opened += 1;
        Some((file.clone(), text, dialect))
    }

    /// The text of a file that is sourced: written by this call, or a file of the worktree.
    pub(crate) fn sourced_text(&mut self, path: &Argument, cwd: &Directory) -> Option<(std::path::PathBuf, String)> {
        let (file, text, _) = self.shell_script(path, cwd, Some(self.dialect))?;
        Some((file, text))
    }

    /// The text of a file that lies in the worktree, as written and as resolved.
    fn worktree_text(&self, file: &Path) -> Option<String> {
        let inside = |path: &Path| path.starts_with(&self.place.worktree);
        let resolved = match self.place.resolve(file) {
            crate::place::Resolved::Path(path) => path,
            crate::place::Resolved::Unknown => return None,
        };
        let root = match self.place.resolve(&self.place.worktree) {
            crate::place::Resolved::Path(path) => path,
            crate::place::Resolved::Unknown => return None,
        };
        (inside(file) && resolved.starts_with(root)).then(|| self.place.read(file, SCRIPT_BYTES)).flatten()
    }

    fn script(&mut self, path: &Path, text: &str, dialect: Dialect, arguments: &[Argument], span: Span, scope: &Scope) {
        let inner = scope.fresh_shell(values(arguments));
        self.through(Via::Script(path.to_path_buf()), |walker| walker.text(text, dialect, span, inner));
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

fn values(arguments: &[Argument]) -> Vec<Value> {
    arguments
        .iter()
        .map(|argument| if argument.splits { Value::Unknown(Cause::Expansion) } else { argument.value.clone() })
        .collect()
}

fn code_gap(text: &str, span: Span) -> Gap {
    Gap { kind: GapKind::Code, text: text.to_owned(), span }
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

/// The shell that a `#!` line names.
fn shebang(line: &str) -> Option<Dialect> {
    let mut words = line.strip_prefix("#!")?.split_whitespace();
    let mut program = words.next()?;
    if program == "/usr/bin/env" {
        program = words.next()?;
    }
    let plain = words.all(|word| matches!(word, "-e" | "-u" | "-eu" | "-x" | "-ex" | "-eux"));
    match program.rsplit('/').next()? {
        "bash" if plain => Some(Dialect::Bash),
        "sh" | "dash" if plain => Some(Dialect::Posix),
        _ => None,
    }
}

/// The arguments of a command with what its wrapper adds.
fn with_added(mut argv: Vec<Argument>, wrapper: &str, added: &Added, scope: &Scope) -> Vec<Argument> {
    let span = argv.first().map_or_else(Span::default, |word| word.span);
    match added {
        Added::Nothing => argv,
        Added::Paths(roots) => {
            let value =
                roots.iter().cloned().map(below_root).reduce(Value::join).unwrap_or(Value::Unknown(Cause::Glob));
            let mut placed = false;
            for word in &mut argv {
                match word.text() {
                    Some("{}") => word.value = value.clone(),
                    Some(text) if is_placeholder(text) => word.value = Value::Unknown(Cause::Glob),
                    Some(_) | None => continue,
                }
                placed = true;
            }
            // `fd` puts the paths at the end where no word says otherwise; `find` does not.
            if !placed && wrapper.starts_with("fd") {
                argv.push(Argument { value, span, splits: true });
            }
            argv
        }
        Added::Input(placeholder) => {
            let line = match &scope.input {
                Input::Lines(value) => value.clone(),
                Input::Text(_) | Input::Inherited | Input::Stream => Value::Unknown(Cause::Input),
            };
            match placeholder {
                None => argv.push(Argument { value: line, span, splits: true }),
                Some(placeholder) => {
                    for word in &mut argv {
                        if word.text() == Some(placeholder) {
                            word.value = line.clone();
                        } else if word.text().is_some_and(|text| text.contains(placeholder.as_str())) {
                            let parts = word
                                .text()
                                .unwrap_or_default()
                                .split(placeholder.as_str())
                                .map(str::to_owned)
                                .collect::<Vec<_>>();
                            word.value = interleaved(&parts, &line);
                        }
                    }
                }
            }
            argv
        }
    }
}

/// A word in which `find` or `fd` puts a path or a part of one.
fn is_placeholder(text: &str) -> bool {
    ["{}", "{/}", "{//}", "{.}", "{/.}"].iter().any(|placeholder| text.contains(placeholder))
}

fn interleaved(parts: &[String], line: &Value) -> Value {
    let mut value = Value::Known(String::new());
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            value = super::concat::concat(value, line.clone());
        }
        value = super::concat::concat(value, Value::Known(part.clone()));
    }
    value
}

/// What `find` puts for `{}`: a path that begins with its root.
fn below_root(root: Value) -> Value {
    match root {
        Value::Known(text) if !text.split('/').any(|part| part == "..") => {
            Value::Within { dir: format!("{}/", text.trim_end_matches('/')), dash: text.starts_with('-') }
        }
        Value::Within { dir, dash } => Value::Within { dir, dash },
        Value::Known(_)
        | Value::OneOf(_)
        | Value::Starts(_)
        | Value::Number
        | Value::Hexadecimal
        | Value::Unknown(_) => Value::Unknown(Cause::Glob),
    }
}
