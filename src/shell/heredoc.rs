//! Here-documents: the delimiter where the operator stands, the body after the next newline.
//!
//! A redirect is read before its body, yet its node holds the body. A text with here-documents is therefore read twice:
//! the first reading gathers the bodies in order, the second puts each where its operator stands.

use super::cursor::{Cursor, Read, is_meta};
use super::tree::{HereDocument, Part, PartKind};

/// The here-documents of one text.
#[derive(Debug, Default)]
pub(super) struct HereDocuments {
    /// Announced on this line, body still to come.
    pub(super) pending: Vec<Pending>,
    /// Read in the first reading, by number.
    read: Vec<Option<Body>>,
    /// Whether this is the second reading.
    known: bool,
    /// How many were announced so far.
    announced: usize,
    /// How many substitutions are open.
    pub(super) substitutions: usize,
    /// Whether one was announced inside the substitutions that are open.
    pub(super) inside_substitution: bool,
}

/// A here-document whose body has not come yet.
#[derive(Debug)]
pub(super) struct Pending {
    delimiter: String,
    strip_tabs: bool,
    quoted: bool,
    number: usize,
}

/// A body with where the text goes on after its delimiter.
#[derive(Debug)]
struct Body {
    document: HereDocument,
    resume: usize,
}

impl HereDocuments {
    pub(super) fn is_empty(&self) -> bool {
        self.read.is_empty()
    }

    /// The state in which the second reading starts.
    pub(super) fn into_known(self) -> Self {
        Self { read: self.read, known: true, ..Self::default() }
    }
}

/// A here-document's lines with what was done to them.
struct Lines {
    text: String,
    exact: bool,
    end: usize,
}

