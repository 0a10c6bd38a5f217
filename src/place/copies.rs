//! What of a worktree is kept elsewhere: build output that can be made again, and files of which git has a copy.
//!
//! Only what is looked at and understood counts; whatever is in doubt is kept nowhere.

use std::collections::HashMap;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

use super::ignore::{Ignored, Ignores};
use super::index::Index;
use super::precious::{is_made_by_tools, is_remade, may_be_precious};
use super::{Place, Resolved, normalise};

/// Files of a tree that are looked at.
const ENTRIES: usize = 1_500;

/// Bytes of git's own small files that are read.
const BYTES: u64 = 256 << 10;

/// How what lies at a path can be had again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// Nothing lies there.
    Absent,
    /// A build or a tool makes it again: git ignores it.
    Remade,
    /// git has a copy of all of it.
    Committed,
    /// Nothing keeps a copy, or that could not be found out.
    Nowhere,
}

/// The answers for one call. Nothing is read until a path is asked about.
#[derive(Debug, Default)]
pub struct Copies {
    told: HashMap<PathBuf, Keeping>,
    /// `Some(None)` where the worktree's repository cannot be read.
    repository: Option<Option<Repository>>,
}

#[derive(Debug)]
struct Repository {
    ignores: Ignores,
    index: Index,
}

impl Copies {
    /// How what lies at `path`, and below it, can be had again.
    pub fn of(&mut self, path: &Path, place: &Place) -> Keeping {
        if let Some(keeping) = self.told.get(path) {
            return *keeping;
        }
        let keeping = self.look(path, place).unwrap_or(Keeping::Nowhere);
        self.told.insert(path.to_path_buf(), keeping);
        keeping
    }

    fn look(&mut self, path: &Path, place: &Place) -> Option<Keeping> {
        let below = path.strip_prefix(&place.worktree).ok().filter(|below| !below.as_os_str().is_empty())?;
        if below.iter().any(is_git) || place.home.starts_with(&place.worktree) || !leads_straight(path, place) {
            return None;
        }
        // A repository in between has an index of its own.
        let between = below.ancestors().skip(1).filter(|part| !part.as_os_str().is_empty());
        for part in between {
            if place.metadata(&place.worktree.join(part).join(".git"))?.is_some() {
                return None;
            }
        }
        let repository = self.repository.get_or_insert_with(|| Repository::read(place)).as_mut()?;
        let Some(metadata) = place.metadata(path)? else {
            return Some(if repository.remakes(below, true) { Keeping::Remade } else { Keeping::Absent });
        };
        if metadata.is_dir() { repository.tree(below, place) } else { Some(repository.file(below, &metadata)) }
    }
}

impl Repository {
    fn read(place: &Place) -> Option<Self> {
        let dot_git = place.worktree.join(".git");
        let git_dir = if place.metadata(&dot_git)??.is_dir() {
            dot_git
        } else {
            let text = place.read(&dot_git, BYTES)?;
            normalise(&place.worktree.join(text.trim().strip_prefix("gitdir:")?.trim()))
        };
        let common = place
            .read(&git_dir.join("commondir"), BYTES)
            .map_or_else(|| git_dir.clone(), |text| normalise(&git_dir.join(text.trim())));
        let config = place.read(&common.join("config"), BYTES)?.to_ascii_lowercase();
        // Objects with other names, and a worktree elsewhere: the index would say something else than it seems to.
        let elsewhere = config.split(['\n', ']']).any(|line| line.trim_start().starts_with("worktree"));
        if config.contains("sha256") || elsewhere {
            return None;
        }
        let ignores = Ignores::new(&place.worktree, &common_ignores(&common, &config, place));
        Some(Self { ignores, index: Index::read(&git_dir.join("index"))? })
    }

    /// Anything but a directory.
    fn file(&mut self, path: &Path, metadata: &Metadata) -> Keeping {
        if !metadata.is_file() {
            // What is done to a link may be done to what it leads to.
            Keeping::Nowhere
        } else if self.index.is_clean(path, metadata) {
            Keeping::Committed
        } else if self.remakes(path, false) {
            Keeping::Remade
        } else {
            Keeping::Nowhere
        }
    }

    /// Whether git ignores this path, tracks nothing there, and its names are those of what can be made again. A directory
    /// that is not on the list of those made by tools is not told as a whole, but by the files in it.
    fn remakes(&mut self, path: &Path, is_directory: bool) -> bool {
        if self.index.tracks_any(path) {
            return false;
        }
        let Some(Ignored { top }) = self.ignores.ignored_by(path, is_directory) else { return false };
        let mut around = path.ancestors().take_while(|part| part.starts_with(top));
        if is_directory {
            return around.any(is_made_by_tools);
        }
        if may_be_precious(path, false) {
            return false;
        }
        if top == path {
            return is_remade(path);
        }
        // Anyone who can write `.gitignore` can have a directory ignored: only what tools are known to make is made again.
        around.skip(1).any(is_made_by_tools)
    }

    /// A directory with all that lies below it.
    fn tree(&mut self, top: &Path, place: &Place) -> Option<Keeping> {
        if place.metadata(&place.worktree.join(top).join(".git"))?.is_some() {
            return None;
        }
        if self.remakes(top, true) {
            return Some(Keeping::Remade);
        }
        let mut keeping = Keeping::Remade;
        let mut left = ENTRIES;
        let mut waiting = vec![top.to_path_buf()];
        while let Some(directory) = waiting.pop() {
            for name in place.entries(&place.worktree.join(&directory), left)? {
                left = left.checked_sub(1)?;
                let path = directory.join(&name);
                let metadata = place.metadata(&place.worktree.join(&path))??;
                if is_git(&name) {
                    return None;
                }
                if metadata.is_dir() {
                    if !self.remakes(&path, true) {
                        waiting.push(path);
                    }
                    continue;
                }
                match self.file(&path, &metadata) {
                    Keeping::Committed => keeping = Keeping::Committed,
                    Keeping::Remade => {}
                    Keeping::Absent | Keeping::Nowhere => return None,
                }
            }
        }
        Some(keeping)
    }
}

/// Files of patterns that hold for the whole worktree, weakest first. The person's own count only where git looks for
/// them by default: leaving them out makes less ignored.
fn common_ignores(common: &Path, config: &str, place: &Place) -> Vec<PathBuf> {
    let names = |text: &str| text.to_ascii_lowercase().contains("excludesfile");
    let configured = names(config)
        || [".gitconfig", ".config/git/config"].iter().any(|file| {
            let file = place.home.join(file);
            place.exists(&file) && place.read(&file, BYTES).is_none_or(|text| names(&text))
        });
    let own = (!configured).then(|| place.home.join(".config/git/ignore"));
    own.into_iter().chain([common.join("info/exclude")]).collect()
}

/// Whether no link stands in the way to `path`, and it is spelled as on disk, also where the disk minds no case.
fn leads_straight(path: &Path, place: &Place) -> bool {
    let Ok(below) = path.strip_prefix(&place.worktree) else { return false };
    match (place.resolve(&place.worktree), place.resolve(path)) {
        (Resolved::Path(root), Resolved::Path(real)) => real == root.join(below),
        (Resolved::Path(_) | Resolved::Unknown, _) => false,
    }
}

fn is_git(name: &std::ffi::OsStr) -> bool {
    name.eq_ignore_ascii_case(".git")
}
