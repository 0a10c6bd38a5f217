//! An analysis held against the policy: each part judged, the parts folded.

use super::coverage::Acceptance;
use super::model::Policy;
use super::objection::Limits;
use super::role::{Posture, Role};
use super::rule::{List, Rule};
use super::territory::{self, Territory};
use super::unseen;
use super::{Subject, leak, tool_rule};
use crate::authority::{Grant, least_grant};
use crate::call::Context;
use crate::effect::{PathTarget, Target};
use crate::place::Place;
use crate::span::Span;
use crate::verdict::{AuthorityLine, Decision, Finding, Layer, Reason, ReasonCode, SegmentFinding, Verdict};

/// Holds an analysis against the policy. Ways forward are left empty.
pub fn evaluate(subject: Subject<'_>, policy: &Policy, place: &Place, context: &Context) -> Decision {
    let role = Role::choose(policy, context);
    let territory = Territory::new(place, policy);
    let limits = Limits {
        policy,
        territory: &territory,
        ceiling: &role.ceiling,
        exec_host: policy.exec_host.either(),
        network: policy.network.both(),
        own_environment: role.own_environment,
    };
    let home = format!("{}/", place.home.display());
    let judge = Judge { subject, policy, role: &role, territory: &territory, limits: &limits, home: &home };
    judge.decide()
}

/// All that one evaluation needs.
pub(super) struct Judge<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) policy: &'a Policy,
    pub(super) role: &'a Role,
    pub(super) territory: &'a Territory<'a>,
    pub(super) limits: &'a Limits<'a>,
    pub(super) home: &'a str,
}

impl<'a> Judge<'a> {
    fn decide(&self) -> Decision {
        let analysis = self.subject.analysis;
        let shell = tool_rule::is_shell(self.subject.tool)
            || analysis.segments.iter().any(|segment| !segment.commands.is_empty());
        let by_tool = self.tool_rules(shell);
        let leaks = leak::leaks(analysis, self.territory) && !self.lifts("secret-to-network");

        let mut segments: Vec<SegmentFinding> =
            analysis.segments.iter().map(|segment| self.segment(segment, leaks)).collect();
        if let Some(whole) = self.whole(shell, &segments) {
            segments = vec![whole];
        }
        let blank = segments.is_empty() && by_tool.is_none();
        self.while_readable(&mut segments);
        let rank = |finding: &Finding| (finding.verdict, finding.reason.code != ReasonCode::Builtin);
        let worst = segments
            .iter()
            .flat_map(|segment| &segment.findings)
            .chain(&by_tool)
            .reduce(|worst, finding| if rank(finding) > rank(worst) { finding } else { worst });
        let (verdict, reason) = match worst {
            Some(finding) => (Some(finding.verdict), finding.reason.clone()),
            // Segments without any part: definitions and constants.
            None if !blank => (Some(Verdict::Allow), self.passes()),
            None => (None, self.passes()),
        };
        let (verdict, reason) = self.by_kind(shell, verdict, reason);
        let (verdict, reason) = match (verdict, self.unreadable()) {
            (Some(Verdict::Allow), Some(unreadable)) => (Some(Verdict::AskSoft), unreadable),
            _ => (verdict, reason),
        };
        Decision {
            verdict,
            reason,
            text: self.subject.text.to_owned(),
            segments,
            parsed: analysis.parsed,
            stateful: analysis.stateful,
            authority: self.authority(),
            notes: self.notes(),
            ways: Vec::new(),
        }
    }

    /// A call that cannot be judged is one part that a person decides, whatever rules say; denials found in it stand.
    fn whole(&self, shell: bool, segments: &[SegmentFinding]) -> Option<SegmentFinding> {
        let analysis = self.subject.analysis;
        let (code, text, offending) = if !analysis.parsed {
            let why = analysis.rejected.as_ref();
            let why_text = why.map_or("it could not be read as shell text", |rejection| rejection.why.as_str());
            let span = why.map_or_else(|| self.all(), |rejection| rejection.span);
            (ReasonCode::Unparsed, format!("cannot be judged: {why_text}"), span)
        } else if !analysis.within_budget {
            (ReasonCode::Budget, "cannot be judged: it takes too many steps to follow".to_owned(), self.all())
        } else if shell && self.territory.place().cwd.is_none() && !analysis.segments.is_empty() {
            (ReasonCode::ScopeUntracked, "cannot be judged: the working directory is not known".to_owned(), self.all())
        } else if shell && let Some(why) = unseen::keeps_from_sight(self.subject.text) {
            (ReasonCode::Unparsed, why.to_owned(), self.all())
        } else {
            return None;
        };
        let gate = Finding {
            verdict: Verdict::AskSoft,
            reason: Reason { code, layer: Layer::Builtin, rule: None, text },
            program: None,
            span: self.all(),
            offending,
            effect: None,
            gap: None,
            rules: Vec::new(),
        };
        let mut findings = vec![gate];
        findings.extend(
            segments
                .iter()
                .flat_map(|segment| &segment.findings)
                .filter(|finding| finding.verdict > Verdict::AskSoft)
                .cloned(),
        );
        Some(SegmentFinding {
            text: self.subject.text.trim().to_owned(),
            span: self.all(),
            verdict: worst_of(&findings),
            culprit: None,
            findings,
        })
    }

