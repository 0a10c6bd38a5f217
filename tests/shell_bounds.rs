//! Long and deep texts: read or refused in time that grows with their length and no faster.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing test shall say where")]

use std::time::{Duration, Instant};

use callgate::shell::{Dialect, parse, render};

/// The longest text that is read.
const LONGEST: usize = 64 * 1024;

/// Far above what any text takes without optimisation, far below what a quadratic reading of this length takes.
const LIMIT: Duration = Duration::from_secs(2);

/// `before`, as many `unit` as fit, `after`.
fn filled(before: &str, unit: &str, after: &str) -> String {
    let count = (LONGEST - before.len() - after.len()) / unit.len();
    format!("{before}{}{after}", unit.repeat(count))
}

/// Reads a text within the limit; whether it was accepted.
#[track_caller]
fn reads_in_time(text: &str) -> bool {
    assert!(text.len() <= LONGEST);
    let start = Instant::now();
    let script = parse(text, Dialect::Both);
    let accepted = script.is_ok();
    if let Ok(script) = script {
        let _ = render(&script);
    }
    let shown: String = text.chars().take(20).collect();
    assert!(start.elapsed() < LIMIT, "{shown:?} took {:?}", start.elapsed());
    accepted
}

#[test]
fn long_texts_are_read_in_linear_time() {
    for (before, unit, after) in [
        ("", "a ", ""),
        ("", "a;", ""),
        ("", "a\n", ""),
        ("", "a&", ""),
        ("a", "&&a", ""),
        ("a", "|a", ""),
        ("", "! a;", ""),
        ("", "(a);", ""),
        ("", "{ a; };", ""),
        ("", "f() { a; };", ""),
        ("", "((1));", ""),
        ("", "for x in a; do b; done;", ""),
        ("if a; then b;", "elif a; then b;", "fi"),
        ("case x in ", "a) b;;", " esac"),
        ("case x in a", "|a", ") b;; esac"),
        ("a ", "$(a)", ""),
        ("a ", "`a`", ""),
        ("a ", "<(a)", ""),
        ("a ", "''", ""),
        ("a ", "\"\"", ""),
        ("a \"", "$a", "\""),
        ("a ", "\\a", ""),
        ("a $'", "\\n", "'"),
        ("a ", "${x:-*}", ""),
        ("a ${x/", "[", "}"),
        ("a $((", "1+", "1))"),
        ("a ", "*", ""),
        ("", "~ ", ""),
        ("a=", "~:", ""),
        ("a ", "[", ""),
        ("a ", "[a", "]"),
        ("a ", "[[:a", "]"),
        ("a ", "[$x", "]"),
        ("a ", "{a,b}", ""),
        ("a {", "a,", "b}"),
        ("a {", "$x,", "b}"),
        ("a ", "{}", ""),
        ("a {", "{}", ",}"),
        ("a ", "{1..2}", ""),
        ("a ", "{", "}"),
        ("a", " >f", ""),
        ("a", " 2>&1", ""),
        ("a ", "{a}>f ", ""),
        ("a=(", "b ", ")"),
        ("a=(", "[b]=c ", ")"),
        ("", "a[a]=b ", ""),
        ("export ", "a=b ", ""),
        ("", "a<<E\nE\n", ""),
        ("a <<E\n", "x\n", "E\n"),
        ("a <<E\n", "$x\n", "E\n"),
        ("a <<E\n", "$(a)", "\nE\n"),
        ("a ", "\\\n ", ""),
        ("", "#\n", ""),
        ("[[ a =~ ", "(a)", " ]]"),
    ] {
        assert!(reads_in_time(&filled(before, unit, after)), "{before}{unit}{after}");
    }
    let many = format!("a {}\n{}", "<<E ".repeat(8_000), "E\n".repeat(8_000));
    assert!(reads_in_time(&many));
    let balanced = format!("a $(({}1{}))", "(".repeat(32_000), ")".repeat(32_000));
    assert!(reads_in_time(&balanced));
}

#[test]
fn unfinished_texts_are_refused_in_linear_time() {
    for unit in [
        "(",
        "( ",
        "((",
        "$(",
        "$((",
        "{ ",
        "{",
        "if ",
        "while ",
        "case x in a) ",
        "[[ ",
        "[[ ! ",
        "[[ (",
        "${x:-",
        "\"$(",
        "`\\`",
        "<(",
        "a[",
        "a[$(",
        "f() ",
        "f() { ",
        "function f { ",
        "for x in ",
        "! ",
        "time ",
        "a=(",
        "<<",
        "<<E ",
        "<<E\n",
        "<<'E' \n",
        "a <<E\n$(",
        ">",
        ">&",
        "{a,",
        "{a..",
    ] {
        assert!(!reads_in_time(&filled("", unit, "")), "{unit}");
        assert!(!reads_in_time(&unit.repeat(5_000)), "{unit}");
    }
    for (before, unit) in
        [("\"", "a"), ("'", "a"), ("$'", "\\n"), ("`", "a "), ("a <<E\n", "x\n"), ("a <<E\n", "E\\\n"), ("((", "a")]
    {
        assert!(!reads_in_time(&filled(before, unit, "")), "{before}{unit}");
    }
}

/// The lines of a body are looked at once for each level that it is nested; the limit of nesting bounds it.
#[test]
fn here_documents_in_here_documents_are_read_in_bounded_time() {
    for levels in [5, 15, 28, 40, 60] {
        let mut text = "x".to_owned();
        for level in 0..levels {
            text = format!("$(a <<E{level}\n{text}\nE{level}\n)");
        }
        reads_in_time(&format!("a <<Z\n{text}\nZ\n"));
        let mut text = "x".repeat(60_000);
        for level in 0..levels {
            text = format!("\"$(a <<E{level}\n{text}\nE{level}\n)\"");
        }
        reads_in_time(&format!("a {text}"));
    }
}

#[test]
fn nesting_and_length_have_limits() {
    let deep = |levels: usize| format!("echo {}x{}", "$(".repeat(levels), ")".repeat(levels));
    assert!(parse(&deep(60), Dialect::Both).is_ok());
    assert_eq!(parse(&deep(61), Dialect::Both).unwrap_err().why, "nesting deeper than 60");
    assert!(parse(&"a".repeat(LONGEST), Dialect::Both).is_ok());
    assert_eq!(parse(&"a".repeat(LONGEST + 1), Dialect::Both).unwrap_err().why, "text longer than 64 KiB");
    for joined in ["&& a ", "|| a ", "&& ! a "] {
        let terms = format!("[[ a {}]]", joined.repeat(9_000));
        assert_eq!(parse(&terms, Dialect::Both).unwrap_err().why, "nesting deeper than 60");
    }
    let braces = format!("a {}{}", "{a,".repeat(100), "}".repeat(100));
    assert_eq!(parse(&braces, Dialect::Both).unwrap_err().why, "nesting deeper than 60");
}
