//! The state of the shell as it builds up over one call, and how states of different paths through the text meet.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::directory::Directory;
use crate::shell::tree::Compound;
use crate::value::{Cause, Value};

/// What a variable holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content {
    /// A string.
    Scalar(Value),
    /// An indexed array whose elements are known one by one.
    List(Vec<Value>),
    /// An array, integer, reference, or anything else whose value is not followed.
    Untracked,
    /// Not set.
    Unset,
}

/// What a name calls.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Definition {
    /// Bodies that it may have.
    pub(crate) bodies: Vec<Rc<Compound>>,
    /// Whether on some path it is not defined.
    pub(crate) maybe_absent: bool,
}

/// The positional parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Positional {
    /// Exactly these.
    Known(Vec<Value>),
    /// Any.
    Unknown,
}

/// What standard input holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// What the agent gave: nothing that is known.
    Inherited,
    /// Exactly this text.
    Text(Value),
    /// Lines, each of which is like this value.
    Lines(Value),
    /// A stream about which nothing is known.
    Stream,
}

/// The state of the shell at one point of the text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scope {
    pub(crate) cwd: Directory,
    pub(crate) old_cwd: Directory,
    pub(crate) positional: Positional,
    pub(crate) input: Input,
    /// What later look-ups of programs depend on was changed; the variable or command that did it.
    pub(crate) lookup_changed: Option<String>,
    /// Word splitting is no longer the default (`IFS` was assigned).
    pub(crate) splitting_changed: bool,
    variables: Rc<BTreeMap<String, Content>>,
    exported: Rc<BTreeSet<String>>,
    functions: Rc<BTreeMap<String, Definition>>,
    rebound: Rc<BTreeSet<String>>,
}

impl Scope {
    pub(crate) fn new(cwd: Directory) -> Self {
        Self {
            old_cwd: Directory::Unknown,
            cwd,
            positional: Positional::Unknown,
            input: Input::Inherited,
            lookup_changed: None,
            splitting_changed: false,
            variables: Rc::default(),
            exported: Rc::default(),
            functions: Rc::default(),
            rebound: Rc::default(),
        }
    }

    /// The scope of a shell that is started afresh from here: exported variables only, no functions.
    pub(crate) fn fresh_shell(&self, positional: Vec<Value>) -> Self {
        let variables: BTreeMap<_, _> = self
            .variables
            .iter()
            .filter(|(name, _)| self.exported.contains(*name))
            .map(|(name, content)| (name.clone(), content.clone()))
            .collect();
        Self {
            positional: Positional::Known(positional),
            variables: Rc::new(variables),
            functions: Rc::default(),
            ..self.clone()
        }
    }

    pub(crate) fn variable(&self, name: &str) -> Option<&Content> {
        self.variables.get(name)
    }

    pub(crate) fn assign(&mut self, name: &str, content: Content) {
        Rc::make_mut(&mut self.variables).insert(name.to_owned(), content);
    }

    pub(crate) fn export(&mut self, name: &str) {
        Rc::make_mut(&mut self.exported).insert(name.to_owned());
    }

    pub(crate) fn function(&self, name: &str) -> Option<&Definition> {
        self.functions.get(name)
    }

    pub(crate) fn define(&mut self, name: &str, body: Rc<Compound>) {
        let definition = Definition { bodies: vec![body], maybe_absent: false };
        Rc::make_mut(&mut self.functions).insert(name.to_owned(), definition);
    }

    pub(crate) fn undefine(&mut self, name: &str) {
        Rc::make_mut(&mut self.functions).remove(name);
    }

    /// From here on `name` may mean anything.
    pub(crate) fn rebind(&mut self, name: &str) {
        Rc::make_mut(&mut self.rebound).insert(name.to_owned());
    }

    pub(crate) fn is_rebound(&self, name: &str) -> bool {
        self.rebound.contains(name)
    }

    /// Notes that programs may be found elsewhere, or run otherwise, from here on.
    pub(crate) fn change_lookup(&mut self, by: &str) {
        self.lookup_changed.get_or_insert_with(|| by.to_owned());
    }

    /// Forgets the value of every variable that was followed: something assigned names that are not known.
    pub(crate) fn forget_variables(&mut self) {
        for content in Rc::make_mut(&mut self.variables).values_mut() {
            *content = Content::Untracked;
        }
    }

