//! The words that tell a query from a statement that changes something: SQLite 3 and PostgreSQL 16.

fn one_of(word: &str, list: &[&str]) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(word))
}

pub(super) fn begins_query(word: &str) -> bool {
    one_of(word, &["select", "with", "values", "show"])
}

pub(super) fn follows_explain(word: &str) -> bool {
    one_of(word, &["query", "plan", "analyze", "verbose"])
}

/// Words that make a query change something: a target for its rows, a lock, a statement inside `WITH`.
pub(super) fn changes(word: &str) -> bool {
    one_of(
        word,
        &[
            "into",
            "insert",
            "update",
            "delete",
            "merge",
            "create",
            "drop",
            "alter",
            "truncate",
            "copy",
            "call",
            "do",
            "execute",
            "attach",
            "detach",
            "vacuum",
            "reindex",
            "grant",
            "revoke",
            "set",
            "lock",
            "share",
            "pragma",
            "load",
            "import",
            "refresh",
            "program",
            "returning",
        ],
    )
}

/// Functions that only compute, and keywords that a bracket may follow.
pub(super) fn is_pure(word: &str) -> bool {
    one_of(
        word,
        &[
            "abs",
            "all",
            "and",
            "any",
            "array_agg",
            "array_length",
            "as",
            "avg",
            "between",
            "by",
            "case",
            "cast",
            "ceil",
            "char_length",
            "coalesce",
            "concat",
            "concat_ws",
            "count",
            "cume_dist",
            "date",
            "date_part",
            "date_trunc",
            "datetime",
            "dense_rank",
            "distinct",
            "else",
            "except",
            "exists",
            "extract",
            "filter",
            "first_value",
            "floor",
            "from",
            "glob",
            "greatest",
            "group_concat",
            "having",
            "hex",
            "ifnull",
            "iif",
            "in",
            "instr",
            "intersect",
            "join",
            "json",
            "json_agg",
            "json_array",
            "json_array_length",
            "json_each",
            "json_extract",
            "json_group_array",
            "json_group_object",
            "json_object",
            "json_tree",
            "json_type",
            "json_valid",
            "julianday",
            "lag",
            "last_value",
            "lead",
            "least",
            "left",
            "length",
            "like",
            "limit",
            "lower",
            "ltrim",
            "materialized",
            "max",
            "min",
            "not",
            "now",
            "ntile",
            "nullif",
            "offset",
            "on",
            "or",
            "over",
            "percent_rank",
            "position",
            "power",
            "pragma_table_info",
            "printf",
            "quote",
            "random",
            "rank",
            "regexp_replace",
            "replace",
            "right",
            "round",
            "row_number",
            "rtrim",
            "select",
            "sign",
            "split_part",
            "sqlite_version",
            "sqrt",
            "strftime",
            "string_agg",
            "substr",
            "substring",
            "sum",
            "then",
            "time",
            "to_char",
            "to_date",
            "to_timestamp",
            "total",
            "trim",
            "typeof",
            "unicode",
            "union",
            "unixepoch",
            "upper",
            "using",
            "values",
            "varchar",
            "numeric",
            "decimal",
            "version",
            "when",
            "where",
            "pg_size_pretty",
            "pg_database_size",
            "pg_relation_size",
            "pg_total_relation_size",
        ],
    )
}

/// Pragmas that read, given a table or index.
pub(super) fn reads_by_argument(name: &str) -> bool {
    one_of(
        name,
        &[
            "table_info",
            "table_xinfo",
            "table_list",
            "index_list",
            "index_info",
            "index_xinfo",
            "foreign_key_list",
            "foreign_key_check",
            "integrity_check",
            "quick_check",
        ],
    )
}

/// Pragmas that read when no value is given.
pub(super) fn reads_by_name(name: &str) -> bool {
    reads_by_argument(name)
        || one_of(
            name,
            &[
                "database_list",
                "collation_list",
                "compile_options",
                "function_list",
                "pragma_list",
                "module_list",
                "encoding",
                "foreign_keys",
                "freelist_count",
                "journal_mode",
                "page_count",
                "page_size",
                "schema_version",
                "user_version",
                "application_id",
                "data_version",
            ],
        )
}

/// Commands of `sqlite3` that print, or that say how to print.
pub(super) fn is_reading_dot_command(name: &str) -> bool {
    matches!(
        name,
        ".tables"
            | ".schema"
            | ".fullschema"
            | ".databases"
            | ".indexes"
            | ".indices"
            | ".dbinfo"
            | ".dump"
            | ".header"
            | ".headers"
            | ".mode"
            | ".width"
            | ".nullvalue"
            | ".separator"
            | ".timeout"
            | ".timer"
            | ".show"
            | ".stats"
            | ".help"
            | ".quit"
            | ".exit"
            | ".version"
            | ".print"
            | ".echo"
            | ".bail"
            | ".changes"
            | ".eqp"
    )
}

/// Commands of `psql` that describe, list, or say how to print.
pub(super) fn is_reading_backslash_command(name: &str) -> bool {
    matches!(
        name,
        "d" | "dt"
            | "di"
            | "dv"
            | "dm"
            | "ds"
            | "df"
            | "dn"
            | "du"
            | "dp"
            | "dx"
            | "dT"
            | "l"
            | "list"
            | "conninfo"
            | "x"
            | "timing"
            | "q"
            | "pset"
            | "a"
            | "t"
    )
}
