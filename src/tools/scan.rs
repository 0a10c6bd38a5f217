//! Tells the words of one command apart: subcommands, flags with their values, operands.

use super::packed::Packed;
use super::schema::{Flag, Object, Parsing, Role, Stakes, Takes};
use crate::effect::{Gap, GapKind};
use crate::span::Span;
use crate::value::{Argument, Cause, Value};

/// The words of one command, told apart.
pub(super) struct Scan<'a> {
    /// All words.
    pub argv: &'a [Argument],
    /// The last node reached.
    pub packed: Packed,
    /// Flags given, in order.
    pub flags: Vec<Given>,
    /// Operands given to the last node, in order.
    pub operands: Vec<Operand>,
    /// What was not understood.
    pub gaps: Vec<Gap>,
    /// The last word of the names that lead to the node.
    pub named: Span,
    /// The next word.
    at: usize,
    /// Whether no further word is a flag.
    ended: bool,
}

/// A flag that was given.
pub(super) struct Given {
    /// The flag.
    pub flag: Flag,
    /// How it is spelled here; an abbreviation is spelled out.
    pub spelling: String,
    /// Its value: none for a switch, several words for a command.
    pub value: Vec<Operand>,
    /// The word that gives it.
    pub span: Span,
}

/// An operand with its place in the argument vector.
#[derive(Clone)]
pub(super) struct Operand {
    /// The word.
    pub argument: Argument,
    /// Its index.
    pub index: usize,
}

/// What came of looking for a flag in a word.
enum Found {
    /// The word is a flag, or was complained of.
    Settled,
    /// What is known of the word does not settle which flag it is.
    Open,
}

impl<'a> Scan<'a> {
    /// Tells the words of `argv` apart, whose program is `packed`.
    pub(super) fn of(argv: &'a [Argument], packed: Packed) -> Self {
        let named = argv.first().map(|program| program.span).unwrap_or_default();
        let mut scan = Self {
            argv,
            packed,
            flags: Vec::new(),
            operands: Vec::new(),
            gaps: Vec::new(),
            named,
            at: 1,
            ended: false,
        };
        while let Some(argument) = argv.get(scan.at) {
            scan.word(argument);
        }
        scan
    }

    fn word(&mut self, argument: &Argument) {
        if self.ended || self.packed.node.parsing == Parsing::Raw {
            self.operand(argument);
            return;
        }
        match &argument.value {
            Value::Known(text) => self.known(argument, text),
            Value::Starts(text) => match self.beginning(argument, text) {
                Found::Settled => {}
                Found::Open => self.unknown(argument),
            },
            Value::OneOf(_) | Value::Within { .. } | Value::Number | Value::Hexadecimal | Value::Unknown(_) => {
                self.unknown(argument)
            }
        }
    }

    fn known(&mut self, argument: &Argument, text: &str) {
        match self.packed.node.parsing {
            Parsing::Words => self.key(argument, text),
            Parsing::Raw => self.operand(argument),
            Parsing::Interspersed | Parsing::StopAtOperand => {
                if text == "--" {
                    self.ended = true;
                    self.at += 1;
                } else if let Some(flag) = self.packed.flag(text).filter(|_| text.len() > 1) {
                    self.give(text, flag, None, argument);
                } else if text.starts_with("--") {
                    self.long(argument, text);
                } else if text.starts_with('-') && text.len() > 1 {
                    self.dashed(argument, text);
                } else if let Some((mark, flag, rest)) = self.marked(text) {
                    self.give(mark, flag, Some(Value::Known(rest)), argument);
                } else {
                    self.operand(argument);
                }
            }
        }
    }

    /// The flag that is one mark in front of its value (`date +%s`, `strings @options`), and the value.
    fn marked(&self, text: &str) -> Option<(&'static str, Flag, String)> {
        ["+", "@"].into_iter().find_map(|mark| {
            let rest = text.strip_prefix(mark)?;
            Some((mark, self.packed.flag(mark)?, rest.to_owned()))
        })
    }

