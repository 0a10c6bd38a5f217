//! Where the delimited parts of sed commands end.

use super::super::cursor::Cursor;
use super::super::notes::Unread;
use super::unread;

/// Steps over a regular expression and the delimiter after it.
///
/// A delimiter inside a bracket expression does not end it. Implementations differ on a backslash in brackets and on
/// a stray `[:`, so every reading must find the same end.
pub(super) fn regex(at: &mut Cursor<'_>, delimiter: char) -> Result<(), Unread> {
    let literal = regex_end(at.rest(), delimiter, Brackets { escapes: false, classes: false });
    for (escapes, classes) in [(true, false), (false, true), (true, true)] {
        if regex_end(at.rest(), delimiter, Brackets { escapes, classes }) != literal {
            return Err(unread(*at));
        }
    }
    let end = literal.ok_or_else(|| unread(*at))?;
    at.take(end);
    Ok(())
}

/// Steps over a replacement, or a part of `y`, and the delimiter after it.
pub(super) fn plain(at: &mut Cursor<'_>, delimiter: char) -> Result<(), Unread> {
    let here = *at;
    while let Some(c) = at.next() {
        match c {
            '\\' => {
                at.next();
            }
            '\n' => break,
            _ if c == delimiter => return Ok(()),
            _ => {}
        }
    }
    Err(unread(here))
}

/// How a bracket expression is read.
#[derive(Clone, Copy)]
struct Brackets {
    /// A backslash in it escapes what follows.
    escapes: bool,
    /// `[:`, `[.` and `[=` in it reach to their counterpart, whatever lies between.
    classes: bool,
}

/// Number of bytes up to and including the delimiter that ends a regular expression.
fn regex_end(text: &str, delimiter: char, brackets: Brackets) -> Option<usize> {
    let mut at = Cursor::new(text);
    while let Some(c) = at.next() {
        match c {
            '\\' => {
                at.next().filter(|escaped| *escaped != '\n')?;
            }
            '\n' => return None,
            _ if c == delimiter => return Some(text.len() - at.rest().len()),
            '[' => skip_bracket(&mut at, brackets)?,
            _ => {}
        }
    }
    None
}

/// Steps over a bracket expression whose `[` is behind.
fn skip_bracket(at: &mut Cursor<'_>, brackets: Brackets) -> Option<()> {
    at.eat('^');
    at.eat(']');
    loop {
        match at.next()? {
            ']' => return Some(()),
            '\n' => return None,
            '\\' if brackets.escapes => {
                at.next()?;
            }
            '[' => skip_class(at, brackets)?,
            _ => {}
        }
    }
}

/// Steps over the rest of `[:alpha:]`, whose `[` is behind; a bracket that opens no class is a plain character.
fn skip_class(at: &mut Cursor<'_>, brackets: Brackets) -> Option<()> {
    let mut ahead = *at;
    if ahead.eat(':') && !ahead.take_while(|c| c.is_ascii_lowercase()).is_empty() && ahead.eat_text(":]") {
        *at = ahead;
        return Some(());
    }
    let end = match at.peek() {
        Some(':') if brackets.classes => ":]",
        Some('.') if brackets.classes => ".]",
        Some('=') if brackets.classes => "=]",
        Some(_) | None => return Some(()),
    };
    at.next();
    let length = at.rest().find(end)?;
    at.take(length + end.len());
    Some(())
}
