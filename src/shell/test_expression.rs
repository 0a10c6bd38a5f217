//! `[[ … ]]`

use super::cursor::{Cursor, Read, continues_name, is_meta};
use super::tree::{Part, PartKind, TestExpression, Word};
use super::word::WordPlace;

/// Letters of unary operators that bash and zsh share or that bash alone has.
const UNARY: &[u8] = b"abcdefghknoprstuvwxzGLNORS";

const NUMERIC: [&str; 9] = ["-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"];

impl Cursor<'_> {
    /// What follows `[[`, with its `]]`.
    pub(super) fn test(&mut self) -> Read<TestExpression> {
        let expression = self.test_or()?;
        self.lines()?;
        if !self.ends_test() {
            return self.refuse("expected `]]`");
        }
        self.at += 2;
        Ok(expression)
    }

    fn ends_test(&self) -> bool {
        self.starts("]]") && (self.at + 2 == self.text.len() || is_meta(self.ahead(2)))
    }

    fn ends_term(&self) -> bool {
        self.ends_test() || self.starts("&&") || self.starts("||") || matches!(self.peek(), b')' | b'\n')
    }

    /// Terms joined by `||`; each operator is a level of the tree and counts as nesting.
    fn test_or(&mut self) -> Read<TestExpression> {
        let mut levels = 0;
        let mut whole = self.test_and()?;
        loop {
            self.lines()?;
            if !self.take("||") {
                self.leave(levels);
                return Ok(whole);
            }
            self.enter()?;
            levels += 1;
            whole = TestExpression::Or(Box::new(whole), Box::new(self.test_and()?));
        }
    }

    fn test_and(&mut self) -> Read<TestExpression> {
        let mut levels = 0;
        let mut whole = self.test_term()?;
        loop {
            self.lines()?;
            if !self.take("&&") {
                self.leave(levels);
                return Ok(whole);
            }
            self.enter()?;
            levels += 1;
            whole = TestExpression::And(Box::new(whole), Box::new(self.test_term()?));
        }
    }

    fn test_term(&mut self) -> Read<TestExpression> {
        let mut negations = 0;
        self.lines()?;
        while self.peek() == b'!' && matches!(self.ahead(1), b' ' | b'\t') {
            self.enter()?;
            negations += 1;
            self.at += 1;
            self.lines()?;
        }
        let mut term = self.test_primary()?;
        for _ in 0..negations {
            term = TestExpression::Not(Box::new(term));
        }
        self.leave(negations);
        Ok(term)
    }

    fn test_primary(&mut self) -> Read<TestExpression> {
        if self.ended() || self.ends_test() {
            return self.refuse("expected an expression in `[[`");
        }
        if self.peek() == b'(' {
            self.at += 1;
            let inner = self.nested(Self::test_or)?;
            self.lines()?;
            if self.peek() != b')' {
                return self.refuse("expected `)` in `[[`");
            }
            self.at += 1;
            return Ok(TestExpression::Group(Box::new(inner)));
        }
        let left = self.word(WordPlace::Plain)?;
        self.blank();
        if self.peek() == b'\n' {
            return self.refuse("newline after a word in `[[`");
        }
        if self.ends_term() {
            return Ok(TestExpression::Word(left));
        }
        if let Some(operator) = unary_operator(&left) {
            return self.test_unary(operator);
        }
        let operator = self.test_operator()?;
        self.blank();
        let right = match operator.as_str() {
            "=~" => self.test_pattern(false)?,
            "==" | "=" | "!=" => self.test_pattern(true)?,
            _ => self.word(WordPlace::Plain)?,
        };
        Ok(TestExpression::Binary { operator, left, right })
    }

    fn test_unary(&mut self, operator: String) -> Read<TestExpression> {
        let operand = self.word(WordPlace::Plain)?;
        // `-v` and `-R` evaluate a subscript in the name that they are given.
        let is_name = matches!(operand.parts.as_slice(),
            [Part { kind: PartKind::Literal(name), .. }] if name.bytes().all(continues_name));
        if matches!(operator.as_str(), "-v" | "-R") && !is_name {
            return self.refuse("`[[ -v` with a computed name");
        }
        self.blank();
        if !self.ends_term() {
            return self.refuse("unexpected token after a unary operator in `[[`");
        }
        Ok(TestExpression::Unary { operator, operand })
    }

    fn test_operator(&mut self) -> Read<String> {
        let start = self.at;
        if matches!(self.peek(), b'<' | b'>') {
            self.at += 1;
            if self.peek() == b'(' {
                return self.refuse("process substitution in `[[`");
            }
            return Ok(self.slice(start, self.at).to_owned());
        }
        while !self.ended() && !is_meta(self.peek()) {
            self.at += 1;
        }
        let operator = self.slice(start, self.at);
        if matches!(operator, "=~" | "==" | "=" | "!=") || NUMERIC.contains(&operator) {
            return Ok(operator.to_owned());
        }
        self.at = start;
        self.refuse("unknown operator in `[[`")
    }

    /// The right side of `==` and `=~`, where parentheses and `|` belong to the word.
    fn test_pattern(&mut self, globs: bool) -> Read<Word> {
        let start = self.at;
        let (mut parts, mut open) = (Vec::new(), 0_usize);
        loop {
            match self.peek() {
                b'(' if globs && open == 0 && !self.follows_extglob(start) => {
                    return self.refuse("`(` in a `[[` pattern");
                }
                b'(' => open += 1,
                b')' if open > 0 => open -= 1,
                b'|' if open > 0 => {}
                b'|' if self.ahead(1) != b'|' => return self.refuse("`|` in a `[[` pattern"),
                b'<' | b'>' | b';' | b'&' if open > 0 => return self.refuse("operator in a `[[` pattern"),
                b' ' | b'\t' | b'\n' if open > 0 => return self.refuse("blank in a `[[` pattern"),
                _ if self.ends_pattern() => break,
                _ => {
                    self.piece(&mut parts, true)?;
                    continue;
                }
            }
            self.take_literal(&mut parts);
        }
        if open != 0 || self.at == start {
            return self.refuse("unbalanced or missing pattern in `[[`");
        }
        if !self.here.pending.is_empty() && self.has_newline(start) {
            return self.refuse("newline inside a word after <<");
        }
        let span = self.span_from(start);
        let parts = if globs { self.unquoted_meaning(parts, WordPlace::Pattern)? } else { parts };
        Ok(Word { parts, span })
    }
}

impl Cursor<'_> {
    /// Whether the byte before the cursor makes a parenthesis part of a pattern: `@(…)` and its like.
    fn follows_extglob(&self, start: usize) -> bool {
        self.at > start && matches!(self.byte(self.at - 1), b'?' | b'*' | b'+' | b'@' | b'!')
    }
}

fn unary_operator(word: &Word) -> Option<String> {
    match word.parts.as_slice() {
        [Part { kind: PartKind::Literal(text), .. }] => match text.as_bytes() {
            [b'-', letter] if UNARY.contains(letter) => Some(text.clone()),
            _ => None,
        },
        _ => None,
    }
}
