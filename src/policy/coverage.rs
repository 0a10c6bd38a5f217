//! Which allow rules cover what a command does.
//!
//! A rule that matches accepts what the command ordinarily does. What an option or unusual operand adds is accepted only by
//! a rule that spells that word out.

use super::command_text::{self, CommandText};
use super::objection::{Cover, Objection};
use super::rule::{CommandPattern, Form, Rule};
use crate::effect::{Action, Cause, CommandUse, Effect, Gap, GapKind, Origin, Segment, Target, Via};
use crate::span::Span;
use crate::verdict::Layer;

/// What accepts a command.
#[derive(Debug, Clone)]
pub(crate) enum Acceptance {
    /// A rule.
    Rule(Rule),
    /// The open posture of a role.
    OpenRole(Layer),
}

/// Everything that matches one command.
#[derive(Debug)]
pub(crate) struct Coverage<'a> {
    command: &'a CommandUse,
    rules: Vec<&'a Rule>,
    open: Option<Layer>,
}

impl<'a> Coverage<'a> {
    /// Finds the allow rules that match a command as typed, or through the words of the wrappers before it.
    pub(crate) fn find(
        command: &'a CommandUse,
        text: &CommandText,
        segment: &'a Segment,
        rules: impl Iterator<Item = &'a Rule>,
        home: &str,
        open: Option<Layer>,
    ) -> Self {
        let mut wrappers = None;
        let rules = rules
            .filter(|rule| match &rule.form {
                Form::Command(pattern) => {
                    text.allowed_by(pattern, home)
                        || wrappers
                            .get_or_insert_with(|| outer_commands(command, segment))
                            .iter()
                            .any(|(outer, words)| spells_wrapper(pattern, outer, *words, home))
                }
                // A rule that names the tool alone matches any command, as `Bash(*)` does.
                Form::Tool(name) => name == "Bash" && text.allowed_by(&CommandPattern::new("*"), home),
                Form::Read(_) | Form::Edit(_) | Form::Domain(_) | Form::Named { .. } => false,
            })
            .collect();
        Self { command, rules, open: open.filter(|_| !command.rebound) }
    }

    /// What covers an objection to an effect, if anything does.
    pub(crate) fn of_effect(&self, objection: &Objection, effect: &Effect) -> Option<Acceptance> {
        let span = match effect.cause {
            Cause::Base => effect.span,
            Cause::Word(span) => span,
        };
        let is_path = matches!(effect.target, Target::Path(_));
        // `Bash(*)` names no program, so nobody can be said to have meant what leaves the project.
        let named_only = !is_ordinary_work(effect.action);
        self.by_rule(objection, span, is_path, named_only).or_else(|| {
            let open = objection.cover == Cover::Match && is_ordinary_work(effect.action);
            self.open.clone().filter(|_| open).map(Acceptance::OpenRole)
        })
    }

    /// What covers a gap; an open role takes what is unknown of a program as it takes unknown programs.
    pub(crate) fn of_gap(&self, objection: &Objection, gap: &Gap) -> Option<Acceptance> {
        self.own_assignment(gap)
            .or_else(|| self.by_rule(objection, gap.span, false, false))
            .or_else(|| self.open.clone().filter(|_| is_ordinary_gap(gap.kind)).map(Acceptance::OpenRole))
    }

    /// A variable set in front of the command is accepted by a rule that spells the assignment (M4).
    fn own_assignment(&self, gap: &Gap) -> Option<Acceptance> {
        if gap.kind != GapKind::Rebound {
            return None;
        }
        let assignment = self.command.assignments.iter().find(|text| text.split('=').next() == Some(&gap.text))?;
        let spelled = |rule: &&&Rule| match &rule.form {
            Form::Command(pattern) => pattern.is_exact() || pattern.leading_words().any(|word| word == assignment),
            Form::Tool(_) | Form::Read(_) | Form::Edit(_) | Form::Domain(_) | Form::Named { .. } => false,
        };
        self.rules.iter().find(spelled).map(|rule| Acceptance::Rule((*rule).clone()))
    }

