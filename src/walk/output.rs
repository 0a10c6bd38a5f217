//! What the standard output of a command holds, where its kind is known: the typed results of common queries.

mod listing;

use super::scope::{Input, Scope};
use crate::value::{Argument, Cause, Value};

/// What a command prints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Output {
    /// One text, trailing newlines aside.
    Text(Value),
    /// Lines, each of which is like this value.
    Lines(Value),
    /// Anything.
    Stream,
}

impl Output {
    /// As the input of the next stage of a pipeline.
    pub(crate) fn into_input(self) -> Input {
        match self {
            Self::Text(value) => Input::Text(value),
            Self::Lines(value) => Input::Lines(value),
            Self::Stream => Input::Stream,
        }
    }
}

/// What `argv` prints, given its input and what is known of the place.
pub(crate) fn of(argv: &[Argument], scope: &Scope, worktree: &str) -> Output {
    let words: Option<Vec<&str>> = argv.iter().map(Argument::text).collect();
    // A word that is not known may be an option, and an option may make it print anything.
    let Some(words) = words else { return of_unknown_words(argv, scope) };
    let Some((program, rest)) = words.split_first() else { return Output::Stream };
    let below_cwd = || Output::Lines(Value::Within { dir: String::new(), dash: true });
    match (*program, rest) {
        ("pwd", []) => scope
            .cwd
            .only()
            .and_then(|path| path.to_str())
            .map_or(Output::Stream, |path| Output::Text(Value::Known(path.to_owned()))),
        ("git", ["rev-parse", "--show-toplevel"]) if scope.cwd.only().is_some_and(|cwd| cwd.starts_with(worktree)) => {
            Output::Text(Value::Known(worktree.to_owned()))
        }
        ("mktemp", [options @ .., template])
            if template.contains("XXX")
                && !template.starts_with('-')
                && !template.contains("..")
                && options.iter().all(|word| MAKES_TEMPORARY.contains(word)) =>
        {
            let (dir, _) = template.rsplit_once('/').unwrap_or_default();
            let dir = if template.contains('/') { format!("{dir}/") } else { String::new() };
            Output::Text(Value::Within { dir, dash: false })
        }
        ("mktemp", _) if rest.iter().all(|word| MAKES_TEMPORARY.contains(word)) => {
            Output::Text(Value::Within { dir: "/tmp/".into(), dash: false })
        }
        ("git", ["merge-base", rest @ ..]) if prints_hash(rest) => Output::Text(hash()),
        // A word that names no commit is printed as it is, unless that is told to be an error.
        ("git", ["rev-parse", rest @ ..])
            if prints_hash(rest)
                && (rest.iter().any(|word| *word == "--verify" || word.starts_with("--short"))
                    || rest.iter().all(|word| word.starts_with('-') || is_revision(word))) =>
        {
            Output::Text(hash())
        }
        ("git", ["rev-list", rest @ ..]) if prints_hash(rest) => Output::Lines(hash()),
        ("git", ["log", rest @ ..]) if listing::log_prints_hashes(rest) => Output::Lines(hash()),
        ("git", ["rev-parse", "--abbrev-ref", name]) if is_revision(name) => branch(),
        ("git", ["branch", "--show-current"] | ["symbolic-ref", "--short", "HEAD" | "refs/remotes/origin/HEAD"]) => {
            branch()
        }
        ("seq", [_, ..]) if rest.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit())) => {
            Output::Lines(Value::Number)
        }
        ("nproc", []) => Output::Text(Value::Number),
        ("wc", [flag, ..]) if matches!(*flag, "-l" | "-c" | "-w" | "-m") && rest.len() == 1 => {
            Output::Text(Value::Number)
        }
        ("grep", ["-c", pattern]) if !pattern.starts_with('-') => Output::Text(Value::Number),
        ("date", [format]) => date(format),
        ("echo", _) if rest.iter().all(|word| !word.contains('\\') && !word.starts_with('-')) => {
            Output::Text(Value::Known(rest.join(" ")))
        }
        ("printf", [text]) if !text.contains(['%', '\\', '-']) => Output::Text(Value::Known((*text).to_owned())),
        ("printf", ["%s" | "%s\\n", text]) => Output::Text(Value::Known((*text).to_owned())),
        ("dirname" | "basename", [path]) if is_root(path) => Output::Text(Value::Known("/".to_owned())),
        ("dirname", [path]) => {
            let parent = path
                .trim_end_matches('/')
                .rsplit_once('/')
                .map_or(".", |(parent, _)| if parent.is_empty() { "/" } else { parent });
            Output::Text(Value::Known(parent.to_owned()))
        }
        ("basename", [path]) => {
            Output::Text(Value::Known(path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned()))
        }
        ("cat", []) => match &scope.input {
            Input::Text(value) => Output::Text(value.clone()),
            Input::Lines(value) => Output::Lines(value.clone()),
            Input::Inherited | Input::Stream => Output::Stream,
        },
        ("git", ["ls-files", rest @ ..]) if listing::git_lists(rest) => below_cwd(),
        ("git", ["grep", rest @ ..]) if listing::git_grep_lists(rest) => below_cwd(),
        ("git", [command @ ("diff" | "show" | "log" | "diff-tree"), rest @ ..])
            if listing::git_diff_lists(command, rest)
                && (rest.contains(&"--relative")
                    || scope.cwd.only().is_some_and(|cwd| cwd.as_os_str() == worktree)) =>
        {
            below_cwd()
        }
        ("find", _) => find_lines(argv),
        ("grep", rest) if listing::grep_lists(rest) => below_cwd(),
        ("rg", rest) if listing::rg_lists(rest) => below_cwd(),
        ("fd" | "fdfind", rest) if listing::fd_lists(rest) => below_cwd(),
        ("ls", rest) if listing::ls_lists(rest) => below_cwd(),
        _ => filtered(program, argv, scope),
    }
}

