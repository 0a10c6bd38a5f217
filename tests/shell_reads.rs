//! What words are read as.

#![allow(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing, reason = "helpers of tests fail as tests do")]

use callgate::shell::tree::{Command, Operand, Part, PartKind, Simple};
use callgate::shell::{Dialect, parse};

fn simple(text: &str, dialect: Dialect) -> Simple {
    let script = parse(text, dialect).unwrap_or_else(|rejected| panic!("{text:?}: {}", rejected.why));
    match script.items.into_iter().next().unwrap().first.stages.into_iter().next().unwrap().0 {
        Command::Simple(simple) => simple,
        Command::Compound(_) | Command::Function(_) => panic!("not simple: {text:?}"),
    }
}

/// One letter for each part: literal, escaped, single, ansi-c, double, parameter, command, process, arithmetic, glob, brace, tilde.
fn letters(parts: &[Part]) -> String {
    let letter = |part: &Part| match &part.kind {
        PartKind::Literal(_) => 'l',
        PartKind::Escaped(_) => 'e',
        PartKind::Single(_) => 's',
        PartKind::AnsiC(_) => 'a',
        PartKind::Double(_) => 'd',
        PartKind::Parameter(_) => 'p',
        PartKind::Command(_) => 'c',
        PartKind::Process { .. } => '<',
        PartKind::Arithmetic(_) => '(',
        PartKind::Glob(_) => '*',
        PartKind::Brace(_) => '{',
        PartKind::Tilde(_) => '~',
    };
    parts.iter().map(letter).collect()
}

fn operands(text: &str, dialect: Dialect) -> String {
    let words = simple(text, dialect).operands;
    let shapes = words.iter().map(|operand| match operand {
        Operand::Word(word) => letters(&word.parts),
        Operand::Assignment(_) => "=".to_owned(),
    });
    shapes.collect::<Vec<_>>().join(" ")
}

#[test]
fn parts_have_the_type_bash_gives_them() {
    for (text, expected) in [
        ("a 'b'\\c\"d\"$'e'", "l seda"),
        ("a $b ${b} $(c) `d` <(e) $((f))", "l p p c c < ("),
        ("a *.x b? [a-z]x [] [$x]", "l *l l* *l l *pl"),
        ("a {b,c} x{1..5} {a} {} {a..5} {\"b\",c}d", "l { l{ l l l {l"),
        ("a ~ ~/x ~u/x x~ \\~ b=~/x --b=~/x", "l ~ ~l ~l l e l~l l"),
        ("export a=b c", "l = l"),
        ("find . -exec rm {} \\;", "l l l l l e"),
    ] {
        assert_eq!(operands(text, Dialect::Both), expected, "{text}");
    }
    assert_eq!(operands("a {b,c}", Dialect::Posix), "l l");
    assert_eq!(operands("=a 22>f", Dialect::Bash), "l");
}

#[test]
fn spans_cover_what_was_typed() {
    let text = "ls  ab*{c,d}";
    let simple = simple(text, Dialect::Both);
    assert_eq!(simple.span.of(text), text);
    let Operand::Word(word) = &simple.operands[1] else { panic!("an assignment") };
    let pieces: Vec<&str> = word.parts.iter().map(|part| part.span.of(text)).collect();
    assert_eq!(pieces, ["ab", "*", "{c,d}"]);
}

#[test]
fn a_word_of_quoted_and_plain_text_has_a_literal() {
    let words = simple("r\"m\"'x'\\y $z", Dialect::Both).operands;
    let literals = words.iter().map(|operand| match operand {
        Operand::Word(word) => word.literal(),
        Operand::Assignment(_) => None,
    });
    assert_eq!(literals.collect::<Vec<_>>(), [Some("rmxy".to_owned()), None]);
}
