//! Arguments → what was asked for.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use lexopt::Arg::{Long, Short, Value};

use crate::authority::Level;
use crate::cli::help::Topic;
use crate::policy::Request;

/// What the command line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Invocation {
    Hook(Hook),
    Check(Question),
    Explain(Question),
    Replay(Replay),
    Setup(Registration),
    Uninstall(Registration),
    Enumerate,
    Help(Topic),
    Version,
}

/// How policy is looked up, for every face.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Launch {
    pub(crate) role: Option<String>,
    pub(crate) policy: Option<PathBuf>,
    pub(crate) level: Option<Level>,
    pub(crate) exec_host: Request,
    pub(crate) network: Request,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Hook {
    pub(crate) launch: Launch,
    pub(crate) headless: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Question {
    pub(crate) command: String,
    pub(crate) launch: Launch,
    pub(crate) cwd: Option<PathBuf>,
    pub(crate) json: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Replay {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) format: Format,
    pub(crate) launch: Launch,
    pub(crate) json: bool,
}

/// What the files of a replay hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Format {
    /// Claude Code's transcripts.
    #[default]
    Claude,
    /// One hook request a line.
    Calls,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Registration {
    pub(crate) dry_run: bool,
    pub(crate) settings: Option<PathBuf>,
}

/// Why a command line was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Usage {
    NoCommand,
    UnknownCommand(String),
    Unexpected(Topic, String),
    MissingCommandText(Topic),
    SeveralWords(Topic),
    Contradiction(Topic, &'static str),
    UnknownValue { topic: Topic, option: &'static str, value: String, known: &'static str },
}

impl fmt::Display for Usage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCommand => formatter.write_str("no subcommand is given"),
            Self::UnknownCommand(name) => write!(formatter, "`{name}` is no subcommand"),
            Self::Unexpected(_, message) => formatter.write_str(message),
            Self::MissingCommandText(_) => formatter.write_str("the command to judge is missing"),
            Self::SeveralWords(_) => formatter.write_str("the command to judge must be one argument"),
            Self::Contradiction(_, name) => write!(formatter, "`--{name}` and `--no-{name}` contradict each other"),
            Self::UnknownValue { option, value, .. } => write!(formatter, "`{value}` is no value of `{option}`"),
        }
    }
}

impl Usage {
    /// The way forward.
    pub(crate) fn hint(&self) -> String {
        match self {
            Self::NoCommand | Self::UnknownCommand(_) | Self::Unexpected(Topic::Callgate, _) => {
                "hint: `callgate --help` lists the subcommands".to_owned()
            }
            Self::Contradiction(_, name) => format!("hint: give `--{name}` or `--no-{name}`, or neither"),
            Self::Unexpected(topic, _) | Self::MissingCommandText(topic) => {
                format!("hint: `callgate {} --help` shows what it takes", topic.name())
            }
            Self::SeveralWords(topic) => {
                format!("hint: quote it, as in `callgate {} 'git status && ls'`", topic.name())
            }
            Self::UnknownValue { known, .. } => format!("hint: known values are {known}"),
        }
    }
}

/// Reads the arguments of a process.
pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Invocation, Usage> {
    let first = parser.next().map_err(|error| Usage::Unexpected(Topic::Callgate, error.to_string()))?;
    let topic = match first {
        None => return Err(Usage::NoCommand),
        Some(Long("help") | Short('h')) => return Ok(Invocation::Help(Topic::Callgate)),
        Some(Long("version") | Short('V')) => return Ok(Invocation::Version),
        Some(Value(name)) if name == "debug" => return debug(parser),
        Some(Value(name)) => Topic::of(&name.to_string_lossy()).ok_or_else(|| Usage::UnknownCommand(shown(&name)))?,
        Some(other @ (Long(_) | Short(_))) => {
            return Err(Usage::Unexpected(Topic::Callgate, other.unexpected().to_string()));
        }
    };
    let given = Given::read(topic, parser)?;
    given.invocation(topic)
}

/// The one thing that there is to debug, spelled out in full.
fn debug(mut parser: lexopt::Parser) -> Result<Invocation, Usage> {
    let lost = || Usage::Unexpected(Topic::Callgate, "`debug` is followed by `enumerate --batch` alone".to_owned());
    let mut words = Vec::new();
    while let Some(argument) = parser.next().map_err(|_| lost())? {
        words.push(match argument {
            Value(word) => word.to_string_lossy().into_owned(),
            Long(name) => format!("--{name}"),
            Short(_) => return Err(lost()),
        });
    }
    if words == ["enumerate", "--batch"] { Ok(Invocation::Enumerate) } else { Err(lost()) }
}

