//! What a person may want to know of a tool, kept apart from the specs: judging never reads it.

use serde::{Deserialize, Serialize};

/// What a person may want to know of a tool, beside what it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// One sentence.
    pub about: String,
    /// Manual and version that the spec was checked against.
    pub source: String,
    /// The spec's file.
    pub file: String,
    /// The line of the spec.
    pub line: u32,
    /// Invocations with their effects.
    pub cases: Vec<(String, String)>,
}
