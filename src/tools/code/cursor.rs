//! A place in a program text that only moves forward.

/// What is left of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'t> {
    rest: &'t str,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text }
    }

    pub(super) fn rest(&self) -> &'t str {
        self.rest
    }

    pub(super) fn at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn second(&self) -> Option<char> {
        self.rest.chars().nth(1)
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    /// Steps over `wanted` if it stands here.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        self.eat_text(wanted.encode_utf8(&mut [0; 4]))
    }

    /// Steps over `wanted` if it stands here.
    pub(super) fn eat_text(&mut self, wanted: &str) -> bool {
        match self.rest.strip_prefix(wanted) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Steps over all that satisfies `wanted` and returns it.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    /// Steps over `bytes` bytes, which end at a character, and returns them.
    pub(super) fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    pub(super) fn skip_blanks(&mut self) {
        self.take_while(|c| c == ' ' || c == '\t');
    }
}
