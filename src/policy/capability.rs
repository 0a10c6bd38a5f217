//! Capabilities: a key that makes something happen that otherwise would not. The project may only take away.

use super::model::Capability;

/// What a layer says of a key: nothing, yes, or no.
pub type Tristate = Option<bool>;

/// What the launch asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Request {
    /// Nothing was said, which is no grant.
    #[default]
    Unset,
    /// It is asked for.
    Granted,
    /// The opposite is asked for.
    Refused,
}

/// Why a capability is granted or not. Each reason belongs to one layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standing {
    /// The launch asks for it.
    GrantedByLaunch,
    /// The user's file grants it.
    GrantedByUser,
    /// The project's file denies it.
    DeniedByProject,
    /// The launch asks for the opposite.
    RefusedByLaunch,
    /// The user's file denies it.
    DeniedByUser,
    /// Nobody grants it.
    Default,
}

impl Standing {
    /// Whether it is granted.
    #[must_use]
    pub const fn granted(self) -> bool {
        match self {
            Self::GrantedByLaunch | Self::GrantedByUser => true,
            Self::DeniedByProject | Self::RefusedByLaunch | Self::DeniedByUser | Self::Default => false,
        }
    }
}

impl Capability {
    /// A capability for which either the user or the launch suffices (`exec-host`).
    #[must_use]
    pub fn either(self) -> Standing {
        if self.project == Some(false) {
            return Standing::DeniedByProject;
        }
        match (self.launch, self.user) {
            (Request::Granted, _) => Standing::GrantedByLaunch,
            (Request::Refused, _) => Standing::RefusedByLaunch,
            (Request::Unset, Some(true)) => Standing::GrantedByUser,
            (Request::Unset, Some(false)) => Standing::DeniedByUser,
            (Request::Unset, None) => Standing::Default,
        }
    }

    /// A capability that both the user and the launch must grant (`network`).
    #[must_use]
    pub fn both(self) -> Standing {
        if self.project == Some(false) {
            return Standing::DeniedByProject;
        }
        match (self.launch, self.user) {
            (Request::Refused, _) => Standing::RefusedByLaunch,
            (_, Some(false)) => Standing::DeniedByUser,
            (Request::Granted, Some(true)) => Standing::GrantedByLaunch,
            (Request::Granted | Request::Unset, _) => Standing::Default,
        }
    }

    /// Whether the project's file tried to grant it, which counts for nothing and is said.
    #[must_use]
    pub fn ignored_grant(self) -> bool {
        self.project == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_layer_grants_and_the_project_only_denies() {
        use Request::{Granted, Refused, Unset};
        let cells = [
            (None, Unset, Standing::Default),
            (None, Granted, Standing::GrantedByLaunch),
            (None, Refused, Standing::RefusedByLaunch),
            (Some(true), Unset, Standing::GrantedByUser),
            (Some(true), Granted, Standing::GrantedByLaunch),
            (Some(true), Refused, Standing::RefusedByLaunch),
            (Some(false), Unset, Standing::DeniedByUser),
            (Some(false), Granted, Standing::GrantedByLaunch),
            (Some(false), Refused, Standing::RefusedByLaunch),
        ];
        for (user, launch, expected) in cells {
            for (project, expected) in
                [(None, expected), (Some(true), expected), (Some(false), Standing::DeniedByProject)]
            {
                let capability = Capability { project, user, launch };
                assert_eq!(capability.either(), expected, "{capability:?}");
                assert_eq!(capability.ignored_grant(), project == Some(true));
            }
        }
    }

    #[test]
    fn both_layers_must_grant_the_network() {
        for project in [None, Some(true), Some(false)] {
            for user in [None, Some(true), Some(false)] {
                for launch in [Request::Unset, Request::Granted, Request::Refused] {
                    let granted = Capability { project, user, launch }.both().granted();
                    assert_eq!(granted, project != Some(false) && user == Some(true) && launch == Request::Granted);
                }
            }
        }
    }
}
