//! One effect or gap against the ceiling: does built-in knowledge let it pass, and if not, what could?

use super::builtin::role_lists;
use super::capability::{Request, Standing};
use super::environment;
use super::model::{Entry, OffLattice, Policy};
use super::territory::{Territory, Views, is_sink};
use super::wording;
use crate::authority::{Bounds, Exec, Filesystem, Grant, Network};
use crate::effect::{Action, Cause, Effect, Flow, Gap, GapKind, HostTarget, Loss, Origin, PathTarget, Target};
use crate::verdict::{Layer, ReasonCode, Verdict};

/// Why an effect does not pass by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Objection {
    /// What it comes to.
    pub(crate) verdict: Verdict,
    /// Why.
    pub(crate) code: ReasonCode,
    /// Whose word that is.
    pub(crate) layer: Layer,
    /// The rule or key, if one decided.
    pub(crate) rule: Option<String>,
    /// The effect in words.
    pub(crate) text: String,
    /// What lifts it.
    pub(crate) cover: Cover,
}

/// Which allow rules cover an objection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cover {
    /// One that matches the command.
    Match,
    /// One that matches and spells out the word that brings it about.
    Name,
    /// None.
    Never,
}

/// The limits in force for one call.
#[derive(Debug)]
pub(crate) struct Limits<'a> {
    /// The policy.
    pub(crate) policy: &'a Policy,
    /// Where paths lie.
    pub(crate) territory: &'a Territory<'a>,
    /// The ceiling, lowered by the role where it has one.
    pub(crate) ceiling: &'a super::model::Ceiling,
    /// Whether project code may run on this host.
    pub(crate) exec_host: Standing,
    /// Whether anything may reach any host.
    pub(crate) network: Standing,
    /// Whether the role may look at callgate's own variables.
    pub(crate) own_environment: bool,
}

