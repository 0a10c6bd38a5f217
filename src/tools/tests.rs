//! How words are told apart and what they come to, on programs made up for it.

use super::describe::describe;
use super::outcome::outcome;
use super::packed::Packed;
use super::packing::pack;
use super::reading::{Added, Inner, Reading};
use super::scan::Scan;
use super::spec_check::clashes;
use super::spec_text::read_file;
use crate::span::Span;
use crate::value::{Argument, Cause, Value};

const TOOLS: &str = r#"
[show]
source = "made up"
aliases = ["see"]
operands = ["files: read..."]
does = "print"
cases = { "show" = "print" }
[show.flags]
"-q --quiet -#" = {}
"-n --lines" = { takes = "number" }
"-c --color" = { takes = "text?" }
"-o --output" = { takes = "write" }
"-i --in-place" = { turns = "files: update" }
"-word" = { takes = "text" }
"+" = { takes = "text" }
"--version" = { drops = "files" }
"--verbose --very" = {}

[plain]
source = "made up"
operands = ["files: read..."]
does = "print"
flags = { "-n" = { takes = "number" } }
cases = { "plain" = "print" }

[copy]
source = "made up"
operands = ["sources: read...", "target: write"]
does = "print"
flags = { "-v" = {} }
cases = { "copy" = "print" }

[seek]
source = "made up"
parsing = "words"
operands = ["paths: dir... else walk cwd"]
does = "print"
cases = { "seek" = "walk ." }
[seek.flags]
"-name" = { takes = "pattern" }
"! ( )" = {}
"-exec" = { takes = "command until ; or +" }
"-delete" = { does = "delete paths lost" }
"of=" = { takes = "write" }
"-fprintf" = { takes = "write, text" }

[with]
source = "made up"
parsing = "stop-at-operand"
operands = ["assignments: env...", "command: command?"]
does = "print"
flags = { "-u" = { takes = "text" }, "-x" = {} }
cases = { "with" = "print" }

[xargs]
source = "made up"
parsing = "stop-at-operand"
operands = ["command: command?"]
does = "print"
flags = { "-n -I" = { takes = "text" }, "-i --replace" = { takes = "text?" } }
cases = { "xargs" = "print" }

[say]
source = "made up"
parsing = "raw"
operands = ["words: text..."]
does = "print"
cases = { "say" = "print" }

[run]
source = "made up"
parsing = "stop-at-operand"
operands = ["script: script:sh?", "args: text..."]
does = "print"
cases = { "run" = "stdin sh" }
[run.flags]
"-c" = { turns = "script: code:sh" }
"-s" = { turns = "script: text" }
"-e" = {}
"-m" = { takes = "command", drops = "script" }

[vcs]
source = "made up"
cases = { "vcs" = "print" }
[vcs.flags]
"-C" = { takes = "chdir" }
"global:--force" = { does = "discard", drops = "what" }
"global:-v" = {}
[vcs.sub.push]
aliases = ["send"]
operands = ["remote: text?", "what: ref... = write repo else read repo"]
does = "send remote, publish"
flags = { "-v" = { does = "env" } }
[vcs.sub.remote]
[vcs.sub.remote.sub.add]
operands = ["name: text", "address: url"]
does = "configure"
"#;

fn packed() -> &'static [u8] {
    let tools = read_file("made-up.toml", TOOLS).expect("well-formed");
    assert_eq!(clashes(&tools), []);
    Box::leak(pack(&tools).expect("small").into_boxed_slice())
}

fn read(argv: &[Argument]) -> Reading {
    let packed = Packed::find_in(packed(), super::program(argv).expect("known")).expect("made up");
    outcome(Scan::of(argv, packed))
}

/// Words at blanks. `$x` is an unknown word, `"$x"` one that cannot split, `~` after a text means that more may follow.
fn words(text: &str) -> Vec<Argument> {
    let mut at = 0;
    let word = |word: &str| {
        let span = Span::new(at, at + word.len());
        at += word.len() + 1;
        let unknown = || Value::Unknown(Cause::Variable("x".to_owned()));
        match word {
            "$x" => Argument { value: unknown(), span, splits: true },
            "\"$x\"" => Argument { value: unknown(), span, splits: false },
            "$number" => Argument { value: Value::Number, span, splits: true },
            "src/*" => Argument { value: Value::Within { dir: "src".to_owned(), dash: false }, span, splits: true },
            _ => match word.strip_suffix('~') {
                Some(start) => Argument { value: Value::Starts(start.to_owned()), span, splits: false },
                None => Argument::known(word, span),
            },
        }
    };
    text.split(' ').map(word).collect()
}

