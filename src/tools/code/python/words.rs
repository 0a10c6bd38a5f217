//! The names of Python: keywords, built-in functions and attributes, and which of them only compute.

/// Keywords of an ordinary program. `import` and `from` are read where a statement begins.
pub(super) const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "break", "class", "continue", "def", "del", "elif", "else",
    "except", "finally", "for", "from", "global", "if", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
    "return", "try", "while", "with", "yield",
];

/// Built-in functions and types that compute, print, or do what their arguments do.
pub(super) const BUILTINS: &[&str] = &[
    "abs", "all", "any", "ascii", "bin", "bool", "bytearray", "bytes", "callable", "chr", "classmethod", "complex",
    "dict", "divmod", "enumerate", "exit", "filter", "float", "format", "frozenset", "hash", "hex", "id", "int",
    "isinstance", "issubclass", "iter", "len", "list", "map", "max", "min", "next", "object", "oct", "ord", "pow", "property",
    "quit", "range", "repr", "reversed", "round", "set", "slice", "sorted", "staticmethod", "str", "sum", "tuple",
    "zip", "Ellipsis", "NotImplemented", "ArithmeticError", "AssertionError", "AttributeError", "BaseException",
    "BlockingIOError", "BrokenPipeError", "BufferError", "BytesWarning", "ChildProcessError",
    "ConnectionAbortedError", "ConnectionError", "ConnectionRefusedError", "ConnectionResetError",
    "DeprecationWarning", "EOFError", "EncodingWarning", "EnvironmentError", "Exception", "ExceptionGroup",
    "FileExistsError", "FileNotFoundError", "FloatingPointError", "FutureWarning", "GeneratorExit", "IOError",
    "ImportError", "ImportWarning", "IndentationError", "IndexError", "InterruptedError", "IsADirectoryError",
    "KeyError", "KeyboardInterrupt", "LookupError", "MemoryError", "ModuleNotFoundError", "NameError",
    "NotADirectoryError", "NotImplementedError", "OSError", "OverflowError", "PendingDeprecationWarning",
    "PermissionError", "ProcessLookupError", "RecursionError", "ReferenceError", "ResourceWarning", "RuntimeError",
    "RuntimeWarning", "StopAsyncIteration", "StopIteration", "SyntaxError", "SyntaxWarning", "SystemError",
    "SystemExit", "TabError", "TimeoutError", "TypeError", "UnboundLocalError", "UnicodeDecodeError",
    "UnicodeEncodeError", "UnicodeError", "UnicodeTranslateError", "UnicodeWarning", "UserWarning", "ValueError",
    "Warning",
];

/// Built-in functions that are read only where they are called; what a caller gets from them depends on the call.
pub(super) const CALLED: &[&str] = &["open", "print", "super", "type"];

/// Names that may not stand for anything, even where the program gives them a meaning: in another scope of it they are
/// built-in functions of Python 3, Python 2, PyPy or IPython. `case` reads attributes by keyword.
pub(super) const REFUSED: &[&str] = &[
    "aiter", "anext", "apply", "breakpoint", "buffer", "case", "cmp", "coerce", "compile", "copyright", "credits",
    "delattr", "dir", "display", "eval", "exec", "execfile", "file", "get_ipython", "getattr", "globals", "hasattr",
    "help", "input", "intern", "license", "locals", "long", "memoryview", "raw_input", "reduce", "reload", "runfile",
    "setattr", "unichr", "unicode", "vars", "xrange", "basestring", "async", "await",
];

/// Special methods that a class may define.
pub(super) const METHODS: &[&str] = &[
    "__add__", "__bool__", "__call__", "__contains__", "__delitem__", "__enter__", "__eq__", "__exit__", "__ge__",
    "__getitem__", "__gt__", "__hash__", "__init__", "__iter__", "__le__", "__len__", "__lt__", "__mul__", "__ne__",
    "__next__", "__post_init__", "__repr__", "__setitem__", "__str__", "__sub__",
];

/// Types that the type of a value may be compared with: their comparison is not the program's.
pub(super) const TYPES: &[&str] = &[
    "bool", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "object", "set", "str", "tuple",
];

/// Whether reading this attribute of a value leads to nothing but values: no code, frame, namespace or base class.
pub(super) fn is_plain_attribute(name: &str) -> bool {
    const PREFIXES: &[&str] = &["_", "ag_", "co_", "cr_", "f_", "func_", "gi_", "im_", "tb_"];
    const NAMES: &[&str] = &["format", "format_map", "mro", "obj", "open"];
    !PREFIXES.iter().any(|prefix| name.starts_with(prefix)) && !NAMES.contains(&name)
}