/// Everything that may be given after a subcommand; each takes what is its own.
#[derive(Debug, Default)]
struct Given {
    help: bool,
    operands: Vec<OsString>,
    launch: Launch,
    headless: bool,
    json: bool,
    cwd: Option<PathBuf>,
    format: Format,
    dry_run: bool,
    settings: Option<PathBuf>,
}

impl Given {
    fn read(topic: Topic, mut parser: lexopt::Parser) -> Result<Self, Usage> {
        let lost = |error: lexopt::Error| Usage::Unexpected(topic, error.to_string());
        let mut given = Self::default();
        while let Some(argument) = parser.next().map_err(lost)? {
            match argument {
                Long("help") | Short('h') => given.help = true,
                Long("role") if topic.judges() => given.launch.role = Some(text(topic, &mut parser)?),
                Long("policy") if topic.judges() => given.launch.policy = Some(path(topic, &mut parser)?),
                Long("level") if topic.judges() => given.launch.level = Some(level(topic, &mut parser)?),
                Long("exec-host") if topic.judges() => ask(topic, &mut given.launch.exec_host, true, "exec-host")?,
                Long("no-exec-host") if topic.judges() => ask(topic, &mut given.launch.exec_host, false, "exec-host")?,
                Long("network") if topic.judges() => ask(topic, &mut given.launch.network, true, "network")?,
                Long("no-network") if topic.judges() => ask(topic, &mut given.launch.network, false, "network")?,
                Long("headless") if topic == Topic::Hook => given.headless = true,
                Long("harness") if topic == Topic::Hook => harness(topic, &mut parser)?,
                Long("json") if topic.judges() && topic != Topic::Hook => given.json = true,
                Long("cwd") if topic.asks() => given.cwd = Some(path(topic, &mut parser)?),
                Long("format") if topic == Topic::Replay => given.format = format(topic, &mut parser)?,
                Long("dry-run") if topic.registers() => given.dry_run = true,
                Long("settings") if topic.registers() => given.settings = Some(path(topic, &mut parser)?),
                Value(operand) if topic.asks() || topic == Topic::Replay => given.operands.push(operand),
                other @ (Long(_) | Short(_) | Value(_)) => return Err(lost(other.unexpected())),
            }
        }
        Ok(given)
    }

    fn invocation(self, topic: Topic) -> Result<Invocation, Usage> {
        if self.help {
            return Ok(Invocation::Help(topic));
        }
        let registration = Registration { dry_run: self.dry_run, settings: self.settings };
        Ok(match topic {
            Topic::Callgate => return Err(Usage::NoCommand),
            Topic::Hook => Invocation::Hook(Hook { launch: self.launch, headless: self.headless }),
            Topic::Setup => Invocation::Setup(registration),
            Topic::Uninstall => Invocation::Uninstall(registration),
            Topic::Replay => Invocation::Replay(Replay {
                paths: self.operands.into_iter().map(PathBuf::from).collect(),
                format: self.format,
                launch: self.launch,
                json: self.json,
            }),
            Topic::Check | Topic::Explain => {
                let command = match self.operands.as_slice() {
                    [] => return Err(Usage::MissingCommandText(topic)),
                    [command] => command.to_str().map(str::to_owned),
                    [..] => return Err(Usage::SeveralWords(topic)),
                };
                let command =
                    command.ok_or_else(|| Usage::Unexpected(topic, "the command to judge is not UTF-8".to_owned()))?;
                let question = Question { command, launch: self.launch, cwd: self.cwd, json: self.json };
                if topic == Topic::Check { Invocation::Check(question) } else { Invocation::Explain(question) }
            }
        })
    }
}

/// Notes what the launch says of a capability; both spellings at once say nothing that could be meant.
fn ask(topic: Topic, said: &mut Request, wanted: bool, name: &'static str) -> Result<(), Usage> {
    let saying = if wanted { Request::Granted } else { Request::Refused };
    if *said != Request::Unset && *said != saying {
        return Err(Usage::Contradiction(topic, name));
    }
    *said = saying;
    Ok(())
}

fn value(topic: Topic, parser: &mut lexopt::Parser) -> Result<OsString, Usage> {
    parser.value().map_err(|error| Usage::Unexpected(topic, error.to_string()))
}

