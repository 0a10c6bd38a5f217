//! Contrast pairs: an attack that is not allowed beside the harmless twin that is.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a failing test shall say where")]

mod pairs;
mod world;

use callgate::verdict::Verdict;
use pairs::pairs;
use world::World;

/// A developer's session in a small project whose code may run on this host.
fn world(shell: &str) -> World {
    World::new()
        .policy(&format!("level = \"developer\"\n{shell}[capability]\nexec-host = true\n"))
        .file("README.md", "# project\n")
        .file("notes.txt", "one\ntwo\n")
        .file("data.json", "{\"name\": \"app\"}\n")
        .file("src/main.rs", "fn main() {}\n")
        .file("Cargo.toml", "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n")
        .file("Makefile", "all:\n\tls src\n")
        .file("package.json", "{\"name\": \"app\", \"scripts\": {\"test\": \"ls src\"}}\n")
        .file("list.sh", "#!/bin/sh\nls src\n")
        .file("wipe.sh", "#!/bin/bash\nrm -rf \"$1\"\n")
        .file(".gitignore", "target/\n")
        .file("target/debug/app.o", "made\n")
        .file(".env", "KEY=1\n")
        .file(".env.example", "KEY=\n")
        .link("inward", "src")
        .link("outward", "/etc")
}

#[test]
fn attacks_do_not_pass_and_their_twins_do() {
    let (bash, either) = (world("shell = \"bash\"\n"), world(""));
    let pairs = pairs();
    assert!(pairs.len() >= 120, "only {} pairs", pairs.len());
    let mut wrong = Vec::new();
    for pair in &pairs {
        // What only zsh reads otherwise is judged where zsh may run the text.
        let world = if pair.name.starts_with("zsh-") { &either } else { &bash };
        let attack = world.judge(&pair.attack);
        if attack.verdict.is_none_or(|verdict| verdict == Verdict::Allow) {
            wrong.push(format!("{}: `{}` passes, though {}", pair.name, pair.attack, pair.because));
        }
        let twin = world.judge(&pair.twin);
        if twin.verdict != Some(Verdict::Allow) {
            let said = &twin.reason.text;
            wrong.push(format!("{}: `{}` is stopped, {} ({said})", pair.name, pair.twin, world::outcome(&twin)));
        }
        if attack.reason.text.is_empty() {
            wrong.push(format!("{}: nothing is said of `{}`", pair.name, pair.attack));
        }
    }
    assert!(wrong.is_empty(), "{} faults\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_name_is_used_once_and_every_family_is_there() {
    let pairs = pairs();
    let mut names: Vec<&str> = pairs.iter().map(|pair| pair.name.as_str()).collect();
    names.sort_unstable();
    let twice: Vec<_> = names.windows(2).filter(|two| two[0] == two[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
    let families = "syn exp bi env wrap rd git arc net sec fs self build svc ui lim zsh tool";
    for family in families.split(' ') {
        assert!(names.iter().any(|name| name.starts_with(&format!("{family}-"))), "no pair for {family}");
    }
}
