//! One rule, in the form the agents use: `Tool`, `Tool(pattern)`, or a command's text.

use super::builtin::tools;
use super::path_pattern::PathPattern;
use super::pattern;
use crate::verdict::Layer;

/// Which list a rule stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum List {
    /// What matches may run.
    Allow,
    /// A person decides what matches.
    Ask,
    /// What matches must not run.
    Deny,
}

/// One rule with where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Its list.
    pub list: List,
    /// Its text in full form: `Bash(git push *)` where the file says `git push *`.
    pub text: String,
    /// The layer that states it.
    pub layer: Layer,
    /// What it matches.
    pub(crate) form: Form,
    /// Whether it is a granted command rather than an allow rule.
    pub(crate) granted: bool,
}

/// What a rule matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Form {
    /// A tool by name; `*` matches any text.
    Tool(String),
    /// A simple command.
    Command(CommandPattern),
    /// Files that are read.
    Read(PathPattern),
    /// Files that are changed.
    Edit(PathPattern),
    /// An address's host, for this tool.
    Domain(String),
    /// A tool with a name or parameter beside it.
    Named { tool: String, pattern: String },
}

/// A command pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CommandPattern {
    /// The text with `*`, prepared for matching.
    pub(crate) text: String,
}

impl CommandPattern {
    /// A pattern from a rule's text.
    pub(crate) fn new(text: &str) -> Self {
        Self { text: pattern::prepare(text) }
    }

    /// Whether it has no `*`, so that it names every word of what it matches.
    pub(crate) fn is_exact(&self) -> bool {
        !self.text.contains('*')
    }

    /// The words that are spelled out.
    pub(crate) fn literal_words(&self) -> impl Iterator<Item = &str> {
        self.text.split(' ').filter(|word| !word.is_empty() && !word.contains('*'))
    }

    /// The words spelled out before the first `*`.
    pub(crate) fn leading_words(&self) -> impl Iterator<Item = &str> {
        self.text.split(' ').take_while(|word| !word.contains('*'))
    }
}

impl Rule {
    /// Reads a rule. Any text is a rule: what is no tool is a command.
    #[must_use]
    pub fn parse(text: &str, list: List, layer: Layer) -> Self {
        let text = text.trim();
        let (full, form) = match split(text) {
            Some((tool, pattern)) => (text.to_owned(), form_of(tool, pattern)),
            None if is_tool_name(text) => (text.to_owned(), Form::Tool(text.to_owned())),
            None => (format!("Bash({text})"), Form::Command(CommandPattern::new(text))),
        };
        Self { list, text: full, layer, form, granted: false }
    }

    /// The rules that a granted command stands for: each of its parts, with any further arguments.
    #[must_use]
    pub fn granted_command(command: &str, layer: &Layer) -> Vec<Self> {
        super::grant::parts(command)
            .into_iter()
            .map(|part| Self {
                list: List::Allow,
                text: format!("Bash({part} *)"),
                layer: layer.clone(),
                form: Form::Command(CommandPattern::new(&format!("{part} *"))),
                granted: true,
            })
            .collect()
    }
}

fn form_of(tool: &str, pattern: &str) -> Form {
    // `Bash()` names no command.
    if pattern.is_empty() {
        return Form::Named { tool: tool.to_owned(), pattern: String::new() };
    }
    if pattern == "*" {
        return if tool == "Bash" { Form::Command(CommandPattern::new("*")) } else { Form::Tool(tool.to_owned()) };
    }
    match tool {
        "Bash" | "Monitor" => Form::Command(CommandPattern::new(pattern)),
        "Read" | "Grep" | "Glob" | "LS" => Form::Read(PathPattern::new(pattern)),
        "Edit" | "Write" | "MultiEdit" | "NotebookEdit" => Form::Edit(PathPattern::new(pattern)),
        "WebFetch" => match pattern.strip_prefix("domain:") {
            Some(domain) => Form::Domain(domain.trim_end_matches('.').to_ascii_lowercase()),
            None => Form::Named { tool: tool.to_owned(), pattern: pattern.to_owned() },
        },
        _ => Form::Named { tool: tool.to_owned(), pattern: pattern.to_owned() },
    }
}

/// `Tool(pattern)` taken apart, where the text has that shape.
fn split(text: &str) -> Option<(&str, &str)> {
    let (tool, rest) = text.split_once('(')?;
    let pattern = rest.strip_suffix(')')?;
    let named = tool.starts_with(|first: char| first.is_ascii_alphabetic())
        && tool.chars().all(|character| character.is_ascii_alphanumeric() || "_-*".contains(character));
    // `f()` and `foo(bar)` are shell text, but no agent's tool begins with a small letter save those of servers.
    (named && (is_tool_name(tool) || tool.starts_with(|first: char| first.is_ascii_uppercase())))
        .then_some((tool, pattern))
}

fn is_tool_name(text: &str) -> bool {
    tools::RULE_NAMES.contains(&text)
        || text.starts_with("mcp__")
        || tools::SHELL.contains(&text) && text != "shell" && text != "bash" && text != "terminal"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Rule {
        Rule::parse(text, List::Deny, Layer::User)
    }

    #[test]
    fn bare_text_is_a_command_and_a_tool_name_is_a_tool() {
        assert_eq!(parse("rm -rf *").text, "Bash(rm -rf *)");
        assert_eq!(parse("TodoWrite").form, Form::Tool("TodoWrite".to_owned()));
        assert_eq!(parse("mcp__github__*").form, Form::Tool("mcp__github__*".to_owned()));
        assert_eq!(parse("Bash").form, Form::Tool("Bash".to_owned()));
        assert_eq!(parse("bash").text, "Bash(bash)");
        assert_eq!(parse("f() x").text, "Bash(f() x)");
        assert!(matches!(parse("Bash(*)").form, Form::Command(pattern) if pattern.text == "*"));
        assert!(matches!(parse("Read(./.env)").form, Form::Read(_)));
        assert!(matches!(parse("Write(src/**)").form, Form::Edit(_)));
        assert_eq!(parse("WebFetch(domain:Docs.RS.)").form, Form::Domain("docs.rs".to_owned()));
    }

    #[test]
    fn only_words_without_a_star_are_named() {
        let pattern = CommandPattern::new("find * -delete");
        assert_eq!(pattern.literal_words().collect::<Vec<_>>(), ["find", "-delete"]);
        assert_eq!(pattern.leading_words().collect::<Vec<_>>(), ["find"]);
        assert!(!pattern.is_exact());
    }
}
