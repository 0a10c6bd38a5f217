//! The schema of tool specs, shared with the build script, which checks every spec with it and packs it.
//!
//! A spec states what a program does, never whether that is allowed. Twelve keys, unknown keys refused:
//!
//! | key | on | meaning |
//! |---|---|---|
//! | `about` | tool | one sentence |
//! | `source` | tool | manual and version that the entry was checked against; required at the top |
//! | `aliases` | tool, sub | other names |
//! | `parsing` | tool, sub | `interspersed` (default), `stop-at-operand`, `words`, `raw`; inherited by `sub` |
//! | `flags` | tool, sub | spellings separated by blanks → flag |
//! | `operands` | tool, sub | `"slot: role"` in order |
//! | `does` | tool, sub, flag | effects that hold whenever this node is reached |
//! | `sub` | tool, sub | nested tools by name |
//! | `takes` | flag | role of its value; absent: a switch; `"text, read"`: of the two words that are its values |
//! | `turns` | flag | `"slot: role"`: rewrites an operand's role |
//! | `drops` | flag | operand slots that the flag supplies |
//! | `cases` | tool | invocation = effects, run as tests |
//!
//! # Spellings
//!
//! `-x` short, `--long` long, `-word` single-dash long (tried before a cluster of short ones). `-#` is a dash and
//! digits (`head -5`); `+` and `@` take the rest of a word that begins with them (`date +%s`). In `words` parsing a key
//! may be any word (`!`, `(`), and one that ends in `=` (`if=`) takes the rest of the word. A key that begins with
//! `global:` is valid in subcommands too, before and after their name.
//! In `interspersed` and `stop-at-operand` parsing short switches cluster, a short flag's value may be glued or the next
//! word, a long flag's value follows `=` or is the next word, `--` ends the flags.
//!
//! # Roles
//!
//! `role`, `role?` (an operand: optional; a flag's value: optional and then only glued), `role...` (any number, none
//! included). One variadic slot may be followed by fixed ones (`sources: read..., dest: write`). An operand may carry
//! effects that hold when it is given, `"branch: text? = write repo"`, and effects that hold when it is not,
//! `"paths: dir... else walk cwd"`. A `script:` or `code:` slot that is left out, and not dropped by a flag, means that
//! standard input is the program, unless it states an `else`.
//!
//! A flag that `turns` a slot to mere text takes its effects away, except those it restates; one that turns it to any
//! other role leaves those that it does not restate (`= print` restates them as none). Several flags that turn the same slot add up.
//!
//! A node's `does` holds where it is the last node reached: a subcommand's `does` stands in place of its parent's.
//!
//! # Effects
//!
//! `<verb> [object] [lost|recoverable]`, separated by commas. Verbs: [`Verb`]. Objects: an operand slot; `value` (a
//! flag's own value); `cwd`, `worktree`, `repo`, `remote`, `any`; for `run` also `project`, `inline`, `downloaded`; a host
//! with a dot (`api.github.com`); a path that begins with `./`, `~/` or `/`; or, after `env`, `configure`, `secret`, `signal`, `publish`,
//! `discard`, `elevate`, `clipboard` and `print`, nothing. Every leaf states `does`, if only `print`.

use serde::{Deserialize, Serialize};

/// One program or subcommand, decoded; its flags are looked up one by one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// Names that lead here, program first.
    pub path: Vec<String>,
    /// How its words are told apart.
    pub parsing: Parsing,
    /// Its operand slots.
    pub operands: Vec<Slot>,
    /// What reaching it does.
    pub does: Vec<Does>,
    /// Whether it has subcommands, the first operand then naming one.
    pub nested: bool,
    /// What an unknown word that turned out to be an option could bring about.
    pub stakes: Stakes,
}

/// What the options of a node can bring about beyond what its operands do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stakes {
    /// Nothing that matters.
    Nothing,
    /// Files are read, or operands change places with text.
    Reading,
    /// Something is written, run, reached or changed.
    Acting,
}

/// How the words of a node are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Parsing {
    /// Flags may stand between operands.
    Interspersed,
    /// The first operand ends the flags.
    StopAtOperand,
    /// Every word is looked up as it is; what is no key is an operand (`find`, `dd`, `test`).
    Words,
    /// Nothing is a flag: every word is an operand, also one that begins with a dash (`echo`).
    Raw,
}

