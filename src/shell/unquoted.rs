//! What unquoted characters of a word mean where it stands: braces first, then tildes, then globs, as bash does.

use super::cursor::{Cursor, Read};
use super::tree::{Brace, Glob, Part, PartKind};
use super::word::WordPlace;
use super::{Dialect, Span};

/// Where a tilde may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TildeRule {
    /// At the start of the word.
    Start,
    /// At the start and after each `:`.
    Value,
    /// After the first `=` of the word, and after each `:` from there.
    AfterEquals,
    /// Nowhere.
    Never,
}

impl Cursor<'_> {
    /// Splits the literals of a word into what they are in its place.
    pub(super) fn unquoted_meaning(&self, parts: Vec<Part>, place: WordPlace) -> Read<Vec<Part>> {
        let keyed = place == WordPlace::Element && is_keyed(&parts);
        if place == WordPlace::Element && starts_with(&parts, "[") && !keyed {
            return self.refuse("array element starting with `[`");
        }
        let braces = matches!(place, WordPlace::Operand | WordPlace::Element | WordPlace::DeclaredValue);
        let parts = if braces && !self.is_posix() { self.split_braces(parts)? } else { parts };
        let has_brace = parts.iter().any(|part| matches!(part.kind, PartKind::Brace(_)));
        if keyed && has_brace {
            return self.refuse("brace expansion in an array element with a key");
        }
        let rule = match place {
            WordPlace::Value | WordPlace::DeclaredValue => TildeRule::Value,
            WordPlace::Operand if !self.is_posix() && looks_like_assignment(&parts) => TildeRule::AfterEquals,
            WordPlace::Element if keyed => TildeRule::AfterEquals,
            WordPlace::Operand | WordPlace::Element | WordPlace::Pattern | WordPlace::Plain => TildeRule::Start,
        };
        let globs = match place {
            WordPlace::Operand | WordPlace::Pattern => true,
            WordPlace::Element => !keyed,
            WordPlace::Value | WordPlace::DeclaredValue | WordPlace::Plain => false,
        };
        self.tildes_and_globs(parts, rule, globs, false)
    }

    /// The same for the operand of `${name op …}`.
    pub(super) fn operand_meaning(&self, parts: Vec<Part>, operator: &str, in_double: bool) -> Read<Vec<Part>> {
        let pattern = operator.starts_with(['#', '%', '/', '^', ',']);
        let rule = if in_double || operator == ":" { TildeRule::Never } else { TildeRule::Start };
        self.tildes_and_globs(parts, rule, pattern || (!in_double && operator != ":"), false)
    }

    fn tildes_and_globs(&self, parts: Vec<Part>, rule: TildeRule, globs: bool, closes: bool) -> Read<Vec<Part>> {
        if parts.iter().all(has_no_special) {
            return Ok(parts);
        }
        let parts = self.split_tildes(parts, rule)?;
        let mut reversed = Vec::new();
        let mut closes = closes;
        for (index, part) in parts.into_iter().enumerate().rev() {
            match part.kind {
                PartKind::Literal(text) if globs => {
                    let mut split = split_globs(&text, part.span, closes);
                    closes |= text.contains(']');
                    split.reverse();
                    reversed.append(&mut split);
                }
                PartKind::Brace(Brace::List(alternatives)) => {
                    let inner_rule = self.rule_inside(rule, index == 0, &alternatives, reversed.last())?;
                    let after = closes;
                    let mut split = Vec::new();
                    for alternative in alternatives {
                        closes |= alternative.iter().any(|part| holds(part, ']'));
                        split.push(self.tildes_and_globs(alternative, inner_rule, globs, after)?);
                    }
                    reversed.push(Part { kind: PartKind::Brace(Brace::List(split)), span: part.span });
                }
                kind @ (PartKind::Literal(_)
                | PartKind::Escaped(_)
                | PartKind::Single(_)
                | PartKind::AnsiC(_)
                | PartKind::Double(_)
                | PartKind::Parameter(_)
                | PartKind::Command(_)
                | PartKind::Process { .. }
                | PartKind::Arithmetic(_)
                | PartKind::Glob(_)
                | PartKind::Brace(Brace::Range { .. })
                | PartKind::Tilde(_)) => reversed.push(Part { kind, span: part.span }),
            }
        }
        reversed.reverse();
        Ok(reversed)
    }

    /// Where a tilde may start in a brace expansion, which bash expands first; `next` is what stands after it.
    fn rule_inside(
        &self,
        rule: TildeRule,
        starts_word: bool,
        alternatives: &[Vec<Part>],
        next: Option<&Part>,
    ) -> Read<TildeRule> {
        match rule {
            TildeRule::Start if starts_word => {
                let goes_on = next.is_some() && alternatives.iter().any(|parts| is_tilde_name(parts));
                if goes_on || next.is_some_and(|part| is_literal_from(part, "~")) {
                    return self.refuse("tilde at the edge of a brace expansion");
                }
                Ok(TildeRule::Start)
            }
            TildeRule::Value | TildeRule::AfterEquals if alternatives.iter().flatten().any(|part| holds(part, '~')) => {
                self.refuse("tilde in a brace expansion after `=`")
            }
            TildeRule::Start | TildeRule::Value | TildeRule::AfterEquals | TildeRule::Never => Ok(TildeRule::Never),
        }
    }

    fn split_tildes(&self, parts: Vec<Part>, rule: TildeRule) -> Read<Vec<Part>> {
        let mut split = Vec::new();
        let mut in_value = matches!(rule, TildeRule::Value);
        let mut may_start = matches!(rule, TildeRule::Start | TildeRule::Value);
        let mut rest = parts.into_iter().peekable();
        while let Some(part) = rest.next() {
            let PartKind::Literal(text) = &part.kind else {
                may_start = false;
                split.push(part);
                continue;
            };
            let followed = rest.peek().is_some();
            let mut from = 0;
            let mut at = 0;
            while at < text.len() {
                let tail = text.get(at..).unwrap_or_default();
                if may_start && tail.starts_with('~') {
                    let colon = in_value || rule == TildeRule::AfterEquals;
                    let name_length = tail.find(|stop| stop == '/' || (colon && stop == ':')).unwrap_or(tail.len());
                    let name = tail.get(1..name_length).unwrap_or_default();
                    if name_length == tail.len() && followed {
                        let quoted = matches!(
                            rest.peek().map(|part| &part.kind),
                            Some(PartKind::Escaped(_) | PartKind::Single(_) | PartKind::AnsiC(_) | PartKind::Double(_))
                        );
                        if !quoted && self.dialect == Dialect::Both {
                            return self.refuse("tilde before an expansion (zsh expands it)");
                        }
                    } else if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._+-".contains(&byte)) {
                        push_piece(&mut split, text, from, at, part.span);
                        let span = piece_span(text, at, at + name_length, part.span);
                        split.push(Part { kind: PartKind::Tilde(name.to_owned()), span });
                        at += name_length;
                        from = at;
                        may_start = false;
                        continue;
                    } else if self.dialect == Dialect::Both {
                        return self.refuse("tilde before a character no name has");
                    }
                }
                may_start = false;
                let next = tail.chars().next().unwrap_or_default();
                if rule == TildeRule::AfterEquals && next == '=' && !in_value {
                    in_value = true;
                    may_start = true;
                }
                if in_value && next == ':' {
                    may_start = true;
                }
                at += next.len_utf8();
            }
            push_piece(&mut split, text, from, text.len(), part.span);
        }
        Ok(split)
    }
}

