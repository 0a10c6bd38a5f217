//! The packed specs: nodes and flags found by name, decoded one at a time.

use super::schema::{Flag, Node};

/// What the build script packed (its form is told where it is written, in `packing.rs`).
static BLOB: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/specs.bin"));

/// A node with the table of its flags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// The node.
    pub node: Node,
    flags: Table,
}

impl Packed {
    /// The node that these names lead to, program first and separated by blanks. The last may be an alias.
    #[must_use]
    pub fn find(names: &str) -> Option<Self> {
        Self::find_in(BLOB, names)
    }

    /// As [`Packed::find`], in a blob of one's own.
    #[must_use]
    pub fn find_in(blob: &'static [u8], names: &str) -> Option<Self> {
        let at = Table { blob, at: 0 }.find(names)?;
        let (node, rest) = postcard::take_from_bytes(blob.get(at..)?).ok()?;
        Some(Self { node, flags: Table { blob, at: blob.len().checked_sub(rest.len())? } })
    }

    /// The subcommand of this name.
    #[must_use]
    pub fn sub(&self, name: &str) -> Option<Self> {
        // A name with a blank in it would reach below the subcommand.
        if !self.node.nested || name.contains(' ') {
            return None;
        }
        Self::find_in(self.flags.blob, &format!("{} {name}", self.node.path.join(" ")))
    }

    /// The flag of this spelling.
    #[must_use]
    pub fn flag(&self, spelling: &str) -> Option<Flag> {
        self.flags.decode(self.flags.find(spelling)?)
    }

    /// The flag that this beginning of a spelling can only mean, with a spelling of it.
    #[must_use]
    pub fn abbreviated(&self, beginning: &str) -> Option<(&'static str, Flag)> {
        let first = self.flags.first_from(beginning);
        let (spelling, meant) = self.flags.row(first)?;
        let mut row = first;
        while let Some((text, at)) = self.flags.row(row)
            && text.starts_with(beginning)
        {
            if at != meant {
                return None;
            }
            row += 1;
        }
        let flag = spelling.starts_with(beginning).then(|| self.flags.decode(meant))??;
        Some((spelling, flag))
    }

    /// Whether some flag's spelling begins like this.
    #[must_use]
    pub fn begins_flag(&self, beginning: &str) -> bool {
        self.flags.row(self.flags.first_from(beginning)).is_some_and(|(text, _)| text.starts_with(beginning))
    }

    /// All of its flags, by spelling.
    pub fn flags(&self) -> impl Iterator<Item = (&'static str, Flag)> {
        let table = self.flags;
        (0..table.count()).filter_map(move |row| {
            let (text, at) = table.row(row)?;
            Some((text, table.decode(at)?))
        })
    }
}

/// All names that lead to a node, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    let table = Table { blob: BLOB, at: 0 };
    (0..table.count()).filter_map(move |row| Some(table.row(row)?.0))
}

/// How many bytes the specs take.
#[must_use]
pub fn size() -> usize {
    BLOB.len()
}

/// A sorted table of texts in the blob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Table {
    blob: &'static [u8],
    at: usize,
}

impl Table {
    fn count(self) -> usize {
        self.number(self.at).unwrap_or(0)
    }

    fn row(self, row: usize) -> Option<(&'static str, usize)> {
        if row >= self.count() {
            return None;
        }
        let at = self.at + 4 + row * 12;
        let start = self.number(at)?;
        let text = self.blob.get(start..start + self.number(at + 4)?)?;
        Some((std::str::from_utf8(text).ok()?, self.number(at + 8)?))
    }

    /// The first row whose text is not before `text`.
    fn first_from(self, text: &str) -> usize {
        let (mut low, mut high) = (0, self.count());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.row(middle).is_some_and(|(found, _)| found < text) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn find(self, text: &str) -> Option<usize> {
        let (found, at) = self.row(self.first_from(text))?;
        (found == text).then_some(at)
    }

    fn decode(self, at: usize) -> Option<Flag> {
        postcard::take_from_bytes(self.blob.get(at..)?).ok().map(|(flag, _)| flag)
    }

    fn number(self, at: usize) -> Option<usize> {
        let bytes = self.blob.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    }
}
