//! Whether a segment establishes shell state that later segments see, by its text alone (X9, T11).

use crate::shell::tree::{Command, CompoundKind, Operand, PartKind, Pipeline, Script, Word};

/// Builtins that change the state of the shell they run in.
const STATE: &[&str] = &[
    ".",
    "alias",
    "cd",
    "declare",
    "eval",
    "exec",
    "export",
    "hash",
    "local",
    "mapfile",
    "popd",
    "pushd",
    "read",
    "readarray",
    "readonly",
    "set",
    "shift",
    "shopt",
    "source",
    "trap",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "unset",
];

/// Whether the pipeline, standing as a whole list element, establishes state.
pub(crate) fn establishes_state(pipeline: &Pipeline) -> bool {
    // A stage of a longer pipeline runs in a subshell.
    match pipeline.stages.as_slice() {
        [(command, _)] => command_establishes(command, 0),
        _ => false,
    }
}

fn command_establishes(command: &Command, depth: usize) -> bool {
    if depth > 16 {
        return true;
    }
    match command {
        Command::Function(_) => true,
        Command::Simple(simple) => match simple.operands.first() {
            None => !simple.assignments.is_empty(),
            Some(Operand::Assignment(_)) => true,
            Some(Operand::Word(word)) => literal(word).is_some_and(|name| STATE.contains(&name)),
        },
        Command::Compound(compound) => match &compound.kind {
            CompoundKind::Group(script) => script_establishes(script, depth),
            CompoundKind::If { arms, otherwise } => {
                arms.iter()
                    .any(|(condition, body)| script_establishes(condition, depth) || script_establishes(body, depth))
                    || otherwise.as_ref().is_some_and(|body| script_establishes(body, depth))
            }
            CompoundKind::While { condition, body, .. } => {
                script_establishes(condition, depth) || script_establishes(body, depth)
            }
            CompoundKind::For { body, .. }
            | CompoundKind::Select { body, .. }
            | CompoundKind::ArithmeticFor { body, .. } => script_establishes(body, depth),
            CompoundKind::Case { arms, .. } => arms.iter().any(|arm| script_establishes(&arm.body, depth)),
            CompoundKind::Subshell(_) | CompoundKind::Arithmetic(_) | CompoundKind::Test(_) => false,
        },
    }
}

fn script_establishes(script: &Script, depth: usize) -> bool {
    script.items.iter().any(|item| {
        std::iter::once(&item.first).chain(item.rest.iter().map(|(_, pipeline)| pipeline)).any(
            |pipeline| match pipeline.stages.as_slice() {
                [(command, _)] => command_establishes(command, depth + 1),
                _ => false,
            },
        )
    })
}

fn literal(word: &Word) -> Option<&str> {
    match word.parts.as_slice() {
        [part] => match &part.kind {
            PartKind::Literal(text) | PartKind::Single(text) => Some(text),
            PartKind::Escaped(_)
            | PartKind::AnsiC(_)
            | PartKind::Double(_)
            | PartKind::Parameter(_)
            | PartKind::Command(_)
            | PartKind::Process { .. }
            | PartKind::Arithmetic(_)
            | PartKind::Glob(_)
            | PartKind::Brace(_)
            | PartKind::Tilde(_) => None,
        },
        _ => None,
    }
}
