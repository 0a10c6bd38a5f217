//! Which operand is which: operands given, put into the slots of the spec.

use super::scan::{Given, Operand, Scan, shown};
use super::schema::{Count, Does, Language, Role, Slot};
use crate::effect::{Gap, GapKind};
use crate::span::Span;
use crate::value::Value;

/// A slot with the operands that fall to it.
pub(super) struct Filled<'s> {
    /// The slot.
    pub slot: &'s Slot,
    /// Its operands, in order.
    pub operands: Vec<Operand>,
}

/// What a slot means in this invocation: what it states itself, or what a flag turns it to.
pub(super) struct Meaning<'s> {
    /// The role of its operands.
    pub role: &'s Role,
    /// Effects that hold when it is given.
    pub does: &'s [Does],
    /// Effects that hold when it is not given.
    pub otherwise: &'s [Does],
    /// The flag that turns it.
    pub turned: Option<Span>,
}

impl Meaning<'_> {
    fn same(&self, other: &Meaning<'_>) -> bool {
        self.role == other.role && self.does == other.does && self.otherwise == other.otherwise
    }
}

/// Puts the operands of `scan` into the slots that no flag drops, left to right; complains of what finds no place.
pub(super) fn fill<'s>(scan: &'s Scan<'_>, gaps: &mut Vec<Gap>) -> Vec<Filled<'s>> {
    let dropped = |slot: &&Slot| !scan.flags.iter().any(|given| given.flag.drops.contains(&slot.name));
    let slots: Vec<&Slot> = scan.packed.node.operands.iter().filter(dropped).collect();
    let mut left = scan.operands.as_slice();
    let mut filled = Vec::with_capacity(slots.len());
    for (index, slot) in slots.iter().enumerate() {
        let after = slots.get(index + 1..).unwrap_or_default();
        let (taken, rest) = left.split_at(share(slot, left, after).min(left.len()));
        left = rest;
        if (slot.count != Count::Many || slot.role == Role::Env) && !takes_all(slot) {
            complain_of_splitting(taken, slot, after, gaps);
        }
        filled.push(Filled { slot, operands: taken.to_vec() });
    }
    if let Some(first) = left.first() {
        gaps.push(unknown_operand(first));
    }
    filled
}

/// How many of the operands left fall to `slot`, when `after` are still to come.
fn share(slot: &Slot, left: &[Operand], after: &[&Slot]) -> usize {
    let needed = after.iter().filter(|slot| slot.count == Count::One).count();
    match (slot.count, &slot.role) {
        (_, Role::Command | Role::CommandUntil(_)) => left.len(),
        (Count::Many, Role::Env) => left.iter().take_while(|operand| is_assignment(&operand.argument.value)).count(),
        (Count::Many, _) => left.len().saturating_sub(needed),
        (Count::One, _) => 1,
        (Count::Optional, _) => usize::from(left.len() > needed),
    }
}

fn takes_all(slot: &Slot) -> bool {
    matches!(slot.role, Role::Command | Role::CommandUntil(_))
}

fn is_assignment(value: &Value) -> bool {
    match value {
        Value::Known(text) | Value::Starts(text) => text.contains('='),
        Value::OneOf(texts) => texts.iter().all(|text| text.contains('=')),
        Value::Within { .. } | Value::Number | Value::Hexadecimal | Value::Unknown(_) => false,
    }
}

/// A word that may be several or none moves all that follow: harmless only where all places are alike.
fn complain_of_splitting(taken: &[Operand], slot: &Slot, after: &[&Slot], gaps: &mut Vec<Gap>) {
    let inert = |slot: &Slot| slot.role == Role::Inert && slot.does.is_empty();
    let matters = !inert(slot) || !after.iter().all(|slot| inert(slot));
    if let Some(operand) = taken.iter().find(|operand| operand.argument.splits)
        && matters
    {
        gaps.push(unknown_operand(operand));
    }
}

fn unknown_operand(operand: &Operand) -> Gap {
    Gap { kind: GapKind::UnknownOperand, text: shown(&operand.argument.value), span: operand.argument.span }
}

impl Filled<'_> {
    /// What the slot means when these flags are given. Several flags that turn it add up.
    pub(super) fn meanings<'m>(&'m self, flags: &'m [Given]) -> Vec<Meaning<'m>> {
        let mut meanings: Vec<Meaning<'m>> = Vec::new();
        for given in flags {
            for turned in given.flag.turns.iter().filter(|turned| turned.name == self.slot.name) {
                let meaning = self.turned(turned, given.span);
                // A flag given over and over means what it meant.
                if !meanings.iter().any(|other| other.same(&meaning)) {
                    meanings.push(meaning);
                }
            }
        }
        if meanings.is_empty() {
            let Slot { role, does, otherwise, .. } = self.slot;
            meanings.push(Meaning { role, does, otherwise, turned: None });
        }
        meanings
    }

    /// A slot that becomes mere text has no effects but those restated; with any other role it keeps those not restated.
    fn turned<'m>(&'m self, turned: &'m Slot, span: Span) -> Meaning<'m> {
        let kept = |restated: &'m [Does], own: &'m [Does]| {
            if restated.is_empty() && turned.role != Role::Inert { own } else { restated }
        };
        Meaning {
            role: &turned.role,
            does: kept(&turned.does, &self.slot.does),
            otherwise: kept(&turned.otherwise, &self.slot.otherwise),
            turned: Some(span),
        }
    }
}

/// Whether standard input is the program where a slot of this role is left out.
pub(super) fn program_from_input(role: &Role) -> Option<Language> {
    match role {
        Role::Script(language) => Some(*language),
        Role::Code(language) => match language {
            Language::Bash
            | Language::Sh
            | Language::Sql
            | Language::Python
            | Language::JavaScript
            | Language::Perl
            | Language::Ruby
            | Language::Other => Some(*language),
            // These always take their program from an argument; standard input is their data.
            Language::Sed | Language::Awk | Language::Jq | Language::Test | Language::Mode => None,
        },
        Role::Inert
        | Role::Read
        | Role::Write
        | Role::Update
        | Role::Append
        | Role::Delete
        | Role::Dir
        | Role::Chdir
        | Role::Exec
        | Role::Host
        | Role::Url
        | Role::FileOrUrl
        | Role::Data
        | Role::Env
        | Role::Command
        | Role::CommandUntil(_) => None,
    }
}
