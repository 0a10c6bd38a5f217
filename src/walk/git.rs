//! git: what its configuration, options, hooks and the disk add to what the words say.

use super::Walker;
use super::directory::Directory;
use super::made::Making;
use super::program::run;
use super::repository::{hooks_of, names_program};
use crate::effect::{Action, Cause, Effect, Gap, GapKind, Origin, PathTarget, Target};
use crate::span::Span;
use crate::tools::reading::Reading;
use crate::value::Argument;

impl Walker<'_> {
    /// What git's own configuration, options and hooks add to a subcommand.
    pub(crate) fn git(
        &mut self,
        argv: &[Argument],
        reading: &Reading,
        cwd: &Directory,
        span: Span,
        effects: &mut Vec<Effect>,
        gaps: &mut Vec<Gap>,
    ) {
        self.git_settings(argv, effects);
        let Some(subcommand) = reading.matched.get(1) else { return };
        if matches!(subcommand.as_str(), "version" | "help" | "init") {
            return;
        }
        self.git_checkout(subcommand, argv, cwd, effects);
        let Directory::OneOf(directories) = cwd else { return };
        for directory in directories {
            if !self.place.is_directory(directory) && *directory != self.place.worktree {
                gaps.push(Gap {
                    kind: GapKind::Made,
                    text: "a repository in a directory that is not there".into(),
                    span,
                });
            }
            let laid = ["HEAD", "objects", "refs", "config"]
                .iter()
                .any(|name| self.made.of(&directory.join(name)) != Making::Untouched);
            if laid {
                gaps.push(Gap {
                    kind: GapKind::Made,
                    text: "a repository that this call makes or changes".into(),
                    span,
                });
            }
            let repository = self.repositories.of(directory, self.place).clone();
            let made = match &repository.root {
                Some(root) => self.made.touches_build(&root.join(".git")).is_some(),
                None => self.made.touches_build(directory).is_some(),
            };
            if made {
                gaps.push(Gap {
                    kind: GapKind::Made,
                    text: "a repository that this call makes or changes".into(),
                    span,
                });
            }
            if let Some(key) = repository.names_program {
                effects.push(Effect { target: Target::Name(key), ..run(Origin::Project, span) });
            } else if repository.unreadable {
                effects.push(run(Origin::Unknown, span));
            }
            let skips_hooks = argv.iter().any(|word| word.text() == Some("--no-verify"));
            let ready = hooks_of(subcommand).iter().any(|hook| {
                let skipped =
                    skips_hooks && matches!(*hook, "pre-commit" | "commit-msg" | "pre-push" | "pre-merge-commit");
                !skipped && repository.hooks.iter().any(|ready| ready == hook)
            });
            if ready {
                effects.push(run(Origin::Project, span));
            }
        }
    }

    /// `git -c key=value`: harmless unless the key names a program.
    fn git_settings(&mut self, argv: &[Argument], effects: &mut Vec<Effect>) {
        let mut spans = Vec::new();
        let mut words = argv.iter().skip(1).peekable();
        while let Some(word) = words.next() {
            match word.text() {
                Some("-c") => {
                    let Some(setting) = words.next() else { return };
                    let harmless = setting
                        .text()
                        .and_then(|text| text.split_once('='))
                        .is_some_and(|(key, value)| is_harmless_setting(key, value));
                    if harmless {
                        spans.push(word.span);
                    }
                }
                Some("-C" | "--git-dir" | "--work-tree" | "--namespace" | "--config-env" | "--exec-path") => {
                    words.next();
                }
                Some(text) if text.starts_with('-') => {}
                Some(_) | None => break,
            }
        }
        effects.retain(|effect| {
            let settled = effect.action == Action::Configure
                && matches!(effect.cause, Cause::Word(span) if spans.contains(&span));
            !settled
        });
    }

    /// `git checkout NAME` throws work away only where NAME can be a path: where there is none, it is a branch or nothing.
    fn git_checkout(&self, subcommand: &str, argv: &[Argument], cwd: &Directory, effects: &mut Vec<Effect>) {
        if subcommand != "checkout"
            || argv
                .iter()
                .any(|word| matches!(word.text(), Some("--" | "-f" | "--force" | "--ours" | "--theirs") | None))
        {
            return;
        }
        let written: Vec<Span> = effects
            .iter()
            .filter(|effect| effect.action == Action::Write)
            .filter_map(|effect| match &effect.target {
                Target::Path(target) => Some((target, effect.span)),
                Target::Nothing | Target::Repository | Target::Worktree | Target::Host(_) | Target::Name(_) => None,
            })
            .map(|(target, span)| match target {
                PathTarget::Exact(path) if !self.place.exists(path) && self.made.of(path) == Making::Untouched => {
                    Some(span)
                }
                PathTarget::Exact(_) | PathTarget::Below(_) | PathTarget::Anywhere => None,
            })
            .collect::<Option<Vec<_>>>()
            .unwrap_or_default();
        if !written.is_empty() && self.directory_inside(cwd) {
            effects.retain(|effect| {
                effect.action != Action::Discard
                    && !(effect.action == Action::Write
                        && matches!(effect.target, Target::Path(_))
                        && written.contains(&effect.span))
            });
        }
    }
}

/// `git -c` keys that name no program: shown names, colours, quoting, limits.
fn is_harmless_setting(key: &str, value: &str) -> bool {
    let key = key.to_ascii_lowercase();
    let section = key.split('.').next().unwrap_or_default();
    let harmless = matches!(
        section,
        "color" | "column" | "user" | "advice" | "init" | "log" | "status" | "blame" | "pack" | "gc" | "rerere"
    ) || [
        "core.quotepath",
        "core.autocrlf",
        "core.pager",
        "core.abbrev",
        "core.ignorecase",
        "core.filemode",
        "commit.gpgsign",
        "tag.gpgsign",
        "diff.renames",
        "diff.algorithm",
        "diff.context",
        "diff.mnemonicprefix",
        "diff.noprefix",
        "merge.conflictstyle",
        "pull.rebase",
        "push.default",
        "grep.linenumber",
        "safe.directory",
    ]
    .contains(&key.as_str());
    harmless && !names_program(&key, value)
}
