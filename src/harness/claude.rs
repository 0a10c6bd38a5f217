//! Claude Code: the JSON of its `PreToolUse` hook in, the decision out.
//!
//! Fields are added in many releases, so unknown ones are ignored and only what the judgement rests on is strict.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::call::{PermissionMode, ToolCall};
use crate::harness::emission::{Emission, Gated, Manner};
use crate::harness::request::{HookRequest, Incoming, MAX_REQUEST, Unreadable};
use crate::harness::{strict_json, tools};
use crate::report::explanation::{self, Limits};
use crate::report::sanitise;
use crate::report::selection::Facts;
use crate::report::wording::Consequence;
use crate::verdict::Decision;

const EVENT: &str = "PreToolUse";

const UNWRITABLE: &str = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"callgate: the decision could not be written"}}"#;

/// Longer strings are spilled to a file by the client and replaced by a preview; some room is left.
const MAX_REASON: usize = 9_500;

/// Reads one request.
///
/// # Errors
///
/// Whatever leaves it open which call is meant.
pub fn decode(bytes: &[u8]) -> Result<Incoming, Unreadable> {
    if bytes.len() > MAX_REQUEST {
        return Err(Unreadable::TooLarge);
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(Unreadable::Empty);
    }
    let value =
        strict_json::read(bytes).map_err(|error| Unreadable::NotJson(sanitise::cut(&error.to_string(), 200)))?;
    let Value::Object(fields) = value else { return Err(Unreadable::NotAnObject) };
    match optional_text(&fields, "hook_event_name")? {
        None => {}
        Some(event) if event == EVENT => {}
        Some(_) => return Ok(Incoming::NotOurs),
    }
    let tool = optional_text(&fields, "tool_name")?.ok_or(Unreadable::Field("tool_name"))?;
    let input = fields.get("tool_input").filter(|input| input.is_object()).ok_or(Unreadable::Field("tool_input"))?;
    let request = tools::request(&tool, input).ok_or(Unreadable::Field("command"))?;
    let cwd = optional_text(&fields, "cwd")?.filter(|cwd| cwd.starts_with('/'));
    Ok(Incoming::Call(Box::new(HookRequest {
        call: ToolCall { tool, request, cwd },
        mode: mode(fields.get("permission_mode")),
        agent_type: lenient_text(&fields, "agent_type"),
        id: lenient_text(&fields, "tool_use_id"),
    })))
}

fn optional_text(fields: &Map<String, Value>, name: &'static str) -> Result<Option<String>, Unreadable> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if !text.contains('\0') => Ok(Some(text.clone())),
        Some(_) => Err(Unreadable::Field(name)),
    }
}

fn lenient_text(fields: &Map<String, Value>, name: &str) -> Option<String> {
    fields.get(name).and_then(Value::as_str).map(str::to_owned)
}

/// The permission mode by its name; one that we do not know is no licence to be lenient.
fn mode(value: Option<&Value>) -> PermissionMode {
    match value.and_then(Value::as_str) {
        Some("default") | None => PermissionMode::Default,
        Some("plan") => PermissionMode::Plan,
        Some("acceptEdits") => PermissionMode::AcceptEdits,
        Some("auto") => PermissionMode::Auto,
        Some("dontAsk") => PermissionMode::DontAsk,
        Some("bypassPermissions") => PermissionMode::BypassPermissions,
        Some(_) => PermissionMode::Unknown,
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Reply<'a> {
    hook_specific_output: Output<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Output<'a> {
    hook_event_name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision_reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additional_context: Option<&'a str>,
}

/// The reply to print, one JSON object and a line break, or nothing where there is no opinion.
///
/// An ask is read by the person, a denial by the agent. Where the policy passes soft asks on, an agent still learns
/// which part of a mixed chain held it up.
#[must_use]
pub fn encode(decision: &Decision, emission: Emission, manner: Manner) -> Option<String> {
    let reason = match emission {
        Emission::Nothing if manner.gated == Gated::Pass && Facts::of(decision).should_surface() => {
            explanation::for_informed_model(decision, Limits::REPLY)
        }
        Emission::Nothing => return None,
        Emission::Allow => explanation::for_approved(decision),
        Emission::Ask => explanation::for_person(decision, Consequence::NeedsApproval, Limits::REPLY),
        Emission::Deny => explanation::for_refused_model(decision, Limits::REPLY),
    };
    let reason = shortened(reason);
    let decided = emission != Emission::Nothing;
    let reply = Reply {
        hook_specific_output: Output {
            hook_event_name: EVENT,
            permission_decision: decided.then_some(emission.token()),
            permission_decision_reason: decided.then_some(&reason),
            additional_context: (!decided).then_some(&reason),
        },
    };
    // Strings alone always have a JSON form. Should that ever fail, silence would be no denial.
    let text = serde_json::to_string(&reply).unwrap_or_else(|_| UNWRITABLE.to_owned());
    Some(text + "\n")
}

fn shortened(reason: String) -> String {
    if reason.chars().count() <= MAX_REASON {
        return reason;
    }
    let kept: String = reason.chars().take(MAX_REASON).collect();
    format!("{kept}\n(cut: the rest is shown by `callgate explain`)")
}
