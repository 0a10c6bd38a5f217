//! What a repository's own configuration and hooks would run: `.git/config` can name programs.
//!
//! Sources: git-config(1), githooks(5), gitattributes(5) of git 2.47.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::place::Place;

/// Repositories looked at in this call, by directory.
#[derive(Debug, Default)]
pub(crate) struct Repositories {
    seen: HashMap<PathBuf, Repository>,
}

/// What is known of one repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Repository {
    /// Its top level; `None` where the directory lies in none.
    pub(crate) root: Option<PathBuf>,
    /// A configuration key that names a program, if there is one.
    pub(crate) names_program: Option<String>,
    /// Hooks that lie ready, by name.
    pub(crate) hooks: Vec<String>,
    /// Whether its configuration could not be read whole.
    pub(crate) unreadable: bool,
}

/// Configuration keys whose value is a program or chooses one; `*` stands for any subsection.
const PROGRAM_KEYS: &[&str] = &[
    "core.fsmonitor",
    "core.sshcommand",
    "core.gitproxy",
    "core.editor",
    "core.pager",
    "core.askpass",
    "core.alternaterefscommand",
    "core.worktree",
    "diff.external",
    "diff.*.textconv",
    "diff.*.command",
    "difftool.*.cmd",
    "mergetool.*.cmd",
    "merge.*.driver",
    "filter.*.clean",
    "filter.*.smudge",
    "filter.*.process",
    "credential.helper",
    "credential.*.helper",
    "gpg.program",
    "gpg.*.program",
    "sequence.editor",
    "include.path",
    "includeif.*.path",
    "pager.*",
    "browser.*.cmd",
    "man.*.cmd",
    "remote.*.uploadpack",
    "remote.*.receivepack",
    "remote.*.vcs",
    "uploadpack.packobjectshook",
    "sendemail.*",
    "submodule.*.update",
    "interactive.difffilter",
    "trailer.*.command",
    "trailer.*.cmd",
    "tar.*.command",
    "extensions.worktreeconfig",
    "core.attributesfile",
];

/// Whether the value of a key turns it off or is git's own.
fn is_inert(key: &str, value: &str) -> bool {
    match key {
        "core.fsmonitor" | "extensions.worktreeconfig" => matches!(value, "true" | "false" | "0" | "1" | ""),
        "core.pager" => matches!(value, "cat" | "less" | ""),
        _ if key.starts_with("pager.") => matches!(value, "true" | "false" | "cat" | "less"),
        _ if key.starts_with("submodule.") => !value.starts_with('!'),
        _ if key.starts_with("filter.lfs.") => value.starts_with("git-lfs "),
        _ => false,
    }
}

/// Whether configuration key `key` (lower-case section and name) with this value makes git run a program.
pub(crate) fn names_program(key: &str, value: &str) -> bool {
    if is_inert(key, value) {
        return false;
    }
    if let Some(alias) = key.strip_prefix("alias.") {
        return !alias.is_empty() && value.starts_with('!');
    }
    PROGRAM_KEYS.iter().any(|pattern| super::glob::matches(pattern.as_bytes(), key.as_bytes()))
}

impl Repositories {
    /// What is known of the repository that `dir` lies in.
    pub(crate) fn of(&mut self, dir: &Path, place: &Place) -> &Repository {
        self.seen.entry(dir.to_path_buf()).or_insert_with(|| look(dir, place))
    }
}

fn look(dir: &Path, place: &Place) -> Repository {
    let none = Repository { root: None, names_program: None, hooks: Vec::new(), unreadable: false };
    // A bare layout in a folder of the worktree is a repository of its own, with its own configuration.
    let bare =
        dir.ancestors().take_while(|path| path.starts_with(&place.worktree) && *path != place.worktree).find(|path| {
            place.exists(&path.join("HEAD")) && place.exists(&path.join("objects")) && place.exists(&path.join("refs"))
        });
    if let Some(bare) = bare
        && bare.file_name().is_none_or(|name| name != ".git")
    {
        return Repository { root: Some(bare.to_path_buf()), unreadable: true, ..none };
    }
    let Some(root) = dir.ancestors().find(|path| place.exists(&path.join(".git"))) else { return none };
    let Some(git_dir) = git_dir(root, place) else {
        return Repository { root: Some(root.to_path_buf()), unreadable: true, ..none };
    };
    let common = place
        .read(&git_dir.join("commondir"), 4096)
        .map_or_else(|| git_dir.clone(), |text| crate::place::normalise(&git_dir.join(text.trim())));
    let mut repository = Repository { root: Some(root.to_path_buf()), ..none };
    let mut hooks_dir = common.join("hooks");
    for file in [common.join("config"), git_dir.join("config.worktree")] {
        if !place.exists(&file) {
            continue;
        }
        let Some(text) = place.read(&file, 256 << 10) else {
            repository.unreadable = true;
            continue;
        };
        for (key, value) in settings(&text) {
            if key == "core.hookspath" {
                hooks_dir = crate::place::normalise(&root.join(&value));
            }
            if repository.names_program.is_none() && names_program(&key, &value) {
                repository.names_program = Some(key);
            }
        }
    }
    repository.hooks = match place.names(&hooks_dir, HOOK_FILES) {
        Some(names) => names.into_iter().filter(|name| HOOKS.contains(&name.as_str())).collect(),
        None if place.exists(&hooks_dir) => HOOKS.iter().map(|hook| (*hook).to_owned()).collect(),
        None => Vec::new(),
    };
    repository
}

