//! The tokens of an awk program, with every bracket matched.
//!
//! Whether `/` divides or opens a regular expression follows from the token before it wherever the implementations
//! agree on that; elsewhere the program is refused. The same holds for words that only some of them reserve.

use super::super::cursor::Cursor;
use super::super::notes::Unread;
use super::word::{self, Class};

/// One token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    /// Index of the bracket that closes this one, where it opens.
    pub(super) close: Option<usize>,
    /// How many round and square brackets are open around it.
    pub(super) depth: usize,
    /// Whether it is the `)` that ends the head of `if`, `while`, `for` or `switch`.
    pub(super) ends_head: bool,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    /// The end of a line.
    Newline,
    /// A string constant, `None` where an escape in it is not evaluated.
    Text(Option<String>),
    /// A regular expression between slashes.
    Regex,
    /// A number.
    Number,
    /// A name or keyword, and whether `(` follows at once.
    Word(&'t str, bool),
    /// An operator or punctuation.
    Mark(&'static str),
}

/// Longest first, so that the first match is the token.
const MARKS: &[&str] = &[
    "**=", "&&", "||", "|&", "==", "!=", ">=", "<=", ">>", "!~", "::", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=",
    "**", "{", "}", "(", ")", "[", "]", ";", ",", "+", "-", "*", "/", "%", "^", "!", ">", "<", "|", "?", ":", "~", "$",
    "=",
];

/// Splits a program into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Unread> {
    let mut lexer = Lexer { at: Cursor::new(text), tokens: Vec::new(), open: Vec::new(), depth: 0 };
    while lexer.skip_space()? {
        let kind = lexer.token()?;
        lexer.push(kind)?;
    }
    if lexer.open.is_empty() { Ok(lexer.tokens) } else { Err(Unread(text.to_owned())) }
}

struct Lexer<'t> {
    at: Cursor<'t>,
    tokens: Vec<Token<'t>>,
    /// Indices of brackets that are open.
    open: Vec<usize>,
    depth: usize,
}

impl<'t> Lexer<'t> {
    /// Steps over blanks, continued lines and comments; says whether anything follows.
    fn skip_space(&mut self) -> Result<bool, Unread> {
        loop {
            self.at.skip_blanks();
            if self.at.eat_text("\\\n") {
                continue;
            }
            let comment = self.at;
            if self.at.peek() == Some('#') && self.at.take_while(|c| c != '\n').ends_with('\\') {
                return Err(Unread(comment.rest().to_owned()));
            }
            return Ok(!self.at.at_end());
        }
    }

