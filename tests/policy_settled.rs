//! What the agent's own rules settle, roles that are closed, and capabilities of the launch, as a process answers.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a failing test shall say where")]

mod support;

use serde_json::json;
use support::{Home, bash};

/// A home with a project in it.
fn home() -> Home {
    let home = Home::new();
    home.write("project/.git/HEAD", "ref: refs/heads/main\n");
    home.write("project/src/a.rs", "\n");
    home
}

fn answer(home: &Home, arguments: &[&str], command: &str) -> String {
    let request = bash(command, &home.path("project"));
    let ended = home.run(&[&["hook"], arguments].concat(), request.to_string().as_bytes());
    if ended.stdout.is_empty() {
        ended.assert_silent();
        return "nothing".to_owned();
    }
    ended.decision().as_str().unwrap().to_owned()
}

fn settings(home: &Home, below: &str, permissions: &serde_json::Value) {
    home.write(below, &json!({ "permissions": permissions }).to_string());
}

const PROJECT_SETTINGS: &str = "project/.claude/settings.json";

#[test]
fn a_call_that_the_agents_own_rules_cover_is_left_to_them() {
    // Rules of a project; what it allows is never granted, and asked only where the agent would ask.
    let cases = [
        ("Bash(deploy:*)", "deploy now", "nothing"),
        ("Bash(deploy:*)", "deployment now", "ask"),
        ("Bash(deploy now)", "deploy now", "nothing"),
        ("Bash(deploy now)", "deploy later", "ask"),
        ("Bash(deploy:*)", "deploy now && ls", "nothing"),
        ("Bash(deploy:*)", "deploy now && publish now", "ask"),
        ("Bash(deploy:*)", "timeout 5 deploy now", "nothing"),
        ("Bash(deploy:*)", "NODE_ENV=test deploy now", "nothing"),
        ("Bash(deploy:*)", "LD_PRELOAD=./x.so deploy now", "ask"),
        ("Bash(deploy:*)", "sudo deploy now", "ask"),
        ("Bash(deploy:*)", "deploy $(fetch it)", "ask"),
        ("Bash(bash:*)", "bash -c 'deploy now'", "nothing"),
        ("Bash(deploy:*)", "f() { deploy now; }; f", "ask"),
        ("Bash(find:*)", "find . -name '*.o' -delete", "ask"),
        ("Bash(find . -name '*.o' -delete)", "find . -name '*.o' -delete", "ask"),
        ("Bash(*)", "deploy now", "nothing"),
        ("Bash", "deploy now", "nothing"),
        ("Read(**)", "deploy now", "ask"),
        ("Bash(deploy:*)", "deploy 'now", "ask"),
        ("Bash(rm:*)", "rm -rf ~", "deny"),
        ("Bash(ls:*)", "ls", "allow"),
    ];
    for (rule, command, expected) in cases {
        let home = home();
        settings(&home, PROJECT_SETTINGS, &json!({ "allow": [rule] }));
        assert_eq!(answer(&home, &[], command), expected, "`{rule}` on `{command}`");
        let home = self::home();
        settings(&home, "project/.claude/settings.local.json", &json!({ "allow": [rule] }));
        assert_eq!(answer(&home, &[], command), expected, "local: `{rule}` on `{command}`");
    }
}

#[test]
fn a_rule_that_asks_or_denies_is_never_settled_by_an_allow() {
    for (list, expected) in [("ask", "ask"), ("deny", "deny")] {
        let home = home();
        settings(&home, PROJECT_SETTINGS, &json!({ "allow": ["Bash(deploy:*)"], list: ["Bash(deploy now *)"] }));
        assert_eq!(answer(&home, &[], "deploy now"), expected);
        assert_eq!(answer(&home, &[], "deploy later"), "nothing");
    }
    // A word that is not known may be what a rule denies.
    let home = home();
    settings(&home, PROJECT_SETTINGS, &json!({ "allow": ["Bash(deploy:*)"], "deny": ["Bash(deploy now *)"] }));
    assert_eq!(answer(&home, &[], "deploy $WHEN"), "ask");
}

