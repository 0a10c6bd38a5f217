//! Arithmetic: the shell evaluates the values of the names in it as expressions, so only numbers are inert.

use super::Walker;
use super::parameter::is_identifier;
use super::scope::{Content, Scope};
use crate::effect::GapKind;
use crate::shell::tree::{Arithmetic, Part};
use crate::span::Span;
use crate::value::{Cause, Value};

impl Walker<'_> {
    /// Evaluates an arithmetic expansion; the result is digits where nothing in it can make it negative.
    pub(crate) fn arithmetic(&mut self, arithmetic: &Arithmetic, scope: &mut Scope) -> Value {
        let span = self.span(arithmetic.span);
        self.arithmetic_parts(&arithmetic.parts, scope, span);
        if arithmetic.parts.iter().any(may_negate) { Value::Unknown(Cause::Expansion) } else { Value::Number }
    }

    /// Walks the substitutions of arithmetic text, and the names whose values the shell evaluates.
    pub(crate) fn arithmetic_parts(&mut self, parts: &[Part], scope: &mut Scope, span: Span) {
        let value = self.parts_value(parts, scope);
        match &value {
            Value::Known(text) => self.arithmetic_text(text, scope, span, 0),
            Value::OneOf(texts) => texts.iter().for_each(|text| self.arithmetic_text(text, scope, span, 0)),
            Value::Number => {}
            Value::Hexadecimal | Value::Within { .. } | Value::Starts(_) | Value::Unknown(_) => {
                // Each part on its own: a number next to known text is still only a number.
                for part in parts {
                    let part_value = self.parts_value(std::slice::from_ref(part), scope);
                    match part_value {
                        Value::Known(text) => self.arithmetic_text(&text, scope, span, 0),
                        Value::Number => {}
                        Value::OneOf(_)
                        | Value::Hexadecimal
                        | Value::Within { .. }
                        | Value::Starts(_)
                        | Value::Unknown(_) => {
                            self.gap(GapKind::Evaluation, "arithmetic on a value that is not known", span);
                        }
                    }
                }
            }
        }
    }

    fn arithmetic_text(&mut self, text: &str, scope: &mut Scope, span: Span, depth: usize) {
        if depth > 8 || text.contains(['$', '`']) {
            self.gap(GapKind::Evaluation, "arithmetic that expands once more", span);
            return;
        }
        let assigns = assigns(text);
        for name in
            text.split(|char: char| !(char == '_' || char.is_ascii_alphanumeric())).filter(|name| is_identifier(name))
        {
            if assigns {
                self.assign(name, Content::Scalar(Value::Number), span, scope);
                continue;
            }
            match scope.variable(name).cloned() {
                Some(Content::Scalar(Value::Known(value))) if value != text => {
                    self.arithmetic_text(&value, scope, span, depth + 1);
                }
                Some(Content::Scalar(Value::Number) | Content::Unset) => {}
                Some(Content::Scalar(Value::OneOf(values))) => {
                    for value in values {
                        self.arithmetic_text(&value, scope, span, depth + 1);
                    }
                }
                Some(Content::Scalar(_) | Content::List(_) | Content::Untracked) => {
                    self.gap(GapKind::Evaluation, "arithmetic on a value that is not known", span);
                }
                None if ["RANDOM", "SECONDS", "LINENO", "UID", "EUID", "PPID", "COLUMNS", "LINES", "EPOCHSECONDS"]
                    .contains(&name) => {}
                None => self.gap(GapKind::Evaluation, "arithmetic on a variable of the environment", span),
            }
        }
    }
}

/// The value of a word in arithmetic that a builtin evaluates (`let`, `declare -i`).
pub(crate) fn as_text(value: &Value) -> Value {
    match value {
        Value::Known(_) | Value::OneOf(_) | Value::Number | Value::Hexadecimal => value.clone(),
        Value::Within { .. } | Value::Starts(_) | Value::Unknown(_) => Value::Unknown(Cause::Expansion),
    }
}

fn may_negate(part: &Part) -> bool {
    use crate::shell::tree::PartKind;
    match &part.kind {
        PartKind::Literal(text) => text.contains(['-', '~']),
        PartKind::Arithmetic(inner) => inner.parts.iter().any(may_negate),
        PartKind::Escaped(_)
        | PartKind::Single(_)
        | PartKind::AnsiC(_)
        | PartKind::Double(_)
        | PartKind::Parameter(_)
        | PartKind::Command(_)
        | PartKind::Process { .. }
        | PartKind::Glob(_)
        | PartKind::Brace(_)
        | PartKind::Tilde(_) => false,
    }
}

/// Whether the expression assigns: `=` that is no comparison, `++`, `--`.
fn assigns(text: &str) -> bool {
    if text.contains("++") || text.contains("--") {
        return true;
    }
    let bytes = text.as_bytes();
    bytes.iter().enumerate().any(|(index, byte)| {
        let before = index.checked_sub(1).and_then(|index| bytes.get(index));
        let after = bytes.get(index + 1);
        *byte == b'=' && after != Some(&b'=') && !matches!(before, Some(b'=' | b'!' | b'<' | b'>'))
            || *byte == b'=' && matches!(before, Some(b'<' | b'>')) && {
                // `<<=` and `>>=` assign, `<=` and `>=` compare.
                let further = index.checked_sub(2).and_then(|index| bytes.get(index));
                further == before
            }
    })
}

#[cfg(test)]
mod tests {
    use super::assigns;

    #[test]
    fn assigning_expressions_are_told_from_comparisons() {
        for (text, want) in [
            ("i++", true),
            ("x = 1", true),
            ("x <<= 1", true),
            ("x += 2", true),
            ("a == b", false),
            ("a <= b", false),
            ("a != b", false),
            ("a + b", false),
        ] {
            assert_eq!(assigns(text), want, "{text}");
        }
    }
}
