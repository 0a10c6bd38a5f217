//! The small grammar of strings in specs: roles, slots and effects. Shared with the build script.

use std::fmt;

use super::schema::{Count, Does, Language, Lost, Object, Role, Slot, Verb};

/// A string in a spec that says nothing the schema knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GrammarError {
    /// A role of this spelling does not exist.
    Role(String),
    /// A language of this spelling does not exist.
    Language(String),
    /// An operand is not written `slot: role`.
    Slot(String),
    /// A flag's value cannot be variadic.
    Variadic(String),
    /// An effect's verb does not exist.
    Verb(String),
    /// An effect has more words than verb, object and loss.
    Long(String),
    /// An object does not suit its verb.
    Object {
        /// The effect.
        effect: String,
        /// What its verb takes.
        takes: &'static str,
    },
    /// A deletion that does not say what is lost.
    Loss(String),
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Role(text) => write!(f, "unknown role `{text}`: use one of {ROLES}"),
            Self::Language(text) => write!(f, "unknown language `{text}`: use `other` for one that is not analysed"),
            Self::Slot(text) => write!(f, "`{text}` is not `slot: role`: name the slot in lower case, then its role"),
            Self::Variadic(text) => write!(f, "a flag takes one value, so `{text}` cannot end in `...`"),
            Self::Verb(text) => write!(f, "unknown verb `{text}`: use one of {VERBS}"),
            Self::Long(text) => write!(f, "`{text}` is not `verb object loss`: separate effects by commas"),
            Self::Object { effect, takes } => {
                write!(f, "`{effect}` has an object that its verb does not take: {takes}")
            }
            Self::Loss(text) => write!(f, "`{text}` does not say what is lost: add `lost` or `recoverable`"),
        }
    }
}

const ROLES: &str = "text, number, pattern, ref, read, write, update, append, delete, dir, chdir, exec, host, url, file-or-url, data, \
                     env, command, `command until X or Y`, code:LANGUAGE, script:LANGUAGE";
const VERBS: &str = "print, read, walk, write, append, delete, run, fetch, send, elevate, signal, configure, publish, \
                     discard, secret, env, clipboard";

/// Reads `"slot: role = effects else effects"`.
///
/// # Errors
/// Where it is not of that form, or a role or effect in it is unknown.
pub fn slot(text: &str) -> Result<Slot, GrammarError> {
    let (name, rest) = text.split_once(':').ok_or_else(|| GrammarError::Slot(text.to_owned()))?;
    let name = name.trim();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(plain) {
        return Err(GrammarError::Slot(text.to_owned()));
    }
    let (rest, otherwise) = match rest.split_once(" else ") {
        Some((rest, otherwise)) => (rest, effects(otherwise)?),
        None => (rest, Vec::new()),
    };
    let (role_text, does) = match rest.split_once(" = ") {
        Some((role_text, does)) => (role_text, effects(does)?),
        None => (rest, Vec::new()),
    };
    let (role, count) = counted_role(role_text.trim())?;
    Ok(Slot { name: name.to_owned(), role, count, does, otherwise })
}

/// Reads the role of a flag's value: the role, and whether the value may be absent.
///
/// # Errors
/// Where the role is unknown or variadic.
pub fn value_role(text: &str) -> Result<(Role, bool), GrammarError> {
    let (role, count) = counted_role(text.trim())?;
    match count {
        Count::One => Ok((role, false)),
        Count::Optional => Ok((role, true)),
        Count::Many => Err(GrammarError::Variadic(text.to_owned())),
    }
}

fn counted_role(text: &str) -> Result<(Role, Count), GrammarError> {
    let (text, count) = match (text.strip_suffix("..."), text.strip_suffix('?')) {
        (Some(text), _) => (text, Count::Many),
        (None, Some(text)) => (text, Count::Optional),
        (None, None) => (text, Count::One),
    };
    Ok((role(text)?, count))
}

fn role(text: &str) -> Result<Role, GrammarError> {
    if let Some(ends) = text.strip_prefix("command until ") {
        return Ok(Role::CommandUntil(ends.split(" or ").map(|end| end.trim().to_owned()).collect()));
    }
    if let Some(name) = text.strip_prefix("code:") {
        return language(name).map(Role::Code);
    }
    if let Some(name) = text.strip_prefix("script:") {
        return language(name).map(Role::Script);
    }
    Ok(match text {
        "text" | "number" | "pattern" | "ref" => Role::Inert,
        "read" => Role::Read,
        "write" => Role::Write,
        "update" => Role::Update,
        "append" => Role::Append,
        "delete" => Role::Delete,
        "dir" => Role::Dir,
        "chdir" => Role::Chdir,
        "exec" => Role::Exec,
        "host" => Role::Host,
        "url" => Role::Url,
        "file-or-url" => Role::FileOrUrl,
        "data" => Role::Data,
        "env" => Role::Env,
        "command" => Role::Command,
        _ => return Err(GrammarError::Role(text.to_owned())),
    })
}

fn language(text: &str) -> Result<Language, GrammarError> {
    Ok(match text {
        "bash" => Language::Bash,
        "sh" => Language::Sh,
        "sed" => Language::Sed,
        "awk" => Language::Awk,
        "jq" => Language::Jq,
        "test" => Language::Test,
        "mode" => Language::Mode,
        "sql" => Language::Sql,
        "python" => Language::Python,
        "javascript" => Language::JavaScript,
        "perl" => Language::Perl,
        "ruby" => Language::Ruby,
        "other" => Language::Other,
        _ => return Err(GrammarError::Language(text.to_owned())),
    })
}

