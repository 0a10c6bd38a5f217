//! What holds of every policy and every call, tried on small ones drawn at random.

mod policy_support;

use callgate::authority::Level;
use callgate::call::Context;
use callgate::effect::{Action, Analysis, Flow, GapKind, HostTarget, Loss, Origin, PathTarget, Target};
use callgate::policy::{List, Policy, Rule};
use callgate::verdict::{Layer, ReasonCode, Verdict};
use policy_support::*;
use proptest::prelude::*;
use proptest::sample::select;

/// Words short enough that rules and commands meet often.
const PROGRAMS: &[&str] = &["git push", "rm -rf", "curl -d", "cargo test", "deploy now"];
const OPERANDS: &[&str] = &["src", "main", "--force", "../x", "/etc/passwd", ".env", "$X"];

fn target() -> impl Strategy<Value = Target> {
    prop_oneof![
        Just(Target::Nothing),
        select(vec!["src", "../x", "/etc/passwd", ".env", "/home/dev/.claude/settings.json", ".git/hooks/x", "/"])
            .prop_map(path),
        Just(below("src")),
        Just(Target::Path(PathTarget::Anywhere)),
        Just(Target::Repository),
        Just(Target::Worktree),
        Just(host("docs.rs")),
        Just(Target::Host(HostTarget::Unknown)),
        Just(Target::Host(HostTarget::Loopback)),
        Just(Target::Name("AWS_SECRET".to_owned())),
    ]
}

fn action() -> impl Strategy<Value = Action> {
    select(vec![
        Action::Print,
        Action::Read,
        Action::Walk,
        Action::Write,
        Action::Append,
        Action::Delete,
        Action::Connect(Flow::Fetch),
        Action::Connect(Flow::Send),
        Action::Run(Origin::Project),
        Action::Run(Origin::Project),
        Action::Run(Origin::Project),
        Action::Run(Origin::Inline),
        Action::Run(Origin::Unknown),
        Action::Secret,
        Action::Env,
        Action::Signal,
        Action::Elevate,
        Action::Configure,
        Action::Publish,
        Action::Discard,
        Action::Clipboard,
    ])
}

fn some_command() -> impl Strategy<Value = Command> {
    let effects = prop::collection::vec((action(), target(), any::<bool>(), any::<bool>()), 0..3);
    let gap = prop::option::weighted(
        0.3,
        select(vec![GapKind::UnknownProgram, GapKind::UnknownFlag, GapKind::ComputedProgram, GapKind::Code]),
    );
    (select(PROGRAMS), select(OPERANDS), effects, gap, prop::bool::weighted(0.1)).prop_map(
        |(program, operand, effects, gap, composite)| {
            let mut made = command(&format!("{program} {operand}"));
            for (action, target, by_word, lost) in effects {
                made = if by_word { made.by(operand, action, target) } else { made.does(action, target) };
                made = made.losing(if lost { Loss::Permanent } else { Loss::None });
            }
            if let Some(kind) = gap {
                made = made.gap(kind, operand);
            }
            if composite { made.composite() } else { made }
        },
    )
}

fn some_analysis() -> impl Strategy<Value = Analysis> {
    let segment = prop::collection::vec(some_command(), 1..3).prop_map(segment);
    let segments = prop::collection::vec(segment, 1..4).prop_map(analysis);
    (segments, prop::bool::weighted(0.95), prop::bool::weighted(0.95))
        .prop_map(|(analysis, parsed, within_budget)| Analysis { parsed, within_budget, ..analysis })
}

/// What a capability decides, and nothing else.
fn needs_a_capability() -> impl Strategy<Value = Analysis> {
    let fetch = command("curl x").does(Action::Connect(Flow::Fetch), host("docs.rs"));
    select(vec![one(cargo_test()), one(fetch)])
}

fn rule_text() -> impl Strategy<Value = String> {
    let command = (select(PROGRAMS), select(vec!["", " *", ":*", " main", " --force", " src"]))
        .prop_map(|(program, rest)| format!("Bash({program}{rest})"));
    prop_oneof![
        4 => command,
        1 => select(vec!["Bash(*)", "Bash", "Read(**)", "Edit(src/**)", "WebFetch(domain:docs.rs)"]).prop_map(str::to_owned),
    ]
}

fn rules(list: List) -> impl Strategy<Value = Vec<Rule>> {
    prop::collection::vec(rule_text(), 0..4)
        .prop_map(move |texts| texts.iter().map(|text| Rule::parse(text, list, Layer::User)).collect())
}

fn of_project(mut rule: Rule) -> Rule {
    rule.layer = Layer::Project;
    rule
}

fn some_policy() -> impl Strategy<Value = Policy> {
    let level = select(Level::ALL.to_vec());
    let capability = || prop::option::of(any::<bool>());
    (level, rules(List::Allow), rules(List::Ask), rules(List::Deny), capability(), capability()).prop_map(
        |(level, allow, ask, deny, user, project)| {
            let mut policy = Policy::at(level);
            policy.rules = [allow, ask, deny].concat();
            policy.exec_host.user = user;
            policy.exec_host.project = project;
            policy
        },
    )
}

