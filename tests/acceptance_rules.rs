//! Acceptance of verdicts, rules and ceilings: what a rule covers, and what no rule lifts.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a failing test shall say where")]

mod world;

use callgate::verdict::Verdict;
use world::{World, outcome};

const PASSES: &str = "builtin builtin";
const UNKNOWN: &str = "uncovered builtin";
const OUTSIDE: &str = "outside_roots builtin";

fn world(policy: &str) -> World {
    World::new()
        .file("README.md", "# project\n")
        .file("a.txt", "x\n")
        .file("src/main.rs", "fn main() {}\n")
        .policy(policy)
}

#[track_caller]
fn table(policy: &str, rows: &[(&str, &str, &str)]) {
    let world = world(policy);
    for (command, marks, reason) in rows {
        let decision = world.judge(command);
        assert_eq!(outcome(&decision), format!("{marks} {reason}"), "`{command}` under `{policy}`");
        assert!(!decision.reason.text.is_empty(), "{command}");
    }
}

#[test]
fn ac_26_what_is_needed_is_the_most_that_a_part_needs() {
    let world = world("");
    let rows = [
        ("true", "fs=none net=none exec=none"),
        ("true; cat README.md", "fs=read-only net=none exec=none"),
        ("true; cat README.md; touch x", "fs=read-write net=none exec=none"),
        ("touch x; true", "fs=read-write net=none exec=none"),
    ];
    for (command, needs) in rows {
        let decision = world.judge(command);
        assert_eq!(
            (decision.verdict, decision.authority.required.as_str()),
            (Some(Verdict::Allow), needs),
            "{command}"
        );
    }
}

#[test]
fn ac_27_a_rule_covers_its_part_of_a_chain_and_lifts_no_hard_stop() {
    let policy = "allow = [\"Bash(rm *)\"]\n";
    table(
        policy,
        &[
            ("git status && rm -rf src && echo done", "allow [✓ ✓ ✓]", "allow_rule user:Bash(rm *)"),
            ("git status && rm -rf / && echo done", "deny [✓ ✗ ✓]", "hard_stop builtin:remove-tree"),
            ("git status && rm -rf ~/old && echo done", "soft [✓ ? ✓]", OUTSIDE),
            ("rm -rf \"$X\"", "soft [?]", OUTSIDE),
        ],
    );
    table("", &[("git status && rm -rf src && echo done", "soft [✓ ? ✓]", UNKNOWN)]);
    let covered = world(policy).judge("git status && rm -rf src && echo done");
    assert!(!callgate::report::selection::Facts::of(&covered).should_surface());
    assert!(covered.reason.text.contains("`Bash(rm *)`"), "{}", covered.reason.text);
}

#[test]
fn ac_28_a_rule_covers_one_part_and_not_the_other() {
    table(
        "allow = [\"Bash(rm *)\"]\n",
        &[
            ("rm -rf src && cargo publish", "soft [✓ ?]", "off_lattice builtin"),
            ("rm -rf src && frobnicate", "soft [✓ ?]", UNKNOWN),
            ("rm -rf src && ls", "allow [✓ ✓]", "allow_rule user:Bash(rm *)"),
        ],
    );
}

#[test]
fn ac_29_a_ceiling_holds_against_rules() {
    let chain = "git status && rm -rf src && echo done";
    for (level, marks) in [("reader", "soft [✓ ? ✓]"), ("paranoid", "soft [? ? ✓]")] {
        let policy = format!("level = \"{level}\"\nallow = [\"Bash(rm *)\"]\n");
        table(&policy, &[(chain, marks, &format!("over_ceiling user:level {level}"))]);
        let said = world(&policy).judge(chain).reason.text;
        assert!(said.contains(&format!("more than the level `{level}` gives")), "{said}");
    }
    table("level = \"editor\"\nallow = [\"Bash(rm *)\"]\n", &[(chain, "allow [✓ ✓ ✓]", "allow_rule user:Bash(rm *)")]);
    table("level = \"paranoid\"\n", &[("echo done", "allow [✓]", PASSES)]);
}

#[test]
fn ac_30_a_covered_unknown_program_passes_and_stays_unresolved() {
    let world = world("allow = [\"Bash(deploy.sh *)\"]\n");
    let decision = world.judge("deploy.sh prod");
    assert_eq!(outcome(&decision), "allow [✓] allow_rule user:Bash(deploy.sh *)");
    assert!(decision.authority.unresolved);
    assert!(!world.judge("ls").authority.unresolved);
    assert_eq!(world.outcome("destroy.sh prod"), format!("soft [?] {UNKNOWN}"));
}

#[test]
fn ac_31_forms_of_rules_match_what_they_say() {
    // Rule, commands that it covers, commands that it does not.
    let rows: [(&str, &[&str], &[&str]); 7] = [
        ("x.sh a", &["x.sh a"], &["x.sh", "x.sh a b", "x.sh b"]),
        ("x.sh:*", &["x.sh", "x.sh a b"], &["x.sha", "y x.sh"]),
        ("x.sh *", &["x.sh", "x.sh a"], &["x.sha"]),
        ("x*", &["x", "xyz a"], &["yx"]),
        ("* --version", &["frob --version", "frob a --version"], &["frob --versions", "frob --version a"]),
        ("frob * main", &["frob push main", "frob push -f main"], &["frob main", "frob push mainline"]),
        ("*", &["frob", "x.sh a"], &["frob $(x.sh)", "frob > out", "rm -rf ~/old"]),
    ];
    for (rule, covered, not_covered) in rows {
        let world = world(&format!("allow = [\"Bash({rule})\"]\n"));
        for command in covered {
            assert_eq!(world.outcome(command), format!("allow [✓] allow_rule user:Bash({rule})"), "{command}");
        }
        for command in not_covered {
            assert_eq!(world.judge(command).verdict, Some(Verdict::AskSoft), "`{command}` under `{rule}`");
        }
    }
}

