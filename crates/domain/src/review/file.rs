//! The document of one reviewed file: what every axis says of its definitions, what was found, what to do.

use crate::RepoPath;
use crate::finding::words::words;
use crate::finding::{Axis, Category, FileVerdict, Finding, RuleVerdict, Severity, Source, path_text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The folder of a run that holds these documents.
pub const REVIEWS_FOLDER: &str = "reviews";

/// What a review says of one file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewFile {
    /// The version of the document.
    pub version: u32,
    /// The file.
    #[serde(with = "path_text")]
    #[schemars(with = "String")]
    pub file: RepoPath,
    /// Its language.
    pub language: String,
    /// The hash of its bytes.
    pub content_hash: String,
    /// What counts against it.
    pub verdict: FileVerdict,
    /// Its definitions.
    pub symbols: Vec<ReviewSymbol>,
    /// What was found in it.
    pub findings: Vec<Finding>,
    /// What to do about it.
    pub actions: Vec<Action>,
    /// What is known of the file as a whole.
    pub facts: FileNotes,
    /// How well it keeps to the practice of its language, 0 to 10; absent if that was not looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_practices_score: Option<f64>,
    /// How each axis was evaluated; one that is missing was not.
    pub axes: BTreeMap<Axis, AxisMetadata>,
}

/// What the axes say of a definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewSymbol {
    /// Its name.
    pub name: String,
    /// Its name with those of the definitions around it.
    pub qualified_name: String,
    /// Its kind (`function`, `class` …).
    pub kind: String,
    /// Whether other files can name it.
    pub exported: bool,
    /// The first line, from 1.
    pub start_line: u32,
    /// The last line, inclusive.
    pub end_line: u32,
    /// What each axis says; one that is missing was not evaluated.
    pub axes: BTreeMap<Axis, AxisVerdict>,
}

/// What an axis says of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AxisVerdict {
    /// The verdict.
    pub verdict: RuleVerdict,
    /// How sure it is, 0 to 100.
    pub confidence: u8,
}

words! {
    /// How much work an action is.
    Effort {
        /// Minutes, and nothing to think about.
        Trivial = "trivial",
        /// An hour or so.
        Small = "small",
        /// More than that.
        Large = "large",
    }
}

/// Something to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Action {
    /// The id, unique in the document.
    pub id: String,
    /// What to do, in one sentence.
    pub description: String,
    /// How much it matters.
    pub severity: Severity,
    /// How much work it is.
    pub effort: Effort,
    /// What sort of matter it is.
    pub category: Category,
    /// The definition or place it is about.
    pub target: String,
}

/// What is known of a file as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileNotes {
    /// Imported names that nothing uses.
    #[serde(default)]
    pub unused_imports: Vec<String>,
    /// Import cycles it is in, each as the files in their order.
    #[serde(default)]
    pub import_cycles: Vec<Vec<String>>,
}

/// How an axis was evaluated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AxisMetadata {
    /// By rules or by a model.
    pub source: Source,
    /// Tokens sent and received.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// What that cost, in the currency of the price list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// How long it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub millis: Option<u64>,
    /// Why it could not be evaluated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// The name of a file's document with this ending (`json`, `md`), below [`REVIEWS_FOLDER`]; no two files share one.
///
/// The ending is added, never exchanged, so `x.ts` and `x.tsx` differ. A folder that is called like a document gets a
/// mark, and so does one that looks marked already, for `a` beside `a.md/b` would need a file and a folder of one name.
pub fn document_name(file: &RepoPath, ending: &str) -> String {
    let text = file.to_text();
    let (folders, name) = text.rsplit_once('/').map_or((None, text.as_ref()), |(before, name)| (Some(before), name));
    let mut out = String::new();
    for folder in folders.iter().flat_map(|folders| folders.split('/')) {
        out.push_str(folder);
        let unmarked = folder.trim_end_matches('_');
        if unmarked.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.')) {
            out.push('_');
        }
        out.push('/');
    }
    format!("{out}{name}.{ending}")
}

#[cfg(test)]
mod tests {
    use super::document_name;
    use crate::RepoPath;
    use std::collections::BTreeSet;

    #[test]
    fn documents_of_different_files_have_different_names() {
        let files = ["a/b.ts", "a-b.ts", "x.ts", "x.tsx", "a", "a.md/b", "a.md_/b", "a.md__/b", "a.md.md"];
        let names: Vec<_> =
            files.iter().map(|file| document_name(&RepoPath::new(file).expect("a path"), "md")).collect();
        let folders: BTreeSet<_> = names.iter().filter_map(|name| name.split_once('/')).map(|(top, _)| top).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), files.len(), "{names:?}");
        assert!(names.iter().all(|name| !folders.contains(name.as_str())), "a file in a folder's place: {names:?}");
    }
}
