//! The table of modules, held against the sources: which module may use which, and who may touch the world.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a failing test shall say where")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The words that everything is said in.
const VOCABULARY: [&str; 4] = ["effect", "value", "verdict", "span"];

/// Module → the modules it may use, beside itself.
const MAY_USE: [(&str, &[&str]); 15] = [
    ("call", &[]),
    ("place", &[]),
    ("span", &[]),
    ("value", &["span"]),
    ("effect", &["span", "value"]),
    ("verdict", &["span", "effect", "value"]),
    ("shell", &["span"]),
    ("tools", &["effect", "value", "span"]),
    ("walk", &["shell", "tools", "place", "effect", "value", "span"]),
    ("authority", &["effect", "value", "span"]),
    // Rules are texts in shell syntax, and are read by its reader.
    ("policy", &["authority", "effect", "value", "verdict", "span", "place", "call", "shell"]),
    ("report", &["effect", "value", "verdict", "span"]),
    ("harness", &["call", "effect", "value", "verdict", "span", "report"]),
    ("replay", &["judge", "report", "harness", "call", "place", "policy", "effect", "value", "verdict", "span"]),
    ("setup", &["harness", "report"]),
];

/// Modules that may use any other.
const MEETING_PLACES: [&str; 4] = ["judge", "cli", "lib", "main"];

/// Files and directories that may touch files, environment, clock, stdio or processes.
const WORLDLY: [&str; 6] = ["place/", "policy/load", "setup/", "replay/", "cli/", "main.rs"];

fn sources() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut directories = vec![root()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned()
}

fn module(relative: &str) -> &str {
    relative.split('/').next().unwrap().trim_end_matches(".rs")
}

/// The code without comments and without the tests at its end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn is_test_file(relative: &str) -> bool {
    relative.ends_with("_tests.rs") || relative.ends_with("tests.rs") || relative == "report/sample.rs"
}

/// The crate's modules that a source names: after `crate::`, also in a braced `use crate::{…}`.
fn used(code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, matched) in code.match_indices("crate::") {
        let rest = code.get(at + matched.len()..).unwrap();
        let Some(list) = rest.strip_prefix('{') else {
            names.insert(first_name(rest));
            continue;
        };
        let mut depth = 0;
        let mut start = true;
        for (offset, character) in list.char_indices() {
            match character {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => start = true,
                blank if blank.is_whitespace() => {}
                _ => {
                    if start && depth == 0 {
                        names.insert(first_name(list.get(offset..).unwrap()));
                    }
                    start = false;
                }
            }
        }
    }
    names
}

fn first_name(text: &str) -> String {
    text.chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect()
}

#[test]
fn modules_use_only_what_the_table_allows() {
    let mut wrong = Vec::new();
    for path in sources() {
        let relative = relative(&path);
        let module = module(&relative);
        if MEETING_PLACES.contains(&module) || is_test_file(&relative) {
            continue;
        }
        let (_, allowed) = MAY_USE
            .iter()
            .find(|(name, _)| *name == module)
            .unwrap_or_else(|| panic!("`{module}` is missing in the table"));
        for name in used(&code(&path)) {
            if name != module && !allowed.contains(&name.as_str()) {
                wrong.push(format!("{relative} uses {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn only_the_edges_touch_the_world() {
    let worldly = [
        "std::fs",
        "std::env",
        "std::io",
        "std::time",
        "std::process",
        "std::os",
        "std::thread",
        "TcpStream",
        "UdpSocket",
        "ToSocketAddrs",
    ];
    let mut wrong = Vec::new();
    for path in sources() {
        let relative = relative(&path);
        if WORLDLY.iter().any(|prefix| relative.starts_with(prefix)) || is_test_file(&relative) {
            continue;
        }
        let code = code(&path);
        wrong.extend(worldly.iter().filter(|word| code.contains(*word)).map(|word| format!("{relative} names {word}")));
        if code.contains("use std::{") {
            wrong.push(format!("{relative} hides what it uses of std in a braced list"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_table_itself_has_no_circle() {
    let allowed =
        |name: &str| MAY_USE.iter().find(|(module, _)| *module == name).map_or(&[][..], |(_, allowed)| allowed);
    for (module, first) in MAY_USE {
        let mut reached: BTreeSet<&str> = first.iter().copied().collect();
        loop {
            let more: BTreeSet<&str> = reached.iter().flat_map(|name| allowed(name).iter().copied()).collect();
            if more.is_subset(&reached) {
                break;
            }
            reached.extend(more);
        }
        assert!(!reached.contains(module), "`{module}` reaches itself");
    }
}

#[test]
fn the_vocabulary_knows_no_stage() {
    for (module, allowed) in MAY_USE.iter().filter(|(module, _)| VOCABULARY.contains(module)) {
        assert!(allowed.iter().all(|name| VOCABULARY.contains(name)), "{module}");
    }
}

#[test]
fn names_are_found_in_every_form_of_use() {
    let names = used("use crate::a::b;\nuse crate::{c, d::{e, f}, g};\nlet x = crate::h::i();");
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["a", "c", "d", "g", "h"]);
}
