//! What Claude Code's tools ask for, by their names and the shapes of their input.

use serde_json::{Map, Value};

use crate::call::Request;

/// What a call asks for. The name must match exactly: another spelling is another tool.
///
/// A `command` that is no string makes the whole request unreadable (`None`), since it cannot be what the agent would run.
#[must_use]
pub fn request(tool: &str, input: &Value) -> Option<Request> {
    let Value::Object(fields) = input else { return None };
    let fields = Fields(fields);
    let request = match tool {
        "Bash" => return bash(fields),
        "Monitor" => return monitor(fields),
        "Read" => fields.text("file_path").map(|path| read(path, false)),
        "NotebookRead" => fields.text("notebook_path").map(|path| read(path, false)),
        "LSP" => fields.text("filePath").map(|path| read(path, false)),
        "LS" => fields.text("path").map(|path| read(path, false)),
        "Glob" => fields.text("pattern").and_then(|pattern| search(fields, Some(pattern))),
        "Grep" => fields.text("pattern").and_then(|_| fields.optional("glob")).and_then(|glob| search(fields, glob)),
        "Write" | "Edit" | "MultiEdit" => fields.text("file_path").map(|path| Request::Write { path }),
        "NotebookEdit" => fields.text("notebook_path").map(|path| Request::Write { path }),
        "WebFetch" => fields.text("url").map(|url| Request::Fetch { url }),
        _ => Ok(Request::Other(input.clone())),
    };
    Some(request.unwrap_or_else(Request::Malformed))
}

fn read(path: String, recursive: bool) -> Request {
    Request::Read { paths: vec![path], recursive, patterns: Vec::new() }
}

fn search(fields: Fields<'_>, pattern: Option<String>) -> Result<Request, String> {
    let paths = fields.optional("path")?.into_iter().filter(|path| !path.is_empty()).collect();
    Ok(Request::Read { paths, recursive: true, patterns: pattern.into_iter().collect() })
}

/// A shell call. Fields beyond the known ones may change where or how the command runs, so they are not passed over.
fn bash(fields: Fields<'_>) -> Option<Request> {
    let command = fields.text("command").ok()?;
    let says_something = |value: &Value| !matches!(value, Value::Null | Value::Bool(false));
    let odd = fields.0.iter().find(|(name, value)| !BASH_FIELDS.contains(&name.as_str()) && says_something(value));
    Some(match odd {
        Some((name, _)) if name == "dangerouslyDisableSandbox" => {
            Request::Malformed("it asks to leave the agent's sandbox (`dangerouslyDisableSandbox`)".to_owned())
        }
        Some((name, _)) => Request::Malformed(format!("the field `{name}` may change how the command runs")),
        None => Request::Shell(command),
    })
}

/// Fields of a shell call that change nothing of what the command does.
const BASH_FIELDS: [&str; 4] = ["command", "description", "timeout", "run_in_background"];

/// `Monitor` runs either a shell command or listens to a web socket.
fn monitor(fields: Fields<'_>) -> Option<Request> {
    match (fields.0.get("command"), fields.0.get("ws")) {
        (Some(Value::String(_)), None | Some(Value::Null)) => fields.text("command").ok().map(Request::Shell),
        (None | Some(Value::Null), Some(Value::Object(socket))) => Some(match Fields(socket).text("url") {
            Ok(url) => Request::Fetch { url },
            Err(why) => Request::Malformed(why),
        }),
        (Some(Value::String(_)), Some(_)) => Some(Request::Malformed("both `command` and `ws` are given".to_owned())),
        (None | Some(Value::Null), _) => Some(Request::Malformed("neither `command` nor `ws` is given".to_owned())),
        (Some(_), _) => None,
    }
}

#[derive(Clone, Copy)]
struct Fields<'a>(&'a Map<String, Value>);

