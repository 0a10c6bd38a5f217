//! Acceptance of parsing, segments and scope: what runs, and where.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a failing test shall say where")]

mod support;
mod world;

use std::time::{Duration, Instant};

use callgate::shell::{Dialect, parse, render};
use callgate::verdict::{Decision, Verdict};
use support::{Home, bash};
use world::{World, outcome};

const PASSES: &str = "builtin builtin";
const SECRET: &str = "off_lattice builtin";
const UNKNOWN: &str = "uncovered builtin";
const OUTSIDE: &str = "outside_roots builtin";
const ROOT: &str = "hard_stop builtin:remove-tree";

fn world() -> World {
    World::new()
        .file("README.md", "# project\n")
        .file("a.txt", "x\n")
        .file("ok", "x\n")
        .file("src/main.rs", "fn main() {}\n")
}

/// Whole outcomes, and words that must be among what is said.
#[track_caller]
fn table(world: &World, rows: &[(&str, &str, &str, &str)]) {
    for (command, marks, reason, said) in rows {
        let decision = world.judge(command);
        assert_eq!(outcome(&decision), format!("{marks} {reason}"), "{command}");
        assert!(texts(&decision).iter().any(|text| text.contains(said)), "{command}: {:?}", texts(&decision));
    }
}

/// What is said of every part.
fn texts(decision: &Decision) -> Vec<String> {
    let findings = decision.segments.iter().flat_map(|segment| &segment.findings);
    std::iter::once(&decision.reason)
        .chain(findings.map(|finding| &finding.reason))
        .map(|reason| reason.text.clone())
        .collect()
}

#[test]
fn ac_11_a_part_is_a_list_element() {
    let world = world();
    let rows = [
        ("ls; pwd; whoami", 3),
        ("ls || pwd", 2),
        ("ls & pwd", 2),
        ("ls && pwd", 2),
        ("ls\npwd\nwhoami\nid", 4),
        ("ls | wc -l", 1),
        ("echo 'ls; pwd'", 1),
        ("{ ls; pwd; }", 1),
        ("ls;", 1),
    ];
    for (command, parts) in rows {
        assert_eq!(world.judge(command).segments.len(), parts, "{command}");
    }
}

#[test]
fn ac_12_the_parts_of_a_chain_are_judged_one_by_one() {
    table(
        &world(),
        &[
            ("git status && rm -rf / && echo done", "deny [✓ ✗ ✓]", ROOT, "removes `/`"),
            ("git status && rm -rf ~/old && echo done", "soft [✓ ? ✓]", OUTSIDE, "deletes `~/old`"),
            ("git status && ls && echo done", "allow [✓ ✓ ✓]", PASSES, "within what is granted"),
        ],
    );
}

#[test]
fn ac_13_a_text_that_does_not_parse_is_one_part_and_not_allowed() {
    let world = world();
    for command in ["echo 'unterminated", "  echo \"a", "if ls", "ls )", "cat <<E"] {
        let decision = world.judge(command);
        assert_eq!(outcome(&decision), "soft [?] unparsed builtin", "{command}");
        assert!(!decision.parsed && !decision.stateful, "{command}");
        assert_eq!(decision.segments[0].text, command.trim());
        assert!(decision.reason.text.starts_with("cannot be judged: "), "{}", decision.reason.text);
    }
    assert!(world.judge("echo 'terminated'").parsed);
}

#[test]
fn ac_14_parts_are_written_back_with_their_words_intact() {
    let world = world();
    let rows: [(&str, &[&str]); 4] = [
        ("git   status  &&   echo \"a  b\"'c'\\ d  # note", &["git status", "echo \"a  b\"'c'\\ d"]),
        ("ls\n\n  pwd", &["ls", "pwd"]),
        ("echo 'a;b' ;ls|wc", &["echo 'a;b'", "ls | wc"]),
        ("  { ls;pwd; }>out", &["{ ls; pwd; } > out"]),
    ];
    for (command, parts) in rows {
        let decision = world.judge(command);
        let texts: Vec<&str> = decision.segments.iter().map(|segment| segment.text.as_str()).collect();
        assert_eq!(texts, parts, "{command}");
        for text in parts {
            // Its own text is a fixed point of reading and writing.
            assert_eq!(render(&parse(text, Dialect::Both).unwrap()), *text);
        }
    }
}

#[test]
fn ac_15_a_function_is_judged_where_it_is_called() {
    table(
        &world(),
        &[
            ("ls(){ rm -rf /; }; ls", "deny [✓ ✗]", ROOT, "removes `/`"),
            ("ls(){ rm -rf ~/old; }; ls", "soft [✓ ?]", OUTSIDE, "deletes `~/old`"),
            ("ls(){ rm -rf /; }; echo done", "allow [✓ ✓]", PASSES, ""),
            ("ls(){ pwd; }; ls", "allow [✓ ✓]", PASSES, ""),
            ("echo(){ cat ~/.ssh/id_rsa; }; (echo hi)", "soft [✓ ?(cat)]", SECRET, "holds secrets"),
        ],
    );
}

