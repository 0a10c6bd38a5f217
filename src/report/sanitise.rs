//! Text from a call, made fit to stand beside our own.
//!
//! A command is written by somebody else. Shown as it is, it could add a line that looks like ours, move the cursor, or
//! hide what it says. After [`line`] it is one line in which every character can be seen.

use std::fmt::Write as _;

/// The text on one line, with everything that is invisible or moves the reader's eye shown as its code point.
#[must_use]
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        push(&mut out, character);
    }
    out
}

/// [`line`], cut after `limit` characters of the original with a marker that says how much is not shown.
#[must_use]
pub fn cut(text: &str, limit: usize) -> String {
    let total = text.chars().count();
    if total <= limit {
        return line(text);
    }
    let mut out = String::new();
    for character in text.chars().take(limit) {
        push(&mut out, character);
    }
    let _ = write!(out, " … (cut: {} more characters are not shown)", total - limit);
    out
}

fn push(out: &mut String, character: char) {
    match character {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        hidden if is_hidden(hidden) => {
            let _ = write!(out, "\\u{{{:04x}}}", u32::from(hidden));
        }
        visible => out.push(visible),
    }
}

/// Whether a character shows nothing, passes for a blank, ends a line, or changes the direction of others.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    matches!(character,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        // blanks that no shell splits at, soft hyphen, joiners and fillers
        | '\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{1680}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}'
        | '\u{2800}' | '\u{3000}' | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}' | '\u{ffa0}'
        // Arabic letter mark, interlinear annotation, tags, further variation selectors
        | '\u{61c}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_hidden_becomes_a_code_point() {
        let cases = [
            ("a\nb", "a\\nb"),
            ("a\rb\tc", "a\\rb\\tc"),
            ("\u{1b}[2K", "\\u{001b}[2K"),
            ("\u{7f}\u{9b}", "\\u{007f}\\u{009b}"),
            ("rm \u{202e}txt", "rm \\u{202e}txt"),
            ("\u{2066}a\u{2069}", "\\u{2066}a\\u{2069}"),
            ("\u{61c}\u{200e}\u{200f}", "\\u{061c}\\u{200e}\\u{200f}"),
            ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
            ("a\u{200b}b\u{feff}", "a\\u{200b}b\\u{feff}"),
            ("a\u{ad}b", "a\\u{00ad}b"),
            ("\u{e0041}", "\\u{e0041}"),
            ("a\u{a0}b", "a\\u{00a0}b"),
            ("größe 漢字 ✓", "größe 漢字 ✓"),
        ];
        for (text, expected) in cases {
            assert_eq!(line(text), expected, "{text:?}");
        }
    }

    #[test]
    fn no_character_of_any_plane_is_left_hidden() {
        let hidden = (0..=0x10_ffff).filter_map(char::from_u32).filter(|c| is_hidden(*c) || c.is_control());
        for character in hidden {
            assert!(!line(&character.to_string()).chars().any(is_hidden), "U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn overlong_text_says_how_much_is_missing() {
        assert_eq!(cut("abcdef", 6), "abcdef");
        assert_eq!(cut("abcdefgh", 3), "abc … (cut: 5 more characters are not shown)");
        assert_eq!(cut("\n\n\n", 1), "\\n … (cut: 2 more characters are not shown)");
    }
}
