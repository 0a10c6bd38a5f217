//! Builds analyses by hand: what the walk would say of a call.

#![allow(dead_code, reason = "each test file uses what it needs")]

use std::path::{Path, PathBuf};

use callgate::call::{Context, Face, PermissionMode};
use callgate::effect::{
    Action, Analysis, Cause, CommandUse, Effect, Flow, Gap, GapKind, HostTarget, Loss, Origin, PathTarget, Segment,
    Target, Via,
};
use callgate::place::Place;
use callgate::policy::{Policy, Subject, evaluate, ways_forward};
use callgate::span::Span;
use callgate::value::{Argument, Cause as Unknown, Value};
use callgate::verdict::{Decision, Verdict, WayForward};

pub(crate) const PROJECT: &str = "/home/dev/project";

/// The surroundings of every test: a project in the home of `dev`, on a disk where nothing of it exists.
pub(crate) fn place() -> Place {
    let mut place = Place::look(Some(Path::new(PROJECT)), Path::new("/home/dev"), None);
    place.worktree = PathBuf::from(PROJECT);
    place
}

pub(crate) fn context() -> Context {
    Context { face: Face::Explicit, mode: PermissionMode::Default, role: None, agent_type: None, headless: false }
}

pub(crate) fn in_role(role: &str) -> Context {
    Context { role: Some(role.to_owned()), ..context() }
}

/// One command, from words without quotes; `$X` is a word that is not known.
#[derive(Debug, Clone)]
pub(crate) struct Command {
    pub(crate) command: CommandUse,
}

/// Words with their places in the text.
fn words(text: &str, offset: usize) -> Vec<(String, Span)> {
    let mut at = 0;
    text.split(' ')
        .map(|word| {
            let span = Span::new(offset + at, offset + at + word.len());
            at += word.len() + 1;
            (word.to_owned(), span)
        })
        .collect()
}

pub(crate) fn command(text: &str) -> Command {
    command_at(text, 0)
}

pub(crate) fn command_at(text: &str, offset: usize) -> Command {
    let mut assignments = Vec::new();
    let mut argv = Vec::new();
    for (word, span) in words(text, offset) {
        let is_assignment = argv.is_empty() && word.contains('=') && !word.starts_with('-');
        if is_assignment {
            assignments.push(word);
        } else if word.starts_with('$') {
            let value = Value::Unknown(Unknown::Variable(word));
            argv.push(Argument { value, span, splits: true });
        } else {
            argv.push(Argument::known(word, span));
        }
    }
    Command {
        command: CommandUse {
            argv,
            assignments,
            composite: false,
            span: Span::new(offset, offset + text.len()),
            via: Vec::new(),
            effects: Vec::new(),
            gaps: Vec::new(),
            rebound: false,
        },
    }
}

impl Command {
    fn span_of(&self, word: &str) -> Span {
        self.command
            .argv
            .iter()
            .find(|argument| argument.text() == Some(word))
            .map_or(self.command.span, |argument| argument.span)
    }

    /// An effect of what the command ordinarily does.
    pub(crate) fn does(mut self, action: Action, target: Target) -> Self {
        let span = match &target {
            Target::Path(PathTarget::Exact(path) | PathTarget::Below(path)) => {
                let name = path.to_string_lossy().into_owned();
                let relative = name.strip_prefix(&format!("{PROJECT}/")).unwrap_or(&name).to_owned();
                self.span_of(&relative)
            }
            Target::Path(PathTarget::Anywhere)
            | Target::Nothing
            | Target::Repository
            | Target::Worktree
            | Target::Host(_)
            | Target::Name(_) => self.command.span,
        };
        self.command.effects.push(Effect { action, target, loss: Loss::None, cause: Cause::Base, span });
        self
    }

    /// An effect that this word brings about.
    pub(crate) fn by(mut self, word: &str, action: Action, target: Target) -> Self {
        let span = self.span_of(word);
        self.command.effects.push(Effect { action, target, loss: Loss::None, cause: Cause::Word(span), span });
        self
    }

    pub(crate) fn losing(mut self, loss: Loss) -> Self {
        if let Some(effect) = self.command.effects.last_mut() {
            effect.loss = loss;
        }
        self
    }

    pub(crate) fn prints(self) -> Self {
        self.does(Action::Print, Target::Nothing)
    }

    pub(crate) fn gap(mut self, kind: GapKind, word: &str) -> Self {
        let span = self.span_of(word);
        self.command.gaps.push(Gap { kind, text: word.to_owned(), span });
        self
    }

