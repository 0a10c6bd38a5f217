//! What programs do: specs as data, argument vectors read against them, and the little languages inside arguments.
//! Knows no policy: a spec cannot say that something is safe.

pub mod code;
pub mod reading;
pub mod schema;

use crate::value::Argument;
use reading::Reading;

/// Reads an argument vector against the spec of its program; `None` where no spec knows the program.
///
/// The program word must be known; a directory in front of it is ignored here (whether the path leads to the program
/// of that name is the walk's question).
#[must_use]
pub fn read(argv: &[Argument]) -> Option<Reading> {
    let _ = argv;
    None
}
