//! `callgate check` and `callgate explain`: a person or a script asks about one command.

use std::io::IsTerminal as _;
use std::path::PathBuf;

use crate::call::{Context, Face, PermissionMode, Request, ToolCall};
use crate::cli::arguments::Question;
use crate::cli::guard::{DEADLINE, Deadline};
use crate::cli::surroundings::{Loaded, Surroundings};
use crate::cli::{Exit, fail, print};
use crate::harness::emission::{Emission, Manner};
use crate::judge::judge;
use crate::policy::is_closed;
use crate::report::explanation::{self, Limits};
use crate::report::json::{self, Circumstances};
use crate::report::terminal::{self, Colour};
use crate::report::wording::Consequence;
use crate::verdict::{Decision, Verdict};

/// The verdict for a script.
pub(crate) fn check(question: &Question) -> Exit {
    answer(question, |decision| explanation::for_person(decision, Consequence::Unstated, Limits::TERMINAL) + "\n")
}

/// The explanation for a person.
pub(crate) fn explain(question: &Question) -> Exit {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colour = if std::io::stdout().is_terminal() && !plain { Colour::Always } else { Colour::Never };
    answer(question, |decision| terminal::explain(decision, colour))
}

fn answer(question: &Question, render: impl FnOnce(&Decision) -> String) -> Exit {
    let (decision, loaded) = match decide(question) {
        Ok(decided) => decided,
        Err(sentence) => return fail(&sentence),
    };
    if !loaded.problems.is_empty() {
        return fail(&loaded.problems.join("\ncallgate: "));
    }
    let text = if question.json {
        let context = context(question);
        let manner = Manner { closed: is_closed(&loaded.policy, &context), ..loaded.manner };
        let emission = Emission::of(&decision, &context, manner);
        let role = question.launch.role.as_deref();
        json::document(&decision, Circumstances { emission: emission.token(), context: "explicit", role }) + "\n"
    } else {
        render(&decision)
    };
    match print(&text) {
        Exit::Approved => status(&decision),
        broken @ (Exit::NotApproved | Exit::Error) => broken,
    }
}

fn decide(question: &Question) -> Result<(Decision, Loaded), String> {
    let surroundings = Surroundings::look(&question.launch)?;
    let cwd = working_directory(question)?;
    let place = surroundings.place(Some(&cwd));
    let loaded = surroundings.load(&place);
    let call = ToolCall {
        tool: "Bash".to_owned(),
        request: Request::Shell(question.command.clone()),
        cwd: cwd.to_str().map(str::to_owned),
    };
    let deadline = Deadline::start(DEADLINE);
    let decision = judge(&call, &place, &loaded.policy, &context(question));
    deadline.met();
    Ok((decision, loaded))
}

fn working_directory(question: &Question) -> Result<PathBuf, String> {
    let current = || std::env::current_dir().map_err(|error| format!("the working directory is not known: {error}"));
    match &question.cwd {
        None => current(),
        Some(cwd) if cwd.is_dir() => Ok(current()?.join(cwd)),
        Some(cwd) => Err(format!("`{}` is no directory", cwd.display())),
    }
}

fn context(question: &Question) -> Context {
    Context {
        face: Face::Explicit,
        mode: PermissionMode::Default,
        role: question.launch.role.clone(),
        agent_type: None,
        headless: false,
    }
}

/// A blank command is a question without a subject: an error, and never an approval.
fn status(decision: &Decision) -> Exit {
    match decision.verdict {
        Some(Verdict::Allow) => Exit::Approved,
        Some(Verdict::AskSoft | Verdict::AskHard | Verdict::Deny) => Exit::NotApproved,
        None => Exit::Error,
    }
}
