//! Parameter expansion: what `$name` and `${name…}` become, and what they assign.

use super::Walker;
use super::concat::concat;
use super::expand::Piece;
use super::glob::matches;
use super::scope::{Content, Positional, Scope};
use crate::effect::{Action, Cause as Because, Effect, GapKind, Loss, Target};
use crate::shell::Dialect;
use crate::shell::tree::{Parameter, ParameterOperation, Part};
use crate::span::Span;
use crate::value::{Cause, Value};

/// Variables that the shell keeps and that hold a number.
const NUMBERS: &[&str] = &[
    "BASHPID",
    "BASH_SUBSHELL",
    "COLUMNS",
    "EPOCHSECONDS",
    "EUID",
    "GROUPS",
    "LINENO",
    "LINES",
    "PPID",
    "RANDOM",
    "SECONDS",
    "SHLVL",
    "SRANDOM",
    "UID",
];

/// Longer values are not kept.
const LONGEST: usize = 64 << 10;

impl Walker<'_> {
    /// Expands one parameter.
    pub(crate) fn parameter(
        &mut self,
        parameter: &Parameter,
        span: Span,
        quoted: bool,
        scope: &mut Scope,
        out: &mut Vec<Piece>,
    ) {
        let all = is_all(parameter);
        if let (Some(subscript), false) = (&parameter.subscript, all) {
            self.arithmetic_parts(subscript, scope, span);
        }
        let (operator, operand) = match &parameter.operation {
            ParameterOperation::Length => {
                out.push(Piece::Text(Value::Number));
                return;
            }
            ParameterOperation::Plain if all => {
                out.push(self.all_items(parameter, quoted, scope));
                return;
            }
            ParameterOperation::Plain => {
                let value = self.parameter_value(parameter, span, scope);
                out.push(if quoted { Piece::Text(value) } else { Piece::Split(value) });
                return;
            }
            ParameterOperation::Operator { operator, operand } => (operator.as_str(), operand.as_slice()),
        };
        let value = if all {
            self.parts_value(operand, scope);
            Value::Unknown(Cause::Expansion)
        } else {
            self.operated(parameter, operator, operand, span, scope)
        };
        out.push(if quoted { Piece::Text(value) } else { Piece::Split(value) });
    }

    fn all_items(&mut self, parameter: &Parameter, quoted: bool, scope: &Scope) -> Piece {
        let items = match parameter.name.as_str() {
            "@" | "*" => match &scope.positional {
                Positional::Known(items) => Some(items.clone()),
                Positional::Unknown => None,
            },
            name => match scope.variable(name) {
                Some(Content::List(items)) => Some(items.clone()),
                Some(Content::Scalar(value)) => Some(vec![value.clone()]),
                Some(Content::Unset) => Some(Vec::new()),
                Some(Content::Untracked) | None => None,
            },
        };
        let Some(items) = items else {
            return Piece::Several(Value::Unknown(Cause::Parameter(parameter.name.clone())));
        };
        let single = |items: &[Value]| {
            items.iter().all(|item| {
                item.known().is_some_and(|text| !text.is_empty() && !text.contains([' ', '\t', '\n', '*', '?', '[']))
            })
        };
        if quoted && parameter.name != "*" || single(&items) {
            return Piece::Items(items);
        }
        Piece::Several(Value::Unknown(Cause::Expansion))
    }

    fn operated(
        &mut self,
        parameter: &Parameter,
        operator: &str,
        operand: &[Part],
        span: Span,
        scope: &mut Scope,
    ) -> Value {
        let name = parameter.name.as_str();
        match operator {
            ":" => {
                self.arithmetic_parts(operand, scope, span);
                self.parameter_value(parameter, span, scope);
                Value::Unknown(Cause::Expansion)
            }
            "-" | ":-" | "=" | ":=" => {
                if name == "TMPDIR" && scope.variable(name).is_none() {
                    self.parts_value(operand, scope);
                    return Value::Known(self.temporary_directory());
                }
                let value = self.parameter_value(parameter, span, scope);
                let default = self.parts_value(operand, scope);
                let joined = match &value {
                    Value::Known(text) if text.is_empty() => default,
                    Value::Known(_) | Value::Number | Value::Hexadecimal | Value::Within { .. } | Value::Starts(_) => {
                        value
                    }
                    Value::OneOf(_) | Value::Unknown(_) => value.join(default),
                };
                if operator.ends_with('=') {
                    self.assign(name, Content::Scalar(joined.clone()), span, scope);
                }
                joined
            }
            "+" | ":+" => {
                let value = self.parameter_value(parameter, span, scope);
                let alternative = self.parts_value(operand, scope);
                match value {
                    Value::Known(text) if text.is_empty() => Value::Known(text),
                    Value::Known(_) | Value::Number | Value::Hexadecimal | Value::Within { .. } | Value::Starts(_) => {
                        alternative
                    }
                    Value::OneOf(_) | Value::Unknown(_) => alternative.join(Value::Known(String::new())),
                }
            }
            "?" | ":?" => {
                self.parts_value(operand, scope);
                self.parameter_value(parameter, span, scope)
            }
            "#" | "##" | "%" | "%%" => {
                let value = self.parameter_value(parameter, span, scope);
                let pattern = self.parts_value(operand, scope);
                trimmed(&value, operator, &pattern)
            }
            _ => {
                self.parts_value(operand, scope);
                self.parameter_value(parameter, span, scope);
                Value::Unknown(Cause::Expansion)
            }
        }
    }

    /// The value of a parameter, without its operation.
    fn parameter_value(&mut self, parameter: &Parameter, span: Span, scope: &Scope) -> Value {
        let name = parameter.name.as_str();
        if let Ok(index) = name.parse::<usize>() {
            return match (&scope.positional, index.checked_sub(1)) {
                (Positional::Known(items), Some(index)) => {
                    items.get(index).cloned().unwrap_or(Value::Known(String::new()))
                }
                (Positional::Known(_) | Positional::Unknown, _) => Value::Unknown(Cause::Parameter(name.to_owned())),
            };
        }
        match name {
            "#" | "?" | "$" | "!" => return Value::Number,
            "@" | "*" | "-" => return Value::Unknown(Cause::Parameter(name.to_owned())),
            _ => {}
        }
        match scope.variable(name) {
            Some(Content::Scalar(value)) if parameter.subscript.is_none() => value.clone(),
            // zsh counts from one, and gives the whole array where no element is named.
            Some(Content::List(items)) => match element_index(parameter).filter(|_| self.dialect != Dialect::Both) {
                Some(index) => items.get(index).cloned().unwrap_or(Value::Known(String::new())),
                None => Value::Unknown(Cause::Variable(name.to_owned())),
            },
            Some(Content::Unset) => Value::Known(String::new()),
            Some(Content::Scalar(_) | Content::Untracked) => Value::Unknown(Cause::Variable(name.to_owned())),
            None => self.inherited(name, span, scope),
        }
    }

    /// A variable that the call did not set: what the agent's environment gives it.
    fn inherited(&mut self, name: &str, span: Span, scope: &Scope) -> Value {
        if NUMBERS.contains(&name) {
            return Value::Number;
        }
        let directory = |path: Option<&std::path::Path>| {
            path.and_then(|path| path.to_str())
                .map_or(Value::Unknown(Cause::Variable(name.to_owned())), |path| Value::Known(path.to_owned()))
        };
        match name {
            "HOME" => Value::Known(self.place.home.to_string_lossy().into_owned()),
            "PWD" => directory(scope.cwd.only()),
            "OLDPWD" => directory(scope.old_cwd.only()),
            _ => {
                self.effect(Effect {
                    action: Action::Env,
                    target: Target::Name(name.to_owned()),
                    loss: Loss::None,
                    cause: Because::Base,
                    span,
                });
                Value::Unknown(Cause::Variable(name.to_owned()))
            }
        }
    }

    /// Assigns a variable as any spelling of assigning does, and notes what that changes.
    pub(crate) fn assign(&mut self, name: &str, content: Content, span: Span, scope: &mut Scope) {
        use super::variables::{Influence, influence};
        let text = match &content {
            Content::Scalar(value) => value.known().map(str::to_owned),
            Content::List(_) | Content::Untracked | Content::Unset => None,
        };
        if self.evaluating.contains(name) && !matches!(content, Content::Unset) {
            let number = text.as_ref().is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
                || matches!(content, Content::Scalar(Value::Number));
            if !number {
                self.gap(GapKind::Evaluation, "a variable that evaluates its value", span);
            }
        }
        match influence(name, text.as_deref()) {
            Influence::Inert | Influence::Unlisted => {}
            Influence::Shell | Influence::Program => {
                if name == "IFS" {
                    scope.splitting_changed = true;
                } else {
                    scope.change_lookup(name);
                    self.configures(name, span);
                }
            }
        }
        let content = match content {
            Content::Scalar(Value::Known(text)) if text.len() > LONGEST => {
                Content::Scalar(Value::Unknown(Cause::Limit))
            }
            Content::Scalar(Value::Known(text)) => {
                self.budget.build(text.len());
                Content::Scalar(Value::Known(text))
            }
            Content::Scalar(_) | Content::List(_) | Content::Untracked | Content::Unset => content,
        };
        scope.assign(name, content);
    }

    /// A variable that decides what runs was changed.
    pub(crate) fn configures(&mut self, name: &str, span: Span) {
        self.effect(Effect {
            action: Action::Configure,
            target: Target::Name(name.to_owned()),
            loss: Loss::None,
            cause: Because::Base,
            span,
        });
    }

    /// A name that a builtin assigns: a plain identifier, or a subscript that the shell evaluates once more.
    pub(crate) fn assign_named(&mut self, name: &Value, content: Content, span: Span, scope: &mut Scope) {
        match name.known() {
            Some(name) if is_identifier(name) => self.assign(name, content, span, scope),
            _ => {
                self.gap(GapKind::Evaluation, "a computed variable name", span);
                scope.forget_variables();
                scope.change_lookup("a computed variable name");
            }
        }
    }

    fn temporary_directory(&self) -> String {
        self.place.scratch.get(3).map_or_else(|| "/tmp".to_owned(), |path| path.to_string_lossy().into_owned())
    }
}

