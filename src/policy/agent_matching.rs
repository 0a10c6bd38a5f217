//! Rules as the agent itself matches them: on each command as typed, past a fixed set of wrappers and assignments.
//!
//! Where the agent's matching is not known for certain the answer is no, which costs a prompt and nothing else.

use super::command_text;
use super::rule::{CommandPattern, Form, Rule};
use crate::effect::{CommandUse, Segment, Via};

/// Wrappers that the agent takes away before it matches.
const STRIPPED: &[&str] = &["timeout", "time", "nice", "nohup", "stdbuf", "command", "builtin", "noglob"];

/// Programs that no rule with `*` approves, since they start others.
const ONLY_EXACTLY: &[&str] = &["watch", "setsid", "ionice", "flock"];

/// Options of `find` that make it one of those.
const FIND_ACTS: &[&str] = &["-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprintf", "-fls"];

/// Assignments in front of a command that the agent's allow rules look past.
const STRIPPED_ASSIGNMENTS: &[&str] = &[
    "NODE_ENV",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "TZ",
    "TERM",
    "COLUMNS",
    "LINES",
    "NO_COLOR",
    "FORCE_COLOR",
    "RUST_LOG",
    "RUST_BACKTRACE",
];

/// Whether one of the rules lets the agent run this command without asking.
pub(crate) fn allows(rules: &[Rule], command: &CommandUse, segment: &Segment, home: &str) -> bool {
    if rules.iter().any(|rule| is_everything(rule, command)) {
        return true;
    }
    if command.via.iter().all(is_stripped) {
        return itself(rules, command, home);
    }
    // The agent sees text given to a shell, and what a script or another program starts, as the command that was typed.
    let inside = command.via.iter().all(|via| match via {
        Via::Wrapper { .. } | Via::ShellText(_) | Via::Script(_) => true,
        Via::Function(_) | Via::Substitution => false,
    });
    inside
        && segment.commands.iter().any(|outer| {
            let around = outer.span.start <= command.span.start && command.span.end <= outer.span.end;
            outer.via.is_empty() && around && itself(rules, outer, home)
        })
}

fn itself(rules: &[Rule], command: &CommandUse, home: &str) -> bool {
    let text = command_text::typed_after(command, |assignment| {
        assignment.split_once('=').is_some_and(|(name, _)| STRIPPED_ASSIGNMENTS.contains(&name))
    });
    let Some(text) = text else { return false };
    let exactly = needs_exact(command);
    rules.iter().any(|rule| match &rule.form {
        Form::Command(pattern) => (!exactly || pattern.is_exact()) && text.allowed_by(pattern, home),
        Form::Tool(_) | Form::Read(_) | Form::Edit(_) | Form::Domain(_) | Form::Named { .. } => false,
    })
}

/// `Bash` and `Bash(*)` allow whatever the shell is given, save what only an exact rule approves.
fn is_everything(rule: &Rule, command: &CommandUse) -> bool {
    let every = match &rule.form {
        Form::Tool(name) => name == "Bash",
        Form::Command(CommandPattern { text }) => text == "*",
        Form::Read(_) | Form::Edit(_) | Form::Domain(_) | Form::Named { .. } => false,
    };
    every && !needs_exact(command)
}

fn needs_exact(command: &CommandUse) -> bool {
    let Some(program) = command.program() else { return true };
    let acts = || command.argv.iter().any(|word| word.text().is_none_or(|text| FIND_ACTS.contains(&text)));
    ONLY_EXACTLY.contains(&program) || program == "find" && acts()
}

/// `xargs` counts where nothing stands between it and the program.
fn is_stripped(via: &Via) -> bool {
    match via {
        Via::Wrapper { name, words } => STRIPPED.contains(&name.as_str()) || name == "xargs" && *words == 1,
        Via::ShellText(_) | Via::Function(_) | Via::Substitution | Via::Script(_) => false,
    }
}
