//! What this very call makes: files it writes, links it lays, content it downloads. The disk does not show them yet.

use std::path::{Path, PathBuf};

use crate::effect::PathTarget;

/// Files and links that the call makes.
#[derive(Debug, Default)]
pub(crate) struct Made {
    files: Vec<File>,
    links: Vec<PathTarget>,
    /// Whether something was taken from a host.
    pub(crate) fetched: bool,
    /// Scripts opened so far.
    pub(crate) opened: usize,
    /// What was done before that makes the disk say less of what would be lost.
    pub(crate) before: Before,
    /// Files and directories that the call writes without taking content away from elsewhere.
    fresh: Vec<PathBuf>,
}

/// What the commands so far did to what the disk shows.
#[derive(Debug, Default)]
pub(crate) struct Before {
    /// Files may have been moved: any place may hold the only copy of something.
    pub(crate) moved: bool,
    /// The worktree or its repository was changed as a whole.
    pub(crate) stirred: bool,
    /// Code ran that may change any file of the project.
    pub(crate) ran: bool,
}

#[derive(Debug)]
struct File {
    target: PathTarget,
    content: Option<String>,
}

/// What is known of a file that is about to be run or read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Making {
    /// The call does not make it.
    Untouched,
    /// The call writes this into it.
    Text(String),
    /// The call makes or changes it in a way not followed.
    Unknown,
}

impl Made {
    /// Notes a file that is written; `content` where all of it is known.
    pub(crate) fn write(&mut self, target: PathTarget, content: Option<String>) {
        if !self.files.iter().any(|file| file.target == target && file.content == content) {
            self.files.push(File { target, content });
        }
    }

    /// Notes that the file just written holds exactly this text; only where the call writes it once.
    pub(crate) fn set_text(&mut self, path: &Path, text: String) {
        let mut writes = self.files.iter_mut().filter(|file| match &file.target {
            PathTarget::Exact(written) => path.starts_with(written),
            PathTarget::Below(dir) => path.starts_with(dir),
            PathTarget::Anywhere => true,
        });
        if let (Some(only), None) = (writes.next(), writes.next())
            && only.target == PathTarget::Exact(path.to_path_buf())
        {
            only.content = Some(text);
        }
    }

    /// Notes a file or directory that the call writes, while what it writes there is nothing's only copy.
    pub(crate) fn fresh(&mut self, target: &PathTarget) {
        if let PathTarget::Exact(path) = target
            && !self.fresh.contains(path)
        {
            self.fresh.push(path.clone());
        }
    }

    /// Whether the call itself writes what lies at this path, or something below it.
    pub(crate) fn is_fresh(&self, path: &Path) -> bool {
        self.fresh.iter().any(|fresh| fresh.starts_with(path))
    }

    /// Notes a link; what lies at or below it may be anything.
    pub(crate) fn link(&mut self, target: PathTarget) {
        if !self.links.contains(&target) {
            self.links.push(target);
        }
    }

    /// Whether a path may lead through a link that the call lays.
    pub(crate) fn leads_through_link(&self, path: &Path) -> bool {
        self.links.iter().any(|link| match link {
            PathTarget::Exact(link) => path.starts_with(link),
            PathTarget::Below(dir) => path.starts_with(dir) && path != dir,
            PathTarget::Anywhere => true,
        })
    }

    /// Whether the call may make a file in this directory whose name begins with a dash.
    pub(crate) fn may_hold_option(&self, directory: &Path) -> bool {
        self.files.iter().any(|file| match &file.target {
            PathTarget::Exact(path) => {
                path.parent() == Some(directory)
                    && path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('-'))
            }
            PathTarget::Below(dir) => dir.starts_with(directory) || directory.starts_with(dir),
            PathTarget::Anywhere => true,
        })
    }

    /// Whether the call may make an entry of this directory that is `named` so, or something in such an entry; without a
    /// directory, anywhere.
    pub(crate) fn may_hold(&self, directory: Option<&Path>, named: impl Fn(&str) -> bool) -> bool {
        let is_named = |part: &std::ffi::OsStr| named(&part.to_string_lossy());
        self.files.iter().any(|file| match (&file.target, directory) {
            (PathTarget::Exact(path), Some(directory)) => {
                let entry = path.strip_prefix(directory).ok().and_then(|below| below.iter().next());
                directory.starts_with(path) || entry.is_some_and(is_named)
            }
            (PathTarget::Exact(path), None) => path.iter().any(is_named),
            (PathTarget::Below(dir), Some(directory)) => dir.starts_with(directory) || directory.starts_with(dir),
            (PathTarget::Below(_), None) | (PathTarget::Anywhere, _) => true,
        })
    }

    /// What the call makes of this file.
    pub(crate) fn of(&self, path: &Path) -> Making {
        let mut making = Making::Untouched;
        for file in &self.files {
            let hit = match &file.target {
                PathTarget::Exact(written) => path.starts_with(written),
                PathTarget::Below(dir) => path.starts_with(dir),
                PathTarget::Anywhere => true,
            };
            if hit {
                making = match (&making, &file.content, &file.target) {
                    (Making::Untouched, Some(text), PathTarget::Exact(written)) if written == path => {
                        Making::Text(text.clone())
                    }
                    _ => Making::Unknown,
                };
            }
        }
        making
    }

    /// Whether the call makes a file that a build or a repository obeys, below `root`: a build file, a manifest, a
    /// configuration, or files that cannot be told.
    pub(crate) fn touches_build(&self, root: &Path) -> Option<PathBuf> {
        self.files.iter().find_map(|file| match &file.target {
            PathTarget::Exact(path) => {
                let inside = path.starts_with(root) || root.starts_with(path);
                (inside && is_build_file(path)).then(|| path.clone())
            }
            PathTarget::Below(dir) => (dir.starts_with(root) || root.starts_with(dir)).then(|| dir.clone()),
            PathTarget::Anywhere => Some(root.to_path_buf()),
        })
    }
}

/// Files by which a build tool, test runner or repository is told what to run.
const BUILD_FILES: &[&str] = &[
    "Makefile",
    "makefile",
    "GNUmakefile",
    "justfile",
    "Justfile",
    "Taskfile.yml",
    "package.json",
    "build.rs",
    "Cargo.toml",
    "setup.py",
    "setup.cfg",
    "pyproject.toml",
    "conftest.py",
    "tox.ini",
    "pytest.ini",
    "noxfile.py",
    "CMakeLists.txt",
    "meson.build",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "pom.xml",
    "build.xml",
    "Rakefile",
    "Gemfile",
    "composer.json",
    "go.mod",
    "rust-toolchain",
    "rust-toolchain.toml",
    "tsconfig.json",
    ".npmrc",
    ".envrc",
    ".gitattributes",
    ".gitconfig",
    "Dockerfile",
    "docker-compose.yml",
    "compose.yml",
    "sitecustomize.py",
    "usercustomize.py",
    "manage.py",
    "gulpfile.js",
    "Gruntfile.js",
    "binding.gyp",
    "deno.json",
    "mix.exs",
];

fn is_build_file(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return true };
    let configuration = name.contains(".config.") || name.starts_with(".") && name.contains("rc");
    let places = [".git", ".cargo", ".husky", "node_modules", "target", "vendor", ".venv"];
    BUILD_FILES.contains(&name)
        || configuration
        || path.components().any(|part| part.as_os_str().to_str().is_some_and(|part| places.contains(&part)))
}
