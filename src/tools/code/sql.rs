//! SQL for `sqlite3` and `psql`: which texts only read.
//!
//! A statement only reads if it begins like a query and every word in it that could change that is known: no word of a
//! statement that writes, no function beyond a list. Both programs' own commands are looked up by their full names.

mod words;

use crate::span::Span;
use crate::tools::reading::Reading;

use super::cursor::Cursor;
use super::notes::{Notes, Unread, file};

/// Reads statements separated by `;`, and lines that begin with `.` (`sqlite3`) or `\` (`psql`).
pub(super) fn read(text: &str, span: Span) -> Reading {
    let mut script = Script { at: Cursor::new(text), notes: Notes::new(span) };
    let outcome = script.statements();
    script.notes.conclude(outcome)
}

struct Script<'t> {
    at: Cursor<'t>,
    notes: Notes,
}

/// A token of a statement, as far as reading it needs.
enum Token<'t> {
    /// A word, and whether `(` follows.
    Word(&'t str, bool),
    /// A quoted name, and whether `(` follows.
    Quoted(bool),
    /// A constant or an operator.
    Other(char),
    /// `;` or the end of the text.
    End,
}

impl<'t> Script<'t> {
    fn statements(&mut self) -> Result<(), Unread> {
        loop {
            self.skip_space()?;
            match self.at.peek() {
                None => return Ok(()),
                Some('.') => self.dot_command()?,
                Some('\\') => self.backslash_command()?,
                Some(_) => self.statement()?,
            }
        }
    }

    /// Steps over blanks and comments.
    fn skip_space(&mut self) -> Result<(), Unread> {
        loop {
            let here = self.at;
            self.at.take_while(|c| c.is_ascii_whitespace());
            if self.at.eat_text("--") {
                // MySQL takes it for two signs where no blank follows.
                if !self.at.take_while(|c| c != '\n').starts_with([' ', '\t']) {
                    return Err(Unread(here.rest().to_owned()));
                }
            } else if self.at.eat_text("/*") {
                let length = self.at.rest().find("*/").ok_or_else(|| Unread(here.rest().to_owned()))?;
                let body = self.at.take(length + 2);
                // PostgreSQL nests comments, SQLite does not; MySQL runs those that begin with `!`.
                if body.contains("/*") || body.starts_with(['!', 'M', '+']) {
                    return Err(Unread(here.rest().to_owned()));
                }
            } else {
                return Ok(());
            }
        }
    }

    fn statement(&mut self) -> Result<(), Unread> {
        let here = self.at;
        let unread = || Unread(here.rest().to_owned());
        let mut first = self.token()?;
        let mut explained = false;
        while let Token::Word(word, false) = first
            && (is(word, "explain") || explained && words::follows_explain(word))
        {
            explained = true;
            first = self.token()?;
        }
        match first {
            Token::Word(word, false) if is(word, "pragma") => self.pragma(),
            Token::Word(word, _) if words::begins_query(word) => self.query(),
            Token::End if !explained => Ok(()),
            Token::Word(..) | Token::Quoted(_) | Token::Other(_) | Token::End => Err(unread()),
        }
    }

    fn query(&mut self) -> Result<(), Unread> {
        loop {
            let here = self.at;
            let unread = || Unread(here.rest().trim_start().to_owned());
            match self.token()? {
                Token::End => return Ok(()),
                Token::Word(word, _) if words::changes(word) => return Err(unread()),
                Token::Word(word, true) if !words::is_pure(word) => return Err(unread()),
                Token::Quoted(true) => return Err(unread()),
                Token::Word(..) | Token::Quoted(_) | Token::Other(_) => {}
            }
        }
    }

    /// `PRAGMA [schema.]name[(argument)]`, without a value.
    fn pragma(&mut self) -> Result<(), Unread> {
        let here = self.at;
        let unread = || Unread(here.rest().trim_start().to_owned());
        let Token::Word(name, argument) = self.token()? else { return Err(unread()) };
        let known = if argument { words::reads_by_argument(name) } else { words::reads_by_name(name) };
        if !known {
            return Err(unread());
        }
        loop {
            match self.token()? {
                Token::End => return Ok(()),
                Token::Word(_, false) | Token::Quoted(false) | Token::Other('(' | ')' | '\'') => {}
                Token::Word(_, true) | Token::Quoted(true) | Token::Other(_) => return Err(unread()),
            }
        }
    }

