//! Verdicts, overlay and ceiling on analyses built by hand.

mod policy_support;

use callgate::authority::Level;
use callgate::effect::{Action, Analysis, Flow, GapKind, Loss, Origin, PathTarget, Segment, Target, Via};
use callgate::policy::{Policy, Request};
use callgate::verdict::{ReasonCode, Verdict};
use policy_support::*;

fn developer() -> Policy {
    Policy::default()
}

#[test]
fn ac_26_reading_and_writing_together_need_what_the_most_needs() {
    let analysis = analysis(vec![
        segment(vec![command("echo hi").prints()]),
        segment(vec![command("cat a.txt").does(Action::Read, path("a.txt"))]),
        segment(vec![command("touch b.txt").does(Action::Write, path("b.txt"))]),
    ]);
    let decision = decide(&analysis, &developer());
    assert_eq!(decision.verdict, ALLOW);
    assert_eq!(decision.authority.required, "fs=read-write net=none exec=none");
    assert!(decision.authority.ceiling.contains("developer"));
    assert!(!decision.authority.unresolved);
    for (level, expected) in [(Level::Paranoid, SOFT), (Level::Reader, SOFT), (Level::Editor, ALLOW)] {
        assert_eq!(verdict(&analysis, &Policy::at(level)), expected, "{level:?}");
    }
}

#[test]
fn ac_27_an_allow_rule_covers_the_gated_segment_of_a_chain() {
    let analysis = chain(vec![
        command("git status").does(Action::Read, Target::Repository),
        rm("x"),
        command("echo done").prints(),
    ]);
    assert_eq!(verdict(&analysis, &developer()), SOFT);
    let decision = decide(&analysis, &developer().allowing("rm *"));
    assert_eq!(decision.verdict, ALLOW);
    assert_eq!(decision.reason.code, ReasonCode::AllowRule);
    assert_eq!(decision.reason.rule.as_deref(), Some("Bash(rm *)"));
}

#[test]
fn ac_28_a_rule_covers_its_own_segment_only() {
    let analysis = chain(vec![
        rm("x"),
        command("cargo publish")
            .does(Action::Publish, Target::Nothing)
            .does(Action::Connect(Flow::Send), host("crates.io")),
    ]);
    let decision = decide(&analysis, &developer().allowing("rm *"));
    assert_eq!(decision.verdict, SOFT);
    let verdicts: Vec<Verdict> = decision.segments.iter().map(|segment| segment.verdict).collect();
    assert_eq!(verdicts, [Verdict::Allow, Verdict::AskSoft]);
}

#[test]
fn ac_29_a_stated_limit_holds_against_allow_rules() {
    for level in [Level::Paranoid, Level::Reader] {
        let policy = Policy::at(level).allowing("rm *").allowing("deploy.sh *");
        for analysis in [one(rm("x")), one(command("deploy.sh").unknown())] {
            let decision = decide(&analysis, &policy);
            assert_eq!(decision.verdict, SOFT, "{level:?}");
            assert_eq!(decision.reason.code, ReasonCode::OverCeiling);
        }
    }
}

#[test]
fn ac_30_an_unknown_program_covered_by_a_rule_passes_unresolved() {
    let analysis = one(command("deploy.sh").unknown());
    let decision = decide(&analysis, &developer());
    assert_eq!((decision.verdict, decision.reason.code), (SOFT, ReasonCode::Uncovered));
    assert_eq!(decision.reason.text, "`deploy.sh` is not a program callgate knows");
    let decision = decide(&analysis, &developer().allowing("deploy.sh"));
    assert_eq!(decision.verdict, ALLOW);
    assert!(decision.authority.unresolved);
}

