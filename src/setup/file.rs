//! The settings file: read, copied, replaced whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Settings larger than this are not ours to rewrite.
const MAX_SETTINGS: u64 = 4 * 1024 * 1024;

/// The text of a settings file; empty where there is none.
///
/// # Errors
///
/// Whatever keeps an existing file from being read as text.
pub fn read(path: &Path) -> io::Result<String> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
        Err(error) => return Err(error),
        Ok(metadata) if !metadata.is_file() => return Err(io::Error::other("it is not a file")),
        Ok(metadata) if metadata.len() > MAX_SETTINGS => return Err(io::Error::other("it is too large")),
        Ok(_) => {}
    }
    fs::read_to_string(path)
}

/// Where the copy of a file is kept.
#[must_use]
pub fn backup_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".callgate-backup");
    path.with_file_name(name)
}

/// Replaces the file by `text` in one step, keeping its mode and the link that leads to it, after a copy was made beside it.
/// A reader sees the old text or the new one, never a part.
///
/// # Errors
///
/// Whatever keeps the directory, the copy or the new file from being written; the old file then stands.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        // A dangling link is not overwritten: where it leads is the person's arrangement.
        Err(error) if fs::symlink_metadata(path).is_ok() => return Err(error),
        Err(_) => path.to_path_buf(),
    };
    if let Some(directory) = target.parent() {
        fs::create_dir_all(directory)?;
    }
    let metadata = fs::metadata(&target).ok();
    if let Some(metadata) = &metadata {
        if metadata.permissions().readonly() {
            let why = "it is read-only; make it writable first, as in `chmod u+w`";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
        }
        fs::copy(&target, backup_of(&target))?;
    }
    let mut name = target.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".callgate-{}", std::process::id()));
    let temporary = target.with_file_name(name);
    let written = write(&temporary, text, metadata.as_ref()).and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        // What matters is the first error; a left-over temporary file harms nothing.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write(path: &Path, text: &str, like: Option<&fs::Metadata>) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(path)?;
    if let Some(metadata) = like {
        file.set_permissions(metadata.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
