//! What wrappers put into the arguments of the commands that they run.
//!
//! Specs state where a command stands, not what is added to it: these are the programs that add anything.

use super::reading::Added;
use super::scan::Scan;
use super::schema::Role;
use super::slots::Filled;
use crate::value::Value;

/// What the program of `scan` adds to a command with role [`Role::Command`].
pub(super) fn to_command(scan: &Scan<'_>) -> Added {
    match scan.packed.node.path.first().map(String::as_str) {
        Some("xargs" | "parallel") => Added::Input(replacement(scan)),
        Some(_) | None => Added::Nothing,
    }
}

/// The text that `xargs -I` replaces. `-i` and `--replace` without a value mean `{}`.
fn replacement(scan: &Scan<'_>) -> Option<String> {
    let replaces = |spelling: &String| matches!(spelling.as_str(), "-I" | "-J" | "-i" | "--replace");
    let given = scan.flags.iter().rev().find(|given| given.flag.spellings.iter().any(replaces))?;
    match given.value.first() {
        // A text that is not known is taken to stand nowhere, so that the words are added at the end: both readings of
        // the walk then have unknown operands.
        Some(value) => value.argument.text().map(str::to_owned),
        None => Some("{}".to_owned()),
    }
}

/// The paths that a program adds to a command with role [`Role::CommandUntil`]: those below the directories it searches.
pub(super) fn to_bounded_command(filled: &[Filled<'_>]) -> Added {
    let roots = filled.iter().find(|filled| matches!(filled.slot.role, Role::Dir | Role::Read));
    let values: Vec<Value> =
        roots.into_iter().flat_map(|roots| &roots.operands).map(|operand| operand.argument.value.clone()).collect();
    Added::Paths(if values.is_empty() { vec![Value::Known(".".to_owned())] } else { values })
}
