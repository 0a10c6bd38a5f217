//! Runs the cases of every spec.

use callgate::span::Span;
use callgate::tools::describe::describe;
use callgate::value::{Argument, Cause, Value};

#[test]
fn every_spec_does_what_its_cases_say() {
    let mut failures = Vec::new();
    for tool in callgate::tools::about() {
        for (invocation, effects) in &tool.cases {
            let expected = expectation(effects);
            let got = match callgate::tools::read(&words(invocation)) {
                Some(reading) => describe(&reading),
                None => vec!["no spec".to_owned()],
            };
            if got != expected {
                failures.push(format!(
                    "{} [{}] `{invocation}`\n    expected {}\n    got      {}",
                    tool.file,
                    tool.name,
                    expected.join(", "),
                    got.join(", ")
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

fn expectation(effects: &str) -> Vec<String> {
    let mut expected: Vec<String> = effects.split(", ").map(|part| part.trim().to_owned()).collect();
    expected.sort();
    expected.dedup();
    // As in what is told of a reading, printing counts only where it is all.
    if expected.len() > 1 {
        expected.retain(|effect| effect != "print");
    }
    expected
}

/// Splits an invocation at blanks, with quotes and backslashes as the shell has them. `$name`, outside single quotes, is
/// a word or the end of a word that is not known, and that may be several words where it is not quoted.
fn words(invocation: &str) -> Vec<Argument> {
    let mut words = Vec::new();
    let mut rest = invocation.chars().peekable();
    let mut at = 0;
    while let Some(&next) = rest.peek() {
        if next == ' ' {
            rest.next();
            at += 1;
            continue;
        }
        let mut text = String::new();
        let mut variable = None;
        let mut quote = None;
        let mut splits = false;
        let start = at;
        while let Some(&c) = rest.peek() {
            if quote.is_none() && c == ' ' {
                break;
            }
            rest.next();
            at += c.len_utf8();
            match (quote, c) {
                (Some(open), c) if open == c => quote = None,
                (None, '\'' | '"') => quote = Some(c),
                (None | Some('"'), '\\') => {
                    if let Some(escaped) = rest.next() {
                        at += escaped.len_utf8();
                        text.push(escaped);
                    }
                }
                (None | Some('"'), '$') if rest.peek().is_some_and(char::is_ascii_alphabetic) => {
                    let mut name = String::new();
                    while let Some(c) = rest.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
                        at += 1;
                        name.push(c);
                    }
                    variable = Some(name);
                    splits |= quote.is_none();
                }
                (_, c) => text.push(c),
            }
        }
        let value = match variable {
            None => Value::Known(text),
            Some(name) if text.is_empty() => Value::Unknown(Cause::Variable(name)),
            Some(_) => Value::Starts(text),
        };
        words.push(Argument { value, span: Span::new(start, at), splits });
    }
    words
}
