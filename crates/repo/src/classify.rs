//! What kind of content a file holds: binary, generated, vendored. By path and bytes alone.

use tribunal_domain::RepoPath;

mod attributes;
mod generated;
mod published;

pub use attributes::Attributes;

/// git looks for a NUL in this many bytes.
const BINARY_PREFIX: usize = 8_000;
/// Byte order marks of UTF-16: text, but not text that can be read as it is.
const UTF16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];
/// Folders that hold other people's code.
const VENDORED: [&[u8]; 16] = [
    b"vendor",
    b"vendors",
    b"vendored",
    b"third_party",
    b"third-party",
    b"thirdparty",
    b"node_modules",
    b"bower_components",
    b"jspm_packages",
    b"site-packages",
    b"Godeps",
    b"Pods",
    b"Carthage",
    b"external-crates",
    b"extern",
    b"externals",
];

/// What a file is, apart from its language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FileClass {
    /// Not text, or text in UTF-16.
    pub binary: bool,
    /// Written by a program: marked as such, a lock file, or minified.
    pub generated: bool,
    /// Somebody else's code, kept in a folder for such.
    pub vendored: bool,
}

/// Classifies a file by its path and bytes; `Attributes::apply` adds what the project says itself.
pub fn classify(path: &RepoPath, bytes: &[u8]) -> FileClass {
    let binary = is_binary(bytes);
    FileClass {
        binary,
        generated: generated::by_name(path) || (!binary && generated::by_content(path, bytes)),
        vendored: path.folders().any(|folder| VENDORED.contains(&folder)) || published::is_published(path, bytes),
    }
}

/// Whether git would call the bytes binary, or they are UTF-16.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    let prefix = &bytes[..bytes.len().min(BINARY_PREFIX)];
    prefix.contains(&0) || UTF16_MARKS.iter().any(|mark| bytes.starts_with(mark))
}
