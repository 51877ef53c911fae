//! Bytes into lines, however they are cut.

use super::ReadError;

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

fn text(line: &[u8]) -> Result<&str, ReadError> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    std::str::from_utf8(line).map_err(|_| ReadError::malformed("the answer is not UTF-8"))
}
