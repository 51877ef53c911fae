//! The pass over one file: what can be said of it from its content alone. Kept by content, so never done twice.

use crate::draft::Draft;
use crate::local::look;
use crate::{best_practices, correction, documentation, duplication, overengineering, tests, utility};
use tribunal_domain::RepoPath;
use tribunal_domain::facts::FileFacts;
use tribunal_syntax::Limits;
use tribunal_syntax::tree::Tree;

/// Raised whenever the same content may give other observations; kept ones of another version are not used.
pub const OBSERVER_VERSION: u32 = 44;

/// So many of the groups of rules decide by themselves; what the others propose, the whole code decides.
const SURE_GROUPS: usize = 5;

/// What is known of one file's content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Observations {
    /// What the tree rules propose.
    pub drafts: Vec<Draft>,
    /// What tree rules propose unless the rest of the code speaks against it; an axis's `judge` decides.
    pub candidates: Vec<Draft>,
    /// Calls of the file's own functions.
    pub own_calls: Vec<overengineering::Call>,
    /// What can fail a test.
    pub checks: tests::Checks,
    /// Parts of the code that may stand elsewhere too.
    pub fragments: duplication::Fragments,
    /// Calls, for the rules that look at what is called.
    pub calls: correction::SeenCalls,
}

/// Looks at one file. Depends on language, bytes and facts; of the path only that it is written into the drafts.
pub fn observe(path: &RepoPath, bytes: &[u8], facts: &FileFacts) -> Observations {
    let tree = Tree::parse(facts.language, bytes, Limits::default());
    tree.map_or_else(Observations::default, |tree| observe_tree(path, &tree, facts))
}

/// The same for a file that was parsed already, and is no longer than [`observe`] reads.
pub fn observe_tree(path: &RepoPath, tree: &Tree, facts: &FileFacts) -> Observations {
    let groups = [
        correction::TREE_RULES,
        overengineering::TREE_RULES,
        tests::TREE_RULES,
        best_practices::TREE_RULES,
        documentation::TREE_RULES,
        utility::CANDIDATE_RULES,
        best_practices::CANDIDATE_RULES,
        overengineering::CANDIDATE_RULES,
        tests::CANDIDATE_RULES,
    ];
    let mut found = look(&groups, tree, facts, path);
    let candidates = found.split_off(SURE_GROUPS).into_iter().flatten().collect();
    let drafts = found.into_iter().flatten().collect();
    Observations {
        drafts,
        candidates,
        own_calls: overengineering::calls(tree, facts),
        checks: tests::checks(tree, facts),
        fragments: duplication::fragments(tree, facts),
        calls: correction::seen_calls(tree),
    }
}

impl Observations {
    /// As they are kept: the length of what is proposed, that as JSON, the rest in a compact form, and the calls as they are.
    pub fn encode(&self) -> Vec<u8> {
        let proposed = serde_json::to_vec(&(&self.drafts, &self.candidates)).expect("plain data is always JSON");
        let mut bytes = (proposed.len() as u32).to_le_bytes().to_vec();
        bytes.extend(proposed);
        let mut bytes = postcard::to_extend(&(&self.own_calls, &self.checks, &self.fragments), bytes)
            .expect("plain data can always be written");
        self.calls.encode(&mut bytes);
        bytes
    }

    /// What [`Self::encode`] wrote, for a file at `path`; `None` if it is damaged.
    pub fn decode(bytes: &[u8], path: &RepoPath) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let (proposed, seen) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let (drafts, candidates): (Vec<Draft>, Vec<Draft>) = serde_json::from_slice(proposed).ok()?;
        let moved = |drafts: Vec<Draft>| drafts.into_iter().map(|draft| draft.moved_to(path)).collect();
        let ((own_calls, checks, fragments), calls) = postcard::take_from_bytes(seen).ok()?;
        let calls = correction::SeenCalls::decode(calls)?;
        Some(Self { drafts: moved(drafts), candidates: moved(candidates), own_calls, checks, fragments, calls })
    }
}
