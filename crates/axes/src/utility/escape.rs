//! Modules, enums and namespaces that are handed on as a whole: each of their members may then be used.
//!
//! A name that stands before a dot is looked into; a name that stands alone is handed on.

use super::is_script;
use crate::code::{Code, CodeFile, Place};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::LazyCell;
use tribunal_domain::facts::{Expr, ExprIx, ImportKind, ImportName, Position, Reference, Role, SymbolKind, Text};
use tribunal_domain::{ImportOutcome, SymbolId};

/// What is handed on as a whole, and from where.
#[derive(Default)]
pub(crate) struct Escapes {
    files: FxHashSet<(Place, u32)>,
    by_place: FxHashMap<Place, Vec<u32>>,
    whole: FxHashSet<SymbolId>,
    /// Names that are asked of a module through a variable that holds it.
    touched: FxHashSet<(u32, Box<str>)>,
}

impl Escapes {
    /// Looks at every use of a module, an enum or a namespace.
    pub fn of(code: &Code) -> Self {
        let mut escapes = Self::default();
        for (at, file) in code.files.iter().enumerate() {
            escapes.look(code, at as u32, file);
        }
        for &(from, file) in &escapes.files {
            escapes.by_place.entry(from).or_default().push(file);
        }
        escapes
    }

    /// Modules with the place they escape at.
    pub fn files(&self) -> impl Iterator<Item = &(Place, u32)> {
        self.files.iter()
    }

    /// Modules that escape at a place.
    pub fn from(&self, place: Place) -> Vec<u32> {
        self.by_place.get(&place).cloned().unwrap_or_default()
    }

    /// Whether an enum or namespace is handed on as a whole somewhere.
    pub fn is_whole(&self, id: SymbolId) -> bool {
        self.whole.contains(&id)
    }

    /// Whether a variable that holds the module is asked for the name.
    pub fn is_touched(&self, file: u32, name: &str) -> bool {
        self.touched.contains(&(file, name.into()))
    }

    fn look(&mut self, code: &Code, at: u32, file: &CodeFile) {
        let members = LazyCell::new(|| members(file));
        for (ix, reference) in file.facts.references.iter().enumerate() {
            let Some(place) = file.target(ix) else { continue };
            if matches!(reference.role, Role::Import | Role::Inherit | Role::Define) {
                continue;
            }
            let kind = code.symbol(place).map(|symbol| symbol.kind);
            let is_group = matches!(kind, None | Some(SymbolKind::Enum | SymbolKind::Module));
            if !is_group || is_receiver(file, &members, reference) {
                continue;
            }
            let from = Place { file: at, symbol: file.owner(reference.scope) };
            match kind {
                None if is_script(code.file(place).language()) && reference.role != Role::Type => {
                    match names_asked(file, ix, &members) {
                        Some(names) => self.touched.extend(names.into_iter().map(|name| (place.file, name.into()))),
                        None => {
                            self.files.insert((from, place.file));
                        }
                    }
                }
                // A value of an enum's type may come from anywhere and be any of its members.
                Some(SymbolKind::Enum | SymbolKind::Module) => {
                    self.whole.insert(code.id(place));
                }
                _ => {}
            }
        }
        self.look_at_imports(code, at, file);
    }

    /// `lazy(() => import("./page"))`: nobody sees which names are taken.
    fn look_at_imports(&mut self, code: &Code, at: u32, file: &CodeFile) {
        for (import, outcome) in file.facts.imports.iter().zip(&file.resolution.imports) {
            let ImportOutcome::Internal(ids) = outcome else { continue };
            let unseen = matches!(import.kind, ImportKind::Dynamic | ImportKind::Require)
                && !import.star
                && import.names.iter().all(|name| name.local.is_none() && is_unnamed(file, name));
            if !unseen || !is_script(file.language()) {
                continue;
            }
            let from = Place { file: at, symbol: file.owner(import.scope) };
            self.files.extend(ids.iter().filter_map(|id| code.place(*id)).map(|place| (from, place.file)));
        }
    }
}

