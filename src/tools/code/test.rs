//! Operands of `test` and `[`: they look at files and compare words, except that `-v` and `-R` evaluate a subscript.

use crate::effect::GapKind;
use crate::span::Span;
use crate::tools::reading::Reading;
use crate::value::{Argument, Value};

use super::notes::Notes;

/// Reads the operands of `test`, or those of `[` with or without the closing `]`.
///
/// Where a word may be `-v` and the next may carry a subscript, bash and zsh may run a command in it: that is a gap. A
/// word that may split into several can become both.
#[must_use]
pub fn read(operands: &[Argument], span: Span) -> Reading {
    let operands = match operands.split_last() {
        Some((last, rest)) if last.text() == Some("]") => rest,
        _ => operands,
    };
    let mut notes = Notes::new(span);
    if let Some(word) = operands.iter().find(|word| word.splits && may_split_into_operator(&word.value)) {
        notes.gap_of(GapKind::Evaluation, &shown(word));
    }
    // A word that splits may also vanish, and then its neighbours meet.
    let fixed: Vec<&Argument> = operands.iter().filter(|word| !word.splits).collect();
    let all: Vec<&Argument> = operands.iter().collect();
    if let Some(word) = evaluated(&all).or_else(|| evaluated(&fixed)) {
        notes.gap_of(GapKind::Evaluation, &shown(word));
    }
    if let Some(word) = unknown_operator(operands) {
        notes.gap_of(GapKind::UnknownOperand, word);
    }
    notes.finish()
}

/// The first word whose subscript may be evaluated.
fn evaluated<'w>(words: &[&'w Argument]) -> Option<&'w Argument> {
    words.windows(2).enumerate().find_map(|(index, pair)| match pair {
        [operator, operand] => {
            let evaluates = may_be_unary(words, index) && may_evaluate(&operator.value) && may_have_subscript(operand);
            evaluates.then_some(*operand)
        }
        _ => None,
    })
}

/// Whether the word at `index` can stand where an operator of one operand stands, by the number of operands (POSIX `test`).
fn may_be_unary(words: &[&Argument], index: usize) -> bool {
    match words {
        _ if words.iter().any(|word| word.splits) => true,
        [_, _] => true,
        [_, middle, _] if middle.text().is_some_and(is_binary) => false,
        [first, _, _] => index == 1 && may_be(&first.value, |text| text == "!"),
        _ => true,
    }
}

fn may_evaluate(value: &Value) -> bool {
    may_be(value, |text| matches!(text, "-v" | "-R"))
}

fn may_have_subscript(word: &Argument) -> bool {
    may_be(&word.value, |text| text.contains('['))
}

/// Whether some text that `value` covers satisfies `wanted`; taken to be so where the texts are not known, save that a
/// number is neither an operator nor a name with a subscript.
fn may_be(value: &Value, wanted: impl Fn(&str) -> bool) -> bool {
    match value {
        Value::Known(text) => wanted(text),
        Value::OneOf(texts) => texts.iter().any(|text| wanted(text)),
        Value::Starts(start) => ["-v", "-R", "!"].iter().any(|word| word.starts_with(start.as_str())) || wanted("["),
        Value::Within { .. } | Value::Unknown(_) => true,
        Value::Number | Value::Hexadecimal => false,
    }
}

/// Whether the words that `value` splits into may hold `-v`. File names all begin as their pattern does.
fn may_split_into_operator(value: &Value) -> bool {
    match value {
        Value::Known(text) => text.contains('-'),
        Value::OneOf(texts) => texts.iter().any(|text| text.contains('-')),
        Value::Within { dash, .. } => *dash,
        Value::Number | Value::Hexadecimal => false,
        Value::Starts(_) | Value::Unknown(_) => true,
    }
}

/// A known word in the place of an operator that is none.
fn unknown_operator(operands: &[Argument]) -> Option<&str> {
    match operands {
        [first, _] => first.text().filter(|text| !is_unary(text) && *text != "!"),
        [first, middle, last] => {
            let negated = first.text() == Some("!");
            let grouped = first.text() == Some("(") && last.text() == Some(")");
            let known = |text: &str| is_binary(text) || negated && (is_unary(text) || text == "!");
            if grouped { None } else { middle.text().filter(|text| !known(text)) }
        }
        _ => operands.iter().filter_map(Argument::text).find(|text| looks_like_operator(text)),
    }
}

/// A dash and a few letters that are no operator, in a test so long that every word may be one.
fn looks_like_operator(text: &str) -> bool {
    let letters = text.strip_prefix('-').unwrap_or_default();
    (1..=2).contains(&letters.len())
        && letters.chars().all(|c| c.is_ascii_alphabetic())
        && !is_unary(text)
        && !is_binary(text)
}

fn is_unary(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next() == Some('-')
        && letters.next().is_some_and(|letter| "abcdefghknoprstuvwxzGLNORS".contains(letter))
        && letters.next().is_none()
}

fn is_binary(text: &str) -> bool {
    matches!(
        text,
        "=" | "=="
            | "!="
            | "<"
            | ">"
            | "-eq"
            | "-ne"
            | "-lt"
            | "-le"
            | "-gt"
            | "-ge"
            | "-nt"
            | "-ot"
            | "-ef"
            | "-a"
            | "-o"
    )
}

/// The word as a gap quotes it.
fn shown(word: &Argument) -> String {
    word.text().map_or_else(|| "a word that is not known".to_owned(), str::to_owned)
}

#[cfg(test)]
mod tests;
