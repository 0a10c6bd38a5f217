//! Requests as Claude Code sends them, and what it gets back.

use serde_json::{Value, json};

use crate::call::{Context, Face, PermissionMode, Request};
use crate::harness::claude::{decode, encode};
use crate::harness::emission::{Emission, Gated, Manner};
use crate::harness::request::{HookRequest, Incoming, MAX_REQUEST, Unreadable};
use crate::report::sample;
use crate::verdict::{Decision, ReasonCode, Verdict};

fn context(mode: PermissionMode, headless: bool) -> Context {
    Context { face: Face::Hook, mode, role: None, agent_type: None, headless }
}

fn call(request: Value) -> HookRequest {
    match decode(request.to_string().as_bytes()) {
        Ok(Incoming::Call(request)) => *request,
        other => panic!("{other:?}"),
    }
}

fn bash() -> Value {
    json!({
        "session_id": "s", "transcript_path": "/t", "cwd": "/home/ada/app", "permission_mode": "plan",
        "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "toolu_1", "agent_type": "explorer",
        "tool_input": {"command": "ls", "description": "list"}, "field_of_next_year": {"a": [1]},
    })
}

fn without(name: &str) -> Value {
    let mut request = bash();
    request.as_object_mut().unwrap().remove(name);
    request
}

fn with(name: &str, value: Value) -> Value {
    let mut request = bash();
    request[name] = value;
    request
}

#[test]
fn a_request_is_read_whole() {
    let request = call(bash());
    assert_eq!(request.call.request, Request::Shell("ls".into()));
    assert_eq!(request.call.cwd.as_deref(), Some("/home/ada/app"));
    assert_eq!(request.mode, PermissionMode::Plan);
    assert_eq!(request.agent_type.as_deref(), Some("explorer"));
    assert_eq!(request.id.as_deref(), Some("toolu_1"));
}

#[test]
fn what_is_not_needed_may_be_missing_or_odd() {
    for name in ["session_id", "transcript_path", "hook_event_name", "permission_mode", "tool_use_id", "cwd"] {
        call(without(name));
    }
    for name in ["session_id", "permission_mode", "tool_use_id", "agent_type"] {
        call(with(name, json!(7)));
    }
    assert_eq!(call(with("cwd", json!("app"))).call.cwd, None);
    assert_eq!(call(with("permission_mode", json!("manual"))).mode, PermissionMode::Unknown);
}

#[test]
fn other_events_are_not_ours() {
    for event in ["PostToolUse", "SessionStart", "preToolUse", ""] {
        let request = json!({"hook_event_name": event});
        assert_eq!(decode(request.to_string().as_bytes()), Ok(Incoming::NotOurs), "{event}");
    }
}

#[test]
fn ac_01_what_leaves_the_call_open_is_unreadable() {
    let wrong = [
        with("tool_name", json!(1)),
        with("tool_name", json!(null)),
        with("tool_input", json!("ls")),
        with("tool_input", json!({"command": 1})),
        with("tool_input", json!({"command": ["ls"]})),
        with("tool_input", json!({"command": "a\0b"})),
        with("cwd", json!(["/"])),
        with("hook_event_name", json!(1)),
        without("tool_name"),
        without("tool_input"),
    ];
    for request in wrong {
        assert!(matches!(decode(request.to_string().as_bytes()), Err(Unreadable::Field(_))), "{request}");
    }
    let texts: [(&[u8], Unreadable); 5] = [
        (b"", Unreadable::Empty),
        (b" \n\t", Unreadable::Empty),
        (b"[]", Unreadable::NotAnObject),
        (b"\"Bash\"", Unreadable::NotAnObject),
        (b"17", Unreadable::NotAnObject),
    ];
    for (text, expected) in texts {
        assert_eq!(decode(text), Err(expected));
    }
    let broken: [&[u8]; 4] = [
        b"{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}",
        b"{\"tool_name\":\"Bash\",\"tool_name\":\"Read\",\"tool_input\":{}}",
        b"{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"\xff\"}}",
        b"\0{}",
    ];
    for text in broken {
        assert!(matches!(decode(text), Err(Unreadable::NotJson(_))), "{text:?}");
    }
}

#[test]
fn ac_02_the_limit_itself_is_still_read() {
    let empty = with("tool_input", json!({"command": ""})).to_string().len();
    let command = "x".repeat(MAX_REQUEST - empty);
    let exact = with("tool_input", json!({"command": command})).to_string();
    assert_eq!(exact.len(), MAX_REQUEST);
    assert!(matches!(decode(exact.as_bytes()), Ok(Incoming::Call(_))));
    assert_eq!(decode((exact + " ").as_bytes()), Err(Unreadable::TooLarge));
}