/// One flag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flag {
    /// All its spellings.
    pub spellings: Vec<String>,
    /// The role of its value.
    pub takes: Option<Takes>,
    /// The role of a second value, which is always the next word (`jq --arg NAME TEXT`).
    pub also: Option<Role>,
    /// What giving it does.
    pub does: Vec<Does>,
    /// Slots whose role it rewrites.
    pub turns: Vec<Slot>,
    /// Slots that it removes.
    pub drops: Vec<String>,
    /// Whether subcommands have it too.
    pub global: bool,
}

/// A flag's value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Takes {
    /// Its role.
    pub role: Role,
    /// Whether it may be absent, and then is taken only when glued.
    pub optional: bool,
}

/// An operand slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// How many operands it takes.
    pub count: Count,
    /// Effects that hold when it is given.
    pub does: Vec<Does>,
    /// Effects that hold when it is not given.
    pub otherwise: Vec<Does>,
}

/// How many operands a slot takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Count {
    /// Exactly one.
    One,
    /// One or none.
    Optional,
    /// Any number.
    Many,
}

/// What an operand or a flag's value is to the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Data without any effect: `text`, `number`, `pattern`, `ref`.
    Inert,
    /// A file or tree that is read: `read`. `-` is standard input.
    Read,
    /// A file that is created or replaced: `write`. `-` is standard output.
    Write,
    /// A file that is read and changed in place: `update`.
    Update,
    /// A file that is added to: `append`.
    Append,
    /// A file or tree that is removed for good: `delete`.
    Delete,
    /// A directory whose tree is read: `dir`.
    Dir,
    /// A directory that becomes the working directory for all else: `chdir`.
    Chdir,
    /// A program that is run, arguments unknown: `exec`.
    Exec,
    /// A host, `user@host` or `host:port`, that is reached: `host`.
    Host,
    /// An address that is fetched, with or without scheme; `file:` and what begins like a path is read: `url`.
    Url,
    /// A path that is read, or an address with a scheme (or `host:path`), which is fetched: `file-or-url`.
    FileOrUrl,
    /// Text that is sent; `@name` is a file that is read and sent: `data`.
    Data,
    /// `NAME=value`: an assignment for what is run: `env`.
    Env,
    /// This word and all that follow are a command: `command`.
    Command,
    /// This word and all up to one of these are a command: `command until ; or +`.
    CommandUntil(Vec<String>),
    /// A program text in this language: `code:sed`.
    Code(Language),
    /// A file that is run as a program of this language, the operands after it being its arguments: `script:sh`.
    Script(Language),
}

/// Languages of code in arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// A shell program for bash or zsh.
    Bash,
    /// A shell program for a POSIX shell (`sh`, `dash`).
    Sh,
    /// sed
    Sed,
    /// awk
    Awk,
    /// jq
    Jq,
    /// Operands of `test` and `[`.
    Test,
    /// A file mode of `chmod`.
    Mode,
    /// SQL
    Sql,
    /// Python
    Python,
    /// JavaScript
    JavaScript,
    /// Perl
    Perl,
    /// Ruby
    Ruby,
    /// Any other language: never analysed.
    Other,
}

/// One effect of a node, flag or slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Does {
    /// What is done.
    pub verb: Verb,
    /// To what.
    pub object: Object,
    /// What is lost.
    pub loss: Lost,
}

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verb {
    /// Writes to standard output only.
    Print,
    /// Reads.
    Read,
    /// Reads a tree.
    Walk,
    /// Writes.
    Write,
    /// Appends.
    Append,
    /// Deletes.
    Delete,
    /// Runs.
    Run,
    /// Takes content from a host.
    Fetch,
    /// Sends content to a host.
    Send,
    /// Gains privileges or opens permissions.
    Elevate,
    /// Signals processes.
    Signal,
    /// Changes what is run or trusted later.
    Configure,
    /// Publishes.
    Publish,
    /// Throws work away.
    Discard,
    /// Reads a secret.
    Secret,
    /// Reads the environment.
    Env,
    /// Uses the clipboard.
    Clipboard,
}

/// To what something is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Object {
    /// Nothing named.
    Nothing,
    /// The operands of this slot.
    Slot(String),
    /// The flag's own value.
    Value,
    /// The working directory.
    Cwd,
    /// The whole worktree.
    Worktree,
    /// The repository's own data.
    Repo,
    /// A host that is not named by the words: the repository's remote.
    Remote,
    /// Anything.
    Any,
    /// Code of the project.
    Project,
    /// Code in the call.
    Inline,
    /// Code that is downloaded.
    Downloaded,
    /// This host.
    Host(String),
    /// This path.
    Path(String),
}

/// What is lost by an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lost {
    /// Nothing.
    Nothing,
    /// Something that can be made again.
    Recoverable,
    /// Something for good.
    Permanent,
}
