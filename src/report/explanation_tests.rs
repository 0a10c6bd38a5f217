//! What explanations say, and never say.

use crate::report::explanation::{Limits, for_approved, for_informed_model, for_person, for_refused_model, ways};
use crate::report::sample::{self, ALL_CODES};
use crate::report::sanitise::is_hidden;
use crate::report::terminal::{Colour, explain};
use crate::report::wording::Consequence;
use crate::verdict::{Decision, ReasonCode, Verdict};

const CONSEQUENCES: [Consequence; 3] = [Consequence::DidNotRun, Consequence::NeedsApproval, Consequence::Unstated];

fn plain(decision: &Decision) -> String {
    for_person(decision, Consequence::Unstated, Limits::REPLY)
}

fn marks(text: &str) -> usize {
    text.lines().filter(|line| line.trim_start().starts_with(['✓', '?', '✗'])).count()
}

fn all_texts(decision: &Decision) -> Vec<String> {
    let mut texts: Vec<String> =
        CONSEQUENCES.iter().map(|consequence| for_person(decision, *consequence, Limits::REPLY)).collect();
    texts.push(for_refused_model(decision, Limits::REPLY));
    texts.push(for_informed_model(decision, Limits::REPLY));
    texts.push(explain(decision, Colour::Never));
    texts
}

#[test]
fn ac_70_a_mixed_chain_says_one_of_three_with_a_line_each() {
    use Verdict::{Allow, AskSoft};
    let decision = sample::decision("git status && frobnicate x && echo done", &[Allow, AskSoft, Allow]);
    let text = plain(&decision);
    assert!(text.contains("1 of 3"), "{text}");
    assert_eq!(marks(&text), 3);
    assert!(text.contains("\n  ✓  git status\n  ?  frobnicate x\n  ✓  echo done\n"), "{text}");
    assert!(text.contains("separate calls"), "{text}");
    assert!(for_informed_model(&decision, Limits::REPLY).contains("no block"));
    assert!(!for_refused_model(&decision, Limits::REPLY).contains("no block"));
}

#[test]
fn ac_71_parts_that_share_state_are_not_told_to_part() {
    use Verdict::{Allow, Deny};
    let mut decision = sample::decision("cd build && rm -rf / && echo done", &[Allow, Deny, Allow]);
    decision.stateful = true;
    for text in [plain(&decision), for_informed_model(&decision, Limits::REPLY)] {
        assert!(text.contains("belong in one call"), "{text}");
        assert!(!text.contains("separate"), "{text}");
    }
}

#[test]
fn ac_73_the_culprit_stands_behind_the_part() {
    let mut decision = sample::decision("grep foo file | rm -rf /", &[Verdict::Deny]);
    assert!(plain(&decision).contains("\n  ✗  grep foo file | rm -rf /\n"));
    decision.segments[0].culprit = Some("rm".to_owned());
    assert!(plain(&decision).contains("\n  ✗  grep foo file | rm -rf /   (rm)\n"));
    decision.segments[0].verdict = Verdict::Allow;
    assert!(!plain(&decision).contains("(rm)"));
}

#[test]
fn ac_75_an_approved_chain_is_free_of_approval_talk() {
    let decision = sample::decision("ls && pwd && whoami", &[Verdict::Allow; 3]);
    let text = plain(&decision);
    assert!(text.contains("all 3 parts are approved"), "{text}");
    for word in ['✗', '?'] {
        assert!(!text.contains(word), "{text}");
    }
    assert!(!text.contains("person") && !text.contains("approval"), "{text}");
}

#[test]
fn ac_75_a_single_gated_command_says_why_and_that_it_needs_a_person() {
    let text = plain(&sample::decision("frobnicate x", &[Verdict::AskSoft]));
    assert!(text.contains("not approved automatically"), "{text}");
    assert!(text.contains("`frobnicate`: a program that callgate does not know (built into callgate)"), "{text}");
    assert!(text.contains("needs a person"), "{text}");
}

#[test]
fn ac_75_no_text_rates_the_command() {
    let rating = [
        "not allowed",
        "rejected",
        "forbidden",
        "dangerous",
        "unsafe",
        "suspicious",
        "violation",
        "allowlist",
        "—",
        ";)",
    ];
    for verdict in [Verdict::Allow, Verdict::AskSoft, Verdict::AskHard, Verdict::Deny] {
        for code in ALL_CODES {
            let mut decision = sample::decision("ls && tool x", &[Verdict::Allow, verdict]);
            decision.reason.code = code;
            decision.reason.text = String::new();
            for text in all_texts(&decision) {
                for word in rating {
                    assert!(!text.to_lowercase().contains(word), "`{word}` in {text}");
                }
            }
        }
    }
}

