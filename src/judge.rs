//! The only place where the stages meet.

use crate::call::{Context, ToolCall};
use crate::effect::Analysis;
use crate::place::Place;
use crate::policy::{Policy, Subject, evaluate, ways_forward};
use crate::verdict::Decision;

/// Judges one call: what it would do, held against the policy, with the ways forward that were tried.
pub fn judge(call: &ToolCall, place: &Place, policy: &Policy, context: &Context) -> Decision {
    let analysis = Analysis::default();
    let subject = Subject { tool: &call.tool, text: "", analysis: &analysis };
    let mut decision = evaluate(subject, policy, place, context);
    decision.ways = ways_forward(subject, policy, place, context, &decision);
    decision
}
