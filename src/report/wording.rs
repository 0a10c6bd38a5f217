//! The fixed words: what an outcome is called, which layer spoke, and what each reason code means.
//!
//! Plain sentences that describe and do not rate: what happens to the call, who decided it, and by which rule.

use crate::report::sanitise;
use crate::verdict::{Layer, Reason, ReasonCode, Verdict};

/// What becomes of the call that is explained. The words follow what is emitted, not who reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    /// It was refused.
    DidNotRun,
    /// A person is being asked.
    NeedsApproval,
    /// Nobody acts on it: a question on the command line.
    Unstated,
}

/// The mark in front of a part.
#[must_use]
pub fn mark(verdict: Verdict) -> char {
    match verdict {
        Verdict::Allow => '✓',
        Verdict::AskSoft | Verdict::AskHard => '?',
        Verdict::Deny => '✗',
    }
}

/// A verdict as programs read it; no opinion is `none`.
#[must_use]
pub fn token(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::Allow) => "allow",
        Some(Verdict::AskSoft | Verdict::AskHard) => "ask",
        Some(Verdict::Deny) => "deny",
        None => "none",
    }
}

/// Who decided, as the end of a sentence.
#[must_use]
pub fn layer(layer: &Layer) -> String {
    match layer {
        Layer::Builtin => "built into callgate".to_owned(),
        Layer::Managed => "the machine's policy".to_owned(),
        Layer::User => "the user's policy".to_owned(),
        Layer::AgentUser => "the user's agent settings".to_owned(),
        Layer::AgentProject => "the project's agent settings".to_owned(),
        Layer::Project => "the project's `.callgate.toml`".to_owned(),
        Layer::Launch => "the launch flags".to_owned(),
        Layer::Role(name) => format!("role `{}`", sanitise::cut(name, 60)),
    }
}

/// The layer as programs read it.
#[must_use]
pub fn layer_token(layer: &Layer) -> &'static str {
    match layer {
        Layer::Builtin => "builtin",
        Layer::Managed => "managed",
        Layer::User => "user",
        Layer::AgentUser => "agent-user",
        Layer::AgentProject => "agent-project",
        Layer::Project => "project",
        Layer::Launch => "launch",
        Layer::Role(_) => "role",
    }
}

/// The code as programs read it.
#[must_use]
pub fn code_token(code: ReasonCode) -> &'static str {
    words(code).0
}

/// What a code means, for a reason that says no more.
#[must_use]
pub fn code_phrase(code: ReasonCode) -> &'static str {
    words(code).1
}

fn words(code: ReasonCode) -> (&'static str, &'static str) {
    match code {
        ReasonCode::Builtin => ("builtin", "does nothing beyond what the level gives"),
        ReasonCode::AllowRule => ("allow_rule", "an allow rule covers it"),
        ReasonCode::Grant => ("grant", "a grant covers it"),
        ReasonCode::RoleOpen => ("role_open", "the role lets commands pass that nothing else decides"),
        ReasonCode::Uncovered => ("uncovered", "nothing that callgate knows and no rule covers it"),
        ReasonCode::OverCeiling => ("over_ceiling", "needs more than the level gives"),
        ReasonCode::OutsideRoots => ("outside_roots", "reaches outside the project and what is granted"),
        ReasonCode::OffLattice => ("off_lattice", "does something that the policy leaves to a person"),
        ReasonCode::Unparsed => ("unparsed", "the text cannot be read for certain"),
        ReasonCode::ScopeUntracked => ("scope_untracked", "the directory it runs in is not known"),
        ReasonCode::Budget => ("budget", "too much to work out within the limits"),
        ReasonCode::PolicyUnreadable => ("policy_unreadable", "a policy file cannot be read"),
        ReasonCode::AskRule => ("ask_rule", "an ask rule matches"),
        ReasonCode::CapabilityNeedsPerson => ("capability_needs_person", "needs a capability that is not granted"),
        ReasonCode::SelfProtection => ("self_protection", "would change callgate or what it is told"),
        ReasonCode::HardStop => ("hard_stop", "a built-in stop for everyone"),
        ReasonCode::ManagedDeny => ("managed_deny", "a deny rule of this machine matches"),
        ReasonCode::DenyRule => ("deny_rule", "a deny rule matches"),
        ReasonCode::ClosedRole => ("closed_role", "the role lists what it may do, and this is not on the list"),
        ReasonCode::ProjectDenial => ("project_denial", "the project denies a capability that it needs"),
        ReasonCode::StrictUnproven => ("strict_unproven", "was not proven, and this context takes nothing less"),
    }
}

