//! Redirects.

use super::Dialect;
use super::cursor::{Cursor, Read, continues_name, is_meta, starts_name};
use super::tree::{Descriptor, Redirect, RedirectOperator, RedirectTarget};
use super::word::WordPlace;

/// Operators, each before those that it begins with.
const OPERATORS: [(&str, RedirectOperator); 12] = [
    ("&>>", RedirectOperator::AppendBoth),
    ("&>", RedirectOperator::WriteBoth),
    ("<<<", RedirectOperator::HereString),
    ("<<-", RedirectOperator::HereDocument { strip_tabs: true }),
    ("<<", RedirectOperator::HereDocument { strip_tabs: false }),
    ("<&", RedirectOperator::DuplicateInput),
    ("<>", RedirectOperator::ReadWrite),
    ("<", RedirectOperator::Read),
    (">>", RedirectOperator::Append),
    (">&", RedirectOperator::DuplicateOutput),
    (">|", RedirectOperator::Clobber),
    (">", RedirectOperator::Write),
];

impl Cursor<'_> {
    /// The redirect under the cursor; where there is none, the cursor stays.
    pub(super) fn redirect(&mut self) -> Read<Option<Redirect>> {
        let start = self.at;
        let descriptor = self.descriptor()?;
        let Some((spelling, operator)) = OPERATORS.iter().find(|(spelling, _)| self.starts(spelling)).copied() else {
            self.at = start;
            return Ok(None);
        };
        if descriptor.is_some() && spelling.starts_with('&') {
            return self.refuse("descriptor before `&>`");
        }
        if self.starts_process() {
            self.at = start;
            return Ok(None);
        }
        if matches!(spelling, "&>" | "&>>" | "<<<") {
            self.refuse_in_posix("`&>` and `<<<` are not POSIX")?;
        }
        self.at += spelling.len();
        if self.starts("\\\n") {
            return self.refuse("line continuation after a redirect operator");
        }
        self.blank();
        let target = match operator {
            RedirectOperator::HereDocument { strip_tabs } => {
                RedirectTarget::HereDocument(self.here_document(strip_tabs)?)
            }
            RedirectOperator::DuplicateInput | RedirectOperator::DuplicateOutput => self.duplicated(operator)?,
            RedirectOperator::HereString => {
                self.expect_word_target()?;
                RedirectTarget::File(self.word(WordPlace::Plain)?)
            }
            RedirectOperator::Read
            | RedirectOperator::Write
            | RedirectOperator::Clobber
            | RedirectOperator::Append
            | RedirectOperator::ReadWrite
            | RedirectOperator::WriteBoth
            | RedirectOperator::AppendBoth => self.file(operator)?,
        };
        Ok(Some(Redirect { descriptor, operator, target, span: self.span_from(start) }))
    }

    /// `N` or `{name}` directly before an operator.
    fn descriptor(&mut self) -> Read<Option<Descriptor>> {
        let start = self.at;
        let mut end = start;
        if self.peek().is_ascii_digit() {
            while self.byte(end).is_ascii_digit() {
                end += 1;
            }
            if !matches!(self.byte(end), b'<' | b'>') {
                return Ok(None);
            }
            if self.byte(end + 1) == b'(' {
                return self.refuse("digit before a process substitution");
            }
            if end - start > 1 && self.dialect != Dialect::Bash {
                return self.refuse("descriptor of more than one digit (zsh: a word)");
            }
            let Ok(number) = self.slice(start, end).parse() else {
                return self.refuse("descriptor above 255");
            };
            self.at = end;
            return Ok(Some(Descriptor::Number(number)));
        }
        if self.peek() != b'{' || !starts_name(self.ahead(1)) {
            return Ok(None);
        }
        end += 1;
        while continues_name(self.byte(end)) {
            end += 1;
        }
        if self.byte(end) == b'[' {
            return self.refuse("`{name[` (descriptor variable or brace)");
        }
        if self.byte(end) != b'}' || !matches!(self.byte(end + 1), b'<' | b'>') {
            return Ok(None);
        }
        self.refuse_in_posix("`{name}>` is not POSIX")?;
        if self.byte(end + 2) == b'(' {
            return self.refuse("`{name}` before a process substitution");
        }
        self.at = end + 1;
        Ok(Some(Descriptor::Variable(self.slice(start + 1, end).to_owned())))
    }

    fn expect_target(&mut self) -> Read<()> {
        if self.ends_word() {
            return self.refuse("expected a redirect target");
        }
        Ok(())
    }

    /// A file name or text, which cannot itself be the descriptor of a further redirect.
    fn expect_word_target(&mut self) -> Read<()> {
        self.expect_target()?;
        if self.descriptor()?.is_some() {
            return self.refuse("descriptor as a redirect target");
        }
        Ok(())
    }

    fn file(&mut self, operator: RedirectOperator) -> Read<RedirectTarget> {
        self.expect_word_target()?;
        if self.peek() == b'!' && self.dialect != Dialect::Bash {
            return self.refuse("redirect to `!` (zsh: clobber)");
        }
        let start = self.at;
        let word = self.word(WordPlace::Operand)?;
        if matches!(operator, RedirectOperator::Read | RedirectOperator::ReadWrite) {
            let numeric = self.slice(start, self.at).bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
            if numeric && (self.peek() == b'>' || operator == RedirectOperator::ReadWrite) {
                return self.refuse("`<n-m>` (zsh: numeric glob)");
            }
        }
        Ok(RedirectTarget::File(word))
    }

    /// After `<&` and `>&` only a descriptor, or for `>&` a plain file name, reads alike everywhere.
    fn duplicated(&mut self, operator: RedirectOperator) -> Read<RedirectTarget> {
        self.expect_target()?;
        let start = self.at;
        if self.peek() == b'-' && self.ahead(1) != 0 && !is_meta(self.ahead(1)) {
            return self.refuse("word after `>&-`");
        }
        let word = self.word(WordPlace::Plain)?;
        let text = self.slice(start, self.at);
        let digits = text.strip_suffix('-').unwrap_or(text);
        if text == "-" || (!digits.is_empty() && digits.len() < 4 && digits.bytes().all(|byte| byte.is_ascii_digit())) {
            let moves = digits.len() != text.len() && text != "-";
            if moves {
                self.refuse_in_posix("`>&N-` is not POSIX")?;
            }
            return Ok(RedirectTarget::Descriptor(text.to_owned()));
        }
        let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-'));
        let named = plain && !text.ends_with('-') && !text.starts_with(|first: char| first.is_ascii_digit());
        if operator != RedirectOperator::DuplicateOutput || !named || self.is_posix() {
            return self.refuse("computed descriptor after `>&`");
        }
        Ok(RedirectTarget::File(word))
    }
}
