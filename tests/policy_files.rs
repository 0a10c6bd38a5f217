//! Policy files of every layer, and the ways forward that they are told.

mod policy_support;

use std::fs;
use std::path::{Path, PathBuf};

use callgate::effect::{Action, Flow, Origin, Target};
use callgate::place::Place;
use callgate::policy::load::{LoadOptions, load};
use callgate::policy::{Entry, Gated, OffLattice, OnError, Policy, Shell, Subject, evaluate, file};
use callgate::verdict::{Layer, ReasonCode, Verdict};
use policy_support::*;

fn user(text: &str) -> Policy {
    read(text, Layer::User)
}

fn read(text: &str, layer: Layer) -> Policy {
    let mut policy = Policy::default();
    file::read(&mut policy, Path::new("/p/policy.toml"), text, &layer, &place());
    policy
}

#[test]
fn every_key_of_the_users_file_is_read() {
    let policy = user(
        r#"
level = "network-admin"
allow = ["Bash(npm run *)", "Edit(src/**)"]
ask = ["git tag *"]
deny = ["rm -rf *"]
deny-exceptions = ["git push *", "remove-tree"]
roots = [{ path = "~/src/shared", write = true }, "/opt/data"]
hosts = ["Docs.rs"]
shell = "bash"
grants = ["gc lint && gc fmt"]
[capability]
exec-host = true
network = false
[hook]
gated = "pass"
on-error = "open"
[off-lattice]
publish = "deny"
[role.docs]
extends = "worker"
level = "editor"
deny = ["make *"]
agents = ["doc-writer"]
[[project]]
path = "~/project"
allow = ["x.sh *"]
[off-lattice.ignored]
"#,
    );
    // A table where a word is wanted is an error, and all else is still read.
    assert_eq!(policy.unreadable.len(), 0, "{:?}", policy.unreadable);
    assert_eq!(policy.ceiling.name, "network-admin");
    let texts: Vec<&str> = policy.rules.iter().map(|rule| rule.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Bash(npm run *)",
            "Edit(src/**)",
            "Bash(git tag *)",
            "Bash(rm -rf *)",
            "Bash(gc lint *)",
            "Bash(gc fmt *)",
            "Bash(x.sh *)"
        ]
    );
    assert_eq!(policy.exceptions, ["Bash(git push *)", "remove-tree"]);
    assert_eq!(policy.roots[0].path, PathBuf::from("/home/dev/src/shared"));
    assert!(policy.roots[0].write && !policy.roots[1].write);
    assert_eq!(policy.hosts, ["docs.rs"]);
    assert_eq!(policy.shell(), Shell::Bash);
    assert_eq!((policy.exec_host.user, policy.network.user), (Some(true), Some(false)));
    assert_eq!((policy.hook.gated, policy.hook.on_error), (Gated::Pass, OnError::Open));
    assert_eq!(policy.off_lattice, [(OffLattice::Publish, Entry::Deny, Layer::User)]);
    assert_eq!(policy.roles[0].agents, ["doc-writer"]);
    assert!(policy.notes.iter().any(|note| note.contains("`ignored` is not known")));
}

#[test]
fn a_role_is_chosen_by_the_kind_of_subagent_and_narrows() {
    let policy =
        user("[role.docs]\nextends = \"worker\"\nlevel = \"reader\"\ndeny = [\"make *\"]\nagents = [\"writer\"]");
    let mut context = context();
    context.agent_type = Some("writer".to_owned());
    let write = one(command("touch a").does(Action::Write, path("a")));
    assert_eq!(decide_in(&write, &policy, &context).verdict, SOFT);
    assert_eq!(decide_in(&one(command("make x").prints()), &policy, &context).verdict, DENY);
    assert_eq!(decide_in(&one(command("sudo x").prints()), &policy, &context).verdict, DENY);
    context.agent_type = Some("other".to_owned());
    assert_eq!(decide_in(&write, &policy, &context).verdict, ALLOW);
}

