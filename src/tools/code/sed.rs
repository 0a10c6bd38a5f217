//! sed programs: GNU sed 4.9 and the BSD dialect, as far as the two agree on where each command ends.
//!
//! Several `-e` pieces are one program and are joined by newlines before they come here. A piece read alone is refused
//! where it is not whole: an open block, or text that goes on after a final backslash.

mod pattern;

use crate::span::Span;
use crate::tools::reading::Reading;

use super::cursor::Cursor;
use super::notes::{Notes, Unread, file};

/// Reads a sed program.
pub(super) fn read(text: &str, span: Span) -> Reading {
    let mut program = Program { at: Cursor::new(text), notes: Notes::new(span), blocks: 0 };
    let outcome = program.commands();
    program.notes.conclude(outcome)
}

struct Program<'t> {
    at: Cursor<'t>,
    notes: Notes,
    /// How many blocks are open.
    blocks: usize,
}

impl<'t> Program<'t> {
    fn commands(&mut self) -> Result<(), Unread> {
        loop {
            self.at.take_while(|c| matches!(c, ' ' | '\t' | '\n' | ';'));
            if self.at.at_end() {
                return if self.blocks == 0 { Ok(()) } else { Err(Unread("{".to_owned())) };
            }
            self.command()?;
        }
    }

