//! Our entry in an agent's hook settings: what it holds, and how it is told from the entries of others.

use std::path::Path;

use serde::Deserialize;

/// The registration as shipped.
const TEMPLATE: &str = include_str!("../../hooks/hooks.json");

/// The name of our program.
const PROGRAM: &str = "callgate";

/// What is registered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The tools that are judged.
    pub matcher: String,
    /// The program, as a word of a shell command.
    pub program: String,
    /// Seconds after which the agent gives up.
    pub timeout: u64,
    /// What the agent does when the hook fails.
    pub on_failure: String,
}

#[derive(Deserialize)]
struct Template {
    hooks: Events,
}

#[derive(Deserialize)]
struct Events {
    #[serde(rename = "PreToolUse")]
    pre_tool_use: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    matcher: String,
    hooks: Vec<Handler>,
}

#[derive(Deserialize)]
struct Handler {
    timeout: u64,
    #[serde(rename = "onFailure")]
    on_failure: String,
}

impl Entry {
    /// The entry for the program at `executable`.
    ///
    /// # Errors
    ///
    /// A path that is not UTF-8 cannot stand in JSON.
    pub fn new(executable: &Path) -> Result<Self, String> {
        let path = executable.to_str().ok_or_else(|| format!("the path `{}` is not UTF-8", executable.display()))?;
        let broken = || "the registration template is broken".to_owned();
        let template: Template = serde_json::from_str(TEMPLATE).map_err(|_| broken())?;
        let group = template.hooks.pre_tool_use.into_iter().next().ok_or_else(broken)?;
        let handler = group.hooks.into_iter().next().ok_or_else(broken)?;
        Ok(Self {
            matcher: group.matcher,
            program: quoted(path),
            timeout: handler.timeout,
            on_failure: handler.on_failure,
        })
    }

    /// The command, with what `arguments` the person had added after `hook`.
    #[must_use]
    pub fn command(&self, arguments: &str) -> String {
        format!("{} hook{arguments}", self.program)
    }
}

/// What stands after `hook` in a command that runs us as a hook; `None` for any other command.
#[must_use]
pub fn arguments_after_hook(command: &str) -> Option<&str> {
    let (program, rest) = word(command)?;
    let name = Path::new(&program).file_name()?.to_str()?;
    let (subcommand, rest) = word(rest)?;
    let ours = name.strip_suffix(".exe").unwrap_or(name) == PROGRAM && subcommand == "hook";
    ours.then_some(rest)
}

/// The first word of a command, without its quotes, and what follows it. `None` where there is none, or where it would
/// take a shell to know it.
fn word(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start_matches([' ', '\t']);
    let mut word = String::new();
    let mut quote = None;
    let mut characters = text.char_indices();
    let mut end = text.len();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (None, ' ' | '\t') => {
                end = at;
                break;
            }
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            (None | Some('"'), '\\') => word.push(characters.next()?.1),
            (None, ';' | '&' | '|' | '<' | '>' | '(' | ')' | '\n') => return None,
            (None | Some('"'), '$' | '`') => return None,
            (_, other) => word.push(other),
        }
    }
    (quote.is_none() && end > 0).then(|| (word, text.get(end..).unwrap_or_default()))
}

fn quoted(path: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "/_-.+,:@%".contains(character);
    if path.chars().all(plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_entry_is_known_by_program_and_subcommand() {
        let cases = [
            ("callgate hook", Some("")),
            ("/usr/local/bin/callgate hook --role docs", Some(" --role docs")),
            ("'/home/ada lovelace/bin/callgate' hook", Some("")),
            ("\"/home/ada lovelace/bin/callgate\"  hook", Some("")),
            ("/home/ada\\ lovelace/callgate hook", Some("")),
            ("callgate.exe hook", Some("")),
            ("callgate check ls", None),
            ("callgate", None),
            ("callgate-next hook", None),
            ("my-callgate hook", None),
            ("echo callgate hook", None),
            ("node callgate.js hook", None),
            ("/opt/callgate/run hook", None),
            ("'callgate hook'", None),
            ("callgate; hook", None),
            ("$BIN/callgate hook", None),
            ("'callgate hook", None),
            ("", None),
        ];
        for (command, expected) in cases {
            assert_eq!(arguments_after_hook(command), expected, "{command}");
        }
    }

    #[test]
    fn a_path_is_quoted_where_a_shell_would_split_it() {
        for (path, expected) in [
            ("/usr/bin/callgate", "/usr/bin/callgate"),
            ("/a b/callgate", "'/a b/callgate'"),
            ("/it's/callgate", r"'/it'\''s/callgate'"),
            ("/$x/callgate", "'/$x/callgate'"),
        ] {
            let entry = Entry::new(Path::new(path)).unwrap();
            assert_eq!(entry.program, expected);
            assert_eq!(arguments_after_hook(&entry.command(" --headless")), Some(" --headless"));
        }
    }

    #[test]
    fn the_template_blocks_on_failure_and_names_the_shell_tools() {
        let entry = Entry::new(Path::new("/x/callgate")).unwrap();
        assert_eq!((entry.timeout, entry.on_failure.as_str()), (10, "block"));
        for tool in ["Bash", "Monitor", "Read", "Write", "Edit", "WebFetch"] {
            assert!(entry.matcher.split('|').any(|name| name == tool), "{tool}");
        }
    }
}
