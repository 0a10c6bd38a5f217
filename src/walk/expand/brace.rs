//! Brace expansion, which comes before all other expansions.

use crate::shell::tree::{Brace, Part, PartKind};
use crate::span::Span;

/// Most words that one brace expansion may make.
const BRACE_WORDS: usize = 256;

/// Expands the braces of a word, outermost first, left to right; `false` where it would make too many words.
pub(super) fn brace_expand(parts: &[Part], out: &mut Vec<Vec<Part>>) -> bool {
    let mut pending = vec![parts.to_vec()];
    while let Some(parts) = pending.pop() {
        let found = parts.iter().position(|part| matches!(part.kind, PartKind::Brace(_)));
        let Some((index, brace)) = found.and_then(|index| match parts.get(index).map(|part| &part.kind) {
            Some(PartKind::Brace(brace)) => Some((index, brace)),
            _ => None,
        }) else {
            out.push(parts);
            continue;
        };
        let span = parts.get(index).map_or_else(Span::default, |part| part.span);
        let Some(choices) = brace_choices(brace, span) else { return false };
        if out.len() + pending.len() + choices.len() > BRACE_WORDS {
            return false;
        }
        let (before, after) = (parts.get(..index).unwrap_or_default(), parts.get(index + 1..).unwrap_or_default());
        for choice in choices.into_iter().rev() {
            pending.push(before.iter().cloned().chain(choice).chain(after.iter().cloned()).collect());
        }
    }
    true
}

fn brace_choices(brace: &Brace, span: Span) -> Option<Vec<Vec<Part>>> {
    match brace {
        Brace::List(lists) => Some(lists.clone()),
        Brace::Range { from, to, step } => {
            let literal = |text: String| vec![Part { kind: PartKind::Literal(text), span }];
            if let (Ok(from), Ok(to)) = (from.parse::<i64>(), to.parse::<i64>()) {
                let step = step.as_ref().map_or(Ok(1), |step| step.parse::<i64>()).ok()?.unsigned_abs().max(1);
                let count = from.abs_diff(to) / step + 1;
                if count > BRACE_WORDS as u64 {
                    return None;
                }
                let step = i64::try_from(step).ok()?;
                let direction = if from <= to { step } else { -step };
                return (0..i64::try_from(count).ok()?)
                    .map(|index| {
                        from.checked_add(index.checked_mul(direction)?).map(|number| literal(number.to_string()))
                    })
                    .collect();
            }
            let (from, to) = (from.chars().next()?, to.chars().next()?);
            if step.is_some() || !from.is_ascii_alphanumeric() || !to.is_ascii_alphanumeric() {
                return None;
            }
            let range: Vec<char> = if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() };
            Some(range.into_iter().map(|char| literal(char.to_string())).collect())
        }
    }
}
