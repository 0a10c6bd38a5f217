//! `declare`, `typeset`, `local`, `export`, `readonly`, `let`: assignments by builtin, with attributes that evaluate.

use super::Walker;
use super::builtin::{print, unknown_flag};
use super::parameter::is_identifier;
use super::scope::{Content, Scope};
use super::simple::Invocation;
use super::variables::{Influence, influence};
use crate::effect::{Action, Effect, Gap, GapKind, Target};
use crate::value::{Argument, Cause, Value};

/// What the options of a declaration ask for.
#[derive(Debug, Default)]
struct Attributes {
    exports: bool,
    /// `-n`, `-i`: the value is a name or an expression.
    evaluates: bool,
    functions: bool,
    prints: bool,
    /// `-a`, `-A`: a value in parentheses is read once more as an array.
    arrays: bool,
}

impl Walker<'_> {
    /// Walks a declaration builtin.
    pub(crate) fn declare(
        &mut self,
        name: &str,
        invocation: &Invocation,
        declared: &[(String, Content)],
        scope: &mut Scope,
    ) {
        let mut attributes = Attributes { exports: name == "export", ..Attributes::default() };
        let mut gaps = Vec::new();
        let mut names = Vec::new();
        for word in invocation.argv.get(1..).unwrap_or_default() {
            match word.text() {
                Some("--") => {}
                Some(text) if text.len() > 1 && text.starts_with(['-', '+']) => {
                    if !attributes.read(text) {
                        gaps.push(unknown_flag(word));
                    }
                }
                Some(_) | None => names.push(word),
            }
        }
        let mut effects = vec![print(invocation)];
        if names.is_empty() {
            effects.push(Effect { action: Action::Env, ..print(invocation) });
        } else if attributes.prints {
            effects.extend(names.iter().map(|word| {
                let target = word.text().map_or(Target::Nothing, |name| Target::Name(name.to_owned()));
                Effect { action: Action::Env, target, ..print(invocation) }
            }));
        }
        self.record(invocation, effects, gaps, false);
        for word in names {
            self.declared_word(word, declared, &attributes, scope);
        }
    }

    fn declared_word(
        &mut self,
        word: &Argument,
        declared: &[(String, Content)],
        attributes: &Attributes,
        scope: &mut Scope,
    ) {
        let (name, content) = match &word.value {
            Value::Known(text) => match text.split_once('=') {
                Some((name, value)) => {
                    (name.trim_end_matches('+').to_owned(), Some(Content::Scalar(Value::Known(value.to_owned()))))
                }
                None => (text.clone(), None),
            },
            Value::Starts(text) => match text.split_once('=') {
                Some((name, _)) => {
                    (name.trim_end_matches('+').to_owned(), Some(Content::Scalar(Value::Unknown(Cause::Expansion))))
                }
                None => (String::new(), None),
            },
            Value::OneOf(_) | Value::Within { .. } | Value::Number | Value::Hexadecimal | Value::Unknown(_) => {
                let name = declared.iter().map(|(name, _)| name.clone()).find(|name| word_names(&word.value, name));
                (name.unwrap_or_default(), Some(Content::Scalar(Value::Unknown(Cause::Expansion))))
            }
        };
        if !is_identifier(&name) {
            self.assign_named(&Value::Unknown(Cause::Expansion), Content::Untracked, word.span, scope);
            return;
        }
        // The tree knows arrays and values that the word alone does not tell.
        let content = declared
            .iter()
            .rev()
            .find(|(declared, _)| *declared == name)
            .map(|(_, content)| content.clone())
            .or(content);
        if attributes.functions {
            if attributes.exports {
                scope.change_lookup("an exported function");
                self.configures(&name, word.span);
            }
            return;
        }
        if attributes.evaluates {
            let number = matches!(&content, None | Some(Content::Scalar(Value::Number)))
                || matches!(&content, Some(Content::Scalar(Value::Known(text))) if text.bytes().all(|byte| byte.is_ascii_digit()));
            if !number {
                self.gap(GapKind::Evaluation, "a declaration that evaluates its value", word.span);
            }
            self.evaluating.remove(&name);
            self.assign(&name, Content::Untracked, word.span, scope);
            self.evaluating.insert(name);
            return;
        }
        if attributes.arrays
            && matches!(&content, Some(Content::Scalar(value)) if value.known().is_none_or(|text| text.starts_with('(')))
        {
            self.gap(GapKind::Evaluation, "an array that is read from text", word.span);
        }
        let text = match &content {
            Some(Content::Scalar(value)) => value.known().map(str::to_owned),
            Some(Content::List(_) | Content::Untracked | Content::Unset) | None => None,
        };
        if let Some(content) = content {
            self.assign(&name, content, word.span, scope);
        }
        if attributes.exports {
            scope.export(&name);
            if influence(&name, text.as_deref()) != Influence::Inert {
                scope.change_lookup(&name);
            }
        }
    }

    /// One operand of `let`: an expression.
    pub(crate) fn let_expression(&mut self, word: &Argument, scope: &mut Scope) {
        let Some(text) = word.text() else {
            self.gap(GapKind::Evaluation, "arithmetic on a value that is not known", word.span);
            return;
        };
        let parts = [crate::shell::tree::Part {
            kind: crate::shell::tree::PartKind::Literal(text.to_owned()),
            span: word.span,
        }];
        self.arithmetic_parts(&parts, scope, word.span);
        if text.contains('[') {
            let gap = Gap { kind: GapKind::Evaluation, text: "a subscript that is evaluated".into(), span: word.span };
            self.gap(gap.kind, &gap.text, gap.span);
        }
    }
}

impl Attributes {
    /// Reads one option word; `false` where a letter is not known.
    fn read(&mut self, word: &str) -> bool {
        let on = word.starts_with('-');
        word.chars().skip(1).all(|letter| {
            match letter {
                'x' => self.exports = on,
                'i' | 'n' => self.evaluates |= on,
                'f' | 'F' => self.functions = true,
                'p' => self.prints = true,
                'a' | 'A' => self.arrays = true,
                'r' | 'g' | 'l' | 'u' | 't' => {}
                _ => return false,
            }
            true
        })
    }
}

fn word_names(value: &Value, name: &str) -> bool {
    let starts =
        |text: &str| text.strip_prefix(name).is_some_and(|rest| rest.starts_with('=') || rest.starts_with("+="));
    match value {
        Value::Known(text) | Value::Starts(text) => starts(text),
        Value::OneOf(texts) => texts.iter().all(|text| starts(text)),
        Value::Within { .. } | Value::Number | Value::Hexadecimal | Value::Unknown(_) => false,
    }
}
