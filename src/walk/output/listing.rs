//! Commands that print names below the working directory and nothing else, by closed lists of their options: one that is
//! not listed here may print anything (`git ls-files --format`, `grep --label`). Sources: the manuals of git, GNU grep and
//! ls, ripgrep and fd.

/// What a command's options may be while it still prints plain names.
struct Listing {
    /// Letters that take no operand, alone or together.
    letters: &'static str,
    /// Whole words.
    words: &'static [&'static str],
    /// Whole words whose operand is the next word.
    takes: &'static [&'static str],
    /// Beginnings of words that hold their operand.
    begins: &'static [&'static str],
}

impl Listing {
    /// Whether every option is listed and every other word stays below the working directory.
    fn holds(&self, words: &[&str]) -> bool {
        let mut operands_only = false;
        let mut before = "";
        words.iter().all(|word| {
            let plain = operands_only || self.takes.contains(&before);
            before = if plain { "" } else { word };
            operands_only |= !plain && *word == "--";
            if !word.starts_with('-') || *word == "-" {
                return stays_below(word);
            }
            // An operand that looks like an option is read as one further on.
            !plain
                && (*word == "--"
                    || self.words.contains(word)
                    || self.takes.contains(word)
                    || self.begins.iter().any(|begin| word.starts_with(begin))
                    || self.only_letters(word))
        })
    }

    fn only_letters(&self, word: &str) -> bool {
        word.strip_prefix('-').is_some_and(|letters| letters.chars().all(|letter| self.letters.contains(letter)))
    }

    /// Whether an option asks for names: the letter `l`, or one of the long ones.
    fn asks_for_names(&self, words: &[&str], long: &[&str]) -> bool {
        words.iter().any(|word| long.contains(word) || self.only_letters(word) && word.contains('l'))
    }
}

/// No absolute path, none that climbs, no magic of git's pathspecs; `a..b` is a range of commits.
fn stays_below(word: &str) -> bool {
    !word.starts_with(['/', '~', ':']) && !word.split('/').any(|part| part == "..")
}

const LS: Listing = Listing { letters: "1rtSdUXv", words: &["--reverse"], takes: &[], begins: &[] };

/// Whether `ls` prints the names in the working directory, hidden ones aside: `-a` prints `..` and `.env` too.
pub(super) fn ls_lists(words: &[&str]) -> bool {
    words.iter().all(|word| word.starts_with('-')) && LS.holds(words)
}

const GREP: Listing = Listing {
    letters: "rRliwEFGPvIshnHax",
    words: &[
        "--files-with-matches",
        "--recursive",
        "--ignore-case",
        "--fixed-strings",
        "--extended-regexp",
        "--word-regexp",
        "--no-messages",
    ],
    takes: &["-e", "--include", "--exclude", "--exclude-dir"],
    begins: &["--include=", "--exclude=", "--exclude-dir=", "--color=never"],
};

/// Whether `grep` prints the names of files and nothing else.
pub(super) fn grep_lists(words: &[&str]) -> bool {
    GREP.asks_for_names(words, &["--files-with-matches"]) && GREP.holds(words)
}

const RG: Listing = Listing {
    letters: "liwFPsSUvnuNx.",
    words: &[
        "--files",
        "--files-with-matches",
        "--hidden",
        "--no-ignore",
        "--ignore-case",
        "--smart-case",
        "--fixed-strings",
        "--word-regexp",
        "--no-messages",
    ],
    takes: &["-e", "-g", "-t", "-T", "--glob", "--type", "--type-not"],
    begins: &["--glob=", "--type=", "--type-not=", "-g", "-t", "-T", "--color=never"],
};

/// Whether `rg` prints the names of files and nothing else.
pub(super) fn rg_lists(words: &[&str]) -> bool {
    RG.asks_for_names(words, &["--files-with-matches", "--files"]) && RG.holds(words)
}

const FD: Listing = Listing {
    letters: "IsigFp1",
    words: &["--no-ignore", "--glob", "--fixed-strings", "--ignore-case", "--case-sensitive", "--full-path"],
    takes: &["-e", "-t", "-d", "-E", "--type", "--extension", "--max-depth", "--min-depth", "--exclude"],
    begins: &["-t", "-e", "-d", "--type=", "--extension=", "--max-depth=", "--min-depth=", "--exclude="],
};

/// Whether `fd` prints the names of files, hidden ones aside, and nothing else.
pub(super) fn fd_lists(words: &[&str]) -> bool {
    FD.holds(words)
}

const LS_FILES: Listing = Listing {
    letters: "cdm",
    words: &[
        "--cached",
        "--deleted",
        "--modified",
        "--exclude-standard",
        "--directory",
        "--deduplicate",
        "--error-unmatch",
    ],
    takes: &["-x"],
    begins: &["--exclude="],
};

/// Whether `git ls-files` prints names of tracked files below the working directory: what is not tracked holds secrets.
pub(super) fn git_lists(words: &[&str]) -> bool {
    LS_FILES.holds(words)
}

const GIT_GREP: Listing = Listing {
    letters: "liwEFGPvIanH",
    words: &["--files-with-matches", "--name-only", "--cached", "--untracked", "--ignore-case"],
    takes: &["-e"],
    begins: &[],
};

/// Whether `git grep` prints the names of files and nothing else.
pub(super) fn git_grep_lists(words: &[&str]) -> bool {
    GIT_GREP.asks_for_names(words, &["--files-with-matches", "--name-only"]) && GIT_GREP.holds(words)
}

const NAME_ONLY: Listing = Listing {
    letters: "r0123456789",
    words: &[
        "--name-only",
        "--relative",
        "--cached",
        "--staged",
        "--merge-base",
        "--no-commit-id",
        "--root",
        "--no-renames",
        "--no-merges",
        "--first-parent",
        "--all",
        "--format=",
        "--pretty=",
        "--pretty=format:",
        "--format=format:",
    ],
    takes: &["-n"],
    begins: &["--diff-filter=", "--since=", "--until=", "--after=", "--before=", "--author=", "--max-count="],
};

/// Whether a comparison prints the names of files and nothing else: no message, no name of a commit.
pub(super) fn git_diff_lists(command: &str, words: &[&str]) -> bool {
    let silent = match command {
        "log" | "show" => {
            words.iter().any(|word| word.strip_prefix("--format=").or(word.strip_prefix("--pretty=")).is_some())
        }
        _ => true,
    };
    silent && words.contains(&"--name-only") && NAME_ONLY.holds(words)
}

const LOG: Listing = Listing {
    letters: "0123456789",
    words: &[
        "--all",
        "--reverse",
        "--merges",
        "--no-merges",
        "--first-parent",
        "--follow",
        "--format=%H",
        "--format=%h",
        "--pretty=%H",
        "--pretty=%h",
        "--pretty=format:%H",
        "--pretty=format:%h",
    ],
    takes: &["-n", "-S", "-G"],
    begins: &[
        "--diff-filter=",
        "--since=",
        "--until=",
        "--after=",
        "--before=",
        "--author=",
        "--grep=",
        "--max-count=",
        "--skip=",
    ],
};

/// Whether `git log` prints names of commits and nothing else.
pub(super) fn log_prints_hashes(words: &[&str]) -> bool {
    let format = |word: &&str| word.starts_with("--format=") || word.starts_with("--pretty=");
    words.iter().any(format) && LOG.holds(words)
}
