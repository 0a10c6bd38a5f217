//! callgate as a process, in a home of its own.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a failing test shall say where")]
#![allow(dead_code, reason = "each test file uses its part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use assert_cmd::Command;
use serde_json::Value;

/// A directory of its own, removed with its content.
pub(crate) struct Home {
    path: PathBuf,
}

impl Home {
    /// An empty home.
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("callgate-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self { path: path.canonicalize().unwrap() }
    }

    /// Its own path.
    pub(crate) fn root(&self) -> &Path {
        &self.path
    }

    /// A path below it.
    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.path.join(below)
    }

    /// Writes a file below it.
    pub(crate) fn write(&self, below: &str, text: &str) -> PathBuf {
        let path = self.path(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// The text of a file below it.
    pub(crate) fn read(&self, below: &str) -> String {
        fs::read_to_string(self.path(below)).unwrap()
    }

    /// callgate with these arguments, seeing nothing of the environment but this home.
    pub(crate) fn callgate(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_callgate"));
        command.env_clear().env("HOME", &self.path).current_dir(&self.path).args(arguments);
        command.timeout(std::time::Duration::from_secs(60));
        command
    }

    /// What a run ends in.
    pub(crate) fn run(&self, arguments: &[&str], stdin: &[u8]) -> Ended {
        let output = self.callgate(arguments).write_stdin(stdin).output().unwrap();
        Ended {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// What the hook answers to a request.
    pub(crate) fn hook(&self, request: &Value) -> Ended {
        self.run(&["hook"], request.to_string().as_bytes())
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The end of a process.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ended {
    /// Whether it blocked: exit 2, nothing on standard output, one sentence of ours on standard error.
    #[track_caller]
    pub(crate) fn assert_blocked(&self) {
        assert_eq!((self.status, self.stdout.as_str()), (Some(2), ""), "{self:?}");
        assert!(self.stderr.starts_with("callgate: "), "{self:?}");
        assert_eq!(self.stderr.matches('\n').count(), 1, "{self:?}");
        assert!(!self.stderr.chars().any(|character| character.is_control() && character != '\n'), "{self:?}");
    }

    /// Whether it had no opinion.
    #[track_caller]
    pub(crate) fn assert_silent(&self) {
        assert_eq!((self.status, self.stdout.as_str(), self.stderr.as_str()), (Some(0), "", ""), "{self:?}");
    }

    /// The decision of a hook.
    #[track_caller]
    pub(crate) fn decision(&self) -> Value {
        assert_eq!((self.status, self.stderr.as_str()), (Some(0), ""), "{self:?}");
        let value: Value = serde_json::from_str(&self.stdout).unwrap();
        assert_eq!(value.as_object().unwrap().len(), 1, "{value}");
        assert_eq!(value["hookSpecificOutput"]["hookEventName"], "PreToolUse");
        value["hookSpecificOutput"]["permissionDecision"].clone()
    }
}

/// A request for a shell command in `cwd`.
pub(crate) fn bash(command: &str, cwd: &Path) -> Value {
    request("Bash", serde_json::json!({ "command": command }), cwd)
}

/// A request for a tool.
pub(crate) fn request(tool: &str, input: Value, cwd: &Path) -> Value {
    serde_json::json!({
        "session_id": "s", "cwd": cwd, "permission_mode": "default", "hook_event_name": "PreToolUse",
        "tool_name": tool, "tool_input": input, "tool_use_id": "toolu_1",
    })
}