/// Whether `text` is a variable name.
pub(crate) fn is_identifier(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|char: char| char.is_ascii_digit())
        && text.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
}

fn is_all(parameter: &Parameter) -> bool {
    use crate::shell::tree::PartKind;
    match &parameter.subscript {
        None => matches!(parameter.name.as_str(), "@" | "*"),
        Some(parts) => match parts.as_slice() {
            [part] => match &part.kind {
                PartKind::Literal(text) => text == "@" || text == "*",
                PartKind::Glob(glob) => matches!(glob, crate::shell::tree::Glob::Any),
                PartKind::Escaped(_)
                | PartKind::Single(_)
                | PartKind::AnsiC(_)
                | PartKind::Double(_)
                | PartKind::Parameter(_)
                | PartKind::Command(_)
                | PartKind::Process { .. }
                | PartKind::Arithmetic(_)
                | PartKind::Brace(_)
                | PartKind::Tilde(_) => false,
            },
            _ => false,
        },
    }
}

/// The index of an array element, where it is a plain number; an array without subscript is its first element.
fn element_index(parameter: &Parameter) -> Option<usize> {
    use crate::shell::tree::PartKind;
    match parameter.subscript.as_deref() {
        None => Some(0),
        Some([Part { kind: PartKind::Literal(text), .. }]) => text.parse().ok(),
        Some(_) => None,
    }
}