#[test]
fn ac_31_patterns_match_by_their_form() {
    let cases = [
        ("run build", "run build", ALLOW),
        ("run build", "run build x", SOFT),
        ("run:*", "run build", ALLOW),
        ("run:*", "runner build", SOFT),
        ("run *", "run", ALLOW),
        ("run *", "runner", SOFT),
        ("x*", "xyz", ALLOW),
        ("* --version", "frob --version", ALLOW),
        ("* --version", "frob --versions", SOFT),
        ("frob * main", "frob a b main", ALLOW),
        ("frob * main", "frob a mainly", SOFT),
        ("Bash(*)", "anything", ALLOW),
        ("Bash", "anything", ALLOW),
        ("Bash()", "anything", SOFT),
    ];
    for (rule, text, expected) in cases {
        assert_eq!(verdict(&one(command(text).unknown()), &developer().allowing(rule)), expected, "{rule} {text}");
    }
}

#[test]
fn ac_32_an_assignment_is_part_of_the_command() {
    let cases = [
        ("x.sh:*", "WRITE=1 x.sh", SOFT),
        ("WRITE=1 x.sh:*", "WRITE=1 x.sh", ALLOW),
        ("WRITE=1 x.sh:*", "WRITE=2 x.sh", SOFT),
        ("WRITE=1 x.sh:*", "A=1 WRITE=1 x.sh", SOFT),
        ("WRITE=1 x.sh:*", "x.sh", SOFT),
    ];
    for (rule, text, expected) in cases {
        assert_eq!(verdict(&one(command(text).unknown()), &developer().allowing(rule)), expected, "{rule} {text}");
    }
    let mut blank = command("rm -rf /x").unknown();
    blank.command.assignments = vec!["WRITE=1 x.sh".to_owned()];
    assert_eq!(verdict(&one(blank), &developer().allowing("WRITE=1 x.sh:*")), SOFT);
}

#[test]
fn ac_33_a_redirect_or_substitution_is_not_covered() {
    for rule in ["Bash(*)", "x.sh", "x.sh *"] {
        assert_eq!(verdict(&one(command("x.sh").unknown().composite()), &developer().allowing(rule)), SOFT, "{rule}");
        assert_eq!(verdict(&one(command("x.sh").unknown().rebound()), &developer().allowing(rule)), SOFT, "{rule}");
    }
}

#[test]
fn ac_35_a_pipeline_is_gated_by_its_uncovered_stage() {
    let pipeline =
        segment(vec![command("grep foo a.txt").does(Action::Read, path("a.txt")), command("frobnicate").unknown()]);
    let decision = decide(&analysis(vec![pipeline.clone()]), &developer());
    assert_eq!(decision.verdict, SOFT);
    assert_eq!(decision.segments[0].culprit.as_deref(), Some("frobnicate"));
    assert_eq!(verdict(&analysis(vec![pipeline]), &developer().allowing("grep *")), SOFT);
    assert_eq!(decide(&one(rm("x")), &developer()).segments[0].culprit, None);
}

#[test]
fn ac_36_pushing_needs_the_network_level_which_the_local_level_does_not_hold() {
    for (level, expected) in
        [(Level::Developer, SOFT), (Level::LocalAdmin, SOFT), (Level::NetworkAdmin, ALLOW), (Level::Yolo, ALLOW)]
    {
        assert_eq!(verdict(&one(git_push()), &Policy::at(level)), expected, "{level:?}");
    }
    let outside = one(command("touch /opt/x").does(Action::Write, path("/opt/x")));
    for (level, expected) in [(Level::Developer, SOFT), (Level::LocalAdmin, ALLOW), (Level::NetworkAdmin, SOFT)] {
        assert_eq!(verdict(&outside, &Policy::at(level)), expected, "{level:?}");
    }
}