    pub(super) fn all(&self) -> Span {
        Span::new(0, self.subject.text.len())
    }

    /// While a file cannot be read nothing is allowed, since it might deny.
    pub(super) fn while_readable(&self, segments: &mut [SegmentFinding]) {
        let Some(unreadable) = self.unreadable() else { return };
        for segment in segments {
            for finding in segment.findings.iter_mut().filter(|finding| finding.verdict == Verdict::Allow) {
                finding.verdict = Verdict::AskSoft;
                finding.reason = unreadable.clone();
            }
            segment.verdict = segment.verdict.max(Verdict::AskSoft);
        }
    }

    pub(super) fn unreadable(&self) -> Option<Reason> {
        let error = self.policy.unreadable.first()?;
        Some(Reason {
            code: ReasonCode::PolicyUnreadable,
            layer: Layer::Builtin,
            rule: None,
            text: format!("a policy file cannot be read: {error}"),
        })
    }

    /// Rules of a list that are in force: the files' and the role's, without what the user lifts.
    pub(super) fn rules(&self, list: List) -> impl Iterator<Item = &'a Rule> + use<'a> {
        let policy = self.policy;
        let lifts = self.role.takes_exceptions;
        policy.rules.iter().chain(if list == List::Deny { self.role.deny.as_slice() } else { &[] }).filter(
            move |rule| {
                rule.list == list
                    && !(lifts && list == List::Deny && rule.layer != Layer::Managed && policy.lifts(&rule.text))
            },
        )
    }

    pub(super) fn allow_rules(&self) -> impl Iterator<Item = &'a Rule> + use<'a> {
        let takes = self.role.takes_grants;
        let closed = self.role.posture == Posture::Closed;
        self.policy
            .rules
            .iter()
            .filter(move |rule| rule.list == List::Allow && takes && (rule.granted || !closed))
            .chain(&self.role.allow)
    }

    pub(super) fn lifts(&self, id: &str) -> bool {
        self.role.takes_exceptions && self.policy.lifts(id)
    }

    pub(super) fn passes(&self) -> Reason {
        Reason {
            code: ReasonCode::Builtin,
            layer: Layer::Builtin,
            rule: None,
            text: "everything it does is within what is granted".to_owned(),
        }
    }

    pub(super) fn authority(&self) -> AuthorityLine {
        let segments = &self.subject.analysis.segments;
        let mut required = Grant::BOTTOM;
        let mut unresolved = !self.subject.analysis.parsed || !self.subject.analysis.within_budget;
        for segment in segments {
            unresolved |= !segment.gaps.is_empty() || segment.commands.iter().any(|command| !command.gaps.is_empty());
            for effect in segment.effects.iter().chain(segment.commands.iter().flat_map(|command| &command.effects)) {
                let is_nothing =
                    matches!(&effect.target, Target::Path(PathTarget::Exact(path)) if territory::is_sink(path));
                if !is_nothing {
                    required = required.join(least_grant(effect, self.territory));
                }
            }
        }
        let ceiling = &self.role.ceiling;
        AuthorityLine {
            required: required.to_string(),
            ceiling: format!("{} (level `{}`)", ceiling.grant, ceiling.name),
            unresolved,
        }
    }

    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = self.policy.notes.clone();
        notes.extend(self.role.note.clone());
        if self.policy.exec_host.ignored_grant() {
            notes.push(
                "the project's file sets `capability.exec-host = true`, which only your own file can grant".to_owned(),
            );
        }
        if self.policy.network.ignored_grant() {
            notes.push(
                "the project's file sets `capability.network = true`, which only your own file can grant".to_owned(),
            );
        }
        notes
    }
}

pub(super) fn worst_of(findings: &[Finding]) -> Verdict {
    findings.iter().map(|finding| finding.verdict).max().unwrap_or(Verdict::Allow)
}

pub(super) fn acceptance_reason(acceptance: &Acceptance) -> Reason {
    match acceptance {
        Acceptance::Rule(rule) => Reason {
            code: if rule.granted { ReasonCode::Grant } else { ReasonCode::AllowRule },
            layer: rule.layer.clone(),
            rule: Some(rule.text.clone()),
            text: format!("the rule `{}` covers it", rule.text),
        },
        Acceptance::OpenRole(layer) => Reason {
            code: ReasonCode::RoleOpen,
            layer: layer.clone(),
            rule: None,
            text: "the role lets it pass".to_owned(),
        },
    }
}
