//! git's patterns for names: `*`, `?`, `[…]`, `\` and `**`.
//!
//! Source: gitignore(5) and wildmatch.c of git 2.47. A pattern that is not well formed matches nothing.

/// A pattern, read once. Matching takes time in proportion to pattern times name: no pattern makes it explode.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    tokens: Vec<Token>,
}

#[derive(Debug, Clone)]
enum Token {
    /// This byte.
    Byte(u8),
    /// One byte that is no slash.
    One,
    /// One byte of a set, no slash.
    Set { negated: bool, ranges: Vec<(u8, u8)> },
    /// Any bytes but slashes.
    Star,
    /// Any bytes.
    Stars,
    /// What stands in front of it may be left out together with the two tokens that follow: `**/` matches no directory too.
    Leap,
    /// Nothing: the pattern is not well formed.
    Never,
}

impl Pattern {
    /// Reads a pattern.
    pub(super) fn new(text: &[u8]) -> Self {
        let mut tokens = Vec::with_capacity(text.len());
        let mut rest = text;
        let mut before = None;
        while let Some((&first, after)) = rest.split_first() {
            rest = match first {
                b'\\' => match after.split_first() {
                    Some((&escaped, after)) => {
                        tokens.push(Token::Byte(escaped));
                        after
                    }
                    None => {
                        tokens.push(Token::Never);
                        after
                    }
                },
                b'?' => {
                    tokens.push(Token::One);
                    after
                }
                b'*' => stars(before, after, &mut tokens),
                b'[' => match set(after) {
                    Some((token, after)) => {
                        tokens.push(token);
                        after
                    }
                    None => {
                        tokens.push(Token::Never);
                        &[]
                    }
                },
                byte => {
                    tokens.push(Token::Byte(byte));
                    after
                }
            };
            before = text.get(text.len() - rest.len() - 1).copied();
        }
        Self { tokens }
    }

    /// Whether the whole name matches.
    pub(super) fn matches(&self, name: &[u8]) -> bool {
        // Most patterns are settled by the bytes at either end.
        let last_differs = matches!(self.tokens.last(), Some(Token::Byte(wanted)) if name.last() != Some(wanted));
        let plain = self.tokens.iter().take_while(|token| matches!(token, Token::Byte(_))).count();
        let begins = name.len() >= plain
            && self
                .tokens
                .iter()
                .zip(name)
                .take(plain)
                .all(|(token, byte)| matches!(token, Token::Byte(wanted) if wanted == byte));
        if last_differs || !begins {
            return false;
        }
        let mut reached = vec![false; self.tokens.len() + 1];
        let mut next = reached.clone();
        self.reach(plain, &mut reached);
        for byte in name.iter().skip(plain) {
            next.fill(false);
            for (at, token) in self.tokens.iter().enumerate() {
                if !reached.get(at).copied().unwrap_or(false) {
                    continue;
                }
                let takes = match token {
                    Token::Byte(wanted) => wanted == byte,
                    Token::One => *byte != b'/',
                    Token::Set { negated, ranges } => {
                        *byte != b'/' && ranges.iter().any(|(low, high)| (low..=high).contains(&byte)) != *negated
                    }
                    Token::Star => {
                        if *byte != b'/' {
                            self.reach(at, &mut next);
                        }
                        false
                    }
                    Token::Stars => {
                        self.reach(at, &mut next);
                        false
                    }
                    Token::Leap | Token::Never => false,
                };
                if takes {
                    self.reach(at + 1, &mut next);
                }
            }
            std::mem::swap(&mut reached, &mut next);
        }
        reached.last().copied().unwrap_or(false)
    }

    /// Marks a place in the pattern, and the places that are reached from it without a byte.
    fn reach(&self, from: usize, reached: &mut [bool]) {
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            let Some(mark) = reached.get_mut(at) else { continue };
            if std::mem::replace(mark, true) {
                continue;
            }
            match self.tokens.get(at) {
                Some(Token::Star | Token::Stars) => waiting.push(at + 1),
                Some(Token::Leap) => waiting.extend([at + 1, at + 3]),
                Some(Token::Byte(_) | Token::One | Token::Set { .. } | Token::Never) | None => {}
            }
        }
    }
}

/// One star or more: two are more than one only where they are all there is between slashes.
fn stars<'a>(before: Option<u8>, after: &'a [u8], tokens: &mut Vec<Token>) -> &'a [u8] {
    let more = after.iter().take_while(|byte| **byte == b'*').count();
    let rest = after.get(more..).unwrap_or_default();
    let alone =
        matches!(before, None | Some(b'/')) && (rest.is_empty() || rest.starts_with(b"/") || rest.starts_with(b"\\/"));
    if more == 0 || !alone {
        tokens.push(Token::Star);
    } else {
        if rest.starts_with(b"/") {
            tokens.push(Token::Leap);
        }
        tokens.push(Token::Stars);
    }
    rest
}

/// A set, after its `[`; none where it has no end or names a class that there is not.
fn set(text: &[u8]) -> Option<(Token, &[u8])> {
    let (negated, mut rest) = match text.split_first() {
        Some((b'!' | b'^', after)) => (true, after),
        _ => (false, text),
    };
    let mut ranges = Vec::new();
    let mut low = None;
    let mut first = true;
    loop {
        let (&byte, after) = rest.split_first()?;
        rest = after;
        match byte {
            b']' if !first => return Some((Token::Set { negated, ranges }, rest)),
            b'\\' => {
                let (&escaped, after) = rest.split_first()?;
                rest = after;
                ranges.push((escaped, escaped));
                low = Some(escaped);
            }
            b'-' if low.is_some() && rest.first().is_some_and(|next| *next != b']') => {
                let (&next, after) = rest.split_first()?;
                rest = after;
                let high = if next == b'\\' {
                    let (&escaped, after) = rest.split_first()?;
                    rest = after;
                    escaped
                } else {
                    next
                };
                ranges.extend(low.take().map(|low| (low, high)));
            }
            b'[' if rest.first() == Some(&b':') => {
                let end = rest.iter().position(|byte| *byte == b']')?;
                let inside = rest.get(1..end)?;
                match inside.strip_suffix(b":") {
                    Some(name) => {
                        ranges.extend_from_slice(class(name)?);
                        rest = rest.get(end + 1..)?;
                        low = None;
                    }
                    None => {
                        ranges.push((b'[', b'['));
                        low = Some(b'[');
                    }
                }
            }
            byte => {
                ranges.push((byte, byte));
                low = Some(byte);
            }
        }
        first = false;
    }
}

/// The bytes of a POSIX class.
fn class(name: &[u8]) -> Option<&'static [(u8, u8)]> {
    Some(match name {
        b"alnum" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
        b"alpha" => &[(b'A', b'Z'), (b'a', b'z')],
        b"blank" => &[(b' ', b' '), (b'\t', b'\t')],
        b"cntrl" => &[(0, 31), (127, 127)],
        b"digit" => &[(b'0', b'9')],
        b"graph" => &[(33, 126)],
        b"lower" => &[(b'a', b'z')],
        b"print" => &[(32, 126)],
        b"punct" => &[(33, 47), (58, 64), (91, 96), (123, 126)],
        b"space" => &[(9, 13), (b' ', b' ')],
        b"upper" => &[(b'A', b'Z')],
        b"xdigit" => &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')],
        _ => return None,
    })
}