#[test]
fn built_in_knowledge_decides_by_effect() {
    let cases: Vec<(&str, Command, Option<Verdict>)> = vec![
        ("reading the project", command("cat a").does(Action::Read, path("a")), ALLOW),
        ("reading scratch", command("cat /tmp/a").does(Action::Read, path("/tmp/a")), ALLOW),
        ("reading headers", command("cat /usr/include/a.h").does(Action::Read, path("/usr/include/a.h")), ALLOW),
        ("reading a sibling", command("cat x").does(Action::Read, path("/home/dev/project-old/x")), SOFT),
        ("reading anywhere", command("cat x").does(Action::Read, Target::Path(PathTarget::Anywhere)), SOFT),
        ("reading a secret", command("cat .env").does(Action::Read, path(".env")), SOFT),
        ("reading a template", command("cat .env.example").does(Action::Read, path(".env.example")), ALLOW),
        (
            "reading code about secrets",
            command("cat src/secrets/a.rs").does(Action::Read, path("src/secrets/a.rs")),
            ALLOW,
        ),
        ("reading a process", command("cat x").does(Action::Read, path("/proc/self/environ")), SOFT),
        ("reading the processor", command("cat x").does(Action::Read, path("/proc/cpuinfo")), ALLOW),
        ("walking the project", command("grep -r x .").does(Action::Walk, path("")), ALLOW),
        ("walking the home", command("grep -r x ~").does(Action::Walk, path("/home/dev")), SOFT),
        ("writing the project", command("touch a").does(Action::Write, path("a")), ALLOW),
        ("writing below", command("sed -i x *.rs").does(Action::Write, below("")), ALLOW),
        ("writing nowhere", command("tee /dev/null").does(Action::Write, path("/dev/null")), ALLOW),
        ("writing outside", command("touch x").does(Action::Write, path("/opt/x")), SOFT),
        ("writing a hook", command("tee x").does(Action::Write, path(".git/hooks/pre-push")), SOFT),
        ("writing instructions", command("tee x").does(Action::Write, path("docs/CLAUDE.md")), SOFT),
        ("writing a workflow", command("tee x").does(Action::Write, path(".github/workflows/ci.yml")), SOFT),
        ("writing an agent's worktree", command("tee x").does(Action::Write, path(".claude/worktrees/a/b")), ALLOW),
        ("writing a secret", command("tee .env").does(Action::Append, path(".env")), SOFT),
        ("deleting what is made", command("rm t").does(Action::Delete, path("t")).losing(Loss::Recoverable), ALLOW),
        ("deleting for good", rm("t"), SOFT),
        ("deleting scratch", rm("/tmp/x"), ALLOW),
        ("deleting all scratch", rm("/tmp"), SOFT),
        (
            "reaching this machine",
            command("curl x").does(Action::Connect(Flow::Fetch), Target::Host(callgate::effect::HostTarget::Loopback)),
            ALLOW,
        ),
        ("fetching", command("curl x").does(Action::Connect(Flow::Fetch), host("docs.rs")), SOFT),
        ("running code", command("python x").does(Action::Run(Origin::Inline), Target::Nothing), SOFT),
        ("harmless variable", command("printenv HOME").does(Action::Env, Target::Name("HOME".to_owned())), ALLOW),
        ("unlisted variable", command("printenv V").does(Action::Env, Target::Name("V".to_owned())), SOFT),
        ("all variables", command("env").does(Action::Env, Target::Nothing), SOFT),
        ("signalling", command("kill 1").does(Action::Signal, Target::Nothing), SOFT),
        ("privileges", command("sudo ls").does(Action::Elevate, Target::Nothing), SOFT),
        ("discarding", command("git stash drop").does(Action::Discard, Target::Repository), SOFT),
        ("no effect at all", command("mystery"), SOFT),
    ];
    for (name, command, expected) in cases {
        assert_eq!(verdict(&one(command), &developer()), expected, "{name}");
    }
}

#[test]
fn reasons_name_the_effect_without_rating_it() {
    let cases = [
        (rm("build"), "deletes `build`, which nothing keeps a copy of"),
        (command("tee /etc/x").does(Action::Write, path("/opt/x")), "writes `/opt/x`, outside the project"),
        (cargo_test(), "runs this project's code; running it on this host is not granted"),
        (
            command("curl x").does(Action::Connect(Flow::Send), host("example.com")),
            "sends data to `example.com`, which is not granted",
        ),
    ];
    for (command, expected) in cases {
        assert_eq!(decide(&one(command), &developer()).reason.text, expected);
    }
}

