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
        Action::Walk => format!("reads {}", walked(&effect.target, &object, place)),
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
        Action::Publish => named("publishes something, for others to see", &effect.target, &object),
        Action::Discard => named("throws work away", &effect.target, &object),
        Action::Clipboard => "uses the clipboard".to_owned(),
    }
}

/// Descriptions that stand in a gap where the call has no words for it. They are no quotations and get no backticks.
const DESCRIPTIONS: &[&str] = &[
    "a command that is not known",
    "a commit",
    "a computed array key",
    "a computed variable name",
    "a computed word",
    "a brace expansion of too many words",
    "a declaration that evaluates its value",
    "a number",
    "a pattern",
    "a program whose name is computed",
    "a sourced file",
    "a sourced file that is not followed",
    "a subscript that is evaluated",
    "a trap whose action is not known",
    "an array that is read from text",
    "an exported function",
    "arithmetic on a value that is not known",
    "arithmetic on a variable of the environment",
    "arithmetic that expands once more",
    "program text that is not known",
    "shell text inside shell text",
    "shell text that is not known",
    "shell text that was not read",
    "text from input",
    "text given to eval that is not known",
    "wrappers around wrappers",
];

/// The gap in words.
pub(crate) fn gap(gap: &Gap) -> String {
    let text = gap.text.as_str();
    let described = DESCRIPTIONS.contains(&text);
    let what = if described { text.to_owned() } else { format!("`{}`", shown(text)) };
    match gap.kind {
        GapKind::UnknownProgram => format!("{what} is not a program callgate knows"),
        GapKind::UnknownSubcommand => format!("{what} is not a subcommand callgate knows"),
        GapKind::UnknownFlag => format!("{what} is not an option callgate knows"),
        GapKind::UnknownOperand => format!("what {what} means here is not known"),
        GapKind::ComputedProgram if described => "runs a program whose name is only known when it runs".to_owned(),
        GapKind::ComputedProgram => format!("which program {what} names is not known"),
        // A pattern in the directory where the command runs.
        GapKind::ComputedFlag if text == "/…" || text == "./…" => {
            "a file name that is not known may begin with `-` and be taken for an option".to_owned()
        }
        GapKind::ComputedFlag => format!("{what} may begin with `-` and be taken for an option"),
        GapKind::Rebound => rebound(text, &what, described),
        GapKind::Code if described => format!("runs {text}"),
        GapKind::Code => format!("the code {what} was not analysed"),
        GapKind::Evaluation if described => format!("{text} may run code"),
        GapKind::Evaluation => format!("{what} evaluates data that is not known as code"),
        GapKind::Made => made(text, &what),
        GapKind::NoEffect => format!("what {what} does is not known"),
        GapKind::Depth => format!("{what}: nests too deep to follow"),
    }
}

/// Something that changed what a name leads to: a setting, a builtin, a definition.
fn rebound(text: &str, what: &str, described: bool) -> String {
    let is_variable = text.starts_with(|first: char| first.is_ascii_uppercase() || first == '_')
        && text.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_');
    let is_builtin = matches!(text, "alias" | "eval" | "set" | "shopt" | "trap" | "hash" | "enable" | "unalias");
    if is_variable {
        format!("the call sets {what}, which may change what this runs or does")
    } else if is_builtin {
        format!("an earlier {what} in the call may change what this runs")
    } else if described {
        format!("{text} earlier in the call may have changed what this runs")
    } else {
        format!("what {what} stands for was changed by the call, so what runs is not known")
    }
}

fn made(text: &str, what: &str) -> String {
    match text {
        "a repository in a directory that is not there" => {
            "runs in a directory that is not there (yet), so which repository it obeys is not known".to_owned()
        }
        "a repository that this call makes or changes" => {
            "obeys a repository that this call itself makes or changes, whose settings may run programs".to_owned()
        }
        _ => format!("{what} runs a file that this call makes and whose content is not known"),
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

/// The place that a walk reads, with all that it holds.
fn walked(target: &Target, object: &str, place: &Place) -> String {
    match target {
        Target::Path(PathTarget::Exact(path) | PathTarget::Below(path)) => {
            format!("what lies below `{}`", self::path(path, place))
        }
        Target::Path(PathTarget::Anywhere) => format!("{object} and what lies below it"),
        Target::Repository | Target::Worktree | Target::Nothing | Target::Host(_) | Target::Name(_) => {
            object.to_owned()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    fn said(kind: GapKind, text: &str) -> String {
        gap(&Gap { kind, text: text.to_owned(), span: Span::new(0, 0) })
    }

    #[test]
    fn gaps_read_as_sentences_and_quote_only_what_the_call_says() {
        let cases = [
            (GapKind::UnknownProgram, "frob", "`frob` is not a program callgate knows"),
            (GapKind::Rebound, "SECRET_KEY", "the call sets `SECRET_KEY`, which may change what this runs or does"),
            (GapKind::Rebound, "alias", "an earlier `alias` in the call may change what this runs"),
            (GapKind::Rebound, "ls", "what `ls` stands for was changed by the call, so what runs is not known"),
            (GapKind::Code, "shell text that is not known", "runs shell text that is not known"),
            (GapKind::Code, "s/a/b/e", "the code `s/a/b/e` was not analysed"),
            (
                GapKind::ComputedFlag,
                "/…",
                "a file name that is not known may begin with `-` and be taken for an option",
            ),
            (GapKind::ComputedFlag, "$X", "`$X` may begin with `-` and be taken for an option"),
            (
                GapKind::Made,
                "a repository in a directory that is not there",
                "runs in a directory that is not there (yet), so which repository it obeys is not known",
            ),
        ];
        for (kind, text, expected) in cases {
            assert_eq!(said(kind, text), expected);
        }
    }
}
