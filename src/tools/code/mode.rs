//! Modes of `chmod`: which of them gain privileges or open a file to everyone.

use crate::span::Span;
use crate::tools::reading::Reading;

use super::notes::Notes;

/// Set-user-id, set-group-id and sticky, and write for others.
const SENSITIVE: u32 = 0o7002;

/// Reads an octal or symbolic mode (POSIX `chmod`, with the GNU operator before digits).
pub(super) fn read(text: &str, span: Span) -> Reading {
    let mut notes = Notes::new(span);
    match octal(text).or_else(|| symbolic(text)) {
        Some(true) => notes.elevates(),
        Some(false) => notes.prints(),
        None => notes.gap(text),
    }
    notes.finish()
}

/// Whether an octal mode is sensitive; `None` where the text is none.
fn octal(text: &str) -> Option<bool> {
    let digits = text.trim_start_matches(['+', '-', '=']);
    let operators = text.len() - digits.len();
    let well_formed = operators <= 1 && (1..=5).contains(&digits.len()) && digits.chars().all(|c| c.is_digit(8));
    let bits = u32::from_str_radix(digits, 8).ok().filter(|bits| well_formed && *bits <= 0o7777)?;
    Some(!text.starts_with('-') && bits & SENSITIVE != 0)
}

/// Whether any clause of a symbolic mode is sensitive; `None` where the text is none.
fn symbolic(text: &str) -> Option<bool> {
    let mut sensitive = false;
    for clause in text.split(',') {
        sensitive |= clause_is_sensitive(clause)?;
    }
    Some(sensitive)
}

fn clause_is_sensitive(clause: &str) -> Option<bool> {
    let actions = clause.trim_start_matches(['u', 'g', 'o', 'a']);
    let who = clause.strip_suffix(actions)?;
    let others = who.contains(['o', 'a']);
    if !actions.starts_with(['+', '-', '=']) {
        return None;
    }
    let mut sensitive = false;
    let mut adds = true;
    // Write for everyone by an absent `who` is left to the umask, which takes it from others.
    for c in actions.chars() {
        match c {
            '+' | '=' => adds = true,
            '-' => adds = false,
            's' | 't' => sensitive |= adds,
            // A copied permission (`o=u`) may include write.
            'w' | 'u' | 'g' => sensitive |= adds && others,
            'r' | 'x' | 'X' | 'o' => {}
            _ => return None,
        }
    }
    Some(sensitive)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Action;

    #[test]
    fn modes_that_open_a_file_are_told_from_those_that_do_not() {
        for (mode, sensitive) in [
            ("644", false),
            ("0755", false),
            ("700", false),
            ("775", false),
            ("777", true),
            ("666", true),
            ("722", true),
            ("4755", true),
            ("2755", true),
            ("1777", true),
            ("-4000", false),
            ("+x", false),
            ("u+x,g-w", false),
            ("o-w", false),
            ("o+w", true),
            ("a+w", true),
            ("a+rx", false),
            ("u+s", true),
            ("u-s", false),
            ("+t", true),
            ("go=u", true),
            ("g=u", false),
            ("u=rwx,go=rx", false),
            ("u-w+x,o=rw", true),
            ("-w", false),
            ("+w", false),
        ] {
            let reading = read(mode, Span::default());
            let actions: Vec<_> = reading.effects.iter().map(|effect| effect.action).collect();
            let expected = if sensitive { Action::Elevate } else { Action::Print };
            assert_eq!(actions, [expected], "{mode}");
            assert!(reading.gaps.is_empty(), "{mode}");
        }
    }

    #[test]
    fn what_is_no_mode_is_a_gap() {
        for text in ["", "888", "u", "u+q", "77777", "u+x,", "++7", "--reference=x", "$MODE"] {
            assert_eq!(read(text, Span::default()).gaps.len(), 1, "{text}");
        }
    }
}