/// The names that are asked of a module where it is taken apart or kept in a variable; `None` if it goes further.
fn names_asked(file: &CodeFile, ix: usize, members: &[u32]) -> Option<Vec<String>> {
    let facts = &file.facts;
    let reference = &facts.references[ix];
    let keys = facts.references.iter().filter(|key| {
        key.role == Role::Key
            && key.position.line == reference.position.line
            && key.at < reference.at
            && key.receiver.is_some_and(|receiver| root_of(file, receiver) == Some(reference.name))
    });
    let keys: Vec<String> = keys.map(|key| facts.text(key.name).to_owned()).collect();
    if !keys.is_empty() {
        let bound = facts
            .bindings
            .iter()
            .filter(|binding| binding.position.line == reference.position.line && binding.at < reference.at);
        // A name without a key of its own takes all the rest.
        return (bound.count() <= keys.len()).then_some(keys);
    }
    let holder = Holder::of(file, reference)?;
    let alone = facts.references.iter().enumerate().any(|(other, use_)| {
        use_.name == holder.variable && use_.receiver.is_none() && other != ix && !is_receiver(file, members, use_)
    });
    let below = facts.references.iter().filter(|member| member.receiver.is_some_and(|it| holder.is_root_of(file, it)));
    let names: Vec<String> = below.map(|member| facts.text(member.name).to_owned()).collect();
    (!alone && !names.is_empty()).then_some(names)
}

/// The variable that keeps a module, or the property of one.
struct Holder {
    variable: Text,
    property: Option<Text>,
}

impl Holder {
    fn of(file: &CodeFile, reference: &Reference) -> Option<Self> {
        let facts = &file.facts;
        let here = |at: Position| at.line == reference.position.line && at < reference.position;
        let property = facts.symbols.iter().rfind(|symbol| {
            symbol.kind == SymbolKind::Property && here(symbol.name_at) && symbol.span.end > reference.position
        });
        if let Some(property) = property.filter(|property| property.name_at != reference.position) {
            let variable = facts.symbol(property.parent?).name;
            return Some(Self { variable, property: Some(property.name) });
        }
        let bound = facts.bindings.iter().filter(|binding| here(binding.position));
        let holder = bound.max_by_key(|binding| binding.at)?;
        // A default in a pattern is only one of the values that the name may have.
        let in_pattern = facts.references.iter().any(|key| key.role == Role::Key && here(key.position));
        (!in_pattern).then_some(Self { variable: holder.name, property: None })
    }

    fn is_root_of(&self, file: &CodeFile, expression: ExprIx) -> bool {
        let Some(property) = self.property else { return root_of(file, expression) == Some(self.variable) };
        match file.facts.exprs.get(expression.ix()) {
            Some(Expr::Member { base, name }) => *name == property && root_of(file, *base) == Some(self.variable),
            _ => false,
        }
    }
}

/// The name that an expression of members starts with.
fn root_of(file: &CodeFile, expression: ExprIx) -> Option<Text> {
    let mut at = expression;
    loop {
        match file.facts.exprs.get(at.ix())? {
            Expr::Name { name, .. } => return Some(*name),
            Expr::Member { base, .. } => at = *base,
            _ => return None,
        }
    }
}

/// No name is taken, or what looks like one is a method of the promise.
fn is_unnamed(file: &CodeFile, name: &ImportName) -> bool {
    name.name.is_none_or(|name| matches!(file.facts.text(name), "then" | "catch" | "finally"))
}

/// Where members are named, in order: a name that stands right before one, with `.`, `?.` or `::` between, is its receiver.
fn members(file: &CodeFile) -> Vec<u32> {
    let named = file.facts.references.iter().filter(|reference| reference.receiver.is_some());
    let mut members: Vec<u32> = named.map(|reference| reference.at).collect();
    members.sort_unstable();
    members
}

/// Whether a reference is only the receiver of the next one.
fn is_receiver(file: &CodeFile, members: &[u32], reference: &Reference) -> bool {
    let end = reference.at + file.facts.text(reference.name).len() as u32;
    matches!(reference.role, Role::Read | Role::Type) && (1..=3).any(|gap| members.binary_search(&(end + gap)).is_ok())
}