impl Fields<'_> {
    fn text(self, name: &str) -> Result<String, String> {
        self.optional(name)?.ok_or_else(|| format!("`{name}` is missing"))
    }

    fn optional(self, name: &str) -> Result<Option<String>, String> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.contains('\0') => Err(format!("`{name}` holds a NUL")),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(format!("`{name}` is no text")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn files(paths: &[&str], recursive: bool, patterns: &[&str]) -> Request {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        Request::Read { paths: owned(paths), recursive, patterns: owned(patterns) }
    }

    #[test]
    fn each_tool_asks_for_its_thing() {
        let cases = [
            ("Bash", json!({"command": "ls", "timeout": "x"}), Request::Shell("ls".into())),
            ("Bash", json!({"command": "ls", "dangerouslyDisableSandbox": false}), Request::Shell("ls".into())),
            ("Monitor", json!({"command": "ls", "description": "d"}), Request::Shell("ls".into())),
            ("Monitor", json!({"ws": {"url": "wss://a.b"}}), Request::Fetch { url: "wss://a.b".into() }),
            ("Read", json!({"file_path": "/a"}), files(&["/a"], false, &[])),
            ("NotebookRead", json!({"notebook_path": "/a"}), files(&["/a"], false, &[])),
            ("LSP", json!({"filePath": "/a"}), files(&["/a"], false, &[])),
            ("LS", json!({"path": "/a"}), files(&["/a"], false, &[])),
            ("Glob", json!({"pattern": "**/*.rs"}), files(&[], true, &["**/*.rs"])),
            ("Glob", json!({"pattern": "*", "path": "/a"}), files(&["/a"], true, &["*"])),
            ("Grep", json!({"pattern": "x"}), files(&[], true, &[])),
            (
                "Grep",
                json!({"pattern": "x", "path": "/a", "glob": "*.rs", "-n": true}),
                files(&["/a"], true, &["*.rs"]),
            ),
            ("Write", json!({"file_path": "/a", "content": ""}), Request::Write { path: "/a".into() }),
            ("Edit", json!({"file_path": "/a"}), Request::Write { path: "/a".into() }),
            ("MultiEdit", json!({"file_path": "/a", "edits": []}), Request::Write { path: "/a".into() }),
            ("NotebookEdit", json!({"notebook_path": "/a"}), Request::Write { path: "/a".into() }),
            ("WebFetch", json!({"url": "https://a.b", "prompt": ""}), Request::Fetch { url: "https://a.b".into() }),
        ];
        for (tool, input, expected) in cases {
            assert_eq!(request(tool, &input), Some(expected), "{tool} {input}");
        }
    }

    #[test]
    fn other_spellings_are_other_tools() {
        for tool in ["bash", "Bash ", "BASH", "PowerShell", "Task", "mcp__x__Bash", ""] {
            let input = json!({"command": "ls"});
            assert_eq!(request(tool, &input), Some(Request::Other(input.clone())), "{tool}");
        }
    }

    #[test]
    fn a_wrong_shape_is_malformed() {
        let cases = [
            ("Bash", json!({"command": "ls", "dangerouslyDisableSandbox": true})),
            ("Bash", json!({"command": "ls", "workdir": "/home/x/.claude"})),
            ("Read", json!({})),
            ("Read", json!({"file_path": 1})),
            ("Read", json!({"file_path": "a\0b"})),
            ("Glob", json!({"path": "/a"})),
            ("Glob", json!({"pattern": "*", "path": ["/a"]})),
            ("Grep", json!({"pattern": "x", "glob": 1})),
            ("Write", json!({"path": "/a"})),
            ("WebFetch", json!({"url": null})),
            ("Monitor", json!({})),
            ("Monitor", json!({"command": "ls", "ws": {"url": "x"}})),
            ("Monitor", json!({"ws": {}})),
        ];
        for (tool, input) in cases {
            assert!(matches!(request(tool, &input), Some(Request::Malformed(_))), "{tool} {input}");
        }
    }

    #[test]
    fn a_command_that_is_no_text_makes_the_request_unreadable() {
        let cases = [
            ("Bash", json!({})),
            ("Bash", json!({"command": ["ls"]})),
            ("Bash", json!({"command": null})),
            ("Bash", json!({"command": "ls\0"})),
            ("Monitor", json!({"command": 1})),
            ("Read", json!("/a")),
            ("Other", json!([])),
        ];
        for (tool, input) in cases {
            assert_eq!(request(tool, &input), None, "{tool} {input}");
        }
    }
}
