//! What of a worktree is kept elsewhere, on disks that git itself prepared. Without git there is nothing to ask.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a failing test shall say where"
)]

mod world;

mod prepared {
    use std::fs::{self, File};
    use std::path::Path;
    use std::process::Command;
    use std::time::{Duration, SystemTime};

    use callgate::place::{Copies, Keeping};

    use super::world::World;

    pub(super) const IGNORED: &str =
        "node_modules/\ndist/\n/generated/\n*.log\n.env\n*.csv\ndata/\n.idea/\n/cache/*\n!/cache/kept/\n";

    /// A project under git: `commit` holds the tracked files. None where git is not installed.
    pub(super) fn project(commit: &[&str]) -> Option<World> {
        let world = World::new().file(".gitignore", IGNORED);
        let world = commit.iter().fold(world, |world, path| world.file(path, "committed\n"));
        fs::remove_dir_all(world.project.join(".git")).unwrap();
        git(&world, &["init", "-q", "."])?;
        git(&world, &["config", "user.email", "dev@example.com"])?;
        git(&world, &["config", "user.name", "dev"])?;
        // git cannot tell a change in the moment in which it looks: the files are from before.
        for path in commit.iter().chain(&[".gitignore"]) {
            let file = File::options().write(true).open(world.project.join(path)).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(60)).unwrap();
        }
        git(&world, &["add", "-f", "-A"])?;
        git(&world, &["commit", "-q", "-m", "start"])?;
        Some(world)
    }

    pub(super) fn git(world: &World, arguments: &[&str]) -> Option<()> {
        let status = Command::new("git")
            .args(arguments)
            .current_dir(&world.project)
            .env("HOME", &world.home)
            .env_remove("XDG_CONFIG_HOME")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .status()
            .ok()?;
        assert!(status.success(), "git {arguments:?}");
        Some(())
    }

    pub(super) fn keeping(world: &World, path: &str) -> Keeping {
        Copies::default().of(&world.project.join(path), &world.place())
    }

    pub(super) fn change(world: &World, path: &str, text: &str) {
        let path = world.project.join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).unwrap();
        fs::write(path, text).unwrap();
    }
}

use callgate::place::Keeping;
use prepared::{change, git, keeping, project};

#[track_caller]
fn cases(world: &world::World, cases: &[(&str, Keeping)]) {
    for (path, want) in cases {
        assert_eq!(keeping(world, path), *want, "{path}");
    }
}

#[test]
fn ignored_build_output_is_made_again() {
    let Some(world) = project(&["src/a.rs"]) else { return };
    let world = world
        .file("node_modules/x/index.js", "")
        .file("packages/p/dist/o.js", "")
        .file("dist/app.db", "")
        .file("dist/.env", "")
        .file("generated/g.ts", "")
        .file("a.log", "")
        .file(".env", "TOKEN=\n")
        .file("rows.csv", "")
        .file("data/rows.txt", "")
        .file(".idea/x.xml", "")
        .file("cache/a", "")
        .file("cache/kept/a", "");
    cases(
        &world,
        &[
            ("node_modules", Keeping::Remade),
            ("node_modules/x", Keeping::Remade),
            ("packages/p/dist", Keeping::Remade),
            ("packages/p", Keeping::Remade),
            ("dist", Keeping::Remade),
            ("dist/app.db", Keeping::Nowhere),
            ("dist/.env", Keeping::Nowhere),
            ("generated", Keeping::Nowhere),
            ("generated/g.ts", Keeping::Nowhere),
            ("a.log", Keeping::Remade),
            (".env", Keeping::Nowhere),
            ("rows.csv", Keeping::Nowhere),
            ("data", Keeping::Nowhere),
            ("data/rows.txt", Keeping::Nowhere),
            (".idea", Keeping::Nowhere),
            ("cache/a", Keeping::Nowhere),
            ("cache/kept", Keeping::Nowhere),
            ("target", Keeping::Absent),
        ],
    );
}

