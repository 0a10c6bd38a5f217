//! `callgate setup` and `callgate uninstall`: the registration with Claude Code.

use std::path::{Path, PathBuf};

use crate::cli::arguments::{Launch, Registration};
use crate::cli::surroundings::Surroundings;
use crate::cli::{Exit, fail, print};
use crate::setup::edit::{register, unregister};
use crate::setup::entry::Entry;
use crate::setup::{file, preview};

/// Registers this very program.
pub(crate) fn setup(options: &Registration) -> Exit {
    let entry = std::env::current_exe().map_err(|error| format!("the path of this program is not known: {error}"));
    let entry = entry.and_then(|executable| Entry::new(&executable));
    finish(entry.and_then(|entry| {
        let words = Words { done: "registered with Claude Code in", idle: "already registered in" };
        change(options, &words, |text, _| register(text, &entry).map_err(|refusal| refusal.to_string()))
    }))
}

/// Takes the registration out.
pub(crate) fn uninstall(options: &Registration) -> Exit {
    let words = Words { done: "registration taken out of", idle: "not registered in" };
    finish(change(options, &words, |text, path| {
        before_setup(text, path).map_or_else(|| unregister(text).map_err(|refusal| refusal.to_string()), Ok)
    }))
}

/// The text of before the registration, byte for byte, where the registration is all that has changed since.
fn before_setup(text: &str, path: &Path) -> Option<String> {
    let copy = file::read(&file::backup_of(&path.canonicalize().ok()?)).ok()?;
    let entry = Entry::new(&std::env::current_exe().ok()?).ok()?;
    let without = unregister(&copy).is_ok_and(|without| without == copy);
    (without && !copy.is_empty() && register(&copy, &entry).is_ok_and(|registered| registered == text)).then_some(copy)
}

struct Words {
    done: &'static str,
    idle: &'static str,
}

fn finish(outcome: Result<String, String>) -> Exit {
    match outcome {
        Ok(message) => print(&message),
        Err(sentence) => fail(&sentence),
    }
}

fn change(
    options: &Registration,
    words: &Words,
    edit: impl FnOnce(&str, &Path) -> Result<String, String>,
) -> Result<String, String> {
    let path = settings(options)?;
    let shown = path.display();
    let before = file::read(&path).map_err(|error| format!("`{shown}` cannot be read: {error}"))?;
    let after = edit(&before, &path).map_err(|why| format!("`{shown}` is left as it is: {why}"))?;
    if before == after {
        return Ok(format!("{} {shown}\n", words.idle));
    }
    let diff = preview::diff(&before, &after);
    if options.dry_run {
        return Ok(format!("would change {shown}:\n{diff}"));
    }
    let copy = if path.exists() { copy_note(&path) } else { String::new() };
    file::replace(&path, &after).map_err(|error| format!("`{shown}` cannot be written: {error}"))?;
    Ok(format!("{} {shown}\n{copy}", words.done))
}

fn copy_note(path: &Path) -> String {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    format!("the file as it was is kept as {}\n", file::backup_of(&target).display())
}

fn settings(options: &Registration) -> Result<PathBuf, String> {
    match &options.settings {
        Some(path) => Ok(path.clone()),
        // Whose settings are meant is not to be guessed from the user database: a run without a home edits nothing.
        None if std::env::var_os("HOME").is_none() => {
            Err("`HOME` is not set, so whose settings are meant is not known; set it, or give `--settings FILE`"
                .to_owned())
        }
        None => Ok(Surroundings::look(&Launch::default())?.claude_directory().join("settings.json")),
    }
}
