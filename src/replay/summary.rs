//! What a replay comes to, for people.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::replay::row::{Recorded, Row};
use crate::report::sanitise;
use crate::report::wording::{code_phrase, mark};
use crate::verdict::{Finding, ReasonCode, Verdict};

/// At most this many lines of each list are shown.
const SHOWN: usize = 10;

/// Counts over rows.
#[derive(Debug, Default)]
pub struct Summary {
    calls: usize,
    approved: usize,
    asked: usize,
    denied: usize,
    silent: usize,
    failed: usize,
    causes: HashMap<(String, ReasonCode), Cause>,
    refused: usize,
    would_pass: Vec<String>,
}

#[derive(Debug, Default)]
struct Cause {
    calls: usize,
    example: String,
}

impl Summary {
    /// Counts one row.
    pub fn add(&mut self, row: &Row) {
        self.calls += 1;
        if row.error.is_some() {
            self.failed += 1;
        }
        match row.verdict() {
            Some(Verdict::Allow) => self.approved += 1,
            Some(Verdict::AskSoft | Verdict::AskHard) => self.asked += 1,
            Some(Verdict::Deny) => self.denied += 1,
            None => self.silent += usize::from(row.error.is_none()),
        }
        if row.recorded == Recorded::Refused {
            self.refused += 1;
            if row.verdict() == Some(Verdict::Allow) && self.would_pass.len() < SHOWN {
                self.would_pass.push(format!("{}: {}", row.tool, sanitise::cut(&row.text, 100)));
            }
        }
        self.blame(row);
    }

    /// Counts each program and code once for a call that is asked about.
    fn blame(&mut self, row: &Row) {
        let Some(decision) = row.decision.as_ref() else { return };
        if !matches!(decision.verdict, Some(Verdict::AskSoft | Verdict::AskHard)) {
            return;
        }
        let findings = decision.segments.iter().flat_map(|segment| &segment.findings);
        let asking: Vec<&Finding> = findings.filter(|finding| finding.verdict != Verdict::Allow).collect();
        let mut counted = Vec::new();
        for finding in &asking {
            let name = finding.program.clone().unwrap_or_else(|| row.tool.clone());
            self.count((name, finding.reason.code), &finding.reason.text, &mut counted);
        }
        if asking.is_empty() {
            self.count((row.tool.clone(), decision.reason.code), &decision.reason.text, &mut counted);
        }
    }

    fn count(&mut self, key: (String, ReasonCode), example: &str, counted: &mut Vec<(String, ReasonCode)>) {
        if counted.contains(&key) {
            return;
        }
        let cause = self.causes.entry(key.clone()).or_default();
        cause.calls += 1;
        if cause.example.is_empty() {
            cause.example =
                if example.is_empty() { code_phrase(key.1).to_owned() } else { sanitise::cut(example, 120) };
        }
        counted.push(key);
    }

    /// The summary as text, ending in a line break. `files` is the number of files read, `passed_over` that of lines that are no records.
    #[must_use]
    pub fn render(&self, files: usize, passed_over: usize) -> String {
        let mut out = format!("{} in {}\n", plural(self.calls, "call"), plural(files, "file"));
        let rows = [
            (mark(Verdict::Allow), "approved", self.approved),
            (mark(Verdict::AskSoft), "asked", self.asked),
            (mark(Verdict::Deny), "denied", self.denied),
            ('·', "left to the agent's own rules", self.silent),
            ('!', "not readable", self.failed),
        ];
        for (mark, name, count) in rows.into_iter().filter(|(_, name, count)| *count > 0 || *name != "not readable") {
            let _ = writeln!(out, "  {mark}  {count:>7}  {:>5.1} %  {name}", share(count, self.calls));
        }
        self.render_causes(&mut out);
        if self.refused > 0 {
            let _ = writeln!(out, "\n{} refused when recorded", plural_were(self.refused));
        }
        if !self.would_pass.is_empty() {
            out.push_str("Refused then, approved now:\n");
            for line in &self.would_pass {
                let _ = writeln!(out, "  {line}");
            }
        }
        if passed_over > 0 {
            let _ = writeln!(out, "\n{} could not be read and were passed over", plural(passed_over, "line"));
        }
        out
    }

    fn render_causes(&self, out: &mut String) {
        let mut causes: Vec<_> = self.causes.iter().collect();
        if causes.is_empty() {
            return;
        }
        let order = |(key, cause): &(&(String, ReasonCode), &Cause)| {
            (std::cmp::Reverse(cause.calls), key.0.clone(), code_phrase(key.1))
        };
        causes.sort_by_key(order);
        out.push_str("\nWhat asked most, each with an example:\n");
        for ((name, _), cause) in causes.into_iter().take(SHOWN) {
            let _ = writeln!(out, "  {:>7}  `{}`: {}", cause.calls, sanitise::cut(name, 40), cause.example);
        }
    }
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn plural_were(count: usize) -> String {
    format!("{} {}", plural(count, "call"), if count == 1 { "was" } else { "were" })
}

#[expect(clippy::cast_precision_loss, reason = "a share is shown with one decimal")]
fn share(count: usize, total: usize) -> f64 {
    if total == 0 { 0.0 } else { 100.0 * count as f64 / total as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    fn row(text: &str, verdict: Verdict, recorded: Recorded) -> Row {
        Row {
            tool: "Bash".to_owned(),
            id: None,
            text: text.to_owned(),
            decision: Some(sample::decision(text, &[verdict])),
            error: None,
            recorded,
        }
    }

    #[test]
    fn the_summary_counts_blames_and_compares() {
        let mut summary = Summary::default();
        summary.add(&row("ls", Verdict::Allow, Recorded::Ran));
        summary.add(&row("npm install", Verdict::AskSoft, Recorded::Ran));
        summary.add(&row("npm ci", Verdict::AskSoft, Recorded::Ran));
        summary.add(&row("cat x\u{1b}", Verdict::Allow, Recorded::Refused));
        summary.add(&Row::unreadable("the request is empty"));
        let expected = "5 calls in 2 files
  ✓        2   40.0 %  approved
  ?        2   40.0 %  asked
  ✗        0    0.0 %  denied
  ·        0    0.0 %  left to the agent's own rules
  !        1   20.0 %  not readable

What asked most, each with an example:
        2  `npm`: a program that callgate does not know

1 call was refused when recorded
Refused then, approved now:
  Bash: cat x\\u{001b}

3 lines could not be read and were passed over
";
        assert_eq!(summary.render(2, 3), expected);
    }

    #[test]
    fn nothing_is_no_fault() {
        assert!(Summary::default().render(0, 0).starts_with("0 calls in 0 files\n"));
    }
}
