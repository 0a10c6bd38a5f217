//! Whether a glob pattern singles out the names of secrets.

/// Names that stand for kinds of secrets; `~` is a stem that only a wildcard matches. A pattern without any literal beside its extension does not single one out.
const SAMPLES: &[&str] = &[
    ".env",
    ".env.local",
    ".env.production",
    "id_rsa",
    "id_ed25519",
    "id_ecdsa",
    "~.pem",
    "~.key",
    "~.p12",
    "~.jks",
    "~.kdbx",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    "credentials",
    "credentials.json",
    ".aws",
    ".ssh",
    ".gnupg",
    ".kube",
    "secrets.yml",
    "secrets.json",
    ".bash_history",
    ".zsh_history",
    "shadow",
    "terraform.tfstate",
];

/// Whether `pattern`, one component of a path, matches a name that stands for secrets, by more than matching anything.
#[must_use]
pub fn singles_out_secret(pattern: &str) -> bool {
    if !pattern.contains(['*', '?', '[']) {
        return false;
    }
    let literal: String = pattern.chars().filter(|char| !matches!(char, '*' | '?')).collect();
    let common = ["", ".", ".json", ".yml", ".yaml", ".local"];
    // A leading dot is what a pattern needs to match hidden files at all.
    if common.contains(&literal.as_str()) && !(literal == "." && pattern.starts_with('.')) {
        return false;
    }
    // A letter or two stand for much else.
    if literal.len() < 3 && !pattern.starts_with('.') {
        return false;
    }
    SAMPLES.iter().any(|name| matches(pattern.as_bytes(), name.as_bytes()))
}

/// Whether `name`, a pattern or not, matches the last part of a name that stands for secrets by more than anything.
pub(crate) fn may_be_secret(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    singles_out_secret(last) || SAMPLES.contains(&last)
}

/// Shell pattern matching, in time linear in `pattern` times `text`.
pub(crate) fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut pos) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while pos < text.len() {
        match pattern.get(at) {
            Some(b'*') => {
                retry = Some((at + 1, pos));
                at += 1;
                continue;
            }
            Some(b'?') => {
                at += 1;
                pos += 1;
                continue;
            }
            Some(b'[') => {
                if let Some((hit, next)) = bracket(pattern, at, text.get(pos).copied().unwrap_or(0))
                    && hit
                {
                    at = next;
                    pos += 1;
                    continue;
                }
            }
            Some(byte) if Some(byte) == text.get(pos) => {
                at += 1;
                pos += 1;
                continue;
            }
            Some(_) | None => {}
        }
        let Some((resume, from)) = retry else { return false };
        at = resume;
        pos = from + 1;
        retry = Some((resume, pos));
    }
    pattern.get(at..).unwrap_or_default().iter().all(|byte| *byte == b'*')
}

/// Whether the bracket expression at `at` holds `byte`, and where it ends. Classes and ranges that are not plain are
/// taken to hold anything.
fn bracket(pattern: &[u8], at: usize, byte: u8) -> Option<(bool, usize)> {
    let rest = pattern.get(at + 1..)?;
    let negated = matches!(rest.first(), Some(b'!' | b'^'));
    let body_start = usize::from(negated);
    let close = rest.iter().skip(body_start + 1).position(|byte| *byte == b']')? + body_start + 1;
    let body = rest.get(body_start..close)?;
    let next = at + 1 + close + 1;
    if body.contains(&b'[') {
        return Some((true, next));
    }
    let mut hit = false;
    let mut index = 0;
    while let Some(low) = body.get(index) {
        match (body.get(index + 1), body.get(index + 2)) {
            (Some(b'-'), Some(high)) => {
                hit |= (*low..=*high).contains(&byte);
                index += 3;
            }
            _ => {
                hit |= *low == byte;
                index += 1;
            }
        }
    }
    Some((hit != negated, next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_the_shell_matches() {
        for (pattern, text, want) in [
            ("*.rs", "main.rs", true),
            ("*.rs", "main.c", false),
            ("a*b*c", "axxbyyc", true),
            ("?", "", false),
            ("[a-c]x", "bx", true),
            ("[!a-c]x", "bx", false),
            ("*", "", true),
        ] {
            assert_eq!(matches(pattern.as_bytes(), text.as_bytes()), want, "{pattern} {text}");
        }
    }

    #[test]
    fn only_patterns_that_single_out_secrets_count() {
        for pattern in [".e*", ".en?", "*.pem", "id_*", ".*", "cred*", "*rsa*"] {
            assert!(singles_out_secret(pattern), "{pattern}");
        }
        for pattern in ["*", "*.json", "*.rs", "src*", "v*", "s*", "serv*", ".github*", "??", "*.*"] {
            assert!(!singles_out_secret(pattern), "{pattern}");
        }
    }
}
