//! `callgate replay`: recorded calls, judged again.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::call::{Context, Face};
use crate::cli::arguments::{Format, Replay};
use crate::cli::guard::guarded;
use crate::cli::surroundings::{Known, Surroundings};
use crate::cli::{Exit, fail};
use crate::harness::request::HookRequest;
use crate::judge::judge;
use crate::replay::lines::{self, Line};
use crate::replay::row::Row;
use crate::replay::summary::Summary;
use crate::replay::transcript::Reader;
use crate::replay::{Judging, calls, files};
use crate::verdict::Decision;

/// Replays and prints rows or a summary.
pub(crate) fn run(options: &Replay) -> Exit {
    let outcome = Surroundings::look(&options.launch).and_then(|surroundings| replay(options, surroundings));
    match outcome {
        Ok(()) => Exit::Approved,
        Err(sentence) => fail(&sentence),
    }
}

fn replay(options: &Replay, surroundings: Surroundings) -> Result<(), String> {
    let paths = match (options.paths.as_slice(), options.format) {
        ([], Format::Calls) => vec![PathBuf::from("-")],
        ([], Format::Claude) => {
            let sessions = surroundings.claude_directory().join("projects");
            if !sessions.exists() {
                let shown = sessions.display();
                return Err(format!(
                    "`{shown}` cannot be read: it is not there; name a recording, as in `callgate replay FILE`"
                ));
            }
            vec![sessions]
        }
        (paths, _) => paths.to_vec(),
    };
    let files = files::expand(&paths).map_err(|(path, error)| unreadable(&path, &error))?;
    let mut known = Known::new(surroundings);
    let mut judging = |request: &HookRequest| judged(request, options, &mut known);
    let mut output =
        Output { json: options.json, out: BufWriter::new(std::io::stdout().lock()), summary: Summary::default() };
    let mut reader = Reader::default();
    for path in &files {
        let mut input = open(path)?;
        let mut next = || lines::next(&mut *input).map_err(|error| unreadable(path, &error));
        while let Some(line) = next()? {
            match options.format {
                Format::Calls => output.rows(vec![calls::row(&line, &mut judging)])?,
                Format::Claude => output.rows(transcript_rows(&mut reader, &line, &mut judging))?,
            }
        }
        output.rows(reader.finish())?;
    }
    output.end(files.len(), reader.unread)
}

fn transcript_rows(reader: &mut Reader, line: &Line, judging: &mut Judging<'_>) -> Vec<Row> {
    match line {
        Line::Whole(bytes) => reader.line(bytes, judging),
        Line::TooLong => {
            reader.unread += 1;
            Vec::new()
        }
    }
}

/// Judges one call where it was made. A fault in judging it is its own answer, and the next call is judged all the same.
fn judged(request: &HookRequest, options: &Replay, known: &mut Known) -> Result<Decision, String> {
    let context = Context {
        face: Face::Replay,
        mode: request.mode,
        role: options.launch.role.clone(),
        agent_type: request.agent_type.clone(),
        headless: false,
    };
    let (place, loaded) = known.at(request.call.cwd.as_deref());
    guarded(|| judge(&request.call, &place, &loaded.policy, &context)).map_err(|fault| fault.to_string())
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, String> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    Ok(Box::new(BufReader::with_capacity(256 * 1024, file)))
}

fn unreadable(path: &Path, error: &std::io::Error) -> String {
    format!("`{}` cannot be read: {error}", path.display())
}

struct Output<W: Write> {
    json: bool,
    out: W,
    summary: Summary,
}

impl<W: Write> Output<W> {
    fn rows(&mut self, rows: Vec<Row>) -> Result<(), String> {
        for row in rows {
            if self.json {
                self.write(&row.json())?;
            } else {
                self.summary.add(&row);
            }
        }
        Ok(())
    }

    fn end(&mut self, files: usize, passed_over: usize) -> Result<(), String> {
        if !self.json {
            let text = self.summary.render(files, passed_over);
            self.write(&text)?;
        }
        self.out.flush().map_err(|error| format!("the output cannot be written: {error}"))
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        self.out.write_all(text.as_bytes()).map_err(|error| format!("the output cannot be written: {error}"))
    }
}
