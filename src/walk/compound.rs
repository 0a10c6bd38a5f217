//! Compound commands: every branch is walked, branches join, loops run until nothing changes.

use std::rc::Rc;

use super::Walker;
use super::output::Output;
use super::scope::{After, Content, Input, Positional, Scope};
use super::variables;
use crate::effect::{Action, Cause as Because, Effect, GapKind, Loss, Target};
use crate::shell::tree::{
    Arithmetic, CaseArm, CaseEnd, Compound, CompoundKind, Function, Script, TestExpression, Word,
};
use crate::span::Span;
use crate::value::{Argument, Cause, Value};

/// Rounds of a loop before its variables are given up.
const ROUNDS: usize = 4;

impl Walker<'_> {
    /// Walks a compound command with the redirects around it.
    pub(crate) fn compound(&mut self, compound: &Compound, mut scope: Scope) -> After {
        if !self.budget.step() {
            return After::either(scope);
        }
        let outer_input = scope.input.clone();
        if let Some(input) = self.redirects(&compound.redirects, &mut scope) {
            scope.input = input;
        }
        let span = self.span(compound.span);
        let after = match &compound.kind {
            CompoundKind::Group(script) => self.list(script, scope),
            CompoundKind::Subshell(script) => {
                let before = scope.clone();
                self.list(script, scope);
                After::either(before)
            }
            CompoundKind::If { arms, otherwise } => self.conditional(arms, otherwise.as_ref(), scope),
            CompoundKind::While { until, condition, body } => self.while_loop(*until, condition, body, scope),
            CompoundKind::For { name, words, body } | CompoundKind::Select { name, words, body } => {
                self.for_loop(name, words.as_deref(), body, span, scope)
            }
            CompoundKind::ArithmeticFor { initial, condition, step, body } => {
                self.arithmetic(initial, &mut scope);
                self.fixed_point(scope, |walker, mut scope| {
                    walker.arithmetic(condition, &mut scope);
                    let mut scope = walker.list(body, scope).joined();
                    walker.arithmetic(step, &mut scope);
                    scope
                })
            }
            CompoundKind::Case { subject, arms } => self.case(subject, arms, scope),
            CompoundKind::Arithmetic(arithmetic) => self.arithmetic_command(arithmetic, scope),
            CompoundKind::Test(expression) => {
                self.test_expression(expression, &mut scope, 0);
                After::either(scope)
            }
        };
        // Of several commands in a group each prints.
        if !matches!(&compound.kind, CompoundKind::Group(script) if is_single(script)) {
            self.output = Output::Stream;
        }
        let restore = |mut scope: Scope| {
            scope.input = outer_input.clone();
            scope
        };
        After { success: restore(after.success), failure: restore(after.failure) }
    }

    /// A definition does nothing until it is called.
    pub(crate) fn define_function(&mut self, function: &Function, mut scope: Scope) -> After {
        scope.define(&function.name, Rc::new((*function.body).clone()));
        if variables::is_called_by_shell(&function.name) {
            let span = self.span(function.span);
            self.gap(
                GapKind::Rebound,
                &format!("the function {}, which the shell calls by itself", function.name),
                span,
            );
        }
        self.output = Output::Stream;
        After::either(scope)
    }

    fn conditional(&mut self, arms: &[(Script, Script)], otherwise: Option<&Script>, scope: Scope) -> After {
        let mut ends: Option<After> = None;
        let mut remaining = scope;
        for (condition, body) in arms {
            let after = self.list(condition, remaining);
            let end = self.list(body, after.success);
            ends = Some(ends.map_or(end.clone(), |so_far| so_far.join(end)));
            remaining = after.failure;
        }
        let last = match otherwise {
            Some(body) => self.list(body, remaining),
            None => After::either(remaining),
        };
        ends.map_or(last.clone(), |so_far| so_far.join(last))
    }

    fn while_loop(&mut self, until: bool, condition: &Script, body: &Script, scope: Scope) -> After {
        self.fixed_point(scope, |walker, scope| {
            let after = walker.list(condition, scope);
            let enter = if until { after.failure.clone() } else { after.success.clone() };
            walker.list(body, enter).joined().join(after.joined())
        })
    }

    fn for_loop(&mut self, name: &str, words: Option<&[Word]>, body: &Script, span: Span, mut scope: Scope) -> After {
        let items: Vec<Argument> = match words {
            Some(words) => words.iter().flat_map(|word| self.fields(word, &mut scope)).collect(),
            None => match &scope.positional {
                Positional::Known(values) => {
                    values.iter().map(|value| Argument { value: value.clone(), span, splits: false }).collect()
                }
                Positional::Unknown => {
                    vec![Argument { value: Value::Unknown(Cause::Parameter("@".into())), span, splits: true }]
                }
            },
        };
        if items.is_empty() {
            return After::either(scope);
        }
        let value = item_value(&items);
        self.fixed_point(scope, |walker, mut scope| {
            walker.assign(name, Content::Scalar(value.clone()), span, &mut scope);
            walker.list(body, scope).joined()
        })
    }

    /// Runs `round` until the state stays the same, silently, and then once more for the record.
    fn fixed_point(&mut self, scope: Scope, mut round: impl FnMut(&mut Self, Scope) -> Scope) -> After {
        let mut state = scope;
        let mut settled = false;
        for _ in 0..ROUNDS {
            let next = self.muted(|walker| round(walker, state.clone()));
            let joined = state.clone().join(next);
            if joined == state {
                settled = true;
                break;
            }
            state = joined;
            if self.budget.is_spent() {
                return After::either(state);
            }
        }
        if !settled {
            state.forget_variables();
            let next = self.muted(|walker| round(walker, state.clone()));
            state = state.join(next);
        }
        let last = round(self, state.clone());
        After::either(state.join(last))
    }

    fn case(&mut self, subject: &Word, arms: &[CaseArm], mut scope: Scope) -> After {
        self.scalar(subject, &mut scope);
        let mut end = After::either(scope.clone());
        let mut falling: Option<Scope> = None;
        for arm in arms {
            for pattern in &arm.patterns {
                self.scalar(pattern, &mut scope);
            }
            let enter = match falling.take() {
                Some(state) => state.join(scope.clone()),
                None => scope.clone(),
            };
            let after = self.list(&arm.body, enter);
            match arm.end {
                CaseEnd::Break => {}
                CaseEnd::FallThrough | CaseEnd::Continue => {
                    let state = after.clone().joined();
                    scope = scope.join(state.clone());
                    falling = Some(state);
                }
            }
            end = end.join(after);
        }
        end
    }

    fn arithmetic_command(&mut self, arithmetic: &Arithmetic, mut scope: Scope) -> After {
        self.arithmetic(arithmetic, &mut scope);
        After::either(scope)
    }

    fn test_expression(&mut self, expression: &TestExpression, scope: &mut Scope, depth: usize) {
        if depth > super::MAX_DEPTH * 2 {
            self.budget.spend();
            return;
        }
        match expression {
            TestExpression::And(left, right) | TestExpression::Or(left, right) => {
                self.test_expression(left, scope, depth + 1);
                self.test_expression(right, scope, depth + 1);
            }
            TestExpression::Not(inner) | TestExpression::Group(inner) => self.test_expression(inner, scope, depth + 1),
            TestExpression::Unary { operator, operand } => {
                let value = self.scalar(operand, scope);
                let span = self.span(operand.span);
                if matches!(operator.as_str(), "-v" | "-R")
                    && !value.known().is_some_and(super::parameter::is_identifier)
                {
                    self.gap(GapKind::Evaluation, "a computed variable name", span);
                }
            }
            TestExpression::Binary { operator, left, right } => {
                let values = [self.scalar(left, scope), self.scalar(right, scope)];
                let numeric = matches!(operator.as_str(), "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge");
                for (value, word) in values.iter().zip([left, right]) {
                    let span = self.span(word.span);
                    if numeric && !is_number(value) {
                        self.evaluated_number(&super::arithmetic::as_text(value), span, scope);
                    }
                }
            }
            TestExpression::Word(word) => {
                self.scalar(word, scope);
            }
        }
    }

    /// `[[ x -eq y ]]` evaluates its operands as arithmetic.
    fn evaluated_number(&mut self, value: &Value, span: Span, scope: &mut Scope) {
        match value.known() {
            Some(text) if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') => {}
            Some(text)
                if super::parameter::is_identifier(text)
                    && matches!(scope.variable(text), Some(Content::Scalar(Value::Number))) => {}
            _ => self.gap(GapKind::Evaluation, "arithmetic on a value that is not known", span),
        }
    }

    /// Calls a function of this text with its arguments bound.
    pub(crate) fn call(&mut self, name: &str, argv: &[Argument], scope: Scope) -> After {
        let Some(definition) = scope.function(name).cloned() else { return After::either(scope) };
        let span = argv.first().map_or_else(Span::default, |word| word.span);
        let outer_call = self.calls.iter().find(|(outer, _)| outer == name).map(|(_, forks)| *forks);
        if outer_call.is_some() || self.calls.len() >= super::MAX_DEPTH {
            if outer_call.is_some_and(|forks| self.forks > forks) {
                self.fork_bomb(span);
            }
            let what = if outer_call.is_some() { ", which calls itself" } else { "" };
            self.gap(GapKind::Depth, &format!("the function {name}{what}"), span);
            return After::either(scope);
        }
        let outer = scope.positional.clone();
        let arguments = argv.get(1..).unwrap_or_default();
        let positional = if arguments.iter().any(|argument| argument.splits) {
            Positional::Unknown
        } else {
            Positional::Known(arguments.iter().map(|argument| argument.value.clone()).collect())
        };
        self.calls.push((name.to_owned(), self.forks));
        self.via.push(crate::effect::Via::Function(name.to_owned()));
        let mut end: Option<After> = None;
        for body in &definition.bodies {
            let mut inner = scope.clone();
            inner.positional = positional.clone();
            let after = self.compound(body, inner);
            end = Some(end.map_or(after.clone(), |so_far| so_far.join(after)));
        }
        self.via.pop();
        self.calls.pop();
        self.output = Output::Stream;
        let restore = |mut scope: Scope| {
            scope.positional = outer.clone();
            scope
        };
        let end = end.unwrap_or_else(|| After::either(scope.clone()));
        After { success: restore(end.success), failure: restore(end.failure) }
    }

    /// A function that starts itself more than once side by side.
    fn fork_bomb(&mut self, span: Span) {
        self.effect(Effect {
            action: Action::Signal,
            target: Target::Name("fork-bomb".into()),
            loss: Loss::None,
            cause: Because::Base,
            span,
        });
    }

    /// What a loop over standard input reads each time.
    pub(crate) fn line_of_input(scope: &Scope) -> Value {
        match &scope.input {
            Input::Lines(value) => value.clone(),
            Input::Text(Value::Known(text)) => {
                Value::one_of(text.lines().map(|line| line.trim().to_owned()).chain([String::new()]).collect())
            }
            Input::Text(Value::Number) => Value::Number,
            Input::Text(_) | Input::Inherited | Input::Stream => Value::Unknown(Cause::Input),
        }
    }
}

