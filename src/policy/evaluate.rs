//! An analysis held against the policy: each part judged, the parts folded.

use super::command_text::CommandText;
use super::coverage::{Acceptance, Coverage};
use super::model::Policy;
use super::objection::{Limits, Objection};
use super::role::{Posture, Role};
use super::rule::{List, Rule};
use super::territory::Territory;
use super::{Subject, denial, guard, hard_stop, tool_rule, wording};
use crate::authority::{Grant, least_grant};
use crate::call::Context;
use crate::effect::{Action, CommandUse, Effect, Gap, GapKind, PathTarget, Segment, Target, Via};
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
struct Judge<'a> {
    subject: Subject<'a>,
    policy: &'a Policy,
    role: &'a Role,
    territory: &'a Territory<'a>,
    limits: &'a Limits<'a>,
    home: &'a str,
}

impl<'a> Judge<'a> {
    fn decide(&self) -> Decision {
        let analysis = self.subject.analysis;
        let shell = tool_rule::is_shell(self.subject.tool)
            || analysis.segments.iter().any(|segment| !segment.commands.is_empty());
        let by_tool = self.tool_rules(shell);
        let leaks = hard_stop::leaks(analysis, self.territory) && !self.lifts("secret-to-network");

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

    fn all(&self) -> Span {
        Span::new(0, self.subject.text.len())
    }

    fn segment(&self, segment: &'a Segment, leaks: bool) -> SegmentFinding {
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

    fn command(&self, command: &'a CommandUse, segment: &'a Segment, leaks: bool) -> Finding {
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
        if let Some(found) = self.deny_of_effects(&command.effects, leaks, &caught.certain, finding.program.as_ref()) {
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
        for effect in &command.effects {
            let Some(objection) = self.limits.effect(effect) else {
                if let Some(objection) = self.beyond_role(effect, &coverage) {
                    raise(&mut finding, objection, Some(effect), None);
                }
                continue;
            };
            let word = match effect.cause {
                crate::effect::Cause::Base => effect.span,
                crate::effect::Cause::Word(span) => span,
            };
            match coverage.of(&objection, word) {
                Some(acceptance) => match self.clamped(effect, &acceptance) {
                    None => accepted = accepted.or(Some(acceptance)),
                    Some(over) => raise(&mut finding, over, Some(effect), None),
                },
                None => raise(&mut finding, objection, Some(effect), None),
            }
        }
        for gap in &command.gaps {
            let objection = self.limits.gap(gap);
            let ordinary = is_ordinary(gap.kind);
            match coverage.of_gap(&objection, gap.span, ordinary) {
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
                cover: super::objection::Cover::Never,
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

    fn loose_effect(&self, effect: &Effect, leaks: bool) -> Finding {
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

    fn loose_gap(&self, gap: &Gap) -> Finding {
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

    /// Self-protection, hard stops and path rules, in that order.
    fn deny_of_effects(
        &self,
        effects: &[Effect],
        leaks: bool,
        also: &[&Rule],
        program: Option<&String>,
    ) -> Option<Finding> {
        for effect in effects {
            if let Some(text) = guard::objection(effect, self.territory, &self.policy.own) {
                return Some(self.protected(&text, effect.span, Some(effect), program.cloned()));
            }
        }
        for effect in effects {
            if let Some(stop) = hard_stop::of_effect(effect, self.territory)
                && !self.lifts(stop.id)
            {
                return Some(self.stop(stop.id, stop.text, effect.span, Some(effect), program.cloned()));
            }
        }
        for effect in effects {
            if let Some(text) = guard::holder_objection(effect, self.territory, &self.policy.own) {
                return Some(self.protected(&text, effect.span, Some(effect), program.cloned()));
            }
        }
        if leaks && let Some(effect) = effects.iter().find(|effect| hard_stop::is_sink(effect)) {
            let text = format!("reads a secret and {} in one call", wording::effect(effect, self.territory.place()));
            return Some(self.stop("secret-to-network", text, effect.span, Some(effect), program.cloned()));
        }
        for effect in effects {
            let mut rules: Vec<&Rule> =
                self.rules(List::Deny).filter(|rule| denial::effect(rule, effect, self.territory)).collect();
            if !rules.is_empty() {
                rules.extend(also);
                let finding = Finding {
                    verdict: Verdict::Deny,
                    reason: self.passes(),
                    program: program.cloned(),
                    span: effect.span,
                    offending: effect.span,
                    effect: Some(effect.clone()),
                    gap: None,
                    rules: Vec::new(),
                };
                return Some(self.denied(rules, finding));
            }
        }
        None
    }

    /// A copy into a directory takes the name of its source, which may be a name that keeps callgate in force.
    fn copy_onto_own_files(&self, command: &CommandUse) -> Option<Finding> {
        let named = command.effects.iter().filter_map(|effect| match (effect.action, &effect.target) {
            (Action::Read | Action::Delete | Action::Walk, Target::Path(PathTarget::Exact(path))) => path.file_name(),
            _ => None,
        });
        let names: Vec<_> = named.collect();
        for effect in &command.effects {
            if let (Action::Write, Target::Path(PathTarget::Exact(into))) = (effect.action, &effect.target)
                && names.iter().any(|name| guard::is_own(&into.join(name), self.territory, &self.policy.own))
            {
                let text = "changes callgate's own files or its registration";
                let program = command.program().map(str::to_owned);
                return Some(self.protected(text, effect.span, Some(effect), program));
            }
        }
        None
    }

    fn ask_rules(&self, command: &CommandUse, text: &CommandText) -> Vec<&'a Rule> {
        let mut asked = denial::command(text, self.rules(List::Ask), self.home).certain;
        asked.extend(
            self.rules(List::Ask)
                .filter(|rule| command.effects.iter().any(|effect| denial::effect(rule, effect, self.territory))),
        );
        asked
    }

    /// In a closed role, what built-in knowledge passes must be reading, or be listed.
    fn beyond_role(&self, effect: &Effect, coverage: &Coverage<'_>) -> Option<Objection> {
        let objection = self.beyond_closed(effect)?;
        match coverage.of(&objection, effect.span) {
            Some(_) => None,
            None => Some(objection),
        }
    }

    fn beyond_closed(&self, effect: &Effect) -> Option<Objection> {
        if self.role.posture != Posture::Closed {
            return None;
        }
        let on_lattice = least_grant(effect, self.territory).fits(Grant::SAFE_READ);
        let reading = match effect.action {
            Action::Print | Action::Read | Action::Walk | Action::Env => true,
            // Writing to a device that keeps nothing is no writing.
            Action::Write | Action::Append => match &effect.target {
                Target::Path(PathTarget::Exact(path)) => super::territory::is_sink(path),
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
                crate::effect::Cause::Base => super::objection::Cover::Match,
                crate::effect::Cause::Word(_) => super::objection::Cover::Name,
            },
        })
    }

    /// What an objection comes to in this role: a closed one denies what it does not list.
    fn posture(&self, verdict: Verdict, program: &Option<String>, objection: &Objection) -> (Verdict, Reason) {
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
    fn clamped(&self, effect: &Effect, acceptance: &Acceptance) -> Option<Objection> {
        self.clamp_to(least_grant(effect, self.territory).meet(Grant::SAFE_WRITE), acceptance)
    }

    fn clamp_to(&self, needed: Grant, acceptance: &Acceptance) -> Option<Objection> {
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
            cover: super::objection::Cover::Never,
        })
    }

    fn denied(&self, mut rules: Vec<&Rule>, finding: Finding) -> Finding {
        rules.sort_by_key(|rule| std::cmp::Reverse(rule.text.len()));
        let mut texts: Vec<String> = Vec::with_capacity(rules.len());
        for rule in &rules {
            if !texts.contains(&rule.text) {
                texts.push(rule.text.clone());
            }
        }
        let reason = rules.first().map_or_else(
            || self.passes(),
            |rule| Reason {
                code: if rule.layer == Layer::Managed { ReasonCode::ManagedDeny } else { ReasonCode::DenyRule },
                layer: rule.layer.clone(),
                rule: Some(rule.text.clone()),
                text: format!("the rule `{}` denies it", rule.text),
            },
        );
        Finding { verdict: Verdict::Deny, reason, rules: texts, ..finding }
    }

    fn protected(&self, text: &str, span: Span, effect: Option<&Effect>, program: Option<String>) -> Finding {
        Finding {
            verdict: Verdict::Deny,
            reason: Reason {
                code: ReasonCode::SelfProtection,
                layer: Layer::Builtin,
                rule: Some("self-protection".to_owned()),
                text: text.to_owned(),
            },
            program,
            span,
            offending: span,
            effect: effect.cloned(),
            gap: None,
            rules: Vec::new(),
        }
    }

    fn stop(&self, id: &str, text: String, span: Span, effect: Option<&Effect>, program: Option<String>) -> Finding {
        Finding {
            verdict: Verdict::Deny,
            reason: Reason { code: ReasonCode::HardStop, layer: Layer::Builtin, rule: Some(id.to_owned()), text },
            program,
            span,
            offending: span,
            effect: effect.cloned(),
            gap: None,
            rules: vec![id.to_owned()],
        }
    }

    /// Rules that name the tool itself: deny before ask before allow. A shell's allow rule is judged command by command.
    fn tool_rules(&self, shell: bool) -> Option<Finding> {
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
    fn by_kind(&self, shell: bool, verdict: Option<Verdict>, reason: Reason) -> (Option<Verdict>, Reason) {
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
    fn file_rule(&self) -> Option<Reason> {
        let effects: Vec<&Effect> =
            self.subject.analysis.segments.iter().flat_map(|segment| &segment.effects).collect();
        let (first, _) = effects.split_first()?;
        let covers = |effect: &Effect| self.allow_rules().find(|rule| self.allows_effect(rule, effect));
        if !effects.iter().all(|effect| effect.action == Action::Print || covers(effect).is_some()) {
            return None;
        }
        covers(first).map(|rule| acceptance_reason(&Acceptance::Rule(rule.clone())))
    }

    /// A path rule of the user that lifts an objection to a loose effect: a read or write outside, not a secret.
    fn path_allow(&self, objection: &Objection, effect: &Effect) -> Option<&'a Rule> {
        let rule = self.allow_rules().find(|rule| self.allows_effect(rule, effect))?;
        let literal = match &rule.form {
            super::rule::Form::Read(pattern) | super::rule::Form::Edit(pattern) => pattern.is_literal(),
            super::rule::Form::Domain(_) => true,
            super::rule::Form::Tool(_) | super::rule::Form::Command(_) | super::rule::Form::Named { .. } => false,
        };
        let outside = matches!(objection.code, ReasonCode::OutsideRoots | ReasonCode::CapabilityNeedsPerson);
        let named = objection.code == ReasonCode::OffLattice && literal;
        let lifted = (outside || named) && objection.cover != super::objection::Cover::Never;
        (lifted && self.clamped(effect, &Acceptance::Rule(rule.clone())).is_none()).then_some(rule)
    }

    fn allows_effect(&self, rule: &Rule, effect: &Effect) -> bool {
        use super::rule::Form;
        let pattern = match (&rule.form, effect.action) {
            (Form::Read(pattern), Action::Read | Action::Walk) => pattern,
            (Form::Edit(pattern), Action::Read | Action::Walk | Action::Write | Action::Append) => pattern,
            (Form::Domain(domain), Action::Connect(crate::effect::Flow::Fetch)) => {
                return match &effect.target {
                    Target::Host(crate::effect::HostTarget::Named(host)) => denial::domain_matches(domain, host),
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
        let Some(views) = self.territory.views(target) else { return false };
        let source = denial::source(rule, self.territory);
        let place = self.territory.place();
        let anchors = super::path_pattern::Anchors { home: &place.home, source: &source, here: place.cwd.as_deref() };
        views.resolved && views.each().all(|path| pattern.allows(path, anchors))
    }

    /// While a file cannot be read nothing is allowed, since it might deny.
    fn while_readable(&self, segments: &mut [SegmentFinding]) {
        let Some(unreadable) = self.unreadable() else { return };
        for segment in segments {
            for finding in segment.findings.iter_mut().filter(|finding| finding.verdict == Verdict::Allow) {
                finding.verdict = Verdict::AskSoft;
                finding.reason = unreadable.clone();
            }
            segment.verdict = segment.verdict.max(Verdict::AskSoft);
        }
    }

    fn unreadable(&self) -> Option<Reason> {
        let error = self.policy.unreadable.first()?;
        Some(Reason {
            code: ReasonCode::PolicyUnreadable,
            layer: Layer::Builtin,
            rule: None,
            text: format!("a policy file cannot be read: {error}"),
        })
    }

    /// Rules of a list that are in force: the files' and the role's, without what the user lifts.
    fn rules(&self, list: List) -> impl Iterator<Item = &'a Rule> + use<'a> {
        let policy = self.policy;
        let lifts = self.role.takes_exceptions;
        policy.rules.iter().chain(if list == List::Deny { self.role.deny.as_slice() } else { &[] }).filter(
            move |rule| {
                rule.list == list
                    && !(lifts && list == List::Deny && rule.layer != Layer::Managed && policy.lifts(&rule.text))
            },
        )
    }

    fn allow_rules(&self) -> impl Iterator<Item = &'a Rule> + use<'a> {
        let takes = self.role.takes_grants;
        let closed = self.role.posture == Posture::Closed;
        self.policy
            .rules
            .iter()
            .filter(move |rule| rule.list == List::Allow && takes && (rule.granted || !closed))
            .chain(&self.role.allow)
    }

    fn lifts(&self, id: &str) -> bool {
        self.role.takes_exceptions && self.policy.lifts(id)
    }

    fn passes(&self) -> Reason {
        Reason {
            code: ReasonCode::Builtin,
            layer: Layer::Builtin,
            rule: None,
            text: "everything it does is within what is granted".to_owned(),
        }
    }

    fn authority(&self) -> AuthorityLine {
        let segments = &self.subject.analysis.segments;
        let mut required = Grant::BOTTOM;
        let mut unresolved = !self.subject.analysis.parsed || !self.subject.analysis.within_budget;
        for segment in segments {
            unresolved |= !segment.gaps.is_empty() || segment.commands.iter().any(|command| !command.gaps.is_empty());
            for effect in segment.effects.iter().chain(segment.commands.iter().flat_map(|command| &command.effects)) {
                let is_nothing =
                    matches!(&effect.target, Target::Path(PathTarget::Exact(path)) if super::territory::is_sink(path));
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

    fn notes(&self) -> Vec<String> {
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

fn worst_of(findings: &[Finding]) -> Verdict {
    findings.iter().map(|finding| finding.verdict).max().unwrap_or(Verdict::Allow)
}

fn acceptance_reason(acceptance: &Acceptance) -> Reason {
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

/// Gaps that an open role takes as it takes unknown programs.
const fn is_ordinary(kind: GapKind) -> bool {
    match kind {
        GapKind::UnknownProgram
        | GapKind::UnknownSubcommand
        | GapKind::UnknownFlag
        | GapKind::UnknownOperand
        | GapKind::NoEffect => true,
        GapKind::ComputedProgram
        | GapKind::ComputedFlag
        | GapKind::Rebound
        | GapKind::Code
        | GapKind::Evaluation
        | GapKind::Made
        | GapKind::Depth => false,
    }
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
