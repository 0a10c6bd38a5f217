//! Packs specs into one blob. Used by the build script; [`packed`](super::packed) reads what this writes.
//!
//! All numbers are little-endian `u32`, all offsets count from the start of the blob.
//!
//! ```text
//! blob  := table(names → node)  …texts and nodes…
//! node  := postcard(Node) table(spellings → flag)
//! flag  := postcard(Flag)
//! table := count (text offset, text length, offset of what it stands for)*      sorted by text
//! ```

use std::collections::BTreeMap;

use super::spec_check::spellings_of;
use super::spec_text::{Spec, Tool};

/// A blob that cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PackError {
    /// It is larger than offsets can say.
    Large,
    /// A node or flag could not be encoded.
    Encode(postcard::Error),
}

impl std::fmt::Display for PackError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Large => write!(f, "the specs do not fit 4 GiB: remove some"),
            Self::Encode(error) => write!(f, "a spec cannot be encoded: {error}"),
        }
    }
}

/// The bytes of a table's row.
const ROW: usize = 12;

/// Packs the nodes of all tools, each under all of its names.
///
/// # Errors
/// Where something cannot be encoded or is too large.
pub fn pack(tools: &[Tool]) -> Result<Vec<u8>, PackError> {
    let mut nodes = Vec::new();
    for tool in tools {
        gather(&tool.spec, &mut nodes);
    }
    let mut shared = Shared::default();
    let count: usize = nodes.iter().map(|(names, _)| names.len()).sum();
    let mut blob = vec![0; 4 + count * ROW];
    let mut rows = BTreeMap::new();
    for (names, spec) in nodes {
        let at = node(&mut blob, &mut shared, spec)?;
        rows.extend(names.into_iter().map(|name| (name, at)));
    }
    let table = table(&mut blob, &mut shared, &rows)?;
    for (slot, byte) in blob.iter_mut().zip(table) {
        *slot = byte;
    }
    Ok(blob)
}

fn gather<'s>(spec: &'s Spec, nodes: &mut Vec<(Vec<String>, &'s Spec)>) {
    nodes.push((spellings_of(spec), spec));
    for sub in &spec.subs {
        gather(sub, nodes);
    }
}

/// Appends a node and what it needs; its offset.
fn node(blob: &mut Vec<u8>, shared: &mut Shared, spec: &Spec) -> Result<u32, PackError> {
    let mut rows = BTreeMap::new();
    for flag in &spec.flags {
        let at = shared.place(blob, postcard::to_allocvec(flag).map_err(PackError::Encode)?)?;
        rows.extend(flag.spellings.iter().map(|spelling| (spelling.clone(), at)));
    }
    let table = table(blob, shared, &rows)?;
    let at = offset(blob)?;
    blob.extend(postcard::to_allocvec(&spec.node).map_err(PackError::Encode)?);
    blob.extend(table);
    Ok(at)
}

/// The bytes of a table; its texts are placed in the blob.
fn table(blob: &mut Vec<u8>, shared: &mut Shared, rows: &BTreeMap<String, u32>) -> Result<Vec<u8>, PackError> {
    let number = |length: usize| u32::try_from(length).map_err(|_| PackError::Large);
    let mut table = number(rows.len())?.to_le_bytes().to_vec();
    for (text, at) in rows {
        table.extend(shared.place(blob, text.as_bytes().to_vec())?.to_le_bytes());
        table.extend(number(text.len())?.to_le_bytes());
        table.extend(at.to_le_bytes());
    }
    Ok(table)
}

/// Bytes that are in the blob already: subcommands share the flags of their parents, and spellings recur everywhere.
#[derive(Default)]
struct Shared {
    placed: BTreeMap<Vec<u8>, u32>,
}

impl Shared {
    /// Where these bytes are, appending them where they are not there yet.
    fn place(&mut self, blob: &mut Vec<u8>, bytes: Vec<u8>) -> Result<u32, PackError> {
        if let Some(&at) = self.placed.get(&bytes) {
            return Ok(at);
        }
        let at = offset(blob)?;
        blob.extend(&bytes);
        self.placed.insert(bytes, at);
        Ok(at)
    }
}

fn offset(blob: &[u8]) -> Result<u32, PackError> {
    u32::try_from(blob.len()).map_err(|_| PackError::Large)
}
