use super::*;
use crate::effect::Action;
use crate::tools::reading::{Inner, Objective};

/// What a reading says, one word for each finding.
fn shown(text: &str) -> String {
    let reading = read(text, Span::default());
    let effects = reading.effects.iter().map(|effect| match (&effect.action, &effect.object) {
        (Action::Print, _) => "print".to_owned(),
        (Action::Run(_), _) => "run".to_owned(),
        (Action::Connect(_), _) => "connect".to_owned(),
        (Action::Env, Objective::Name(name)) => format!("env:{name}"),
        (Action::Env, _) => "env".to_owned(),
        (action, Objective::Path(Value::Known(path))) => format!("{action:?}:{path}").to_lowercase(),
        (action, Objective::Path(Value::Starts(path))) => format!("{action:?}:{path}*").to_lowercase(),
        (action, Objective::Path(Value::Unknown(_))) => format!("{action:?}:?").to_lowercase(),
        other => format!("{other:?}"),
    });
    let inner = reading.inner.iter().map(|inner| match inner {
        Inner::Code { text, .. } => format!("sh:{}", text.known().unwrap()),
        Inner::Command { .. } | Inner::Script { .. } | Inner::Stdin { .. } => panic!("{inner:?}"),
    });
    let gaps = reading.gaps.iter().map(|_| "gap".to_owned());
    effects.chain(inner).chain(gaps).collect::<Vec<_>>().join(" ")
}

fn check(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(shown(text), *expected, "{text}");
    }
}

#[test]
fn computing_programs_only_print() {
    check(&[
        ("", "print"),
        ("{print $1}", "print"),
        ("NR>1 && $2>=10 {s+=$2} END{print s}", "print"),
        ("length($0) > 80", "print"),
        ("length > 80", "print"),
        ("{print $NF; printf \"%s\\n\", $1}", "print"),
        ("BEGIN{FS=\":\";OFS=\"\\t\"} $3 ~ /^a\\/b$/ {n[$1]++} END{for (k in n) print k, n[k]/2}", "print"),
        ("{gsub(/[^/]+\\//, \"\"); print}", "print"),
        ("{print $5/1024/1024}", "print"),
        ("{x = $1 / 2; print (x)/(y)}\n{y = i++ / 2}", "print"),
        ("function f(a, b) { return a / b }\n{ print f($1, 2) }", "print"),
        ("{s = s (s ? \",\" : \"\") $1} END{print s}", "print"),
        ("/a/,/b/ {next} {print}", "print"),
        ("!seen[$0]++", "print"),
        ("{a[NR]=$0} END{for(i=NR;i>0;i--) print a[i]}", "print"),
        ("BEGIN{while ((getline line) > 0) n++; print n}", "print"),
        ("{print substr($0, 1, 3) \"|\" toupper($2)} # a | b > c", "print"),
        ("$1==\"a\" ||\n$2==\"b\"", "print"),
        ("{if (a > b) print a; else print b}", "print"),
        ("{x /= 2; print x}", "print"),
        ("BEGIN{PROCINFO[\"sorted_in\"]=\"@ind_str_asc\"}", "print"),
        ("{close(\"sort\")}", "print"),
        ("{print \"ä\" /* no comment */ 1}", "gap"),
    ]);
}

#[test]
fn a_greater_sign_redirects_only_in_print() {
    check(&[
        ("{print > \"out\"}", "write:out"),
        ("{print (a > \"out\")}", "print"),
        ("{print a[x > \"out\"]}", "print"),
        ("{print(a)(b) > \"out\"}", "write:out"),
        ("{printf(\"%s\", a) >> \"log\"}", "append:log"),
        ("BEGIN{printf \"%d > %s\\n\", 3, \"x\"}", "print"),
        ("{print a,\nb > \"out\"}", "write:out"),
        ("{print a\nb > \"out\"}", "print"),
        ("{print a; b > \"out\"}", "print"),
        ("{print a} b > \"out\"", "print"),
        ("{print a ? \n b > \"out\" : c}", "write:?"),
        ("{print > \"/dev/stderr\"}", "print"),
        ("{print > \"/dev/stdout\"}", "print"),
        ("{print > \"/dev/stderr\" x}", "write:/dev/stderr*"),
        ("{print > $1}", "write:?"),
        ("{print > $1\".txt\"}", "write:?"),
        ("{print > (\"out\" i)}", "write:?"),
        ("{print > \"out/\" $1 \".csv\"}", "write:out/*"),
        ("{print > \"out/\" x ? \"a\" : \"b\"}", "write:?"),
        ("{print > \"a\\x41\"}", "write:?"),
        ("{print > \"-\"}", "write:./-"),
        ("{print > \"/inet/tcp/0/h/80\"}", "connect"),
        ("{print > \"/inet/tcp/0/\" h}", "connect"),
        ("{for (;; print x > \"out\") y}", "write:?"),
        ("{a >> \"out\"}", "gap"),
        ("/>\"out\"/ {print}", "print"),
    ]);
}

