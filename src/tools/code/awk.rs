//! awk programs: POSIX awk and the common ground of gawk, mawk, busybox and BWK awk.
//!
//! What an awk program does beyond computing and printing shows in its tokens: `system`, pipes, redirections of `print`,
//! `getline` from a file, `ENVIRON`, `ARGV`. A program that no awk would parse does nothing, so the grammar itself is not checked.

mod token;
mod word;

use std::collections::BTreeSet;

use crate::span::Span;
use crate::tools::reading::Reading;
use crate::value::Value;

use super::notes::{Notes, Unread, computed, file, spelled};
use token::{Kind, Token, tokens};
use word::Class;

/// Reads an awk program.
pub(super) fn read(text: &str, span: Span) -> Reading {
    let tokens = match tokens(text) {
        Ok(tokens) => tokens,
        Err(Unread(rest)) => return Notes::new(span).refuse(&rest),
    };
    let functions = defined(&tokens);
    let mut program = Program { tokens, functions, notes: Notes::new(span), print: None };
    program.statements();
    program.notes.finish()
}

/// Names of the functions that the program defines.
fn defined<'t>(tokens: &[Token<'t>]) -> BTreeSet<&'t str> {
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    pairs
        .filter_map(|(keyword, name)| match (&keyword.kind, &name.kind) {
            (Kind::Word("function" | "func", _), Kind::Word(name, _)) => Some(*name),
            _ => None,
        })
        .collect()
}

struct Program<'t> {
    tokens: Vec<Token<'t>>,
    functions: BTreeSet<&'t str>,
    notes: Notes,
    /// Depth of brackets around the `print` or `printf` whose arguments are being read: there `>` redirects.
    print: Option<usize>,
}

impl<'t> Program<'t> {
    fn statements(&mut self) {
        for index in 0..self.tokens.len() {
            if let Err(Unread(text)) = self.step(index) {
                self.notes.gap(&text);
            }
        }
    }

    fn step(&mut self, index: usize) -> Result<(), Unread> {
        let Some(token) = self.tokens.get(index) else { return Ok(()) };
        let depth = token.depth;
        match token.kind {
            Kind::Word(word, called) => self.word(index, word, called)?,
            // A coprocess, and a name of another namespace.
            Kind::Mark(mark @ ("|&" | "::")) => return Err(Unread(mark.to_owned())),
            Kind::Mark("|") => self.pipe(index)?,
            Kind::Mark(mark @ (">" | ">>")) => self.greater(index, mark)?,
            Kind::Mark("}" | ";") => self.print = None,
            Kind::Mark(")" | "]") if self.print.is_some_and(|print| depth < print) => self.print = None,
            Kind::Newline if self.print == Some(depth) && self.ends_operand(index) => self.print = None,
            Kind::Mark(_) | Kind::Newline | Kind::Text(_) | Kind::Regex | Kind::Number => {}
        }
        Ok(())
    }

