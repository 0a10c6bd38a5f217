//! Recordings, judged again.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a failing test shall say where")]

mod support;

use std::path::Path;

use serde_json::Value;
use support::{Home, bash};

const SESSION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/session.jsonl");
const SUBAGENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/session");

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn ac_99_a_session_replays_alike_each_time_in_the_order_of_its_calls() {
    let home = Home::new();
    let first = home.run(&["replay", "--json", SESSION, SUBAGENTS], b"");
    assert_eq!(first.status, Some(0), "{first:?}");
    assert_eq!(home.run(&["replay", "--json", SESSION, SUBAGENTS], b"").stdout, first.stdout);
    let rows = rows(&first.stdout);
    assert_eq!(rows.len(), 27);
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(row["id"], format!("toolu_01notes{:06}", index + 1));
        assert!(["allow", "ask", "deny", "none"].contains(&row["decision"].as_str().unwrap()), "{row}");
    }
    let refused: Vec<_> = rows.iter().filter(|row| row["recorded"] == "refused").map(|row| &row["id"]).collect();
    assert_eq!(refused, ["toolu_01notes000015", "toolu_01notes000021", "toolu_01notes000022"]);
}

#[test]
fn sessions_are_found_where_the_client_keeps_them_subagents_included() {
    let home = Home::new();
    let project = ".claude/projects/-home-ada-notes";
    home.write(&format!("{project}/5f0c.jsonl"), &std::fs::read_to_string(SESSION).unwrap());
    let agent = Path::new(SUBAGENTS).join("subagents/agent-a7c3e1f.jsonl");
    home.write(&format!("{project}/5f0c/subagents/agent-a7c3e1f.jsonl"), &std::fs::read_to_string(agent).unwrap());
    home.write(&format!("{project}/5f0c/tool-results/1.txt"), "{");
    // A fork copies lines; its calls count once.
    home.write(&format!("{project}/fork.jsonl"), &std::fs::read_to_string(SESSION).unwrap());
    let ended = home.run(&["replay"], b"");
    assert!(ended.stdout.starts_with("27 calls in 3 files\n"), "{ended:?}");
    assert!(ended.stdout.contains("3 calls were refused when recorded"), "{ended:?}");
}

#[test]
fn every_line_of_calls_has_a_row() {
    let home = Home::new();
    let request = bash("ls", home.root()).to_string();
    let input = format!("{request}\n{{\n\n{request}\n{{\"hook_event_name\":\"Stop\"}}\n[1]\n{request}");
    let ended = home.run(&["replay", "--format", "calls", "--json", "-"], input.as_bytes());
    let rows = rows(&ended.stdout);
    assert_eq!(rows.len(), 7, "{ended:?}");
    for (index, expected) in [(1, "ask"), (2, "ask"), (4, "none"), (5, "ask")] {
        assert_eq!(rows[index]["decision"], expected, "{}", rows[index]);
        assert_eq!(rows[index].get("error").is_some(), expected == "ask");
    }
    assert_eq!(home.run(&["replay", "--format", "calls", "--json"], input.as_bytes()).stdout, ended.stdout);
}

#[test]
fn a_file_that_is_not_there_is_an_error() {
    let home = Home::new();
    for arguments in [&["replay", "gone.jsonl"][..], &["replay"]] {
        let ended = home.run(arguments, b"");
        assert_eq!((ended.status, ended.stdout.as_str()), (Some(2), ""), "{ended:?}");
        assert!(ended.stderr.contains("cannot be read"), "{ended:?}");
    }
}
