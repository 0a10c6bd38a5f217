//! The command line: one file for each subcommand, which reads its arguments, calls the library and prints.

mod arguments;
mod ask;
mod enumerate;
mod exit;
mod guard;
mod help;
mod hook;
mod listing;
mod register;
mod replay;
mod surroundings;

pub use exit::Exit;

use std::io::Write as _;

use arguments::{Invocation, Usage};

/// Runs the command line of this process.
///
/// What cannot be understood is a usage error. It never falls into another subcommand, least of all into the hook, where
/// silence would be taken for consent.
pub fn run() -> Exit {
    match arguments::parse(lexopt::Parser::from_env()) {
        Ok(invocation) => dispatch(invocation),
        Err(usage) => refuse(&usage),
    }
}

fn dispatch(invocation: Invocation) -> Exit {
    let options = match invocation {
        Invocation::Help(topic) => return print(help::text(topic)),
        Invocation::Version => return print(concat!("callgate ", env!("CARGO_PKG_VERSION"), "\n")),
        Invocation::Enumerate => return enumerate::run(),
        Invocation::Hook(options) => return hook::run(&options),
        Invocation::Setup(options) => return register::setup(&options),
        Invocation::Uninstall(options) => return register::uninstall(&options),
        Invocation::Check(options) => Asked::Check(options),
        Invocation::Explain(options) => Asked::Explain(options),
        Invocation::Replay(options) => Asked::Replay(options),
    };
    // A fault in judging is an answer of its own here too: no backtrace, and never the exit status of an approval.
    guard::guarded(|| options.run()).unwrap_or_else(|fault| fail(&fault.to_string()))
}

enum Asked {
    Check(arguments::Question),
    Explain(arguments::Question),
    Replay(arguments::Replay),
}

impl Asked {
    fn run(&self) -> Exit {
        match self {
            Self::Check(question) => ask::check(question),
            Self::Explain(question) => ask::explain(question),
            Self::Replay(options) => replay::run(options),
        }
    }
}

fn refuse(usage: &Usage) -> Exit {
    fail(&format!("{usage}\n{}", usage.hint()))
}

/// One message on standard error, and the exit status of an error.
fn fail(message: &str) -> Exit {
    let _ = writeln!(std::io::stderr().lock(), "callgate: {message}");
    Exit::Error
}

/// The text on standard output, written at once; a reader that went away is no success.
fn print(text: &str) -> Exit {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => Exit::Approved,
        Err(_) => Exit::Error,
    }
}
