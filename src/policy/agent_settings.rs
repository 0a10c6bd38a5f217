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
    let mut lists = vec![("ask", List::Ask), ("deny", List::Deny)];
    if *layer == Layer::AgentUser {
        lists.push(("allow", List::Allow));
    }
    for (key, list) in lists {
        let Some(entries) = permissions.get(key) else { continue };
        let Some(entries) = entries.as_array() else {
            policy.notes.push(format!("{}: `permissions.{key}` is not a list", file.display()));
            continue;
        };
        for entry in entries {
            match entry.as_str().map(str::trim) {
                // An empty command pattern matches nothing.
                Some("Bash()" | "") => {}
                Some(text) => policy.rules.push(Rule::parse(text, list, layer.clone())),
                None => policy.notes.push(format!("{}: `permissions.{key}` holds what is no text", file.display())),
            }
        }
    }
}