#[test]
fn ac_15_the_hook_says_the_same_of_a_shadowed_name() {
    let home = Home::new();
    home.write("app/.git/HEAD", "ref: refs/heads/main\n");
    let cwd = home.path("app");
    assert_eq!(home.hook(&bash("ls(){ rm -rf /; }; ls", &cwd)).decision(), "deny");
    assert_eq!(home.hook(&bash("ls(){ rm -rf /; }; pwd", &cwd)).decision(), "allow");
}

/// Functions that each call the one before `times` times.
fn tower(height: usize, times: usize) -> String {
    let mut text = "f0(){ ls; }; ".to_owned();
    for level in 1..=height {
        let calls = format!("f{}; ", level - 1).repeat(times);
        text.push_str(&format!("f{level}(){{ {calls}}}; "));
    }
    text + &format!("f{height}")
}

#[test]
fn ac_16_calls_without_end_are_not_allowed() {
    let world = world();
    let started = Instant::now();
    table(&world, &[("f(){ f; }; f", "soft [✓ ?]", UNKNOWN, "calls itself")]);
    let chain = world.judge(&tower(40, 1));
    assert_eq!((chain.verdict, chain.segments.last().unwrap().verdict), (Some(Verdict::AskSoft), Verdict::AskSoft));
    assert!(chain.reason.text.contains("nests too deep") && !chain.reason.text.contains("itself"), "{chain:?}");
    assert_eq!(world.outcome(&tower(25, 2)), "soft [?] budget builtin");
    assert_eq!(world.judge(&tower(4, 1)).verdict, Some(Verdict::Allow));
    assert_eq!(world.judge(&tower(4, 2)).verdict, Some(Verdict::Allow));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn ac_17_a_relative_path_means_what_the_directory_makes_of_it() {
    table(
        &world(),
        &[
            ("cd ~/.aws && cat credentials", "soft [✓ ?]", SECRET, "reads `~/.aws/credentials`"),
            ("{ cd /etc; }; cat shadow", "soft [✓ ?]", SECRET, "reads `/etc/shadow`"),
            ("cd \"$X\"; cat f", "soft [? ?]", SECRET, "a path that is not known"),
            ("cd src && cat main.rs", "allow [✓ ✓]", PASSES, ""),
            ("(cd /etc); cat shadow", "allow [✓ ✓]", PASSES, ""),
            ("cat a.txt", "allow [✓]", PASSES, ""),
        ],
    );
}

#[test]
fn ac_18_values_are_followed_through_groups_and_into_options() {
    table(
        &world(),
        &[
            ("VAR=./ok; { VAR=/etc/shadow; }; cat $VAR", "soft [✓ ✓ ?]", SECRET, "reads `/etc/shadow`"),
            ("VAR=./ok; (VAR=/etc/shadow); cat $VAR", "allow [✓ ✓ ✓]", PASSES, ""),
            ("VAR=/etc/shadow; { VAR=./ok; }; cat $VAR", "allow [✓ ✓ ✓]", PASSES, ""),
            ("V=\"--hidden\"; fd p $V", "allow [✓ ✓]", PASSES, ""),
            ("V=\"--exec rm\"; fd p '$V'", "allow [✓ ✓]", PASSES, ""),
        ],
    );
    let decision = world().judge("V=\"--exec rm\"; fd p $V");
    assert_eq!(decision.segments[1].verdict, Verdict::AskSoft);
    assert!(texts(&decision).iter().any(|text| text.contains("reads") || text.contains("deletes")), "{decision:?}");
}

#[test]
fn ac_19_a_loop_is_judged_for_all_of_its_items() {
    table(
        &world(),
        &[
            ("for f in *.txt; do cat $f; done", "allow [✓]", PASSES, ""),
            ("for f in /etc/*; do cat $f; done", "soft [?(cat)]", OUTSIDE, "below `/etc`"),
            ("for f in a.txt ~/.ssh/id_rsa; do cat $f; done", "soft [?(cat)]", SECRET, "`~/.ssh/id_rsa`"),
            ("for f in a.txt ok; do cat $f; done", "allow [✓]", PASSES, ""),
            ("for f in /etc/*; do rm $f; done", "deny [✗(rm)]", ROOT, "removes `/etc`"),
        ],
    );
}

#[test]
fn ac_20_a_branch_that_is_never_taken_counts_and_is_named() {
    table(
        &world(),
        &[
            ("if false; then cat ~/.ssh/id_rsa; else ls; fi", "soft [?(cat)]", SECRET, "`~/.ssh/id_rsa`"),
            ("if true; then ls; else frobnicate; fi", "soft [?(frobnicate)]", UNKNOWN, "`frobnicate`"),
            ("case a in b) cat ~/.ssh/id_rsa;; *) ls;; esac", "soft [?(cat)]", SECRET, "`~/.ssh/id_rsa`"),
            ("if false; then cat a.txt; else ls; fi", "allow [✓]", PASSES, ""),
            ("case a in b) cat a.txt;; *) ls;; esac", "allow [✓]", PASSES, ""),
        ],
    );
}

#[test]
fn ac_21_a_substitution_is_judged_wherever_it_stands() {
    let world = world();
    let places = [
        "echo $(CMD)",
        "echo \"$(CMD)\"",
        "echo `CMD`",
        "echo x > \"out$(CMD)\"",
        "cat <<E\n$(CMD)\nE",
        "cat <<< \"$(CMD)\"",
        "echo $(( $(CMD) + 1 ))",
        "case $(CMD) in a) ls;; esac",
        "case a in $(CMD)) ls;; esac",
        "for i in $(CMD); do echo x; done",
        "echo \"${x:-$(CMD)}\"",
        "[[ a == $(CMD) ]]",
        "a=(1 $(CMD))",
    ];
    for place in places {
        let decision = world.judge(&place.replace("CMD", "frobnicate"));
        assert_eq!(decision.verdict, Some(Verdict::AskSoft), "{place}");
        assert!(texts(&decision).iter().any(|text| text.contains("`frobnicate`")), "{place}: {decision:?}");
    }
    for quoted in ["echo '$(CMD)'", "cat <<'E'\n$(CMD)\nE", "echo \\$\\(CMD\\)", "case a in '$(CMD)') ls;; esac"] {
        assert_eq!(world.judge(&quoted.replace("CMD", "frobnicate")).verdict, Some(Verdict::Allow), "{quoted}");
    }
}

#[test]
fn ac_22_a_redirect_is_a_write_or_a_read_of_its_target() {
    let world = world();
    table(
        &world,
        &[
            ("> /etc/passwd", "soft [?]", SECRET, "writes `/etc/passwd`"),
            ("> .git/hooks/x", "soft [?]", SECRET, "writes `.git/hooks/x`"),
            ("> ./out", "allow [✓]", PASSES, ""),
            ("ls 2>&1", "allow [✓]", PASSES, ""),
            ("cat <> a.txt", "allow [✓]", PASSES, ""),
            // Both tests: a secret is read, and what lies outside is written.
            ("cat <> .env", "soft [?]", SECRET, "reads `.env`"),
            ("cat <> ~/notes", "soft [?]", OUTSIDE, "writes `~/notes`"),
        ],
    );
    for (command, needs) in [
        ("> ./out", "fs=read-write net=none exec=none"),
        ("cat <> a.txt", "fs=read-write net=none exec=none"),
        ("cat < a.txt", "fs=read-only net=none exec=none"),
        ("echo 2>&1", "fs=none net=none exec=none"),
    ] {
        assert_eq!(world.judge(command).authority.required, needs, "{command}");
    }
}

#[test]
fn ac_23_what_takes_too_long_to_follow_is_one_part_that_no_rule_lifts() {
    let rebinds = vec!["x=1"; 9_000].join(";");
    for policy in ["", "allow = [\"Bash(*)\"]\n"] {
        let world = world().policy(policy);
        let decision = world.judge(&rebinds);
        assert_eq!(outcome(&decision), "soft [?] budget builtin", "{policy}");
        assert!(decision.parsed && !decision.stateful);
        assert!(decision.reason.text.contains("too many steps"), "{}", decision.reason.text);
        let few = world.judge("x=1;x=1;x=1");
        assert_eq!((few.verdict, few.segments.len()), (Some(Verdict::Allow), 3));
    }
}

#[test]
fn ac_24_explaining_and_enforcing_agree_in_any_order() {
    let home = Home::new();
    home.write("app/.git/HEAD", "ref: refs/heads/main\n");
    let cwd = home.path("app");
    let explain = |command: &str| home.callgate(&["explain", command]).current_dir(&cwd).output().unwrap().stdout;
    let check = |command: &str| {
        let output = home.callgate(&["check", "--json", command]).current_dir(&cwd).output().unwrap();
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["decision"].clone()
    };
    for command in ["git status && rm -rf / && echo done", "frobnicate; ls", "ls | wc -l", "f(){ f; }; f"] {
        let first = explain(command);
        let enforced = home.hook(&bash(command, &cwd)).decision();
        assert_eq!(explain(command), first, "{command}");
        assert_eq!(home.hook(&bash(command, &cwd)).decision(), enforced, "{command}");
        assert_eq!(check(command), enforced, "{command}");
    }
}

#[test]
fn ac_25_nesting_beyond_the_limit_ends_in_no_approval() {
    let world = world();
    let nested = |depth: usize| format!("echo {}date{}", "\"$(echo ".repeat(depth), ")\"".repeat(depth));
    let decision = world.judge(&nested(100));
    assert_eq!(outcome(&decision), "soft [?] unparsed builtin");
    assert!(decision.reason.text.contains("nesting deeper than"), "{}", decision.reason.text);
    assert_eq!(world.judge(&nested(5)).verdict, Some(Verdict::Allow));
    for text in ["$(".repeat(512 * 1024), "(".repeat(30_000), "{ ".repeat(30_000), "a;".repeat(600_000)] {
        let decision = world.judge(&text);
        assert_eq!((decision.verdict, decision.segments.len()), (Some(Verdict::AskSoft), 1));
        assert!(!decision.parsed);
    }
}
