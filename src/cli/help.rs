//! Help texts.

/// What help is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Topic {
    Callgate,
    Hook,
    Check,
    Explain,
    Replay,
    Setup,
    Uninstall,
}

impl Topic {
    const SUBCOMMANDS: [Self; 6] = [Self::Hook, Self::Check, Self::Explain, Self::Replay, Self::Setup, Self::Uninstall];

    /// The subcommand of this name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::SUBCOMMANDS.into_iter().find(|topic| topic.name() == name)
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Callgate => "",
            Self::Hook => "hook",
            Self::Check => "check",
            Self::Explain => "explain",
            Self::Replay => "replay",
            Self::Setup => "setup",
            Self::Uninstall => "uninstall",
        }
    }

    /// Whether it judges calls, and so takes what chooses a policy.
    pub(crate) fn judges(self) -> bool {
        match self {
            Self::Hook | Self::Check | Self::Explain | Self::Replay => true,
            Self::Callgate | Self::Setup | Self::Uninstall => false,
        }
    }

    /// Whether it answers a question about one command.
    pub(crate) fn asks(self) -> bool {
        matches!(self, Self::Check | Self::Explain)
    }

    /// Whether it edits the agent's settings.
    pub(crate) fn registers(self) -> bool {
        matches!(self, Self::Setup | Self::Uninstall)
    }
}

/// The help on a topic.
pub(crate) fn text(topic: Topic) -> &'static str {
    match topic {
        Topic::Callgate => {
            "callgate decides on a coding agent's tool calls before they run.

  callgate explain 'CMD'   show what each part of a command would come to, and why
  callgate check 'CMD'     the same for scripts: exit 0 approved, 1 not, 2 error
  callgate replay [FILE…]  judge recorded sessions again
  callgate setup           register with Claude Code
  callgate uninstall       take the registration out again
  callgate hook            answer one hook request (this is what the agent calls)

`callgate SUBCOMMAND --help` says more. Your policy is ~/.config/callgate/policy.toml.
"
        }
        Topic::Hook => {
            "callgate hook [--role ROLE] [--headless] [--harness claude]

Reads one hook request as JSON on standard input and prints the decision, or nothing
where there is no opinion. Exit 2 blocks the call: the request could not be read or judged.

  --role ROLE        judge as this role of the policy
  --headless         nobody can be asked: what would ask is refused
  --harness claude   whose protocol is spoken (the only one so far)
  --policy FILE      use FILE in place of the user's policy
  --level LEVEL      lower the ceiling to LEVEL
  --exec-host        this project's code may run on this host; --no-exec-host: it may not
  --network          any host may be reached, where your policy says so too; --no-network: none
"
        }
        Topic::Check => {
            "callgate check [--json] [--cwd DIR] [--role ROLE] [--policy FILE] [--level LEVEL] 'CMD'

Says whether CMD, given as one quoted argument, would be approved.
Exit 0 approved, 1 not approved, 2 error.

  --exec-host, --no-exec-host   judge as if the session were launched with this: whether
  --network, --no-network       this project's code runs here, and any host may be reached
"
        }
        Topic::Explain => {
            "callgate explain [--json] [--cwd DIR] [--role ROLE] [--policy FILE] [--level LEVEL] 'CMD'

Shows what each part of CMD would come to: ✓ approved, ? needs a person, ✗ denied,
with the words that decided underlined and the ways forward that work.
Exit 0 approved, 1 not approved, 2 error.

  --exec-host, --no-exec-host   judge as if the session were launched with this: whether
  --network, --no-network       this project's code runs here, and any host may be reached
"
        }
        Topic::Replay => {
            "callgate replay [--format claude|calls] [--json] [--policy FILE] [--role ROLE] [FILE…]

Judges recorded calls again and sums up. FILE may be a directory; without any,
all sessions of Claude Code in ~/.claude/projects are read, subagents included.

  --format claude    transcripts of Claude Code (default)
  --format calls     one hook request a line; `-` is standard input
  --json             one decision a line, in order
  --exec-host, --no-exec-host   judge as if the session were launched with this: whether
  --network, --no-network       this project's code runs here, and any host may be reached
"
        }
        Topic::Setup => {
            "callgate setup [--dry-run] [--settings FILE]

Registers the hook in Claude Code's user settings, keeping everything else as it is.
Run again, it brings the registration up to date. A copy of the file is kept beside it.

  --dry-run          show the change and make none
  --settings FILE    edit FILE in place of ~/.claude/settings.json
"
        }
        Topic::Uninstall => {
            "callgate uninstall [--dry-run] [--settings FILE]

Takes exactly callgate's registration out of Claude Code's user settings.
"
        }
    }
}
