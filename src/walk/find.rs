//! What the tests of a `find` let through, by its words.

use super::glob::matches;
use crate::value::Argument;

/// Whether `find` may act upon a file of this name: no test on names or kinds passes it over for certain.
pub(super) fn may_pick(words: &[Argument], name: &str) -> bool {
    let is = |word: &Argument, signs: &[&str]| word.text().is_some_and(|text| signs.contains(&text));
    let has = |words: &[Argument], signs: &[&str]| words.iter().any(|word| is(word, signs));
    let acts = |word: &Argument| word.text().is_some_and(|text| ACTIONS.iter().any(|one| text.starts_with(one)));
    // Tests after an action come too late for it.
    let (tests, after) = words.split_at(words.iter().position(acts).unwrap_or(words.len()));
    let unsure = words.iter().any(|word| word.text().is_none())
        || has(words, &[","])
        || has(after, OR)
        || has(tests, NOT) && has(tests, &["("]);
    // Without negated groups, an expression holds only where all tests between two `-o` do, however they are nested.
    let passed_over = |tests: &[Argument]| {
        tests.iter().enumerate().any(|(at, test)| {
            let negated = at.checked_sub(1).and_then(|at| tests.get(at)).is_some_and(|word| is(word, NOT));
            !negated && tests.get(at + 1).is_some_and(|operand| passes_over(test, operand, name))
        })
    };
    unsure || !tests.split(|word| is(word, OR)).all(passed_over)
}

const OR: &[&str] = &["-o", "-or"];
const NOT: &[&str] = &["!", "-not"];

/// Beginnings of the actions of `find`.
const ACTIONS: &[&str] = &["-exec", "-ok", "-print", "-fprint", "-ls", "-fls", "-delete"];

fn passes_over(test: &Argument, operand: &Argument, name: &str) -> bool {
    let Some(operand) = operand.text() else { return false };
    match test.text() {
        Some("-name") => !matches(operand.as_bytes(), name.as_bytes()),
        Some("-iname") => !matches(operand.to_lowercase().as_bytes(), name.to_lowercase().as_bytes()),
        Some("-type") => operand == "d",
        Some(_) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;
    use crate::value::Value;

    #[test]
    fn a_name_is_passed_over_only_where_every_alternative_does() {
        let cases = [
            ("find . -type f", true),
            ("find . -name *.rs", false),
            ("find . -name *.rs -not -path ./target/*", false),
            ("find . ! -name *.rs", true),
            ("find . ( -name *.ts -o -name *.tsx ) -exec cat {} +", false),
            ("find . ( -name *.ts -o -type f ) -exec cat {} +", true),
            ("find . ! ( -name *.ts -o -name *.tsx ) -exec cat {} +", true),
            ("find . -name *.ts -exec ls {} ; -o -type f -exec cat {} ;", true),
            ("find . -name *.ts , -type f", true),
            ("find . -exec cat {} + -name *.ts", true),
            ("find . -iname *.ENV", true),
            ("find . -type d", false),
        ];
        for (text, picks) in cases {
            let words: Vec<Argument> = text
                .split(' ')
                .map(|word| Argument { value: Value::Known(word.to_owned()), span: Span::default(), splits: false })
                .collect();
            assert_eq!(may_pick(&words, ".env"), picks, "{text}");
        }
    }
}
