//! Built-in denies for everyone, each with an id that the user's file may lift.

use super::builtin::disaster;
use super::shape::{Folded, at_or_below};
use super::territory::{Territory, Views};
use crate::effect::{Action, Analysis, CommandUse, Effect, HostTarget, Origin, PathTarget, Segment, Target};

/// A hard stop that an effect meets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stop {
    /// The id that lifts it.
    pub(crate) id: &'static str,
    /// What would happen.
    pub(crate) text: String,
}

/// Ids of all hard stops.
pub(crate) const IDS: &[&str] =
    &["remove-tree", "remove-worktree", "raw-disk", "fork-bomb", "secret-to-network", "remote-shell"];

/// The hard stop that one effect meets by itself.
pub(crate) fn of_effect(effect: &Effect, territory: &Territory<'_>) -> Option<Stop> {
    match effect.action {
        Action::Delete => match &effect.target {
            Target::Path(target) => {
                let views = territory.views(target)?;
                removal(target, &views, territory).or_else(|| raw_disk(&views))
            }
            Target::Worktree => Some(Stop { id: "remove-worktree", text: "removes the whole project".to_owned() }),
            Target::Nothing | Target::Repository | Target::Host(_) | Target::Name(_) => None,
        },
        Action::Write | Action::Append | Action::Configure => match &effect.target {
            Target::Path(target) => raw_disk(territory.views(target)?.as_ref()),
            Target::Nothing | Target::Repository | Target::Worktree | Target::Host(_) | Target::Name(_) => None,
        },
        Action::Signal => match &effect.target {
            Target::Name(name) if name == "fork-bomb" => {
                Some(Stop { id: "fork-bomb", text: "starts copies of itself without end".to_owned() })
            }
            Target::Name(_)
            | Target::Nothing
            | Target::Path(_)
            | Target::Repository
            | Target::Worktree
            | Target::Host(_) => None,
        },
        Action::Print
        | Action::Read
        | Action::Walk
        | Action::Connect(_)
        | Action::Run(_)
        | Action::Secret
        | Action::Env
        | Action::Elevate
        | Action::Publish
        | Action::Discard
        | Action::Clipboard => None,
    }
}

/// Whether the effect reaches another machine.
pub(crate) fn is_sink(effect: &Effect) -> bool {
    match effect.action {
        Action::Connect(_) => effect.target != Target::Host(HostTarget::Loopback),
        Action::Print
        | Action::Read
        | Action::Walk
        | Action::Write
        | Action::Append
        | Action::Delete
        | Action::Run(_)
        | Action::Secret
        | Action::Env
        | Action::Signal
        | Action::Elevate
        | Action::Configure
        | Action::Publish
        | Action::Discard
        | Action::Clipboard => false,
    }
}

/// Whether some part of the call reads a secret while some part reaches another machine.
pub(crate) fn leaks(analysis: &Analysis, territory: &Territory<'_>) -> bool {
    every_effect(analysis).any(is_sink) && every_effect(analysis).any(|effect| is_source(effect, territory))
}

/// Whether the segment hands a shell to another machine.
pub(crate) fn hands_over_a_shell(segment: &Segment) -> bool {
    let redirected = segment.effects.iter().any(is_sink)
        && segment.commands.iter().any(|command| runs_one_of(command, disaster::SHELLS));
    redirected
        || segment.commands.iter().any(|command| {
            runs_one_of(command, disaster::SOCKET_TOOLS)
                && command.effects.iter().any(|effect| matches!(effect.action, Action::Connect(_)))
                && command.effects.iter().any(|effect| {
                    matches!(effect.action, Action::Run(Origin::Unknown | Origin::Inline | Origin::Project))
                })
        })
}

fn runs_one_of(command: &CommandUse, programs: &[&str]) -> bool {
    command.program().is_some_and(|program| programs.contains(&program))
}

fn every_effect(analysis: &Analysis) -> impl Iterator<Item = &Effect> {
    analysis
        .segments
        .iter()
        .flat_map(|segment| segment.effects.iter().chain(segment.commands.iter().flat_map(|command| &command.effects)))
}

fn is_source(effect: &Effect, territory: &Territory<'_>) -> bool {
    match effect.action {
        Action::Secret => true,
        Action::Env => match &effect.target {
            Target::Name(name) => super::environment::is_secret(name),
            Target::Nothing => true,
            Target::Path(_) | Target::Repository | Target::Worktree | Target::Host(_) => false,
        },
        Action::Read | Action::Walk => match &effect.target {
            Target::Path(target) => territory.views(target).is_some_and(|views| territory.is_secret(&views)),
            Target::Nothing | Target::Repository | Target::Worktree | Target::Host(_) | Target::Name(_) => false,
        },
        Action::Print
        | Action::Write
        | Action::Append
        | Action::Delete
        | Action::Connect(_)
        | Action::Run(_)
        | Action::Signal
        | Action::Elevate
        | Action::Configure
        | Action::Publish
        | Action::Discard
        | Action::Clipboard => false,
    }
}

fn removal(target: &PathTarget, views: &Views, territory: &Territory<'_>) -> Option<Stop> {
    let place = territory.place();
    for path in views.each() {
        let shown = path.display();
        let system = Folded::new(path, &place.home);
        let is_tree = disaster::SYSTEM_TREES.contains(&system.text());
        let is_part = disaster::SYSTEM_INNER.iter().any(|tree| at_or_below(system.text(), tree))
            && !territory.inside(views, true);
        let is_home = place.home.starts_with(path)
            || path.parent().is_some_and(|parent| {
                parent.to_str().is_some_and(|parent| disaster::HOMES.contains(&parent.to_ascii_lowercase().as_str()))
            });
        if is_tree || is_part || is_home {
            return Some(Stop {
                id: "remove-tree",
                text: format!("removes `{shown}`, which the system or a person lives on"),
            });
        }
        let above = place.worktree.starts_with(path)
            || place.cwd.as_deref().is_some_and(|cwd| cwd != path && cwd.starts_with(path));
        let whole = match target {
            PathTarget::Exact(_) => true,
            PathTarget::Below(_) => path != place.worktree && !place.scratch.iter().any(|scratch| scratch == path),
            PathTarget::Anywhere => false,
        };
        if above && whole {
            return Some(Stop { id: "remove-worktree", text: format!("removes `{shown}`, which holds the project") });
        }
        if path == place.worktree.join(".git") {
            return Some(Stop {
                id: "remove-worktree",
                text: "removes `.git`, which holds the project's history".to_owned(),
            });
        }
    }
    None
}

fn raw_disk(views: &Views) -> Option<Stop> {
    views.each().find_map(|path| {
        let name = path.to_str()?.strip_prefix("/dev/")?;
        let is_raw = disaster::RAW_DEVICES.iter().any(|begin| name.starts_with(begin));
        is_raw.then(|| Stop { id: "raw-disk", text: format!("writes to the disk `{}` itself", path.display()) })
    })
}
