//! Ways forward: changes to the user's policy, each tried on a copy before it is offered.

use std::path::Path;

use super::Subject;
use super::builtin::names;
use super::capability::Request;
use super::evaluate::evaluate;
use super::model::{Ceiling, Entry, OffLattice, Policy, Root};
use super::rule::{List, Rule};
use super::vital::is_vital;
use crate::authority::Level;
use crate::call::Context;
use crate::effect::{Action, CommandUse, GapKind, HostTarget, Loss, Origin, PathTarget, Target};
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
    for candidate in candidates(subject, policy, place, decision) {
        let mut changed = policy.clone();
        (candidate.change)(&mut changed);
        let after = evaluate(subject, &changed, place, context);
        let Some(result) = after.verdict else { continue };
        let note = candidate.note;
        let way = |note| WayForward { note, place: shown_file(policy, place), lines: candidate.lines, result };
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

/// The user's policy file, as a person would name it.
fn shown_file(policy: &Policy, place: &Place) -> String {
    let config = || policy.own.config.as_ref().map(|directory| directory.join("policy.toml"));
    let file = policy.own.policy.clone().or_else(config);
    file.map_or_else(|| "~/.config/callgate/policy.toml".to_owned(), |file| in_home(&file, place))
}

/// A path with `~` for the home directory.
fn in_home(path: &Path, place: &Place) -> String {
    path.strip_prefix(&place.home).map_or_else(|_| path.display().to_string(), |below| format!("~/{}", below.display()))
}

/// Whether some segment comes out better and none worse.
fn helps_a_part(before: &Decision, after: &Decision) -> bool {
    let pairs = || before.segments.iter().zip(&after.segments);
    before.segments.len() == after.segments.len()
        && pairs().all(|(before, after)| after.verdict <= before.verdict)
        && pairs().any(|(before, after)| after.verdict < before.verdict)
}

/// Narrowest first. Nothing for what only somebody else can change.
fn candidates(subject: Subject<'_>, policy: &Policy, place: &Place, decision: &Decision) -> Vec<Candidate> {
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
    if !gated.iter().any(|finding| runs_downloaded(finding)) {
        all.extend(allow_rules(subject, &gated));
        all.extend(exec_host(&gated));
        all.extend(hosts(&gated));
        all.extend(roots(&gated, place));
        all.extend(entries(&gated));
        all.extend(network(&gated, policy));
    }
    if gated.iter().any(|finding| finding.reason.code == ReasonCode::OverCeiling) {
        all.extend(levels(policy));
    }
    all
}

/// What another machine supplies anew each time is not for a standing permission.
fn runs_downloaded(finding: &Finding) -> bool {
    finding.effect.as_ref().is_some_and(|effect| effect.action == Action::Run(Origin::Downloaded))
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

/// One rule for each gated command: exactly as typed, then with any further arguments where that stays one kind of work.
fn allow_rules(subject: Subject<'_>, gated: &[&Finding]) -> Vec<Candidate> {
    let commands: Vec<(&CommandUse, &Finding)> = subject
        .analysis
        .segments
        .iter()
        .flat_map(|segment| &segment.commands)
        .filter_map(|command| {
            let of =
                |finding: &&&Finding| finding.span == command.span && finding.program.as_deref() == command.program();
            gated.iter().find(of).map(|finding| (command, *finding))
        })
        .collect();
    if commands.is_empty() {
        return Vec::new();
    }
    let exact: Option<Vec<String>> = commands.iter().map(|(command, _)| typed(command, usize::MAX)).collect();
    let wider: Option<Vec<String>> = commands.iter().map(|(command, finding)| widened(command, finding)).collect();
    let (this, commands) = if commands.len() > 1 { ("these allow", "commands") } else { ("this allows", "command") };
    let mut candidates: Vec<Candidate> = Vec::new();
    for (texts, how) in [(exact, "exactly as typed"), (wider, "with any further arguments")] {
        let any_text = how.starts_with("exactly") && texts.iter().flatten().any(|text| text.contains('*'));
        let how = if any_text { "as typed, `*` standing for any text" } else { how };
        let mut rules: Vec<String> = Vec::new();
        for text in texts.unwrap_or_default() {
            let rule = format!("Bash({text})");
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        let lines = vec![list_line("allow", &rules)];
        if rules.is_empty() || candidates.iter().any(|candidate| candidate.lines == lines) {
            continue;
        }
        candidates.push(Candidate {
            note: format!("{this} the {commands} {how}"),
            lines,
            change: Box::new(move |policy| {
                policy.rules.extend(rules.iter().map(|rule| Rule::parse(rule, List::Allow, Layer::User)));
            }),
        });
    }
    candidates
}

/// The command with any further arguments: by program and subcommand, a script of the project, or a program that is not
/// known. Nothing where other arguments would do something else: other files lost, other code run, other rights.
fn widened(command: &CommandUse, finding: &Finding) -> Option<String> {
    let effect = finding.effect.as_ref();
    let runs_project = effect.is_some_and(|effect| effect.action == Action::Run(Origin::Project));
    let grave = effect.is_some_and(|effect| {
        effect.loss == Loss::Permanent
            || matches!(
                effect.action,
                Action::Run(Origin::Inline | Origin::Downloaded | Origin::Unknown)
                    | Action::Elevate
                    | Action::Secret
                    | Action::Discard
                    | Action::Configure
                    | Action::Delete
            )
    });
    if grave {
        return None;
    }
    let program = command.argv.first()?.text()?;
    let unknown = finding.gap.as_ref().is_some_and(|gap| gap.kind == GapKind::UnknownProgram);
    let second = command.argv.get(1).and_then(|word| word.text());
    let is_subcommand = second.is_some_and(|word| {
        word.starts_with(|first: char| first.is_ascii_lowercase())
            && word.chars().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit() || "-:_".contains(one))
    }) && !names::WITHOUT_SUBCOMMANDS.contains(&program);
    let is_script = runs_project && second.is_some_and(|word| !word.starts_with('-'));
    let words = match (is_subcommand || is_script, unknown || program.contains('/')) {
        (true, _) => 2,
        (false, true) => 1,
        (false, false) => return None,
    };
    typed(command, words).map(|text| format!("{text} *"))
}

/// The first words of a command as a rule spells them; nothing where a word is not known or the rule could not match.
fn typed(command: &CommandUse, most: usize) -> Option<String> {
    if command.composite || command.rebound {
        return None;
    }
    let mut words = command.assignments.clone();
    for word in command.argv.iter().take(most) {
        let text = word.text()?;
        if text.contains(char::is_control) || text == "*" {
            return None;
        }
        words.push(match (text.contains('\''), text.contains('"')) {
            (true, true) => return None,
            (true, false) => format!("\"{text}\""),
            (false, true) => format!("'{text}'"),
            (false, false) if text.contains(' ') || text.is_empty() => format!("'{text}'"),
            (false, false) => text.to_owned(),
        });
    }
    Some(words.join(" "))
}

fn exec_host(gated: &[&Finding]) -> Option<Candidate> {
    let runs = gated.iter().any(|finding| {
        finding.effect.as_ref().is_some_and(|effect| matches!(effect.action, Action::Run(_)))
            && finding.reason.code == ReasonCode::CapabilityNeedsPerson
    });
    runs.then(|| Candidate {
        note:
            "this lets this project's code, build scripts and tests included, run on this host with your credentials; \
               `--exec-host` at the launch does so for one session"
                .to_owned(),
        lines: vec!["[capability]".to_owned(), "exec-host = true".to_owned()],
        change: Box::new(|policy| policy.exec_host.user = Some(true)),
    })
}

/// The user's key to the network, where the launch has given its own: one without the other opens nothing.
fn network(gated: &[&Finding], policy: &Policy) -> Option<Candidate> {
    let connects = gated.iter().any(|finding| {
        finding.reason.code == ReasonCode::CapabilityNeedsPerson
            && finding.effect.as_ref().is_some_and(|effect| matches!(effect.action, Action::Connect(_)))
    });
    (connects && policy.network.launch == Request::Granted).then(|| Candidate {
        note: "this lets any call reach any host and send data there, in sessions launched with `--network`".to_owned(),
        lines: vec!["[capability]".to_owned(), "network = true".to_owned()],
        change: Box::new(|policy| policy.network.user = Some(true)),
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

/// The directories of what is reached outside, as one change; none that holds more than one thing's files.
fn roots(gated: &[&Finding], place: &Place) -> Option<Candidate> {
    let mut roots: Vec<Root> = Vec::new();
    for finding in gated.iter().filter(|finding| finding.reason.code == ReasonCode::OutsideRoots) {
        let Some(effect) = &finding.effect else { continue };
        let Target::Path(PathTarget::Exact(path) | PathTarget::Below(path)) = &effect.target else { continue };
        let write = !matches!(effect.action, Action::Read | Action::Walk);
        let whole = effect.action == Action::Walk || matches!(effect.target, Target::Path(PathTarget::Below(_)));
        let directory = if whole { Some(path.as_path()) } else { path.parent() };
        let directory =
            directory.filter(|directory| directory.components().count() > 2 && !is_vital(directory, place))?;
        match roots.iter_mut().find(|root| root.path == directory) {
            Some(root) => root.write |= write,
            None => roots.push(Root { path: directory.to_path_buf(), write }),
        }
    }
    if roots.is_empty() {
        return None;
    }
    let entries: Vec<String> = roots
        .iter()
        .map(|root| format!("{{ path = {}, write = {} }}", quoted(&in_home(&root.path, place)), root.write))
        .collect();
    let what = if roots.iter().any(|root| root.write) { "write" } else { "read" };
    Some(Candidate {
        note: format!(
            "this lets any call {what} below {}",
            if roots.len() == 1 { "that directory" } else { "those directories" }
        ),
        lines: vec![format!("roots = [{}]", entries.join(", "))],
        change: Box::new(move |policy| policy.roots.extend(roots.iter().cloned())),
    })
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
