//! Ways forward: changes to the user's policy, each tried on a copy before it is offered.

use super::Subject;
use super::evaluate::evaluate;
use super::model::{Ceiling, Entry, OffLattice, Policy, Root};
use super::rule::{List, Rule};
use crate::authority::Level;
use crate::call::Context;
use crate::effect::{Action, CommandUse, HostTarget, PathTarget, Target};
use crate::place::Place;
use crate::verdict::{Decision, Finding, Layer, ReasonCode, Verdict, WayForward};

/// No more than this many are offered.
const MOST: usize = 3;

/// A change that might help.
struct Candidate {
    note: String,
    lines: Vec<String>,
    change: Box<dyn Fn(&mut Policy)>,
}

/// Changes that would let the call pass, each tried on a copy of the policy.
#[must_use]
pub fn ways_forward(
    subject: Subject<'_>,
    policy: &Policy,
    place: &Place,
    context: &Context,
    decision: &Decision,
) -> Vec<WayForward> {
    let Some(now) = decision.verdict.filter(|verdict| *verdict != Verdict::Allow) else { return Vec::new() };
    let mut whole = Vec::new();
    let mut partial = Vec::new();
    for candidate in candidates(subject, policy, decision) {
        let mut changed = policy.clone();
        (candidate.change)(&mut changed);
        let after = evaluate(subject, &changed, place, context);
        let Some(result) = after.verdict else { continue };
        let note = candidate.note;
        let way = |note| WayForward { note, place: PLACE.to_owned(), lines: candidate.lines, result };
        if result < now {
            whole.push(way(note));
        } else if result == now && helps_a_part(decision, &after) {
            partial.push(way(format!("{note}; other parts of the call still need their own")));
        }
        if whole.len() == MOST {
            break;
        }
    }
    let mut ways = if whole.is_empty() { partial } else { whole };
    ways.truncate(MOST);
    ways
}

/// Where the user's policy lies by default.
const PLACE: &str = "~/.config/callgate/policy.toml";

/// Whether some segment comes out better and none worse.
fn helps_a_part(before: &Decision, after: &Decision) -> bool {
    let pairs = || before.segments.iter().zip(&after.segments);
    before.segments.len() == after.segments.len()
        && pairs().all(|(before, after)| after.verdict <= before.verdict)
        && pairs().any(|(before, after)| after.verdict < before.verdict)
}

/// Narrowest first. Nothing for what only somebody else can change.
fn candidates(subject: Subject<'_>, policy: &Policy, decision: &Decision) -> Vec<Candidate> {
    let gated: Vec<&Finding> = decision
        .segments
        .iter()
        .flat_map(|segment| &segment.findings)
        .filter(|finding| finding.verdict > Verdict::Allow)
        .collect();
    let beyond_the_user = gated.iter().any(|finding| is_settled_elsewhere(finding.reason.code))
        || is_settled_elsewhere(decision.reason.code);
    if beyond_the_user {
        return Vec::new();
    }
    let mut all = Vec::new();
    all.extend(exceptions(&gated));
    all.extend(allow_rules(subject, &gated));
    all.extend(exec_host(&gated));
    all.extend(hosts(&gated));
    all.extend(roots(&gated));
    all.extend(entries(&gated));
    all.extend(levels(policy));
    all
}

const fn is_settled_elsewhere(code: ReasonCode) -> bool {
    match code {
        ReasonCode::SelfProtection
        | ReasonCode::ManagedDeny
        | ReasonCode::ProjectDenial
        | ReasonCode::ClosedRole
        | ReasonCode::StrictUnproven
        | ReasonCode::Unparsed
        | ReasonCode::ScopeUntracked
        | ReasonCode::Budget
        | ReasonCode::PolicyUnreadable => true,
        ReasonCode::Builtin
        | ReasonCode::AllowRule
        | ReasonCode::Grant
        | ReasonCode::RoleOpen
        | ReasonCode::Uncovered
        | ReasonCode::OverCeiling
        | ReasonCode::OutsideRoots
        | ReasonCode::OffLattice
        | ReasonCode::AskRule
        | ReasonCode::CapabilityNeedsPerson
        | ReasonCode::HardStop
        | ReasonCode::DenyRule => false,
    }
}

