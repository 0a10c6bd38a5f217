//! Which files a replay reads.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Directories are searched this deep. Sessions keep their subagents three levels down.
const DEPTH: usize = 8;

/// The files that are meant: each path itself, or all `.jsonl` files below it, in order of their names.
///
/// # Errors
///
/// A path that does not exist or cannot be looked into, with its name.
pub fn expand(paths: &[PathBuf]) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let mut files = Vec::new();
    for path in paths {
        let named = |error| (path.clone(), error);
        if path.as_os_str() == "-" || !fs::metadata(path).map_err(named)?.is_dir() {
            files.push(path.clone());
        } else {
            below(path, DEPTH, &mut files).map_err(named)?;
        }
    }
    Ok(files)
}

fn below(directory: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // A link is not followed: it may lead out of the directory or in a circle.
        let kind = entry.file_type()?;
        if kind.is_dir() && depth > 0 {
            below(&path, depth - 1, files)?;
        } else if kind.is_file() && path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    Ok(())
}
