//! jq filters: jq 1.7 and 1.8.
//!
//! A filter can do no more than its functions and variables can, so every name in it is looked up: a field, an object
//! key, a variable, a function that the filter defines, or one of a list. A filter that jq would not parse does nothing.

mod builtin;

use std::collections::BTreeSet;

use crate::span::Span;
use crate::tools::reading::Reading;

use super::cursor::Cursor;
use super::notes::{Notes, Unread};

/// Reads a jq filter.
pub(super) fn read(text: &str, span: Span) -> Reading {
    let tokens = match tokens(text) {
        Ok(tokens) => tokens,
        Err(Unread(rest)) => return Notes::new(span).refuse(&rest),
    };
    let mut filter = Filter { own: defined(&tokens), tokens, notes: Notes::new(span) };
    filter.names();
    filter.notes.finish()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'t> {
    /// A literal string without interpolation, or a part of one with it.
    Text,
    Number,
    /// `.name`
    Field(&'t str),
    /// `$name`
    Variable(&'t str),
    /// `@name`
    Format(&'t str),
    /// A name or keyword.
    Word(&'t str),
    /// Any other character.
    Mark(char),
}

/// What is open while tokens are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Bracket(char),
    /// `\(` inside a string, which goes on after the `)`.
    Interpolation,
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>, Unread> {
    let mut at = Cursor::new(text);
    let mut tokens = Vec::new();
    let mut open = Vec::new();
    loop {
        at.take_while(|c| matches!(c, ' ' | '\t' | '\n' | '\r'));
        let here = at;
        let unread = || Unread(here.rest().to_owned());
        let Some(c) = at.peek() else { break };
        let token = match c {
            '#' => {
                // Newer versions go on with the comment after a final backslash.
                if at.take_while(|c| c != '\n').trim_end_matches('\r').ends_with('\\') {
                    return Err(unread());
                }
                continue;
            }
            '"' => {
                at.next();
                tokens.extend(string(&mut at, &mut open)?);
                continue;
            }
            '.' if at.second().is_some_and(|c| c.is_ascii_alphabetic() || c == '_') => {
                at.next();
                Token::Field(at.take_while(is_name))
            }
            '$' | '@' => {
                at.next();
                let name = at.take_while(is_name);
                if name.is_empty() {
                    return Err(unread());
                }
                if c == '$' { Token::Variable(name) } else { Token::Format(name) }
            }
            '(' | '[' | '{' => {
                at.next();
                open.push(Open::Bracket(c));
                Token::Mark(c)
            }
            ')' | ']' | '}' => {
                at.next();
                tokens.push(Token::Mark(c));
                match (open.pop(), c) {
                    (Some(Open::Bracket('(')), ')')
                    | (Some(Open::Bracket('[')), ']')
                    | (Some(Open::Bracket('{')), '}') => {}
                    (Some(Open::Interpolation), ')') => tokens.extend(string(&mut at, &mut open)?),
                    _ => return Err(unread()),
                }
                continue;
            }
            _ if c.is_ascii_digit() => {
                at.take_while(|c| c.is_ascii_digit());
                let mut exponent = at;
                if exponent.eat('e') || exponent.eat('E') {
                    let _signed = exponent.eat('+') || exponent.eat('-');
                    if !exponent.take_while(|c| c.is_ascii_digit()).is_empty() {
                        at = exponent;
                    }
                }
                Token::Number
            }
            _ if c.is_ascii_alphabetic() || c == '_' => Token::Word(at.take_while(is_name)),
            '.' | ',' | ':' | ';' | '|' | '=' | '<' | '>' | '!' | '+' | '-' | '*' | '/' | '%' | '?' => {
                at.next();
                Token::Mark(c)
            }
            _ => return Err(unread()),
        };
        tokens.push(token);
    }
    if open.is_empty() { Ok(tokens) } else { Err(Unread(text.to_owned())) }
}

/// Steps over the rest of a string, to its end or into the next interpolation, which counts as a bracket.
fn string<'t>(at: &mut Cursor<'t>, open: &mut Vec<Open>) -> Result<impl Iterator<Item = Token<'t>> + use<'t>, Unread> {
    let here = *at;
    while let Some(c) = at.next() {
        match c {
            '"' => return Ok([Token::Text].into_iter().chain(None)),
            '\\' if at.eat('(') => {
                open.push(Open::Interpolation);
                return Ok([Token::Text].into_iter().chain(Some(Token::Mark('('))));
            }
            '\\' => {
                at.next();
            }
            _ => {}
        }
    }
    Err(Unread(here.rest().to_owned()))
}

/// Names of the functions that the filter defines, and of their parameters.
fn defined<'t>(tokens: &[Token<'t>]) -> BTreeSet<&'t str> {
    let mut names = BTreeSet::new();
    let mut rest = tokens.iter();
    while let Some(token) = rest.next() {
        if *token != Token::Word("def") {
            continue;
        }
        for part in rest.by_ref() {
            match part {
                Token::Word(name) => {
                    names.insert(*name);
                }
                Token::Mark(':') => break,
                Token::Mark(_)
                | Token::Variable(_)
                | Token::Text
                | Token::Number
                | Token::Field(_)
                | Token::Format(_) => {}
            }
        }
    }
    names
}

