//! Patterns against git itself: each list of patterns, each path, the same answer.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a failing test shall say where")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::ignore::Ignores;

/// Paths that are asked about; those that end in a slash are directories.
const PATHS: &[&str] = &[
    "a",
    "b.log",
    "keep.log",
    "a b",
    "trail ",
    "#x",
    "!x",
    "[x]",
    "x",
    "y",
    "-",
    "a.{js,ts}",
    "a.js",
    "A.JS",
    "star*",
    "back\\s",
    "dist/",
    "dist/a.js",
    "dist/keep/",
    "dist/keep/b.log",
    "src/",
    "src/dist/",
    "src/dist/c",
    "src/b.log",
    "src/keep.log",
    "src/deep/",
    "src/deep/er/",
    "src/deep/er/x",
    "src/deep/er/b.log",
    "foo/",
    "foo/bar/",
    "foo/bar/baz",
    "foo/x/",
    "foo/x/bar/",
    "foo/x/bar/baz",
    "foox/",
    "foox/bar",
    "build",
    "src/build/",
    "src/build/o",
    "é",
    "tmp1",
    "tmp2/",
    "tmp2/f",
    "tmpz",
];

/// Lists of patterns, one file each.
const LISTS: &[&str] = &[
    "dist/\n",
    "dist\n",
    "/dist\n",
    "/dist/\n",
    "dist/*\n!dist/keep/\n",
    "dist/\n!dist/keep/\n",
    "*.log\n!keep.log\n",
    "!keep.log\n*.log\n",
    "src/*.log\n",
    "/*.log\n",
    "**/b.log\n",
    "src/**/b.log\n",
    "src/**\n",
    "src/**\n!src/deep\n",
    "**\n",
    "*\n!*/\n!*.js\n",
    "foo/**/bar\n",
    "foo/**/baz\n",
    "foo**/bar\n",
    "foo/**bar\n",
    "**foo\n",
    "**/foo\n",
    "f**o\n",
    "foo/*/bar\n",
    "foo/?/bar\n",
    "fo?\n",
    "foo?bar\n",
    "foo[/]bar\n",
    "[ab]\n",
    "[!ab]\n",
    "[^ab]\n",
    "[a-c]\n",
    "[]-a]\n",
    "[]x]\n",
    "[[]x]\n",
    "\\[x]\n",
    "[x\n",
    "[x-]\n",
    "[--0]\n",
    "[\\-]\n",
    "tmp[0-9]\n",
    "tmp[[:digit:]]\n",
    "tmp[![:digit:]]\n",
    "tmp[[:nope:]]\n",
    "tmp[[:digit:]/\n",
    "tmp[0-9]/\n",
    "*.{js,ts}\n",
    "a.js\n",
    "a.JS\n",
    "\\#x\n",
    "#x\n",
    "\\!x\n",
    "!x\n",
    "a b\n",
    "a\\ b\n",
    "trail \n",
    "trail\\ \n",
    "x   \n",
    "x\r\n",
    "x\t\n",
    "star\\*\n",
    "back\\s\n",
    "back\\\\s\n",
    "back\\\n",
    "/\n",
    "//\n",
    "build//\n",
    "\n\n  \n",
    "\u{feff}x\n",
    "x",
    "é\n",
    "?\n",
    "??\n",
    "src/deep/\n",
    "deep/er\n",
    "deep\n",
    "/deep\n",
    "er/\n",
    "src/deep/er\n",
    "*/\n",
    "/*/\n",
    "*/*\n",
    "*/*/*\n",
    "/**/x\n",
    "src/**/\n",
    "**/deep/**\n",
    "**/**/x\n",
    "a**\n",
    "**a\n",
    "*o*\n",
    "s*/d*\n",
    "s*/**/x\n",
    "foo/**\\/baz\n",
    "src//deep\n",
    "./x\n",
    "src/./deep\n",
    "dist/**\n!dist/**/\n!dist/keep/b.log\n",
    "*\n!src\n!src/deep/\n",
    "src/deep/er/x\n!x\n",
    "!dist\ndist\n",
    "dist\n!dist\n",
    "f*r\n",
    "foo*/bar\n",
    "fo[o]/bar\n",
    "f[a-z]o/**\n",
];

/// Lists for `.gitignore` at the top, in `src` and in `src/deep`, and for `.git/info/exclude`.
const NESTED: &[[&str; 4]] = &[
    ["*.log\n", "!b.log\n", "", ""],
    ["", "/deep\n", "", ""],
    ["", "deep/er\n", "!er\n", ""],
    ["src/\n", "!*\n", "", ""],
    ["", "", "/er/\n", "x\n"],
    ["!x\n", "", "", "x\n"],
    ["", "*\n", "!*\n", ""],
    ["*\n", "", "", "!*\n"],
    ["/src/*\n!/src/deep/\n", "", "b.log\n", ""],
    ["", "dist\n!dist/\n", "", "dist/\n"],
];

struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// git in a place of its own; none where it is not installed.
fn git(root: &Path, arguments: &[&str], input: &str) -> Option<Vec<u8>> {
    let mut child = Command::new("git")
        .args(arguments)
        .current_dir(root)
        .env("HOME", root.join("nobody"))
        .env_remove("XDG_CONFIG_HOME")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Some(child.wait_with_output().unwrap().stdout)
}

fn worktree(name: &str) -> Option<Scratch> {
    let root = std::env::temp_dir().join(format!("callgate-ignores-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).unwrap();
    let scratch = Scratch(fs::canonicalize(&root).unwrap());
    git(&scratch.0, &["init", "-q", "."], "")?;
    for path in PATHS {
        let path_on_disk = scratch.0.join(path);
        if path.ends_with('/') {
            fs::create_dir_all(path_on_disk).unwrap();
        } else {
            fs::create_dir_all(path_on_disk.parent().unwrap()).unwrap();
            fs::write(path_on_disk, "").unwrap();
        }
    }
    Some(scratch)
}

fn by_git(root: &Path) -> BTreeSet<String> {
    let paths: String = PATHS.iter().map(|path| format!("{}\0", path.trim_end_matches('/'))).collect();
    let out = git(root, &["check-ignore", "-z", "--stdin", "--no-index"], &paths).unwrap();
    out.split(|byte| *byte == 0)
        .filter(|path| !path.is_empty())
        .map(|path| String::from_utf8_lossy(path).into_owned())
        .collect()
}

fn by_us(root: &Path) -> BTreeSet<String> {
    let mut ignores = Ignores::new(root, &[root.join(".git/info/exclude")]);
    PATHS
        .iter()
        .filter(|path| {
            let plain = Path::new(path.trim_end_matches('/'));
            ignores.ignored_by(plain, path.ends_with('/')).is_some()
        })
        .map(|path| path.trim_end_matches('/').to_owned())
        .collect()
}

#[test]
fn every_list_of_patterns_ignores_what_git_ignores() {
    let Some(scratch) = worktree("lists") else { return };
    let mut wrong = Vec::new();
    for first in LISTS {
        for second in ["", "!src/\n", "b.log\n", "!*.log\n"] {
            let list = format!("{first}{}{second}", if first.ends_with('\n') { "" } else { "\n" });
            let list = if second.is_empty() { (*first).to_owned() } else { list };
            fs::write(scratch.0.join(".gitignore"), &list).unwrap();
            let (git, us) = (by_git(&scratch.0), by_us(&scratch.0));
            if git != us {
                let more: Vec<_> = us.difference(&git).collect();
                let less: Vec<_> = git.difference(&us).collect();
                wrong.push(format!("{list:?}: more {more:?}, less {less:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn lists_in_several_directories_are_weighed_as_git_weighs_them() {
    let Some(scratch) = worktree("nested") else { return };
    let files = [".gitignore", "src/.gitignore", "src/deep/.gitignore", ".git/info/exclude"];
    for lists in NESTED {
        for (file, list) in files.iter().zip(lists) {
            fs::write(scratch.0.join(file), list).unwrap();
        }
        assert_eq!(by_us(&scratch.0), by_git(&scratch.0), "{lists:?}");
    }
}

/// Lists put together from pieces of patterns and of the paths, the same ones on every run.
fn put_together(count: usize) -> Vec<String> {
    const PIECES: &[&str] = &[
        "*",
        "**",
        "?",
        "/",
        "/**/",
        "/*/",
        "[a-f]",
        "[!a-f]",
        "[^/]",
        "[[:alpha:]]",
        "[x]",
        "\\",
        "foo",
        "bar",
        "baz",
        "x",
        "src",
        "deep",
        "er",
        "dist",
        "keep",
        "b.log",
        "o",
        "f",
        ".",
        "-",
        "build",
        "a",
        "tmp",
        "1",
    ];
    let mut state = 0x2545_f491_u32;
    let mut pick = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        usize::try_from(state).unwrap() % limit
    };
    let mut line = || {
        let body: String = (0..=pick(5)).map(|_| PIECES[pick(PIECES.len())]).collect();
        let (front, back) = (if pick(4) == 0 { "!" } else { "" }, if pick(4) == 0 { "/" } else { "" });
        format!("{front}{body}{back}\n")
    };
    (0..count).map(|_| format!("{}{}{}", line(), line(), line())).collect()
}

#[test]
fn lists_put_together_ignore_what_git_ignores() {
    let Some(scratch) = worktree("together") else { return };
    let mut told_apart = 0;
    for list in put_together(400) {
        fs::write(scratch.0.join(".gitignore"), &list).unwrap();
        let (git, us) = (by_git(&scratch.0), by_us(&scratch.0));
        assert_eq!(us, git, "{list:?}");
        told_apart += usize::from(!git.is_empty() && git.len() < PATHS.len());
    }
    assert!(told_apart > 100, "{told_apart} lists tell paths apart");
}
