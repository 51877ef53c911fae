//! One file's facts with the indexes that lookups need.

use crate::world::FileIx;
use rustc_hash::FxHashMap;
use tribunal_domain::facts::{Binding, FileFacts, ScopeIx, Symbol, SymbolIx, Text};
use tribunal_domain::{Language, RepoPath, SymbolId, symbol_ids};

/// A file ready to be asked: either its interface (what other files may see) or its full facts.
pub struct Unit {
    /// Which file it is.
    pub file: FileIx,
    /// Its facts.
    pub facts: FileFacts,
    /// The ids of its symbols.
    pub ids: Vec<SymbolId>,
    texts: FxHashMap<Box<str>, Text>,
    bindings: FxHashMap<(ScopeIx, Text), Vec<u32>>,
    members: FxHashMap<(SymbolIx, Text), Vec<SymbolIx>>,
    children: FxHashMap<ScopeIx, Vec<SymbolIx>>,
}

impl Unit {
    /// Indexes the facts of `path`.
    pub fn new(file: FileIx, path: &RepoPath, facts: FileFacts) -> Self {
        let ids = symbol_ids(path, &facts);
        let texts = facts.strings.iter().enumerate().map(|(at, text)| (text.into(), Text(at as u32))).collect();
        let mut bindings: FxHashMap<_, Vec<u32>> = FxHashMap::default();
        for (at, binding) in facts.bindings.iter().enumerate() {
            bindings.entry((binding.scope, binding.name)).or_default().push(at as u32);
        }
        let mut members: FxHashMap<_, Vec<SymbolIx>> = FxHashMap::default();
        let mut children: FxHashMap<_, Vec<SymbolIx>> = FxHashMap::default();
        for (at, symbol) in facts.symbols.iter().enumerate() {
            let ix = SymbolIx(at as u32);
            if let Some(parent) = symbol.parent {
                members.entry((parent, symbol.name)).or_default().push(ix);
            }
            children.entry(symbol.scope).or_default().push(ix);
        }
        Self { file, facts, ids, texts, bindings, members, children }
    }

    /// The file's language.
    pub fn language(&self) -> Language {
        self.facts.language
    }

    /// The index of a text in this file, if the file has it at all.
    pub fn text_of(&self, text: &str) -> Option<Text> {
        self.texts.get(text).copied()
    }

    /// The bindings of a name in one scope, in source order.
    pub fn bindings_in(&self, scope: ScopeIx, name: &str) -> &[u32] {
        let Some(text) = self.text_of(name) else { return &[] };
        self.bindings.get(&(scope, text)).map_or(&[], Vec::as_slice)
    }

    /// A binding.
    pub fn binding(&self, at: u32) -> &Binding {
        &self.facts.bindings[at as usize]
    }

    /// A symbol.
    pub fn symbol(&self, symbol: SymbolIx) -> &Symbol {
        self.facts.symbol(symbol)
    }

    /// A symbol's name.
    pub fn name(&self, symbol: SymbolIx) -> &str {
        self.facts.text(self.symbol(symbol).name)
    }

    /// The members of a symbol with this name, in source order.
    pub fn members_of(&self, parent: SymbolIx, name: &str) -> &[SymbolIx] {
        let Some(text) = self.text_of(name) else { return &[] };
        self.members.get(&(parent, text)).map_or(&[], Vec::as_slice)
    }

    /// The symbols defined directly in a scope.
    pub fn symbols_in(&self, scope: ScopeIx) -> &[SymbolIx] {
        self.children.get(&scope).map_or(&[], Vec::as_slice)
    }
}
