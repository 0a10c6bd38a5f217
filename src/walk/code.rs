//! Program text that is not shell text, and files of code: what they do, or whose code they are.

use super::inner::shell_of;
use crate::effect::{Action, Cause as Because, Effect, Gap, GapKind, Origin, PathTarget};
use crate::span::Span;
use crate::tools;
use crate::tools::reading::Inner;
use crate::tools::schema::Language;
use crate::value::{Argument, Value};
use crate::walk::Walker;
use crate::walk::directory::Directory;
use crate::walk::expand::PROCESS_SUBSTITUTION;
use crate::walk::made::Making;
use crate::walk::program::run;
use crate::walk::scope::{Input, Scope};

/// A directory with more entries than this is not searched for modules.
const MODULE_FILES: usize = 2_000;

/// How a file of code is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opens {
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
    pub(super) fn script_effects(
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
}

fn code_gap(text: &str, span: Span) -> Gap {
    Gap { kind: GapKind::Code, text: text.to_owned(), span }
}
