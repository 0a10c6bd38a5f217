//! The tokens of Python 3, read so that every version since 3.6 cuts the text at the same places.
//!
//! Refused is whatever versions, encodings or extensions cut differently: characters outside ASCII between strings,
//! carriage returns and other control characters, encoding declarations, and f-strings whose fields hold a backslash, a
//! comment, a line break or the quote of the string itself.

use super::super::cursor::Cursor;
use super::super::notes::Unread;

/// How deep f-strings and the fields of their format specifications may nest.
const DEEPEST: usize = 4;

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    /// A name or keyword.
    Name(&'t str),
    /// A number.
    Number(&'t str),
    /// A string without fields; its text where that is followed, so not for bytes.
    Text(Option<String>),
    /// The end of an f-string, after its fields.
    Formatted,
    /// An operator or bracket. The brackets of a field in an f-string are `f{` and `}f`.
    Mark(&'static str),
    /// A line break outside brackets.
    Newline,
}

/// One token and the brackets around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    /// The innermost bracket that is open here; for a bracket, the one around it.
    pub(super) within: Option<usize>,
    /// For a bracket, its partner.
    pub(super) partner: Option<usize>,
}

/// Operators and brackets, longest first.
const MARKS: &[&str] = &[
    "**=", "//=", ">>=", "<<=", "...", "!=", "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "**",
    "//", ">>", "<<", "<=", ">=", "==", "(", ")", "[", "]", "{", "}", "+", "-", "*", "/", "%", "&", "|", "^", "~", "@",
    "<", ">", "=", ",", ":", ".", ";",
];

/// Where the code that is being cut ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Until {
    End,
    /// The end of the expression in a field of an f-string.
    Field,
}

/// Cuts a program into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Unread> {
    // A carriage return is a line break to Python, in comments and strings too; a zero byte ends the text for some versions.
    if text.chars().any(|c| c.is_ascii_control() && c != '\n' && c != '\t') {
        return Err(Unread("a control character".to_owned()));
    }
    let mut lexer = Lexer { tokens: Vec::new(), open: Vec::new() };
    let mut cursor = Cursor::new(text);
    lexer.code(&mut cursor, Until::End, 0)?;
    match lexer.open.is_empty() {
        true => Ok(lexer.tokens),
        false => Err(Unread("a bracket that is not closed".to_owned())),
    }
}

struct Lexer<'t> {
    tokens: Vec<Token<'t>>,
    open: Vec<usize>,
}

impl<'t> Lexer<'t> {
    /// Cuts code; a field ends before the `}`, `:` or `!` that closes its expression.
    fn code(&mut self, cursor: &mut Cursor<'t>, until: Until, depth: usize) -> Result<(), Unread> {
        let base = self.open.len();
        while let Some(next) = cursor.peek() {
            let outermost = self.open.len() == base;
            match next {
                '}' | ':' if until == Until::Field && outermost => return Ok(()),
                '!' if until == Until::Field && outermost && cursor.second() != Some('=') => return Ok(()),
                ' ' | '\t' => cursor.skip_blanks(),
                '\n' | '\\' | '#' if until == Until::Field => return Err(unread(cursor)),
                '\n' => {
                    cursor.next();
                    if self.open.is_empty() {
                        self.push(Kind::Newline);
                    }
                }
                '\\' if cursor.eat_text("\\\n") => {}
                '#' => comment(cursor)?,
                '\'' | '"' => self.string(cursor, "", depth)?,
                '0'..='9' => self.number(cursor)?,
                '.' if cursor.second().is_some_and(|second| second.is_ascii_digit()) => self.number(cursor)?,
                '_' | 'a'..='z' | 'A'..='Z' => {
                    let name = cursor.take_while(|c| c == '_' || c.is_ascii_alphanumeric());
                    match cursor.peek() {
                        Some('\'' | '"') => self.string(cursor, name, depth)?,
                        Some(next) if !next.is_ascii() => return Err(unread(cursor)),
                        Some(_) | None => self.push(Kind::Name(name)),
                    }
                }
                _ => self.mark(cursor, base)?,
            }
        }
        match until {
            Until::End => Ok(()),
            Until::Field => Err(unread(cursor)),
        }
    }