    /// A word in `words` parsing.
    fn key(&mut self, argument: &Argument, text: &str) {
        if let Some(flag) = self.packed.flag(text) {
            self.give(text, flag, None, argument);
        } else if let Some((key, flag, rest)) = self.keyed(text) {
            self.give(&key, flag, Some(Value::Known(rest)), argument);
        } else if text.starts_with('-') && text.len() > 1 {
            self.gap(GapKind::UnknownFlag, text, argument.span);
            self.at += 1;
        } else {
            self.operand(argument);
        }
    }

    /// The key that ends in `=` with which `text` begins, and the rest.
    fn keyed(&self, text: &str) -> Option<(String, Flag, String)> {
        let (name, rest) = text.split_once('=')?;
        let key = format!("{name}=");
        let flag = self.packed.flag(&key)?;
        Some((key, flag, rest.to_owned()))
    }

    fn long(&mut self, argument: &Argument, text: &str) {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(Value::Known(value.to_owned()))),
            None => (text, None),
        };
        if let Some(flag) = self.packed.flag(name) {
            self.give(name, flag, value, argument);
            return;
        }
        // An abbreviation may mean another flag in another version: it is followed and still not understood.
        self.gap(GapKind::UnknownFlag, name, argument.span);
        match self.packed.abbreviated(name) {
            Some((spelling, flag)) => self.give(spelling, flag, value, argument),
            None => self.at += 1,
        }
    }

    /// A word with one dash that is no flag as it is: `-word=value`, or short flags together.
    fn dashed(&mut self, argument: &Argument, text: &str) {
        if let Some((name, value)) = text.split_once('=')
            && name.chars().count() > 2
            && let Some(flag) = self.packed.flag(name)
        {
            self.give(name, flag, Some(Value::Known(value.to_owned())), argument);
            return;
        }
        self.cluster(argument, text, false);
    }

    /// Short flags that stand together, the last perhaps with its value. `open`: more may follow that is not known.
    fn cluster(&mut self, argument: &Argument, text: &str, open: bool) -> Found {
        let mut rest = text.chars();
        rest.next();
        let start = self.at;
        let mut complained = false;
        while let Some(letter) = rest.next() {
            self.at = start;
            let short = format!("-{letter}");
            match self.packed.flag(&short) {
                Some(flag) if flag.takes.is_some() => {
                    let glued = glued_value(rest.as_str(), open, flag.takes.as_ref());
                    self.give(&short, flag, glued, argument);
                    return Found::Settled;
                }
                Some(flag) => self.give(&short, flag, None, argument),
                None => match self.packed.flag("-#").filter(|_| letter.is_ascii_digit()) {
                    Some(flag) => {
                        self.give("-#", flag, None, argument);
                        let digits = rest.clone().take_while(char::is_ascii_digit).count();
                        rest.by_ref().take(digits).for_each(drop);
                    }
                    None => {
                        if !complained {
                            self.gap(GapKind::UnknownFlag, text, argument.span);
                        }
                        complained = true;
                        // A word whose first letter is no flag is some other flag as a whole.
                        if text.chars().nth(1) == Some(letter) {
                            break;
                        }
                    }
                },
            }
        }
        self.at = start + usize::from(!open || complained);
        if open && !complained { Found::Open } else { Found::Settled }
    }

    /// A word of which only the beginning is known.
    fn beginning(&mut self, argument: &Argument, text: &str) -> Found {
        match self.packed.node.parsing {
            Parsing::Raw => Found::Open,
            Parsing::Words => match self.keyed(text) {
                Some((key, flag, rest)) => {
                    self.give(&key, flag, Some(beginning_of(&rest)), argument);
                    Found::Settled
                }
                None => Found::Open,
            },
            Parsing::Interspersed | Parsing::StopAtOperand => {
                if let Some((name, rest)) = text.split_once('=')
                    && name.starts_with('-')
                    && name.chars().count() > 2
                    && let Some(flag) = self.packed.flag(name)
                {
                    self.give(name, flag, Some(beginning_of(rest)), argument);
                    return Found::Settled;
                }
                if let Some((mark, flag, rest)) = self.marked(text) {
                    self.give(mark, flag, Some(beginning_of(&rest)), argument);
                    return Found::Settled;
                }
                if text.starts_with('-') && !text.starts_with("--") && text.len() > 1 {
                    return self.cluster(argument, text, true);
                }
                Found::Open
            }
        }
    }

    /// A word that may be any operand, and perhaps any flag.
    fn unknown(&mut self, argument: &Argument) {
        if !self.names_subcommand() {
            self.doubt(argument);
        }
        self.operand(argument);
    }

    /// Complains of a word that may turn out to be a flag, where some flag would matter.
    fn doubt(&mut self, argument: &Argument) {
        let key = self.packed.node.parsing == Parsing::Words
            && match &argument.value {
                Value::Starts(text) => self.packed.begins_flag(text),
                Value::OneOf(texts) => {
                    texts.iter().any(|text| self.packed.flag(text).is_some() || self.keyed(text).is_some())
                }
                Value::Known(_) | Value::Within { .. } | Value::Number | Value::Hexadecimal | Value::Unknown(_) => {
                    false
                }
            };
        // A file name can hold a flag and a value, but no path out of its directory.
        let most = if matches!(argument.value, Value::Within { .. }) { Stakes::Reading } else { Stakes::Nothing };
        if (key || argument.value.may_be_option()) && self.packed.node.stakes > most {
            self.gap(GapKind::ComputedFlag, &shown(&argument.value), argument.span);
        }
    }

    fn names_subcommand(&self) -> bool {
        self.packed.node.nested && self.operands.is_empty()
    }

    fn operand(&mut self, argument: &Argument) {
        if self.names_subcommand() && self.subcommand(argument) {
            return;
        }
        self.operands.push(Operand { argument: argument.clone(), index: self.at });
        self.at += 1;
        if self.packed.node.parsing == Parsing::StopAtOperand {
            self.ended = true;
        }
    }

    /// Takes the word for a subcommand; `false` where it is an operand after all.
    fn subcommand(&mut self, argument: &Argument) -> bool {
        let Some(name) = argument.text() else {
            self.gap(GapKind::ComputedProgram, &shown(&argument.value), argument.span);
            self.at = self.argv.len();
            return true;
        };
        if let Some(sub) = self.packed.sub(name) {
            self.packed = sub;
            self.named = argument.span;
            self.at += 1;
            self.leave_slots_behind();
            return true;
        }
        if self.packed.node.operands.is_empty() {
            let text = format!("{} {name}", self.packed.node.path.join(" "));
            self.gap(GapKind::UnknownSubcommand, &text, argument.span);
            // What follows are words of a subcommand that nobody knows.
            self.at = self.argv.len();
            return true;
        }
        false
    }

    /// Flags that subcommands do not have say nothing of their slots.
    fn leave_slots_behind(&mut self) {
        for given in self.flags.iter_mut().filter(|given| !given.flag.global) {
            given.flag.turns.clear();
            given.flag.drops.clear();
            given.flag.does.retain(|does| !matches!(does.object, Object::Slot(_)));
        }
    }

    /// Notes a flag given by `word` and takes its value.
    fn give(&mut self, spelling: &str, flag: Flag, glued: Option<Value>, word: &Argument) {
        let index = self.at;
        self.at += 1;
        let mut value = Vec::new();
        match &flag.takes {
            None => {
                if glued.is_some() {
                    self.gap(GapKind::UnknownFlag, &shown(&word.value), word.span);
                }
            }
            Some(takes) => {
                if let Some(glued) = glued {
                    let argument = Argument { value: glued, span: word.span, splits: word.splits };
                    value.push(Operand { argument, index });
                } else if !takes.optional {
                    match self.argv.get(self.at) {
                        Some(next) => {
                            if next.splits {
                                self.doubt(next);
                            }
                            value.push(Operand { argument: next.clone(), index: self.at });
                            self.at += 1;
                        }
                        None => self.gap(GapKind::UnknownFlag, &shown(&word.value), word.span),
                    }
                } else if spelling == "-i" && takes.role == Role::Write && self.empty_follows() {
                    // BSD's `sed -i` takes the next word, where an empty one means no backup. For GNU's it is an empty
                    // script, and what follows files that keep their content.
                    self.at += 1;
                }
                match &takes.role {
                    Role::Command => self.rest(&mut value),
                    Role::CommandUntil(ends) => self.until(ends, &mut value),
                    Role::Inert
                    | Role::Read
                    | Role::Write
                    | Role::Update
                    | Role::Append
                    | Role::Delete
                    | Role::Dir
                    | Role::Chdir
                    | Role::Exec
                    | Role::Host
                    | Role::Url
                    | Role::FileOrUrl
                    | Role::Data
                    | Role::Env
                    | Role::Code(_)
                    | Role::Script(_) => {}
                }
            }
        }
        let second = flag.also.clone();
        self.flags.push(Given { flag, spelling: spelling.to_owned(), value, span: word.span });
        if let Some(role) = second {
            self.second(spelling, role, word);
        }
    }

    fn empty_follows(&self) -> bool {
        self.argv.get(self.at).and_then(Argument::text) == Some("")
    }

    /// The second value of the flag given by `word`: a flag of its own that takes the next word.
    fn second(&mut self, spelling: &str, role: Role, word: &Argument) {
        let Some(next) = self.argv.get(self.at) else {
            self.gap(GapKind::UnknownFlag, &shown(&word.value), word.span);
            return;
        };
        if next.splits {
            self.doubt(next);
        }
        let flag = Flag {
            spellings: Vec::new(),
            takes: Some(Takes { role, optional: false }),
            also: None,
            does: Vec::new(),
            turns: Vec::new(),
            drops: Vec::new(),
            global: true,
        };
        let value = vec![Operand { argument: next.clone(), index: self.at }];
        self.flags.push(Given { flag, spelling: spelling.to_owned(), value, span: word.span });
        self.at += 1;
    }

    /// All words that are left.
    fn rest(&mut self, value: &mut Vec<Operand>) {
        while let Some(argument) = self.argv.get(self.at) {
            value.push(Operand { argument: argument.clone(), index: self.at });
            self.at += 1;
        }
    }

    /// The words up to one of `ends`, which is passed over. `+` ends only after `{}`, as in `find`.
    fn until(&mut self, ends: &[String], value: &mut Vec<Operand>) {
        while let Some(argument) = self.argv.get(self.at) {
            let index = self.at;
            self.at += 1;
            if let Some(text) = argument.text()
                && ends.iter().any(|end| end == text)
                && (text != "+" || value.last().and_then(|last| last.argument.text()) == Some("{}"))
            {
                return;
            }
            // A word that may be the end may be followed by flags.
            if argument.text().is_none()
                && (argument.splits
                    || !matches!(argument.value, Value::Within { .. } | Value::Number | Value::Hexadecimal))
            {
                self.doubt(argument);
            }
            value.push(Operand { argument: argument.clone(), index });
        }
    }

    fn gap(&mut self, kind: GapKind, text: &str, span: Span) {
        self.gaps.push(Gap { kind, text: text.to_owned(), span });
    }
}

