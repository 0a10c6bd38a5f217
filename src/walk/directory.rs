//! The working directory as far as it is known: `cd` may fail, so there can be several candidates.

use std::path::{Path, PathBuf};

use crate::effect::PathTarget;
use crate::place::normalise;
use crate::value::Value;

/// Where relative paths start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Directory {
    /// One of these absolute directories, at least one and at most [`Directory::MAX`].
    OneOf(Vec<PathBuf>),
    /// Some directory below this one.
    Below(PathBuf),
    /// Any.
    Unknown,
}

impl Directory {
    const MAX: usize = 8;

    pub(crate) fn known(path: Option<&Path>) -> Self {
        path.map_or(Self::Unknown, |path| Self::OneOf(vec![path.to_path_buf()]))
    }

    /// The only candidate, if there is one.
    pub(crate) fn only(&self) -> Option<&Path> {
        match self {
            Self::OneOf(paths) => match paths.as_slice() {
                [path] => Some(path),
                _ => None,
            },
            Self::Below(_) | Self::Unknown => None,
        }
    }

    pub(crate) fn join(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        match (self, other) {
            (Self::OneOf(mut left), Self::OneOf(right)) => {
                for path in right {
                    if !left.contains(&path) {
                        left.push(path);
                    }
                }
                if left.len() > Self::MAX { Self::Unknown } else { Self::OneOf(left) }
            }
            (Self::OneOf(paths), Self::Below(root)) | (Self::Below(root), Self::OneOf(paths))
                if paths.iter().all(|path| path.starts_with(&root)) =>
            {
                Self::Below(root)
            }
            _ => Self::Unknown,
        }
    }

    /// Every directory that `value` may name from here.
    pub(crate) fn enter(&self, value: &Value) -> Self {
        let mut out: Option<Self> = None;
        for target in self.targets(value) {
            let next = match target {
                PathTarget::Exact(path) => Self::OneOf(vec![path]),
                PathTarget::Below(root) => Self::Below(root),
                PathTarget::Anywhere => Self::Unknown,
            };
            out = Some(out.map_or(next.clone(), |so_far| so_far.join(next)));
        }
        out.unwrap_or(Self::Unknown)
    }

    /// Every path that `value` may name from here.
    pub(crate) fn targets(&self, value: &Value) -> Vec<PathTarget> {
        match value {
            Value::Known(text) => self.text_targets(text),
            Value::OneOf(texts) => texts.iter().flat_map(|text| self.text_targets(text)).collect(),
            Value::Within { dir, .. } => self.text_targets(dir).into_iter().map(below).collect(),
            Value::Number | Value::Hexadecimal => self.text_targets("").into_iter().map(below).collect(),
            Value::Starts(_) | Value::Unknown(_) => vec![PathTarget::Anywhere],
        }
    }

    fn text_targets(&self, text: &str) -> Vec<PathTarget> {
        if text.starts_with('/') {
            return vec![PathTarget::Exact(normalise(Path::new(text)))];
        }
        match self {
            Self::OneOf(paths) => paths.iter().map(|cwd| PathTarget::Exact(normalise(&cwd.join(text)))).collect(),
            Self::Below(root) => {
                let climbs = Path::new(text).components().any(|part| matches!(part, std::path::Component::ParentDir));
                vec![if climbs { PathTarget::Anywhere } else { PathTarget::Below(root.clone()) }]
            }
            Self::Unknown => vec![PathTarget::Anywhere],
        }
    }
}

fn below(target: PathTarget) -> PathTarget {
    match target {
        PathTarget::Exact(path) | PathTarget::Below(path) => PathTarget::Below(path),
        PathTarget::Anywhere => PathTarget::Anywhere,
    }
}
