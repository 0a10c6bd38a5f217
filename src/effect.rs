//! The vocabulary of what a call does: effects, gaps, and the analysis that gathers them. Types, no logic.

use std::path::PathBuf;

use crate::span::Span;
use crate::value::Argument;

/// One thing that a part of the call would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// What is done.
    pub action: Action,
    /// To what.
    pub target: Target,
    /// Whether something is lost by it.
    pub loss: Loss,
    /// Which words bring it about.
    pub cause: Cause,
    /// The words to underline.
    pub span: Span,
}

/// What is done (design §6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Writes to its own standard output and nothing else. Stated, so that "no effect" is never an oversight.
    Print,
    /// Reads a file.
    Read,
    /// Reads a directory tree: names, and where the program prints them, contents.
    Walk,
    /// Creates or replaces a file.
    Write,
    /// Adds to a file.
    Append,
    /// Removes a file or a tree.
    Delete,
    /// Reaches a host.
    Connect(Flow),
    /// Runs code of this origin.
    Run(Origin),
    /// Reads a secret.
    Secret,
    /// Reads the environment or a variable of it.
    Env,
    /// Signals, stops or debugs processes.
    Signal,
    /// Gains privileges or opens permissions.
    Elevate,
    /// Changes what will be run or trusted later.
    Configure,
    /// Makes something visible to others: pushes, releases, comments.
    Publish,
    /// Throws work away inside a repository, without naming files.
    Discard,
    /// Reads or writes the clipboard.
    Clipboard,
}

/// Which way the content goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flow {
    /// A request that takes content from the host.
    Fetch,
    /// Local content, or a request whose content is not known, goes to the host.
    Send,
}

/// Where code comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Files of the worktree: builds, tests, its scripts.
    Project,
    /// Text in the call that is not a shell program and was not analysed.
    Inline,
    /// Fetched from elsewhere by this call.
    Downloaded,
    /// Not known.
    Unknown,
}

/// What an effect touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Nothing that can be named.
    Nothing,
    /// A path.
    Path(PathTarget),
    /// The repository that is current: its refs, index and objects.
    Repository,
    /// All of the worktree, within it.
    Worktree,
    /// A host.
    Host(HostTarget),
    /// A variable, program or setting of this name.
    Name(String),
}

/// What is known of a path. Paths are absolute and lexically normalised, as written; what they resolve to on disk is asked of the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathTarget {
    /// This path, and all below it where the action is recursive.
    Exact(PathBuf),
    /// One or more paths below this directory.
    Below(PathBuf),
    /// Any path.
    Anywhere,
}

/// What is known of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostTarget {
    /// This machine.
    Loopback,
    /// A host by its name, lower-case, without port.
    Named(String),
    /// A host that the words do not settle: a repository's remote, a computed address.
    Unknown,
}

/// What remains after the effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Loss {
    /// Nothing is lost.
    None,
    /// It can be made or fetched again.
    Recoverable,
    /// It is gone.
    Permanent,
}

/// Which words bring an effect about; decides what an allow rule covers (design §7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// What the named command ordinarily does, to the operands it is given.
    Base,
    /// An option or an unusual operand: only a rule that names this word covers it.
    Word(Span),
}

/// Something that was not understood. A call with a gap is never approved by built-in knowledge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// What kind of thing.
    pub kind: GapKind,
    /// The text in question.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// Kinds of gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GapKind {
    /// No spec knows this program.
    UnknownProgram,
    /// The program is known, this subcommand is not.
    UnknownSubcommand,
    /// The program is known, this option is not.
    UnknownFlag,
    /// More operands than the program is known to take, or one of an unknown meaning.
    UnknownOperand,
    /// Which program runs depends on a value that is not known.
    ComputedProgram,
    /// A word that is not known may be an option, and some option of this program matters.
    ComputedFlag,
    /// The name means something else by now: lookup was changed, or it was redefined in a way not followed.
    Rebound,
    /// Code that a value not known, or a language not analysed, supplies.
    Code,
    /// A shell feature that evaluates data as code, with data that is not known.
    Evaluation,
    /// A file that this call makes or changes, then runs, and whose content is not known.
    Made,
    /// The spec says nothing of what this invocation does.
    NoEffect,
    /// Recursion or nesting that was not followed.
    Depth,
}

/// How a command was reached from the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Via {
    /// A program or builtin that runs its operands: `env`, `timeout`, `xargs`, `find -exec`, `sudo`.
    Wrapper {
        /// Name of the wrapper.
        name: String,
        /// How many words of the outer command stand before the inner command's program word.
        words: usize,
    },
    /// A shell given its program as text: `sh -c`, `eval`, `trap`, a here-document to a shell.
    ShellText(String),
    /// A function of the call.
    Function(String),
    /// A command, process or here-document substitution.
    Substitution,
    /// A script of this path.
    Script(PathBuf),
}

/// One simple command that would run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandUse {
    /// Program and arguments after expansion; leading assignments are in `assignments`.
    pub argv: Vec<Argument>,
    /// Assignments in front of the command, as `NAME=value` with the value as typed.
    pub assignments: Vec<String>,
    /// Whether a file redirect or substitution is part of the command as typed: then no allow rule matches it.
    pub composite: bool,
    /// The words of the command.
    pub span: Span,
    /// How it was reached, outermost first.
    pub via: Vec<Via>,
    /// What it does.
    pub effects: Vec<Effect>,
    /// What of it was not understood.
    pub gaps: Vec<Gap>,
    /// Whether the name was bound to something else earlier in the call.
    pub rebound: bool,
}

impl CommandUse {
    /// The program word without its directory, where it is known.
    #[must_use]
    pub fn program(&self) -> Option<&str> {
        let word = self.argv.first()?.text()?;
        Some(word.rsplit('/').next().unwrap_or(word))
    }
}

/// One top-level list element of the text (`rules.md` X1).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Segment {
    /// Normalised text, rendered from the tree.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Whether it is one simple command and nothing else (X13).
    pub lone: bool,
    /// Whether it establishes shell state that a later segment sees (X9).
    pub stateful: bool,
    /// The commands that would run, in the order met.
    pub commands: Vec<CommandUse>,
    /// Effects that belong to no command: redirects, assignments, expansions.
    pub effects: Vec<Effect>,
    /// Gaps that belong to no command.
    pub gaps: Vec<Gap>,
}

/// All that is known of one call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Analysis {
    /// Top-level list elements, in order. Empty for a blank command.
    pub segments: Vec<Segment>,
    /// Whether the text was read whole; `false` carries the reason in `rejected`.
    pub parsed: bool,
    /// Why the text was refused.
    pub rejected: Option<Rejection>,
    /// Whether the budget held. Where not, nothing may be allowed, and no rule lifts that (X7).
    pub within_budget: bool,
    /// Whether splitting the segments into separate calls would change what they do (X9).
    pub stateful: bool,
}

/// Why a text cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// One lowercase phrase.
    pub why: String,
    /// Where.
    pub span: Span,
}
