//! What may be used by code nobody sees: members of classes with a base outside, overrides, fixtures, loaded modules.

use super::symbols::is_variable;
use crate::code::{Code, CodeFile, Place, PlaceSet};
use rustc_hash::FxHashSet;
use tribunal_domain::facts::{Symbol, SymbolIx, SymbolKind, Visibility};
use tribunal_domain::{Language, Outcome, SymbolId};

/// Classes that may be called by code nobody sees.
pub(super) struct Open {
    pub classes: PlaceSet,
    imported: FxHashSet<SymbolId>,
    /// Names of members that more than one class has: one may stand in for another.
    shared: FxHashSet<Box<str>>,
    /// Names of parameters of functions in Python: a test framework fills them with what bears the name.
    injected: FxHashSet<Box<str>>,
}

impl Open {
    pub fn of(code: &Code) -> Self {
        let dependencies = code.files.iter().flat_map(|file| &file.resolution.dependencies);
        let imported = dependencies.map(|(file, _)| *file).collect();
        let mut open =
            Self { classes: code.no_places(), imported, shared: shared_members(code), injected: injected(code) };
        for (at, file) in code.files.iter().enumerate() {
            for (reference, outcome) in file.inherits() {
                let known = matches!(outcome, Outcome::Resolved(id) if !registers(code, *id));
                if !known {
                    class_at(file, reference.position.line).map(|symbol| open.classes.insert(place(at, symbol)));
                }
            }
        }
        open.spread(code);
        open
    }

    /// A member that may override one of a class nobody sees beside it, or a name that a member of the file has too, or
    /// that a test framework asks for.
    pub fn has_namesake(&self, file: &CodeFile, symbol: &Symbol) -> bool {
        let name = file.facts.text(symbol.name);
        match symbol.parent {
            Some(_) => self.shared.contains(name),
            None if file.language() != Language::Python => false,
            None if file.path.file_name() == b"conftest.py" => true,
            None => file.has_member(symbol.name) || is_variable(symbol.kind) && self.injected.contains(name),
        }
    }

    /// A Python module that no other imports is run or loaded by name: whoever does may look at its public names.
    pub fn is_loaded(&self, code: &Code, place: Place, symbol: &Symbol) -> bool {
        let file = code.file(place);
        file.language() == Language::Python
            && symbol.visibility != Visibility::Private
            && !self.imported.contains(&file.id())
    }

    /// Whoever inherits from an open class is open too.
    fn spread(&mut self, code: &Code) {
        loop {
            let mut changed = false;
            for (at, file) in code.files.iter().enumerate() {
                for (reference, outcome) in file.inherits() {
                    let Outcome::Resolved(id) = outcome else { continue };
                    if code.place(*id).is_some_and(|base| self.classes.contains(base)) {
                        let class = class_at(file, reference.position.line).map(|symbol| place(at, symbol));
                        changed |= class.is_some_and(|class| self.classes.insert(class));
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }
}

/// Fixtures made by assignment are asked for by the name of a parameter; short names are parameters everywhere.
fn injected(code: &Code) -> FxHashSet<Box<str>> {
    let python = code.files.iter().filter(|file| file.language() == Language::Python);
    let names = python.flat_map(|file| {
        let params = file.facts.symbols.iter().flat_map(|symbol| &symbol.params);
        params.map(|param| file.facts.text(param.name))
    });
    names.filter(|name| name.contains('_')).map(Into::into).collect()
}

/// Names of methods that are defined more than once.
fn shared_members(code: &Code) -> FxHashSet<Box<str>> {
    let (mut seen, mut shared): (FxHashSet<&str>, FxHashSet<Box<str>>) = Default::default();
    for place in code.symbols() {
        let Some(symbol) = code.symbol(place).filter(|symbol| symbol.kind == SymbolKind::Method) else { continue };
        let name = code.file(place).facts.text(symbol.name);
        if !seen.insert(name) {
            shared.insert(name.into());
        }
    }
    shared
}

/// A base class that keeps a list of its children, by a metaclass or `__init_subclass__`.
fn registers(code: &Code, id: SymbolId) -> bool {
    let Some(place) = code.place(id) else { return false };
    let Some(symbol) = code.symbol(place) else { return false };
    let file = code.file(place);
    let by_hook = |member: &SymbolIx| file.facts.text(file.facts.symbol(*member).name) == "__init_subclass__";
    let hooked = place.symbol.is_some_and(|class| file.children(class).iter().any(by_hook));
    file.facts.text(symbol.signature).contains("metaclass") || hooked
}

fn place(at: usize, symbol: SymbolIx) -> Place {
    Place { file: at as u32, symbol: Some(symbol) }
}

/// The innermost class-like definition that holds a line.
fn class_at(file: &CodeFile, line: u32) -> Option<SymbolIx> {
    let holds = |symbol: &Symbol| {
        let class = matches!(
            symbol.kind,
            SymbolKind::Class | SymbolKind::Struct | SymbolKind::Interface | SymbolKind::Enum | SymbolKind::Trait
        );
        class && symbol.span.start.line <= line && line <= symbol.span.end.line
    };
    file.facts.symbols.iter().rposition(holds).map(|ix| SymbolIx(ix as u32))
}