#[test]
fn what_a_project_allows_is_no_grant() {
    let home = home();
    settings(&home, PROJECT_SETTINGS, &json!({ "allow": ["Bash(deploy:*)"] }));
    let project = home.path("project");
    let check = |command| home.run(&["check", "--cwd", project.to_str().unwrap(), command], b"").status;
    assert_eq!(check("deploy now"), Some(1));
    assert_eq!(check("ls"), Some(0));
    // Nobody can be asked: what the agent would pass is still refused.
    assert_eq!(answer(&home, &["--headless"], "deploy now"), "deny");
}

#[test]
fn a_closed_role_refuses_where_another_asks() {
    let home = home();
    for role in ["orchestrator", "validator-scrutiny", "no-such-role"] {
        assert_eq!(answer(&home, &["--role", role], "deploy now"), "deny", "{role}");
        assert_eq!(answer(&home, &["--role", role], "deploy 'now"), "deny", "{role}");
        assert_eq!(answer(&home, &["--role", role], "ls"), "allow", "{role}");
    }
    assert_eq!(answer(&home, &[], "deploy 'now"), "ask");
}

#[test]
fn ac_59_the_launch_grants_and_refuses_running_project_code() {
    // What the user's file says, what the launch says, what comes of it.
    let cases = [
        ("", &[][..], "ask"),
        ("", &["--exec-host"], "allow"),
        ("", &["--no-exec-host"], "ask"),
        ("[capability]\nexec-host = true\n", &[], "allow"),
        ("[capability]\nexec-host = true\n", &["--no-exec-host"], "ask"),
        ("[capability]\nexec-host = false\n", &["--exec-host"], "allow"),
    ];
    for (file, arguments, expected) in cases {
        let home = home();
        home.write("project/Makefile", "all:\n\t./gen\n");
        home.write("project/gen", "\u{7f}ELF");
        home.write(".config/callgate/policy.toml", file);
        assert_eq!(answer(&home, arguments, "cargo test"), expected, "{file:?} {arguments:?}");
        home.write("project/.callgate.toml", "[capability]\nexec-host = false\n");
        assert_eq!(answer(&home, arguments, "cargo test"), "deny", "{file:?} {arguments:?}");
    }
}

#[test]
fn ac_62_the_network_needs_the_users_key_and_the_flag() {
    let cases = [
        ("", &[][..], "ask"),
        ("", &["--network"], "ask"),
        ("[capability]\nnetwork = true\n", &[], "ask"),
        ("[capability]\nnetwork = true\n", &["--network"], "allow"),
        ("[capability]\nnetwork = true\n", &["--no-network"], "ask"),
        ("[capability]\nnetwork = false\n", &["--network"], "ask"),
    ];
    for (file, arguments, expected) in cases {
        let home = home();
        home.write(".config/callgate/policy.toml", file);
        assert_eq!(answer(&home, arguments, "curl https://example.com/x"), expected, "{file:?} {arguments:?}");
        home.write("project/.callgate.toml", "[capability]\nnetwork = false\n");
        assert_eq!(answer(&home, arguments, "curl https://example.com/x"), "deny", "{file:?} {arguments:?}");
    }
    let home = home();
    for (arguments, file, says) in [
        (&["explain", "--network"][..], "", "your file does not grant"),
        (&["explain", "--no-network"], "", "the launch refuses"),
        (&["explain"], "[capability]\nnetwork = false\n", "your file denies"),
        (&["explain"], "[capability]\nnetwork = true\n", "`--network`"),
    ] {
        home.write(".config/callgate/policy.toml", file);
        let ended = home.run(&[arguments, &["curl https://example.com/x"]].concat(), b"");
        assert!(ended.stdout.contains(says), "{says}: {}", ended.stdout);
    }
}
