//! A secret read in one part of a call while another part reaches another machine.

use std::path::{Path, PathBuf};

use super::builtin::by_words;
use super::territory::Territory;
use crate::effect::{Action, Analysis, CommandUse, Effect, HostTarget, Origin, Segment, Target};
use crate::place::normalise;

/// Whether some part of the call reads a secret while some part reaches another machine.
pub(crate) fn leaks(analysis: &Analysis, territory: &Territory<'_>) -> bool {
    let commands = || analysis.segments.iter().flat_map(|segment| &segment.commands);
    let sends = every_effect(analysis).any(is_sink) || commands().any(sends);
    sends
        && (every_effect(analysis).any(|effect| is_source(effect, territory))
            || commands().any(|command| carries_a_secret(command, territory))
            || analysis.segments.iter().any(|segment| is_told_of_a_secret(segment, territory)))
}

/// Whether a program that takes its commands from its input is told of a secret: `sftp host <<< 'put .env'`.
fn is_told_of_a_secret(segment: &Segment, territory: &Territory<'_>) -> bool {
    let takes_commands = |command: &CommandUse| {
        command.program().is_some_and(|program| by_words::TOLD_BY_INPUT.contains(&program))
            && !command.argv.iter().skip(1).any(|word| word.text().is_some_and(|text| text.starts_with("-i")))
    };
    segment.commands.iter().any(takes_commands)
        && segment.text.split(|one: char| one.is_whitespace() || "'\"`;<>|&".contains(one)).any(|word| {
            let path =
                Some(word).filter(|word| !word.is_empty() && !word.starts_with('-') && !names_another_machine(word));
            let home = || word.strip_prefix("~/").map(|below| territory.place().home.join(below));
            let path = path.and_then(|word| home().or_else(|| absolute(word, territory.place().cwd.as_deref())));
            path.is_some_and(|path| territory.is_secret(&territory.views_of(&path)))
        })
}

/// Whether the effect reaches another machine.
pub(crate) fn is_sink(effect: &Effect) -> bool {
    match effect.action {
        Action::Connect(_) => effect.target != Target::Host(HostTarget::Loopback),
        Action::Print
        | Action::Read
        | Action::Walk
        | Action::Write
        | Action::Append
        | Action::Delete
        | Action::Run(_)
        | Action::Secret
        | Action::Env
        | Action::Signal
        | Action::Elevate
        | Action::Configure
        | Action::Publish
        | Action::Discard
        | Action::Clipboard => false,
    }
}

/// Whether a command that is not understood in full reaches another machine all the same.
pub(crate) fn sends(command: &CommandUse) -> bool {
    let Some(program) = command.program() else { return false };
    let remote = || command.argv.iter().skip(1).any(|word| word.text().is_some_and(names_another_machine));
    by_words::SENDERS.contains(&program) && is_open(command) || program == "rsync" && remote()
}

/// `host:path` and `rsync://host`.
fn names_another_machine(word: &str) -> bool {
    !word.starts_with('-')
        && word.split_once(':').is_some_and(|(host, _)| !host.is_empty() && !host.contains(['/', '=', '~']))
}

/// Whether a command that carries files, and is not understood in full, is given a secret one.
fn carries_a_secret(command: &CommandUse, territory: &Territory<'_>) -> bool {
    if !command.program().is_some_and(|program| by_words::CARRIERS.contains(&program)) || !is_open(command) {
        return false;
    }
    let place = territory.place();
    let mut after_key_option = false;
    command.argv.iter().skip(1).any(|word| {
        let Some(text) = word.text() else { return false };
        // A key or a configuration is used, not sent.
        let used = std::mem::replace(&mut after_key_option, matches!(text, "-i" | "-F" | "-o" | "-e" | "-J"));
        if used || text.starts_with('-') || names_another_machine(text) {
            return false;
        }
        let path = absolute(text, place.cwd.as_deref());
        path.is_some_and(|path| territory.is_secret(&territory.views_of(&path)))
    })
}

fn absolute(text: &str, cwd: Option<&Path>) -> Option<PathBuf> {
    let path = Path::new(text);
    if path.is_absolute() { Some(normalise(path)) } else { cwd.map(|cwd| normalise(&cwd.join(path))) }
}

/// Whether something of the command is not known.
fn is_open(command: &CommandUse) -> bool {
    !command.gaps.is_empty()
        || command.effects.iter().any(|effect| effect.action == Action::Run(Origin::Unknown))
        || command.effects.iter().any(is_sink)
}

fn every_effect(analysis: &Analysis) -> impl Iterator<Item = &Effect> {
    analysis
        .segments
        .iter()
        .flat_map(|segment| segment.effects.iter().chain(segment.commands.iter().flat_map(|command| &command.effects)))
}

fn is_source(effect: &Effect, territory: &Territory<'_>) -> bool {
    match effect.action {
        Action::Secret => true,
        Action::Env => match &effect.target {
            Target::Name(name) => super::environment::is_secret(name),
            Target::Nothing => true,
            Target::Path(_) | Target::Repository | Target::Worktree | Target::Host(_) => false,
        },
        Action::Read | Action::Walk => match &effect.target {
            Target::Path(target) => territory.views(target).is_some_and(|views| territory.is_secret(&views)),
            Target::Nothing | Target::Repository | Target::Worktree | Target::Host(_) | Target::Name(_) => false,
        },
        Action::Print
        | Action::Write
        | Action::Append
        | Action::Delete
        | Action::Connect(_)
        | Action::Run(_)
        | Action::Signal
        | Action::Elevate
        | Action::Configure
        | Action::Publish
        | Action::Discard
        | Action::Clipboard => false,
    }
}
