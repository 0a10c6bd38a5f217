//! Words of a tree to text.

use super::Writer;
use crate::shell::ansi_c;
use crate::shell::tree::{Brace, Glob, HereDocument, Parameter, ParameterOperation, Part, PartKind, Word};

/// The quoting that literal text stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quoting {
    Double,
    HereDocument,
}

impl Writer {
    pub(super) fn word(&mut self, word: &Word) {
        self.parts(&word.parts);
    }

    pub(super) fn parts(&mut self, parts: &[Part]) {
        for part in parts {
            self.part(part, false);
        }
    }

    pub(super) fn here_body(&mut self, document: &HereDocument) {
        for (index, part) in document.body.iter().enumerate() {
            if let PartKind::Literal(text) = &part.kind {
                if document.quoted {
                    self.push(text);
                } else {
                    self.literal(text, Quoting::HereDocument, index + 1 == document.body.len());
                }
            } else {
                self.part(part, false);
            }
        }
    }

    /// Writes a part; `in_double` where backslashes before `"` are taken off in backquotes.
    fn part(&mut self, part: &Part, in_double: bool) {
        match &part.kind {
            PartKind::Literal(text) => self.push(text),
            PartKind::Escaped(character) => {
                self.push("\\");
                self.text.push(*character);
            }
            PartKind::Single(text) => {
                self.push("'");
                self.push(text);
                self.push("'");
            }
            PartKind::AnsiC(text) => {
                self.push("$'");
                self.push(&ansi_c::encode(text));
                self.push("'");
            }
            PartKind::Double(inner) => {
                self.push("\"");
                for (index, part) in inner.iter().enumerate() {
                    if let PartKind::Literal(text) = &part.kind {
                        self.literal(text, Quoting::Double, index + 1 == inner.len());
                    } else {
                        self.part(part, true);
                    }
                }
                self.push("\"");
            }
            PartKind::Parameter(parameter) => self.parameter(parameter),
            PartKind::Command(substitution) if substitution.backquoted => {
                let mut inner = Self::default();
                inner.script(&substitution.script);
                self.push("`");
                for character in inner.finish().chars() {
                    if matches!(character, '\\' | '`' | '$') || (in_double && character == '"') {
                        self.push("\\");
                    }
                    self.text.push(character);
                }
                self.push("`");
            }
            PartKind::Command(substitution) => self.substitution("$(", &substitution.script),
            PartKind::Process { reads, script } => self.substitution(if *reads { "<(" } else { ">(" }, script),
            PartKind::Arithmetic(arithmetic) => {
                self.push("$((");
                self.parts(&arithmetic.parts);
                self.push("))");
            }
            PartKind::Glob(glob) => match glob {
                Glob::Any => self.push("*"),
                Glob::One => self.push("?"),
                Glob::Bracket(text) => self.push(text),
            },
            PartKind::Brace(brace) => self.brace(brace),
            PartKind::Tilde(name) => {
                self.push("~");
                self.push(name);
            }
        }
    }

    /// Literal text of double quotes or a here-document, with a backslash wherever the text would be read otherwise.
    fn literal(&mut self, text: &str, quoting: Quoting, last: bool) {
        let mut rest = text.chars().peekable();
        while let Some(character) = rest.next() {
            let next = rest.peek().copied();
            let escape = match character {
                '`' => true,
                '"' => quoting == Quoting::Double,
                '$' => !(next == Some(' ') || (next.is_none() && last && quoting == Quoting::Double)),
                '\\' => match next {
                    Some('$' | '`' | '\\' | '\n') | None => true,
                    Some('"') => quoting == Quoting::Double,
                    Some(_) => false,
                },
                _ => false,
            };
            if escape {
                self.push("\\");
            }
            self.text.push(character);
        }
    }

    fn brace(&mut self, brace: &Brace) {
        self.push("{");
        match brace {
            Brace::List(alternatives) => {
                for (index, alternative) in alternatives.iter().enumerate() {
                    if index > 0 {
                        self.push(",");
                    }
                    self.parts(alternative);
                }
            }
            Brace::Range { from, to, step } => {
                self.push(from);
                self.push("..");
                self.push(to);
                if let Some(step) = step {
                    self.push("..");
                    self.push(step);
                }
            }
        }
        self.push("}");
    }

    fn parameter(&mut self, parameter: &Parameter) {
        self.push(if parameter.braced { "${" } else { "$" });
        if parameter.operation == ParameterOperation::Length {
            self.push("#");
        }
        self.push(&parameter.name);
        if let Some(subscript) = &parameter.subscript {
            self.push("[");
            self.parts(subscript);
            self.push("]");
        }
        if let ParameterOperation::Operator { operator, operand } = &parameter.operation {
            self.push(operator);
            self.parts(operand);
        }
        if parameter.braced {
            self.push("}");
        }
    }
}
