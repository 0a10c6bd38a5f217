//! Lists, and-or lists and pipelines: which state each command sees, and which state it leaves.

use super::Walker;
use super::output::Output;
use super::scope::{After, Input, Scope};
use super::stateful;
use crate::effect::{Segment, Via};
use crate::shell::render_item;
use crate::shell::tree::{Command, Connector, Item, Pipeline, Script};
use crate::value::Value;

impl Walker<'_> {
    /// Walks the call's own text: each element of an and-or list is a segment (X1).
    pub(crate) fn top_level(&mut self, script: &Script, mut scope: Scope) {
        for item in &script.items {
            if self.budget.is_spent() {
                return;
            }
            scope = self.item(item, scope, true).joined();
        }
    }

    /// Walks a list; the state told apart by the status of its last element.
    pub(crate) fn list(&mut self, script: &Script, scope: Scope) -> After {
        let mut after = After::either(scope);
        for item in &script.items {
            if self.budget.is_spent() {
                break;
            }
            after = self.item(item, after.joined(), false);
        }
        after
    }

    fn item(&mut self, item: &Item, scope: Scope, segments: bool) -> After {
        if item.background {
            // A background list is a subshell: it leaves no state.
            let before = scope.clone();
            self.forks += 1;
            self.and_or(item, scope, segments);
            self.forks -= 1;
            self.output = Output::Stream;
            return After::either(before);
        }
        self.and_or(item, scope, segments)
    }

    fn and_or(&mut self, item: &Item, scope: Scope, segments: bool) -> After {
        let mut after = self.element(&item.first, scope, segments);
        for (connector, pipeline) in &item.rest {
            if self.budget.is_spent() {
                break;
            }
            after = match connector {
                Connector::And => {
                    let next = self.element(pipeline, after.success, segments);
                    After { success: next.success, failure: after.failure.join(next.failure) }
                }
                Connector::Or => {
                    let next = self.element(pipeline, after.failure, segments);
                    After { success: after.success.join(next.success), failure: next.failure }
                }
            };
        }
        after
    }

    fn element(&mut self, pipeline: &Pipeline, scope: Scope, segments: bool) -> After {
        if segments {
            self.begin_segment(segment(pipeline));
        }
        if !self.budget.step() {
            return After::either(scope);
        }
        let after = self.pipeline(pipeline, scope);
        if pipeline.negated { after.negate() } else { after }
    }

    fn pipeline(&mut self, pipeline: &Pipeline, scope: Scope) -> After {
        let [(only, _)] = pipeline.stages.as_slice() else { return self.stages(pipeline, scope) };
        self.stage(only, scope)
    }

    /// Every stage but the last is a subshell; the last may be one or not, by shell and option, so both are kept.
    fn stages(&mut self, pipeline: &Pipeline, scope: Scope) -> After {
        let mut input = scope.input.clone();
        let mut last = After::either(scope.clone());
        self.forks += 1;
        for (stage, _) in &pipeline.stages {
            let mut isolated = scope.clone();
            isolated.input = input;
            self.output = Output::Stream;
            last = self.stage(stage, isolated);
            input = self.output.clone().into_input();
        }
        self.forks -= 1;
        let keep_input = |mut after: Scope| {
            after.input = scope.input.clone();
            after.join(scope.clone())
        };
        After { success: keep_input(last.success), failure: keep_input(last.failure) }
    }

    fn stage(&mut self, command: &Command, scope: Scope) -> After {
        match command {
            Command::Simple(simple) => self.simple(simple, scope),
            Command::Compound(compound) => self.compound(compound, scope),
            Command::Function(function) => self.define_function(function, scope),
        }
    }

    /// Walks a list in a subshell: what it does to the state is lost.
    pub(crate) fn isolated(&mut self, script: &Script, via: Via, scope: &Scope) {
        let inner = scope.clone();
        self.through(via, |walker| walker.list(script, inner));
    }

    /// Walks a command substitution; what it prints.
    pub(crate) fn substituted(&mut self, script: &Script, scope: &Scope) -> Output {
        if !self.budget.step() {
            return Output::Stream;
        }
        let mut inner = scope.clone();
        inner.input = Input::Inherited;
        self.output = Output::Stream;
        self.through(Via::Substitution, |walker| walker.list(script, inner));
        let output = std::mem::replace(&mut self.output, Output::Stream);
        match script.items.as_slice() {
            [item] if item.rest.is_empty() && !item.background => match output {
                Output::Text(Value::Known(text)) => Output::Text(Value::Known(text.trim_end_matches('\n').to_owned())),
                Output::Text(value) => Output::Text(value),
                Output::Lines(value) => Output::Lines(value),
                Output::Stream => Output::Stream,
            },
            _ => Output::Stream,
        }
    }
}

fn segment(pipeline: &Pipeline) -> Segment {
    let item = Item { first: pipeline.clone(), rest: Vec::new(), background: false, span: pipeline.span };
    let lone = matches!(pipeline.stages.as_slice(), [(Command::Simple(_), _)]) && !pipeline.negated && !pipeline.timed;
    Segment {
        text: render_item(&item),
        span: pipeline.span,
        lone,
        stateful: stateful::establishes_state(pipeline),
        ..Segment::default()
    }
}
