//! Where paths lie: inside the roots, in public places, among secrets, among what configures.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::builtin::{configure, public, secret};
use super::model::Policy;
use super::shape::Folded;
use crate::authority::Bounds;
use crate::effect::PathTarget;
use crate::place::{Place, Resolved};

/// The ground that a call stands on, as policy and disk have it.
#[derive(Debug)]
pub(crate) struct Territory<'a> {
    place: &'a Place,
    policy: &'a Policy,
    roots: OnceCell<Vec<Held>>,
    seen: RefCell<HashMap<PathBuf, Rc<Views>>>,
}

/// A directory that is granted.
#[derive(Debug)]
struct Held {
    written: PathBuf,
    real: PathBuf,
    write: bool,
    scratch: bool,
}

/// A path as written and as it is on disk. Both must be inside what is granted; either may trip a denial.
#[derive(Debug, Clone)]
pub(crate) struct Views {
    /// As written, normalised.
    pub(crate) written: PathBuf,
    /// With symlinks followed, where that is another path.
    pub(crate) real: Option<PathBuf>,
    /// Whether it could be found out.
    pub(crate) resolved: bool,
}

impl Views {
    /// The path in each of its forms.
    pub(crate) fn each(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(self.written.as_path()).chain(self.real.as_deref())
    }
}

impl<'a> Territory<'a> {
    /// Nothing is looked up until a path is asked about.
    pub(crate) fn new(place: &'a Place, policy: &'a Policy) -> Self {
        Self { place, policy, roots: OnceCell::new(), seen: RefCell::default() }
    }

    /// The surroundings.
    pub(crate) const fn place(&self) -> &'a Place {
        self.place
    }

    /// Both views of a path target; none where it is not bounded.
    pub(crate) fn views(&self, target: &PathTarget) -> Option<Rc<Views>> {
        match target {
            PathTarget::Exact(path) | PathTarget::Below(path) => Some(self.views_of(path)),
            PathTarget::Anywhere => None,
        }
    }

    /// Both views of a path. The disk is asked once for each path.
    pub(crate) fn views_of(&self, path: &Path) -> Rc<Views> {
        if let Some(views) = self.seen.borrow().get(path) {
            return Rc::clone(views);
        }
        let (real, resolved) = match self.place.resolve(path) {
            Resolved::Path(real) => (Some(real).filter(|real| real != path), true),
            Resolved::Unknown => (None, false),
        };
        let views = Rc::new(Views { written: path.to_path_buf(), real, resolved });
        self.seen.borrow_mut().insert(path.to_path_buf(), Rc::clone(&views));
        views
    }

    /// Whether both views lie in a granted directory; `write`: one that may be written.
    pub(crate) fn inside(&self, views: &Views, write: bool) -> bool {
        views.resolved && views.each().all(|path| self.holds(path, |held| held.write || !write))
    }

    /// Whether both views lie in scratch, and not in a worktree that happens to lie there.
    pub(crate) fn in_scratch(&self, views: &Views) -> bool {
        views.resolved
            && views.each().all(|path| self.holds(path, |held| held.scratch) && !path.starts_with(&self.place.worktree))
    }

    /// Whether both views lie in places that anyone may read.
    pub(crate) fn is_public(&self, views: &Views) -> bool {
        views.written.to_str().is_some_and(is_public_file)
            || views.resolved && views.each().all(|path| Folded::new(path, &self.place.home).is_any(public::PUBLIC))
    }

    /// Whether either view is a secret by its name.
    pub(crate) fn is_secret(&self, views: &Views) -> bool {
        if views.written.to_str().is_some_and(is_public_file) {
            return false;
        }
        views.each().any(|path| {
            let folded = Folded::new(path, &self.place.home);
            if folded.is_any(secret::NOT_SECRET) {
                return false;
            }
            let about_secrets = || secret::SOURCE_ENDINGS.iter().any(|ending| folded.last().ends_with(ending));
            folded.is_any(secret::SECRET) || folded.is_any(secret::SECRET_WORDS) && !about_secrets()
        })
    }

    /// Whether writing either view changes what runs or is trusted later.
    pub(crate) fn is_configure(&self, views: &Views) -> bool {
        // The system's and the home's own places count only where they are not what is worked on.
        let inside = self.inside(views, true);
        views.each().any(|path| {
            let folded = Folded::new(path, &self.place.home);
            if folded.is_any(configure::NOT_CONFIGURE) {
                return false;
            }
            configure::CONFIGURE.iter().any(|shape| folded.is(*shape) && !(inside && is_fixed(*shape)))
        })
    }

    fn holds(&self, path: &Path, wanted: impl Fn(&Held) -> bool) -> bool {
        self.held().iter().any(|held| wanted(held) && (path.starts_with(&held.real) || path.starts_with(&held.written)))
    }

    fn held(&self) -> &[Held] {
        self.roots.get_or_init(|| {
            let mut held = Vec::with_capacity(self.policy.roots.len() + 4);
            // A session in the home directory, or above it, does not make all of it the project.
            if !self.place.home.starts_with(&self.place.worktree) {
                held.push(self.hold(&self.place.worktree, true, false));
            }
            held.extend(self.place.scratch.iter().map(|path| self.hold(path, true, true)));
            held.extend(self.policy.roots.iter().map(|root| self.hold(&root.path, root.write, false)));
            held
        })
    }

    fn hold(&self, path: &Path, write: bool, scratch: bool) -> Held {
        let real = match self.place.resolve(path) {
            Resolved::Path(real) => real,
            Resolved::Unknown => path.to_path_buf(),
        };
        Held { written: path.to_path_buf(), real, write, scratch }
    }
}

impl Bounds for Territory<'_> {
    fn may_read(&self, path: &PathTarget) -> bool {
        self.views(path).is_some_and(|views| self.inside(&views, false) || self.is_public(&views))
    }

    fn may_write(&self, path: &PathTarget) -> bool {
        self.views(path).is_some_and(|views| is_sink(&views.written) || self.inside(&views, true))
    }
}

const fn is_fixed(shape: super::shape::Shape) -> bool {
    use super::shape::Shape;
    match shape {
        Shape::Home(_) | Shape::Root(_) => true,
        Shape::Name(_) | Shape::Begins(_) | Shape::Ends(_) | Shape::Run(_) => false,
    }
}

/// Whether the path is a device that keeps nothing, or a descriptor that is open already.
pub(crate) fn is_sink(path: &Path) -> bool {
    path.to_str().is_some_and(|path| public::SINKS.contains(&path) || is_descriptor(path))
}

fn is_public_file(path: &str) -> bool {
    public::PUBLIC_FILES.contains(&path) || is_descriptor(path)
}

fn is_descriptor(path: &str) -> bool {
    path.strip_prefix("/dev/fd/")
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}
