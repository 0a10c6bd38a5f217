//! Checks every tool spec with the schema and packs it: `specs.bin` for judging, `about.bin` for explaining.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "src/tools/about.rs"]
pub mod about;
#[path = "src/tools/packing.rs"]
pub mod packing;
#[path = "src/tools/schema.rs"]
pub mod schema;
#[path = "src/tools/spec_check.rs"]
pub mod spec_check;
#[path = "src/tools/spec_grammar.rs"]
pub mod spec_grammar;
#[path = "src/tools/spec_text.rs"]
pub mod spec_text;

use about::About;
use spec_text::{SpecError, Tool};

const SPECS: &str = "src/tools/specs";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={SPECS}");
    for file in ["about.rs", "packing.rs", "schema.rs", "spec_check.rs", "spec_grammar.rs", "spec_text.rs"] {
        println!("cargo::rerun-if-changed=src/tools/{file}");
    }
    let mut tools = Vec::new();
    let mut errors = Vec::new();
    for file in spec_files()? {
        read(&file, &mut tools, &mut errors)?;
    }
    errors.extend(spec_check::clashes(&tools));
    for error in &errors {
        println!("cargo::error={error}");
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("specs.bin"), packing::pack(&tools).map_err(|error| error.to_string())?)?;
    let about: Vec<&About> = tools.iter().map(|tool| &tool.about).collect();
    fs::write(out.join("about.bin"), postcard::to_allocvec(&about)?)?;
    Ok(())
}

/// The spec files in the order of their names, so that the same specs give the same bytes.
fn spec_files() -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    if Path::new(SPECS).is_dir() {
        for entry in fs::read_dir(SPECS)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn read(file: &Path, tools: &mut Vec<Tool>, errors: &mut Vec<SpecError>) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    match spec_text::read_file(&file.display().to_string(), &text) {
        Ok(read) => tools.extend(read),
        Err(found) => errors.extend(found),
    }
    Ok(())
}
