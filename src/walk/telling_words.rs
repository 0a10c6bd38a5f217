//! Words whose text tells more than their role: hosts in endpoints, files in formats, paths in revisions.

use std::path::{Path, PathBuf};

use super::Walker;
use super::directory::Directory;
use super::find;
use super::program::{host_target, run};
use super::variables::{Influence, influence};
use crate::effect::{Action, Cause, Effect, Flow, Gap, GapKind, Loss, Origin, PathTarget, Target};
use crate::span::Span;
use crate::tools::reading::{Inner, Objective, Reading};
use crate::value::{Argument, Value};

impl Walker<'_> {
    /// Adds what the words of some programs say beyond their spec.
    pub(crate) fn telling_words(
        &self,
        tool: &str,
        argv: &[Argument],
        reading: &Reading,
        cwd: &Directory,
        effects: &mut Vec<Effect>,
        gaps: &mut Vec<Gap>,
    ) {
        let words = argv.get(1..).unwrap_or_default();
        match tool {
            "gh" | "glab" => effects.extend(words.iter().filter_map(other_host)),
            "curl" => gaps.extend(
                words.iter().filter(|word| word.text().is_some_and(|text| text.contains("%output{"))).map(flag_gap),
            ),
            "kubectl" => effects.extend(
                words
                    .iter()
                    .filter(|word| word.text().is_some_and(names_secret))
                    .map(|word| plain(Action::Secret, Target::Name("a cluster's secrets".into()), word.span)),
            ),
            "make" | "gmake" => effects.extend(words.iter().filter_map(chosen_program)),
            "git" => {
                effects.extend(words.iter().filter_map(|word| committed_file(word, cwd)));
                self.shown_paths(words, reading, cwd, effects);
                let patches = matches!(reading.matched.get(1).map(String::as_str), Some("apply" | "am"))
                    && reading.effects.iter().any(|effect| effect.action == Action::Write);
                if patches {
                    effects.push(plain(
                        Action::Configure,
                        Target::Name("whatever the patch holds".into()),
                        argv.get(1).map_or_else(Span::default, |word| word.span),
                    ));
                }
            }
            "find" | "fd" | "fdfind" | "grep" | "egrep" | "rg" | "ag" => {
                self.chosen_names(tool, words, reading, cwd, effects)
            }
            "patch" => effects.push(plain(
                Action::Configure,
                Target::Name("whatever the patch holds".into()),
                argv.first().map_or_else(Span::default, |word| word.span),
            )),
            "mv" | "cp" | "dd" => self.overwritten(tool, effects),
            "tar" | "unzip" | "bsdtar" | "7z" | "cpio" => self.unpacks(reading, effects),
            "npx" | "bunx" | "npm" | "pnpm" | "yarn" | "bun" => {
                self.downloads_tool(reading, cwd, effects);
                effects.extend(
                    words
                        .iter()
                        .filter(|word| names_token(word))
                        .map(|word| plain(Action::Secret, Target::Name("a registry's credentials".into()), word.span)),
                );
                if tool == "yarn" && installs(words) {
                    effects.push(run(Origin::Downloaded, argv.first().map_or_else(Span::default, |word| word.span)));
                }
            }
            "gcc" | "cc" | "g++" | "c++" | "clang" | "clang++" | "ld" | "rustc" | "javac" => gaps.extend(
                words.iter().filter(|word| word.text().is_some_and(|text| text.starts_with('@'))).map(flag_gap),
            ),
            _ => {}
        }
    }

    /// What an archive holds decides what is written: any name below the directory, those that configure among them.
    fn unpacks(&self, reading: &Reading, effects: &mut Vec<Effect>) {
        let writes = reading.effects.iter().any(|effect| effect.action == Action::Write);
        let reads = reading.effects.iter().any(|effect| effect.action == Action::Read);
        let creates = effects.iter().any(|effect| {
            effect.action == Action::Write
                && matches!(&effect.target, Target::Path(PathTarget::Exact(path)) if !self.place.is_directory(path))
        });
        if let (true, true, false) = (writes, reads, creates) {
            let span = reading.effects.first().map_or_else(Span::default, |effect| effect.span);
            effects.push(plain(Action::Configure, Target::Name("whatever the archive holds".into()), span));
        }
    }

    /// Paths behind `--` choose whose committed content is shown.
    fn shown_paths(&self, words: &[Argument], reading: &Reading, cwd: &Directory, effects: &mut Vec<Effect>) {
        let shows = matches!(
            reading.matched.get(1).map(String::as_str),
            Some("log" | "show" | "diff" | "blame" | "annotate" | "grep" | "whatchanged" | "archive")
        );
        let paths = words.iter().skip_while(|word| word.text() != Some("--")).skip(1);
        for path in paths.filter(|path| shows && path.text().is_some_and(|text| !text.starts_with(':'))) {
            effects.extend(self.path_effects(Action::Read, &path.value, Loss::None, Cause::Base, path.span, cwd));
        }
    }

    /// A search whose patterns choose files by name reads files of that name, where it reads at all.
    fn chosen_names(
        &self,
        tool: &str,
        words: &[Argument],
        reading: &Reading,
        cwd: &Directory,
        effects: &mut Vec<Effect>,
    ) {
        if matches!(tool, "find" | "fd" | "fdfind") && reading.inner.is_empty() {
            return;
        }
        let patterns = name_patterns(tool, words);
        if patterns.is_empty() || tool == "find" {
            self.hidden_files(tool, words, reading, cwd, effects);
        }
        for (pattern, span) in patterns {
            if crate::walk::singles_out_secret(&pattern) {
                effects.push(plain(Action::Secret, Target::Name(pattern), span));
            } else if !pattern.contains(['*', '?', '[', '!']) {
                effects.extend(self.path_effects(
                    Action::Read,
                    &Value::Known(pattern),
                    Loss::None,
                    Cause::Base,
                    span,
                    cwd,
                ));
            }
        }
    }

    /// A recursive search prints lines of secrets that lie in the directory itself, unless it passes over hidden files.
    fn hidden_files(
        &self,
        tool: &str,
        words: &[Argument],
        reading: &Reading,
        cwd: &Directory,
        effects: &mut Vec<Effect>,
    ) {
        let unhidden = |word: &Argument| {
            word.text().is_some_and(|text| {
                matches!(text, "--hidden" | "-." | "-H" | "-u" | "-uu" | "-uuu" | "--unrestricted" | "--no-ignore")
            })
        };
        if matches!(tool, "rg" | "ag" | "fd" | "fdfind") && !words.iter().any(unhidden) {
            return;
        }
        for (directory, span) in walked(reading, cwd) {
            let Some(names) = self.secrets_in(&directory) else {
                effects.push(plain(Action::Secret, Target::Name("one of too many names to look through".into()), span));
                continue;
            };
            for name in names.iter().filter(|name| tool != "find" || find::may_pick(words, name)) {
                let path = Value::Known(directory.join(name).to_string_lossy().into_owned());
                effects.extend(self.path_effects(Action::Read, &path, Loss::None, Cause::Base, span, cwd));
            }
        }
    }

    /// Whether a `find` prints the name of a secret that lies in one of its roots.
    pub(super) fn finds_secrets(&self, words: &[Argument], reading: &Reading, cwd: &Directory) -> bool {
        walked(reading, cwd).iter().any(|(directory, _)| {
            self.secrets_in(directory).is_none_or(|names| names.iter().any(|name| find::may_pick(words, name)))
        })
    }

    /// The names of secrets in a directory itself; `None` where it holds too many names to look through.
    fn secrets_in(&self, directory: &Path) -> Option<Vec<String>> {
        const ENTRIES: usize = 1_000;
        if !self.place.is_directory(directory) {
            return Some(Vec::new());
        }
        let mut names = self.place.names(directory, ENTRIES)?;
        names.retain(|name| crate::walk::glob::may_be_secret(name));
        Some(names)
    }

    /// Overwriting with nothing, and moving out of the project, lose what was there.
    fn overwritten(&self, tool: &str, effects: &mut [Effect]) {
        let exact = |effect: &Effect| match &effect.target {
            Target::Path(PathTarget::Exact(path) | PathTarget::Below(path)) => Some(path.clone()),
            Target::Path(PathTarget::Anywhere)
            | Target::Nothing
            | Target::Repository
            | Target::Worktree
            | Target::Host(_)
            | Target::Name(_) => None,
        };
        let empty = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"];
        let from_nothing = effects
            .iter()
            .filter(|effect| effect.action == Action::Read)
            .filter_map(exact)
            .any(|path| empty.iter().any(|empty| path.as_os_str() == *empty));
        let read: Vec<_> = effects
            .iter()
            .filter(|effect| matches!(effect.action, Action::Read | Action::Walk))
            .filter_map(exact)
            .collect();
        let leaves = tool == "mv"
            && effects.iter().any(|effect| {
                effect.action == Action::Write
                    && exact(effect)
                        .is_some_and(|path| !read.contains(&path) && !path.starts_with(&self.place.worktree))
            });
        for effect in effects.iter_mut().filter(|effect| effect.action == Action::Write) {
            let Some(path) = exact(effect) else { continue };
            let moved_away = leaves && read.contains(&path) && path.starts_with(&self.place.worktree);
            if moved_away || from_nothing && self.place.exists(&path) {
                effect.loss = Loss::Permanent;
            }
        }
    }

    /// A runner of package programs downloads the program where the project does not have it.
    fn downloads_tool(&self, reading: &Reading, cwd: &Directory, effects: &mut Vec<Effect>) {
        let Some(tool) = reading.inner.iter().find_map(|inner| match inner {
            Inner::Command { argv, .. } => argv.first(),
            Inner::Code { .. } | Inner::Script { .. } | Inner::Stdin { .. } => None,
        }) else {
            return;
        };
        let installed = tool.text().is_some_and(|name| {
            let below = |root: &std::path::Path| root.join("node_modules/.bin").join(name);
            let here = cwd.only().into_iter().chain([self.place.worktree.as_path()]);
            !name.contains('/') && here.into_iter().any(|root| self.place.exists(&below(root)))
        });
        if !installed {
            effects.push(run(Origin::Downloaded, tool.span));
        }
    }
}