#[test]
fn every_mode_has_its_answer() {
    use Emission::{Allow, Ask, Deny, Nothing};
    use PermissionMode as Mode;
    let soft = |code| {
        let mut decision = sample::decision("x", &[Verdict::AskSoft]);
        decision.reason.code = code;
        decision
    };
    let (gap, known) = (soft(ReasonCode::Uncovered), soft(ReasonCode::OverCeiling));
    let hard = sample::decision("x", &[Verdict::AskHard]);
    let allow = sample::decision("x", &[Verdict::Allow]);
    let deny = sample::decision("x", &[Verdict::Deny]);
    let none = sample::decision("", &[]);
    let rows = [
        //                                gap      known    hard
        (Mode::Default, false, /*        */ Ask, Ask, Ask),
        (Mode::AcceptEdits, false, /*    */ Ask, Ask, Ask),
        (Mode::Plan, false, /*           */ Ask, Ask, Ask),
        (Mode::Unknown, false, /*        */ Ask, Ask, Ask),
        (Mode::Auto, false, /*           */ Nothing, Ask, Ask),
        (Mode::DontAsk, false, /*        */ Deny, Deny, Deny),
        (Mode::BypassPermissions, false, Nothing, Nothing, Deny),
        (Mode::Default, true, /*         */ Deny, Deny, Deny),
        (Mode::Auto, true, /*            */ Deny, Deny, Deny),
        (Mode::BypassPermissions, true, /**/ Deny, Deny, Deny),
    ];
    for (mode, headless, of_gap, of_known, of_hard) in rows {
        let context = context(mode, headless);
        let manner = Manner::default();
        let answers = [&gap, &known, &hard].map(|decision| Emission::of(decision, &context, manner));
        assert_eq!(answers, [of_gap, of_known, of_hard], "{context:?}");
        assert_eq!(Emission::of(&allow, &context, manner), Allow);
        assert_eq!(Emission::of(&deny, &context, manner), Deny);
        assert_eq!(Emission::of(&none, &context, manner), Nothing);
    }
}

#[test]
fn the_policy_says_what_a_soft_ask_becomes() {
    let soft = sample::decision("x", &[Verdict::AskSoft]);
    let hard = sample::decision("x", &[Verdict::AskHard]);
    let rows = [
        (Manner { gated: Gated::Pass, ..Manner::default() }, Emission::Nothing, Emission::Ask),
        (Manner { gated: Gated::Deny, ..Manner::default() }, Emission::Deny, Emission::Ask),
        (Manner { settled: true, ..Manner::default() }, Emission::Nothing, Emission::Ask),
        (Manner { settled: true, gated: Gated::Deny, closed: false }, Emission::Deny, Emission::Ask),
        (Manner { closed: true, ..Manner::default() }, Emission::Deny, Emission::Deny),
    ];
    for (manner, of_soft, of_hard) in rows {
        let context = context(PermissionMode::Default, false);
        assert_eq!(Emission::of(&soft, &context, manner), of_soft, "{manner:?}");
        assert_eq!(Emission::of(&hard, &context, manner), of_hard, "{manner:?}");
    }
}

fn reply(decision: &Decision, emission: Emission) -> Value {
    let text = encode(decision, emission, Manner::default()).unwrap();
    assert_eq!(text.matches('\n').count(), 1, "{text}");
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value.as_object().unwrap().len(), 1);
    value["hookSpecificOutput"].clone()
}

#[test]
fn ac_05_the_decision_stands_only_where_it_is_read() {
    let decision = sample::decision("ls", &[Verdict::Allow]);
    let output = reply(&decision, Emission::Allow);
    assert_eq!(output["hookEventName"], "PreToolUse");
    assert_eq!(output["permissionDecision"], "allow");
    assert!(output["permissionDecisionReason"].as_str().unwrap().starts_with("callgate: "));
    assert_eq!(output.as_object().unwrap().len(), 3);
    assert_eq!(encode(&decision, Emission::Nothing, Manner::default()), None);
}

#[test]
fn ac_80_an_ask_speaks_to_the_person_and_a_denial_to_the_agent() {
    let mut decision = sample::decision("git push", &[Verdict::AskHard]);
    decision.ways = vec![sample::way(Verdict::Allow)];
    let ask = reply(&decision, Emission::Ask)["permissionDecisionReason"].as_str().unwrap().to_owned();
    assert!(ask.starts_with("callgate: this call needs your approval") && ask.contains("Ways forward:"), "{ask}");
    let deny = reply(&decision, Emission::Deny)["permissionDecisionReason"].as_str().unwrap().to_owned();
    assert!(deny.starts_with("callgate: this call did not run") && !deny.contains("Ways forward"), "{deny}");
    assert!(deny.contains("nobody can be asked"), "{deny}");
}

#[test]
fn a_passed_on_chain_teaches_without_deciding() {
    let decision = sample::decision("ls && frobnicate", &[Verdict::Allow, Verdict::AskSoft]);
    let manner = Manner { gated: Gated::Pass, ..Manner::default() };
    let value: Value = serde_json::from_str(&encode(&decision, Emission::Nothing, manner).unwrap()).unwrap();
    let output = value["hookSpecificOutput"].as_object().unwrap();
    assert!(!output.contains_key("permissionDecision"));
    assert!(output["additionalContext"].as_str().unwrap().contains("1 of 2"));
    let single = sample::decision("frobnicate", &[Verdict::AskSoft]);
    assert_eq!(encode(&single, Emission::Nothing, manner), None);
}

#[test]
fn a_reason_never_exceeds_what_the_client_shows() {
    let mut decision = sample::decision(&"frobnicate \u{1b}".repeat(4_000), &[Verdict::AskSoft]);
    decision.segments = vec![decision.segments[0].clone(); 500];
    decision.notes = vec!["\u{202e}".repeat(5_000); 50];
    for emission in [Emission::Ask, Emission::Deny] {
        let output = reply(&decision, emission);
        assert!(output["permissionDecisionReason"].as_str().unwrap().chars().count() <= 10_000);
    }
}
