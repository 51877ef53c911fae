//! How the definitions of one file stand to each other, gathered once so that no rule has to look through all of them.

use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::facts::{FileFacts, Role, ScopeIx, SymbolIx, Text};

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
    /// Words of examples in documentation that are written as a dialogue with the interpreter.
    pub in_doctests: FxHashSet<Box<str>>,
    /// By scope: the innermost definition whose body it lies in.
    owners: Vec<Option<SymbolIx>>,
    /// References in the order of the definition they stand in, those outside of all first.
    owned: Vec<u32>,
    /// Where in `owned` those of a definition begin: outside of all, then by symbol.
    owned_from: Vec<u32>,
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
        relations.in_doctests = doctests(facts);
        relations.own(facts);
        relations
    }

    fn own(&mut self, facts: &FileFacts) {
        self.owners = (0..facts.scopes.len()).map(|scope| facts.owner_of(ScopeIx(scope as u32))).collect();
        let owner = |ix: u32| self.owner(facts.references[ix as usize].scope).map_or(0, |symbol| symbol.ix() + 1);
        let mut owned: Vec<u32> = (0..facts.references.len() as u32).collect();
        owned.sort_by_key(|ix| owner(*ix));
        let mut from = vec![0; facts.symbols.len() + 2];
        owned.iter().for_each(|ix| from[owner(*ix) + 1] += 1);
        for at in 0..=facts.symbols.len() {
            from[at + 1] += from[at];
        }
        (self.owned, self.owned_from) = (owned, from);
    }

    /// The innermost definition whose body a scope lies in.
    pub(super) fn owner(&self, scope: ScopeIx) -> Option<SymbolIx> {
        self.owners[scope.ix()]
    }

    /// The references that stand in a definition and in none inside of it; `None` for those in no definition.
    pub(super) fn owned(&self, symbol: Option<SymbolIx>) -> &[u32] {
        let at = symbol.map_or(0, |symbol| symbol.ix() + 1);
        &self.owned[self.owned_from[at] as usize..self.owned_from[at + 1] as usize]
    }
}

fn doctests(facts: &FileFacts) -> FxHashSet<Box<str>> {
    let examples = facts.docs.iter().map(|doc| facts.text(doc.text)).filter(|text| text.contains(">>>"));
    let lines = examples.flat_map(str::lines).filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix(">>>").or_else(|| line.strip_prefix("..."))
    });
    lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_')).map(Into::into).collect()
}
