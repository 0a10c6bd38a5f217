//! Whether the agent would have let a call pass by itself, so that asking would be a prompt that nobody had before.

use super::role::{Posture, Role};
use super::territory::Territory;
use super::{Policy, Subject, agent_matching, tool, tool_rule};
use crate::call::Context;
use crate::effect::Segment;
use crate::place::Place;
use crate::verdict::{Decision, Finding, ReasonCode, SegmentFinding, Verdict};

/// Whether the role in force denies what it does not list.
#[must_use]
pub fn is_closed(policy: &Policy, context: &Context) -> bool {
    Role::choose(policy, context).posture == Posture::Closed
}

/// Whether the agent's own allow rules cover every gated part of a call that is asked softly.
///
/// Never where a rule asks or denies, where the call could not be judged, or where the agent's matching is in doubt.
#[must_use]
pub fn agent_settles(subject: Subject<'_>, policy: &Policy, place: &Place, decision: &Decision) -> bool {
    let segments = &subject.analysis.segments;
    let judged = decision.segments.len() == segments.len() && !decision.segments.is_empty();
    if policy.agent_allows.is_empty() || decision.verdict != Some(Verdict::AskSoft) || !judged {
        return false;
    }
    if !subject.analysis.parsed || !subject.analysis.within_budget || is_unjudged(decision.reason.code) {
        return false;
    }
    let shell = tool_rule::is_shell(subject.tool);
    if !shell && policy.agent_allows.iter().any(|rule| tool_rule::names(rule, subject.tool, subject.text)) {
        return decision.segments.iter().flat_map(|segment| &segment.findings).all(is_the_agents_matter);
    }
    let territory = Territory::new(place, policy);
    let home = format!("{}/", place.home.display());
    segments
        .iter()
        .zip(&decision.segments)
        .all(|(segment, judged)| settles_segment(segment, judged, policy, &territory, &home))
}

fn settles_segment(
    segment: &Segment,
    judged: &SegmentFinding,
    policy: &Policy,
    territory: &Territory<'_>,
    home: &str,
) -> bool {
    let (commands, loose) = judged.findings.split_at_checked(segment.commands.len()).unwrap_or_default();
    if commands.len() != segment.commands.len() {
        return false;
    }
    let gated = |finding: &&Finding| finding.verdict > Verdict::Allow;
    let of_commands =
        segment.commands.iter().zip(commands).filter(|(_, finding)| gated(finding)).all(|(command, finding)| {
            is_the_agents_matter(finding) && agent_matching::allows(&policy.agent_allows, command, segment, home)
        });
    of_commands
        && loose.iter().filter(gated).all(|finding| {
            let outside = matches!(finding.reason.code, ReasonCode::OutsideRoots | ReasonCode::CapabilityNeedsPerson);
            outside
                && is_the_agents_matter(finding)
                && finding.effect.as_ref().is_some_and(|effect| {
                    policy.agent_allows.iter().any(|rule| tool::allows_effect(rule, effect, territory))
                })
        })
}

/// A soft ask by knowledge alone: no rule of anybody's stands against it, certain or possible.
fn is_the_agents_matter(finding: &Finding) -> bool {
    let by_rule = finding.effect.is_none() && finding.gap.is_none() && finding.reason.rule.is_some();
    finding.verdict <= Verdict::AskSoft
        && (finding.verdict == Verdict::Allow || !by_rule)
        && finding.rules.is_empty()
        && !is_unjudged(finding.reason.code)
}

/// Reasons that no rule of the agent speaks to.
const fn is_unjudged(code: ReasonCode) -> bool {
    match code {
        ReasonCode::Unparsed
        | ReasonCode::ScopeUntracked
        | ReasonCode::Budget
        | ReasonCode::PolicyUnreadable
        | ReasonCode::AskRule
        | ReasonCode::SelfProtection
        | ReasonCode::HardStop
        | ReasonCode::ManagedDeny
        | ReasonCode::DenyRule
        | ReasonCode::ClosedRole
        | ReasonCode::ProjectDenial
        | ReasonCode::StrictUnproven => true,
        ReasonCode::Builtin
        | ReasonCode::AllowRule
        | ReasonCode::Grant
        | ReasonCode::RoleOpen
        | ReasonCode::Uncovered
        | ReasonCode::OverCeiling
        | ReasonCode::OutsideRoots
        | ReasonCode::OffLattice
        | ReasonCode::CapabilityNeedsPerson => false,
    }
}
