//! Bytes into lines, however they are cut, and replies of which every line is a JSON object.

use super::{Gathered, Parsed, ReadError, Reader, Sink};

/// Holds the line that is not complete yet.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    open: Vec<u8>,
}

impl Lines {
    /// Takes bytes and hands on every line that is complete, without its end.
    pub(crate) fn push(
        &mut self,
        mut bytes: &[u8],
        take: &mut dyn FnMut(&str) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            if self.open.is_empty() {
                take(text(&bytes[..end])?)?;
            } else {
                self.open.extend_from_slice(&bytes[..end]);
                let line = std::mem::take(&mut self.open);
                take(text(&line)?)?;
            }
            bytes = &bytes[end + 1..];
        }
        self.open.extend_from_slice(bytes);
        Ok(())
    }
}

/// Understands one line of a reply.
pub(crate) type Line = fn(&mut Gathered, &str, &mut Sink<'_>) -> Result<(), ReadError>;

/// Reads one reply line by line.
#[derive(Debug)]
pub(crate) struct LineReader {
    lines: Lines,
    gathered: Gathered,
    line: Line,
}

impl LineReader {
    /// A reader of lines that `line` understands; it is not asked about blank ones, nor after the end.
    pub(crate) fn new(line: Line) -> Self {
        Self { lines: Lines::default(), gathered: Gathered::default(), line }
    }
}

impl Reader for LineReader {
    fn push(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), ReadError> {
        let Self { lines, gathered, line } = self;
        gathered.begun |= !bytes.is_empty();
        let pushed = lines.push(bytes, &mut |text| {
            if gathered.done || text.trim().is_empty() { Ok(()) } else { line(gathered, text, sink) }
        });
        gathered.unless_done(pushed)
    }

    fn is_done(&self) -> bool {
        self.gathered.done
    }

    fn end(&mut self) -> Result<Parsed, ReadError> {
        self.gathered.take()
    }
}

fn text(line: &[u8]) -> Result<&str, ReadError> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    std::str::from_utf8(line).map_err(|_| ReadError::malformed("the answer is not UTF-8"))
}