/// The value glued to a short flag, if any.
fn glued_value(rest: &str, open: bool, takes: Option<&Takes>) -> Option<Value> {
    let inert = takes.is_some_and(|takes| takes.role == Role::Inert);
    match (rest.strip_prefix('='), open) {
        // Some programs drop the `=`, others take it for part of the value.
        (Some(_), true) if !inert => Some(Value::Unknown(Cause::Expansion)),
        (Some(after), false) if !inert => Some(Value::OneOf(vec![rest.to_owned(), after.to_owned()])),
        (_, true) => Some(beginning_of(rest)),
        (_, false) => (!rest.is_empty()).then(|| Value::Known(rest.to_owned())),
    }
}

fn beginning_of(text: &str) -> Value {
    if text.is_empty() { Value::Unknown(Cause::Expansion) } else { Value::Starts(text.to_owned()) }
}

/// A value as a person may read it in a gap.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Known(text) => text.clone(),
        Value::OneOf(texts) => texts.join("|"),
        Value::Within { dir, .. } => format!("{dir}/…"),
        Value::Starts(text) => format!("{text}…"),
        Value::Number => "a number".to_owned(),
        Value::Hexadecimal => "a commit".to_owned(),
        Value::Unknown(Cause::Variable(name) | Cause::Parameter(name)) => format!("${name}"),
        Value::Unknown(Cause::Substitution) => "$(…)".to_owned(),
        Value::Unknown(Cause::Glob) => "a pattern".to_owned(),
        Value::Unknown(Cause::Input) => "text from input".to_owned(),
        Value::Unknown(Cause::Expansion | Cause::Join | Cause::Limit) => "a computed word".to_owned(),
    }
}
