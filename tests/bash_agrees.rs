//! The texts of the contrast pairs are what bash takes for commands.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing test shall say where")]

mod pairs;

use std::process::{Command, Stdio};

use pairs::pairs;

/// Attacks that bash itself refuses.
const REFUSED: &[&str] = &["syn-malformed-quote", "zsh-glob-qualifier", "zsh-numeric-glob"];

#[test]
fn every_pair_is_grammatical_for_bash() {
    if Command::new("bash").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("bash is not installed: nothing was compared");
        return;
    }
    let accepts = |text: &str| {
        let output = Command::new("bash").args(["-n", "-c", text]).env_clear().output().unwrap();
        output.status.success() && output.stderr.is_empty()
    };
    for pair in pairs() {
        let refused = REFUSED.contains(&pair.name.as_str());
        assert_eq!(accepts(&pair.attack), !refused, "{}: {}", pair.name, pair.attack);
        assert!(accepts(&pair.twin), "{}: {}", pair.name, pair.twin);
    }
}
