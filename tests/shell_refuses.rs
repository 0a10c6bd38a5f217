//! Texts that are refused because they are incomplete, ambiguous or not understood, and where.

#![allow(clippy::unwrap_used, reason = "a failing test shall say where")]

mod shell_support;

use callgate::shell::{Dialect, parse};
use shell_support::refuses;

#[test]
fn what_is_not_certain_is_refused() {
    refuses(
        Dialect::Both,
        &[
            ("echo \"$${x}\"", "`$$` before"),
            ("echo \"${x:-'a'}\"", "' in a quoted"),
            ("echo ${ a; }", "`${ command"),
            ("echo $[1]", "`$[ ]`"),
            ("repeat 2 { a; }", ""),
            ("echo {A..z}", "upper to lower"),
            ("echo a{b}c,d}", "unbalanced braces"),
            ("if a; then b", "expected `fi`"),
            ("exec> 3>&-", "descriptor as a redirect target"),
            ("a )", "unexpected token"),
            ("echo 'a", "unterminated"),
            ("a && ", "expected a command"),
        ],
    );
}

#[test]
fn a_refusal_points_at_its_place() {
    let rejected = parse("ls; echo ${!x}", Dialect::Both).unwrap_err();
    assert_eq!(rejected.span.of("ls; echo ${!x}"), "!");
}
