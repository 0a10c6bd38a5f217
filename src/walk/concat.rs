//! What is known of two texts that stand together.

use crate::value::{Cause, Value};

/// The value of `left` directly followed by `right`.
pub(crate) fn concat(left: Value, right: Value) -> Value {
    match (left, right) {
        (Value::Known(text), right) if text.is_empty() => right,
        (left, Value::Known(text)) if text.is_empty() => left,
        (Value::Known(left), Value::Known(right)) => Value::Known(left + &right),
        (left @ (Value::Known(_) | Value::OneOf(_)), right @ (Value::Known(_) | Value::OneOf(_))) => {
            product(&texts(left), &texts(right))
        }
        (Value::Known(left), Value::Within { dir, .. }) => within_after(&left, &dir),
        (Value::Known(left), Value::Number | Value::Hexadecimal) => number_after(left),
        (Value::Known(left), Value::Starts(right)) => Value::Starts(left + &right),
        (Value::Known(left), Value::Unknown(_)) => Value::Starts(left),
        (Value::OneOf(left), right) => common_start(&left, right),
        (Value::Within { dir, dash }, Value::Known(right)) => {
            if climbs(&right) {
                Value::Unknown(Cause::Join)
            } else {
                Value::Within { dir, dash }
            }
        }
        (Value::Within { dir, dash }, Value::Number | Value::Hexadecimal) => Value::Within { dir, dash },
        (Value::Within { dir, dash }, Value::Within { dir: next, .. }) if next.is_empty() => {
            Value::Within { dir, dash }
        }
        (Value::Number, Value::Number) => Value::Number,
        (Value::Number | Value::Hexadecimal, Value::Known(right))
            if !climbs_behind_text(&right) && !right.starts_with('/') =>
        {
            Value::Within { dir: String::new(), dash: false }
        }
        (Value::Starts(left), _) => Value::Starts(left),
        (Value::Unknown(cause), _) => Value::Unknown(cause),
        (Value::Within { .. } | Value::Number | Value::Hexadecimal, _) => Value::Unknown(Cause::Join),
    }
}

fn texts(value: Value) -> Vec<String> {
    match value {
        Value::Known(text) => vec![text],
        Value::OneOf(texts) => texts,
        Value::Within { .. } | Value::Starts(_) | Value::Number | Value::Hexadecimal | Value::Unknown(_) => Vec::new(),
    }
}

fn product(left: &[String], right: &[String]) -> Value {
    if left.len() * right.len() > Value::MAX_ALTERNATIVES {
        return Value::Unknown(Cause::Limit);
    }
    let mut out = Vec::new();
    for head in left {
        for tail in right {
            let text = format!("{head}{tail}");
            if !out.contains(&text) {
                out.push(text);
            }
        }
    }
    Value::one_of(out)
}

/// `left` followed by a path below `dir`: a path below the last directory that is spelled out.
fn within_after(left: &str, dir: &str) -> Value {
    let text = format!("{left}{dir}");
    let (dir, rest) = text.rsplit_once('/').map_or(("", text.as_str()), |(dir, rest)| (dir, rest));
    // `.*` and `..*` may stand for the parent directory.
    if !rest.is_empty() && rest.bytes().all(|byte| byte == b'.') {
        return Value::Unknown(Cause::Glob);
    }
    let dir = if text.contains('/') { format!("{dir}/") } else { String::new() };
    Value::Within { dir, dash: left.starts_with('-') }
}

fn number_after(left: String) -> Value {
    if left.starts_with('-') || left.contains("://") || left.ends_with("..") {
        return Value::Starts(left);
    }
    within_after(&left, "")
}

fn common_start(left: &[String], right: Value) -> Value {
    let mut out: Option<Value> = None;
    for text in left {
        let value = concat(Value::Known(text.clone()), right.clone());
        out = Some(match out {
            Some(so_far) => so_far.join(value),
            None => value,
        });
    }
    out.unwrap_or(Value::Unknown(Cause::Join))
}

/// Whether `text`, put behind a path, may step out of its directory: by a component `..`, or by one that what stands
/// before or after completes to it.
fn climbs(text: &str) -> bool {
    let first = text.split('/').next().unwrap_or_default();
    matches!(first, "." | "..") || climbs_behind_text(text)
}

/// The same where what stands before is a name and no end of a directory.
fn climbs_behind_text(text: &str) -> bool {
    let mut components = text.split('/').peekable();
    components.next();
    while let Some(component) = components.next() {
        let last = components.peek().is_none();
        if component == ".." || last && component == "." {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(left: Value, right: Value, want: Value) {
        assert_eq!(concat(left, right), want);
    }

    fn known(text: &str) -> Value {
        Value::Known(text.into())
    }

    #[test]
    fn known_texts_are_joined_and_alternatives_multiplied() {
        case(known("a"), known("b"), known("ab"));
        case(known("x/"), Value::OneOf(vec!["a".into(), "b".into()]), Value::OneOf(vec!["x/a".into(), "x/b".into()]));
    }

    #[test]
    fn a_path_below_a_directory_stays_below_it_unless_it_may_climb() {
        let glob = || Value::Within { dir: String::new(), dash: true };
        case(known("src/"), glob(), Value::Within { dir: "src/".into(), dash: false });
        case(known("src/foo"), glob(), Value::Within { dir: "src/".into(), dash: false });
        case(known("."), glob(), Value::Unknown(Cause::Glob));
        case(glob(), known("/../x"), Value::Unknown(Cause::Join));
        case(glob(), known(".rs"), glob());
        case(glob(), known("..HEAD"), glob());
        case(glob(), known(".."), Value::Unknown(Cause::Join));
        case(glob(), known("/."), Value::Unknown(Cause::Join));
    }

    #[test]
    fn an_unknown_tail_keeps_the_known_start() {
        case(known("--x="), Value::Unknown(Cause::Input), Value::Starts("--x=".into()));
        case(known("/tmp/log."), Value::Number, Value::Within { dir: "/tmp/".into(), dash: false });
        case(known("-n"), Value::Number, Value::Starts("-n".into()));
    }
}
