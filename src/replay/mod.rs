//! Recorded calls, judged again: readers for what agents write down, one row a call, and a summary for people.
//!
//! Lines are read one at a time, so a recording may be larger than memory.

pub mod calls;
pub mod files;
pub mod lines;
pub mod row;
pub mod summary;
pub mod transcript;

use crate::harness::request::HookRequest;
use crate::verdict::Decision;

/// Judges one recorded call where it was made.
pub type Judging<'a> = dyn FnMut(&HookRequest) -> Result<Decision, String> + 'a;
