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
        Value::OneOf(_) | Value::Within { .. } | Value::Number | Value::Unknown(_) => None,
    }
}

/// The file that data names: `@file`, `name@file`, `name=@file`, `name=<file`.
pub(super) fn file_in_data(value: &Value) -> Option<Value> {
    let file = |text: &str| -> Option<String> {
        let at = text.find(['@', '<', '='])?;
        let (name, rest) = (text.get(..at)?, text.get(at..)?);
        let plain = name.chars().all(is_name);
        let marked = rest.strip_prefix('=').unwrap_or(rest);
        let file = marked.strip_prefix(['@', '<']).filter(|_| plain)?;
        let file = file.split(';').next().unwrap_or(file);
        (file != "-").then(|| file.to_owned())
    };
    match value {
        Value::Known(text) => file(text).map(Value::Known),
        Value::Starts(text) => match file(text) {
            Some(start) if !start.is_empty() => Some(Value::Starts(start)),
            Some(_) => Some(Value::Unknown(Cause::Expansion)),
            // Up to the end of `name=` a mark may follow.
            None => {
                let open = text.strip_suffix('=').unwrap_or(text);
                let plain = open.chars().all(is_name);
                plain.then_some(Value::Unknown(Cause::Expansion))
            }
        },
        Value::Number => None,
        Value::OneOf(texts) => {
            let files: Vec<String> = texts.iter().filter_map(|text| file(text)).collect();
            (!files.is_empty()).then(|| Value::one_of(files))
        }
        Value::Within { .. } | Value::Unknown(_) => Some(Value::Unknown(Cause::Expansion)),
    }
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
        for (text, file) in [("@a", "a"), ("n@a", "a"), ("n=@a;type=x", "a"), ("n=<a", "a"), ("x[]=@a", "a")] {
            assert_eq!(known(text), Some(Value::Known(file.to_owned())), "{text}");
        }
        for text in ["", "@-", "n=v", "{\"a\": \"@b\"}", "n=v@w"] {
            assert_eq!(known(text), None, "{text}");
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
