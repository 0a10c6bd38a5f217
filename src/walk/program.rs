//! Programs: which file a name leads to, what its spec says of the words, and effects resolved against the directory.

use std::path::{Path, PathBuf};

use super::Walker;
use super::directory::Directory;
use super::expand::PROCESS_SUBSTITUTION;
use super::made::Making;
use super::output;
use super::scope::{After, Scope};
use super::simple::Invocation;
use super::variables::{Influence, influence};
use crate::effect::{Action, Cause, Effect, Flow, Gap, GapKind, HostTarget, Loss, Origin, PathTarget, Target};
use crate::span::Span;
use crate::tools::reading::{Objective, Reading, ToolEffect};
use crate::tools::{self};
use crate::value::{Argument, Value};

/// Directories whose programs are the system's.
const SYSTEM_DIRECTORIES: &[&str] =
    &["/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin", "/usr/local/sbin"];

/// Directories of a worktree where package managers put the programs of its dependencies.
const PROJECT_PROGRAMS: &[&str] = &["node_modules/.bin", ".venv/bin", "venv/bin", "vendor/bin"];

/// Combinations of alternatives that are read one by one.
const COMBINATIONS: usize = 32;

/// Effects that one command may have.
const EFFECTS: usize = 1_000;

/// What a path in the program's place leads to.
enum Program {
    /// The program of this name, by `PATH` or in a system directory.
    System(String),
    /// A dependency's program of this name, run from the worktree.
    Project(String),
    /// A file.
    File,
}