/// The same where not every word is known: only what does not hang on the words that are missing.
fn of_unknown_words(argv: &[Argument], scope: &Scope) -> Output {
    match argv {
        [program, path] if program.text() == Some("basename") => match &path.value {
            Value::Within { dash, .. } => Output::Text(Value::Within { dir: String::new(), dash: *dash }),
            Value::Known(_)
            | Value::OneOf(_)
            | Value::Starts(_)
            | Value::Number
            | Value::Hexadecimal
            | Value::Unknown(_) => Output::Stream,
        },
        [program, path] if program.text() == Some("dirname") => match &path.value {
            Value::Within { dir, dash } => Output::Text(Value::Within { dir: above(dir), dash: *dash }),
            Value::Known(_)
            | Value::OneOf(_)
            | Value::Starts(_)
            | Value::Number
            | Value::Hexadecimal
            | Value::Unknown(_) => Output::Stream,
        },
        [program, ..] => match program.text() {
            Some("find") => find_lines(argv),
            Some(program) => filtered(program, argv, scope),
            None => Output::Stream,
        },
        [] => Output::Stream,
    }
}

/// What holds the parent of everything in `dir`, itself too: `find dir` prints `dir`, whose parent is above it.
fn above(dir: &str) -> String {
    if !dir.starts_with('/') {
        return String::new();
    }
    dir.trim_end_matches('/').rsplit_once('/').map_or_else(|| "/".to_owned(), |(parent, _)| format!("{parent}/"))
}

/// Filters that pass lines on as they are.
fn filtered(program: &str, argv: &[Argument], scope: &Scope) -> Output {
    if !filters(program, argv) {
        return Output::Stream;
    }
    match &scope.input {
        Input::Lines(value) => Output::Lines(value.clone()),
        Input::Text(_) | Input::Inherited | Input::Stream => Output::Stream,
    }
}

/// Options of `mktemp` that leave the place of the file as it is.
const MAKES_TEMPORARY: &[&str] = &["-d", "-q", "-u", "--directory", "--quiet", "--dry-run"];

fn is_root(path: &str) -> bool {
    !path.is_empty() && path.bytes().all(|byte| byte == b'/')
}

/// A branch's name: no part of it begins with a dot.
fn branch() -> Output {
    Output::Text(Value::Within { dir: String::new(), dash: true })
}

/// Whether a word is a revision by its shape, or a name that harms nowhere where it is printed as it is.
fn is_revision(word: &str) -> bool {
    const NAMES: &[&str] = &["HEAD", "@", "FETCH_HEAD", "ORIG_HEAD", "MERGE_HEAD", "main", "master"];
    let end = word.find(['~', '^']).or_else(|| word.find("@{")).unwrap_or(word.len());
    let (name, steps) = word.split_at(end);
    let name = name.strip_prefix("origin/").unwrap_or(name);
    (NAMES.contains(&name) || name.is_empty() && steps.starts_with("@{"))
        && steps.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"~^@{}".contains(&byte))
}

