//! The resolution of one file: every reference and import settled, everything looked at recorded.

use crate::entry;
use crate::link::Link;
use crate::lookup::Sought;
use crate::member::{Found, declares_ahead};
use crate::reads::{Reads, impl_key, unit_key};
use crate::space::{Space, is_type, separates};
use crate::unit::Unit;
use crate::value::{Def, Target, Value};
use crate::world::{FileIx, World};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tribunal_domain::facts::{
    Expr, ExprIx, ImportIx, ImportKind, ParamKind, Reference, Role, Symbol, SymbolFlags, SymbolIx, SymbolKind,
    Visibility,
};
use tribunal_domain::{DependencyKind, EntryPoint, FileResolution, ImportOutcome, Language, Outcome, SymbolId};

/// What is said of one file.
pub struct FileVerdict {
    /// Its references, imports and dependencies.
    pub resolution: FileResolution,
    /// What in it is used from outside the code.
    pub entries: Vec<EntryPoint>,
}

/// Resolves one file. `facts` are its full facts; all other files are seen through their interfaces.
pub fn resolve_file<'w>(world: &'w World<'w>, home: &'w Unit) -> FileVerdict {
    let cx = Resolver::new(world, home);
    let imports = cx.imports();
    let references = home.facts.references.iter().map(|reference| cx.reference(reference)).collect();
    let dependencies = cx.dependencies(&imports);
    let overrides = cx.overrides();
    let entries = entry::entries(&cx, &overrides);
    let imports = imports.into_iter().map(|outcome| outcome.0).collect();
    let reads = cx.reads.into_sorted();
    let symbols = home.ids.clone();
    FileVerdict { resolution: FileResolution { symbols, references, imports, overrides, dependencies, reads }, entries }
}

/// The state of one file's resolution. Memos live as long as it does, so that its result depends on the world alone.
pub(crate) struct Resolver<'w> {
    pub world: &'w World<'w>,
    pub home: &'w Unit,
    pub reads: Reads,
    pub links: RefCell<FxHashMap<(usize, ImportIx), Rc<Link>>>,
    pub values: RefCell<FxHashMap<(usize, ExprIx, Space), Value>>,
    pub lineages: RefCell<FxHashMap<Def, Rc<(Vec<Def>, bool)>>>,
    pub closures: RefCell<FxHashMap<FileIx, Vec<FileIx>>>,
    pub roots: RefCell<FxHashMap<FileIx, FileIx>>,
    pub returning: RefCell<FxHashSet<Def>>,
    pub visiting: RefCell<FxHashSet<(Target, String, Space)>>,
    pub hops: Cell<u32>,
    pub depth: Cell<u32>,
}

impl<'w> Resolver<'w> {
    fn new(world: &'w World<'w>, home: &'w Unit) -> Self {
        Self {
            world,
            home,
            reads: Reads::default(),
            links: RefCell::default(),
            values: RefCell::default(),
            lineages: RefCell::default(),
            closures: RefCell::default(),
            roots: RefCell::default(),
            returning: RefCell::default(),
            visiting: RefCell::default(),
            hops: Cell::new(0),
            depth: Cell::new(0),
        }
    }