    fn push(&mut self, kind: Kind<'t>) {
        self.tokens.push(Token { kind, within: self.open.last().copied(), partner: None });
    }

    fn mark(&mut self, cursor: &mut Cursor<'t>, base: usize) -> Result<(), Unread> {
        let found = MARKS.iter().copied().find(|mark| cursor.eat_text(mark));
        let mark = found.ok_or_else(|| unread(cursor))?;
        match mark {
            "(" | "[" | "{" => self.opens(mark),
            ")" => self.closes("(", ")", base)?,
            "]" => self.closes("[", "]", base)?,
            "}" => self.closes("{", "}", base)?,
            _ => self.push(Kind::Mark(mark)),
        }
        Ok(())
    }

    fn opens(&mut self, mark: &'static str) {
        self.push(Kind::Mark(mark));
        self.open.push(self.tokens.len().saturating_sub(1));
    }

    fn closes(&mut self, opening: &'static str, closing: &'static str, base: usize) -> Result<(), Unread> {
        let wrong = || Unread(closing.to_owned());
        if self.open.len() <= base {
            return Err(wrong());
        }
        let partner = self.open.pop().ok_or_else(wrong)?;
        let here = self.tokens.len();
        let opened = self.tokens.get_mut(partner).ok_or_else(wrong)?;
        if opened.kind != Kind::Mark(opening) {
            return Err(wrong());
        }
        opened.partner = Some(here);
        self.push(Kind::Mark(closing));
        if let Some(token) = self.tokens.last_mut() {
            token.partner = Some(partner);
        }
        Ok(())
    }

    /// A number that no letter touches.
    fn number(&mut self, cursor: &mut Cursor<'t>) -> Result<(), Unread> {
        let rest = cursor.rest();
        let digits = |cursor: &mut Cursor<'t>| cursor.take_while(|c| c == '_' || c.is_ascii_digit());
        let mut probe = *cursor;
        if ["0x", "0X", "0o", "0O", "0b", "0B"].iter().any(|prefix| probe.eat_text(prefix)) {
            probe.take_while(|c| c == '_' || c.is_ascii_hexdigit());
        } else {
            digits(&mut probe);
            if probe.eat('.') {
                digits(&mut probe);
            }
            let mut exponent = probe;
            if exponent.eat('e') || exponent.eat('E') {
                let _signed = exponent.eat('-') || exponent.eat('+');
                if !digits(&mut exponent).is_empty() {
                    probe = exponent;
                }
            }
            let _imaginary = probe.eat('j') || probe.eat('J');
        }
        if probe.peek().is_some_and(|next| next == '_' || next.is_alphanumeric()) {
            return Err(unread(cursor));
        }
        let length = rest.len() - probe.rest().len();
        let number = cursor.take(length);
        self.push(Kind::Number(number));
        Ok(())
    }

    fn string(&mut self, cursor: &mut Cursor<'t>, prefix: &str, depth: usize) -> Result<(), Unread> {
        let prefix = prefix.to_ascii_lowercase();
        if !matches!(prefix.as_str(), "" | "r" | "u" | "b" | "f" | "br" | "rb" | "fr" | "rf") {
            return Err(unread(cursor));
        }
        let quote = ["'''", "\"\"\"", "'", "\""].into_iter().find(|quote| cursor.eat_text(quote));
        let quote = quote.ok_or_else(|| unread(cursor))?;
        let content = content(cursor, quote)?;
        let raw = prefix.contains('r');
        if !prefix.contains('f') {
            let followed = !prefix.contains('b');
            self.push(Kind::Text(followed.then(|| decoded(content, raw)).flatten()));
            return Ok(());
        }
        if depth >= DEEPEST || content.contains("\\N") || content.contains("\\{") || content.contains("\\}") {
            return Err(Unread(content.to_owned()));
        }
        let mut inside = Cursor::new(content);
        self.fields(&mut inside, quote, depth)?;
        self.push(Kind::Formatted);
        Ok(())
    }

