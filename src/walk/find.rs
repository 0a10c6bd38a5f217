//! What the tests of a `find` let through, by its words.

use super::glob::matches;
use crate::value::Argument;

/// Whether `find` may act upon a file of this name: no test on names or kinds passes it over for certain.
pub(super) fn may_pick(words: &[Argument], name: &str) -> bool {
    // Alternatives and negations may let everything through, and so may a word that is not known.
    let combined =
        words.iter().any(|word| word.text().is_none_or(|text| matches!(text, "-o" | "-or" | "!" | "-not" | ",")));
    // Tests after an action come too late for it.
    let acts =
        words.iter().position(|word| word.text().is_some_and(|text| ACTIONS.iter().any(|one| text.starts_with(one))));
    let tests = words.get(..acts.unwrap_or(words.len())).unwrap_or_default();
    combined || !tests.windows(2).any(|pair| matches!(pair, [test, operand] if passes_over(test, operand, name)))
}

/// Beginnings of the actions of `find`.
const ACTIONS: &[&str] = &["-exec", "-ok", "-print", "-fprint", "-ls", "-fls", "-delete"];

fn passes_over(test: &Argument, operand: &Argument, name: &str) -> bool {
    let Some(operand) = operand.text() else { return false };
    match test.text() {
        Some("-name") => !matches(operand.as_bytes(), name.as_bytes()),
        Some("-iname") => !matches(operand.to_lowercase().as_bytes(), name.to_lowercase().as_bytes()),
        Some("-type") => operand == "d",
        Some(_) | None => false,
    }
}