/// The reason on one line: the program, what it does, who decided, by which rule.
#[must_use]
pub fn reason(program: Option<&str>, reason: &Reason) -> String {
    let text = if reason.text.trim().is_empty() {
        code_phrase(reason.code).to_owned()
    } else {
        sanitise::cut(reason.text.trim(), 400)
    };
    let program = program.map(|name| format!("`{}`", sanitise::cut(name, 60))).unwrap_or_default();
    // "`frob`: `frob` is not a program" says it twice.
    let said = program.is_empty() || text.strip_prefix(program.as_str()).is_some_and(|rest| rest.starts_with(' '));
    let program = if said { String::new() } else { program + ": " };
    let rule = reason.rule.as_deref().filter(|rule| !text.contains(&format!("`{rule}`")));
    let rule = rule.map(|rule| format!(", rule `{}`", sanitise::cut(rule, 120))).unwrap_or_default();
    format!("{program}{text} ({}{rule})", layer(&reason.layer))
}

/// Whether a code says only that callgate does not know, not that it knows something a person should decide.
#[must_use]
pub fn is_mere_gap(code: ReasonCode) -> bool {
    match code {
        ReasonCode::Uncovered | ReasonCode::Unparsed | ReasonCode::ScopeUntracked | ReasonCode::Budget => true,
        ReasonCode::Builtin
        | ReasonCode::AllowRule
        | ReasonCode::Grant
        | ReasonCode::RoleOpen
        | ReasonCode::OverCeiling
        | ReasonCode::OutsideRoots
        | ReasonCode::OffLattice
        | ReasonCode::PolicyUnreadable
        | ReasonCode::AskRule
        | ReasonCode::CapabilityNeedsPerson
        | ReasonCode::SelfProtection
        | ReasonCode::HardStop
        | ReasonCode::ManagedDeny
        | ReasonCode::DenyRule
        | ReasonCode::ClosedRole
        | ReasonCode::ProjectDenial
        | ReasonCode::StrictUnproven => false,
    }
}

/// Whether no change of the user's own policy lifts it, and whose decision it then is.
#[must_use]
pub fn out_of_reach(code: ReasonCode) -> Option<&'static str> {
    match code {
        ReasonCode::SelfProtection => {
            Some("callgate protects its own files and registration, whatever any policy says")
        }
        ReasonCode::ManagedDeny => Some("this is the decision of whoever looks after this machine"),
        ReasonCode::ProjectDenial => Some("this is the project's decision, to be taken up with its maintainers"),
        ReasonCode::ClosedRole => Some("this is decided by the role that the session was started with"),
        ReasonCode::Builtin
        | ReasonCode::AllowRule
        | ReasonCode::Grant
        | ReasonCode::RoleOpen
        | ReasonCode::Uncovered
        | ReasonCode::OverCeiling
        | ReasonCode::OutsideRoots
        | ReasonCode::OffLattice
        | ReasonCode::Unparsed
        | ReasonCode::ScopeUntracked
        | ReasonCode::Budget
        | ReasonCode::PolicyUnreadable
        | ReasonCode::AskRule
        | ReasonCode::CapabilityNeedsPerson
        | ReasonCode::HardStop
        | ReasonCode::DenyRule
        | ReasonCode::StrictUnproven => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample::ALL_CODES;

    const LAYERS: [Layer; 7] = [
        Layer::Builtin,
        Layer::Managed,
        Layer::User,
        Layer::AgentUser,
        Layer::AgentProject,
        Layer::Project,
        Layer::Launch,
    ];

    #[test]
    fn ac_77_every_reason_says_something_and_names_its_layer() {
        for code in ALL_CODES {
            for layer_of in LAYERS.into_iter().chain([Layer::Role("docs".to_owned())]) {
                let bare = Reason { code, layer: layer_of.clone(), rule: None, text: String::new() };
                let line = reason(None, &bare);
                assert!(line.contains(&layer(&layer_of)), "{line}");
                assert!(line.len() > layer(&layer_of).len() + 5, "{line}");
            }
        }
    }

    #[test]
    fn codes_have_names_of_their_own() {
        let names: std::collections::HashSet<_> = ALL_CODES.iter().map(|code| code_token(*code)).collect();
        assert_eq!(names.len(), ALL_CODES.len());
    }

    #[test]
    fn a_program_is_not_named_twice() {
        let text = "`frob` is not a program callgate knows".to_owned();
        let why = Reason { code: ReasonCode::Uncovered, layer: Layer::Builtin, rule: None, text };
        assert_eq!(reason(Some("frob"), &why), "`frob` is not a program callgate knows (built into callgate)");
        assert!(reason(Some("time"), &why).starts_with("`time`: `frob` is not"));
    }

    #[test]
    fn the_rule_and_the_program_are_named() {
        let why = Reason {
            code: ReasonCode::DenyRule,
            layer: Layer::User,
            rule: Some("Bash(git push *)".to_owned()),
            text: "publishes the branch `main`".to_owned(),
        };
        assert_eq!(
            reason(Some("git"), &why),
            "`git`: publishes the branch `main` (the user's policy, rule `Bash(git push *)`)"
        );
    }
}