    pub(crate) fn unknown(self) -> Self {
        let program = self.command.argv.first().and_then(|word| word.text()).unwrap_or_default().to_owned();
        self.gap(GapKind::UnknownProgram, &program)
    }

    pub(crate) fn via(mut self, via: Via) -> Self {
        self.command.via.push(via);
        self
    }

    pub(crate) fn composite(mut self) -> Self {
        self.command.composite = true;
        self
    }

    pub(crate) fn rebound(mut self) -> Self {
        self.command.rebound = true;
        self
    }
}

/// A path effect's target, below the project where it is relative.
pub(crate) fn path(text: &str) -> Target {
    Target::Path(PathTarget::Exact(Path::new(PROJECT).join(text)))
}

pub(crate) fn below(text: &str) -> Target {
    Target::Path(PathTarget::Below(Path::new(PROJECT).join(text)))
}

pub(crate) fn host(name: &str) -> Target {
    Target::Host(HostTarget::Named(name.to_owned()))
}

pub(crate) fn remote() -> Target {
    Target::Host(HostTarget::Unknown)
}

pub(crate) fn loose(action: Action, target: Target) -> Effect {
    Effect { action, target, loss: Loss::None, cause: Cause::Base, span: Span::default() }
}

pub(crate) fn segment(commands: Vec<Command>) -> Segment {
    let lone = commands.len() == 1;
    let commands: Vec<CommandUse> = commands.into_iter().map(|command| command.command).collect();
    let text = commands.iter().map(text_of).collect::<Vec<_>>().join(" | ");
    Segment { text, lone, commands, ..Segment::default() }
}

fn text_of(command: &CommandUse) -> String {
    command.argv.iter().map(|word| word.text().unwrap_or("$X")).collect::<Vec<_>>().join(" ")
}

pub(crate) fn analysis(segments: Vec<Segment>) -> Analysis {
    Analysis { segments, parsed: true, within_budget: true, ..Analysis::default() }
}

pub(crate) fn one(command: Command) -> Analysis {
    analysis(vec![segment(vec![command])])
}

/// Each command a segment of its own.
pub(crate) fn chain(commands: Vec<Command>) -> Analysis {
    analysis(commands.into_iter().map(|command| segment(vec![command])).collect())
}

pub(crate) fn effects(effects: Vec<Effect>) -> Analysis {
    analysis(vec![Segment { text: "tool".to_owned(), lone: true, effects, ..Segment::default() }])
}

pub(crate) fn decide(analysis: &Analysis, policy: &Policy) -> Decision {
    decide_in(analysis, policy, &context())
}

pub(crate) fn decide_in(analysis: &Analysis, policy: &Policy, context: &Context) -> Decision {
    decide_tool("Bash", analysis, policy, context)
}

pub(crate) fn decide_tool(tool: &str, analysis: &Analysis, policy: &Policy, context: &Context) -> Decision {
    evaluate(Subject { tool, text: "text of the call", analysis }, policy, &place(), context)
}

pub(crate) fn verdict(analysis: &Analysis, policy: &Policy) -> Option<Verdict> {
    decide(analysis, policy).verdict
}

pub(crate) fn ways(analysis: &Analysis, policy: &Policy) -> Vec<WayForward> {
    let decision = decide(analysis, policy);
    let subject = Subject { tool: "Bash", text: "text of the call", analysis };
    ways_forward(subject, policy, &place(), &context(), &decision)
}

pub(crate) fn git_push() -> Command {
    command("git push origin main").does(Action::Publish, Target::Nothing).does(Action::Connect(Flow::Send), remote())
}

pub(crate) fn cargo_test() -> Command {
    command("cargo test").does(Action::Run(Origin::Project), Target::Nothing)
}

pub(crate) fn rm(target: &str) -> Command {
    command(&format!("rm -rf {target}")).does(Action::Delete, path(target)).losing(Loss::Permanent)
}

pub(crate) fn ls() -> Command {
    command("ls").does(Action::Walk, path(""))
}

pub(crate) const ALLOW: Option<Verdict> = Some(Verdict::Allow);
pub(crate) const SOFT: Option<Verdict> = Some(Verdict::AskSoft);
pub(crate) const HARD: Option<Verdict> = Some(Verdict::AskHard);
pub(crate) const DENY: Option<Verdict> = Some(Verdict::Deny);
