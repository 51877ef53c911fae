//! From an import to the files behind it, by each language's own rules.

mod clang;
mod go;
mod java;
mod javascript;
mod lua;
mod python;
mod rust;

pub(crate) use clang::{included, namespace_member};
pub(crate) use python::child as python_child;
pub(crate) use rust::{child_names as rust_child_names, parent_of as rust_parent, root_name as rust_root};

use crate::module;
use crate::reads::{folder_key, probe_key};
use crate::resolve::Resolver;
use crate::space::Space;
use crate::unit::Unit;
use crate::value::{Def, Target};
use crate::world::FileIx;
use std::rc::Rc;
use tribunal_domain::Language;
use tribunal_domain::facts::{ImportIx, SymbolKind};

/// Where an import leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Link {
    /// To modules of the repository; usually one.
    Internal(Vec<Target>),
    /// Out of the repository, to a module of this name.
    External(Rc<str>),
    /// It looks internal but nothing is there.
    Missing,
}

impl<'w> Resolver<'w> {
    /// Where an import leads; asked once per import.
    pub(crate) fn link(&self, unit: &'w Unit, import: ImportIx) -> Rc<Link> {
        let key = (std::ptr::from_ref(unit) as usize, import);
        if let Some(known) = self.links.borrow().get(&key) {
            return known.clone();
        }
        self.links.borrow_mut().insert(key, Rc::new(Link::Missing));
        let link = Rc::new(match unit.language() {
            Language::Python => python::link(self, unit, import),
            Language::TypeScript | Language::Tsx | Language::JavaScript => javascript::link(self, unit, import),
            Language::Rust => rust::link(self, unit, import),
            Language::Go => go::link(self, unit, import),
            Language::Java => java::link(self, unit, import),
            Language::C | Language::Cpp => clang::link(self, unit, import),
            Language::Lua => lua::link(self, unit, import),
            Language::Ruby | Language::Php | Language::Bash | Language::CSharp | Language::Kotlin => {
                clang::link_by_path(self, unit, import)
            }
        });
        self.links.borrow_mut().insert(key, link.clone());
        link
    }

    /// What the `name`-th name of an import means in `space`.
    pub(crate) fn import_targets(&self, unit: &'w Unit, import: ImportIx, name: u32, space: Space) -> Vec<Target> {
        let row = &unit.facts.imports[import.ix()];
        let Some(taken) = row.names.get(name as usize) else { return Vec::new() };
        let taken_name = taken.name.map(|text| unit.facts.text(text));
        match unit.language() {
            Language::Python => python::import_targets(self, unit, import, taken_name, taken.local),
            Language::Rust => rust::import_targets(self, unit, import, taken_name, space),
            Language::Java => java::import_targets(self, unit, import, taken_name, space),
            _ => self.plain_import_targets(unit, import, taken_name),
        }
    }

    fn plain_import_targets(&self, unit: &'w Unit, import: ImportIx, name: Option<&str>) -> Vec<Target> {
        match (&*self.link(unit, import), name) {
            (Link::Internal(modules), None) => modules.clone(),
            (Link::Internal(modules), Some(name)) => {
                let mut targets = Vec::new();
                for target in modules {
                    crate::lookup::extend_unique(&mut targets, module::member(self, target, name, Space::Any, unit));
                }
                targets
            }
            (Link::External(outside), None) => vec![Target::External(outside.clone())],
            (Link::External(outside), Some(name)) => vec![Target::External(format!("{outside}.{name}").into())],
            (Link::Missing, _) => Vec::new(),
        }
    }

    /// The modules that a star import takes everything from.
    pub(crate) fn star_modules(&self, unit: &'w Unit, import: ImportIx) -> Vec<Target> {
        match &*self.link(unit, import) {
            Link::Internal(modules) => modules.clone(),
            Link::External(outside) => vec![Target::External(outside.clone())],
            Link::Missing => Vec::new(),
        }
    }

    /// The file at a path, with the question recorded.
    pub(crate) fn probe(&self, path: &str) -> Option<FileIx> {
        self.reads.record(probe_key(path.as_bytes()));
        self.world.file(path.as_bytes())
    }

    /// Whether a folder holds anything, with the question recorded.
    pub(crate) fn probe_folder(&self, folder: &str) -> bool {
        self.reads.record(probe_key(folder.as_bytes()));
        self.world.has_folder(folder.as_bytes())
    }

    /// The files directly in a folder, with the question recorded.
    pub(crate) fn folder(&self, folder: &[u8]) -> Vec<FileIx> {
        self.reads.record(folder_key(folder));
        self.world.folder(folder).to_vec()
    }

    /// The files with this name anywhere, with the question recorded.
    pub(crate) fn named(&self, name: &str) -> Vec<FileIx> {
        self.reads.record(folder_key(b""));
        self.world.named(name.as_bytes()).to_vec()
    }

    /// Rust: the file behind `mod x;`.
    pub(crate) fn module_of_symbol(&self, def: Def) -> Option<FileIx> {
        let unit = self.unit(def.file)?;
        let symbol = unit.symbol(def.symbol);
        if symbol.kind != SymbolKind::Module || symbol.body.is_some() || unit.language() != Language::Rust {
            return None;
        }
        rust::child_file(self, unit, def.symbol)
    }
}

/// What a folder taken as a package offers.
pub(crate) fn folder_member<'w>(cx: &Resolver<'w>, folder: &str, name: &str, from: &'w Unit) -> Vec<Target> {
    match from.language() {
        Language::Python => python::child(cx, folder.as_bytes(), name),
        Language::Go => go::package_member(cx, folder, name, from),
        Language::Java => java::package_member(cx, folder, name),
        _ => Vec::new(),
    }
}

/// What the other files of a package offer without import.
pub(crate) fn package_sibling<'w>(cx: &Resolver<'w>, unit: &'w Unit, name: &str) -> Vec<Target> {
    match unit.language() {
        Language::Go => go::sibling(cx, unit, name),
        _ => java::sibling(cx, unit, name),
    }
}

/// `folder/name`, where an empty folder is the root.
pub(crate) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Resolves `.` and `..` segments; `None` if it leaves the repository.
pub fn normalised(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// A folder's parent; `None` at the root.
pub(crate) fn parent(folder: &str) -> Option<&str> {
    if folder.is_empty() {
        return None;
    }
    Some(folder.rsplit_once('/').map_or("", |(parent, _)| parent))
}

/// The folder of a unit's file as text; files with other names link nothing.
pub(crate) fn folder_of<'w>(cx: &Resolver<'w>, unit: &Unit) -> &'w str {
    std::str::from_utf8(cx.world.path(unit.file).folder()).unwrap_or_default()
}
