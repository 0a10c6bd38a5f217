//! The command line as a process.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a failing test shall say where")]

mod support;

use support::Home;

#[test]
fn ac_06_what_is_mistyped_ends_in_2_and_never_in_the_hook() {
    let home = Home::new();
    let request = support::bash("ls", home.root()).to_string();
    let cases: [&[&str]; 14] = [
        &[],
        &["hok"],
        &["--hook"],
        &["-x"],
        &["hook", "--rol", "worker"],
        &["hook", "extra"],
        &["hook", "--harness", "other"],
        &["check"],
        &["check", "git", "status"],
        &["check", "--levle", "reader", "ls"],
        &["check", "--level", "god", "ls"],
        &["check", "--cwd", "/does/not/exist", "ls"],
        &["replay", "--format", "xml"],
        &["setup", "--dryrun"],
    ];
    for case in cases {
        let ended = home.run(case, request.as_bytes());
        assert_eq!((ended.status, ended.stdout.as_str()), (Some(2), ""), "{case:?} {ended:?}");
        assert!(ended.stderr.starts_with("callgate: "), "{case:?} {ended:?}");
    }
    let ended = home.run(&["check", "git", "status"], b"");
    assert!(ended.stderr.contains("hint: quote it, as in `callgate check 'git status && ls'`"), "{ended:?}");
}

#[test]
fn help_and_version_are_short_and_succeed() {
    let home = Home::new();
    let topics: [&[&str]; 8] = [
        &["--help"],
        &["-h"],
        &["hook", "--help"],
        &["check", "--help"],
        &["explain", "-h"],
        &["replay", "--help"],
        &["setup", "--help"],
        &["uninstall", "--help"],
    ];
    for topic in topics {
        let ended = home.run(topic, b"");
        assert_eq!((ended.status, ended.stderr.as_str()), (Some(0), ""), "{topic:?}");
        assert!(ended.stdout.starts_with("callgate ") && ended.stdout.lines().count() < 25, "{topic:?}");
        assert!(ended.stdout.lines().all(|line| line.chars().count() <= 100), "{topic:?}");
    }
    let ended = home.run(&["--version"], b"");
    assert_eq!(ended.stdout, concat!("callgate ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn ac_04_a_blank_command_has_nothing_to_check_and_is_no_approval() {
    let home = Home::new();
    for subcommand in ["check", "explain"] {
        let ended = home.run(&[subcommand, "   "], b"");
        assert_eq!(ended.status, Some(2), "{ended:?}");
        assert!(ended.stdout.contains("nothing to check"), "{ended:?}");
    }
}
