//! Brace expansions: which braces of a word bash would expand.

use super::Span;
use super::cursor::{Cursor, Read};
use super::tree::{Brace, Part, PartKind};

/// A word taken apart at its unquoted braces and commas.
struct Atom {
    kind: AtomKind,
    span: Span,
    role: Role,
}

enum AtomKind {
    Open,
    Close,
    Comma,
    Text(String),
    Part(PartKind),
}

/// What an atom turned out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Itself.
    Plain,
    /// A brace or comma of an expansion.
    Expands,
    /// The `{` of a range; text and `}` follow.
    Range,
}

/// A `{` that is still open.
struct Open {
    at: usize,
    commas: Vec<usize>,
}

impl Cursor<'_> {
    /// Turns the braces that bash expands into parts, and leaves the others as text.
    pub(super) fn split_braces(&self, parts: Vec<Part>) -> Read<Vec<Part>> {
        let has = |sign| {
            parts.iter().any(|part| matches!(&part.kind, PartKind::Literal(text) if text.contains::<char>(sign)))
        };
        if !has('{') || !has('}') {
            return Ok(parts);
        }
        let mut atoms = atoms(parts);
        self.assign_roles(&mut atoms)?;
        self.assemble(atoms)
    }

    fn assign_roles(&self, atoms: &mut [Atom]) -> Read<()> {
        let mut open: Vec<Open> = Vec::new();
        // bash looks for the next `}` when a pair holds no comma, so what follows such a pair is not certain.
        let (mut doubtful, mut comma_after) = (false, false);
        for at in 0..atoms.len() {
            match atoms.get(at).map(|atom| &atom.kind) {
                Some(AtomKind::Open) => open.push(Open { at, commas: Vec::new() }),
                Some(AtomKind::Comma) => {
                    comma_after |= doubtful;
                    if let Some(innermost) = open.last_mut() {
                        innermost.commas.push(at);
                    }
                }
                Some(AtomKind::Close) => {
                    if comma_after && open.len() <= 1 && open.first().is_none_or(|first| first.commas.is_empty()) {
                        return self.refuse("unbalanced braces around a comma");
                    }
                    let Some(pair) = open.pop() else { continue };
                    if !pair.commas.is_empty() {
                        for at in pair.commas.into_iter().chain([pair.at, at]) {
                            set_role(atoms, at, Role::Expands);
                        }
                    } else if self.is_range(atoms, pair.at, at)? {
                        set_role(atoms, pair.at, Role::Range);
                    } else {
                        doubtful = true;
                    }
                }
                Some(AtomKind::Text(_) | AtomKind::Part(_)) | None => {}
            }
        }
        Ok(())
    }

    /// Whether the text between two braces is `from..to` or `from..to..step`.
    fn is_range(&self, atoms: &[Atom], open: usize, close: usize) -> Read<bool> {
        let [Atom { kind: AtomKind::Text(text), .. }] = atoms.get(open + 1..close).unwrap_or_default() else {
            return Ok(false);
        };
        let ends: Vec<&str> = text.split("..").collect();
        let (from, to, step) = match ends.as_slice() {
            [from, to] => (*from, *to, None),
            [from, to, step] => (*from, *to, Some(*step)),
            _ => return Ok(false),
        };
        if step.is_some_and(|step| step.parse::<i64>().is_err()) {
            return Ok(false);
        }
        let (low, high) = (letter(from), letter(to));
        if let (Some(low), Some(high)) = (low, high) {
            // Between `Z` and `a` stand a backslash and a backquote, which bash would read once more.
            if low.is_ascii_lowercase() != high.is_ascii_lowercase() {
                return self.refuse("brace range from upper to lower case");
            }
            return Ok(true);
        }
        Ok(from.parse::<i64>().is_ok() && to.parse::<i64>().is_ok())
    }

    fn assemble(&self, atoms: Vec<Atom>) -> Read<Vec<Part>> {
        let mut frames: Vec<(Vec<Vec<Part>>, Span)> = Vec::new();
        let mut current: Vec<Part> = Vec::new();
        let mut rest = atoms.into_iter();
        while let Some(atom) = rest.next() {
            match (atom.kind, atom.role) {
                (AtomKind::Open, Role::Expands) => {
                    if frames.len() >= self.levels_left() {
                        return self.refuse("nesting deeper than 60");
                    }
                    frames.push((vec![std::mem::take(&mut current)], atom.span));
                }
                (AtomKind::Comma, Role::Expands) => {
                    if let Some((alternatives, _)) = frames.last_mut() {
                        alternatives.push(std::mem::take(&mut current));
                    }
                }
                (AtomKind::Close, Role::Expands) => {
                    let Some((mut alternatives, start)) = frames.pop() else { continue };
                    alternatives.push(std::mem::take(&mut current));
                    current = alternatives.remove(0);
                    let span = start.to(atom.span);
                    current.push(Part { kind: PartKind::Brace(Brace::List(alternatives)), span });
                }
                (AtomKind::Open, Role::Range) => {
                    if let (Some(Atom { kind: AtomKind::Text(text), .. }), Some(close)) = (rest.next(), rest.next()) {
                        let kind = PartKind::Brace(range(&text));
                        current.push(Part { kind, span: atom.span.to(close.span) });
                    }
                }
                (AtomKind::Open, Role::Plain) => push_text(&mut current, "{", atom.span),
                (AtomKind::Close, Role::Plain | Role::Range) => push_text(&mut current, "}", atom.span),
                (AtomKind::Comma, Role::Plain | Role::Range) => push_text(&mut current, ",", atom.span),
                (AtomKind::Text(text), _) => push_text(&mut current, &text, atom.span),
                (AtomKind::Part(kind), _) => current.push(Part { kind, span: atom.span }),
            }
        }
        Ok(current)
    }
}

