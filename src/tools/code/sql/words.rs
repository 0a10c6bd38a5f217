//! The words that tell a query from a statement that changes something: SQLite 3 and PostgreSQL 16.

pub(super) fn begins_query(word: &str) -> bool {
    one_of(word, QUERY)
}

pub(super) fn follows_explain(word: &str) -> bool {
    one_of(word, EXPLAIN)
}

/// Words that make a query change something: a target for its rows, a lock, a statement inside `WITH`.
pub(super) fn changes(word: &str) -> bool {
    one_of(word, CHANGE)
}

/// Functions that only compute, and keywords that a bracket may follow.
pub(super) fn is_pure(word: &str) -> bool {
    one_of(word, PURE)
}

/// Pragmas that read, given a table or index.
pub(super) fn reads_by_argument(name: &str) -> bool {
    one_of(name, READ_BY_ARGUMENT)
}

/// Pragmas that read when no value is given.
pub(super) fn reads_by_name(name: &str) -> bool {
    reads_by_argument(name) || one_of(name, READ_BY_NAME)
}

/// Commands of `sqlite3` that print, or that say how to print.
pub(super) fn is_reading_dot_command(name: &str) -> bool {
    DOT.split_ascii_whitespace().any(|known| known == name)
}

/// Commands of `psql` that describe, list, or say how to print.
pub(super) fn is_reading_backslash_command(name: &str) -> bool {
    BACKSLASH.split_ascii_whitespace().any(|known| known == name)
}

fn one_of(word: &str, words: &str) -> bool {
    words.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(word))
}

const QUERY: &str = "\
    select show values with";

const EXPLAIN: &str = "\
    analyze plan query verbose";

const CHANGE: &str = "\
    alter attach call copy create delete detach do drop execute grant import insert into load lock merge pragma \
    program refresh reindex returning revoke set share truncate update vacuum";

const PURE: &str = "\
    abs all and any array_agg array_length as avg between by case cast ceil char_length coalesce concat concat_ws \
    count cume_dist date date_part date_trunc datetime decimal dense_rank distinct else except exists extract filter \
    first_value floor from glob greatest group_concat having hex ifnull iif in instr intersect join json json_agg \
    json_array json_array_length json_each json_extract json_group_array json_group_object json_object json_tree \
    json_type json_valid julianday lag last_value lead least left length like limit lower ltrim materialized max min \
    not now ntile nullif numeric offset on or over percent_rank pg_database_size pg_relation_size pg_size_pretty \
    pg_total_relation_size position power pragma_table_info printf quote random rank regexp_replace replace right \
    round row_number rtrim select sign split_part sqlite_version sqrt strftime string_agg substr substring sum then \
    time to_char to_date to_timestamp total trim typeof unicode union unixepoch upper using values varchar version \
    when where";

const READ_BY_ARGUMENT: &str = "\
    foreign_key_check foreign_key_list index_info index_list index_xinfo integrity_check quick_check table_info \
    table_list table_xinfo";

const READ_BY_NAME: &str = "\
    application_id collation_list compile_options data_version database_list encoding foreign_keys freelist_count \
    function_list journal_mode module_list page_count page_size pragma_list schema_version user_version";

const DOT: &str = "\
    .bail .changes .databases .dbinfo .dump .echo .eqp .exit .fullschema .header .headers .help .indexes .indices \
    .mode .nullvalue .print .quit .schema .separator .show .stats .tables .timeout .timer .version .width";

const BACKSLASH: &str = "\
    a conninfo d dT df di dm dn dp ds dt du dv dx l list pset q t timing x";
