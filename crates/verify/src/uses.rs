//! Who uses a definition, out of settled names: the part that every scene shares.

use crate::scene::{UsePlace, Uses};
use tribunal_domain::facts::{FileFacts, SymbolFlags, SymbolIx};
use tribunal_domain::{EntryPoint, FileResolution, Language, Outcome, RepoPath, SymbolId, symbol_ids};

/// The definition that is asked for.
pub struct Wanted<'w> {
    /// Its file.
    pub path: &'w RepoPath,
    /// The facts of its file.
    pub facts: &'w FileFacts,
    /// Which definition it is.
    pub symbol: SymbolIx,
}

impl Wanted<'_> {
    /// Its own name.
    pub fn name(&self) -> &str {
        self.facts.text(self.facts.symbol(self.symbol).name)
    }

    /// Words of which a file that uses it holds one: its name or, for a default export, the name of its file.
    pub fn words(&self) -> Vec<String> {
        let mut words = vec![self.name().rsplit(['.', ':']).next().unwrap_or_default().to_owned()];
        if self.facts.symbol(self.symbol).flags.has(SymbolFlags::DEFAULT) {
            let file = String::from_utf8_lossy(self.path.file_name()).into_owned();
            let stem = file.split('.').next().unwrap_or_default().to_owned();
            let folder = String::from_utf8_lossy(self.path.folder()).into_owned();
            let parent = folder.rsplit('/').next().unwrap_or_default().to_owned();
            let importable = if stem == "index" { parent } else { stem };
            let last = importable.rsplit('-').next().unwrap_or_default().to_owned();
            words.extend(Some(last).filter(|word| !word.is_empty()));
        }
        words
    }

    /// Its id.
    pub fn id(&self) -> SymbolId {
        symbol_ids(self.path, self.facts)[self.symbol.ix()]
    }

    /// Adds what one file says.
    pub fn gather(
        &self,
        id: SymbolId,
        path: &RepoPath,
        facts: &FileFacts,
        resolution: &FileResolution,
        uses: &mut Uses,
    ) {
        let own = self.facts.text(self.facts.symbol(self.symbol).name);
        let family = self.facts.language.family();
        for (reference, outcome) in facts.references.iter().zip(&resolution.references) {
            let certain = match outcome {
                Outcome::Resolved(target) if *target == id => true,
                Outcome::Ambiguous(targets) if targets.contains(&id) => false,
                Outcome::ByName if facts.language.family() == family && facts.text(reference.name) == own => false,
                Outcome::Unresolved if facts.text(reference.name) == own => {
                    uses.spelled = true;
                    continue;
                }
                _ => continue,
            };
            let within = facts.owner_of(reference.scope);
            let place = UsePlace { path: path.clone(), line: reference.position.line, role: reference.role, within };
            if certain { uses.certain.push(place) } else { uses.possible.push(place) }
        }
        let last = |name: &str| name.rsplit(['.', ':', '/']).next() == Some(own);
        uses.spelled |= facts.mentions.iter().any(|mention| last(facts.text(mention.name)));
        uses.certain.extend(resolution.overrides.iter().filter(|(_, hidden)| *hidden == id).map(|(by, _)| UsePlace {
            path: path.clone(),
            line: facts.symbol(*by).name_at.line,
            role: tribunal_domain::facts::Role::Inherit,
            within: None,
        }));
    }

    /// Adds why it is used from outside.
    pub fn enter(&self, id: SymbolId, entries: &[EntryPoint], uses: &mut Uses) {
        let entry = entries.iter().find(|entry| entry.symbol == id);
        uses.entry = entry.map(|entry| if entry.reason.is_empty() { entry.kind.clone() } else { entry.reason.clone() });
    }

    /// Whether the language's names are settled across files.
    pub fn is_settled(&self) -> bool {
        self.facts.language.depth() == tribunal_domain::Depth::Symbols && self.facts.language != Language::C
    }
}
