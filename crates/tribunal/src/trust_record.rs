//! Which configuration files the user trusts: the repository's place with the hash of the file's bytes.
//!
//! The place counts too: the same `npm test` means something else in another repository.

use crate::error::{CliError, Kind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use tribunal_engine::config::ConfigFile;
use tribunal_engine::repository::Repository;

const VERSION: u32 = 1;

/// The record as read from the user's folder.
pub struct TrustRecord {
    file: Option<PathBuf>,
    trusted: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    version: u32,
    trusted: BTreeMap<String, String>,
}

impl TrustRecord {
    /// Reads the record; a missing one trusts nothing.
    pub fn read(file: Option<PathBuf>) -> Result<Self, CliError> {
        let Some(path) = &file else { return Ok(Self { file, trusted: BTreeMap::new() }) };
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self { file, trusted: BTreeMap::new() });
            }
            Err(error) => return Err(CliError::because(Kind::Io, format!("cannot read {}", path.display()), error)),
        };
        let stored: Stored = serde_json::from_slice(&bytes).map_err(|error| {
            CliError::because(Kind::Io, format!("{} is damaged", path.display()), error)
                .hint(format!("delete {} and run `tribunal trust` again", path.display()))
        })?;
        if stored.version != VERSION {
            let what = format!("{} has version {}, this program knows {VERSION}", path.display(), stored.version);
            return Err(CliError::new(Kind::Io, what));
        }
        Ok(Self { file, trusted: stored.trusted })
    }

    /// Whether the file is trusted as it is now.
    pub fn trusts(&self, repository: &Repository, file: &ConfigFile) -> bool {
        let known = place(repository).and_then(|place| self.trusted.get(place));
        known.is_some_and(|hash| *hash == file.hash().to_string())
    }

    /// Trusts the file as it is now.
    pub fn trust(&mut self, repository: &Repository, file: &ConfigFile) -> Result<(), CliError> {
        let place = place(repository).ok_or_else(|| {
            CliError::new(Kind::Io, "the repository's path is not UTF-8, so trust in it cannot be remembered")
        })?;
        self.trusted.insert(place.to_owned(), file.hash().to_string());
        self.write()
    }

    /// Takes the trust back; says whether there was any.
    pub fn revoke(&mut self, repository: &Repository) -> Result<bool, CliError> {
        let known = place(repository).and_then(|place| self.trusted.remove(place));
        if known.is_none() {
            return Ok(false);
        }
        self.write().map(|()| true)
    }

    fn write(&self) -> Result<(), CliError> {
        let path = self.file.as_ref().ok_or_else(|| {
            CliError::new(Kind::Io, "there is no home folder to remember trust in").hint("set HOME or XDG_CONFIG_HOME")
        })?;
        let stored = Stored { version: VERSION, trusted: self.trusted.clone() };
        let mut text = serde_json::to_string_pretty(&stored).expect("plain data is always JSON");
        text.push('\n');
        replace(path, &text)
            .map_err(|error| CliError::because(Kind::Io, format!("cannot write {}", path.display()), error))
    }
}

fn place(repository: &Repository) -> Option<&str> {
    repository.root().unwrap_or_else(|| repository.git_dir()).to_str()
}

/// Old content or new content, never half of it.
pub fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = folder.join(format!(".{name}.{}.tmp", std::process::id()));
    let written = (|| {
        let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&temporary, path)?;
        std::fs::File::open(folder)?.sync_all()
    })();
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    written
}
