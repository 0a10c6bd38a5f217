//! Self-protection by the words of a command, where its effects do not tell: packages removed, code in other languages.

use super::builtin::by_words;
use super::model::OwnPlaces;
use super::territory::Territory;
use super::{guard, vital};
use crate::effect::{Action, CommandUse, Effect, GapKind, Origin, PathTarget, Segment, Target, Via};

/// Why the command would put callgate out of force.
pub(crate) fn objection(
    command: &CommandUse,
    segment: &Segment,
    territory: &Territory<'_>,
    own: &OwnPlaces,
) -> Option<&'static str> {
    if removes_package(command) {
        return Some("uninstalls callgate");
    }
    if sets_agent(command) {
        return Some("changes the agent's settings, in which callgate is registered");
    }
    if ends_callgate(command) {
        return Some("stops callgate");
    }
    if edits_own_files(command, territory, own) {
        return Some("changes callgate's own files or its registration");
    }
    if code_spells_own_files(command, segment) {
        return Some("runs code that names callgate's own files or its registration and that was not analysed");
    }
    changes_found_binary(command, segment).then_some("changes or removes the program `callgate`")
}

fn is_callgate(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    let name = name.split('@').next().unwrap_or(name);
    name.eq_ignore_ascii_case("callgate")
}

fn removes_package(command: &CommandUse) -> bool {
    if !command.program().is_some_and(|program| by_words::REMOVERS.contains(&program)) {
        return false;
    }
    let mut words = command.argv.iter().skip(1).filter_map(|word| word.text());
    words.any(|word| by_words::REMOVING.contains(&word)) && words.any(is_callgate)
}

/// `claude config set`: the agent's own way to its settings.
fn sets_agent(command: &CommandUse) -> bool {
    let words: Vec<&str> = command.argv.iter().skip(1).filter_map(|word| word.text()).collect();
    command.program() == Some("claude")
        && words.contains(&"config")
        && words.iter().any(|word| matches!(*word, "set" | "add" | "remove" | "rm"))
}

fn ends_callgate(command: &CommandUse) -> bool {
    command.program().is_some_and(|program| by_words::ENDERS.contains(&program))
        && command.argv.iter().skip(1).any(|word| word.text().is_some_and(is_callgate))
}

fn edits_own_files(command: &CommandUse, territory: &Territory<'_>, own: &OwnPlaces) -> bool {
    let cwd = territory.place().cwd.as_deref();
    let given_own = || {
        command
            .argv
            .iter()
            .skip(1)
            .filter(|word| !word.text().is_some_and(|text| text.starts_with('-')))
            .flat_map(|word| vital::named(word, cwd))
            .any(|path| guard::is_own(&path, territory, own))
    };
    let Some(program) = command.program() else { return false };
    let puts_away = || {
        program == "git"
            && command.argv.iter().skip(1).any(|word| matches!(word.text(), Some("stash" | "apply" | "am" | "restore")))
    };
    (by_words::EDITORS.contains(&program) || puts_away()) && given_own()
}

/// Code in the words, or where none of them is code, in what is given to the command.
fn code_spells_own_files(command: &CommandUse, segment: &Segment) -> bool {
    let unread = |effect: &Effect| matches!(effect.action, Action::Run(Origin::Inline | Origin::Unknown));
    if !command.effects.iter().any(unread) && !command.gaps.iter().any(|gap| gap.kind == GapKind::Code) {
        return false;
    }
    let mut words = command.argv.iter().skip(1).filter_map(|word| word.text()).filter(|word| is_code(word)).peekable();
    if words.peek().is_some() {
        return words.any(spells_own);
    }
    let fed = command.effects.iter().any(|effect| effect.action == Action::Run(Origin::Inline));
    fed && spells_own(&segment.text)
}

fn is_code(word: &str) -> bool {
    word.contains(['(', '\'', '"', ';']) || word.contains(char::is_whitespace)
}

fn spells_own(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    by_words::OWN_TEXTS.iter().any(|own| text.contains(own))
}

/// `rm "$(which callgate)"`: the file that another command of the segment says.
fn changes_found_binary(command: &CommandUse, segment: &Segment) -> bool {
    let changes = command.effects.iter().any(|effect| {
        matches!(effect.action, Action::Write | Action::Append | Action::Delete | Action::Configure)
            && effect.target == Target::Path(PathTarget::Anywhere)
    });
    changes
        && segment.commands.iter().any(|asked| {
            asked.via.contains(&Via::Substitution)
                && asked.program().is_some_and(|program| by_words::FINDERS.contains(&program))
                && asked.argv.iter().skip(1).any(|word| word.text().is_some_and(is_callgate))
        })
}
