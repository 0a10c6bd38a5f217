//! Options in deny and ask rules: `rm -rf *` also means `rm -fr x`, `rm -r -f x` and `rm --recursive --force x`.

use super::command_text::Match;
use super::pattern::{self, UNKNOWN};

/// Long options that have the same letter wherever a program has both.
const LETTERS: &[(&str, char)] =
    &[("--recursive", 'r'), ("--force", 'f'), ("--global", 'g'), ("--yes", 'y'), ("--all", 'a'), ("--delete", 'd')];

/// Programs for which `-R` is `-r`.
const EITHER_R: &[&str] = &["rm", "cp", "scp", "grep", "ls"];

/// A word of more letters than this is an option by its own name (`-delete`), not several.
const MOST_LETTERS: usize = 4;

/// Whether a command's words hold all options that the rule spells, in any order and form, and the rest has the rule's shape.
pub(crate) fn caught(rule: &str, text: &str) -> Match {
    let rule = Parts::of(rule);
    if rule.options.is_empty() {
        return Match::No;
    }
    let command = Parts::of(text);
    let missing = rule.options.iter().any(|option| !command.options.contains(option));
    let shaped = pattern::matches(&rule.rest, &command.rest);
    match (missing, shaped) {
        (false, true) => Match::Yes,
        // A word that is not known may be the option, or part of the rest.
        _ if text.contains(UNKNOWN) && pattern::may_match(&rule.rest, &command.rest) => Match::May,
        (true | false, _) => Match::No,
    }
}

/// A rule or a command taken apart.
struct Parts {
    /// Options, each in the one form that stands for all of its spellings.
    options: Vec<String>,
    /// All other words, in order.
    rest: String,
}

impl Parts {
    fn of(text: &str) -> Self {
        let mut parts = Self { options: Vec::new(), rest: String::new() };
        let mut ended = false;
        let program = text.split(' ').next().unwrap_or_default();
        for word in text.split(' ') {
            ended |= word == "--";
            let is_option = !ended && word.len() > 1 && word.starts_with('-') && !word.contains(['*', UNKNOWN]);
            if is_option {
                parts.option(word, program);
            } else if word != "--" {
                if !parts.rest.is_empty() {
                    parts.rest.push(' ');
                }
                parts.rest.push_str(word);
            }
        }
        parts
    }

    fn option(&mut self, word: &str, program: &str) {
        let letters = word.trim_start_matches('-');
        let folds = EITHER_R.contains(&program);
        let single = |letter: char| format!("-{}", if folds && letter == 'R' { 'r' } else { letter });
        if word.starts_with("--") {
            let known = LETTERS.iter().find(|(long, _)| *long == word);
            self.options.push(known.map_or_else(|| word.to_owned(), |(_, letter)| single(*letter)));
        } else if letters.len() <= MOST_LETTERS && letters.chars().all(|letter| letter.is_ascii_alphabetic()) {
            self.options.extend(letters.chars().map(single));
        } else {
            self.options.push(word.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_compared_in_any_order_and_form() {
        let cases = [
            ("rm -rf *", "rm -fr x", Match::Yes),
            ("rm -rf *", "rm -r -f x", Match::Yes),
            ("rm -rf *", "rm -Rvf x", Match::Yes),
            ("rm -rf *", "rm --recursive --force x", Match::Yes),
            ("rm -rf *", "rm x -rf", Match::Yes),
            ("rm -rf /", "rm -fr --no-preserve-root /", Match::Yes),
            ("rm -rf /", "rm -rf /tmp/x", Match::No),
            ("rm -rf *", "rm -r x", Match::No),
            ("rm -rf *", "rm -r -- -f", Match::No),
            ("rm -rf *", "rm -r \0 x", Match::May),
            ("git push --force *", "git push origin main -f", Match::Yes),
            ("git push --force *", "git push --force-with-lease", Match::No),
            ("git push -f", "git push --force", Match::Yes),
            ("git push --force *", "git push origin main", Match::No),
            ("chmod -R 777 *", "chmod 777 -R d", Match::Yes),
            ("chmod -R *", "chmod -r d", Match::No),
            ("npm install -g *", "npm install --global x", Match::Yes),
            ("find * -delete", "find . -d -e -l -t", Match::No),
            ("git push *", "git push", Match::No),
        ];
        for (rule, text, expected) in cases {
            assert_eq!(caught(rule, text), expected, "`{rule}` on `{text}`");
        }
    }
}
