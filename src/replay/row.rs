//! One recorded call and what it comes to now.

use serde::Serialize;

use crate::harness::request::HookRequest;
use crate::judge::subject_text;
use crate::replay::Judging;
use crate::report::wording::{code_token, layer_token, token};
use crate::verdict::{Decision, Verdict};

/// What the recording says became of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    /// It ran.
    Ran,
    /// A person, a rule or a classifier refused it.
    Refused,
    /// It was interrupted, which says nothing about it.
    Stopped,
    /// There is no result.
    Unknown,
}

impl Recorded {
    fn token(self) -> Option<&'static str> {
        match self {
            Self::Ran => Some("ran"),
            Self::Refused => Some("refused"),
            Self::Stopped => Some("stopped"),
            Self::Unknown => None,
        }
    }
}

/// One call.
#[derive(Debug, Clone)]
pub struct Row {
    /// The tool's name.
    pub tool: String,
    /// The agent's id of the call.
    pub id: Option<String>,
    /// What the call asks for, in its own words.
    pub text: String,
    /// The decision now; `None` where there is nothing to judge or it failed.
    pub decision: Option<Decision>,
    /// Why it could not be read or judged.
    pub error: Option<String>,
    /// What became of it then.
    pub recorded: Recorded,
}

#[derive(Serialize)]
struct Document<'a> {
    decision: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layer: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    tool: &'a str,
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

impl Row {
    /// The row of a call that is judged now.
    pub fn judged(request: &HookRequest, judging: &mut Judging<'_>) -> Self {
        let row = Self {
            tool: request.call.tool.clone(),
            id: request.id.clone(),
            text: subject_text(&request.call.request),
            decision: None,
            error: None,
            recorded: Recorded::Unknown,
        };
        match judging(request) {
            Ok(decision) => Self { decision: Some(decision), ..row },
            Err(error) => Self { error: Some(error), ..row },
        }
    }

    /// The row of something that cannot be read.
    #[must_use]
    pub fn unreadable(why: &str) -> Self {
        Self { error: Some(why.to_owned()), ..Self::not_ours() }
    }

    /// The row of another event.
    #[must_use]
    pub fn not_ours() -> Self {
        Self {
            tool: String::new(),
            id: None,
            text: String::new(),
            decision: None,
            error: None,
            recorded: Recorded::Unknown,
        }
    }

    /// The verdict, where there is one.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.decision.as_ref().and_then(|decision| decision.verdict)
    }

    /// The decision as programs read it. What failed needs a person.
    #[must_use]
    pub fn decision(&self) -> &'static str {
        if self.error.is_some() { "ask" } else { token(self.verdict()) }
    }

    /// The row as one JSON object and a line break.
    #[must_use]
    pub fn json(&self) -> String {
        let decided = self.decision.as_ref().filter(|decision| decision.verdict.is_some());
        let reason = decided.map(|decision| &decision.reason);
        let document = Document {
            decision: self.decision(),
            code: reason.map(|reason| code_token(reason.code)),
            layer: reason.map(|reason| layer_token(&reason.layer)),
            rule: reason.and_then(|reason| reason.rule.as_deref()),
            reason: reason.map(|reason| reason.text.as_str()),
            tool: &self.tool,
            id: self.id.as_deref(),
            recorded: self.recorded.token(),
            error: self.error.as_deref(),
        };
        // Strings alone always have a JSON form.
        serde_json::to_string(&document).unwrap_or_else(|_| r#"{"decision":"ask"}"#.to_owned()) + "\n"
    }
}