/// Reads effects separated by commas.
///
/// # Errors
/// Where a verb is unknown, or an object or loss does not suit it.
pub fn effects(text: &str) -> Result<Vec<Does>, GrammarError> {
    text.split(',').map(|part| effect(part.trim())).collect()
}

fn effect(text: &str) -> Result<Does, GrammarError> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let loss = match words.last() {
        Some(&"lost") => Lost::Permanent,
        Some(&"recoverable") => Lost::Recoverable,
        Some(_) | None => Lost::Nothing,
    };
    if loss != Lost::Nothing {
        words.pop();
    }
    let (verb_text, object_text) = match words.as_slice() {
        [] => return Err(GrammarError::Verb(text.to_owned())),
        [verb] => (*verb, None),
        [verb, object] => (*verb, Some(*object)),
        _ => return Err(GrammarError::Long(text.to_owned())),
    };
    let verb = verb(verb_text)?;
    let object = object_text.map_or(Object::Nothing, object);
    if let Some(takes) = misfit(verb, &object) {
        return Err(GrammarError::Object { effect: text.to_owned(), takes });
    }
    if verb == Verb::Delete && loss == Lost::Nothing {
        return Err(GrammarError::Loss(text.to_owned()));
    }
    Ok(Does { verb, object, loss })
}

fn verb(text: &str) -> Result<Verb, GrammarError> {
    Ok(match text {
        "print" => Verb::Print,
        "read" => Verb::Read,
        "walk" => Verb::Walk,
        "write" => Verb::Write,
        "append" => Verb::Append,
        "delete" => Verb::Delete,
        "run" => Verb::Run,
        "fetch" => Verb::Fetch,
        "send" => Verb::Send,
        "elevate" => Verb::Elevate,
        "signal" => Verb::Signal,
        "configure" => Verb::Configure,
        "publish" => Verb::Publish,
        "discard" => Verb::Discard,
        "secret" => Verb::Secret,
        "env" => Verb::Env,
        "clipboard" => Verb::Clipboard,
        _ => return Err(GrammarError::Verb(text.to_owned())),
    })
}

/// A slot of the name of another object cannot be named in effects.
fn object(text: &str) -> Object {
    match text {
        "value" => Object::Value,
        "cwd" => Object::Cwd,
        "worktree" => Object::Worktree,
        "repo" => Object::Repo,
        "remote" => Object::Remote,
        "any" => Object::Any,
        "project" => Object::Project,
        "inline" => Object::Inline,
        "downloaded" => Object::Downloaded,
        "localhost" => Object::Host(text.to_owned()),
        _ if ["./", "~/", "/"].iter().any(|start| text.starts_with(start)) => Object::Path(text.to_owned()),
        _ if text.contains('.') => Object::Host(text.to_owned()),
        _ => Object::Slot(text.to_owned()),
    }
}

/// What the verb takes, where `object` is not that.
fn misfit(verb: Verb, object: &Object) -> Option<&'static str> {
    let path = || matches!(object, Object::Cwd | Object::Worktree | Object::Repo | Object::Any | Object::Path(_));
    let word = matches!(object, Object::Slot(_) | Object::Value);
    let (fits, takes) = match verb {
        Verb::Print | Verb::Elevate | Verb::Discard | Verb::Publish | Verb::Clipboard => {
            (matches!(object, Object::Nothing), "it stands alone")
        }
        Verb::Read | Verb::Walk | Verb::Write | Verb::Append | Verb::Delete => {
            (word || path(), "a slot, `value`, `cwd`, `worktree`, `repo`, `any` or a path")
        }
        Verb::Run => (
            word || matches!(object, Object::Any | Object::Project | Object::Inline | Object::Downloaded),
            "`project`, `inline`, `downloaded`, `any`, a slot or `value`",
        ),
        Verb::Fetch | Verb::Send => (
            word || matches!(object, Object::Remote | Object::Host(_)),
            "`remote`, a host with a dot, a slot or `value`",
        ),
        Verb::Configure | Verb::Secret => {
            (word || path() || matches!(object, Object::Nothing), "a slot, `value`, a path, or nothing")
        }
        Verb::Signal | Verb::Env => (word || matches!(object, Object::Nothing), "a slot, `value`, or nothing"),
    };
    (!fits).then_some(takes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_states_role_count_and_effects() {
        let slot = slot("paths: dir... = read paths else walk cwd").expect("well-formed");
        assert_eq!((slot.name.as_str(), slot.role, slot.count), ("paths", Role::Dir, Count::Many));
        assert_eq!(slot.does.first().map(|does| does.verb), Some(Verb::Read));
        assert_eq!(slot.otherwise.first().map(|does| does.object.clone()), Some(Object::Cwd));
    }

    #[test]
    fn ends_of_a_command_are_listed() {
        let role = value_role("command until ; or +").expect("well-formed").0;
        assert_eq!(role, Role::CommandUntil(vec![";".to_owned(), "+".to_owned()]));
    }

    #[test]
    fn objects_are_told_apart_by_their_form() {
        for (text, expected) in [
            ("api.github.com", Object::Host("api.github.com".to_owned())),
            ("./target", Object::Path("./target".to_owned())),
            ("~/.cache", Object::Path("~/.cache".to_owned())),
            ("files", Object::Slot("files".to_owned())),
        ] {
            assert_eq!(object(text), expected, "{text}");
        }
    }

    #[test]
    fn what_the_grammar_does_not_know_is_refused() {
        for text in
            ["destroy files", "delete files", "print files", "read a b", "", "fetch worktree", "write api.github.com"]
        {
            assert!(effects(text).is_err(), "{text}");
        }
        for text in ["files", "Files: read", "files: see", ": read", "script: script:cobol"] {
            assert!(slot(text).is_err(), "{text}");
        }
        assert!(value_role("read...").is_err());
    }
}
