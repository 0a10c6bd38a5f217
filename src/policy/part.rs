//! One part of a call judged: a command with all that it does, or an effect or gap that belongs to none.

use super::command_text::CommandText;
use super::coverage::{Acceptance, Coverage};
use super::evaluate::{Judge, acceptance_reason, worst_of};
use super::objection::{Cover, Objection};
use super::role::Posture;
use super::rule::{List, Rule};
use super::{denial, guard, hard_stop};
use crate::authority::Grant;
use crate::effect::{Action, CommandUse, Effect, Flow, Gap, GapKind, Origin, Segment, Via};
use crate::verdict::{Finding, Reason, ReasonCode, SegmentFinding, Verdict};

impl<'a> Judge<'a> {
    pub(super) fn segment(&self, segment: &'a Segment, leaks: bool) -> SegmentFinding {
        let mut findings = Vec::with_capacity(segment.commands.len() + segment.effects.len());
        for command in &segment.commands {
            findings.push(self.command(command, segment, leaks));
        }
        for effect in &segment.effects {
            findings.push(self.loose_effect(effect, leaks));
        }
        for gap in &segment.gaps {
            findings.push(self.loose_gap(gap));
        }
        if !self.lifts("remote-shell") && hard_stop::hands_over_a_shell(segment) {
            let text = "hands a shell to another machine".to_owned();
            findings.push(self.stop("remote-shell", text, segment.span, None, None));
        }
        let verdict = worst_of(&findings);
        let culprit = if segment.lone || verdict == Verdict::Allow {
            None
        } else {
            findings.iter().find(|finding| finding.verdict == verdict).and_then(|finding| finding.program.clone())
        };
        SegmentFinding { text: segment.text.clone(), span: segment.span, verdict, culprit, findings }
    }

    pub(super) fn command(&self, command: &'a CommandUse, segment: &'a Segment, leaks: bool) -> Finding {
        let text = CommandText::new(command);
        let mut finding = Finding {
            verdict: Verdict::Allow,
            reason: self.passes(),
            program: command.program().map(str::to_owned),
            span: command.span,
            offending: command.span,
            effect: None,
            gap: None,
            rules: Vec::new(),
        };
        let caught = denial::command(&text, self.rules(List::Deny), self.home);
        if guard::changes_policy(command) {
            return self.protected("changes what callgate decides", command.span, None, finding.program);
        }
        if let Some(found) = self.deny_of_effects(&command.effects, leaks, &caught.certain, Some(command)) {
            return found;
        }
        if let Some(found) = self.deny_of_words(command, segment, leaks) {
            return found;
        }
        if let Some(found) = self.copy_onto_own_files(command) {
            return found;
        }
        if !caught.certain.is_empty() {
            return self.denied(caught.certain, finding);
        }
        let asked = self.ask_rules(command, &text);
        if let Some(rule) = asked.first() {
            finding.verdict = Verdict::AskHard;
            finding.reason = Reason {
                code: ReasonCode::AskRule,
                layer: rule.layer.clone(),
                rule: Some(rule.text.clone()),
                text: format!("the rule `{}` asks a person", rule.text),
            };
            finding.rules = asked.iter().map(|rule| rule.text.clone()).collect();
        }
        let open = (self.role.posture == Posture::Open).then(|| self.role.layer());
        let coverage = Coverage::find(command, &text, segment, self.allow_rules(), self.home, open);
        let mut accepted: Option<Acceptance> = None;
        let raise = |finding: &mut Finding, objection: Objection, effect: Option<&Effect>, gap: Option<&Gap>| {
            let verdict = self.posture(objection.verdict, &finding.program, &objection);
            if verdict.0 <= finding.verdict {
                return;
            }
            finding.verdict = verdict.0;
            finding.offending = effect.map_or_else(|| gap.map_or(command.span, |gap| gap.span), |effect| effect.span);
            finding.reason = verdict.1;
            finding.effect = effect.cloned();
            finding.gap = gap.cloned();
        };
        for effect in gravest_first(&command.effects) {
            let Some(objection) = self.limits.effect(effect) else {
                if let Some(objection) = self.beyond_role(effect, &coverage) {
                    raise(&mut finding, objection, Some(effect), None);
                }
                continue;
            };
            match coverage.of_effect(&objection, effect) {
                Some(acceptance) => match self.clamped(effect, &acceptance) {
                    None => accepted = accepted.or(Some(acceptance)),
                    Some(over) => raise(&mut finding, over, Some(effect), None),
                },
                None => raise(&mut finding, objection, Some(effect), None),
            }
        }
        for gap in &command.gaps {
            let objection = self.limits.gap(gap);
            match coverage.of_gap(&objection, gap) {
                Some(acceptance) => match self.clamp_to(Grant::SAFE_WRITE, &acceptance) {
                    None => accepted = accepted.or(Some(acceptance)),
                    Some(over) => raise(&mut finding, over, None, Some(gap)),
                },
                None => raise(&mut finding, objection, None, Some(gap)),
            }
        }
        if command.effects.is_empty() && command.gaps.is_empty() && !hands_on(command, segment) {
            let gap =
                Gap { kind: GapKind::NoEffect, text: finding.program.clone().unwrap_or_default(), span: command.span };
            let objection = self.limits.gap(&gap);
            raise(&mut finding, objection, None, Some(&gap));
        }
        if let Some(rule) = caught.possible.first() {
            let objection = Objection {
                verdict: Verdict::AskSoft,
                code: ReasonCode::Uncovered,
                layer: rule.layer.clone(),
                rule: Some(rule.text.clone()),
                text: format!("may be what the rule `{}` denies, by a word that is not known", rule.text),
                cover: Cover::Never,
            };
            raise(&mut finding, objection, None, None);
        }
        if finding.verdict == Verdict::Allow
            && let Some(acceptance) = accepted
        {
            finding.reason = acceptance_reason(&acceptance);
        }
        finding
    }

