//! What is lost: an effect that loses something for good by its words may lose nothing by what the disk holds.
//!
//! The disk shows what was there before the call. Where the call moved files about, it says nothing any more.

use std::path::Path;

use super::Walker;
use crate::effect::{Action, Effect, Gap, Loss, Origin, PathTarget, Target};
use crate::place::Keeping;
use crate::value::Argument;

/// Programs that write files without taking them from another place: what they write into can be lost, what they write
/// is no only copy.
const TAKES_NOTHING_AWAY: &[&str] = &[
    "touch", "mkdir", "tee", "cp", "install", "sed", "gsed", "mktemp", "curl", "wget", "tar", "unzip", "rm", "rmdir",
    "unlink", "git", "cargo", "npm", "pnpm", "yarn", "bun", "npx", "go", "make", "pytest", "tsc", "sort", "jq",
];

/// Words by which one of these does take files away after all: `git mv`, `tar --remove-files`.
const TAKES_AWAY: &[&str] = &["mv", "--remove-files"];

/// Programs that lose no more than what lies under the names they are given, and follow no link below them.
const KEEP_TO_NAMES: &[&str] = &["rm", "rmdir", "unlink", "find", "mv", "cp", "dd", "truncate", "git"];

impl Walker<'_> {
    /// Lowers the loss of what a program deletes or empties, where it can be had again.
    pub(crate) fn weigh_losses(&mut self, tool: &str, argv: &[Argument], effects: &mut [Effect]) {
        let follows = tool == "find"
            && argv.iter().any(|word| word.text().is_none_or(|text| matches!(text, "-L" | "-H" | "-follow")));
        if KEEP_TO_NAMES.contains(&tool) && !follows {
            // `git rm` takes the file out of the index too, by which git's copy is known.
            self.lower_losses(tool != "git", effects);
        }
    }

    /// Lowers the loss of what can be made again, or fetched from git where the index stays as it is.
    pub(crate) fn lower_losses(&mut self, index_stays: bool, effects: &mut [Effect]) {
        for effect in effects.iter_mut().filter(|effect| effect.loss == Loss::Permanent) {
            let Target::Path(target) = &effect.target else { continue };
            let path = match target {
                PathTarget::Exact(path) => path,
                // Writing to some file of a directory may write through a link.
                PathTarget::Below(path) if effect.action == Action::Delete => path,
                PathTarget::Below(_) | PathTarget::Anywhere => continue,
            };
            let changes = matches!(effect.action, Action::Write | Action::Append | Action::Delete);
            if changes && self.can_be_had_again(path, index_stays) {
                effect.loss = Loss::Recoverable;
            }
        }
    }

    fn can_be_had_again(&mut self, path: &Path, index_stays: bool) -> bool {
        if self.made.before.moved {
            return false;
        }
        let (stirred, ran) = (self.made.before.stirred, self.made.before.ran);
        match self.copies.of(path, self.place) {
            Keeping::Remade => true,
            Keeping::Committed => index_stays && !stirred && !ran,
            Keeping::Absent => !stirred && self.made.is_fresh(path),
            Keeping::Nowhere => false,
        }
    }

    /// Notes what a command does to what the disk shows, for the commands after it.
    pub(crate) fn note_before(&mut self, argv: &[Argument], effects: &[Effect], gaps: &[Gap]) {
        let program = argv.first().and_then(Argument::text).unwrap_or_default();
        let program = program.rsplit('/').next().unwrap_or_default();
        let takes_away = !TAKES_NOTHING_AWAY.contains(&program)
            || matches!(program, "git" | "tar")
                && argv.iter().any(|word| word.text().is_none_or(|text| TAKES_AWAY.contains(&text)));
        for effect in effects {
            match (effect.action, &effect.target) {
                (Action::Write | Action::Append, Target::Path(_)) if takes_away => self.made.before.moved = true,
                (Action::Write | Action::Append, Target::Path(target)) => self.made.fresh(target),
                (Action::Write | Action::Append | Action::Discard, _) => self.made.before.stirred = true,
                (Action::Run(Origin::Project), _) => self.made.before.ran = true,
                (Action::Run(Origin::Inline | Origin::Downloaded | Origin::Unknown), _) => {
                    self.made.before.moved = true
                }
                (
                    Action::Print
                    | Action::Read
                    | Action::Walk
                    | Action::Delete
                    | Action::Connect(_)
                    | Action::Secret
                    | Action::Env
                    | Action::Signal
                    | Action::Elevate
                    | Action::Configure
                    | Action::Publish
                    | Action::Clipboard,
                    _,
                ) => {}
            }
        }
        // What is not understood may have moved anything.
        self.made.before.moved |= !gaps.is_empty();
    }
}
