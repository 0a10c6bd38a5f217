//! A decision in words: for the person who is asked, for the agent that is refused, for a terminal, for a program.

pub mod explanation;
pub mod guidance;
pub mod hint;
pub mod json;
pub mod sanitise;
pub mod selection;
pub mod terminal;
pub mod wording;

#[cfg(test)]
mod explanation_tests;
#[cfg(test)]
pub(crate) mod sample;
