//! Python programs in the words or the input of the interpreter: those that only compute, print, and open files.
//!
//! A program is taken for harmless by what it can reach: values of built-in types, functions and classes of its own, and
//! what two lists name (built-in functions; attributes of modules). From none of these does a plain attribute lead to a
//! module, a namespace, a frame, or a class whose making opens a file, so method calls need not be followed. Attributes
//! are read by name only in the text; whatever reads them by a computed name is not on the lists. Modules are no values
//! here: the name of one stands only before `.` and a listed attribute. A program that does not parse does nothing, so the
//! grammar is checked no further than this needs. All else is inline code that may do anything.
//!
//! Python puts the working directory first on the path of modules, for `-c` as for standard input. A module of that
//! name there runs in place of the library's, and a failing program imports some by itself: every program runs code of
//! the project, until the walk finds that no such file is there ([`shadows_library`]).

mod files;
mod imports;
mod library;
mod modules;
mod names;
mod program;
mod token;
mod words;

use crate::effect::Origin;
use crate::span::Span;
use crate::tools::reading::Reading;

use super::notes::{Notes, Unread};
pub(crate) use library::shadows_library;

/// Reads a Python program.
pub(super) fn read(text: &str, span: Span) -> Reading {
    let mut notes = Notes::new(span);
    if text.trim().is_empty() {
        return notes.finish();
    }
    notes.prints();
    notes.runs(Origin::Project);
    let read = token::tokens(text).and_then(|tokens| {
        program::check(&tokens, &mut notes)?;
        if asks_for_system_idly(&tokens) { Err(Unread("os".to_owned())) } else { Ok(()) }
    });
    match read {
        Ok(()) => notes.finish(),
        Err(Unread(_)) => super::inline::read(text, span),
    }
}

/// Whether the program imports `os` and uses none of what is listed of it: then what it wants of it is not understood.
fn asks_for_system_idly(tokens: &[token::Token<'_>]) -> bool {
    let is_os = |token: &token::Token<'_>| token.kind == token::Kind::Name("os");
    let is_used = |pair: &[token::Token<'_>]| match pair {
        [name, dot] => is_os(name) && dot.kind == token::Kind::Mark("."),
        _ => false,
    };
    let listed = |triple: &[token::Token<'_>]| match triple {
        [from, name, _] => from.kind == token::Kind::Name("from") && is_os(name),
        _ => false,
    };
    tokens.iter().any(is_os) && !tokens.windows(2).any(is_used) && !tokens.windows(3).any(listed)
}

#[cfg(test)]
mod tests;
