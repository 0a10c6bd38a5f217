//! Claude Code's transcripts: which calls were made, and what became of them.
//!
//! The format is internal to the client and changes between releases. What is not known is passed over and counted.

use std::collections::{HashSet, VecDeque};

use serde_json::Value;

use crate::call::{PermissionMode, Request, ToolCall};
use crate::harness::request::HookRequest;
use crate::harness::tools;
use crate::replay::Judging;
use crate::replay::row::{Recorded, Row};

/// Results follow their calls closely; a call that has waited for this many others is not waited for.
const WAITING: usize = 512;

/// Reads the lines of one or more transcripts, judges the calls, and gives rows in the order of the calls.
#[derive(Debug, Default)]
pub struct Reader {
    seen: HashSet<String>,
    waiting: VecDeque<Row>,
    /// Lines that are no JSON object.
    pub unread: usize,
    /// Lines that were copied from another session.
    pub copies: usize,
}

impl Reader {
    /// Takes one line, and gives the rows that are complete by now.
    pub fn line(&mut self, bytes: &[u8], judging: &mut Judging<'_>) -> Vec<Row> {
        let mentions = |word: &[u8]| bytes.windows(word.len()).any(|window| window == word);
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Vec::new();
        }
        // Most lines hold no call, and some are huge.
        if !mentions(b"\"tool_use") && bytes.first() == Some(&b'{') && bytes.last() == Some(&b'}') {
            return Vec::new();
        }
        let Ok(Value::Object(line)) = serde_json::from_slice::<Value>(bytes) else {
            self.unread += 1;
            return Vec::new();
        };
        if let Some(uuid) = line.get("uuid").and_then(Value::as_str)
            && !self.seen.insert(uuid.to_owned())
        {
            self.copies += 1;
            return Vec::new();
        }
        let content = line.get("message").and_then(|message| message.get("content")).and_then(Value::as_array);
        let cwd = line.get("cwd").and_then(Value::as_str);
        let denial = line.get("toolDenialKind").and_then(Value::as_str);
        for block in content.into_iter().flatten() {
            match block.get("type").and_then(Value::as_str) {
                Some("tool_use") => self.waiting.push_back(call(block, cwd, judging)),
                Some("tool_result") => self.result(block, denial),
                _ => {}
            }
        }
        let ready = self.waiting.iter().take_while(|row| row.recorded != Recorded::Unknown).count();
        let ready = ready.max(self.waiting.len().saturating_sub(WAITING));
        self.waiting.drain(..ready).collect()
    }

    /// The rows whose results never came.
    pub fn finish(&mut self) -> Vec<Row> {
        self.waiting.drain(..).collect()
    }

    fn result(&mut self, block: &Value, denial: Option<&str>) {
        let Some(id) = block.get("tool_use_id").and_then(Value::as_str) else { return };
        let Some(row) = self.waiting.iter_mut().rev().find(|row| row.id.as_deref() == Some(id)) else { return };
        let failed = block.get("is_error").and_then(Value::as_bool).unwrap_or(false);
        row.recorded = match denial.filter(|_| failed) {
            Some("user-rejected" | "permission-rule" | "automode-blocked" | "automode-unavailable") => {
                Recorded::Refused
            }
            Some("interrupted" | "cancelled") => Recorded::Stopped,
            // Older clients recorded no kind, but always these words.
            _ if failed && text(block).starts_with("The user doesn't want to proceed with this tool use") => {
                Recorded::Refused
            }
            _ => Recorded::Ran,
        };
    }
}

fn call(block: &Value, cwd: Option<&str>, judging: &mut Judging<'_>) -> Row {
    let tool = block.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let id = block.get("id").and_then(Value::as_str).map(str::to_owned);
    let input = block.get("input").unwrap_or(&Value::Null);
    let request = tools::request(&tool, input)
        .unwrap_or_else(|| Request::Malformed("the input does not have the shape of this tool".to_owned()));
    let call = ToolCall { tool, request, cwd: cwd.filter(|cwd| cwd.starts_with('/')).map(str::to_owned) };
    let request = HookRequest { call, mode: PermissionMode::Default, agent_type: None, id };
    Row::judged(&request, judging)
}

fn text(block: &Value) -> &str {
    match block.get("content") {
        Some(Value::String(text)) => text,
        Some(Value::Array(parts)) => {
            parts.iter().find_map(|part| part.get("text").and_then(Value::as_str)).unwrap_or_default()
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use crate::verdict::Verdict;

    fn read(lines: &[&str]) -> (Reader, Vec<Row>) {
        let mut reader = Reader::default();
        let mut judging = |_: &HookRequest| Ok(sample::decision("x", &[Verdict::Allow]));
        let mut rows = Vec::new();
        for line in lines {
            rows.extend(reader.line(line.as_bytes(), &mut judging));
        }
        rows.extend(reader.finish());
        (reader, rows)
    }

    fn use_line(uuid: &str, id: &str, command: &str) -> String {
        format!(
            r#"{{"type":"assistant","uuid":"{uuid}","cwd":"/w","message":{{"content":[{{"type":"tool_use","id":"{id}","name":"Bash","input":{{"command":"{command}"}}}}]}}}}"#
        )
    }

    fn result_line(id: &str, denial: &str, error: bool) -> String {
        format!(
            r#"{{"type":"user","uuid":"r-{id}","toolDenialKind":"{denial}","message":{{"content":[{{"type":"tool_result","tool_use_id":"{id}","is_error":{error},"content":"x"}}]}}}}"#
        )
    }

    #[test]
    fn ac_99_results_are_matched_by_id_and_rows_keep_the_order_of_calls() {
        let lines = [
            use_line("1", "a", "ls"),
            use_line("2", "b", "git push"),
            result_line("b", "user-rejected", true),
            result_line("a", "", false),
            use_line("3", "c", "pwd"),
        ];
        let (_, rows) = read(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let got: Vec<_> = rows.iter().map(|row| (row.id.as_deref().unwrap(), row.recorded)).collect();
        assert_eq!(got, [("a", Recorded::Ran), ("b", Recorded::Refused), ("c", Recorded::Unknown)]);
    }

    #[test]
    fn every_kind_of_refusal_is_told_from_a_failure() {
        let kinds = [
            ("user-rejected", true, Recorded::Refused),
            ("permission-rule", true, Recorded::Refused),
            ("automode-blocked", true, Recorded::Refused),
            ("interrupted", true, Recorded::Stopped),
            ("", true, Recorded::Ran),
            ("user-rejected", false, Recorded::Ran),
        ];
        for (kind, error, expected) in kinds {
            let (_, rows) = read(&[&use_line("1", "a", "ls"), &result_line("a", kind, error)]);
            assert_eq!(rows[0].recorded, expected, "{kind}");
        }
    }

    #[test]
    fn copies_and_unknown_lines_are_passed_over_and_counted() {
        let call = use_line("1", "a", "ls");
        let (reader, rows) =
            read(&[&call, &call, "{\"type\":\"summary\"}", "", "\"tool_use", "[1]", "{\"tool_use\":1}"]);
        assert_eq!(rows.len(), 1);
        assert_eq!((reader.copies, reader.unread), (1, 2));
    }
}
