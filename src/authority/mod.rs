//! Least grants over the lattice of filesystem, network and exec.
