//! What reading one command against its spec yields: effects on words, gaps, and commands or code inside it.
//!
//! Paths are still words here: the walk resolves them against the working directory.

use crate::effect::{Action, Gap, Loss};
use crate::span::Span;
use crate::tools::schema::Language;
use crate::value::{Argument, Value};

/// What one command does, by its spec.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// Effects in the order of the words.
    pub effects: Vec<ToolEffect>,
    /// What was not understood.
    pub gaps: Vec<Gap>,
    /// Commands and code that it runs in turn.
    pub inner: Vec<Inner>,
    /// Directory changes for all of its paths, in order (`git -C a -C b`).
    pub chdir: Vec<Value>,
    /// Path of subcommands matched, program first: `["git", "push"]`.
    pub matched: Vec<String>,
}

/// One effect on words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolEffect {
    /// What is done.
    pub action: Action,
    /// To what.
    pub object: Objective,
    /// What is lost.
    pub loss: Loss,
    /// The option or unusual word that brings it about; `None` for what the command ordinarily does.
    pub word: Option<Span>,
    /// The words to underline.
    pub span: Span,
}

/// What a tool effect touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Objective {
    /// Nothing that can be named.
    Nothing,
    /// A path as a word.
    Path(Value),
    /// A path below the home directory, which the spec names.
    Home(String),
    /// The whole worktree.
    Worktree,
    /// The repository.
    Repository,
    /// A host by name (without user and port), or an unknown one.
    Host(Option<String>),
    /// A name.
    Name(String),
}

/// A command or code inside a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inner {
    /// An argument vector that is started (`env`, `timeout`, `xargs`, `find -exec`).
    Command {
        /// Program and arguments.
        argv: Vec<Argument>,
        /// Name of the wrapper.
        wrapper: String,
        /// How many words of the outer command stand before `argv`.
        words: usize,
        /// Assignments made for it, name and value.
        assignments: Vec<(String, Value)>,
        /// What is put into its arguments beyond those written.
        added: Added,
    },
    /// Program text.
    Code {
        /// In this language.
        language: Language,
        /// The text, as far as it is known.
        text: Value,
        /// Arguments given to it (`$0`, `$1` …).
        arguments: Vec<Argument>,
        /// Where it stands.
        span: Span,
    },
    /// A file that is run as a program.
    Script {
        /// In this language.
        language: Language,
        /// The file as a word.
        path: Argument,
        /// Its arguments.
        arguments: Vec<Argument>,
    },
    /// Standard input is run as a program (`sh` without operands, `python -`).
    Stdin {
        /// In this language.
        language: Language,
    },
}

/// What a wrapper puts into the arguments of its command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Added {
    /// Nothing.
    Nothing,
    /// Paths below the roots given, at the end or for each `{}` (`find -exec`); each begins with its root as written.
    Paths(Vec<Value>),
    /// Words from standard input, at the end, or in place of this text (`xargs`, `xargs -I{}`).
    Input(Option<String>),
}
