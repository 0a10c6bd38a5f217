//! The escapes of `$'…'`.

use std::iter::Peekable;
use std::str::Chars;

use super::limits::is_hidden;

/// The text that `$'…'` stands for; `None` where an escape is not read alike by every shell.
pub(super) fn decode(written: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = written.chars().peekable();
    while let Some(character) = rest.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        text.push(match *rest.peek()? {
            '0'..='7' => ascii(number(&mut rest, 3, 8)?)?,
            escape => {
                rest.next();
                match escape {
                    '\\' | '\'' | '"' => escape,
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'a' => '\u{7}',
                    'b' => '\u{8}',
                    'e' | 'E' => '\u{1b}',
                    'f' => '\u{c}',
                    'v' => '\u{b}',
                    'x' => ascii(number(&mut rest, 2, 16)?)?,
                    'u' => number(&mut rest, 4, 16).filter(|value| *value != 0).and_then(char::from_u32)?,
                    _ => return None,
                }
            }
        });
    }
    Some(text)
}

/// Bytes above 0x7f depend on the locale, and NUL ends the text in one shell only.
fn ascii(value: u32) -> Option<char> {
    char::from_u32(value).filter(|character| *character != '\0' && character.is_ascii())
}

fn number(rest: &mut Peekable<Chars<'_>>, longest: usize, radix: u32) -> Option<u32> {
    let (mut value, mut digits) = (0, 0);
    while digits < longest
        && let Some(digit) = rest.peek().and_then(|character| character.to_digit(radix))
    {
        value = value * radix + digit;
        digits += 1;
        rest.next();
    }
    (digits > 0).then_some(value)
}

/// How a text is written between `$'` and `'`.
pub(super) fn encode(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '\\' => escaped.push_str("\\\\"),
            '\'' => escaped.push_str("\\'"),
            '\n' => escaped.push_str("\\n"),
            '\t' => escaped.push_str("\\t"),
            _ if character.is_ascii_control() => escaped.push_str(&format!("\\x{:02x}", u32::from(character))),
            _ if is_hidden(character) => escaped.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => escaped.push(character),
        }
    }
    escaped
}
