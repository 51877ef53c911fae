//! What is kept of a refined text: the draft first, so that it can always be restored.

use crate::error::CliError;
use crate::output::Output;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tribunal_engine::models::Entry;
use tribunal_engine::polish::{Polished, Verification};
use tribunal_engine::state::StateDir;

/// Everything that came of a text.
pub(super) struct Kept<'a> {
    pub file: &'a Path,
    pub task: &'a str,
    pub draft: &'a str,
    pub polished: &'a Polished,
    pub verification: Option<&'a Verification>,
    pub entry: &'a Entry,
}

impl Kept<'_> {
    /// Keeps a run, unless nobody was asked; a disk that takes none costs no text.
    pub(super) fn keep(&self, state: &StateDir, out: &mut Output) -> Option<PathBuf> {
        if self.polished.passes.is_empty() {
            return None;
        }
        match self.write(state) {
            Ok(folder) => Some(folder),
            Err(error) => {
                out.note(&format!("the run is not kept: {}", error.source));
                None
            }
        }
    }

    fn write(&self, state: &StateDir) -> Result<PathBuf, CliError> {
        let run = state.create_run(&format!("{}-polish", crate::clock::name()))?;
        run.write("draft.txt", self.draft.as_bytes())?;
        run.write("polished.txt", self.polished.text.as_bytes())?;
        let file = run.write("run.json", format!("{:#}\n", self.metadata()).as_bytes())?;
        Ok(file.parent().map(Path::to_path_buf).unwrap_or_default())
    }

    fn metadata(&self) -> Value {
        let mut document = self.document();
        document["command"] = json!("polish");
        document["verdict"] = document["ending"]["how"].clone();
        document["timing"] = json!({"created": crate::clock::now()});
        document
    }

    /// The same for machines.
    pub(super) fn document(&self) -> Value {
        let mut document = json!(self.polished);
        document["version"] = json!(1);
        document["task"] = json!(tribunal_engine::ask::shown(self.task));
        document["provider"] = json!(self.entry.provider.name());
        document["model"] = json!(self.entry.model_tag());
        document["verification"] = json!(self.verification);
        document
    }
}
