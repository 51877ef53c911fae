//! Recorded replies as files in a folder, one per request, named by its hash.

use crate::trust_record::replace;
use std::path::PathBuf;
use tribunal_engine::models::{JournalError, Recordings, RequestHash};

/// The folder that `[calls]` names.
pub struct Folder(pub PathBuf);

impl Folder {
    fn file(&self, hash: &RequestHash) -> PathBuf {
        self.0.join(format!("{hash}.json"))
    }
}

impl Recordings for Folder {
    fn recorded(&self, hash: &RequestHash) -> Option<Vec<u8>> {
        std::fs::read(self.file(hash)).ok()
    }

    fn record(&self, hash: &RequestHash, recording: &[u8]) -> Result<(), JournalError> {
        let file = self.file(hash);
        replace(&file, &String::from_utf8_lossy(recording))
            .map_err(|error| JournalError(format!("{}: {error}", file.display())))
    }

    fn hint(&self, hash: &RequestHash) -> String {
        let file = self.file(hash);
        format!("run it once with a provider other than replay; its reply is then kept in {}", file.display())
    }
}
