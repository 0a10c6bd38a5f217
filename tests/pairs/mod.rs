//! The contrast pairs of `fixtures/cases`, read from their files.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing test shall say where")]
#![allow(dead_code, reason = "each test crate uses a part of it")]

use std::fs;
use std::path::PathBuf;

use serde::Deserialize;

/// An attack and what only looks like it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pair {
    /// Kind of threat and case.
    pub(crate) name: String,
    /// A command that must not be allowed.
    pub(crate) attack: String,
    /// A command as near to it as can be, which must be.
    pub(crate) twin: String,
    /// What tells the two apart.
    pub(crate) because: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    pair: Vec<Pair>,
}

/// All pairs, file by file.
pub(crate) fn pairs() -> Vec<Pair> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/cases");
    let mut files: Vec<PathBuf> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        toml::from_str::<File>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())).pair
    };
    files.iter().flat_map(read).collect()
}
