//! Simple commands and assignments.

use super::Dialect;
use super::compound::is_function_byte;
use super::cursor::{Cursor, Read, is_meta};
use super::tree::{AssignedValue, Assignment, Command, Descriptor, Operand, Part, PartKind, Simple, Word};
use super::word::WordPlace;

/// Builtins whose operands are read as assignments.
const DECLARATIONS: [&str; 5] = ["declare", "typeset", "export", "local", "readonly"];

/// Words that start a construct in zsh and name a command in bash.
const ZSH_RESERVED: [&str; 3] = ["repeat", "foreach", "nocorrect"];

impl Cursor<'_> {
    pub(super) fn simple(&mut self) -> Read<Command> {
        let start = self.at;
        let mut span = self.span_from(start);
        let (mut assignments, mut operands, mut redirects) = (Vec::new(), Vec::new(), Vec::new());
        let mut declares = false;
        loop {
            self.blank();
            if self.ended() {
                break;
            }
            let first = self.peek();
            if let Some(redirect) = self.redirect()? {
                if first == b'{' && operands.is_empty() {
                    return self.refuse("`{name}>` before the command (zsh: a group)");
                }
                span = span.to(redirect.span);
                redirects.push(redirect);
                continue;
            }
            match first {
                b'\n' | b';' | b'|' | b')' | b'&' => break,
                b'(' => {
                    let alone = assignments.is_empty() && redirects.is_empty();
                    return match operands.as_slice() {
                        [Operand::Word(word)] if alone => self.function_parentheses(word, start),
                        _ => self.refuse("unexpected `(`"),
                    };
                }
                _ => {}
            }
            if operands.is_empty() {
                if let Some(assignment) = self.assignment(WordPlace::Value)? {
                    span = span.to(assignment.span);
                    assignments.push(assignment);
                    continue;
                }
                if first == b'{' {
                    return self.refuse("command word starting with `{`");
                }
                if self.starts("]]") && (self.at + 2 == self.text.len() || is_meta(self.ahead(2))) {
                    return self.refuse("`]]` as a command word");
                }
            } else if declares && let Some(assignment) = self.assignment(WordPlace::DeclaredValue)? {
                span = span.to(assignment.span);
                operands.push(Operand::Assignment(assignment));
                continue;
            }
            let word = self.word(WordPlace::Operand)?;
            span = span.to(word.span);
            if operands.is_empty()
                && let [Part { kind: PartKind::Literal(name), .. }] = word.parts.as_slice()
            {
                declares = DECLARATIONS.contains(&name.as_str());
                if self.dialect == Dialect::Both && ZSH_RESERVED.contains(&name.as_str()) {
                    return self.refuse("a reserved word of zsh");
                }
            }
            operands.push(Operand::Word(word));
        }
        if operands.is_empty() && assignments.is_empty() && redirects.is_empty() {
            return self.refuse("expected a command");
        }
        if operands.is_empty()
            && redirects.iter().any(|redirect| matches!(redirect.descriptor, Some(Descriptor::Variable(_))))
        {
            return self.refuse("`{name}>` without a command");
        }
        Ok(Command::Simple(Simple { assignments, operands, redirects, span }))
    }

    /// `()` after the first word makes it the name of a function.
    fn function_parentheses(&mut self, word: &Word, start: usize) -> Read<Command> {
        let [Part { kind: PartKind::Literal(name), .. }] = word.parts.as_slice() else {
            return self.refuse("unexpected `(`");
        };
        if !name.bytes().all(is_function_byte) {
            return self.refuse("unexpected `(`");
        }
        self.at += 1;
        self.blank();
        if self.peek() != b')' {
            return self.refuse("unexpected `(`");
        }
        self.at += 1;
        self.function_body(name.clone(), false, start)
    }

    /// The assignment under the cursor; where there is none, the cursor stays.
    fn assignment(&mut self, place: WordPlace) -> Read<Option<Assignment>> {
        let start = self.at;
        let name = self.name();
        if name.is_empty() {
            return Ok(None);
        }
        let subscript = if self.peek() == b'[' {
            match self.assigned_subscript(start)? {
                Some(parts) => Some(parts),
                None => return Ok(None),
            }
        } else {
            None
        };
        let append = self.starts("+=");
        if append {
            self.at += 1;
        }
        if self.peek() != b'=' {
            self.at = start;
            return Ok(None);
        }
        if append || subscript.is_some() {
            self.refuse_in_posix("`+=` and subscripts are not POSIX")?;
        }
        self.at += 1;
        let value = if self.peek() == b'(' {
            self.refuse_in_posix("arrays are not POSIX")?;
            if subscript.is_some() {
                return self.refuse("array assigned to an element");
            }
            AssignedValue::Array(self.array()?)
        } else if self.ends_word() {
            AssignedValue::Scalar(Word { parts: Vec::new(), span: self.span_from(self.at) })
        } else {
            AssignedValue::Scalar(self.word(place)?)
        };
        Ok(Some(Assignment { name: name.to_owned(), subscript, append, value, span: self.span_from(start) }))
    }

    /// `[…]` after a name, where `=` or `+=` follows; otherwise the cursor goes back to `start`.
    fn assigned_subscript(&mut self, start: usize) -> Read<Option<Vec<Part>>> {
        self.at += 1;
        let mut parts = Vec::new();
        loop {
            match self.peek() {
                _ if self.ended() => return self.refuse("unterminated subscript"),
                b']' => break,
                b'[' | b'\\' | b'\'' => return self.refuse("quote or bracket in an array subscript"),
                byte if is_meta(byte) => return self.refuse("blank or operator in an array subscript"),
                _ => self.piece(&mut parts, false)?,
            }
        }
        self.at += 1;
        if self.peek() == b'=' || self.starts("+=") {
            return Ok(Some(parts));
        }
        // Reading an expansion a second time would double the work at each level of nesting.
        if !parts.iter().all(|part| matches!(part.kind, PartKind::Literal(_))) {
            return self.refuse("expansion in brackets after a name");
        }
        self.at = start;
        Ok(None)
    }

    /// `(…)` after `name=`.
    fn array(&mut self) -> Read<Vec<Word>> {
        self.at += 1;
        let mut words = Vec::new();
        loop {
            self.lines()?;
            if self.peek() == b')' {
                self.at += 1;
                break;
            }
            if self.ends_word() {
                return self.refuse("unexpected token in an array");
            }
            words.push(self.word(WordPlace::Element)?);
        }
        if !self.ends_word() {
            return self.refuse("text after an array value");
        }
        Ok(words)
    }
}
