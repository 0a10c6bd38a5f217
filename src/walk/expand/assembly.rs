//! A word while its pieces are put together, and the arguments that it becomes.

use crate::span::Span;
use crate::value::{Argument, Cause, Value};
use crate::walk::concat::concat;

/// A word while its pieces are put together.
pub(super) struct Assembly {
    pub(super) value: Value,
    pub(super) started: bool,
    pub(super) splits: bool,
    /// Whether an expansion in it may end the word and begin others with any text.
    pub(super) open: bool,
    pub(super) span: Span,
}

impl Assembly {
    pub(super) fn new(span: Span) -> Self {
        Self { value: Value::Known(String::new()), started: false, splits: false, open: false, span }
    }

    pub(super) fn text(&mut self, value: Value) {
        self.started = true;
        self.value = concat(std::mem::replace(&mut self.value, Value::Number), value);
    }

    pub(super) fn glob(&mut self) {
        self.splits = true;
        self.text(Value::Within { dir: String::new(), dash: true });
    }

    /// The names it stands for are known not to begin with a dash.
    pub(super) fn begins_without_dash(&mut self) {
        if let Value::Within { dash, .. } = &mut self.value {
            *dash = false;
        }
    }

    pub(super) fn several(&mut self, value: Value) {
        self.splits = true;
        let value = match value {
            Value::Within { dir, .. } => Value::Within { dir, dash: true },
            Value::Number | Value::Hexadecimal => value,
            Value::Known(_) | Value::OneOf(_) | Value::Starts(_) | Value::Unknown(_) => {
                Value::Unknown(Cause::Substitution)
            }
        };
        self.text(value);
    }

    pub(super) fn items(&mut self, items: Vec<Value>, out: &mut Vec<Argument>) {
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.finish_and_restart(out);
            }
            self.text(item);
        }
    }

    pub(super) fn finish_and_restart(&mut self, out: &mut Vec<Argument>) {
        let next = Self::new(self.span);
        std::mem::replace(self, next).finish(out);
    }

    pub(super) fn finish(self, out: &mut Vec<Argument>) {
        if self.started {
            let begins_only = self.open && matches!(self.value, Value::Starts(_));
            let value = if begins_only { Value::Unknown(Cause::Expansion) } else { self.value };
            out.push(Argument { value, span: self.span, splits: self.splits });
        }
    }
}
