//! Named grants.

use super::lattice::{Exec, Filesystem, Grant, Network};

/// A named ceiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Level {
    /// Prints only.
    Paranoid,
    /// Reads.
    Reader,
    /// Reads and edits.
    Editor,
    /// Works in the project.
    #[default]
    Developer,
    /// Administers this machine.
    LocalAdmin,
    /// Reaches other machines.
    NetworkAdmin,
    /// Does everything.
    Yolo,
}

impl Level {
    /// Every level. `LocalAdmin` and `NetworkAdmin` stand beside each other: neither holds the other.
    pub const ALL: [Self; 7] =
        [Self::Paranoid, Self::Reader, Self::Editor, Self::Developer, Self::LocalAdmin, Self::NetworkAdmin, Self::Yolo];

    /// The name that policy files use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paranoid => "paranoid",
            Self::Reader => "reader",
            Self::Editor => "editor",
            Self::Developer => "developer",
            Self::LocalAdmin => "local-admin",
            Self::NetworkAdmin => "network-admin",
            Self::Yolo => "yolo",
        }
    }

    /// The level of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// What it gives.
    #[must_use]
    pub const fn grant(self) -> Grant {
        match self {
            Self::Paranoid => Grant::BOTTOM,
            Self::Reader => Grant::new(Filesystem::ReadOnly, Network::None, Exec::None),
            Self::Editor => Grant::new(Filesystem::ReadWrite, Network::None, Exec::None),
            Self::Developer => Grant::new(Filesystem::ReadWrite, Network::Loopback, Exec::Project),
            Self::LocalAdmin => Grant::new(Filesystem::Full, Network::Loopback, Exec::Full),
            Self::NetworkAdmin => Grant::new(Filesystem::ReadWrite, Network::Full, Exec::Project),
            Self::Yolo => Grant::TOP,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_found_by_its_name() {
        for level in Level::ALL {
            assert_eq!(Level::named(level.name()), Some(level));
        }
        assert_eq!(Level::named("Developer"), None);
        assert_eq!(Level::named("root"), None);
    }

    #[test]
    fn levels_rise_but_for_the_two_admins() {
        let [paranoid, reader, editor, developer, local, network, yolo] = Level::ALL.map(Level::grant);
        for (low, high) in [
            (paranoid, reader),
            (reader, editor),
            (editor, developer),
            (developer, local),
            (developer, network),
            (local, yolo),
            (network, yolo),
        ] {
            assert!(low.fits(high) && !high.fits(low));
        }
        assert!(!local.fits(network) && !network.fits(local));
    }
}
