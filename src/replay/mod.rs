//! Transcript readers and their reports.
