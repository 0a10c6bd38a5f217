//! What single words carry inside: an assignment, the file that data names.

use crate::value::{Cause, Value};

/// `NAME=value` taken apart; `None` where the name is not known.
pub(super) fn assignment(value: &Value) -> Option<(String, Value)> {
    match value {
        Value::Known(text) => Some(match text.split_once('=') {
            Some((name, value)) => (name.to_owned(), Value::Known(value.to_owned())),
            // The variable is passed on as it is.
            None => (text.clone(), Value::Unknown(Cause::Variable(text.clone()))),
        }),
        Value::Starts(text) => {
            let (name, value) = text.split_once('=')?;
            let value =
                if value.is_empty() { Value::Unknown(Cause::Expansion) } else { Value::Starts(value.to_owned()) };
            Some((name.to_owned(), value))
        }
        Value::OneOf(_) | Value::Within { .. } | Value::Number | Value::Hexadecimal | Value::Unknown(_) => None,
    }
}

/// The file that data names: `@file`, `name@file`, `name=@file`, `name=<file`.
///
/// Names may hold anything, and programs disagree on where a name ends: two files that one text may name are any file.
pub(super) fn file_in_data(value: &Value) -> Option<Value> {
    match value {
        Value::Known(text) => file_named(text),
        Value::Starts(text) => match text.strip_prefix('@') {
            Some(start) if !start.is_empty() => Some(Value::Starts(start.to_owned())),
            Some(_) => Some(any_file()),
            None => {
                // Up to the end of `name=` a mark may follow.
                let open = text.strip_suffix('=').unwrap_or(text);
                (file_named(text).is_some() || open.chars().all(is_name)).then(any_file)
            }
        },
        Value::Number | Value::Hexadecimal => None,
        Value::OneOf(texts) => {
            let files: Vec<Value> = texts.iter().filter_map(|text| file_named(text)).collect();
            let known: Option<Vec<String>> = files.iter().map(|file| file.known().map(str::to_owned)).collect();
            (!files.is_empty()).then(|| known.map_or_else(any_file, Value::one_of))
        }
        Value::Within { .. } | Value::Unknown(_) => Some(any_file()),
    }
}

fn file_named(text: &str) -> Option<Value> {
    let part = text.split_once('=').and_then(|(_, rest)| rest.strip_prefix(['@', '<']));
    let part = part.map(|rest| rest.split(';').next().unwrap_or(rest)).filter(|file| *file != "-");
    let whole = text.split_once('@').filter(|(name, file)| !name.contains('=') && *file != "-").map(|(_, file)| file);
    match (part, whole) {
        (None, None) => None,
        // A part may list several files, and quote them.
        (Some(file), None) if !file.contains([',', '"']) => Some(Value::Known(file.to_owned())),
        (None, Some(file)) => Some(Value::Known(file.to_owned())),
        (Some(_), None | Some(_)) => Some(any_file()),
    }
}

fn any_file() -> Value {
    Value::Unknown(Cause::Expansion)
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '[' | ']')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_names_a_file_behind_a_mark() {
        let known = |text: &str| file_in_data(&Value::Known(text.to_owned()));
        for (text, file) in [
            ("@a", "a"),
            ("n@a", "a"),
            ("n=@a;type=x", "a"),
            ("n=<a", "a"),
            ("x[]=@a", "a"),
            ("x y=@a", "a"),
            ("{@a", "a"),
        ] {
            assert_eq!(known(text), Some(Value::Known(file.to_owned())), "{text}");
        }
        for text in ["", "@-", "n=v", "{\"a\": \"b\"}", "n=v@w", "a <b"] {
            assert_eq!(known(text), None, "{text}");
        }
        for text in ["a@b=@c", "n=@a,b", "n=@\"a\""] {
            assert_eq!(known(text), Some(any_file()), "{text}");
        }
    }

    #[test]
    fn data_that_is_not_known_may_name_any_file() {
        assert_eq!(file_in_data(&Value::Unknown(Cause::Input)), Some(Value::Unknown(Cause::Expansion)));
        assert_eq!(file_in_data(&Value::Starts("@".to_owned())), Some(Value::Unknown(Cause::Expansion)));
        assert_eq!(file_in_data(&Value::Starts("n=v".to_owned())), None);
        // The mark may follow.
        assert_eq!(file_in_data(&Value::Starts("n=".to_owned())), Some(Value::Unknown(Cause::Expansion)));
        assert_eq!(file_in_data(&Value::Starts("n".to_owned())), Some(Value::Unknown(Cause::Expansion)));
    }
}