impl Limits<'_> {
    /// Why the effect does not pass, if it does not.
    pub(crate) fn effect(&self, effect: &Effect) -> Option<Objection> {
        match effect.action {
            Action::Print => None,
            Action::Read | Action::Walk => self.read(effect),
            Action::Write | Action::Append | Action::Delete => self.change(effect),
            Action::Connect(flow) => self.connect(effect, flow),
            Action::Run(Origin::Project) => self.run_project(effect),
            Action::Run(Origin::Inline | Origin::Downloaded | Origin::Unknown) => (self.ceiling.grant.exec
                < Exec::Full)
                .then(|| self.soft(effect, ReasonCode::Uncovered, self.words(effect), Cover::Name)),
            Action::Secret => self.off_lattice(effect, OffLattice::Secret, self.words(effect), Cover::Name),
            Action::Env => self.environment(effect),
            Action::Signal => self.off_lattice(effect, OffLattice::Signal, self.words(effect), by_cause(effect)),
            Action::Elevate => self.off_lattice(effect, OffLattice::Elevate, self.words(effect), Cover::Name),
            Action::Configure => self.off_lattice(effect, OffLattice::Configure, self.words(effect), Cover::Name),
            Action::Publish => {
                // Publishing is what full egress is for; a file that says otherwise is heard.
                let stated = self.policy.entry(OffLattice::Publish).is_some();
                if !stated && self.ceiling.grant.network == Network::Full && self.keeps(effect) {
                    return None;
                }
                self.off_lattice(effect, OffLattice::Publish, self.words(effect), by_cause(effect))
            }
            Action::Discard => self.off_lattice(effect, OffLattice::Discard, self.words(effect), by_cause(effect)),
            Action::Clipboard => self.off_lattice(effect, OffLattice::Clipboard, self.words(effect), by_cause(effect)),
        }
    }

    /// Why a gap does not pass: it never does by itself.
    pub(crate) fn gap(&self, gap: &Gap) -> Objection {
        let cover = match gap.kind {
            GapKind::UnknownProgram => Cover::Match,
            GapKind::UnknownSubcommand
            | GapKind::UnknownFlag
            | GapKind::UnknownOperand
            | GapKind::NoEffect
            | GapKind::ComputedFlag
            | GapKind::Code => Cover::Name,
            GapKind::ComputedProgram | GapKind::Rebound | GapKind::Evaluation | GapKind::Made | GapKind::Depth => {
                Cover::Never
            }
        };
        Objection {
            verdict: Verdict::AskSoft,
            code: ReasonCode::Uncovered,
            layer: Layer::Builtin,
            rule: None,
            text: wording::gap(gap),
            cover,
        }
    }

    fn read(&self, effect: &Effect) -> Option<Objection> {
        if let Target::Path(target) = &effect.target
            && let Some(views) = self.territory.views(target)
            && self.territory.is_secret(&views)
        {
            let text = format!("{}, which holds secrets", self.words(effect));
            return self.off_lattice(effect, OffLattice::Secret, text, Cover::Name);
        }
        let outside = self.reaches(effect, |path| self.territory.may_read(path));
        self.filesystem(effect, outside, Filesystem::ReadOnly)
    }

    fn change(&self, effect: &Effect) -> Option<Objection> {
        if let Target::Path(target) = &effect.target
            && let Some(views) = self.territory.views(target)
        {
            if is_sink(&views.written) {
                return None;
            }
            if self.territory.is_configure(&views) {
                let text = format!("{}, which changes what runs or is trusted later", self.words(effect));
                return self.off_lattice(effect, OffLattice::Configure, text, Cover::Name);
            }
            if self.territory.is_secret(&views) {
                let text = format!("{}, which holds secrets", self.words(effect));
                return self.off_lattice(effect, OffLattice::Secret, text, Cover::Name);
            }
            if let Some(objection) = self.whole_root(effect, target, &views) {
                return Some(objection);
            }
        }
        let outside = self.reaches(effect, |path| self.territory.may_write(path));
        self.filesystem(effect, outside, Filesystem::ReadWrite).or_else(|| self.loss(effect))
    }

    /// Removing a granted directory itself is more than removing what lies in it.
    fn whole_root(&self, effect: &Effect, target: &PathTarget, views: &Views) -> Option<Objection> {
        let place = self.territory.place();
        let is_root = effect.action == Action::Delete
            && matches!(target, PathTarget::Exact(_))
            && views.each().any(|path| {
                place.scratch.iter().any(|scratch| scratch == path)
                    || self.policy.roots.iter().any(|root| root.path == path)
            });
        is_root.then(|| {
            let text = format!("{}, a granted directory as a whole", self.words(effect));
            self.soft(effect, ReasonCode::Uncovered, text, Cover::Name)
        })
    }

    fn filesystem(&self, effect: &Effect, outside: bool, least: Filesystem) -> Option<Objection> {
        let granted = self.ceiling.grant.filesystem;
        if outside {
            return (granted < Filesystem::Full).then(|| {
                let text = format!("{}, outside the project", self.words(effect));
                self.soft(effect, ReasonCode::OutsideRoots, text, Cover::Name)
            });
        }
        (granted < least).then(|| self.over_ceiling(effect))
    }

    fn loss(&self, effect: &Effect) -> Option<Objection> {
        if self.keeps(effect) {
            return None;
        }
        let scratch = match &effect.target {
            Target::Path(target) => self.territory.views(target).is_some_and(|views| self.territory.in_scratch(&views)),
            Target::Nothing | Target::Repository | Target::Worktree | Target::Host(_) | Target::Name(_) => false,
        };
        (!scratch).then(|| self.soft(effect, ReasonCode::Uncovered, self.words(effect), by_cause(effect)))
    }

    /// Whether nothing is lost for good, or the ceiling is the top, which accepts that.
    fn keeps(&self, effect: &Effect) -> bool {
        effect.loss != Loss::Permanent || self.ceiling.grant == Grant::TOP
    }

    fn connect(&self, effect: &Effect, flow: Flow) -> Option<Objection> {
        let granted = self.ceiling.grant.network;
        let host = match &effect.target {
            Target::Host(HostTarget::Loopback) => {
                return (granted < Network::Loopback).then(|| self.over_ceiling(effect));
            }
            Target::Host(HostTarget::Named(host)) => Some(host.as_str()),
            Target::Host(HostTarget::Unknown)
            | Target::Nothing
            | Target::Path(_)
            | Target::Repository
            | Target::Worktree
            | Target::Name(_) => None,
        };
        if self.network == Standing::DeniedByProject {
            return Some(Objection {
                verdict: Verdict::Deny,
                code: ReasonCode::ProjectDenial,
                layer: Layer::Project,
                rule: Some("capability.network".to_owned()),
                text: format!("{}, and this project's file denies the network", self.words(effect)),
                cover: Cover::Never,
            });
        }
        let listed = flow == Flow::Fetch && host.is_some_and(|host| self.lists_host(host));
        if granted == Network::Full || granted >= Network::Loopback && (listed || self.network.granted()) {
            return None;
        }
        if granted == Network::None {
            return Some(self.over_ceiling(effect));
        }
        let (layer, rule, why) = self.network_reason();
        let text = format!("{}, which is not granted{why}", self.words(effect));
        let objection = self.soft(effect, ReasonCode::CapabilityNeedsPerson, text, by_cause(effect));
        Some(Objection { layer, rule, ..objection })
    }

    /// Who keeps the network from being granted. Denials come before what is merely not said.
    fn network_reason(&self) -> (Layer, Option<String>, &'static str) {
        let key = || Some("capability.network".to_owned());
        match self.network {
            Standing::RefusedByLaunch => (Layer::Launch, None, "; the launch refuses the network"),
            Standing::DeniedByUser => (Layer::User, key(), "; your file denies the network"),
            Standing::DeniedByProject => (Layer::Project, key(), "; this project's file denies the network"),
            Standing::Default if self.policy.network.user == Some(true) => {
                (Layer::Builtin, None, "; your file grants the network, and the launch needs `--network` too")
            }
            Standing::Default if self.policy.network.launch == Request::Granted => {
                (Layer::Builtin, None, "; the launch asks for the network, and your file does not grant it")
            }
            Standing::Default | Standing::GrantedByLaunch | Standing::GrantedByUser => (Layer::Builtin, None, ""),
        }
    }

    fn lists_host(&self, host: &str) -> bool {
        self.policy.hosts.iter().any(|entry| host_matches(entry, host))
    }

    fn run_project(&self, effect: &Effect) -> Option<Objection> {
        if self.exec_host == Standing::DeniedByProject {
            return Some(Objection {
                verdict: Verdict::Deny,
                code: ReasonCode::ProjectDenial,
                layer: Layer::Project,
                rule: Some("capability.exec-host".to_owned()),
                text: "runs this project's code; this project's file denies running it on this host".to_owned(),
                cover: Cover::Never,
            });
        }
        let granted = self.ceiling.grant.exec;
        if granted < Exec::Project {
            return Some(self.over_ceiling(effect));
        }
        let (layer, rule, text) = match self.exec_host {
            Standing::GrantedByLaunch | Standing::GrantedByUser => return None,
            Standing::Default if granted == Exec::Full => return None,
            Standing::Default | Standing::DeniedByProject => {
                (Layer::Builtin, None, "runs this project's code; running it on this host is not granted")
            }
            Standing::DeniedByUser => (
                Layer::User,
                Some("capability.exec-host".to_owned()),
                "runs this project's code; your file denies running it on this host",
            ),
            Standing::RefusedByLaunch => {
                (Layer::Launch, None, "runs this project's code; the launch asked not to run it on this host")
            }
        };
        let objection = self.soft(effect, ReasonCode::CapabilityNeedsPerson, text.to_owned(), by_cause(effect));
        Some(Objection { layer, rule, ..objection })
    }

    fn environment(&self, effect: &Effect) -> Option<Objection> {
        if let Target::Name(name) = &effect.target {
            let own = self.own_environment && name.starts_with(role_lists::OWN_ENVIRONMENT);
            let stated = self.policy.entry(OffLattice::Env).is_some_and(|(entry, _)| entry != Entry::Allow);
            if own || environment::is_harmless(name) && !stated {
                return None;
            }
        }
        self.off_lattice(effect, OffLattice::Env, self.words(effect), Cover::Name)
    }

    fn off_lattice(&self, effect: &Effect, kind: OffLattice, text: String, cover: Cover) -> Option<Objection> {
        match self.policy.entry(kind) {
            Some((Entry::Allow, _)) => None,
            Some((Entry::Deny, layer)) => Some(Objection {
                verdict: Verdict::Deny,
                code: ReasonCode::OffLattice,
                layer: layer.clone(),
                rule: Some(format!("off-lattice.{}", kind.name())),
                text,
                cover: Cover::Never,
            }),
            Some((Entry::Ask, layer)) => {
                let objection = self.soft(effect, ReasonCode::OffLattice, text, cover);
                let rule = Some(format!("off-lattice.{}", kind.name()));
                Some(Objection { layer: layer.clone(), rule, ..objection })
            }
            None => Some(self.soft(effect, ReasonCode::OffLattice, text, cover)),
        }
    }

    fn over_ceiling(&self, effect: &Effect) -> Objection {
        Objection {
            verdict: Verdict::AskSoft,
            code: ReasonCode::OverCeiling,
            layer: self.ceiling.layer.clone(),
            rule: Some(format!("level {}", self.ceiling.name)),
            text: format!("{}, which is more than the level `{}` gives", self.words(effect), self.ceiling.name),
            cover: Cover::Never,
        }
    }

    fn soft(&self, effect: &Effect, code: ReasonCode, text: String, cover: Cover) -> Objection {
        let cover = match (effect.cause, cover) {
            (Cause::Base, cover) => cover,
            (Cause::Word(_), Cover::Never) => Cover::Never,
            (Cause::Word(_), Cover::Match | Cover::Name) => Cover::Name,
        };
        Objection { verdict: Verdict::AskSoft, code, layer: Layer::Builtin, rule: None, text, cover }
    }

    fn words(&self, effect: &Effect) -> String {
        wording::effect(effect, self.territory.place())
    }

    fn reaches(&self, effect: &Effect, within: impl Fn(&PathTarget) -> bool) -> bool {
        match &effect.target {
            Target::Path(path) => !within(path),
            Target::Repository | Target::Worktree => false,
            Target::Nothing | Target::Host(_) | Target::Name(_) => true,
        }
    }
}

