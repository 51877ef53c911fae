//! All files of a snapshot, their interfaces on demand, and the manifests.

use crate::link::rust_child_names;
use crate::manifest::Manifests;
use crate::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;
use tribunal_domain::facts::{Expr, ExprIx, FileFacts, SymbolFlags, SymbolIx, SymbolKind, Visibility};
use tribunal_domain::{Language, RepoPath, SymbolId, file_id};

/// A file of the snapshot: its place among all paths sorted by bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileIx(pub u32);

impl FileIx {
    /// As an index.
    pub fn ix(self) -> usize {
        self.0 as usize
    }
}

/// Gives the interface of a file; `None` where it has none (unknown language, not parsed).
pub type Load<'a> = dyn Fn(FileIx) -> Option<FileFacts> + Send + Sync + 'a;

/// What resolution may look at.
pub struct World<'a> {
    paths: Vec<RepoPath>,
    ids: Vec<SymbolId>,
    languages: Vec<Option<Language>>,
    by_path: FxHashMap<Box<[u8]>, FileIx>,
    by_name: OnceLock<FxHashMap<Box<[u8]>, Vec<FileIx>>>,
    by_folder: OnceLock<FxHashMap<Box<[u8]>, Vec<FileIx>>>,
    folders: OnceLock<FxHashSet<Box<[u8]>>>,
    java_folders: OnceLock<Vec<Box<[u8]>>>,
    units: Vec<OnceLock<Option<Unit>>>,
    load: Box<Load<'a>>,
    manifests: &'a Manifests,
    impls: OnceLock<FxHashMap<Box<str>, Vec<(FileIx, SymbolIx)>>>,
    linkage: OnceLock<FxHashMap<Box<str>, Vec<(FileIx, SymbolIx)>>>,
    path_modules: OnceLock<FxHashMap<Box<str>, Vec<(FileIx, SymbolIx)>>>,
}

impl<'a> World<'a> {
    /// A world of these files, sorted by path; `load` is asked at most once per file.
    pub fn new(files: Vec<(RepoPath, Option<Language>)>, manifests: &'a Manifests, load: Box<Load<'a>>) -> Self {
        debug_assert!(files.windows(2).all(|pair| pair[0].0 < pair[1].0), "sorted by path");
        let by_path =
            files.iter().enumerate().map(|(at, (path, _))| (path.as_bytes().into(), FileIx(at as u32))).collect();
        let units = files.iter().map(|_| OnceLock::new()).collect();
        let ids = files.iter().map(|(path, _)| file_id(path)).collect();
        let (paths, languages) = files.into_iter().unzip();
        Self {
            paths,
            ids,
            languages,
            by_path,
            by_name: OnceLock::new(),
            by_folder: OnceLock::new(),
            folders: OnceLock::new(),
            java_folders: OnceLock::new(),
            units,
            load,
            manifests,
            impls: OnceLock::new(),
            linkage: OnceLock::new(),
            path_modules: OnceLock::new(),
        }
    }

    /// The file at a path.
    pub fn file(&self, path: &[u8]) -> Option<FileIx> {
        self.by_path.get(path).copied()
    }

