//! The concrete syntax tree of a shell text. Every node has a span; every sum is closed and matched without a default arm.
//!
//! Names are those of the Bash manual. Literal, single-quoted and double-quoted text are different parts, so whether a
//! word is static is a question of type.

use crate::span::Span;

/// A list of and-or lists: a whole text, a group's body, a substitution's body.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Script {
    /// The elements in order.
    pub items: Vec<Item>,
}

/// One element of a list with what ends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The first pipeline.
    pub first: Pipeline,
    /// The pipelines that follow, each with the operator before it.
    pub rest: Vec<(Connector, Pipeline)>,
    /// Whether it ends in `&`.
    pub background: bool,
    /// From the first word to the last, without the terminator.
    pub span: Span,
}

/// `&&` or `||`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connector {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// Commands joined by `|`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pipeline {
    /// Whether `!` stands before it (a second one is refused).
    pub negated: bool,
    /// Whether `time` stands before it.
    pub timed: bool,
    /// The stages; `true` beside a stage says that `|&` follows it.
    pub stages: Vec<(Command, bool)>,
    /// From `!`, `time` or the first word to the last.
    pub span: Span,
}

/// One stage of a pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Assignments, words, redirects.
    Simple(Simple),
    /// A compound command with the redirects after it.
    Compound(Compound),
    /// `name() body`, `function name body`.
    Function(Function),
}

/// A simple command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simple {
    /// Assignments before the first word.
    pub assignments: Vec<Assignment>,
    /// Words; after a declaration builtin some may be assignments.
    pub operands: Vec<Operand>,
    /// Redirects, wherever they stand.
    pub redirects: Vec<Redirect>,
    /// All of it.
    pub span: Span,
}

/// A word of a simple command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    /// A plain word.
    Word(Word),
    /// `name=value` or `name=(…)` after `declare`, `typeset`, `export`, `local` or `readonly`.
    Assignment(Assignment),
}

/// `name=value`, `name[subscript]+=value`, `name=(…)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The variable.
    pub name: String,
    /// The subscript between the brackets.
    pub subscript: Option<Vec<Part>>,
    /// Whether the operator is `+=`.
    pub append: bool,
    /// What is assigned.
    pub value: AssignedValue,
    /// All of it.
    pub span: Span,
}

/// The right side of an assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AssignedValue {
    /// A word, empty in `name=`.
    Scalar(Word),
    /// The words between the parentheses; an element `[key]=value` keeps its brackets as a literal.
    Array(Vec<Word>),
}

/// A function definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Whether it is spelled with the word `function`.
    pub keyword: bool,
    /// Its body with the redirects that belong to it.
    pub body: Box<Compound>,
    /// All of it.
    pub span: Span,
}

/// A compound command and the redirects that apply to all of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compound {
    /// Which.
    pub kind: CompoundKind,
    /// Redirects after it.
    pub redirects: Vec<Redirect>,
    /// All of it, redirects included.
    pub span: Span,
}

/// The compound commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompoundKind {
    /// `{ list; }`
    Group(Script),
    /// `( list )`
    Subshell(Script),
    /// `if`, with one arm for `if` and each `elif`.
    If {
        /// Condition and body, in order.
        arms: Vec<(Script, Script)>,
        /// The body after `else`.
        otherwise: Option<Script>,
    },
    /// `while` or `until`.
    While {
        /// Whether it is `until`.
        until: bool,
        /// The condition.
        condition: Script,
        /// The body.
        body: Script,
    },
    /// `for name [in words]`.
    For {
        /// The variable.
        name: String,
        /// The words after `in`; `None` where there is no `in` (the positional parameters).
        words: Option<Vec<Word>>,
        /// The body.
        body: Script,
    },
    /// `select name [in words]`.
    Select {
        /// The variable.
        name: String,
        /// As in `for`.
        words: Option<Vec<Word>>,
        /// The body.
        body: Script,
    },
    /// `for ((initial; condition; step))`.
    ArithmeticFor {
        /// Evaluated once.
        initial: Arithmetic,
        /// Evaluated before each round.
        condition: Arithmetic,
        /// Evaluated after each round.
        step: Arithmetic,
        /// The body.
        body: Script,
    },
    /// `case subject in … esac`.
    Case {
        /// The word that is matched.
        subject: Word,
        /// The arms in order.
        arms: Vec<CaseArm>,
    },
    /// `(( … ))`
    Arithmetic(Arithmetic),
    /// `[[ … ]]`
    Test(TestExpression),
}