/// Every deny rule that matched must be lifted: lifting one leaves the others.
fn exceptions(gated: &[&Finding]) -> Option<Candidate> {
    let mut rules: Vec<String> = Vec::new();
    for finding in gated.iter().filter(|finding| finding.verdict == Verdict::Deny) {
        for rule in &finding.rules {
            if !rules.contains(rule) {
                rules.push(rule.clone());
            }
        }
    }
    if rules.is_empty() {
        return None;
    }
    let note = if rules.len() == 1 {
        "this lifts the one rule that denies it, for every call".to_owned()
    } else {
        "this lifts the rules that deny it, all of which are needed, for every call".to_owned()
    };
    let lines = vec![list_line("deny-exceptions", &rules)];
    Some(Candidate { note, lines, change: Box::new(move |policy| policy.exceptions.extend(rules.iter().cloned())) })
}

/// One rule for each gated command: exactly as typed, then with any further arguments.
fn allow_rules(subject: Subject<'_>, gated: &[&Finding]) -> Vec<Candidate> {
    let commands: Vec<&CommandUse> = subject
        .analysis
        .segments
        .iter()
        .flat_map(|segment| &segment.commands)
        .filter(|command| {
            gated.iter().any(|finding| finding.span == command.span && finding.program.as_deref() == command.program())
        })
        .collect();
    if commands.is_empty() {
        return Vec::new();
    }
    let exact: Option<Vec<String>> = commands.iter().map(|command| typed(command, usize::MAX)).collect();
    let prefix: Option<Vec<String>> =
        commands.iter().map(|command| typed(command, 2).map(|text| format!("{text} *"))).collect();
    let program: Option<Vec<String>> =
        commands.iter().map(|command| typed(command, 1).map(|text| format!("{text} *"))).collect();
    let mut candidates = Vec::new();
    for (texts, note) in [
        (exact, "this allows the command exactly as typed"),
        (prefix, "this allows the command with any further arguments"),
        (program, "this allows the program with any arguments"),
    ] {
        let Some(mut texts) = texts else { continue };
        texts.dedup();
        let rules: Vec<String> = texts.iter().map(|text| format!("Bash({text})")).collect();
        let lines = vec![list_line("allow", &rules)];
        if candidates.iter().any(|candidate: &Candidate| candidate.lines == lines) {
            continue;
        }
        candidates.push(Candidate {
            note: note.to_owned(),
            lines,
            change: Box::new(move |policy| {
                policy.rules.extend(rules.iter().map(|rule| Rule::parse(rule, List::Allow, Layer::User)));
            }),
        });
    }
    candidates
}

/// The first words of a command as a rule spells them; nothing where a word is not known or the rule could not match.
fn typed(command: &CommandUse, most: usize) -> Option<String> {
    if command.composite || command.rebound {
        return None;
    }
    let mut words = command.assignments.clone();
    for word in command.argv.iter().take(most) {
        let text = word.text()?;
        if text.contains(|character: char| character.is_control() || "*()\"'".contains(character)) {
            return None;
        }
        words.push(if text.contains(' ') || text.is_empty() { format!("'{text}'") } else { text.to_owned() });
    }
    Some(words.join(" "))
}

fn exec_host(gated: &[&Finding]) -> Option<Candidate> {
    let runs = gated.iter().any(|finding| {
        finding.effect.as_ref().is_some_and(|effect| matches!(effect.action, Action::Run(_)))
            && finding.reason.code == ReasonCode::CapabilityNeedsPerson
    });
    runs.then(|| Candidate {
        note: "this lets this project's code, build scripts and tests included, run on this host with your credentials"
            .to_owned(),
        lines: vec!["[capability]".to_owned(), "exec-host = true".to_owned()],
        change: Box::new(|policy| policy.exec_host.user = Some(true)),
    })
}

