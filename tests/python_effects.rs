//! What inline Python does to files, and which modules it would load: each case beside its harmless twin.

mod world;

use world::World;

#[track_caller]
fn case(world: &World, text: &str, want: &[&str]) {
    // The words that bring the effects about are another matter.
    let got: Vec<String> = world.effects(text).iter().map(|effect| effect.trim_end_matches(" !").to_owned()).collect();
    assert_eq!(got, want, "{text}");
}

#[test]
fn code_in_words_and_in_a_here_document_is_read_alike() {
    let world = World::new().file("a.txt", "x\n").file("src/b.txt", "x\n");
    case(&world, "python3 -c 'print(1)'", &[]);
    case(&world, "python3 -c 'import json'", &[]);
    case(&world, "python3 -c 'import os; os.system(\"id\")'", &["run inline"]);
    case(&world, "python3 -c 'print(open(\"a.txt\").read())'", &["read a.txt"]);
    case(&world, "cd src && python3 -c 'print(open(\"b.txt\").read())'", &["read src/b.txt"]);
    case(&world, "python3 -c 'open(\"/etc/passwd\", \"w\")'", &["write /etc/passwd"]);
    case(&world, "python3 -c 'import sys; open(sys.argv[1])' x", &["read anywhere"]);
    case(&world, "python3 - <<'EOF'\nprint(open('a.txt').read())\nEOF", &["read a.txt"]);
    case(&world, "python3 <<'EOF'\nimport os\nos.system('id')\nEOF", &["run inline"]);
    case(&world, "python3 - < a.txt", &["gap code a program read from standard input", "read a.txt", "run unknown"]);
    let unknown = ["env CODE", "gap code program text that is not known", "gap computed flag $CODE", "run unknown"];
    case(&world, "python3 -c \"$CODE\"", &unknown);
    case(&world, "perl -e 'print 1'", &["run inline"]);
    case(&world, "node - <<'EOF'\n1\nEOF", &["run inline"]);
}

#[test]
fn a_file_that_shadows_the_library_is_code_of_the_project() {
    let shadowed = World::new().file("json.py", "").file("src/a.py", "");
    case(&shadowed, "python3 -c 'import json'", &["run project"]);
    case(&shadowed, "cd src && python3 -c 'import json'", &[]);
    let plain = World::new().file("main.py", "").file("pkg/json.py", "");
    case(&plain, "python3 -c 'import json'", &[]);
    case(&plain, "cd pkg && python3 -c 'import json'", &["run project"]);
    case(&plain, "echo 1 > main.txt; python3 -c 'import json'", &["write main.txt"]);
    case(&plain, "echo 1 > json.py; python3 -c 'import json'", &["run project", "run unknown", "write json.py"]);
    case(&plain, "python3 -c 'open(\"re.py\", \"w\"); import re'", &["run project", "run unknown", "write re.py"]);
}

#[test]
fn a_script_that_python_writes_is_not_one_of_the_project() {
    let world = World::new().file("x.sh", "ls\n");
    case(&world, "python3 -c 'print(1)'; sh x.sh", &["read x.sh", "walk ."]);
    case(&world, "python3 -c 'open(\"x.sh\", \"w\")'; sh x.sh", &["read x.sh", "run unknown", "write x.sh"]);
}