/// `${value%pattern}` and its like, on texts that are known.
fn trimmed(value: &Value, operator: &str, pattern: &Value) -> Value {
    let (Some(pattern), texts) = (
        pattern.known(),
        match value {
            Value::Known(text) => vec![text.clone()],
            Value::OneOf(texts) => texts.clone(),
            // Removing an end of a path below a directory can only shorten a name in it when the start stays.
            Value::Within { dir, dash } if operator.starts_with('%') && !dir.is_empty() => {
                return concat(Value::Known(String::new()), Value::Within { dir: dir.clone(), dash: *dash });
            }
            Value::Within { .. } | Value::Starts(_) | Value::Number | Value::Hexadecimal | Value::Unknown(_) => {
                return Value::Unknown(Cause::Expansion);
            }
        },
    ) else {
        return Value::Unknown(Cause::Expansion);
    };
    Value::one_of(texts.iter().map(|text| trim(text, operator, pattern)).collect())
}

fn trim(text: &str, operator: &str, pattern: &str) -> String {
    let cuts: Vec<usize> = text.char_indices().map(|(index, _)| index).chain([text.len()]).collect();
    let hit = |part: &str| matches(pattern.as_bytes(), part.as_bytes());
    let found = match operator {
        "%" => cuts.iter().rev().find(|cut| text.get(**cut..).is_some_and(hit)),
        "%%" => cuts.iter().find(|cut| text.get(**cut..).is_some_and(hit)),
        "#" => cuts.iter().find(|cut| text.get(..**cut).is_some_and(hit)),
        _ => cuts.iter().rev().find(|cut| text.get(..**cut).is_some_and(hit)),
    };
    let rest = match (found, operator.starts_with('%')) {
        (Some(cut), true) => text.get(..*cut),
        (Some(cut), false) => text.get(*cut..),
        (None, _) => Some(text),
    };
    rest.unwrap_or(text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_trimmed_as_the_shell_trims_them() {
        for (text, operator, pattern, want) in [
            ("a/b.tar.gz", "%", ".*", "a/b.tar"),
            ("a/b.tar.gz", "%%", ".*", "a/b"),
            ("a/b/c", "##", "*/", "c"),
            ("a/b/c", "#", "*/", "b/c"),
            ("abc", "%", "x", "abc"),
        ] {
            assert_eq!(trim(text, operator, pattern), want, "{text} {operator} {pattern}");
        }
    }
}
