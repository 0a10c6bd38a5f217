//! Checks every tool spec with the schema and packs it.

fn main() {}