    /// The text of an f-string with its fields.
    fn fields(&mut self, inside: &mut Cursor<'t>, quote: &str, depth: usize) -> Result<(), Unread> {
        while !inside.at_end() {
            inside.take_while(|c| c != '{' && c != '}');
            if inside.eat_text("{{") || inside.eat_text("}}") || inside.at_end() {
                continue;
            }
            self.field(inside, quote, depth + 1)?;
        }
        Ok(())
    }

    /// One field, with its conversion and format specification.
    fn field(&mut self, inside: &mut Cursor<'t>, quote: &str, depth: usize) -> Result<(), Unread> {
        let whole = *inside;
        if depth > DEEPEST || !inside.eat('{') {
            return Err(unread(inside));
        }
        self.opens("f{");
        self.code(inside, Until::Field, depth)?;
        if inside.eat('!') {
            let conversion = inside.next();
            if !matches!(conversion, Some('r' | 's' | 'a')) {
                return Err(unread(inside));
            }
        }
        if inside.eat(':') {
            loop {
                inside.take_while(|c| c != '{' && c != '}' && c != '\\' && c != '\n');
                match inside.peek() {
                    Some('{') => self.field(inside, quote, depth + 1)?,
                    Some('}') => break,
                    Some(_) | None => return Err(unread(inside)),
                }
            }
        }
        if !inside.eat('}') {
            return Err(unread(inside));
        }
        let length = whole.rest().len() - inside.rest().len();
        let mut whole = whole;
        // Before 3.12 a quote of the string's own kind ends it; since then it begins a string in the field.
        if whole.take(length).contains(quote.get(..1).unwrap_or(quote)) {
            return Err(unread(&whole));
        }
        self.closes("f{", "}f", 0)
    }
}

fn unread(cursor: &Cursor<'_>) -> Unread {
    Unread(cursor.rest().to_owned())
}

/// Steps over a comment. One that may declare an encoding changes what all other bytes mean.
fn comment(cursor: &mut Cursor<'_>) -> Result<(), Unread> {
    let comment = cursor.take_while(|c| c != '\n');
    match comment.contains("coding:") || comment.contains("coding=") {
        true => Err(Unread(comment.to_owned())),
        false => Ok(()),
    }
}

/// The text up to the closing quote, which is stepped over.
fn content<'t>(cursor: &mut Cursor<'t>, quote: &str) -> Result<&'t str, Unread> {
    let start = *cursor;
    let mark = quote.chars().next().unwrap_or('"');
    loop {
        cursor.take_while(|c| c != '\\' && c != '\n' && c != mark);
        let length = start.rest().len() - cursor.rest().len();
        if cursor.eat_text(quote) {
            let mut content = start;
            return Ok(content.take(length));
        }
        match cursor.next() {
            Some('\\') => {
                cursor.next();
            }
            Some('\n') if quote.len() == 1 => return Err(unread(&start)),
            Some(_) => {}
            None => return Err(unread(&start)),
        }
    }
}

/// The text that a string stands for; `None` for escapes that are not followed.
fn decoded(content: &str, raw: bool) -> Option<String> {
    if raw {
        return Some(content.to_owned());
    }
    let mut text = String::with_capacity(content.len());
    let mut chars = content.chars();
    while let Some(next) = chars.next() {
        if next != '\\' {
            text.push(next);
            continue;
        }
        match chars.next()? {
            '\n' => {}
            'n' => text.push('\n'),
            't' => text.push('\t'),
            plain @ ('\\' | '\'' | '"') => text.push(plain),
            _ => return None,
        }
    }
    Some(text)
}
