//! Acceptance of the faces with the whole judgement behind them.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a failing test shall say where")]

mod support;

use serde_json::{Value, json};
use support::{Home, bash, request};

/// A project with a repository's mark and one file.
fn project() -> (Home, std::path::PathBuf) {
    let home = Home::new();
    home.write("app/.git/HEAD", "ref: refs/heads/main\n");
    home.write("app/README.md", "# app\n");
    let cwd = home.path("app");
    (home, cwd)
}

fn with_mode(mut request: Value, mode: &str) -> Value {
    request["permission_mode"] = json!(mode);
    request
}

#[test]
fn ac_02_at_the_limit_a_request_is_judged() {
    let (home, cwd) = project();
    let empty = bash("", &cwd).to_string().len();
    let limit = 8 * 1024 * 1024;
    let exact = bash(&"x".repeat(limit - empty), &cwd).to_string();
    assert_eq!(exact.len(), limit);
    assert_eq!(home.run(&["hook"], exact.as_bytes()).decision(), "ask");
}

#[test]
fn ac_03_only_rules_speak_about_other_tools() {
    let (home, cwd) = project();
    home.write(".config/callgate/policy.toml", "deny = [\"mcp__tickets__create\"]\n");
    home.hook(&request("mcp__tickets__list", json!({}), &cwd)).assert_silent();
    assert_eq!(home.hook(&request("mcp__tickets__create", json!({}), &cwd)).decision(), "deny");
}

#[test]
fn ac_04_a_comment_alone_gets_no_decision() {
    let (home, cwd) = project();
    home.hook(&bash("# nothing", &cwd)).assert_silent();
    let ended = home.callgate(&["explain", "# nothing"]).current_dir(&cwd).output().unwrap();
    assert!(String::from_utf8(ended.stdout).unwrap().contains("nothing to check"));
}

#[test]
fn ac_05_an_allowed_command_is_one_object_with_one_decision() {
    let (home, cwd) = project();
    let ended = home.hook(&bash("cat README.md", &cwd));
    assert_eq!(ended.decision(), "allow");
    assert_eq!(ended.stdout.matches("permissionDecision\"").count(), 1);
}

#[test]
fn ac_06_an_unknown_level_in_the_user_file_leaves_the_default_and_is_reported() {
    let (home, cwd) = project();
    home.write(".config/callgate/policy.toml", "level = \"god\"\n");
    assert_eq!(home.hook(&bash("cat README.md", &cwd)).decision(), "allow");
    let ended = home.callgate(&["explain", "cat README.md"]).current_dir(&cwd).output().unwrap();
    assert_eq!(ended.status.code(), Some(0));
    assert!(String::from_utf8(ended.stdout).unwrap().contains("`god`"));
}

#[test]
fn a_policy_file_that_does_not_parse_allows_nothing_and_is_named() {
    let (home, cwd) = project();
    home.write(".config/callgate/policy.toml", "allow = [\n");
    assert_eq!(home.hook(&bash("cat README.md", &cwd)).decision(), "ask");
    let ended = home.callgate(&["check", "cat README.md"]).current_dir(&cwd).output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert!(String::from_utf8(ended.stderr).unwrap().contains("policy.toml:"));
}

#[test]
fn on_error_open_leaves_unreadable_calls_alone() {
    let home = Home::new();
    home.write(".config/callgate/policy.toml", "[hook]\non-error = \"open\"\n");
    for text in [&b""[..], b"{", b"[]"] {
        home.run(&["hook"], text).assert_silent();
    }
}

#[test]
fn a_project_cannot_open_the_gate() {
    let (home, cwd) = project();
    home.write("app/.callgate.toml", "[hook]\non-error = \"open\"\ngated = \"pass\"\n");
    home.run(&["hook"], b"{").assert_blocked();
    assert_eq!(home.hook(&bash("frobnicate", &cwd)).decision(), "ask");
}

