//! Server-sent events: `event:` and `data:` lines, an empty line sends them off.

use super::ReadError;
use super::lines::Lines;

/// Cuts bytes into events.
#[derive(Debug, Default)]
pub(crate) struct Events {
    lines: Lines,
    open: Open,
}

#[derive(Debug, Default)]
struct Open {
    first_line_seen: bool,
    name: String,
    data: String,
    has_data: bool,
}

impl Events {
    /// Takes bytes and hands on every complete event as its name (or nothing) and its data.
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        take: &mut dyn FnMut(&str, &str) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        let open = &mut self.open;
        self.lines.push(bytes, &mut |line| open.line(line, take))
    }
}

impl Open {
    fn line(&mut self, line: &str, take: &mut dyn FnMut(&str, &str) -> Result<(), ReadError>) -> Result<(), ReadError> {
        let line = if self.first_line_seen { line } else { line.strip_prefix('\u{feff}').unwrap_or(line) };
        self.first_line_seen = true;
        if line.is_empty() {
            let event = std::mem::replace(self, Self { first_line_seen: true, ..Self::default() });
            return if event.has_data { take(&event.name, &event.data) } else { Ok(()) };
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            // A comment keeps the connection alive.
            "" | "id" | "retry" => {}
            "event" => value.clone_into(&mut self.name),
            "data" => {
                if self.has_data {
                    self.data.push('\n');
                }
                self.data.push_str(value);
                self.has_data = true;
            }
            _ => return Err(ReadError::malformed("the answer is not a stream of events")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(text: &[u8], size: usize) -> Result<Vec<(String, String)>, ReadError> {
        let mut found = Vec::new();
        let mut events = Events::default();
        for piece in text.chunks(size) {
            events.push(piece, &mut |name, data| {
                found.push((name.to_owned(), data.to_owned()));
                Ok(())
            })?;
        }
        Ok(found)
    }

    #[test]
    fn events_are_the_same_however_the_bytes_are_cut() {
        let text = "\u{feff}: hello\nevent: a\r\ndata: é1\r\ndata:2\r\n\r\nid: 4\nretry: 5\ndata\n\nevent: no data\n\n";
        let whole = events(text.as_bytes(), usize::MAX);
        let pair = |name: &str, data: &str| (name.to_owned(), data.to_owned());
        assert_eq!(whole, Ok(vec![pair("a", "é1\n2"), pair("", "")]));
        for size in 1..text.len() {
            assert_eq!(events(text.as_bytes(), size), whole, "pieces of {size}");
        }
    }

    #[test]
    fn what_is_no_stream_is_malformed() {
        assert!(events(b"<html>\n", 99).is_err());
        assert!(events(b"data: \xff\n", 99).is_err());
    }
}