impl Walker<'_> {
    /// Walks a command that is neither function nor builtin.
    pub(crate) fn program(&mut self, name: &str, invocation: &Invocation, rebound: bool, scope: Scope) -> After {
        let mut effects = Vec::new();
        // What the program itself leaves open is said first; that its look-up was changed as well comes after.
        let lookup = self.lookup_gaps(name, invocation, rebound, &scope);
        let mut gaps = Vec::new();
        let span = invocation.argv.first().map_or(invocation.span, |word| word.span);
        let program = self.leads_to(name, &scope);
        let tool = match program {
            Program::System(tool) => tool,
            Program::Project(tool) => {
                effects.push(run(Origin::Project, span));
                tool
            }
            Program::File => {
                self.run_file(invocation, scope.clone(), effects, lookup);
                return After::either(scope);
            }
        };
        let mut inner = Vec::new();
        let mut inner_cwd = scope.cwd.clone();
        let (mut known, mut finds_secrets) = (false, false);
        for argv in alternatives(&invocation.argv) {
            let argv = without_toolchain(&tool, argv);
            let Some(reading) = tools::read(&argv) else { continue };
            known = true;
            let cwd = reading.chdir.iter().fold(scope.cwd.clone(), |cwd, dir| cwd.enter(dir));
            let mut told = Vec::new();
            self.resolve(&reading, &cwd, span, &mut told);
            self.copied_into_directories(&tool, &mut told);
            self.telling_words(&tool, &argv, &reading, &cwd, &mut told, &mut gaps);
            if tool == "git" {
                self.git(&argv, &reading, &cwd, span, &mut told, &mut gaps);
            }
            self.weigh_losses(&tool, &argv, &mut told);
            effects.append(&mut told);
            if effects.len() > EFFECTS {
                self.budget.spend();
                break;
            }
            self.note_made(&tool, &reading, &cwd);
            finds_secrets |= tool == "find" && self.finds_secrets(&argv, &reading, &cwd);
            gaps.extend(reading.gaps);
            for item in reading.inner {
                if !inner.contains(&item) {
                    inner.push(item);
                }
            }
            inner_cwd = cwd;
        }
        if !known {
            gaps.push(Gap { kind: GapKind::UnknownProgram, text: name.to_owned(), span });
        }
        gaps.extend(lookup);
        dedup(&mut effects);
        dedup(&mut gaps);
        self.code_effects(&inner, &scope, &inner_cwd, &mut effects, &mut gaps);
        self.record(invocation, effects, gaps, rebound);
        self.inner(invocation, inner, &scope, inner_cwd);
        self.output = if finds_secrets {
            output::Output::Stream
        } else {
            output::of(&invocation.argv, &scope, &self.place.worktree.to_string_lossy())
        };
        After::either(scope)
    }

    /// Gaps from what was done to the look-up of programs.
    fn lookup_gaps(&mut self, name: &str, invocation: &Invocation, rebound: bool, scope: &Scope) -> Vec<Gap> {
        let span = invocation.argv.first().map_or(invocation.span, |word| word.span);
        let mut gaps = Vec::new();
        if rebound {
            gaps.push(Gap { kind: GapKind::Rebound, text: name.to_owned(), span });
        }
        if let Some(by) = &scope.lookup_changed {
            gaps.push(Gap { kind: GapKind::Rebound, text: by.clone(), span });
        }
        for (variable, value) in &invocation.assignments {
            match influence(variable, value.known()) {
                Influence::Inert => {}
                Influence::Unlisted => {
                    gaps.push(Gap { kind: GapKind::Rebound, text: variable.clone(), span: invocation.span })
                }
                Influence::Shell | Influence::Program => {
                    gaps.push(Gap { kind: GapKind::Rebound, text: variable.clone(), span: invocation.span });
                    self.configures(variable, invocation.span);
                }
            }
        }
        gaps
    }

    fn leads_to(&self, name: &str, scope: &Scope) -> Program {
        let Some((directory, base)) = name.rsplit_once('/') else { return Program::System(name.to_owned()) };
        if SYSTEM_DIRECTORIES.contains(&directory) && !self.made_any(name, scope) {
            return Program::System(base.to_owned());
        }
        let in_project =
            PROJECT_PROGRAMS.iter().any(|place| directory == *place || directory.ends_with(&format!("/{place}")))
                && self.inside_worktree(&scope.cwd.targets(&Value::Known(name.to_owned())))
                && !self.made_any(name, scope);
        if in_project { Program::Project(base.to_owned()) } else { Program::File }
    }

    fn made_any(&self, name: &str, scope: &Scope) -> bool {
        scope.cwd.targets(&Value::Known(name.to_owned())).iter().any(|target| match target {
            PathTarget::Exact(path) => self.made.of(path) != Making::Untouched || self.made.leads_through_link(path),
            PathTarget::Below(_) | PathTarget::Anywhere => true,
        })
    }

    /// Whether every target lies in the worktree, as written.
    pub(crate) fn inside_worktree(&self, targets: &[PathTarget]) -> bool {
        targets.iter().all(|target| match target {
            PathTarget::Exact(path) | PathTarget::Below(path) => path.starts_with(&self.place.worktree),
            PathTarget::Anywhere => false,
        })
    }

    /// Whether the directory is sure to lie in the worktree.
    pub(crate) fn directory_inside(&self, cwd: &Directory) -> bool {
        match cwd {
            Directory::OneOf(paths) => {
                paths.iter().all(|path| path.starts_with(&self.place.worktree) && !self.made.leads_through_link(path))
            }
            Directory::Below(path) => path.starts_with(&self.place.worktree),
            Directory::Unknown => false,
        }
    }

    /// Turns effects on words into effects on paths, hosts and the worktree.
    pub(crate) fn resolve(&mut self, reading: &Reading, cwd: &Directory, span: Span, out: &mut Vec<Effect>) {
        for effect in &reading.effects {
            let cause = effect.word.map_or(Cause::Base, Cause::Word);
            match &effect.object {
                Objective::Path(value) => {
                    out.extend(self.path_effects(effect.action, value, effect.loss, cause, effect.span, cwd));
                }
                Objective::Home(below) => {
                    let path = Value::Known(self.place.home.join(below).to_string_lossy().into_owned());
                    out.extend(self.path_effects(effect.action, &path, effect.loss, cause, effect.span, cwd));
                }
                Objective::Nothing => out.push(plain(effect, Target::Nothing, cause)),
                Objective::Name(name) => out.push(plain(effect, Target::Name(name.clone()), cause)),
                Objective::Host(host) => out.push(plain(effect, Target::Host(host_target(host.as_deref())), cause)),
                Objective::Worktree => {
                    if self.directory_inside(cwd) {
                        out.push(plain(effect, Target::Worktree, cause));
                    } else {
                        out.extend(self.path_effects(
                            effect.action,
                            &Value::Known(String::new()),
                            effect.loss,
                            cause,
                            effect.span,
                            cwd,
                        ));
                    }
                }
                Objective::Repository => {
                    if !self.directory_inside(cwd) {
                        out.extend(self.path_effects(
                            Action::Walk,
                            &Value::Known(String::new()),
                            Loss::None,
                            cause,
                            effect.span,
                            cwd,
                        ));
                    }
                    out.push(plain(effect, Target::Repository, cause));
                }
            }
        }
        let runs_project = out.iter().any(|effect| effect.action == Action::Run(Origin::Project));
        if runs_project && !self.directory_inside(cwd) {
            out.extend(self.path_effects(
                Action::Walk,
                &Value::Known(String::new()),
                Loss::None,
                Cause::Base,
                span,
                cwd,
            ));
            out.push(run(Origin::Unknown, span));
        }
        if runs_project {
            self.built_from_made(cwd, span, out);
        }
    }

    /// A build after the call itself made files that the build obeys.
    fn built_from_made(&mut self, cwd: &Directory, span: Span, out: &mut Vec<Effect>) {
        let Some(root) = cwd.only() else { return };
        let root =
            if root.starts_with(&self.place.worktree) { self.place.worktree.clone() } else { root.to_path_buf() };
        if self.made.touches_build(&root).is_some() {
            out.push(run(if self.made.fetched { Origin::Downloaded } else { Origin::Unknown }, span));
        }
    }

    /// Effects of an action on every path that a word may name.
    pub(crate) fn path_effects(
        &self,
        action: Action,
        value: &Value,
        loss: Loss,
        cause: Cause,
        span: Span,
        cwd: &Directory,
    ) -> Vec<Effect> {
        if value.known() == Some(PROCESS_SUBSTITUTION) {
            return Vec::new();
        }
        let through_link = climbs_through_link(value, cwd, self);
        cwd.targets(value)
            .into_iter()
            .map(|target| {
                let target = match &target {
                    // Where a link of this call leads is not followed.
                    PathTarget::Exact(path) | PathTarget::Below(path)
                        if through_link || self.made.leads_through_link(path) =>
                    {
                        PathTarget::Anywhere
                    }
                    PathTarget::Exact(_) | PathTarget::Below(_) | PathTarget::Anywhere => target,
                };
                Effect { action, target: Target::Path(target), loss, cause, span }
            })
            .collect()
    }

    /// Notes what the command makes for the commands after it.
    pub(crate) fn note_made(&mut self, tool: &str, reading: &Reading, cwd: &Directory) {
        let fetches = reading.effects.iter().any(|effect| matches!(effect.action, Action::Connect(Flow::Fetch)));
        self.made.fetched |= fetches;
        for effect in &reading.effects {
            let Objective::Path(value) = &effect.object else { continue };
            if !matches!(effect.action, Action::Write | Action::Append | Action::Delete) {
                continue;
            }
            for target in cwd.targets(value) {
                if tool == "ln" || tool == "link" {
                    self.made.link(target.clone());
                }
                self.made.write(target, None);
            }
        }
        let unpacks = matches!(tool, "tar" | "unzip" | "bsdtar" | "7z" | "cpio")
            || tool == "git"
                && matches!(reading.matched.get(1).map(String::as_str), Some("clone" | "submodule" | "worktree"));
        let writes = reading.effects.iter().any(|effect| matches!(effect.action, Action::Write));
        if unpacks && writes {
            for target in cwd.targets(&Value::Known(String::new())) {
                if let PathTarget::Exact(path) = target {
                    self.made.write(PathTarget::Below(path), None);
                }
            }
        }
    }
}

