//! Compound commands of a tree to text.

use super::Writer;
use crate::shell::tree::{CaseEnd, Compound, CompoundKind, Script, TestExpression, Word};

impl Writer {
    pub(super) fn compound(&mut self, compound: &Compound) {
        match &compound.kind {
            CompoundKind::Group(script) => self.braced(script),
            CompoundKind::Subshell(script) => self.parenthesised("(", script),
            CompoundKind::If { arms, otherwise } => {
                let mut word = "if ";
                for (condition, body) in arms {
                    self.push(word);
                    self.clause(condition);
                    self.push("then ");
                    self.clause(body);
                    word = "elif ";
                }
                if let Some(body) = otherwise {
                    self.push("else ");
                    self.clause(body);
                }
                self.push("fi");
            }
            CompoundKind::While { until, condition, body } => {
                self.push(if *until { "until " } else { "while " });
                self.clause(condition);
                self.do_group(body);
            }
            CompoundKind::For { name, words, body } => self.loop_over("for ", name, words.as_deref(), body),
            CompoundKind::Select { name, words, body } => self.loop_over("select ", name, words.as_deref(), body),
            CompoundKind::ArithmeticFor { initial, condition, step, body } => {
                self.push("for ((");
                self.parts(&initial.parts);
                self.push(";");
                self.parts(&condition.parts);
                self.push(";");
                self.parts(&step.parts);
                self.push("))");
                self.terminate(false);
                self.do_group(body);
            }
            CompoundKind::Case { subject, arms } => {
                self.push("case ");
                self.word(subject);
                self.push(" in ");
                for (index, arm) in arms.iter().enumerate() {
                    let start = self.text.len();
                    for pattern in &arm.patterns {
                        if self.text.len() > start {
                            self.push("|");
                        }
                        self.word(pattern);
                    }
                    self.push(") ");
                    self.script(&arm.body);
                    self.end_arm(arm.end, index + 1 == arms.len());
                }
                self.push("esac");
            }
            CompoundKind::Arithmetic(arithmetic) => {
                self.push("((");
                self.parts(&arithmetic.parts);
                self.push("))");
            }
            CompoundKind::Test(expression) => {
                self.push("[[ ");
                self.test(expression);
                self.push(" ]]");
            }
        }
        for redirect in &compound.redirects {
            self.push(" ");
            self.redirect(redirect);
        }
    }

    fn end_arm(&mut self, end: CaseEnd, last: bool) {
        if !self.bodies.is_empty() || (self.inside_substitution && last) {
            self.newline();
        } else {
            self.push(" ");
        }
        match end {
            CaseEnd::Break if last && self.inside_substitution => {}
            CaseEnd::Break => self.push(";; "),
            CaseEnd::FallThrough => self.push(";& "),
            CaseEnd::Continue => self.push(";;& "),
        }
    }

    fn loop_over(&mut self, keyword: &str, name: &str, words: Option<&[Word]>, body: &Script) {
        self.push(keyword);
        self.push(name);
        if let Some(words) = words {
            self.push(" in");
            for word in words {
                self.push(" ");
                self.word(word);
            }
        }
        self.terminate(false);
        self.do_group(body);
    }

    fn do_group(&mut self, body: &Script) {
        self.push("do ");
        self.clause(body);
        self.push("done");
    }

    fn braced(&mut self, script: &Script) {
        self.push("{ ");
        self.clause(script);
        self.push("}");
    }

    fn test(&mut self, expression: &TestExpression) {
        match expression {
            TestExpression::And(left, right) => {
                self.test(left);
                self.push(" && ");
                self.test(right);
            }
            TestExpression::Or(left, right) => {
                self.test(left);
                self.push(" || ");
                self.test(right);
            }
            TestExpression::Not(inner) => {
                self.push("! ");
                self.test(inner);
            }
            TestExpression::Group(inner) => {
                self.push("( ");
                self.test(inner);
                self.push(" )");
            }
            TestExpression::Unary { operator, operand } => {
                self.push(operator);
                self.push(" ");
                self.word(operand);
            }
            TestExpression::Binary { operator, left, right } => {
                self.word(left);
                self.push(" ");
                self.push(operator);
                self.push(" ");
                self.word(right);
            }
            TestExpression::Word(word) => self.word(word),
        }
    }
}
