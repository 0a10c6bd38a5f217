//! The least grant that an effect needs.

use super::lattice::{Exec, Filesystem, Grant, Network};
use crate::effect::{Action, Effect, HostTarget, Origin, PathTarget, Target};

/// What is known of where paths lie; the lattice itself knows no directories.
pub trait Bounds {
    /// Whether reading it stays within what is granted or public.
    fn may_read(&self, path: &PathTarget) -> bool;
    /// Whether writing it stays within the roots.
    fn may_write(&self, path: &PathTarget) -> bool;
}

/// The least grant under which this effect stays within bounds. Off-lattice kinds need none.
#[must_use]
pub fn least_grant(effect: &Effect, bounds: &impl Bounds) -> Grant {
    match effect.action {
        Action::Read | Action::Walk => {
            let outside = path_of(&effect.target).is_some_and(|path| !bounds.may_read(path));
            filesystem(if outside { Filesystem::Full } else { Filesystem::ReadOnly })
        }
        Action::Write | Action::Append | Action::Delete => {
            let outside = path_of(&effect.target).is_some_and(|path| !bounds.may_write(path));
            filesystem(if outside { Filesystem::Full } else { Filesystem::ReadWrite })
        }
        Action::Connect(_) => network(match &effect.target {
            Target::Host(HostTarget::Loopback) => Network::Loopback,
            Target::Host(HostTarget::Named(_)) => Network::Allowlist,
            Target::Host(HostTarget::Unknown)
            | Target::Nothing
            | Target::Path(_)
            | Target::Repository
            | Target::Worktree
            | Target::Name(_) => Network::Full,
        }),
        Action::Run(Origin::Project) => exec(Exec::Project),
        Action::Run(Origin::Inline | Origin::Downloaded | Origin::Unknown) => exec(Exec::Full),
        Action::Print
        | Action::Secret
        | Action::Env
        | Action::Signal
        | Action::Elevate
        | Action::Configure
        | Action::Publish
        | Action::Discard
        | Action::Clipboard => Grant::BOTTOM,
    }
}

const fn path_of(target: &Target) -> Option<&PathTarget> {
    match target {
        Target::Path(path) => Some(path),
        // A file action on something else is as wide as that can be.
        Target::Host(_) | Target::Name(_) | Target::Nothing => Some(&PathTarget::Anywhere),
        Target::Repository | Target::Worktree => None,
    }
}

const fn filesystem(level: Filesystem) -> Grant {
    Grant { filesystem: level, ..Grant::BOTTOM }
}

const fn network(level: Network) -> Grant {
    Grant { network: level, ..Grant::BOTTOM }
}

const fn exec(level: Exec) -> Grant {
    Grant { exec: level, ..Grant::BOTTOM }
}
