//! What probably went wrong, where the text gives it away.

use crate::effect::GapKind;
use crate::report::sanitise;
use crate::verdict::{Decision, Finding};

/// What would help, if something is sure to.
#[must_use]
pub fn of_decision(decision: &Decision) -> Option<String> {
    quoting(decision).or_else(|| pattern(decision))
}

/// For `rm *.rs`: a file whose name begins with `-` would be an option.
fn pattern(decision: &Decision) -> Option<String> {
    decision.segments.iter().flat_map(|segment| &segment.findings).find_map(|finding| {
        let gap = finding.gap.as_ref().filter(|gap| gap.kind == GapKind::ComputedFlag)?;
        let word = gap.span.of(&decision.text);
        if !word.starts_with(['*', '?', '[']) || word.contains([' ', '\n', '\t', ';', '&', '|']) {
            return None;
        }
        let word = sanitise::cut(word, 60);
        Some(format!("a file name that `{word}` matches may begin with `-`; written `./{word}` it cannot be an option"))
    })
}

/// For `FLAGS=-D warnings cargo doc`: the value ended at the blank, and the shell would run `warnings`.
///
/// Said only where an unquoted assignment stands right before a program that nobody knows.
fn quoting(decision: &Decision) -> Option<String> {
    decision.segments.iter().flat_map(|segment| &segment.findings).find_map(|finding| of(finding, &decision.text))
}

fn of(finding: &Finding, text: &str) -> Option<String> {
    finding.gap.as_ref().filter(|gap| gap.kind == GapKind::UnknownProgram)?;
    let program = finding.program.as_deref()?;
    let command = text.get(finding.span.start..)?;
    let (before, at) = if command.starts_with(program) {
        (text.get(..finding.span.start)?, program)
    } else {
        let offset = command.get(..finding.span.end.checked_sub(finding.span.start)?)?.find(program)?;
        (command.get(..offset)?, program)
    };
    let assignment = before.trim_end_matches([' ', '\t']).rsplit([' ', '\t', '\n', ';', '&', '|', '(']).next()?;
    let (name, value) = assignment.split_once('=')?;
    if !is_name(name) || value.is_empty() || value.contains(['"', '\'', '$', '`', '\\']) {
        return None;
    }
    let (name, value, at) = (sanitise::line(name), sanitise::cut(value, 60), sanitise::cut(at, 60));
    Some(format!(
        "the shell takes `{name}={value}` for a setting and `{at}` for the program; if `{at}` belongs to the value, \
         quote it: `{name}='{value} {at}'`"
    ))
}

fn is_name(text: &str) -> bool {
    text.chars().next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && text.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use crate::verdict::Verdict;

    #[test]
    fn a_pattern_that_may_be_an_option_gets_its_safe_spelling() {
        let text = "touch *.rs";
        let mut decision = sample::decision(text, &[Verdict::AskSoft]);
        let span = crate::span::Span::new(6, 10);
        let gap = crate::effect::Gap { kind: GapKind::ComputedFlag, text: "/…".to_owned(), span };
        decision.segments[0].findings[0].gap = Some(gap);
        assert!(of_decision(&decision).unwrap().contains("`./*.rs`"));
        decision.text = "touch $X  ".to_owned();
        assert_eq!(of_decision(&decision), None);
    }

    fn hint(text: &str) -> Option<String> {
        quoting(&sample::decision(text, &[Verdict::AskSoft]))
    }

    #[test]
    fn ac_81_an_unquoted_value_before_an_unknown_program_is_pointed_out() {
        let text = hint("FLAGS=-D warnings cargo doc").unwrap();
        assert!(text.contains("`warnings` for the program") && text.contains("`FLAGS='-D warnings'`"), "{text}");
    }

    #[test]
    fn ac_81_the_span_may_begin_at_the_program() {
        let mut decision = sample::decision("FLAGS=-D warnings cargo doc", &[Verdict::AskSoft]);
        decision.segments[0].findings[0].span.start = "FLAGS=-D ".len();
        assert!(quoting(&decision).is_some());
    }

    #[test]
    fn ac_81_no_hint_without_the_surprise() {
        let plain = ["frobnicate --all", "FLAGS='-D' warnings", "FLAGS=$X warnings", "FLAGS= warnings", "a b=c frob"];
        for text in plain {
            assert_eq!(hint(text), None, "{text}");
        }
        assert_eq!(quoting(&sample::decision("FLAGS=-D warnings", &[Verdict::AskHard])), None);
    }
}