fn holds(table: &[(&str, &str)]) {
    for (invocation, expected) in table {
        let mut expected: Vec<&str> = expected.split(", ").collect();
        expected.sort_unstable();
        assert_eq!(describe(&read(&words(invocation))), expected, "{invocation}");
    }
}

#[test]
fn flags_are_found_in_every_spelling() {
    holds(&[
        ("show a b", "read a, read b"),
        ("/usr/bin/show a", "read a"),
        ("see a", "read a"),
        ("show -q a --quiet b -5 -qn3", "read a, read b"),
        ("show -n 3 a", "read a"),
        ("show --lines=3 a", "read a"),
        ("show --lines 3 a", "read a"),
        ("show -oout -o out2 --output=out3", "write out, write out2, write out3"),
        ("show -qoout a", "read a, write out"),
        ("show -c a", "read a"),
        ("show -calways --color=always --color a", "read a"),
        ("show -word a b", "read b"),
        ("show -word=a b", "read b"),
        ("show -i a", "read a, write a"),
        ("show -- -i", "read -i"),
        ("show -", "print"),
        ("show +5 a", "read a"),
        ("show --version a", "gap operand"),
        ("say -x --y", "print"),
    ]);
}

#[test]
fn what_is_not_listed_is_a_gap_and_the_rest_is_still_read() {
    holds(&[
        ("show -z a", "gap flag, read a"),
        ("show --zoo -o out", "gap flag, write out"),
        ("show -qzi a", "gap flag, read a, write a"),
        ("show -o", "gap flag"),
        ("seek a -fprintf out %p b", "walk a, walk b, write out"),
        ("seek -fprintf out", "gap flag, walk ., write out"),
        ("show --quiet=1", "gap flag"),
        ("copy", "print"),
        ("seek a -zoo b", "gap flag, walk a, walk b"),
        ("vcs frobnicate --zoo", "gap subcommand"),
        ("vcs push a b --zoo", "gap flag, publish, send remote, write repo"),
        ("say x", "print"),
    ]);
    let reading = read(&words("vcs frobnicate x"));
    assert_eq!(reading.gaps.first().map(|gap| gap.text.as_str()), Some("vcs frobnicate"));
}

#[test]
fn an_abbreviation_is_followed_and_not_believed() {
    holds(&[
        ("show --out=x", "gap flag, write x"),
        ("show --ver", "gap flag"),
        ("show --verb a", "gap flag, read a"),
        ("show --in a", "gap flag, read a, write a"),
    ]);
}

#[test]
fn a_glued_value_with_an_equals_sign_is_read_both_ways() {
    holds(&[("show -o=out", "write =out|out"), ("show -n=3 a", "read a")]);
}

#[test]
fn a_word_that_is_not_known_may_be_a_flag_where_flags_matter() {
    holds(&[
        ("show $x", "gap computed, read $x"),
        ("show \"$x\"", "gap computed, read $x"),
        ("show -- $x", "read $x"),
        ("show src/*", "read src/…"),
        ("show -n $number a", "read a"),
        ("show -n $x a", "gap computed, read a"),
        ("show -n \"$x\" a", "read a"),
        ("plain $x", "read $x"),
        ("plain -n $x a", "read a"),
        ("seek -fprintf out $x", "gap computed, walk ., write out"),
        ("seek $x", "gap computed, walk $x"),
        ("seek o~", "gap computed, walk o…"),
        ("vcs $x", "gap computed"),
        ("with $x a", "command $x a, gap computed"),
    ]);
}

#[test]
fn a_beginning_may_settle_which_flag_it_is() {
    holds(&[
        ("show --output=~ a", "read a, write any"),
        ("show --output=/tmp/~ a", "read a, write /tmp/…"),
        ("show -o~ a", "read a, write any"),
        ("show -qo/tmp/~ a", "read a, write /tmp/…"),
        ("show -o=~ a", "read a, write any"),
        ("show +~ a", "read a"),
        ("show --out~ a", "gap computed, read --out…, read a"),
        ("show -q~ a", "gap computed, read -q…, read a"),
        ("seek of=/tmp/~", "walk ., write /tmp/…"),
    ]);
}

#[test]
fn words_that_split_disturb_fixed_places() {
    holds(&[
        ("copy a b c", "read a, read b, write c"),
        ("copy src/* c", "read src/…, write c"),
        ("copy a src/*", "gap operand, read a, write src/…"),
        ("copy $x c", "read $x, write c"),
    ]);
}

