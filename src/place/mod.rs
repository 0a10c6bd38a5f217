//! Where a call would run: directories, and what is known of the disk. The only eyes that the judging has.

mod copies;
mod ignore;
#[cfg(test)]
mod ignore_tests;
mod index;
mod precious;
mod wildmatch;

use std::cell::Cell;
use std::ffi::OsString;
use std::fs::Metadata;
use std::path::{Component, Path, PathBuf};

pub use copies::{Copies, Keeping};

/// The surroundings of one call.
#[derive(Debug, Clone)]
pub struct Place {
    /// The working directory; `None` where the agent states none or it is not absolute.
    pub cwd: Option<PathBuf>,
    /// The worktree: the git top level of `cwd`, else `cwd`, else an impossible path.
    pub worktree: PathBuf,
    /// The home directory.
    pub home: PathBuf,
    /// Directories for temporary files.
    pub scratch: Vec<PathBuf>,
    /// File look-ups left; spent, every path is taken to lead anywhere.
    stats: Cell<u32>,
}

/// What a path leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolved {
    /// This path, with symlinks of the longest existing prefix followed.
    Path(PathBuf),
    /// It could not be found out.
    Unknown,
}

impl Place {
    /// File look-ups that one call may cost.
    const STATS: u32 = 2_000;

    /// Of these, those left to find out where paths lead, whatever was looked at for losses.
    const RESERVED: u32 = 500;

    /// Looks around `cwd`, for a person whose home is `home`.
    #[must_use]
    pub fn look(cwd: Option<&Path>, home: &Path, tmpdir: Option<&Path>) -> Self {
        let cwd = cwd.filter(|path| path.is_absolute()).map(normalise);
        let worktree = cwd.as_deref().map_or_else(|| PathBuf::from("/dev/null/nowhere"), top_level);
        let mut scratch = vec![PathBuf::from("/tmp"), PathBuf::from("/private/tmp"), PathBuf::from("/var/tmp")];
        if let Some(tmpdir) = tmpdir.filter(|path| path.is_absolute() && path.components().count() > 2) {
            scratch.push(normalise(tmpdir));
        }
        Self { cwd, worktree, home: normalise(home), scratch, stats: Cell::new(Self::STATS) }
    }

    /// Whether `path` is scratch: below a directory for temporary files. A home directory that lies in one is no scratch,
    /// nor is what surrounds it there.
    #[must_use]
    pub fn is_scratch(&self, path: &Path) -> bool {
        self.scratch.iter().filter(|scratch| path.starts_with(scratch)).any(|scratch| {
            let around_home = self.home.strip_prefix(scratch).ok().and_then(|rest| rest.components().next());
            around_home.is_none_or(|first| !path.starts_with(scratch.join(first)))
        })
    }

    /// Follows the symlinks of the longest existing prefix of an absolute path; missing components stay as they are.
    #[must_use]
    pub fn resolve(&self, path: &Path) -> Resolved {
        let mut existing = path.to_path_buf();
        let mut missing = Vec::new();
        loop {
            let left = self.stats.get();
            if left == 0 {
                return Resolved::Unknown;
            }
            self.stats.set(left - 1);
            match std::fs::symlink_metadata(&existing) {
                Ok(_) => break,
                Err(_) => match (existing.parent(), existing.file_name()) {
                    (Some(parent), Some(name)) => {
                        missing.push(name.to_os_string());
                        existing = parent.to_path_buf();
                    }
                    _ => return Resolved::Path(path.to_path_buf()),
                },
            }
        }
        // A dangling symlink exists, but does not canonicalise: where it leads is not known.
        match std::fs::canonicalize(&existing) {
            Ok(mut real) => {
                real.extend(missing.iter().rev());
                Resolved::Path(real)
            }
            Err(_) => Resolved::Unknown,
        }
    }

    /// What lies at a path, no link followed: `Some(None)` where nothing does, `None` where that cannot be told.
    fn metadata(&self, path: &Path) -> Option<Option<Metadata>> {
        use std::io::ErrorKind::{NotADirectory, NotFound};
        let left = self.stats.get().checked_sub(1).filter(|left| *left >= Self::RESERVED)?;
        self.stats.set(left);
        match std::fs::symlink_metadata(path) {
            Ok(metadata) => Some(Some(metadata)),
            Err(error) => matches!(error.kind(), NotFound | NotADirectory).then_some(None),
        }
    }

    /// The names in a directory as they are; `None` where it cannot be read or holds more than `limit`.
    fn entries(&self, directory: &Path, limit: usize) -> Option<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in std::fs::read_dir(directory).ok()? {
            if names.len() == limit {
                return None;
            }
            names.push(entry.ok()?.file_name());
        }
        Some(names)
    }

    /// Whether a file of this name exists.
    #[must_use]
    pub fn exists(&self, path: &Path) -> bool {
        std::fs::symlink_metadata(path).is_ok()
    }

    /// The names in a directory; `None` where it cannot be read or holds more than `limit`.
    #[must_use]
    pub fn names(&self, directory: &Path, limit: usize) -> Option<Vec<String>> {
        let mut names = Vec::new();
        for entry in std::fs::read_dir(directory).ok()? {
            if names.len() == limit {
                return None;
            }
            names.push(entry.ok()?.file_name().to_string_lossy().into_owned());
        }
        Some(names)
    }

    /// Whether there is a directory of this name, perhaps behind a link.
    #[must_use]
    pub fn is_directory(&self, path: &Path) -> bool {
        std::fs::metadata(path).is_ok_and(|metadata| metadata.is_dir())
    }

    /// The text of a file of at most `limit` bytes.
    #[must_use]
    pub fn read(&self, path: &Path, limit: u64) -> Option<String> {
        let metadata = std::fs::metadata(path).ok()?;
        if !metadata.is_file() || metadata.len() > limit {
            return None;
        }
        std::fs::read_to_string(path).ok()
    }
}

/// Removes `.`, `..` and repeated slashes by the text alone.
#[must_use]
pub fn normalise(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => out.push(component),
        }
    }
    out
}

/// The nearest directory at or above `cwd` that holds `.git`, else `cwd`.
fn top_level(cwd: &Path) -> PathBuf {
    cwd.ancestors().find(|path| path.join(".git").exists()).unwrap_or(cwd).to_path_buf()
}
