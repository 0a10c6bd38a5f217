//! Little languages inside arguments: each file reads one and says what its programs do.
//!
//! Each reader knows the grammar that it accepts; what lies outside becomes a gap, never silence. A program that is
//! understood and does nothing but compute yields [`Action::Print`](crate::effect::Action::Print).

mod awk;
mod cursor;
mod inline;
mod jq;
mod mode;
mod notes;
pub(crate) mod python;
mod sed;
mod sql;
pub mod test;

use crate::span::Span;
use crate::tools::reading::Reading;
use crate::tools::schema::Language;

use notes::Notes;

/// Texts longer than this are not read.
const LONGEST: usize = 64 * 1024;

/// Analyses program text; effects and gaps carry `span`. A language without an analyser yields `run(inline)`.
///
/// Shell languages are not read here but walked: they come out as a gap. So do the operands of `test`, which are words
/// and not one text ([`test::read`]), unless the text is a single word.
#[must_use]
pub fn read(language: Language, text: &str, span: Span) -> Reading {
    if text.len() > LONGEST {
        return Notes::new(span).refuse(text);
    }
    match language {
        Language::Bash | Language::Sh => Notes::new(span).refuse(text),
        Language::Sed => sed::read(text, span),
        Language::Awk => awk::read(text, span),
        Language::Jq => jq::read(text, span),
        Language::Test => test::read(&[crate::value::Argument::known(text, span)], span),
        Language::Mode => mode::read(text, span),
        Language::Sql => sql::read(text, span),
        Language::Python => python::read(text, span),
        Language::JavaScript | Language::Perl | Language::Ruby | Language::Other => inline::read(text, span),
    }
}
