//! `callgate hook`: one request on standard input, one decision on standard output.

use std::io::{IsTerminal as _, Read, Write as _};
use std::path::Path;

use crate::call::{Context, Face};
use crate::cli::arguments::{Hook, Launch};
use crate::cli::guard::{DEADLINE, Deadline, guarded};
use crate::cli::surroundings::Surroundings;
use crate::cli::{Exit, fail};
use crate::harness::claude;
use crate::harness::emission::{Emission, Manner};
use crate::harness::request::{HookRequest, Incoming, MAX_REQUEST};
use crate::judge::judge_and_settle;
use crate::policy::is_closed;

/// Answers one request. The reply is built whole and written once; whatever fails on the way blocks the call with a
/// sentence, unless the policy says that failures leave calls alone.
pub(crate) fn run(options: &Hook) -> Exit {
    if std::io::stdin().is_terminal() {
        return fail("`callgate hook` reads a request on standard input; try `callgate explain 'CMD'` to ask by hand");
    }
    let bytes = match read_request(&mut std::io::stdin().lock()) {
        Ok(bytes) => bytes,
        Err(error) => return blocked(&options.launch, &format!("the request cannot be read: {error}")),
    };
    let deadline = Deadline::start(DEADLINE);
    let answer = guarded(|| answer(&bytes, options, &deadline));
    deadline.met();
    match answer {
        Ok(Ok(None)) => Exit::Approved,
        Ok(Ok(Some(reply))) => crate::cli::print(&reply),
        Ok(Err(sentence)) => blocked(&options.launch, &sentence),
        Err(fault) => blocked(&options.launch, &fault.to_string()),
    }
}

/// Everything up to one byte over the limit; the rest is read and dropped, since a writer whose pipe closes early fails.
fn read_request(input: &mut impl Read) -> std::io::Result<Vec<u8>> {
    let limit = u64::try_from(MAX_REQUEST).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::with_capacity(4096);
    input.by_ref().take(limit).read_to_end(&mut bytes)?;
    std::io::copy(input, &mut std::io::sink())?;
    Ok(bytes)
}

fn answer(bytes: &[u8], options: &Hook, deadline: &Deadline) -> Result<Option<String>, String> {
    let request = match claude::decode(bytes).map_err(|unreadable| unreadable.to_string())? {
        Incoming::NotOurs => return Ok(None),
        Incoming::Call(request) => request,
    };
    let surroundings = Surroundings::look(&options.launch)?;
    let place = surroundings.place(request.call.cwd.as_deref().map(Path::new));
    let loaded = surroundings.load(&place);
    if loaded.fails_open {
        deadline.fail_open();
    }
    let context = context(&request, options);
    let (decision, settled) = judge_and_settle(&request.call, &place, &loaded.policy, &context);
    let manner = Manner { settled, closed: is_closed(&loaded.policy, &context), ..loaded.manner };
    let emission = Emission::of(&decision, &context, manner);
    Ok(claude::encode(&decision, emission, manner))
}

fn context(request: &HookRequest, options: &Hook) -> Context {
    Context {
        face: Face::Hook,
        mode: request.mode,
        role: options.launch.role.clone(),
        agent_type: request.agent_type.clone(),
        headless: options.headless,
    }
}

/// The end of a call that was not judged. Only the user's policy can say that such calls are left alone; a policy
/// that cannot be read does not.
fn blocked(launch: &Launch, sentence: &str) -> Exit {
    let fails_open = guarded(|| {
        Surroundings::look(launch).is_ok_and(|surroundings| surroundings.load(&surroundings.place(None)).fails_open)
    });
    if fails_open == Ok(true) {
        return Exit::Approved;
    }
    let _ = writeln!(std::io::stderr().lock(), "callgate: {sentence}");
    Exit::Error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read_up_to_the_limit_and_the_rest_is_drained() {
        let mut input = std::io::repeat(b'x').take(MAX_REQUEST as u64 + 5_000);
        let bytes = read_request(&mut input).unwrap();
        assert_eq!(bytes.len(), MAX_REQUEST + 1);
        assert_eq!(input.limit(), 0);
    }
}
