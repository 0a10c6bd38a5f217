//! Modules of the standard library that a program may import, and what it may use of each.
//!
//! Listed is what computes, or does no more than its arguments do. Left out is what reads attributes by name
//! (`operator.attrgetter`, `functools.wraps`), evaluates text (`typing.get_type_hints`), makes classes from text
//! (`enum`, `dataclasses.make_dataclass`), opens files or starts programs.

/// What may be used of the module of this dotted name; `None` where it may not be imported.
pub(super) fn attributes(module: &str) -> Option<&'static [&'static str]> {
    MODULES.iter().find(|(name, _)| *name == module).map(|(_, attributes)| *attributes)
}

const MODULES: &[(&str, &[&str])] = &[
    ("__future__", &["annotations", "division", "print_function", "unicode_literals"]),
    ("ast", &["dump", "get_docstring", "iter_child_nodes", "literal_eval", "parse", "unparse", "walk"]),
    (
        "base64",
        &[
            "b16decode", "b16encode", "b32decode", "b32encode", "b64decode", "b64encode", "b85decode", "b85encode",
            "standard_b64decode", "standard_b64encode", "urlsafe_b64decode", "urlsafe_b64encode",
        ],
    ),
    ("binascii", &["a2b_base64", "a2b_hex", "b2a_base64", "b2a_hex", "crc32", "hexlify", "unhexlify"]),
    ("bisect", &["bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right"]),
    ("collections", &["ChainMap", "Counter", "OrderedDict", "abc", "defaultdict", "deque", "namedtuple"]),
    (
        "collections.abc",
        &["Callable", "Hashable", "Iterable", "Iterator", "Mapping", "MutableMapping", "Sequence", "Set", "Sized"],
    ),
    ("contextlib", &["closing", "contextmanager", "nullcontext", "redirect_stderr", "redirect_stdout", "suppress"]),
    (
        "csv",
        &[
            "DictReader", "DictWriter", "Error", "QUOTE_ALL", "QUOTE_MINIMAL", "QUOTE_NONE", "QUOTE_NONNUMERIC",
            "Sniffer", "excel", "excel_tab", "field_size_limit", "reader", "writer",
        ],
    ),
    ("dataclasses", &["asdict", "astuple", "dataclass", "field", "fields"]),
    ("datetime", &["MAXYEAR", "MINYEAR", "UTC", "date", "datetime", "time", "timedelta", "timezone"]),
    (
        "decimal",
        &["Context", "Decimal", "InvalidOperation", "ROUND_HALF_EVEN", "ROUND_HALF_UP", "getcontext", "localcontext"],
    ),
    (
        "difflib",
        &["Differ", "HtmlDiff", "SequenceMatcher", "context_diff", "get_close_matches", "ndiff", "unified_diff"],
    ),
    ("fnmatch", &["filter", "fnmatch", "fnmatchcase", "translate"]),
    ("fractions", &["Fraction"]),
    ("functools", &["cache", "cmp_to_key", "lru_cache", "partial", "reduce"]),
    (
        "hashlib",
        &[
            "algorithms_available", "algorithms_guaranteed", "blake2b", "blake2s", "md5", "new", "pbkdf2_hmac", "sha1",
            "sha224", "sha256", "sha384", "sha3_256", "sha3_512", "sha512",
        ],
    ),
    ("heapq", &["heapify", "heappop", "heappush", "heappushpop", "heapreplace", "merge", "nlargest", "nsmallest"]),
    ("hmac", &["compare_digest", "digest", "new"]),
    ("html", &["escape", "unescape"]),
    ("io", &["BytesIO", "StringIO", "TextIOWrapper"]),
    (
        "itertools",
        &[
            "accumulate", "batched", "chain", "combinations", "combinations_with_replacement", "compress", "count",
            "cycle", "dropwhile", "filterfalse", "groupby", "islice", "pairwise", "permutations", "product", "repeat",
            "starmap", "takewhile", "tee", "zip_longest",
        ],
    ),
    ("json", &["JSONDecodeError", "JSONDecoder", "JSONEncoder", "dump", "dumps", "load", "loads"]),
    (
        "math",
        &[
            "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "comb", "copysign", "cos", "cosh",
            "degrees", "dist", "e", "erf", "erfc", "exp", "expm1", "fabs", "factorial", "floor", "fmod", "frexp",
            "fsum", "gamma", "gcd", "hypot", "inf", "isclose", "isfinite", "isinf", "isnan", "isqrt", "lcm", "ldexp",
            "lgamma", "log", "log10", "log1p", "log2", "modf", "nan", "perm", "pi", "pow", "prod", "radians",
            "remainder", "sin", "sinh", "sqrt", "tan", "tanh", "tau", "trunc",
        ],
    ),
    (
        "operator",
        &[
            "add", "and_", "concat", "contains", "eq", "floordiv", "ge", "getitem", "gt", "itemgetter", "le", "lt",
            "mod", "mul", "ne", "neg", "not_", "or_", "sub", "truediv", "xor",
        ],
    ),
    ("os", &["cpu_count", "getcwd", "getpid", "linesep", "path", "sep"]),
    (
        "os.path",
        &[
            "abspath", "basename", "commonpath", "commonprefix", "dirname", "exists", "expanduser", "getmtime",
            "getsize", "isabs", "isdir", "isfile", "islink", "join", "normpath", "realpath", "relpath", "sep", "split",
            "splitext",
        ],
    ),
    ("pprint", &["PrettyPrinter", "pformat", "pp", "pprint"]),
    (
        "random",
        &[
            "Random", "choice", "choices", "gauss", "randint", "random", "randrange", "sample", "seed", "shuffle",
            "uniform",
        ],
    ),
    (
        "re",
        &[
            "A", "ASCII", "DOTALL", "I", "IGNORECASE", "M", "MULTILINE", "Match", "Pattern", "S", "U", "UNICODE",
            "VERBOSE", "X", "compile", "error", "escape", "findall", "finditer", "fullmatch", "match", "search",
            "split", "sub", "subn",
        ],
    ),
    ("secrets", &["choice", "randbelow", "token_bytes", "token_hex", "token_urlsafe"]),
    ("shlex", &["join", "quote", "split"]),
    (
        "statistics",
        &["NormalDist", "fmean", "mean", "median", "mode", "pstdev", "pvariance", "quantiles", "stdev", "variance"],
    ),
    (
        "string",
        &[
            "Template", "ascii_letters", "ascii_lowercase", "ascii_uppercase", "capwords", "digits", "hexdigits",
            "octdigits", "printable", "punctuation", "whitespace",
        ],
    ),
    ("struct", &["Struct", "calcsize", "error", "iter_unpack", "pack", "unpack", "unpack_from"]),
    (
        "sys",
        &[
            "argv", "byteorder", "executable", "exit", "float_info", "getdefaultencoding", "getrecursionlimit",
            "getsizeof", "hexversion", "implementation", "maxsize", "maxunicode", "platform", "prefix",
            "setrecursionlimit", "stderr", "stdin", "stdout", "version", "version_info",
        ],
    ),
    ("textwrap", &["TextWrapper", "dedent", "fill", "indent", "shorten", "wrap"]),
    (
        "time",
        &[
            "asctime", "ctime", "gmtime", "localtime", "mktime", "monotonic", "perf_counter", "process_time", "sleep",
            "strftime", "strptime", "time", "time_ns", "timezone", "tzname",
        ],
    ),
    ("tomllib", &["TOMLDecodeError", "load", "loads"]),
    ("traceback", &["format_exc", "print_exc"]),
    (
        "typing",
        &[
            "Any", "Callable", "Dict", "Generator", "Iterable", "Iterator", "List", "Literal", "Mapping", "Optional",
            "Sequence", "Set", "Tuple", "Union",
        ],
    ),
    (
        "unicodedata",
        &["bidirectional", "category", "combining", "decimal", "digit", "east_asian_width", "lookup", "name", "normalize", "numeric"],
    ),
    ("urllib", &["parse"]),
    (
        "urllib.parse",
        &[
            "parse_qs", "parse_qsl", "quote", "quote_plus", "unquote", "unquote_plus", "urldefrag", "urlencode",
            "urljoin", "urlparse", "urlsplit", "urlunparse", "urlunsplit",
        ],
    ),
    ("uuid", &["NAMESPACE_DNS", "NAMESPACE_URL", "UUID", "uuid3", "uuid4", "uuid5"]),
    ("zlib", &["adler32", "compress", "crc32", "decompress"]),
];
