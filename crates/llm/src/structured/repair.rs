//! What the lenient pass can put right. Each repair leaves one reading only; where there would be two, there is none.

/// A departure from JSON that was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repair {
    /// Text, code fences or reasoning around the document, or the same document several times.
    Surroundings,
    /// The document was a JSON string that holds JSON, or its quotes were escaped.
    DoubleEncoding,
    /// A value within the document was a JSON string that holds the object or list the schema asks for.
    NestedEncoding,
    /// White space that JSON does not know, a byte order mark among it.
    WhiteSpace,
    /// A comment.
    Comment,
    /// A comma with nothing behind it, or one too many between members.
    ExtraComma,
    /// Members or items without a comma between them.
    MissingComma,
    /// A string in single or typographic quotes.
    Quotes,
    /// Quotes within a string that were not escaped.
    InnerQuotes,
    /// An escape that JSON does not know.
    Escape,
    /// A line break or another control character within a string.
    ControlCharacter,
    /// Pieces of a string joined by a plus sign.
    JoinedStrings,
    /// A key without quotes.
    BareKey,
    /// A word without quotes where a string belongs.
    BareWord,
    /// `True`, `None` and other spellings of the three words of JSON.
    Literal,
    /// A number that is none, such as `NaN`; it becomes `null`, which most schemas refuse.
    NotANumber,
    /// A number that JSON writes differently.
    Number,
    /// The same key twice with the same value.
    RepeatedKey,
    /// A closing bracket that is missing although the text goes on behind it.
    MissingCloser,
    /// A closing bracket too many behind the document, or the document in doubled braces.
    ExtraBrace,
}
