//! git's index: which files are tracked, and whether they are as git last saw them.
//!
//! Source: gitformat-index(5) of git 2.47, versions 2 to 4, with SHA-1 names. Anything else is not read.

use std::fs::Metadata;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Bytes of an index that are read.
const BYTES: u64 = 16 << 20;

/// Bytes of a checksum or an object's name.
const NAME: usize = 20;

/// Flag bits of an entry that make it say nothing of the disk: assumed unchanged, or a side of a conflict.
const SAYS_NOTHING: u16 = 0x8000 | 0x3000;

/// Flag bit of an entry: more flags follow.
const EXTENDED: u16 = 0x4000;

/// The kinds of file that an entry's mode tells.
const KIND: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const LINK: u32 = 0o120_000;

/// The tracked files, in the order of their names.
#[derive(Debug)]
pub(super) struct Index {
    entries: Vec<Entry>,
    /// When the index was written. A file that changed then or later may differ without a sign of it.
    written: (i64, i64),
}

#[derive(Debug)]
struct Entry {
    path: Vec<u8>,
    seen: Seen,
    /// Whether the entry stands for content that git has, and for a file on disk.
    whole: bool,
}

/// What git saw of a file, in the width in which it is kept.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    changed: (u32, u32),
    modified: (u32, u32),
    inode: u32,
    user: u32,
    group: u32,
    size: u32,
    mode: u32,
}

impl Index {
    /// Reads the index at `file`. None where it is missing, cannot be read or is of another form.
    pub(super) fn read(file: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(file).ok()?;
        if !metadata.is_file() || metadata.len() > BYTES {
            return None;
        }
        let entries = parse(&std::fs::read(file).ok()?)?;
        Some(Self { entries, written: (metadata.mtime(), metadata.mtime_nsec()) })
    }

    /// Whether anything at this path or below it is tracked.
    pub(super) fn tracks_any(&self, path: &Path) -> bool {
        let path = path.as_os_str().as_bytes();
        let below = [path, b"/"].concat();
        self.find(path).is_some() || self.from(&below).next().is_some_and(|entry| entry.path.starts_with(&below))
    }

    /// Whether this file is tracked and is on disk what git keeps.
    pub(super) fn is_clean(&self, path: &Path, metadata: &Metadata) -> bool {
        self.find(path.as_os_str().as_bytes()).is_some_and(|entry| {
            let modified = (i64::from(entry.seen.modified.0), i64::from(entry.seen.modified.1));
            entry.whole && modified < self.written && Seen::on_disk(metadata).as_ref() == Some(&entry.seen)
        })
    }

    fn find(&self, path: &[u8]) -> Option<&Entry> {
        self.from(path).next().filter(|entry| entry.path == path)
    }

    fn from(&self, path: &[u8]) -> impl Iterator<Item = &Entry> {
        let start = self.entries.partition_point(|entry| entry.path.as_slice() < path);
        self.entries.get(start..).unwrap_or_default().iter()
    }
}

impl Seen {
    /// What git would see now; none where a number does not fit.
    fn on_disk(metadata: &Metadata) -> Option<Self> {
        // Of the permissions git keeps whether the owner may execute.
        let mode = match metadata.mode() & KIND {
            REGULAR if metadata.mode() & 0o100 != 0 => REGULAR | 0o755,
            REGULAR => REGULAR | 0o644,
            LINK => LINK,
            _ => return None,
        };
        let moment = |seconds: i64, rest: i64| Some((u32::try_from(seconds).ok()?, u32::try_from(rest).ok()?));
        Some(Self {
            changed: moment(metadata.ctime(), metadata.ctime_nsec())?,
            modified: moment(metadata.mtime(), metadata.mtime_nsec())?,
            inode: u32::try_from(metadata.ino() & u64::from(u32::MAX)).ok()?,
            user: metadata.uid(),
            group: metadata.gid(),
            size: u32::try_from(metadata.size()).ok()?,
            mode,
        })
    }
}

/// Takes bytes from the front.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn long(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_be_bytes)
    }

    fn short(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_be_bytes)
    }

    fn until_nul(&mut self) -> Option<&'a [u8]> {
        let length = self.0.iter().position(|byte| *byte == 0)?;
        let text = self.take(length)?;
        self.take(1)?;
        Some(text)
    }

    /// The number of bytes to drop from the name before, as version 4 writes it.
    fn offset(&mut self) -> Option<usize> {
        let mut value = 0_usize;
        for round in 0..5 {
            let byte = self.take(1)?.first().copied()?;
            if round > 0 {
                value = value.checked_add(1)?;
            }
            value = value.checked_mul(128)?.checked_add(usize::from(byte & 0x7f))?;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }
}

fn parse(all: &[u8]) -> Option<Vec<Entry>> {
    let (body, _checksum) = all.split_at_checked(all.len().checked_sub(NAME)?)?;
    let mut bytes = Bytes(body);
    if bytes.take(4)? != b"DIRC" {
        return None;
    }
    let version = bytes.long().filter(|version| (2..=4).contains(version))?;
    let count = bytes.long()?;
    let mut entries: Vec<Entry> = Vec::new();
    for _ in 0..count {
        let before = entries.last().map(|entry| entry.path.as_slice()).unwrap_or_default();
        let entry = entry(&mut bytes, version, before)?;
        // An order of its own means that the bytes were not understood, sides of a conflict apart.
        if !entries.is_empty() && entry.path.as_slice() < before {
            return None;
        }
        entries.push(entry);
    }
    extensions(&mut bytes)?;
    Some(entries)
}

fn entry(bytes: &mut Bytes<'_>, version: u32, before: &[u8]) -> Option<Entry> {
    let start = bytes.0.len();
    let changed = (bytes.long()?, bytes.long()?);
    let modified = (bytes.long()?, bytes.long()?);
    let (_device, inode, mode) = (bytes.long()?, bytes.long()?, bytes.long()?);
    let (user, group, size) = (bytes.long()?, bytes.long()?, bytes.long()?);
    bytes.take(NAME)?;
    let flags = bytes.short()?;
    // Skipped in the worktree, or only meant to be added.
    let more = if flags & EXTENDED == 0 { 0 } else { bytes.short()? };
    let path = if version == 4 {
        let kept = before.len().checked_sub(bytes.offset()?)?;
        [before.get(..kept)?, bytes.until_nul()?].concat()
    } else {
        let path = bytes.until_nul()?.to_vec();
        let taken = start - bytes.0.len();
        bytes.take(taken.next_multiple_of(8) - taken)?;
        path
    };
    let whole = flags & SAYS_NOTHING == 0 && more == 0;
    (!path.is_empty()).then_some(Entry {
        path,
        seen: Seen { changed, modified, inode, user, group, size, mode },
        whole,
    })
}

/// Skips what may be left out. An extension in small letters changes what the entries mean: a split or sparse index.
fn extensions(bytes: &mut Bytes<'_>) -> Option<()> {
    while !bytes.0.is_empty() {
        let optional = bytes.take(4)?.first()?.is_ascii_uppercase();
        let size = usize::try_from(bytes.long()?).ok()?;
        bytes.take(size)?;
        if !optional {
            return None;
        }
    }
    Some(())
}
