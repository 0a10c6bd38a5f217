//! Policy files in TOML. One reader for every layer; what a layer may grant is decided here, key by key.

use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::de::DeTable;

use super::document::{Document, Located};
use super::model::{Ceiling, Entry, Gated, OffLattice, OnError, Policy, RoleDefinition, Root, Shell};
use super::rule::{List, Rule};
use crate::authority::Level;
use crate::place::{Place, normalise};
use crate::verdict::Layer;

const TOP: &[&str] = &[
    "level",
    "allow",
    "ask",
    "deny",
    "deny-exceptions",
    "roots",
    "hosts",
    "shell",
    "capability",
    "hook",
    "off-lattice",
    "role",
    "grants",
    "project",
];
const PROJECT: &[&str] = &[
    "path",
    "level",
    "allow",
    "ask",
    "deny",
    "deny-exceptions",
    "roots",
    "hosts",
    "shell",
    "capability",
    "off-lattice",
    "grants",
];
const CAPABILITY: &[&str] = &["exec-host", "network"];
const HOOK: &[&str] = &["gated", "on-error"];
const ROLE: &[&str] = &["extends", "level", "deny", "allow", "commands", "agents"];
const ROOT: &[&str] = &["path", "write"];
const ENTRIES: &[(&str, Entry)] = &[("allow", Entry::Allow), ("ask", Entry::Ask), ("deny", Entry::Deny)];

/// Reads one file of a layer into the policy. Errors make the policy unreadable; what could be read is kept.
pub fn read(policy: &mut Policy, file: &Path, text: &str, layer: &Layer, place: &Place) {
    let (document, table) = Document::parse(file, text);
    let mut reader = Reader { document, policy, layer, place };
    reader.top(&table);
    let Document { errors, notes, .. } = reader.document;
    policy.unreadable.extend(errors);
    policy.notes.extend(notes);
}

struct Reader<'t, 'p> {
    document: Document<'t>,
    policy: &'p mut Policy,
    layer: &'p Layer,
    place: &'p Place,
}

