//! Everything that leaves the process: results on stdout, notes and errors on stderr.
//!
//! Text of a repository may hold control sequences. Whatever goes through `line` or a table is escaped; only
//! machine formats go through `raw`.

mod escape;
mod table;

pub use escape::{escaped, shell_word};
pub use table::{Cell, Table, grouped};

use crate::cli::Color;
use crate::error::{CliError, Kind};
use serde::Serialize;
use std::io::{BufWriter, IsTerminal, Stdout, Write};

/// How a piece of text is set off; always beside something that says the same without colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    #[default]
    Plain,
    Bold,
    Dim,
    Good,
    Warn,
    Bad,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Bold => "\x1b[1m",
            Self::Dim => "\x1b[2m",
            Self::Good => "\x1b[32m",
            Self::Warn => "\x1b[33m",
            Self::Bad => "\x1b[31m",
        }
    }
}

/// The two streams.
pub struct Output {
    stdout: BufWriter<Stdout>,
    color_out: bool,
    color_err: bool,
    quiet: bool,
}

impl Output {
    /// Decides once about colour.
    pub fn new(color: Color, quiet: bool) -> Self {
        Self {
            stdout: BufWriter::new(std::io::stdout()),
            color_out: colored(color, std::io::stdout().is_terminal()),
            color_err: colored(color, std::io::stderr().is_terminal()),
            quiet,
        }
    }

    /// Whether notes and progress are unwanted.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// One line of plain text, escaped.
    pub fn line(&mut self, text: &str) -> Result<(), CliError> {
        self.styled(&[(Style::Plain, text)])
    }

    /// One line of pieces, each escaped.
    pub fn styled(&mut self, pieces: &[(Style, &str)]) -> Result<(), CliError> {
        let line = painted(pieces, self.color_out);
        self.write(line.trim_end().as_bytes())?;
        self.write(b"\n")
    }

    /// A machine format or a text made by this program, as it is.
    pub fn raw(&mut self, text: &str) -> Result<(), CliError> {
        self.write(text.as_bytes())
    }

    /// A text as it is, byte for byte, for whoever reads it; on a terminal without its control characters.
    pub fn verbatim(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        if std::io::stdout().is_terminal() {
            return self.prose(&String::from_utf8_lossy(bytes));
        }
        self.write(bytes)
    }

    /// Prose of others over many lines: control characters are escaped, line breaks and tabs are not.
    pub fn prose(&mut self, text: &str) -> Result<(), CliError> {
        let text: String = text.split_inclusive('\n').map(escaped_line).collect();
        self.write(text.as_bytes())
    }

    /// The same on stderr, set off from what is the result.
    pub fn aside(&mut self, text: &str) {
        if !self.quiet {
            let text: String = text.split_inclusive('\n').map(escaped_line).collect();
            let (on, off) = if self.color_err { (Style::Dim.code(), "\x1b[0m") } else { ("", "") };
            let _ = write!(std::io::stderr(), "{on}{text}{off}");
        }
    }

    /// One JSON document over several lines.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), CliError> {
        let text = serde_json::to_string_pretty(value).expect("results are plain data");
        self.raw(&text)?;
        self.raw("\n")
    }

    /// One JSON document on one line.
    pub fn json_line(&mut self, value: &impl Serialize) -> Result<(), CliError> {
        let text = serde_json::to_string(value).expect("results are plain data");
        self.raw(&text)?;
        self.raw("\n")
    }

    /// A remark on stderr.
    pub fn note(&mut self, text: &str) {
        if !self.quiet {
            stderr_line(&escaped(text));
        }
    }

    /// An error on stderr: what, the causes, a blank line, the hint.
    pub fn error(&mut self, error: &CliError, debug: bool) {
        if matches!(error.kind, Kind::ClosedPipe | Kind::Reported | Kind::Findings) {
            return;
        }
        let mut causes = error.source.chain().map(ToString::to_string);
        let what = causes.next().unwrap_or_default();
        stderr_line(&painted(&[(Style::Bad, "error"), (Style::Plain, ": "), (Style::Plain, &what)], self.color_err));
        for cause in causes {
            cause.lines().for_each(|line| stderr_line(&format!("  {}", escaped(line))));
        }
        if debug {
            format!("{:?}", error.source).lines().for_each(|line| stderr_line(&format!("  | {}", escaped(line))));
        }
        if let Some(hint) = &error.hint {
            stderr_line("");
            stderr_line(&painted(&[(Style::Good, "hint"), (Style::Plain, ": "), (Style::Plain, hint)], self.color_err));
        }
    }

    /// Hands everything to the reader.
    pub fn finish(&mut self) -> Result<(), CliError> {
        self.stdout.flush().map_err(|error| stdout_error(&error))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        self.stdout.write_all(bytes).map_err(|error| stdout_error(&error))
    }
}

fn stdout_error(error: &std::io::Error) -> CliError {
    match error.kind() {
        std::io::ErrorKind::BrokenPipe => CliError::closed_pipe(),
        _ => CliError::new(Kind::Io, format!("cannot write to stdout: {error}")),
    }
}

/// A line on stderr; there is nowhere to report a failure to.
pub fn stderr_line(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Tabs stay, and `\r\n` is a line break like any other.
fn escaped_line(line: &str) -> String {
    let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
    let text = text.strip_suffix('\r').filter(|_| !end.is_empty()).unwrap_or(text);
    let parts: Vec<_> = text.split('\t').map(escaped).collect();
    parts.join("\t") + end
}

fn painted(pieces: &[(Style, &str)], color: bool) -> String {
    let mut line = String::new();
    for (style, text) in pieces {
        let text = escaped(text);
        if color && *style != Style::Plain && !text.trim().is_empty() {
            line.extend([style.code(), &text, "\x1b[0m"]);
        } else {
            line.push_str(&text);
        }
    }
    line
}

fn colored(color: Color, terminal: bool) -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => terminal && !unwanted && !dumb,
    }
}
