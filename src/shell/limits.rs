//! What is checked before anything else looks at a text.

use super::{Rejected, Span};

/// The longest text that is read.
pub(super) const LONGEST_TEXT: usize = 64 * 1024;

/// How deep constructs may nest; every recursion of the parser counts against it.
pub(super) const DEEPEST_NESTING: usize = 60;

/// Refuses texts that are too long, or that hold a character a person cannot see or a shell treats specially.
pub(super) fn check(text: &str) -> Result<(), Rejected> {
    if text.len() > LONGEST_TEXT {
        return Err(Rejected { why: "text longer than 64 KiB", span: Span::new(LONGEST_TEXT, text.len()) });
    }
    match text.char_indices().find(|(_, character)| is_hidden(*character)) {
        Some((at, character)) => {
            let span = Span::new(at, at + character.len_utf8());
            Err(Rejected { why: "control or invisible character", span })
        }
        None => Ok(()),
    }
}

/// Control characters, blanks other than the ASCII ones, and what reorders or hides text.
pub(super) fn is_hidden(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        _ if character.is_control() => true,
        _ if character.is_ascii() => false,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' | '\u{ffa0}' => true,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => true,
        '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        _ => character.is_whitespace(),
    }
}
