//! The one path type for anything inside a repository: relative, normalised, any bytes.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A path inside the repository: `/`-separated bytes, no empty, `.` or `..` component, nothing beneath a `.git`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct RepoPath(Arc<[u8]>);

/// Why a text is not a path of the repository.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// Nothing was given.
    #[error("the path is empty")]
    Empty,
    /// It starts at the root of the file system or of a drive.
    #[error("the path is absolute; give it relative to the repository")]
    Absolute,
    /// It climbs out of the repository.
    #[error("the path leaves the repository")]
    Escapes,
    /// It names git's own data.
    #[error("the path lies inside .git")]
    GitInternal,
    /// It contains a NUL byte.
    #[error("the path contains a NUL byte")]
    Nul,
}

impl RepoPath {
    /// Validates and normalises (`./a//b/../c` becomes `a/c`).
    pub fn new(bytes: impl AsRef<[u8]>) -> Result<Self, PathError> {
        let bytes = bytes.as_ref();
        if bytes.contains(&0) {
            return Err(PathError::Nul);
        }
        let drive = bytes.len() > 1 && bytes[1] == b':' && bytes[0].is_ascii_alphabetic();
        if bytes.first() == Some(&b'/') || drive {
            return Err(PathError::Absolute);
        }
        let mut parts: Vec<&[u8]> = Vec::new();
        for part in bytes.split(|&b| b == b'/') {
            match part {
                b"" | b"." => {}
                b".." => {
                    parts.pop().ok_or(PathError::Escapes)?;
                }
                part if part.eq_ignore_ascii_case(b".git") => return Err(PathError::GitInternal),
                part => parts.push(part),
            }
        }
        if parts.is_empty() {
            return Err(PathError::Empty);
        }
        Ok(Self(parts.join(&b'/').into()))
    }

    /// The path's bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The path as text, if it is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// The path as text; bytes that are not UTF-8 are percent-encoded.
    pub fn to_text(&self) -> Cow<'_, str> {
        path_text(&self.0)
    }

    /// The last component.
    pub fn file_name(&self) -> &[u8] {
        self.0.rsplit(|&b| b == b'/').next().unwrap_or_default()
    }

    /// The ending after the last dot of the file name, without the dot; empty if there is none.
    pub fn extension(&self) -> &[u8] {
        let name = self.file_name();
        match name.iter().rposition(|&b| b == b'.') {
            Some(dot) if dot > 0 => &name[dot + 1..],
            _ => b"",
        }
    }

    /// The folder that holds the file: empty bytes at the root.
    pub fn folder(&self) -> &[u8] {
        match self.0.iter().rposition(|&b| b == b'/') {
            Some(slash) => &self.0[..slash],
            None => b"",
        }
    }

    /// The part of the path below a folder; all of it below the root.
    pub fn below(&self, folder: &[u8]) -> Option<&[u8]> {
        if folder.is_empty() { Some(&self.0) } else { self.0.strip_prefix(folder)?.strip_prefix(b"/") }
    }

    /// The names of the folders on the way to the file, the outermost first.
    pub fn folders(&self) -> impl Iterator<Item = &[u8]> {
        self.folder().split(|&byte| byte == b'/').filter(|part| !part.is_empty())
    }
}

/// Any path as text, in the way of [`RepoPath::to_text`]: bytes that are not UTF-8 are percent-encoded.
pub fn path_text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(percent_encoded(bytes)),
    }
}

fn percent_encoded(bytes: &[u8]) -> String {
    use fmt::Write;
    let mut out = String::new();
    for chunk in bytes.utf8_chunks() {
        out.push_str(&chunk.valid().replace('%', "%25"));
        for byte in chunk.invalid() {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

impl TryFrom<Vec<u8>> for RepoPath {
    type Error = PathError;
    fn try_from(bytes: Vec<u8>) -> Result<Self, PathError> {
        Self::new(bytes)
    }
}

impl From<RepoPath> for Vec<u8> {
    fn from(path: RepoPath) -> Self {
        path.0.to_vec()
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl fmt::Debug for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_text(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_normalised() {
        for (given, kept) in [("a/b", "a/b"), ("./a//b", "a/b"), ("a/x/../b", "a/b"), (".github/w", ".github/w")] {
            assert_eq!(RepoPath::new(given).map(|p| p.to_string()), Ok(kept.to_owned()), "{given}");
        }
    }

    #[test]
    fn paths_that_leave_the_repository_are_refused() {
        use PathError::{Absolute, Empty, Escapes, GitInternal, Nul};
        let cases = [
            ("", Empty),
            ("./", Empty),
            ("/etc/passwd", Absolute),
            ("C:/x", Absolute),
            ("../x", Escapes),
            ("a/../../x", Escapes),
            (".git/config", GitInternal),
            ("a/.GIT/hooks", GitInternal),
            ("a\0b", Nul),
        ];
        for (given, why) in cases {
            assert_eq!(RepoPath::new(given), Err(why), "{given:?}");
        }
    }

    #[test]
    fn a_path_is_below_whole_folders_only() {
        let path = RepoPath::new("src/app/main.py").expect("valid");
        let cases = [("", Some("src/app/main.py")), ("src", Some("app/main.py")), ("src/ap", None), ("app", None)];
        for (folder, rest) in cases {
            assert_eq!(path.below(folder.as_bytes()), rest.map(str::as_bytes), "{folder}");
        }
    }

    #[test]
    fn bytes_that_are_not_text_are_shown_percent_encoded() {
        let path = RepoPath::new(b"caf\xe9/100%.py").expect("valid");
        assert_eq!(path.to_text(), "caf%E9/100%25.py");
        assert_eq!(path.extension(), b"py");
    }
}