    fn kind(&self, index: usize) -> Option<&Kind<'t>> {
        self.tokens.get(index).map(|token| &token.kind)
    }

    fn before(&self, index: usize) -> Option<&Kind<'t>> {
        self.kind(index.checked_sub(1)?)
    }

    fn word(&mut self, index: usize, word: &'t str, called: bool) -> Result<(), Unread> {
        match word {
            "print" | "printf" => self.print = self.tokens.get(index).map(|token| token.depth),
            "system" => self.system(index),
            "getline" => self.getline(index)?,
            "ENVIRON" => self.environment(index),
            "ARGV" => self.file_operands(index),
            _ => match word::class(word) {
                Class::Refused => return Err(Unread(word.to_owned())),
                Class::Name if called && !self.functions.contains(word) => return Err(Unread(format!("{word}("))),
                Class::Name | Class::Keyword | Class::Function => {}
            },
        }
        Ok(())
    }

    fn system(&mut self, index: usize) {
        let command = self.bracketed_text(index + 1, "(", ")");
        self.runs(command);
    }

    fn environment(&mut self, index: usize) {
        let name = self.bracketed_text(index + 1, "[", "]");
        self.notes.environment(name.as_deref());
    }

    /// Runs this command, `None` being one that the program computes.
    fn runs(&mut self, command: Option<String>) {
        match command {
            Some(command) => self.notes.runs_shell(&command),
            None => self.notes.runs_unknown(),
        }
    }

    /// The constant at `index`.
    fn text(&self, index: usize) -> Option<String> {
        match self.kind(index) {
            Some(Kind::Text(Some(text))) => Some(text.clone()),
            Some(Kind::Text(None) | Kind::Newline | Kind::Regex | Kind::Number | Kind::Word(..) | Kind::Mark(_))
            | None => None,
        }
    }

    /// The constant that stands alone between two brackets at `index`.
    fn bracketed_text(&self, index: usize, open: &'static str, close: &'static str) -> Option<String> {
        let bracketed = self.kind(index) == Some(&Kind::Mark(open)) && self.kind(index + 2) == Some(&Kind::Mark(close));
        self.text(index + 1).filter(|_| bracketed)
    }

    /// `ARGV` names the files to read: a change of it reads others. Emptying an element, deleting it, and taking its value do not.
    fn file_operands(&mut self, index: usize) {
        let after = self.tokens.get(index + 1).and_then(|token| token.close).map(|close| close + 1);
        let harmless = match (self.before(index), after) {
            (Some(Kind::Word("delete" | "in", _)), _) => true,
            (_, None) | (Some(Kind::Mark("++" | "--" | ",") | Kind::Word("getline", _)), _) => false,
            (_, Some(after)) => match self.kind(after) {
                Some(Kind::Mark("=")) => {
                    let emptied = matches!(self.kind(after + 1), Some(Kind::Text(Some(text))) if text.is_empty());
                    emptied && self.ends_statement(after + 2)
                }
                Some(Kind::Mark("+=" | "-=" | "*=" | "/=" | "%=" | "^=" | "**=" | "++" | "--" | "[")) => false,
                _ => true,
            },
        };
        if !harmless {
            self.notes.reads(computed());
        }
    }

    /// `command | getline` and `print | command`.
    fn pipe(&mut self, index: usize) -> Result<(), Unread> {
        let command = if let Some(Kind::Word("getline", _)) = self.kind(index + 1) {
            let alone = index < 2 || self.begins_expression(index - 2);
            index.checked_sub(1).and_then(|before| self.text(before)).filter(|_| alone)
        } else if self.print.is_some() {
            self.text(index + 1).filter(|_| self.ends_statement(index + 2))
        } else {
            return Err(Unread("|".to_owned()));
        };
        self.runs(command);
        Ok(())
    }

    /// Whether an expression begins after the token at `index`, so that what follows is not joined to it.
    fn begins_expression(&self, index: usize) -> bool {
        let Some(token) = self.tokens.get(index) else { return false };
        token.ends_head || matches!(token.kind, Kind::Newline | Kind::Mark("{" | "}" | ";" | "(" | "&&" | "||"))
    }

    fn ends_statement(&self, index: usize) -> bool {
        matches!(self.kind(index), None | Some(Kind::Newline | Kind::Mark(";" | "}")))
    }

    /// Whether the newline at `index` ends a statement: what stands before it cannot go on.
    fn ends_operand(&self, index: usize) -> bool {
        match self.before(index) {
            Some(Kind::Mark(")" | "]" | "++" | "--") | Kind::Text(_) | Kind::Regex | Kind::Number) => true,
            Some(Kind::Word(word, _)) => *word != "in",
            Some(Kind::Mark(_) | Kind::Newline) | None => false,
        }
    }

    /// `>` and `>>`: a redirection in the arguments of `print` outside brackets, else a comparison.
    fn greater(&mut self, index: usize, mark: &str) -> Result<(), Unread> {
        let redirects = self.tokens.get(index).is_some_and(|token| self.print == Some(token.depth));
        if !redirects {
            return if mark == ">" { Ok(()) } else { Err(Unread(mark.to_owned())) };
        }
        let target = self.written_file(index + 1);
        match &target {
            Some((name, true)) if matches!(name.as_str(), "/dev/stdout" | "/dev/stderr") => return Ok(()),
            Some((name, _)) if is_network(name) => {
                self.notes.connects();
                return Ok(());
            }
            Some(_) | None => {}
        }
        let path = match target {
            Some((name, true)) => file(&name),
            Some((start, false)) => Value::Starts(spelled(&start)),
            None => computed(),
        };
        if mark == ">" {
            self.notes.writes(path)
        } else {
            self.notes.appends(path)
        }
        Ok(())
    }

    /// The constant at `index` that names a file or begins its name, and whether it is the whole of it.
    fn written_file(&self, index: usize) -> Option<(String, bool)> {
        let name = self.text(index)?;
        let mut next = index + 1;
        while !self.ends_statement(next) {
            let joined = match self.kind(next)? {
                Kind::Text(_) | Kind::Number | Kind::Mark("$" | "(" | "[") => true,
                Kind::Word(word, _) => word::class(word) != Class::Keyword,
                Kind::Mark(_) | Kind::Newline | Kind::Regex => false,
            };
            if !joined || name.is_empty() {
                return None;
            }
            next = self.closed(next).unwrap_or(next + 1);
        }
        Some((name, next == index + 1))
    }

    /// `getline [variable] < file`; the other forms read the input or a pipe.
    fn getline(&mut self, index: usize) -> Result<(), Unread> {
        let next = self.after_variable(index + 1)?;
        if self.kind(next) != Some(&Kind::Mark("<")) {
            return Ok(());
        }
        let ends = matches!(
            self.kind(next + 2),
            None | Some(
                Kind::Newline
                    | Kind::Mark(
                        ")" | ";" | "}" | ">" | ">=" | "<" | "<=" | "==" | "!=" | "&&" | "||" | "?" | ":" | ","
                    )
            )
        );
        match self.kind(next + 1) {
            Some(Kind::Text(Some(name))) if ends => match name.as_str() {
                "-" | "/dev/stdin" => {}
                name if is_network(name) => self.notes.connects(),
                name => self.notes.reads(file(name)),
            },
            _ => self.notes.reads(computed()),
        }
        Ok(())
    }

    /// Index after the variable, element or field that stands at `index`, if one does.
    fn after_variable(&self, index: usize) -> Result<usize, Unread> {
        let unread = || Unread("getline".to_owned());
        let mut next = index;
        while self.kind(next) == Some(&Kind::Mark("$")) {
            next += 1;
        }
        next = match self.kind(next) {
            Some(Kind::Word(word, false)) if word::class(word) == Class::Name => next + 1,
            Some(Kind::Number) if next > index => next + 1,
            Some(Kind::Mark("(")) if next > index => self.closed(next).ok_or_else(unread)?,
            _ if next > index => return Err(unread()),
            _ => return Ok(index),
        };
        while self.kind(next) == Some(&Kind::Mark("[")) {
            next = self.closed(next).ok_or_else(unread)?;
        }
        if matches!(self.kind(next), Some(Kind::Mark("++" | "--"))) {
            next += 1;
        }
        Ok(next)
    }

    fn closed(&self, index: usize) -> Option<usize> {
        self.tokens.get(index)?.close.map(|close| close + 1)
    }
}

/// gawk opens these names as sockets.
fn is_network(name: &str) -> bool {
    ["/inet/", "/inet4/", "/inet6/"].iter().any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests;
