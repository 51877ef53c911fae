//! Aligned columns without lines: text to the left, numbers to the right, the last column unpadded.

use super::{Output, Style, escaped};
use crate::error::CliError;

/// The space between columns.
const GAP: &str = "  ";

/// A column wider than this no longer pushes the next one away: the rest of its row moves instead.
const WIDEST: usize = 60;

/// One cell.
#[derive(Debug, Clone)]
pub struct Cell {
    text: String,
    style: Style,
    right: bool,
}

impl Cell {
    /// Text, to the left.
    pub fn text(text: impl Into<String>) -> Self {
        let text: String = text.into();
        Self { text: escaped(&text).into_owned(), style: Style::Plain, right: false }
    }

    /// A number, to the right.
    pub fn number(number: u64) -> Self {
        Self { right: true, ..Self::text(grouped(number)) }
    }

    /// The same cell, set off.
    pub fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// Rows of cells.
#[derive(Debug, Default)]
pub struct Table {
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Prints the rows with this text before each.
    pub fn print(&self, out: &mut Output, indent: &str) -> Result<(), CliError> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let width_of = |column| {
            let widths = self.rows.iter().filter_map(|row: &Vec<Cell>| row.get(column)).map(Cell::width);
            widths.filter(|width| *width <= WIDEST).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..columns).map(width_of).collect();
        for row in &self.rows {
            let mut pieces = vec![(Style::Plain, indent.to_owned())];
            for (column, cell) in row.iter().enumerate() {
                let padding = " ".repeat(widths[column].saturating_sub(cell.width()));
                let (before, after) = if cell.right { (padding, String::new()) } else { (String::new(), padding) };
                pieces.extend([(Style::Plain, before), (cell.style, cell.text.clone())]);
                if column + 1 < row.len() {
                    pieces.push((Style::Plain, after + GAP));
                }
            }
            let pieces: Vec<_> = pieces.iter().map(|(style, text)| (*style, text.as_str())).collect();
            out.styled(&pieces)?;
        }
        Ok(())
    }
}

/// A number with its thousands set apart: `1,904`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
