//! The person's word: files, layers, rules, roles, levels, self-protection. [`evaluate`] is pure but for the place's eyes.

mod agent_matching;
mod agent_settings;
mod bounds;
mod builtin;
mod capability;
mod command_text;
mod coverage;
mod denial;
mod document;
mod environment;
mod evaluate;
pub mod file;
mod flag_words;
mod grant;
mod guard;
mod guard_words;
mod hard_stop;
mod leak;
pub mod load;
mod model;
mod objection;
mod part;
mod path_pattern;
mod pattern;
mod problem;
mod role;
mod rule;
mod settled;
mod shape;
mod stop;
mod territory;
mod tool;
mod tool_rule;
mod unseen;
mod vital;
mod ways;
mod wording;

pub use capability::{Request, Standing, Tristate};
pub use evaluate::evaluate;
pub use model::{
    Capability, Ceiling, Entry, Gated, Hook, OffLattice, OnError, OwnPlaces, Policy, RoleDefinition, Root, Shell,
};
pub use problem::PolicyError;
pub use rule::{List, Rule};
pub use settled::{agent_settles, is_closed};
pub use ways::ways_forward;

use crate::effect::Analysis;

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
