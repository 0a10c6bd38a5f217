//! What `$` starts: parameters, substitutions, arithmetic.

use super::cursor::{Cursor, Read, starts_name};
use super::tree::{Parameter, ParameterOperation, Part, PartKind, Substitution};

impl Cursor<'_> {
    /// The expansion at `$`; a `$` that starts none is literal where every shell reads it so.
    pub(super) fn dollar(&mut self, parts: &mut Vec<Part>, in_double: bool) -> Read<()> {
        let start = self.at;
        match self.ahead(1) {
            b'(' if self.ahead(2) == b'(' => {
                self.at += 3;
                let arithmetic = self.nested(Self::arithmetic)?;
                parts.push(self.part(PartKind::Arithmetic(arithmetic), start));
            }
            b'(' => {
                self.at += 2;
                let script = self.substituted()?;
                parts.push(self.part(PartKind::Command(Substitution { script, backquoted: false }), start));
            }
            b'{' => {
                self.at += 2;
                let parameter = self.nested(|cursor| cursor.braced_parameter(in_double))?;
                parts.push(self.part(PartKind::Parameter(parameter), start));
            }
            b'[' => return self.refuse("`$[ ]`"),
            b'$' if matches!(self.ahead(2), b'{' | b'(' | b'[' | b'\'' | b'"' | b'`') => {
                return self.refuse("`$$` before a bracket or quote");
            }
            b'\'' if !in_double => return self.ansi_c_quoted(parts),
            b'"' if !in_double => return self.refuse("`$\"…\"` (zsh keeps the $)"),
            b'\\' if self.ahead(2) == b'\n' => return self.refuse("line continuation after $"),
            byte if starts_name(byte) => {
                self.at += 1;
                let name = self.name().to_owned();
                if self.starts("\\\n") {
                    return self.refuse("line continuation after a name");
                }
                parts.push(self.part(plain(name), start));
            }
            byte if byte.is_ascii_digit() || is_special(byte) => {
                self.at += 2;
                parts.push(self.part(plain(char::from(byte).to_string()), start));
            }
            // zsh gives `$=x`, `$~x`, `$^x` and `$+x` a meaning, and some of the others outside quotes.
            b'=' | b'~' | b'^' | b'+' => return self.refuse("$ before a zsh flag"),
            b':' | b'%' | b'.' | b',' | b']' if !in_double => return self.refuse("$ before a zsh flag"),
            _ => self.take_literal(parts),
        }
        Ok(())
    }

    /// What follows `${`, with its `}`.
    fn braced_parameter(&mut self, in_double: bool) -> Read<Parameter> {
        if matches!(self.peek(), b' ' | b'\t' | b'\n' | b'|') {
            return self.refuse("`${ command; }`");
        }
        if self.peek() == b'!' && self.ahead(1) != b'}' {
            return self.refuse("indirect expansion");
        }
        let is_length = self.peek() == b'#' && self.ahead(1) != b'}';
        if is_length {
            if matches!(self.ahead(1), b'#' | b'-' | b'?' | b':' | b'%' | b'/' | b'+' | b'=') {
                return self.refuse("`${#` before an operator");
            }
            self.at += 1;
        }
        let name = self.parameter_name()?;
        let subscript = if self.peek() == b'[' { Some(self.subscript()?) } else { None };
        if self.peek() == b'}' {
            self.at += 1;
            let operation = if is_length { ParameterOperation::Length } else { ParameterOperation::Plain };
            return Ok(Parameter { name, subscript, operation, braced: true });
        }
        if is_length {
            return self.refuse("bad substitution");
        }
        let operator = self.parameter_operator()?;
        let parts = self.parameter_operand(in_double)?;
        let operand = self.operand_meaning(parts, &operator, in_double)?;
        let operation = ParameterOperation::Operator { operator, operand };
        Ok(Parameter { name, subscript, operation, braced: true })
    }

    fn parameter_name(&mut self) -> Read<String> {
        let name = self.name();
        if !name.is_empty() {
            return Ok(name.to_owned());
        }
        let start = self.at;
        if is_special(self.peek()) {
            self.at += 1;
        } else {
            while self.peek().is_ascii_digit() {
                self.at += 1;
            }
        }
        if self.at == start { self.refuse("bad substitution") } else { Ok(self.slice(start, self.at).to_owned()) }
    }

    fn subscript(&mut self) -> Read<Vec<Part>> {
        self.refuse_in_posix("subscripts are not POSIX")?;
        self.at += 1;
        let mut parts = Vec::new();
        loop {
            match self.peek() {
                _ if self.ended() => return self.refuse("unterminated subscript"),
                b']' => break,
                b'[' | b'\\' | b'\'' | b'}' | b'\n' => return self.refuse("quote or bracket in a subscript"),
                b'<' | b'>' if self.ahead(1) == b'(' => return self.refuse("process substitution in a subscript"),
                _ => self.piece(&mut parts, true)?,
            }
        }
        self.at += 1;
        Ok(parts)
    }

    fn parameter_operator(&mut self) -> Read<String> {
        let start = self.at;
        let (first, second) = (self.peek(), self.ahead(1));
        self.at += match first {
            b':' if matches!(second, b'-' | b'=' | b'?' | b'+') => 2,
            b'@' => {
                if !b"QUuLEAaKk".contains(&second) || self.ahead(2) != b'}' {
                    return self.refuse("`${x@…}`");
                }
                2
            }
            b'/' if matches!(second, b'/' | b'#' | b'%') => 2,
            b'#' | b'%' | b'^' | b',' if second == first => 2,
            b'-' | b'=' | b'?' | b'+' | b':' | b'#' | b'%' | b'/' | b'^' | b',' => 1,
            _ => return self.refuse("bad substitution"),
        };
        let operator = self.slice(start, self.at).to_owned();
        if matches!(first, b'@' | b'/' | b'^' | b',') || operator == ":" {
            self.refuse_in_posix("this parameter expansion is not POSIX")?;
        }
        Ok(operator)
    }

    fn parameter_operand(&mut self, in_double: bool) -> Read<Vec<Part>> {
        let mut parts = Vec::new();
        loop {
            match self.peek() {
                _ if self.ended() => return self.refuse("unterminated `${`"),
                b'}' => break,
                b'\'' if in_double => return self.refuse("' in a quoted `${…}`"),
                b'"' => self.double(&mut parts)?,
                b'$' => self.dollar(&mut parts, in_double)?,
                b'`' => self.backquoted(&mut parts, in_double)?,
                b'<' | b'>' if self.ahead(1) == b'(' => return self.refuse("process substitution in `${…}`"),
                b'\n' => return self.refuse("newline in `${…}`"),
                b'{' => return self.refuse("`{` in `${…}`"),
                _ => self.piece(&mut parts, true)?,
            }
        }
        self.at += 1;
        Ok(parts)
    }
}

fn is_special(byte: u8) -> bool {
    matches!(byte, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')
}

fn plain(name: String) -> PartKind {
    let operation = ParameterOperation::Plain;
    PartKind::Parameter(Parameter { name, subscript: None, operation, braced: false })
}
