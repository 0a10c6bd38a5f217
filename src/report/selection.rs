//! Which header and which lesson fit a decision, from four facts alone.

use crate::verdict::{Decision, Verdict};

/// The facts that choose the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// Whether the text was read whole.
    pub parsed: bool,
    /// Number of segments.
    pub total: usize,
    /// Number of segments that are not approved.
    pub gated: usize,
    /// Whether the segments share shell state.
    pub stateful: bool,
}

/// What the first line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// The text could not be read.
    Unreadable,
    /// There is nothing to judge.
    Nothing,
    /// The only part is approved.
    OneApproved,
    /// The only part is not approved.
    OneGated,
    /// All of several parts are approved.
    AllApproved,
    /// Some or all of several parts are not approved.
    SomeGated,
}

/// What there is to learn for next time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lesson {
    /// Nothing.
    None,
    /// It waits for a person; a call of its own holds up nothing else.
    KeepAlone,
    /// No part is approved on its own.
    NoneApproved,
    /// The parts belong in one call.
    BelongTogether,
    /// The parts may be calls of their own.
    SendSeparately,
}

impl Facts {
    /// The facts of a decision.
    #[must_use]
    pub fn of(decision: &Decision) -> Self {
        Self {
            parsed: decision.parsed,
            total: decision.segments.len(),
            gated: decision.segments.iter().filter(|segment| segment.verdict != Verdict::Allow).count(),
            stateful: decision.stateful,
        }
    }

    /// The first line.
    #[must_use]
    pub fn header(self) -> Header {
        match (self.parsed, self.total, self.gated) {
            (false, _, _) => Header::Unreadable,
            (true, 0, _) => Header::Nothing,
            (true, 1, 0) => Header::OneApproved,
            (true, 1, _) => Header::OneGated,
            (true, _, 0) => Header::AllApproved,
            (true, _, _) => Header::SomeGated,
        }
    }

    /// The lesson.
    #[must_use]
    pub fn lesson(self) -> Lesson {
        match self.header() {
            Header::Unreadable | Header::Nothing | Header::OneApproved | Header::AllApproved => Lesson::None,
            Header::OneGated => Lesson::KeepAlone,
            Header::SomeGated if self.gated == self.total => Lesson::NoneApproved,
            Header::SomeGated if self.stateful => Lesson::BelongTogether,
            Header::SomeGated => Lesson::SendSeparately,
        }
    }

    /// Whether an agent whose call was not decided learns something from the explanation: a chain of approved and other parts.
    #[must_use]
    pub fn should_surface(self) -> bool {
        self.parsed && self.total >= 2 && self.gated > 0 && self.gated < self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_render_table() {
        let rows = [
            (false, 1, 1, false, Header::Unreadable, Lesson::None, false),
            (true, 0, 0, false, Header::Nothing, Lesson::None, false),
            (true, 1, 0, false, Header::OneApproved, Lesson::None, false),
            (true, 1, 1, false, Header::OneGated, Lesson::KeepAlone, false),
            (true, 3, 0, false, Header::AllApproved, Lesson::None, false),
            (true, 3, 0, true, Header::AllApproved, Lesson::None, false),
            (true, 3, 3, false, Header::SomeGated, Lesson::NoneApproved, false),
            (true, 3, 3, true, Header::SomeGated, Lesson::NoneApproved, false),
            (true, 3, 1, true, Header::SomeGated, Lesson::BelongTogether, true),
            (true, 3, 1, false, Header::SomeGated, Lesson::SendSeparately, true),
        ];
        for (parsed, total, gated, stateful, header, lesson, surfaces) in rows {
            let facts = Facts { parsed, total, gated, stateful };
            assert_eq!(
                (facts.header(), facts.lesson(), facts.should_surface()),
                (header, lesson, surfaces),
                "{facts:?}"
            );
        }
    }

    #[test]
    fn ac_74_only_a_mixed_chain_surfaces() {
        for total in 0..6 {
            for gated in 0..=total {
                for (parsed, stateful) in [(false, false), (true, false), (false, true), (true, true)] {
                    let facts = Facts { parsed, total, gated, stateful };
                    assert_eq!(facts.should_surface(), parsed && (1..total).contains(&gated), "{facts:?}");
                }
            }
        }
    }
}
