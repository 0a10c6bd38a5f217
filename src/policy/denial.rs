//! Ask and deny rules: which of them a part meets.

use super::command_text::{CommandText, Match};
use super::path_pattern::{Anchors, PathPattern};
use super::rule::{Form, Rule};
use super::territory::Territory;
use crate::effect::{Action, Effect, HostTarget, PathTarget, Target};
use crate::verdict::Layer;

/// What a rule says of one part.
#[derive(Debug)]
pub(crate) struct Caught<'a> {
    /// The rules that match.
    pub(crate) certain: Vec<&'a Rule>,
    /// The rules that may, by what a word that is not known turns out to be.
    pub(crate) possible: Vec<&'a Rule>,
}

/// Holds one command's text against rules.
pub(crate) fn command<'a>(text: &CommandText, rules: impl Iterator<Item = &'a Rule>, home: &str) -> Caught<'a> {
    let mut caught = Caught { certain: Vec::new(), possible: Vec::new() };
    for rule in rules {
        if let Form::Command(pattern) = &rule.form {
            match text.caught_by(pattern, home) {
                Match::Yes => caught.certain.push(rule),
                Match::May => caught.possible.push(rule),
                Match::No => {}
            }
        }
    }
    caught
}

/// Whether a path or host rule speaks of the effect.
pub(crate) fn effect(rule: &Rule, effect: &Effect, territory: &Territory<'_>) -> bool {
    match &rule.form {
        Form::Read(pattern) => {
            (reads(effect.action) || writes(effect.action)) && path(rule, pattern, effect, territory)
        }
        Form::Edit(pattern) => writes(effect.action) && path(rule, pattern, effect, territory),
        Form::Domain(domain) => match (&effect.action, &effect.target) {
            (Action::Connect(_), Target::Host(HostTarget::Named(host))) => domain_matches(domain, host),
            _ => false,
        },
        Form::Command(_) | Form::Tool(_) | Form::Named { .. } => false,
    }
}

/// Whether a rule's domain pattern names the host: `*.x` is any subdomain, elsewhere `*` stays within one label.
pub(crate) fn domain_matches(domain: &str, host: &str) -> bool {
    if domain == "*" {
        return true;
    }
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    if let Some(apex) = domain.strip_prefix("*.") {
        return host.strip_suffix(apex).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'));
    }
    let mut labels = host.split('.');
    let mut patterns = domain.split('.');
    loop {
        match (patterns.next(), labels.next()) {
            (None, None) => return true,
            (Some(pattern), Some(label)) if super::pattern::matches(pattern, label) => {}
            (Some(_) | None, _) => return false,
        }
    }
}

fn path(rule: &Rule, pattern: &PathPattern, effect: &Effect, territory: &Territory<'_>) -> bool {
    let Target::Path(target) = &effect.target else { return false };
    let Some(views) = territory.views(target) else { return false };
    let source = source(rule, territory);
    let place = territory.place();
    let anchors = Anchors { home: &place.home, source: &source, here: place.cwd.as_deref() };
    views.each().any(|path| {
        pattern.denies(path, anchors)
            || effect.action == Action::Delete
                && matches!(target, PathTarget::Exact(_))
                && pattern.lies_below(path, anchors)
    })
}

/// The directory that `/x` in a rule means.
pub(crate) fn source(rule: &Rule, territory: &Territory<'_>) -> std::path::PathBuf {
    let place = territory.place();
    match rule.layer {
        Layer::AgentUser => place.home.join(".claude"),
        Layer::Builtin
        | Layer::Managed
        | Layer::User
        | Layer::AgentProject
        | Layer::Project
        | Layer::Launch
        | Layer::Role(_) => place.worktree.clone(),
    }
}

const fn reads(action: Action) -> bool {
    match action {
        Action::Read | Action::Walk | Action::Secret => true,
        Action::Print
        | Action::Write
        | Action::Append
        | Action::Delete
        | Action::Connect(_)
        | Action::Run(_)
        | Action::Env
        | Action::Signal
        | Action::Elevate
        | Action::Configure
        | Action::Publish
        | Action::Discard
        | Action::Clipboard => false,
    }
}

const fn writes(action: Action) -> bool {
    match action {
        Action::Write | Action::Append | Action::Delete | Action::Configure => true,
        Action::Print
        | Action::Read
        | Action::Walk
        | Action::Connect(_)
        | Action::Run(_)
        | Action::Secret
        | Action::Env
        | Action::Signal
        | Action::Elevate
        | Action::Publish
        | Action::Discard
        | Action::Clipboard => false,
    }
}
