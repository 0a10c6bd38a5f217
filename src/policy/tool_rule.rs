//! Rules that name a tool.

use super::builtin::tools;
use super::pattern;
use super::rule::{Form, List, Rule};

/// Whether a tool's text is a shell program.
pub(crate) fn is_shell(tool: &str) -> bool {
    tools::SHELL.contains(&tool)
}

/// Whether the rule speaks of the tool by its name, or by its name and what stands beside it.
pub(crate) fn names(rule: &Rule, tool: &str, text: &str) -> bool {
    match &rule.form {
        Form::Tool(name) => name_matches(rule.list, name, tool),
        Form::Named { tool: name, pattern } => name_matches(rule.list, name, tool) && pattern::matches(pattern, text),
        Form::Command(_) | Form::Read(_) | Form::Edit(_) | Form::Domain(_) => false,
    }
}

fn name_matches(list: List, name: &str, tool: &str) -> bool {
    if name == tool {
        return true;
    }
    // `Bash` means whatever the agent calls its shell; denying `Edit` denies every tool that changes files.
    if name == "Bash" && is_shell(tool) {
        return true;
    }
    if list != List::Allow && name == "Edit" && tools::WRITE.contains(&tool) {
        return true;
    }
    if let Some(server) = name.strip_prefix("mcp__")
        && !server.contains("__")
        && !server.contains('*')
    {
        return tool.strip_prefix(name).is_some_and(|rest| rest.starts_with("__"));
    }
    // An allow rule must name the server by letters.
    let spelled = name
        .strip_prefix("mcp__")
        .and_then(|rest| rest.split_once("__"))
        .is_some_and(|(server, _)| !server.is_empty() && !server.contains('*'));
    name.contains('*') && (list != List::Allow || spelled) && pattern::matches(name, tool)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Layer;

    #[test]
    fn a_tool_is_named_whole_or_by_a_pattern() {
        let cases = [
            (List::Deny, "WebFetch", "WebFetch", true),
            (List::Deny, "WebFetch", "WebFetchX", false),
            (List::Deny, "mcp__github", "mcp__github__push", true),
            (List::Deny, "mcp__github", "mcp__github2__push", false),
            (List::Allow, "mcp__github__*", "mcp__github__push", true),
            (List::Allow, "mcp__*", "mcp__github__push", false),
            (List::Deny, "mcp__*", "mcp__github__push", true),
            (List::Deny, "Bash", "run_shell_command", true),
            (List::Deny, "Edit", "NotebookEdit", true),
            (List::Allow, "Edit", "NotebookEdit", false),
        ];
        for (list, rule, tool, expected) in cases {
            assert_eq!(names(&Rule::parse(rule, list, Layer::User), tool, ""), expected, "{rule} {tool}");
        }
    }
}
