//! Words and their quoted pieces.

use super::Dialect;
use super::ansi_c;
use super::cursor::{Cursor, Read, is_meta};
use super::tree::{Part, PartKind, Substitution, Word};

/// Where a word stands, which decides what its unquoted characters mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordPlace {
    /// A command word, an operand, a word of a loop, a file name: braces, tildes and globs.
    Operand,
    /// An array element: as an operand, but `[key]=` is no glob.
    Element,
    /// The value of an assignment: tildes, also after `:`.
    Value,
    /// The value of an assignment that is an operand of a declaration builtin: braces as well.
    DeclaredValue,
    /// A pattern of `case` or `[[`: tilde and globs.
    Pattern,
    /// Elsewhere: a leading tilde.
    Plain,
}

impl Cursor<'_> {
    pub(super) fn word(&mut self, place: WordPlace) -> Read<Word> {
        let start = self.at;
        // Most words are one part.
        let mut parts = Vec::with_capacity(1);
        while !self.ends_word() || self.peek() == b'(' {
            if self.peek() == b'(' {
                if self.at > start && !self.opens_function(&parts) {
                    return self.refuse("`(` inside a word (extglob or glob qualifier)");
                }
                break;
            }
            self.piece(&mut parts, false)?;
        }
        if self.at == start {
            return self.refuse("expected a word");
        }
        let text = self.slice(start, self.at);
        if self.dialect != Dialect::Bash && text.starts_with('=') && text.bytes().any(|byte| byte != b'=') {
            return self.refuse("`=word` (zsh: path of a command)");
        }
        if !self.here.pending.is_empty() && text.contains('\n') {
            return self.refuse("newline inside a word after <<");
        }
        let span = self.span_from(start);
        let parts = self.unquoted_meaning(parts, place)?;
        Ok(Word { parts, span })
    }

    /// Whether `(` after a literal is followed by `)`: the caller decides whether that defines a function.
    fn opens_function(&self, parts: &[Part]) -> bool {
        let mut at = self.at + 1;
        while matches!(self.byte(at), b' ' | b'\t') {
            at += 1;
        }
        self.byte(at) == b')' && matches!(parts, [Part { kind: PartKind::Literal(_), .. }])
    }

    /// One piece of unquoted text at the cursor; `operand` where it stands inside `${…}` or a pattern.
    pub(super) fn piece(&mut self, parts: &mut Vec<Part>, operand: bool) -> Read<()> {
        let start = self.at;
        match self.peek() {
            b'\\' => self.backslash(parts),
            b'\'' => {
                let rest = self.slice(start + 1, self.text.len());
                let Some(length) = rest.find('\'') else { return self.refuse("unterminated `'`") };
                self.at += length + 2;
                let text = self.slice(start + 1, self.at - 1).to_owned();
                parts.push(self.part(PartKind::Single(text), start));
                Ok(())
            }
            b'"' => self.double(parts),
            b'$' => self.dollar(parts, false),
            b'`' => self.backquoted(parts, false),
            b'<' | b'>' if self.ahead(1) == b'(' && !operand => {
                self.refuse_in_posix("process substitution is not POSIX")?;
                let reads = self.peek() == b'<';
                self.at += 2;
                let script = self.substituted()?;
                parts.push(self.part(PartKind::Process { reads, script }, start));
                Ok(())
            }
            _ => {
                self.take_literal(parts);
                Ok(())
            }
        }
    }

    fn backslash(&mut self, parts: &mut Vec<Part>) -> Read<()> {
        let start = self.at;
        self.at += 1;
        let Some(character) = self.character() else { return self.refuse("trailing backslash") };
        self.at += character.len_utf8();
        if character != '\n' {
            parts.push(self.part(PartKind::Escaped(character), start));
            return Ok(());
        }
        if self.ended() || matches!(self.peek(), b' ' | b'\t' | b'\n') {
            return Ok(());
        }
        self.refuse("line continuation inside a word")
    }

    /// `"…"` as one part.
    pub(super) fn double(&mut self, parts: &mut Vec<Part>) -> Read<()> {
        let start = self.at;
        self.at += 1;
        let inner = self.nested(|cursor| cursor.double_quoted(Some(b'"')))?;
        parts.push(self.part(PartKind::Double(inner), start));
        Ok(())
    }

    /// Text as in double quotes up to `end`, or a here-document's body up to the end of the text.
    pub(super) fn double_quoted(&mut self, end: Option<u8>) -> Read<Vec<Part>> {
        let mut parts = Vec::new();
        loop {
            if self.ended() {
                return if end.is_none() { Ok(parts) } else { self.refuse("unterminated `\"`") };
            }
            let start = self.at;
            match self.peek() {
                byte if Some(byte) == end => {
                    self.at += 1;
                    return Ok(parts);
                }
                b'\\' => match self.ahead(1) {
                    b'\n' => self.at += 2,
                    next @ (b'$' | b'`' | b'\\' | b'"') if next != b'"' || end.is_some() => {
                        self.at += 2;
                        self.push_literal(&mut parts, self.slice(start + 1, self.at), start);
                    }
                    _ => self.take_literal(&mut parts),
                },
                b'$' => self.dollar(&mut parts, true)?,
                b'`' => self.backquoted(&mut parts, end.is_some())?,
                _ => {
                    let rest = self.slice(start, self.text.len());
                    let plain = rest.find(['\\', '$', '`', '"']).unwrap_or(rest.len()).max(1);
                    self.at += plain;
                    self.push_literal(&mut parts, self.slice(start, self.at), start);
                }
            }
        }
    }

    /// `$'…'`
    pub(super) fn ansi_c_quoted(&mut self, parts: &mut Vec<Part>) -> Read<()> {
        self.refuse_in_posix("`$'` is not POSIX")?;
        let start = self.at;
        self.at += 2;
        loop {
            match self.peek() {
                _ if self.ended() => return self.refuse("unterminated `$'`"),
                b'\'' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        let Some(text) = ansi_c::decode(self.slice(start + 2, self.at)) else {
            return self.refuse("escape in `$'…'` that not every shell reads alike");
        };
        self.at += 1;
        parts.push(self.part(PartKind::AnsiC(text), start));
        Ok(())
    }

    /// The list of a substitution whose opening was read, up to and with its `)`.
    pub(super) fn substituted(&mut self) -> Read<super::tree::Script> {
        self.enter()?;
        let start = self.at;
        let outer_pending = std::mem::take(&mut self.here.pending);
        let outer_inside = std::mem::replace(&mut self.here.inside_substitution, false);
        self.here.substitutions += 1;
        let script = self.list()?;
        self.here.substitutions -= 1;
        self.here.inside_substitution |= outer_inside;
        if self.here.substitutions == 0 {
            self.here.inside_substitution = false;
        }
        if self.peek() != b')' {
            return self.refuse("expected `)`");
        }
        if !self.here.pending.is_empty() {
            return self.refuse("here-document body outside its substitution");
        }
        if !outer_pending.is_empty() && self.has_newline(start) {
            return self.refuse("newline in a substitution after <<");
        }
        self.here.pending = outer_pending;
        self.at += 1;
        self.leave(1);
        Ok(script)
    }

    /// `` `…` ``: read as a text of its own once its backslashes are taken off.
    pub(super) fn backquoted(&mut self, parts: &mut Vec<Part>, in_double: bool) -> Read<()> {
        let start = self.at;
        self.at += 1;
        let (mut text, mut exact) = (String::new(), true);
        loop {
            match self.peek() {
                _ if self.ended() => return self.refuse("unterminated backquote"),
                b'`' => break,
                b'\\' if self.ahead(1) == b'\n' => return self.refuse("line continuation in backquotes"),
                b'\\' => {
                    let next = self.ahead(1);
                    self.at += 1;
                    if matches!(next, b'\\' | b'$' | b'`') || (in_double && next == b'"') {
                        exact = false;
                    } else {
                        text.push('\\');
                    }
                    if let Some(character) = self.character() {
                        text.push(character);
                        self.at += character.len_utf8();
                    }
                }
                _ => {
                    let rest = self.slice(self.at, self.text.len());
                    let plain = rest.find(['`', '\\']).unwrap_or(rest.len());
                    text.push_str(self.slice(self.at, self.at + plain));
                    self.at += plain;
                }
            }
        }
        let end = self.at;
        self.at += 1;
        if text.contains("<<") {
            return self.refuse("here-document in backquotes");
        }
        let origin = self.origin_of(start + 1, end, exact);
        let script = self.nested(|cursor| {
            let mut inner = cursor.inner(&text, origin);
            let script = inner.list()?;
            if inner.ended() { Ok(script) } else { inner.refuse("unexpected token in backquotes") }
        })?;
        parts.push(self.part(PartKind::Command(Substitution { script, backquoted: true }), start));
        Ok(())
    }

    /// Whether a byte that is part of a pattern cannot stand in a word.
    pub(super) fn ends_pattern(&self) -> bool {
        self.ended() || is_meta(self.peek())
    }
}
