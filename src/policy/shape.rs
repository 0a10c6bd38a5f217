//! Shapes of paths, as the built-in lists spell them.

use std::path::Path;

/// One entry of a list of paths. All text is lower-case: comparing folds case, as some file systems do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A file or directory of this name, anywhere, and all below it.
    Name(&'static str),
    /// A last component that begins so.
    Begins(&'static str),
    /// A last component that ends so.
    Ends(&'static str),
    /// Components that follow each other, anywhere, and all below them.
    Run(&'static str),
    /// A path below the home directory, and all below it.
    Home(&'static str),
    /// An absolute path, and all below it.
    Root(&'static str),
}

/// A path prepared for comparison.
#[derive(Debug)]
pub(crate) struct Folded {
    path: String,
    home: String,
}

impl Folded {
    /// Folds the case of a path and of the home directory.
    pub(crate) fn new(path: &Path, home: &Path) -> Self {
        Self { path: fold(path), home: fold(home) }
    }

    /// Whether any of these shapes holds the path.
    pub(crate) fn is_any(&self, shapes: &[Shape]) -> bool {
        shapes.iter().any(|shape| self.is(*shape))
    }

    /// Whether this shape holds the path.
    pub(crate) fn is(&self, shape: Shape) -> bool {
        match shape {
            Shape::Name(name) => self.path.split('/').any(|component| component == name),
            Shape::Begins(text) => self.last().starts_with(text),
            Shape::Ends(text) => self.last().ends_with(text),
            Shape::Run(run) => self.holds_run(run),
            Shape::Home(below) => {
                let rest = self.path.strip_prefix(self.home.as_str()).and_then(|rest| rest.strip_prefix('/'));
                rest.is_some_and(|rest| at_or_below(rest, below))
            }
            Shape::Root(root) => at_or_below(&self.path, root),
        }
    }

    /// The folded path.
    pub(crate) fn text(&self) -> &str {
        &self.path
    }

    /// The last component.
    pub(crate) fn last(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    fn holds_run(&self, run: &str) -> bool {
        self.path.match_indices(run).any(|(start, _)| {
            let before = self.path.as_bytes().get(start.wrapping_sub(1)).copied();
            let after = self.path.as_bytes().get(start + run.len()).copied();
            before == Some(b'/') && matches!(after, None | Some(b'/'))
        })
    }
}

/// Whether `path` is `root` or lies below it, by whole components.
pub(crate) fn at_or_below(path: &str, root: &str) -> bool {
    path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || root.ends_with('/'))
}

fn fold(path: &Path) -> String {
    let mut text = path.to_string_lossy().into_owned();
    text.make_ascii_lowercase();
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_compare_whole_components_and_fold_case() {
        let cases = [
            ("/home/dev/p/.SSH/id", Shape::Name(".ssh"), true),
            ("/home/dev/p/.sshx", Shape::Name(".ssh"), false),
            ("/p/id_rsa.bak", Shape::Begins("id_rsa"), true),
            ("/p/id_rsa.d/x", Shape::Begins("id_rsa"), false),
            ("/p/server.PEM", Shape::Ends(".pem"), true),
            ("/p/.git/hooks/pre-push", Shape::Run(".git/hooks"), true),
            ("/p/x.git/hooks/pre-push", Shape::Run(".git/hooks"), false),
            ("/p/.git/hooks2", Shape::Run(".git/hooks"), false),
            ("/home/dev/.aws/credentials", Shape::Home(".aws"), true),
            ("/home/developer/.aws", Shape::Home(".aws"), false),
            ("/etc/shadow", Shape::Root("/etc/shadow"), true),
            ("/etc/shadow-", Shape::Root("/etc/shadow"), false),
        ];
        for (path, shape, expected) in cases {
            let folded = Folded::new(Path::new(path), Path::new("/home/dev"));
            assert_eq!(folded.is(shape), expected, "{path} {shape:?}");
        }
    }
}
