//! What is said to the agent: a decision meets the session's permission mode.

use crate::call::{Context, PermissionMode};
use crate::report::wording::is_mere_gap;
use crate::verdict::{Decision, Verdict};

/// What is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emission {
    /// No opinion: the agent's own rules decide.
    Nothing,
    /// Run it.
    Allow,
    /// Ask the person.
    Ask,
    /// Do not run it.
    Deny,
}

/// What a soft ask becomes where a person is there (`[hook] gated`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Gated {
    /// The person is asked.
    #[default]
    Ask,
    /// The agent's own rules decide.
    Pass,
    /// It is refused.
    Deny,
}

/// How this session is to be answered, as the policy and the launch say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Manner {
    /// What a soft ask becomes.
    pub gated: Gated,
    /// Whether the agent's own rules of any layer cover every gated part of this call.
    pub settled: bool,
    /// Whether the role in force is closed.
    pub closed: bool,
}

impl Emission {
    /// The answer to a decision.
    ///
    /// A soft ask depends on who is there. With a person it is asked, save where the agent's own rules already settle it,
    /// so that nobody is prompted who would not have been without us. Where nobody can be asked it is refused, save in
    /// `bypassPermissions`, whose user has said that nothing shall stop them but denials. In `auto`, a mere gap in our
    /// knowledge is left to the agent's classifier. A hard ask that nobody can answer is refused.
    #[must_use]
    pub fn of(decision: &Decision, context: &Context, manner: Manner) -> Self {
        let Some(verdict) = decision.verdict else { return Self::Nothing };
        let alone = context.headless || context.mode == PermissionMode::DontAsk || manner.closed;
        match verdict {
            Verdict::Allow => Self::Allow,
            Verdict::Deny => Self::Deny,
            Verdict::AskHard if alone || context.mode == PermissionMode::BypassPermissions => Self::Deny,
            Verdict::AskHard => Self::Ask,
            Verdict::AskSoft if alone => Self::Deny,
            Verdict::AskSoft => match context.mode {
                PermissionMode::BypassPermissions => Self::Nothing,
                PermissionMode::Auto if is_mere_gap(decision.reason.code) => Self::Nothing,
                PermissionMode::Auto
                | PermissionMode::Default
                | PermissionMode::Plan
                | PermissionMode::AcceptEdits
                | PermissionMode::DontAsk
                | PermissionMode::Unknown => match manner.gated {
                    Gated::Deny => Self::Deny,
                    Gated::Pass => Self::Nothing,
                    Gated::Ask if manner.settled => Self::Nothing,
                    Gated::Ask => Self::Ask,
                },
            },
        }
    }

    /// As programs read it.
    #[must_use]
    pub fn token(self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}