fn plain(action: Action, target: Target, span: Span) -> Effect {
    Effect { action, target, loss: Loss::None, cause: Cause::Word(span), span }
}

fn flag_gap(word: &Argument) -> Gap {
    Gap { kind: GapKind::UnknownFlag, text: word.text().unwrap_or_default().to_owned(), span: word.span }
}

/// An endpoint or repository of a forge client that lies on another host.
fn other_host(word: &Argument) -> Option<Effect> {
    let text = word.text()?;
    let address = text.contains("://").then(|| crate::tools::host_of(text));
    let address = match address {
        Some(host) => Target::Host(host_target(host.as_deref())),
        None => {
            let mut parts = text.split('/');
            let first = parts.next().filter(|first| first.contains('.') && !first.starts_with('.'))?;
            (parts.clone().count() == 2 && !text.starts_with('-')).then(|| Target::Host(host_target(Some(first))))?
        }
    };
    Some(plain(Action::Connect(Flow::Send), address, word.span))
}

/// `SHELL=…`, `CC=…`: a variable of the makefile that the call sets, and that names what the recipes run.
fn chosen_program(word: &Argument) -> Option<Effect> {
    let (name, value) = word.text()?.split_once('=')?;
    match influence(name.trim_end_matches([':', '+', '?', '!']), Some(value)) {
        Influence::Shell | Influence::Program => {
            Some(Effect { cause: Cause::Word(word.span), ..run(Origin::Unknown, word.span) })
        }
        Influence::Inert | Influence::Unlisted => None,
    }
}