fn path(topic: Topic, parser: &mut lexopt::Parser) -> Result<PathBuf, Usage> {
    value(topic, parser).map(PathBuf::from)
}

fn text(topic: Topic, parser: &mut lexopt::Parser) -> Result<String, Usage> {
    value(topic, parser).map(|value| value.to_string_lossy().into_owned())
}

fn level(topic: Topic, parser: &mut lexopt::Parser) -> Result<Level, Usage> {
    let value = text(topic, parser)?;
    let known = "paranoid, reader, editor, developer, local-admin, network-admin, yolo";
    Level::named(&value).ok_or(Usage::UnknownValue { topic, option: "--level", value, known })
}

fn harness(topic: Topic, parser: &mut lexopt::Parser) -> Result<(), Usage> {
    match text(topic, parser)? {
        name if name == "claude" => Ok(()),
        value => Err(Usage::UnknownValue { topic, option: "--harness", value, known: "claude" }),
    }
}

fn format(topic: Topic, parser: &mut lexopt::Parser) -> Result<Format, Usage> {
    match text(topic, parser)?.as_str() {
        "claude" => Ok(Format::Claude),
        "calls" => Ok(Format::Calls),
        value => {
            Err(Usage::UnknownValue { topic, option: "--format", value: value.to_owned(), known: "claude, calls" })
        }
    }
}

fn shown(name: &OsString) -> String {
    crate::report::sanitise::cut(&name.to_string_lossy(), 80)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Invocation, Usage> {
        parse(lexopt::Parser::from_args(arguments))
    }

    #[test]
    fn ac_06_what_is_mistyped_is_a_usage_error_with_a_hint() {
        let cases: [&[&str]; 24] = [
            &[],
            &["chekc", "ls"],
            &["--hook"],
            &["-x"],
            &["hook", "--rol", "x"],
            &["hook", "ls"],
            &["hook", "--json"],
            &["hook", "--harness", "codex"],
            &["hook", "--role"],
            &["check"],
            &["check", "git", "status"],
            &["check", "--jsno", "ls"],
            &["check", "--level", "god", "ls"],
            &["check", "--headless", "ls"],
            &["replay", "--format", "xml"],
            &["setup", "now"],
            &["setup", "--role", "x"],
            &["explain", "--json=yes", "ls"],
            &["hook", "--headless=1"],
            &["check", "--exec-host", "--no-exec-host", "ls"],
            &["hook", "--no-network", "--network"],
            &["setup", "--network"],
            &["debug"],
            &["debug", "enumerate", "--batch", "x"],
        ];
        for case in cases {
            let usage = parsed(case).expect_err(&format!("{case:?}"));
            assert!(!usage.to_string().is_empty() && usage.hint().starts_with("hint: "), "{case:?}");
        }
    }

    #[test]
    fn each_subcommand_takes_its_own() {
        let question = |command: &str| Question { command: command.to_owned(), ..Question::default() };
        assert_eq!(parsed(&["check", "ls -l"]), Ok(Invocation::Check(question("ls -l"))));
        assert_eq!(parsed(&["explain", "--", "-l"]), Ok(Invocation::Explain(question("-l"))));
        assert_eq!(parsed(&["check", "--help"]), Ok(Invocation::Help(Topic::Check)));
        assert_eq!(parsed(&["--version"]), Ok(Invocation::Version));
        let launch = Launch { role: Some("worker".to_owned()), ..Launch::default() };
        let hook = Hook { launch, headless: true };
        assert_eq!(parsed(&["hook", "--role=worker", "--headless", "--harness", "claude"]), Ok(Invocation::Hook(hook)));
        let replay = Replay { paths: vec!["-".into()], format: Format::Calls, json: true, ..Replay::default() };
        assert_eq!(parsed(&["replay", "--format", "calls", "--json", "-"]), Ok(Invocation::Replay(replay)));
        let launch = Launch { exec_host: Request::Granted, network: Request::Refused, ..Launch::default() };
        let asked = Question { launch, ..question("ls") };
        assert_eq!(parsed(&["check", "--exec-host", "--no-network", "ls"]), Ok(Invocation::Check(asked)));
        let registration = Registration { dry_run: true, settings: Some("s.json".into()) };
        assert_eq!(parsed(&["setup", "--dry-run", "--settings", "s.json"]), Ok(Invocation::Setup(registration)));
    }
}
