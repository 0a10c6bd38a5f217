//! Patterns of paths in rules, in the manner of `.gitignore`.

use std::path::{Path, PathBuf};

use super::shape::at_or_below;

/// Where the pattern begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Anchor {
    /// `//x`: the root of the file system.
    Root,
    /// `~/x`: the home directory.
    Home,
    /// `/x`: where the rule comes from.
    Source,
    /// `x/y`, `./x`: the working directory.
    Here,
    /// `x`: any directory.
    Anywhere,
}

/// A path pattern, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PathPattern {
    anchor: Anchor,
    rest: String,
}

/// The directories that anchors mean.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Anchors<'a> {
    /// The home directory.
    pub(crate) home: &'a Path,
    /// Where the rule comes from.
    pub(crate) source: &'a Path,
    /// The working directory, where it is known.
    pub(crate) here: Option<&'a Path>,
}

impl PathPattern {
    /// Reads a pattern. `x`, without a slash but at its end, means any depth.
    pub(crate) fn new(text: &str) -> Self {
        let (anchor, rest) = if let Some(rest) = text.strip_prefix("//") {
            (Anchor::Root, rest)
        } else if let Some(rest) = text.strip_prefix("~/") {
            (Anchor::Home, rest)
        } else if let Some(rest) = text.strip_prefix('/') {
            (Anchor::Source, rest)
        } else if let Some(rest) = text.strip_prefix("./") {
            (Anchor::Here, rest)
        } else if let Some(rest) = text.strip_prefix("**/") {
            (Anchor::Anywhere, rest)
        } else if text.trim_end_matches('/').contains('/') {
            (Anchor::Here, text)
        } else {
            (Anchor::Anywhere, text)
        };
        Self { anchor, rest: rest.trim_end_matches('/').to_owned() }
    }

    /// Whether the path, or a directory above it, has this shape. Strict: below its anchor only.
    pub(crate) fn allows(&self, path: &Path, anchors: Anchors<'_>) -> bool {
        match self.anchor {
            Anchor::Anywhere => anchors.here.is_some_and(|here| self.below(here, path, true)),
            Anchor::Root => self.below(Path::new("/"), path, false),
            Anchor::Home => self.below(anchors.home, path, false),
            Anchor::Source => self.below(anchors.source, path, false),
            Anchor::Here => anchors.here.is_some_and(|here| self.below(here, path, false)),
        }
    }

    /// As [`Self::allows`], but wherever the pattern may be meant to begin, and in any letter case.
    pub(crate) fn denies(&self, path: &Path, anchors: Anchors<'_>) -> bool {
        let folded = fold(path);
        let pattern = Self { anchor: self.anchor, rest: self.rest.to_ascii_lowercase() };
        let below = |base: &Path, any_depth| pattern.below(&fold(base), &folded, any_depth);
        match self.anchor {
            Anchor::Anywhere => below(Path::new("/"), true),
            Anchor::Root => below(Path::new("/"), false),
            Anchor::Home => below(anchors.home, false),
            Anchor::Source => below(anchors.source, false) || below(Path::new("/"), false),
            Anchor::Here => {
                // `src/**` in a denial means a directory of that name at any depth.
                let one_directory = self.rest.strip_suffix("/**").is_some_and(|directory| !directory.contains('/'));
                below(anchors.source, false)
                    || anchors.here.is_some_and(|here| below(here, false))
                    || one_directory && below(Path::new("/"), true)
            }
        }
    }

    /// Whether what the pattern names by letters lies at or below this directory, so that removing it removes that.
    pub(crate) fn lies_below(&self, directory: &Path, anchors: Anchors<'_>) -> bool {
        let base = match self.anchor {
            Anchor::Anywhere => return false,
            Anchor::Root => Path::new("/"),
            Anchor::Home => anchors.home,
            Anchor::Source => anchors.source,
            Anchor::Here => match anchors.here {
                Some(here) => here,
                None => return false,
            },
        };
        let mut named = base.to_path_buf();
        for component in self.rest.split('/').take_while(|component| !component.contains(['*', '?', '['])) {
            named.push(component);
        }
        named.starts_with(directory)
    }

    /// Whether the pattern spells this path out, or a directory that holds it.
    pub(crate) fn is_literal(&self) -> bool {
        !self.rest.contains(['*', '?', '['])
    }

    fn below(&self, base: &Path, path: &Path, any_depth: bool) -> bool {
        let Ok(relative) = path.strip_prefix(base) else { return false };
        // The literal beginning decides most paths without looking at components.
        if !any_depth {
            let literal = self.rest.split(['*', '?', '[']).next().unwrap_or_default();
            let relative = relative.to_string_lossy();
            let whole = literal.len() == self.rest.len();
            if whole {
                return at_or_below(&relative, literal);
            }
            if !relative.starts_with(literal) && !literal.starts_with(&*relative) {
                return false;
            }
        }
        let components: Vec<_> =
            relative.components().map(|component| component.as_os_str().to_string_lossy()).collect();
        let pattern: Vec<&str> = self.rest.split('/').collect();
        let starts = if any_depth { components.len() } else { 1 };
        (0..starts.max(1)).any(|start| {
            let rest = components.get(start..).unwrap_or_default();
            components_match(&pattern, rest)
        })
    }
}