/// A key of a registry's configuration whose value is a credential.
fn names_token(word: &Argument) -> bool {
    word.text().is_some_and(|text| ["_auth", "_password", ":token"].iter().any(|part| text.contains(part)))
}

/// `yarn` without a subcommand installs what the project names.
fn installs(words: &[Argument]) -> bool {
    const ASKS: &[&str] = &["-v", "--version", "-h", "--help"];
    words.iter().all(|word| word.text().is_some_and(|text| text.starts_with('-') && !ASKS.contains(&text)))
}

fn names_secret(text: &str) -> bool {
    text.split([',', '/', '.']).next().is_some_and(|kind| matches!(kind, "secret" | "secrets"))
}

/// `REV:path` shows a file as committed: it is read by that name.
fn committed_file(word: &Argument, cwd: &Directory) -> Option<Effect> {
    let text = match &word.value {
        Value::Known(text) => text,
        Value::OneOf(_)
        | Value::Within { .. }
        | Value::Starts(_)
        | Value::Number
        | Value::Hexadecimal
        | Value::Unknown(_) => return None,
    };
    let (revision, path) = text.split_once(':')?;
    let plausible =
        !revision.contains(['/', ' ', '=', '@', '%']) || revision.starts_with("origin/") || revision.contains("@{");
    if !plausible || path.is_empty() || path.starts_with('/') || path.contains([' ', '\n']) {
        return None;
    }
    let directory = cwd.only()?;
    let path = crate::place::normalise(&directory.join(path));
    path.starts_with(directory)
        .then(|| Effect { cause: Cause::Base, ..plain(Action::Read, Target::Path(PathTarget::Exact(path)), word.span) })
}

/// The directories that a command walks, where they are known.
fn walked(reading: &Reading, cwd: &Directory) -> Vec<(PathBuf, Span)> {
    let mut out = Vec::new();
    for effect in reading.effects.iter().filter(|effect| effect.action == Action::Walk) {
        let Objective::Path(value) = &effect.object else { continue };
        out.extend(cwd.targets(value).into_iter().filter_map(|target| match target {
            PathTarget::Exact(directory) => Some((directory, effect.span)),
            PathTarget::Below(_) | PathTarget::Anywhere => None,
        }));
    }
    out
}

/// The name patterns of a search, each with its word.
fn name_patterns(tool: &str, words: &[Argument]) -> Vec<(String, Span)> {
    let flags: &[&str] = match tool {
        "find" => &["-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename"],
        "rg" => &["-g", "--glob", "--iglob"],
        "fd" | "fdfind" => &["-g", "--glob", "-e"],
        "ag" => &["-G"],
        _ => &["--include"],
    };
    let mut patterns = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(text) = word.text() else { continue };
        if flags.contains(&text) {
            patterns.extend(words.next().and_then(|next| Some((next.text()?.to_owned(), next.span))));
        } else if let Some((flag, value)) = text.split_once('=')
            && flags.contains(&flag)
        {
            patterns.push((value.to_owned(), word.span));
        } else if tool == "rg" && text.len() > 2 && text.starts_with("-g") {
            patterns.push((text.trim_start_matches("-g").to_owned(), word.span));
        }
    }
    patterns
}
