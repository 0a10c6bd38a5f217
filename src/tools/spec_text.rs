//! From the text of a spec file to checked nodes. Shared with the build script; the running program never parses specs.

use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::about::About;
use super::schema::{Count, Does, Flag, Node, Object, Parsing, Role, Slot, Stakes, Takes};
use super::spec_check::{gather_slots, inherit, slot_name, stakes};
use super::spec_grammar::{self, GrammarError};

/// What is wrong with a spec, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecError {
    /// The file.
    pub file: String,
    /// The line, from one.
    pub line: usize,
    /// Names that lead to the node, separated by blanks.
    pub node: String,
    /// The key in question.
    pub key: String,
    /// What is wrong, and what to do about it.
    pub problem: String,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, node, key, problem } = self;
        write!(f, "{file}:{line}: `{node}`, key `{key}`: {problem}")
    }
}

/// A node with what leads to it and from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// Other names.
    pub aliases: Vec<String>,
    /// The node itself.
    pub node: Node,
    /// Its flags, then those that it inherits.
    pub flags: Vec<Flag>,
    /// Its subcommands.
    pub subs: Vec<Spec>,
}

/// One tool of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// What it is.
    pub about: About,
    /// What it does.
    pub spec: Spec,
}

/// Subcommands are not nested deeper than this.
const DEEPEST: usize = 6;

type Entry<'a, 'i> = (&'a Spanned<std::borrow::Cow<'i, str>>, &'a Spanned<DeValue<'i>>);

/// Reads the tools of one file.
///
/// # Errors
/// Everything in the file that the schema does not know, and everything that it asks for and is missing.
pub fn read_file(file: &str, text: &str) -> Result<Vec<Tool>, Vec<SpecError>> {
    let mut reader = Reader { file, text, path: Vec::new(), errors: Vec::new() };
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => {
            let start = error.span().map_or(0, |span| span.start);
            reader.complain(start, "", format!("not TOML: {}", error.message()));
            return Err(reader.errors);
        }
    };
    let tools = table.get_ref().iter().filter_map(|entry| reader.tool(entry)).collect();
    if reader.errors.is_empty() { Ok(tools) } else { Err(reader.errors) }
}

struct Reader<'f> {
    file: &'f str,
    text: &'f str,
    path: Vec<String>,
    errors: Vec<SpecError>,
}

