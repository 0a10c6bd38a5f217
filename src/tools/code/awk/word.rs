//! The words of awk: POSIX and gawk 5.

/// What a word is to awk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// A keyword of some implementation.
    Keyword,
    /// A built-in function that only computes, or that is looked at where it is called.
    Function,
    /// A built-in that this reader does not follow.
    Refused,
    /// A variable, array or function of the program.
    Name,
}

pub(super) fn class(word: &str) -> Class {
    match word {
        "BEGIN" | "END" | "BEGINFILE" | "ENDFILE" | "function" | "func" | "if" | "else" | "for" | "while" | "do"
        | "break" | "continue" | "next" | "nextfile" | "exit" | "return" | "delete" | "in" | "getline" | "print"
        | "printf" | "switch" | "case" | "default" => Class::Keyword,
        "length" | "substr" | "index" | "split" | "sub" | "gsub" | "match" | "sprintf" | "sin" | "cos" | "atan2"
        | "exp" | "log" | "sqrt" | "int" | "rand" | "srand" | "tolower" | "toupper" | "system" | "close" | "fflush"
        | "gensub" | "strftime" | "systime" | "mktime" | "asort" | "asorti" | "patsplit" | "strtonum" | "and"
        | "or" | "xor" | "lshift" | "rshift" | "compl" | "typeof" | "isarray" | "mkbool" => Class::Function,
        "SYMTAB" | "FUNCTAB" | "TEXTDOMAIN" | "bindtextdomain" | "dcgettext" | "dcngettext" | "adump" | "stopme"
        | "extension" => Class::Refused,
        _ => Class::Name,
    }
}
