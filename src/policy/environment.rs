//! Environment variables: which names are harmless, which are secret.

use super::builtin::names;

/// Whether printing the variable tells nothing that matters. What is not known is not harmless.
pub(crate) fn is_harmless(name: &str) -> bool {
    if names::HARMLESS.contains(&name) {
        return true;
    }
    // Lower-case names are variables of scripts; what programs keep in the environment is in capitals.
    let of_scripts = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    !is_secret(name)
        && (of_scripts
            || names::HARMLESS_ENDINGS.iter().any(|ending| name.ends_with(ending))
            || names::HARMLESS_BEGINNINGS.iter().any(|begin| name.starts_with(begin)))
}

/// Whether the name says that the value is a secret.
pub(crate) fn is_secret(name: &str) -> bool {
    if names::HARMLESS.contains(&name) {
        return false;
    }
    let upper = name.to_ascii_uppercase();
    upper.split('_').any(|part| names::SECRET_PARTS.contains(&part))
        || names::SECRET_TEXTS.iter().any(|text| upper.contains(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_by_their_parts() {
        let cases = [
            ("HOME", true, false),
            ("PWD", true, false),
            ("LC_ALL", true, false),
            ("JAVA_HOME", true, false),
            ("GITHUB_TOKEN", false, true),
            ("OPENAI_API_KEY", false, true),
            ("AWS_PROFILE", false, true),
            ("DB_PWD", false, true),
            ("npm_config_authtoken", false, true),
            ("SECRET_DIR", false, true),
            ("KEYBOARD", false, false),
            ("V", false, false),
            ("name", true, false),
            ("my_token", false, true),
        ];
        for (name, harmless, secret) in cases {
            assert_eq!((is_harmless(name), is_secret(name)), (harmless, secret), "{name}");
        }
    }
}
