//! The agent's own settings: the user's rules are the user's word, a project's only deny and ask.

use std::path::Path;

use serde_json::Value as Json;

use super::model::Policy;
use super::rule::{List, Rule};
use crate::verdict::Layer;

/// Reads `permissions` of a settings file. A file that is no JSON gives no rules and a note.
pub(crate) fn read(policy: &mut Policy, file: &Path, text: &str, layer: &Layer) {
    let settings: Json = match serde_json::from_str(text) {
        Ok(settings) => settings,
        Err(error) => {
            policy.notes.push(format!("{}:{}: not read: it is not json", file.display(), error.line()));
            return;
        }
    };
    let Some(permissions) = settings.get("permissions") else { return };
    for (key, list) in [("allow", List::Allow), ("ask", List::Ask), ("deny", List::Deny)] {
        for rule in rules(policy, file, permissions, key, list, layer) {
            if list == List::Allow {
                policy.agent_allows.push(rule.clone());
            }
            if list != List::Allow || *layer == Layer::AgentUser {
                policy.rules.push(rule);
            }
        }
    }
}

fn rules(policy: &mut Policy, file: &Path, permissions: &Json, key: &str, list: List, layer: &Layer) -> Vec<Rule> {
    let Some(entries) = permissions.get(key) else { return Vec::new() };
    let Some(entries) = entries.as_array() else {
        policy.notes.push(format!("{}: `permissions.{key}` is not a list", file.display()));
        return Vec::new();
    };
    let mut rules = Vec::with_capacity(entries.len());
    for entry in entries {
        match entry.as_str().map(str::trim) {
            // An empty command pattern matches nothing.
            Some("Bash()" | "") => {}
            Some(text) => rules.push(Rule::parse(text, list, layer.clone())),
            None => policy.notes.push(format!("{}: `permissions.{key}` holds what is no text", file.display())),
        }
    }
    rules
}