#[test]
fn commands_are_told_from_text() {
    check(&[
        ("BEGIN{system(\"id\")}", "sh:id"),
        ("BEGIN{system (\"id\")}", "sh:id"),
        ("{print; system(\"\")}", "print"),
        ("BEGIN{system(\"id \" x)}", "run"),
        ("BEGIN{system(x)}", "run"),
        ("/system(\"id\")/", "print"),
        ("{print \"system(x)\"}", "print"),
        ("# system(x)\n{print}", "print"),
        ("{systems[$1] = 1}", "print"),
        ("{x = 1 / system(\"id\") / 2}", "sh:id"),
        ("{x = a / system(\"id\") / 2}", "sh:id"),
        ("{x = (1) / system(\"id\") / 2}", "sh:id"),
        ("{x = a[1] / system(\"id\") / 2}", "sh:id"),
        ("{x = i++ / system(\"id\")}", "sh:id"),
        ("{x ~ / system(\"id\") / 2}", "print"),
        ("{print | \"sort\"}", "sh:sort"),
        ("{print | \"sort -k\" n}", "run"),
        ("{print | cmd}", "run"),
        ("{print a || b}", "print"),
        ("{print \"a | b\"}", "print"),
        ("BEGIN{\"date\" | getline d}", "sh:date"),
        ("BEGIN{while (\"ls\" | getline f) n++}", "sh:ls"),
        ("BEGIN{while ((\"ls\" | getline f) > 0) n++}", "sh:ls"),
        ("BEGIN{\"rm \" \"x\" | getline}", "run"),
        ("BEGIN{x \"id\" | getline}", "run"),
        ("BEGIN{cmd | getline}", "run"),
        ("/getline|system/ {print FILENAME\":\"FNR}", "print"),
        ("{print |& \"cmd\"}", "gap"),
        ("BEGIN{x | y}", "gap"),
        ("BEGIN{@f()}", "gap"),
        ("BEGIN{f = \"system\"; @f(\"id\")}", "gap"),
        ("@load \"x\"\n{print}", "gap"),
        ("@include \"x\"", "gap"),
        ("BEGIN{awk::system(\"id\")}", "sh:id gap"),
        ("BEGIN{awk::f()}", "gap gap"),
        ("BEGIN{foo(); system(\"id\")}", "sh:id gap"),
    ]);
}

#[test]
fn reading_of_other_files_and_the_environment_shows() {
    check(&[
        ("BEGIN{while ((getline line < \"f\") > 0) n++}", "read:f"),
        ("BEGIN{getline < \"f\"}", "read:f"),
        ("BEGIN{getline a[i] < \"f\"}", "read:f"),
        ("BEGIN{getline $1 < \"f\"}", "read:f"),
        ("BEGIN{getline line < f}", "read:?"),
        ("BEGIN{getline line < \"a\" x}", "read:?"),
        ("BEGIN{getline line < \"-\"}", "print"),
        ("BEGIN{(getline line) < \"f\"}", "print"),
        ("BEGIN{getline < \"/inet/tcp/0/h/80\"}", "connect"),
        ("BEGIN{getline $-1 < \"f\"}", "gap"),
        ("BEGIN{print ENVIRON[\"HOME\"]}", "env:HOME"),
        ("BEGIN{for (k in ENVIRON) print k}", "env"),
        ("BEGIN{print \"ENVIRON\"}", "print"),
        ("BEGIN{ARGV[1]=\"/etc/passwd\"; ARGC=2}", "read:?"),
        ("BEGIN{split(\"a b\", ARGV)}", "read:?"),
        ("BEGIN{sub(/x/, \"y\", ARGV[1])}", "read:?"),
        ("BEGIN{getline ARGV[1]}", "read:?"),
        ("BEGIN{f=ARGV[1]; ARGV[1]=\"\"; delete ARGV[2]}", "print"),
        ("BEGIN{SYMTAB[\"x\"]=1}", "gap"),
    ]);
}

#[test]
fn what_implementations_read_differently_is_a_gap() {
    check(&[
        ("{print length / 2}", "gap"),
        ("{1system(\"id\")}", "gap"),
        ("{0x1in / 2 # / ; system(\"id\")\n}", "gap"),
        ("{i++ / 2 # / ; system(\"id\")\n}", "gap"),
        ("{if (x) /re/ {print}}", "gap"),
        ("BEGIN{switch / system(\"id\") / 2}", "gap"),
        ("{x = (a\n/ system(\"id\") / 2)}", "gap"),
        ("{x = \"a\"/=/system(\"id\")}", "gap"),
        ("/[[/]]/", "gap"),
        ("/[\\]/]/", "gap"),
        ("# a \\\n{print}", "gap"),
        ("{print \"a\\\nb\"}", "gap"),
    ]);
}

#[test]
fn what_is_not_whole_or_not_known_is_a_gap() {
    check(&[
        ("{print", "gap"),
        ("{print)}", "gap"),
        ("print \"a", "gap"),
        ("/a", "gap"),
        ("{foo(1)}", "gap"),
        ("{bindtextdomain (\"/x\")}", "gap"),
        ("{print a.b}", "gap"),
        ("{print 'a'}", "gap"),
        ("{print `id`}", "gap"),
        ("{a & b}", "gap"),
        ("{print}\r\n", "gap"),
    ]);
}

#[test]
fn long_programs_take_linear_time() {
    assert_eq!(shown(&"{".repeat(60_000)), "gap");
    assert_eq!(shown(&"getline a[".repeat(6_000)), "gap");
    let nested = format!("{}1{}", "getline a[".repeat(4_000), "]".repeat(4_000));
    assert_eq!(shown(&nested), "print");
    assert_eq!(shown(&"{print > \"a\" b}\n".repeat(4_000)), "write:a*");
    assert_eq!(shown(&format!("{{x = {}1}}", "a / ".repeat(15_000))), "print");
}