    pub(super) fn loose_effect(&self, effect: &Effect, leaks: bool) -> Finding {
        let mut finding = Finding {
            verdict: Verdict::Allow,
            reason: self.passes(),
            program: None,
            span: effect.span,
            offending: effect.span,
            effect: Some(effect.clone()),
            gap: None,
            rules: Vec::new(),
        };
        if let Some(found) = self.deny_of_effects(std::slice::from_ref(effect), leaks, &[], None) {
            return found;
        }
        let asks: Vec<&Rule> =
            self.rules(List::Ask).filter(|rule| denial::effect(rule, effect, self.territory)).collect();
        if let Some(rule) = asks.first() {
            finding.verdict = Verdict::AskHard;
            finding.reason = Reason {
                code: ReasonCode::AskRule,
                layer: rule.layer.clone(),
                rule: Some(rule.text.clone()),
                text: format!("the rule `{}` asks a person", rule.text),
            };
            finding.rules = asks.iter().map(|rule| rule.text.clone()).collect();
            return finding;
        }
        let objection = self.limits.effect(effect).or_else(|| self.beyond_closed(effect));
        if let Some(objection) = objection {
            if let Some(rule) = self.path_allow(&objection, effect) {
                finding.reason = acceptance_reason(&Acceptance::Rule(rule.clone()));
                return finding;
            }
            (finding.verdict, finding.reason) = self.posture(objection.verdict, &None, &objection);
        }
        finding
    }

    pub(super) fn loose_gap(&self, gap: &Gap) -> Finding {
        let objection = self.limits.gap(gap);
        let (verdict, reason) = self.posture(objection.verdict, &None, &objection);
        Finding {
            verdict,
            reason,
            program: None,
            span: gap.span,
            offending: gap.span,
            effect: None,
            gap: Some(gap.clone()),
            rules: Vec::new(),
        }
    }

    fn ask_rules(&self, command: &CommandUse, text: &CommandText) -> Vec<&'a Rule> {
        let mut asked = denial::command(text, self.rules(List::Ask), self.home).certain;
        asked.extend(
            self.rules(List::Ask)
                .filter(|rule| command.effects.iter().any(|effect| denial::effect(rule, effect, self.territory))),
        );
        asked
    }
}

/// The effects of a command with those first that a person would want to hear of first.
fn gravest_first(effects: &[Effect]) -> Vec<&Effect> {
    let mut ordered: Vec<&Effect> = effects.iter().collect();
    ordered.sort_by_key(|effect| match effect.action {
        Action::Secret => 0,
        Action::Elevate => 1,
        Action::Publish => 2,
        Action::Discard | Action::Delete => 3,
        Action::Configure => 4,
        Action::Connect(Flow::Send) => 5,
        Action::Write | Action::Append => 6,
        Action::Signal | Action::Clipboard => 7,
        Action::Run(Origin::Downloaded) => 8,
        Action::Connect(Flow::Fetch) => 9,
        Action::Run(Origin::Inline | Origin::Unknown) => 10,
        Action::Run(Origin::Project) => 11,
        Action::Env | Action::Read | Action::Walk => 12,
        Action::Print => 13,
    });
    ordered
}

/// Whether the command only starts another one of the segment, whose effects are its own.
fn hands_on(command: &CommandUse, segment: &Segment) -> bool {
    let name = command.program();
    segment.commands.iter().any(|inner| {
        inner.via.iter().any(|via| match via {
            Via::Wrapper { name: wrapper, .. } => name == Some(wrapper),
            Via::ShellText(shell) => name == Some(shell),
            Via::Function(function) => name == Some(function),
            Via::Script(_) => inner.span == command.span,
            Via::Substitution => false,
        })
    })
}
