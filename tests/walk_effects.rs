//! What texts would do: each attack beside its harmless twin.

mod world;

use world::World;

#[track_caller]
fn case(world: &World, text: &str, want: &[&str]) {
    let got = world.effects(text);
    assert_eq!(got, want, "{text}");
}

fn world() -> World {
    World::new()
        .file("README.md", "# project\n")
        .file("src/main.rs", "fn main() {}\n")
        .file("list.sh", "#!/bin/sh\nls src\n")
        .file("wipe.sh", "#!/bin/bash\nrm -rf \"$1\"\n")
}

#[test]
fn a_directory_change_that_may_fail_leaves_both_directories() {
    let world = world();
    case(&world, "cd src; cat a", &["read a", "read src/a"]);
    case(&world, "cd src && cat a", &["read src/a"]);
    case(&world, "cd src || true; cat a", &["read a", "read src/a"]);
    case(&world, "cd src || exit 1; cat a", &["read a", "read src/a"]);
    case(&world, "(cd src && cat a); cat b", &["read b", "read src/a"]);
    case(&world, "{ cd src && cat a; }; cat b", &["read b", "read src/a", "read src/b"]);
    case(&world, "cd \"$X\"; cat a", &["env X", "read anywhere"]);
    case(&world, "cd ~/.aws && cat credentials", &["read ~/.aws/credentials"]);
    case(&world, "! cd src && cat a", &["read a"]);
    case(&world, "cd src && cd .. && cat a", &["read a"]);
    case(&world, "cd src && cd - && cat a", &["read a"]);
    case(&world, "cd src | cat a; cat b", &["read a", "read b"]);
    case(&world, "ls | cd src; cat b", &["read b", "read src/b", "walk ."]);
}

#[test]
fn values_are_carried_and_joined() {
    let world = world();
    case(&world, "f=a; cat $f", &["read a"]);
    case(&world, "f=a; { f=b; }; cat $f", &["read b"]);
    case(&world, "f=a; true && f=b; cat $f", &["read a", "read b"]);
    case(&world, "f=a; (f=b); cat $f", &["read a"]);
    case(&world, "if true; then f=a; else f=b; fi; cat $f", &["read a", "read b"]);
    case(&world, "for f in a b; do cat $f; done", &["read a", "read b"]);
    case(&world, "for f in *.txt; do cat \"$f\"; done", &["read ./*"]);
    case(&world, "for d in *; do cat \"$d/.env\"; done", &["read */.env", "read ./*"]);
    case(&world, "for f in /etc/*; do cat \"$f\"; done", &["read /etc/*"]);
    case(&world, "cat {a,b}.txt src/{1..2}", &["read a.txt", "read b.txt", "read src/1", "read src/2"]);
    case(&world, "x=src; cat \"$x/../a\"", &["read a"]);
    case(&world, "set -- a b; cat \"$2\"", &["read b"]);
    case(&world, "f() { cat \"$1\"; }; f a", &["read a"]);
    case(&world, "d=$(mktemp -d); cat \"$d/x\"", &["read /tmp/*", "read /tmp/*/x", "write /tmp"]);
    case(&world, "cat \"$(git rev-parse --show-toplevel)/a\"", &["read a", "read repository"]);
}

#[test]
fn functions_shadow_in_the_shell_and_nowhere_else() {
    let world = world();
    case(&world, "cat() { rm -rf ~/victim; }; cat a", &["delete ~/victim (lost)"]);
    case(&world, "cat() { rm -rf ~/victim; }; nice cat a", &["read a"]);
    case(&world, "cat() { rm -rf ~/victim; }; command cat a", &["read a"]);
    case(&world, "cat() { rm -rf ~/victim; }", &[]);
    case(&world, "f() { f; }; f", &["gap depth the function f, which calls itself"]);
    case(&world, "true || cat() { rm -rf ~/victim; }; cat a", &["delete ~/victim (lost)", "read a"]);
}

#[test]
fn wrappers_and_texts_are_walked_into() {
    let world = world();
    case(&world, "timeout 5 cat a", &["read a"]);
    case(&world, "bash -c 'cat a; rm -rf ~/victim'", &["delete ~/victim (lost)", "read a"]);
    case(&world, "sh -c 'cat \"$1\"' sh a", &["read a"]);
    case(&world, "eval 'cat a'", &["read a"]);
    case(&world, "bash <<'EOF'\ncat a\nEOF", &["read a"]);
    case(&world, "find src -name '*.rs' -exec cat {} +", &["read src/*", "walk src"]);
    case(&world, "find src -name '*.rs' | xargs wc -l", &["read src/*", "walk src"]);
    case(&world, "trap 'rm -rf ~/victim' EXIT; ls", &["delete ~/victim (lost)", "walk ."]);
    case(&world, "bash list.sh", &["read list.sh", "walk src"]);
    case(&world, "bash wipe.sh ~/victim", &["delete ~/victim (lost)", "read wipe.sh"]);
    case(&world, "./list.sh", &["read list.sh", "walk src"]);
    case(&world, "echo 'echo hi' > t.sh; sh t.sh", &["read t.sh", "write t.sh"]);
    case(&world, "echo 'rm -rf ~/victim' > t.sh; sh t.sh", &["delete ~/victim (lost)", "read t.sh", "write t.sh"]);
}

