//! What an edit would change, for a person to look at.

use std::fmt::Write as _;

/// Lines around a change that are shown.
const CONTEXT: usize = 3;

/// The lines that differ, with a few around them, in the manner of a unified diff. Empty where nothing differs.
///
/// The edit touches one place, so the lines between the first and the last difference are one change.
#[must_use]
pub fn diff(before: &str, after: &str) -> String {
    let old: Vec<&str> = before.lines().collect();
    let new: Vec<&str> = after.lines().collect();
    if before == after {
        return String::new();
    }
    let same_start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - same_start;
    let same_end = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    let mut out = String::new();
    let mut show = |sign: char, lines: &[&str], from: usize, to: usize| {
        for line in lines.get(from..to).unwrap_or_default() {
            let _ = writeln!(out, "{sign} {}", crate::report::sanitise::line(line));
        }
    };
    let (old_end, new_end) = (old.len() - same_end, new.len() - same_end);
    show(' ', &old, same_start.saturating_sub(CONTEXT), same_start);
    show('-', &old, same_start, old_end);
    show('+', &new, same_start, new_end);
    show(' ', &new, new_end, (new_end + CONTEXT).min(new.len()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_changed_lines_and_their_neighbours_are_shown() {
        let before = "a\nb\nc\nd\ne\nf\n";
        assert_eq!(diff(before, "a\nb\nc\nd\nX\nY\nf\n"), "  b\n  c\n  d\n- e\n+ X\n+ Y\n  f\n");
        assert_eq!(diff(before, before), "");
        assert_eq!(diff("", "{}\n"), "+ {}\n");
        assert_eq!(diff("a\na\n", "a\na\na\n"), "  a\n  a\n+ a\n");
    }
}