impl<'t> Reader<'t, '_> {
    fn top(&mut self, table: &DeTable<'t>) {
        for (key, value) in table {
            let name: &str = key.get_ref();
            match name {
                "hook" => self.hook(value, key.span()),
                "role" => self.roles(value),
                "project" => {}
                _ => self.key(name, value, key.span(), TOP),
            }
        }
        // What a project's entry says stands over what the top says.
        if let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == "project") {
            self.projects(value, key.span());
        }
    }

    /// Keys that stand at the top and in `[[project]]` alike.
    fn key(&mut self, name: &str, value: &Located<'t>, span: Range<usize>, known: &[&str]) {
        match name {
            "level" => self.level(value, span),
            "allow" if self.grants(name, &span) => self.rules(name, value, List::Allow),
            "ask" => self.rules(name, value, List::Ask),
            "deny" => self.rules(name, value, List::Deny),
            "deny-exceptions" if self.grants(name, &span) => self.exceptions(value),
            "roots" if self.grants(name, &span) => self.roots(value),
            "hosts" if self.grants(name, &span) => {
                let hosts = self.document.strings(name, value);
                self.policy.hosts.extend(hosts.into_iter().map(|(host, _)| host.to_ascii_lowercase()));
            }
            "grants" if self.grants(name, &span) => {
                for (command, _) in self.document.strings(name, value) {
                    self.policy.rules.extend(Rule::granted_command(&command, self.layer));
                }
            }
            "shell" if self.grants(name, &span) => {
                let choices =
                    [("bash", Shell::Bash), ("zsh", Shell::Both), ("sh", Shell::Posix), ("both", Shell::Both)];
                if let Some(shell) = self.document.choice(name, value, &choices) {
                    self.policy.shell = shell;
                }
            }
            "capability" => self.capability(value),
            "off-lattice" => self.off_lattice(value),
            "allow" | "deny-exceptions" | "roots" | "hosts" | "grants" | "shell" | "path" => {}
            _ => self.document.unknown(name, span, known),
        }
    }

    /// Whether this layer may grant; where it may not, the key is ignored and that is said.
    fn grants(&mut self, key: &str, span: &Range<usize>) -> bool {
        let may = self.may_grant();
        if !may {
            self.document.note(span.clone(), &format!("`{key}` is ignored here; only your own file can grant"));
        }
        may
    }

    const fn may_grant(&self) -> bool {
        match self.layer {
            Layer::User | Layer::Managed => true,
            Layer::Builtin
            | Layer::AgentUser
            | Layer::AgentProject
            | Layer::Project
            | Layer::Launch
            | Layer::Role(_) => false,
        }
    }

    fn level(&mut self, value: &Located<'t>, span: Range<usize>) {
        let Some(name) = self.document.string("level", value) else { return };
        let Some(level) = Level::named(&name) else {
            let names: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
            let message = format!("the level `{name}` is not known; the default holds (levels: {})", names.join(", "));
            self.document.note(span, &message);
            return;
        };
        if self.may_grant() {
            self.policy.ceiling = Ceiling::of(level, self.layer.clone());
            return;
        }
        if !level.grant().fits(self.policy.ceiling.grant) {
            let message = format!("the level `{name}` only lowers here; what it would add is ignored");
            self.document.note(span, &message);
        }
        self.policy.ceiling.lower(level, self.layer.clone());
    }

    fn rules(&mut self, key: &str, value: &Located<'t>, list: List) {
        for (text, span) in self.document.strings(key, value) {
            if let Some(rule) = self.rule(key, &text, span, list) {
                self.policy.rules.push(rule);
            }
        }
    }

    fn rule(&mut self, key: &str, text: &str, span: Range<usize>, list: List) -> Option<Rule> {
        if text.contains(|character: char| character.is_control())
            || text.trim_end().ends_with("()") && text.len() > 2 && !text.contains(' ')
        {
            let message = format!("`{}` is no rule", text.escape_debug());
            let hint = "a rule is `Tool`, `Tool(pattern)` or a command such as `npm run *`".to_owned();
            self.document.error(span, Some(key), message, Some(hint));
            return None;
        }
        Some(Rule::parse(text, list, self.layer.clone()))
    }

    fn exceptions(&mut self, value: &Located<'t>) {
        for (text, span) in self.document.strings("deny-exceptions", value) {
            if text == "self-protection" {
                self.document.note(span, "nothing lifts `self-protection`");
                continue;
            }
            let full = if super::hard_stop::IDS.contains(&text.as_str()) {
                text
            } else {
                Rule::parse(&text, List::Deny, self.layer.clone()).text
            };
            self.policy.exceptions.push(full);
        }
    }

    fn roots(&mut self, value: &Located<'t>) {
        let Some(array) = value.get_ref().as_array() else {
            self.document.wrong("roots", value, "a list of `{ path = \"…\", write = false }`");
            return;
        };
        for element in array.iter() {
            if let Some(text) = element.get_ref().as_str() {
                let text = text.to_owned();
                self.root("roots", &text, false, element);
                continue;
            }
            let Some(table) = element.get_ref().as_table() else {
                self.document.wrong("roots", element, "`{ path = \"…\", write = false }`");
                continue;
            };
            let mut path = None;
            let mut write = false;
            for (key, value) in table {
                match key.get_ref().as_ref() {
                    "path" => path = self.document.string("roots.path", value),
                    "write" => write = self.document.boolean("roots.write", value).unwrap_or_default(),
                    other => self.document.unknown(other, key.span(), ROOT),
                }
            }
            match path {
                Some(path) => self.root("roots.path", &path, write, element),
                None => self.document.wrong("roots", element, "a table with `path`"),
            }
        }
    }

    fn root(&mut self, key: &str, text: &str, write: bool, at: &Located<'t>) {
        match self.absolute(text) {
            Some(path) if !self.place.home.starts_with(&path) => self.policy.roots.push(Root { path, write }),
            Some(_) => self.document.wrong(key, at, "a directory below the home directory, or beside it"),
            None => self.document.wrong(key, at, "an absolute path, or one that begins with `~/`"),
        }
    }

    fn absolute(&self, text: &str) -> Option<PathBuf> {
        let path = match text.strip_prefix("~/") {
            Some(below) => self.place.home.join(below),
            None if text == "~" => self.place.home.clone(),
            None => PathBuf::from(text),
        };
        path.is_absolute().then(|| normalise(&path))
    }

    fn capability(&mut self, value: &Located<'t>) {
        let Some(table) = self.document.table("capability", value) else { return };
        for (key, value) in table {
            let flag = match key.get_ref().as_ref() {
                "exec-host" => self.document.boolean("capability.exec-host", value),
                "network" => self.document.boolean("capability.network", value),
                other => {
                    self.document.unknown(other, key.span(), CAPABILITY);
                    continue;
                }
            };
            let Some(flag) = flag else { continue };
            let grants = self.may_grant();
            let capability =
                if key.get_ref() == "network" { &mut self.policy.network } else { &mut self.policy.exec_host };
            // What the managed layer denies, the user cannot grant again.
            match (self.layer, grants) {
                (Layer::Managed, _) if !flag => capability.project = Some(false),
                (_, true) => capability.user = Some(flag),
                (_, false) if capability.project != Some(false) => capability.project = Some(flag),
                (_, false) => {}
            }
        }
    }

    fn hook(&mut self, value: &Located<'t>, span: Range<usize>) {
        if !self.grants("hook", &span) {
            return;
        }
        let Some(table) = self.document.table("hook", value) else { return };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "gated" => {
                    let choices = [("ask", Gated::Ask), ("pass", Gated::Pass), ("deny", Gated::Deny)];
                    if let Some(gated) = self.document.choice("hook.gated", value, &choices) {
                        self.policy.hook.gated = gated;
                    }
                }
                "on-error" => {
                    let choices = [("block", OnError::Block), ("open", OnError::Open)];
                    if let Some(on_error) = self.document.choice("hook.on-error", value, &choices) {
                        self.policy.hook.on_error = on_error;
                    }
                }
                other => self.document.unknown(other, key.span(), HOOK),
            }
        }
    }

    fn off_lattice(&mut self, value: &Located<'t>) {
        let Some(table) = self.document.table("off-lattice", value) else { return };
        for (key, value) in table {
            let name = key.get_ref();
            let Some(kind) = OffLattice::ALL.into_iter().find(|kind| kind.name() == name.as_ref()) else {
                self.document.unknown(name, key.span(), &OffLattice::ALL.map(OffLattice::name));
                continue;
            };
            let full = format!("off-lattice.{name}");
            let Some(entry) = self.document.choice(&full, value, ENTRIES) else { continue };
            if entry == Entry::Allow && !self.grants(&full, &key.span()) {
                continue;
            }
            self.policy.off_lattice.retain(|(other, _, layer)| *other != kind || layer != self.layer);
            self.policy.off_lattice.push((kind, entry, self.layer.clone()));
        }
    }

    fn roles(&mut self, value: &Located<'t>) {
        let Some(table) = self.document.table("role", value) else { return };
        for (name, value) in table {
            let full = format!("role.{}", name.get_ref());
            let Some(keys) = self.document.table(&full, value) else { continue };
            let mut role = RoleDefinition { name: name.get_ref().to_string(), ..RoleDefinition::default() };
            for (key, value) in keys {
                let at = format!("{full}.{}", key.get_ref());
                match key.get_ref().as_ref() {
                    "extends" if self.grants(&at, &key.span()) => role.extends = self.document.string(&at, value),
                    "level" => {
                        if let Some(name) = self.document.string(&at, value) {
                            role.level = Level::named(&name);
                            if role.level.is_none() {
                                // A limit that cannot be read must not vanish.
                                self.document.wrong(&at, value, "the name of a level");
                            }
                        }
                    }
                    "deny" => role.deny.extend(self.role_rules(&at, value, List::Deny)),
                    "allow" if self.grants(&at, &key.span()) => {
                        role.allow.extend(self.role_rules(&at, value, List::Allow));
                    }
                    "commands" if self.grants(&at, &key.span()) => {
                        for (command, _) in self.document.strings(&at, value) {
                            let layer = Layer::Role(role.name.clone());
                            role.commands.extend(Rule::granted_command(&command, &layer));
                        }
                    }
                    "agents" if self.grants(&at, &key.span()) => {
                        role.agents.extend(self.document.strings(&at, value).into_iter().map(|(name, _)| name));
                    }
                    "extends" | "allow" | "commands" | "agents" => {}
                    other => self.document.unknown(other, key.span(), ROLE),
                }
            }
            self.policy.roles.push(role);
        }
    }

    fn role_rules(&mut self, key: &str, value: &Located<'t>, list: List) -> Vec<Rule> {
        let texts = self.document.strings(key, value);
        texts.into_iter().filter_map(|(text, span)| self.rule(key, &text, span, list)).collect()
    }

    /// Entries for single projects. They count where the worktree is at or below their path.
    fn projects(&mut self, value: &Located<'t>, span: Range<usize>) {
        if !self.grants("project", &span) {
            return;
        }
        let Some(array) = value.get_ref().as_array() else {
            self.document.wrong("project", value, "tables written `[[project]]`");
            return;
        };
        for element in array.iter() {
            let Some(table) = self.document.table("project", element) else { continue };
            let Some(path) = table.iter().find(|(key, _)| key.get_ref() == "path").map(|(_, value)| value) else {
                self.document.wrong("project", element, "a `path`");
                continue;
            };
            let Some(text) = self.document.string("project.path", path) else { continue };
            let Some(root) = self.absolute(&text) else {
                self.document.wrong("project.path", path, "an absolute path, or one that begins with `~/`");
                continue;
            };
            if !self.place.worktree.starts_with(&root) {
                continue;
            }
            for (key, value) in table {
                self.key(key.get_ref(), value, key.span(), PROJECT);
            }
        }
    }
}