#[test]
fn what_decides_the_program_makes_it_unknown() {
    let world = world();
    case(&world, "LC_ALL=C sort a", &["read a"]);
    case(&world, "PATH=./bin:$PATH git log", &["configure PATH", "env PATH", "gap rebound PATH", "read repository"]);
    case(&world, "$X a", &["env X", "gap computed program a program whose name is computed"]);
    case(&world, "GIT_PAGER=cat git log", &["read repository"]);
    case(&world, "alias cat=ls; cat a", &["configure cat", "gap rebound cat", "read a"]);
}

#[test]
fn every_redirect_is_an_effect() {
    let world = world();
    case(&world, "> /etc/passwd", &["write /etc/passwd", "write /etc/passwd (lost)"]);
    case(&world, "> new", &["write new"]);
    case(&world, ": > README.md", &["write README.md", "write README.md (lost)"]);
    case(&world, "echo x > out 2>&1", &["write out"]);
    case(&world, "{ echo a; echo b; } >> log", &["append log"]);
    case(&world, "cat <> f", &["read f", "write f"]);
    case(&world, "echo x >& both", &["write both"]);
    case(&world, "exec 3<>/dev/tcp/example.com/80", &["fetch example.com", "send example.com"]);
    case(&world, "for i in 1 2; do echo $i; done > out", &["write out"]);
}

#[test]
fn arrays_are_not_counted_on_where_shells_differ() {
    let world = world();
    let both =
        |text: &str| world.describe(&callgate::walk::analyse(text, callgate::shell::Dialect::Both, &world.place()));
    case(&world, "x=(rm -rf src); $x", &[]);
    assert_eq!(both("x=(rm -rf src); $x"), ["gap computed program a program whose name is computed"]);
    assert_eq!(both("x=(a b); cat ${x[1]}"), ["read anywhere"]);
    assert_eq!(both("x=(a b); cat \"${x[@]}\""), ["read a", "read b"]);
}

#[test]
fn what_a_pipe_carries_is_known_only_where_all_of_it_is() {
    let world = world();
    case(&world, "find src | xargs cat", &["read src/*", "walk src"]);
    case(&world, "find src | grep -v x | head -n 3 | xargs cat", &["read src/*", "walk src"]);
    case(&world, "{ find src; } | xargs cat", &["read src/*", "walk src"]);
    case(&world, "{ find ~; find src; } | xargs cat", &["read anywhere", "walk src", "walk ~/"]);
    case(&world, "eval 'find ~; find src' | xargs cat", &["read anywhere", "walk src", "walk ~/"]);
    case(&world, "find src | grep -r x | xargs cat", &["read anywhere", "walk . !", "walk src"]);
    case(&world, "find src | sed s/a/b/ | xargs cat", &["read anywhere", "walk src"]);
    case(&world, "find src | while read -r f; do cat \"$f\"; done", &["read src/*", "walk src"]);
    case(&world, "cat list | while read -r f; do cat \"$f\"; done", &["read anywhere", "read list"]);
}

#[test]
fn names_choose_what_is_shown() {
    let world = world();
    case(&world, "git log -p -- .env", &["read .env", "read repository"]);
    case(&world, "git log -p -- src", &["read repository", "read src"]);
    case(&world, "git show HEAD:src/main.rs", &["read repository", "read src/main.rs"]);
    case(&world, "grep -r x --include=.env src", &["read .env", "walk src !"]);
    case(&world, "find . -name .env -exec cat {} +", &["read ./*", "read .env", "walk ."]);
    case(&world, "find . -name '*.rs'", &["walk ."]);
    let kept = World::new().file(".env", "KEY=1\n").file("src/a.rs", "");
    case(&kept, "grep -rn KEY .", &["read .env", "walk . !"]);
    case(&kept, "grep -rn KEY src", &["walk src !"]);
    case(&kept, "grep -rn --include='*.rs' KEY .", &["walk . !"]);
    case(&kept, "rg KEY", &["walk ."]);
    case(&kept, "rg --hidden KEY", &["read .env", "walk ."]);
    case(&world, "cat .e*", &["read ./*", "secret .e*"]);
    case(&world, "mv src /tmp", &["read src", "write /tmp", "write /tmp/src", "write src (lost)"]);
    case(&world, "cp README.md src", &["read README.md", "write src", "write src/README.md"]);
}

#[test]
fn data_that_the_shell_evaluates_is_code() {
    let world = world();
    case(&world, "i=0; i=$((i + 1)); echo $i", &[]);
    case(&world, "echo $((X))", &["gap evaluation arithmetic on a variable of the environment"]);
    case(&world, "x='a[$(id)]'; echo $((x))", &["gap evaluation arithmetic that expands once more"]);
    case(&world, "printf -v 'a[$(id)]' x", &["gap evaluation a computed variable name"]);
    case(&world, "[[ $n -gt 3 ]]", &["env n", "gap evaluation arithmetic on a value that is not known"]);
    case(&world, "n=4; [[ $n -gt 3 ]]", &[]);
    case(&world, "for ((i = 0; i < 3; i++)); do echo $i; done", &[]);
}
