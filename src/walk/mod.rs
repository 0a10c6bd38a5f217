//! Tree and scope → what would run.

use crate::effect::Analysis;
use crate::place::Place;
use crate::shell::Dialect;

/// Walks a shell text as the shell would, and gathers what each part would do.
#[must_use]
pub fn analyse(text: &str, dialect: Dialect, place: &Place) -> Analysis {
    let _ = (text, dialect, place);
    Analysis::default()
}
