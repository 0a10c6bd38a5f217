//! Arithmetic text. Only its expansions and its end matter; whatever could end it elsewhere in some shell is refused.

use super::cursor::{Cursor, Read};
use super::tree::{Arithmetic, Part};

impl Cursor<'_> {
    /// What follows `((`, with its `))`.
    pub(super) fn arithmetic(&mut self) -> Read<Arithmetic> {
        let start = self.at;
        let mut parts = Vec::new();
        let (mut parentheses, mut brackets) = (0_usize, 0_usize);
        loop {
            match self.peek() {
                _ if self.ended() => return self.refuse("unterminated `((`"),
                b')' if parentheses == 0 => break,
                b'(' => parentheses += 1,
                b')' => parentheses -= 1,
                b'[' => brackets += 1,
                b']' if brackets == 0 => return self.refuse("unbalanced `]` in arithmetic"),
                b']' => brackets -= 1,
                b'#' if !self.byte(self.at.wrapping_sub(1)).is_ascii_digit() => {
                    return self.refuse("`#` in arithmetic");
                }
                _ => {
                    self.arithmetic_piece(&mut parts)?;
                    continue;
                }
            }
            self.take_literal(&mut parts);
        }
        if self.ahead(1) != b')' {
            return self.refuse("`((` that is not arithmetic");
        }
        if brackets != 0 {
            return self.refuse("unbalanced `[` in arithmetic");
        }
        let span = self.span_from(start);
        self.at += 2;
        Ok(Arithmetic { parts, span })
    }

    /// One of the first two expressions of `for ((`, with its `;`.
    pub(super) fn arithmetic_until_semicolon(&mut self) -> Read<Arithmetic> {
        let start = self.at;
        let mut parts = Vec::new();
        loop {
            match self.peek() {
                _ if self.ended() => return self.refuse("unterminated `((`"),
                b';' => break,
                b'(' | b')' => return self.refuse("parenthesis in `for ((`"),
                b'#' | b'[' | b']' => return self.refuse("`#` or bracket in `for ((`"),
                _ => self.arithmetic_piece(&mut parts)?,
            }
        }
        let span = self.span_from(start);
        self.at += 1;
        Ok(Arithmetic { parts, span })
    }

    fn arithmetic_piece(&mut self, parts: &mut Vec<Part>) -> Read<()> {
        match self.peek() {
            b'$' => self.dollar(parts, true),
            b'`' => self.backquoted(parts, true),
            b'"' => self.double(parts),
            b'\'' | b'\\' | b';' | b'{' | b'}' => self.refuse("quote, brace or `;` in arithmetic"),
            b'\n' if !self.here.pending.is_empty() => self.refuse("newline in arithmetic after <<"),
            byte if byte >= 0x80 => self.refuse("non-ASCII character in arithmetic"),
            _ => {
                self.take_literal(parts);
                Ok(())
            }
        }
    }
}
