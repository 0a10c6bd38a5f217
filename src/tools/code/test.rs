//! Operands of `test` and `[`.

use crate::span::Span;
use crate::tools::reading::Reading;
use crate::value::Argument;

/// Reads the operands of `test`.
#[must_use]
pub fn read(operands: &[Argument], span: Span) -> Reading {
    let _ = (operands, span);
    Reading::default()
}
