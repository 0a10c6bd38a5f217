//! Registration and the installer, on homes of their own.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a failing test shall say where")]

mod support;

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;

use support::Home;

const SETTINGS: &str = ".claude/settings.json";
const TEXT: &str = "{\n  // mine\n  \"model\": \"opus\",\n  \"hooks\": { \"Stop\": [] }\n}\n";

#[test]
fn setup_registers_once_and_uninstall_restores() {
    let home = Home::new();
    home.write(SETTINGS, TEXT);
    fs::set_permissions(home.path(SETTINGS), fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(home.run(&["setup"], b"").status, Some(0));
    let registered = home.read(SETTINGS);
    assert!(registered.contains(&format!("{} hook", env!("CARGO_BIN_EXE_callgate"))), "{registered}");
    assert!(registered.contains("// mine") && registered.contains("\"Stop\": []"), "{registered}");
    assert_eq!(fs::metadata(home.path(SETTINGS)).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(home.read(".claude/settings.json.callgate-backup"), TEXT);
    assert!(home.run(&["setup"], b"").stdout.starts_with("already registered"));
    assert_eq!(home.read(SETTINGS), registered);
    assert_eq!(home.run(&["uninstall"], b"").status, Some(0));
    assert_eq!(home.read(SETTINGS).split_whitespace().collect::<String>(), TEXT.split_whitespace().collect::<String>());
    assert!(home.run(&["uninstall"], b"").stdout.starts_with("not registered"));
    assert_eq!(fs::read_dir(home.path(".claude")).unwrap().count(), 2);
}

#[test]
fn a_dry_run_shows_the_change_and_makes_none() {
    let home = Home::new();
    home.write(SETTINGS, TEXT);
    let ended = home.run(&["setup", "--dry-run"], b"");
    assert!(ended.stdout.contains("+     \"PreToolUse\": [") || ended.stdout.contains("\"PreToolUse\""), "{ended:?}");
    assert_eq!(home.read(SETTINGS), TEXT);
    assert_eq!(fs::read_dir(home.path(".claude")).unwrap().count(), 1);
}

#[test]
fn missing_settings_are_created_where_they_are_looked_for() {
    let home = Home::new();
    assert_eq!(home.run(&["setup"], b"").status, Some(0));
    assert!(home.read(SETTINGS).contains("\"onFailure\": \"block\""));
    let elsewhere = home.path("other");
    let output = home.callgate(&["setup"]).env("CLAUDE_CONFIG_DIR", &elsewhere).output().unwrap();
    assert!(output.status.success());
    assert!(elsewhere.join("settings.json").exists());
    assert_eq!(home.run(&["setup", "--settings", "mine.json"], b"").status, Some(0));
    assert!(home.path("mine.json").exists());
}

#[test]
fn a_link_is_followed_and_stays() {
    let home = Home::new();
    home.write("dotfiles/claude.json", TEXT);
    fs::create_dir(home.path(".claude")).unwrap();
    symlink(home.path("dotfiles/claude.json"), home.path(SETTINGS)).unwrap();
    assert_eq!(home.run(&["setup"], b"").status, Some(0));
    assert!(fs::symlink_metadata(home.path(SETTINGS)).unwrap().is_symlink());
    assert!(home.read("dotfiles/claude.json").contains("callgate"));
    let dangling = Home::new();
    fs::create_dir(dangling.path(".claude")).unwrap();
    symlink(dangling.path("gone.json"), dangling.path(SETTINGS)).unwrap();
    assert_eq!(dangling.run(&["setup"], b"").status, Some(2));
}

#[test]
fn settings_that_do_not_parse_are_left_alone() {
    let home = Home::new();
    for text in ["{\n  \"a\": 1,\n  \"b\" 2\n}\n", "[]", "{\"hooks\": 3}"] {
        home.write(SETTINGS, text);
        for subcommand in ["setup", "uninstall"] {
            let ended = home.run(&[subcommand], b"");
            assert_eq!((ended.status, ended.stdout.as_str()), (Some(2), ""), "{ended:?}");
            assert!(ended.stderr.contains("is left as it is"), "{ended:?}");
            assert_eq!(home.read(SETTINGS), text);
        }
    }
}

fn installer(home: &Home, arguments: &[&str]) -> (Option<i32>, String) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/install.sh");
    let output = Command::new("sh")
        .arg(script)
        .args(arguments)
        .env("HOME", home.root())
        .env_remove("CARGO_HOME")
        .env_remove("CLAUDE_CONFIG_DIR")
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn the_installer_shows_what_it_would_do() {
    let home = Home::new();
    let (status, text) = installer(&home, &["--dry-run", "--prefix", "/opt/tools"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("+ cargo install --locked --force") && text.contains("--root /opt/tools"), "{text}");
    assert!(
        text.contains("/opt/tools/bin/callgate replay") && text.contains("/opt/tools/bin/callgate setup"),
        "{text}"
    );
    fs::create_dir(home.path(".claude")).unwrap();
    let (_, text) = installer(&home, &["--dry-run"]);
    assert!(text.contains(&format!("+ {} setup", home.path(".cargo/bin/callgate").display())), "{text}");
    assert_eq!(fs::read_dir(home.root()).unwrap().count(), 1);
}

#[test]
fn the_installer_refuses_what_it_does_not_know() {
    let home = Home::new();
    for arguments in [&["--prefx", "x"][..], &["--prefix"], &["--prefix="], &["x"]] {
        assert_eq!(installer(&home, arguments).0, Some(2), "{arguments:?}");
    }
    let (status, text) = installer(&home, &["--help"]);
    assert!(status == Some(0) && text.starts_with("usage: "), "{text}");
    let (status, text) = installer(&home, &["--uninstall", "--prefix", "/opt/none"]);
    assert!(status == Some(0) && text.contains("is not installed"), "{text}");
}

#[test]
fn uninstall_restores_every_byte_where_nothing_else_changed() {
    let texts = [
        "{\r\n  // mine\r\n  \"hooks\": {\"PreToolUse\": [{\"matcher\":\"Bash\",\"hooks\":[{\"type\":\"command\",\"command\":\"x\"}]}]},\r\n}\r\n",
        "{\"model\":\"opus\"}",
        TEXT,
    ];
    for text in texts {
        let home = Home::new();
        home.write(SETTINGS, text);
        assert_eq!(home.run(&["setup"], b"").status, Some(0));
        assert_ne!(home.read(SETTINGS), text);
        assert_eq!(home.run(&["setup"], b"").status, Some(0));
        assert_eq!(home.run(&["uninstall"], b"").status, Some(0));
        assert_eq!(home.read(SETTINGS), text);
    }
}

#[test]
fn uninstall_keeps_what_was_changed_since() {
    let home = Home::new();
    home.write(SETTINGS, TEXT);
    assert_eq!(home.run(&["setup"], b"").status, Some(0));
    let changed = home.read(SETTINGS).replace("opus", "sonnet");
    home.write(SETTINGS, &changed);
    assert_eq!(home.run(&["uninstall"], b"").status, Some(0));
    let after = home.read(SETTINGS);
    assert!(after.contains("sonnet") && !after.contains("callgate"), "{after}");
}

#[test]
fn settings_that_are_read_only_are_left_alone() {
    let home = Home::new();
    home.write(SETTINGS, TEXT);
    fs::set_permissions(home.path(SETTINGS), fs::Permissions::from_mode(0o400)).unwrap();
    let ended = home.run(&["setup"], b"");
    assert_eq!(ended.status, Some(2));
    assert!(ended.stderr.contains("read-only"), "{ended:?}");
    assert_eq!(home.read(SETTINGS), TEXT);
}

#[test]
fn without_a_home_nobody_is_registered() {
    for subcommand in ["setup", "uninstall"] {
        // `--dry-run`: a test that fails shall not edit the settings of whoever runs it.
        let home = Home::new();
        let output = home.callgate(&[subcommand, "--dry-run"]).env_remove("HOME").output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("`HOME` is not set"));
    }
}