#[test]
fn an_ignored_directory_with_precious_files_in_it_is_kept_nowhere() {
    for precious in
        ["generated/app.sqlite", "generated/key.pem", "generated/.env", "generated/data/x", "generated/r/.git/HEAD"]
    {
        let Some(world) = project(&["src/a.rs"]) else { return };
        let world = world.file("generated/g.ts", "").file(precious, "");
        assert_eq!(keeping(&world, "generated"), Keeping::Nowhere, "{precious}");
    }
}

#[test]
fn a_clean_tracked_file_is_committed_and_any_change_ends_that() {
    let Some(world) = project(&["src/a.rs", "src/b.rs", "src/c.rs", "lib/a.rs", "dist/forced.js", "mode.sh"]) else {
        return;
    };
    change(&world, "src/b.rs", "changed!!\n");
    change(&world, "src/c.rs", "changed by more\n");
    change(&world, "new.rs", "");
    let script = world.project.join("mode.sh");
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    cases(
        &world,
        &[
            ("src/a.rs", Keeping::Committed),
            ("src/b.rs", Keeping::Nowhere),
            ("src/c.rs", Keeping::Nowhere),
            ("src", Keeping::Nowhere),
            ("lib", Keeping::Committed),
            ("new.rs", Keeping::Nowhere),
            ("mode.sh", Keeping::Nowhere),
            ("dist", Keeping::Committed),
            ("dist/forced.js", Keeping::Committed),
            ("dist/absent.js", Keeping::Remade),
            ("", Keeping::Nowhere),
            (".git", Keeping::Nowhere),
            (".git/config", Keeping::Nowhere),
            (".GIT/config", Keeping::Nowhere),
            ("../other", Keeping::Nowhere),
        ],
    );
    change(&world, "dist/forced.js", "changed\n");
    cases(&world, &[("dist", Keeping::Nowhere), ("dist/forced.js", Keeping::Nowhere)]);
    change(&world, "lib/untracked.rs", "");
    assert_eq!(keeping(&world, "lib"), Keeping::Nowhere);
}

#[test]
fn every_version_of_the_index_is_read() {
    for version in ["2", "3", "4"] {
        let Some(world) = project(&["src/a.rs", "src/a/b.rs", "src/ab.rs", "z"]) else { return };
        git(&world, &["update-index", "--index-version", version]);
        for path in ["src/a.rs", "src/a/b.rs", "src/ab.rs", "z", "src/a", "src"] {
            assert_eq!(keeping(&world, path), Keeping::Committed, "{path} in version {version}");
        }
    }
}

#[test]
fn entries_that_say_nothing_of_the_disk_do_not_count() {
    for arguments in [
        &["update-index", "--assume-unchanged", "src/a.rs"][..],
        &["update-index", "--skip-worktree", "src/a.rs"],
        &["rm", "-q", "--cached", "src/a.rs"],
        &["update-index", "--split-index"],
        &["config", "core.worktree", ".."],
    ] {
        let Some(world) = project(&["src/a.rs"]) else { return };
        assert_eq!(keeping(&world, "src/a.rs"), Keeping::Committed);
        git(&world, arguments);
        assert_eq!(keeping(&world, "src/a.rs"), Keeping::Nowhere, "{arguments:?}");
    }
}

#[test]
fn a_file_that_changed_when_the_index_was_written_may_differ() {
    let Some(world) = project(&["src/a.rs"]) else { return };
    let modified = std::fs::metadata(world.project.join("src/a.rs")).and_then(|metadata| metadata.modified());
    let index = std::fs::File::options().write(true).open(world.project.join(".git/index"));
    index.unwrap().set_modified(modified.unwrap()).unwrap();
    assert_eq!(keeping(&world, "src/a.rs"), Keeping::Nowhere);
}

#[test]
fn a_file_only_meant_to_be_added_is_kept_nowhere() {
    let Some(world) = project(&["src/a.rs"]) else { return };
    change(&world, "new.rs", "new\n");
    git(&world, &["add", "-N", "new.rs"]);
    assert_eq!(keeping(&world, "new.rs"), Keeping::Nowhere);
}

