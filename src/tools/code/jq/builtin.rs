//! Functions that jq 1.7 and 1.8 define, less those that reach beyond the input: `env`, `modulemeta`, `get_search_list`.

/// Whether `name` is a function of jq that computes from its input and arguments alone. Reading the input
/// that jq was given and printing to standard error count as that.
pub(super) fn is_pure(name: &str) -> bool {
    PURE.binary_search(&name).is_ok()
}

/// Whether `name` is a format that `@name` may name.
pub(super) fn is_format(name: &str) -> bool {
    matches!(
        name,
        "text" | "json" | "html" | "uri" | "urid" | "csv" | "tsv" | "sh" | "base64" | "base64d" | "base32" | "base32d"
    )
}

/// In the order of their bytes.
#[rustfmt::skip]
const PURE: &[&str] = &[
    "GROUP_BY", "IN", "INDEX", "UNIQUE_BY", "abs", "acos", "acosh", "add", "all", "any", "arrays", "ascii",
    "ascii_downcase", "ascii_upcase", "asin", "asinh", "atan", "atan2", "atanh", "booleans", "bsearch", "builtins",
    "capture", "cbrt", "ceil", "combinations", "contains", "copysign", "cos", "cosh", "date", "dateadd", "datesub",
    "debug", "del", "delpaths", "drem", "empty", "endswith", "error", "exp", "exp10", "exp2", "explode", "expm1",
    "fabs", "false", "fdim", "finites", "first", "flatten", "floor", "fma", "fmax", "fmin", "fmod", "format",
    "frexp", "from_entries", "fromdate", "fromdateiso8601", "fromjson", "fromstream", "gamma", "getpath", "gmtime",
    "group_by", "gsub", "halt", "halt_error", "has", "have_decnum", "have_literal_numbers", "hypot", "implode",
    "in", "index", "indices", "infinite", "input", "input_filename", "input_line_number", "inputs", "inside",
    "isempty", "isfinite", "isinfinite", "isnan", "isnormal", "isvalid", "iterables", "j0", "j1", "jn", "join",
    "keys", "keys_unsorted", "last", "ldexp", "leaf_paths", "length", "lgamma", "lgamma_r", "limit", "localtime",
    "log", "log10", "log1p", "log2", "logb", "ltrim", "ltrimstr", "map", "map_values", "match", "max", "max_by",
    "min", "min_by", "mktime", "modf", "nan", "nearbyint", "nextafter", "nexttoward", "normals", "not", "now",
    "nth", "null", "nulls", "numbers", "objects", "path", "paths", "pick", "pow", "pow10", "range", "recurse",
    "recurse_down", "repeat", "reverse", "rindex", "rint", "round", "rtrim", "rtrimstr", "scalars", "scalb",
    "scalbln", "scan", "select", "setpath", "significand", "sin", "sinh", "skip", "sort", "sort_by", "split",
    "splits", "sqrt", "startswith", "stderr", "strflocaltime", "strftime", "strings", "strptime", "sub", "tan",
    "tanh", "test", "tgamma", "to_entries", "toarray", "toboolean", "todate", "todateiso8601", "tojson", "tonumber",
    "tostream", "tostring", "transpose", "trim", "trimstr", "true", "trunc", "truncate_stream", "type", "unique",
    "unique_by", "until", "utf8bytelength", "values", "walk", "while", "with_entries", "y0", "y1", "yn",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_listed_in_order() {
        assert!(PURE.is_sorted());
    }
}
