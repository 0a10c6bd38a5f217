//! Decisions made by hand, for the tests of what is made of decisions.

use crate::effect::{Gap, GapKind};
use crate::span::Span;
use crate::verdict::{
    AuthorityLine, Decision, Finding, Layer, Reason, ReasonCode, SegmentFinding, Verdict, WayForward,
};

/// Every reason code.
pub(crate) const ALL_CODES: [ReasonCode; 21] = [
    ReasonCode::Builtin,
    ReasonCode::AllowRule,
    ReasonCode::Grant,
    ReasonCode::RoleOpen,
    ReasonCode::Uncovered,
    ReasonCode::OverCeiling,
    ReasonCode::OutsideRoots,
    ReasonCode::OffLattice,
    ReasonCode::Unparsed,
    ReasonCode::ScopeUntracked,
    ReasonCode::Budget,
    ReasonCode::PolicyUnreadable,
    ReasonCode::AskRule,
    ReasonCode::CapabilityNeedsPerson,
    ReasonCode::SelfProtection,
    ReasonCode::HardStop,
    ReasonCode::ManagedDeny,
    ReasonCode::DenyRule,
    ReasonCode::ClosedRole,
    ReasonCode::ProjectDenial,
    ReasonCode::StrictUnproven,
];

/// A decision on `text`, whose segments are separated by ` && ` and have these verdicts in order.
pub(crate) fn decision(text: &str, verdicts: &[Verdict]) -> Decision {
    let mut start = 0;
    let mut segments = Vec::new();
    for (part, verdict) in text.split(" && ").zip(verdicts) {
        let span = Span::new(start, start + part.len());
        start += part.len() + " && ".len();
        segments.push(segment(part, span, *verdict));
    }
    let verdict = verdicts.iter().max().copied();
    Decision {
        verdict,
        reason: reason(verdict.unwrap_or(Verdict::Allow)),
        text: text.to_owned(),
        segments,
        parsed: true,
        stateful: false,
        authority: AuthorityLine {
            required: "fs=read-write net=none exec=none".to_owned(),
            ceiling: "fs=read-write net=loopback exec=project (developer)".to_owned(),
            unresolved: false,
        },
        notes: Vec::new(),
        ways: Vec::new(),
    }
}

/// A text that could not be read.
pub(crate) fn unparsed(text: &str) -> Decision {
    let mut decision = decision(text, &[Verdict::AskSoft]);
    decision.parsed = false;
    decision.reason.code = ReasonCode::Unparsed;
    decision.reason.text = "a quote is not closed".to_owned();
    decision
}

fn segment(text: &str, span: Span, verdict: Verdict) -> SegmentFinding {
    let program = text.split_whitespace().find(|word| !word.contains('=')).unwrap_or_default();
    let offset = text.find(program).unwrap_or_default();
    let gap = Gap { kind: GapKind::UnknownProgram, text: program.to_owned(), span };
    SegmentFinding {
        text: text.to_owned(),
        span,
        verdict,
        culprit: None,
        findings: vec![Finding {
            verdict,
            reason: reason(verdict),
            program: Some(program.to_owned()),
            span,
            offending: Span::new(span.start + offset, span.end),
            effect: None,
            gap: (verdict == Verdict::AskSoft).then_some(gap),
            rules: Vec::new(),
        }],
    }
}

/// A likely reason for a verdict.
pub(crate) fn reason(verdict: Verdict) -> Reason {
    let (code, layer, rule, text) = match verdict {
        Verdict::Allow => (ReasonCode::Builtin, Layer::Builtin, None, "reads files of the project"),
        Verdict::AskSoft => (ReasonCode::Uncovered, Layer::Builtin, None, "a program that callgate does not know"),
        Verdict::AskHard => (ReasonCode::AskRule, Layer::User, Some("Bash(git push *)"), "publishes the branch"),
        Verdict::Deny => (ReasonCode::HardStop, Layer::Builtin, Some("remove-root"), "deletes `/`"),
    };
    Reason { code, layer, rule: rule.map(str::to_owned), text: text.to_owned() }
}

/// A way forward that leads to `result`.
pub(crate) fn way(result: Verdict) -> WayForward {
    WayForward {
        note: "Accepts all `npm run` scripts of every project".to_owned(),
        place: "~/.config/callgate/policy.toml".to_owned(),
        lines: vec!["allow = [\"Bash(npm run *)\"]".to_owned()],
        result,
    }
}
