//! `callgate debug enumerate --batch`: what the parser lists, for a test harness that holds it against a shell.

use std::io::{BufRead as _, Write as _};

use serde::Serialize;

use crate::cli::guard::guarded;
use crate::cli::listing::Listing;
use crate::cli::{Exit, fail};
use crate::shell::{Dialect, parse};

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Read {
        ok: bool,
        #[serde(flatten)]
        listing: Listing,
    },
    Refused {
        ok: bool,
        err: String,
    },
}

/// Answers one JSON string a line with one JSON object a line, each at once.
pub(crate) fn run() -> Exit {
    let mut stdout = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let answer = match line.map(|line| serde_json::from_str::<String>(&line)) {
            Ok(Ok(text)) => guarded(|| answer(&text)).unwrap_or_else(|fault| refused(&fault.to_string())),
            Ok(Err(_)) => refused("the line is not a JSON string"),
            Err(error) => return fail(&format!("the input cannot be read: {error}")),
        };
        let text = serde_json::to_string(&answer).unwrap_or_else(|_| r#"{"ok":false}"#.to_owned());
        if writeln!(stdout, "{text}").and_then(|()| stdout.flush()).is_err() {
            return Exit::Error;
        }
    }
    Exit::Approved
}

fn answer(text: &str) -> Answer {
    match parse(text, Dialect::Bash) {
        Ok(script) => Answer::Read { ok: true, listing: Listing::of(&script) },
        Err(rejected) => refused(rejected.why),
    }
}

fn refused(why: &str) -> Answer {
    Answer::Refused { ok: false, err: why.to_owned() }
}
