//! What is wrong with a policy file.

use std::fmt;
use std::path::PathBuf;

/// One error in a policy file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyError {
    /// The file.
    pub file: PathBuf,
    /// Line, from 1; 0 where the file as a whole is meant.
    pub line: usize,
    /// Column in characters, from 1; 0 where the file as a whole is meant.
    pub column: usize,
    /// The key, with its tables, where one is to blame.
    pub key: Option<String>,
    /// What is wrong: one lowercase phrase.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl fmt::Display for PolicyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.file.display())?;
        if self.line > 0 {
            write!(formatter, ":{}:{}", self.line, self.column)?;
        }
        if let Some(key) = &self.key {
            write!(formatter, ": `{key}`")?;
        }
        write!(formatter, ": {}", self.message)
    }
}

impl std::error::Error for PolicyError {}
