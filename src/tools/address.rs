//! Hosts in addresses.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::reading::Objective;
use crate::value::Value;

/// What an address leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Address {
    /// A file of this machine.
    Local(Value),
    /// A host, by name where the words settle it.
    Host(Option<String>),
}

impl Address {
    /// As the object of an effect.
    pub(super) fn objective(self) -> Objective {
        match self {
            Self::Local(value) => Objective::Path(value),
            Self::Host(name) => Objective::Host(name),
        }
    }
}

/// Reads a value that may be an address with or without scheme, or a path.
pub(super) fn address(value: &Value) -> Address {
    match value {
        Value::Known(text) => locate(text, true),
        Value::Starts(text) => locate(text, false),
        Value::Within { dir, .. } if is_path(dir) => Address::Local(value.clone()),
        Value::Within { .. } | Value::OneOf(_) | Value::Number | Value::Hexadecimal | Value::Unknown(_) => {
            Address::Host(None)
        }
    }
}

/// Reads a value that is a path unless it has a scheme or is written `host:path`; both where that is not settled.
pub(super) fn file_or_url(value: &Value) -> Vec<Address> {
    let (text, whole) = match value {
        Value::Known(text) => (text, true),
        Value::Starts(text) => (text, false),
        Value::Within { .. } | Value::Number | Value::Hexadecimal => return vec![Address::Local(value.clone())],
        Value::OneOf(_) | Value::Unknown(_) => return vec![Address::Local(value.clone()), Address::Host(None)],
    };
    match text.find([':', '/']) {
        Some(at) if text.get(at..).is_some_and(|rest| rest.starts_with(':')) => vec![address(value)],
        None if !whole => vec![Address::Local(value.clone()), Address::Host(None)],
        Some(_) | None => vec![Address::Local(value.clone())],
    }
}

/// Reads a value that names a host: `user@host`, `host:port`, `ssh://host`.
pub(super) fn host(value: &Value) -> Option<String> {
    match value {
        Value::Known(text) => authority(after_scheme(text), true),
        Value::Starts(text) => authority(after_scheme(text), false),
        Value::OneOf(_) | Value::Within { .. } | Value::Number | Value::Hexadecimal | Value::Unknown(_) => None,
    }
}

fn locate(text: &str, whole: bool) -> Address {
    let path = |path: &str| {
        let path = path.to_owned();
        Address::Local(if whole { Value::Known(path) } else { Value::Starts(path) })
    };
    if is_path(text) {
        return path(text);
    }
    match text.get(..5) {
        Some(scheme) if scheme.eq_ignore_ascii_case("file:") => {
            let rest = text.get(5..).unwrap_or_default();
            let named = rest
                .strip_prefix("//")
                .map_or(rest, |named| named.find('/').map_or("", |at| named.get(at..).unwrap_or("")));
            if named.is_empty() { Address::Host(None) } else { path(named) }
        }
        Some(_) | None => Address::Host(authority(after_scheme(text), whole)),
    }
}

fn is_path(text: &str) -> bool {
    text == "." || text == ".." || ["/", "./", "../", "~/"].iter().any(|start| text.starts_with(start))
}

fn after_scheme(text: &str) -> &str {
    text.split_once("://").map_or(text, |(_, rest)| rest)
}

/// The host at the beginning of `text`; none where it is not plain, or where more of it may follow.
fn authority(text: &str, whole: bool) -> Option<String> {
    let end = text.find(['/', '?', '#']);
    if end.is_none() && !whole {
        return None;
    }
    let authority = end.map_or(Some(text), |end| text.get(..end))?;
    // Clients disagree on whether a backslash ends the authority.
    if authority.contains('\\') {
        return None;
    }
    let named = authority.rsplit('@').next()?;
    let name = match named.strip_prefix('[') {
        Some(bracketed) => bracketed.split_once(']')?.0,
        None => named.split(':').next()?,
    };
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':');
    if name.is_empty() || !name.chars().all(plain) {
        return None;
    }
    let loopback = name.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
        || name.parse::<Ipv6Addr>().is_ok_and(|address| address.is_loopback());
    Some(if loopback { "localhost".to_owned() } else { name })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(text: &str) -> Address {
        address(&Value::Known(text.to_owned()))
    }

    #[test]
    fn the_host_stands_between_user_and_port() {
        for (text, name) in [
            ("https://Example.com/x", "example.com"),
            ("https://good.com@evil.com/x", "evil.com"),
            ("https://evil.com?@good.com", "evil.com"),
            ("http://127.0.0.1:8080/", "localhost"),
            ("http://127.9.9.9", "localhost"),
            ("http://[::1]:80/", "localhost"),
            ("http://localhost:3000", "localhost"),
            ("example.com/x", "example.com"),
            ("git@github.com:owner/name.git", "github.com"),
            ("https://example.com.", "example.com"),
        ] {
            assert_eq!(known(text), Address::Host(Some(name.to_owned())), "{text}");
        }
    }

    #[test]
    fn what_is_not_plainly_a_host_is_none() {
        for text in ["https://{a,b}.com/", "https:///x", "https://good.com\\@evil.com/", "https://$host/", "", "[::1"] {
            assert_eq!(known(text), Address::Host(None), "{text}");
        }
    }

    #[test]
    fn local_addresses_are_paths() {
        for (text, path) in [
            ("file:///etc/passwd", "/etc/passwd"),
            ("FILE://localhost/etc/x", "/etc/x"),
            ("../repo", "../repo"),
            (".", "."),
        ] {
            assert_eq!(known(text), Address::Local(Value::Known(path.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_path_is_no_address_without_a_scheme() {
        let places = |text: &str| file_or_url(&Value::Known(text.to_owned()));
        for text in ["requirements.txt", "a/b:c", "../x", "/etc/x"] {
            assert_eq!(places(text), [Address::Local(Value::Known(text.to_owned()))], "{text}");
        }
        for text in ["https://example.com/x", "git+https://example.com/x", "git@example.com:a/b", "example.com:a"] {
            assert_eq!(places(text), [Address::Host(Some("example.com".to_owned()))], "{text}");
        }
        assert_eq!(file_or_url(&Value::Starts("htt".to_owned())).len(), 2);
        assert_eq!(file_or_url(&Value::Starts("src/".to_owned())).len(), 1);
    }

    #[test]
    fn a_beginning_names_its_host_only_where_it_has_ended() {
        let starts = |text: &str| address(&Value::Starts(text.to_owned()));
        assert_eq!(starts("https://docs.rs/"), Address::Host(Some("docs.rs".to_owned())));
        assert_eq!(starts("https://docs.rs"), Address::Host(None));
        assert_eq!(starts("https://docs.rs:"), Address::Host(None));
    }
}
