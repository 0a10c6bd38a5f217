//! The person's word: files, layers, rules, roles, levels, self-protection. [`evaluate`] is pure but for the place's eyes.

mod builtin;
mod capability;
mod command_text;
mod coverage;
mod denial;
mod environment;
mod evaluate;
mod grant;
mod guard;
mod hard_stop;
mod model;
mod objection;
mod path_pattern;
mod pattern;
mod problem;
mod role;
mod rule;
mod shape;
mod territory;
mod tool_rule;
mod wording;

pub use capability::{Request, Standing, Tristate};
pub use evaluate::evaluate;
pub use model::{
    Capability, Ceiling, Entry, Gated, Hook, OffLattice, OnError, OwnPlaces, Policy, RoleDefinition, Root, Shell,
};
pub use problem::PolicyError;
pub use rule::{List, Rule};

use crate::call::Context;
use crate::effect::Analysis;
use crate::place::Place;
use crate::verdict::{Decision, WayForward};

/// What is judged.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The tool's name as sent.
    pub tool: &'a str,
    /// The call's text, path or address, as sent.
    pub text: &'a str,
    /// What it would do.
    pub analysis: &'a Analysis,
}

/// Changes that would let the call pass, each tried on a copy of the policy.
#[must_use]
pub fn ways_forward(
    subject: Subject<'_>,
    policy: &Policy,
    place: &Place,
    context: &Context,
    decision: &Decision,
) -> Vec<WayForward> {
    let _ = (subject, policy, place, context, decision);
    Vec::new()
}