fn starts_with(parts: &[Part], prefix: &str) -> bool {
    parts.first().is_some_and(|first| is_literal_from(first, prefix))
}

fn is_literal_from(part: &Part, prefix: &str) -> bool {
    matches!(&part.kind, PartKind::Literal(text) if text.starts_with(prefix))
}

/// Whether a tilde starts here whose name has not ended, so that text after it would belong to the name.
fn is_tilde_name(parts: &[Part]) -> bool {
    match parts.first().map(|first| &first.kind) {
        Some(PartKind::Literal(text)) => text.starts_with('~') && !text.contains('/'),
        Some(PartKind::Brace(Brace::List(alternatives))) => alternatives.iter().any(|parts| is_tilde_name(parts)),
        _ => false,
    }
}

/// `[key]=…` or `[key]+=…`
fn is_keyed(parts: &[Part]) -> bool {
    starts_with(parts, "[")
        && parts
            .iter()
            .any(|part| matches!(&part.kind, PartKind::Literal(text) if text.contains("]=") || text.contains("]+=")))
}

/// A word that bash takes for an assignment although it is an operand: `name=…`.
fn looks_like_assignment(parts: &[Part]) -> bool {
    let Some(Part { kind: PartKind::Literal(text), .. }) = parts.first() else { return false };
    let Some((name, _)) = text.split_once('=') else { return false };
    let name = name.strip_suffix('+').unwrap_or(name);
    let starts = name.starts_with(|first: char| first == '_' || first.is_ascii_alphabetic());
    starts && name.bytes().all(super::cursor::continues_name)
}