#[test]
fn an_index_that_cannot_be_read_keeps_nothing() {
    let Some(world) = project(&["src/a.rs"]) else { return };
    let world = world.file("dist/o.js", "");
    let index = world.project.join(".git/index");
    let whole = std::fs::read(&index).unwrap();
    for length in [0, 11, 40, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&index, &whole[..length]).unwrap();
        cases(&world, &[("src/a.rs", Keeping::Nowhere), ("dist", Keeping::Nowhere)]);
    }
    std::fs::remove_file(&index).unwrap();
    cases(&world, &[("src/a.rs", Keeping::Nowhere), ("dist", Keeping::Nowhere)]);
}

#[test]
fn links_and_repositories_in_between_keep_nothing() {
    let Some(world) = project(&["src/a.rs"]) else { return };
    let world = world
        .link("dist", "src")
        .link("to", "src")
        .file("sub/.git", "gitdir: ../.git/modules/sub\n")
        .file("sub/dist/o.js", "")
        .file("sub/a.rs", "");
    cases(
        &world,
        &[
            ("dist", Keeping::Nowhere),
            ("to", Keeping::Nowhere),
            ("to/a.rs", Keeping::Nowhere),
            ("sub", Keeping::Nowhere),
            ("sub/dist", Keeping::Nowhere),
            ("sub/a.rs", Keeping::Nowhere),
        ],
    );
}

#[test]
fn a_tracked_link_is_kept_nowhere() {
    let Some(world) = project(&["src/a.rs"]) else { return };
    let world = world.link("lib", "src");
    git(&world, &["add", "lib"]);
    assert_eq!(keeping(&world, "lib"), Keeping::Nowhere);
}

#[test]
fn the_person_s_own_patterns_count_where_git_looks_for_them() {
    let Some(world) = project(&["src/a.rs"]) else { return };
    let world = world.home_file(".config/git/ignore", "build/\n").file("build/o", "");
    assert_eq!(keeping(&world, "build"), Keeping::Remade);
    let world = world.home_file(".gitconfig", "[core]\n\texcludesFile = ~/other\n");
    assert_eq!(keeping(&world, "build"), Keeping::Nowhere);
}

#[test]
fn a_worktree_beside_the_first_has_its_own_index() {
    let Some(world) = project(&["src/a.rs"]) else { return };
    git(&world, &["worktree", "add", "-q", "../beside"]);
    let beside = world.home.join("beside");
    let place = callgate::place::Place::look(Some(&beside), &world.home, None);
    assert_eq!(place.worktree, beside);
    std::fs::create_dir_all(beside.join("dist")).unwrap();
    let mut copies = callgate::place::Copies::default();
    assert_eq!(copies.of(&beside.join("dist"), &place), Keeping::Remade);
    assert_eq!(copies.of(&world.project.join("src/a.rs"), &place), Keeping::Nowhere);
}

#[test]
fn what_is_ignored_for_not_being_listed_is_kept_nowhere() {
    let Some(world) = project(&["src/a.rs"]) else { return };
    let world = world.file("essay/one.txt", "").file("dist/o.js", "").file("essay/x.log", "");
    for list in ["*\n!/src/\n", "/*\n!/src/\n", "**\n", "/**\n", "**/*\n"] {
        change(&world, ".gitignore", list);
        cases(&world, &[("essay", Keeping::Nowhere), ("essay/one.txt", Keeping::Nowhere), ("dist", Keeping::Remade)]);
    }
    // Whoever can write the list could have anything ignored first and delete it then.
    change(&world, ".gitignore", "essay\n");
    assert_eq!(keeping(&world, "essay"), Keeping::Nowhere);
}

#[test]
fn a_home_under_git_keeps_nothing() {
    let Some(world) = project(&["src/a.rs"]) else { return };
    let world = world.file("dist/o.js", "");
    let place = callgate::place::Place::look(Some(&world.project), &world.project, None);
    assert_eq!(callgate::place::Copies::default().of(&world.project.join("dist"), &place), Keeping::Nowhere);
}

