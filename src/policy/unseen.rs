//! Texts that a person cannot take in as a whole: what is shown must be what runs, so these are never approved unasked.

/// Characters of a call that are still shown whole: agents cut longer strings, and so do we.
const SHOWN: usize = 10_000;

/// Blanks in a row that push what follows out of sight.
const PADDING: usize = 200;

/// Why the text cannot be seen whole, if it cannot.
pub(crate) fn keeps_from_sight(text: &str) -> Option<&'static str> {
    if text.len() > SHOWN && text.chars().count() > SHOWN {
        return Some("is longer than 10,000 characters, more than can be shown whole");
    }
    let mut blanks = 0;
    for byte in text.trim_end().bytes() {
        blanks = if byte.is_ascii_whitespace() || byte == b'\\' && blanks > 0 { blanks + 1 } else { 0 };
        if blanks == PADDING {
            return Some("holds so many blanks in a row that what follows is out of sight");
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::keeps_from_sight;

    #[test]
    fn long_and_padded_texts_are_not_seen_whole() {
        let blanks = |count: usize| format!("ls{}; pwd", " ".repeat(count));
        let lines = format!("ls{}pwd", "\n".repeat(300));
        let continued = format!("ls{} -l", " \\\n".repeat(100));
        for text in [blanks(200), lines, continued, format!("echo {}", "a".repeat(10_000))] {
            assert!(keeps_from_sight(&text).is_some(), "{}", text.len());
        }
        for text in
            [blanks(80), format!("ls{}", " ".repeat(500)), format!("echo {}", "a b ".repeat(2_000)), "é".repeat(9_000)]
        {
            assert_eq!(keeps_from_sight(&text), None, "{}", text.len());
        }
    }
}
