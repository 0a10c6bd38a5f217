//! Self-protection: what keeps callgate in force. No rule, level, grant or exception lifts it.

use std::path::{Path, PathBuf};

use super::model::OwnPlaces;
use super::shape::Folded;
use super::shape::Shape::{self, Name, Root, Run};
use super::territory::{Territory, Views};
use crate::effect::{Action, CommandUse, Effect, PathTarget, Target};

/// Files by name, in any directory, that carry the policy or the registration.
const REGISTRATION: &[Shape] = &[
    Name(".callgate.toml"),
    Run(".config/callgate"),
    Run(".claude/settings.json"),
    Run(".claude/settings.local.json"),
    Run(".claude/hooks"),
    Run(".claude/plugins"),
    Run(".codex/hooks.json"),
    Run(".codex/config.toml"),
    Run(".gemini/settings.json"),
    Run(".cursor/hooks.json"),
    Run(".factory/settings.json"),
    Run(".qwen/settings.json"),
    Run(".github/hooks"),
    Root("/etc/callgate"),
    Root("/etc/claude-code"),
    Root("/library/application support/claudecode"),
];

/// Directories that hold such a file: removing or replacing one removes it.
const HOLDERS: &[&str] = &[".claude", ".codex", ".gemini", ".cursor", ".factory", ".qwen"];

/// Below the home directory: the same in the user's own place.
const OF_HOME: &[&str] = &[
    ".claude.json",
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".config/callgate",
    ".local/state/callgate",
    ".local/share/callgate",
    ".cargo/bin/callgate",
    ".local/bin/callgate",
];

/// Below the agent's own directory, where that is not `~/.claude`.
const OF_AGENT: &[&str] = &["settings.json", "settings.local.json", ".claude.json", "hooks", "plugins"];

/// Subcommands of callgate that change what it decides.
const CHANGING: &[&[&str]] =
    &[&["policy", "set"], &["grants", "approve"], &["grants", "deny"], &["setup"], &["uninstall"], &["trust"]];

/// Why the effect would put callgate out of force.
pub(crate) fn objection(effect: &Effect, territory: &Territory<'_>, own: &OwnPlaces) -> Option<String> {
    let Target::Path(target) = &effect.target else { return None };
    let views = territory.views(target)?;
    match effect.action {
        Action::Write | Action::Append | Action::Configure | Action::Elevate => {
            changed(&views, territory, own).then(|| "changes callgate's own files or its registration".to_owned())
        }
        Action::Delete => {
            changed(&views, territory, own).then(|| "removes callgate's own files or its registration".to_owned())
        }
        Action::Read | Action::Walk | Action::Secret => {
            read(&views, territory, own).then(|| "reads callgate's keys or grants".to_owned())
        }
        Action::Print
        | Action::Connect(_)
        | Action::Run(_)
        | Action::Env
        | Action::Signal
        | Action::Publish
        | Action::Discard
        | Action::Clipboard => None,
    }
}

/// Why removing a directory would put callgate out of force: it holds the policy or the registration.
pub(crate) fn holder_objection(effect: &Effect, territory: &Territory<'_>, own: &OwnPlaces) -> Option<String> {
    let Target::Path(target) = &effect.target else { return None };
    if effect.action != Action::Delete {
        return None;
    }
    let views = territory.views(target)?;
    removed(&views, target, territory, own)
        .then(|| "removes a directory that holds callgate's own files or its registration".to_owned())
}

/// Whether writing this path (a copy's full name, say) would change what keeps callgate in force.
pub(crate) fn is_own(path: &Path, territory: &Territory<'_>, own: &OwnPlaces) -> bool {
    changed(&territory.views_of(path), territory, own)
}

/// Whether a command changes the policy through callgate itself.
pub(crate) fn changes_policy(command: &CommandUse) -> bool {
    if !command.program().is_some_and(|program| program.eq_ignore_ascii_case("callgate")) {
        return false;
    }
    let mut words = command.argv.iter().skip(1).filter(|word| !word.text().is_some_and(|text| text.starts_with('-')));
    let first = words.next();
    let second = words.next();
    let Some(first) = first else { return false };
    let Some(first) = first.text() else { return true };
    CHANGING.iter().any(|path| match path {
        [only] => *only == first,
        [outer, inner] => *outer == first && second.is_some_and(|word| word.text().is_none_or(|text| text == *inner)),
        _ => false,
    })
}

fn changed(views: &Views, territory: &Territory<'_>, own: &OwnPlaces) -> bool {
    let home = &territory.place().home;
    views.each().any(|path| {
        let folded = Folded::new(path, home);
        folded.is_any(REGISTRATION) || protected(home, own).any(|held| folds_below(path, &held))
    })
}

fn removed(views: &Views, target: &PathTarget, territory: &Territory<'_>, own: &OwnPlaces) -> bool {
    let place = territory.place();
    views.each().any(|path| {
        let holds_own = protected(&place.home, own).any(|held| folds_below(&held, path));
        let whole = matches!(target, PathTarget::Exact(_)) || place.home.starts_with(path);
        let last = Folded::new(path, &place.home);
        holds_own && whole || HOLDERS.contains(&last.last())
    })
}

fn read(views: &Views, territory: &Territory<'_>, own: &OwnPlaces) -> bool {
    let home = &territory.place().home;
    let mut directories = vec![home.join(".config/callgate"), home.join(".local/state/callgate")];
    directories.extend(own.config.clone());
    directories.extend(own.state.clone());
    views.each().any(|path| {
        directories.iter().any(|directory| {
            folds_below(path, &directory.join("keys"))
                || folds_below(path, &directory.join("key"))
                || folds_below(path, &directory.join("grants"))
                || folds_below(path, &directory.join("grants.toml"))
        })
    })
}

fn protected<'a>(home: &'a Path, own: &'a OwnPlaces) -> impl Iterator<Item = PathBuf> + 'a {
    let agent = own.agent.iter().flat_map(|agent| OF_AGENT.iter().map(|below| agent.join(below)));
    OF_HOME
        .iter()
        .map(|below| home.join(below))
        .chain(own.policy.clone())
        .chain(own.config.clone())
        .chain(own.state.clone())
        .chain(own.binary.clone())
        .chain(agent)
}

/// Whether `path` is `root` or below it, in any letter case.
fn folds_below(path: &Path, root: &Path) -> bool {
    if path.starts_with(root) {
        return true;
    }
    let mut path = path.components();
    root.components().all(|wanted| {
        path.next().is_some_and(|component| component.as_os_str().eq_ignore_ascii_case(wanted.as_os_str()))
    })
}
