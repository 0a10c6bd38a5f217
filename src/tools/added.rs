//! What wrappers put into the arguments of the commands that they run.
//!
//! Specs state where a command stands, not what is added to it: these are the programs that add anything.

use super::reading::Added;
use super::scan::{Given, Scan};
use super::schema::{Role, Slot};
use super::slots::Filled;
use crate::value::{Argument, Cause, Value};

/// What the program of `scan` adds to a command with role [`Role::Command`].
pub(super) fn to_command(scan: &Scan<'_>) -> Added {
    if !takes_words_from_input(scan) {
        return Added::Nothing;
    }
    Added::Input(replacement(scan).map(|given| match given.value.first() {
        Some(value) => value.argument.text().unwrap_or_default().to_owned(),
        None => "{}".to_owned(),
    }))
}

/// The text that `xargs` replaces, where it is not known: any word may be replaced then.
pub(super) fn computed_replacement<'s>(scan: &'s Scan<'_>) -> Option<&'s Argument> {
    if !takes_words_from_input(scan) {
        return None;
    }
    let argument = &replacement(scan)?.value.first()?.argument;
    argument.text().is_none_or(str::is_empty).then_some(argument)
}

fn takes_words_from_input(scan: &Scan<'_>) -> bool {
    scan.packed.node.path.first().is_some_and(|name| name == "xargs")
}

/// `xargs -I` and its like; `-i` and `--replace` without a value mean `{}`.
fn replacement<'s>(scan: &'s Scan<'_>) -> Option<&'s Given> {
    scan.flags.iter().rev().find(|given| matches!(given.spelling.as_str(), "-I" | "-J" | "-i" | "--replace"))
}

/// The paths that a program adds to a command with role [`Role::CommandUntil`]: those below the directories it searches.
pub(super) fn to_bounded_command(scan: &Scan<'_>, filled: &[Filled<'_>]) -> Added {
    let searched = |slot: &Slot| matches!(slot.role, Role::Dir | Role::Read);
    let dropped = |slot: &Slot| !filled.iter().any(|filled| filled.slot.name == slot.name);
    let in_slots = filled.iter().filter(|filled| searched(filled.slot)).flat_map(|filled| &filled.operands);
    let in_flags =
        scan.flags.iter().filter(|given| given.flag.takes.as_ref().is_some_and(|takes| takes.role == Role::Dir));
    let words = in_slots.chain(in_flags.flat_map(|given| &given.value));
    let mut roots: Vec<Value> = words.map(|operand| operand.argument.value.clone()).collect();
    if scan.packed.node.operands.iter().any(|slot| searched(slot) && dropped(slot)) {
        roots.push(Value::Unknown(Cause::Input));
    }
    if roots.is_empty() {
        roots.push(Value::Known(".".to_owned()));
    }
    Added::Paths(roots)
}
