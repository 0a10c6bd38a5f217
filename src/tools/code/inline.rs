//! Languages that are not analysed: their text is inline code.

use crate::span::Span;
use crate::tools::reading::Reading;

use super::notes::Notes;

/// Any text that is not blank may do anything.
pub(super) fn read(text: &str, span: Span) -> Reading {
    let mut notes = Notes::new(span);
    if !text.trim().is_empty() {
        notes.runs_inline();
    }
    notes.finish()
}
