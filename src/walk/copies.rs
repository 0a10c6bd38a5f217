//! Copies into a directory: what is written is the name of each source below it.

use super::Walker;
use crate::effect::{Action, Effect, PathTarget, Target};

impl Walker<'_> {
    /// Adds the files that `cp`, `mv`, `ln` and `install` make in a directory that is their destination.
    pub(crate) fn copied_into_directories(&self, tool: &str, effects: &mut Vec<Effect>) {
        if !matches!(tool, "cp" | "mv" | "ln" | "install" | "gcp" | "gmv") {
            return;
        }
        let exact = |effect: &Effect, actions: &[Action]| match &effect.target {
            Target::Path(PathTarget::Exact(path)) if actions.contains(&effect.action) => Some(path.clone()),
            Target::Path(_)
            | Target::Nothing
            | Target::Repository
            | Target::Worktree
            | Target::Host(_)
            | Target::Name(_) => None,
        };
        let sources: Vec<_> =
            effects.iter().filter_map(|effect| exact(effect, &[Action::Read, Action::Walk])).collect();
        let mut added = Vec::new();
        for effect in effects.iter() {
            let Some(destination) = exact(effect, &[Action::Write]) else { continue };
            if sources.contains(&destination) || sources.len() < 2 && !self.place.is_directory(&destination) {
                continue;
            }
            for name in sources.iter().filter_map(|source| source.file_name()) {
                added
                    .push(Effect { target: Target::Path(PathTarget::Exact(destination.join(name))), ..effect.clone() });
            }
        }
        effects.extend(added);
    }
}
