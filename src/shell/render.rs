//! Tree to text: one normalised line where here-documents allow it, words in the quoting they were typed in.

mod compound;
mod word;

use super::cursor::RESERVED;
use super::tree::{
    AssignedValue, Assignment, Command, Connector, Descriptor, HereDocument, Item, Operand, PartKind, Pipeline,
    Redirect, RedirectOperator, RedirectTarget, Script, Simple,
};

/// A text under way.
#[derive(Default)]
pub(super) struct Writer {
    text: String,
    /// Bodies that are due after the next newline.
    bodies: String,
    /// How many substitutions are open.
    substitutions: usize,
    /// Whether a here-document stands inside them, so that newlines have to separate what follows.
    inside_substitution: bool,
}

impl Writer {
    pub(super) fn finish(mut self) -> String {
        if !self.bodies.is_empty() {
            self.newline();
        }
        self.text
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn newline(&mut self) {
        self.text.push('\n');
        let bodies = std::mem::take(&mut self.bodies);
        self.text.push_str(&bodies);
    }

    /// Ends an item so that another word may follow.
    fn terminate(&mut self, background: bool) {
        if background {
            self.push(" &");
        }
        if !self.bodies.is_empty() || (self.inside_substitution && !background) {
            self.newline();
        } else {
            self.push(if background { " " } else { "; " });
        }
    }

    pub(super) fn script(&mut self, script: &Script) {
        let mut background = None;
        for item in &script.items {
            if let Some(background) = background {
                self.terminate(background);
            }
            self.item(item);
            background = Some(item.background);
        }
        if background == Some(true) {
            self.push(" &");
        }
    }

    /// A list that a reserved word follows.
    fn clause(&mut self, script: &Script) {
        let Some((last, before)) = script.items.split_last() else { return };
        for item in before {
            self.item(item);
            self.terminate(item.background);
        }
        self.item(last);
        self.terminate(last.background);
    }

    pub(super) fn item(&mut self, item: &Item) {
        self.pipeline(&item.first);
        for (connector, pipeline) in &item.rest {
            self.push(match connector {
                Connector::And => " && ",
                Connector::Or => " || ",
            });
            self.pipeline(pipeline);
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline) {
        if pipeline.negated {
            self.push("! ");
        }
        if pipeline.timed {
            self.push("time ");
        }
        let mut joint = "";
        for (command, both) in &pipeline.stages {
            self.push(joint);
            match command {
                Command::Simple(simple) => self.simple(simple),
                Command::Compound(compound) => self.compound(compound),
                Command::Function(function) => {
                    if function.keyword {
                        self.push("function ");
                    }
                    self.push(&function.name);
                    self.push("() ");
                    self.compound(&function.body);
                }
            }
            joint = if *both { " |& " } else { " | " };
        }
    }

    fn gap(&mut self, start: usize) {
        if self.text.len() > start {
            self.push(" ");
        }
    }

    fn simple(&mut self, simple: &Simple) {
        let start = self.text.len();
        for assignment in &simple.assignments {
            self.gap(start);
            self.assignment(assignment);
        }
        // A reserved word is an ordinary one only after a redirect.
        let mut redirects = simple.redirects.as_slice();
        let reserved = match simple.operands.first() {
            Some(Operand::Word(word)) => word.literal().is_some_and(|text| RESERVED.contains(&text.as_str())),
            Some(Operand::Assignment(_)) | None => false,
        };
        if simple.assignments.is_empty()
            && reserved
            && let Some((first, rest)) = redirects.split_first()
        {
            self.redirect(first);
            redirects = rest;
        }
        for operand in &simple.operands {
            self.gap(start);
            match operand {
                Operand::Word(word) => self.word(word),
                Operand::Assignment(assignment) => self.assignment(assignment),
            }
        }
        for redirect in redirects {
            self.gap(start);
            self.redirect(redirect);
        }
    }

    fn assignment(&mut self, assignment: &Assignment) {
        self.push(&assignment.name);
        if let Some(subscript) = &assignment.subscript {
            self.push("[");
            self.parts(subscript);
            self.push("]");
        }
        self.push(if assignment.append { "+=" } else { "=" });
        match &assignment.value {
            AssignedValue::Scalar(word) => self.word(word),
            AssignedValue::Array(words) => {
                self.push("(");
                let start = self.text.len();
                for word in words {
                    self.gap(start);
                    self.word(word);
                }
                self.push(")");
            }
        }
    }

    fn redirect(&mut self, redirect: &Redirect) {
        match &redirect.descriptor {
            Some(Descriptor::Number(number)) => self.push(&number.to_string()),
            Some(Descriptor::Variable(name)) => {
                self.push("{");
                self.push(name);
                self.push("}");
            }
            None => {}
        }
        self.push(match redirect.operator {
            RedirectOperator::Read => "<",
            RedirectOperator::Write => ">",
            RedirectOperator::Clobber => ">|",
            RedirectOperator::Append => ">>",
            RedirectOperator::ReadWrite => "<>",
            RedirectOperator::WriteBoth => "&>",
            RedirectOperator::AppendBoth => "&>>",
            RedirectOperator::DuplicateInput => "<&",
            RedirectOperator::DuplicateOutput => ">&",
            RedirectOperator::HereDocument { strip_tabs: true } => "<<-",
            RedirectOperator::HereDocument { strip_tabs: false } => "<<",
            RedirectOperator::HereString => "<<<",
        });
        match &redirect.target {
            RedirectTarget::File(word) => {
                let starts_process =
                    matches!(word.parts.first(), Some(part) if matches!(part.kind, PartKind::Process { .. }));
                let duplicates = redirect.operator == RedirectOperator::DuplicateOutput;
                if starts_process || (redirect.descriptor.is_none() && !duplicates) {
                    self.push(" ");
                }
                self.word(word);
            }
            RedirectTarget::Descriptor(descriptor) => self.push(descriptor),
            RedirectTarget::HereDocument(document) => self.here_document(document),
        }
    }

    fn here_document(&mut self, document: &HereDocument) {
        if self.substitutions > 0 {
            self.inside_substitution = true;
        }
        let delimiter = document.delimiter.as_str();
        if !document.quoted {
            self.push(if delimiter.starts_with('-') { " " } else { "" });
            self.push(delimiter);
        } else if delimiter.contains('\'') {
            for character in delimiter.chars() {
                self.text.push('\\');
                self.text.push(character);
            }
        } else {
            self.push("'");
            self.push(delimiter);
            self.push("'");
        }
        // A substitution in the body is a text of its own: what is open out here does not reach it.
        let mut body = Self::default();
        body.here_body(document);
        self.bodies.push_str(&body.text);
        self.bodies.push_str(delimiter);
        self.bodies.push('\n');
    }

    fn parenthesised(&mut self, opening: &str, script: &Script) {
        self.push(opening);
        let start = self.text.len();
        self.script(script);
        // `((` would be arithmetic.
        if self.text.get(start..).is_some_and(|inner| inner.starts_with('(')) {
            self.text.insert(start, ' ');
        }
        if !self.bodies.is_empty() {
            self.newline();
        }
        self.push(")");
    }

    /// `$(…)`, `<(…)`: a list in which a here-document has to end.
    fn substitution(&mut self, opening: &str, script: &Script) {
        let outer_bodies = std::mem::take(&mut self.bodies);
        let outer_inside = std::mem::replace(&mut self.inside_substitution, false);
        self.substitutions += 1;
        self.parenthesised(opening, script);
        self.substitutions -= 1;
        self.inside_substitution = self.substitutions > 0 && (self.inside_substitution || outer_inside);
        self.bodies = outer_bodies;
    }
}