    fn by_rule(&self, objection: &Objection, span: Span, is_path: bool, named_only: bool) -> Option<Acceptance> {
        let rule = match objection.cover {
            Cover::Never => None,
            Cover::Match => self.rules.iter().find(|rule| !named_only || names_a_program(rule)),
            Cover::Name => self.rules.iter().find(|rule| self.names(rule, span, is_path)),
        };
        rule.map(|rule| Acceptance::Rule((*rule).clone()))
    }

    /// Whether the rule spells out a word within the span. Where the span is the command itself, a word after the program
    /// counts, and the program alone only where nothing follows it. A path must be spelled out itself.
    fn names(&self, rule: &Rule, span: Span, is_path: bool) -> bool {
        let Form::Command(pattern) = &rule.form else { return false };
        if pattern.is_exact() {
            return true;
        }
        let within = |at: &Span| at.start < span.end && span.start < at.end;
        let mut words = self.command.argv.iter().enumerate().filter(|(_, word)| within(&word.span)).peekable();
        let covers_program = words.peek().is_some_and(|(index, _)| *index == 0);
        if covers_program && is_path {
            return false;
        }
        if covers_program {
            words.next();
        }
        if words.peek().is_none() {
            return covers_program
                && self
                    .command
                    .argv
                    .first()
                    .and_then(|program| program.text())
                    .is_some_and(|program| command_text::names(pattern, program));
        }
        words.any(|(_, word)| word.text().is_some_and(|text| command_text::names(pattern, text)))
    }
}

/// Whether a rule spells at least the program that it allows.
fn names_a_program(rule: &Rule) -> bool {
    match &rule.form {
        Form::Command(pattern) => pattern.is_exact() || pattern.leading_words().next().is_some(),
        Form::Tool(_) | Form::Read(_) | Form::Edit(_) | Form::Domain(_) | Form::Named { .. } => false,
    }
}

/// Work in the project that an open role takes: what leaves it, or is off the lattice, is the session's matter.
const fn is_ordinary_work(action: Action) -> bool {
    match action {
        Action::Print
        | Action::Read
        | Action::Walk
        | Action::Write
        | Action::Append
        | Action::Delete
        | Action::Run(Origin::Project) => true,
        Action::Connect(_)
        | Action::Run(Origin::Inline | Origin::Downloaded | Origin::Unknown)
        | Action::Secret
        | Action::Env
        | Action::Signal
        | Action::Elevate
        | Action::Configure
        | Action::Publish
        | Action::Discard
        | Action::Clipboard => false,
    }
}

/// Gaps that an open role takes as it takes unknown programs.
const fn is_ordinary_gap(kind: GapKind) -> bool {
    match kind {
        GapKind::UnknownProgram
        | GapKind::UnknownSubcommand
        | GapKind::UnknownFlag
        | GapKind::UnknownOperand
        | GapKind::NoEffect => true,
        GapKind::ComputedProgram
        | GapKind::ComputedFlag
        | GapKind::Rebound
        | GapKind::Code
        | GapKind::Evaluation
        | GapKind::Made
        | GapKind::Depth => false,
    }
}

/// The commands that start this one through their own words, with how many of those stand before it.
fn outer_commands<'a>(command: &CommandUse, segment: &'a Segment) -> Vec<(&'a CommandUse, usize)> {
    let mut found = Vec::new();
    for via in &command.via {
        match via {
            Via::Wrapper { name, words } => {
                found.extend(
                    segment
                        .commands
                        .iter()
                        .filter(|outer| {
                            outer.program() == Some(name)
                                && outer.argv.get(*words).map(|word| word.span)
                                    == command.argv.first().map(|word| word.span)
                                && outer.argv.len() > *words
                        })
                        .map(|outer| (outer, *words)),
                );
            }
            // Text, functions, scripts and substitutions are commands of their own: no outer rule reaches in.
            Via::ShellText(_) | Via::Function(_) | Via::Script(_) | Via::Substitution => found.clear(),
        }
    }
    found
}

/// Whether a rule spells the wrapper's words and the inner program, and matches the whole.
fn spells_wrapper(pattern: &CommandPattern, outer: &CommandUse, words: usize, home: &str) -> bool {
    CommandText::new(outer).allowed_by(pattern, home)
        && (pattern.is_exact()
            || pattern.leading_words().zip(&outer.argv).filter(|(literal, word)| word.text() == Some(literal)).count()
                > words)
}
