//! The one cursor that every construct is read with.

use super::heredoc::HereDocuments;
use super::limits::DEEPEST_NESTING;
use super::tree::{Part, PartKind};
use super::{Dialect, Rejected, Span};

/// What reading a construct gives.
pub(super) type Read<T> = Result<T, Rejected>;

/// Words with a meaning of their own where a command may start.
pub(super) const RESERVED: [&str; 21] = [
    "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "in", "{", "}", "!",
    "[[", "function", "select", "time", "coproc",
];

/// The bytes of the longest of them, `function`.
const LONGEST_RESERVED: usize = 8;

/// How offsets of the text under the cursor relate to the text of the call.
#[derive(Debug, Clone, Copy)]
pub(super) enum Origin {
    /// The text stands in the call's text from this offset on.
    Offset(usize),
    /// The text was changed on its way here; everything in it carries this span.
    Within(Span),
}

/// A position in a text, with what has to be remembered on the way.
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) dialect: Dialect,
    pub(super) here: HereDocuments,
    depth: usize,
    origin: Origin,
}

pub(super) fn starts_name(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphabetic()
}

pub(super) fn continues_name(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

/// Whether an unquoted byte ends a word.
pub(super) fn is_meta(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>')
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str, dialect: Dialect) -> Self {
        Self { text, at: 0, dialect, here: HereDocuments::default(), depth: 0, origin: Origin::Offset(0) }
    }

    /// A cursor on a text that lies inside this one's, as deep as this one is.
    pub(super) fn inner<'u>(&self, text: &'u str, origin: Origin) -> Cursor<'u> {
        Cursor { text, at: 0, dialect: self.dialect, here: HereDocuments::default(), depth: self.depth, origin }
    }

    /// The origin of the text between two local offsets, where `exact` says that nothing in it was changed.
    pub(super) fn origin_of(&self, start: usize, end: usize, exact: bool) -> Origin {
        match self.origin {
            Origin::Offset(base) if exact => Origin::Offset(base + start),
            Origin::Offset(base) => Origin::Within(Span::new(base + start, base + end)),
            Origin::Within(span) => Origin::Within(span),
        }
    }

    pub(super) fn span_between(&self, start: usize, end: usize) -> Span {
        match self.origin {
            Origin::Offset(base) => Span::new(base + start, base + end),
            Origin::Within(span) => span,
        }
    }

    /// From `start` to the cursor.
    pub(super) fn span_from(&self, start: usize) -> Span {
        self.span_between(start, self.at)
    }

    /// The byte under the cursor; 0 at the end, since no text holds a NUL.
    pub(super) fn peek(&self) -> u8 {
        self.ahead(0)
    }

    pub(super) fn ahead(&self, count: usize) -> u8 {
        self.byte(self.at + count)
    }

    pub(super) fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    pub(super) fn ended(&self) -> bool {
        self.at >= self.text.len()
    }

    pub(super) fn starts(&self, expected: &str) -> bool {
        self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(expected.as_bytes()))
    }

    pub(super) fn take(&mut self, expected: &str) -> bool {
        let found = self.starts(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// The text between two local offsets.
    pub(super) fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    pub(super) fn has_newline(&self, start: usize) -> bool {
        self.slice(start, self.at).contains('\n')
    }

    pub(super) fn character(&self) -> Option<char> {
        self.text.get(self.at..).and_then(|rest| rest.chars().next())
    }

    pub(super) fn refuse<T>(&self, why: &'static str) -> Read<T> {
        let end = self.at + self.character().map_or(0, char::len_utf8);
        Err(Rejected { why, span: self.span_between(self.at, end) })
    }

    pub(super) fn is_posix(&self) -> bool {
        self.dialect == Dialect::Posix
    }

    pub(super) fn refuse_in_posix(&self, why: &'static str) -> Read<()> {
        if self.is_posix() { self.refuse(why) } else { Ok(()) }
    }

    /// Reads one level deeper.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.enter()?;
        let value = read(self)?;
        self.leave(1);
        Ok(value)
    }

    pub(super) fn enter(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > DEEPEST_NESTING { self.refuse("nesting deeper than 60") } else { Ok(()) }
    }

    pub(super) fn leave(&mut self, levels: usize) {
        self.depth = self.depth.saturating_sub(levels);
    }

    /// How many more levels may be entered.
    pub(super) fn levels_left(&self) -> usize {
        DEEPEST_NESTING.saturating_sub(self.depth)
    }

    /// Skips blanks, line continuations and a comment where a token may start.
    pub(super) fn blank(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\t' => self.at += 1,
                b'\\' if self.ahead(1) == b'\n' => self.at += 2,
                b'#' => {
                    let rest = self.slice(self.at, self.text.len());
                    self.at += rest.find('\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    /// Skips blanks, comments and newlines, and with them the here-documents that are due.
    pub(super) fn lines(&mut self) -> Read<()> {
        loop {
            self.blank();
            if self.peek() != b'\n' {
                return Ok(());
            }
            self.newline()?;
        }
    }

    pub(super) fn starts_process(&self) -> bool {
        matches!(self.peek(), b'<' | b'>') && self.ahead(1) == b'('
    }

    /// Whether no word can go on here.
    pub(super) fn ends_word(&self) -> bool {
        self.ended() || (is_meta(self.peek()) && !self.starts_process())
    }

    /// The reserved word under the cursor, if any.
    pub(super) fn reserved(&self) -> Read<Option<&'static str>> {
        let mut word = [0; LONGEST_RESERVED];
        let (mut at, mut length, mut continued) = (self.at, 0, false);
        while at < self.text.len() {
            let (byte, next) = (self.byte(at), self.byte(at + 1));
            if is_meta(byte) && !(matches!(byte, b'<' | b'>') && next == b'(') {
                break;
            }
            if byte == b'\\' && next == b'\n' {
                continued = true;
                at += 2;
                continue;
            }
            match word.get_mut(length) {
                Some(slot) if matches!(byte, b'a'..=b'z' | b'{' | b'}' | b'!' | b'[') => *slot = byte,
                _ => return Ok(None),
            }
            length += 1;
            at += 1;
        }
        let word = word.get(..length).unwrap_or_default();
        let found = RESERVED.iter().find(|reserved| reserved.as_bytes() == word).copied();
        if found.is_some() && continued {
            return self.refuse("line continuation in a reserved word");
        }
        Ok(found)
    }

    /// Reads the reserved word that has to stand here.
    pub(super) fn expect(&mut self, word: &'static str, why: &'static str) -> Read<()> {
        self.blank();
        if self.reserved()? != Some(word) {
            return self.refuse(why);
        }
        self.at += word.len();
        Ok(())
    }

    /// The variable name under the cursor, empty where there is none.
    pub(super) fn name(&mut self) -> String {
        let start = self.at;
        if starts_name(self.peek()) {
            while continues_name(self.peek()) {
                self.at += 1;
            }
        }
        self.slice(start, self.at).to_owned()
    }

    pub(super) fn part(&self, kind: PartKind, start: usize) -> Part {
        Part { kind, span: self.span_from(start) }
    }

    /// Adds text that ends at the cursor to the last literal, or as a new one.
    pub(super) fn push_literal(&self, parts: &mut Vec<Part>, text: &str, start: usize) {
        let span = self.span_from(start);
        if let Some(Part { kind: PartKind::Literal(literal), span: whole }) = parts.last_mut() {
            literal.push_str(text);
            *whole = whole.to(span);
            return;
        }
        parts.push(Part { kind: PartKind::Literal(text.to_owned()), span });
    }

    /// Takes one character as literal text, with those after it that mean nothing to any construct.
    pub(super) fn take_literal(&mut self, parts: &mut Vec<Part>) {
        let start = self.at;
        self.at += self.character().map_or(1, char::len_utf8);
        while continues_name(self.peek()) || matches!(self.peek(), b'-' | b'.' | b'/') {
            self.at += 1;
        }
        self.push_literal(parts, self.slice(start, self.at), start);
    }
}