/// One arm of `case`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseArm {
    /// The patterns, any of which selects the arm.
    pub patterns: Vec<Word>,
    /// What runs.
    pub body: Script,
    /// How it ends.
    pub end: CaseEnd,
}

/// What ends an arm of `case`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseEnd {
    /// `;;` or the end of the last arm.
    Break,
    /// `;&`: the next body runs too.
    FallThrough,
    /// `;;&`: the next patterns are tried too.
    Continue,
}

/// An expression inside `[[ ]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TestExpression {
    /// `a && b`
    And(Box<TestExpression>, Box<TestExpression>),
    /// `a || b`
    Or(Box<TestExpression>, Box<TestExpression>),
    /// `! a`
    Not(Box<TestExpression>),
    /// `( a )`
    Group(Box<TestExpression>),
    /// `-f word`
    Unary {
        /// With its dash.
        operator: String,
        /// Its operand.
        operand: Word,
    },
    /// `left op right`
    Binary {
        /// `==`, `=`, `!=`, `=~`, `<`, `>`, `-eq` and its like.
        operator: String,
        /// Left operand.
        left: Word,
        /// Right operand; a pattern after `==`, `!=`, `=~`.
        right: Word,
    },
    /// A word alone: true where it is not empty.
    Word(Word),
}

/// A redirect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// The descriptor before the operator, if any.
    pub descriptor: Option<Descriptor>,
    /// The operator.
    pub operator: RedirectOperator,
    /// What stands after it.
    pub target: RedirectTarget,
    /// All of it, a here-document's body excepted.
    pub span: Span,
}

/// What a redirect may have before its operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Descriptor {
    /// One digit; in the dialect `Bash` any up to 255.
    Number(u8),
    /// `{name}`: the shell picks a descriptor and stores it in the variable.
    Variable(String),
}

/// Redirect operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedirectOperator {
    /// `<`
    Read,
    /// `>`
    Write,
    /// `>|`
    Clobber,
    /// `>>`
    Append,
    /// `<>`
    ReadWrite,
    /// `&>`
    WriteBoth,
    /// `&>>`
    AppendBoth,
    /// `<&`
    DuplicateInput,
    /// `>&`; with a file name as its target it is another spelling of `&>`.
    DuplicateOutput,
    /// `<<`, or `<<-` where tabs are stripped.
    HereDocument {
        /// Whether the operator is `<<-`.
        strip_tabs: bool,
    },
    /// `<<<`
    HereString,
}

/// What a redirect names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RedirectTarget {
    /// A file name, or for `<<<` the text.
    File(Word),
    /// After `<&` and `>&`: `N`, `N-` or `-`.
    Descriptor(String),
    /// A here-document.
    HereDocument(HereDocument),
}

/// A here-document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HereDocument {
    /// The delimiter after quote removal.
    pub delimiter: String,
    /// Whether any part of the delimiter was quoted, so that the body is not expanded.
    pub quoted: bool,
    /// The body: one literal where quoted, else literals and expansions as in double quotes. Leading tabs are already
    /// stripped for `<<-`.
    pub body: Vec<Part>,
    /// The body's lines.
    pub span: Span,
}

/// A word: parts that stand together without a blank. No parts is the empty word of `name=`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Word {
    /// The parts in order.
    pub parts: Vec<Part>,
    /// All of it.
    pub span: Span,
}

