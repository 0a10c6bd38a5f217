//! Tools as such: rules that name them, and rules of paths and hosts that let a file tool pass.

use super::coverage::Acceptance;
use super::evaluate::{Judge, acceptance_reason};
use super::objection::{Cover, Objection};
use super::path_pattern::Anchors;
use super::rule::{Form, List, Rule};
use super::territory::Territory;
use super::{denial, tool_rule};
use crate::effect::{Action, Effect, Flow, HostTarget, Target};
use crate::verdict::{Finding, Reason, ReasonCode, Verdict};

impl<'a> Judge<'a> {
    /// Rules that name the tool itself: deny before ask before allow. A shell's allow rule is judged command by command.
    pub(super) fn tool_rules(&self, shell: bool) -> Option<Finding> {
        let matching =
            |list| self.rules(list).filter(|rule| tool_rule::names(rule, self.subject.tool, self.subject.text));
        let whole = Finding {
            verdict: Verdict::Allow,
            reason: self.passes(),
            program: None,
            span: self.all(),
            offending: self.all(),
            effect: None,
            gap: None,
            rules: Vec::new(),
        };
        let denying: Vec<&Rule> = matching(List::Deny).collect();
        if !denying.is_empty() {
            return Some(self.denied(denying, whole));
        }
        if let Some(rule) = matching(List::Ask).next() {
            let reason = Reason {
                code: ReasonCode::AskRule,
                layer: rule.layer.clone(),
                rule: Some(rule.text.clone()),
                text: format!("the rule `{}` asks a person", rule.text),
            };
            return Some(Finding { verdict: Verdict::AskHard, reason, rules: vec![rule.text.clone()], ..whole });
        }
        if shell {
            return None;
        }
        let allowing = self.allow_rules().find(|rule| tool_rule::names(rule, self.subject.tool, self.subject.text))?;
        Some(Finding { reason: acceptance_reason(&Acceptance::Rule(allowing.clone())), ..whole })
    }

    /// A tool that is no shell passes only by a rule that names it or its path; otherwise that is the agent's own matter.
    pub(super) fn by_kind(&self, shell: bool, verdict: Option<Verdict>, reason: Reason) -> (Option<Verdict>, Reason) {
        if shell || verdict != Some(Verdict::Allow) {
            return (verdict, reason);
        }
        let ruled = matches!(reason.code, ReasonCode::AllowRule | ReasonCode::Grant).then(|| reason.clone());
        let ruled = ruled
            .or_else(|| {
                self.allow_rules()
                    .find(|rule| tool_rule::names(rule, self.subject.tool, self.subject.text))
                    .map(|rule| acceptance_reason(&Acceptance::Rule(rule.clone())))
            })
            .or_else(|| self.file_rule());
        match ruled {
            Some(reason) => (Some(Verdict::Allow), reason),
            None => (None, reason),
        }
    }

    /// A path or host rule that covers every effect of a file tool.
    pub(super) fn file_rule(&self) -> Option<Reason> {
        let effects: Vec<&Effect> =
            self.subject.analysis.segments.iter().flat_map(|segment| &segment.effects).collect();
        let (first, _) = effects.split_first()?;
        let covers = |effect: &Effect| self.allow_rules().find(|rule| allows_effect(rule, effect, self.territory));
        if !effects.iter().all(|effect| effect.action == Action::Print || covers(effect).is_some()) {
            return None;
        }
        covers(first).map(|rule| acceptance_reason(&Acceptance::Rule(rule.clone())))
    }

    /// A path rule of the user that lifts an objection to a loose effect: a read or write outside, not a secret.
    pub(super) fn path_allow(&self, objection: &Objection, effect: &Effect) -> Option<&'a Rule> {
        let rule = self.allow_rules().find(|rule| allows_effect(rule, effect, self.territory))?;
        let literal = match &rule.form {
            Form::Read(pattern) | Form::Edit(pattern) => pattern.is_literal(),
            Form::Domain(_) => true,
            Form::Tool(_) | Form::Command(_) | Form::Named { .. } => false,
        };
        let outside = matches!(objection.code, ReasonCode::OutsideRoots | ReasonCode::CapabilityNeedsPerson);
        let named = objection.code == ReasonCode::OffLattice && literal;
        let lifted = (outside || named) && objection.cover != Cover::Never;
        (lifted && self.clamped(effect, &Acceptance::Rule(rule.clone())).is_none()).then_some(rule)
    }
}

/// Whether a path or host rule of an allow list speaks of the effect, in every view of the path.
pub(super) fn allows_effect(rule: &Rule, effect: &Effect, territory: &Territory<'_>) -> bool {
    let pattern = match (&rule.form, effect.action) {
        (Form::Read(pattern), Action::Read | Action::Walk) => pattern,
        (Form::Edit(pattern), Action::Read | Action::Walk | Action::Write | Action::Append) => pattern,
        (Form::Domain(domain), Action::Connect(Flow::Fetch)) => {
            return match &effect.target {
                Target::Host(HostTarget::Named(host)) => denial::domain_matches(domain, host),
                Target::Host(_)
                | Target::Nothing
                | Target::Path(_)
                | Target::Repository
                | Target::Worktree
                | Target::Name(_) => false,
            };
        }
        _ => return false,
    };
    let Target::Path(target) = &effect.target else { return false };
    let Some(views) = territory.views(target) else { return false };
    let source = denial::source(rule, territory);
    let place = territory.place();
    let anchors = Anchors { home: &place.home, source: &source, here: place.cwd.as_deref() };
    views.resolved && views.each().all(|path| pattern.allows(path, anchors))
}
