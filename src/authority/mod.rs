//! Least grants over the lattice of filesystem, network and exec.

mod lattice;
mod least;
mod level;

pub use lattice::{Exec, Filesystem, Grant, Network};
pub use least::{Bounds, least_grant};
pub use level::Level;
