//! The explanation on a terminal: colours where they are wanted, the offending words underlined.

use crate::report::explanation::{self, Limits, Reader};
use crate::report::hint;
use crate::report::sanitise;
use crate::report::wording::{Consequence, reason};
use crate::span::Span;
use crate::verdict::{Decision, Finding, Verdict};

/// Whether to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// With escape sequences.
    Always,
    /// Plain text.
    Never,
}

impl Colour {
    fn paint(self, verdict: Verdict, text: &str) -> String {
        let code = match verdict {
            Verdict::Allow => "32",
            Verdict::AskSoft | Verdict::AskHard => "33",
            Verdict::Deny => "31",
        };
        self.wrap(code, text)
    }

    fn wrap(self, code: &str, text: &str) -> String {
        match self {
            Self::Always => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            Self::Never => text.to_owned(),
        }
    }
}

/// The whole explanation, ending in a line break.
#[must_use]
pub fn explain(decision: &Decision, colour: Colour) -> String {
    let header = explanation::header(decision, Consequence::Unstated);
    let Some(verdict) = decision.verdict else {
        let lines = [vec![header], explanation::note_lines(decision)].concat();
        return lines.join("\n") + "\n";
    };
    let mut out = vec![colour.paint(verdict, &header)];
    for (line, segment) in explanation::segment_lines(decision, Limits::TERMINAL).into_iter().zip(&decision.segments) {
        out.push(colour.paint(segment.verdict, &line));
    }
    let blamed = blamed(decision);
    for finding in &blamed {
        out.push(String::new());
        out.extend(underlined(&decision.text, finding.offending, finding.verdict, colour));
        out.push(format!("  {}", reason(finding.program.as_deref(), &finding.reason)));
    }
    if !blamed.iter().any(|finding| finding.reason == decision.reason) {
        out.push(String::new());
        out.push(format!("  {}", reason(None, &decision.reason)));
    }
    let mut rest: Vec<String> = hint::of_decision(decision).map(|hint| format!("Hint: {hint}")).into_iter().collect();
    rest.extend(explanation::authority_line(decision));
    rest.extend(explanation::note_lines(decision));
    rest.extend(explanation::lesson_line(decision, Consequence::Unstated, Reader::Person));
    if !rest.is_empty() {
        out.push(String::new());
        out.extend(rest);
    }
    let mut text = out.join("\n");
    text.push_str(&explanation::ways(decision));
    text.push('\n');
    text
}

/// The findings to show under the text: all that are not approved, each word and reason once, at most twelve.
fn blamed(decision: &Decision) -> Vec<&Finding> {
    let mut shown: Vec<&Finding> = Vec::new();
    for finding in decision.segments.iter().flat_map(|segment| &segment.findings) {
        let seen = shown.iter().any(|other| other.offending == finding.offending && other.reason == finding.reason);
        if finding.verdict != Verdict::Allow && !seen && shown.len() < 12 {
            shown.push(finding);
        }
    }
    shown
}

/// The line of the text that holds the words, with carets under them. Nothing where the span lies outside the text.
fn underlined(text: &str, span: Span, verdict: Verdict, colour: Colour) -> Vec<String> {
    const WIDTH: usize = 100;
    let words = span.of(text);
    if words.is_empty() {
        return Vec::new();
    }
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let before = text.get(line_start..span.start).unwrap_or_default();
    let after = after.split('\n').next().unwrap_or_default();
    let words = words.split('\n').next().unwrap_or_default();
    // A long line is shown around the words.
    let skipped = before.chars().count().saturating_sub(WIDTH / 2);
    let before: String = before.chars().skip(skipped).collect();
    let before = if skipped > 0 { format!("…{}", sanitise::line(&before)) } else { sanitise::line(&before) };
    let shown: String = words.chars().take(WIDTH).collect();
    let tail: String = after.chars().take(if shown == words { WIDTH / 2 } else { 0 }).collect();
    let more = if shown != words || tail != after { "…" } else { "" };
    let shown = sanitise::line(&shown);
    let carets = "^".repeat(shown.chars().count().max(1));
    vec![
        format!("  {before}{}{}{more}", colour.paint(verdict, &shown), sanitise::line(&tail)),
        format!("  {}{}", " ".repeat(before.chars().count()), colour.paint(verdict, &carets)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn offending_words_are_underlined_where_they_stand() {
        let decision = sample::decision("git status && frobnicate now", &[Verdict::Allow, Verdict::AskSoft]);
        let text = explain(&decision, Colour::Never);
        let lines: Vec<_> = text.lines().collect();
        let at = lines.iter().position(|line| line.trim_start().starts_with('^')).unwrap();
        assert_eq!(lines[at - 1], "  git status && frobnicate now");
        assert_eq!(lines[at], "                ^^^^^^^^^^^^^^");
        assert!(lines[at + 1].contains("`frobnicate`: a program that callgate does not know"), "{text}");
    }

    #[test]
    fn a_long_or_split_text_is_shown_around_the_words() {
        let text = format!("cat <<E\n{}\nE\n{} rm -rf / {}", "x".repeat(500), "a ".repeat(200), "b ".repeat(200));
        let start = text.find("rm -rf /").unwrap();
        let lines = underlined(&text, Span::new(start, start + 8), Verdict::Deny, Colour::Never);
        assert!(lines[0].contains("rm -rf / b") && lines[0].chars().count() < 130, "{lines:?}");
        let column = lines[1].find('^').unwrap();
        let chars: String = lines[0].chars().skip(column).take(8).collect();
        assert_eq!(chars, "rm -rf /");
    }

    #[test]
    fn a_span_outside_the_text_is_left_out() {
        assert!(underlined("ls", Span::new(5, 9), Verdict::Deny, Colour::Never).is_empty());
        assert!(underlined("ä", Span::new(1, 2), Verdict::Deny, Colour::Never).is_empty());
    }

    #[test]
    fn plain_text_holds_no_escape_and_colour_only_ours() {
        let decision = sample::decision("printf \u{1b}[2J", &[Verdict::AskSoft]);
        assert!(!explain(&decision, Colour::Never).contains('\u{1b}'));
        let coloured = explain(&decision, Colour::Always);
        assert!(coloured.contains("\u{1b}[33m") && !coloured.contains("\u{1b}[2J"));
    }

    #[test]
    fn nothing_to_check_is_said_in_one_line() {
        let decision = sample::decision("", &[]);
        assert_eq!(explain(&decision, Colour::Never), "there is nothing to check here\n");
    }
}
