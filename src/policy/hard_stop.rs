//! Built-in denies for everyone, each with an id that the user's file may lift.

use super::builtin::disaster;
use super::leak::is_sink;
use super::shape::{Folded, at_or_below};
use super::territory::{Territory, Views};
use super::vital::is_vital;
use crate::effect::{Action, CommandUse, Effect, Origin, PathTarget, Segment, Target};

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
    &["remove-tree", "remove-worktree", "change-tree", "raw-disk", "fork-bomb", "secret-to-network", "remote-shell"];

/// The hard stop that one effect meets by itself. `chosen`: only files that a test picks out are meant, not whole trees.
pub(crate) fn of_effect(effect: &Effect, chosen: bool, territory: &Territory<'_>) -> Option<Stop> {
    match effect.action {
        Action::Delete => match &effect.target {
            Target::Path(target) => {
                let views = territory.views(target)?;
                raw_disk(&views).or_else(|| removal(target, &views, chosen, territory))
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

fn removal(target: &PathTarget, views: &Views, chosen: bool, territory: &Territory<'_>) -> Option<Stop> {
    let place = territory.place();
    for path in views.each() {
        let shown = path.display();
        let system = Folded::new(path, &place.home);
        let is_part = disaster::SYSTEM_INNER.iter().any(|tree| at_or_below(system.text(), tree))
            && !territory.inside(views, true);
        if is_part || is_vital(path, place) {
            return Some(Stop {
                id: "remove-tree",
                text: format!("removes `{shown}`, which the system or a person lives on"),
            });
        }
        let above = place.worktree.starts_with(path)
            || place.cwd.as_deref().is_some_and(|cwd| cwd != path && cwd.starts_with(path));
        let whole = match target {
            PathTarget::Exact(_) => !chosen || path != place.worktree,
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
        is_raw.then(|| Stop { id: "raw-disk", text: format!("writes or erases the disk `{}` itself", path.display()) })
    })
}
