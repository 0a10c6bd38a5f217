//! Environment variables by name.

/// Parts between underscores that make a name secret.
pub(crate) const SECRET_PARTS: &[&str] = &[
    "TOKEN", "TOKENS", "SECRET", "SECRETS", "PASSWORD", "PASSWORDS", "PASSWD", "PASS", "PASSPHRASE", "PWD", "KEY", "KEYS",
    "APIKEY", "CREDENTIAL", "CREDENTIALS", "CREDS", "CRED", "AUTH", "PRIVATE", "COOKIE", "COOKIES", "SESSION", "PAT", "DSN",
    "CERT", "SIGNATURE", "SALT", "WEBHOOK", "CONNECTION", "JWT", "BEARER", "LICENSE", "AWS",
];

/// Text that makes a name secret wherever it stands.
pub(crate) const SECRET_TEXTS: &[&str] = &["TOKEN", "SECRET", "PASSWORD", "PASSWD", "APIKEY", "CREDENTIAL"];

/// Whole names that are harmless.
pub(crate) const HARMLESS: &[&str] = &[
    "HOME", "PATH", "PWD", "OLDPWD", "USER", "USERNAME", "LOGNAME", "SHELL", "SHLVL", "HOSTNAME", "HOSTTYPE", "OSTYPE",
    "MACHTYPE", "LANG", "LANGUAGE", "TERM", "TERM_PROGRAM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TZ",
    "TMPDIR", "TMP", "TEMP", "EDITOR", "VISUAL", "PAGER", "DISPLAY", "CI", "DEBUG", "VERBOSE", "UID", "EUID", "GROUPS", "PPID",
    "RANDOM", "SECONDS", "LINENO", "EPOCHSECONDS", "EPOCHREALTIME", "BASHPID", "BASH", "BASH_VERSION", "BASH_VERSINFO",
    "ZSH_VERSION", "ZSH_NAME", "FUNCNAME", "PIPESTATUS", "IFS", "OPTARG", "OPTIND", "REPLY", "NODE_ENV", "RUST_LOG",
    "RUST_BACKTRACE", "RUSTFLAGS", "CARGO_TARGET_DIR", "GOPATH", "GOROOT", "GOBIN", "GOOS", "GOARCH", "GOFLAGS", "GOPROXY",
    "GOTOOLCHAIN", "PYTHONPATH", "VIRTUAL_ENV", "CONDA_PREFIX", "CONDA_DEFAULT_ENV", "CLAUDECODE", "CC", "CXX", "CFLAGS",
    "CXXFLAGS", "LDFLAGS", "MAKEFLAGS", "LD_LIBRARY_PATH", "PKG_CONFIG_PATH", "MANPATH", "INFOPATH", "WSL_DISTRO_NAME",
    "XDG_SESSION_TYPE", "ARCH", "PORT", "NVM_BIN",
];

/// Endings of harmless names.
pub(crate) const HARMLESS_ENDINGS: &[&str] = &["_HOME", "_DIR", "_DIRS", "_PATH", "_ROOT", "_VERSION", "_PREFIX", "_LEVEL", "_PORT"];

/// Beginnings of harmless names.
pub(crate) const HARMLESS_BEGINNINGS: &[&str] = &["LC_"];
