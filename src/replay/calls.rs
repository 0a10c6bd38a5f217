//! Hook requests, one a line, as a hook receives them.

use crate::harness::claude;
use crate::harness::request::Incoming;
use crate::replay::Judging;
use crate::replay::lines::Line;
use crate::replay::row::Row;

/// The row of one line. Every line has one, so that rows and lines can be counted against each other; what cannot be
/// read comes out as a question, never as something without an opinion.
pub fn row(line: &Line, judging: &mut Judging<'_>) -> Row {
    let bytes = match line {
        Line::Whole(bytes) => bytes,
        Line::TooLong => return Row::unreadable("the line is too long to be a request"),
    };
    match claude::decode(bytes) {
        Ok(Incoming::Call(request)) => Row::judged(&request, judging),
        Ok(Incoming::NotOurs) => Row::not_ours(),
        Err(unreadable) => Row::unreadable(&unreadable.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use crate::verdict::Verdict;

    #[test]
    fn every_line_has_a_row_and_nothing_unreadable_looks_harmless() {
        let request = r#"{"tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"t1"}"#;
        let cases = [
            (request, "allow", None),
            (r#"{"hook_event_name":"Stop"}"#, "none", None),
            ("", "ask", Some("the request is empty")),
            ("{", "ask", Some("the request is not readable as JSON")),
            (r#"{"tool_name":"Bash","tool_input":{}}"#, "ask", Some("the field `command`")),
        ];
        for (text, decision, error) in cases {
            let mut judging = |_: &_| Ok(sample::decision("ls", &[Verdict::Allow]));
            let row = row(&Line::Whole(text.as_bytes().to_vec()), &mut judging);
            assert_eq!(row.decision(), decision, "{text}");
            match error {
                Some(error) => assert!(row.error.as_deref().unwrap().starts_with(error), "{text}"),
                None => assert_eq!(row.error, None),
            }
        }
        let mut failing = |_: &_| Err("boom".to_owned());
        assert_eq!(row(&Line::Whole(request.into()), &mut failing).decision(), "ask");
    }
}
