//! What kind of content a file holds: binary, generated, vendored. By path and bytes alone.

use tribunal_domain::RepoPath;

mod attributes;
mod generated;
mod published;
mod shapes;

pub use attributes::Attributes;

/// git looks for a NUL in this many bytes.
const BINARY_PREFIX: usize = 8_000;
/// Byte order marks of UTF-16: text, but not text that can be read as it is.
const UTF16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];
/// Folders that hold other people's code.
const VENDORED: [&[u8]; 20] = [
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
    b"3p",
    b"3rdparty",
    b"3rd-party",
    b"3rd_party",
];
/// Hidden folders in which a project keeps code of its own. Any other was written by the tool it is named after.
const OWN_HIDDEN: [&[u8]; 18] = [
    b".github",
    b".gitlab",
    b".gitea",
    b".forgejo",
    b".circleci",
    b".buildkite",
    b".azure",
    b".jenkins",
    b".teamcity",
    b".ci",
    b".storybook",
    b".vitepress",
    b".vuepress",
    b".dumi",
    b".config",
    b".scripts",
    b".tools",
    b".docker",
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
        vendored: path.folders().any(|folder| VENDORED.contains(&folder) || is_of_a_tool(folder))
            || published::is_published(path, bytes),
    }
}

/// `.claude`, `.yarn`: what a tool has put there, and puts there again.
fn is_of_a_tool(folder: &[u8]) -> bool {
    folder.starts_with(b".") && !OWN_HIDDEN.contains(&folder)
}

/// Whether git would call the bytes binary, or they are UTF-16.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    let prefix = &bytes[..bytes.len().min(BINARY_PREFIX)];
    prefix.contains(&0) || UTF16_MARKS.iter().any(|mark| bytes.starts_with(mark))
}
