//! A reading in the words that specs and their cases use.

use super::reading::{Inner, Objective, Reading, ToolEffect};
use super::schema::Language;
use crate::effect::{Action, Flow, GapKind, Loss, Origin};
use crate::value::{Argument, Cause, Value};

/// One line for each thing that the reading holds, sorted, none twice. `print` is told only where it is all.
#[must_use]
pub fn describe(reading: &Reading) -> Vec<String> {
    let mut lines: Vec<String> = reading.effects.iter().map(effect).collect();
    lines.extend(reading.inner.iter().map(inner));
    lines.extend(reading.chdir.iter().map(|value| format!("chdir {}", spelled(value))));
    lines.extend(reading.gaps.iter().map(|gap| format!("gap {}", gap_name(gap.kind))));
    lines.sort();
    lines.dedup();
    if lines.len() > 1 {
        lines.retain(|line| line != "print");
    }
    lines
}

fn effect(effect: &ToolEffect) -> String {
    let verb = match effect.action {
        Action::Print => "print",
        Action::Read => "read",
        Action::Walk => "walk",
        Action::Write => "write",
        Action::Append => "append",
        Action::Delete => "delete",
        Action::Connect(Flow::Fetch) => "fetch",
        Action::Connect(Flow::Send) => "send",
        Action::Run(Origin::Project) => "run project",
        Action::Run(Origin::Inline) => "run inline",
        Action::Run(Origin::Downloaded) => "run downloaded",
        Action::Run(Origin::Unknown) => "run any",
        Action::Secret => "secret",
        Action::Env => "env",
        Action::Signal => "signal",
        Action::Elevate => "elevate",
        Action::Configure => "configure",
        Action::Publish => "publish",
        Action::Discard => "discard",
        Action::Clipboard => "clipboard",
    };
    let object = match &effect.object {
        Objective::Nothing => String::new(),
        Objective::Path(value) => format!(" {}", spelled(value)),
        Objective::Home(path) => format!(" ~/{path}"),
        Objective::Worktree => " worktree".to_owned(),
        Objective::Repository => " repo".to_owned(),
        Objective::Host(None) => " remote".to_owned(),
        Objective::Host(Some(name)) | Objective::Name(name) => format!(" {name}"),
    };
    let loss = match effect.loss {
        Loss::None => "",
        Loss::Recoverable => " recoverable",
        Loss::Permanent => " lost",
    };
    format!("{verb}{object}{loss}")
}

fn inner(inner: &Inner) -> String {
    match inner {
        Inner::Command { argv, .. } => {
            let words: Vec<String> = argv.iter().map(|argument| spelled(&argument.value)).collect();
            format!("command {}", words.join(" "))
        }
        Inner::Code { language, .. } => format!("code {}", language_name(*language)),
        Inner::Script { path: Argument { value, .. }, .. } => format!("script {}", spelled(value)),
        Inner::Stdin { language } => format!("stdin {}", language_name(*language)),
    }
}

/// A value as cases spell it.
fn spelled(value: &Value) -> String {
    match value {
        Value::Known(text) => text.clone(),
        Value::OneOf(texts) => texts.join("|"),
        Value::Within { dir, .. } => format!("{dir}/…"),
        Value::Starts(text) => format!("{text}…"),
        Value::Number => "number".to_owned(),
        Value::Hexadecimal => "hexadecimal".to_owned(),
        Value::Unknown(Cause::Variable(name)) => format!("${name}"),
        Value::Unknown(
            Cause::Substitution
            | Cause::Parameter(_)
            | Cause::Glob
            | Cause::Input
            | Cause::Expansion
            | Cause::Join
            | Cause::Limit,
        ) => "any".to_owned(),
    }
}

fn gap_name(kind: GapKind) -> &'static str {
    match kind {
        GapKind::UnknownProgram => "program",
        GapKind::UnknownSubcommand => "subcommand",
        GapKind::UnknownFlag => "flag",
        GapKind::UnknownOperand => "operand",
        GapKind::ComputedProgram | GapKind::ComputedFlag => "computed",
        GapKind::Rebound => "rebound",
        GapKind::Code => "code",
        GapKind::Evaluation => "evaluation",
        GapKind::Made => "made",
        GapKind::NoEffect => "no effect",
        GapKind::Depth => "depth",
    }
}

fn language_name(language: Language) -> &'static str {
    match language {
        Language::Bash => "bash",
        Language::Sh => "sh",
        Language::Sed => "sed",
        Language::Awk => "awk",
        Language::Jq => "jq",
        Language::Test => "test",
        Language::Mode => "mode",
        Language::Sql => "sql",
        Language::Python => "python",
        Language::JavaScript => "javascript",
        Language::Perl => "perl",
        Language::Ruby => "ruby",
        Language::Other => "other",
    }
}