#[test]
fn a_rule_covers_what_an_option_adds_only_when_it_spells_the_option() {
    let find = |text: &str| {
        one(command(text).does(Action::Walk, path("")).by("-delete", Action::Delete, path("")).losing(Loss::Permanent))
    };
    let below = |rule: &str| {
        verdict(
            &one(command("find sub -name x -delete")
                .does(Action::Walk, path("sub"))
                .by("-delete", Action::Delete, below("sub"))
                .losing(Loss::Permanent)),
            &developer().allowing(rule),
        )
    };
    assert_eq!(below("find:*"), SOFT);
    assert_eq!(below("Bash(*)"), SOFT);
    assert_eq!(below("find * -delete"), ALLOW);
    assert_eq!(below("find sub -name x -delete"), ALLOW);
    let policy = developer().allowing("find * -delete");
    // Removing the whole project is stopped in any case; removing what a test picks out of it is not that.
    assert_eq!(verdict(&find("find . -name x -delete"), &policy), ALLOW);
    for whole in ["find . -delete", "find . -name * -delete", "find . ! -name x -delete", "find . -name x -o -delete"] {
        assert_eq!(verdict(&find(whole), &policy), DENY, "{whole}");
    }
}

#[test]
fn a_rule_covers_ordinary_work_but_names_what_is_out_of_the_ordinary() {
    let cat = |rule: &str| {
        let analysis = one(command("cat /etc/nginx.conf").does(Action::Read, path("/etc/nginx.conf")));
        verdict(&analysis, &developer().allowing(rule))
    };
    assert_eq!(cat("cat *"), SOFT);
    assert_eq!(cat("cat /etc/nginx.conf"), ALLOW);
    assert_eq!(cat("cat /etc/nginx.conf *"), ALLOW);
    let secret = |rule: &str| {
        verdict(&one(command("gh auth token").does(Action::Secret, Target::Nothing)), &developer().allowing(rule))
    };
    assert_eq!(secret("gh *"), SOFT);
    assert_eq!(secret("gh auth *"), ALLOW);
    let flag = |rule: &str| {
        let analysis = one(command("ls --frob").does(Action::Walk, path("")).gap(GapKind::UnknownFlag, "--frob"));
        verdict(&analysis, &developer().allowing(rule))
    };
    assert_eq!(flag("ls *"), SOFT);
    assert_eq!(flag("ls --frob *"), ALLOW);
    assert_eq!(verdict(&one(git_push()), &developer().allowing("git push *")), ALLOW);
    assert_eq!(verdict(&one(git_push()), &Policy::at(Level::Editor).allowing("git push *")), SOFT);
    assert_eq!(verdict(&one(cargo_test()), &developer().allowing("cargo test:*")), ALLOW);
}

#[test]
fn no_rule_covers_what_nobody_can_know() {
    for kind in [GapKind::ComputedProgram, GapKind::Rebound, GapKind::Evaluation, GapKind::Made, GapKind::Depth] {
        let analysis = one(command("x.sh a").prints().gap(kind, "x.sh"));
        assert_eq!(verdict(&analysis, &developer().allowing("x.sh a").allowing("Bash(*)")), SOFT, "{kind:?}");
    }
}

#[test]
fn a_wrapped_command_is_covered_by_itself_or_by_a_rule_that_spells_the_wrapper() {
    let wrapped = || {
        let outer = command("timeout 60 x.sh a").prints();
        let inner = command_at("x.sh a", 11).unknown().via(Via::Wrapper { name: "timeout".to_owned(), words: 2 });
        analysis(vec![segment(vec![outer, inner])])
    };
    let cases = [
        ("x.sh *", ALLOW),
        ("timeout *", SOFT),
        ("timeout 60 *", SOFT),
        ("timeout 60 x.sh *", ALLOW),
        ("timeout 60 x.sh a", ALLOW),
        ("timeout * x.sh *", SOFT),
    ];
    for (rule, expected) in cases {
        assert_eq!(verdict(&wrapped(), &developer().allowing(rule)), expected, "{rule}");
    }
    let text = analysis(vec![segment(vec![
        command("bash -c x.sh").prints(),
        command_at("x.sh", 8).unknown().via(Via::ShellText("bash".to_owned())),
    ])]);
    assert_eq!(verdict(&text, &developer().allowing("bash *")), SOFT);
    assert_eq!(verdict(&text, &developer().allowing("x.sh")), ALLOW);
}

