//! The vocabulary of decisions: verdicts, the reasons they carry, and ways forward. Types, no logic but ordering.

use crate::effect::{Effect, Gap};
use crate::span::Span;

/// What a decision comes to. The order is that of severity: a fold takes the greatest.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// May run without a person.
    Allow,
    /// A person decides; where the agent's own rules settle it, they may.
    AskSoft,
    /// A person decides, always.
    AskHard,
    /// Must not run.
    Deny,
}

/// Why a verdict is what it is (`rules.md` §6.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReasonCode {
    /// Built-in knowledge proves it within the ceiling.
    Builtin,
    /// An allow rule covers it.
    AllowRule,
    /// A grant covers it.
    Grant,
    /// The role is open: unknown commands pass.
    RoleOpen,
    /// Neither knowledge nor rule covers it.
    Uncovered,
    /// It needs more than the level gives.
    OverCeiling,
    /// It reaches outside what is granted.
    OutsideRoots,
    /// An off-lattice effect whose policy entry says ask.
    OffLattice,
    /// The text could not be read.
    Unparsed,
    /// The working directory or scope is not known.
    ScopeUntracked,
    /// The budget was spent.
    Budget,
    /// A policy file does not parse.
    PolicyUnreadable,
    /// An ask rule.
    AskRule,
    /// Running project code, or the network, needs a capability that was not granted.
    CapabilityNeedsPerson,
    /// It would change callgate or its registration.
    SelfProtection,
    /// A built-in hard stop.
    HardStop,
    /// A deny rule of the managed layer.
    ManagedDeny,
    /// A deny rule.
    DenyRule,
    /// The role lists what it may do, and this is not on it.
    ClosedRole,
    /// The project's file denies a capability that it needs.
    ProjectDenial,
    /// A strict context, and it was not proven.
    StrictUnproven,
}

/// Which layer made a decision (`rules.md` §6.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Layer {
    /// The binary.
    Builtin,
    /// `/etc/callgate/policy.toml`
    Managed,
    /// `$XDG_CONFIG_HOME/callgate/policy.toml`
    User,
    /// The agent's own settings of the user.
    AgentUser,
    /// The agent's own settings of the project.
    AgentProject,
    /// `.callgate.toml` of the worktree.
    Project,
    /// A flag of the launch.
    Launch,
    /// A role of this name.
    Role(String),
}

/// The reason for a verdict: code, layer, rule, one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The code.
    pub code: ReasonCode,
    /// The layer that decided.
    pub layer: Layer,
    /// The rule that decided, as its file spells it, or its built-in id.
    pub rule: Option<String>,
    /// One lowercase sentence without a full stop, naming the effect: "deletes `build/` outside the project".
    pub text: String,
}

/// One judged part of a segment: a command, or an effect that belongs to none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its verdict.
    pub verdict: Verdict,
    /// Why.
    pub reason: Reason,
    /// The program, where the part is a command whose program is known.
    pub program: Option<String>,
    /// The words of the part.
    pub span: Span,
    /// The words to underline.
    pub offending: Span,
    /// The effect that decided, if one did.
    pub effect: Option<Effect>,
    /// The gap that decided, if one did.
    pub gap: Option<Gap>,
    /// Every deny or ask rule that matched, the most specific first.
    pub rules: Vec<String>,
}

/// One judged segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentFinding {
    /// Normalised text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Its verdict: the greatest of its findings.
    pub verdict: Verdict,
    /// The command to blame, where the segment is not a lone simple command (X13, X14).
    pub culprit: Option<String>,
    /// What was judged, in order.
    pub findings: Vec<Finding>,
}

/// The decision on one call.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// What it comes to; `None` where there is no opinion: a blank command, a tool without rules.
    pub verdict: Option<Verdict>,
    /// The reason of the part that decided.
    pub reason: Reason,
    /// The call's text, for underlining.
    pub text: String,
    /// The segments in order.
    pub segments: Vec<SegmentFinding>,
    /// Whether the text was read whole.
    pub parsed: bool,
    /// Whether the segments belong in one call.
    pub stateful: bool,
    /// What the call needs, and what it may have.
    pub authority: AuthorityLine,
    /// Things worth saying beside the decision: ignored grants, unreadable files.
    pub notes: Vec<String>,
    /// What would let it pass, each tried on a copy of the policy.
    pub ways: Vec<WayForward>,
}

/// The authority that a call needs beside the ceiling, as printed (`fs=… net=… exec=…`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuthorityLine {
    /// The least grant that the known effects need.
    pub required: String,
    /// The ceiling in force, with the level's name.
    pub ceiling: String,
    /// Whether some part could not be resolved, so that more may be needed.
    pub unresolved: bool,
}

/// A change of policy that was tried and helps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WayForward {
    /// One sentence: what the change accepts.
    pub note: String,
    /// Which file the lines go into, or how else it is done.
    pub place: String,
    /// Lines to copy, each whole.
    pub lines: Vec<String>,
    /// What the call would come to.
    pub result: Verdict,
}
