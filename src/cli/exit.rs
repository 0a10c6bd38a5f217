//! Exit statuses.

use std::process::ExitCode;

/// How the process ends. No other status leaves callgate: agents take anything but 2 for a harmless failure.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: done; for `check` and `explain`, approved.
    Approved,
    /// 1: `check` or `explain` found that the command is not approved.
    NotApproved,
    /// 2: a usage error, an unreadable request or policy, a fault. As a hook: the call is blocked.
    Error,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Approved => Self::SUCCESS,
            Exit::NotApproved => Self::from(1),
            Exit::Error => Self::from(2),
        }
    }
}
