//! The explanation of one decision: header, a line for each part, the reason, authority, notes, ways forward.

use crate::report::guidance::Guidance;
use crate::report::selection::{Facts, Header, Lesson};
use crate::report::wording::{Consequence, layer, mark, out_of_reach, reason};
use crate::report::{hint, sanitise};
use crate::verdict::{Decision, Finding, Layer, SegmentFinding, Verdict};

/// Who reads it. A person reads before the fact and may change the policy; an agent reads afterwards and may not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// The person who is asked, or who asks.
    Person,
    /// The agent.
    Model,
}

/// How much is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Characters of a part's text.
    pub text: usize,
    /// Number of parts; approved ones make room first.
    pub segments: usize,
}

impl Limits {
    /// For a prompt or a reply to an agent.
    pub const REPLY: Self = Self { text: 240, segments: 16 };
    /// For a terminal.
    pub const TERMINAL: Self = Self { text: 2_000, segments: 1_000 };
}

/// The first line.
#[must_use]
pub fn header(decision: &Decision, consequence: Consequence) -> String {
    let Some(verdict) = decision.verdict else { return "there is nothing to check here".to_owned() };
    let facts = Facts::of(decision);
    let (short_of, how) = if verdict == Verdict::Deny { ("denied", "") } else { ("not approved", " automatically") };
    let state = match facts.header() {
        Header::Unreadable => "this call could not be read for certain, so it is not approved".to_owned(),
        Header::Nothing | Header::OneApproved if verdict == Verdict::Allow => "approved".to_owned(),
        Header::Nothing | Header::OneApproved | Header::OneGated => match consequence {
            Consequence::Unstated => format!("{short_of}{how}"),
            Consequence::DidNotRun | Consequence::NeedsApproval => String::new(),
        },
        Header::AllApproved => format!("all {} parts are approved", facts.total),
        Header::SomeGated => {
            let are = if facts.gated == 1 { "is" } else { "are" };
            format!("{} of {} parts {are} not approved{how}", facts.gated, facts.total)
        }
    };
    let lead = match consequence {
        Consequence::Unstated => return state,
        Consequence::DidNotRun => "this call did not run",
        Consequence::NeedsApproval => "this call needs your approval",
    };
    if state.is_empty() { lead.to_owned() } else { format!("{lead}: {state}") }
}

/// One line for each part, in order: mark, text, and the command to blame where the text does not say it.
#[must_use]
pub fn segment_lines(decision: &Decision, limits: Limits) -> Vec<String> {
    if !decision.parsed {
        return Vec::new();
    }
    if decision.segments.is_empty() && !decision.text.is_empty() {
        // A call that is no command has one subject: a path, an address.
        return vec![format!("     {}", sanitise::cut(&decision.text, limits.text))];
    }
    let gated = |segment: &&SegmentFinding| segment.verdict != Verdict::Allow;
    let total = decision.segments.len();
    let room_for_approved = limits.segments.saturating_sub(decision.segments.iter().filter(gated).count());
    let (mut approved, mut shown) = (0, 0);
    let mut lines = Vec::new();
    for segment in &decision.segments {
        if segment.verdict == Verdict::Allow {
            approved += 1;
            if approved > room_for_approved {
                continue;
            }
        }
        if shown == limits.segments {
            break;
        }
        shown += 1;
        lines.push(segment_line(segment, limits.text));
    }
    if shown < total {
        lines.push(format!("  …  {} more parts are not shown", total - shown));
    }
    lines
}

fn segment_line(segment: &SegmentFinding, limit: usize) -> String {
    let mut line =
        format!("  {}  {}", mark(segment.verdict), sanitise::cut(segment.text.trim_end_matches('\n'), limit));
    if let Some(culprit) = segment.culprit.as_deref().filter(|_| segment.verdict != Verdict::Allow) {
        line.push_str("   (");
        line.push_str(&sanitise::cut(culprit, 80));
        line.push(')');
    }
    line
}

/// The finding that decided.
#[must_use]
pub fn deciding(decision: &Decision) -> Option<&Finding> {
    let findings = || decision.segments.iter().flat_map(|segment| &segment.findings);
    let of_verdict = || findings().filter(|finding| Some(finding.verdict) == decision.verdict);
    of_verdict().find(|finding| finding.reason == decision.reason).or_else(|| of_verdict().next())
}

/// The reason of the decision, and those of further parts that are not approved for another reason.
#[must_use]
pub fn reason_lines(decision: &Decision, limit: usize) -> Vec<String> {
    let Some(verdict) = decision.verdict else { return Vec::new() };
    let program = deciding(decision).filter(|finding| finding.reason == decision.reason);
    let mut reasons = vec![reason(program.and_then(|finding| finding.program.as_deref()), &decision.reason)];
    if verdict != Verdict::Allow {
        let others = decision.segments.iter().flat_map(|segment| &segment.findings);
        for finding in others.filter(|finding| finding.verdict != Verdict::Allow) {
            let line = reason(finding.program.as_deref(), &finding.reason);
            if !reasons.contains(&line) {
                reasons.push(line);
            }
        }
    }
    let left = reasons.len().saturating_sub(limit);
    reasons.truncate(limit);
    let mut lines: Vec<String> = Vec::new();
    for (index, text) in reasons.into_iter().enumerate() {
        lines.push(if index == 0 { format!("Reason: {text}") } else { format!("Also: {text}") });
    }
    if left > 0 {
        lines.push(format!("Also: {left} further reasons"));
    }
    lines
}

