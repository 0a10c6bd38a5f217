//! What must hold of specs as a whole, and what follows from their parts. Shared with the build script.

use std::collections::BTreeMap;

use super::about::About;
use super::schema::{Does, Flag, Object, Parsing, Role, Slot, Stakes, Verb};
use super::spec_text::{Spec, SpecError, Tool};

/// Names that two tools, or two subcommands of one, both claim.
#[must_use]
pub fn clashes(tools: &[Tool]) -> Vec<SpecError> {
    let mut owners: BTreeMap<String, &About> = BTreeMap::new();
    let mut errors = Vec::new();
    for tool in tools {
        for name in names(&tool.spec) {
            if let Some(other) = owners.get(&name) {
                errors.push(SpecError {
                    file: tool.about.file.clone(),
                    line: usize::try_from(tool.about.line).unwrap_or(usize::MAX),
                    node: tool.about.name.clone(),
                    key: "aliases".to_owned(),
                    problem: format!("`{name}` is already a name of `{}` in {}: remove one", other.name, other.file),
                });
            }
            owners.insert(name, &tool.about);
        }
    }
    errors
}

/// Every name that leads to the spec or its subcommands.
fn names(spec: &Spec) -> Vec<String> {
    let mut names = spellings_of(spec);
    for sub in &spec.subs {
        names.extend(self::names(sub));
    }
    names
}

/// The names of the spec itself: its path, and its path with each alias at the end.
#[must_use]
pub fn spellings_of(spec: &Spec) -> Vec<String> {
    let path = &spec.node.path;
    let parents = path.split_last().map_or(String::new(), |(_, parents)| parents.join(" "));
    let under = |alias: &String| if parents.is_empty() { alias.clone() } else { format!("{parents} {alias}") };
    std::iter::once(path.join(" ")).chain(spec.aliases.iter().map(under)).collect()
}

/// Adds the flags that parents pass on, where the node has no flag of that spelling, without slots that it lacks.
pub fn inherit(spec: &mut Spec, inherited: &[Flag]) {
    if spec.node.parsing == Parsing::Raw {
        return;
    }
    let slots: Vec<String> = spec.node.operands.iter().map(|slot| slot.name.clone()).collect();
    for flag in inherited {
        let mut flag = flag.clone();
        flag.spellings.retain(|spelling| !spec.flags.iter().any(|own| own.spellings.contains(spelling)));
        flag.turns.retain(|slot| slots.contains(&slot.name));
        flag.drops.retain(|name| slots.contains(name));
        flag.does.retain(|does| slot_name(does).is_none_or(|name| slots.iter().any(|slot| slot == name)));
        if !flag.spellings.is_empty() {
            spec.flags.push(flag);
        }
    }
}

/// What an unknown word that turns out to be a flag could bring about.
#[must_use]
pub fn stakes(spec: &Spec) -> Stakes {
    let shifts =
        |slot: &Slot| matches!(slot.role, Role::Command | Role::CommandUntil(_) | Role::Script(_) | Role::Exec);
    if spec.node.nested || spec.node.operands.iter().any(shifts) {
        return Stakes::Acting;
    }
    spec.flags.iter().map(stakes_of_flag).max().unwrap_or(Stakes::Nothing)
}

fn stakes_of_flag(flag: &Flag) -> Stakes {
    let taken = flag.takes.iter().map(|takes| &takes.role).chain(&flag.also);
    let roles = taken.chain(flag.turns.iter().map(|slot| &slot.role)).map(stakes_of_role);
    let stated = flag.does.iter().chain(flag.turns.iter().flat_map(|slot| slot.does.iter().chain(&slot.otherwise)));
    let verbs = stated.map(|does| match does.verb {
        Verb::Print => Stakes::Nothing,
        Verb::Read | Verb::Walk => Stakes::Reading,
        Verb::Write
        | Verb::Append
        | Verb::Delete
        | Verb::Run
        | Verb::Fetch
        | Verb::Send
        | Verb::Elevate
        | Verb::Signal
        | Verb::Configure
        | Verb::Publish
        | Verb::Discard
        | Verb::Secret
        | Verb::Env
        | Verb::Clipboard => Stakes::Acting,
    });
    let moves = if flag.turns.is_empty() && flag.drops.is_empty() { Stakes::Nothing } else { Stakes::Reading };
    roles.chain(verbs).max().unwrap_or(Stakes::Nothing).max(moves)
}

fn stakes_of_role(role: &Role) -> Stakes {
    match role {
        Role::Inert => Stakes::Nothing,
        Role::Read | Role::Dir => Stakes::Reading,
        Role::Write
        | Role::Update
        | Role::Append
        | Role::Delete
        | Role::Chdir
        | Role::Exec
        | Role::Host
        | Role::Url
        | Role::FileOrUrl
        | Role::Data
        | Role::Env
        | Role::Command
        | Role::CommandUntil(_)
        | Role::Code(_)
        | Role::Script(_) => Stakes::Acting,
    }
}

/// The slot that an effect names.
#[must_use]
pub fn slot_name(does: &Does) -> Option<&str> {
    match &does.object {
        Object::Slot(name) => Some(name),
        Object::Nothing
        | Object::Value
        | Object::Cwd
        | Object::Worktree
        | Object::Repo
        | Object::Remote
        | Object::Any
        | Object::Project
        | Object::Inline
        | Object::Downloaded
        | Object::Host(_)
        | Object::Path(_) => None,
    }
}

/// Adds the names of all slots of these specs and those below them.
pub fn gather_slots<'s>(subs: &'s [Spec], names: &mut Vec<&'s str>) {
    for sub in subs {
        names.extend(sub.node.operands.iter().map(|slot| slot.name.as_str()));
        gather_slots(&sub.subs, names);
    }
}