impl Word {
    /// The word's text where no expansion of any kind is in it.
    #[must_use]
    pub fn literal(&self) -> Option<String> {
        let mut text = String::new();
        for part in &self.parts {
            part.add_literal(&mut text)?;
        }
        Some(text)
    }
}

impl Part {
    fn add_literal(&self, text: &mut String) -> Option<()> {
        match &self.kind {
            PartKind::Literal(piece) | PartKind::Single(piece) | PartKind::AnsiC(piece) => text.push_str(piece),
            PartKind::Escaped(character) => text.push(*character),
            PartKind::Double(parts) => {
                for part in parts {
                    part.add_literal(text)?;
                }
            }
            PartKind::Parameter(_)
            | PartKind::Command(_)
            | PartKind::Process { .. }
            | PartKind::Arithmetic(_)
            | PartKind::Glob(_)
            | PartKind::Brace(_)
            | PartKind::Tilde(_) => return None,
        }
        Some(())
    }
}

/// One part of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Which.
    pub kind: PartKind,
    /// Where.
    pub span: Span,
}

/// The parts of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartKind {
    /// Unquoted text without any special character.
    Literal(String),
    /// `\x`: this character, quoted.
    Escaped(char),
    /// `'…'`
    Single(String),
    /// `$'…'`, decoded.
    AnsiC(String),
    /// `"…"`; its parts are literals (escapes removed) and expansions.
    Double(Vec<Part>),
    /// `$name`, `${…}`
    Parameter(Parameter),
    /// `$( … )`, `` `…` ``
    Command(Substitution),
    /// `<( … )`, `>( … )`
    Process {
        /// Whether the command's output is read (`<(`).
        reads: bool,
        /// The command.
        script: Script,
    },
    /// `$(( … ))`
    Arithmetic(Arithmetic),
    /// `*`, `?` or a bracket expression, unquoted.
    Glob(Glob),
    /// A brace expansion that bash would expand.
    Brace(Brace),
    /// A leading `~`, `~name`, `~+`, `~-` where bash expands it; the text after the tilde.
    Tilde(String),
}

/// A command substitution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Substitution {
    /// The command.
    pub script: Script,
    /// Whether it is spelled with backquotes.
    pub backquoted: bool,
}

/// A glob operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Glob {
    /// `*`
    Any,
    /// `?`
    One,
    /// `[…]` as written, brackets included; the opening `[` alone where quotes or expansions stand before its `]`.
    Bracket(String),
}

/// A brace expansion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Brace {
    /// `{a,b,…}`: two or more alternatives.
    List(Vec<Vec<Part>>),
    /// `{from..to}` or `{from..to..step}`, numbers or single letters, as written.
    Range {
        /// First.
        from: String,
        /// Last.
        to: String,
        /// Step.
        step: Option<String>,
    },
}

/// A parameter expansion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Name, positional number or special character.
    pub name: String,
    /// Subscript between brackets.
    pub subscript: Option<Vec<Part>>,
    /// What is done to it.
    pub operation: ParameterOperation,
    /// Whether it is spelled with braces.
    pub braced: bool,
}

/// What a parameter expansion does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParameterOperation {
    /// The value.
    Plain,
    /// `${#name}`
    Length,
    /// An operator and its operand: `:-` `-` `:=` `=` `:?` `?` `:+` `+` `#` `##` `%` `%%` `/` `//` `/#` `/%` `^` `^^` `,` `,,`,
    /// `:` (substring) and `@X` transformations (`operator` then holds the two characters). Replacement operands keep
    /// their `/` as a literal.
    Operator {
        /// The operator as written.
        operator: String,
        /// The operand.
        operand: Vec<Part>,
    },
}

/// Arithmetic text: literals and expansions, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arithmetic {
    /// The parts.
    pub parts: Vec<Part>,
    /// Between the parentheses.
    pub span: Span,
}
