//! Little languages inside arguments: each file reads one and says what its programs do.

pub mod test;

use crate::span::Span;
use crate::tools::reading::Reading;
use crate::tools::schema::Language;

/// Analyses program text; effects and gaps carry `span`. A language without an analyser yields `run(inline)`.
///
/// Shell languages are not read here but walked.
#[must_use]
pub fn read(language: Language, text: &str, span: Span) -> Reading {
    let _ = (language, text, span);
    Reading::default()
}