#[test]
fn ac_68_a_file_that_does_not_parse_allows_nothing_and_its_denies_stand() {
    let policy = user("deny = [\"git push *\"]\nallow = [\"x.sh\"]\nlevel = \n[hook]\ngated = \"maybe\"");
    let keys: Vec<Option<&str>> = policy.unreadable.iter().map(|error| error.key.as_deref()).collect();
    assert!(policy.unreadable.len() >= 2, "all errors are collected: {:?}", policy.unreadable);
    assert!(keys.contains(&Some("hook.gated")));
    let decision = decide(&one(ls()), &policy);
    assert_eq!((decision.verdict, decision.reason.code), (SOFT, ReasonCode::PolicyUnreadable));
    assert!(decision.reason.text.contains("/p/policy.toml:3:"), "{}", decision.reason.text);
    assert_eq!(decision.segments[0].verdict, Verdict::AskSoft);
    assert_eq!(verdict(&one(command("x.sh").unknown()), &policy), SOFT);
    assert_eq!(verdict(&one(git_push()), &policy), DENY);
    assert!(ways(&one(ls()), &policy).is_empty());
}

#[test]
fn ac_69_wrong_values_are_errors_and_unknown_keys_are_remarks() {
    let cases = [
        ("allow = \"x\"", Some("allow")),
        ("allow = [1]", Some("allow")),
        ("shell = \"tcsh\"", Some("shell")),
        ("roots = [{ write = true }]", Some("roots")),
        ("roots = [\"relative\"]", Some("roots")),
        ("roots = [\"/\"]", Some("roots")),
        ("[capability]\nexec-host = \"yes\"", Some("capability.exec-host")),
        ("[off-lattice]\npublish = \"maybe\"", Some("off-lattice.publish")),
        ("[role.x]\nlevel = \"top\"", Some("role.x.level")),
        ("[[project]]\nallow = []", Some("project")),
        ("alow = [\"x\"]", None),
        ("level = \"superuser\"", None),
    ];
    for (text, key) in cases {
        let policy = user(text);
        match key {
            Some(key) => {
                let error = policy.unreadable.first().unwrap_or_else(|| panic!("no error for {text}"));
                assert_eq!(error.key.as_deref(), Some(key), "{text}");
                assert!(error.line > 0 && error.column > 0);
            }
            None => {
                assert!(policy.unreadable.is_empty(), "{text}");
                assert_eq!(policy.notes.len(), 1, "{text}");
            }
        }
    }
    assert!(user("alow = []").notes[0].contains("did you mean `allow`"));
    assert_eq!(user("level = \"superuser\"").ceiling.name, "developer");
}

#[test]
fn ac_65_a_project_file_lowers_and_denies_and_what_it_grants_is_ignored() {
    let policy = read(
        r#"
level = "yolo"
allow = ["x.sh"]
deny = ["y.sh"]
deny-exceptions = ["git push *"]
hosts = ["docs.rs"]
roots = ["/opt/x"]
grants = ["z"]
shell = "bash"
[capability]
exec-host = true
[off-lattice]
publish = "allow"
signal = "deny"
[hook]
on-error = "open"
[role.worker]
allow = ["q"]
deny = ["w"]
"#,
        Layer::Project,
    );
    assert!(policy.unreadable.is_empty());
    assert_eq!(policy.ceiling.name, "developer");
    let texts: Vec<&str> = policy.rules.iter().map(|rule| rule.text.as_str()).collect();
    assert_eq!(texts, ["Bash(y.sh)"]);
    assert!(policy.exceptions.is_empty() && policy.hosts.is_empty() && policy.roots.is_empty());
    assert_eq!(policy.shell(), Shell::Both);
    assert_eq!(policy.hook.on_error, OnError::Block);
    assert_eq!(policy.off_lattice, [(OffLattice::Signal, Entry::Deny, Layer::Project)]);
    assert!(policy.roles[0].allow.is_empty() && policy.roles[0].deny.len() == 1);
    for key in ["allow", "deny-exceptions", "hosts", "roots", "grants", "shell", "publish", "hook", "yolo"] {
        assert!(policy.notes.iter().any(|note| note.contains(key)), "{key}");
    }
    let decision = decide(&one(cargo_test()), &policy);
    assert_eq!(decision.verdict, SOFT);
    assert!(decision.notes.iter().any(|note| note.contains("exec-host")));
    assert_eq!(read("level = \"reader\"", Layer::Project).ceiling.name, "reader");
}

