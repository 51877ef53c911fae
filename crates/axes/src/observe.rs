//! The pass over one file: what can be said of it from its content alone. Kept by content, so never done twice.

use crate::draft::Draft;
use crate::local::look;
use crate::{best_practices, correction, documentation, duplication, overengineering, tests, utility};
use serde::{Deserialize, Serialize};
use tribunal_domain::RepoPath;
use tribunal_domain::facts::FileFacts;
use tribunal_syntax::Limits;
use tribunal_syntax::tree::Tree;

/// Raised whenever the same content may give other observations; kept ones of another version are not used.
pub const OBSERVER_VERSION: u32 = 3;

/// What is known of one file's content.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observations {
    /// What the tree rules propose.
    pub drafts: Vec<Draft>,
    /// What tree rules propose unless the rest of the code speaks against it; an axis's `judge` decides.
    #[serde(default)]
    pub candidates: Vec<Draft>,
    /// Calls of the file's own functions.
    #[serde(default)]
    pub calls: Vec<overengineering::Call>,
    /// What can fail a test.
    #[serde(default)]
    pub checks: tests::Checks,
    /// Parts of the code that may stand elsewhere too.
    pub fragments: duplication::Fragments,
}

/// Looks at one file. Depends on language, bytes and facts; of the path only that it is written into the drafts.
pub fn observe(path: &RepoPath, bytes: &[u8], facts: &FileFacts) -> Observations {
    let Some(tree) = Tree::parse(facts.language, bytes, Limits::default()) else { return Observations::default() };
    let mut drafts = Vec::new();
    for rules in [
        utility::TREE_RULES,
        correction::TREE_RULES,
        overengineering::TREE_RULES,
        tests::TREE_RULES,
        best_practices::TREE_RULES,
        documentation::TREE_RULES,
    ] {
        drafts.extend(look(rules, &tree, facts, path));
    }
    let mut candidates = Vec::new();
    for rules in [best_practices::CANDIDATE_RULES, overengineering::CANDIDATE_RULES, tests::CANDIDATE_RULES] {
        candidates.extend(look(rules, &tree, facts, path));
    }
    let (calls, checks) = (overengineering::calls(&tree, facts), tests::checks(&tree, facts));
    Observations { drafts, candidates, calls, checks, fragments: duplication::fragments(&tree, facts) }
}

impl Observations {
    /// As they are kept.
    pub fn encode(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("plain data is always JSON")
    }

    /// What [`Self::encode`] wrote, for a file at `path`; `None` if it is damaged.
    pub fn decode(bytes: &[u8], path: &RepoPath) -> Option<Self> {
        let kept: Self = serde_json::from_slice(bytes).ok()?;
        let moved = |drafts: Vec<Draft>| drafts.into_iter().map(|draft| draft.moved_to(path)).collect();
        Some(Self { drafts: moved(kept.drafts), candidates: moved(kept.candidates), ..kept })
    }
}