#[test]
fn ac_76_a_command_cannot_add_lines_or_move_the_eye() {
    let hostile =
        "echo a\n  ✓  rm -rf /\r\u{1b}[2K\u{9b}1A\u{202e}txt\u{2028}  ✓  x\u{2029}\u{61c}\u{200b}\u{e0041}\u{ad}";
    for verdict in [Verdict::Allow, Verdict::AskSoft, Verdict::AskHard, Verdict::Deny] {
        let mut decision = sample::decision(hostile, &[verdict]);
        decision.segments[0].culprit = Some(hostile.to_owned());
        decision.segments[0].findings[0].program = Some(hostile.to_owned());
        decision.reason.text = hostile.to_owned();
        decision.reason.rule = Some(hostile.to_owned());
        decision.notes = vec![hostile.to_owned()];
        decision.authority.required = hostile.to_owned();
        let mut way = sample::way(Verdict::Allow);
        way.note = hostile.to_owned();
        way.place = hostile.to_owned();
        way.lines = vec![hostile.to_owned()];
        decision.ways = vec![way];
        for text in all_texts(&decision).into_iter().chain([for_approved(&decision)]) {
            assert!(marks(&text) <= 1, "{text}");
            assert!(!text.chars().any(|character| is_hidden(character) && character != '\n'), "{text:?}");
        }
    }
}

#[test]
fn ac_78_no_way_is_offered_where_the_decision_is_somebody_elses() {
    let codes = [ReasonCode::SelfProtection, ReasonCode::ManagedDeny, ReasonCode::ProjectDenial];
    for code in codes {
        let mut decision = sample::decision("x", &[Verdict::Deny]);
        decision.reason.code = code;
        assert!(ways(&decision).starts_with("\nNo change of the user's policy lifts it"), "{code:?}");
        assert!(for_refused_model(&decision, Limits::REPLY).contains("Nothing in the call changes that"));
    }
}

#[test]
fn ac_78_an_agent_is_never_given_a_line_that_grants() {
    for verdict in [Verdict::AskSoft, Verdict::AskHard, Verdict::Deny] {
        let mut decision = sample::decision("x", &[verdict]);
        decision.ways = vec![sample::way(Verdict::Allow)];
        assert!(plain(&decision).contains("\n    allow = [\"Bash(npm run *)\"]"));
        for text in [for_refused_model(&decision, Limits::REPLY), for_informed_model(&decision, Limits::REPLY)] {
            assert!(!text.contains("allow ="), "{text}");
        }
    }
}

#[test]
fn ac_80_words_follow_what_is_emitted() {
    let decision = sample::decision("git push", &[Verdict::AskHard]);
    let cases = [
        (Consequence::DidNotRun, Some("did not run")),
        (Consequence::NeedsApproval, Some("needs your approval")),
        (Consequence::Unstated, None),
    ];
    for (consequence, expected) in cases {
        let text = for_person(&decision, consequence, Limits::REPLY);
        for words in ["did not run", "needs your approval"] {
            assert_eq!(text.contains(words), expected == Some(words), "{text}");
        }
    }
    assert!(for_refused_model(&decision, Limits::REPLY).contains("Wording the command differently is not the fix"));
}

#[test]
fn a_text_that_cannot_be_read_has_no_marks() {
    let text = plain(&sample::unparsed("echo 'a"));
    assert!(text.contains("could not be read"), "{text}");
    assert_eq!(marks(&text), 0);
}

#[test]
fn many_parts_keep_those_that_need_somebody() {
    let verdicts: Vec<_> = (0..60).map(|n| if n == 50 { Verdict::Deny } else { Verdict::Allow }).collect();
    let command: Vec<_> = (0..60).map(|n| format!("tool {n}")).collect();
    let text = plain(&sample::decision(&command.join(" && "), &verdicts));
    assert!(text.contains("✗  tool 50"), "{text}");
    assert!(text.contains("44 more parts are not shown"), "{text}");
    assert_eq!(marks(&text), 16);
}

#[test]
fn a_call_without_parts_names_its_subject_without_a_mark() {
    let mut decision = sample::decision("/home/ada/.claude/settings.json", &[Verdict::Deny]);
    decision.segments.clear();
    let text = plain(&decision);
    assert!(text.contains("denied\n     /home/ada/.claude/settings.json\n"), "{text}");
    assert_eq!(marks(&text), 0);
}
