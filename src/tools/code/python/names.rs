//! The names that a program gives a meaning to.

use std::collections::BTreeSet;

use super::super::notes::Unread;
use super::program::Tokens;
use super::token::Kind;

/// How often on average a token may be looked at.
const PASSES: usize = 16;

/// Statements that hold others after their `:`.
const COMPOUND: &[&str] = &["class", "def", "elif", "else", "except", "finally", "for", "if", "try", "while", "with"];

/// What a program gives a meaning to, and perhaps some names that it only mentions next to that.
#[derive(Debug, Default)]
pub(super) struct Bound<'t> {
    /// Names that it assigns, defines or takes as parameters.
    pub(super) names: BTreeSet<&'t str>,
    /// Tokens that stand where something is assigned or deleted.
    pub(super) targets: BTreeSet<usize>,
    /// Tokens that may still be looked at; brackets in brackets are looked at again.
    left: usize,
}

/// Finds what is bound anywhere in the program.
pub(super) fn bound<'t>(tokens: &Tokens<'t>) -> Result<Bound<'t>, Unread> {
    let mut bound = Bound { left: tokens.len().saturating_mul(PASSES), ..Bound::default() };
    let mut statement = 0;
    let mut index = 0;
    while index <= tokens.len() {
        let ends = matches!(tokens.kind(index), None | Some(Kind::Newline)) || tokens.is_outer_mark(index, ";");
        if ends {
            assigned(tokens, statement, index, &mut bound)?;
            statement = index + 1;
        }
        match tokens.name(index) {
            Some("for") => {
                let end = until(tokens, index, |at| tokens.name(at) == Some("in"));
                targets(tokens, index, end, &mut bound)?;
            }
            Some("del") => {
                let end = until(tokens, index, |at| tokens.is_mark(at, ";"));
                targets(tokens, index, end, &mut bound)?;
            }
            Some("as") => targets(tokens, index, index + 2, &mut bound)?,
            Some("class") => names(tokens, index, index + 2, &mut bound)?,
            Some("lambda") => {
                names(tokens, index, until(tokens, index, |at| tokens.is_mark(at, ":")), &mut bound)?;
            }
            Some("def") => {
                let close = tokens.partner(index + 2).unwrap_or(index + 2);
                names(tokens, index, close, &mut bound)?;
            }
            Some(_) if tokens.begins_statement(index) && tokens.is_outer_mark(index + 1, ":") => {
                names(tokens, index, index + 1, &mut bound)?;
            }
            Some(_) if tokens.is_mark(index + 1, ":=") => names(tokens, index, index + 1, &mut bound)?,
            Some(_) | None => {}
        }
        index += 1;
    }
    Ok(bound)
}

/// Where a token stands that satisfies `wanted` in the brackets that hold `index`, or else the end of these.
fn until(tokens: &Tokens<'_>, index: usize, wanted: impl Fn(usize) -> bool) -> usize {
    let within = tokens.within(index);
    let mut at = index + 1;
    while at < tokens.len() {
        if tokens.within(at) == within {
            let begins = matches!(tokens.name(at), Some("for" | "lambda" | "del"));
            if begins || wanted(at) || matches!(tokens.kind(at), Some(Kind::Newline)) {
                return at;
            }
            at = tokens.partner(at).filter(|partner| *partner > at).unwrap_or(at);
        } else {
            return at;
        }
        at += 1;
    }
    at
}

/// All before the last `=` of the statement that ends at `end`; what comes before its block is no target.
fn assigned<'t>(tokens: &Tokens<'t>, start: usize, end: usize, bound: &mut Bound<'t>) -> Result<(), Unread> {
    let outer = |at: &usize| tokens.within(*at).is_none();
    let lambda = (start..end).any(|at| tokens.name(at) == Some("lambda"));
    let compound = tokens.name(start).is_some_and(|name| COMPOUND.contains(&name));
    let block = (start..end).filter(outer).find(|at| tokens.is_mark(*at, ":"));
    let start = match block {
        Some(block) if compound && !lambda => block + 1,
        Some(_) | None => start,
    };
    let last = (start..end).rev().filter(outer).find(|at| tokens.is_assignment(*at));
    last.map_or(Ok(()), |last| targets(tokens, start, last, bound))
}

fn targets<'t>(tokens: &Tokens<'t>, from: usize, to: usize, bound: &mut Bound<'t>) -> Result<(), Unread> {
    names(tokens, from, to, bound)?;
    bound.targets.extend(from..to);
    Ok(())
}

fn names<'t>(tokens: &Tokens<'t>, from: usize, to: usize, bound: &mut Bound<'t>) -> Result<(), Unread> {
    bound.left = bound.left.checked_sub(to.saturating_sub(from)).ok_or_else(|| tokens.unread(from))?;
    bound.names.extend((from..to).filter(|at| !tokens.is_attribute(*at)).filter_map(|at| tokens.name(at)));
    Ok(())
}