    /// A file as seen from here: in full if it is the file itself, else its interface, with the look recorded.
    pub(crate) fn unit(&self, file: FileIx) -> Option<&'w Unit> {
        if file == self.home.file {
            return Some(self.home);
        }
        self.reads.record(unit_key(self.world.path(file).as_bytes()));
        self.world.unit(file)
    }

    /// The id of a target that has one.
    fn id(&self, target: &Target) -> Option<SymbolId> {
        match target {
            Target::Symbol(def) => {
                if let Some(file) = self.module_of_symbol(*def) {
                    return Some(self.world.id(file));
                }
                self.unit(def.file).map(|unit| unit.ids[def.symbol.ix()])
            }
            Target::File(file) => Some(self.world.id(*file)),
            _ => None,
        }
    }

    fn reference(&self, reference: &Reference) -> Outcome {
        let name = self.home.facts.text(reference.name);
        match reference.receiver {
            None if reference.role == Role::Import => self.imported_name(reference, name),
            None if reference.role == Role::Key => Outcome::ByName,
            None => {
                let targets = self.name_targets(self.home, self.sought(reference, name));
                self.outcome(targets, Use::of(reference))
            }
            Some(receiver) => self.member_reference(receiver, name, reference),
        }
    }

    fn sought<'n>(&self, reference: &Reference, name: &'n str) -> Sought<'n> {
        let space = self.space(reference, name);
        // Rust: a path that is imported sees no locals.
        let at =
            if reference.role == Role::Import && self.home.language() == Language::Rust { 0 } else { reference.at };
        Sought { name, scope: reference.scope, at, space }
    }

    /// The name space a reference is looked up in.
    fn space(&self, reference: &Reference, name: &str) -> Space {
        let language = self.home.language();
        // Rust: what stands before `::` in a `use` is a module or type; the last name may be anything.
        if language == Language::Rust && reference.role == Role::Import && self.import_leaf(reference).is_none() {
            return Space::Type;
        }
        Space::of(language, reference.role, name)
    }

    fn member_reference(&self, receiver: ExprIx, name: &str, reference: &Reference) -> Outcome {
        if reference.role == Role::Key
            && let Some(outcome) = self.key(receiver, name, reference)
        {
            return outcome;
        }
        let value = self.eval(self.home, receiver);
        match self.members(&value, name, self.space(reference, name), self.home) {
            Found::Targets(targets) if self.is_inherited_overload(&value, &targets, reference) => Outcome::External,
            Found::Targets(targets) => self.outcome(targets, Use::of(reference)),
            Found::External(_) => Outcome::External,
            Found::Inherited => Outcome::External,
            Found::Nothing => Outcome::Unresolved,
            Found::Unknown => Outcome::ByName,
        }
    }

    /// A key, where the receiver alone does not say what it names.
    fn key(&self, receiver: ExprIx, name: &str, reference: &Reference) -> Option<Outcome> {
        if let (Language::Java, Expr::TypeOf { of }) = (self.home.language(), &self.home.facts.exprs[receiver.ix()]) {
            return Some(self.case_label(*of, name, reference));
        }
        if let Some(found) = self.variant_field(receiver, name) {
            return Some(self.outcome(found, Use::from(Role::Key)));
        }
        let value = self.eval(self.home, receiver);
        self.keyword(&value, name)
    }

    /// Java: `case NAME` is a constant of the enum that is switched on, or one in scope if it is no enum.
    fn case_label(&self, selector: ExprIx, name: &str, reference: &Reference) -> Outcome {
        let value = self.eval(self.home, selector);
        if let Value::Instance(def, _) = &value
            && self.unit(def.file).is_some_and(|unit| unit.symbol(def.symbol).kind == SymbolKind::Enum)
        {
            return match self.members(&value, name, Space::Value, self.home) {
                Found::Targets(targets) => self.outcome(targets, Use::from(Role::Read)),
                _ => Outcome::Unresolved,
            };
        }
        let sought = Sought { name, scope: reference.scope, at: reference.at, space: Space::Value };
        let bare = self.name_targets(self.home, sought);
        match value {
            Value::Instance(..) => self.outcome(bare, Use::from(Role::Read)),
            Value::ExternalInstance(outside, _) if is_constant_type(&outside) => {
                self.outcome(bare, Use::from(Role::Read))
            }
            Value::ExternalInstance(..) if bare.is_empty() => Outcome::External,
            // An enum outside or of which nothing is known: its constant hides the namesake in scope.
            _ => Outcome::ByName,
        }
    }

    /// Java: whether no overload in sight takes the arguments, but an ancestor outside may have one that does.
    fn is_inherited_overload(&self, value: &Value, targets: &[Target], reference: &Reference) -> bool {
        let (Value::Instance(def, _) | Value::Type(def, _)) = value else { return false };
        self.is_misfit(targets, Use::of(reference)) && !self.ancestors(*def).1
    }

    /// Java: whether none of the methods takes the arguments.
    fn is_misfit(&self, targets: &[Target], purpose: Use) -> bool {
        let Some(count) = purpose.arguments.map(usize::from) else { return false };
        let takes = |target: &Target| match target {
            Target::Symbol(def) => self.unit(def.file).is_none_or(|unit| accepts(unit.symbol(def.symbol), count)),
            _ => true,
        };
        self.home.language() == Language::Java && purpose.role == Role::Call && !targets.iter().any(takes)
    }

    /// Rust: a field of an enum's struct-like variant, in a literal or pattern.
    fn variant_field(&self, receiver: ExprIx, name: &str) -> Option<Vec<Target>> {
        if self.home.language() != Language::Rust {
            return None;
        }
        let Expr::Instance { of } = &self.home.facts.exprs[receiver.ix()] else { return None };
        let targets = match &self.home.facts.exprs[of.ix()] {
            Expr::Name { name, scope, at } => {
                let name = self.home.facts.text(*name);
                self.name_targets(self.home, Sought { name, scope: *scope, at: *at, space: Space::Type })
            }
            Expr::Member { base, name } => {
                let base = self.eval(self.home, *base);
                match self.members(&base, self.home.facts.text(*name), Space::Type, self.home) {
                    Found::Targets(targets) => targets,
                    _ => return None,
                }
            }
            _ => return None,
        };
        let [Target::Symbol(def)] = targets.as_slice() else { return None };
        let unit = self.unit(def.file)?;
        if unit.symbol(def.symbol).kind != SymbolKind::EnumMember {
            return None;
        }
        let fields = unit.members_of(def.symbol, name);
        Some(fields.iter().map(|&symbol| Target::Symbol(Def { file: def.file, symbol })).collect())
    }

    /// A keyword argument names a parameter, which is local to the function, or a field of the class it constructs.
    fn keyword(&self, callee: &Value, name: &str) -> Option<Outcome> {
        match callee {
            Value::Function(..) | Value::Lambda(_) => Some(Outcome::Local),
            Value::External(..) => Some(Outcome::External),
            Value::Type(def, _) => {
                if let Found::Targets(targets) = self.members(callee, name, Space::Any, self.home) {
                    Some(self.outcome(targets, Use::from(Role::Key)))
                } else {
                    let _ = def;
                    Some(Outcome::Local)
                }
            }
            Value::Unknown => Some(Outcome::ByName),
            _ => None,
        }
    }

    /// The name inside an import statement: what it brings in.
    fn imported_name(&self, reference: &Reference, name: &str) -> Outcome {
        if let Some((import, index)) = self.import_leaf(reference) {
            let targets = self.import_targets(self.home, import, index, Space::Any);
            let type_only = self.home.facts.imports[import.ix()].names[index as usize].type_only;
            return self.outcome(targets, Use::from(if type_only { Role::Type } else { Role::Import }));
        }
        let targets = self.name_targets(self.home, self.sought(reference, name));
        self.outcome(targets, Use::from(Role::Import))
    }

    /// The import that takes the name standing here, and its place among the names taken.
    fn import_leaf(&self, reference: &Reference) -> Option<(ImportIx, u32)> {
        self.home.facts.imports.iter().enumerate().find_map(|(at, import)| {
            let index = import.names.iter().position(|taken| taken.position == reference.position)?;
            Some((ImportIx(at as u32), index as u32))
        })
    }

    fn outcome(&self, targets: Vec<Target>, purpose: Use) -> Outcome {
        let targets = self.fitting(targets, purpose);
        match targets.as_slice() {
            [] => return Outcome::Unresolved,
            [Target::External(_)] => return Outcome::External,
            [Target::Local] => return Outcome::Local,
            [Target::Folder(_)] => return Outcome::Local,
            _ => {}
        }
        let mut ids: Vec<SymbolId> = targets.iter().filter_map(|target| self.id(target)).collect();
        ids.sort_unstable();
        ids.dedup();
        match ids.as_slice() {
            [] if targets.iter().any(|target| matches!(target, Target::External(_))) => Outcome::External,
            [] => Outcome::Local,
            // One definition beside something outside: a fallback import, perhaps. Not certain.
            [only]
                if targets.iter().all(|target| !matches!(target, Target::External(_)))
                    && !self.is_misfit(&targets, purpose) =>
            {
                Outcome::Resolved(*only)
            }
            _ => Outcome::Ambiguous(ids.into()),
        }
    }

    /// Where a name is both a type and a value (TypeScript), the place of use tells which is meant.
    fn fitting(&self, targets: Vec<Target>, purpose: Use) -> Vec<Target> {
        if targets.len() < 2 {
            return self.linked(targets);
        }
        let wanted = |target: &Target| match target {
            Target::Symbol(def) => self.unit(def.file).is_some_and(|unit| {
                let kind = unit.symbol(def.symbol).kind;
                match purpose.role {
                    Role::Type | Role::Inherit => is_type(kind),
                    Role::Call | Role::Read | Role::Write if !separates(unit.language()) => {
                        !matches!(kind, SymbolKind::Interface | SymbolKind::TypeAlias | SymbolKind::Module)
                    }
                    _ => true,
                }
            }),
            _ => true,
        };
        let kept: Vec<Target> = targets.iter().filter(|target| wanted(target)).cloned().collect();
        let kept = if kept.is_empty() { targets } else { kept };
        self.implementations(kept, purpose)
    }

    /// Declarations step back behind the one implementation. Overloads do not where they are called: which of them is
    /// meant depends on the arguments. Nor do Go's and Rust's, which stand for other builds.
    fn implementations(&self, targets: Vec<Target>, purpose: Use) -> Vec<Target> {
        let language = self.home.language();
        let overloaded = matches!(language.family(), Language::TypeScript | Language::Java);
        if overloaded && purpose.role == Role::Call && targets.len() > 1 {
            return self.taking(targets, purpose.arguments);
        }
        let declared_only = |target: &Target| match target {
            Target::Symbol(def) => {
                self.unit(def.file).is_some_and(|unit| unit.symbol(def.symbol).flags.has(SymbolFlags::ABSTRACT))
            }
            _ => false,
        };
        let stays = |target: &Target| !declares_ahead(language) || !declared_only(target);
        let kept: Vec<Target> = targets.iter().filter(|target| stays(target)).cloned().collect();
        if kept.is_empty() { self.linked(targets) } else { kept }
    }

    /// C and C++: a function or variable that is only declared means the definitions the linker knows by its name.
    fn linked(&self, targets: Vec<Target>) -> Vec<Target> {
        let Some(Target::Symbol(def)) = targets.first() else { return targets };
        let Some(unit) = self.unit(def.file) else { return targets };
        let symbol = unit.symbol(def.symbol);
        let is_linked = matches!(unit.language(), Language::C | Language::Cpp)
            && matches!(symbol.kind, SymbolKind::Function | SymbolKind::Variable | SymbolKind::Constant)
            && symbol.parent.is_none()
            && symbol.visibility != Visibility::Private
            && symbol.flags.has(SymbolFlags::ABSTRACT);
        if !is_linked {
            return targets;
        }
        let name = unit.name(def.symbol);
        self.reads.record(impl_key(name.as_bytes()));
        let found = self.world.linkage(name).iter();
        let found: Vec<Target> = found.map(|&(file, symbol)| Target::Symbol(Def { file, symbol })).collect();
        if found.is_empty() { targets } else { found }
    }

    /// The overloads that take so many arguments. An implementation with signatures beside it cannot be called itself.
    fn taking(&self, targets: Vec<Target>, arguments: Option<u8>) -> Vec<Target> {
        let symbol = |target: &Target| match target {
            Target::Symbol(def) => self.unit(def.file).map(|unit| unit.symbol(def.symbol)),
            _ => None,
        };
        let signature = |target: &Target| symbol(target).is_some_and(|symbol| symbol.flags.has(SymbolFlags::ABSTRACT));
        let ahead = declares_ahead(self.home.language());
        let signatures: Vec<Target> = targets.iter().filter(|target| ahead && signature(target)).cloned().collect();
        let called = if signatures.is_empty() { targets } else { signatures };
        let Some(count) = arguments.map(usize::from) else { return called };
        let takes = |target: &Target| symbol(target).is_none_or(|symbol| accepts(symbol, count));
        let fitting: Vec<Target> = called.iter().filter(|target| takes(target)).cloned().collect();
        if fitting.is_empty() { called } else { fitting }
    }

    fn imports(&self) -> Vec<(ImportOutcome, Vec<FileIx>)> {
        (0..self.home.facts.imports.len() as u32).map(|at| self.import(ImportIx(at))).collect()
    }

    /// Where an import leads, and the files it makes this one depend on.
    fn import(&self, import: ImportIx) -> (ImportOutcome, Vec<FileIx>) {
        match &*self.link(self.home, import) {
            Link::External(_) => (ImportOutcome::External, Vec::new()),
            Link::Missing => (ImportOutcome::Unresolved, Vec::new()),
            Link::Internal(modules) => {
                let mut files = self.files_of(modules);
                // Names that are modules or definitions elsewhere: `from package import module`, `use a::b`.
                for name in 0..self.home.facts.imports[import.ix()].names.len() as u32 {
                    let targets = self.import_targets(self.home, import, name, Space::Any);
                    files.extend(self.files_of(&targets));
                }
                files.sort_unstable();
                files.dedup();
                let ids = files.iter().map(|&file| self.world.id(file)).collect();
                (ImportOutcome::Internal(ids), files)
            }
        }
    }

    fn files_of(&self, targets: &[Target]) -> Vec<FileIx> {
        let mut files = Vec::new();
        for target in targets {
            match target {
                Target::File(file) => files.push(*file),
                Target::Symbol(def) => files.push(self.module_of_symbol(*def).unwrap_or(def.file)),
                Target::Folder(folder) if self.home.language() == Language::Go => {
                    files.extend(self.folder(folder.as_bytes()).into_iter().filter(|&file| {
                        self.world.language(file) == Some(Language::Go)
                            && !self.world.path(file).file_name().ends_with(b"_test.go")
                    }));
                }
                _ => {}
            }
        }
        files
    }

    /// Members that hide one of the same name in an ancestor.
    fn overrides(&self) -> Vec<(SymbolIx, SymbolId)> {
        let unit = self.home;
        let mut found = Vec::new();
        for ix in (0..unit.facts.symbols.len() as u32).map(SymbolIx) {
            let symbol = unit.symbol(ix);
            let Some(parent) = symbol.parent.filter(|_| is_member_kind(symbol.kind)) else { continue };
            let parent = Def { file: unit.file, symbol: parent };
            let constructor = symbol.flags.has(SymbolFlags::CONSTRUCTOR) && unit.language() != Language::Python;
            if constructor || unit.symbol(parent.symbol).bases.is_empty() {
                continue;
            }
            let lineage = self.ancestors(parent);
            let role = if symbol.kind == SymbolKind::Method { Role::Call } else { Role::Read };
            let space = Space::of(unit.language(), role, unit.name(ix));
            let hidden = lineage
                .0
                .iter()
                .skip(1)
                .find_map(|&ancestor| self.own_members(ancestor, unit.name(ix), space).first().copied());
            if let Some(id) = hidden.and_then(|def| self.id(&Target::Symbol(def))) {
                found.push((ix, id));
            }
        }
        found
    }

    fn dependencies(&self, imports: &[(ImportOutcome, Vec<FileIx>)]) -> Vec<(SymbolId, DependencyKind)> {
        let mut dependencies = Vec::new();
        for (row, (_, files)) in self.home.facts.imports.iter().zip(imports) {
            let include = matches!(row.kind, ImportKind::System) || self.home.language().family() == Language::Cpp;
            let kind = match (include, row.type_only) {
                (true, _) => DependencyKind::Include,
                (_, true) => DependencyKind::TypeRef,
                _ => DependencyKind::Import,
            };
            let others = files.iter().filter(|&&file| file != self.home.file);
            dependencies.extend(others.map(|&file| (self.world.id(file), kind)));
        }
        dependencies.sort_unstable();
        dependencies.dedup();
        dependencies
    }
}