fn set_role(atoms: &mut [Atom], at: usize, role: Role) {
    if let Some(atom) = atoms.get_mut(at) {
        atom.role = role;
    }
}

fn letter(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|first| first.is_ascii_alphabetic() && characters.next().is_none())
}

fn range(text: &str) -> Brace {
    let mut ends = text.split("..").map(str::to_owned);
    Brace::Range { from: ends.next().unwrap_or_default(), to: ends.next().unwrap_or_default(), step: ends.next() }
}

fn push_text(parts: &mut Vec<Part>, text: &str, span: Span) {
    if let Some(Part { kind: PartKind::Literal(literal), span: whole }) = parts.last_mut() {
        literal.push_str(text);
        *whole = whole.to(span);
        return;
    }
    parts.push(Part { kind: PartKind::Literal(text.to_owned()), span });
}

fn atoms(parts: Vec<Part>) -> Vec<Atom> {
    let mut atoms = Vec::new();
    for part in parts {
        let PartKind::Literal(text) = &part.kind else {
            atoms.push(Atom { kind: AtomKind::Part(part.kind), span: part.span, role: Role::Plain });
            continue;
        };
        let exact = part.span.end - part.span.start == text.len();
        let mut at = 0;
        for piece in text.split_inclusive(['{', '}', ',']) {
            let plain = piece.trim_end_matches(['{', '}', ',']);
            let mut add = |kind, from: usize, length: usize| {
                let start = part.span.start + from;
                let span = if exact { Span::new(start, start + length) } else { part.span };
                atoms.push(Atom { kind, span, role: Role::Plain });
            };
            if !plain.is_empty() {
                add(AtomKind::Text(plain.to_owned()), at, plain.len());
            }
            match piece.get(plain.len()..) {
                Some("{") => add(AtomKind::Open, at + plain.len(), 1),
                Some("}") => add(AtomKind::Close, at + plain.len(), 1),
                Some(",") => add(AtomKind::Comma, at + plain.len(), 1),
                _ => {}
            }
            at += piece.len();
        }
    }
    atoms
}
