//! The edit: settings text in, settings text out.

use std::fmt;

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode};

use crate::setup::entry::{Entry, arguments_after_hook};

/// Why settings cannot be edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// They do not parse; with the place.
    Syntax(String),
    /// A value has another shape than an agent reads there.
    Shape {
        /// Where.
        path: &'static str,
        /// What must stand there.
        expected: &'static str,
    },
    /// A key is given twice, and it is open which of the two counts.
    Twice(&'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(why) => write!(formatter, "it is not readable as JSON: {why}; mend it and run this again"),
            Self::Shape { path, expected } => write!(formatter, "`{path}` must be {expected}"),
            Self::Twice(path) => write!(formatter, "`{path}` is given twice"),
        }
    }
}

impl std::error::Error for Refusal {}

/// The settings with our entry in them, once and up to date. Everything else stays byte for byte.
///
/// # Errors
///
/// Settings that cannot be understood are left alone.
pub fn register(text: &str, entry: &Entry) -> Result<String, Refusal> {
    let (mark, text) = split_mark(text);
    let root = parse(if text.trim().is_empty() { "{}\n" } else { text })?;
    let settings = root.object_value().ok_or(Refusal::Shape { path: "settings", expected: "an object" })?;
    let found = find(&settings)?;
    match found.as_slice() {
        [only] if only.alone() => update(only, entry),
        many => {
            let arguments = many.first().map(|ours| ours.arguments.clone()).unwrap_or_default();
            many.iter().cloned().for_each(Ours::remove);
            append(&settings, entry, &arguments);
        }
    }
    Ok(format!("{mark}{root}"))
}

/// The settings without our entries, and without the containers that hold nothing once they are gone.
///
/// # Errors
///
/// As [`register`].
pub fn unregister(text: &str) -> Result<String, Refusal> {
    let (mark, body) = split_mark(text);
    if body.trim().is_empty() {
        return Ok(text.to_owned());
    }
    let root = parse(body)?;
    let settings = root.object_value().ok_or(Refusal::Shape { path: "settings", expected: "an object" })?;
    let found = find(&settings)?;
    if found.is_empty() {
        return Ok(text.to_owned());
    }
    found.into_iter().for_each(Ours::remove);
    if let Some(hooks) = settings.get("hooks") {
        if let Some(event) = hooks.object_value().and_then(|events| events.get("PreToolUse"))
            && event.array_value().is_some_and(|groups| groups.elements().is_empty())
        {
            event.remove();
        }
        if hooks.object_value().is_some_and(|events| events.properties().is_empty()) {
            hooks.remove();
        }
    }
    Ok(format!("{mark}{root}"))
}

/// A byte order mark is kept where it stands.
fn split_mark(text: &str) -> (&str, &str) {
    text.strip_prefix('\u{feff}').map_or(("", text), |rest| ("\u{feff}", rest))
}

fn parse(text: &str) -> Result<CstRootNode, Refusal> {
    CstRootNode::parse(text, &ParseOptions::default()).map_err(|error| Refusal::Syntax(error.to_string()))
}

/// One of our entries.
#[derive(Clone)]
struct Ours {
    group: CstObject,
    handlers: CstArray,
    handler: CstObject,
    arguments: String,
}

impl Ours {
    /// Whether the group holds nothing else.
    fn alone(&self) -> bool {
        self.handlers.elements().len() == 1
    }

    fn remove(self) {
        if self.alone() { self.group.remove() } else { self.handler.remove() }
    }
}

fn find(settings: &CstObject) -> Result<Vec<Ours>, Refusal> {
    let mut found = Vec::new();
    let Some(groups) = groups(settings)? else { return Ok(found) };
    for group in groups.elements() {
        let Some(group) = group.as_object() else { continue };
        let Some(handlers) = group.array_value("hooks") else { continue };
        for handler in handlers.elements() {
            let Some(handler) = handler.as_object() else { continue };
            if let Some(arguments) = hook_arguments(&handler) {
                found.push(Ours { group: group.clone(), handlers: handlers.clone(), handler, arguments });
            }
        }
    }
    Ok(found)
}

