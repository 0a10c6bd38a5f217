//! Compound commands and function definitions.

use super::cursor::{Cursor, Read, continues_name, is_meta};
use super::tree::{CaseArm, CaseEnd, Command, Compound, CompoundKind, Function, Redirect, Script, Word};
use super::word::WordPlace;

/// Loops that go over words.
enum Over {
    For,
    Select,
}

impl Cursor<'_> {
    /// One stage of a pipeline.
    pub(super) fn command(&mut self) -> Read<Command> {
        if let Some(command) = self.compound()? {
            self.blank();
            let may_end = self.ended() || matches!(self.peek(), b'\n' | b';' | b'&' | b'|' | b')');
            if !may_end && !self.ends_list()? {
                return self.refuse("unexpected token after a compound command");
            }
            return Ok(command);
        }
        match self.reserved()? {
            Some("coproc") => self.refuse("coproc"),
            Some("in") | None => self.simple(),
            Some(_) => self.refuse("unexpected reserved word"),
        }
    }

    /// The compound command or `function` definition under the cursor, if any.
    fn compound(&mut self) -> Read<Option<Command>> {
        self.blank();
        let start = self.at;
        if self.peek() == b'(' {
            return self.nested(|cursor| cursor.parenthesis(start)).map(Some);
        }
        let Some(word) = self.reserved()? else { return Ok(None) };
        if word == "function" {
            self.refuse_in_posix("`function` is not POSIX")?;
            self.at += word.len();
            return self.nested(|cursor| cursor.function_keyword(start)).map(Some);
        }
        if !matches!(word, "{" | "if" | "while" | "until" | "for" | "select" | "case" | "[[") {
            return Ok(None);
        }
        if matches!(word, "select" | "[[") {
            self.refuse_in_posix("`select` and `[[` are not POSIX")?;
        }
        self.at += word.len();
        self.nested(|cursor| {
            let kind = match word {
                "{" => CompoundKind::Group(cursor.group()?),
                "if" => cursor.conditional()?,
                "while" | "until" => {
                    let condition = cursor.filled_list()?;
                    CompoundKind::While { until: word == "until", condition, body: cursor.do_group()? }
                }
                "for" => cursor.loop_over(Over::For)?,
                "select" => cursor.loop_over(Over::Select)?,
                "case" => cursor.case()?,
                _ => CompoundKind::Test(cursor.test()?),
            };
            cursor.with_redirects(kind, start).map(Command::Compound)
        })
        .map(Some)
    }

    fn with_redirects(&mut self, kind: CompoundKind, start: usize) -> Read<Compound> {
        let mut span = self.span_from(start);
        let mut redirects: Vec<Redirect> = Vec::new();
        loop {
            self.blank();
            match self.redirect()? {
                Some(redirect) => {
                    span = span.to(redirect.span);
                    redirects.push(redirect);
                }
                None => return Ok(Compound { kind, redirects, span }),
            }
        }
    }

    /// `( … )` or `(( … ))`; which of them is decided by the first two bytes alone, and the rest has to agree.
    fn parenthesis(&mut self, start: usize) -> Read<Command> {
        let kind = if self.starts("((") {
            self.refuse_in_posix("`((` is not POSIX")?;
            self.at += 2;
            CompoundKind::Arithmetic(self.arithmetic()?)
        } else {
            self.at += 1;
            let script = self.filled_list()?;
            if self.peek() != b')' {
                return self.refuse("expected `)`");
            }
            self.at += 1;
            CompoundKind::Subshell(script)
        };
        self.with_redirects(kind, start).map(Command::Compound)
    }

    /// The list after `{`, with its `}`.
    fn group(&mut self) -> Read<Script> {
        let script = self.filled_list()?;
        self.expect("}", "expected `}`")?;
        Ok(script)
    }

    fn do_group(&mut self) -> Read<Script> {
        self.lines()?;
        self.expect("do", "expected `do`")?;
        let body = self.filled_list()?;
        self.expect("done", "expected `done`")?;
        Ok(body)
    }

    fn conditional(&mut self) -> Read<CompoundKind> {
        let (mut arms, mut otherwise) = (Vec::new(), None);
        loop {
            let condition = self.filled_list()?;
            self.expect("then", "expected `then`")?;
            arms.push((condition, self.filled_list()?));
            match self.reserved()? {
                Some("elif") => self.at += 4,
                Some("else") => {
                    self.at += 4;
                    otherwise = Some(self.filled_list()?);
                    break;
                }
                _ => break,
            }
        }
        self.expect("fi", "expected `fi`")?;
        Ok(CompoundKind::If { arms, otherwise })
    }

    fn loop_over(&mut self, over: Over) -> Read<CompoundKind> {
        self.blank();
        if self.starts("((") && matches!(over, Over::For) {
            self.refuse_in_posix("`for ((` is not POSIX")?;
            self.at += 2;
            return self.arithmetic_for();
        }
        let name = self.name().to_owned();
        if name.is_empty() || !(self.ended() || is_meta(self.peek())) {
            return self.refuse("loop without a plain variable name");
        }
        self.blank();
        let own_line = self.peek() == b'\n';
        self.lines()?;
        let words = if self.reserved()? == Some("in") {
            self.at += 2;
            Some(self.loop_words()?)
        } else {
            if self.peek() == b';' && !own_line {
                self.separator()?;
                self.at += 1;
            }
            None
        };
        let body = self.loop_body()?;
        Ok(match over {
            Over::For => CompoundKind::For { name, words, body },
            Over::Select => CompoundKind::Select { name, words, body },
        })
    }

    fn loop_words(&mut self) -> Read<Vec<Word>> {
        let mut words = Vec::new();
        loop {
            self.blank();
            match self.peek() {
                b'\n' => {
                    self.newline()?;
                    return Ok(words);
                }
                b';' if self.ahead(1) != b';' => {
                    self.separator()?;
                    self.at += 1;
                    return Ok(words);
                }
                _ if self.ends_word() => return self.refuse("unexpected token in the words of a loop"),
                _ => words.push(self.word(WordPlace::Operand)?),
            }
        }
    }

    fn loop_body(&mut self) -> Read<Script> {
        self.lines()?;
        if self.reserved()? == Some("{") {
            self.refuse_in_posix("`{` as a loop's body is not POSIX")?;
            self.at += 1;
            return self.group();
        }
        self.do_group()
    }

    fn arithmetic_for(&mut self) -> Read<CompoundKind> {
        let initial = self.arithmetic_until_semicolon()?;
        let condition = self.arithmetic_until_semicolon()?;
        let step = self.arithmetic()?;
        self.blank();
        if self.peek() == b';' {
            self.separator()?;
            self.at += 1;
        }
        Ok(CompoundKind::ArithmeticFor { initial, condition, step, body: self.loop_body()? })
    }

    fn case(&mut self) -> Read<CompoundKind> {
        self.blank();
        let subject = self.word(WordPlace::Plain)?;
        self.lines()?;
        self.expect("in", "expected `in`")?;
        let mut arms = Vec::new();
        loop {
            self.lines()?;
            if self.reserved()? == Some("esac") {
                self.at += 4;
                return Ok(CompoundKind::Case { subject, arms });
            }
            let patterns = self.case_patterns()?;
            let body = self.list()?;
            if self.peek() == b';' {
                self.separator()?;
            }
            let end = if self.take(";;&") {
                CaseEnd::Continue
            } else if self.take(";;") {
                CaseEnd::Break
            } else if self.take(";&") {
                CaseEnd::FallThrough
            } else {
                self.lines()?;
                self.expect("esac", "expected `esac`")?;
                arms.push(CaseArm { patterns, body, end: CaseEnd::Break });
                return Ok(CompoundKind::Case { subject, arms });
            };
            if end != CaseEnd::Break {
                self.refuse_in_posix("`;&` and `;;&` are not POSIX")?;
            }
            arms.push(CaseArm { patterns, body, end });
        }
    }

    fn case_patterns(&mut self) -> Read<Vec<Word>> {
        if self.peek() == b'(' {
            self.at += 1;
        }
        let mut patterns = Vec::new();
        loop {
            self.blank();
            if self.reserved()? == Some("esac") {
                return self.refuse("esac as a pattern");
            }
            patterns.push(self.word(WordPlace::Pattern)?);
            self.blank();
            match (self.peek(), self.ahead(1)) {
                (b')', _) => {
                    self.at += 1;
                    return Ok(patterns);
                }
                (b'|', next) if next != b'|' && next != b'&' => self.at += 1,
                _ => return self.refuse("unexpected token in a case pattern"),
            }
        }
    }

    fn function_keyword(&mut self, start: usize) -> Read<Command> {
        self.blank();
        let name_start = self.at;
        while is_function_byte(self.peek()) {
            self.at += 1;
        }
        let name = self.slice(name_start, self.at).to_owned();
        if name.is_empty() || !(self.ended() || matches!(self.peek(), b' ' | b'\t' | b'\n' | b'(')) {
            return self.refuse("function name");
        }
        self.blank();
        if self.peek() == b'(' {
            self.at += 1;
            self.blank();
            if self.peek() != b')' {
                return self.refuse("`(` as the body of `function`");
            }
            self.at += 1;
        }
        self.function_body(name, true, start)
    }

    /// What follows `name()`: a compound command.
    pub(super) fn function_body(&mut self, name: String, keyword: bool, start: usize) -> Read<Command> {
        self.lines()?;
        match self.compound()? {
            Some(Command::Compound(body)) => {
                let span = self.span_between(start, start).to(body.span);
                Ok(Command::Function(Function { name, keyword, body: Box::new(body), span }))
            }
            Some(Command::Function(_) | Command::Simple(_)) | None => self.refuse("function body"),
        }
    }
}

/// Bytes that every shell takes in the name of a function.
pub(super) fn is_function_byte(byte: u8) -> bool {
    continues_name(byte) || matches!(byte, b'-' | b'.' | b':')
}
