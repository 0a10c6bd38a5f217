//! Builtins that change the state of the shell or evaluate text. Builtins that do neither (`echo`, `printf`, `test` …) have
//! specs like programs.
//!
//! Source: Bash 5.2 manual, "Shell Builtin Commands".

use super::Walker;
use super::directory::Directory;
use super::parameter::is_identifier;
use super::program::run;
use super::scope::{After, Content, Positional, Scope};
use super::simple::{Invocation, World};
use crate::effect::{Action, Cause as Because, Effect, Gap, GapKind, Loss, Origin, PathTarget, Target, Via};
use crate::value::{Argument, Cause, Value};

/// Builtins with nothing to tell: they change only the flow of control, or what the shell itself prints or waits for.
const QUIET: &[&str] = &[
    ":", "bg", "break", "caller", "continue", "dirs", "disown", "exit", "fg", "jobs", "logout", "return", "times",
    "type", "ulimit", "umask",
];

/// Builtins with a meaning of their own here.
const KNOWN: &[&str] = &[
    ".",
    "alias",
    "builtin",
    "cd",
    "command",
    "declare",
    "enable",
    "eval",
    "exec",
    "export",
    "getopts",
    "hash",
    "history",
    "let",
    "local",
    "mapfile",
    "popd",
    "printf",
    "pushd",
    "read",
    "readarray",
    "readonly",
    "set",
    "shift",
    "shopt",
    "source",
    "trap",
    "typeset",
    "unalias",
    "unset",
    "wait",
];

/// Builtins whose spec says what they do; no change of program look-up touches them.
const SPECIFIED: &[&str] = &["[", "echo", "false", "kill", "pwd", "test", "true"];

/// Whether `name` is a builtin that is handled here.
pub(crate) fn is_builtin(name: &str) -> bool {
    QUIET.contains(&name) || KNOWN.contains(&name) || SPECIFIED.contains(&name)
}

