//! What in a text is no code.

use serde::{Deserialize, Serialize};

/// Where something lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Zone {
    /// In code.
    Code,
    /// In a comment.
    Comment,
    /// In documentation: a doc comment or a docstring.
    Doc,
    /// In the text of a string.
    Text,
}

impl Zone {
    /// Whether nothing there runs and nothing there is a value.
    pub fn is_remark(self) -> bool {
        matches!(self, Self::Comment | Self::Doc)
    }
}

/// Bytes of the decoded text that lie in one zone; all others are code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Marked {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// What they are.
    pub zone: Zone,
}