/// Whether a character stands unquoted in a part.
fn holds(part: &Part, sign: char) -> bool {
    match &part.kind {
        PartKind::Literal(text) => text.contains(sign),
        PartKind::Brace(Brace::List(alternatives)) => alternatives.iter().flatten().any(|part| holds(part, sign)),
        PartKind::Brace(Brace::Range { .. })
        | PartKind::Escaped(_)
        | PartKind::Single(_)
        | PartKind::AnsiC(_)
        | PartKind::Double(_)
        | PartKind::Parameter(_)
        | PartKind::Command(_)
        | PartKind::Process { .. }
        | PartKind::Arithmetic(_)
        | PartKind::Glob(_)
        | PartKind::Tilde(_) => false,
    }
}

/// Whether nothing in a part can be a tilde or a glob.
fn has_no_special(part: &Part) -> bool {
    match &part.kind {
        PartKind::Literal(text) => !text.bytes().any(|byte| matches!(byte, b'~' | b'*' | b'?' | b'[')),
        PartKind::Brace(_) => false,
        PartKind::Escaped(_)
        | PartKind::Single(_)
        | PartKind::AnsiC(_)
        | PartKind::Double(_)
        | PartKind::Parameter(_)
        | PartKind::Command(_)
        | PartKind::Process { .. }
        | PartKind::Arithmetic(_)
        | PartKind::Glob(_)
        | PartKind::Tilde(_) => true,
    }
}

/// The span of a piece of a literal, exact where the literal stands in the text as it is.
fn piece_span(text: &str, from: usize, to: usize, span: Span) -> Span {
    if span.end - span.start == text.len() { Span::new(span.start + from, span.start + to) } else { span }
}

fn push_piece(parts: &mut Vec<Part>, text: &str, from: usize, to: usize, span: Span) {
    if let Some(piece) = text.get(from..to).filter(|piece| !piece.is_empty()) {
        parts.push(Part { kind: PartKind::Literal(piece.to_owned()), span: piece_span(text, from, to, span) });
    }
}

/// Splits a literal at its glob operators; `closes` says that an unquoted `]` comes in a later part of the word.
fn split_globs(text: &str, span: Span, closes: bool) -> Vec<Part> {
    let last_close = text.rfind(']');
    let mut parts = Vec::new();
    let (mut from, mut at, mut hopeless) = (0, 0, false);
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        let (glob, length) = match byte {
            b'*' => (Glob::Any, 1),
            b'?' => (Glob::One, 1),
            b'[' => {
                let closes_here = last_close.filter(|close| *close > at);
                let end = if hopeless || closes_here.is_none() { None } else { bracket_end(bytes, at) };
                match (end, closes_here) {
                    (Some(end), _) => (Glob::Bracket(text.get(at..end).unwrap_or_default().to_owned()), end - at),
                    // `[]` and `[!]` end nowhere.
                    (None, close) if !closes && close.is_none_or(|close| close <= at + 2) => {
                        at += 1;
                        continue;
                    }
                    // The bracket ends in a later part, or in no certain place: its opening alone makes a pattern.
                    (None, _) => {
                        hopeless |= closes_here.is_some();
                        (Glob::Bracket("[".to_owned()), 1)
                    }
                }
            }
            _ => {
                at += 1;
                continue;
            }
        };
        push_piece(&mut parts, text, from, at, span);
        parts.push(Part { kind: PartKind::Glob(glob), span: piece_span(text, at, at + length, span) });
        at += length;
        from = at;
    }
    push_piece(&mut parts, text, from, text.len(), span);
    parts
}

/// Just past the `]` that ends the bracket expression at `start`.
fn bracket_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    if matches!(bytes.get(at), Some(b'!' | b'^')) {
        at += 1;
    }
    if bytes.get(at) == Some(&b']') {
        at += 1;
    }
    loop {
        match (bytes.get(at)?, bytes.get(at + 1)) {
            (b'[', Some(kind @ (b':' | b'.' | b'='))) => {
                // No class has a longer name.
                let name = bytes.get(at + 2..).unwrap_or_default();
                let length = name.iter().zip(name.iter().skip(1)).take(20).position(|pair| pair == (kind, &b']'));
                at += length.map_or(1, |length| length + 4);
            }
            (b']', _) => return Some(at + 1),
            _ => at += 1,
        }
    }
}