#[test]
fn a_tree_too_large_to_look_through_is_kept_nowhere() {
    let Some(world) = project(&["src/a.rs"]) else { return };
    let world = world.file("few/1.log", "");
    assert_eq!(keeping(&world, "few"), Keeping::Remade);
    let large = (0..1_600).fold(world, |world, number| world.file(&format!("logs/{number}.log"), ""));
    assert_eq!(keeping(&large, "logs"), Keeping::Nowhere);
}

#[test]
fn effects_lose_only_what_nothing_keeps() {
    let Some(world) = project(&["src/a.rs", "src/b.rs", "lib/a.rs"]) else { return };
    change(&world, "src/b.rs", "changed by more\n");
    let world = world.file("notes/n.md", "").file("dist/o.js", "").file("node_modules/x/i.js", "");
    let lost =
        |text: &str| world.effects(text).iter().any(|effect| effect.ends_with("(lost)") || effect.contains("(lost) "));
    for text in [
        "rm src/a.rs",
        "rm -rf lib",
        "rm -rf dist node_modules",
        "rm -rf dist/*",
        "cd dist && rm -rf ../node_modules",
        "for d in dist node_modules; do rm -rf \"$d\"; done",
        "find dist -delete",
        "find dist -type f -exec rm {} +",
        "> src/a.rs",
        ": > src/a.rs",
        "truncate -s 0 src/a.rs",
        "mv dist /tmp/x",
        "cargo build; rm -rf dist",
        "git stash pop; rm -rf dist",
        "ls > out.txt; cat out.txt; rm out.txt",
        "mkdir -p new/x && touch new/x/y && rm -r new",
        "cp notes/n.md copy.md && rm copy.md",
        "sed -i s/a/b/ src/a.rs && rm -rf dist",
    ] {
        assert!(!lost(text), "{text}: {:?}", world.effects(text));
    }
    for text in [
        "rm src/b.rs",
        "rm -rf src",
        "rm -rf notes",
        "rm -rf dist notes",
        "rm -rf *",
        "rm -rf .",
        "rm absent.txt",
        "> src/b.rs",
        "truncate -s 0 src/b.rs",
        "mv notes /tmp/x",
        "git rm src/a.rs",
        "git rm -r lib",
        "find -L dist -delete",
        // The call itself brings there what is then lost, or changes what git's copy is told by.
        "mv notes/n.md dist && rm -rf dist",
        "git mv src/b.rs dist/b.rs && rm -rf dist",
        "mv notes/n.md out.txt && rm out.txt",
        "gzip notes/n.md && rm notes/n.md.gz",
        "ls > notes/n.md; rm notes/n.md",
        "git stash pop; rm src/a.rs",
        "git checkout other && rm src/a.rs",
        "git rm --cached src/a.rs && rm src/a.rs",
        "cargo fmt; rm src/a.rs",
        "some-tool notes dist; rm -rf dist",
        "python3 -c 'move()'; rm -rf dist",
        "for i in 1 2; do rm -rf dist; mv notes/n.md dist; done",
        "ln -s notes dist2; rm -rf dist2/x",
    ] {
        assert!(lost(text), "{text}: {:?}", world.effects(text));
    }
}

#[test]
fn deleting_build_output_passes_and_deleting_work_asks() {
    let Some(world) = project(&["src/a.rs"]) else { return };
    let world = world.file("notes/n.md", "").file("dist/o.js", "").file("dist/app.db", "").file(".env", "A=\n");
    for (text, want) in [
        ("rm -rf dist", "allow"),
        ("rm -rf dist/o.js", "allow"),
        ("rm src/a.rs", "allow"),
        ("rm -rf notes", "soft"),
        ("rm dist/app.db", "soft"),
        ("rm .env", "soft"),
        ("rm -rf dist notes", "soft"),
    ] {
        let outcome = world.outcome(text);
        assert!(outcome.starts_with(want), "{text}: {outcome}");
    }
}
