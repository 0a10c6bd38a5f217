use super::*;
use crate::effect::Action;
use crate::value::Cause;

/// Operands from a table: `$x` is an unknown word, `*x` one that may split, `#x` a number, `@x` a path below `x` that
/// may split, `^x` a word that begins with `x`; all else is itself.
fn operands(text: &str) -> Vec<Argument> {
    let unknown = || Value::Unknown(Cause::Variable("x".to_owned()));
    text.split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| {
            let (value, splits) = match (word.chars().next(), word.get(1..)) {
                (Some('$'), _) => (unknown(), false),
                (Some('*'), _) => (unknown(), true),
                (Some('#'), _) => (Value::Number, true),
                (Some('@'), Some(dir)) => (Value::Within { dir: dir.to_owned(), dash: dir.is_empty() }, true),
                (Some('^'), Some(start)) => (Value::Starts(start.to_owned()), false),
                _ => (Value::Known(word.to_owned()), false),
            };
            Argument { value, span: Span::default(), splits }
        })
        .collect()
}

fn gaps(text: &str) -> Vec<GapKind> {
    let reading = read(&operands(text), Span::default());
    assert!(reading.effects.iter().all(|effect| effect.action == Action::Print), "{text}");
    assert_ne!(reading.effects.is_empty(), reading.gaps.is_empty(), "{text}");
    reading.gaps.iter().map(|gap| gap.kind).collect()
}

#[test]
fn tests_of_files_and_words_only_print() {
    for text in [
        "",
        "]",
        "x ]",
        "$x ]",
        "-f a ]",
        "-d $x ]",
        "-n $x",
        "-z $x ]",
        "! -e $x ]",
        "$x = y ]",
        "$x = $y ]",
        "$x == -v ]",
        "-v = $x ]",
        "a -nt b ]",
        "$x -eq 0 ]",
        "#x -gt #y ]",
        "$x < $y ]",
        "-f $x -a -f $y ]",
        "$x = a -o $y = b ]",
        "! $x = $y ]",
        "( -f a ) ]",
        "-v NAME ]",
        "-R NAME ]",
        "-f @src/ ]",
        "-n ^a ]",
        "-t 1 ]",
        "-o errexit ]",
        "#x name ]",
    ] {
        assert_eq!(gaps(text), [], "{text}");
    }
}

#[test]
fn a_subscript_that_may_be_evaluated_is_a_gap() {
    for text in [
        "-v a[$(id)] ]",
        "-v a[0] ]",
        "-R a[x] ]",
        "-v $x ]",
        "! -v $x ]",
        "$x $y ]",
        "$x a[x] ]",
        "$x -v a[x] ]",
        "$x $y $z ]",
        "-f a -a -v $x ]",
        "$a -o $b $c ]",
        "-n *x ]",
        "*x = a ]",
        "$a @src/ $b ]",
        "-f @ ]",
        "^- $x ]",
    ] {
        assert!(gaps(text).contains(&GapKind::Evaluation), "{text}");
    }
}

#[test]
fn a_word_in_the_place_of_an_operator_that_is_none_is_a_gap() {
    for text in ["-y a ]", "foo bar ]", "a ~ b ]", "a -xx b ]", "-f a -y -f b ]"] {
        assert_eq!(gaps(text), [GapKind::UnknownOperand], "{text}");
    }
}
