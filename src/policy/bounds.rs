//! What ceiling and role leave of what knowledge and rules let pass.

use super::coverage::{Acceptance, Coverage};
use super::evaluate::Judge;
use super::objection::{Cover, Objection};
use super::role::Posture;
use super::{territory, wording};
use crate::authority::{Grant, least_grant};
use crate::effect::{Action, Cause, Effect, PathTarget, Target};
use crate::verdict::{Reason, ReasonCode, Verdict};

impl Judge<'_> {
    /// In a closed role, what built-in knowledge passes must be reading, or be listed.
    pub(super) fn beyond_role(&self, effect: &Effect, coverage: &Coverage<'_>) -> Option<Objection> {
        let objection = self.beyond_closed(effect)?;
        match coverage.of_effect(&objection, effect) {
            Some(_) => None,
            None => Some(objection),
        }
    }

    pub(super) fn beyond_closed(&self, effect: &Effect) -> Option<Objection> {
        if self.role.posture != Posture::Closed {
            return None;
        }
        let on_lattice = least_grant(effect, self.territory).fits(Grant::SAFE_READ);
        let reading = match effect.action {
            Action::Print | Action::Read | Action::Walk | Action::Env => true,
            // Writing to a device that keeps nothing is no writing.
            Action::Write | Action::Append => match &effect.target {
                Target::Path(PathTarget::Exact(path)) => territory::is_sink(path),
                Target::Path(PathTarget::Below(_) | PathTarget::Anywhere)
                | Target::Nothing
                | Target::Repository
                | Target::Worktree
                | Target::Host(_)
                | Target::Name(_) => false,
            },
            Action::Delete
            | Action::Connect(_)
            | Action::Run(_)
            | Action::Secret
            | Action::Signal
            | Action::Elevate
            | Action::Configure
            | Action::Publish
            | Action::Discard
            | Action::Clipboard => false,
        };
        let sink = matches!(effect.action, Action::Write | Action::Append) && reading;
        if sink || reading && on_lattice {
            return None;
        }
        Some(Objection {
            verdict: Verdict::AskSoft,
            code: ReasonCode::ClosedRole,
            layer: self.role.layer(),
            rule: None,
            text: wording::effect(effect, self.territory.place()),
            cover: match effect.cause {
                Cause::Base => Cover::Match,
                Cause::Word(_) => Cover::Name,
            },
        })
    }

    /// What an objection comes to in this role: a closed one denies what it does not list.
    pub(super) fn posture(
        &self,
        verdict: Verdict,
        program: &Option<String>,
        objection: &Objection,
    ) -> (Verdict, Reason) {
        let reason = Reason {
            code: objection.code,
            layer: objection.layer.clone(),
            rule: objection.rule.clone(),
            text: objection.text.clone(),
        };
        if verdict == Verdict::Deny || self.role.posture != Posture::Closed {
            return (verdict, reason);
        }
        let what = program.as_deref().map_or_else(String::new, |program| format!("`{program}` "));
        let text = format!("{what}{}, which is not on the list of this role", objection.text);
        (Verdict::Deny, Reason { code: ReasonCode::ClosedRole, layer: self.role.layer(), rule: None, text })
    }

    /// Whether an accepted effect still passes the ceiling. Acceptance asks at most for ordinary work.
    pub(super) fn clamped(&self, effect: &Effect, acceptance: &Acceptance) -> Option<Objection> {
        self.clamp_to(least_grant(effect, self.territory).meet(Grant::SAFE_WRITE), acceptance)
    }

    pub(super) fn clamp_to(&self, needed: Grant, acceptance: &Acceptance) -> Option<Objection> {
        let ceiling = &self.role.ceiling;
        if needed.fits(ceiling.grant) {
            return None;
        }
        let who = match acceptance {
            Acceptance::Rule(rule) => format!("the rule `{}` covers it, but", rule.text),
            Acceptance::OpenRole(_) => "the role covers it, but".to_owned(),
        };
        Some(Objection {
            verdict: Verdict::AskSoft,
            code: ReasonCode::OverCeiling,
            layer: ceiling.layer.clone(),
            rule: Some(format!("level {}", ceiling.name)),
            text: format!("{who} it needs {needed}, more than the level `{}` gives", ceiling.name),
            cover: Cover::Never,
        })
    }
}
