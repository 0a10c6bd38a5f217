//! What a program reaches through its names and attributes.

use std::collections::BTreeSet;

use super::super::notes::{Notes, Unread};
use super::files::Files;
use super::imports::{Imports, imports};
use super::names::{Bound, bound};
use super::token::{Kind, Token};
use super::{modules, words};

/// The tokens of a program, looked up by place.
pub(super) struct Tokens<'t> {
    list: &'t [Token<'t>],
}

impl<'t> Tokens<'t> {
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn kind(&self, index: usize) -> Option<&'t Kind<'t>> {
        self.list.get(index).map(|token| &token.kind)
    }

    pub(super) fn before(&self, index: usize) -> Option<&'t Kind<'t>> {
        self.kind(index.checked_sub(1)?)
    }

    pub(super) fn name(&self, index: usize) -> Option<&'t str> {
        match self.kind(index) {
            Some(Kind::Name(name)) => Some(name),
            Some(Kind::Number(_) | Kind::Text(_) | Kind::Formatted | Kind::Mark(_) | Kind::Newline) | None => None,
        }
    }

    pub(super) fn mark(&self, index: usize) -> Option<&'static str> {
        match self.kind(index) {
            Some(Kind::Mark(mark)) => Some(mark),
            Some(Kind::Number(_) | Kind::Text(_) | Kind::Formatted | Kind::Name(_) | Kind::Newline) | None => None,
        }
    }

    pub(super) fn is_mark(&self, index: usize, mark: &str) -> bool {
        self.mark(index) == Some(mark)
    }

    /// Whether this mark stands at `index` outside all brackets.
    pub(super) fn is_outer_mark(&self, index: usize, mark: &str) -> bool {
        self.is_mark(index, mark) && self.within(index).is_none()
    }

    /// Whether the token at `index` assigns to what stands before it.
    pub(super) fn is_assignment(&self, index: usize) -> bool {
        matches!(
            self.mark(index),
            Some("=" | "+=" | "-=" | "*=" | "/=" | "//=" | "%=" | "&=" | "|=" | "^=" | "@=" | ">>=" | "<<=" | "**=")
        )
    }

    pub(super) fn within(&self, index: usize) -> Option<usize> {
        self.list.get(index)?.within
    }

    pub(super) fn partner(&self, index: usize) -> Option<usize> {
        self.list.get(index)?.partner
    }

    /// Whether the name at `index` is looked up in a value.
    pub(super) fn is_attribute(&self, index: usize) -> bool {
        self.before(index) == Some(&Kind::Mark("."))
    }

    pub(super) fn begins_statement(&self, index: usize) -> bool {
        matches!(self.before(index), None | Some(Kind::Newline | Kind::Mark(";" | ":")))
    }

    /// Whether the name at `index` only names an argument: `f(name=…)`.
    fn names_argument(&self, index: usize) -> bool {
        let bracketed = self.within(index).is_some_and(|open| self.is_mark(open, "("));
        bracketed && self.is_mark(index + 1, "=") && matches!(self.before(index), Some(Kind::Mark("(" | ",")))
    }

    /// Whether the bracket at `open` holds the arguments of a call of this name.
    fn is_call_of(&self, open: usize, name: &str) -> bool {
        let before = open.wrapping_sub(1);
        self.is_mark(open, "(") && self.name(before) == Some(name) && !self.is_attribute(before)
    }

    /// Whether the name at `index` is called, and is not the name in a definition.
    pub(super) fn is_called(&self, index: usize) -> bool {
        self.is_mark(index + 1, "(") && !matches!(self.before(index), Some(Kind::Name("def" | "class")))
    }

    /// The arguments in the bracket at `open`, each from its first token up to the one after its last.
    pub(super) fn arguments(&self, open: usize) -> Vec<(usize, usize)> {
        let Some(close) = self.partner(open) else { return Vec::new() };
        let mut arguments = Vec::new();
        let mut start = open + 1;
        let mut at = start;
        while at < close {
            if self.is_mark(at, ",") {
                arguments.push((start, at));
                start = at + 1;
            }
            at = self.partner(at).filter(|partner| *partner > at).unwrap_or(at) + 1;
        }
        if start < close {
            arguments.push((start, close));
        }
        arguments
    }

    /// Whether any argument is unpacked: then their number is not known.
    pub(super) fn unpacks(&self, arguments: &[(usize, usize)]) -> bool {
        arguments.iter().any(|(start, _)| matches!(self.mark(*start), Some("*" | "**")))
    }

    pub(super) fn unread(&self, index: usize) -> Unread {
        Unread(format!("{:?}", self.kind(index)))
    }
}