#[test]
fn ac_32_an_assignment_is_part_of_the_command() {
    table(
        "allow = [\"Bash(x.sh:*)\"]\n",
        &[
            ("x.sh", "allow [✓]", "allow_rule user:Bash(x.sh:*)"),
            ("WRITE=1 x.sh", "soft [?]", UNKNOWN),
            ("env WRITE=1 x.sh", "soft [?]", UNKNOWN),
        ],
    );
    table(
        "allow = [\"Bash(WRITE=1 x.sh:*)\"]\n",
        &[
            ("WRITE=1 x.sh", "allow [✓]", "allow_rule user:Bash(WRITE=1 x.sh:*)"),
            ("WRITE=1 x.sh now", "allow [✓]", "allow_rule user:Bash(WRITE=1 x.sh:*)"),
            ("WRITE=2 x.sh", "soft [?]", UNKNOWN),
            ("WRITE=1 MORE=1 x.sh", "soft [?]", UNKNOWN),
            ("MORE=1 WRITE=1 x.sh", "soft [?]", UNKNOWN),
            ("x.sh", "soft [?]", UNKNOWN),
            ("WRITE='1 x.sh' rm -rf /", "deny [✗]", "hard_stop builtin:remove-tree"),
            ("WRITE='1 x.sh' rm -rf ~/old", "soft [?]", OUTSIDE),
            ("WRITE='1 x.sh' rm -rf src", "soft [?]", UNKNOWN),
        ],
    );
}

#[test]
fn ac_33_a_rule_covers_no_substitution_and_no_redirect() {
    table(
        "allow = [\"Bash(deploy.sh *)\"]\n",
        &[
            ("deploy.sh prod", "allow [✓]", "allow_rule user:Bash(deploy.sh *)"),
            ("deploy.sh prod 2>&1", "allow [✓]", "allow_rule user:Bash(deploy.sh *)"),
            ("deploy.sh \"$(date)\"", "soft [?]", UNKNOWN),
            ("deploy.sh `date`", "soft [?]", UNKNOWN),
            ("deploy.sh <(date)", "soft [?]", UNKNOWN),
            ("deploy.sh prod > out", "soft [?]", UNKNOWN),
            ("deploy.sh prod >> out", "soft [?]", UNKNOWN),
            ("deploy.sh '$(date)'", "allow [✓]", "allow_rule user:Bash(deploy.sh *)"),
        ],
    );
}

#[test]
fn ac_34_a_project_allows_nothing_through_the_agents_settings() {
    let rules = |list: &str| format!("{{\"permissions\": {{\"{list}\": [\"Bash(deploy.sh:*)\"]}}}}");
    for file in [".claude/settings.json", ".claude/settings.local.json"] {
        let project = world("").file(file, &rules("allow"));
        assert_eq!(project.outcome("deploy.sh prod"), format!("soft [?] {UNKNOWN}"), "{file}");
        let denying = world("").file(file, &rules("deny"));
        assert_eq!(denying.judge("deploy.sh prod").verdict, Some(Verdict::Deny), "{file}");
    }
    let user = world("").home_file(".claude/settings.json", &rules("allow"));
    assert_eq!(user.outcome("deploy.sh prod"), "allow [✓] allow_rule agent-user:Bash(deploy.sh:*)");
}

#[test]
fn ac_35_one_uncovered_stage_gates_its_pipeline_and_is_named() {
    table(
        "allow = [\"Bash(deploy.sh *)\"]\n",
        &[
            ("ls | deploy.sh x", "allow [✓]", "allow_rule user:Bash(deploy.sh *)"),
            ("frobnicate | deploy.sh x", "soft [?(frobnicate)]", UNKNOWN),
            ("deploy.sh x | frobnicate", "soft [?(frobnicate)]", UNKNOWN),
            ("ls | frobnicate | wc", "soft [?(frobnicate)]", UNKNOWN),
            ("ls | wc", "allow [✓]", PASSES),
        ],
    );
}

#[test]
fn ac_36_levels_beside_each_other_give_different_things() {
    let rows = [
        ("developer", "git push", Verdict::AskSoft),
        ("local-admin", "git push", Verdict::AskSoft),
        ("network-admin", "git push", Verdict::Allow),
        ("developer", "echo x > ~/notes", Verdict::AskSoft),
        ("local-admin", "echo x > ~/notes", Verdict::Allow),
        ("network-admin", "echo x > ~/notes", Verdict::AskSoft),
    ];
    for (level, command, verdict) in rows {
        let decision = world(&format!("level = \"{level}\"\n")).judge(command);
        assert_eq!(decision.verdict, Some(verdict), "`{command}` at {level}: {}", decision.reason.text);
        assert!(decision.authority.ceiling.contains(level), "{}", decision.authority.ceiling);
    }
}
