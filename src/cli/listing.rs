//! What the parser lists of a text: every command, assignment and redirect in it, taken or not.
//!
//! Nothing is judged here. The listing exists to be held against what a shell executes: whatever that runs and this does
//! not list is a fault of the parser.

use serde::Serialize;

use crate::shell::tree::{
    Arithmetic, AssignedValue, Assignment, Brace, Command, Compound, CompoundKind, Function, Glob, Operand, Parameter,
    ParameterOperation, Part, PartKind, Redirect, RedirectOperator, RedirectTarget, Script, Simple, TestExpression,
    Word,
};

/// Stands for everything that is expanded when the text runs.
const EXPANDED: char = '\u{2}';

/// Commands, assignments and redirects in the order met. Literal text is without its quotes.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Listing {
    commands: Vec<Vec<String>>,
    assigns: Vec<String>,
    redirs: Vec<(&'static str, String)>,
}

impl Listing {
    /// The listing of a whole text.
    pub(crate) fn of(script: &Script) -> Self {
        let mut listing = Self::default();
        listing.script(script);
        listing
    }

    fn script(&mut self, script: &Script) {
        for item in &script.items {
            for pipeline in std::iter::once(&item.first).chain(item.rest.iter().map(|(_, pipeline)| pipeline)) {
                for (command, _) in &pipeline.stages {
                    self.command(command);
                }
            }
        }
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound) => self.compound(compound),
            Command::Function(Function { body, .. }) => self.compound(body),
        }
    }

    fn simple(&mut self, simple: &Simple) {
        for assignment in &simple.assignments {
            let text = self.assignment(assignment);
            self.assigns.push(text);
        }
        let mut words = Vec::new();
        for operand in &simple.operands {
            words.push(match operand {
                Operand::Word(word) => self.word(word),
                Operand::Assignment(assignment) => self.assignment(assignment),
            });
        }
        self.redirects(&simple.redirects);
        if !words.is_empty() {
            self.commands.push(words);
        }
    }

    fn assignment(&mut self, assignment: &Assignment) -> String {
        let subscript = assignment.subscript.as_ref().map(|parts| format!("[{}]", self.parts(parts)));
        let operator = if assignment.append { "+=" } else { "=" };
        let value = match &assignment.value {
            AssignedValue::Scalar(word) => self.word(word),
            AssignedValue::Array(words) => {
                self.words(words);
                "()".to_owned()
            }
        };
        format!("{}{}{operator}{value}", assignment.name, subscript.unwrap_or_default())
    }

    fn compound(&mut self, compound: &Compound) {
        self.redirects(&compound.redirects);
        match &compound.kind {
            CompoundKind::Group(script) | CompoundKind::Subshell(script) => self.script(script),
            CompoundKind::If { arms, otherwise } => {
                for (condition, body) in arms {
                    self.script(condition);
                    self.script(body);
                }
                otherwise.iter().for_each(|body| self.script(body));
            }
            CompoundKind::While { condition, body, .. } => {
                self.script(condition);
                self.script(body);
            }
            CompoundKind::For { words, body, .. } | CompoundKind::Select { words, body, .. } => {
                words.iter().for_each(|words| self.words(words));
                self.script(body);
            }
            CompoundKind::ArithmeticFor { initial, condition, step, body } => {
                for arithmetic in [initial, condition, step] {
                    self.arithmetic(arithmetic);
                }
                self.script(body);
            }
            CompoundKind::Case { subject, arms } => {
                let _ = self.word(subject);
                for arm in arms {
                    self.words(&arm.patterns);
                    self.script(&arm.body);
                }
            }
            CompoundKind::Arithmetic(arithmetic) => self.arithmetic(arithmetic),
            CompoundKind::Test(expression) => self.test(expression),
        }
    }

    fn test(&mut self, expression: &TestExpression) {
        match expression {
            TestExpression::And(left, right) | TestExpression::Or(left, right) => {
                self.test(left);
                self.test(right);
            }
            TestExpression::Not(inner) | TestExpression::Group(inner) => self.test(inner),
            TestExpression::Unary { operand, .. } => drop(self.word(operand)),
            TestExpression::Binary { left, right, .. } => {
                let _ = (self.word(left), self.word(right));
            }
            TestExpression::Word(word) => drop(self.word(word)),
        }
    }

    fn redirects(&mut self, redirects: &[Redirect]) {
        for redirect in redirects {
            match &redirect.target {
                RedirectTarget::File(word) => {
                    let text = self.word(word);
                    self.redirs.push((operator(redirect.operator), text));
                }
                RedirectTarget::Descriptor(_) => {}
                RedirectTarget::HereDocument(document) => drop(self.parts(&document.body)),
            }
        }
    }

    fn words(&mut self, words: &[Word]) {
        for word in words {
            let _ = self.word(word);
        }
    }

    fn arithmetic(&mut self, arithmetic: &Arithmetic) {
        let _ = self.parts(&arithmetic.parts);
    }

    fn word(&mut self, word: &Word) -> String {
        self.parts(&word.parts)
    }

    fn parts(&mut self, parts: &[Part]) -> String {
        parts.iter().map(|part| self.part(part)).collect()
    }

    fn part(&mut self, part: &Part) -> String {
        match &part.kind {
            PartKind::Literal(text) | PartKind::Single(text) | PartKind::AnsiC(text) => return text.clone(),
            PartKind::Escaped(character) => return character.to_string(),
            PartKind::Double(parts) => return self.parts(parts),
            PartKind::Glob(Glob::Any) => return "*".to_owned(),
            PartKind::Glob(Glob::One) => return "?".to_owned(),
            PartKind::Glob(Glob::Bracket(text)) => return text.clone(),
            PartKind::Tilde(name) => return format!("~{name}"),
            PartKind::Brace(Brace::List(alternatives)) => {
                let texts: Vec<String> = alternatives.iter().map(|parts| self.parts(parts)).collect();
                return format!("{{{}}}", texts.join(","));
            }
            PartKind::Brace(Brace::Range { from, to, step }) => {
                let step = step.as_ref().map(|step| format!("..{step}")).unwrap_or_default();
                return format!("{{{from}..{to}{step}}}");
            }
            PartKind::Parameter(parameter) => self.parameter(parameter),
            PartKind::Command(substitution) => self.script(&substitution.script),
            PartKind::Process { script, .. } => self.script(script),
            PartKind::Arithmetic(arithmetic) => self.arithmetic(arithmetic),
        }
        EXPANDED.to_string()
    }

    fn parameter(&mut self, parameter: &Parameter) {
        parameter.subscript.iter().for_each(|parts| drop(self.parts(parts)));
        match &parameter.operation {
            ParameterOperation::Plain | ParameterOperation::Length => {}
            ParameterOperation::Operator { operand, .. } => drop(self.parts(operand)),
        }
    }
}

fn operator(operator: RedirectOperator) -> &'static str {
    match operator {
        RedirectOperator::Read => "<",
        RedirectOperator::Write => ">",
        RedirectOperator::Clobber => ">|",
        RedirectOperator::Append => ">>",
        RedirectOperator::ReadWrite => "<>",
        RedirectOperator::WriteBoth => "&>",
        RedirectOperator::AppendBoth => "&>>",
        RedirectOperator::DuplicateInput => "<&",
        RedirectOperator::DuplicateOutput => ">&",
        RedirectOperator::HereDocument { .. } => "<<",
        RedirectOperator::HereString => "<<<",
    }
}
