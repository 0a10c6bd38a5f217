//! `import` and `from … import`, and what their names stand for.

use std::collections::{BTreeMap, BTreeSet};

use super::super::notes::Unread;
use super::program::Tokens;
use super::token::Kind;
use super::{modules, words};

/// What the import statements of a program bind.
#[derive(Debug, Default)]
pub(super) struct Imports<'t> {
    /// Names that stand for modules, and the modules.
    pub(super) modules: BTreeMap<&'t str, String>,
    /// Names that stand for something of a module.
    pub(super) values: BTreeSet<&'t str>,
    /// Names that stand for the decorator `dataclass`.
    pub(super) dataclass: BTreeSet<&'t str>,
    /// Names that stand for `pathlib.Path`.
    pub(super) paths: BTreeSet<&'t str>,
    /// Tokens that belong to import statements.
    pub(super) covered: BTreeSet<usize>,
}

/// Reads every import statement.
pub(super) fn imports<'t>(tokens: &Tokens<'t>) -> Result<Imports<'t>, Unread> {
    let mut imports = Imports::default();
    for index in 0..tokens.len() {
        let end = match tokens.name(index) {
            Some("import") if !imports.covered.contains(&index) && tokens.begins_statement(index) => {
                imports.modules(tokens, index + 1)?
            }
            Some("from") if tokens.begins_statement(index) => imports.names(tokens, index + 1)?,
            Some("import") if !imports.covered.contains(&index) => return Err(tokens.unread(index)),
            Some(_) | None => continue,
        };
        imports.covered.extend(index..end);
    }
    Ok(imports)
}

impl<'t> Imports<'t> {
    /// Whether the program can make paths.
    pub(super) fn uses_paths(&self) -> bool {
        !self.paths.is_empty() || self.modules.values().any(|module| module == "pathlib")
    }

    /// `import a.b, c as d`
    fn modules(&mut self, tokens: &Tokens<'t>, mut index: usize) -> Result<usize, Unread> {
        loop {
            let start = index;
            let module = dotted(tokens, &mut index)?;
            if module != "pathlib" && modules::attributes(&module).is_none() {
                return Err(tokens.unread(start));
            }
            let bound = match tokens.name(index) {
                Some("as") => {
                    index += 2;
                    (tokens.name(index - 1), module)
                }
                // The name of the package, through which its modules are reached.
                Some(_) | None => {
                    let package = module.split('.').next().unwrap_or_default().to_owned();
                    (tokens.name(start), package)
                }
            };
            let (Some(name), module) = bound else { return Err(tokens.unread(index)) };
            self.module(name, module).ok_or_else(|| tokens.unread(start))?;
            if !tokens.is_mark(index, ",") {
                break;
            }
            index += 1;
        }
        ends(tokens, index)
    }

    /// `from a.b import c, d as e`
    fn names(&mut self, tokens: &Tokens<'t>, mut index: usize) -> Result<usize, Unread> {
        let module = dotted(tokens, &mut index)?;
        if tokens.name(index) != Some("import") {
            return Err(tokens.unread(index));
        }
        index += 1;
        let closing = if tokens.is_mark(index, "(") { tokens.partner(index) } else { None };
        if closing.is_some() {
            index += 1;
        }
        while closing != Some(index) {
            let Some(name) = tokens.name(index) else { return Err(tokens.unread(index)) };
            let mut bound = name;
            if tokens.name(index + 1) == Some("as") {
                bound = tokens.name(index + 2).ok_or_else(|| tokens.unread(index))?;
                index += 2;
            }
            self.member(&module, name, bound).ok_or_else(|| tokens.unread(index))?;
            index += 1;
            if !tokens.is_mark(index, ",") {
                break;
            }
            index += 1;
        }
        if let Some(closing) = closing {
            if closing != index {
                return Err(tokens.unread(index));
            }
            index += 1;
        }
        ends(tokens, index)
    }

    fn module(&mut self, name: &'t str, module: String) -> Option<()> {
        if module != "pathlib" {
            modules::attributes(&module)?;
        }
        if is_taken(name) || self.modules.get(name).is_some_and(|other| *other != module) {
            return None;
        }
        self.modules.insert(name, module);
        Some(())
    }

    fn member(&mut self, module: &str, name: &str, bound: &'t str) -> Option<()> {
        let inner = format!("{module}.{name}");
        if modules::attributes(&inner).is_some() {
            return self.module(bound, inner);
        }
        if is_taken(bound) {
            return None;
        }
        if module == "pathlib" && name == "Path" {
            self.paths.insert(bound);
            return Some(());
        }
        if !modules::attributes(module)?.contains(&name) {
            return None;
        }
        if inner == "dataclasses.dataclass" {
            self.dataclass.insert(bound);
        } else {
            self.values.insert(bound);
        }
        Some(())
    }
}

/// Whether a name has a meaning that no import may change.
fn is_taken(name: &str) -> bool {
    name.starts_with("__")
        || words::KEYWORDS.contains(&name)
        || words::CALLED.contains(&name)
        || words::REFUSED.contains(&name)
}

fn dotted(tokens: &Tokens<'_>, index: &mut usize) -> Result<String, Unread> {
    let mut module = String::new();
    loop {
        module.push_str(tokens.name(*index).ok_or_else(|| tokens.unread(*index))?);
        *index += 1;
        if !tokens.is_mark(*index, ".") {
            return Ok(module);
        }
        module.push('.');
        *index += 1;
    }
}

fn ends(tokens: &Tokens<'_>, index: usize) -> Result<usize, Unread> {
    match tokens.kind(index) {
        None | Some(Kind::Newline | Kind::Mark(";")) => Ok(index),
        Some(_) => Err(tokens.unread(index)),
    }
}
