//! Text to tree and back. Knows no program and no policy.

pub mod tree;

mod ansi_c;
mod arithmetic;
mod brace;
mod compound;
mod cursor;
mod heredoc;
mod limits;
mod list;
mod parameter;
mod redirect;
mod render;
mod simple;
mod test_expression;
mod unquoted;
mod word;

use crate::span::Span;
use cursor::Cursor;
use render::Writer;
use tree::{Item, Script};

/// The shell that will read a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// What bash and zsh read alike; the default.
    Both,
    /// bash 5.2.
    Bash,
    /// `sh -c`, dash: no bash syntax.
    Posix,
}

/// Why a text was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejected {
    /// One lowercase phrase.
    pub why: &'static str,
    /// Where.
    pub span: Span,
}

/// Reads a whole text.
///
/// # Errors
///
/// Whatever is not known for certain to be read alike by the shell is refused.
pub fn parse(text: &str, dialect: Dialect) -> Result<Script, Rejected> {
    limits::check(text)?;
    let mut first = Cursor::new(text, dialect);
    let script = whole(&mut first)?;
    if first.here.is_empty() {
        return Ok(script);
    }
    let mut second = Cursor::new(text, dialect);
    second.here = first.here.into_known();
    whole(&mut second)
}

/// A list that is the whole text.
fn whole(cursor: &mut Cursor<'_>) -> Result<Script, Rejected> {
    let script = cursor.list()?;
    if !cursor.ended() {
        return cursor.refuse("unexpected token");
    }
    if !cursor.here.pending.is_empty() {
        return cursor.refuse("here-document without body");
    }
    Ok(script)
}

/// Writes a tree as one normalised text that reads back as the same tree.
#[must_use]
pub fn render(script: &Script) -> String {
    let mut writer = Writer::default();
    writer.script(script);
    writer.finish()
}

/// Writes one list element, without its terminator.
#[must_use]
pub fn render_item(item: &Item) -> String {
    let mut writer = Writer::default();
    writer.item(item);
    writer.finish()
}
