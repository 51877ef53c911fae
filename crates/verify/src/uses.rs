//! Who uses a definition, out of settled names: the part that every scene shares.

use crate::lexer::word_key;
use crate::scene::{UsePlace, Uses};
use tribunal_domain::facts::{FileFacts, Role, SymbolFlags, SymbolIx};
use tribunal_domain::{EntryPoint, FileResolution, Language, Outcome, RepoPath, SymbolId};

/// A place in a file.
#[derive(Debug, Clone, Copy)]
struct Site {
    line: u32,
    role: Role,
    within: Option<SymbolIx>,
}

/// What one file uses, by what is used: made once, asked for many definitions.
pub struct FileUses {
    family: Language,
    certain: Vec<(SymbolId, Site)>,
    possible: Vec<(SymbolId, Site)>,
    /// Members of receivers that nobody knows, by their names' keys.
    by_name: Vec<(u64, Site)>,
    /// Names that are spelled in strings, or that nobody could settle, by their keys.
    spelled: Vec<u64>,
}

impl FileUses {
    /// Sorts what the names of a file mean.
    pub fn new(facts: &FileFacts, resolution: &FileResolution) -> Self {
        let (mut certain, mut possible, mut by_name, mut spelled) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (reference, outcome) in facts.references.iter().zip(&resolution.references) {
            let name = || word_key(facts.text(reference.name));
            let within = || facts.owner_of(reference.scope);
            let site = || Site { line: reference.position.line, role: reference.role, within: within() };
            match outcome {
                Outcome::Resolved(target) => certain.push((*target, site())),
                Outcome::Ambiguous(targets) => possible.extend(targets.iter().map(|target| (*target, site()))),
                Outcome::ByName => by_name.push((name(), site())),
                Outcome::Unresolved => spelled.push(name()),
                _ => {}
            }
        }
        certain.extend(resolution.overrides.iter().map(|(by, hidden)| {
            (*hidden, Site { line: facts.symbol(*by).name_at.line, role: Role::Inherit, within: None })
        }));
        spelled.extend(facts.mentions.iter().map(|mention| word_key(mention.last(facts))));
        certain.sort_by_key(|(target, _)| *target);
        possible.sort_by_key(|(target, _)| *target);
        by_name.sort_by_key(|(name, _)| *name);
        spelled.sort_unstable();
        spelled.dedup();
        Self { family: facts.language.family(), certain, possible, by_name, spelled }
    }
}

/// The sites under a key, in source order.
fn under<K: Ord + Copy>(sites: &[(K, Site)], key: K) -> impl Iterator<Item = &Site> {
    let from = sites.partition_point(|(at, _)| *at < key);
    sites[from..].iter().take_while(move |(at, _)| *at == key).map(|(_, site)| site)
}

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

    /// Adds what one file says.
    pub fn gather(&self, id: SymbolId, path: &RepoPath, file: &FileUses, uses: &mut Uses) {
        let name = word_key(self.name());
        let place =
            |site: &Site| UsePlace { path: path.clone(), line: site.line, role: site.role, within: site.within };
        uses.certain.extend(under(&file.certain, id).map(place));
        uses.possible.extend(under(&file.possible, id).map(place));
        if file.family == self.facts.language.family() {
            uses.possible.extend(under(&file.by_name, name).map(place));
        }
        uses.spelled |= file.spelled.binary_search(&name).is_ok();
    }

    /// Adds why it is used from outside.
    pub fn enter(&self, id: SymbolId, entries: &[EntryPoint], uses: &mut Uses) {
        let entry = entries.iter().find(|entry| entry.symbol == id);
        let said = |entry: &EntryPoint| {
            if entry.reason.is_empty() { entry.kind.to_string() } else { entry.reason.to_string() }
        };
        uses.entry = entry.map(said);
    }

    /// Whether the language's names are settled across files.
    pub fn is_settled(&self) -> bool {
        self.facts.language.depth() == tribunal_domain::Depth::Symbols && self.facts.language != Language::C
    }
}
