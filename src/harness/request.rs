//! One call as an agent's hook or log states it, whichever agent it is.

use std::fmt;

use crate::call::{PermissionMode, ToolCall};

/// A request of up to this many bytes is read.
pub const MAX_REQUEST: usize = 8 * 1024 * 1024;

/// A call and the circumstances that came with it.
#[derive(Debug, Clone, PartialEq)]
pub struct HookRequest {
    /// The call.
    pub call: ToolCall,
    /// The permission mode of the session.
    pub mode: PermissionMode,
    /// The kind of subagent, where one calls.
    pub agent_type: Option<String>,
    /// The agent's own id of the call.
    pub id: Option<String>,
}

/// What arrived.
#[derive(Debug, Clone, PartialEq)]
pub enum Incoming {
    /// A call to judge.
    Call(Box<HookRequest>),
    /// Another event, about which there is nothing to say.
    NotOurs,
}

/// Why a request cannot be read. The call it stands for is unknown, so it must not run unseen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// Nothing arrived.
    Empty,
    /// More than [`MAX_REQUEST`] bytes.
    TooLarge,
    /// Not JSON, or ambiguous JSON.
    NotJson(String),
    /// JSON, but no object.
    NotAnObject,
    /// A field is missing or has another type than it must have.
    Field(&'static str),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => formatter.write_str("the request is empty"),
            Self::TooLarge => write!(formatter, "the request is larger than {} MiB", MAX_REQUEST / 1024 / 1024),
            Self::NotJson(why) => write!(formatter, "the request is not readable as JSON: {why}"),
            Self::NotAnObject => formatter.write_str("the request is not a JSON object"),
            Self::Field(name) => write!(formatter, "the field `{name}` of the request is missing or not of its type"),
        }
    }
}

impl std::error::Error for Unreadable {}
