//! Files that a program opens: `open`, and the paths of `pathlib`.

use super::super::notes::{Notes, Unread, computed, file};
use super::program::Tokens;
use super::token::Kind;

/// Methods of paths that this reader does not follow.
const REFUSED: &[&str] = &[
    "chmod",
    "copy",
    "copy_into",
    "delete",
    "glob",
    "group",
    "hardlink_to",
    "iterdir",
    "lchmod",
    "link_to",
    "mkdir",
    "move",
    "move_into",
    "owner",
    "readlink",
    "rename",
    "rglob",
    "rmdir",
    "samefile",
    "symlink_to",
    "touch",
    "unlink",
    "walk",
    "with_segments",
];

/// Attributes of paths that are paths again.
const DERIVED: &[&str] = &[
    "absolute",
    "cwd",
    "expanduser",
    "home",
    "joinpath",
    "parent",
    "parents",
    "relative_to",
    "resolve",
    "with_name",
    "with_stem",
    "with_suffix",
];

/// Arguments of `open` that say nothing of what is opened.
const ENCODING: &[&str] = &["buffering", "encoding", "errors", "newline"];

/// Files that the program reaches by paths.
///
/// Which path a method is called on is not followed: each that the program makes is read if any is, and written if any is.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// Whether a value may be a path.
    uses_paths: bool,
    paths: Vec<String>,
    /// Whether there may be paths that are not written in the text.
    computed: bool,
    read: bool,
    written: bool,
}

impl Files {
    pub(super) fn new(uses_paths: bool) -> Self {
        Self { uses_paths, ..Self::default() }
    }

    /// `open(path, mode, …)`
    pub(super) fn open(&self, tokens: &Tokens<'_>, index: usize, notes: &mut Notes) -> Result<(), Unread> {
        let refused = || tokens.unread(index);
        let arguments = tokens.arguments(index + 1);
        if tokens.unpacks(&arguments) {
            return Err(refused());
        }
        let Some((path, others)) = arguments.split_first() else { return Err(refused()) };
        if tokens.is_mark(path.0 + 1, "=") {
            return Err(refused());
        }
        let mut mode = Some("r");
        for (position, (start, end)) in others.iter().enumerate() {
            let named = tokens.name(*start).filter(|_| tokens.is_mark(start + 1, "="));
            match (named, position) {
                (None, 0) => mode = text(tokens, *start, *end),
                (Some("mode"), _) => mode = text(tokens, start + 2, *end),
                // Of the arguments by place, `closefd` and `opener` are beyond these.
                (None, 1..=4) => {}
                (Some(name), _) if ENCODING.contains(&name) => {}
                _ => return Err(refused()),
            }
        }
        let opened = mode.and_then(opens).ok_or_else(refused)?;
        let value = || text(tokens, path.0, path.1).map_or_else(computed, file);
        let standard_input = path.1 == path.0 + 1 && matches!(tokens.kind(path.0), Some(Kind::Number("0")));
        if opened.reads && !standard_input {
            notes.reads(value());
        }
        if opened.writes {
            notes.writes(value());
        }
        if opened.appends {
            notes.appends(value());
        }
        Ok(())
    }

    /// `Path(…)`; the class itself is no value.
    pub(super) fn path(&mut self, tokens: &Tokens<'_>, index: usize) -> Result<(), Unread> {
        if !tokens.is_called(index) {
            return Err(tokens.unread(index));
        }
        match tokens.arguments(index + 1).as_slice() {
            [(start, end)] => match text(tokens, *start, *end) {
                Some(path) => self.paths.push(path.to_owned()),
                None => self.computed = true,
            },
            _ => self.computed = true,
        }
        Ok(())
    }

    /// An attribute of a value that may be a path; `false` where that does what is not followed.
    pub(super) fn attribute(&mut self, tokens: &Tokens<'_>, index: usize, name: &str) -> bool {
        if !self.uses_paths {
            return true;
        }
        match name {
            "read_text" | "read_bytes" => self.read = true,
            "write_text" | "write_bytes" => self.written = true,
            // A path is renamed to one argument; a string takes two.
            "replace" => {
                let arguments = tokens.arguments(index + 1);
                return tokens.is_mark(index + 1, "(") && arguments.len() >= 2 && !tokens.unpacks(&arguments);
            }
            _ => self.computed |= DERIVED.contains(&name),
        }
        !REFUSED.contains(&name)
    }

    /// Notes what is done with the paths.
    pub(super) fn conclude(&self, tokens: &Tokens<'_>, notes: &mut Notes) {
        let divided = (0..tokens.len()).any(|at| matches!(tokens.mark(at), Some("/" | "/=")));
        let values = match self.computed || divided {
            true => vec![computed()],
            false => self.paths.iter().map(|path| file(path)).collect(),
        };
        for value in values {
            if self.read {
                notes.reads(value.clone());
            }
            if self.written {
                notes.writes(value);
            }
        }
    }
}

/// The text that an argument is, where it is nothing but that.
fn text<'t>(tokens: &Tokens<'t>, start: usize, end: usize) -> Option<&'t str> {
    match tokens.kind(start) {
        Some(Kind::Text(Some(text))) if end == start + 1 => Some(text),
        Some(_) | None => None,
    }
}

/// What a mode lets a program do with a file.
struct Opened {
    reads: bool,
    writes: bool,
    appends: bool,
}

fn opens(mode: &str) -> Option<Opened> {
    let kinds = mode.chars().filter(|c| matches!(c, 'r' | 'w' | 'x' | 'a')).count();
    if kinds != 1 || !mode.chars().all(|c| matches!(c, 'r' | 'w' | 'x' | 'a' | 'b' | 't' | '+')) {
        return None;
    }
    let (has, both) = (|c| mode.contains(c), mode.contains('+'));
    Some(Opened { reads: has('r') || both, writes: has('w') || has('x') || has('r') && both, appends: has('a') })
}
