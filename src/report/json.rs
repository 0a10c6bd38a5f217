//! A decision as programs read it (`callgate check --json`).

use serde::Serialize;

use crate::report::selection::Facts;
use crate::report::wording::{code_phrase, code_token, layer_token, token};
use crate::verdict::{Decision, Finding, Layer, Reason, SegmentFinding};

/// The version of the shape; raised when a field changes its meaning or goes.
const SCHEMA: u32 = 1;

/// What the decision itself does not know of its surroundings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Circumstances<'a> {
    /// What a hook would answer: `allow`, `ask`, `deny` or `none`.
    pub emission: &'a str,
    /// `hook`, `explicit` or `replay`.
    pub context: &'a str,
    /// The role in force, if one was chosen.
    pub role: Option<&'a str>,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    decision: &'static str,
    emission: &'a str,
    reason: ReasonDocument<'a>,
    context: &'a str,
    role: Option<&'a str>,
    parsed: bool,
    stateful: bool,
    level: Level<'a>,
    segments: Vec<SegmentDocument<'a>>,
    notes: &'a [String],
    guidance: Vec<Way<'a>>,
    surface: bool,
}

#[derive(Serialize)]
struct ReasonDocument<'a> {
    code: &'static str,
    layer: &'static str,
    rule: Option<&'a str>,
    text: &'a str,
}

#[derive(Serialize)]
struct Level<'a> {
    required: &'a str,
    ceiling: &'a str,
    unresolved: bool,
}

#[derive(Serialize)]
struct SegmentDocument<'a> {
    text: &'a str,
    decision: &'static str,
    source: &'static str,
    culprit: Option<&'a str>,
    findings: Vec<FindingDocument<'a>>,
}

#[derive(Serialize)]
struct FindingDocument<'a> {
    decision: &'static str,
    program: Option<&'a str>,
    reason: ReasonDocument<'a>,
    rules: &'a [String],
    span: [usize; 2],
    offending: [usize; 2],
}

#[derive(Serialize)]
struct Way<'a> {
    note: &'a str,
    place: &'a str,
    lines: &'a [String],
    result: &'static str,
}

/// The decision as one JSON object on one line.
#[must_use]
pub fn document(decision: &Decision, circumstances: Circumstances<'_>) -> String {
    let authority = &decision.authority;
    let document = Document {
        schema: SCHEMA,
        decision: token(decision.verdict),
        emission: circumstances.emission,
        reason: reason(&decision.reason),
        context: circumstances.context,
        role: circumstances.role,
        parsed: decision.parsed,
        stateful: decision.stateful,
        level: Level { required: &authority.required, ceiling: &authority.ceiling, unresolved: authority.unresolved },
        segments: decision.segments.iter().map(segment).collect(),
        notes: &decision.notes,
        guidance: decision.ways.iter().map(way).collect(),
        surface: Facts::of(decision).should_surface(),
    };
    // A struct of strings, numbers and lists has a JSON form; should that ever fail, an empty text is no object.
    serde_json::to_string(&document).unwrap_or_default()
}

fn reason(reason: &Reason) -> ReasonDocument<'_> {
    let rule = match (&reason.rule, &reason.layer) {
        (Some(rule), _) => Some(rule.as_str()),
        (None, Layer::Role(name)) => Some(name.as_str()),
        (
            None,
            Layer::Builtin
            | Layer::Managed
            | Layer::User
            | Layer::AgentUser
            | Layer::AgentProject
            | Layer::Project
            | Layer::Launch,
        ) => None,
    };
    let text = if reason.text.is_empty() { code_phrase(reason.code) } else { &reason.text };
    ReasonDocument { code: code_token(reason.code), layer: layer_token(&reason.layer), rule, text }
}

fn segment(segment: &SegmentFinding) -> SegmentDocument<'_> {
    let deciding = segment.findings.iter().find(|finding| finding.verdict == segment.verdict);
    SegmentDocument {
        text: &segment.text,
        decision: token(Some(segment.verdict)),
        source: deciding.map_or("none", |finding| code_token(finding.reason.code)),
        culprit: segment.culprit.as_deref(),
        findings: segment.findings.iter().map(finding).collect(),
    }
}

fn finding(finding: &Finding) -> FindingDocument<'_> {
    FindingDocument {
        decision: token(Some(finding.verdict)),
        program: finding.program.as_deref(),
        reason: reason(&finding.reason),
        rules: &finding.rules,
        span: [finding.span.start, finding.span.end],
        offending: [finding.offending.start, finding.offending.end],
    }
}

fn way(way: &crate::verdict::WayForward) -> Way<'_> {
    Way { note: &way.note, place: &way.place, lines: &way.lines, result: token(Some(way.result)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use crate::verdict::Verdict;

    #[test]
    fn every_field_is_present() {
        let circumstances = Circumstances { emission: "ask", context: "explicit", role: None };
        let mut decision = sample::decision("ls && git push", &[Verdict::Allow, Verdict::AskHard]);
        decision.ways.push(sample::way(Verdict::Allow));
        let value: serde_json::Value = serde_json::from_str(&document(&decision, circumstances)).unwrap();
        let names: Vec<_> = value.as_object().unwrap().keys().map(String::as_str).collect();
        let mut expected = vec![
            "schema", "decision", "emission", "reason", "context", "role", "parsed", "stateful", "level", "segments",
            "notes", "guidance", "surface",
        ];
        expected.sort_unstable();
        assert_eq!(names, expected);
        assert_eq!(value["decision"], "ask");
        assert_eq!(value["reason"]["layer"], "user");
        assert_eq!(value["segments"][1]["source"], "ask_rule");
        assert_eq!(value["guidance"][0]["result"], "allow");
        assert_eq!(value["surface"], true);
        assert_eq!(value["role"], serde_json::Value::Null);
    }
}
