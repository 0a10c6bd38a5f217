//! What callgate knows without being told, as constant tables: one list a file.

pub(crate) mod by_words;
pub(crate) mod configure;
pub(crate) mod disaster;
pub(crate) mod names;
pub(crate) mod public;
pub(crate) mod role_lists;
pub(crate) mod secret;
pub(crate) mod tools;