/// Notes what the program does; the error is the first thing that may lead out of what is followed.
pub(super) fn check(tokens: &[Token<'_>], notes: &mut Notes) -> Result<(), Unread> {
    let tokens = Tokens { list: tokens };
    let imports = imports(&tokens)?;
    let bound = bound(&tokens)?;
    let has_classes = (0..tokens.len()).any(|at| tokens.name(at) == Some("class"));
    let files = Files::new(imports.uses_paths());
    let mut program = Program { tokens: &tokens, imports, bound, members: BTreeSet::new(), files, has_classes };
    for index in 0..tokens.len() {
        if let Some(name) = tokens.name(index)
            && !program.imports.covered.contains(&index)
        {
            program.word(index, name, notes)?;
        }
    }
    program.files.conclude(&tokens, notes);
    Ok(())
}

struct Program<'a, 't> {
    tokens: &'a Tokens<'t>,
    imports: Imports<'t>,
    bound: Bound<'t>,
    /// Places of names that are looked up in modules.
    members: BTreeSet<usize>,
    files: Files,
    has_classes: bool,
}

impl<'t> Program<'_, 't> {
    fn word(&mut self, index: usize, name: &'t str, notes: &mut Notes) -> Result<(), Unread> {
        let tokens = self.tokens;
        let allowed = if tokens.is_attribute(index) {
            self.members.contains(&index) || self.attribute(index, name)
        } else if words::KEYWORDS.contains(&name) {
            self.keyword(index, name)
        } else if tokens.names_argument(index) {
            words::is_plain_attribute(name) && !words::CALLED.contains(&name)
        } else if words::REFUSED.contains(&name) {
            false
        } else if name.starts_with("__") {
            self.special(index, name)
        } else if name.starts_with('_') && name != "_" && self.has_classes {
            // In the body of a class it may replace what a class of the library keeps to itself.
            false
        } else if words::CALLED.contains(&name) {
            return self.called(index, name, notes);
        } else if let Some(module) = self.imports.modules.get(name) {
            let module = module.clone();
            return self.module(index, module);
        } else if self.imports.paths.contains(name) {
            return self.files.path(tokens, index);
        } else if self.imports.dataclass.contains(name) {
            self.decorates_class(index, index)
        } else {
            words::BUILTINS.contains(&name) || self.imports.values.contains(name) || self.bound.names.contains(name)
        };
        if allowed { Ok(()) } else { Err(tokens.unread(index)) }
    }

    fn keyword(&self, index: usize, name: &str) -> bool {
        let tokens = self.tokens;
        match name {
            // Names in brackets would be targets that are not seen as such.
            "as" => tokens.name(index + 1).is_some(),
            // A metaclass, or other keywords, may make of the class what they like.
            "class" => {
                let arguments = tokens.arguments(index + 2);
                let named = |(start, _): &(usize, usize)| tokens.is_mark(start + 1, "=");
                !tokens.unpacks(&arguments) && !arguments.iter().any(named)
            }
            _ => true,
        }
    }

    /// Names with two underscores have a meaning to Python.
    fn special(&self, index: usize, name: &str) -> bool {
        match self.tokens.before(index) {
            Some(Kind::Name("def")) => words::METHODS.contains(&name),
            Some(_) | None => name == "__name__" && self.tokens.is_mark(index + 1, "=="),
        }
    }

    fn attribute(&mut self, index: usize, name: &str) -> bool {
        let tokens = self.tokens;
        let base = index.wrapping_sub(2);
        match name {
            "__name__" => true,
            "__class__" => tokens.is_mark(index + 1, ".") && tokens.name(index + 2) == Some("__name__"),
            "__init__" => {
                let super_called = tokens.is_mark(base, ")")
                    && tokens.partner(base).is_some_and(|open| tokens.is_call_of(open, "super"));
                super_called && tokens.is_mark(index + 1, "(")
            }
            "format" => match tokens.kind(base) {
                Some(Kind::Text(Some(text))) => {
                    !matches!(tokens.before(base), Some(Kind::Text(_) | Kind::Formatted)) && has_plain_fields(text)
                }
                Some(_) | None => false,
            },
            _ => words::is_plain_attribute(name) && self.files.attribute(tokens, index, name),
        }
    }

    /// A built-in function of which more must be known than its name.
    fn called(&mut self, index: usize, name: &str, notes: &mut Notes) -> Result<(), Unread> {
        let tokens = self.tokens;
        let allowed = match name {
            "open" if tokens.is_called(index) => return self.files.open(tokens, index, notes),
            "type" => tokens.is_called(index) && self.type_is_only_looked_at(index),
            "print" => tokens.is_called(index) || self.is_first_argument(index),
            _ => tokens.is_called(index),
        };
        if allowed { Ok(()) } else { Err(tokens.unread(index)) }
    }

    /// `map(print, …)`
    fn is_first_argument(&self, index: usize) -> bool {
        let tokens = self.tokens;
        let Some(open) = tokens.within(index).filter(|open| *open + 1 == index) else { return false };
        let function = open.wrapping_sub(1);
        let named = tokens.name(function).is_some_and(|name| !words::KEYWORDS.contains(&name));
        named && tokens.is_called(function) && tokens.is_mark(index + 1, ",")
    }

    /// The type of a value may make others, such as open files: it is printed, named or compared, but kept nowhere.
    fn type_is_only_looked_at(&self, index: usize) -> bool {
        let tokens = self.tokens;
        let arguments = tokens.arguments(index + 1);
        let Some(close) = tokens.partner(index + 1) else { return false };
        let (before, after) = (tokens.before(index), close + 1);
        if arguments.len() != 1 || tokens.unpacks(&arguments) {
            return false;
        }
        if tokens.is_mark(after, ".") {
            return tokens.name(after + 1) == Some("__name__");
        }
        if matches!(before, Some(Kind::Mark("f{"))) {
            return tokens.is_mark(after, "}f");
        }
        let printed = tokens.within(index).is_some_and(|open| tokens.is_call_of(open, "print"))
            && matches!(before, Some(Kind::Mark("(" | ",")))
            && matches!(tokens.mark(after), Some(")" | ","));
        let begins = matches!(
            before,
            Some(Kind::Newline | Kind::Name("if" | "elif" | "and" | "or" | "not" | "assert" | "return"))
                | Some(Kind::Mark("(" | "[" | ","))
        );
        let compared = match tokens.kind(after) {
            Some(Kind::Name("is")) => true,
            Some(Kind::Mark("==" | "!=")) => tokens
                .name(after + 1)
                .is_some_and(|name| words::TYPES.contains(&name) && !self.bound.names.contains(name)),
            Some(_) | None => false,
        };
        printed || begins && compared
    }

    /// A module, which stands only before what is listed of it.
    fn module(&mut self, index: usize, mut module: String) -> Result<(), Unread> {
        let tokens = self.tokens;
        let refused = || tokens.unread(index);
        let mut at = index;
        loop {
            if !tokens.is_mark(at + 1, ".") {
                return Err(refused());
            }
            let name = tokens.name(at + 2).ok_or_else(refused)?;
            at += 2;
            self.members.insert(at);
            let inner = format!("{module}.{name}");
            match inner.as_str() {
                "pathlib.Path" => return self.files.path(tokens, at),
                "dataclasses.dataclass" if !self.decorates_class(index, at) => return Err(refused()),
                _ => {}
            }
            if !modules::attributes(&module).is_some_and(|names| names.contains(&name)) {
                return Err(refused());
            }
            if modules::attributes(&inner).is_none() {
                break;
            }
            module = inner;
        }
        let looked_into = matches!(tokens.mark(at + 1), Some("(" | "[" | "."));
        let target =
            self.bound.targets.contains(&index) || tokens.begins_statement(index) && tokens.is_mark(at + 1, ":");
        if !looked_into && target { Err(refused()) } else { Ok(()) }
    }

    /// Whether the decorator that ends at `last` stands directly before a class. `dataclass` makes code from the names of
    /// the fields, which are those of the text only then.
    fn decorates_class(&self, first: usize, last: usize) -> bool {
        let tokens = self.tokens;
        let mut next = match tokens.mark(last + 1) {
            Some("(") => tokens.partner(last + 1).map_or(usize::MAX, |close| close.saturating_add(1)),
            Some(_) | None => last + 1,
        };
        if !matches!(tokens.kind(next), Some(Kind::Newline)) {
            return false;
        }
        while matches!(tokens.kind(next), Some(Kind::Newline)) {
            next += 1;
        }
        let at = first.wrapping_sub(1);
        tokens.is_mark(at, "@") && tokens.begins_statement(at) && tokens.name(next) == Some("class")
    }
}

/// Whether the fields of a format string name arguments only, not attributes of them.
fn has_plain_fields(text: &str) -> bool {
    text.split('{').skip(1).all(|field| {
        let name = field.split(['}', ':', '!']).next().unwrap_or_default();
        !name.contains('.')
    })
}