impl Reader<'_> {
    fn tool(&mut self, (name, value): Entry<'_, '_>) -> Option<Tool> {
        self.path = vec![name.get_ref().to_string()];
        let at = name.span().start;
        let Some(table) = value.get_ref().as_table() else {
            self.complain(at, name.get_ref(), "top-level keys are programs: make it a table".to_owned());
            return None;
        };
        let mut about = About {
            name: name.get_ref().to_string(),
            aliases: Vec::new(),
            about: String::new(),
            source: String::new(),
            file: self.file.to_owned(),
            line: u32::try_from(self.line(at)).unwrap_or(u32::MAX),
            cases: Vec::new(),
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "about" => about.about = self.string("about", value),
                "source" => about.source = self.string("source", value),
                "cases" => about.cases = self.cases(value),
                _ => {}
            }
        }
        if about.source.is_empty() {
            self.complain(
                at,
                "source",
                "is missing: name the manual and version that this was checked against".to_owned(),
            );
        }
        if about.cases.is_empty() {
            self.complain(at, "cases", "are missing: add a `cases` table of `\"invocation\" = \"effects\"`".to_owned());
        }
        let spec = self.node(at, table, Parsing::Interspersed, &[]);
        about.aliases.clone_from(&spec.aliases);
        Some(Tool { about, spec })
    }

    fn cases(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<(String, String)> {
        let Some(table) = value.get_ref().as_table() else {
            self.complain(value.span().start, "cases", "must be a table of `\"invocation\" = \"effects\"`".to_owned());
            return Vec::new();
        };
        table.iter().map(|(key, value)| (key.get_ref().to_string(), self.string("cases", value))).collect()
    }

    /// Reads one node and all below it. `path` already ends in its name.
    fn node(&mut self, at: usize, table: &DeTable<'_>, parsing: Parsing, inherited: &[Flag]) -> Spec {
        let mut spec = Spec {
            aliases: Vec::new(),
            node: Node {
                path: self.path.clone(),
                parsing,
                operands: Vec::new(),
                does: Vec::new(),
                nested: false,
                stakes: Stakes::Nothing,
            },
            flags: Vec::new(),
            subs: Vec::new(),
        };
        let mut subs = None;
        let mut flags = None;
        let mut stated = false;
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "about" => drop(self.string("about", value)),
                "source" | "cases" if self.path.len() == 1 => {}
                "aliases" => spec.aliases = self.strings("aliases", value),
                "parsing" => spec.node.parsing = self.parsing(value),
                "operands" => spec.node.operands = self.slots("operands", value),
                "does" => {
                    stated = true;
                    spec.node.does = self.effects("does", value);
                }
                "flags" => flags = Some(value),
                "sub" => subs = Some(value),
                unknown => self.complain(key.span().start, unknown, UNKNOWN_NODE_KEY.to_owned()),
            }
        }
        let written = flags.map_or_else(Vec::new, |flags| self.flags(spec.node.parsing, flags));
        let mut passed_on: Vec<Flag> = written.iter().filter(|flag| flag.global).cloned().collect();
        passed_on.extend_from_slice(inherited);
        if let Some(subs) = subs {
            spec.subs = self.subs(subs, spec.node.parsing, &passed_on);
        }
        spec.node.nested = !spec.subs.is_empty();
        if !stated && !spec.node.nested {
            self.complain(at, "does", "is missing: state what it does, if only `print`".to_owned());
        }
        if !stated && spec.node.nested {
            spec.node.does = spec_grammar::effects("print").unwrap_or_default();
        }
        self.check_order(at, &spec.node);
        self.check_slots(at, &spec, &written);
        spec.flags = written;
        self.check_spellings(at, &spec.flags);
        inherit(&mut spec, inherited);
        spec.node.stakes = stakes(&spec);
        spec
    }

    fn subs(&mut self, value: &Spanned<DeValue<'_>>, parsing: Parsing, passed_on: &[Flag]) -> Vec<Spec> {
        let Some(table) = value.get_ref().as_table() else {
            self.complain(value.span().start, "sub", "must be a table of subcommands by name".to_owned());
            return Vec::new();
        };
        if self.path.len() >= DEEPEST {
            self.complain(value.span().start, "sub", format!("subcommands nest deeper than {DEEPEST}: flatten them"));
            return Vec::new();
        }
        let mut subs = Vec::new();
        for (name, value) in table {
            let at = name.span().start;
            let Some(sub) = value.get_ref().as_table() else {
                self.complain(at, name.get_ref(), "a subcommand must be a table".to_owned());
                continue;
            };
            self.path.push(name.get_ref().to_string());
            subs.push(self.node(at, sub, parsing, passed_on));
            self.path.pop();
        }
        subs
    }

    fn flags(&mut self, parsing: Parsing, value: &Spanned<DeValue<'_>>) -> Vec<Flag> {
        let Some(table) = value.get_ref().as_table() else {
            self.complain(value.span().start, "flags", "must be a table of `\"spellings\" = { … }`".to_owned());
            return Vec::new();
        };
        table.iter().filter_map(|entry| self.flag(parsing, entry)).collect()
    }

    fn flag(&mut self, parsing: Parsing, (key, value): Entry<'_, '_>) -> Option<Flag> {
        let at = key.span().start;
        let written = key.get_ref().as_ref();
        let (global, list) = written.strip_prefix("global:").map_or((false, written), |list| (true, list));
        let spellings: Vec<String> = list.split_whitespace().map(str::to_owned).collect();
        for spelling in &spellings {
            if let Some(problem) = misspelling(parsing, spelling) {
                self.complain(at, written, format!("`{spelling}` {problem}"));
            }
        }
        if spellings.is_empty() {
            self.complain(at, written, "has no spelling: write at least one".to_owned());
        }
        let Some(table) = value.get_ref().as_table() else {
            self.complain(at, written, "must be a table: `{}` for a switch without effect".to_owned());
            return None;
        };
        let mut flag =
            Flag { spellings, takes: None, also: None, does: Vec::new(), turns: Vec::new(), drops: Vec::new(), global };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "takes" => {
                    let text = self.string("takes", value);
                    let (first, second) = text.split_once(", ").map_or((text.as_str(), None), |(a, b)| (a, Some(b)));
                    flag.takes = self.value(value, first).map(|(role, optional)| Takes { role, optional });
                    flag.also = second.and_then(|second| self.value(value, second)).map(|(role, _)| role);
                }
                "does" => flag.does = self.effects("does", value),
                "turns" => flag.turns = self.slots("turns", value),
                "drops" => flag.drops = self.strings("drops", value),
                unknown => self.complain(key.span().start, unknown, UNKNOWN_FLAG_KEY.to_owned()),
            }
        }
        let of_value = |does: &Does| does.object == Object::Value;
        let takes_words = |takes: &Takes| matches!(takes.role, Role::Command | Role::CommandUntil(_));
        if flag.also.is_some() && flag.takes.as_ref().is_none_or(|takes| takes.optional || takes_words(takes)) {
            self.complain(at, written, "has a second value, so the first must be one word, always given".to_owned());
        }
        if flag.takes.is_none() && flag.does.iter().any(of_value) {
            self.complain(at, written, "its effect names `value`, but it takes none: add `takes`".to_owned());
        }
        Some(flag)
    }

    fn value(&mut self, value: &Spanned<DeValue<'_>>, text: &str) -> Option<(Role, bool)> {
        self.grammar(value.span().start, "takes", spec_grammar::value_role(text))
    }

    fn parsing(&mut self, value: &Spanned<DeValue<'_>>) -> Parsing {
        match self.string("parsing", value).as_str() {
            "interspersed" => Parsing::Interspersed,
            "stop-at-operand" => Parsing::StopAtOperand,
            "words" => Parsing::Words,
            "raw" => Parsing::Raw,
            other => {
                let problem = format!("unknown parsing `{other}`: use interspersed, stop-at-operand, words or raw");
                self.complain(value.span().start, "parsing", problem);
                Parsing::Interspersed
            }
        }
    }

    fn slots(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Vec<Slot> {
        let at = value.span().start;
        let texts = match value.get_ref() {
            DeValue::String(text) => split_slots(text),
            DeValue::Array(_) => self.strings(key, value),
            DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Table(_) => {
                self.complain(at, key, "must be `\"slot: role\"` or a list of them".to_owned());
                Vec::new()
            }
        };
        texts.iter().filter_map(|text| self.grammar(at, key, spec_grammar::slot(text))).collect()
    }

    fn effects(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Vec<Does> {
        let text = self.string(key, value);
        self.grammar(value.span().start, key, spec_grammar::effects(&text)).unwrap_or_default()
    }

    fn string(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> String {
        match value.get_ref().as_str() {
            Some(text) => text.to_owned(),
            None => {
                self.complain(value.span().start, key, "must be a string".to_owned());
                String::new()
            }
        }
    }

    /// A list of strings, or one string with names separated by blanks or commas.
    fn strings(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Vec<String> {
        match value.get_ref() {
            DeValue::String(text) => {
                text.split([' ', ',']).filter(|part| !part.is_empty()).map(str::to_owned).collect()
            }
            DeValue::Array(items) => items.iter().map(|item| self.string(key, item)).collect(),
            DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Table(_) => {
                self.complain(value.span().start, key, "must be a string or a list of strings".to_owned());
                Vec::new()
            }
        }
    }

    /// Slots have different names, one at most is variadic, and what follows it is exactly one operand each.
    fn check_order(&mut self, at: usize, node: &Node) {
        for (index, slot) in node.operands.iter().enumerate() {
            let before = node.operands.get(..index).unwrap_or_default();
            if before.iter().any(|other| other.name == slot.name) {
                self.complain(at, "operands", format!("two slots are named `{}`: rename one", slot.name));
            }
            // Assignments tell themselves apart from what follows, and a script's arguments are its own.
            let open = |other: &Slot| other.count == Count::Many && other.role != Role::Env;
            let whole = matches!(slot.role, Role::Command | Role::CommandUntil(_));
            if before.iter().any(open) && (slot.count != Count::One || whole) {
                let problem = format!("`{}` follows a variadic slot, so it must take exactly one operand", slot.name);
                self.complain(at, "operands", problem);
            }
        }
        let wraps = node.operands.iter().any(|slot| slot.role == Role::Command);
        if wraps && node.parsing == Parsing::Interspersed {
            let problem = "runs its operands, so the first must end the flags: set `parsing = \"stop-at-operand\"`";
            self.complain(at, "parsing", problem.to_owned());
        }
    }

    /// Slots that effects and flags name exist here, or for a global flag in some subcommand.
    fn check_slots(&mut self, at: usize, spec: &Spec, written: &[Flag]) {
        let here: Vec<&str> = spec.node.operands.iter().map(|slot| slot.name.as_str()).collect();
        let mut below = here.clone();
        gather_slots(&spec.subs, &mut below);
        let slot_effects = spec.node.operands.iter().flat_map(|slot| slot.does.iter().chain(&slot.otherwise));
        for name in spec.node.does.iter().chain(slot_effects).filter_map(slot_name) {
            if !here.contains(&name) {
                self.complain(at, "does", no_slot(name));
            }
        }
        if spec.node.does.iter().any(|does| does.object == Object::Value) {
            self.complain(at, "does", "only a flag has a `value`: name a slot".to_owned());
        }
        for flag in written {
            let known = if flag.global { &below } else { &here };
            let turned = flag.turns.iter().map(|slot| slot.name.as_str());
            let named = flag.does.iter().filter_map(slot_name);
            for name in turned.chain(named).chain(flag.drops.iter().map(String::as_str)) {
                if !known.contains(&name) {
                    self.complain(at, &flag.spellings.join(" "), no_slot(name));
                }
            }
        }
    }

    fn check_spellings(&mut self, at: usize, flags: &[Flag]) {
        let mut seen: Vec<&str> = Vec::new();
        for spelling in flags.iter().flat_map(|flag| &flag.spellings) {
            if seen.contains(&spelling.as_str()) {
                self.complain(at, spelling, "is spelled twice: remove one".to_owned());
            }
            seen.push(spelling);
        }
    }

    fn grammar<T>(&mut self, at: usize, key: &str, result: Result<T, GrammarError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.complain(at, key, error.to_string());
                None
            }
        }
    }

    fn complain(&mut self, at: usize, key: &str, problem: String) {
        self.errors.push(SpecError {
            file: self.file.to_owned(),
            line: self.line(at),
            node: self.path.join(" "),
            key: key.to_owned(),
            problem,
        });
    }

    fn line(&self, at: usize) -> usize {
        self.text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
    }
}

const UNKNOWN_NODE_KEY: &str = "is not a key here: use about, aliases, parsing, flags, operands, does, sub, and for a \
                                program also source and cases";
const UNKNOWN_FLAG_KEY: &str = "is not a key of a flag: use takes, does, turns or drops";

fn no_slot(name: &str) -> String {
    format!("there is no operand slot `{name}`: name one of `operands`, or add it")
}

/// Splits `"a: read, b: text"` where a comma is followed by the name of a slot.
fn split_slots(text: &str) -> Vec<String> {
    let mut slots: Vec<String> = Vec::new();
    for piece in text.split(", ") {
        match (piece.contains(": "), slots.last_mut()) {
            (false, Some(last)) => {
                last.push_str(", ");
                last.push_str(piece);
            }
            (true, _) | (false, None) => slots.push(piece.to_owned()),
        }
    }
    slots
}

/// Why no word could ever be this flag.
fn misspelling(parsing: Parsing, spelling: &str) -> Option<&'static str> {
    match parsing {
        Parsing::Words => None,
        Parsing::Raw => Some("is a flag, but in `raw` parsing nothing is: remove it or the parsing"),
        Parsing::Interspersed | Parsing::StopAtOperand => match spelling {
            "-" | "--" => Some("cannot be a flag here: it is an operand or ends the flags"),
            "+" | "@" => None,
            _ if !spelling.starts_with('-') => Some("does not begin with `-`: only `words` parsing has such keys"),
            _ if spelling.contains('=') => Some("contains `=`: state `takes` instead"),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::spec_check::clashes;

    const WHOLE: &str = "source = 'made up'\ndoes = 'print'\ncases = { 'a' = 'print' }\n";

    #[test]
    fn a_spec_that_is_not_whole_is_refused_with_place_and_remedy() {
        for (text, expected) in [
            ("[a]\ndoes = 'print'\ncases = { 'a' = 'print' }", "f.toml:1: `a`, key `source`: is missing"),
            ("[a]\nsource = 'x'\ndoes = 'print'", "f.toml:1: `a`, key `cases`: are missing"),
            ("[a]\nsource = 'x'\ncases = { 'a' = 'print' }", "f.toml:1: `a`, key `does`: is missing"),
            ("a = 1", "f.toml:1: `a`, key `a`: top-level keys are programs"),
            ("[a\n", "f.toml:1: ``, key ``: not TOML"),
        ] {
            let errors = read_file("f.toml", text).expect_err(text);
            assert!(errors.iter().any(|error| error.to_string().starts_with(expected)), "{text}: {errors:?}");
        }
    }

    #[test]
    fn what_the_schema_does_not_know_is_refused() {
        for (more, key) in [
            ("safe = true", "safe"),
            ("sub.b = { does = 'print', cases = {} }", "cases"),
            ("flags.'-x' = { harmless = true }", "harmless"),
            ("flags.'-x' = true", "-x"),
            ("flags.'x' = {}", "x"),
            ("flags.'--x=' = {}", "--x="),
            ("flags.'-x -x' = {}", "-x"),
            ("flags = { '-x' = {}, '-y -x' = {} }", "-x"),
            ("flags.'-x' = { drops = 'files' }", "-x"),
            ("flags.'-x' = { turns = 'files: read' }", "-x"),
            ("flags.'-x' = { does = 'read files' }", "-x"),
            ("flags.'-x' = { does = 'read value' }", "-x"),
            ("flags.'-x' = { takes = 'text?, read' }", "-x"),
            ("flags.'-x' = { takes = 'read...' }", "takes"),
            ("operands = ['a: read', 'a: read']", "operands"),
            ("operands = ['a: read...', 'b: read...']", "operands"),
            ("operands = ['a: command']", "parsing"),
            ("parsing = 'loose'", "parsing"),
            ("parsing = 'raw'\nflags.'-x' = {}", "-x"),
        ] {
            let errors = read_file("f.toml", &format!("[a]\n{WHOLE}{more}\n")).expect_err(more);
            assert!(errors.iter().any(|error| error.key == key), "{more}: {errors:?}");
        }
    }

    #[test]
    fn a_name_has_one_owner() {
        let read = |file: &str, text: &str| read_file(file, text).expect("well-formed");
        let mut tools = read("f.toml", &format!("[a]\naliases = ['b']\n{WHOLE}"));
        tools.extend(read("g.toml", &format!("[b]\n{WHOLE}")));
        let errors = clashes(&tools);
        assert_eq!(errors.len(), 1);
        assert!(errors.iter().all(|error| error.problem.contains("f.toml")), "{errors:?}");
        let subs = format!("[a]\n{WHOLE}sub.b = {{ does = 'print', aliases = 'c' }}\nsub.c = {{ does = 'print' }}\n");
        assert_eq!(clashes(&read("f.toml", &subs)).len(), 1);
    }

    #[test]
    fn a_comma_ends_a_slot_only_before_another() {
        assert_eq!(split_slots("a: read = write repo, print, b: text"), ["a: read = write repo, print", "b: text"]);
    }
}
