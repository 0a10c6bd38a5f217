//! Simple commands: expansion, assignments, and which meaning of the name is called.

use super::Walker;
use super::output::Output;
use super::scope::{After, Content, Input, Scope};
use super::variables::{Influence, influence};
use crate::effect::{CommandUse, GapKind};
use crate::shell::tree::{AssignedValue, Assignment, Operand, PartKind, Simple, Word};
use crate::span::Span;
use crate::value::{Argument, Cause, Value};

/// A command about to be looked up: its words and what surrounds them.
pub(crate) struct Invocation {
    /// Program and arguments.
    pub(crate) argv: Vec<Argument>,
    /// Assignments in front of it, name and value.
    pub(crate) assignments: Vec<(String, Value)>,
    /// Whether it has a file redirect or a substitution.
    pub(crate) composite: bool,
    /// All of it.
    pub(crate) span: Span,
    /// Where its name is looked up.
    pub(crate) world: World,
}

/// Where a command's name is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum World {
    /// Functions, aliases, builtins, `PATH`.
    Shell,
    /// Builtins and `PATH`: after `command` and `builtin`.
    Builtins,
    /// `PATH` alone: what another program starts.
    Exec,
}

impl Walker<'_> {
    /// Walks a simple command.
    pub(crate) fn simple(&mut self, simple: &Simple, mut scope: Scope) -> After {
        self.output = Output::Stream;
        let span = self.span(simple.span);
        let mut argv = Vec::new();
        let mut declared = Vec::new();
        for operand in &simple.operands {
            match operand {
                Operand::Word(word) => argv.extend(self.fields(word, &mut scope)),
                Operand::Assignment(assignment) => {
                    let content = self.assigned(assignment, &mut scope);
                    let span = self.span(assignment.span);
                    argv.push(Argument { value: assignment_text(assignment, &content), span, splits: false });
                    declared.push((assignment.name.clone(), content));
                }
            }
        }
        if argv.is_empty() {
            return self.bare(simple, span, scope);
        }
        let assignments: Vec<(String, Content)> = simple
            .assignments
            .iter()
            .map(|assignment| (assignment.name.clone(), self.assigned(assignment, &mut scope)))
            .collect();
        let outer_input = scope.input.clone();
        if let Some(input) = self.redirects(&simple.redirects, &mut scope) {
            scope.input = input;
        }
        let invocation = Invocation {
            argv,
            assignments: assignments.into_iter().map(|(name, content)| (name, as_value(content))).collect(),
            composite: super::typed::is_composite(simple),
            span,
            world: World::Shell,
        };
        if invocation.argv.first().and_then(Argument::text) == Some(":") {
            self.emptied(&simple.redirects, &mut scope);
        }
        let cwd = scope.cwd.clone();
        let mut names = scope.clone();
        let after = self.invoke(&invocation, &declared, scope);
        self.note_written_text(simple, &cwd, &mut names);
        self.output = self.written_output(simple);
        let restore = |mut scope: Scope| {
            scope.input = outer_input.clone();
            scope
        };
        After { success: restore(after.success), failure: restore(after.failure) }
    }

    /// Assignments and redirects without a command: they last.
    fn bare(&mut self, simple: &Simple, span: Span, mut scope: Scope) -> After {
        for assignment in &simple.assignments {
            let content = self.assigned(assignment, &mut scope);
            self.assign_whole(assignment, content, span, &mut scope);
        }
        self.redirects(&simple.redirects, &mut scope);
        self.emptied(&simple.redirects, &mut scope);
        After::either(scope)
    }

    /// Looks up what the words call, and walks that, for each alternative of the program word.
    pub(crate) fn invoke(
        &mut self,
        invocation: &Invocation,
        declared: &[(String, Content)],
        mut scope: Scope,
    ) -> After {
        if !self.budget.step() {
            return After::either(scope);
        }
        let Some(word) = invocation.argv.first() else { return After::either(scope) };
        let names = match (&word.value, word.splits) {
            (Value::Known(name), false) => vec![name.clone()],
            (Value::OneOf(names), false) => names.clone(),
            (
                Value::Known(_)
                | Value::OneOf(_)
                | Value::Within { .. }
                | Value::Starts(_)
                | Value::Number
                | Value::Hexadecimal
                | Value::Unknown(_),
                _,
            ) => {
                self.computed(invocation);
                scope.change_lookup("a command that is not known");
                scope.forget_variables();
                return After::either(scope);
            }
        };
        let mut end: Option<After> = None;
        for name in names {
            let mut argv = invocation.argv.clone();
            if let Some(first) = argv.first_mut() {
                first.value = Value::Known(name.clone());
            }
            let alternative = Invocation {
                argv,
                assignments: invocation.assignments.clone(),
                composite: invocation.composite,
                span: invocation.span,
                world: invocation.world,
            };
            let after = self.named(&name, &alternative, declared, scope.clone());
            end = Some(end.map_or(after.clone(), |so_far| so_far.join(after)));
        }
        end.unwrap_or_else(|| After::either(scope))
    }

    fn named(&mut self, name: &str, invocation: &Invocation, declared: &[(String, Content)], scope: Scope) -> After {
        let functions = invocation.world == World::Shell;
        let absent = match scope.function(name) {
            Some(definition) if functions => definition.maybe_absent,
            Some(_) | None => return self.unshadowed(name, invocation, declared, scope),
        };
        let called = self.call(name, &invocation.argv, scope.clone());
        if absent { called.join(self.unshadowed(name, invocation, declared, scope)) } else { called }
    }

    fn unshadowed(
        &mut self,
        name: &str,
        invocation: &Invocation,
        declared: &[(String, Content)],
        mut scope: Scope,
    ) -> After {
        let rebound = invocation.world == World::Shell && scope.is_rebound(name);
        let builtins = invocation.world != World::Exec;
        if builtins && !rebound && super::builtin::is_builtin(name) {
            self.note_assignments(invocation, &mut scope);
            if let Some(after) = self.builtin(name, invocation, declared, scope.clone()) {
                return after;
            }
        }
        self.program(name, invocation, rebound, scope)
    }

    /// Assignments in front of a builtin; some builtins keep them, so all are taken to last. `IFS` is the exception that
    /// scripts rely on, and none keeps it.
    fn note_assignments(&mut self, invocation: &Invocation, scope: &mut Scope) {
        for (name, value) in invocation.assignments.iter().filter(|(name, _)| name != "IFS") {
            match influence(name, value.known()) {
                Influence::Inert => {}
                Influence::Unlisted => scope.change_lookup(name),
                Influence::Shell | Influence::Program => {
                    scope.change_lookup(name);
                    self.configures(name, invocation.span);
                }
            }
        }
    }

    /// A command whose program word is not known.
    fn computed(&mut self, invocation: &Invocation) {
        let text = "a program whose name is computed";
        let gap = crate::effect::Gap { kind: GapKind::ComputedProgram, text: text.to_owned(), span: invocation.span };
        self.record(invocation, Vec::new(), vec![gap], false);
    }

    /// Records a command with what is known of it.
    pub(crate) fn record(
        &mut self,
        invocation: &Invocation,
        effects: Vec<crate::effect::Effect>,
        gaps: Vec<crate::effect::Gap>,
        rebound: bool,
    ) {
        self.note_before(&invocation.argv, &effects, &gaps);
        let assignments = invocation
            .assignments
            .iter()
            .map(|(name, value)| format!("{name}={}", value.known().unwrap_or("$(…)")))
            .collect();
        self.command(CommandUse {
            argv: invocation.argv.clone(),
            assignments,
            composite: invocation.composite,
            span: invocation.span,
            via: self.via.clone(),
            effects,
            gaps,
            rebound,
        });
    }

    /// The value of an assignment's right side.
    fn assigned(&mut self, assignment: &Assignment, scope: &mut Scope) -> Content {
        let span = self.span(assignment.span);
        if let Some(subscript) = &assignment.subscript {
            self.arithmetic_parts(subscript, scope, span);
        }
        match &assignment.value {
            AssignedValue::Scalar(word) => {
                let value = self.scalar(word, scope);
                let adds = self.evaluating.contains(&assignment.name)
                    && value.known().is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
                if assignment.append && adds {
                    return Content::Scalar(Value::Number);
                }
                if assignment.append {
                    let before = match scope.variable(&assignment.name) {
                        Some(Content::Scalar(value)) => value.clone(),
                        Some(Content::Unset) => Value::Known(String::new()),
                        Some(Content::List(_) | Content::Untracked) | None => {
                            Value::Unknown(Cause::Variable(assignment.name.clone()))
                        }
                    };
                    return Content::Scalar(super::concat::concat(before, value));
                }
                Content::Scalar(value)
            }
            AssignedValue::Array(words) => self.array(assignment, words, scope),
        }
    }

    fn array(&mut self, assignment: &Assignment, words: &[Word], scope: &mut Scope) -> Content {
        let mut items = match (assignment.append, scope.variable(&assignment.name)) {
            (false, _) | (true, None | Some(Content::Unset)) => Vec::new(),
            (true, Some(Content::List(items))) => items.clone(),
            (true, Some(Content::Scalar(_) | Content::Untracked)) => return Content::Untracked,
        };
        let mut exact = true;
        for word in words {
            // `[key]=value` evaluates its key as arithmetic.
            let keyed = matches!(word.parts.first().map(|part| &part.kind), Some(PartKind::Glob(_)))
                || matches!(word.parts.first().map(|part| &part.kind), Some(PartKind::Literal(text)) if text.starts_with('['));
            if keyed {
                exact = false;
                let text = self.scalar(word, scope);
                if text.known().is_none_or(|text| text.contains(['$', '`', '('])) {
                    let span = self.span(word.span);
                    self.gap(GapKind::Evaluation, "a computed array key", span);
                }
                continue;
            }
            for field in self.fields(word, scope) {
                exact &= !field.splits;
                items.push(field.value);
            }
        }
        if exact { Content::List(items) } else { Content::Untracked }
    }

    /// A lasting assignment, of a whole variable or one element.
    pub(crate) fn assign_whole(&mut self, assignment: &Assignment, content: Content, span: Span, scope: &mut Scope) {
        let content = if assignment.subscript.is_some() { Content::Untracked } else { content };
        self.assign(&assignment.name, content, span, scope);
    }

    /// The program text on standard input of a shell.
    pub(crate) fn input_text(scope: &Scope) -> Option<Value> {
        match &scope.input {
            Input::Text(value) => Some(value.clone()),
            Input::Inherited | Input::Lines(_) | Input::Stream => None,
        }
    }
}

fn as_value(content: Content) -> Value {
    match content {
        Content::Scalar(value) => value,
        Content::Unset => Value::Known(String::new()),
        Content::List(_) | Content::Untracked => Value::Unknown(Cause::Expansion),
    }
}

fn assignment_text(assignment: &Assignment, content: &Content) -> Value {
    match content {
        Content::Scalar(value) => super::concat::concat(Value::Known(format!("{}=", assignment.name)), value.clone()),
        Content::List(_) | Content::Untracked | Content::Unset => Value::Starts(format!("{}=", assignment.name)),
    }
}
