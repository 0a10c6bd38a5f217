use super::*;
use crate::effect::Action;
use crate::tools::reading::Objective;
use crate::value::Value;

/// What a reading says, one word for each finding.
fn shown(text: &str) -> String {
    let reading = read(text, Span::default());
    let effects = reading.effects.iter().map(|effect| match (&effect.action, &effect.object) {
        (Action::Print, _) => "print".to_owned(),
        (Action::Run(_), _) => "run".to_owned(),
        (Action::Write, Objective::Path(Value::Known(path))) => format!("write:{path}"),
        other => format!("{other:?}"),
    });
    let gaps = reading.gaps.iter().map(|_| "gap".to_owned());
    effects.chain(gaps).collect::<Vec<_>>().join(" ")
}

#[test]
fn queries_are_told_from_statements_that_change_something() {
    for (text, expected) in [
        ("", "print"),
        ("SELECT * FROM t WHERE a = 'drop table t; --' LIMIT 5;", "print"),
        ("select count(*), max(a) from \"t\" group by b having sum(c) > 1", "print"),
        ("SELECT 1; DROP TABLE t", "gap"),
        ("DELETE FROM t", "gap"),
        ("SELECT 'it''s' -- DELETE FROM t", "print"),
        ("SELECT 1 /* DELETE */", "print"),
        ("SELECT 1 --x; DELETE FROM t", "gap"),
        ("SELECT 1 /*! INTO OUTFILE 'x' */", "gap"),
        ("SELECT 1 /* a /* b */ c */", "gap"),
        ("WITH x AS (SELECT 1) SELECT * FROM x", "print"),
        ("WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x", "gap"),
        ("SELECT * INTO u FROM t", "gap"),
        ("SELECT * FROM t FOR UPDATE", "gap"),
        ("SELECT writefile('f', x) FROM t", "gap"),
        ("SELECT readfile ('/etc/passwd')", "gap"),
        ("SELECT \"writefile\"('f', 'x')", "gap"),
        ("SELECT writefile/**/('f', 'x')", "gap"),
        ("SELECT writefile FROM t", "print"),
        ("SELECT pg_read_file('/etc/passwd')", "gap"),
        ("SELECT load_extension('./x')", "gap"),
        ("EXPLAIN QUERY PLAN SELECT a FROM t", "print"),
        ("EXPLAIN ANALYZE DELETE FROM t", "gap"),
        ("PRAGMA table_info(t)", "print"),
        ("PRAGMA table_info('t');", "print"),
        ("PRAGMA user_version", "print"),
        ("PRAGMA user_version = 3", "gap"),
        ("PRAGMA journal_mode(off)", "gap"),
        ("ATTACH 'x' AS y", "gap"),
        ("COPY t TO PROGRAM 'id'", "gap"),
        ("SELECT 'a\\'; \\! id", "gap"),
        ("SELECT $$a$$", "gap"),
        ("SELECT [a;b]", "gap"),
        ("SELECT 1 \\g f", "gap"),
        ("SELECT 'open", "gap"),
        ("SELECT count(*)::int FROM t", "print"),
        ("SELECT :'x'", "gap"),
        ("SELECT 1\n/\n.shell id", "gap"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn commands_of_the_programs_are_known_by_their_full_names() {
    for (text, expected) in [
        (".tables", "print"),
        (".schema t", "print"),
        (".headers on\n.mode column\nSELECT 1;", "print"),
        (".shell id", "run"),
        (".system id", "run"),
        (".sh id", "gap"),
        ("-- c\n.shell id", "run"),
        (".output out.txt", "write:out.txt"),
        (".once out.txt\nSELECT 1;", "write:out.txt"),
        (".output stdout", "print"),
        (".output", "print"),
        (".output |id", "run"),
        (".once -x", "gap"),
        (".backup b.db", "write:b.db"),
        (".read x.sql", "gap"),
        (".import a t", "gap"),
        (".load ./x", "gap"),
        ("\\dt", "print"),
        ("\\d+ users", "print"),
        ("\\l", "print"),
        ("\\! id", "run"),
        ("\\o f", "gap"),
        ("\\copy t to 'f'", "gap"),
        ("\\dt \\! id", "gap"),
        ("\\d `id`", "gap"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}
