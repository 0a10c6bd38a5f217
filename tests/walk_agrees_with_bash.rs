//! bash is the oracle of state: whatever directory and values a command really sees, the walk must have counted with.
//!
//! Scripts of assignments, `cd`, definitions and calls under every connective are generated, run by bash with `cat`
//! replaced by a function that tells the path it is given, and walked. Every path told must be among the paths read.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

mod world;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use callgate::effect::{Action, Analysis, PathTarget, Target};
use callgate::shell::Dialect;
use callgate::walk;
use world::World;

/// Scripts generated in one run.
const SCRIPTS: u64 = 400;

/// A small generator of numbers that is the same everywhere.
struct Dice {
    state: u64,
    /// Whether a function's body is being made: it calls nothing, so that no script recurs.
    in_function: bool,
}

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state % sides
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[usize::try_from(self.roll(choices.len() as u64)).unwrap()]
    }
}

fn word(dice: &mut Dice) -> String {
    match dice.roll(8) {
        0 => "\"$v\"".to_owned(),
        1 => "\"$w\"".to_owned(),
        2 => "\"${v:-x}\"".to_owned(),
        3 => "\"$v$w\"".to_owned(),
        4 => "$(echo y)".to_owned(),
        _ => dice.pick(&["x", "y", "a", "b", "a/x"]).to_owned(),
    }
}

fn command(dice: &mut Dice, depth: u32) -> String {
    if depth == 0 {
        return simple(dice);
    }
    let inner = |dice: &mut Dice| list(dice, depth - 1);
    match dice.roll(13) {
        0 => format!("{{ {}; }}", inner(dice)),
        1 => format!("( {} )", inner(dice)),
        2 => format!("if {}; then {}; else {}; fi", simple(dice), inner(dice), inner(dice)),
        3 => format!("for v in {} {}; do {}; done", word(dice), word(dice), inner(dice)),
        4 => format!("case {} in x) {} ;; *) {} ;; esac", word(dice), inner(dice), inner(dice)),
        5 if !dice.in_function => {
            dice.in_function = true;
            let body = inner(dice);
            dice.in_function = false;
            format!("f() {{ {body}; }}")
        }
        6 => format!("! {}", simple(dice)),
        7 => format!("{} | {{ {}; }}", simple(dice), inner(dice)),
        8 => format!("eval '{}'", simple(dice).replace('\'', "")),
        _ => simple(dice),
    }
}

fn simple(dice: &mut Dice) -> String {
    match dice.roll(14) {
        0 | 1 => format!("cd {}", dice.pick(&["a", "b", "..", "missing", "\"$w\"", "-", "a/.."])),
        2 | 3 => format!("{}={}", dice.pick(&["v", "w"]), word(dice)),
        4 => format!("unset {}", dice.pick(&["v", "w"])),
        5 => format!("read -r {} <<< {}", dice.pick(&["v", "w"]), word(dice)),
        6 if !dice.in_function => format!("f {}", word(dice)),
        7 => "unset -f f".to_owned(),
        8 => format!("v+={}", word(dice)),
        9 => dice.pick(&["true", "false"]).to_owned(),
        10 => "set -- x \"$v\"; cat \"$2\"".to_owned(),
        _ => format!("cat {}", word(dice)),
    }
}

fn list(dice: &mut Dice, depth: u32) -> String {
    let mut text = command(dice, depth);
    for _ in 0..dice.roll(4) {
        let connective = dice.pick(&["; ", " && ", " || ", "\n"]);
        text = format!("{text}{connective}{}", command(dice, depth));
    }
    text
}

/// The paths that bash gives to `cat`.
fn told(world: &World, script: &str) -> Vec<PathBuf> {
    let prelude = "FUNCNEST=20; exec 9>\"$TOLD\"; cat() { printf '%s\\n' \"$PWD/$1\" >&9; }; v=; w=; f() { :; }\n";
    let file = world.root.join("told");
    let status = Command::new("bash")
        .args(["--norc", "--noprofile", "-c", &format!("{prelude}{script}")])
        .current_dir(&world.project)
        .env("HOME", &world.home)
        .env("TOLD", &file)
        .env_remove("OLDPWD")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(status.is_ok());
    let text = std::fs::read_to_string(&file).unwrap();
    text.lines().map(|line| callgate::place::normalise(line.as_ref())).collect()
}

fn counted(analysis: &Analysis, path: &PathBuf) -> bool {
    let segments = analysis.segments.iter();
    let effects = segments.flat_map(|segment| segment.commands.iter().flat_map(|command| &command.effects));
    effects.filter(|effect| effect.action == Action::Read).any(|effect| match &effect.target {
        Target::Path(PathTarget::Exact(read)) => read == path,
        Target::Path(PathTarget::Below(dir)) => path.starts_with(dir),
        Target::Path(PathTarget::Anywhere) => true,
        Target::Nothing | Target::Repository | Target::Worktree | Target::Host(_) | Target::Name(_) => false,
    })
}

#[test]
fn what_bash_reads_was_counted_with() {
    if Command::new("bash").arg("--version").stdout(Stdio::null()).status().is_err() {
        return;
    }
    let seed = std::env::var("CALLGATE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_201);
    let count = std::env::var("CALLGATE_SCRIPTS").ok().and_then(|count| count.parse().ok()).unwrap_or(SCRIPTS);
    let world = World::new().file("a/x", "").file("a/a/x", "").file("b/x", "").file("x", "");
    let mut dice = Dice { state: seed, in_function: false };
    let (mut told_of, mut read) = (0, 0);
    for _ in 0..count {
        let script = format!("v=x; w=a; f() {{ :; }}; {}; cat \"$v\"", list(&mut dice, 2));
        let analysis = walk::analyse(&script, Dialect::Bash, &world.place());
        if !analysis.parsed || !analysis.within_budget {
            continue;
        }
        read += 1;
        for path in told(&world, &script) {
            told_of += 1;
            assert!(
                counted(&analysis, &path),
                "bash reads {} in\n{script}\n{:#?}",
                path.display(),
                world.describe(&analysis)
            );
        }
    }
    assert!(read > count / 2 && told_of > count / 2, "{read} scripts read, {told_of} paths told");
}
