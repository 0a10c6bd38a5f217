//! From words told apart to what the command does.

use std::collections::BTreeSet;

use super::address::{Address, address, file_or_url, host};
use super::fields::{assignment, file_in_data};
use super::reading::{Added, Inner, Objective, Reading, ToolEffect};
use super::scan::{Given, Operand, Scan, shown};
use super::schema::{Does, Language, Lost, Object, Role, Verb};
use super::slots::{Filled, Meaning, fill, program_from_input};
use super::{added, code, remote};
use crate::effect::{Action, Flow, Gap, GapKind, Loss, Origin};
use crate::span::Span;
use crate::value::{Argument, Cause, Value};

/// Says what the words of `scan` come to.
pub(super) fn outcome(mut scan: Scan<'_>) -> Reading {
    let mut gaps = std::mem::take(&mut scan.gaps);
    let filled = fill(&scan, &mut gaps);
    let mut outcome = Outcome { scan: &scan, filled: &filled, reading: Reading { gaps, ..Reading::default() } };
    if outcome.only_asks() {
        return outcome.answered();
    }
    outcome.node();
    let mut seen = BTreeSet::new();
    for given in &scan.flags {
        outcome.flag(given, !seen.insert(&given.flag.spellings));
    }
    for slot in &filled {
        outcome.slot(slot);
    }
    let mut reading = outcome.reading;
    reading.effects.sort_by_key(|effect| effect.span.start);
    if reading.effects.is_empty() && reading.gaps.is_empty() && reading.inner.is_empty() {
        let text = scan.packed.node.path.join(" ");
        reading.gaps.push(Gap { kind: GapKind::NoEffect, text, span: scan.named });
    }
    reading.matched.clone_from(&scan.packed.node.path);
    reading
}

/// More programs that one command runs are not followed.
const MOST_PROGRAMS: usize = 64;

struct Outcome<'o> {
    scan: &'o Scan<'o>,
    filled: &'o [Filled<'o>],
    reading: Reading,
}

/// What brings an effect about, and which words show it.
#[derive(Clone, Copy)]
struct Origins {
    word: Option<Span>,
    span: Span,
}

