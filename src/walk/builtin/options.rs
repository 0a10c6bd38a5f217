//! Builtins that change variables, options and positional parameters: `unset`, `set`, `shopt`.

use super::{print, unknown_flag};
use crate::effect::{Action, Effect, Gap, GapKind};
use crate::value::Argument;
use crate::walk::Walker;
use crate::walk::parameter::is_identifier;
use crate::walk::scope::{Content, Positional, Scope};
use crate::walk::simple::Invocation;

impl Walker<'_> {
    pub(super) fn unset(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
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

    pub(super) fn set(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
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

    pub(super) fn shopt(&mut self, invocation: &Invocation, operands: &[Argument], scope: &mut Scope) {
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
}

fn positional<'a>(words: impl Iterator<Item = &'a Argument>) -> Positional {
    let words: Vec<&Argument> = words.collect();
    if words.iter().any(|word| word.splits) {
        return Positional::Unknown;
    }
    Positional::Known(words.into_iter().map(|word| word.value.clone()).collect())
}