#[test]
fn subcommands_have_their_own_words_and_those_passed_on() {
    holds(&[
        ("vcs", "print"),
        ("vcs push", "publish, read repo, send remote"),
        ("vcs send o r", "publish, send remote, write repo"),
        ("vcs -C d push --force o", "chdir d, discard, publish, send remote"),
        ("vcs --force push o r", "discard, gap operand, publish, send remote"),
        ("vcs -v push", "publish, read repo, send remote"),
        ("vcs push -v", "env, publish, read repo, send remote"),
        ("vcs remote add n https://example.com/x", "configure, fetch example.com"),
        ("vcs remote", "print"),
        ("vcs remote zoo", "gap subcommand"),
    ]);
    assert_eq!(read(&words("vcs send")).matched, ["vcs", "push"]);
    assert!(Packed::find_in(packed(), "vcs zoo").is_none());
}

#[test]
fn wrappers_hand_on_what_they_run() {
    holds(&[
        ("with A=1 B=2 show -i a", "command show -i a"),
        ("with -x -u A show", "command show"),
        ("seek a b -name x -exec rm {} ; -delete", "command rm {}, delete a lost, delete b lost, walk a, walk b"),
        ("seek -exec echo + ; -exec ls {} +", "command echo +, command ls {}, walk ."),
        ("run -m show a", "command show a"),
        ("run -mshow a", "command show a"),
        ("run", "stdin sh"),
        ("run -", "gap operand, stdin sh"),
        ("run -s a", "stdin sh"),
        ("run x.sh -c", "script x.sh"),
        ("run -ec text a", "code sh"),
        ("run -c", "stdin sh"),
    ]);
}

#[test]
fn an_inner_command_knows_where_it_stands_and_what_is_added() {
    let inner = |text: &str| match read(&words(text)).inner.as_slice() {
        [Inner::Command { words, assignments, added, .. }] => (*words, assignments.clone(), added.clone()),
        other => panic!("{text}: {other:?}"),
    };
    let known = |text: &str| Value::Known(text.to_owned());
    assert_eq!(
        inner("with A=1 B=$y~ show"),
        (3, vec![("A".to_owned(), known("1")), ("B".to_owned(), Value::Starts("$y".to_owned()))], Added::Nothing)
    );
    assert_eq!(inner("xargs rm").2, Added::Input(None));
    assert_eq!(inner("xargs -n 5 rm").2, Added::Input(None));
    assert_eq!(inner("xargs -I % rm %").2, Added::Input(Some("%".to_owned())));
    assert_eq!(inner("xargs -i rm").2, Added::Input(Some("{}".to_owned())));
    assert_eq!(inner("seek a -exec rm {} ;").2, Added::Paths(vec![known("a")]));
    assert_eq!(inner("seek -exec rm {} ;").2, Added::Paths(vec![known(".")]));
    holds(&[("xargs -I \"$x\" rm", "command rm, gap computed")]);
}

#[test]
fn arguments_of_a_program_are_those_after_it() {
    for text in ["run x.sh a b", "run -c text a b"] {
        let reading = read(&words(text));
        let arguments = match reading.inner.as_slice() {
            [Inner::Script { arguments, .. } | Inner::Code { arguments, .. }] => arguments,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(arguments.iter().map(|word| word.text()).collect::<Vec<_>>(), [Some("a"), Some("b")], "{text}");
    }
}

#[test]
fn effects_name_the_word_that_brings_them_about() {
    let reading = read(&words("show -i a -o b c"));
    let words: Vec<Option<Span>> = reading.effects.iter().map(|effect| effect.word).collect();
    let (i, o) = (Some(Span::new(5, 7)), Some(Span::new(10, 12)));
    assert_eq!(words, [None, i, i, o, i, i]);
}

#[test]
fn programs_beyond_counting_are_a_gap() {
    let text = format!("seek {}", "-exec a ; ".repeat(100));
    assert!(describe(&read(&words(text.trim_end()))).contains(&"gap depth".to_owned()));
}

#[test]
fn flags_given_over_and_over_do_not_multiply() {
    let reading = read(&words(&format!("show{} a b", " -i".repeat(50))));
    assert_eq!(reading.effects.len(), 5);
    let reading = read(&words(&format!("seek a b{}", " -delete".repeat(50))));
    assert_eq!(reading.effects.len(), 5);
}
