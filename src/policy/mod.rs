//! The person's word: files, layers, rules, roles, levels, self-protection. [`evaluate`] is pure but for the place's eyes.

use crate::call::Context;
use crate::effect::Analysis;
use crate::place::Place;
use crate::verdict::{AuthorityLine, Decision, Layer, Reason, ReasonCode, WayForward};

/// What is judged.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The tool's name as sent.
    pub tool: &'a str,
    /// The call's text, path or address, as sent.
    pub text: &'a str,
    /// What it would do.
    pub analysis: &'a Analysis,
}

/// Everything that was allowed, denied and limited, of every layer.
#[derive(Debug, Clone, Default)]
pub struct Policy {}

impl Policy {
    /// The shell that will read the text.
    #[must_use]
    pub fn dialect(&self) -> crate::shell::Dialect {
        crate::shell::Dialect::Both
    }
}

/// Holds an analysis against the policy. Ways forward are left empty.
pub fn evaluate(subject: Subject<'_>, policy: &Policy, place: &Place, context: &Context) -> Decision {
    let _ = (policy, place, context);
    Decision {
        verdict: None,
        reason: Reason { code: ReasonCode::Uncovered, layer: Layer::Builtin, rule: None, text: String::new() },
        text: subject.text.to_owned(),
        segments: Vec::new(),
        parsed: subject.analysis.parsed,
        stateful: subject.analysis.stateful,
        authority: AuthorityLine::default(),
        notes: Vec::new(),
        ways: Vec::new(),
    }
}

/// Changes that would let the call pass, each tried on a copy of the policy.
#[must_use]
pub fn ways_forward(
    subject: Subject<'_>,
    policy: &Policy,
    place: &Place,
    context: &Context,
    decision: &Decision,
) -> Vec<WayForward> {
    let _ = (subject, policy, place, context, decision);
    Vec::new()
}
