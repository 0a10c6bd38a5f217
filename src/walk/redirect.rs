//! Redirects: every file they name is read or written, on every node.

use super::Walker;
use super::expand::PROCESS_SUBSTITUTION;
use super::scope::{Content, Input, Scope};
use crate::effect::{Action, Cause, Effect, Flow, HostTarget, Loss, PathTarget, Target};
use crate::shell::tree::{Descriptor, Redirect, RedirectOperator, RedirectTarget, Word};
use crate::span::Span;
use crate::value::{Cause as Unclear, Value};

impl Walker<'_> {
    /// Walks redirects in order; what standard input holds afterwards, where one of them says.
    pub(crate) fn redirects(&mut self, redirects: &[Redirect], scope: &mut Scope) -> Option<Input> {
        let mut input = None;
        for redirect in redirects {
            if !self.budget.step() {
                break;
            }
            let span = self.span(redirect.span);
            if let Some(Descriptor::Variable(name)) = &redirect.descriptor {
                self.assign(name, Content::Scalar(Value::Number), span, scope);
            }
            let standard_input = matches!(redirect.descriptor, None | Some(Descriptor::Number(0)));
            match (&redirect.target, redirect.operator) {
                (RedirectTarget::Descriptor(_), _) => {
                    if standard_input && redirect.operator == RedirectOperator::DuplicateInput {
                        input = Some(Input::Stream);
                    }
                }
                (RedirectTarget::HereDocument(document), _) => {
                    let value = self.parts_value(&document.body, scope);
                    if standard_input {
                        input = Some(Input::Text(value));
                    }
                }
                (RedirectTarget::File(word), RedirectOperator::HereString) => {
                    let value = self.scalar(word, scope);
                    if standard_input {
                        input = Some(Input::Text(value));
                    }
                }
                (RedirectTarget::File(word), operator) => {
                    let value = self.file_name(word, scope);
                    self.redirected_file(&value, operator, span, scope);
                    let reads = matches!(
                        operator,
                        RedirectOperator::Read | RedirectOperator::ReadWrite | RedirectOperator::DuplicateInput
                    );
                    if reads && standard_input {
                        input = Some(self.file_input(&value, scope));
                    }
                }
            }
        }
        input
    }

    /// Files that a redirect without any output empties: what was in them is lost.
    pub(crate) fn emptied(&mut self, redirects: &[Redirect], scope: &mut Scope) {
        for redirect in redirects {
            let (RedirectTarget::File(word), RedirectOperator::Write | RedirectOperator::Clobber) =
                (&redirect.target, redirect.operator)
            else {
                continue;
            };
            let value = self.muted(|walker| walker.file_name(word, scope));
            let span = self.span(redirect.span);
            let mut effects = self.path_effects(Action::Write, &value, Loss::Permanent, Cause::Base, span, &scope.cwd);
            self.lower_losses(true, &mut effects);
            for effect in effects {
                let may_lose = match &effect.target {
                    Target::Path(PathTarget::Exact(path)) => self.place.exists(path),
                    Target::Path(PathTarget::Below(_) | PathTarget::Anywhere) => true,
                    Target::Nothing | Target::Repository | Target::Worktree | Target::Host(_) | Target::Name(_) => {
                        false
                    }
                };
                if may_lose {
                    self.effect(effect);
                }
            }
        }
    }

    /// The file that a redirect names: a word that must expand to one.
    fn file_name(&mut self, word: &Word, scope: &mut Scope) -> Value {
        let mut fields = self.fields(word, scope);
        match (fields.pop(), fields.is_empty()) {
            (Some(only), true) => only.value,
            (Some(_) | None, _) => Value::Unknown(Unclear::Expansion),
        }
    }

    /// The input that a file gives: its text where this call wrote it.
    fn file_input(&self, value: &Value, scope: &Scope) -> Input {
        match scope.cwd.targets(value).as_slice() {
            [PathTarget::Exact(path)] => match self.made.of(path) {
                super::made::Making::Text(text) => Input::Text(Value::Known(text)),
                super::made::Making::Untouched | super::made::Making::Unknown => Input::Stream,
            },
            _ => Input::Stream,
        }
    }

    fn redirected_file(&mut self, value: &Value, operator: RedirectOperator, span: Span, scope: &Scope) {
        if let Some(host) = network_device(value) {
            for flow in [Flow::Fetch, Flow::Send] {
                let target = Target::Host(host.clone());
                self.effect(Effect {
                    action: Action::Connect(flow),
                    target,
                    loss: Loss::None,
                    cause: Cause::Base,
                    span,
                });
            }
            return;
        }
        if value.known().is_some_and(|text| text == PROCESS_SUBSTITUTION) {
            return;
        }
        let actions: &[Action] = match operator {
            RedirectOperator::Read | RedirectOperator::DuplicateInput => &[Action::Read],
            RedirectOperator::Write
            | RedirectOperator::Clobber
            | RedirectOperator::WriteBoth
            | RedirectOperator::DuplicateOutput => &[Action::Write],
            RedirectOperator::Append | RedirectOperator::AppendBoth => &[Action::Append],
            RedirectOperator::ReadWrite => &[Action::Read, Action::Write],
            RedirectOperator::HereDocument { .. } | RedirectOperator::HereString => &[],
        };
        for action in actions {
            for effect in self.path_effects(*action, value, Loss::None, Cause::Base, span, &scope.cwd) {
                if *action != Action::Read
                    && let Target::Path(target) = &effect.target
                {
                    self.made.fresh(target);
                    self.made.write(target.clone(), None);
                }
                self.effect(effect);
            }
        }
    }
}

/// bash opens a connection for `/dev/tcp/host/port` and `/dev/udp/host/port`.
fn network_device(value: &Value) -> Option<HostTarget> {
    let text = match value {
        Value::Known(text) | Value::Starts(text) => text.as_str(),
        Value::Within { dir, .. } => dir.as_str(),
        Value::OneOf(_) | Value::Number | Value::Hexadecimal | Value::Unknown(_) => return None,
    };
    let rest = text.strip_prefix("/dev/tcp").or_else(|| text.strip_prefix("/dev/udp"))?;
    let host = rest.trim_start_matches('/').split('/').next().unwrap_or_default();
    Some(match host {
        "localhost" | "127.0.0.1" | "::1" => HostTarget::Loopback,
        "" => HostTarget::Unknown,
        name => HostTarget::Named(name.to_ascii_lowercase()),
    })
}