    fn command(&mut self) -> Result<(), Unread> {
        let here = self.at;
        let addressed = self.addresses()?;
        let Some(name) = self.at.next() else { return Err(unread(here)) };
        match name {
            '{' => self.blocks += 1,
            '}' if !addressed && self.blocks > 0 => {
                self.blocks -= 1;
                self.end_of_command()?;
            }
            '#' if !addressed => self.comment(),
            ':' if !addressed => self.label(true)?,
            'b' | 't' | 'T' => self.label(false)?,
            '=' | 'd' | 'D' | 'F' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p' | 'P' | 'x' | 'z' => {
                self.end_of_command()?
            }
            'l' | 'q' | 'Q' => {
                self.at.skip_blanks();
                self.at.take_while(|c| c.is_ascii_digit());
                self.end_of_command()?;
            }
            'v' => {
                self.at.skip_blanks();
                self.at.take_while(|c| c.is_ascii_digit() || c == '.');
                self.end_of_command()?;
            }
            'a' | 'c' | 'i' => self.inserted_text()?,
            'e' => self.execution()?,
            's' => self.substitution()?,
            'y' => {
                self.delimited_pair(false)?;
                self.end_of_command()?;
            }
            'r' | 'R' => {
                let name = self.file_name()?;
                if name != "/dev/stdin" {
                    self.notes.reads(file(name));
                }
            }
            'w' | 'W' => self.written_file()?,
            _ => return Err(unread(here)),
        }
        Ok(())
    }

    /// Steps over the addresses and `!` before a command; says whether there are any.
    fn addresses(&mut self) -> Result<bool, Unread> {
        let here = self.at;
        if !self.address()? {
            return Ok(self.negation());
        }
        self.at.skip_blanks();
        if self.at.eat(',') {
            self.at.skip_blanks();
            let relative = self.at.eat('+') || self.at.eat('~');
            if relative {
                if self.at.take_while(|c| c.is_ascii_digit()).is_empty() {
                    return Err(unread(here));
                }
            } else if !self.address()? {
                return Err(unread(here));
            }
        }
        self.at.skip_blanks();
        self.negation();
        Ok(true)
    }

    fn address(&mut self) -> Result<bool, Unread> {
        let here = self.at;
        match self.at.peek() {
            Some(c) if c.is_ascii_digit() => {
                self.at.take_while(|c| c.is_ascii_digit());
                if self.at.eat('~') && self.at.take_while(|c| c.is_ascii_digit()).is_empty() {
                    return Err(unread(here));
                }
            }
            Some('$') => {
                self.at.next();
            }
            Some('/' | '\\') => {
                self.at.eat('\\');
                let delimiter = self.delimiter()?;
                pattern::regex(&mut self.at, delimiter)?;
                self.at.take_while(|c| matches!(c, 'I' | 'M'));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn negation(&mut self) -> bool {
        let negated = self.at.eat('!');
        self.at.skip_blanks();
        negated
    }

    /// The character around a pattern. Letters, digits and brackets mean something inside patterns too, and are refused.
    fn delimiter(&mut self) -> Result<char, Unread> {
        let here = self.at;
        match self.at.next() {
            Some(c) if c.is_ascii_graphic() && !c.is_ascii_alphanumeric() && !matches!(c, '\\' | '[' | ']') => Ok(c),
            Some(' ') => Ok(' '),
            _ => Err(unread(here)),
        }
    }

    fn comment(&mut self) {
        self.at.take_while(|c| c != '\n');
    }

    /// A label ends at a blank or `;` for GNU and at the newline for POSIX, so only one that both read alike is read, or one
    /// whose rest comes out as commands. A comment after it is part of it for some.
    fn label(&mut self, required: bool) -> Result<(), Unread> {
        let here = self.at;
        self.at.skip_blanks();
        let label = self.at.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
        if required && label.is_empty() {
            return Err(unread(here));
        }
        self.end_of_command()?;
        if self.at.peek() == Some('#') { Err(unread(here)) } else { Ok(()) }
    }

    fn end_of_command(&mut self) -> Result<(), Unread> {
        let here = self.at;
        self.at.skip_blanks();
        match self.at.peek() {
            None | Some('\n' | ';' | '}' | '#') => Ok(()),
            Some(_) => Err(unread(here)),
        }
    }

    /// The text of `a`, `c` and `i`, on their own line (GNU) or on the lines after `\`.
    fn inserted_text(&mut self) -> Result<(), Unread> {
        let here = self.at;
        self.at.skip_blanks();
        if self.at.eat('\\') {
            self.at.skip_blanks();
            self.at.eat('\n');
            // Whether this backslash is itself escaped is read differently.
            if self.at.peek() == Some('\\') {
                return Err(unread(here));
            }
        }
        if self.at.at_end() || self.at.peek() == Some('\n') {
            return Err(unread(here));
        }
        self.text_lines()
    }

    /// Lines up to the first that does not end in a backslash.
    fn text_lines(&mut self) -> Result<(), Unread> {
        let here = self.at;
        while let Some(c) = self.at.next() {
            match c {
                '\n' => break,
                '\\' => {
                    self.at.next().ok_or_else(|| unread(here))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// `e`: runs the pattern space, or the command on the line.
    fn execution(&mut self) -> Result<(), Unread> {
        self.at.skip_blanks();
        let command = self.at;
        self.text_lines()?;
        let length = command.rest().len() - self.at.rest().len();
        let text = Cursor::new(command.rest()).take(length).trim_end_matches('\n');
        if text.is_empty() || text.contains('\\') {
            self.notes.runs_unknown();
        } else {
            self.notes.runs_shell(text);
        }
        Ok(())
    }

    fn substitution(&mut self) -> Result<(), Unread> {
        self.delimited_pair(true)?;
        loop {
            let here = self.at;
            match self.at.peek() {
                Some('g' | 'p' | 'i' | 'I' | 'm' | 'M' | '0'..='9') => {
                    self.at.next();
                }
                Some('e') => {
                    self.at.next();
                    self.notes.runs_unknown();
                }
                Some('w') => {
                    self.at.next();
                    return self.written_file();
                }
                Some(_) | None => return self.end_of_command().map_err(|_| unread(here)),
            }
        }
    }

    /// The two parts of `s` and `y`.
    fn delimited_pair(&mut self, regex: bool) -> Result<(), Unread> {
        let delimiter = self.delimiter()?;
        if regex {
            pattern::regex(&mut self.at, delimiter)?;
        } else {
            pattern::plain(&mut self.at, delimiter)?;
        }
        pattern::plain(&mut self.at, delimiter)
    }

    fn written_file(&mut self) -> Result<(), Unread> {
        let name = self.file_name()?;
        if !matches!(name, "/dev/stdout" | "/dev/stderr") {
            self.notes.writes(file(name));
        }
        Ok(())
    }

    /// A file name goes on to the end of the line, whatever stands in it.
    fn file_name(&mut self) -> Result<&'t str, Unread> {
        let here = self.at;
        self.at.skip_blanks();
        let name = self.at.take_while(|c| c != '\n');
        if name.is_empty() { Err(unread(here)) } else { Ok(name) }
    }
}

fn unread(at: Cursor<'_>) -> Unread {
    Unread(at.rest().to_owned())
}

#[cfg(test)]
mod tests;
