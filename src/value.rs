//! What is known of a word at the moment it is used.

use crate::span::Span;

/// What is known of a shell word or variable (design §4). Joins go up, never down: a value never becomes more certain.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// Exactly this text.
    Known(String),
    /// One of these texts, at most [`Value::MAX_ALTERNATIVES`].
    OneOf(Vec<String>),
    /// A path below the directory `dir`, which is spelled as written (`""` is the current directory); it has no `..` component.
    Within {
        /// The directory as written.
        dir: String,
        /// Whether the text may begin with `-`.
        dash: bool,
    },
    /// Begins with this non-empty text; the rest may be anything.
    Starts(String),
    /// Decimal digits, at least one, without a sign.
    Number,
    /// Hexadecimal digits, at least one: the name of a commit.
    Hexadecimal,
    /// Any text.
    Unknown(Cause),
}

/// Why a value is not known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A variable of this name that the call does not set.
    Variable(String),
    /// The output of a command.
    Substitution,
    /// A positional or special parameter.
    Parameter(String),
    /// A pattern that matches file names.
    Glob,
    /// Text read from input.
    Input,
    /// An expansion that is not evaluated.
    Expansion,
    /// Several values met and too little is common to them.
    Join,
    /// A limit was reached.
    Limit,
}

impl Value {
    /// More alternatives than this are not told apart.
    pub const MAX_ALTERNATIVES: usize = 16;

    /// The text, where it is exactly known.
    #[must_use]
    pub fn known(&self) -> Option<&str> {
        match self {
            Self::Known(text) => Some(text),
            Self::OneOf(_)
            | Self::Within { .. }
            | Self::Starts(_)
            | Self::Number
            | Self::Hexadecimal
            | Self::Unknown(_) => None,
        }
    }

    /// Whether the text may begin with `-`, and so be taken for an option.
    #[must_use]
    pub fn may_be_option(&self) -> bool {
        match self {
            Self::Known(text) | Self::Starts(text) => text.starts_with('-'),
            Self::OneOf(texts) => texts.iter().any(|text| text.starts_with('-')),
            Self::Within { dash, .. } => *dash,
            Self::Number | Self::Hexadecimal => false,
            Self::Unknown(_) => true,
        }
    }

    /// The least value that covers both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        if let (Self::Known(_) | Self::OneOf(_), Self::Known(_) | Self::OneOf(_)) = (&self, &other) {
            let mut texts = self.alternatives();
            for text in other.alternatives() {
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
            return Self::one_of(texts);
        }
        if self.is_digits() && other.is_digits() {
            return Self::Number;
        }
        Self::Unknown(Cause::Join)
    }

    /// Whether it is sure to be decimal digits.
    fn is_digits(&self) -> bool {
        let digits = |text: &String| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match self {
            Self::Number => true,
            Self::Known(text) => digits(text),
            Self::OneOf(texts) => texts.iter().all(digits),
            Self::Hexadecimal | Self::Within { .. } | Self::Starts(_) | Self::Unknown(_) => false,
        }
    }

    /// The value that is one of `texts`: known where there is one, unknown where there are none or too many.
    #[must_use]
    pub fn one_of(texts: Vec<String>) -> Self {
        match texts.as_slice() {
            [] => Self::Unknown(Cause::Join),
            [only] => Self::Known(only.clone()),
            many if many.len() <= Self::MAX_ALTERNATIVES => Self::OneOf(texts),
            _ => Self::Unknown(Cause::Limit),
        }
    }

    fn alternatives(&self) -> Vec<String> {
        match self {
            Self::Known(text) => vec![text.clone()],
            Self::OneOf(texts) => texts.clone(),
            Self::Within { .. } | Self::Starts(_) | Self::Number | Self::Hexadecimal | Self::Unknown(_) => Vec::new(),
        }
    }
}

/// One word of a command's argument vector, after expansion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// What is known of its text.
    pub value: Value,
    /// Where the word stands.
    pub span: Span,
    /// Whether it may turn into no word or several (an unquoted expansion that is not known, a glob).
    pub splits: bool,
}

impl Argument {
    /// A word whose text is known.
    #[must_use]
    pub fn known(text: impl Into<String>, span: Span) -> Self {
        Self { value: Value::Known(text.into()), span, splits: false }
    }

    /// The text, where it is exactly known.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.value.known()
    }
}
