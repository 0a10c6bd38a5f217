//! One builder for tests: a home with a project in it, and analyses written as short text.
#![allow(dead_code, reason = "each test crate uses a part of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing test shall say where")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use callgate::call::{Context, Face, PermissionMode, Request, ToolCall};
use callgate::effect::{Action, Analysis, Cause, Effect, Flow, GapKind, HostTarget, Loss, Origin, PathTarget, Target};
use callgate::judge;
use callgate::place::Place;
use callgate::policy::Policy;
use callgate::policy::load::{LoadOptions, load};
use callgate::report::wording;
use callgate::shell::Dialect;
use callgate::verdict::{Decision, Verdict};
use callgate::walk;

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A home directory with a git project in it, removed when dropped.
pub(crate) struct World {
    /// The directory that holds everything.
    pub(crate) root: PathBuf,
    /// The home directory.
    pub(crate) home: PathBuf,
    /// The project.
    pub(crate) project: PathBuf,
    context: Context,
}

impl World {
    /// A home with an empty project.
    pub(crate) fn new() -> Self {
        let name = format!("world-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let root = fs::canonicalize(env!("CARGO_TARGET_TMPDIR")).unwrap().join(name);
        let home = root.join("home");
        let project = home.join("project");
        fs::create_dir_all(project.join(".git/objects")).unwrap();
        fs::create_dir_all(project.join(".git/refs")).unwrap();
        fs::write(project.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        let context =
            Context { face: Face::Hook, mode: PermissionMode::Default, role: None, agent_type: None, headless: false };
        Self { root, home, project, context }
    }

    /// Writes a file below the home.
    pub(crate) fn home_file(self, path: &str, text: &str) -> Self {
        write(&self.home.join(path), text);
        self
    }

    /// What the person's policy file says.
    pub(crate) fn policy(self, text: &str) -> Self {
        self.set_policy(text);
        self
    }

    /// Replaces what the person's policy file says.
    pub(crate) fn set_policy(&self, text: &str) {
        write(&self.home.join(".config/callgate/policy.toml"), text);
    }

    /// Calls come from a session in this role.
    pub(crate) fn role(mut self, role: &str) -> Self {
        self.context.role = Some(role.to_owned());
        self
    }

    /// Calls come from a session in this mode.
    pub(crate) fn mode(mut self, mode: PermissionMode) -> Self {
        self.context.mode = mode;
        self
    }

    /// The policy in force, as the files of this world state it.
    pub(crate) fn loaded(&self) -> Policy {
        let options = LoadOptions { managed: Some(self.root.join("managed.toml")), ..LoadOptions::default() };
        load(&self.place(), &options)
    }

    /// The decision on a shell command of the project.
    pub(crate) fn judge(&self, text: &str) -> Decision {
        let cwd = self.project.to_str().unwrap().to_owned();
        let call = ToolCall { tool: "Bash".to_owned(), request: Request::Shell(text.to_owned()), cwd: Some(cwd) };
        self.judge_call(&call)
    }

    /// The decision on any call.
    pub(crate) fn judge_call(&self, call: &ToolCall) -> Decision {
        judge::judge(call, &self.place(), &self.loaded(), &self.context)
    }

    /// The whole outcome on one line: verdict, a mark and perhaps a culprit for each segment, code, layer, rule.
    ///
    /// Marks: `✓` allow, `?` soft ask, `!` hard ask, `✗` deny.
    pub(crate) fn outcome(&self, text: &str) -> String {
        outcome(&self.judge(text))
    }

    /// Writes a file below the project.
    pub(crate) fn file(self, path: &str, text: &str) -> Self {
        write(&self.project.join(path), text);
        self
    }

    /// Lays a symbolic link below the project.
    pub(crate) fn link(self, path: &str, target: &str) -> Self {
        std::os::unix::fs::symlink(target, self.project.join(path)).unwrap();
        self
    }

    /// The surroundings of a call made in the project.
    pub(crate) fn place(&self) -> Place {
        Place::look(Some(&self.project), &self.home, None)
    }

    /// What `text` would do, as lines.
    pub(crate) fn effects(&self, text: &str) -> Vec<String> {
        let analysis = walk::analyse(text, Dialect::Bash, &self.place());
        self.describe(&analysis)
    }

    /// An analysis as lines: one for each effect and gap, sorted, without what only prints.
    pub(crate) fn describe(&self, analysis: &Analysis) -> Vec<String> {
        let mut out = Vec::new();
        if let Some(rejection) = &analysis.rejected {
            out.push(format!("rejected: {}", rejection.why));
        }
        if !analysis.within_budget {
            out.push("budget".to_owned());
        }
        for segment in &analysis.segments {
            let effects = segment.effects.iter().chain(segment.commands.iter().flat_map(|command| &command.effects));
            out.extend(effects.filter(|effect| effect.action != Action::Print).map(|effect| self.effect(effect)));
            let gaps = segment.gaps.iter().chain(segment.commands.iter().flat_map(|command| &command.gaps));
            out.extend(gaps.map(|gap| format!("gap {} {}", gap_name(gap.kind), gap.text)));
        }
        out.sort();
        out.dedup();
        out
    }

    fn effect(&self, effect: &Effect) -> String {
        let word = match effect.action {
            Action::Print => "print",
            Action::Read => "read",
            Action::Walk => "walk",
            Action::Write => "write",
            Action::Append => "append",
            Action::Delete => "delete",
            Action::Connect(Flow::Fetch) => "fetch",
            Action::Connect(Flow::Send) => "send",
            Action::Run(Origin::Project) => "run project",
            Action::Run(Origin::Inline) => "run inline",
            Action::Run(Origin::Downloaded) => "run downloaded",
            Action::Run(Origin::Unknown) => "run unknown",
            Action::Secret => "secret",
            Action::Env => "env",
            Action::Signal => "signal",
            Action::Elevate => "elevate",
            Action::Configure => "configure",
            Action::Publish => "publish",
            Action::Discard => "discard",
            Action::Clipboard => "clipboard",
        };
        let target = match &effect.target {
            Target::Nothing => String::new(),
            Target::Path(PathTarget::Exact(path)) => format!(" {}", self.short(path)),
            Target::Path(PathTarget::Below(path)) => format!(" {}/*", self.short(path)),
            Target::Path(PathTarget::Anywhere) => " anywhere".to_owned(),
            Target::Repository => " repository".to_owned(),
            Target::Worktree => " worktree".to_owned(),
            Target::Host(HostTarget::Loopback) => " loopback".to_owned(),
            Target::Host(HostTarget::Named(name)) => format!(" {name}"),
            Target::Host(HostTarget::Unknown) => " any host".to_owned(),
            Target::Name(name) => format!(" {name}"),
        };
        let loss = match effect.loss {
            Loss::None => "",
            Loss::Recoverable => " (recoverable)",
            Loss::Permanent => " (lost)",
        };
        let cause = match effect.cause {
            Cause::Base => "",
            Cause::Word(_) => " !",
        };
        format!("{word}{target}{loss}{cause}")
    }

    fn short(&self, path: &Path) -> String {
        if let Ok(rest) = path.strip_prefix(&self.project) {
            return if rest.as_os_str().is_empty() { ".".to_owned() } else { rest.display().to_string() };
        }
        if let Ok(rest) = path.strip_prefix(&self.home) {
            return format!("~/{}", rest.display());
        }
        path.display().to_string()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn gap_name(kind: GapKind) -> &'static str {
    match kind {
        GapKind::UnknownProgram => "program",
        GapKind::UnknownSubcommand => "subcommand",
        GapKind::UnknownFlag => "flag",
        GapKind::UnknownOperand => "operand",
        GapKind::ComputedProgram => "computed program",
        GapKind::ComputedFlag => "computed flag",
        GapKind::Rebound => "rebound",
        GapKind::Code => "code",
        GapKind::Evaluation => "evaluation",
        GapKind::Made => "made",
        GapKind::NoEffect => "no effect",
        GapKind::Depth => "depth",
    }
}

/// The whole outcome of a decision on one line.
pub(crate) fn outcome(decision: &Decision) -> String {
    let verdict = match decision.verdict {
        None => "none",
        Some(Verdict::Allow) => "allow",
        Some(Verdict::AskSoft) => "soft",
        Some(Verdict::AskHard) => "hard",
        Some(Verdict::Deny) => "deny",
    };
    let segments: Vec<String> = decision
        .segments
        .iter()
        .map(|segment| {
            let mark = match segment.verdict {
                Verdict::Allow => '✓',
                Verdict::AskSoft => '?',
                Verdict::AskHard => '!',
                Verdict::Deny => '✗',
            };
            segment.culprit.as_ref().map_or_else(|| mark.to_string(), |culprit| format!("{mark}({culprit})"))
        })
        .collect();
    let reason = &decision.reason;
    let rule = reason.rule.as_ref().map(|rule| format!(":{rule}")).unwrap_or_default();
    let (code, layer) = (wording::code_token(reason.code), wording::layer_token(&reason.layer));
    format!("{verdict} [{}] {code} {layer}{rule}", segments.join(" "))
}