#[test]
fn what_cannot_be_judged_is_asked_whatever_rules_say() {
    let open = || developer().allowing("Bash(*)").allowing("Bash");
    let unparsed = Analysis { parsed: false, within_budget: true, ..Analysis::default() };
    assert_eq!(decide(&unparsed, &open()).reason.code, ReasonCode::Unparsed);
    assert_eq!(decide(&unparsed, &open()).segments.len(), 1);
    let mut spent = one(ls());
    spent.within_budget = false;
    let decision = decide(&spent, &open());
    assert_eq!((decision.verdict, decision.reason.code), (SOFT, ReasonCode::Budget));
    assert_eq!(decision.segments.len(), 1);
    let mut catastrophic = one(rm("/"));
    catastrophic.within_budget = false;
    assert_eq!(verdict(&catastrophic, &open()), DENY);
}

#[test]
fn a_blank_call_has_no_verdict_and_a_definition_passes() {
    assert_eq!(verdict(&analysis(Vec::new()), &developer().allowing("Bash")), None);
    let definition = Segment { text: "f() { :; }".to_owned(), ..Segment::default() };
    assert_eq!(verdict(&analysis(vec![definition]), &developer()), ALLOW);
}

#[test]
fn hosts_grant_reading_from_them() {
    let fetch = |flow| one(command("curl x").does(Action::Connect(flow), host("api.docs.rs")));
    let policy = |level| Policy { hosts: vec!["*.docs.rs".to_owned()], ..Policy::at(level) };
    assert_eq!(verdict(&fetch(Flow::Fetch), &policy(Level::Developer)), ALLOW);
    assert_eq!(verdict(&fetch(Flow::Send), &policy(Level::Developer)), SOFT);
    assert_eq!(verdict(&fetch(Flow::Fetch), &policy(Level::Editor)), SOFT);
}

#[test]
fn ac_59_running_project_code_follows_all_layers() {
    for project in [None, Some(true), Some(false)] {
        for user in [None, Some(true), Some(false)] {
            for launch in [Request::Unset, Request::Granted, Request::Refused] {
                let mut policy = developer();
                policy.exec_host = callgate::policy::Capability { project, user, launch };
                let decision = decide(&one(cargo_test()), &policy);
                let host = launch == Request::Granted || launch == Request::Unset && user == Some(true);
                let expected = match (project, host) {
                    (Some(false), _) => (DENY, ReasonCode::ProjectDenial),
                    (_, true) => (ALLOW, ReasonCode::Builtin),
                    (_, false) => (SOFT, ReasonCode::CapabilityNeedsPerson),
                };
                assert_eq!((decision.verdict, decision.reason.code), expected, "{:?}", policy.exec_host);
                let noted = decision.notes.iter().any(|note| note.contains("exec-host"));
                assert_eq!(noted, project == Some(true));
            }
        }
    }
}

#[test]
fn ac_62_the_network_needs_the_users_key_and_the_launch() {
    let fetch = one(command("curl x").does(Action::Connect(Flow::Send), host("example.com")));
    for (project, user, launch, expected) in [
        (None, None, Request::Granted, SOFT),
        (None, Some(true), Request::Unset, SOFT),
        (None, Some(true), Request::Granted, ALLOW),
        (Some(true), None, Request::Granted, SOFT),
        (Some(false), Some(true), Request::Granted, DENY),
        (None, Some(true), Request::Refused, SOFT),
    ] {
        let mut policy = developer();
        policy.network = callgate::policy::Capability { project, user, launch };
        assert_eq!(verdict(&fetch, &policy), expected, "{:?}", policy.network);
    }
}
