//! Modules of the library that a program may load, itself or through the modules that it imports.

/// Endings of files that Python loads as modules.
const ENDINGS: &[&str] = &["py", "pyc", "pyd", "pyo", "pyw", "so"];

/// Whether a file or directory of this name, first on the path of modules, stands in for a module of the library.
pub(crate) fn shadows_library(entry: &str) -> bool {
    let (module, rest) = entry.split_once('.').unwrap_or((entry, ""));
    let loaded = rest.is_empty() || rest.rsplit('.').next().is_some_and(|ending| ENDINGS.contains(&ending));
    // A file system may not tell capitals from small letters.
    loaded && MODULES.iter().any(|name| name.eq_ignore_ascii_case(module))
}

/// What `import` of every module that a program may use brings in, and what a failing program does, over the versions 2.7
/// to 3.14.
const MODULES: &[&str] = &[
    "StringIO", "UserDict", "__future__", "_abc", "_ast", "_ast_unparse", "_bisect", "_blake2", "_bz2", "_codecs",
    "_codecs_cn", "_codecs_hk", "_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw", "_collections",
    "_collections_abc", "_colorize", "_compat_pickle", "_compression", "_contextvars", "_csv", "_datetime",
    "_decimal", "_frozen_importlib", "_frozen_importlib_external", "_functools", "_hashlib", "_heapq", "_imp",
    "_interpreters", "_io", "_json", "_locale", "_lzma", "_markupbase", "_md5", "_multibytecodec", "_opcode",
    "_opcode_metadata", "_operator", "_py_abc", "_py_warnings", "_pydatetime", "_pydecimal", "_pylong", "_pyrepl",
    "_random", "_sha1", "_sha2", "_sha256", "_sha3", "_sha512", "_signal", "_sitebuiltins", "_socket", "_sre",
    "_stat", "_statistics", "_string", "_strptime", "_struct", "_suggestions", "_thread", "_threading_local",
    "_tokenize", "_typing", "_uuid", "_warnings", "_weakref", "_weakrefset", "abc", "annotationlib", "argparse",
    "array", "ast", "atexit", "base64", "bdb", "binascii", "bisect", "builtins", "bz2", "cPickle", "cStringIO",
    "calendar", "certifi", "cmd", "code", "codecs", "codeop", "collections", "colorsys", "compression", "contextlib",
    "contextvars", "copy", "copyreg", "csv", "ctypes", "dataclasses", "datetime", "decimal", "difflib", "dis",
    "email", "encodings", "enum", "errno", "fcntl", "fnmatch", "fractions", "functools", "future_builtins",
    "genericpath", "getopt", "gettext", "glob", "grp", "hashlib", "heapq", "hmac", "html", "htmlentitydefs", "imp",
    "importlib", "inspect", "io", "ipaddress", "itertools", "json", "keyword", "linecache", "locale", "lzma",
    "marshal", "math", "md5", "netrc", "ntpath", "nturl2path", "numbers", "opcode", "operator", "os", "pathlib",
    "pdb", "pickle", "pkgutil", "platform", "posix", "posixpath", "pprint", "pwd", "pyrepl", "queue", "quopri",
    "random", "re", "reprlib", "rlcompleter", "secrets", "select", "selectors", "sha", "shlex", "shutil", "signal",
    "site", "sitecustomize", "socket", "sre", "sre_compile", "sre_constants", "sre_parse", "stat", "statistics",
    "string", "stringprep", "struct", "subprocess", "sys", "tempfile", "textwrap", "thread", "threading", "time",
    "token", "tokenize", "tomllib", "traceback", "types", "typing", "unicodedata", "urllib", "urllib2", "urlparse",
    "usercustomize", "uuid", "warnings", "weakref", "zipfile", "zipimport", "zlib",
];