fn some_context() -> impl Strategy<Value = Context> {
    select(vec!["", "worker", "orchestrator", "validator-scrutiny", "validator-functional", "unheard-of"])
        .prop_map(|role| if role.is_empty() { context() } else { in_role(role) })
}

fn verdicts(analysis: &Analysis, policy: &Policy, context: &Context) -> (Verdict, ReasonCode) {
    let decision = decide_in(analysis, policy, context);
    (decision.verdict.unwrap_or(Verdict::Allow), decision.reason.code)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, max_global_rejects: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// I3
    #[test]
    fn an_added_allow_never_changes_a_denial(
        analysis in some_analysis(), policy in some_policy(), context in some_context(), text in rule_text(), grant in any::<bool>(),
    ) {
        let (before, code) = verdicts(&analysis, &policy, &context);
        prop_assume!(before == Verdict::Deny && code != ReasonCode::ClosedRole);
        let more = if grant { policy.granting(text.trim_start_matches("Bash(").trim_end_matches(')')) } else { policy.allowing(&text) };
        prop_assert_eq!(verdicts(&analysis, &more, &context).0, Verdict::Deny);
    }

    /// I4
    #[test]
    fn an_added_deny_never_turns_what_is_stopped_into_a_pass(
        analysis in some_analysis(), policy in some_policy(), context in some_context(), text in rule_text(),
    ) {
        let (before, _) = verdicts(&analysis, &policy, &context);
        let (after, _) = verdicts(&analysis, &policy.denying(&text), &context);
        prop_assert!(after >= before, "{:?} became {:?}", before, after);
    }

    /// I5
    #[test]
    fn a_lower_ceiling_never_adds_a_pass(
        analysis in some_analysis(), policy in some_policy(), context in some_context(), level in select(Level::ALL.to_vec()),
    ) {
        let (before, _) = verdicts(&analysis, &policy, &context);
        let mut lowered = policy;
        lowered.ceiling.lower(level, Layer::Launch);
        let (after, _) = verdicts(&analysis, &lowered, &context);
        prop_assert!(before == Verdict::Allow || after != Verdict::Allow, "{:?} became {:?}", before, after);
    }

    /// I7
    #[test]
    fn a_projects_word_never_loosens(
        analysis in prop_oneof![some_analysis(), needs_a_capability()], policy in some_policy(), context in some_context(),
        (deny, ask) in (rules(List::Deny), rules(List::Ask)), key in prop::option::of(any::<bool>()), level in prop::option::weighted(0.3, select(Level::ALL.to_vec())),
    ) {
        let mut before = policy;
        before.exec_host.project = None;
        let mut after = before.clone();
        after.rules.extend(deny.into_iter().chain(ask).map(of_project));
        after.exec_host.project = key;
        after.network.project = key;
        if let Some(level) = level {
            after.ceiling.lower(level, Layer::Project);
        }
        let (loose, _) = verdicts(&analysis, &before, &context);
        let (strict, _) = verdicts(&analysis, &after, &context);
        prop_assert!(strict >= loose, "{:?} became {:?}", loose, strict);
    }

    /// I8
    #[test]
    fn an_exception_changes_only_what_its_rule_denies(
        analysis in some_analysis(), policy in some_policy(), context in some_context(), text in rule_text(),
    ) {
        let mut lifting = policy.clone();
        lifting.exceptions.push(text.clone());
        let (before, after) = (decide_in(&analysis, &policy, &context), decide_in(&analysis, &lifting, &context));
        let named = before.segments.iter().flat_map(|segment| &segment.findings).any(|finding| finding.rules.contains(&text));
        // A rule that a word not known may meet asks, and names itself in the reason alone.
        let possible = policy.rules.iter().any(|rule| rule.list == List::Deny && rule.text == text);
        prop_assert!(named || possible || before == after);
    }

    /// I9
    #[test]
    fn self_protection_hears_no_list(
        analysis in some_analysis(), policy in some_policy(), context in some_context(), at in any::<prop::sample::Index>(),
    ) {
        let attack = command("tee .claude/settings.json").does(Action::Write, path(".claude/settings.json"));
        let mut analysis = analysis;
        let at = at.index(analysis.segments.len() + 1);
        analysis.segments.insert(at, segment(vec![attack]));
        let protected = |policy: &Policy, context: &Context| {
            let decision = decide_in(&analysis, policy, context);
            let found = decision.segments.iter().flat_map(|segment| &segment.findings);
            let spans: Vec<_> = found
                .filter(|finding| finding.reason.code == ReasonCode::SelfProtection)
                .map(|finding| (finding.program.clone(), finding.span, finding.verdict))
                .collect();
            (decision.verdict, spans)
        };
        let mut lifting = policy;
        lifting.exceptions.extend(["self-protection".to_owned(), "Bash(tee .claude/settings.json)".to_owned()]);
        let lifting = lifting.allowing("Bash(*)").allowing("Bash(tee .claude/settings.json)");
        let found = protected(&lifting, &context);
        prop_assert_eq!(found.0, DENY);
        prop_assert!(!found.1.is_empty());
        prop_assert_eq!(found.1, protected(&Policy::default(), &policy_support::context()).1);
    }
}