/// Whether a host entry names the host: itself, or with `*.` in front, itself and all below it.
pub(crate) fn host_matches(entry: &str, host: &str) -> bool {
    let entry = entry.trim_end_matches('.');
    let host = host.trim_end_matches('.');
    match entry.strip_prefix("*.") {
        Some(domain) => {
            host.eq_ignore_ascii_case(domain)
                || host.len() > domain.len()
                    && host
                        .to_ascii_lowercase()
                        .strip_suffix(&domain.to_ascii_lowercase())
                        .is_some_and(|rest| rest.ends_with('.'))
        }
        None => host.eq_ignore_ascii_case(entry),
    }
}

const fn by_cause(effect: &Effect) -> Cover {
    match effect.cause {
        Cause::Base => Cover::Match,
        Cause::Word(_) => Cover::Name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_entry_names_whole_labels() {
        let cases = [
            ("docs.rs", "docs.rs", true),
            ("docs.rs", "Docs.RS.", true),
            ("docs.rs", "docs.rs.evil.com", false),
            ("*.x.org", "x.org", true),
            ("*.x.org", "a.b.X.org", true),
            ("*.x.org", "notx.org", false),
            ("*.x.org", "x.org.evil", false),
        ];
        for (entry, host, expected) in cases {
            assert_eq!(host_matches(entry, host), expected, "{entry} {host}");
        }
    }
}