/// What the call needs beside what it may have.
#[must_use]
pub fn authority_line(decision: &Decision) -> Option<String> {
    let authority = &decision.authority;
    if authority.required.is_empty() {
        return None;
    }
    let more = if authority.unresolved { " (at least: some parts are not resolved)" } else { "" };
    let ceiling = sanitise::cut(&authority.ceiling, 200);
    Some(format!("Authority: needs {}{more}; the level gives {ceiling}", sanitise::cut(&authority.required, 200)))
}

/// Things worth saying beside the decision.
#[must_use]
pub fn note_lines(decision: &Decision) -> Vec<String> {
    decision.notes.iter().map(|note| format!("Note: {}", sanitise::cut(note, 400))).collect()
}

/// What to learn from it for next time, if anything.
#[must_use]
pub fn lesson_line(decision: &Decision, consequence: Consequence, reader: Reader) -> Option<String> {
    let lesson = match Facts::of(decision).lesson() {
        Lesson::None => return None,
        Lesson::KeepAlone => "It needs a person. Kept as a call of its own, it holds up nothing else.",
        Lesson::NoneApproved => "None of these parts is approved on its own, so a person decides on them together.",
        Lesson::BelongTogether => {
            "The parts share the state of one shell, so they belong in one call. Nothing to change."
        }
        Lesson::SendSeparately => match reader {
            Reader::Person => "Sent as separate calls, the parts marked ✓ would need nobody.",
            Reader::Model => "Next time, send the parts as separate calls: those marked ✓ need nobody.",
        },
    };
    let denied = decision.verdict == Some(Verdict::Deny) || consequence == Consequence::DidNotRun;
    let mixed = Facts::of(decision).should_surface();
    if !mixed && (denied || consequence == Consequence::NeedsApproval) {
        // "A person decides" is untrue of a denial, and the person who is asked knows it.
        return None;
    }
    let calm = " This is no block, and no request to run anything again.";
    Some(if mixed && reader == Reader::Model && !denied { format!("{lesson}{calm}") } else { lesson.to_owned() })
}

/// The whole explanation for a person.
#[must_use]
pub fn for_person(decision: &Decision, consequence: Consequence, limits: Limits) -> String {
    let mut lines = vec![format!("callgate: {}", header(decision, consequence))];
    if decision.verdict.is_none() {
        lines.extend(note_lines(decision));
        return lines.join("\n");
    }
    lines.extend(segment_lines(decision, limits));
    lines.extend(reason_lines(decision, 6));
    lines.extend(hint::of_decision(decision).map(|hint| format!("Hint: {hint}")));
    lines.extend(authority_line(decision).filter(|_| decision.verdict != Some(Verdict::Allow)));
    lines.extend(note_lines(decision));
    lines.extend(lesson_line(decision, consequence, Reader::Person));
    lines.join("\n") + &ways(decision)
}

/// What is told to an agent whose call was refused: what happened, by which rule, and that a person can change it.
///
/// Never a line that grants something, since the reader could type it.
#[must_use]
pub fn for_refused_model(decision: &Decision, limits: Limits) -> String {
    let mut lines = vec![format!("callgate: {}.", header(decision, Consequence::DidNotRun))];
    lines.extend(segment_lines(decision, limits));
    lines.extend(reason_lines(decision, 6));
    lines.extend(hint::of_decision(decision).map(|hint| format!("Hint: {hint}")));
    lines.extend(note_lines(decision));
    lines.extend(lesson_line(decision, Consequence::DidNotRun, Reader::Model));
    lines.push(if decision.verdict == Some(Verdict::Deny) {
        match out_of_reach(decision.reason.code) {
            Some(whose) => format!("Nothing in the call changes that: {whose}. Wording it differently is not the fix."),
            None => "A person can change this in their own policy. Wording the command differently is not the fix.".to_owned(),
        }
    } else {
        "It needs a person's approval, and nobody can be asked in this session. A person can run it, or change the policy. \
         Wording the command differently is not the fix."
            .to_owned()
    });
    lines.join("\n")
}

/// What is told to an agent beside a call that was left to the agent's own rules.
#[must_use]
pub fn for_informed_model(decision: &Decision, limits: Limits) -> String {
    let mut lines = vec![format!("callgate: {}.", header(decision, Consequence::Unstated))];
    lines.extend(segment_lines(decision, limits));
    lines.extend(reason_lines(decision, 3));
    lines.extend(lesson_line(decision, Consequence::Unstated, Reader::Model));
    lines.join("\n")
}

/// Why a call was approved, on one line.
#[must_use]
pub fn for_approved(decision: &Decision) -> String {
    let program = deciding(decision).and_then(|finding| finding.program.as_deref());
    format!("callgate: approved. {}", reason(program, &decision.reason))
}

/// The ways forward, or whose decision it is where there is none.
#[must_use]
pub fn ways(decision: &Decision) -> String {
    let guidance = Guidance::of(&decision.ways);
    if !guidance.lines.is_empty() {
        return format!("\nWays forward:{}", guidance.render());
    }
    let denied = decision.verdict == Some(Verdict::Deny);
    match out_of_reach(decision.reason.code).filter(|_| denied) {
        Some(whose) => format!("\nNo change of the user's policy lifts it: {whose}."),
        None if denied && decision.reason.layer == Layer::Managed => {
            format!("\nNo change of the user's policy lifts it: {} says so.", layer(&Layer::Managed))
        }
        None => String::new(),
    }
}
