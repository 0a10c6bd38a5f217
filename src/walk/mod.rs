//! Tree and scope → what would run: abstract interpretation of one shell text, small and honest.
//!
//! [`analyse`] walks a text as the shell would, with the state as it builds up. What is not known goes up, never down:
//! a value that cannot be told makes a gap or an effect on anything, and never a guess.

mod added;
mod arithmetic;
mod budget;
mod builtin;
mod code;
mod compound;
mod concat;
mod copies;
mod declare;
mod directory;
mod expand;
mod find;
mod git;
mod glob;
mod inner;
mod list;
mod loss;
mod made;
mod output;
mod parameter;
mod program;
mod redirect;
mod repository;
mod scope;
mod scripts;
mod simple;
mod stateful;
mod telling_words;
mod typed;
mod variables;

use std::collections::BTreeSet;

use crate::effect::{Analysis, Effect, Gap, GapKind, Rejection, Segment, Via};
use crate::place::{Copies, Place};
use crate::shell::{self, Dialect};
use crate::span::Span;
use budget::Budget;
use directory::Directory;
use made::Made;
use output::Output;
use repository::Repositories;
use scope::{Positional, Scope};

pub use glob::singles_out_secret;
pub use program::host_target;

/// Walks a shell text and gathers what each part would do.
#[must_use]
pub fn analyse(text: &str, dialect: Dialect, place: &Place) -> Analysis {
    let script = match shell::parse(text, dialect) {
        Ok(script) => script,
        Err(rejected) => {
            return Analysis {
                parsed: false,
                within_budget: true,
                rejected: Some(Rejection { why: rejected.why.to_owned(), span: rejected.span }),
                ..Analysis::default()
            };
        }
    };
    let mut walker = Walker::new(dialect, place);
    let mut scope = Scope::new(Directory::known(place.cwd.as_deref()));
    scope.positional = Positional::Known(Vec::new());
    walker.top_level(&script, scope);
    let within_budget = !walker.budget.is_spent();
    let stateful = walker.segments.len() > 1 && walker.segments.iter().any(|segment| segment.stateful);
    Analysis {
        segments: walker.segments,
        parsed: true,
        rejected: None,
        within_budget,
        stateful: stateful && within_budget,
    }
}

/// The walk over one call.
pub(crate) struct Walker<'a> {
    pub(crate) dialect: Dialect,
    pub(crate) place: &'a Place,
    pub(crate) budget: Budget,
    /// Files, links and programs that this call makes.
    pub(crate) made: Made,
    pub(crate) repositories: Repositories,
    /// What of the worktree is kept elsewhere, as far as it was asked about.
    pub(crate) copies: Copies,
    /// What the command that ran last prints.
    pub(crate) output: Output,
    /// Wrappers, functions and substitutions around the current command, outermost first.
    pub(crate) via: Vec<Via>,
    /// Functions being walked, for recursion, each with the number of subshells around its call.
    pub(crate) calls: Vec<(String, usize)>,
    /// Pipelines and background lists around the current command: processes that are started side by side.
    pub(crate) forks: usize,
    /// Variables that evaluate what they are given, as `declare -i` makes them: any assignment is an expression.
    pub(crate) evaluating: BTreeSet<String>,
    /// How deep texts inside texts are.
    pub(crate) depth: usize,
    segments: Vec<Segment>,
    /// Set while a text inside the text is walked: its nodes all stand at this span of the call.
    frame: Option<Span>,
    /// Above zero, nothing is recorded: a loop is being brought to its fixed point.
    muted: usize,
}

/// Commands, effects or gaps of one segment that are told apart.
const RECORDS: usize = 1_000;

/// Shell texts inside shell texts that are followed.
pub(crate) const MAX_DEPTH: usize = 32;

impl<'a> Walker<'a> {
    fn new(dialect: Dialect, place: &'a Place) -> Self {
        Self {
            dialect,
            place,
            budget: Budget::new(),
            made: Made::default(),
            repositories: Repositories::default(),
            copies: Copies::default(),
            output: Output::Stream,
            via: Vec::new(),
            calls: Vec::new(),
            forks: 0,
            evaluating: BTreeSet::new(),
            depth: 0,
            segments: Vec::new(),
            frame: None,
            muted: 0,
        }
    }

    /// Where a node stands in the call's text.
    pub(crate) fn span(&self, span: Span) -> Span {
        self.frame.unwrap_or(span)
    }

    /// Runs `walk` with all spans mapped to `frame`.
    pub(crate) fn framed<T>(&mut self, frame: Span, walk: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.frame.replace(self.frame.unwrap_or(frame));
        let result = walk(self);
        self.frame = outer;
        result
    }

    /// Runs `walk` below one more wrapper.
    pub(crate) fn through<T>(&mut self, via: Via, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.via.push(via);
        let result = walk(self);
        self.via.pop();
        result
    }

    /// Runs `walk` without recording anything.
    pub(crate) fn muted<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.muted += 1;
        let result = walk(self);
        self.muted -= 1;
        result
    }

    pub(crate) fn begin_segment(&mut self, segment: Segment) {
        self.segments.push(segment);
    }

    /// Records an effect that belongs to no command.
    pub(crate) fn effect(&mut self, effect: Effect) {
        if self.muted == 0
            && let Some(segment) = self.segments.last_mut()
            && !segment.effects.contains(&effect)
        {
            segment.effects.push(effect);
            if segment.effects.len() > RECORDS {
                self.budget.spend();
            }
        }
    }

    /// Records a gap that belongs to no command.
    pub(crate) fn gap(&mut self, kind: GapKind, text: &str, span: Span) {
        let gap = Gap { kind, text: text.to_owned(), span };
        if self.muted == 0
            && let Some(segment) = self.segments.last_mut()
            && !segment.gaps.contains(&gap)
        {
            segment.gaps.push(gap);
            if segment.gaps.len() > RECORDS {
                self.budget.spend();
            }
        }
    }

    /// Records a command. The same command met again (a loop's next round, a function's next call) is recorded once.
    pub(crate) fn command(&mut self, command: crate::effect::CommandUse) {
        if self.muted == 0
            && let Some(segment) = self.segments.last_mut()
            && !segment.commands.contains(&command)
        {
            segment.commands.push(command);
            if segment.commands.len() > RECORDS {
                self.budget.spend();
            }
        }
    }
}