    fn token(&mut self) -> Result<Kind<'t>, Unread> {
        let here = self.at;
        match self.at.peek() {
            Some('\n') => {
                self.at.next();
                Ok(Kind::Newline)
            }
            Some('"') => self.string(),
            Some('/') if self.slash_opens_regex()? => self.regex(),
            // gawk opens a regular expression here where nothing can be assigned to.
            Some('/') if self.may_be_closed("/=") => Err(Unread(here.rest().to_owned())),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => {
                let word = self.at.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
                Ok(Kind::Word(word, self.at.peek() == Some('(')))
            }
            Some(c) if c.is_ascii_digit() => self.number(),
            Some('.') if self.at.second().is_some_and(|c| c.is_ascii_digit()) => self.number(),
            _ => {
                let mark = MARKS.iter().find(|mark| self.at.eat_text(mark));
                mark.map(|mark| Kind::Mark(mark)).ok_or_else(|| Unread(here.rest().to_owned()))
            }
        }
    }

    fn push(&mut self, kind: Kind<'t>) -> Result<(), Unread> {
        let mut ends_head = false;
        let index = self.tokens.len();
        if let Kind::Mark(mark @ (")" | "]" | "}")) = kind {
            let opened = self.open.pop().ok_or_else(|| Unread(mark.to_owned()))?;
            ends_head = mark == ")" && self.is_head(opened);
            let opener = self.tokens.get_mut(opened).ok_or_else(|| Unread(mark.to_owned()))?;
            if !matches!((&opener.kind, mark), (Kind::Mark("("), ")") | (Kind::Mark("["), "]") | (Kind::Mark("{"), "}"))
            {
                return Err(Unread(mark.to_owned()));
            }
            opener.close = Some(index);
            self.depth -= usize::from(mark != "}");
        }
        let depth = self.depth;
        if let Kind::Mark(mark @ ("(" | "[" | "{")) = kind {
            self.open.push(index);
            self.depth += usize::from(mark != "{");
        }
        self.tokens.push(Token { kind, close: None, depth, ends_head });
        Ok(())
    }

    /// Whether the bracket at `opened` begins the head of a control statement.
    fn is_head(&self, opened: usize) -> bool {
        let before = opened.checked_sub(1).and_then(|index| self.tokens.get(index));
        matches!(before.map(|token| &token.kind), Some(Kind::Word("if" | "while" | "for" | "switch", _)))
    }

    fn slash_opens_regex(&self) -> Result<bool, Unread> {
        let unread = || Err(Unread(self.at.rest().to_owned()));
        let Some(last) = self.tokens.last() else { return Ok(true) };
        match last.kind {
            Kind::Newline if self.depth > 0 => unread(),
            Kind::Newline => Ok(true),
            Kind::Text(_) | Kind::Regex | Kind::Number | Kind::Mark("]") => Ok(false),
            // mawk opens a regular expression here, the others divide.
            Kind::Mark("++" | "--") if self.may_be_closed("/") => unread(),
            Kind::Mark("++" | "--") => Ok(false),
            Kind::Mark(")") if last.ends_head => unread(),
            Kind::Mark(")") => Ok(false),
            Kind::Mark("$") => unread(),
            Kind::Mark(_) => Ok(true),
            Kind::Word("print" | "printf" | "return" | "exit" | "else" | "do", _) => Ok(true),
            Kind::Word(name, _) => match word::class(name) {
                Class::Name => Ok(false),
                Class::Keyword | Class::Function | Class::Refused => unread(),
            },
        }
    }

    /// Whether `opening`, if it stands here and opens a regular expression, may find its end on the same line.
    fn may_be_closed(&self, opening: &str) -> bool {
        let line = self.at.rest().strip_prefix(opening).and_then(|rest| rest.lines().next());
        line.is_some_and(|line| line.contains(['/', '\\']))
    }

    /// A decimal number. Where a letter follows at once, some read a hexadecimal one.
    fn number(&mut self) -> Result<Kind<'t>, Unread> {
        let here = self.at;
        self.at.take_while(|c| c.is_ascii_digit());
        if self.at.eat('.') {
            self.at.take_while(|c| c.is_ascii_digit());
        }
        let mut exponent = self.at;
        if exponent.eat('e') || exponent.eat('E') {
            let _signed = exponent.eat('+') || exponent.eat('-');
            if !exponent.take_while(|c| c.is_ascii_digit()).is_empty() {
                self.at = exponent;
            }
        }
        match self.at.peek() {
            Some(c) if c.is_ascii_alphabetic() || c == '_' => Err(Unread(here.rest().to_owned())),
            Some(_) | None => Ok(Kind::Number),
        }
    }

    fn string(&mut self) -> Result<Kind<'t>, Unread> {
        let here = self.at;
        let unread = || Unread(here.rest().to_owned());
        self.at.next();
        let mut value = Some(String::new());
        loop {
            let mut c = self.at.next().ok_or_else(unread)?;
            match c {
                '"' => return Ok(Kind::Text(value)),
                '\n' => return Err(unread()),
                '\\' => {
                    let plain = match self.at.next().ok_or_else(unread)? {
                        '\n' => return Err(unread()),
                        escaped @ ('"' | '\\' | '/') => Some(escaped),
                        'n' => Some('\n'),
                        't' => Some('\t'),
                        _ => None,
                    };
                    match plain {
                        Some(plain) => c = plain,
                        None => value = None,
                    }
                }
                _ => {}
            }
            if let Some(value) = &mut value {
                value.push(c);
            }
        }
    }

    /// A slash inside brackets does not end a regular expression. An implementation that thinks otherwise sees an
    /// unclosed bracket and refuses the program, as long as the brackets themselves are plain.
    fn regex(&mut self) -> Result<Kind<'t>, Unread> {
        let here = self.at;
        let unread = || Unread(here.rest().to_owned());
        self.at.next();
        loop {
            match self.at.next().ok_or_else(unread)? {
                '/' => return Ok(Kind::Regex),
                '\n' => return Err(unread()),
                '\\' => {
                    self.at.next().filter(|c| *c != '\n').ok_or_else(unread)?;
                }
                '[' => self.bracket().ok_or_else(unread)?,
                _ => {}
            }
        }
    }

    /// Steps over a bracket expression whose `[` is behind. `None` where it holds a slash and is not plain.
    fn bracket(&mut self) -> Option<()> {
        let mut slash = false;
        let mut plain = true;
        self.at.eat('^');
        self.at.eat(']');
        loop {
            match self.at.next()? {
                ']' => return (plain || !slash).then_some(()),
                '\n' => return None,
                '/' => slash = true,
                '\\' => {
                    plain &= self.at.peek() != Some(']');
                    self.at.next().filter(|c| *c != '\n')?;
                }
                '[' => {
                    let mut class = self.at;
                    if class.eat(':')
                        && !class.take_while(|c| c.is_ascii_lowercase()).is_empty()
                        && class.eat_text(":]")
                    {
                        self.at = class;
                    } else {
                        plain = false;
                    }
                }
                _ => {}
            }
        }
    }
}
