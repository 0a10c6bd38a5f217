//! Lists, and-or lists and pipelines.

use super::cursor::{Cursor, Read};
use super::tree::{Command, Connector, Item, Pipeline, Script};
use super::{Dialect, Span};

impl Cursor<'_> {
    /// Reads items up to what ends a list: the end, `)`, `;;` or a closing reserved word.
    pub(super) fn list(&mut self) -> Read<Script> {
        let mut items = Vec::new();
        loop {
            self.lines()?;
            if self.ends_list()? {
                return Ok(Script { items });
            }
            let mut item = self.item()?;
            self.blank();
            let goes_on = match (self.peek(), self.ahead(1)) {
                (b'\n', _) => {
                    self.newline()?;
                    true
                }
                (b';', b';' | b'&') | (b')', _) => false,
                (b'&', b'!' | b'|') if self.dialect == Dialect::Both => {
                    return self.refuse("`&!` or `&|` (zsh: disown)");
                }
                (b';', _) => {
                    self.separator()?;
                    self.at += 1;
                    true
                }
                (b'&', next) if next != b'&' && next != b'>' => {
                    self.separator()?;
                    self.at += 1;
                    item.background = true;
                    true
                }
                // Only a compound command can leave the cursor on a closing word.
                _ if self.ends_list()? => false,
                _ => return self.refuse("unexpected token after a command"),
            };
            items.push(item);
            if !goes_on {
                return Ok(Script { items });
            }
        }
    }

    /// A list that has to hold something.
    pub(super) fn filled_list(&mut self) -> Read<Script> {
        let script = self.list()?;
        if script.items.is_empty() { self.refuse("empty list") } else { Ok(script) }
    }

    pub(super) fn ends_list(&self) -> Read<bool> {
        if self.ended() || self.peek() == b')' || self.starts(";;") || self.starts(";&") {
            return Ok(true);
        }
        Ok(matches!(self.reserved()?, Some("then" | "else" | "elif" | "fi" | "do" | "done" | "esac" | "}")))
    }

    /// bash 5.2 prints a substitution and reads it again, and loses a `;` or `&` that follows a here-document there.
    pub(super) fn separator(&self) -> Read<()> {
        if self.here.inside_substitution {
            return self.refuse("; or & after a here-document inside a substitution");
        }
        Ok(())
    }

    fn item(&mut self) -> Read<Item> {
        let first = self.pipeline()?;
        let (mut rest, mut span) = (Vec::new(), first.span);
        loop {
            self.blank();
            let connector = if self.take("&&") {
                Connector::And
            } else if self.take("||") {
                Connector::Or
            } else {
                return Ok(Item { first, rest, background: false, span });
            };
            self.lines()?;
            let pipeline = self.pipeline()?;
            span = span.to(pipeline.span);
            rest.push((connector, pipeline));
        }
    }

    fn pipeline(&mut self) -> Read<Pipeline> {
        self.blank();
        let start = self.at;
        let (negated, timed) = self.pipeline_prefix()?;
        let mut span = self.span_between(start, start);
        // Most pipelines are one command.
        let mut stages = Vec::with_capacity(1);
        loop {
            let command = self.command()?;
            span = span.to(span_of(&command));
            self.blank();
            if self.starts("|&") {
                self.refuse_in_posix("`|&` is not POSIX")?;
                self.at += 2;
                stages.push((command, true));
            } else if self.peek() == b'|' && self.ahead(1) != b'|' {
                self.at += 1;
                stages.push((command, false));
            } else {
                stages.push((command, false));
                return Ok(Pipeline { negated, timed, stages, span });
            }
            self.lines()?;
        }
    }

    /// `time` and `!`, each at most once and in this order, as all shells agree on no other.
    fn pipeline_prefix(&mut self) -> Read<(bool, bool)> {
        let (mut negated, mut timed) = (false, false);
        loop {
            match self.reserved()? {
                Some("!") if negated => return self.refuse("`!` twice"),
                Some("!") if timed => return self.refuse("`!` after time"),
                Some("!") => {
                    self.at += 1;
                    negated = true;
                }
                Some("time") if timed => return self.refuse("`time` twice"),
                Some("time") => {
                    self.refuse_in_posix("`time` is not a POSIX word")?;
                    self.at += 4;
                    timed = true;
                    self.blank();
                    if self.peek() == b'-' {
                        return self.refuse("time with an option");
                    }
                }
                _ => break,
            }
            self.blank();
        }
        let is_empty = self.ended() || matches!(self.peek(), b'\n' | b';' | b'&' | b'|' | b')');
        if (negated || timed) && is_empty {
            return self.refuse("empty pipeline after ! or time");
        }
        Ok((negated, timed))
    }
}

fn span_of(command: &Command) -> Span {
    match command {
        Command::Simple(simple) => simple.span,
        Command::Compound(compound) => compound.span,
        Command::Function(function) => function.span,
    }
}
