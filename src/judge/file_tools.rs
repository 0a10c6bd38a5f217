//! Tools other than the shell: their effects are exact, by their paths and addresses.

use std::path::Path;

use crate::effect::{
    Action, Analysis, Cause, Effect, Flow, Gap, GapKind, HostTarget, Loss, PathTarget, Segment, Target,
};
use crate::place::{Place, normalise};
use crate::span::Span;
use crate::tools;

/// Reading or searching files.
pub(super) fn reads(paths: &[String], recursive: bool, patterns: &[String], place: &Place) -> Analysis {
    let action = if recursive { Action::Walk } else { Action::Read };
    let mut effects: Vec<Effect> = if paths.is_empty() {
        vec![on_path(action, place.cwd.clone().map_or(PathTarget::Anywhere, PathTarget::Exact))]
    } else {
        paths.iter().map(|path| on_path(action, target(path, place))).collect()
    };
    for pattern in patterns {
        effects.extend(pattern_effects(pattern, place));
    }
    analysis(effects, Vec::new(), &[paths, patterns].concat().join(" "))
}

/// Creating or changing a file.
pub(super) fn writes(path: &str, place: &Place) -> Analysis {
    analysis(vec![on_path(Action::Write, target(path, place))], Vec::new(), path)
}

/// Fetching an address.
pub(super) fn fetches(url: &str) -> Analysis {
    let plain = url.starts_with("https://") || url.starts_with("http://");
    let host = if plain { crate::walk::host_target(tools::host_of(url).as_deref()) } else { HostTarget::Unknown };
    let effect = Effect {
        action: Action::Connect(Flow::Fetch),
        target: Target::Host(host),
        loss: Loss::None,
        cause: Cause::Base,
        span: Span::new(0, url.len()),
    };
    analysis(vec![effect], Vec::new(), url)
}

/// A tool of which only the name is known.
pub(super) fn unknown() -> Analysis {
    Analysis { parsed: true, within_budget: true, ..Analysis::default() }
}

/// A call whose input is not of the shape that its tool takes.
pub(super) fn malformed(why: &str) -> Analysis {
    let gap = Gap { kind: GapKind::UnknownOperand, text: why.to_owned(), span: Span::default() };
    analysis(Vec::new(), vec![gap], why)
}

/// A file-name pattern reads what it may match.
fn pattern_effects(pattern: &str, place: &Place) -> Vec<Effect> {
    let mut effects = Vec::new();
    let literal = pattern.split(['*', '?', '[', '{']).next().unwrap_or_default();
    let directory = literal.rsplit_once('/').map(|(directory, _)| directory);
    if pattern.starts_with(['/', '~']) || pattern.contains("..") {
        let base = directory
            .filter(|_| !pattern.contains(".."))
            .map_or(PathTarget::Anywhere, |directory| below(target(&format!("{directory}/"), place)));
        effects.push(on_path(Action::Walk, base));
    }
    let names = pattern.split(['/', ',', '{', '}']).filter(|name| !name.is_empty());
    let secret = names.clone().any(crate::walk::singles_out_secret);
    if secret {
        effects.push(Effect {
            action: Action::Secret,
            target: Target::Name(pattern.to_owned()),
            ..on_path(Action::Read, PathTarget::Anywhere)
        });
    } else if !pattern.contains(['*', '?', '[', '{']) {
        effects.push(on_path(Action::Read, target(pattern, place)));
    }
    effects
}

fn below(target: PathTarget) -> PathTarget {
    match target {
        PathTarget::Exact(path) | PathTarget::Below(path) => PathTarget::Below(path),
        PathTarget::Anywhere => PathTarget::Anywhere,
    }
}

/// A path as the tool takes it: absolute, below home, or below the working directory.
fn target(path: &str, place: &Place) -> PathTarget {
    if path.contains('\0') || path.starts_with("\\\\") || path.starts_with("//") && !path.starts_with("///") {
        return PathTarget::Anywhere;
    }
    if let Some(rest) = path.strip_prefix("~/") {
        return PathTarget::Exact(normalise(&place.home.join(rest)));
    }
    if path == "~" {
        return PathTarget::Exact(place.home.clone());
    }
    if path.starts_with('~') {
        return PathTarget::Anywhere;
    }
    if path.starts_with('/') {
        return PathTarget::Exact(normalise(Path::new(path)));
    }
    place.cwd.as_ref().map_or(PathTarget::Anywhere, |cwd| PathTarget::Exact(normalise(&cwd.join(path))))
}

fn on_path(action: Action, target: PathTarget) -> Effect {
    Effect { action, target: Target::Path(target), loss: Loss::None, cause: Cause::Base, span: Span::default() }
}

fn analysis(effects: Vec<Effect>, gaps: Vec<Gap>, text: &str) -> Analysis {
    let span = Span::new(0, text.len());
    let segment = Segment { text: text.to_owned(), span, lone: true, effects, gaps, ..Segment::default() };
    Analysis { segments: vec![segment], parsed: true, rejected: None, within_budget: true, stateful: false }
}
