//! What wrappers put into the arguments of the commands that they start.

use crate::span::Span;
use crate::tools::reading::Added;
use crate::value::{Argument, Cause, Value};
use crate::walk::scope::{Input, Scope};

/// The arguments of a command with what its wrapper adds.
pub(super) fn with_added(mut argv: Vec<Argument>, wrapper: &str, added: &Added, scope: &Scope) -> Vec<Argument> {
    let span = argv.first().map_or_else(Span::default, |word| word.span);
    match added {
        Added::Nothing => argv,
        Added::Paths(roots) => {
            let value =
                roots.iter().cloned().map(below_root).reduce(Value::join).unwrap_or(Value::Unknown(Cause::Glob));
            let mut placed = false;
            for word in &mut argv {
                match word.text() {
                    Some("{}") => word.value = value.clone(),
                    Some(text) if is_placeholder(text) => word.value = Value::Unknown(Cause::Glob),
                    Some(_) | None => continue,
                }
                placed = true;
            }
            // `fd` puts the paths at the end where no word says otherwise; `find` does not.
            if !placed && wrapper.starts_with("fd") {
                argv.push(Argument { value, span, splits: true });
            }
            argv
        }
        Added::Input(placeholder) => {
            let line = match &scope.input {
                Input::Lines(value) => value.clone(),
                Input::Text(_) | Input::Inherited | Input::Stream => Value::Unknown(Cause::Input),
            };
            match placeholder {
                None => argv.push(Argument { value: line, span, splits: true }),
                Some(placeholder) => {
                    for word in &mut argv {
                        if word.text() == Some(placeholder) {
                            word.value = line.clone();
                        } else if word.text().is_some_and(|text| text.contains(placeholder.as_str())) {
                            let parts = word
                                .text()
                                .unwrap_or_default()
                                .split(placeholder.as_str())
                                .map(str::to_owned)
                                .collect::<Vec<_>>();
                            word.value = interleaved(&parts, &line);
                        }
                    }
                }
            }
            argv
        }
    }
}

/// A word in which `find` or `fd` puts a path or a part of one.
fn is_placeholder(text: &str) -> bool {
    ["{}", "{/}", "{//}", "{.}", "{/.}"].iter().any(|placeholder| text.contains(placeholder))
}

fn interleaved(parts: &[String], line: &Value) -> Value {
    let mut value = Value::Known(String::new());
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            value = super::concat::concat(value, line.clone());
        }
        value = super::concat::concat(value, Value::Known(part.clone()));
    }
    value
}

/// What `find` puts for `{}`: a path that begins with its root.
fn below_root(root: Value) -> Value {
    match root {
        Value::Known(text) if !text.split('/').any(|part| part == "..") => {
            Value::Within { dir: format!("{}/", text.trim_end_matches('/')), dash: text.starts_with('-') }
        }
        Value::Within { dir, dash } => Value::Within { dir, dash },
        Value::Known(_)
        | Value::OneOf(_)
        | Value::Starts(_)
        | Value::Number
        | Value::Hexadecimal
        | Value::Unknown(_) => Value::Unknown(Cause::Glob),
    }
}