fn climbs_through_link(value: &Value, cwd: &Directory, walker: &Walker<'_>) -> bool {
    let text = match value {
        Value::Known(text) => text.as_str(),
        Value::Within { dir, .. } => dir.as_str(),
        Value::OneOf(texts) => {
            return texts.iter().any(|text| climbs_through_link(&Value::Known(text.clone()), cwd, walker));
        }
        Value::Starts(_) | Value::Number | Value::Hexadecimal | Value::Unknown(_) => return false,
    };
    // The kernel follows a link before it takes `..`; the text alone does not.
    let mut before = PathBuf::new();
    let mut named = false;
    for component in Path::new(text).components() {
        match component {
            std::path::Component::ParentDir if named => {
                let base = cwd.only().map_or_else(|| before.clone(), |cwd| cwd.join(&before));
                if std::path::Path::is_absolute(&base)
                    && walker.place.resolve(&base) != crate::place::Resolved::Path(base.clone())
                {
                    return true;
                }
                before.pop();
            }
            std::path::Component::ParentDir | std::path::Component::CurDir => before.push(component),
            std::path::Component::Normal(_) => {
                named = true;
                before.push(component);
            }
            std::path::Component::RootDir | std::path::Component::Prefix(_) => before.push(component),
        }
    }
    false
}

