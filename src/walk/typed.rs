//! What a simple command looks like as typed: where its output goes, and whether a rule may match it at all.

use super::Walker;
use super::directory::Directory;
use super::output::Output;
use super::scope::Scope;
use crate::effect::PathTarget;
use crate::shell::tree::{AssignedValue, Assignment, Operand, PartKind, Simple, Word};
use crate::value::Value;

impl Walker<'_> {
    /// A file that did not exist and that this command alone writes holds what the command prints.
    pub(super) fn note_written_text(&mut self, simple: &Simple, cwd: &Directory, names: &mut Scope) {
        use crate::shell::tree::{RedirectOperator, RedirectTarget};
        let Output::Text(Value::Known(text)) = &self.output else { return };
        let text = text.clone();
        let writes: Vec<&Word> = simple
            .redirects
            .iter()
            .filter(|redirect| redirect.descriptor.is_none() && redirect.operator == RedirectOperator::Write)
            .filter_map(|redirect| match &redirect.target {
                RedirectTarget::File(word) => Some(word),
                RedirectTarget::Descriptor(_) | RedirectTarget::HereDocument(_) => None,
            })
            .collect();
        let [word] = writes.as_slice() else { return };
        let value = self.muted(|walker| walker.scalar(word, names));
        if let [PathTarget::Exact(path)] = cwd.targets(&value).as_slice()
            && !self.place.exists(path)
        {
            self.made.set_text(path, text);
        }
    }

    /// What reaches the next stage: nothing where standard output goes to a file.
    pub(super) fn written_output(&mut self, simple: &Simple) -> Output {
        use crate::shell::tree::{Descriptor, RedirectOperator};
        let redirected = simple.redirects.iter().any(|redirect| {
            let standard = matches!(redirect.descriptor, None | Some(Descriptor::Number(1)));
            let writes = match redirect.operator {
                RedirectOperator::Write
                | RedirectOperator::Clobber
                | RedirectOperator::Append
                | RedirectOperator::WriteBoth
                | RedirectOperator::AppendBoth
                | RedirectOperator::DuplicateOutput
                | RedirectOperator::ReadWrite => true,
                RedirectOperator::Read
                | RedirectOperator::DuplicateInput
                | RedirectOperator::HereDocument { .. }
                | RedirectOperator::HereString => false,
            };
            standard && writes
        });
        let output = std::mem::replace(&mut self.output, Output::Stream);
        if redirected { Output::Stream } else { output }
    }
}

/// Whether the command, as typed, has a file redirect or any substitution in it (M5).
pub(super) fn is_composite(simple: &Simple) -> bool {
    use crate::shell::tree::RedirectTarget;
    let redirects = simple.redirects.iter().any(|redirect| match &redirect.target {
        RedirectTarget::File(word) => !matches!(word.parts.as_slice(), [part] if matches!(&part.kind, PartKind::Literal(text) if text == "/dev/null")),
        RedirectTarget::Descriptor(_) => false,
        RedirectTarget::HereDocument(document) => document.body.iter().any(|part| substitutes(&part.kind)),
    });
    let words = simple.operands.iter().any(|operand| match operand {
        Operand::Word(word) => word.parts.iter().any(|part| substitutes(&part.kind)),
        Operand::Assignment(assignment) => assignment_substitutes(assignment),
    });
    redirects || words || simple.assignments.iter().any(assignment_substitutes)
}

fn assignment_substitutes(assignment: &Assignment) -> bool {
    match &assignment.value {
        AssignedValue::Scalar(word) => word.parts.iter().any(|part| substitutes(&part.kind)),
        AssignedValue::Array(words) => words.iter().any(|word| word.parts.iter().any(|part| substitutes(&part.kind))),
    }
}

fn substitutes(kind: &PartKind) -> bool {
    match kind {
        PartKind::Command(_) | PartKind::Process { .. } => true,
        PartKind::Double(parts) => parts.iter().any(|part| substitutes(&part.kind)),
        PartKind::Parameter(parameter) => match &parameter.operation {
            crate::shell::tree::ParameterOperation::Operator { operand, .. } => {
                operand.iter().any(|part| substitutes(&part.kind))
            }
            crate::shell::tree::ParameterOperation::Plain | crate::shell::tree::ParameterOperation::Length => false,
        },
        PartKind::Arithmetic(arithmetic) => arithmetic.parts.iter().any(|part| substitutes(&part.kind)),
        PartKind::Literal(_)
        | PartKind::Escaped(_)
        | PartKind::Single(_)
        | PartKind::AnsiC(_)
        | PartKind::Glob(_)
        | PartKind::Brace(_)
        | PartKind::Tilde(_) => false,
    }
}
