//! Roles: who acts decides what is denied, and whether what is not listed passes.

use super::builtin::role_lists;
use super::model::{Ceiling, Policy, RoleDefinition};
use super::rule::{List, Rule};
use crate::call::Context;
use crate::verdict::Layer;

/// What happens to a command that neither knowledge nor rule covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Posture {
    /// A person decides.
    Classified,
    /// It passes, as far as an allow rule for everything would let it.
    Open,
    /// It is denied.
    Closed,
}

/// The role in force for one call.
#[derive(Debug, Clone)]
pub(crate) struct Role {
    /// Its name; `None` where nobody named one.
    pub(crate) name: Option<String>,
    /// What happens to the uncovered.
    pub(crate) posture: Posture,
    /// Denies of the role.
    pub(crate) deny: Vec<Rule>,
    /// Allows of the role.
    pub(crate) allow: Vec<Rule>,
    /// Whether granted commands and allow rules of files count.
    pub(crate) takes_grants: bool,
    /// Whether deny exceptions count.
    pub(crate) takes_exceptions: bool,
    /// Whether callgate's own variables may be printed.
    pub(crate) own_environment: bool,
    /// The ceiling, lowered by the role.
    pub(crate) ceiling: Ceiling,
    /// What is worth saying.
    pub(crate) note: Option<String>,
}

/// The role that built-in tables describe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Worker,
    Orchestrator,
    Scrutiny,
    Functional,
}

/// More steps of `extends` than this are not followed: such a role is unknown.
const LONGEST_CHAIN: usize = 8;

impl Role {
    /// Chooses the role: the launch's, else the one that the user's file maps the kind of subagent to.
    pub(crate) fn choose(policy: &Policy, context: &Context) -> Self {
        let name = match (&context.role, &context.agent_type) {
            (Some(role), _) => Some(role.as_str()),
            (None, Some(agent)) => policy
                .roles
                .iter()
                .find(|role| role.agents.iter().any(|served| served == agent))
                .map(|role| role.name.as_str()),
            (None, None) => None,
        };
        match name {
            None => Self::interactive(policy),
            Some(name) => Self::named(name, policy).unwrap_or_else(|| Self::strictest(name, policy)),
        }
    }

    /// Whether the role has a name, so that a denial can say whose it is.
    pub(crate) fn layer(&self) -> Layer {
        Layer::Role(self.name.clone().unwrap_or_default())
    }

    fn interactive(policy: &Policy) -> Self {
        Self {
            name: None,
            posture: Posture::Classified,
            deny: Vec::new(),
            allow: Vec::new(),
            takes_grants: true,
            takes_exceptions: true,
            own_environment: false,
            ceiling: policy.ceiling.clone(),
            note: None,
        }
    }

    fn strictest(name: &str, policy: &Policy) -> Self {
        let role = Self::builtin(Kind::Orchestrator, name, policy);
        Self { note: Some(format!("the role `{name}` is not known; the strictest applies")), ..role }
    }

    fn named(name: &str, policy: &Policy) -> Option<Self> {
        let mut chain: Vec<&RoleDefinition> = Vec::new();
        let mut current = name;
        let kind = loop {
            let definition = policy.roles.iter().find(|role| role.name == current);
            if let Some(definition) = definition {
                chain.push(definition);
            }
            if let Some(kind) = kind(current) {
                break kind;
            }
            current = definition?.extends.as_deref()?;
            if chain.len() > LONGEST_CHAIN {
                return None;
            }
        };
        let mut role = Self::builtin(kind, name, policy);
        for definition in chain.into_iter().rev() {
            role.deny.extend(definition.deny.iter().cloned());
            if let Some(level) = definition.level {
                role.ceiling.lower(level, Layer::Role(name.to_owned()));
            }
            // An allow of a role narrows nothing only where the role already lets everything pass or takes grants.
            if role.takes_grants {
                role.allow.extend(definition.allow.iter().cloned());
            }
            if kind == Kind::Functional {
                role.allow.extend(definition.commands.iter().cloned());
            }
        }
        Some(role)
    }

    fn builtin(kind: Kind, name: &str, policy: &Policy) -> Self {
        let layer = Layer::Role(name.to_owned());
        let rules = |texts: &[&str], list| texts.iter().map(|text| Rule::parse(text, list, layer.clone())).collect();
        let worker = kind == Kind::Worker;
        let floor = if worker { role_lists::WORKER_FLOOR } else { role_lists::READ_ONLY_FLOOR };
        let inspect: &[&str] = if worker { &[] } else { role_lists::GIT_INSPECT };
        Self {
            name: Some(name.to_owned()),
            posture: if worker { Posture::Open } else { Posture::Closed },
            deny: rules(floor, List::Deny),
            allow: rules(inspect, List::Allow),
            takes_grants: kind != Kind::Orchestrator,
            takes_exceptions: worker,
            own_environment: matches!(kind, Kind::Scrutiny | Kind::Functional),
            ceiling: policy.ceiling.clone(),
            note: None,
        }
    }
}

fn kind(name: &str) -> Option<Kind> {
    match name {
        "worker" => Some(Kind::Worker),
        "orchestrator" => Some(Kind::Orchestrator),
        "validator-scrutiny" => Some(Kind::Scrutiny),
        "validator-functional" => Some(Kind::Functional),
        _ => None,
    }
}