/// An effect that runs code.
pub(crate) fn run(origin: Origin, span: Span) -> Effect {
    Effect { action: Action::Run(origin), target: Target::Nothing, loss: Loss::None, cause: Cause::Base, span }
}

fn plain(effect: &ToolEffect, target: Target, cause: Cause) -> Effect {
    Effect { action: effect.action, target, loss: effect.loss, cause, span: effect.span }
}

/// What is known of a host by its name.
#[must_use]
pub fn host_target(host: Option<&str>) -> HostTarget {
    match host {
        None => HostTarget::Unknown,
        Some(name) if is_loopback(name) => HostTarget::Loopback,
        Some(name) => HostTarget::Named(name.trim_end_matches('.').to_ascii_lowercase()),
    }
}

fn is_loopback(name: &str) -> bool {
    let octets = name
        .strip_prefix("127.")
        .is_some_and(|rest| rest.split('.').count() == 3 && rest.split('.').all(|octet| octet.parse::<u8>().is_ok()));
    octets || matches!(name.to_ascii_lowercase().as_str(), "localhost" | "::1" | "[::1]")
}

/// `cargo +nightly test`: the toolchain is rustup's, not an operand.
fn without_toolchain(tool: &str, mut argv: Vec<Argument>) -> Vec<Argument> {
    let proxied = matches!(tool, "cargo" | "rustc" | "rustfmt" | "rustdoc" | "clippy-driver" | "rust-analyzer");
    let toolchain = argv
        .get(1)
        .and_then(Argument::text)
        .is_some_and(|word| word.starts_with('+') && word.len() > 1 && !word.contains('/'));
    if proxied && toolchain {
        argv.remove(1);
    }
    argv
}

/// Every combination of the alternatives in the words; too many are not told apart.
fn alternatives(argv: &[Argument]) -> Vec<Vec<Argument>> {
    let mut out: Vec<Vec<Argument>> = vec![Vec::new()];
    for word in argv {
        let choices = match &word.value {
            Value::OneOf(texts) if out.len() * texts.len() <= COMBINATIONS => {
                texts.iter().map(|text| Argument { value: Value::Known(text.clone()), ..word.clone() }).collect()
            }
            Value::OneOf(_) => {
                vec![Argument { value: Value::Unknown(crate::value::Cause::Limit), ..word.clone() }]
            }
            Value::Known(_)
            | Value::Within { .. }
            | Value::Starts(_)
            | Value::Number
            | Value::Hexadecimal
            | Value::Unknown(_) => {
                vec![word.clone()]
            }
        };
        out = out
            .into_iter()
            .flat_map(|head| {
                choices.iter().map(move |choice| {
                    let mut argv = head.clone();
                    argv.push(choice.clone());
                    argv
                })
            })
            .collect();
    }
    out
}

fn dedup<T: PartialEq>(items: &mut Vec<T>) {
    let mut seen: Vec<T> = Vec::with_capacity(items.len());
    for item in items.drain(..) {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    *items = seen;
}
