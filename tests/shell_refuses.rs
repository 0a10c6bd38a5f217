//! Texts that are refused, and why.

#![allow(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing, reason = "helpers of tests fail as tests do")]

use callgate::shell::{Dialect, parse};

#[track_caller]
fn refused(dialect: Dialect, cases: &[(&str, &str)]) {
    for (text, why) in cases {
        match parse(text, dialect) {
            Ok(_) => panic!("accepted: {text:?}"),
            Err(rejected) => assert!(rejected.why.contains(why), "{text:?}: {}", rejected.why),
        }
    }
}

#[test]
fn what_shells_read_differently_is_refused() {
    refused(
        Dialect::Both,
        &[
            ("echo $(cat <<E; echo hi\nE\n)", "; or & after a here-document"),
            ("echo $(cat <<E\nE\nrm a;echo b)", "; or & after a here-document"),
            ("case x in (esac) y;; esac", "esac as a pattern"),
            ("coproc cat", "coproc"),
            ("a>& -b", "word after"),
            ("cat <&$x", "computed descriptor"),
            ("echo \"$${x}\"", "`$$` before"),
            ("! ! a", "`!` twice"),
            ("time ! a", "`!` after time"),
            ("time -p a", "time with an option"),
            ("((a) )", "not arithmetic"),
            ("echo $((a) )", "not arithmetic"),
            ("(( 1 # )) ; touch x\n))", "`#` in arithmetic"),
            ("echo $((a ]))", "unbalanced"),
            ("to\\\nuch x", "line continuation inside a word"),
            ("i\\\nf a; then b; fi", "line continuation"),
            ("cat <<E\\\n\nE\n", "line continuation in a here-document delimiter"),
            ("`a\\\nb`", "line continuation in backquotes"),
            ("echo $\\\nx", "line continuation after $"),
            ("echo $'\\cx'", "escape in"),
            ("echo $'\\x00'", "escape in"),
            ("cat <<$x\n$x\n", "expansion in a here-document delimiter"),
            ("cat <<''\n\n", "empty here-document delimiter"),
            ("cat <<E", "here-document without body"),
            ("cat <<E\nx", "not terminated"),
            ("cat <<E \"a\nb\"\nE\n", "newline inside a word after <<"),
            ("cat <<E $(a\nb)\nE\n", "newline in a substitution after <<"),
            ("cat <<E\na\\\nE\nE\n", "continuation before here-document delimiter"),
            ("cat <<E\nE\\\n\nE\n", "continuation before here-document delimiter"),
            ("`cat <<E\nE\n`", "here-document in backquotes"),
            ("echo ${x:-<(y)}", "process substitution in"),
            ("{fd}>f a", "`{name}>` before"),
            ("a {b[0]}>f", "`{name["),
            ("echo 22>f", "more than one digit"),
            ("a[ x ]=y", "subscript"),
            ("echo \"${x:-'a'}\"", "' in a quoted"),
            ("echo ${!x}", "indirect"),
            ("echo ${x@P}", "`${x@"),
            ("echo ${(e)x}", "bad substitution"),
            ("echo ${ a; }", "`${ command"),
            ("echo $[1]", "`$[ ]`"),
            ("echo $\"a\"", "zsh keeps the $"),
            ("echo $=x", "zsh flag"),
            ("=touch x", "`=word`"),
            ("{touch x }", "command word starting with `{`"),
            ("echo x >! y", "zsh: clobber"),
            ("a &! b", "zsh: disown"),
            ("a &| b", "zsh: disown"),
            ("echo <1-2> b", "numeric glob"),
            ("echo *(x)", "`(` inside a word"),
            ("for x (a b) c", ""),
            ("repeat 2 { a; }", ""),
            ("() { a; }", "empty list"),
            ("[[ -v a[0] ]]", "computed name"),
            ("echo {A..z}", "upper to lower"),
            ("echo a{b}c,d}", "unbalanced braces"),
            ("if a; then b", "expected `fi`"),
            ("]] a", "`]]` as a command word"),
            ("exec> 3>&-", "descriptor as a redirect target"),
            ("a )", "unexpected token"),
            ("echo 'a", "unterminated"),
            ("a && ", "expected a command"),
        ],
    );
}

#[test]
fn hidden_characters_are_refused() {
    for hidden in
        ["\u{1}", "\u{7f}", "\r", "\u{b}", "\u{c}", "\u{a0}", "\u{85}", "\u{200b}", "\u{202e}", "\u{3000}", "\0"]
    {
        assert_eq!(
            parse(&format!("echo a{hidden}b"), Dialect::Both).unwrap_err().why,
            "control or invisible character"
        );
    }
}

#[test]
fn dash_gets_no_bash_syntax() {
    for text in [
        "[[ a ]]",
        "((1))",
        "echo $'a'",
        "a &>b",
        "a |& b",
        "a <(b)",
        "a <<<b",
        "a=(b)",
        "a+=b",
        "a[0]=b",
        "function f { a; }",
        "select x in a; do b; done",
        "echo ${x/a/b}",
        "echo ${x:1}",
        "echo ${x^}",
        "for ((;;)); do a; done",
        "time a",
        "case x in a) b ;& c) d;; esac",
        "a >&b",
        "for x in a; { b; }",
        "a {fd}>b",
    ] {
        assert!(parse(text, Dialect::Posix).is_err(), "accepted: {text}");
        assert!(parse(text, Dialect::Bash).is_ok(), "refused for bash: {text}");
    }
}

#[test]
fn nesting_and_length_have_limits() {
    for opening in ["(", "$(", "{ ", "if ", "[[ (", "${x:-", "\"$(", "a[$(", "f() { "] {
        assert!(parse(&opening.repeat(10_000), Dialect::Both).is_err(), "{opening}");
    }
    let deep = |levels: usize| format!("echo {}x{}", "$(".repeat(levels), ")".repeat(levels));
    assert!(parse(&deep(60), Dialect::Both).is_ok());
    assert_eq!(parse(&deep(61), Dialect::Both).unwrap_err().why, "nesting deeper than 60");
    assert_eq!(parse(&"a".repeat(65_537), Dialect::Both).unwrap_err().why, "text longer than 64 KiB");
    let terms = format!("[[ {}a ]]", "a && ".repeat(9_000));
    assert_eq!(parse(&terms, Dialect::Both).unwrap_err().why, "nesting deeper than 60");
}

#[test]
fn a_refusal_points_at_its_place() {
    let rejected = parse("ls; echo ${!x}", Dialect::Both).unwrap_err();
    assert_eq!(rejected.span.of("ls; echo ${!x}"), "!");
}
