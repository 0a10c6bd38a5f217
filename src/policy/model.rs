//! The policy in memory: every layer read, nothing decided yet.

use std::path::PathBuf;

use super::capability::{Request, Tristate};
use super::problem::PolicyError;
use super::rule::{List, Rule};
use crate::authority::{Grant, Level};
use crate::verdict::Layer;

/// Everything that was allowed, denied and limited, of every layer. The default is the built-in policy alone.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    /// Allow, ask and deny rules of every layer, in the order read.
    pub rules: Vec<Rule>,
    /// What the agent's own settings of any layer allow. Never a grant: it tells where the agent would not have asked.
    pub agent_allows: Vec<Rule>,
    /// Deny rules that the user lifts, by their exact text or built-in id.
    pub exceptions: Vec<String>,
    /// The ceiling.
    pub ceiling: Ceiling,
    /// Directories granted beside the worktree and scratch.
    pub roots: Vec<Root>,
    /// Hosts that may be read from; `*.x` is `x` and all below it.
    pub hosts: Vec<String>,
    /// Who reads the text of a shell call.
    pub shell: Shell,
    /// Whether project code may run on this host.
    pub exec_host: Capability,
    /// Whether anything may reach any host.
    pub network: Capability,
    /// How the hook behaves.
    pub hook: Hook,
    /// What each off-lattice kind comes to, where a file says.
    pub off_lattice: Vec<(OffLattice, Entry, Layer)>,
    /// Roles that files define.
    pub roles: Vec<RoleDefinition>,
    /// Where callgate and the agent keep what must not change.
    pub own: OwnPlaces,
    /// Errors that make a layer unreadable: nothing is allowed while there are any.
    pub unreadable: Vec<PolicyError>,
    /// Things worth saying beside a decision.
    pub notes: Vec<String>,
}

/// The ceiling in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ceiling {
    /// What it gives.
    pub grant: Grant,
    /// Its name.
    pub name: String,
    /// Who set it.
    pub layer: Layer,
}

impl Default for Ceiling {
    fn default() -> Self {
        Self::of(Level::default(), Layer::Builtin)
    }
}

impl Ceiling {
    /// A named level, as a layer set it.
    #[must_use]
    pub fn of(level: Level, layer: Layer) -> Self {
        Self { grant: level.grant(), name: level.name().to_owned(), layer }
    }

    /// Lowers the ceiling to what `level` also gives; it never rises.
    pub fn lower(&mut self, level: Level, layer: Layer) {
        let lowered = self.grant.meet(level.grant());
        if lowered == self.grant {
            return;
        }
        self.name = if lowered == level.grant() {
            level.name().to_owned()
        } else {
            format!("{} and {}", self.name, level.name())
        };
        self.grant = lowered;
        self.layer = layer;
    }
}

/// A granted directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// Absolute and normalised.
    pub path: PathBuf,
    /// Whether it may be written.
    pub write: bool,
}

/// Who reads the text of a shell call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shell {
    /// bash or zsh: what they read differently is refused.
    #[default]
    Both,
    /// bash.
    Bash,
    /// A POSIX shell.
    Posix,
}

/// What each layer says of a capability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Capability {
    /// The project's word, which may only deny.
    pub project: Tristate,
    /// The user's word.
    pub user: Tristate,
    /// The launch's word.
    pub launch: Request,
}

/// How the hook behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hook {
    /// What a soft ask becomes where a person is there.
    pub gated: Gated,
    /// What happens when a call cannot be read.
    pub on_error: OnError,
}

/// What a soft ask becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Gated {
    /// The person is asked.
    #[default]
    Ask,
    /// Nothing is said.
    Pass,
    /// It is denied.
    Deny,
}

/// What happens when a call cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnError {
    /// It is blocked.
    #[default]
    Block,
    /// Nothing is said.
    Open,
}

/// Kinds of effect that no ladder orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OffLattice {
    /// Making something visible to others.
    Publish,
    /// Reading a secret.
    Secret,
    /// Reading the environment.
    Env,
    /// Signalling processes.
    Signal,
    /// Gaining privileges.
    Elevate,
    /// Changing what runs or is trusted later.
    Configure,
    /// Throwing work away.
    Discard,
    /// Using the clipboard.
    Clipboard,
}

