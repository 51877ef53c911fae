//! How the definitions of one file stand to each other, gathered once so that no rule has to look through all of them.

use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::facts::{FileFacts, Role, SymbolIx, Text};

/// Indexes over a file's symbols and references.
#[derive(Debug, Default)]
pub(super) struct Relations {
    /// By symbol: those directly inside of it.
    pub children: Vec<Vec<SymbolIx>>,
    /// By parent and name: all that share both.
    pub twins: FxHashMap<(Option<SymbolIx>, Text), Vec<SymbolIx>>,
    /// Names of definitions that have a parent.
    pub members: FxHashSet<Text>,
    /// References that name a base.
    pub inherits: Vec<u32>,
}

impl Relations {
    pub(super) fn of(facts: &FileFacts) -> Self {
        let mut relations = Self { children: vec![Vec::new(); facts.symbols.len()], ..Self::default() };
        for (ix, symbol) in facts.symbols.iter().enumerate() {
            let ix = SymbolIx(ix as u32);
            relations.twins.entry((symbol.parent, symbol.name)).or_default().push(ix);
            if let Some(parent) = symbol.parent {
                relations.children[parent.ix()].push(ix);
                relations.members.insert(symbol.name);
            }
        }
        let references = facts.references.iter().enumerate();
        let inherits = references.filter(|(_, reference)| reference.role == Role::Inherit);
        relations.inherits = inherits.map(|(ix, _)| ix as u32).collect();
        relations
    }
}
