//! `cd` and `pushd`: the directory that all later relative paths start from.

use super::{print, unknown_flag};
use crate::effect::{Gap, GapKind, PathTarget};
use crate::value::{Argument, Value};
use crate::walk::Walker;
use crate::walk::directory::Directory;
use crate::walk::scope::{After, Scope};
use crate::walk::simple::Invocation;

impl Walker<'_> {
    pub(super) fn change_directory(&mut self, invocation: &Invocation, operands: &[Argument], scope: Scope) -> After {
        let mut gaps = Vec::new();
        let mut target: Option<&Argument> = None;
        let mut flags = true;
        for word in operands {
            match word.text() {
                Some("--") if flags => flags = false,
                Some("-P" | "-L" | "-e" | "-@" | "-q") if flags => {}
                Some("-") | None => target = target.or(Some(word)),
                Some(text) if flags && text.starts_with('-') => gaps.push(unknown_flag(word)),
                Some(_) if target.is_some() => gaps.push(Gap { kind: GapKind::UnknownOperand, ..unknown_flag(word) }),
                Some(_) => target = Some(word),
            }
        }
        self.record(invocation, vec![print(invocation)], gaps, false);
        let mut moved = scope.clone();
        moved.old_cwd = scope.cwd.clone();
        moved.cwd = match target {
            None => scope.cwd.enter(&self.home_value(&scope)),
            Some(word) => match word.text() {
                Some("-") => scope.old_cwd.clone(),
                Some(text) if searches_cdpath(text) && scope.variable("CDPATH").is_some() => Directory::Unknown,
                Some(text) if self.leads_through_link(text, &scope) => Directory::Unknown,
                Some(_) | None if word.splits && word.text().is_none() => Directory::Unknown,
                Some(_) | None => scope.cwd.enter(&word.value),
            },
        };
        After { success: moved, failure: scope }
    }

    /// Whether a directory may lie behind a link that the call lays.
    pub(super) fn leads_through_link(&self, text: &str, scope: &Scope) -> bool {
        scope.cwd.targets(&Value::Known(text.to_owned())).iter().any(|target| match target {
            PathTarget::Exact(path) | PathTarget::Below(path) => self.made.leads_through_link(path),
            PathTarget::Anywhere => false,
        })
    }
}

/// A directory name that `cd` would look for in `CDPATH`.
fn searches_cdpath(text: &str) -> bool {
    !text.starts_with(['/', '.'])
}
