//! Trees that a machine or a person lives on, and the words of commands that would spoil them.

use std::path::{Path, PathBuf};

use super::builtin::{by_words, disaster};
use super::hard_stop::Stop;
use super::shape::Folded;
use super::territory::Territory;
use crate::effect::{Action, CommandUse, PathTarget, Target};
use crate::place::{Place, normalise};
use crate::value::{Argument, Value};

/// Whether the path is a root, a system tree, or somebody's home or what holds it.
pub(crate) fn is_vital(path: &Path, place: &Place) -> bool {
    let folded = Folded::new(path, &place.home);
    disaster::SYSTEM_TREES.contains(&folded.text())
        || place.home.starts_with(path)
        || path.parent().is_some_and(|parent| {
            parent.to_str().is_some_and(|parent| disaster::HOMES.contains(&parent.to_ascii_lowercase().as_str()))
        })
}

/// The hard stop that the words of a command meet, whatever else is known of it.
pub(crate) fn of_command(command: &CommandUse, text: &str, territory: &Territory<'_>) -> Option<Stop> {
    changes_tree(command, territory).or_else(|| erases(command)).or_else(|| sweeps(command, text, territory))
}

/// Permissions or owners of a whole tree changed: what lives there no longer works, or is open to everyone.
fn changes_tree(command: &CommandUse, territory: &Territory<'_>) -> Option<Stop> {
    if !command.program().is_some_and(|program| by_words::PERMISSION_TOOLS.contains(&program))
        || !has_flag(command, 'R', "--recursive")
    {
        return None;
    }
    let of_effects = command.effects.iter().filter_map(|effect| match &effect.target {
        Target::Path(PathTarget::Exact(path) | PathTarget::Below(path)) => Some(path.clone()),
        Target::Path(PathTarget::Anywhere)
        | Target::Nothing
        | Target::Repository
        | Target::Worktree
        | Target::Host(_)
        | Target::Name(_) => None,
    });
    let place = territory.place();
    let of_words = command.argv.iter().skip(1).flat_map(|word| named(word, None));
    of_effects.chain(of_words).find(|path| is_vital(path, place)).map(|path| Stop {
        id: "change-tree",
        text: format!("changes who may use `{}` and all below it", path.display()),
    })
}

/// Disks and volumes, by programs whose effects are not told one by one.
fn erases(command: &CommandUse) -> Option<Stop> {
    let program = command.program()?;
    let (_, words) = by_words::ERASERS.iter().find(|(name, _)| *name == program)?;
    let told = words.is_empty()
        || command
            .argv
            .iter()
            .skip(1)
            .any(|word| word.text().is_some_and(|text| words.contains(&text.to_ascii_lowercase().as_str())));
    told.then(|| Stop { id: "raw-disk", text: format!("erases a disk or a volume (`{program}`)") })
}

/// `rm -r` of everything in a tree, by a pattern that is matched when it runs.
fn sweeps(command: &CommandUse, text: &str, territory: &Territory<'_>) -> Option<Stop> {
    if command.program() != Some("rm")
        || !has_flag(command, 'r', "--recursive") && !has_flag(command, 'R', "--recursive")
    {
        return None;
    }
    let place = territory.place();
    command.argv.iter().skip(1).find_map(|word| {
        let typed = text.get(word.span.start..word.span.end)?;
        let (dir, pattern) = typed.rsplit_once('/').unwrap_or((".", typed));
        if pattern.is_empty() || !pattern.contains(['*', '?']) || !pattern.chars().all(|one| "*?.![]^".contains(one)) {
            return None;
        }
        // What a pattern without a dot in front matches is told by its directory; one with a dot may match `..` too.
        let whole_project = pattern == "*"
            && command.effects.iter().any(|effect| {
                effect.action == Action::Delete
                    && effect.span == word.span
                    && effect.target == Target::Path(PathTarget::Below(place.worktree.clone()))
            });
        if whole_project {
            return Some(Stop { id: "remove-worktree", text: "removes everything in the project".to_owned() });
        }
        let dir = match dir.trim_matches('"') {
            "~" | "$HOME" | "${HOME}" => place.home.clone(),
            "" => PathBuf::from("/"),
            dir if dir.starts_with('/') => normalise(Path::new(dir)),
            _ => return None,
        };
        is_vital(&dir, place).then(|| Stop {
            id: "remove-tree",
            text: format!("removes everything in `{}`, which the system or a person lives on", dir.display()),
        })
    })
}

/// The absolute paths that a word stands for; relative ones, where `cwd` is given.
pub(crate) fn named(word: &Argument, cwd: Option<&Path>) -> Vec<PathBuf> {
    let texts: Vec<&str> = match &word.value {
        Value::Known(text) => vec![text],
        Value::OneOf(texts) => texts.iter().map(String::as_str).collect(),
        Value::Within { dir, .. } => vec![dir],
        Value::Starts(_) | Value::Number | Value::Hexadecimal | Value::Unknown(_) => Vec::new(),
    };
    texts
        .into_iter()
        .filter_map(|text| match cwd {
            Some(cwd) if !text.is_empty() => Some(normalise(&cwd.join(text))),
            Some(_) | None => text.starts_with('/').then(|| normalise(Path::new(text))),
        })
        .collect()
}

/// Whether an option is given by its letter, alone or among others, or by its long name.
fn has_flag(command: &CommandUse, letter: char, long: &str) -> bool {
    command.argv.iter().skip(1).filter_map(Argument::text).any(|text| {
        text == long
            || text.strip_prefix('-').is_some_and(|letters| {
                !letters.starts_with('-')
                    && letters.contains(letter)
                    && letters.chars().all(|one| one.is_ascii_alphabetic())
            })
    })
}

/// Tests of `find` that pick out files by their name or age.
const PICKING: &[&str] = &[
    "-name",
    "-iname",
    "-path",
    "-ipath",
    "-wholename",
    "-regex",
    "-iregex",
    "-mtime",
    "-mmin",
    "-atime",
    "-ctime",
    "-newer",
    "-size",
    "-empty",
];

/// Whether `find` is told to act on what a test picks out, where that may not be everything.
pub(crate) fn picks_files(command: &CommandUse) -> bool {
    if command.program() != Some("find") {
        return false;
    }
    let words: Option<Vec<&str>> = command.argv.iter().map(Argument::text).collect();
    let Some(words) = words else { return false };
    // Alternatives and negations may let everything through.
    if words.iter().any(|word| matches!(*word, "-o" | "-or" | "!" | "-not" | ",")) {
        return false;
    }
    words.iter().zip(words.iter().skip(1).map(Some).chain([None])).any(|(test, operand)| {
        PICKING.contains(test)
            && (*test == "-empty" || operand.is_some_and(|text| !text.trim_matches(['*', '.', '?', '/']).is_empty()))
    })
}