/// What `date` prints for a format: numbers, or a word in which only signs stand between numbers and names of days.
fn date(format: &str) -> Output {
    let Some(format) = format.strip_prefix('+') else { return Output::Stream };
    if format.is_empty() || format.starts_with(['-', '.']) || format.contains("..") {
        return Output::Stream;
    }
    let (mut rest, mut number) = (format.chars(), true);
    while let Some(sign) = rest.next() {
        match sign {
            '%' => match rest.next() {
                Some('s' | 'Y' | 'm' | 'd' | 'H' | 'M' | 'S' | 'N' | 'j') => {}
                Some('F' | 'T' | 'y' | 'I' | 'p' | 'u' | 'a' | 'A' | 'b' | 'B' | 'Z' | 'V' | 'R') => number = false,
                Some(_) | None => return Output::Stream,
            },
            '-' | '_' | ':' | '.' | 'T' | 'Z' | ' ' => number = false,
            _ => return Output::Stream,
        }
    }
    Output::Text(if number { Value::Number } else { Value::Within { dir: String::new(), dash: false } })
}

/// A commit's name: a word of hexadecimal digits.
fn hash() -> Value {
    Value::Hexadecimal
}

/// Whether git prints names of commits and nothing else for these words.
fn prints_hash(words: &[&str]) -> bool {
    !words.is_empty()
        && words.iter().all(|word| {
            !word.starts_with('-')
                || matches!(
                    *word,
                    "--short"
                        | "--verify"
                        | "-q"
                        | "--quiet"
                        | "--reverse"
                        | "--no-merges"
                        | "--first-parent"
                        | "--all"
                        | "--fork-point"
                        | "-1"
                )
                || word.starts_with("--max-count=")
                || word.starts_with("--short=")
        })
        && words.iter().any(|word| !word.starts_with('-') || *word == "--all")
}

/// Words of `find` that print something else, look elsewhere, or stand before the roots.
const PRINTS_OTHERWISE: &[&str] =
    &["-printf", "-fprint", "-ls", "-fls", "-exec", "-ok", "-follow", "-files0-from", "-O"];

/// What `find` prints: paths that begin with its roots.
fn find_lines(argv: &[Argument]) -> Output {
    let expressions =
        argv.iter().skip(1).position(|word| word.text().is_some_and(|text| text.starts_with(['-', '(', '!'])));
    let roots = argv.get(1..expressions.map_or(argv.len(), |index| index + 1)).unwrap_or_default();
    let prints_otherwise = argv.iter().any(|word| {
        word.text().is_some_and(|text| {
            PRINTS_OTHERWISE.iter().any(|begin| text.starts_with(begin)) || matches!(text, "-L" | "-H" | "-P" | "-D")
        })
    });
    let names_secrets = argv.windows(2).any(|pair| match pair {
        [flag, name] => {
            matches!(flag.text(), Some("-name" | "-iname" | "-path" | "-ipath"))
                && name.text().is_none_or(super::glob::may_be_secret)
        }
        _ => false,
    });
    if prints_otherwise || names_secrets {
        return Output::Stream;
    }
    let below = |root: &str| {
        if root.split('/').any(|part| part == "..") || root.starts_with('~') {
            return Value::Unknown(Cause::Substitution);
        }
        Value::Within { dir: format!("{}/", root.trim_end_matches('/')), dash: false }
    };
    match roots {
        [] => Output::Lines(below(".")),
        [root] => match &root.value {
            Value::Known(text) => Output::Lines(below(text)),
            Value::Within { dir, dash } => Output::Lines(Value::Within { dir: dir.clone(), dash: *dash }),
            Value::OneOf(_) | Value::Starts(_) | Value::Number | Value::Hexadecimal | Value::Unknown(_) => {
                Output::Stream
            }
        },
        many if many
            .iter()
            .all(|root| root.text().is_some_and(|text| !text.starts_with(['/', '~']) && !text.contains(".."))) =>
        {
            Output::Lines(Value::Within { dir: String::new(), dash: false })
        }
        _ => Output::Stream,
    }
}

/// Whether the words only choose among the lines of standard input: no file operand, no option that changes the lines.
fn filters(program: &str, argv: &[Argument]) -> bool {
    let (letters, operands_wanted) = match program {
        "grep" | "egrep" | "fgrep" | "rg" => ("ivEFPwxGa", 1),
        "sort" => ("rnufVbdghMs", 0),
        "uniq" => ("ui", 0),
        "head" | "tail" => ("q0123456789", 0),
        "tac" | "shuf" => ("", 0),
        _ => return false,
    };
    let mut operands = 0;
    let mut words = argv.iter().skip(1);
    while let Some(word) = words.next() {
        let Some(text) = word.text() else { return false };
        match text {
            "-n" if matches!(program, "head" | "tail" | "shuf") => {
                words.next();
            }
            "-e" if operands_wanted == 1 => {
                words.next();
                operands += 1;
            }
            _ if text.len() > 1 && text.starts_with('-') => {
                if !text.chars().skip(1).all(|letter| letters.contains(letter)) {
                    return false;
                }
            }
            _ => operands += 1,
        }
    }
    operands == operands_wanted
}
