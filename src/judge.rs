//! The only place where the stages meet.

use std::path::{Path, PathBuf};

use crate::call::{Context, Request, ToolCall};
use crate::effect::{Action, Analysis, Cause, Effect, Flow, HostTarget, Loss, PathTarget, Rejection, Segment, Target};
use crate::place::{Place, normalise};
use crate::policy::{Policy, Shell, Subject, evaluate, ways_forward};
use crate::shell::Dialect;
use crate::span::Span;
use crate::verdict::Decision;
use crate::walk;

/// Judges one call: what it would do, held against the policy, with the ways forward that were tried.
pub fn judge(call: &ToolCall, place: &Place, policy: &Policy, context: &Context) -> Decision {
    let text = subject_text(&call.request);
    let analysis = analyse(&call.request, &text, place, policy);
    let subject = Subject { tool: &call.tool, text: &text, analysis: &analysis };
    let mut decision = evaluate(subject, policy, place, context);
    decision.ways = ways_forward(subject, policy, place, context, &decision);
    decision
}

/// What the call is about, in its own words.
#[must_use]
pub fn subject_text(request: &Request) -> String {
    match request {
        Request::Shell(text) => text.clone(),
        Request::Read { paths, patterns, .. } => [paths.as_slice(), patterns].concat().join(" "),
        Request::Write { path } => path.clone(),
        Request::Fetch { url } => url.clone(),
        Request::Other(_) | Request::Malformed(_) => String::new(),
    }
}

fn analyse(request: &Request, text: &str, place: &Place, policy: &Policy) -> Analysis {
    match request {
        Request::Shell(command) if command.trim().is_empty() => known(Vec::new()),
        Request::Shell(command) => walk::analyse(command, dialect(policy.shell), place),
        Request::Read { paths, recursive, patterns } => one(text, reads(paths, *recursive, patterns, place)),
        Request::Write { path } => one(text, vec![effect(Action::Write, Target::Path(exact(path, place)), text)]),
        Request::Fetch { url } => one(text, vec![effect(Action::Connect(Flow::Fetch), Target::Host(host(url)), text)]),
        Request::Other(_) => known(Vec::new()),
        Request::Malformed(why) => Analysis {
            rejected: Some(Rejection { why: why.clone(), span: Span::default() }),
            within_budget: true,
            ..Analysis::default()
        },
    }
}

fn dialect(shell: Shell) -> Dialect {
    match shell {
        Shell::Both => Dialect::Both,
        Shell::Bash => Dialect::Bash,
        Shell::Posix => Dialect::Posix,
    }
}

fn known(segments: Vec<Segment>) -> Analysis {
    Analysis { segments, parsed: true, within_budget: true, ..Analysis::default() }
}

/// A tool that is no shell has one part, which is the call itself.
fn one(text: &str, effects: Vec<Effect>) -> Analysis {
    known(vec![Segment {
        text: text.to_owned(),
        span: Span::new(0, text.len()),
        lone: true,
        effects,
        ..Segment::default()
    }])
}

fn effect(action: Action, target: Target, text: &str) -> Effect {
    Effect { action, target, loss: Loss::None, cause: Cause::Base, span: Span::new(0, text.len()) }
}

/// The paths read. A pattern may lead out of them, and may name a file that is not to be read, so it counts as a path too.
fn reads(paths: &[String], recursive: bool, patterns: &[String], place: &Place) -> Vec<Effect> {
    let here = [String::new()];
    let paths = if paths.is_empty() { &here } else { paths };
    let action = if recursive { Action::Walk } else { Action::Read };
    let text = [paths, patterns].concat().join(" ");
    let mut effects = Vec::new();
    for path in paths {
        effects.push(effect(action, Target::Path(exact(path, place)), &text));
        for pattern in patterns {
            effects.push(effect(Action::Read, Target::Path(matched(path, pattern, place)), &text));
        }
    }
    effects
}

/// A path as sent: absolute, from home, or from the working directory.
fn exact(path: &str, place: &Place) -> PathTarget {
    absolute(path, place).map_or(PathTarget::Anywhere, PathTarget::Exact)
}

fn absolute(path: &str, place: &Place) -> Option<PathBuf> {
    match (path, path.strip_prefix("~/")) {
        ("~", _) => Some(place.home.clone()),
        (_, Some(below)) => Some(normalise(&place.home.join(below))),
        _ if path.starts_with('~') => None,
        _ if path.starts_with('/') => Some(normalise(Path::new(path))),
        _ => place.cwd.as_ref().map(|cwd| normalise(&cwd.join(path))),
    }
}