impl Cursor<'_> {
    /// Reads the delimiter after `<<` and announces the body.
    pub(super) fn here_document(&mut self, strip_tabs: bool) -> Read<HereDocument> {
        let (delimiter, quoted) = self.delimiter()?;
        if self.here.substitutions > 0 {
            self.here.inside_substitution = true;
        }
        let number = self.here.announced;
        self.here.announced += 1;
        self.here.pending.push(Pending { delimiter: delimiter.clone(), strip_tabs, quoted, number });
        if self.here.known {
            return match self.here.read.get_mut(number).and_then(Option::as_mut) {
                Some(body) => Ok(std::mem::replace(&mut body.document, nothing())),
                None => self.refuse("here-document without body"),
            };
        }
        self.here.read.push(None);
        Ok(HereDocument { delimiter, quoted, ..nothing() })
    }

    fn delimiter(&mut self) -> Read<(String, bool)> {
        let start = self.at;
        let (mut delimiter, mut quoted) = (String::new(), false);
        while !self.ended() && !is_meta(self.peek()) {
            match self.peek() {
                quote @ (b'\'' | b'"') => {
                    quoted = true;
                    self.at += 1;
                    self.quoted_delimiter(quote, &mut delimiter)?;
                }
                b'\\' => {
                    quoted = true;
                    self.at += 1;
                    if self.ended() || self.peek() == b'\n' {
                        return self.refuse("line continuation in a here-document delimiter");
                    }
                    self.take_delimiter_character(&mut delimiter);
                }
                b'$' | b'`' => return self.refuse("expansion in a here-document delimiter"),
                _ => self.take_delimiter_character(&mut delimiter),
            }
        }
        if self.at == start {
            return self.refuse("expected a here-document delimiter");
        }
        if delimiter.is_empty() {
            return self.refuse("empty here-document delimiter");
        }
        Ok((delimiter, quoted))
    }

    fn quoted_delimiter(&mut self, quote: u8, delimiter: &mut String) -> Read<()> {
        loop {
            match self.peek() {
                _ if self.ended() => return self.refuse("unterminated quote in a here-document delimiter"),
                byte if byte == quote => break,
                b'\n' => return self.refuse("newline in a here-document delimiter"),
                b'$' | b'`' | b'\\' if quote == b'"' => {
                    return self.refuse("expansion in a here-document delimiter");
                }
                _ => self.take_delimiter_character(delimiter),
            }
        }
        self.at += 1;
        Ok(())
    }

    fn take_delimiter_character(&mut self, delimiter: &mut String) {
        if let Some(character) = self.character() {
            delimiter.push(character);
            self.at += character.len_utf8();
        }
    }

    /// Takes a newline and the bodies that are due after it.
    pub(super) fn newline(&mut self) -> Read<()> {
        self.at += 1;
        for pending in std::mem::take(&mut self.here.pending) {
            if self.here.known {
                match self.here.read.get(pending.number).and_then(Option::as_ref) {
                    Some(body) => self.at = body.resume,
                    None => return self.refuse("here-document without body"),
                }
                continue;
            }
            let document = self.body(&pending)?;
            let resume = self.at;
            if let Some(slot) = self.here.read.get_mut(pending.number) {
                *slot = Some(Body { document, resume });
            }
        }
        Ok(())
    }

    fn body(&mut self, pending: &Pending) -> Read<HereDocument> {
        let start = self.at;
        let lines = self.body_lines(pending)?;
        let span = self.span_between(start, lines.end);
        let body = if lines.text.is_empty() {
            Vec::new()
        } else if pending.quoted {
            vec![Part { kind: PartKind::Literal(lines.text), span }]
        } else {
            self.nested(|cursor| {
                let origin = cursor.origin_of(start, lines.end, lines.exact);
                cursor.expanded_body(&lines.text, origin)
            })?
        };
        Ok(HereDocument { delimiter: pending.delimiter.clone(), quoted: pending.quoted, body, span })
    }

    fn expanded_body(&self, text: &str, origin: super::cursor::Origin) -> Read<Vec<Part>> {
        let mut first = self.inner(text, origin);
        let parts = first.double_quoted(None)?;
        if first.here.is_empty() {
            return Ok(parts);
        }
        let mut second = self.inner(text, origin);
        second.here = first.here.into_known();
        second.double_quoted(None)
    }

    /// The lines up to the delimiter; the cursor ends up after it.
    fn body_lines(&mut self, pending: &Pending) -> Read<Lines> {
        let mut lines = Lines { text: String::new(), exact: true, end: self.at };
        // What came before on the same logical line, where a backslash joins lines in an expanded body.
        let mut joined: Option<String> = None;
        loop {
            if self.ended() {
                return self.refuse("here-document not terminated");
            }
            let rest = self.slice(self.at, self.text.len());
            let written = rest.split('\n').next().unwrap_or_default();
            let line = if pending.strip_tabs { written.trim_start_matches('\t') } else { written };
            if let Some(before) = &mut joined {
                // The shell tests the joined line against the delimiter, and strips tabs from its start only.
                if line == pending.delimiter || line.len() != written.len() {
                    return self.refuse("continuation before here-document delimiter");
                }
                if before.len() <= pending.delimiter.len() {
                    before.push_str(line.strip_suffix('\\').unwrap_or(line));
                }
                if *before == pending.delimiter {
                    return self.refuse("continuation before here-document delimiter");
                }
            } else if line == pending.delimiter {
                lines.end = self.at;
                self.at = (self.at + written.len() + 1).min(self.text.len());
                return Ok(lines);
            }
            if written.len() == rest.len() {
                return self.refuse("here-document not terminated");
            }
            let backslashes = line.bytes().rev().take_while(|byte| *byte == b'\\').count();
            if !pending.quoted && backslashes % 2 == 1 {
                let part = line.strip_suffix('\\').unwrap_or(line);
                joined.get_or_insert_with(|| part.to_owned());
            } else {
                joined = None;
            }
            lines.exact &= line.len() == written.len();
            lines.text.push_str(line);
            lines.text.push('\n');
            self.at += written.len() + 1;
        }
    }
}

fn nothing() -> HereDocument {
    HereDocument { delimiter: String::new(), quoted: false, body: Vec::new(), span: super::Span::default() }
}
