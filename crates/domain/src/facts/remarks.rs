//! What is written in a file beside its code: documentation, comments, names in strings.

use super::{FileFacts, Span, SymbolIx, Text};
use serde::{Deserialize, Serialize};

/// A doc comment or docstring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doc {
    /// The definition it documents; `None` for the file.
    pub symbol: Option<SymbolIx>,
    /// Its text without comment markers and common indentation.
    pub text: Text,
    /// Its format.
    pub format: DocFormat,
    /// What it says of parameters, returns and errors.
    pub fields: Vec<DocField>,
    /// Where it stands.
    pub span: Span,
}

named! {
    /// The formats of documentation.
    DocFormat {
        /// Google's Python sections.
        Google = "google",
        /// NumPy's Python sections.
        Numpy = "numpy",
        /// Sphinx fields.
        Sphinx = "sphinx",
        /// JSDoc and TSDoc.
        Jsdoc = "jsdoc",
        /// Rust's Markdown.
        Rustdoc = "rustdoc",
        /// Go's prose.
        Godoc = "godoc",
        /// Java's.
        Javadoc = "javadoc",
        /// Anything else.
        Plain = "plain",
    }
}

/// One parsed field of a doc comment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocField {
    /// `param`, `returns`, `raises`, `yields`, `deprecated`, `type_param` … in lower case.
    pub tag: Text,
    /// The parameter or exception it speaks of.
    pub name: Option<Text>,
    /// What it says.
    pub text: Text,
}

/// A comment that is not documentation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    /// Its first line.
    pub line: u32,
    /// Its text without markers; adjacent line comments are one comment.
    pub text: Text,
    /// What it is for.
    pub kind: CommentKind,
    /// The definition it stands in.
    pub symbol: Option<SymbolIx>,
}

named! {
    /// What a comment is for.
    CommentKind {
        /// Something is left to do.
        Todo = "todo",
        /// Something is broken.
        Fixme = "fixme",
        /// Something is done in a bad way.
        Hack = "hack",
        /// A note to the reader.
        Note = "note",
        /// It names an issue.
        BugRef = "bug_ref",
        /// It says why.
        Rationale = "rationale",
        /// Anything else.
        General = "general",
    }
}

/// A string or dynamic access that spells a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mention {
    /// The name: an identifier or dotted path of identifiers; `*` stands for a part that is filled in.
    pub name: Text,
    /// Where.
    pub line: u32,
    /// It stands in an access by name (`getattr(x, "name")`, `obj["name"]`), not just in a string.
    pub access: bool,
}

impl Mention {
    /// What it names in the end: `"package.module.Class"` the class, `"module:function"` the function.
    pub fn last<'f>(&self, facts: &'f FileFacts) -> &'f str {
        let name = facts.text(self.name);
        name.rsplit(['.', ':', '/']).next().unwrap_or(name)
    }
}
