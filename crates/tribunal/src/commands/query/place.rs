//! A typed place: `PATH:LINE` or `PATH:LINE:COLUMN`. The path may hold colons; numbers are read from the right.

use crate::error::{CliError, Kind};
use crate::world::World;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use tribunal_domain::{RepoPath, path_text};
use tribunal_engine::repository::Repository;

/// A place in a file; line and column count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub path: RepoPath,
    pub line: u32,
    pub column: Option<u32>,
}

impl Place {
    /// Reads a place relative to the folder the command works in.
    pub fn parse(world: &World, repository: &Repository, typed: &[u8]) -> Result<Self, CliError> {
        let (path, line, column) = split(typed).ok_or_else(|| {
            CliError::new(Kind::Usage, format!("`{}` is no place", path_text(typed)))
                .hint("write PATH:LINE or PATH:LINE:COLUMN, counted from 1")
        })?;
        Ok(Self { path: world.repo_path(repository, OsStr::from_bytes(path))?, line, column })
    }
}

fn split(typed: &[u8]) -> Option<(&[u8], u32, Option<u32>)> {
    let (rest, last) = number_at_end(typed)?;
    match number_at_end(rest) {
        Some((path, line)) if !path.is_empty() => Some((path, line, Some(last))),
        _ if !rest.is_empty() => Some((rest, last, None)),
        _ => None,
    }
}

fn number_at_end(typed: &[u8]) -> Option<(&[u8], u32)> {
    let colon = typed.iter().rposition(|&byte| byte == b':')?;
    let number: u32 = std::str::from_utf8(&typed[colon + 1..]).ok()?.parse().ok()?;
    (number > 0).then_some((&typed[..colon], number))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn numbers_are_read_from_the_right() {
        let cases: [(&str, Option<(&str, u32, Option<u32>)>); 7] = [
            ("a.rs:3", Some(("a.rs", 3, None))),
            ("a.rs:3:7", Some(("a.rs", 3, Some(7)))),
            ("odd:name:3", Some(("odd:name", 3, None))),
            ("odd:4:3:2", Some(("odd:4", 3, Some(2)))),
            ("a.rs", None),
            ("a.rs:0", None),
            (":3", None),
        ];
        for (typed, expected) in cases {
            let expected = expected.map(|(path, line, column)| (path.as_bytes(), line, column));
            assert_eq!(split(typed.as_bytes()), expected, "{typed}");
        }
    }
}
