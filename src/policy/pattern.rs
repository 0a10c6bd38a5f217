//! Text with `*`, matched against the words of a command.
//!
//! A blank inside a word and a word that is not known are written as characters that no rule contains, so that only `*`
//! covers them.

/// Stands for a blank inside one word.
pub(crate) const INNER_BLANK: char = '\u{1}';

/// Stands for a word that is not known.
pub(crate) const UNKNOWN: char = '\u{0}';

/// Whether `text` has the shape of `pattern`, in which `*` is any text, and a `*` after a blank at the end also allows nothing
/// more to follow.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    if let Some(words) = pattern.strip_suffix(" *")
        && star(words.as_bytes(), text.as_bytes())
    {
        return true;
    }
    star(pattern.as_bytes(), text.as_bytes())
}

/// Whether `text` could have the shape of `pattern` if each unknown word in it were chosen freely.
pub(crate) fn may_match(pattern: &str, text: &str) -> bool {
    if let Some(words) = pattern.strip_suffix(" *")
        && both(words.as_bytes(), text.as_bytes())
    {
        return true;
    }
    both(pattern.as_bytes(), text.as_bytes())
}

/// Wildcards on the left only: one pass with one point to return to.
fn star(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at_pattern, mut at_text) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while let Some(&byte) = text.get(at_text) {
        match pattern.get(at_pattern) {
            Some(b'*') => {
                back = Some((at_pattern + 1, at_text));
                at_pattern += 1;
            }
            Some(&wanted) if wanted == byte => {
                at_pattern += 1;
                at_text += 1;
            }
            Some(_) | None => match back {
                Some((after_star, from)) => {
                    at_pattern = after_star;
                    at_text = from + 1;
                    back = Some((after_star, from + 1));
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(at_pattern).all(|byte| *byte == b'*')
}

/// Wildcards on both sides: one row of a table at a time, pattern down, text across.
fn both(pattern: &[u8], text: &[u8]) -> bool {
    let mut row = vec![false; text.len() + 1];
    let mut reachable = true;
    for (cell, byte) in row.iter_mut().zip(std::iter::once(None).chain(text.iter().map(Some))) {
        // The empty pattern matches text of unknown words alone.
        reachable = reachable && byte.is_none_or(|byte| *byte == 0);
        *cell = reachable;
    }
    for &wanted in pattern {
        let mut next = Vec::with_capacity(row.len());
        let mut left = None;
        for (index, &above) in row.iter().enumerate() {
            let diagonal = index.checked_sub(1).and_then(|before| row.get(before)).copied().unwrap_or(false);
            let byte = index.checked_sub(1).and_then(|before| text.get(before)).copied();
            let cell = match (wanted, byte) {
                (b'*', _) => above || left.unwrap_or(false),
                // An unknown word takes the pattern's character and stays open, or ends.
                (_, Some(0)) => above || diagonal || left.unwrap_or(false),
                (_, Some(byte)) => diagonal && byte == wanted,
                (_, None) => false,
            };
            next.push(cell);
            left = Some(cell);
        }
        row = next;
    }
    row.last().copied().unwrap_or(false)
}

/// A rule's text prepared for matching: `:*` at the end becomes ` *`, quotes around blanks become inner blanks.
pub(crate) fn prepare(text: &str) -> String {
    let text = text.trim();
    let text = text.strip_suffix(":*").map_or_else(|| text.to_owned(), |words| format!("{words} *"));
    unquote(&text)
}

/// Removes balanced quotes, keeping their blanks as inner ones; unbalanced quotes stay as they are.
fn unquote(text: &str) -> String {
    if !text.contains(['\'', '"']) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut quote = None;
    for character in text.chars() {
        match (quote, character) {
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            (Some(_), ' ' | '\t' | '\n') => out.push(INNER_BLANK),
            (_, other) => out.push(other),
        }
    }
    if quote.is_some() { text.to_owned() } else { out }
}

/// A word as matching writes it.
pub(crate) fn push_word(out: &mut String, word: Option<&str>) {
    if !out.is_empty() {
        out.push(' ');
    }
    match word {
        None => out.push(UNKNOWN),
        Some(word) => {
            for character in word.chars() {
                out.push(if character.is_whitespace() { INNER_BLANK } else { character });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_by_its_form() {
        let cases = [
            ("npm run build", "npm run build", true),
            ("npm run build", "npm run build x", false),
            ("npm run:*", "npm run", true),
            ("npm run:*", "npm run build", true),
            ("npm run:*", "npm running", false),
            ("npm run *", "npm run build", true),
            ("npm run *", "npm run", true),
            ("npm run *", "npm running", false),
            ("ls*", "lsof", true),
            ("ls *", "lsof", false),
            ("* --version", "node --version", true),
            ("* --version", "node --versions", false),
            ("git * main", "git push origin main", true),
            ("git * main", "git push main-2", false),
            ("git * main", "git main", false),
            ("*", "anything at all", true),
            ("a:* b", "a:x b", true),
            ("git commit -m \"fix it\"", "git commit -m fix\u{1}it", true),
            ("git commit -m 'fix it'", "git commit -m fix it", false),
            ("**a*", "xxa", true),
            ("*a*b", "aab", true),
            ("*a*b", "aaba", false),
            ("", "", true),
        ];
        for (pattern, text, expected) in cases {
            assert_eq!(matches(&prepare(pattern), text), expected, "`{pattern}` on `{text}`");
        }
    }

    #[test]
    fn an_unknown_word_may_be_what_a_rule_names() {
        let cases = [
            ("git push *", "git \0", true),
            ("git push *", "git \0 origin", true),
            ("git push *", "git add \0", false),
            ("git push *", "\0", true),
            ("npm run deploy", "npm run \0", true),
            ("npm run deploy", "npm test \0", false),
            ("rm -rf /", "rm \0 /", true),
            ("rm -rf /", "rm \0 x", false),
            ("a*c", "a\0", true),
        ];
        for (pattern, text, expected) in cases {
            assert_eq!(may_match(pattern, text), expected, "`{pattern}` on `{text}`");
        }
    }

    #[test]
    fn without_unknown_words_both_matchers_agree() {
        let pieces = ["", "a", "b", "ab", "ba", "a b", "aab", "a b a"];
        let patterns = ["", "*", "a*", "*a", "a*b", "*a*", "a *", "* b", "a b", "**"];
        for pattern in patterns {
            for text in pieces {
                assert_eq!(matches(pattern, text), may_match(pattern, text), "`{pattern}` on `{text}`");
            }
        }
    }
}
