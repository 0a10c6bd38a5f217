//! What programs do: specs as data, argument vectors read against them, and the little languages inside arguments.
//! Knows no policy: a spec cannot say that something is safe.

mod about;
mod added;
mod address;
pub mod code;
pub mod describe;
mod fields;
mod outcome;
pub mod packed;
#[cfg(test)]
pub mod packing;
pub mod reading;
mod remote;
mod scan;
pub mod schema;
mod slots;
#[cfg(test)]
pub mod spec_check;
#[cfg(test)]
pub mod spec_grammar;
#[cfg(test)]
pub mod spec_text;
#[cfg(test)]
mod tests;

pub use about::About;

use crate::value::Argument;
use packed::Packed;
use reading::Reading;
use scan::Scan;

/// Reads an argument vector against the spec of its program; `None` where no spec knows the program.
///
/// The program word must be known; a directory in front of it is ignored here (whether the path leads to the program
/// of that name is the walk's question).
#[must_use]
pub fn read(argv: &[Argument]) -> Option<Reading> {
    let packed = Packed::find(program(argv)?)?;
    Some(outcome::outcome(Scan::of(argv, packed)))
}

/// The name of the program, without the directory in front.
fn program(argv: &[Argument]) -> Option<&str> {
    let word = argv.first()?.text()?;
    // A name with a blank in it would reach a subcommand.
    word.rsplit('/').next().filter(|name| !name.contains(' '))
}

/// What is to be told of every tool with a spec, in the order of the spec files.
#[must_use]
pub fn about() -> Vec<About> {
    const BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/about.bin"));
    postcard::from_bytes(BYTES).unwrap_or_default()
}
