//! What holds of the specs as a whole.

use callgate::span::Span;
use callgate::tools::packed::{Packed, names, size};
use callgate::tools::schema::{Parsing, Role};
use callgate::value::Argument;

/// The specs may take this much of the program.
const MOST_BYTES: usize = 2 * 1024 * 1024;

#[test]
fn every_name_leads_to_a_node() {
    for name in names() {
        let packed = Packed::find(name).unwrap_or_else(|| panic!("`{name}` is listed and not found"));
        assert!(!packed.node.path.is_empty(), "{name}");
        assert!(packed.flags().all(|(spelling, flag)| flag.spellings.iter().any(|own| own == spelling)), "{name}");
    }
}

#[test]
fn names_are_sorted_and_none_stands_twice() {
    let names: Vec<&str> = names().collect();
    assert!(names.is_sorted_by(|left, right| left < right));
}

#[test]
fn a_name_that_no_spec_has_leads_nowhere() {
    for name in ["", "no-such-program", "\u{0}", "zzzz", "~", "git no-such-subcommand"] {
        assert!(Packed::find(name).is_none(), "{name:?}");
        assert!(callgate::tools::read(&[Argument::known(name, Span::default())]).is_none(), "{name:?}");
    }
    assert!(callgate::tools::read(&[]).is_none());
}

#[test]
fn the_first_operand_of_a_wrapper_ends_its_flags() {
    for name in names() {
        let node = Packed::find(name).expect("listed").node;
        if node.operands.iter().any(|slot| slot.role == Role::Command) {
            assert!(matches!(node.parsing, Parsing::StopAtOperand | Parsing::Words | Parsing::Raw), "{name}");
        }
    }
}

#[test]
fn every_program_has_a_source_and_cases() {
    let about = callgate::tools::about();
    let programs = names().filter(|name| Packed::find(name).is_some_and(|packed| packed.node.path == [*name])).count();
    assert_eq!(about.len(), programs);
    for tool in about {
        assert!(!tool.source.is_empty() && !tool.cases.is_empty() && tool.line > 0, "{}", tool.name);
    }
}

#[test]
fn every_case_is_of_the_program_it_stands_with() {
    for tool in callgate::tools::about() {
        for (invocation, _) in &tool.cases {
            let program = invocation.split(' ').next().unwrap_or_default();
            let program = program.rsplit('/').next().unwrap_or_default();
            assert!(tool.name == program || tool.aliases.iter().any(|alias| alias == program), "{invocation}");
        }
    }
}

#[test]
fn the_specs_stay_small() {
    assert!(size() < MOST_BYTES, "{} bytes", size());
}