impl Walker<'_> {
    /// Walks a builtin; `None` where its spec tells all there is to tell.
    pub(crate) fn builtin(
        &mut self,
        name: &str,
        invocation: &Invocation,
        declared: &[(String, Content)],
        mut scope: Scope,
    ) -> Option<After> {
        let operands = invocation.argv.get(1..).unwrap_or_default();
        match name {
            "cd" | "pushd" => return Some(self.change_directory(invocation, operands, scope)),
            "popd" => {
                self.quiet(invocation);
                scope.old_cwd = std::mem::replace(&mut scope.cwd, Directory::Unknown);
            }
            "export" | "declare" | "typeset" | "local" | "readonly" => {
                self.declare(name, invocation, declared, &mut scope)
            }
            "unset" => self.unset(invocation, operands, &mut scope),
            "set" => self.set(invocation, operands, &mut scope),
            "shopt" => self.shopt(invocation, operands, &mut scope),
            "shift" => {
                self.quiet(invocation);
                let count =
                    operands.first().map_or(Some(1), |word| word.text().and_then(|text| text.parse::<usize>().ok()));
                scope.positional = match (scope.positional, count) {
                    (Positional::Known(items), Some(count)) => {
                        Positional::Known(items.into_iter().skip(count).collect())
                    }
                    (Positional::Known(_) | Positional::Unknown, _) => Positional::Unknown,
                };
            }
            "eval" => return Some(self.eval(invocation, operands, scope)),
            "source" | "." => return Some(self.source(invocation, operands, scope)),
            "exec" => return Some(self.exec(invocation, operands, scope)),
            "command" | "builtin" => return Some(self.command_builtin(name, invocation, operands, declared, scope)),
            "alias" => self.alias(invocation, operands, &mut scope),
            "unalias" => self.quiet(invocation),
            "hash" | "enable" => self.lookup_table(name, invocation, operands, &mut scope),
            "trap" => self.trap(invocation, operands, &mut scope),
            "read" => self.read(invocation, operands, &mut scope),
            "mapfile" | "readarray" => self.mapfile(invocation, operands, &mut scope),
            "getopts" => {
                self.quiet(invocation);
                if let Some(name) = operands.get(1) {
                    self.assign_named(
                        &name.value,
                        Content::Scalar(Value::Unknown(Cause::Input)),
                        name.span,
                        &mut scope,
                    );
                }
                scope.assign("OPTARG", Content::Scalar(Value::Unknown(Cause::Input)));
                scope.assign("OPTIND", Content::Scalar(Value::Number));
            }
            "printf" => {
                let target = match operands {
                    [flag, name, ..] if flag.text() == Some("-v") => name,
                    [flag, ..] if flag.text().is_none_or(|text| text.starts_with("-v")) && operands.len() > 1 => flag,
                    _ => return None,
                };
                self.quiet(invocation);
                self.assign_named(
                    &target.value,
                    Content::Scalar(Value::Unknown(Cause::Expansion)),
                    target.span,
                    &mut scope,
                );
            }
            "wait" => {
                self.quiet(invocation);
                self.wait_variable(operands, &mut scope);
            }
            "let" => {
                self.quiet(invocation);
                for word in operands {
                    self.let_expression(word, &mut scope);
                }
            }
            "history" => {
                let effect = Effect {
                    action: Action::Secret,
                    target: Target::Name("the shell's history".into()),
                    ..print(invocation)
                };
                let gaps = operands
                    .iter()
                    .filter(|word| word.text().is_none_or(|text| text.starts_with('-')))
                    .map(unknown_flag);
                let gaps = gaps.collect();
                self.record(invocation, vec![effect], gaps, false);
            }
            _ if QUIET.contains(&name) => self.quiet(invocation),
            // Specs tell the rest; a changed look-up of programs does not reach a builtin.
            _ => {
                let mut untouched = scope.clone();
                untouched.lookup_changed = None;
                let lookup = scope.lookup_changed;
                let mut after = self.program(name, &bare_of(invocation), false, untouched);
                after.success.lookup_changed.clone_from(&lookup);
                after.failure.lookup_changed = lookup;
                return Some(after);
            }
        }
        Some(After::either(scope))
    }

    fn quiet(&mut self, invocation: &Invocation) {
        self.record(invocation, vec![print(invocation)], Vec::new(), false);
    }

    fn change_directory(&mut self, invocation: &Invocation, operands: &[Argument], scope: Scope) -> After {
        let mut gaps = Vec::new();
        let mut target: Option<&Argument> = None;
        let mut flags = true;
        for word in operands {
            match word.text() {
                Some("--") if flags => flags = false,
                Some("-P" | "-L" | "-e" | "-@" | "-q") if flags => {}
                Some("-") | None => target = target.or(Some(word)),
                Some(text) if flags && text.starts_with('-') => gaps.push(unknown_flag(word)),
                Some(_) if target.is_some() => gaps.push(Gap { kind: GapKind::UnknownOperand, ..unknown_flag(word) }),
                Some(_) => target = Some(word),
            }
        }
        self.record(invocation, vec![print(invocation)], gaps, false);
        let mut moved = scope.clone();
        moved.old_cwd = scope.cwd.clone();
        moved.cwd = match target {
            None => scope.cwd.enter(&self.home_value(&scope)),
            Some(word) => match word.text() {
                Some("-") => scope.old_cwd.clone(),
                Some(text) if searches_cdpath(text) && scope.variable("CDPATH").is_some() => Directory::Unknown,
                Some(text) if self.leads_through_link(text, &scope) => Directory::Unknown,
                Some(_) | None if word.splits && word.text().is_none() => Directory::Unknown,
                Some(_) | None => scope.cwd.enter(&word.value),
            },
        };
        After { success: moved, failure: scope }
    }

    /// Whether a directory may lie behind a link that the call lays.
    fn leads_through_link(&self, text: &str, scope: &Scope) -> bool {
        scope.cwd.targets(&Value::Known(text.to_owned())).iter().any(|target| match target {
            PathTarget::Exact(path) | PathTarget::Below(path) => self.made.leads_through_link(path),
            PathTarget::Anywhere => false,
        })
    }

    fn eval(&mut self, invocation: &Invocation, operands: &[Argument], mut scope: Scope) -> After {
        let mut text = String::new();
        for word in operands {
            match (word.text(), word.splits) {
                (Some(piece), false) => {
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(piece);
                }
                (Some(_) | None, _) => {
                    let gap = Gap {
                        kind: GapKind::Code,
                        text: "text given to eval that is not known".into(),
                        span: word.span,
                    };
                    self.record(invocation, vec![run(Origin::Unknown, word.span)], vec![gap], false);
                    scope.change_lookup("eval");
                    scope.forget_variables();
                    return After::either(scope);
                }
            }
        }
        self.quiet(invocation);
        let dialect = self.dialect;
        let span = invocation.span;
        let after = self.through(Via::ShellText("eval".into()), |walker| walker.text(&text, dialect, span, scope));
        After::either(after)
    }

    fn exec(&mut self, invocation: &Invocation, operands: &[Argument], scope: Scope) -> After {
        let mut rest = operands;
        let mut gaps = Vec::new();
        while let [word, tail @ ..] = rest {
            match word.text() {
                Some("-c" | "-l" | "-cl" | "-lc") => rest = tail,
                Some("-a") => rest = tail.get(1..).unwrap_or_default(),
                Some("--") => {
                    rest = tail;
                    break;
                }
                Some(text) if text.starts_with('-') => {
                    gaps.push(unknown_flag(word));
                    rest = tail;
                }
                Some(_) | None => break,
            }
        }
        self.record(invocation, vec![print(invocation)], gaps, false);
        self.started("exec", invocation, operands, rest, &[], World::Exec, scope)
    }

    fn command_builtin(
        &mut self,
        name: &str,
        invocation: &Invocation,
        operands: &[Argument],
        declared: &[(String, Content)],
        scope: Scope,
    ) -> After {
        let mut rest = operands;
        let mut gaps = Vec::new();
        while let [word, tail @ ..] = rest {
            match word.text() {
                Some("-v" | "-V" | "-pv" | "-pV" | "-vp") if name == "command" => {
                    self.record(invocation, vec![print(invocation)], gaps, false);
                    return After::either(scope);
                }
                Some("-p") if name == "command" => rest = tail,
                Some("--") => {
                    rest = tail;
                    break;
                }
                Some(text) if text.starts_with('-') => {
                    gaps.push(unknown_flag(word));
                    rest = tail;
                }
                Some(_) | None => break,
            }
        }
        self.record(invocation, vec![print(invocation)], gaps, false);
        self.started(name, invocation, operands, rest, declared, World::Builtins, scope)
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the words before and after the wrapper's own, and the two states around them"
    )]
    fn started(
        &mut self,
        wrapper: &str,
        invocation: &Invocation,
        operands: &[Argument],
        rest: &[Argument],
        declared: &[(String, Content)],
        world: World,
        scope: Scope,
    ) -> After {
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else { return After::either(scope) };
        let command = Invocation {
            argv: rest.to_vec(),
            assignments: invocation.assignments.clone(),
            composite: invocation.composite,
            span: first.span.to(last.span),
            world,
        };
        let via = Via::Wrapper { name: wrapper.to_owned(), words: 1 + operands.len() - rest.len() };
        if self.via.len() >= super::MAX_DEPTH {
            self.gap(GapKind::Depth, "wrappers around wrappers", invocation.span);
            return After::either(scope);
        }
        self.through(via, |walker| walker.invoke(&command, declared, scope))
    }

    fn alias(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
        let mut effects = vec![print(invocation)];
        for word in operands {
            match word.text() {
                Some(text) if !text.contains('=') && !text.starts_with('-') => {}
                Some(text) if !text.starts_with('-') => {
                    let name = text.split('=').next().unwrap_or_default();
                    scope.rebind(name);
                    effects.push(Effect {
                        action: Action::Configure,
                        target: Target::Name(name.to_owned()),
                        ..print(invocation)
                    });
                }
                Some(_) | None => {
                    scope.change_lookup("alias");
                    effects.push(Effect {
                        action: Action::Configure,
                        target: Target::Name("alias".into()),
                        ..print(invocation)
                    });
                }
            }
        }
        self.record(invocation, effects, Vec::new(), false);
    }

    fn lookup_table(&mut self, name: &str, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
        let changes = operands.iter().any(|word| {
            let harmless = |text: &str| matches!(text, "-r" | "-t" | "-l" | "-a" | "-d");
            // zsh takes `name=path`.
            word.text().is_none_or(|text| text.starts_with('-') && !harmless(text) || text.contains('='))
        }) || name == "enable" && !operands.is_empty();
        let mut effects = vec![print(invocation)];
        if changes {
            scope.change_lookup(name);
            operands.iter().filter_map(Argument::text).for_each(|word| scope.rebind(word));
            effects.push(Effect {
                action: Action::Configure,
                target: Target::Name(name.to_owned()),
                ..print(invocation)
            });
        }
        self.record(invocation, effects, Vec::new(), false);
    }

    fn trap(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
        let Some(action) = operands.first() else { return self.quiet(invocation) };
        match action.text() {
            Some("" | "-" | "-l" | "-p") => self.quiet(invocation),
            Some(text) if operands.len() > 1 && !text.starts_with('-') => {
                self.quiet(invocation);
                let (text, dialect, span) = (text.to_owned(), self.dialect, action.span);
                // It runs at any later moment: nothing of the state then is known but what is known now or ever.
                let mut later = scope.clone();
                later.forget_variables();
                let via = Via::ShellText("trap".into());
                let after = self.through(via, |walker| walker.text(&text, dialect, span, later));
                *scope = scope.clone().join(after);
            }
            Some(_) | None => {
                let gap =
                    Gap { kind: GapKind::Code, text: "a trap whose action is not known".into(), span: action.span };
                self.record(invocation, vec![run(Origin::Unknown, action.span)], vec![gap], false);
                scope.change_lookup("trap");
            }
        }
    }

    fn source(&mut self, invocation: &Invocation, operands: &[Argument], mut scope: Scope) -> After {
        let Some(file) = operands.first().cloned() else {
            self.quiet(invocation);
            return After::either(scope);
        };
        let mut effects =
            self.path_effects(Action::Read, &file.value, Loss::None, Because::Base, file.span, &scope.cwd);
        if self.activates_environment(&file, &scope) {
            effects.push(run(Origin::Project, file.span));
            self.record(invocation, effects, Vec::new(), false);
            return After::either(scope);
        }
        if let Some((path, text)) = self.sourced_text(&file, &scope.cwd) {
            self.record(invocation, effects, Vec::new(), false);
            let dialect = self.dialect;
            let span = file.span;
            let after = self.through(Via::Script(path), |walker| walker.text(&text, dialect, span, scope));
            return After::either(after);
        }
        let mut gaps = Vec::new();
        let targets = scope.cwd.targets(&file.value);
        let there = targets.iter().all(|target| matches!(target, PathTarget::Exact(path) if self.place.exists(path)));
        let inside = there && self.inside_worktree(&targets);
        effects.push(run(if inside { Origin::Project } else { Origin::Unknown }, file.span));
        if !inside {
            gaps.push(Gap { kind: GapKind::Code, text: "a sourced file that is not followed".into(), span: file.span });
        }
        self.record(invocation, effects, gaps, false);
        scope.change_lookup("a sourced file");
        scope.forget_variables();
        After::either(scope)
    }

    /// `source .venv/bin/activate`: puts the programs of the worktree's own environment first.
    fn activates_environment(&self, file: &Argument, scope: &Scope) -> bool {
        let named = file.text().is_some_and(|text| text.ends_with("/bin/activate"));
        named
            && scope.cwd.targets(&file.value).iter().all(|target| match target {
                PathTarget::Exact(path) => {
                    path.starts_with(&self.place.worktree)
                        && self.place.exists(path)
                        && self.made.of(path) == super::made::Making::Untouched
                }
                PathTarget::Below(_) | PathTarget::Anywhere => false,
            })
    }

    fn unset(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
        let mut functions = false;
        let mut gaps = Vec::new();
        self.quiet(invocation);
        for word in operands {
            match word.text() {
                Some("-f") => functions = true,
                Some("-v") => functions = false,
                Some(text) if text.starts_with('-') => gaps.push(unknown_flag(word)),
                Some(text) if is_identifier(text) && !functions => self.assign(text, Content::Unset, word.span, scope),
                Some(text) if functions => scope.undefine(text),
                Some(_) | None => self.gap(GapKind::Evaluation, "a computed variable name", word.span),
            }
        }
        for gap in gaps {
            self.gap(gap.kind, &gap.text, gap.span);
        }
    }

    fn set(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
        let mut effects = vec![print(invocation)];
        let mut gaps = Vec::new();
        if operands.is_empty() {
            effects.push(Effect { action: Action::Env, ..print(invocation) });
        }
        let mut words = operands.iter().peekable();
        while let Some(word) = words.next() {
            match word.text() {
                Some("--") => {
                    scope.positional = positional(words.by_ref());
                }
                Some("-o" | "+o") => match words.next().and_then(Argument::text) {
                    Some(
                        "pipefail" | "errexit" | "nounset" | "xtrace" | "verbose" | "noglob" | "noclobber" | "errtrace"
                        | "functrace",
                    ) => {}
                    Some(_) | None => gaps.push(unknown_flag(word)),
                },
                Some(text) if text.len() > 1 && text.starts_with(['-', '+']) => {
                    let (letters, takes_name) =
                        text.get(1..).map_or(("", false), |rest| (rest.trim_end_matches('o'), rest.ends_with('o')));
                    if !letters.bytes().all(|byte| b"euxvfhmECTbB".contains(&byte)) {
                        gaps.push(unknown_flag(word));
                        scope.change_lookup("set");
                    }
                    if takes_name
                        && !matches!(
                            words.next().and_then(Argument::text),
                            Some("pipefail" | "errexit" | "nounset" | "xtrace")
                        )
                    {
                        gaps.push(unknown_flag(word));
                    }
                }
                Some(_) | None => {
                    scope.positional = positional(std::iter::once(word).chain(words.by_ref()));
                }
            }
        }
        self.record(invocation, effects, gaps, false);
    }

    fn shopt(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
        const HARMLESS: &[&str] = &[
            "nullglob",
            "globstar",
            "dotglob",
            "failglob",
            "nocaseglob",
            "nocasematch",
            "inherit_errexit",
            "checkwinsize",
            "lastpipe",
        ];
        let gaps: Vec<Gap> = operands
            .iter()
            .filter(|word| {
                word.text().is_none_or(|text| !matches!(text, "-s" | "-u" | "-q" | "-p") && !HARMLESS.contains(&text))
            })
            .map(unknown_flag)
            .collect();
        if !gaps.is_empty() {
            scope.change_lookup("shopt");
        }
        self.record(invocation, vec![print(invocation)], gaps, false);
    }

    fn read(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
        let mut names = Vec::new();
        let mut gaps = Vec::new();
        let mut words = operands.iter();
        let mut array = None;
        while let Some(word) = words.next() {
            match word.text() {
                Some("-a") => array = words.next(),
                Some("-p" | "-t" | "-n" | "-N" | "-d" | "-u" | "-i") => {
                    words.next();
                }
                Some("-r" | "-s" | "-e" | "-rs" | "-sr" | "-er") => {}
                Some(text)
                    if text.starts_with("-r") && matches!(text, "-rp" | "-rd" | "-rt" | "-rn" | "-ru" | "-rsp") =>
                {
                    words.next();
                }
                Some("-ra") => array = words.next(),
                Some(text)
                    if text.starts_with("-d")
                        || text.starts_with("-n")
                        || text.starts_with("-t")
                        || text.starts_with("-u") => {}
                Some(text) if text.starts_with('-') => gaps.push(unknown_flag(word)),
                Some(_) | None => names.push(word),
            }
        }
        self.record(invocation, vec![print(invocation)], gaps, false);
        if let Some(array) = array {
            self.assign_named(&array.value, Content::Untracked, array.span, scope);
        }
        let line = Self::line_of_input(scope);
        match names.as_slice() {
            [] if array.is_none() => scope.assign("REPLY", Content::Scalar(line)),
            [name] => self.assign_named(&name.value, Content::Scalar(line), name.span, scope),
            _ => {
                for name in names {
                    let value = Value::Unknown(Cause::Input);
                    self.assign_named(&name.value, Content::Scalar(value), name.span, scope);
                }
            }
        }
    }

    /// `wait -p name` assigns.
    fn wait_variable(&mut self, operands: &[Argument], scope: &mut Scope) {
        let mut words = operands.iter();
        while let Some(word) = words.next() {
            match word.text() {
                Some("-n" | "-f" | "-nf" | "-fn") => {}
                Some("-p") => {
                    let name = words.next().map_or(&word.value, |name| &name.value);
                    self.assign_named(name, Content::Scalar(Value::Number), word.span, scope);
                }
                Some(text) if !text.starts_with('-') => {}
                None if !word.value.may_be_option() => {}
                Some(_) | None => self.gap(GapKind::Evaluation, "a computed variable name", word.span),
            }
        }
    }

    fn mapfile(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
        let mut gaps = Vec::new();
        let mut words = operands.iter();
        let mut name = None;
        while let Some(word) = words.next() {
            match word.text() {
                Some("-t") => {}
                Some("-n" | "-O" | "-s" | "-u" | "-d") => {
                    words.next();
                }
                Some(text) if text.starts_with('-') => gaps.push(Gap { kind: GapKind::Code, ..unknown_flag(word) }),
                Some(_) | None => name = Some(word),
            }
        }
        self.record(invocation, vec![print(invocation)], gaps, false);
        match name {
            Some(word) => self.assign_named(&word.value, Content::Untracked, word.span, scope),
            None => scope.assign("MAPFILE", Content::Untracked),
        }
    }
}

/// A directory name that `cd` would look for in `CDPATH`.
fn searches_cdpath(text: &str) -> bool {
    !text.starts_with(['/', '.'])
}

fn positional<'a>(words: impl Iterator<Item = &'a Argument>) -> Positional {
    let words: Vec<&Argument> = words.collect();
    if words.iter().any(|word| word.splits) {
        return Positional::Unknown;
    }
    Positional::Known(words.into_iter().map(|word| word.value.clone()).collect())
}

/// The command without its assignments, which a builtin with a spec does not obey.
fn bare_of(invocation: &Invocation) -> Invocation {
    Invocation {
        argv: invocation.argv.clone(),
        assignments: Vec::new(),
        composite: invocation.composite,
        span: invocation.span,
        world: invocation.world,
    }
}

pub(crate) fn print(invocation: &Invocation) -> Effect {
    Effect {
        action: Action::Print,
        target: Target::Nothing,
        loss: Loss::None,
        cause: Because::Base,
        span: invocation.span,
    }
}

pub(crate) fn unknown_flag(word: &Argument) -> Gap {
    Gap { kind: GapKind::UnknownFlag, text: word.text().unwrap_or("a computed word").to_owned(), span: word.span }
}
