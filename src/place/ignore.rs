//! Which paths git ignores.
//!
//! Source: gitignore(5) and dir.c of git 2.47. Names are compared as they are spelled, whatever the disk does.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::wildmatch::Pattern;

/// Bytes of one file of patterns that are read.
const BYTES: u64 = 256 << 10;

/// The patterns that count in a worktree, read as paths are asked about.
#[derive(Debug)]
pub(super) struct Ignores {
    root: PathBuf,
    /// Patterns of the person and of this clone, weakest first; `None` where one could not be read.
    common: Option<Vec<Rule>>,
    /// Patterns of `.gitignore` files by their directory below the root.
    seen: HashMap<PathBuf, Option<Vec<Rule>>>,
}

/// One line of patterns.
#[derive(Debug, Clone)]
struct Rule {
    negated: bool,
    directories: bool,
    form: Form,
}

#[derive(Debug, Clone)]
enum Form {
    /// A name at any depth.
    Name(Pattern),
    /// A path from the directory of the file on: this text, then what the pattern matches.
    Path(Vec<u8>, Pattern),
}

/// Why a path is ignored.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ignored<'a> {
    /// The topmost directory, or else the path itself, that a pattern matches.
    pub(super) top: &'a Path,
}

impl Ignores {
    /// The patterns of the worktree at `root`; `common` are the files that hold for all of it, weakest first.
    pub(super) fn new(root: &Path, common: &[PathBuf]) -> Self {
        let common = common.iter().map(|file| read(file)).collect::<Option<Vec<_>>>().map(|rules| rules.concat());
        Self { root: root.to_path_buf(), common, seen: HashMap::new() }
    }

    /// By what git ignores `path` (below the root); none where it does not, or where a file of patterns cannot be read.
    pub(super) fn ignored_by<'a>(&mut self, path: &'a Path, is_directory: bool) -> Option<Ignored<'a>> {
        let mut ancestors: Vec<&Path> = path.ancestors().filter(|part| !part.as_os_str().is_empty()).collect();
        ancestors.reverse();
        for part in ancestors {
            if let Some(rule) = self.matches(part, part != path || is_directory)?
                && !rule.negated
            {
                return Some(Ignored { top: part });
            }
        }
        None
    }

    /// The last pattern that matches this path, nothing above which is ignored.
    fn matches(&mut self, path: &Path, is_directory: bool) -> Option<Option<Rule>> {
        let name = path.file_name()?.as_bytes();
        for directory in path.ancestors().skip(1) {
            let below = path.strip_prefix(directory).ok()?.as_os_str();
            let root = &self.root;
            let rules = self
                .seen
                .entry(directory.to_path_buf())
                .or_insert_with(|| read(&root.join(directory).join(".gitignore")))
                .as_ref()?;
            if let Some(rule) = last(rules, below, name, is_directory) {
                return Some(Some(rule.clone()));
            }
        }
        Some(last(self.common.as_ref()?, path.as_os_str(), name, is_directory).cloned())
    }
}

fn last<'a>(rules: &'a [Rule], path: &OsStr, name: &[u8], is_directory: bool) -> Option<&'a Rule> {
    rules.iter().rev().find(|rule| {
        (is_directory || !rule.directories)
            && match &rule.form {
                Form::Name(pattern) => pattern.matches(name),
                Form::Path(literal, pattern) => {
                    path.as_bytes().strip_prefix(literal.as_slice()).is_some_and(|rest| pattern.matches(rest))
                }
            }
    })
}

/// The patterns of a file: none where it is missing; no answer where it is there and cannot be read, or is a link.
fn read(file: &Path) -> Option<Vec<Rule>> {
    match std::fs::symlink_metadata(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Some(Vec::new()),
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => return Some(Vec::new()),
        Ok(metadata) if metadata.is_file() && metadata.len() <= BYTES => {}
        Ok(_) | Err(_) => return None,
    }
    let text = std::fs::read(file).ok()?;
    Some(rules(text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text)))
}

fn rules(text: &[u8]) -> Vec<Rule> {
    text.split(|byte| *byte == b'\n')
        .filter(|line| !line.starts_with(b"#"))
        .filter_map(|line| rule(without_trailing_spaces(line.strip_suffix(b"\r").unwrap_or(line))))
        .collect()
}

fn rule(line: &[u8]) -> Option<Rule> {
    let (negated, line) = line.strip_prefix(b"!").map_or((false, line), |line| (true, line));
    let (directories, line) = line.strip_suffix(b"/").map_or((false, line), |line| (true, line));
    if line.is_empty() {
        return None;
    }
    let form = if line.contains(&b'/') {
        let line = line.strip_prefix(b"/").unwrap_or(line);
        // git compares the text before the first special character on its own, so that stars behind it stand at a beginning.
        let special = line.iter().position(|byte| b"*?[\\".contains(byte)).unwrap_or(line.len());
        let (literal, pattern) = line.split_at_checked(special)?;
        Form::Path(literal.to_vec(), Pattern::new(pattern))
    } else {
        Form::Name(Pattern::new(line))
    };
    Some(Rule { negated, directories, form })
}

/// Spaces at the end do not count, unless a backslash stands before them.
fn without_trailing_spaces(line: &[u8]) -> &[u8] {
    let mut end = 0;
    let mut escaped = false;
    for (at, byte) in line.iter().enumerate() {
        if escaped || *byte != b' ' {
            end = at + 1;
        }
        escaped = !escaped && *byte == b'\\';
    }
    line.get(..end).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ignored(text: &str, path: &str, is_directory: bool) -> bool {
        let mut ignores = Ignores::new(Path::new("/dev/null/nowhere"), &[]);
        ignores.common = Some(rules(text.as_bytes()));
        ignores.ignored_by(Path::new(path), is_directory).is_some()
    }

    #[test]
    fn braces_and_case_are_letters_like_others() {
        assert!(!ignored("*.{js,ts}\n", "a.js", false));
        assert!(ignored("*.{js,ts}\n", "a.{js,ts}", false));
        assert!(!ignored("Dist/\n", "dist", true));
    }

    #[test]
    fn a_slash_at_the_end_asks_for_a_directory() {
        assert!(ignored("dist/\n", "dist", true));
        assert!(!ignored("dist/\n", "dist", false));
        assert!(ignored("dist/\n", "packages/dist/a.js", false));
    }

    #[test]
    fn what_is_not_well_formed_ignores_nothing() {
        for text in ["[a\n", "[[:none:]]\n", "a\\\n", "!\n", "/\n", "   \n"] {
            assert!(!ignored(text, "a", true), "{text}");
        }
    }
}
