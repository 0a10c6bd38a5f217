//! Text → tree → text → the same tree.

#![allow(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing, reason = "helpers of tests fail as tests do")]

use std::io::Write;
use std::process::{Command, Stdio};

use callgate::shell::{Dialect, parse, render, render_item};

/// Texts with how they are written back.
const CASES: &[(&str, &str)] = &[
    ("ls   -l # list", "ls -l"),
    ("a;b\nc", "a; b; c"),
    ("a&b&&c||d|e|&f&", "a & b && c || d | e |& f &"),
    ("! time a", "! time a"),
    ("x=1  y+=2 a[0]=3 env", "x=1 y+=2 a[0]=3 env"),
    ("export a=(b  c) -r", "export a=(b c) -r"),
    (">f 2>&1 cmd <<<\"x\" a", "cmd a > f 2>&1 <<< \"x\""),
    (">f if", "> f if"),
    ("cat a\\\n b", "cat a b"),
    ("echo \"a\\$b \\\"c\\\" $d\\n\" 'e f' \\; $'x\\ty'", "echo \"a\\$b \\\"c\\\" $d\\n\" 'e f' \\; $'x\\ty'"),
    ("git commit -m \"$(cat <<'EOF'\na ( ' b\nEOF\n)\"", "git commit -m \"$(cat <<'EOF'\na ( ' b\nEOF\n)\""),
    ("cat <<A <<-B | wc\n$x\nA\n\tb\n\tB\n", "cat <<A <<-B | wc\n$x\nA\nb\nB\n"),
    ("if a\nthen b\nelif c; then d; else e\nfi >f", "if a; then b; elif c; then d; else e; fi > f"),
    ("while read l; do echo $l; done <f", "while read l; do echo $l; done < f"),
    ("for i in {1..3} *.rs; do a; done", "for i in {1..3} *.rs; do a; done"),
    ("for ((i=0;i<3;i++)) { a; }", "for ((i=0;i<3;i++)); do a; done"),
    ("case $x in (a|b*) c;; *) ;& esac", "case $x in a|b*) c ;; *)  ;& esac"),
    ("f () { a; }; function g { b & }", "f() { a; }; function g() { b & }"),
    ("( (a);b )", "( (a); b)"),
    ("echo $( (a) ) <(b) `c \\`d\\``", "echo $( (a)) <(b) `c \\`d\\``"),
    ("[[ ! -f $x && ( a == b* || $c =~ ^(x|y)$ ) ]]", "[[ ! -f $x && ( a == b* || $c =~ ^(x|y)$ ) ]]"),
    (
        "echo ${x:-~/a} ${#y} ${z//a/b} ${a[@]:1} \"${w%%.*}\" $((1+$x))",
        "echo ${x:-~/a} ${#y} ${z//a/b} ${a[@]:1} \"${w%%.*}\" $((1+$x))",
    ),
    ("", ""),
];

/// The tree with its spans taken out.
fn shape(text: &str) -> Option<String> {
    let debugged = format!("{:?}", parse(text, Dialect::Both).ok()?);
    let mut shape = String::new();
    for (index, piece) in debugged.split("Span { start: ").enumerate() {
        let kept = if index == 0 { piece } else { piece.split_once('}').map_or("", |(_, rest)| rest) };
        shape.push_str(kept);
    }
    Some(shape)
}

#[track_caller]
fn reads_back(text: &str) {
    let Ok(script) = parse(text, Dialect::Both) else { return };
    let written = render(&script);
    if written.len() > 64 * 1024 {
        return;
    }
    assert_eq!(shape(&written), shape(text), "{text:?} → {written:?}");
    for item in &script.items {
        let alone = parse(&render_item(item), Dialect::Both).unwrap();
        assert_eq!(alone.items.len(), 1, "{text:?}");
    }
}

#[test]
fn texts_are_written_in_one_normal_form() {
    for (text, expected) in CASES {
        let script = parse(text, Dialect::Both).unwrap_or_else(|rejected| panic!("{text:?}: {}", rejected.why));
        assert_eq!(render(&script), *expected, "{text:?}");
        reads_back(text);
    }
}

#[test]
fn bash_accepts_what_is_accepted_here() {
    for text in CASES.iter().flat_map(|(text, written)| [text, written]) {
        let Ok(mut bash) = Command::new("bash").args(["--norc", "-n"]).stdin(Stdio::piped()).spawn() else { return };
        bash.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        assert!(bash.wait().unwrap().success(), "{text:?}");
    }
}

#[test]
fn corpora_read_back_where_they_are_present() {
    let Ok(folder) = std::env::var("CALLGATE_CORPORA") else { return };
    for name in ["commands-agent.jsonl", "commands-nasty.jsonl", "common-commands.jsonl"] {
        let text = std::fs::read_to_string(std::path::Path::new(&folder).join(name)).unwrap();
        for line in text.lines() {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            if let Some(command) = record.get("cmd").or_else(|| record.get("command")).and_then(|field| field.as_str())
            {
                reads_back(command);
            }
        }
    }
}