#[test]
fn ac_70_a_mixed_chain_is_explained_part_by_part() {
    let (home, cwd) = project();
    let ended = home.hook(&bash("git status && frobnicate x && echo done", &cwd));
    assert_eq!(ended.decision(), "ask");
    let value: Value = serde_json::from_str(&ended.stdout).unwrap();
    let reason = value["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.contains("1 of 3") && reason.contains("separate calls"), "{reason}");
    assert!(reason.contains("\n  ✓  git status\n  ?  frobnicate x\n  ✓  echo done\n"), "{reason}");
}

#[test]
fn ac_71_parts_that_share_state_belong_together() {
    let (home, cwd) = project();
    let ended = home.callgate(&["explain", "cd src && frobnicate && echo done"]).current_dir(&cwd).output().unwrap();
    let text = String::from_utf8(ended.stdout).unwrap();
    assert!(text.contains("belong in one call") && !text.contains("separate"), "{text}");
}

#[test]
fn ac_72_what_shares_state_is_told() {
    let (home, cwd) = project();
    let cases = [
        ("export F=b && ls", true),
        ("F=b && ls", true),
        ("source e && ls", true),
        ("ls && pwd", false),
        ("cd src", false),
    ];
    for (command, expected) in cases {
        let ended = home.callgate(&["check", "--json", command]).current_dir(&cwd).output().unwrap();
        let value: Value = serde_json::from_slice(&ended.stdout).unwrap();
        assert_eq!(value["stateful"], expected, "{command}");
    }
}

#[test]
fn ac_73_the_culprit_of_a_compound_is_named() {
    let (home, cwd) = project();
    let secret = "cat ~/.ssh/id_rsa";
    let cases = [
        ("grep foo README.md | rm -rf /".to_owned(), Some("rm")),
        (format!("({secret})"), Some("cat")),
        (format!("{{ {secret}; }}"), Some("cat")),
        (format!("if true; then {secret}; fi"), Some("cat")),
        (format!("for x in a; do {secret}; done"), Some("cat")),
        (format!("while true; do {secret}; done"), Some("cat")),
        (format!("case a in a) {secret};; esac"), Some("cat")),
        (secret.to_owned(), None),
    ];
    for (command, culprit) in cases {
        let ended = home.callgate(&["check", "--json", &command]).current_dir(&cwd).output().unwrap();
        let value: Value = serde_json::from_slice(&ended.stdout).unwrap();
        assert_eq!(value["segments"][0]["culprit"].as_str(), culprit, "{command}");
    }
}

#[test]
fn ac_76_a_command_cannot_forge_a_line() {
    let (home, cwd) = project();
    let ended = home.hook(&bash("frobnicate 'a\n  ✓  rm -rf /' \u{202e}b\u{1b}[2J", &cwd));
    assert_eq!(ended.decision(), "ask");
    let value: Value = serde_json::from_str(&ended.stdout).unwrap();
    let reason = value["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.lines().filter(|line| line.trim_start().starts_with('✓')).count() == 0, "{reason}");
    assert!(!reason.contains(['\u{202e}', '\u{1b}']), "{reason}");
}

#[test]
fn ac_78_what_is_offered_helps() {
    let (home, cwd) = project();
    let question = ["check", "--json", "frobnicate x"];
    let ended = home.callgate(&question).current_dir(&cwd).output().unwrap();
    let value: Value = serde_json::from_slice(&ended.stdout).unwrap();
    let ways = value["guidance"].as_array().unwrap();
    assert!(!ways.is_empty());
    for way in ways {
        let lines: Vec<_> = way["lines"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        home.write(".config/callgate/policy.toml", &(lines.join("\n") + "\n"));
        let ended = home.callgate(&question).current_dir(&cwd).output().unwrap();
        let again: Value = serde_json::from_slice(&ended.stdout).unwrap();
        assert_eq!(again["decision"], way["result"], "{way}");
    }
}

#[test]
fn ac_80_what_nobody_can_answer_is_denied_in_the_agents_words() {
    let (home, cwd) = project();
    for mode in ["dontAsk", "default"] {
        let request = with_mode(bash("frobnicate x", &cwd), mode);
        let arguments: &[&str] = if mode == "default" { &["hook", "--headless"] } else { &["hook"] };
        let ended = home.run(arguments, request.to_string().as_bytes());
        assert_eq!(ended.decision(), "deny", "{mode}");
        assert!(ended.stdout.contains("did not run") && !ended.stdout.contains("allow ="), "{}", ended.stdout);
    }
    home.hook(&with_mode(bash("frobnicate x", &cwd), "bypassPermissions")).assert_silent();
    home.hook(&with_mode(bash("frobnicate x", &cwd), "auto")).assert_silent();
}

#[test]
fn ac_81_an_unquoted_value_is_pointed_out() {
    let (home, cwd) = project();
    let explain = |command: &str| {
        let ended = home.callgate(&["explain", command]).current_dir(&cwd).output().unwrap();
        String::from_utf8(ended.stdout).unwrap()
    };
    assert!(explain("FLAGS=-D warnings cargo doc").contains("`FLAGS='-D warnings'`"));
    assert!(!explain("frobnicate doc").contains("Hint:"));
}

#[test]
fn exit_statuses_of_check() {
    let (home, cwd) = project();
    for (command, status) in [("cat README.md", 0), ("frobnicate", 1), ("rm -rf /", 1), ("echo 'a", 1)] {
        let ended = home.callgate(&["check", command]).current_dir(&cwd).output().unwrap();
        assert_eq!(ended.status.code(), Some(status), "{command}");
    }
}
