//! Two nets under the judging: a panic and a deadline both end in a plain refusal, never in silence.
//!
//! The deadline is a thread that sleeps and, if it ever wakes, ends the process. Starting it costs some tens of microseconds;
//! running the judgement itself in a worker would cost as much and leave a stuck worker behind.

use std::fmt;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

/// How long a call may be judged.
pub(crate) const DEADLINE: Duration = Duration::from_millis(500);

/// The judging broke down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A panic.
    Panic,
    /// The deadline passed.
    Deadline,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Panic => {
                "an internal fault kept this call from being judged, so it is not approved; please report it with the command"
            }
            Self::Deadline => {
                "judging this call took longer than half a second, so it is not approved; try it in smaller parts"
            }
        })
    }
}

/// Runs `work`; a panic in it is a fault, and prints nothing of its own.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    set_hook(Box::new(|_| {}));
    // Whatever `work` left half done is dropped with it: nothing of it is looked at after a panic.
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Fault::Panic)
}

/// A deadline for this process.
#[derive(Debug, Clone)]
pub(crate) struct Deadline {
    end: Arc<AtomicU8>,
}

/// What happens at the deadline.
const BLOCK: u8 = 0;
const LEAVE_ALONE: u8 = 1;
const NOTHING: u8 = 2;

impl Deadline {
    /// Starts the clock. When it runs out the process ends: with status 2 and a sentence, or silently where failure is to leave the call alone.
    pub(crate) fn start(after: Duration) -> Self {
        let deadline = Self { end: Arc::new(AtomicU8::new(BLOCK)) };
        let end = Arc::clone(&deadline.end);
        let watch = move || {
            std::thread::sleep(after);
            match end.load(Ordering::SeqCst) {
                NOTHING => return,
                LEAVE_ALONE => std::process::exit(0),
                _ => {}
            }
            let _ = writeln!(std::io::stderr(), "callgate: {}", Fault::Deadline);
            std::process::exit(2);
        };
        // Without the thread there is no deadline of our own; the agent's timeout still stands.
        let _ = std::thread::Builder::new().stack_size(64 * 1024).spawn(watch);
        deadline
    }

    /// From now on, running out of time leaves the call alone (`on-error = "open"`).
    pub(crate) fn fail_open(&self) {
        self.end.store(LEAVE_ALONE, Ordering::SeqCst);
    }

    /// The judging is over; how long a reader takes to fetch the answer is its own affair.
    pub(crate) fn met(&self) {
        self.end.store(NOTHING, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names the deadline that a child of these tests runs into.
    const CHILD: &str = "CALLGATE_TEST_DEADLINE";

    /// Does nothing but in a child process of the test below, which it ends by its deadline.
    #[test]
    fn runs_out_of_time() {
        let Ok(kind) = std::env::var(CHILD) else { return };
        let deadline = Deadline::start(Duration::from_millis(20));
        match kind.as_str() {
            "open" => deadline.fail_open(),
            "met" => deadline.met(),
            _ => {}
        }
        std::thread::sleep(Duration::from_secs(if kind == "met" { 1 } else { 20 }));
        std::process::exit(7);
    }

    #[test]
    fn ac_07_the_deadline_ends_the_process_with_a_sentence_or_silently() {
        for (kind, status, sentence) in [("block", Some(2), true), ("open", Some(0), false), ("met", Some(7), false)] {
            let mut child = std::process::Command::new(std::env::current_exe().unwrap());
            child.args(["--exact", "cli::guard::tests::runs_out_of_time", "--nocapture"]).env(CHILD, kind);
            let output = child.output().unwrap();
            assert_eq!(output.status.code(), status, "{kind}");
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert_eq!(stderr.contains("longer than half a second"), sentence, "{stderr}");
        }
    }

    #[test]
    fn ac_07_a_panic_is_a_fault_with_a_sentence() {
        let fault = guarded(|| -> () { panic!("boom") });
        assert_eq!(fault, Err(Fault::Panic));
        assert!(Fault::Panic.to_string().contains("not approved"));
        assert_eq!(guarded(|| 7), Ok(7));
    }
}
