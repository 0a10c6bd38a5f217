//! A tree written compactly, so that a test can state the whole shape of a text in one line.
//!
//! `[…]` is a list, `(…)` a command, `<…>` what the shell expands by itself (globs, braces, tildes), `⏎` a newline in a
//! text; a `$` that is text has a backslash; `:` stands before an operand that is an assignment.

#![allow(clippy::panic, reason = "a failing test shall say where")]
#![allow(dead_code, reason = "each test file uses its part")]

use callgate::shell::tree::{
    Arithmetic, AssignedValue, Assignment, Brace, CaseEnd, Command, Compound, CompoundKind, Connector, Descriptor,
    Function, Glob, Item, Operand, Parameter, ParameterOperation, Part, PartKind, Pipeline, Redirect, RedirectOperator,
    RedirectTarget, Script, Simple, TestExpression, Word,
};
use callgate::shell::{Dialect, parse};

/// Asserts the shape of each text.
#[track_caller]
pub(crate) fn reads(dialect: Dialect, cases: &[(&str, &str)]) {
    let wrong = cases.iter().filter_map(|(text, expected)| match parse(text, dialect) {
        Ok(script) if dump(&script) == *expected => None,
        Ok(script) => Some(format!("{text:?} is read as {}, not {expected}", dump(&script))),
        Err(rejected) => Some(format!("{text:?} is refused: {}", rejected.why)),
    });
    none_of(wrong.collect());
}

/// Asserts that each text is refused, for the reason whose words are given.
#[track_caller]
pub(crate) fn refuses(dialect: Dialect, cases: &[(&str, &str)]) {
    let wrong = cases.iter().filter_map(|(text, why)| match parse(text, dialect) {
        Ok(script) => Some(format!("{text:?} is read as {}", dump(&script))),
        Err(rejected) if rejected.why.contains(why) => None,
        Err(rejected) => Some(format!("{text:?} is refused: {}, not {why}", rejected.why)),
    });
    none_of(wrong.collect());
}

