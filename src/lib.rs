//! callgate decides on a coding agent's tool calls before they run.
//!
//! Data goes through once, left to right; nothing on the left knows anything on the right:
//!
//! ```text
//! stdin JSON ─harness▶ ToolCall ─shell▶ Script ─walk + tools▶ Analysis ─policy▶ Decision ─report▶ text
//!                                                                                  └─harness▶ stdout JSON
//! ```
//!
//! [`judge::judge`] tells that story in one function, and every face calls it.

pub mod authority;
pub mod call;
pub mod cli;
pub mod effect;
pub mod harness;
pub mod judge;
pub mod place;
pub mod policy;
pub mod replay;
pub mod report;
pub mod setup;
pub mod shell;
pub mod span;
pub mod tools;
pub mod value;
pub mod verdict;
pub mod walk;
