use super::*;
use crate::effect::Action;
use crate::tools::reading::{Inner, Objective};
use crate::value::Value;

/// What a reading says, one word for each finding.
fn shown(text: &str) -> String {
    let reading = read(text, Span::default());
    let effects = reading.effects.iter().map(|effect| match (&effect.action, &effect.object) {
        (Action::Print, _) => "print".to_owned(),
        (Action::Read, Objective::Path(Value::Known(path))) => format!("read:{path}"),
        (Action::Write, Objective::Path(Value::Known(path))) => format!("write:{path}"),
        (Action::Run(_), _) => "run".to_owned(),
        other => format!("{other:?}"),
    });
    let inner = reading.inner.iter().map(|inner| match inner {
        Inner::Code { text, .. } => format!("sh:{}", text.known().unwrap()),
        Inner::Command { .. } | Inner::Script { .. } | Inner::Stdin { .. } => panic!("{inner:?}"),
    });
    let gaps = reading.gaps.iter().map(|_| "gap".to_owned());
    effects.chain(inner).chain(gaps).collect::<Vec<_>>().join(" ")
}

fn check(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(shown(text), *expected, "{text}");
    }
}

#[test]
fn editing_commands_only_print() {
    check(&[
        ("", "print"),
        ("p", "print"),
        ("1,5p", "print"),
        ("$!d", "print"),
        ("$!N;P;D", "print"),
        ("/^fn /,/^}/p", "print"),
        ("/a/I,+3{p;d}", "print"),
        ("0,/x/s//y/", "print"),
        ("2~3p;4,~4d", "print"),
        ("\\,/etc/,d", "print"),
        (":a;N;$!ba;s/\\n/ /g", "print"),
        ("/x/bend\np\n:end", "print"),
        ("s/a/b/gI;s|/|.|2p", "print"),
        ("s/[^/]*$//", "print"),
        ("s/a[]/]b/c/", "print"),
        ("s/[[:space:]]\\+$//", "print"),
        ("s/[^\\]]*x/y/", "print"),
        ("s/a/b\\\nc/", "print"),
        ("s#(https?)://#\\1 #", "print"),
        ("y/abc/xyz/;h;x;G", "print"),
        ("a text; w file", "print"),
        ("a\\\nw file\\\ne id", "print"),
        ("i\\  indented", "print"),
        ("1!G;h;$!d # reverse; w file", "print"),
        ("#n\n2q5", "print"),
        ("l 60;=;z;F;Q", "print"),
        ("v 4.2", "print"),
        ("s/ä/ö/", "print"),
    ]);
}

#[test]
fn dangerous_words_in_data_are_told_from_commands() {
    check(&[
        ("s/exec/w file/; s/e$/e/", "print"),
        ("s/exec/x/w file/", "write:file/"),
        ("s/a/touch x/", "print"),
        ("s/a/touch x/e", "run"),
        ("s/a/b/ge", "run"),
        ("s/a/b/g;e", "run"),
        ("e", "run"),
        ("1e id", "sh:id"),
        ("/x/{\ne rm -rf /\n}", "sh:rm -rf /"),
        ("e echo \\\nid", "run"),
        ("s/[/]/w f/", "print"),
        ("s/x/]/w f/", "write:f/"),
        ("w out.txt", "write:out.txt"),
        ("W out.txt", "write:out.txt"),
        ("w /dev/stdout", "print"),
        ("s/a/b/w /dev/stderr", "print"),
        ("w /dev/stdout2", "write:/dev/stdout2"),
        ("w -", "write:./-"),
        ("/w x/p", "print"),
        ("/a/w x\np", "write:x"),
        ("w a;p}\nW b", "write:a;p} write:b"),
        ("p;w a", "write:a"),
        ("r /etc/passwd", "read:/etc/passwd"),
        ("R a b", "read:a b"),
        ("r /dev/stdin", "print"),
        ("a\\\ntext\ne id", "sh:id"),
        ("a text\\\ne id", "print"),
        ("# e id\ne id", "sh:id"),
        ("b end;w f", "write:f"),
        ("bend\nw f", "write:f"),
        ("y/w/e/;w f", "write:f"),
        ("s,a\\,w f,b,", "print"),
        ("s,a,w f,w f", "write:f"),
    ]);
}

#[test]
fn what_is_not_whole_or_not_known_is_a_gap() {
    check(&[
        ("{", "gap"),
        ("}", "gap"),
        ("/x/{p", "gap"),
        ("{p}}", "gap"),
        ("{p}p", "gap"),
        ("k", "gap"),
        ("L", "gap"),
        ("p p", "gap"),
        ("1:a", "gap"),
        (":", "gap"),
        ("b#c;w f", "gap"),
        ("s/a/b", "gap"),
        ("s/a/b\\", "gap"),
        ("s/a\nb/c/", "gap"),
        ("s/a/b/x", "gap"),
        ("s[a[b[", "gap"),
        ("sxaxbx", "gap"),
        ("s/[\\]/w f/;s/]/x/", "gap"),
        ("s/[[:/]]/x:]/w f/", "gap"),
        ("y/a/b", "gap"),
        ("w", "gap"),
        ("r\np", "gap"),
        ("a", "gap"),
        ("a\\", "gap"),
        ("a\\\\\ne id", "gap"),
        ("a text\\", "gap"),
        ("1,", "gap"),
        ("/x", "gap"),
        ("1~", "gap"),
        ("1!!p", "gap"),
        ("$file", "gap"),
        ("src/main.rs", "gap"),
        ("--posix", "gap"),
    ]);
}

#[test]
fn effects_before_a_gap_stay() {
    check(&[("w f\nk", "write:f gap"), ("e id\n{", "sh:id gap")]);
}

#[test]
fn writing_is_caused_by_the_program_word() {
    let span = Span::new(3, 9);
    let reading = read("w f", span);
    assert_eq!(reading.effects[0].word, Some(span));
    assert_eq!(read("p", span).effects[0].word, None);
}

#[test]
fn long_programs_take_linear_time() {
    let program = "s/[a/b/c/;".repeat(6000);
    assert_eq!(shown(&program), "gap");
    assert_eq!(shown(&"/x/{".repeat(16_000)), "gap");
    assert_eq!(shown(&"s/[^/]*/b/;".repeat(5000)), "print");
}
