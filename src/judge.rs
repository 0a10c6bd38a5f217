//! The only place where the stages meet.

mod file_tools;

use crate::call::{Context, Request, ToolCall};
use crate::effect::Analysis;
use crate::place::Place;
use crate::policy::{self, Policy, Shell, Subject};
use crate::shell::Dialect;
use crate::verdict::Decision;
use crate::walk;

/// Judges one call: what it would do, held against the policy, with the ways forward that were tried.
pub fn judge(call: &ToolCall, place: &Place, policy: &Policy, context: &Context) -> Decision {
    judge_and_settle(call, place, policy, context).0
}

/// Judges one call, and says whether the agent's own rules cover every part that a person would be asked about.
pub fn judge_and_settle(call: &ToolCall, place: &Place, policy: &Policy, context: &Context) -> (Decision, bool) {
    let analysis = analyse(call, place, dialect(policy.shell()));
    let text = subject_text(&call.request);
    let subject = Subject { tool: &call.tool, text: &text, analysis: &analysis };
    let mut decision = policy::evaluate(subject, policy, place, context);
    decision.ways = policy::ways_forward(subject, policy, place, context, &decision);
    let settled = policy::agent_settles(subject, policy, place, &decision);
    (decision, settled)
}

/// What the call would do.
#[must_use]
pub fn analyse(call: &ToolCall, place: &Place, dialect: Dialect) -> Analysis {
    match &call.request {
        Request::Shell(text) => walk::analyse(text, dialect, place),
        Request::Read { paths, recursive, patterns } => file_tools::reads(paths, *recursive, patterns, place),
        Request::Write { path } => file_tools::writes(path, place),
        Request::Fetch { url } => file_tools::fetches(url),
        Request::Other(_) => file_tools::unknown(),
        Request::Malformed(why) => file_tools::malformed(why),
    }
}

/// How the shell reads that the policy names.
fn dialect(shell: Shell) -> Dialect {
    match shell {
        Shell::Both => Dialect::Both,
        Shell::Bash => Dialect::Bash,
        Shell::Posix => Dialect::Posix,
    }
}

/// What the call is about, in its own words, as a person is shown it.
#[must_use]
pub fn subject_text(request: &Request) -> String {
    match request {
        Request::Shell(text) => text.clone(),
        Request::Read { paths, patterns, .. } => [paths.as_slice(), patterns].concat().join(" "),
        Request::Write { path } => path.clone(),
        Request::Fetch { url } => url.clone(),
        Request::Other(_) | Request::Malformed(_) => String::new(),
    }
}
