//! Granted commands: text that a person typed for a role, taken apart where the shell would.

/// The commands of a text, split at `&&`, `||`, `;`, `|`, `&` and line ends outside quotes. A text whose quotes do not close
/// stays whole.
pub(crate) fn parts(command: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut current = String::new();
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, '\'' | '"') => {
                quote = Some(character);
                current.push(character);
            }
            (Some('"') | None, '\\') => {
                current.push(character);
                current.extend(characters.next());
            }
            (Some(open), close) if open == close => {
                quote = None;
                current.push(character);
            }
            (None, '&' | '|' | ';' | '\n') => take(&mut current, &mut parts),
            (_, other) => current.push(other),
        }
    }
    if quote.is_some() {
        let whole = command.trim();
        return if whole.is_empty() { Vec::new() } else { vec![whole.to_owned()] };
    }
    take(&mut current, &mut parts);
    parts
}

fn take(current: &mut String, parts: &mut Vec<String>) {
    let part = current.trim();
    if !part.is_empty() && !parts.iter().any(|known| known == part) {
        parts.push(part.to_owned());
    }
    current.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_granted_text_is_split_outside_quotes() {
        let cases: [(&str, &[&str]); 6] = [
            ("python3 x.py && echo OK", &["python3 x.py", "echo OK"]),
            ("python3 -c \"a=1; print(a)\"", &["python3 -c \"a=1; print(a)\""]),
            ("grep -qE 'ok|pass' f | wc -l", &["grep -qE 'ok|pass' f", "wc -l"]),
            ("a & b;a", &["a", "b"]),
            ("   ", &[]),
            ("echo 'open; rm x", &["echo 'open; rm x"]),
        ];
        for (text, expected) in cases {
            assert_eq!(parts(text), expected, "{text}");
        }
    }
}
