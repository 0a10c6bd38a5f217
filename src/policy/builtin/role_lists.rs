//! The four roles' lists.

/// What a worker must not do.
pub(crate) const WORKER_FLOOR: &[&str] = &[
    "Bash(git push *)",
    "Bash(git remote add *)",
    "Bash(npm publish *)",
    "Bash(yarn publish *)",
    "Bash(pnpm publish *)",
    "Bash(cargo publish *)",
    "Bash(twine *)",
    "Bash(gem push *)",
    "Bash(sudo *)",
    "Bash(curl *)",
    "Bash(wget *)",
    "WebFetch",
    "WebSearch",
];

/// What a reading role must not do.
pub(crate) const READ_ONLY_FLOOR: &[&str] =
    &["Write", "Edit", "MultiEdit", "NotebookEdit", "WebFetch", "WebSearch", "Bash(git push *)"];

/// Git subcommands that only show. `git branch` and `git tag` alone change things too, so their forms are listed.
pub(crate) const GIT_INSPECT: &[&str] = &[
    "Bash(git log *)",
    "Bash(git diff *)",
    "Bash(git show *)",
    "Bash(git status *)",
    "Bash(git rev-parse *)",
    "Bash(git branch)",
    "Bash(git branch --list *)",
    "Bash(git branch --show-current)",
    "Bash(git branch -a)",
    "Bash(git branch -r)",
    "Bash(git branch --contains *)",
    "Bash(git tag)",
    "Bash(git tag --list *)",
    "Bash(git tag -l *)",
    "Bash(git tag --contains *)",
];

/// The one way in which a validator may look at the environment.
pub(crate) const OWN_ENVIRONMENT: &str = "CALLGATE_";
