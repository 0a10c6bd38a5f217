//! Three ladders and their product.

use std::fmt;

/// How much of the file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Filesystem {
    /// Nothing.
    #[default]
    None,
    /// Reading in granted and public places.
    ReadOnly,
    /// Writing below the roots as well.
    ReadWrite,
    /// Anywhere.
    Full,
}

/// How much of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Network {
    /// Nothing.
    #[default]
    None,
    /// This machine.
    Loopback,
    /// Named hosts.
    Allowlist,
    /// Any host.
    Full,
}

/// How much code, beyond the programs whose effects are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Exec {
    /// Nothing.
    #[default]
    None,
    /// What the worktree supplies.
    Project,
    /// Anything.
    Full,
}

/// One level on each ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Grant {
    /// The file system.
    pub filesystem: Filesystem,
    /// The network.
    pub network: Network,
    /// Code.
    pub exec: Exec,
}

impl Grant {
    /// Nothing.
    pub const BOTTOM: Self = Self::new(Filesystem::None, Network::None, Exec::None);
    /// Everything.
    pub const TOP: Self = Self::new(Filesystem::Full, Network::Full, Exec::Full);
    /// The most that a closed role has without a listed command.
    pub const SAFE_READ: Self = Self::new(Filesystem::ReadOnly, Network::None, Exec::None);
    /// The most that an allow rule or an open role asks of the ceiling.
    pub const SAFE_WRITE: Self = Self::new(Filesystem::ReadWrite, Network::Loopback, Exec::Project);

    /// A grant of these three.
    #[must_use]
    pub const fn new(filesystem: Filesystem, network: Network, exec: Exec) -> Self {
        Self { filesystem, network, exec }
    }

    /// Whether `other` gives at least as much on every ladder.
    #[must_use]
    pub fn fits(self, other: Self) -> bool {
        self.filesystem <= other.filesystem && self.network <= other.network && self.exec <= other.exec
    }

    /// The least grant that holds both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self::new(self.filesystem.max(other.filesystem), self.network.max(other.network), self.exec.max(other.exec))
    }

    /// The greatest grant that both hold.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        Self::new(self.filesystem.min(other.filesystem), self.network.min(other.network), self.exec.min(other.exec))
    }
}

impl Filesystem {
    /// Every step, lowest first.
    pub const ALL: [Self; 4] = [Self::None, Self::ReadOnly, Self::ReadWrite, Self::Full];

    /// The name that files and explanations use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::ReadOnly => "read-only",
            Self::ReadWrite => "read-write",
            Self::Full => "full",
        }
    }
}

impl Network {
    /// Every step, lowest first.
    pub const ALL: [Self; 4] = [Self::None, Self::Loopback, Self::Allowlist, Self::Full];

    /// The name that files and explanations use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Loopback => "loopback",
            Self::Allowlist => "allowlist",
            Self::Full => "full",
        }
    }
}

impl Exec {
    /// Every step, lowest first.
    pub const ALL: [Self; 3] = [Self::None, Self::Project, Self::Full];

    /// The name that files and explanations use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Project => "project",
            Self::Full => "full",
        }
    }
}

impl fmt::Display for Grant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "fs={} net={} exec={}", self.filesystem.name(), self.network.name(), self.exec.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_grant() -> Vec<Grant> {
        let mut all = Vec::new();
        for filesystem in Filesystem::ALL {
            for network in Network::ALL {
                for exec in Exec::ALL {
                    all.push(Grant::new(filesystem, network, exec));
                }
            }
        }
        all
    }

    #[test]
    fn join_and_meet_are_the_bounds_of_a_partial_order() {
        let all = every_grant();
        assert_eq!(all.len(), 48);
        for &a in &all {
            assert!(a.fits(a));
            assert_eq!(a.join(Grant::BOTTOM), a);
            assert_eq!(a.meet(Grant::TOP), a);
            assert!(Grant::BOTTOM.fits(a) && a.fits(Grant::TOP));
            for &b in &all {
                assert_eq!(a.join(b), b.join(a));
                assert_eq!(a.meet(b), b.meet(a));
                assert!(a.fits(a.join(b)) && a.meet(b).fits(a));
                assert_eq!(a.fits(b), a.join(b) == b);
                assert_eq!(a.fits(b), a.meet(b) == a);
                assert_eq!(a.fits(b) && b.fits(a), a == b);
                assert_eq!(a.join(a.meet(b)), a);
            }
        }
    }

    #[test]
    fn order_is_transitive_and_join_associates() {
        let all = every_grant();
        for &a in &all {
            for &b in &all {
                for &c in &all {
                    assert!(!(a.fits(b) && b.fits(c)) || a.fits(c));
                    assert_eq!(a.join(b).join(c), a.join(b.join(c)));
                    assert_eq!(a.meet(b).meet(c), a.meet(b.meet(c)));
                }
            }
        }
    }

    #[test]
    fn a_grant_prints_its_three_ladders() {
        assert_eq!(Grant::SAFE_WRITE.to_string(), "fs=read-write net=loopback exec=project");
        assert_eq!(Grant::BOTTOM.to_string(), "fs=none net=none exec=none");
    }
}
