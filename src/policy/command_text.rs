//! A command as rules see it: strictly as typed for allow rules, broadly for ask and deny rules.

use super::flag_words;
use super::pattern::{self, INNER_BLANK, UNKNOWN};
use super::rule::CommandPattern;
use crate::effect::CommandUse;
use crate::value::Value;

/// The texts of one command.
#[derive(Debug)]
pub(crate) struct CommandText {
    /// As typed, assignments included; `None` where no allow rule may match.
    strict: Option<String>,
    /// Without assignments and the program's directory, and with ever more of the options before the subcommand left out.
    broad: Vec<String>,
}

/// How a pattern stands to a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Match {
    /// It does not match.
    No,
    /// It may, by what a word that is not known turns out to be.
    May,
    /// It matches.
    Yes,
}

impl CommandText {
    /// Reads a command.
    pub(crate) fn new(command: &CommandUse) -> Self {
        Self { strict: strict(command, command.assignments.iter()), broad: broad(command) }
    }

    /// Whether an allow rule matches: the command as typed and nothing else.
    pub(crate) fn allowed_by(&self, pattern: &CommandPattern, home: &str) -> bool {
        let Some(text) = &self.strict else { return false };
        pattern::matches(&pattern.text, text)
            || pattern.text.contains("~/") && pattern::matches(&pattern.text.replace("~/", home), text)
    }

    /// Whether the rule's program is spelled out and is none that this command may run; most rules end here.
    fn surely_another(&self, pattern: &str) -> bool {
        let program = program_of(pattern);
        let spelled = !program.is_empty() && !program.contains('*');
        spelled
            && self.broad.iter().all(|text| {
                let first = text.split(' ').next().unwrap_or_default();
                first != program && !first.contains(UNKNOWN)
            })
    }

    /// Whether an ask or deny rule matches, however the command is spelled.
    pub(crate) fn caught_by(&self, pattern: &CommandPattern, home: &str) -> Match {
        if self.surely_another(&pattern.text) {
            return Match::No;
        }
        let words = without_prefix(&pattern.text);
        let words = if words.contains("~/") { words.replace("~/", home) } else { words };
        if self.broad.iter().any(|text| pattern::matches(&words, text)) {
            return Match::Yes;
        }
        let by_options = || self.broad.iter().map(|text| flag_words::caught(&words, text));
        if words.contains(" -") && by_options().any(|found| found == Match::Yes) {
            return Match::Yes;
        }
        let unknown = self.broad.iter().any(|text| text.contains(UNKNOWN) && pattern::may_match(&words, text));
        let may = unknown || words.contains(" -") && by_options().any(|found| found == Match::May);
        if may { Match::May } else { Match::No }
    }
}

/// A command as typed, without those leading assignments; none where no allow rule may match it.
pub(crate) fn typed_after(command: &CommandUse, passes: impl Fn(&str) -> bool) -> Option<CommandText> {
    let kept = |assignment: &&String| !passes(assignment);
    let strict = strict(command, command.assignments.iter().filter(kept))?;
    Some(CommandText { strict: Some(strict), broad: Vec::new() })
}

/// The first word of a rule that is no assignment, without its directory.
fn program_of(pattern: &str) -> &str {
    let word = pattern.split(' ').find(|word| !is_assignment(word)).unwrap_or_default();
    word.rsplit('/').next().unwrap_or(word)
}

fn strict<'a>(command: &CommandUse, assignments: impl Iterator<Item = &'a String>) -> Option<String> {
    if command.composite || command.rebound {
        return None;
    }
    let mut text = String::new();
    for assignment in assignments {
        // A value with a blank could be read as further words.
        if assignment.contains(char::is_whitespace) {
            return None;
        }
        pattern::push_word(&mut text, Some(assignment));
    }
    for word in &command.argv {
        pattern::push_word(&mut text, word.text());
    }
    Some(text)
}

fn broad(command: &CommandUse) -> Vec<String> {
    let mut rest = command.argv.as_slice();
    let Some((program, after)) = rest.split_first() else { return Vec::new() };
    rest = after;
    let mut names: Vec<Option<String>> = match &program.value {
        Value::Known(text) => vec![Some(base(text))],
        Value::OneOf(texts) => texts.iter().map(|text| Some(base(text))).collect(),
        Value::Within { .. } | Value::Starts(_) | Value::Number | Value::Hexadecimal | Value::Unknown(_) => vec![None],
    };
    names.dedup();
    let mut texts = Vec::new();
    let mut after_option = false;
    loop {
        for name in &names {
            let mut text = String::new();
            pattern::push_word(&mut text, name.as_deref());
            for word in rest {
                pattern::push_word(&mut text, word.text());
            }
            texts.push(text);
        }
        // `git -C dir push` is `git push`: options, and the word after each, may stand before the subcommand.
        let Some((first, after)) = rest.split_first() else { break };
        let is_option = first.text().is_some_and(|text| text.starts_with(['-', '+']));
        if !is_option && !after_option || texts.len() > MOST_TEXTS {
            break;
        }
        after_option = is_option;
        rest = after;
    }
    texts
}

/// A command with more leading options than this is compared in its first forms only; each is a text of its own.
const MOST_TEXTS: usize = 32;

/// The last component of a program's path.
fn base(text: &str) -> String {
    text.rsplit('/').next().unwrap_or(text).to_owned()
}

/// A deny rule's text without leading assignments and the program's directory.
fn without_prefix(text: &str) -> String {
    let mut words = text.split(' ').skip_while(|word| is_assignment(word));
    let program = words.next().unwrap_or_default();
    let mut out = base(program);
    for word in words {
        out.push(' ');
        out.push_str(word);
    }
    out
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && !name.starts_with(|first: char| first.is_ascii_digit())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// Whether the pattern spells this word out.
pub(crate) fn names(pattern: &CommandPattern, word: &str) -> bool {
    if pattern.is_exact() {
        return true;
    }
    let inner: String =
        word.chars().map(|character| if character.is_whitespace() { INNER_BLANK } else { character }).collect();
    pattern.literal_words().any(|literal| literal == inner)
}