    /// The next token of a statement. What the two programs quote differently is refused.
    fn token(&mut self) -> Result<Token<'t>, Unread> {
        let before = self.at;
        self.skip_space()?;
        let here = self.at;
        let unread = || Unread(here.rest().to_owned());
        let Some(c) = self.at.peek() else { return Ok(Token::End) };
        let skipped = before.rest().len() - here.rest().len();
        if c == '.' && before.rest().bytes().take(skipped).any(|byte| byte == b'\n') {
            // A line of `/` or `go` ends a statement for `sqlite3`, and the next may be one of its commands.
            return Err(unread());
        }
        if self.at.eat_text("::") {
            return Ok(Token::Other(c));
        }
        match c {
            ';' => {
                self.at.next();
                Ok(Token::End)
            }
            '\'' | '"' => {
                self.at.next();
                let body = self.at.take_while(|inner| inner != c);
                if !self.at.eat(c) || body.contains('\\') {
                    return Err(unread());
                }
                Ok(if c == '"' { Token::Quoted(self.called()) } else { Token::Other(c) })
            }
            _ if c.is_ascii_alphabetic() || c == '_' => {
                let word = self.at.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
                Ok(Token::Word(word, self.called()))
            }
            _ if c.is_ascii_digit() => {
                self.at.take_while(|c| c.is_ascii_alphanumeric());
                Ok(Token::Other('0'))
            }
            '(' | ')' | ',' | '.' | '*' | '=' | '<' | '>' | '!' | '+' | '-' | '/' | '%' | '|' | '~' | '&' | '?' => {
                self.at.next();
                Ok(Token::Other(c))
            }
            _ => Err(unread()),
        }
    }

    fn called(&self) -> bool {
        let after = self.at.rest().trim_start();
        // A comment may stand between the name and the bracket.
        after.starts_with('(') || after.starts_with("/*") || after.starts_with("--")
    }

    /// A command of `sqlite3`, up to the end of the line.
    fn dot_command(&mut self) -> Result<(), Unread> {
        let line = self.at.take_while(|c| c != '\n');
        let mut words = line.split_ascii_whitespace();
        let name = words.next().unwrap_or_default();
        let target = words.next();
        match name {
            ".shell" | ".system" => self.notes.runs_unknown(),
            ".output" | ".once" | ".backup" | ".save" => match target {
                None | Some("stdout") => {}
                Some(target) if target.starts_with('|') => self.notes.runs_unknown(),
                Some(target) if words.next().is_none() && !target.starts_with(['-', '"', '\'']) => {
                    self.notes.writes(file(target));
                }
                Some(_) => return Err(Unread(line.to_owned())),
            },
            _ if words::is_reading_dot_command(name) => {}
            _ => return Err(Unread(line.to_owned())),
        }
        Ok(())
    }

    /// A command of `psql`, up to the end of the line. Several may stand on one, so a second backslash is refused.
    fn backslash_command(&mut self) -> Result<(), Unread> {
        let line = self.at.take_while(|c| c != '\n');
        if line.starts_with("\\!") {
            self.notes.runs_unknown();
            return Ok(());
        }
        let command = line.strip_prefix('\\').unwrap_or_default();
        let name = command.split_ascii_whitespace().next().unwrap_or_default();
        let plain = !command.contains(['\\', '`', '|', ':']);
        let name = name.trim_end_matches(['+', 'S']);
        if plain && words::is_reading_backslash_command(name) { Ok(()) } else { Err(Unread(line.to_owned())) }
    }
}

fn is(word: &str, keyword: &str) -> bool {
    word.eq_ignore_ascii_case(keyword)
}

#[cfg(test)]
mod tests;