/// What a name is used for, as far as it decides between namesakes.
#[derive(Clone, Copy)]
struct Use {
    role: Role,
    arguments: Option<u8>,
}

impl Use {
    fn of(reference: &Reference) -> Self {
        Self { role: reference.role, arguments: reference.arguments }
    }
}

impl From<Role> for Use {
    fn from(role: Role) -> Self {
        Self { role, arguments: None }
    }
}

/// Java: the types, other than enums, whose constants can be labels.
fn is_constant_type(name: &str) -> bool {
    matches!(
        name,
        "int" | "long" | "short" | "byte" | "char" | "Integer" | "Short" | "Byte" | "Character" | "String" | "Number"
    )
}

/// Whether something may be called with so many arguments. Of a type it is not known: its constructors say.
fn accepts(symbol: &Symbol, count: usize) -> bool {
    if is_type(symbol.kind) {
        return true;
    }
    let open = symbol.params.iter().any(|param| matches!(param.kind, ParamKind::Rest | ParamKind::KeywordRest));
    let required = symbol.params.iter().filter(|param| !param.optional && param.kind == ParamKind::Plain).count();
    count >= required && (open || count <= symbol.params.len())
}

fn is_member_kind(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Method | SymbolKind::Property | SymbolKind::Field | SymbolKind::Variable | SymbolKind::Constant
    )
}
