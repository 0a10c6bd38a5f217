//! What an effect is called in a reason.

use std::path::Path;

use crate::effect::{Action, Effect, Flow, Gap, GapKind, HostTarget, Loss, Origin, PathTarget, Target};
use crate::place::Place;

/// The effect in words: "writes `src/a.rs`".
pub(crate) fn effect(effect: &Effect, place: &Place) -> String {
    let object = object(&effect.target, place);
    match effect.action {
        Action::Print => "prints".to_owned(),
        Action::Read => format!("reads {object}"),
        Action::Walk => format!("reads what lies below {object}"),
        Action::Write => format!("writes {object}"),
        Action::Append => format!("adds to {object}"),
        Action::Delete => format!("deletes {object}{}", lost(effect.loss)),
        Action::Connect(Flow::Fetch) => format!("fetches from {object}"),
        Action::Connect(Flow::Send) => format!("sends data to {object}"),
        Action::Run(Origin::Project) => "runs this project's code".to_owned(),
        Action::Run(Origin::Inline) => "runs code in the call that was not analysed".to_owned(),
        Action::Run(Origin::Downloaded) => "runs code that it downloads".to_owned(),
        Action::Run(Origin::Unknown) => "runs code that is not known".to_owned(),
        Action::Secret => match &effect.target {
            Target::Nothing => "prints a secret".to_owned(),
            Target::Path(_) | Target::Repository | Target::Worktree | Target::Host(_) | Target::Name(_) => {
                format!("reads the secret {object}")
            }
        },
        Action::Env => match &effect.target {
            Target::Name(_) => format!("reads the variable {object}"),
            Target::Nothing | Target::Path(_) | Target::Repository | Target::Worktree | Target::Host(_) => {
                "reads the environment".to_owned()
            }
        },
        Action::Signal => named("signals processes", &effect.target, &object),
        Action::Elevate => named("gains privileges or opens permissions", &effect.target, &object),
        Action::Configure => named("changes what runs or is trusted later", &effect.target, &object),
        Action::Publish => named("makes something visible to others", &effect.target, &object),
        Action::Discard => named("throws work away", &effect.target, &object),
        Action::Clipboard => "uses the clipboard".to_owned(),
    }
}

/// The gap in words.
pub(crate) fn gap(gap: &Gap) -> String {
    let text = shown(&gap.text);
    match gap.kind {
        GapKind::UnknownProgram => format!("`{text}` is not a program callgate knows"),
        GapKind::UnknownSubcommand => format!("`{text}` is not a subcommand callgate knows"),
        GapKind::UnknownFlag => format!("`{text}` is not an option callgate knows"),
        GapKind::UnknownOperand => format!("what `{text}` means here is not known"),
        GapKind::ComputedProgram => format!("which program `{text}` runs is not known"),
        GapKind::ComputedFlag => format!("`{text}` may turn out to be an option"),
        GapKind::Rebound => format!("what `{text}` runs was changed earlier in the call"),
        GapKind::Code => format!("the code in `{text}` was not analysed"),
        GapKind::Evaluation => format!("`{text}` evaluates data that is not known as code"),
        GapKind::Made => format!("`{text}` runs a file that this call makes and whose content is not known"),
        GapKind::NoEffect => format!("what `{text}` does is not known"),
        GapKind::Depth => format!("`{text}` nests too deep to follow"),
    }
}

/// A path as a person would name it here.
pub(crate) fn path(path: &Path, place: &Place) -> String {
    if let Ok(below) = path.strip_prefix(&place.worktree) {
        return if below.as_os_str().is_empty() { ".".to_owned() } else { below.display().to_string() };
    }
    if let Ok(below) = path.strip_prefix(&place.home) {
        return format!("~/{}", below.display());
    }
    path.display().to_string()
}

fn named(what: &str, target: &Target, object: &str) -> String {
    match target {
        Target::Nothing => what.to_owned(),
        Target::Path(_) | Target::Repository | Target::Worktree | Target::Host(_) | Target::Name(_) => {
            format!("{what} ({object})")
        }
    }
}

fn object(target: &Target, place: &Place) -> String {
    match target {
        Target::Nothing => "something that is not named".to_owned(),
        Target::Path(PathTarget::Exact(path)) => format!("`{}`", self::path(path, place)),
        Target::Path(PathTarget::Below(path)) => format!("files below `{}`", self::path(path, place)),
        Target::Path(PathTarget::Anywhere) => "a path that is not known".to_owned(),
        Target::Repository => "the repository".to_owned(),
        Target::Worktree => "the whole project".to_owned(),
        Target::Host(HostTarget::Loopback) => "this machine".to_owned(),
        Target::Host(HostTarget::Named(host)) => format!("`{}`", shown(host)),
        Target::Host(HostTarget::Unknown) => "a host that is not known".to_owned(),
        Target::Name(name) => format!("`{}`", shown(name)),
    }
}

const fn lost(loss: Loss) -> &'static str {
    match loss {
        Loss::None | Loss::Recoverable => "",
        Loss::Permanent => ", which nothing keeps a copy of",
    }
}

/// Text from the call, cut where it is long.
fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(LONGEST).collect();
    cut.push('…');
    cut
}