/// Whether the list is one pipeline and nothing else.
fn is_single(script: &Script) -> bool {
    matches!(script.items.as_slice(), [item] if item.rest.is_empty() && !item.background)
}

/// What a loop variable holds: one of the items.
fn item_value(items: &[Argument]) -> Value {
    let mut value: Option<Value> = None;
    for item in items {
        let next = match (&item.value, item.splits) {
            (Value::Known(text), _) => Value::Known(text.clone()),
            // A glob that matches nothing stays as it is, which is still a name below its directory.
            (Value::Within { dir, dash }, _) => Value::Within { dir: dir.clone(), dash: *dash },
            (other, false) => other.clone(),
            (number @ (Value::Number | Value::Hexadecimal), true) => number.clone(),
            (Value::OneOf(_) | Value::Starts(_) | Value::Unknown(_), true) => Value::Unknown(Cause::Expansion),
        };
        value = Some(match value {
            None => next,
            Some(so_far) => join_items(so_far, next),
        });
    }
    value.unwrap_or(Value::Known(String::new()))
}

/// Joins loop items; relative names without a climb stay below the current directory.
fn join_items(left: Value, right: Value) -> Value {
    let below = |value: &Value| match value {
        Value::Within { dir, .. } => !dir.starts_with('/') && !dir.contains(".."),
        Value::Known(text) => !text.starts_with(['/', '~']) && !text.contains(".."),
        Value::OneOf(texts) => texts.iter().all(|text| !text.starts_with(['/', '~']) && !text.contains("..")),
        Value::Number | Value::Hexadecimal => true,
        Value::Starts(_) | Value::Unknown(_) => false,
    };
    if below(&left) && below(&right) {
        let dash = left.may_be_option() || right.may_be_option();
        match left.clone().join(right) {
            joined
            @ (Value::Known(_) | Value::OneOf(_) | Value::Within { .. } | Value::Number | Value::Hexadecimal) => joined,
            Value::Starts(_) | Value::Unknown(_) => Value::Within { dir: String::new(), dash },
        }
    } else {
        left.join(right)
    }
}

fn is_number(value: &Value) -> bool {
    match value {
        Value::Number => true,
        Value::Known(text) => !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()),
        Value::OneOf(texts) => {
            texts.iter().all(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
        }
        Value::Hexadecimal | Value::Within { .. } | Value::Starts(_) | Value::Unknown(_) => false,
    }
}