struct Filter<'t> {
    tokens: Vec<Token<'t>>,
    own: BTreeSet<&'t str>,
    notes: Notes,
}

impl<'t> Filter<'t> {
    fn names(&mut self) {
        let mut brackets: Vec<&str> = Vec::new();
        for index in 0..self.tokens.len() {
            match self.tokens.get(index).copied() {
                Some(Token::Word(name)) if !self.is_key(index, &brackets) => {
                    match name {
                        "if" => brackets.push("if"),
                        "end" if brackets.last() == Some(&"if") => {
                            brackets.pop();
                        }
                        _ => {}
                    }
                    self.word(index, name);
                }
                Some(Token::Mark('{')) => brackets.push("{"),
                Some(Token::Mark('(' | '[')) => brackets.push("("),
                Some(Token::Mark(')' | ']' | '}')) => while brackets.pop() == Some("if") {},
                Some(Token::Variable("ENV")) => self.environment(index),
                Some(Token::Variable("__prog_args")) => self.notes.gap("$__prog_args"),
                Some(Token::Format(name)) if !builtin::is_format(name) => self.notes.gap(&format!("@{name}")),
                Some(Token::Mark(':')) if self.tokens.get(index + 1) == Some(&Token::Mark(':')) => {
                    self.notes.gap("::");
                }
                Some(_) | None => {}
            }
        }
    }

    /// Whether the name at `index` is a key of an object, whose brace is the innermost bracket.
    fn is_key(&self, index: usize, brackets: &[&str]) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.tokens.get(before));
        brackets.last() == Some(&"{")
            && matches!(before, Some(Token::Mark('{' | ',')))
            && matches!(self.tokens.get(index + 1), Some(Token::Mark(':' | ',' | '}')))
    }

    fn word(&mut self, index: usize, name: &'t str) {
        match name {
            "def" | "if" | "then" | "elif" | "else" | "end" | "as" | "reduce" | "foreach" | "try" | "catch"
            | "label" | "break" | "and" | "or" | "__loc__" => {}
            "env" => self.environment(index),
            _ if self.own.contains(name) && !is_reserved(name) => {}
            _ if builtin::is_pure(name) => {}
            _ => self.notes.gap(name),
        }
    }

    fn environment(&mut self, index: usize) {
        match self.tokens.get(index + 1) {
            Some(Token::Field(name)) => self.notes.environment(Some(name)),
            Some(_) | None => self.notes.environment(None),
        }
    }
}

/// Words that a definition does not make harmless: what stands before the definition still means the built-in one.
fn is_reserved(name: &str) -> bool {
    matches!(name, "import" | "include" | "modulemeta" | "get_search_list" | "input_filename")
}

#[cfg(test)]
mod tests;
