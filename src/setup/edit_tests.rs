//! Edits of settings as people keep them.

use std::path::Path;

use crate::setup::edit::{Refusal, register, unregister};
use crate::setup::entry::Entry;

fn entry() -> Entry {
    Entry::new(Path::new("/opt/bin/callgate")).unwrap()
}

fn registered(text: &str) -> String {
    register(text, &entry()).unwrap()
}

/// The settings that people keep: comments, order, indentation, line ends, other hooks.
const KEPT: [&str; 9] = [
    "{}\n",
    "{}",
    "{\n  \"model\": \"opus\"\n}\n",
    "{\n\t\"model\": \"opus\",\n\t\"permissions\": { \"allow\": [ \"Bash(ls:*)\" ] }\n}",
    "{\r\n  \"model\": \"opus\"\r\n}\r\n",
    "// mine\n{\n  // the model\n  \"model\": \"opus\", /* best */\n\n  \"env\": {}, // none\n}\n",
    "{\n    \"hooks\": {\n        \"Stop\": [{ \"hooks\": [{ \"type\": \"command\", \"command\": \"beep\" }] }]\n    },\n    \"z\": 1\n}\n",
    "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [\n          {\"type\": \"command\", \"command\": \"other hook\"}\n        ]\n      }\n    ]\n  }\n}\n",
    "\u{feff}{\n  \"größe\": \"ü\\u00fc\"\n}\n",
];

#[test]
fn every_line_of_the_person_stays_as_it_is() {
    for text in KEPT {
        let after = registered(text);
        assert!(after.contains("/opt/bin/callgate hook") && after.contains("\"onFailure\": \"block\""), "{after}");
        let mut rest = after.as_str();
        for line in text.lines().filter(|line| !line.trim_matches(['{', '}', ' ', '\r']).is_empty()) {
            let line = line.trim_end_matches(['\r', ',']);
            let at = rest.find(line).unwrap_or_else(|| panic!("`{line}` is gone from:\n{after}"));
            rest = rest.split_at(at + line.len()).1;
        }
        if text.contains("//") {
            continue;
        }
        let value: serde_json::Value = serde_json::from_str(after.trim_start_matches('\u{feff}')).unwrap();
        let groups = value["hooks"]["PreToolUse"].as_array().unwrap().clone();
        let ours = groups.last().unwrap();
        assert_eq!(ours["hooks"][0]["timeout"], 10);
        assert!(ours["matcher"].as_str().unwrap().starts_with("Bash|"));
    }
}

#[test]
fn line_ends_are_those_of_the_file() {
    let after = registered("{\r\n  \"model\": \"opus\"\r\n}\r\n");
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count(), "{after:?}");
}

#[test]
fn registering_twice_changes_nothing() {
    for text in KEPT {
        let once = registered(text);
        assert_eq!(registered(&once), once);
    }
}

#[test]
fn taking_out_restores_what_was_there() {
    for text in KEPT {
        let back = unregister(&registered(text)).unwrap();
        let blank = |text: &str| text.split_whitespace().collect::<String>().replace(",}", "}").replace(",//", "//");
        assert_eq!(blank(&back), blank(text), "{back}");
        assert!(!back.contains("callgate"));
    }
    assert_eq!(unregister(&registered(KEPT[2])).unwrap(), KEPT[2]);
    assert_eq!(unregister(&registered(KEPT[7])).unwrap(), KEPT[7]);
}

#[test]
fn what_is_not_ours_is_not_taken_out() {
    for text in KEPT.into_iter().chain(["", " \n"]) {
        assert_eq!(unregister(text).unwrap(), text);
    }
    let other = r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"echo callgate hook"}]}]}}"#;
    assert_eq!(unregister(other).unwrap(), other);
}

#[test]
fn an_old_entry_is_brought_up_to_date_in_place() {
    let old = r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/old/callgate hook --role docs","timeout":20}]},{"matcher":"X","hooks":[]}]}}"#;
    let after: serde_json::Value = serde_json::from_str(&registered(old)).unwrap();
    let groups = after["hooks"]["PreToolUse"].as_array().unwrap();
    assert_eq!(groups.len(), 2);
    assert_eq!(groups[0]["matcher"], entry().matcher);
    assert_eq!(groups[0]["hooks"][0]["command"], "/opt/bin/callgate hook --role docs");
    assert_eq!(groups[0]["hooks"][0]["timeout"], 20);
    assert_eq!(groups[0]["hooks"][0]["onFailure"], "block");
}

#[test]
fn an_entry_among_others_and_copies_of_it_become_one_of_its_own() {
    let mixed = r#"{"hooks":{"PreToolUse":[
      {"matcher":"Bash","hooks":[{"type":"command","command":"a"},{"type":"command","command":"/old/callgate hook"}]},
      {"matcher":"Read","hooks":[{"type":"command","command":"/older/callgate","args":["hook"]}]}]}}"#;
    let text = registered(mixed);
    let after: serde_json::Value = serde_json::from_str(&text).unwrap();
    let groups = after["hooks"]["PreToolUse"].as_array().unwrap();
    assert_eq!(text.matches("callgate").count(), 1, "{text}");
    assert_eq!(groups.len(), 2);
    assert_eq!(groups[0]["hooks"].as_array().unwrap().len(), 1);
    assert_eq!(groups[1]["matcher"], entry().matcher);
}

#[test]
fn what_is_not_understood_is_left_alone() {
    let shape = |path, expected| Refusal::Shape { path, expected };
    let cases = [
        ("[]", shape("settings", "an object")),
        (r#"{"hooks": []}"#, shape("hooks", "an object")),
        (r#"{"hooks": {"PreToolUse": {}}}"#, shape("hooks.PreToolUse", "a list")),
        (r#"{"hooks": {}, "hooks": {}}"#, Refusal::Twice("hooks")),
        (r#"{"hooks": {"PreToolUse": [], "PreToolUse": []}}"#, Refusal::Twice("hooks.PreToolUse")),
    ];
    for (text, expected) in cases {
        assert_eq!(register(text, &entry()), Err(expected.clone()), "{text}");
        assert_eq!(unregister(text), Err(expected), "{text}");
    }
    let Err(Refusal::Syntax(why)) = register("{\n  \"a\": 1,\n  \"b\" 2\n}", &entry()) else { panic!("no refusal") };
    assert!(why.contains("line 3"), "{why}");
}
