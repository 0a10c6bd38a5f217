//! A policy file's text as a table with positions, and the errors found while reading it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::problem::PolicyError;

/// A value with where it stands.
pub(crate) type Located<'t> = Spanned<DeValue<'t>>;

/// One file being read: its text, what was wrong, what is worth saying.
#[derive(Debug)]
pub(crate) struct Document<'t> {
    file: PathBuf,
    text: &'t str,
    /// Errors, in the order met.
    pub(crate) errors: Vec<PolicyError>,
    /// Remarks, in the order met.
    pub(crate) notes: Vec<String>,
}

impl<'t> Document<'t> {
    /// Parses a text. What can be read of a broken text is returned beside its errors.
    pub(crate) fn parse(file: &Path, text: &'t str) -> (Self, DeTable<'t>) {
        let mut document = Self { file: file.to_path_buf(), text, errors: Vec::new(), notes: Vec::new() };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let span = error.span().unwrap_or_default();
            document.error(span, None, error.message().to_lowercase().replace('\n', ", "), None);
        }
        (document, table.into_inner())
    }

    /// Records an error.
    pub(crate) fn error(&mut self, span: Range<usize>, key: Option<&str>, message: String, hint: Option<String>) {
        let (line, column) = position(self.text, span.start);
        self.errors.push(PolicyError {
            file: self.file.clone(),
            line,
            column,
            key: key.map(str::to_owned),
            message,
            hint,
        });
    }

    /// Records a remark on a key.
    pub(crate) fn note(&mut self, span: Range<usize>, message: &str) {
        let (line, _) = position(self.text, span.start);
        self.notes.push(format!("{}:{line}: {message}", self.file.display()));
    }

    /// The text of a value, or an error that quotes the key.
    pub(crate) fn string(&mut self, key: &str, value: &Located<'t>) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.wrong(key, value, "text in quotes");
        }
        text
    }

    /// A yes or no, or an error that quotes the key.
    pub(crate) fn boolean(&mut self, key: &str, value: &Located<'t>) -> Option<bool> {
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong(key, value, "`true` or `false`");
        }
        flag
    }

    /// A list of texts. An element of another kind is an error; the others still count.
    pub(crate) fn strings(&mut self, key: &str, value: &Located<'t>) -> Vec<(String, Range<usize>)> {
        let Some(array) = value.get_ref().as_array() else {
            self.wrong(key, value, "a list of texts");
            return Vec::new();
        };
        let mut texts = Vec::new();
        for element in array.iter() {
            match element.get_ref().as_str() {
                Some(text) if !text.trim().is_empty() => texts.push((text.to_owned(), element.span())),
                Some(_) | None => self.wrong(key, element, "text in quotes that is not empty"),
            }
        }
        texts
    }

    /// One of some words, or an error that lists them.
    pub(crate) fn choice<T: Copy>(&mut self, key: &str, value: &Located<'t>, choices: &[(&str, T)]) -> Option<T> {
        let found = value
            .get_ref()
            .as_str()
            .and_then(|text| choices.iter().find(|(name, _)| *name == text))
            .map(|(_, choice)| *choice);
        if found.is_none() {
            let names: Vec<String> = choices.iter().map(|(name, _)| format!("`\"{name}\"`")).collect();
            self.wrong(key, value, &names.join(" or "));
        }
        found
    }

    /// A table, or an error that quotes the key.
    pub(crate) fn table<'v>(&mut self, key: &str, value: &'v Located<'t>) -> Option<&'v DeTable<'t>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong(key, value, "a table");
        }
        table
    }

    /// Says that a value is not what its key takes.
    pub(crate) fn wrong(&mut self, key: &str, value: &Located<'t>, wanted: &str) {
        let found = self.text.get(value.span()).unwrap_or_default().lines().next().unwrap_or_default();
        let message = format!("wrong value `{found}`");
        self.error(value.span(), Some(key), message, Some(format!("it takes {wanted}")));
    }

    /// Says that a key means nothing here, with the nearest that does.
    pub(crate) fn unknown(&mut self, key: &str, span: Range<usize>, known: &[&str]) {
        let near = known.iter().map(|name| (distance(key, name), *name)).min().filter(|(far, _)| *far <= 2);
        let message = match near {
            Some((_, name)) => format!("the key `{key}` is not known; did you mean `{name}`"),
            None => format!("the key `{key}` is not known"),
        };
        self.note(span, &message);
    }
}

/// Line and column, from 1, of a byte offset.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// How many letters differ, for short words.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (index, letter) in left.chars().enumerate() {
        let mut next = vec![index + 1];
        for (column, other) in right.iter().enumerate() {
            let above = row.get(column + 1).copied().unwrap_or(usize::MAX - 1);
            let corner = row.get(column).copied().unwrap_or(usize::MAX - 1);
            let left = next.last().copied().unwrap_or(usize::MAX - 1);
            let step = usize::from(letter != *other);
            next.push((above + 1).min(left + 1).min(corner + step));
        }
        row = next;
    }
    row.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_key_is_named() {
        for (written, meant) in [("alow", "allow"), ("denny", "deny"), ("levle", "level")] {
            assert!(distance(written, meant) <= 2, "{written}");
        }
        assert_eq!(distance("roots", "roots"), 0);
        assert_eq!(distance("x", "hosts"), 5);
    }

    #[test]
    fn positions_count_lines_and_characters() {
        assert_eq!(position("a\nbé c", 5), (2, 3));
        assert_eq!(position("", 0), (1, 1));
    }
}
