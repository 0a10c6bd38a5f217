use super::*;
use crate::effect::Action;
use crate::tools::reading::Objective;

/// What a reading says, one word for each finding.
fn shown(text: &str) -> String {
    let reading = read(text, Span::default());
    let effects = reading.effects.iter().map(|effect| match (&effect.action, &effect.object) {
        (Action::Print, _) => "print".to_owned(),
        (Action::Env, Objective::Name(name)) => format!("env:{name}"),
        (Action::Env, _) => "env".to_owned(),
        other => format!("{other:?}"),
    });
    let gaps = reading.gaps.iter().map(|gap| format!("gap:{}", gap.text));
    effects.chain(gaps).collect::<Vec<_>>().join(" ")
}

fn check(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(shown(text), *expected, "{text}");
    }
}

#[test]
fn fields_keys_and_text_are_not_the_environment() {
    check(&[
        (".env[] | .name", "print"),
        ("env", "env"),
        ("env.API_TOKEN", "env:API_TOKEN"),
        (".a.env.b", "print"),
        (". | env", "env"),
        (".[\"env\"]", "print"),
        (".[env.X]", "env:X"),
        ("\"env\"", "print"),
        ("\"\\(env)\"", "env"),
        ("\"\\\\(env)\"", "print"),
        ("\"a \\(.x | \"b \\(env)\") c\"", "env"),
        ("$ENV", "env"),
        ("$ENV.HOME", "env:HOME"),
        ("$env", "print"),
        (".ENV", "print"),
        ("{env: 1}", "print"),
        ("{env}", "print"),
        ("{a: env}", "env"),
        ("{a: 1, env}", "print"),
        ("{a: (1, env, 2)}", "env"),
        ("{a: (\"\\(1)\", env, 2)}", "env"),
        ("{a: [{end: 1}, env, 2]}", "env"),
        ("{a: if 1 then 2, env, 3 else 4 end}", "env"),
        ("{$ENV}", "env"),
        ("{(env): 1}", "env"),
        ("# env\n.", "print"),
        ("# \"\n env # \"", "env"),
        ("def env: 1; env", "env"),
        ("env as $x | env", "env"),
    ]);
}

#[test]
fn filters_over_the_input_only_print() {
    check(&[
        ("", "print"),
        (".", "print"),
        (".scripts.build", "print"),
        ("select(.a != .b) | .input", "print"),
        ("[.[] | select(.x > 1e3) | {a, b: .c, \"d\": 1, (.e): 2}]", "print"),
        ("to_entries | map(\"\\(.key)=\\(.value|tostring)\") | join(\",\")", "print"),
        ("reduce .[] as [$a, $b] (0; . + $a) | foreach range(3) as $i (0; .+$i; [$i, .])", "print"),
        ("def f(g; $x): g | . + $x; f(.a; 1)", "print"),
        ("if .a then .b elif .c then 1 else null end", "print"),
        (".a?.b // \"x\" | @sh, @csv \"\\(.)\"", "print"),
        ("try error(\"x\") catch .", "print"),
        ("label $out | .., break $out", "print"),
        ("[inputs | input_filename] | debug | length", "print"),
        (".. |= (if type == \"object\" then del(.id) else . end)", "print"),
        ("halt_error", "print"),
        ("limit(3; .[] | test(\"a|b\"; \"i\"))", "print"),
    ]);
}

#[test]
fn modules_and_unknown_names_are_gaps() {
    check(&[
        ("import \"x\" as x; .", "gap:import gap:x"),
        ("include \"x\"; .", "gap:include"),
        ("x::f | env", "env gap:x gap::: gap:f"),
        ("def x: 1; x::x", "gap:::"),
        ("def modulemeta: 1; modulemeta", "gap:modulemeta"),
        ("\"m\" | modulemeta", "gap:modulemeta"),
        ("get_search_list", "gap:get_search_list"),
        ("$__prog_args", "gap:$__prog_args"),
        ("load(\"/etc/passwd\")", "gap:load"),
        ("strenv(\"TOKEN\")", "gap:strenv"),
        ("@foo", "gap:@foo"),
        ("$ ENV", "gap:$ ENV"),
        ("# a \\\n\"\nenv # \"", "gap:# a \\\n\"\nenv # \""),
        (".a | (", "gap:.a | ("),
        (".a)", "gap:)"),
        ("\"a", "gap:a"),
        ("`id`", "gap:`id`"),
    ]);
}

#[test]
fn deep_nesting_is_read_without_recursion() {
    let nested = format!("{}1{}", "\"\\(".repeat(10_000), ")\"".repeat(10_000));
    assert_eq!(shown(&nested), "print");
    assert_eq!(shown(&format!("{}env{}", "[".repeat(20_000), "]".repeat(20_000))), "env");
}