impl OffLattice {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Publish,
        Self::Secret,
        Self::Env,
        Self::Signal,
        Self::Elevate,
        Self::Configure,
        Self::Discard,
        Self::Clipboard,
    ];

    /// The key that policy files use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Publish => "publish",
            Self::Secret => "secret",
            Self::Env => "env",
            Self::Signal => "signal",
            Self::Elevate => "elevate",
            Self::Configure => "configure",
            Self::Discard => "discard",
            Self::Clipboard => "clipboard",
        }
    }
}

/// What an off-lattice kind comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entry {
    /// It passes.
    Allow,
    /// A person decides.
    Ask,
    /// It must not run.
    Deny,
}

/// A role as files define it: a built-in one with additions, or a new one that narrows what it extends.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoleDefinition {
    /// Its name.
    pub name: String,
    /// The role that it narrows.
    pub extends: Option<String>,
    /// A ceiling of its own, which can only lower.
    pub level: Option<Level>,
    /// Denies added.
    pub deny: Vec<Rule>,
    /// Allows added.
    pub allow: Vec<Rule>,
    /// Commands that a validating role may run, as rules.
    pub commands: Vec<Rule>,
    /// Kinds of subagent that it serves.
    pub agents: Vec<String>,
}

/// Directories and files that no call may change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnPlaces {
    /// The user's policy file, where the launch names one.
    pub policy: Option<PathBuf>,
    /// `$XDG_CONFIG_HOME/callgate`, where that is not `~/.config/callgate`.
    pub config: Option<PathBuf>,
    /// The directory of grants and records, where that is not `~/.local/state/callgate`.
    pub state: Option<PathBuf>,
    /// `$CLAUDE_CONFIG_DIR`, where that is not `~/.claude`.
    pub agent: Option<PathBuf>,
    /// The running binary.
    pub binary: Option<PathBuf>,
}

impl Policy {
    /// The built-in policy with this ceiling.
    #[must_use]
    pub fn at(level: Level) -> Self {
        Self { ceiling: Ceiling::of(level, Layer::User), ..Self::default() }
    }

    /// Adds a rule to a list.
    #[must_use]
    pub fn with(mut self, list: List, text: &str, layer: Layer) -> Self {
        self.rules.push(Rule::parse(text, list, layer));
        self
    }

    /// Adds an allow rule of the user.
    #[must_use]
    pub fn allowing(self, text: &str) -> Self {
        self.with(List::Allow, text, Layer::User)
    }

    /// Adds a deny rule of the user.
    #[must_use]
    pub fn denying(self, text: &str) -> Self {
        self.with(List::Deny, text, Layer::User)
    }

    /// Adds an ask rule of the user.
    #[must_use]
    pub fn asking(self, text: &str) -> Self {
        self.with(List::Ask, text, Layer::User)
    }

    /// Grants a command to the roles that take grants.
    #[must_use]
    pub fn granting(mut self, command: &str) -> Self {
        self.rules.extend(Rule::granted_command(command, &Layer::User));
        self
    }

    /// Gives a role commands that it may run.
    #[must_use]
    pub fn with_role_commands(mut self, role: &str, commands: &[&str]) -> Self {
        let layer = Layer::Role(role.to_owned());
        self.roles.push(RoleDefinition {
            name: role.to_owned(),
            commands: commands.iter().flat_map(|command| Rule::granted_command(command, &layer)).collect(),
            ..RoleDefinition::default()
        });
        self
    }

    /// Who reads the text of a shell call.
    #[must_use]
    pub const fn shell(&self) -> Shell {
        self.shell
    }

    /// What an off-lattice kind comes to: the strictest that any layer says, else the built-in `ask`, which is not stated.
    pub(crate) fn entry(&self, kind: OffLattice) -> Option<(Entry, &Layer)> {
        self.off_lattice
            .iter()
            .filter(|(stated, ..)| *stated == kind)
            .max_by_key(|(_, entry, _)| *entry)
            .map(|(_, entry, layer)| (*entry, layer))
    }

    /// Whether the user lifts the deny rule of this exact text or id.
    pub(crate) fn lifts(&self, text: &str) -> bool {
        self.exceptions.iter().any(|exception| exception == text)
    }
}