/// The directory that `.git` is or points to.
fn git_dir(root: &Path, place: &Place) -> Option<PathBuf> {
    let dot_git = root.join(".git");
    match place.read(&dot_git, 4096) {
        Some(text) => text.trim().strip_prefix("gitdir:").map(|path| crate::place::normalise(&root.join(path.trim()))),
        None => place.exists(&dot_git.join("HEAD")).then_some(dot_git),
    }
}

/// Files in a hooks directory that are looked through; with more, any hook is taken to lie there.
const HOOK_FILES: usize = 200;

const HOOKS: &[&str] = &[
    "applypatch-msg",
    "commit-msg",
    "post-applypatch",
    "post-checkout",
    "post-commit",
    "post-index-change",
    "post-merge",
    "post-rewrite",
    "pre-applypatch",
    "pre-auto-gc",
    "pre-commit",
    "pre-merge-commit",
    "pre-push",
    "pre-rebase",
    "prepare-commit-msg",
    "reference-transaction",
    "fsmonitor-watchman",
    "post-update",
    "push-to-checkout",
];

/// Hooks that a subcommand runs. A subcommand on no line runs those that any change of the index or refs runs.
pub(crate) fn hooks_of(subcommand: &str) -> &'static [&'static str] {
    match subcommand {
        "commit" => &[
            "pre-commit",
            "prepare-commit-msg",
            "commit-msg",
            "post-commit",
            "post-index-change",
            "reference-transaction",
            "pre-auto-gc",
            "post-rewrite",
        ],
        "merge" | "pull" => &[
            "pre-merge-commit",
            "prepare-commit-msg",
            "commit-msg",
            "post-merge",
            "post-checkout",
            "post-index-change",
            "reference-transaction",
            "post-rewrite",
            "pre-rebase",
            "post-commit",
        ],
        "rebase" | "cherry-pick" | "revert" | "am" => &[
            "pre-rebase",
            "post-rewrite",
            "post-checkout",
            "pre-commit",
            "prepare-commit-msg",
            "commit-msg",
            "post-commit",
            "applypatch-msg",
            "pre-applypatch",
            "post-applypatch",
            "post-index-change",
            "reference-transaction",
        ],
        "checkout" | "switch" | "clone" | "worktree" | "restore" => {
            &["post-checkout", "post-index-change", "reference-transaction"]
        }
        "push" => &["pre-push", "reference-transaction"],
        "log" | "show" | "blame" | "rev-parse" | "rev-list" | "cat-file" | "ls-tree" | "ls-files" | "for-each-ref"
        | "show-ref" | "merge-base" | "config" | "version" | "help" | "describe" | "shortlog" | "name-rev" => &[],
        _ => &["post-index-change", "reference-transaction"],
    }
}

/// Keys and values of a git configuration file; keys in lower case, the subsection kept.
fn settings(text: &str) -> Vec<(String, String)> {
    let mut section = String::new();
    let mut out = Vec::new();
    let joined = text.replace("\\\n", "");
    for line in joined.lines() {
        let mut line = line.trim();
        if let Some(rest) = line.strip_prefix('[') {
            let Some((head, after)) = rest.split_once(']') else { continue };
            section = match head.split_once(char::is_whitespace) {
                Some((name, sub)) => format!("{}.{}", name.to_ascii_lowercase(), sub.trim().trim_matches('"')),
                None => head.to_ascii_lowercase(),
            };
            line = after.trim();
        }
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        let (name, value) = line.split_once('=').unwrap_or((line, "true"));
        out.push((
            format!("{section}.{}", name.trim().to_ascii_lowercase()),
            value.trim().trim_matches('"').to_owned(),
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_name_programs_are_found_in_every_spelling() {
        let text = "[core]\n\tfsmonitor = ./x.sh\n[diff \"pdf\"] textconv = pdftotext\n[alias]\n st = status\n run = !./x.sh\n";
        let named: Vec<_> =
            settings(text).into_iter().filter(|(key, value)| names_program(key, value)).map(|(key, _)| key).collect();
        assert_eq!(named, ["core.fsmonitor", "diff.pdf.textconv", "alias.run"]);
    }

    #[test]
    fn ordinary_configuration_names_none() {
        let text = "[core]\n\tbare = false\n\tfsmonitor = true\n[remote \"origin\"]\n\turl = git@example.com:a/b\n[branch \"main\"]\n remote = origin\n";
        assert!(settings(text).iter().all(|(key, value)| !names_program(key, value)));
    }
}