/// What the handler gives to our hook; `None` where it is not ours.
fn hook_arguments(handler: &CstObject) -> Option<String> {
    let command = text(handler, "command")?;
    let Some(arguments) = handler.get("args") else {
        return arguments_after_hook(&command).map(str::to_owned);
    };
    // With `args` there is no shell: the command is the program, and the first argument the subcommand.
    let arguments = arguments.array_value()?.elements();
    let words: Vec<String> = arguments.iter().map(word).collect::<Option<_>>()?;
    let joined = format!("'{}' {}", command.replace('\'', r"'\''"), words.join(" "));
    arguments_after_hook(&joined).map(str::to_owned)
}

fn word(node: &CstNode) -> Option<String> {
    node.as_string_lit()?.decoded_value().ok()
}

fn text(object: &CstObject, name: &str) -> Option<String> {
    object.get(name)?.value()?.as_string_lit()?.decoded_value().ok()
}

/// The groups of our event, where there are any.
fn groups(settings: &CstObject) -> Result<Option<CstArray>, Refusal> {
    let Some(hooks) = single(settings, "hooks", "hooks")? else { return Ok(None) };
    let events = hooks.object_value().ok_or(Refusal::Shape { path: "hooks", expected: "an object" })?;
    let Some(event) = single(&events, "PreToolUse", "hooks.PreToolUse")? else { return Ok(None) };
    event.array_value().map(Some).ok_or(Refusal::Shape { path: "hooks.PreToolUse", expected: "a list" })
}

fn single(object: &CstObject, name: &str, path: &'static str) -> Result<Option<CstObjectProp>, Refusal> {
    let mut given = object
        .properties()
        .into_iter()
        .filter(|property| property.name().and_then(|name| name.decoded_value().ok()).as_deref() == Some(name));
    let first = given.next();
    if given.next().is_some() { Err(Refusal::Twice(path)) } else { Ok(first) }
}

/// Brings what differs up to date; a longer or shorter timeout is the person's own choice.
fn update(ours: &Ours, entry: &Entry) {
    set(&ours.group, "matcher", &entry.matcher);
    set(&ours.handler, "type", "command");
    set(&ours.handler, "onFailure", &entry.on_failure);
    if ours.handler.get("args").is_none() {
        set(&ours.handler, "command", &entry.command(&ours.arguments));
    } else if text(&ours.handler, "command").is_some_and(|command| command != unquoted(&entry.program)) {
        set(&ours.handler, "command", &unquoted(&entry.program));
    }
    if ours.handler.get("timeout").is_none() {
        ours.handler.append("timeout", CstInputValue::from(entry.timeout));
    }
}

/// The program as the exec form takes it: a path, no shell word.
fn unquoted(program: &str) -> String {
    let inner = program.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    inner.map_or_else(|| program.to_owned(), |inner| inner.replace(r"'\''", "'"))
}

fn set(object: &CstObject, name: &str, value: &str) {
    if text(object, name).as_deref() == Some(value) {
        return;
    }
    match object.get(name) {
        Some(property) => property.set_value(CstInputValue::from(value)),
        None => {
            object.append(name, CstInputValue::from(value));
        }
    }
}

fn append(settings: &CstObject, entry: &Entry, arguments: &str) {
    let object = |fields: Vec<(&str, CstInputValue)>| {
        CstInputValue::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    };
    let handler = object(vec![
        ("type", "command".into()),
        ("command", entry.command(arguments).into()),
        ("timeout", entry.timeout.into()),
        ("onFailure", entry.on_failure.as_str().into()),
    ]);
    let group =
        object(vec![("matcher", entry.matcher.as_str().into()), ("hooks", CstInputValue::Array(vec![handler]))]);
    let groups = settings.object_value_or_set("hooks").array_value_or_set("PreToolUse");
    groups.ensure_multiline();
    groups.append(group);
}
