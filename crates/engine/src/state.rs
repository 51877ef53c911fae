//! The state folder as the binary hands it on: opened here, asked and listed through `store`'s own types.

pub use tribunal_store::{
    Curated, Definition, Direction, KnowledgeBase, Opened, ReferenceAt, RunEntry, RunState, StateDir, StoreError,
    SymbolInfo,
};

use crate::doctor::Check;

/// Whether the knowledge base is there, readable by this program and not empty.
pub fn base_check(state: Option<&StateDir>) -> Check {
    const NAME: &str = "knowledge base";
    const MEND: &str = "tribunal index";
    let Some(state) = state else { return Check::warning(NAME, "not built yet", MEND) };
    let curated = match Curated::open_read_only(state) {
        Ok(Opened::Ready(curated)) => curated,
        Ok(Opened::Missing) => return Check::warning(NAME, "not built yet", MEND),
        Ok(Opened::Stale { found_version }) => {
            return Check::warning(NAME, format!("has schema version {found_version}: it will be rebuilt"), MEND);
        }
        Ok(Opened::Damaged { reason }) => {
            return Check::warning(NAME, format!("damaged ({reason}): it will be rebuilt"), MEND);
        }
        Err(error) => return Check::failure(NAME, error.to_string(), "tribunal index --rebuild"),
    };
    match KnowledgeBase::new(&curated).overview() {
        Ok(overview) if overview.files == 0 => Check::warning(NAME, "empty", MEND),
        Ok(overview) => Check::ok(NAME, format!("{} files, {} commits", overview.files, overview.commits)),
        Err(error) => Check::warning(NAME, error.to_string(), "tribunal index --rebuild"),
    }
}
