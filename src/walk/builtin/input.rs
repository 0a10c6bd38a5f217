//! Builtins that assign what they read: `read`, `mapfile`, `wait -p`.

use super::{print, unknown_flag};
use crate::effect::{Gap, GapKind};
use crate::value::{Argument, Cause, Value};
use crate::walk::Walker;
use crate::walk::scope::{Content, Scope};
use crate::walk::simple::Invocation;

impl Walker<'_> {
    pub(super) fn read(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
        let mut names = Vec::new();
        let mut gaps = Vec::new();
        let mut words = operands.iter();
        let mut array = None;
        while let Some(word) = words.next() {
            match word.text() {
                Some("-a") => array = words.next(),
                Some("-p" | "-t" | "-n" | "-N" | "-d" | "-u" | "-i") => {
                    words.next();
                }
                Some("-r" | "-s" | "-e" | "-rs" | "-sr" | "-er") => {}
                Some(text)
                    if text.starts_with("-r") && matches!(text, "-rp" | "-rd" | "-rt" | "-rn" | "-ru" | "-rsp") =>
                {
                    words.next();
                }
                Some("-ra") => array = words.next(),
                Some(text)
                    if text.starts_with("-d")
                        || text.starts_with("-n")
                        || text.starts_with("-t")
                        || text.starts_with("-u") => {}
                Some(text) if text.starts_with('-') => gaps.push(unknown_flag(word)),
                Some(_) | None => names.push(word),
            }
        }
        self.record(invocation, vec![print(invocation)], gaps, false);
        if let Some(array) = array {
            self.assign_named(&array.value, Content::Untracked, array.span, scope);
        }
        let line = Self::line_of_input(scope);
        match names.as_slice() {
            [] if array.is_none() => scope.assign("REPLY", Content::Scalar(line)),
            [name] => self.assign_named(&name.value, Content::Scalar(line), name.span, scope),
            _ => {
                for name in names {
                    let value = Value::Unknown(Cause::Input);
                    self.assign_named(&name.value, Content::Scalar(value), name.span, scope);
                }
            }
        }
    }

    pub(super) fn mapfile(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
        let mut gaps = Vec::new();
        let mut words = operands.iter();
        let mut name = None;
        while let Some(word) = words.next() {
            match word.text() {
                Some("-t") => {}
                Some("-n" | "-O" | "-s" | "-u" | "-d") => {
                    words.next();
                }
                Some(text) if text.starts_with('-') => gaps.push(Gap { kind: GapKind::Code, ..unknown_flag(word) }),
                Some(_) | None => name = Some(word),
            }
        }
        self.record(invocation, vec![print(invocation)], gaps, false);
        match name {
            Some(word) => self.assign_named(&word.value, Content::Untracked, word.span, scope),
            None => scope.assign("MAPFILE", Content::Untracked),
        }
    }

    /// `wait -p name` assigns.
    pub(super) fn wait_variable(&mut self, operands: &[Argument], scope: &mut Scope) {
        let mut words = operands.iter();
        while let Some(word) = words.next() {
            match word.text() {
                Some("-n" | "-f" | "-nf" | "-fn") => {}
                Some("-p") => {
                    let name = words.next().map_or(&word.value, |name| &name.value);
                    self.assign_named(name, Content::Scalar(Value::Number), word.span, scope);
                }
                Some(text) if !text.starts_with('-') => {}
                None if !word.value.may_be_option() => {}
                Some(_) | None => self.gap(GapKind::Evaluation, "a computed variable name", word.span),
            }
        }
    }
}
