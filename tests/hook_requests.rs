//! The hook as a process: what it makes of what it is sent.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a failing test shall say where")]

mod support;

use serde_json::json;
use support::{Home, bash, request};

#[test]
fn ac_01_an_unreadable_request_is_blocked_with_a_sentence() {
    let home = Home::new();
    let cases: [&[u8]; 16] = [
        b"",
        b"   \n",
        b"{",
        b"{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"",
        b"[]",
        b"\"Bash\"",
        b"17",
        b"null",
        b"{}",
        b"{\"tool_name\":1,\"tool_input\":{\"command\":\"ls\"}}",
        b"{\"tool_name\":\"Bash\",\"tool_input\":\"ls\"}",
        b"{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":[\"ls\"]}}",
        b"{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"},\"cwd\":7}",
        b"{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\",\"command\":\"id\"}}",
        b"{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"l\xff\"}}",
        b"\0\0\0",
    ];
    for case in cases {
        home.run(&["hook"], case).assert_blocked();
    }
}

#[test]
fn ac_01_a_hostile_request_cannot_write_into_the_sentence() {
    let home = Home::new();
    for case in ["{\"\u{1b}[2J\u{202e}\n\":", "{\"a\":\"\u{7}\"}", "\u{1b}]0;x\u{7}"] {
        home.run(&["hook"], case.as_bytes()).assert_blocked();
    }
}

#[test]
fn ac_02_more_than_the_limit_is_blocked_and_read_to_its_end() {
    let home = Home::new();
    let huge = bash(&"x".repeat(9 * 1024 * 1024), home.root());
    let ended = home.hook(&huge);
    ended.assert_blocked();
    assert!(ended.stderr.contains("8 MiB"), "{ended:?}");
}

#[test]
fn ac_03_a_tool_without_rules_gets_no_decision() {
    let home = Home::new();
    for tool in ["TodoWrite", "mcp__tickets__create", "bash", "Bash "] {
        home.hook(&request(tool, json!({"command": "ls"}), home.root())).assert_silent();
    }
}

#[test]
fn ac_04_a_blank_command_gets_no_decision() {
    let home = Home::new();
    for command in ["", "   ", "\n\t"] {
        home.hook(&bash(command, home.root())).assert_silent();
    }
}

#[test]
fn another_event_gets_no_decision() {
    let home = Home::new();
    for event in ["PostToolUse", "SessionStart"] {
        home.hook(&json!({"hook_event_name": event, "cwd": 3})).assert_silent();
    }
}

#[test]
fn captured_requests_end_in_a_decision_or_in_silence() {
    let home = Home::new();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/requests")).unwrap() {
        let path = entry.unwrap().path();
        let ended = home.run(&["hook"], &std::fs::read(&path).unwrap());
        assert_eq!((ended.status, ended.stderr.as_str()), (Some(0), ""), "{}", path.display());
        if !ended.stdout.is_empty() {
            let value: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
            assert_eq!(value["hookSpecificOutput"]["hookEventName"], "PreToolUse", "{}", path.display());
        }
    }
}

#[test]
fn without_a_home_nothing_is_judged() {
    let home = Home::new();
    let output = home
        .callgate(&["hook"])
        .env("HOME", "relative")
        .write_stdin(bash("ls", home.root()).to_string())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}
