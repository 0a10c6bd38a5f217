//! What the README says is so: its policies parse, its paths exist.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a failing test shall say where")]

mod support;

use std::path::Path;

use support::Home;

const README: &str = include_str!("../README.md");

#[test]
fn every_policy_in_it_is_read_without_a_complaint() {
    let blocks: Vec<&str> = README.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let home = Home::new();
        home.write(".config/callgate/policy.toml", block);
        let ended = home.run(&["explain", "echo hi"], b"");
        assert_eq!((ended.status, ended.stderr.as_str()), (Some(0), ""), "{block}");
        // What a file says in vain is told in a note.
        assert!(!ended.stdout.contains("Note:"), "{ended:?}");
    }
}

#[test]
fn every_path_in_its_table_exists() {
    let rows = README.lines().filter(|line| line.starts_with('|'));
    let paths: Vec<&str> = rows
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .filter(|text| ["src/", "hooks/", "tests/", "fixtures/"].iter().any(|top| text.starts_with(top)))
        .collect();
    assert!(paths.len() >= 8, "{paths:?}");
    for path in paths {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists(), "{path}");
    }
}
