//! Words that look like paths and name another host: `host:path` for programs that take either.
//!
//! Specs state one role for a word; where these programs are given a path with a colon in its first component, or one
//! that begins with `@`, it is not followed.

use super::scan::Scan;
use super::schema::Role;
use crate::value::Value;

/// Whether the word may lie on another host although its role is that of a path.
pub(super) fn elsewhere(scan: &Scan<'_>, role: &Role, value: &Value) -> bool {
    let program = scan.packed.node.path.first().map(String::as_str);
    matches!(program, Some("tar" | "rsync")) && is_path(role) && may_name_host(value)
}

fn is_path(role: &Role) -> bool {
    match role {
        Role::Read | Role::Write | Role::Update | Role::Append | Role::Delete | Role::Dir => true,
        Role::Inert
        | Role::Chdir
        | Role::Exec
        | Role::Host
        | Role::Url
        | Role::FileOrUrl
        | Role::Data
        | Role::Env
        | Role::Command
        | Role::CommandUntil(_)
        | Role::Code(_)
        | Role::Script(_) => false,
    }
}

fn may_name_host(value: &Value) -> bool {
    // To some, `@name` is an archive whose contents are meant.
    let marked = |text: &str| text.starts_with('@') || text.split('/').next().is_some_and(|first| first.contains(':'));
    match value {
        Value::Known(text) => marked(text),
        Value::OneOf(texts) => texts.iter().any(|text| marked(text)),
        // What follows the beginning may hold the colon, unless the first component has ended.
        Value::Starts(text) => marked(text) || !text.contains('/'),
        Value::Within { dir, .. } => marked(dir) || dir.is_empty(),
        Value::Number | Value::Hexadecimal => false,
        Value::Unknown(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colon_in_the_first_component_names_a_host() {
        for (text, expected) in [
            ("h:x", true),
            ("h::m/x", true),
            ("rsync://h/x", true),
            ("@x.tar", true),
            ("./h:x", false),
            ("a/b:c", false),
        ] {
            assert_eq!(may_name_host(&Value::Known(text.to_owned())), expected, "{text}");
        }
    }

    #[test]
    fn a_beginning_settles_it_once_a_component_has_ended() {
        assert!(may_name_host(&Value::Starts("backup-".to_owned())));
        assert!(!may_name_host(&Value::Starts("/tmp/backup-".to_owned())));
        assert!(!may_name_host(&Value::Within { dir: "/tmp".to_owned(), dash: false }));
        assert!(may_name_host(&Value::Within { dir: String::new(), dash: false }));
    }
}
