//! Words to arguments: brace expansion, tilde, parameters, substitutions, splitting, and globs kept as what they may match.

mod assembly;
mod brace;

use super::Walker;
use super::concat::concat;
use super::directory::Directory;
use super::output::Output;
use super::scope::Scope;
use crate::effect::{Action, Cause as Because, Effect, GapKind, Loss, Target, Via};
use crate::shell::Dialect;
use crate::shell::tree::{Brace, Glob, Part, PartKind, Word};
use crate::span::Span;
use crate::value::{Argument, Cause, Value};
use assembly::Assembly;
use brace::brace_expand;

/// Where a process substitution is found by the program that it is given to.
pub(crate) const PROCESS_SUBSTITUTION: &str = "/dev/fd/63";

/// A piece of a word after expansion, before splitting.
pub(crate) enum Piece {
    /// Text that does not split.
    Text(Value),
    /// The result of an unquoted expansion.
    Split(Value),
    /// The words of an unquoted expansion, each like this value, any number of them.
    Several(Value),
    /// `"$@"`, `"${array[@]}"`: exactly these words.
    Items(Vec<Value>),
    /// A glob operator.
    Glob(String),
}

impl Walker<'_> {
    /// Expands a word to the arguments that it becomes.
    pub(crate) fn fields(&mut self, word: &Word, scope: &mut Scope) -> Vec<Argument> {
        let span = self.span(word.span);
        let mut alternatives = Vec::new();
        if !brace_expand(&word.parts, &mut alternatives) {
            self.gap(GapKind::Depth, "a brace expansion of too many words", span);
            return vec![Argument { value: Value::Unknown(Cause::Limit), span, splits: true }];
        }
        let mut out = Vec::new();
        for parts in alternatives {
            if !self.budget.step() {
                break;
            }
            let mut pieces = Vec::new();
            for part in &parts {
                self.pieces(part, false, scope, &mut pieces);
            }
            self.assemble(pieces, span, scope, &mut out);
        }
        out
    }

    /// Expands a word where it neither splits nor globs: an assigned value, a redirect target, a `case` subject.
    pub(crate) fn scalar(&mut self, word: &Word, scope: &mut Scope) -> Value {
        self.parts_value(&word.parts, scope)
    }

    /// The text of parts that stand together without splitting.
    pub(crate) fn parts_value(&mut self, parts: &[Part], scope: &mut Scope) -> Value {
        let mut value = Value::Known(String::new());
        for part in parts {
            let mut pieces = Vec::new();
            self.pieces(part, true, scope, &mut pieces);
            for piece in pieces {
                let next = match piece {
                    Piece::Text(value) | Piece::Split(value) => value,
                    Piece::Several(_) => Value::Unknown(Cause::Substitution),
                    Piece::Items(items) => joined_items(items),
                    Piece::Glob(text) => Value::Known(text),
                };
                value = concat(value, next);
            }
        }
        value
    }

    /// Expands one part. `quoted` says that its result does not split.
    pub(crate) fn pieces(&mut self, part: &Part, quoted: bool, scope: &mut Scope, out: &mut Vec<Piece>) {
        let span = self.span(part.span);
        match &part.kind {
            PartKind::Literal(text) | PartKind::Single(text) | PartKind::AnsiC(text) => {
                out.push(Piece::Text(Value::Known(text.clone())));
            }
            PartKind::Escaped(char) => out.push(Piece::Text(Value::Known(char.to_string()))),
            PartKind::Double(parts) => self.double_quoted(parts, scope, out),
            PartKind::Parameter(parameter) => self.parameter(parameter, span, quoted, scope, out),
            PartKind::Command(substitution) => {
                let output = self.substituted(&substitution.script, scope);
                out.push(match output {
                    Output::Text(value) if quoted => Piece::Text(value),
                    Output::Text(value) => Piece::Split(value),
                    Output::Lines(value) if !quoted => Piece::Several(value),
                    Output::Lines(_) | Output::Stream if quoted => Piece::Text(Value::Unknown(Cause::Substitution)),
                    Output::Lines(_) | Output::Stream => Piece::Split(Value::Unknown(Cause::Substitution)),
                });
            }
            PartKind::Process { script, .. } => {
                self.isolated(script, Via::Substitution, scope);
                out.push(Piece::Text(Value::Known(PROCESS_SUBSTITUTION.to_owned())));
            }
            PartKind::Arithmetic(arithmetic) => {
                let value = self.arithmetic(arithmetic, scope);
                out.push(Piece::Text(value));
            }
            PartKind::Glob(glob) => {
                let text = match glob {
                    Glob::Any => "*",
                    Glob::One => "?",
                    Glob::Bracket(text) => text,
                };
                out.push(Piece::Glob(text.to_owned()));
            }
            PartKind::Brace(brace) => {
                // Only where no brace expansion happens: an assigned value, a redirect target.
                let text = self.brace_text(brace, scope);
                out.push(Piece::Text(text));
            }
            PartKind::Tilde(user) => out.push(Piece::Text(self.tilde(user, scope))),
        }
    }

    fn double_quoted(&mut self, parts: &[Part], scope: &mut Scope, out: &mut Vec<Piece>) {
        // An empty pair of quotes still makes a word.
        out.push(Piece::Text(Value::Known(String::new())));
        for part in parts {
            let before = out.len();
            self.pieces(part, true, scope, out);
            for piece in out.iter_mut().skip(before) {
                if let Piece::Glob(text) = piece {
                    *piece = Piece::Text(Value::Known(std::mem::take(text)));
                }
            }
        }
    }

    fn tilde(&self, user: &str, scope: &Scope) -> Value {
        let known = |directory: &Directory| {
            directory.only().and_then(|path| path.to_str()).map(|path| Value::Known(path.to_owned()))
        };
        match user {
            "" => self.home_value(scope),
            "+" => known(&scope.cwd).unwrap_or(Value::Unknown(Cause::Expansion)),
            "-" => known(&scope.old_cwd).unwrap_or(Value::Unknown(Cause::Expansion)),
            _ => Value::Unknown(Cause::Expansion),
        }
    }

    /// The value of `HOME` at this point.
    pub(crate) fn home_value(&self, scope: &Scope) -> Value {
        match scope.variable("HOME") {
            None => Value::Known(self.place.home.to_string_lossy().into_owned()),
            Some(super::scope::Content::Scalar(value)) => value.clone(),
            Some(_) => Value::Unknown(Cause::Variable("HOME".into())),
        }
    }

    fn brace_text(&mut self, brace: &Brace, scope: &mut Scope) -> Value {
        match brace {
            Brace::Range { from, to, step } => {
                let step = step.as_ref().map(|step| format!("..{step}")).unwrap_or_default();
                Value::Known(format!("{{{from}..{to}{step}}}"))
            }
            Brace::List(lists) => {
                let mut value = Value::Known("{".into());
                for (index, parts) in lists.iter().enumerate() {
                    let text = self.parts_value(parts, scope);
                    let separator = if index == 0 { "" } else { "," };
                    value = concat(concat(value, Value::Known(separator.into())), text);
                }
                concat(value, Value::Known("}".into()))
            }
        }
    }

    fn assemble(&mut self, pieces: Vec<Piece>, span: Span, scope: &Scope, out: &mut Vec<Argument>) {
        let mut word = Assembly::new(span);
        let mut pattern = String::new();
        let mut globs = false;
        // A star that is quoted is text; one that stands for a value that is not known may be any name.
        let mut unknown = false;
        for piece in pieces {
            if let Piece::Text(value) | Piece::Several(value) | Piece::Split(value) = &piece {
                unknown |= value.known().is_none();
            }
            match piece {
                Piece::Text(value) => {
                    pattern.push_str(&pattern_of(&value));
                    word.text(value);
                }
                Piece::Glob(text) => {
                    pattern.push_str(&text);
                    globs = true;
                    word.glob();
                }
                Piece::Items(items) => word.items(items, out),
                Piece::Several(value) => {
                    pattern.push_str(&pattern_of(&value));
                    word.several(value);
                }
                Piece::Split(value) => {
                    pattern.push_str(&pattern_of(&value));
                    self.split(value, &mut word, scope, out);
                }
            }
        }
        if globs || unknown {
            self.glob_reaches_secrets(&pattern, &scope.cwd, span);
        }
        if globs && !word.open && self.matches_no_option(&scope.cwd) {
            word.begins_without_dash();
        }
        word.finish(out);
    }

    fn split(&mut self, value: Value, word: &mut Assembly, scope: &Scope, out: &mut Vec<Argument>) {
        let plain = |text: &str| !text.contains([' ', '\t', '\n', '*', '?', '[']);
        match value {
            Value::Known(text) if text.is_empty() => {}
            Value::Known(text) if plain(&text) && !scope.splitting_changed => word.text(Value::Known(text)),
            Value::Known(text)
                if !scope.splitting_changed && self.dialect == Dialect::Bash && !text.contains(['*', '?', '[']) =>
            {
                let mut first = !text.starts_with([' ', '\t', '\n']);
                for field in text.split_ascii_whitespace() {
                    if !first {
                        word.finish_and_restart(out);
                    }
                    first = false;
                    word.text(Value::Known(field.to_owned()));
                }
                if text.ends_with([' ', '\t', '\n']) {
                    word.finish_and_restart(out);
                }
            }
            // A single word with a glob operator, from a variable.
            Value::Known(text) if !scope.splitting_changed && !text.contains([' ', '\t', '\n', '[']) => {
                for piece in split_globs(&text) {
                    match piece {
                        Some(text) => word.text(Value::Known(text)),
                        None => word.glob(),
                    }
                }
                self.glob_reaches_secrets(&text, &scope.cwd, word.span);
            }
            Value::OneOf(texts) if !scope.splitting_changed && texts.iter().all(|text| plain(text)) => {
                word.splits |= texts.iter().any(String::is_empty);
                word.text(Value::OneOf(texts));
            }
            Value::Number | Value::Hexadecimal if !scope.splitting_changed => word.text(value),
            Value::Within { dir, .. } if !scope.splitting_changed => {
                // A file name may hold blanks and a dash.
                word.splits = true;
                word.text(Value::Within { dir, dash: true });
            }
            Value::Starts(text) if plain(&text) && !scope.splitting_changed => {
                word.splits = true;
                word.open = true;
                word.text(Value::Starts(text));
            }
            Value::Known(_)
            | Value::OneOf(_)
            | Value::Within { .. }
            | Value::Starts(_)
            | Value::Number
            | Value::Hexadecimal => {
                word.splits = true;
                word.open = true;
                word.text(Value::Unknown(Cause::Expansion));
            }
            Value::Unknown(cause) => {
                word.splits = true;
                word.open = true;
                word.text(Value::Unknown(cause));
            }
        }
    }

    /// Whether no file of the current directory begins with a dash, so that a glob cannot turn into an option. A call
    /// that makes files it does not name may make such a file too.
    fn matches_no_option(&self, cwd: &Directory) -> bool {
        const ENTRIES: usize = 2_000;
        let Some(directory) = cwd.only() else { return false };
        self.place.names(directory, ENTRIES).is_some_and(|names| !names.iter().any(|name| name.starts_with('-')))
            && !self.made.may_hold_option(directory)
    }

    /// A pattern that singles out names of secrets reaches them, whether or not such a file is there yet. So does a name
    /// behind directories that are not told one by one: it is read by that name, wherever it lies.
    fn glob_reaches_secrets(&mut self, pattern: &str, cwd: &Directory, span: Span) {
        if pattern.split('/').any(super::glob::singles_out_secret) {
            self.effect(Effect {
                action: Action::Secret,
                target: Target::Name(pattern.to_owned()),
                loss: Loss::None,
                cause: Because::Base,
                span,
            });
        }
        let named = pattern.rsplit_once('/').is_some_and(|(directories, name)| {
            directories.contains(['*', '?', '[']) && !name.is_empty() && !name.contains(['*', '?', '['])
        });
        if named {
            let name = Value::Known(pattern.to_owned());
            for effect in self.path_effects(Action::Read, &name, Loss::None, Because::Base, span, cwd) {
                self.effect(effect);
            }
        }
    }
}

/// A value as a pattern: what is not known stands as `*`.
fn pattern_of(value: &Value) -> String {
    match value {
        Value::Known(text) => text.clone(),
        Value::Within { dir, .. } => format!("{dir}*"),
        Value::OneOf(_) | Value::Starts(_) | Value::Number | Value::Hexadecimal | Value::Unknown(_) => "*".to_owned(),
    }
}

fn joined_items(items: Vec<Value>) -> Value {
    let mut value = Value::Known(String::new());
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            value = concat(value, Value::Known(" ".into()));
        }
        value = concat(value, item);
    }
    value
}

/// Text and `None` for each glob operator.
fn split_globs(text: &str) -> Vec<Option<String>> {
    let mut out = Vec::new();
    let mut current = String::new();
    for char in text.chars() {
        if matches!(char, '*' | '?') {
            if !current.is_empty() {
                out.push(Some(std::mem::take(&mut current)));
            }
            out.push(None);
        } else {
            current.push(char);
        }
    }
    if !current.is_empty() {
        out.push(Some(current));
    }
    out
}