/// What a pattern below `base` matches: the file itself where it ends in a plain name, else anything below its plain beginning.
fn matched(base: &str, pattern: &str, place: &Place) -> PathTarget {
    const WILD: [char; 6] = ['*', '?', '[', '{', '!', '\\'];
    // An alternative in braces may be a path of its own.
    if ["..", "{/", ",/", "{~", ",~"].iter().any(|out| pattern.contains(out)) {
        return PathTarget::Anywhere;
    }
    let plain: Vec<&str> = pattern.split('/').take_while(|component| !component.contains(WILD)).collect();
    let start = plain.join("/");
    let start = match (pattern.starts_with('/'), pattern.starts_with('~'), base) {
        (true, _, _) if start.is_empty() => "/".to_owned(),
        (true, _, _) | (_, true, _) | (_, _, "") => start,
        (false, false, base) => format!("{base}/{start}"),
    };
    let Some(start) = absolute(&start, place) else { return PathTarget::Anywhere };
    match pattern.rsplit('/').next().filter(|name| !name.is_empty() && !name.contains(WILD)) {
        Some(_) if !pattern.contains(WILD) => PathTarget::Exact(start),
        Some(name) => PathTarget::Exact(start.join(name)),
        None => PathTarget::Below(start),
    }
}

/// The host of an address, where it is written plainly. Whatever readers of addresses may read differently is not known.
fn host(url: &str) -> HostTarget {
    let rest = ["https://", "http://", "wss://", "ws://"].iter().find_map(|scheme| {
        let start = url.get(..scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then(|| url.get(scheme.len()..)).flatten()
    });
    let authority = rest.and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default();
    let name = match authority.split_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        Some(_) => return HostTarget::Unknown,
        None => authority,
    };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-';
    let labels = name.split('.').all(|label| !label.is_empty());
    // A name whose last label begins with a digit is a number in some notation.
    let number = name.rsplit('.').next().is_some_and(|label| label.starts_with(|first: char| first.is_ascii_digit()));
    match name.to_ascii_lowercase() {
        name if name == "localhost" || name == "127.0.0.1" => HostTarget::Loopback,
        name if name.bytes().all(plain) && labels && !number => HostTarget::Named(name),
        _ => HostTarget::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> Place {
        Place::look(Some(Path::new("/w/app")), Path::new("/home/ada"), None)
    }

    #[test]
    fn paths_are_made_absolute_by_where_the_call_is() {
        let cases = [
            ("/a/../b", Some("/b")),
            ("src/x", Some("/w/app/src/x")),
            ("../x", Some("/w/x")),
            ("~/x", Some("/home/ada/x")),
            ("~", Some("/home/ada")),
            ("~bob/x", None),
            ("", Some("/w/app")),
        ];
        for (path, expected) in cases {
            let expected = expected.map_or(PathTarget::Anywhere, |path| PathTarget::Exact(path.into()));
            assert_eq!(exact(path, &place()), expected, "{path}");
        }
        let nowhere = Place::look(None, Path::new("/home/ada"), None);
        assert_eq!(exact("x", &nowhere), PathTarget::Anywhere);
    }

    #[test]
    fn patterns_name_files_or_directories() {
        let file = |path: &str| PathTarget::Exact(path.into());
        let below = |path: &str| PathTarget::Below(path.into());
        let cases = [
            ("", "**/*.rs", below("/w/app")),
            ("", "src/*.rs", below("/w/app/src")),
            ("/etc", "*", below("/etc")),
            ("", "/etc/*", below("/etc")),
            ("", "/*", below("/")),
            ("", "**/.env", file("/w/app/.env")),
            ("", "a/b.txt", file("/w/app/a/b.txt")),
            ("", "~/.ssh/*", below("/home/ada/.ssh")),
            ("", "../*", PathTarget::Anywhere),
            ("", "a/../../*", PathTarget::Anywhere),
            ("", "{/etc/*,a}", PathTarget::Anywhere),
            ("", "{a,~/.ssh/*}", PathTarget::Anywhere),
            ("", "{a,b}/*.rs", below("/w/app")),
        ];
        for (base, pattern, expected) in cases {
            assert_eq!(matched(base, pattern, &place()), expected, "{base} {pattern}");
        }
    }

    #[test]
    fn only_a_plain_address_names_its_host() {
        let named = |name: &str| HostTarget::Named(name.to_owned());
        let cases = [
            ("https://docs.rs/serde", named("docs.rs")),
            ("HTTPS://Docs.RS:443?x", named("docs.rs")),
            ("http://localhost:3000/", HostTarget::Loopback),
            ("http://127.0.0.1", HostTarget::Loopback),
            ("https://docs.rs@evil.example/", HostTarget::Unknown),
            ("https://docs.rs\\@evil.example/", HostTarget::Unknown),
            ("https://docs.rs%2eevil.example/", HostTarget::Unknown),
            ("https://2130706433/", HostTarget::Unknown),
            ("https://0x7f.1/", HostTarget::Unknown),
            ("https://[::1]/", HostTarget::Unknown),
            ("https://docs.rs:/", HostTarget::Unknown),
            ("https:///x", HostTarget::Unknown),
            ("file:///etc/passwd", HostTarget::Unknown),
            ("docs.rs", HostTarget::Unknown),
        ];
        for (url, expected) in cases {
            assert_eq!(host(url), expected, "{url}");
        }
    }
}
