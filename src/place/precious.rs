//! Names that tell whether what git ignores can be made again.

use std::path::Path;

/// Directories that builds, package managers and tests make, and make again.
const MADE_BY_TOOLS: &[&str] = &[
    // Output of builds.
    "target",
    "dist",
    "build",
    "out",
    "_build",
    "obj",
    ".output",
    ".build",
    ".next",
    ".nuxt",
    ".svelte-kit",
    ".astro",
    ".angular",
    ".docusaurus",
    ".expo",
    "storybook-static",
    "DerivedData",
    "dist-newstyle",
    "zig-out",
    "cmake-build-debug",
    "cmake-build-release",
    ".dart_tool",
    ".stack-work",
    "_site",
    "site",
    // Installed dependencies.
    "node_modules",
    "bower_components",
    ".venv",
    "venv",
    "Pods",
    "deps",
    ".pnpm-store",
    ".eggs",
    // Caches and reports.
    "__pycache__",
    ".cache",
    ".parcel-cache",
    ".turbo",
    ".vite",
    ".gradle",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".tox",
    ".nox",
    ".hypothesis",
    ".nyc_output",
    "coverage",
    "htmlcov",
    ".eslintcache",
    ".sass-cache",
    "zig-cache",
    ".zig-cache",
    "test-results",
    "playwright-report",
];

/// Endings of directories of the same kind.
const MADE_BY_TOOLS_ENDINGS: &[&str] = &[".egg-info", ".xcresult"];

/// Ignored directories that hold what people or running programs gathered, whatever they are called below.
const GATHERED: &[&str] = &[
    "data",
    "db",
    "database",
    "databases",
    "dumps",
    "backup",
    "backups",
    "uploads",
    "media",
    "storage",
    "volumes",
    "notes",
    "private",
    "personal",
    "local",
    "secrets",
    "secret",
    "keys",
    "certs",
    "certificates",
    "credentials",
    "models",
    "checkpoints",
    "datasets",
    "archive",
    "drafts",
    "todo",
    "worktrees",
    "runs",
];

/// Ignored files that tools write as they run.
const REMADE_ENDINGS: &[&str] = &[".log", ".tmp", ".pyc", ".pyo", ".o", ".class", ".cache", ".swp", ".tsbuildinfo"];

/// The same by the whole name.
const REMADE_NAMES: &[&str] = &[".DS_Store", ".eslintcache", ".coverage"];

/// Endings of files that hold what no build makes: databases, keys, environments, and what a person put aside.
const KEPT_ENDINGS: &[&str] = &[
    ".db",
    ".db3",
    ".sqlite",
    ".sqlite3",
    ".sqlite-wal",
    ".sqlite-shm",
    ".db-wal",
    ".db-shm",
    ".mdb",
    ".duckdb",
    ".rdb",
    ".sql",
    ".dump",
    ".env",
    ".pem",
    ".key",
    ".p12",
    ".pfx",
    ".jks",
    ".keystore",
    ".kdbx",
    ".ppk",
    ".p8",
    ".gpg",
    ".age",
    ".tfstate",
    ".tfvars",
    ".bak",
    ".orig",
    ".rej",
    ".patch",
];

/// Beginnings of such names.
const KEPT_BEGINNINGS: &[&str] = &[".env", "id_rsa", "id_ed25519", "id_ecdsa", "id_dsa", "credentials", "secrets"];

/// Whether a directory of this name is made by tools, so that nothing in it needs a look.
pub(super) fn is_made_by_tools(path: &Path) -> bool {
    let name = name(path);
    MADE_BY_TOOLS.contains(&name.as_str()) || MADE_BY_TOOLS_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Whether an ignored file of this name is written again by the tool that wrote it.
pub(super) fn is_remade(path: &Path) -> bool {
    let name = name(path);
    REMADE_NAMES.contains(&name.as_str()) || REMADE_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Whether a file or directory of this name may hold what nothing makes again. Hidden directories that no tool on the
/// list makes are settings of a person.
pub(super) fn may_be_precious(path: &Path, is_directory: bool) -> bool {
    let folded = name(path).to_ascii_lowercase();
    if is_directory {
        return !is_made_by_tools(path) && (folded.starts_with('.') || GATHERED.contains(&folded.as_str()));
    }
    KEPT_BEGINNINGS.iter().any(|beginning| folded.starts_with(beginning))
        || KEPT_ENDINGS.iter().any(|ending| folded.ends_with(ending))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
