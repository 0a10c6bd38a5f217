//! Registering the hook with an agent: an edit of its settings that leaves every other byte as it is.

pub mod edit;
pub mod entry;
pub mod file;
pub mod preview;

#[cfg(test)]
mod edit_tests;