fn hosts(gated: &[&Finding]) -> Option<Candidate> {
    let mut hosts: Vec<String> = Vec::new();
    for finding in gated {
        if let Some(effect) = &finding.effect
            && let Target::Host(HostTarget::Named(host)) = &effect.target
            && !hosts.contains(host)
        {
            hosts.push(host.clone());
        }
    }
    if hosts.is_empty() {
        return None;
    }
    let lines = vec![list_line("hosts", &hosts)];
    Some(Candidate {
        note: "this lets any call fetch from there".to_owned(),
        lines,
        change: Box::new(move |policy| policy.hosts.extend(hosts.iter().cloned())),
    })
}

fn roots(gated: &[&Finding]) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for finding in gated.iter().filter(|finding| finding.reason.code == ReasonCode::OutsideRoots) {
        let Some(effect) = &finding.effect else { continue };
        let Target::Path(PathTarget::Exact(path) | PathTarget::Below(path)) = &effect.target else { continue };
        let write = !matches!(effect.action, Action::Read | Action::Walk);
        // A file's directory; never one so high that it holds more than one thing's files.
        let directory = if effect.action == Action::Walk { Some(path.as_path()) } else { path.parent() };
        let Some(directory) = directory.filter(|directory| directory.components().count() > 2) else { continue };
        let root = Root { path: directory.to_path_buf(), write };
        let Some(shown) = directory.to_str() else { continue };
        let line = format!("roots = [{{ path = {}, write = {write} }}]", quoted(shown));
        candidates.push(Candidate {
            note: format!("this lets any call {} below that directory", if write { "write" } else { "read" }),
            lines: vec![line],
            change: Box::new(move |policy| policy.roots.push(root.clone())),
        });
    }
    candidates
}

fn entries(gated: &[&Finding]) -> Vec<Candidate> {
    let mut kinds: Vec<OffLattice> = Vec::new();
    for finding in gated.iter().filter(|finding| finding.reason.code == ReasonCode::OffLattice) {
        let kind = finding.effect.as_ref().and_then(|effect| kind_of(effect.action));
        if let Some(kind) = kind
            && !kinds.contains(&kind)
        {
            kinds.push(kind);
        }
    }
    // Secrets, privileges and what runs later are not opened for every call by one line.
    kinds
        .into_iter()
        .filter(|kind| !matches!(kind, OffLattice::Secret | OffLattice::Elevate | OffLattice::Configure))
        .map(|kind| Candidate {
            note: "this lets any call do the same".to_owned(),
            lines: vec!["[off-lattice]".to_owned(), format!("{} = \"allow\"", kind.name())],
            change: Box::new(move |policy| policy.off_lattice.push((kind, Entry::Allow, Layer::User))),
        })
        .collect()
}

const fn kind_of(action: Action) -> Option<OffLattice> {
    match action {
        Action::Publish => Some(OffLattice::Publish),
        Action::Secret => Some(OffLattice::Secret),
        Action::Env => Some(OffLattice::Env),
        Action::Signal => Some(OffLattice::Signal),
        Action::Elevate => Some(OffLattice::Elevate),
        Action::Configure => Some(OffLattice::Configure),
        Action::Discard => Some(OffLattice::Discard),
        Action::Clipboard => Some(OffLattice::Clipboard),
        Action::Print
        | Action::Read
        | Action::Walk
        | Action::Write
        | Action::Append
        | Action::Delete
        | Action::Connect(_)
        | Action::Run(_) => None,
    }
}

/// Levels above the one in force, lowest first; nothing where a layer other than the user's holds it down.
fn levels(policy: &Policy) -> Vec<Candidate> {
    if !matches!(policy.ceiling.layer, Layer::Builtin | Layer::User) {
        return Vec::new();
    }
    let now = policy.ceiling.grant;
    Level::ALL
        .into_iter()
        .filter(|level| now.fits(level.grant()) && now != level.grant() && *level != Level::Yolo)
        .map(|level| Candidate {
            note: format!("this raises the level for every call to {}", level.grant()),
            lines: vec![format!("level = \"{}\"", level.name())],
            change: Box::new(move |policy| policy.ceiling = Ceiling::of(level, Layer::User)),
        })
        .collect()
}

fn list_line(key: &str, items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
    format!("{key} = [{}]", items.join(", "))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