/// Whether the components, or the first few of them, have the pattern's shape: what lies in a matching directory matches.
fn components_match(pattern: &[&str], components: &[std::borrow::Cow<'_, str>]) -> bool {
    // `row[i]`: the pattern read so far takes exactly the first `i` components.
    let mut row = vec![false; components.len() + 1];
    if let Some(first) = row.first_mut() {
        *first = true;
    }
    for part in pattern {
        let mut next = vec![false; row.len()];
        let mut open = false;
        for (index, cell) in next.iter_mut().enumerate() {
            if *part == "**" {
                open = open || row.get(index).copied().unwrap_or(false);
                *cell = open;
            } else if let Some(before) = index.checked_sub(1) {
                *cell = row.get(before).copied().unwrap_or(false)
                    && components.get(before).is_some_and(|component| component_matches(part, component));
            }
        }
        row = next;
    }
    let everything = pattern.last() == Some(&"**") || row.len() == 1;
    // A pattern that takes no component at all names the base itself, which only `**` does.
    row.iter().enumerate().any(|(taken, reached)| *reached && (taken > 0 || everything))
}

/// One component against one component: `*`, `?`, `[…]`.
fn component_matches(pattern: &str, text: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    let (mut at_pattern, mut at_text) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while let Some(&character) = text.get(at_text) {
        let step = match pattern.get(at_pattern) {
            Some('*') => {
                back = Some((at_pattern + 1, at_text));
                at_pattern += 1;
                continue;
            }
            Some('?') => Some(1),
            Some('[') => class(pattern.get(at_pattern..).unwrap_or_default(), character),
            Some(wanted) => (*wanted == character).then_some(1),
            None => None,
        };
        match (step, back) {
            (Some(length), _) => {
                at_pattern += length;
                at_text += 1;
            }
            (None, Some((after, from))) => {
                at_pattern = after;
                at_text = from + 1;
                back = Some((after, from + 1));
            }
            (None, None) => return false,
        }
    }
    pattern.iter().skip(at_pattern).all(|character| *character == '*')
}

/// The length of a bracket expression that holds the character; a bracket that never closes is itself.
fn class(pattern: &[char], character: char) -> Option<usize> {
    let close = pattern.iter().skip(2).position(|other| *other == ']').map(|at| at + 2);
    let Some(close) = close else { return (character == '[').then_some(1) };
    let negated = matches!(pattern.get(1), Some('!' | '^'));
    let inside = pattern.get(if negated { 2 } else { 1 }..close).unwrap_or_default();
    let mut held = false;
    let mut at = 0;
    while let Some(&low) = inside.get(at) {
        if inside.get(at + 1) == Some(&'-')
            && let Some(&high) = inside.get(at + 2)
        {
            held = held || (low..=high).contains(&character);
            at += 3;
        } else {
            held = held || low == character;
            at += 1;
        }
    }
    (held != negated).then_some(close + 1)
}

fn fold(path: &Path) -> PathBuf {
    PathBuf::from(path.to_string_lossy().to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(pattern: &str, path: &str) -> bool {
        PathPattern::new(pattern).allows(Path::new(path), anchors())
    }

    fn denies(pattern: &str, path: &str) -> bool {
        PathPattern::new(pattern).denies(Path::new(path), anchors())
    }

    fn anchors() -> Anchors<'static> {
        Anchors {
            home: Path::new("/home/dev"),
            source: Path::new("/home/dev/p"),
            here: Some(Path::new("/home/dev/p/sub")),
        }
    }

    #[test]
    fn an_allow_pattern_reaches_below_its_anchor_only() {
        let cases = [
            ("//etc/hosts", "/etc/hosts", true),
            ("//etc/*", "/etc/hosts", true),
            ("//etc/*", "/etc/ssl/x", true),
            ("//etc/*.conf", "/etc/ssl/x.conf", false),
            ("~/notes/**", "/home/dev/notes/a/b", true),
            ("~/notes/**", "/home/dev/notes-old/a", false),
            ("/src/**", "/home/dev/p/src/a.rs", true),
            ("/src/**", "/home/dev/p/sub/src/a.rs", false),
            ("src/**", "/home/dev/p/sub/src/a.rs", true),
            ("src/**", "/home/dev/p/src/a.rs", false),
            ("./a.txt", "/home/dev/p/sub/a.txt", true),
            ("a.txt", "/home/dev/p/sub/x/y/a.txt", true),
            ("a.txt", "/home/dev/p/a.txt", false),
            ("**/b/*.rs", "/home/dev/p/sub/x/b/c.rs", true),
            ("src/**/test?.rs", "/home/dev/p/sub/src/test1.rs", true),
            ("src/[a-c]*", "/home/dev/p/sub/src/beta", true),
            ("src/[!a-c]*", "/home/dev/p/sub/src/beta", false),
            ("src/", "/home/dev/p/sub/src/x", true),
        ];
        for (pattern, path, expected) in cases {
            assert_eq!(allows(pattern, path), expected, "`{pattern}` on `{path}`");
        }
    }

    #[test]
    fn a_deny_pattern_reaches_wherever_it_may_be_meant() {
        let cases = [
            (".env", "/anywhere/.ENV", true),
            (".env", "/anywhere/.env.example", false),
            ("./.env", "/home/dev/p/.env", true),
            ("src/**", "/x/src/a.rs", true),
            ("/etc/passwd", "/etc/passwd", true),
            ("/etc/passwd", "/home/dev/p/etc/passwd", true),
            ("~/.ssh/**", "/home/dev/.SSH/id", true),
            ("~/.ssh/**", "/home/dev/.sshx/id", false),
            ("*.pem", "/a/b/c.pem", true),
        ];
        for (pattern, path, expected) in cases {
            assert_eq!(denies(pattern, path), expected, "`{pattern}` on `{path}`");
        }
    }
}
