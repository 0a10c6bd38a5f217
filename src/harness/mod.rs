//! The agents that call us: one file for each that decodes its JSON and encodes the decision.

pub mod claude;
pub mod emission;
pub mod request;
pub mod strict_json;
pub mod tools;

#[cfg(test)]
mod claude_tests;
