//! What the standard output of a command holds, where its kind is known: the typed results of common queries.

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
    let words: Vec<&str> = argv.iter().map_while(Argument::text).collect();
    let all_known = words.len() == argv.len();
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
        ("mktemp", [.., template])
            if all_known && template.contains("XXX") && !template.starts_with('-') && !template.contains("..") =>
        {
            let (dir, _) = template.rsplit_once('/').unwrap_or_default();
            let dir = if template.contains('/') { format!("{dir}/") } else { String::new() };
            Output::Text(Value::Within { dir, dash: false })
        }
        ("mktemp", _) if all_known && rest.iter().all(|word| matches!(*word, "-d" | "-q" | "--directory" | "-u")) => {
            Output::Text(Value::Within { dir: "/tmp/".into(), dash: false })
        }
        ("git", ["merge-base", rest @ ..]) if prints_hash(rest) => Output::Text(hash()),
        // A word that names no commit is printed as it is.
        ("git", ["rev-parse", rest @ ..])
            if prints_hash(rest) && rest.iter().all(|word| !word.contains("..") && !word.starts_with(['/', '~'])) =>
        {
            Output::Text(hash())
        }
        ("git", ["rev-list", rest @ ..]) if prints_hash(rest) => Output::Lines(hash()),
        ("git", ["log", rest @ ..])
            if rest.iter().any(|word| {
                matches!(
                    *word,
                    "--format=%H" | "--format=%h" | "--pretty=%H" | "--pretty=format:%H" | "--pretty=format:%h"
                )
            }) && rest.iter().all(|word| !matches!(*word, "-p" | "--patch" | "--stat" | "--graph")) =>
        {
            Output::Lines(hash())
        }
        ("git", ["rev-parse", "--abbrev-ref", ..] | ["branch", "--show-current"] | ["symbolic-ref", "--short", ..]) => {
            Output::Text(Value::Within { dir: String::new(), dash: true })
        }
        ("seq", [_, ..]) if all_known && rest.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit())) => {
            Output::Lines(Value::Number)
        }
        ("nproc", []) => Output::Text(Value::Number),
        ("wc", [flag, ..]) if matches!(*flag, "-l" | "-c" | "-w" | "-m") && rest.len() == 1 => {
            Output::Text(Value::Number)
        }
        ("grep" | "rg", [flag, ..]) if *flag == "-c" && rest.len() <= 2 => Output::Text(Value::Number),
        ("date", [format]) if format.starts_with('+') && !format.contains('/') => Output::Text(
            if format.trim_start_matches(['+', '%', 's', 'Y', 'm', 'd', 'H', 'M', 'S', 'N', 'j']).is_empty() {
                Value::Number
            } else {
                Value::Within { dir: String::new(), dash: false }
            },
        ),
        ("echo", _) if all_known && rest.iter().all(|word| !word.contains('\\') && !word.starts_with('-')) => {
            Output::Text(Value::Known(rest.join(" ")))
        }
        ("printf", [text]) if all_known && !text.contains(['%', '\\', '-']) => {
            Output::Text(Value::Known((*text).to_owned()))
        }
        ("printf", ["%s" | "%s\\n", text]) if all_known => Output::Text(Value::Known((*text).to_owned())),
        ("dirname", [path]) if all_known => {
            let parent = path
                .trim_end_matches('/')
                .rsplit_once('/')
                .map_or(".", |(parent, _)| if parent.is_empty() { "/" } else { parent });
            Output::Text(Value::Known(parent.to_owned()))
        }
        ("basename", [path]) if all_known => {
            Output::Text(Value::Known(path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned()))
        }
        ("cat", []) => match &scope.input {
            Input::Text(value) => Output::Text(value.clone()),
            Input::Lines(value) => Output::Lines(value.clone()),
            Input::Inherited | Input::Stream => Output::Stream,
        },
        ("git", ["ls-files" | "grep", ..]) if lists_files(rest) => below_cwd(),
        ("git", ["diff" | "show" | "log" | "diff-tree", ..])
            if rest.contains(&"--name-only")
                && (rest.contains(&"--relative")
                    || scope.cwd.only().is_some_and(|cwd| cwd.as_os_str() == worktree)) =>
        {
            below_cwd()
        }
        ("basename", []) if argv.len() == 2 => match argv.get(1).map(|word| &word.value) {
            Some(Value::Within { dash, .. }) => Output::Text(Value::Within { dir: String::new(), dash: *dash }),
            Some(_) | None => Output::Stream,
        },
        ("dirname", []) if argv.len() == 2 => match argv.get(1).map(|word| &word.value) {
            Some(Value::Within { dir, dash }) => Output::Text(Value::Within { dir: dir.clone(), dash: *dash }),
            Some(_) | None => Output::Stream,
        },
        ("find", _) => find_lines(argv),
        ("rg" | "grep", _) if lists_files(rest) => below_cwd_of(argv),
        ("fd" | "fdfind", _) if all_known && rest.iter().all(|word| !word.starts_with('/') && !word.contains("..")) => {
            below_cwd()
        }
        ("ls", names) if all_known && names.iter().all(|name| name.starts_with('-') && !name.contains('l')) => {
            below_cwd()
        }
        // Filters that pass lines on as they are.
        ("head" | "tail" | "sort" | "uniq" | "grep" | "egrep" | "fgrep" | "rg" | "tac" | "shuf", _)
            if filters(program, argv) =>
        {
            match &scope.input {
                Input::Lines(value) => Output::Lines(value.clone()),
                Input::Text(_) | Input::Inherited | Input::Stream => Output::Stream,
            }
        }
        _ => Output::Stream,
    }
}

/// Whether the words of a search ask for the names of files and nothing else.
fn lists_files(words: &[&str]) -> bool {
    match words {
        ["ls-files", rest @ ..] => rest
            .iter()
            .all(|word| !matches!(*word, "-s" | "--stage" | "-t" | "-v" | "--full-name" | "--eol" | "-z" | "--format")),
        _ => {
            let lists = words.iter().any(|word| {
                matches!(*word, "--files-with-matches" | "--files" | "--name-only")
                    || word.starts_with('-') && !word.starts_with("--") && word.contains('l')
            });
            lists
                && !words.iter().any(|word| {
                    word.starts_with('/')
                        || word.starts_with('~')
                        || word.contains("..")
                        || *word == "-0"
                        || *word == "--null"
                })
        }
    }
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

/// What `find` prints: paths that begin with its roots.
fn find_lines(argv: &[Argument]) -> Output {
    let expressions =
        argv.iter().skip(1).position(|word| word.text().is_some_and(|text| text.starts_with(['-', '(', '!'])));
    let roots = argv.get(1..expressions.map_or(argv.len(), |index| index + 1)).unwrap_or_default();
    let prints_otherwise = argv.iter().any(|word| {
        word.text().is_some_and(|text| {
            matches!(text, "-printf" | "-ls" | "-exec" | "-execdir" | "-ok" | "-fprintf" | "-follow") || text == "-L"
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

fn below_cwd_of(argv: &[Argument]) -> Output {
    if argv.iter().all(|word| word.text().is_some()) {
        return Output::Lines(Value::Within { dir: String::new(), dash: true });
    }
    Output::Stream
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
