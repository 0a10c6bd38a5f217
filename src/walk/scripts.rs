//! Shell scripts: opened, read and walked in place where they can be; else they are code of their place.

use super::code::Opens;
use super::inner::values;
use crate::effect::{Action, Cause as Because, Effect, Gap, PathTarget, Via};
use crate::shell;
use crate::shell::Dialect;
use crate::span::Span;
use crate::value::Argument;
use crate::walk::Walker;
use crate::walk::directory::Directory;
use crate::walk::made::Making;
use crate::walk::scope::Scope;
use crate::walk::simple::{Invocation, World};
use std::path::Path;

/// Scripts that one call may have opened, how deep they may nest, and how long each may be.
const SCRIPTS: usize = 16;
const SCRIPT_DEPTH: usize = 4;
const SCRIPT_BYTES: u64 = 64 << 10;

impl Walker<'_> {
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

    /// `bash file`: followed where it can be read, else code of its place.
    pub(super) fn shell_file(
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
    pub(super) fn shell_script(
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
    pub(super) fn worktree_text(&self, file: &Path) -> Option<String> {
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

    pub(super) fn script(
        &mut self,
        path: &Path,
        text: &str,
        dialect: Dialect,
        arguments: &[Argument],
        span: Span,
        scope: &Scope,
    ) {
        let inner = scope.fresh_shell(values(arguments));
        self.through(Via::Script(path.to_path_buf()), |walker| walker.text(text, dialect, span, inner));
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
