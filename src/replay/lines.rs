//! Lines of a recording.

use std::io::{self, BufRead};

/// A line of more than this many bytes is passed over.
pub const MAX_LINE: usize = 64 * 1024 * 1024;

/// One line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Its bytes.
    Whole(Vec<u8>),
    /// It is longer than [`MAX_LINE`].
    TooLong,
}

/// The next line; `None` at the end.
///
/// # Errors
///
/// Whatever the reader reports.
pub fn next(input: &mut dyn BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        any = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let taken = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
        if too_long || line.len() + taken.len() > MAX_LINE {
            too_long = true;
            line = Vec::new();
        } else {
            line.extend_from_slice(taken);
        }
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(any.then_some(if too_long { Line::TooLong } else { Line::Whole(line) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_line_breaks_and_at_the_end() {
        let mut input: &[u8] = b"a\r\n\nb";
        let mut lines = Vec::new();
        while let Some(Line::Whole(line)) = next(&mut input).unwrap() {
            lines.push(String::from_utf8(line).unwrap());
        }
        assert_eq!(lines, ["a", "", "b"]);
    }
}