impl Outcome<'_> {
    /// Whether the command is a question about the program itself: `--help` or `--version`, nothing beside it, and the
    /// spec does not say that even this runs something.
    fn only_asks(&self) -> bool {
        let [given] = self.scan.flags.as_slice() else { return false };
        let asked = |word: &Argument| word.span == given.span && matches!(word.text(), Some("--help" | "--version"));
        self.scan.argv.iter().any(asked)
            && given.flag.does.is_empty()
            && given.value.is_empty()
            && self.scan.operands.is_empty()
            && self.reading.gaps.is_empty()
    }

    fn answered(mut self) -> Reading {
        let start = self.scan.argv.first().map_or(self.scan.named, |program| program.span);
        self.effect(
            Action::Print,
            Objective::Nothing,
            Loss::None,
            Origins { word: None, span: start.to(self.scan.named) },
        );
        self.reading.matched.clone_from(&self.scan.packed.node.path);
        self.reading
    }

    fn node(&mut self) {
        let start = self.scan.argv.first().map_or(self.scan.named, |program| program.span);
        let origins = Origins { word: None, span: start.to(self.scan.named) };
        for does in &self.scan.packed.node.does {
            self.does(does, &[], origins);
        }
    }

    /// What a flag brings about. Given `again`, it does nothing more to the operands.
    fn flag(&mut self, given: &Given, again: bool) {
        let value: Vec<&Argument> = given.value.iter().map(|operand| &operand.argument).collect();
        let origins = Origins { word: Some(given.span), span: given.span };
        for does in given.flag.does.iter().filter(|does| !again || !matches!(does.object, Object::Slot(_))) {
            self.does(does, &value, origins);
        }
        let Some(takes) = &given.flag.takes else { return };
        if given.value.is_empty() {
            return;
        }
        self.role(&takes.role, &given.value, 0, Some(given.span));
    }

    fn slot(&mut self, filled: &Filled<'_>) {
        for Meaning { role, does: given, otherwise, turned } in filled.meanings(&self.scan.flags) {
            let span = spread(&filled.operands).or(turned).unwrap_or(self.scan.named);
            let origins = Origins { word: turned, span };
            for does in if filled.operands.is_empty() { otherwise } else { given } {
                self.does(does, &[], origins);
            }
            // A flag says that what would name the program does not (`sh -s`).
            if turned.is_some() && *role == Role::Inert {
                self.left_out(&filled.slot.role);
            }
            match filled.operands.as_slice() {
                // What is stated for it stands in place of reading the program from standard input.
                [] if !otherwise.is_empty() => {}
                [] => self.left_out(role),
                [only] => self.role(role, &filled.operands, only.index, turned),
                // Each of several programs gets no arguments of its own.
                [_, _, ..] => self.role(role, &filled.operands, usize::MAX, turned),
            }
        }
    }

    /// A slot without operand: standard input may be the program then.
    fn left_out(&mut self, role: &Role) {
        if let Some(language) = program_from_input(role) {
            self.run(Inner::Stdin { language });
        }
        if *role == Role::Code(Language::Test) {
            self.merge(code::test::read(&[], self.scan.named), None);
        }
    }

    /// All operands that stand after the word of this index.
    fn arguments(&self, after: usize) -> Vec<Argument> {
        self.scan
            .operands
            .iter()
            .filter(|operand| operand.index > after)
            .map(|operand| operand.argument.clone())
            .collect()
    }

    /// What words of this role bring about. The operands after the index `after` are the
    /// arguments of a program among them.
    fn role(&mut self, role: &Role, operands: &[Operand], after: usize, word: Option<Span>) {
        match role {
            Role::Command => self.command(operands, added::to_command(self.scan)),
            Role::CommandUntil(_) => self.command(operands, added::to_bounded_command(self.scan, self.filled)),
            Role::Code(Language::Test) => {
                let words: Vec<Argument> = operands.iter().map(|operand| operand.argument.clone()).collect();
                let span = spread(operands).unwrap_or(self.scan.named);
                self.merge(code::test::read(&words, span), word);
            }
            Role::Inert
            | Role::Read
            | Role::Write
            | Role::Update
            | Role::Append
            | Role::Delete
            | Role::Dir
            | Role::Chdir
            | Role::Exec
            | Role::Host
            | Role::Url
            | Role::FileOrUrl
            | Role::Data
            | Role::Env
            | Role::Code(_)
            | Role::Script(_) => {
                for operand in operands {
                    self.one(role, &operand.argument, after, word);
                }
            }
        }
    }

    fn one(&mut self, role: &Role, argument: &Argument, after: usize, word: Option<Span>) {
        let value = &argument.value;
        let origins = Origins { word, span: argument.span };
        let path = || Objective::Path(value.clone());
        let stream = argument.text() == Some("-");
        if remote::elsewhere(self.scan, role, value) {
            self.gap(GapKind::UnknownOperand, argument);
        }
        match role {
            Role::Inert | Role::Env | Role::Command | Role::CommandUntil(_) => {}
            Role::Read if stream => {}
            Role::Write | Role::Update | Role::Append if stream => {}
            Role::Read => self.effect(Action::Read, path(), Loss::None, origins),
            Role::Write => self.effect(Action::Write, path(), Loss::None, origins),
            Role::Update => {
                self.effect(Action::Read, path(), Loss::None, origins);
                self.effect(Action::Write, path(), Loss::None, origins);
            }
            Role::Append => self.effect(Action::Append, path(), Loss::None, origins),
            Role::Delete => self.effect(Action::Delete, path(), Loss::Permanent, origins),
            Role::Dir => self.effect(Action::Walk, path(), Loss::None, origins),
            Role::Chdir => self.reading.chdir.push(value.clone()),
            Role::Exec => self.effect(Action::Run(Origin::Unknown), Objective::Nothing, Loss::None, origins),
            Role::Host => self.effect(Action::Connect(Flow::Send), Objective::Host(host(value)), Loss::None, origins),
            Role::Url => match address(value) {
                Address::Local(path) => self.effect(Action::Read, Objective::Path(path), Loss::None, origins),
                Address::Host(name) => {
                    self.effect(Action::Connect(Flow::Fetch), Objective::Host(name), Loss::None, origins);
                }
            },
            Role::FileOrUrl => {
                for place in file_or_url(value) {
                    let action = match place {
                        Address::Local(_) => Action::Read,
                        Address::Host(_) => Action::Connect(Flow::Fetch),
                    };
                    self.effect(action, place.objective(), Loss::None, origins);
                }
            }
            Role::Data => {
                if let Some(file) = file_in_data(value) {
                    self.effect(Action::Read, Objective::Path(file), Loss::None, origins);
                }
            }
            Role::Code(language) => self.code(*language, argument, after, word),
            Role::Script(language) if stream => {
                // For a shell it ends the options, and the next operand is the script.
                if matches!(language, Language::Bash | Language::Sh) {
                    self.gap(GapKind::UnknownOperand, argument);
                }
                self.run(Inner::Stdin { language: *language });
            }
            Role::Script(language) => self.run(Inner::Script {
                language: *language,
                path: argument.clone(),
                arguments: self.arguments(after),
            }),
        }
    }

    fn code(&mut self, language: Language, argument: &Argument, after: usize, word: Option<Span>) {
        match language {
            Language::Sed | Language::Awk | Language::Jq | Language::Test | Language::Mode | Language::Sql => {
                match argument.text() {
                    Some(text) => self.merge(code::read(language, text, argument.span), word),
                    None => self.gap(GapKind::Code, argument),
                }
            }
            Language::Bash
            | Language::Sh
            | Language::Python
            | Language::JavaScript
            | Language::Perl
            | Language::Ruby
            | Language::Other => self.run(Inner::Code {
                language,
                text: argument.value.clone(),
                arguments: self.arguments(after),
                span: argument.span,
            }),
        }
    }

    /// Takes over what code inside an argument does.
    fn merge(&mut self, read: Reading, word: Option<Span>) {
        let Reading { effects, gaps, inner, chdir, matched: _ } = read;
        self.reading
            .effects
            .extend(effects.into_iter().map(|effect| ToolEffect { word: effect.word.or(word), ..effect }));
        self.reading.gaps.extend(gaps);
        self.reading.inner.extend(inner);
        self.reading.chdir.extend(chdir);
    }

    fn command(&mut self, operands: &[Operand], added: Added) {
        let Some(first) = operands.first() else { return };
        if let Some(replaced) = added::computed_replacement(self.scan) {
            self.gap(GapKind::ComputedProgram, replaced);
        }
        let assignments = self.assignments(first.index);
        self.run(Inner::Command {
            argv: operands.iter().map(|operand| operand.argument.clone()).collect(),
            wrapper: self.scan.packed.node.path.first().cloned().unwrap_or_default(),
            words: first.index,
            assignments,
            added,
        });
    }

    /// Assignments in the words before `index`.
    fn assignments(&mut self, index: usize) -> Vec<(String, Value)> {
        let in_flags = self
            .scan
            .flags
            .iter()
            .filter(|given| given.flag.takes.as_ref().is_some_and(|takes| takes.role == Role::Env));
        let in_slots = self.filled.iter().filter(|filled| filled.slot.role == Role::Env);
        let mut words: Vec<&Operand> = in_flags.flat_map(|given| &given.value).collect();
        words.extend(in_slots.flat_map(|filled| &filled.operands));
        words.retain(|operand| operand.index < index);
        words.sort_by_key(|operand| operand.index);
        let mut assignments = Vec::new();
        for operand in words {
            match assignment(&operand.argument.value) {
                Some(assignment) => assignments.push(assignment),
                // It may set a variable that chooses what runs.
                None => self.gap(GapKind::ComputedProgram, &operand.argument),
            }
        }
        assignments
    }

    fn does(&mut self, does: &Does, value: &[&Argument], origins: Origins) {
        let loss = match does.loss {
            Lost::Nothing => Loss::None,
            Lost::Recoverable => Loss::Recoverable,
            Lost::Permanent => Loss::Permanent,
        };
        let action = action(does);
        let mut words: Vec<Argument> = Vec::new();
        let fixed = match &does.object {
            Object::Nothing | Object::Project | Object::Inline | Object::Downloaded => Objective::Nothing,
            Object::Slot(name) => {
                words = self.operands_of(name);
                Objective::Nothing
            }
            Object::Value => {
                words = value.iter().map(|&argument| argument.clone()).collect();
                Objective::Nothing
            }
            Object::Cwd => Objective::Path(Value::Known(".".to_owned())),
            Object::Worktree => Objective::Worktree,
            Object::Repo => Objective::Repository,
            Object::Remote => Objective::Host(None),
            Object::Any if does.verb == Verb::Run => Objective::Nothing,
            Object::Any => Objective::Path(Value::Unknown(Cause::Expansion)),
            Object::Host(name) => Objective::Host(Some(name.clone())),
            Object::Path(path) => match path.strip_prefix("~/") {
                Some(below) => Objective::Home(below.to_owned()),
                None => Objective::Path(Value::Known(path.clone())),
            },
        };
        if matches!(does.object, Object::Slot(_) | Object::Value) {
            for argument in words {
                let origins = Origins { span: argument.span, ..origins };
                self.effect(action, object_of_word(does.verb, &argument.value), loss, origins);
            }
        } else {
            self.effect(action, fixed, loss, origins);
        }
    }

    fn operands_of(&self, slot: &str) -> Vec<Argument> {
        let filled = self.filled.iter().find(|filled| filled.slot.name == slot);
        filled.into_iter().flat_map(|filled| &filled.operands).map(|operand| operand.argument.clone()).collect()
    }

    fn effect(&mut self, action: Action, object: Objective, loss: Loss, Origins { word, span }: Origins) {
        self.reading.effects.push(ToolEffect { action, object, loss, word, span });
    }

    /// Notes a program that is run, unless there are too many of them.
    fn run(&mut self, inner: Inner) {
        if self.reading.inner.len() < MOST_PROGRAMS {
            self.reading.inner.push(inner);
        } else {
            let text = self.scan.packed.node.path.join(" ");
            self.reading.gaps.push(Gap { kind: GapKind::Depth, text, span: self.scan.named });
        }
    }

    fn gap(&mut self, kind: GapKind, argument: &Argument) {
        self.reading.gaps.push(Gap { kind, text: shown(&argument.value), span: argument.span });
    }
}

