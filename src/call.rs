//! One proposed tool call, as any agent would state it.

use serde_json::Value as Json;

/// A tool call before it runs.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// The agent's own name of the tool, exactly as sent.
    pub tool: String,
    /// What the call asks for.
    pub request: Request,
    /// The working directory that the agent states, absolute; `None` where it states none.
    pub cwd: Option<String>,
}

/// What a call asks for, by what is known of the tool.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// A shell command line.
    Shell(String),
    /// Files to be read or searched below these paths; patterns that choose among them.
    Read {
        /// Paths as sent; empty means the working directory.
        paths: Vec<String>,
        /// Whether what lies below the paths is read as well.
        recursive: bool,
        /// File-name patterns given beside the paths.
        patterns: Vec<String>,
    },
    /// A file to be created, replaced or changed.
    Write {
        /// Path as sent.
        path: String,
    },
    /// An address to be fetched.
    Fetch {
        /// Address as sent.
        url: String,
    },
    /// A tool of which only the name is known.
    Other(Json),
    /// The input does not have the shape that the tool's name promises.
    Malformed(String),
}

/// Who is asking, and in which circumstances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// The face through which the call came.
    pub face: Face,
    /// The agent's permission mode.
    pub mode: PermissionMode,
    /// The role given at launch, by name.
    pub role: Option<String>,
    /// The kind of subagent, as the agent states it.
    pub agent_type: Option<String>,
    /// Whether nobody can be asked.
    pub headless: bool,
}

/// The faces of callgate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// An agent waits for the answer.
    Hook,
    /// A person or script asks on the command line.
    Explicit,
    /// A recorded call is judged again.
    Replay,
}

/// Permission modes of agents, in Claude Code's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PermissionMode {
    /// Ask where no rule decides.
    Default,
    /// Nothing is changed.
    Plan,
    /// File edits pass.
    AcceptEdits,
    /// A classifier answers prompts.
    Auto,
    /// What would prompt is refused.
    DontAsk,
    /// Nothing prompts.
    BypassPermissions,
    /// A mode this version does not know: treated as [`PermissionMode::Default`].
    Unknown,
}
