//! How the definitions of one file stand to each other, gathered once so that no rule has to look through all of them.

use rustc_hash::FxHashSet;
use tribunal_domain::facts::{FileFacts, Role, ScopeIx, SymbolIx, Text};

/// Indexes over a file's symbols and references.
#[derive(Debug, Default)]
pub(super) struct Relations {
    /// Definitions in the order of their parents, those without one first.
    children: Vec<SymbolIx>,
    /// Where in `children` those of a definition begin: of none, then by symbol.
    children_from: Vec<u32>,
    /// Definitions in the order of parent and name.
    named: Vec<SymbolIx>,
    /// By symbol: where in `named` it stands.
    named_at: Vec<u32>,
    /// Names of definitions that have a parent, in order.
    members: Vec<Text>,
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
        let mut relations = Self::default();
        let parent = |ix: u32| facts.symbols[ix as usize].parent.map_or(0, |parent| parent.ix() + 1);
        let (children, from) = in_order(facts.symbols.len() + 1, facts.symbols.len(), parent);
        relations.children = children.into_iter().map(SymbolIx).collect();
        relations.children_from = from;
        relations.named = (0..facts.symbols.len() as u32).map(SymbolIx).collect();
        relations.named.sort_by_key(|ix| form(facts, *ix));
        relations.named_at = vec![0; facts.symbols.len()];
        for (at, ix) in relations.named.iter().enumerate() {
            relations.named_at[ix.ix()] = at as u32;
        }
        let inside = facts.symbols.iter().filter(|symbol| symbol.parent.is_some());
        relations.members = inside.map(|symbol| symbol.name).collect();
        relations.members.sort_unstable();
        relations.members.dedup();
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
        (self.owned, self.owned_from) = in_order(facts.symbols.len() + 1, facts.references.len(), owner);
    }

    /// The definitions directly inside of one, as they stand.
    pub(super) fn children(&self, of: SymbolIx) -> &[SymbolIx] {
        &self.children[self.children_from[of.ix() + 1] as usize..self.children_from[of.ix() + 2] as usize]
    }

    /// All definitions that share a definition's parent and name, as they stand.
    pub(super) fn twins(&self, facts: &FileFacts, of: SymbolIx) -> &[SymbolIx] {
        let at = self.named_at[of.ix()] as usize;
        let same = |ix: &&SymbolIx| form(facts, **ix) == form(facts, of);
        let before = self.named[..at].iter().rev().take_while(same).count();
        let after = self.named[at..].iter().take_while(same).count();
        &self.named[at - before..at + after]
    }

    /// Whether something inside of a definition has the name.
    pub(super) fn has_member(&self, name: Text) -> bool {
        self.members.binary_search(&name).is_ok()
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

fn form(facts: &FileFacts, ix: SymbolIx) -> (Option<SymbolIx>, Text) {
    let symbol = facts.symbol(ix);
    (symbol.parent, symbol.name)
}

/// Rows in the order of their keys, those of one key as they stand; and where those of each key begin, with the end of
/// the last.
fn in_order(keys: usize, rows: usize, key: impl Fn(u32) -> usize) -> (Vec<u32>, Vec<u32>) {
    let mut from = vec![0; keys + 1];
    (0..rows as u32).for_each(|row| from[key(row) + 1] += 1);
    for at in 0..keys {
        from[at + 1] += from[at];
    }
    let (mut next, mut ordered) = (from.clone(), vec![0; rows]);
    for row in 0..rows as u32 {
        let at = &mut next[key(row)];
        ordered[*at as usize] = row;
        *at += 1;
    }
    (ordered, from)
}

fn doctests(facts: &FileFacts) -> FxHashSet<Box<str>> {
    let examples = facts.docs.iter().map(|doc| facts.text(doc.text)).filter(|text| text.contains(">>>"));
    let lines = examples.flat_map(str::lines).filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix(">>>").or_else(|| line.strip_prefix("..."))
    });
    lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_')).map(Into::into).collect()
}