    /// All files.
    pub fn files(&self) -> impl Iterator<Item = FileIx> + use<'a> {
        (0..self.paths.len() as u32).map(FileIx)
    }

    /// A file's path.
    pub fn path(&self, file: FileIx) -> &RepoPath {
        &self.paths[file.ix()]
    }

    /// The id that stands for a file.
    pub fn id(&self, file: FileIx) -> SymbolId {
        self.ids[file.ix()]
    }

    /// A file's language.
    pub fn language(&self, file: FileIx) -> Option<Language> {
        self.languages[file.ix()]
    }

    /// The manifests.
    pub fn manifests(&self) -> &Manifests {
        self.manifests
    }

    /// A file's interface, loaded at the first call.
    pub fn unit(&self, file: FileIx) -> Option<&Unit> {
        self.units[file.ix()]
            .get_or_init(|| (self.load)(file).map(|facts| Unit::new(file, self.path(file), facts)))
            .as_ref()
    }

    /// Whether any file lies below a folder.
    pub fn has_folder(&self, folder: &[u8]) -> bool {
        let folders = self.folders.get_or_init(|| {
            let mut folders: FxHashSet<Box<[u8]>> = FxHashSet::default();
            for path in &self.paths {
                let mut folder = path.folder();
                while !folder.is_empty() && folders.insert(folder.into()) {
                    folder = match folder.iter().rposition(|&byte| byte == b'/') {
                        Some(slash) => &folder[..slash],
                        None => b"",
                    };
                }
            }
            folders
        });
        folder.is_empty() || folders.contains(folder)
    }

    /// The files directly in a folder.
    pub fn folder(&self, folder: &[u8]) -> &[FileIx] {
        let by_folder = self.by_folder.get_or_init(|| {
            let mut map: FxHashMap<Box<[u8]>, Vec<FileIx>> = FxHashMap::default();
            for (at, path) in self.paths.iter().enumerate() {
                map.entry(path.folder().into()).or_default().push(FileIx(at as u32));
            }
            map
        });
        by_folder.get(folder).map_or(&[], Vec::as_slice)
    }

    /// The folders that directly hold Java files.
    pub(crate) fn java_folders(&self) -> &[Box<[u8]>] {
        self.java_folders.get_or_init(|| {
            let java = self.files().filter(|&file| self.language(file) == Some(Language::Java));
            let mut folders: Vec<Box<[u8]>> = java.map(|file| self.path(file).folder().into()).collect();
            folders.sort_unstable();
            folders.dedup();
            folders
        })
    }

    /// The files with this file name, anywhere.
    pub fn named(&self, name: &[u8]) -> &[FileIx] {
        let by_name = self.by_name.get_or_init(|| {
            let mut map: FxHashMap<Box<[u8]>, Vec<FileIx>> = FxHashMap::default();
            for (at, path) in self.paths.iter().enumerate() {
                map.entry(path.file_name().into()).or_default().push(FileIx(at as u32));
            }
            map
        });
        by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Rust: all members of `impl` blocks for a type of this name.
    pub fn impls(&self, name: &str) -> &[(FileIx, SymbolIx)] {
        let impls = self.impls.get_or_init(|| {
            self.index_symbols(&[Language::Rust], |unit, symbol| {
                unit.symbol(symbol).impl_of.and_then(|of| last_name(&unit.facts, of))
            })
        });
        impls.get(name).map_or(&[], Vec::as_slice)
    }

    /// Rust: all declarations of modules with a path of their own whose file has this name.
    pub(crate) fn path_modules(&self, name: &str) -> &[(FileIx, SymbolIx)] {
        let modules = self.path_modules.get_or_init(|| {
            self.index_symbols(&[Language::Rust], |unit, ix| rust_child_names(&unit.facts, unit.symbol(ix)))
        });
        modules.get(name).map_or(&[], Vec::as_slice)
    }

    /// C and C++: all definitions (not declarations) that the linker knows by this name.
    pub fn linkage(&self, name: &str) -> &[(FileIx, SymbolIx)] {
        let linkage = self.linkage.get_or_init(|| {
            self.index_symbols(&[Language::C, Language::Cpp], |unit, ix| {
                let symbol = unit.symbol(ix);
                let linked = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Variable | SymbolKind::Constant)
                    && symbol.parent.is_none()
                    && symbol.visibility != Visibility::Private
                    && !symbol.flags.has(SymbolFlags::ABSTRACT);
                linked.then(|| Box::<str>::from(unit.name(ix)))
            })
        });
        linkage.get(name).map_or(&[], Vec::as_slice)
    }

    /// The names under which `impls`, `linkage` and `path_modules` list something of a file: what a change of that file touches.
    pub fn shared_names(facts: &FileFacts) -> Vec<String> {
        let mut names: Vec<String> = match facts.language {
            Language::Rust => {
                let impls = facts.symbols.iter().filter_map(|s| last_name(facts, s.impl_of?)).map(Into::into);
                impls.chain(facts.symbols.iter().flat_map(|s| rust_child_names(facts, s))).collect()
            }
            Language::C | Language::Cpp => facts.symbols.iter().map(|s| facts.text(s.name).to_owned()).collect(),
            _ => Vec::new(),
        };
        names.sort_unstable();
        names.dedup();
        names
    }

    fn index_symbols<Names: IntoIterator<Item: Into<Box<str>>>>(
        &self,
        languages: &[Language],
        names_of: impl Fn(&Unit, SymbolIx) -> Names,
    ) -> FxHashMap<Box<str>, Vec<(FileIx, SymbolIx)>> {
        let mut map: FxHashMap<Box<str>, Vec<(FileIx, SymbolIx)>> = FxHashMap::default();
        for file in self.files().filter(|&file| self.language(file).is_some_and(|l| languages.contains(&l))) {
            let Some(unit) = self.unit(file) else { continue };
            for ix in (0..unit.facts.symbols.len() as u32).map(SymbolIx) {
                for name in names_of(unit, ix) {
                    map.entry(name.into()).or_default().push((file, ix));
                }
            }
        }
        map
    }
}

/// The last name of a path-like type expression: `B` of `a::B<C>`.
pub(crate) fn last_name(facts: &FileFacts, expr: ExprIx) -> Option<Box<str>> {
    match &facts.exprs[expr.ix()] {
        Expr::Name { name, .. } | Expr::Member { name, .. } => Some(facts.text(*name).into()),
        Expr::Generic { base, .. } => last_name(facts, *base),
        Expr::Instance { of } => last_name(facts, *of),
        _ => None,
    }
}