#[test]
fn a_level_is_only_ever_lowered_by_the_project() {
    let mut policy = user("level = \"local-admin\"");
    file::read(&mut policy, Path::new("/p"), "level = \"network-admin\"", &Layer::Project, &place());
    assert_eq!(policy.ceiling.grant.to_string(), "fs=read-write net=loopback exec=project");
    assert_eq!(policy.ceiling.layer, Layer::Project);
}

#[test]
fn an_entry_for_a_project_counts_there_alone() {
    for (path, expected) in [("~/project", ALLOW), ("~", ALLOW), ("~/project-old", SOFT), ("/srv", SOFT)] {
        let policy = user(&format!("[[project]]\npath = \"{path}\"\nallow = [\"x.sh\"]"));
        assert_eq!(verdict(&one(command("x.sh").unknown()), &policy), expected, "{path}");
    }
}

/// A directory of its own for a test that needs files.
struct Disk {
    root: PathBuf,
}

#[cfg(test)]
impl Disk {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("callgate-policy-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("home/project/.git")).unwrap();
        Self { root: fs::canonicalize(root).unwrap() }
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn place(&self) -> Place {
        Place::look(Some(&self.root.join("home/project")), &self.root.join("home"), None)
    }

    fn load(&self) -> Policy {
        let managed = Some(self.root.join("managed.toml"));
        load(&self.place(), &LoadOptions { managed, ..LoadOptions::default() })
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

#[test]
fn ac_34_an_agents_project_settings_deny_and_ask_but_never_allow() {
    let disk = Disk::new("agent");
    let settings = |name: &str| {
        format!(
            r#"{{"permissions": {{"allow": ["Bash({name}-a)"], "ask": ["Bash({name}-q)"], "deny": ["Bash({name}-d)"]}}}}"#
        )
    };
    disk.write("home/.claude/settings.json", &settings("user"));
    disk.write("home/project/.claude/settings.json", &settings("project"));
    disk.write("home/project/.claude/settings.local.json", &settings("local"));
    let policy = disk.load();
    let judge = |text: &str| {
        let analysis = one(command(text).unknown());
        evaluate(Subject { tool: "Bash", text, analysis: &analysis }, &policy, &disk.place(), &context()).verdict
    };
    for (name, allowed) in [("user", ALLOW), ("project", SOFT), ("local", SOFT)] {
        assert_eq!(judge(&format!("{name}-a")), allowed, "{name}");
        assert_eq!(judge(&format!("{name}-q")), HARD, "{name}");
        assert_eq!(judge(&format!("{name}-d")), DENY, "{name}");
    }
}

#[test]
fn broken_agent_settings_give_no_rules_and_a_remark() {
    let disk = Disk::new("broken");
    disk.write("home/.claude/settings.json", "{");
    let policy = disk.load();
    assert!(policy.rules.is_empty() && policy.unreadable.is_empty());
    assert_eq!(policy.notes.len(), 1);
}

#[test]
fn a_managed_file_that_the_session_can_write_is_ignored() {
    let disk = Disk::new("managed");
    disk.write("managed.toml", "allow = [\"x.sh\"]\nlevel = \"yolo\"");
    let policy = disk.load();
    assert!(policy.rules.is_empty());
    assert_eq!(policy.ceiling.name, "developer");
    assert!(policy.notes.iter().any(|note| note.contains("is ignored")));
}

#[test]
fn files_of_all_layers_are_found_and_an_unreadable_one_is_said() {
    let disk = Disk::new("layers");
    disk.write("home/.config/callgate/policy.toml", "allow = [\"x.sh\"]");
    disk.write("home/project/.callgate.toml", "deny = [\"y.sh\"]");
    let policy = disk.load();
    assert_eq!(policy.rules.len(), 2);
    assert_eq!(policy.rules[1].layer, Layer::Project);
    disk.write("home/project/.callgate.toml", "deny = [");
    assert_eq!(disk.load().unreadable[0].file, disk.root.join("home/project/.callgate.toml"));
    fs::remove_file(disk.root.join("home/project/.callgate.toml")).unwrap();
    fs::create_dir(disk.root.join("home/project/.callgate.toml")).unwrap();
    assert_eq!(disk.load().unreadable.len(), 1);
}

#[test]
fn symlinks_are_judged_where_they_lead() {
    let disk = Disk::new("links");
    disk.write("home/elsewhere/x", "");
    disk.write("home/.ssh/id_rsa", "");
    std::os::unix::fs::symlink(disk.root.join("home/elsewhere"), disk.root.join("home/project/link")).unwrap();
    std::os::unix::fs::symlink(disk.root.join("home/.ssh/id_rsa"), disk.root.join("home/project/key.txt")).unwrap();
    std::os::unix::fs::symlink(disk.root.join("nowhere"), disk.root.join("home/project/dangling")).unwrap();
    // The project is not in the scratch that the test's own directory lies in.
    let mut place = disk.place();
    place.scratch.clear();
    let judge = |action, name: &str| {
        let target = Target::Path(callgate::effect::PathTarget::Exact(place.worktree.join(name)));
        let analysis = one(command("x").does(action, target));
        evaluate(Subject { tool: "Bash", text: "x", analysis: &analysis }, &Policy::default(), &place, &context())
    };
    assert_eq!(judge(Action::Write, "link/new").reason.code, ReasonCode::OutsideRoots);
    assert_eq!(judge(Action::Read, "link/x").reason.code, ReasonCode::OutsideRoots);
    assert_eq!(judge(Action::Read, "key.txt").reason.code, ReasonCode::OffLattice);
    assert_eq!(judge(Action::Write, "dangling").verdict, SOFT);
    assert_eq!(judge(Action::Write, "new/file").verdict, ALLOW);
}

#[test]
fn ac_78_each_way_forward_gives_what_it_says() {
    let calls = [
        ("unknown program", one(command("deploy.sh prod").unknown())),
        ("project code", one(cargo_test())),
        ("fetching", one(command("curl x").does(Action::Connect(Flow::Fetch), host("docs.rs")))),
        ("pushing", one(git_push())),
        ("outside", one(command("touch /opt/data/x").does(Action::Write, path("/opt/data/x")))),
        ("inline code", one(command("python3 -c x").by("-c", Action::Run(Origin::Inline), Target::Nothing))),
        ("signal", one(command("kill 7").does(Action::Signal, Target::Nothing))),
    ];
    for (name, call) in calls {
        let offered = ways(&call, &Policy::default());
        assert!(!offered.is_empty() && offered.len() <= 3, "{name}");
        for way in offered {
            assert!(way.lines.iter().all(|line| !line.contains('\n') && line.trim() == line), "{name}");
            let policy = user(&way.lines.join("\n"));
            assert!(policy.unreadable.is_empty() && policy.notes.is_empty(), "{name}: {:?}", way.lines);
            assert_eq!(verdict(&call, &policy), Some(way.result), "{name}: {:?}", way.lines);
            assert!(way.result < Verdict::AskSoft, "{name}");
        }
    }
}

#[test]
fn no_way_forward_leads_past_what_others_decide() {
    let mut denied = Policy::default();
    denied.exec_host.project = Some(false);
    assert!(ways(&one(cargo_test()), &denied).is_empty());
    assert!(ways(&one(command("callgate setup").prints()), &Policy::default()).is_empty());
    assert!(ways(&one(ls()), &Policy::default()).is_empty());
}

#[test]
fn the_narrowest_way_comes_first() {
    let offered = ways(&one(command("deploy.sh prod").unknown()), &Policy::default());
    assert_eq!(offered[0].lines, [r#"allow = ["Bash(deploy.sh prod)"]"#]);
    assert_eq!(offered[1].lines, [r#"allow = ["Bash(deploy.sh prod *)"]"#]);
    let mixed = chain(vec![command("a.sh").unknown(), command("b.sh").unknown().composite()]);
    let offered = ways(&mixed, &Policy::default());
    assert!(offered.iter().all(|way| way.result < Verdict::AskSoft || way.note.contains("other parts")));
}
