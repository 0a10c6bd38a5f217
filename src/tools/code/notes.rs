//! What a program text is found to do, gathered while it is read.

use crate::effect::{Action, Gap, GapKind, Loss, Origin};
use crate::span::Span;
use crate::tools::reading::{Inner, Objective, Reading, ToolEffect};
use crate::tools::schema::Language;
use crate::value::{Cause, Value};

/// Longest piece of program text that a gap quotes, in characters.
const QUOTED: usize = 60;

/// More findings of one kind than this are not listed but become a gap.
const MOST: usize = 256;

/// Program text that the grammar of its reader does not cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unread(pub(super) String);

/// A [`Reading`] in the making; everything in it carries the span of the program's word.
#[derive(Debug)]
pub(super) struct Notes {
    reading: Reading,
    span: Span,
}

impl Notes {
    pub(super) fn new(span: Span) -> Self {
        Self { reading: Reading::default(), span }
    }

    /// The reading of a text of which nothing is understood.
    pub(super) fn refuse(mut self, text: &str) -> Reading {
        self.gap(text);
        self.finish()
    }

    /// The reading as it stands; the outcome of the reader adds its gap.
    pub(super) fn conclude(mut self, outcome: Result<(), Unread>) -> Reading {
        if let Err(Unread(text)) = outcome {
            self.gap(&text);
        }
        self.finish()
    }

    /// The reading as it stands. A text that is understood and does nothing else prints.
    pub(super) fn finish(mut self) -> Reading {
        let silent = self.reading.effects.is_empty() && self.reading.gaps.is_empty() && self.reading.inner.is_empty();
        if silent {
            self.effect(Action::Print, Objective::Nothing, None);
        }
        self.reading
    }

    pub(super) fn gap(&mut self, text: &str) {
        self.gap_of(GapKind::Code, text);
    }

    pub(super) fn gap_of(&mut self, kind: GapKind, text: &str) {
        let text = text.chars().take(QUOTED).collect();
        let gap = Gap { kind, text, span: self.span };
        if self.reading.gaps.len() < MOST && !self.reading.gaps.contains(&gap) {
            self.reading.gaps.push(gap);
        }
    }

    pub(super) fn prints(&mut self) {
        self.effect(Action::Print, Objective::Nothing, None);
    }

    pub(super) fn reads(&mut self, path: Value) {
        self.unusual(Action::Read, Objective::Path(path));
    }

    pub(super) fn writes(&mut self, path: Value) {
        self.unusual(Action::Write, Objective::Path(path));
    }

    pub(super) fn appends(&mut self, path: Value) {
        self.unusual(Action::Append, Objective::Path(path));
    }

    pub(super) fn elevates(&mut self) {
        self.unusual(Action::Elevate, Objective::Nothing);
    }

    /// Reads one variable of the environment, or all of it.
    pub(super) fn environment(&mut self, name: Option<&str>) {
        let object = name.map_or(Objective::Nothing, |name| Objective::Name(name.to_owned()));
        self.unusual(Action::Env, object);
    }

    /// Reaches a host that the text does not settle.
    pub(super) fn connects(&mut self) {
        self.unusual(Action::Connect(crate::effect::Flow::Send), Objective::Host(None));
    }

    /// Runs a command that the text does not settle.
    pub(super) fn runs_unknown(&mut self) {
        self.unusual(Action::Run(Origin::Unknown), Objective::Nothing);
    }

    /// Runs this text with `sh -c`. A blank one does nothing: `system("")` only flushes.
    pub(super) fn runs_shell(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        let text = Value::Known(text.to_owned());
        let code = Inner::Code { language: Language::Sh, text, arguments: Vec::new(), span: self.span };
        if self.reading.inner.len() >= MOST {
            self.gap("more commands than are followed");
        } else if !self.reading.inner.contains(&code) {
            self.reading.inner.push(code);
        }
    }

    /// Runs the text itself, which is not analysed.
    pub(super) fn runs_inline(&mut self) {
        self.effect(Action::Run(Origin::Inline), Objective::Nothing, None);
    }

    /// Runs code of this origin, as a matter of course.
    pub(super) fn runs(&mut self, origin: Origin) {
        self.effect(Action::Run(origin), Objective::Nothing, None);
    }

    fn unusual(&mut self, action: Action, object: Objective) {
        self.effect(action, object, Some(self.span));
    }

    fn effect(&mut self, action: Action, object: Objective, word: Option<Span>) {
        let effect = ToolEffect { action, object, loss: Loss::None, word, span: self.span };
        if self.reading.effects.len() >= MOST {
            self.gap("more effects than are followed");
        } else if !self.reading.effects.contains(&effect) {
            self.reading.effects.push(effect);
        }
    }
}

/// A path that the program computes.
pub(super) fn computed() -> Value {
    Value::Unknown(Cause::Expansion)
}

/// A path as a program names it.
pub(super) fn file(name: &str) -> Value {
    Value::Known(spelled(name))
}

/// The name spelled so that `-` stays a file and is not taken for standard input or output.
pub(super) fn spelled(name: &str) -> String {
    if name.starts_with('-') { format!("./{name}") } else { name.to_owned() }
}