    /// The least state that covers both.
    pub(crate) fn join(self, other: Self) -> Self {
        if Rc::ptr_eq(&self.variables, &other.variables) && self == other {
            return self;
        }
        Self {
            cwd: self.cwd.join(other.cwd),
            old_cwd: self.old_cwd.join(other.old_cwd),
            positional: if self.positional == other.positional { self.positional } else { Positional::Unknown },
            input: if self.input == other.input { self.input } else { Input::Stream },
            lookup_changed: self.lookup_changed.or(other.lookup_changed),
            splitting_changed: self.splitting_changed || other.splitting_changed,
            variables: join_variables(self.variables, &other.variables),
            exported: union(self.exported, &other.exported),
            functions: join_functions(self.functions, &other.functions),
            rebound: union(self.rebound, &other.rebound),
        }
    }
}

fn union(mut left: Rc<BTreeSet<String>>, right: &Rc<BTreeSet<String>>) -> Rc<BTreeSet<String>> {
    if !Rc::ptr_eq(&left, right) && left != *right {
        Rc::make_mut(&mut left).extend(right.iter().cloned());
    }
    left
}

fn join_variables(
    mut left: Rc<BTreeMap<String, Content>>,
    right: &Rc<BTreeMap<String, Content>>,
) -> Rc<BTreeMap<String, Content>> {
    if Rc::ptr_eq(&left, right) || left == *right {
        return left;
    }
    let names: BTreeSet<String> = left.keys().chain(right.keys()).cloned().collect();
    let map = Rc::make_mut(&mut left);
    for name in names {
        let joined = match (map.get(&name), right.get(&name)) {
            (Some(ours), Some(theirs)) => join_content(ours.clone(), theirs.clone()),
            // On one path the name keeps what the environment gave it, which is not known.
            (Some(_), None) | (None, Some(_)) | (None, None) => {
                Content::Scalar(Value::Unknown(Cause::Variable(name.clone())))
            }
        };
        map.insert(name, joined);
    }
    left
}

fn join_content(left: Content, right: Content) -> Content {
    match (left, right) {
        (left, right) if left == right => left,
        (Content::Scalar(left), Content::Scalar(right)) => Content::Scalar(left.join(right)),
        (Content::Scalar(value), Content::Unset) | (Content::Unset, Content::Scalar(value)) => {
            Content::Scalar(value.join(Value::Known(String::new())))
        }
        _ => Content::Untracked,
    }
}

fn join_functions(
    mut left: Rc<BTreeMap<String, Definition>>,
    right: &Rc<BTreeMap<String, Definition>>,
) -> Rc<BTreeMap<String, Definition>> {
    if Rc::ptr_eq(&left, right) || left == *right {
        return left;
    }
    let map = Rc::make_mut(&mut left);
    for (name, definition) in map.iter_mut() {
        match right.get(name) {
            Some(other) => {
                for body in &other.bodies {
                    if !definition.bodies.contains(body) {
                        definition.bodies.push(Rc::clone(body));
                    }
                }
                definition.maybe_absent |= other.maybe_absent;
            }
            None => definition.maybe_absent = true,
        }
    }
    for (name, definition) in right.iter() {
        map.entry(name.clone()).or_insert_with(|| Definition { bodies: definition.bodies.clone(), maybe_absent: true });
    }
    left
}

/// The state after a statement, told apart by whether it succeeded.
#[derive(Debug, Clone)]
pub(crate) struct After {
    /// After exit status zero.
    pub(crate) success: Scope,
    /// After any other.
    pub(crate) failure: Scope,
}

impl After {
    /// The same state either way.
    pub(crate) fn either(scope: Scope) -> Self {
        Self { success: scope.clone(), failure: scope }
    }

    /// What is known where the exit status is not looked at.
    pub(crate) fn joined(self) -> Scope {
        self.success.join(self.failure)
    }

    pub(crate) fn negate(self) -> Self {
        Self { success: self.failure, failure: self.success }
    }

    pub(crate) fn join(self, other: Self) -> Self {
        Self { success: self.success.join(other.success), failure: self.failure.join(other.failure) }
    }
}
