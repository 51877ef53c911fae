//! The pass over one file: what can be said of it from its content alone. Kept by content, so never done twice.

use crate::draft::Draft;
use crate::local::look;
use crate::{best_practices, correction, documentation, duplication, overengineering, tests, utility};
use tribunal_domain::RepoPath;
use tribunal_domain::facts::FileFacts;
use tribunal_syntax::Limits;
use tribunal_syntax::tree::Tree;

/// Raised whenever the same content may give other observations; kept ones of another version are not used.
pub const OBSERVER_VERSION: u32 = 2;

/// What is known of one file's content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Observations {
    /// What the tree rules propose.
    pub drafts: Vec<Draft>,
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
    Observations { drafts, fragments: duplication::fragments(&tree, facts) }
}

impl Observations {
    /// As they are kept: the length of the drafts, the drafts as JSON, and the fragments in a compact form.
    pub fn encode(&self) -> Vec<u8> {
        let drafts = serde_json::to_vec(&self.drafts).expect("plain data is always JSON");
        let mut bytes = (drafts.len() as u32).to_le_bytes().to_vec();
        bytes.extend(drafts);
        postcard::to_extend(&self.fragments, bytes).expect("plain data can always be written")
    }

    /// What [`Self::encode`] wrote, for a file at `path`; `None` if it is damaged.
    pub fn decode(bytes: &[u8], path: &RepoPath) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let (drafts, fragments) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let drafts: Vec<Draft> = serde_json::from_slice(drafts).ok()?;
        let drafts = drafts.into_iter().map(|draft| draft.moved_to(path)).collect();
        Some(Self { drafts, fragments: postcard::from_bytes(fragments).ok()? })
    }
}