#[track_caller]
fn none_of(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The tree of a text.
pub(crate) fn dump(script: &Script) -> String {
    format!("[{}]", joined(&script.items, "; ", item))
}

fn joined<T>(values: &[T], separator: &str, write: impl Fn(&T) -> String) -> String {
    values.iter().map(write).collect::<Vec<_>>().join(separator)
}

fn item(item: &Item) -> String {
    let mut text = pipeline(&item.first);
    for (connector, next) in &item.rest {
        text += match connector {
            Connector::And => " && ",
            Connector::Or => " || ",
        };
        text += &pipeline(next);
    }
    text + if item.background { " &" } else { "" }
}

fn pipeline(pipeline: &Pipeline) -> String {
    let mut text = String::new();
    text += if pipeline.negated { "! " } else { "" };
    text += if pipeline.timed { "time " } else { "" };
    for (index, (stage, both)) in pipeline.stages.iter().enumerate() {
        text += &command(stage);
        text += match (index + 1 == pipeline.stages.len(), both) {
            (true, false) => "",
            (true, true) => panic!("`|&` after the last stage"),
            (false, false) => " | ",
            (false, true) => " |& ",
        };
    }
    text
}

fn command(command: &Command) -> String {
    match command {
        Command::Simple(command) => simple(command),
        Command::Compound(command) => compound(command),
        Command::Function(Function { name, keyword, body, .. }) => {
            format!("({} {name} {})", if *keyword { "function" } else { "define" }, compound(body))
        }
    }
}

fn simple(simple: &Simple) -> String {
    let mut pieces: Vec<String> = simple.assignments.iter().map(assignment).collect();
    pieces.extend(simple.operands.iter().map(|operand| match operand {
        Operand::Word(written) => word(written),
        Operand::Assignment(assigned) => format!(":{}", assignment(assigned)),
    }));
    pieces.extend(simple.redirects.iter().map(redirect));
    format!("({})", pieces.join(" "))
}

fn assignment(assignment: &Assignment) -> String {
    let subscript = assignment.subscript.as_ref().map(|inner| format!("[{}]", parts(inner))).unwrap_or_default();
    let operator = if assignment.append { "+=" } else { "=" };
    let value = match &assignment.value {
        AssignedValue::Scalar(value) => word(value),
        AssignedValue::Array(values) => format!("[{}]", joined(values, " ", word)),
    };
    format!("{}{subscript}{operator}{value}", assignment.name)
}

fn compound(compound: &Compound) -> String {
    let mut text = match &compound.kind {
        CompoundKind::Group(body) => format!("group {}", dump(body)),
        CompoundKind::Subshell(body) => format!("subshell {}", dump(body)),
        CompoundKind::If { arms, otherwise } => {
            let arms = joined(arms, " elif ", |(condition, body)| format!("{} then {}", dump(condition), dump(body)));
            let otherwise = otherwise.as_ref().map(|body| format!(" else {}", dump(body))).unwrap_or_default();
            format!("if {arms}{otherwise}")
        }
        CompoundKind::While { until, condition, body } => {
            format!("{} {} do {}", if *until { "until" } else { "while" }, dump(condition), dump(body))
        }
        CompoundKind::For { name, words, body } => looped("for", name, words.as_deref(), body),
        CompoundKind::Select { name, words, body } => looped("select", name, words.as_deref(), body),
        CompoundKind::ArithmeticFor { initial, condition, step, body } => {
            let [initial, condition, step] = [initial, condition, step].map(arithmetic);
            format!("for (({initial};{condition};{step})) do {}", dump(body))
        }
        CompoundKind::Case { subject, arms } => {
            let arms = joined(arms, "", |arm| {
                let end = match arm.end {
                    CaseEnd::Break => ";;",
                    CaseEnd::FallThrough => ";&",
                    CaseEnd::Continue => ";;&",
                };
                format!(" ({} {} {end})", joined(&arm.patterns, "|", word), dump(&arm.body))
            });
            format!("case {}{arms}", word(subject))
        }
        CompoundKind::Arithmetic(inner) => format!("arithmetic {}", arithmetic(inner)),
        CompoundKind::Test(expression) => format!("test {}", test(expression)),
    };
    for added in &compound.redirects {
        text = text + " " + &redirect(added);
    }
    format!("({text})")
}

fn looped(keyword: &str, name: &str, words: Option<&[Word]>, body: &Script) -> String {
    let words = words.map(|words| format!(" in [{}]", joined(words, " ", word))).unwrap_or_default();
    format!("{keyword} {name}{words} do {}", dump(body))
}

fn test(expression: &TestExpression) -> String {
    match expression {
        TestExpression::And(left, right) => format!("(and {} {})", test(left), test(right)),
        TestExpression::Or(left, right) => format!("(or {} {})", test(left), test(right)),
        TestExpression::Not(inner) => format!("(not {})", test(inner)),
        TestExpression::Group(inner) => format!("(in {})", test(inner)),
        TestExpression::Unary { operator, operand } => format!("({operator} {})", word(operand)),
        TestExpression::Binary { operator, left, right } => format!("({operator} {} {})", word(left), word(right)),
        TestExpression::Word(alone) => word(alone),
    }
}

fn redirect(redirect: &Redirect) -> String {
    let descriptor = match &redirect.descriptor {
        None => String::new(),
        Some(Descriptor::Number(number)) => number.to_string(),
        Some(Descriptor::Variable(name)) => format!("{{{name}}}"),
    };
    let operator = match redirect.operator {
        RedirectOperator::Read => "<",
        RedirectOperator::Write => ">",
        RedirectOperator::Clobber => ">|",
        RedirectOperator::Append => ">>",
        RedirectOperator::ReadWrite => "<>",
        RedirectOperator::WriteBoth => "&>",
        RedirectOperator::AppendBoth => "&>>",
        RedirectOperator::DuplicateInput => "<&",
        RedirectOperator::DuplicateOutput => ">&",
        RedirectOperator::HereDocument { strip_tabs: true } => "<<-",
        RedirectOperator::HereDocument { strip_tabs: false } => "<<",
        RedirectOperator::HereString => "<<<",
    };
    let target = match &redirect.target {
        RedirectTarget::File(file) => format!(" {}", word(file)),
        RedirectTarget::Descriptor(number) => number.clone(),
        RedirectTarget::HereDocument(document) => {
            let quote = if document.quoted { "'" } else { "" };
            format!("{quote}{}{quote}{{{}}}", document.delimiter, parts(&document.body))
        }
    };
    format!("{descriptor}{operator}{target}")
}

fn word(word: &Word) -> String {
    parts(&word.parts)
}

fn parts(parts: &[Part]) -> String {
    joined(parts, "", part)
}

fn arithmetic(arithmetic: &Arithmetic) -> String {
    parts(&arithmetic.parts)
}

fn part(part: &Part) -> String {
    let text = match &part.kind {
        PartKind::Literal(text) => text.replace('$', "\\$").replace('`', "\\`"),
        PartKind::Escaped(character) => format!("\\{character}"),
        PartKind::Single(text) => format!("'{text}'"),
        PartKind::AnsiC(text) => format!("$'{text}'"),
        PartKind::Double(inner) => format!("\"{}\"", parts(inner)),
        PartKind::Parameter(inner) => parameter(inner),
        PartKind::Command(inner) => format!("{}{}", if inner.backquoted { "`" } else { "$" }, dump(&inner.script)),
        PartKind::Process { reads, script } => format!("{}{}", if *reads { "<" } else { ">" }, dump(script)),
        PartKind::Arithmetic(inner) => format!("$(({}))", arithmetic(inner)),
        PartKind::Glob(Glob::Any) => "<*>".to_owned(),
        PartKind::Glob(Glob::One) => "<?>".to_owned(),
        PartKind::Glob(Glob::Bracket(text)) => format!("<{text}>"),
        PartKind::Brace(Brace::List(alternatives)) => {
            format!("<{{{}}}>", joined(alternatives, ",", |inner| parts(inner)))
        }
        PartKind::Brace(Brace::Range { from, to, step }) => {
            let step = step.as_ref().map(|step| format!("..{step}")).unwrap_or_default();
            format!("<{{{from}..{to}{step}}}>")
        }
        PartKind::Tilde(name) => format!("<~{name}>"),
    };
    text.replace('\n', "⏎").replace('\t', "⇥")
}

fn parameter(parameter: &Parameter) -> String {
    let subscript = parameter.subscript.as_ref().map(|inner| format!("[{}]", parts(inner))).unwrap_or_default();
    let name = format!("{}{subscript}", parameter.name);
    match (&parameter.operation, parameter.braced) {
        (ParameterOperation::Plain, false) => format!("${name}"),
        (ParameterOperation::Plain, true) => format!("${{{name}}}"),
        (ParameterOperation::Length, _) => format!("${{length {name}}}"),
        (ParameterOperation::Operator { operator, operand }, _) => format!("${{{name} {operator} {}}}", parts(operand)),
    }
}
