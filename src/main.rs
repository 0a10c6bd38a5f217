//! The `callgate` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    callgate::cli::run().into()
}
