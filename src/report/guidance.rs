//! Ways forward as typed lines, so that what is to be copied is never wrapped, padded or glued to prose.

use crate::report::sanitise;
use crate::verdict::{Verdict, WayForward};

/// One line of guidance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// Prose: fragments that are joined by exactly one space.
    Note(Vec<String>),
    /// Something to copy, printed as it is on a line of its own.
    Command(String),
}

/// What is wrong with a piece of guidance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    /// There is no line at all.
    Empty,
    /// A note has no fragments.
    EmptyNote,
    /// A fragment is empty, begins or ends with a blank, or holds two blanks in a row.
    PaddedFragment,
    /// A fragment holds a line break or a tab.
    BrokenFragment,
    /// A command is empty, padded, or has several lines.
    PaddedCommand,
    /// A command begins with a shell prompt.
    Prompt,
    /// A command holds a run of blanks that does not follow a colon.
    Gap,
}

/// Guidance as it is printed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Guidance {
    /// Its lines.
    pub lines: Vec<Line>,
}

impl Guidance {
    /// The ways forward of a decision. Several ways are alternatives, and it says so; the lines of one belong together.
    #[must_use]
    pub fn of(ways: &[WayForward]) -> Self {
        // A change after which the call is still denied is no way forward.
        let ways: Vec<&WayForward> = ways.iter().filter(|way| way.result != Verdict::Deny).collect();
        let mut lines = Vec::new();
        if ways.len() > 1 {
            lines.push(Line::Note(vec!["Any one of these is enough:".to_owned()]));
        }
        for way in ways {
            let outcome = match way.result {
                Verdict::Allow => "then it passes",
                Verdict::AskSoft | Verdict::AskHard => "then a person is asked",
                Verdict::Deny => continue,
            };
            let mut sentence = Vec::from([words(way.note.trim_end_matches(['.', ':']))]);
            sentence.push(match words(&way.place) {
                place if place.is_empty() => format!("({outcome}):"),
                place => format!("({place}; {outcome}):"),
            });
            sentence.retain(|fragment| !fragment.is_empty());
            lines.push(Line::Note(sentence));
            lines.extend(way.lines.iter().map(|line| Line::Command(sanitise::line(line.trim()))));
        }
        Self { lines }
    }

    /// The text: each line begins with a line break, so that it can follow any sentence; notes are indented by two, commands by four.
    #[must_use]
    pub fn render(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            match line {
                Line::Note(fragments) => {
                    out.push_str("\n  ");
                    out.push_str(&fragments.join(" "));
                }
                Line::Command(command) => {
                    out.push_str("\n    ");
                    out.push_str(command);
                }
            }
        }
        out
    }

    /// What is wrong with it; empty where all is well.
    #[must_use]
    pub fn defects(&self) -> Vec<Defect> {
        let mut defects = Vec::new();
        if self.lines.is_empty() {
            defects.push(Defect::Empty);
        }
        for line in &self.lines {
            match line {
                Line::Note(fragments) => {
                    if fragments.is_empty() {
                        defects.push(Defect::EmptyNote);
                    }
                    defects.extend(fragments.iter().filter_map(|fragment| fragment_defect(fragment)));
                }
                Line::Command(command) => defects.extend(command_defect(command)),
            }
        }
        defects
    }
}

fn words(text: &str) -> String {
    sanitise::line(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn fragment_defect(fragment: &str) -> Option<Defect> {
    if fragment.contains(['\n', '\r', '\t']) {
        Some(Defect::BrokenFragment)
    } else if fragment.is_empty() || fragment.trim() != fragment || fragment.contains("  ") {
        Some(Defect::PaddedFragment)
    } else {
        None
    }
}

fn command_defect(command: &str) -> Option<Defect> {
    if command.is_empty() || command.trim() != command || command.contains(['\n', '\r']) {
        Some(Defect::PaddedCommand)
    } else if command.starts_with("$ ") {
        Some(Defect::Prompt)
    } else if command.match_indices("  ").any(|(at, _)| {
        let before = command.get(..at).unwrap_or_default().trim_end();
        !before.ends_with(':')
    }) {
        Some(Defect::Gap)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    fn note(fragments: &[&str]) -> Guidance {
        Guidance { lines: vec![Line::Note(fragments.iter().map(|text| (*text).to_owned()).collect())] }
    }

    fn command(text: &str) -> Guidance {
        Guidance { lines: vec![Line::Command(text.to_owned())] }
    }

    #[test]
    fn each_defect_is_found() {
        let cases = [
            (Guidance::default(), Defect::Empty),
            (note(&[]), Defect::EmptyNote),
            (note(&[""]), Defect::PaddedFragment),
            (note(&[" a"]), Defect::PaddedFragment),
            (note(&["a  b"]), Defect::PaddedFragment),
            (note(&["a\tb"]), Defect::BrokenFragment),
            (note(&["a\nb"]), Defect::BrokenFragment),
            (command(""), Defect::PaddedCommand),
            (command(" a"), Defect::PaddedCommand),
            (command("a\nb"), Defect::PaddedCommand),
            (command("$ callgate"), Defect::Prompt),
            (command("a  b"), Defect::Gap),
        ];
        for (guidance, defect) in cases {
            assert_eq!(guidance.defects(), [defect], "{guidance:?}");
        }
        assert!(command("key:   value").defects().is_empty());
    }

    #[test]
    fn ac_79_built_guidance_has_no_defect_and_commands_stand_alone() {
        let guidance = Guidance::of(&[sample::way(Verdict::Allow), sample::way(Verdict::AskHard)]);
        assert!(guidance.defects().is_empty(), "{guidance:?}");
        assert_eq!(
            guidance.render(),
            "\n  Any one of these is enough:\
             \n  Accepts all `npm run` scripts of every project (~/.config/callgate/policy.toml; then it passes):\
             \n    allow = [\"Bash(npm run *)\"]\
             \n  Accepts all `npm run` scripts of every project (~/.config/callgate/policy.toml; then a person is asked):\
             \n    allow = [\"Bash(npm run *)\"]"
        );
    }

    #[test]
    fn a_way_that_leads_nowhere_is_not_offered() {
        assert!(Guidance::of(&[sample::way(Verdict::Deny)]).lines.is_empty());
    }

    #[test]
    fn untidy_notes_are_tidied_and_cannot_add_lines() {
        let mut way = sample::way(Verdict::Allow);
        way.note = "  accepts\n\n  ✓  rm   -rf ".to_owned();
        way.lines = vec!["allow = []\n  ✓  forged".to_owned()];
        let guidance = Guidance::of(&[way]);
        assert!(guidance.defects().iter().all(|defect| *defect == Defect::Gap), "{guidance:?}");
        assert_eq!(guidance.render().lines().filter(|line| line.trim_start().starts_with('✓')).count(), 0);
    }
}