/// From the first to the last of the operands.
fn spread(operands: &[Operand]) -> Option<Span> {
    let (first, last) = (operands.first()?, operands.last()?);
    Some(first.argument.span.to(last.argument.span))
}

fn action(does: &Does) -> Action {
    match does.verb {
        Verb::Print => Action::Print,
        Verb::Read => Action::Read,
        Verb::Walk => Action::Walk,
        Verb::Write => Action::Write,
        Verb::Append => Action::Append,
        Verb::Delete => Action::Delete,
        Verb::Run => Action::Run(match does.object {
            Object::Project => Origin::Project,
            Object::Inline => Origin::Inline,
            Object::Downloaded => Origin::Downloaded,
            Object::Nothing
            | Object::Slot(_)
            | Object::Value
            | Object::Cwd
            | Object::Worktree
            | Object::Repo
            | Object::Remote
            | Object::Any
            | Object::Host(_)
            | Object::Path(_) => Origin::Unknown,
        }),
        Verb::Fetch => Action::Connect(Flow::Fetch),
        Verb::Send => Action::Connect(Flow::Send),
        Verb::Elevate => Action::Elevate,
        Verb::Signal => Action::Signal,
        Verb::Configure => Action::Configure,
        Verb::Publish => Action::Publish,
        Verb::Discard => Action::Discard,
        Verb::Secret => Action::Secret,
        Verb::Env => Action::Env,
        Verb::Clipboard => Action::Clipboard,
    }
}

/// What a word is to a verb that names its slot.
fn object_of_word(verb: Verb, value: &Value) -> Objective {
    match verb {
        Verb::Read | Verb::Walk | Verb::Write | Verb::Append | Verb::Delete | Verb::Configure | Verb::Secret => {
            Objective::Path(value.clone())
        }
        Verb::Fetch | Verb::Send => address(value).objective(),
        Verb::Env | Verb::Signal => value.known().map_or(Objective::Nothing, |name| Objective::Name(name.to_owned())),
        Verb::Print | Verb::Run | Verb::Elevate | Verb::Publish | Verb::Discard | Verb::Clipboard => Objective::Nothing,
    }
}
