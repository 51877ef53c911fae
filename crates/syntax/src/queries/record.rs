//! Events into facts, in one sweep with a stack of the definitions that are open.

use super::collect::{Definition, Event, Import, Meaning};
use crate::context::Context;
use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;
use tribunal_domain::facts::{
    Binding, BindingKind, Expr, ExprIx, ImportIx, ImportName, Param, ParamKind, Role, ScopeIx, ScopeKind, SymbolFlags,
    SymbolIx, SymbolKind, Text, Visibility,
};

/// Records all events; gives the functions found by the id of their node.
pub(super) fn record<'t>(cx: &mut Context<'t>, events: Vec<Event<'t>>) -> FxHashMap<usize, SymbolIx> {
    let mut sweep = Sweep {
        cx,
        open: Vec::new(),
        functions: FxHashMap::default(),
        once: FxHashSet::default(),
        first: FxHashMap::default(),
        shown: FxHashMap::default(),
        last: None,
    };
    for event in events {
        sweep.close(event.node().start_byte());
        match event {
            Event::Define(definition) => sweep.define(definition),
            Event::Import(import) => sweep.import(import),
            Event::Single(meaning, node) => sweep.single(meaning, node),
        }
    }
    sweep.show();
    let functions = sweep.functions;
    mark_exported(cx);
    functions
}

/// A definition, or a function without a name, that the sweep is inside of.
struct Open {
    symbol: Option<SymbolIx>,
    kind: SymbolKind,
    scope: Option<ScopeIx>,
    name: std::ops::Range<usize>,
    /// Where the body starts; the end of the definition if it has none.
    body: usize,
    end: usize,
    /// What a visibility word alone in the body says of the members after it.
    section: Option<Visibility>,
}

/// Where a definition belongs.
struct Place {
    scope: ScopeIx,
    parent: Option<SymbolIx>,
    /// What is written before its name, at file level.
    owner: Option<ExprIx>,
    /// It is reached through something else: its name is not bound.
    member: bool,
}

impl Place {
    /// Whether the name alone tells the definition: at file level, by itself or as a member of a definition there.
    fn is_known(&self) -> bool {
        self.scope == ScopeIx::FILE && (!self.member || self.parent.is_some())
    }
}

struct Sweep<'c, 't> {
    cx: &'c mut Context<'t>,
    open: Vec<Open>,
    functions: FxHashMap<usize, SymbolIx>,
    once: FxHashSet<(ScopeIx, Text)>,
    /// The first definition of each name at file level, by what it is a member of.
    first: FxHashMap<(Option<SymbolIx>, Text), SymbolIx>,
    /// Who sees the definitions of the file with these names.
    shown: FxHashMap<Text, Visibility>,
    /// Where the last reference stands.
    last: Option<usize>,
}

impl<'t> Sweep<'_, 't> {
    fn close(&mut self, at: usize) {
        while self.open.last().is_some_and(|open| open.end <= at) {
            self.open.pop();
        }
    }

    /// The scope that a name declared at `at` belongs to.
    fn scope_at(&self, at: usize) -> ScopeIx {
        let inside = self.open.iter().rev().find(|open| open.scope.is_some() && at >= open.name.end);
        inside.and_then(|open| open.scope).unwrap_or(ScopeIx::FILE)
    }

    /// The scope that a name used at `at` is looked up from: the head of a type is outside of it.
    fn use_scope_at(&self, at: usize) -> ScopeIx {
        let start = |open: &Open| if is_type(open.kind) { open.body } else { open.name.end };
        let inside = self.open.iter().rev().find(|open| open.scope.is_some() && at >= start(open));
        inside.and_then(|open| open.scope).unwrap_or(ScopeIx::FILE)
    }

    fn define(&mut self, found: Definition<'t>) {
        let place = self.place(&found);
        let (scope, parent) = (place.scope, place.parent);
        let parent_kind = parent.map(|parent| self.cx.facts.symbol(parent).kind);
        let kind = if place.member { Some(found.kind) } else { kind_in(found.kind, parent_kind) };
        let Some(kind) = kind else {
            self.cx.bind(scope, found.name, BindingKind::Local, None, None);
            return;
        };
        let name = self.name(found.name);
        if found.settings.once && !self.once.insert((scope, name)) {
            return;
        }
        let first = if found.settings.assigns { self.first_of(&place, name) } else { None };
        if first.is_some() && !is_function(kind) {
            return;
        }
        let head_end = found.body.map_or(found.node.end_byte(), |body| body.start_byte());
        let mut symbol = self.cx.draft(kind, found.node, found.name, head_end);
        (symbol.name, symbol.scope, symbol.parent, symbol.impl_of) = (name, scope, parent, place.owner);
        symbol.visibility = match first {
            Some(first) => self.declared(first),
            None => self.visibility(&found, parent_kind),
        };
        let bodyless = found.body.is_none() && parent_kind == Some(SymbolKind::Interface) && kind == SymbolKind::Method;
        let flags = [
            (found.settings.constructor, SymbolFlags::CONSTRUCTOR),
            (found.settings.is_static, SymbolFlags::STATIC),
            (found.settings.promoted, SymbolFlags::IMPLICIT),
            (bodyless, SymbolFlags::ABSTRACT),
        ];
        flags.iter().filter(|(set, _)| *set).for_each(|(_, flag)| symbol.flags.set(*flag));
        let from = found.settings.holds.byte(found.node);
        let symbol = if place.member { self.cx.add_symbol(symbol) } else { self.cx.define(symbol, from) };
        if place.is_known() {
            self.first.entry((parent, name)).or_insert(symbol);
        }
        let body_scope =
            body_scope(kind, found.body.is_some()).map(|kind| self.cx.new_scope_in(scope, kind, Some(symbol)));
        self.cx.facts.symbols[symbol.ix()].body = body_scope;
        if is_function(kind) {
            self.functions.insert(found.node.id(), symbol);
        }
        let name = found.name.byte_range();
        let (symbol, body) = (Some(symbol), head_end);
        self.open.push(Open { symbol, kind, scope: body_scope, name, body, end: found.node.end_byte(), section: None });
    }

    fn place(&mut self, found: &Definition<'t>) -> Place {
        let scope = if found.settings.promoted {
            self.open.iter().rev().find(|open| is_type(open.kind)).and_then(|open| open.scope).unwrap_or(ScopeIx::FILE)
        } else {
            self.scope_at(found.node.start_byte())
        };
        let member = found.owner.is_some() || found.settings.member;
        let enclosing = self.cx.owner_of(scope);
        match found.owner.filter(|_| enclosing.is_none()) {
            None => Place { scope, parent: enclosing, owner: None, member },
            Some(owner) => {
                let (parent, owner) = self.owner(owner);
                Place { scope, parent, owner: Some(owner), member }
            }
        }
    }

    fn first_of(&self, place: &Place, name: Text) -> Option<SymbolIx> {
        self.first.get(&(place.parent, name)).copied().filter(|_| place.is_known())
    }

    /// Who sees what `first` declares. A variable that turns out to be a function was declared ahead of it.
    fn declared(&mut self, first: SymbolIx) -> Visibility {
        let first = &mut self.cx.facts.symbols[first.ix()];
        if !is_function(first.kind) {
            first.flags.set(SymbolFlags::ABSTRACT);
        }
        first.visibility
    }

    /// What is written before a name (`M`, `M.sub`): the definition meant, if it stands above at file level, and the
    /// expression.
    fn owner(&mut self, node: Node<'t>) -> (Option<SymbolIx>, ExprIx) {
        let at = node.start_byte() as u32;
        let mut parts = self.cx.text(node).split('.').map(str::trim);
        let name = self.cx.intern(parts.next().unwrap_or_default());
        let mut symbol = self.first.get(&(None, name)).copied();
        let mut written = self.cx.expr(Expr::Name { name, scope: ScopeIx::FILE, at });
        for part in parts {
            let name = self.cx.intern(part);
            symbol = symbol.and_then(|outer| self.first.get(&(Some(outer), name)).copied());
            written = self.cx.expr(Expr::Member { base: written, name });
        }
        (symbol, written)
    }

    /// A function without a name. Where it is what a definition is made of, the definition has opened its scope.
    fn nameless(&mut self, node: Node<'t>) {
        let (start, end) = (node.start_byte(), node.end_byte());
        if self.open.last().is_some_and(|open| open.scope.is_some() && start < open.body && open.body <= end) {
            return;
        }
        let scope = self.cx.new_scope_in(self.scope_at(start), ScopeKind::Function, None);
        let kind = SymbolKind::Function;
        let (scope, name) = (Some(scope), start..start);
        self.open.push(Open { symbol: None, kind, scope, name, body: start, end, section: None });
    }

    /// A definition's name without the marks of a symbol or string.
    fn name(&mut self, node: Node<'t>) -> Text {
        let written = self.cx.text(node);
        let bare = written.trim_matches(['"', '\'', ':', '`']);
        self.cx.intern(if bare.is_empty() { written } else { bare })
    }

    fn visibility(&self, found: &Definition<'_>, parent: Option<SymbolKind>) -> Visibility {
        let section = || self.open.iter().rev().find(|open| is_type(open.kind)).and_then(|open| open.section);
        let default = match parent {
            Some(SymbolKind::Interface) => None,
            Some(kind) if is_type(kind) && kind != SymbolKind::Module => {
                found.settings.member_visibility.or(found.settings.visibility)
            }
            _ => found.settings.visibility,
        };
        let method = found.kind == SymbolKind::Method || found.kind == SymbolKind::Property;
        let section = if method && !found.settings.is_static { section() } else { None };
        found.visibility.or(section).or(default).unwrap_or(Visibility::Public)
    }

    fn single(&mut self, meaning: Meaning, node: Node<'t>) {
        let at = node.start_byte();
        match meaning {
            Meaning::Package => self.cx.facts.package = Some(self.cx.intern_node(node)),
            Meaning::Reference { role, member } => self.reference(node, role, member),
            Meaning::Parameter => self.parameter(node),
            Meaning::TypeParameter => {
                let scope = self.open.iter().rev().find_map(|open| open.scope).unwrap_or(ScopeIx::FILE);
                self.cx.bind(scope, node, BindingKind::TypeParameter, None, None);
            }
            Meaning::Scope => self.nameless(node),
            Meaning::Local => self.cx.bind(self.scope_at(at), node, BindingKind::Local, None, None),
            Meaning::Modifier => self.modifier(node),
            Meaning::Attribute => self.attribute(node),
            Meaning::Test => self.test(at),
            Meaning::Section(visibility) => {
                if let Some(open) = self.open.iter_mut().rev().find(|open| is_type(open.kind)) {
                    open.section = Some(visibility);
                }
            }
            Meaning::Named(visibility) => self.named(node, visibility),
            _ => {}
        }
    }

    /// The open definitions whose name is still ahead: what stands here is said of them.
    fn ahead(&self, at: usize) -> Vec<SymbolIx> {
        self.open.iter().rev().take_while(|open| at <= open.name.start).filter_map(|open| open.symbol).collect()
    }

    fn test(&mut self, at: usize) {
        for symbol in self.ahead(at) {
            self.cx.facts.symbols[symbol.ix()].flags.set(SymbolFlags::TEST);
        }
    }

    fn modifier(&mut self, node: Node<'t>) {
        let written = self.cx.text(node);
        for symbol in self.ahead(node.start_byte()) {
            let symbol = &mut self.cx.facts.symbols[symbol.ix()];
            match written.to_ascii_lowercase().as_str() {
                "private" | "file" => symbol.visibility = Visibility::Private,
                "protected" => symbol.visibility = Visibility::Protected,
                "internal" => symbol.visibility = Visibility::Internal,
                "public" => symbol.visibility = Visibility::Public,
                "static" => symbol.flags.set(SymbolFlags::STATIC),
                "abstract" => symbol.flags.set(SymbolFlags::ABSTRACT),
                "override" => symbol.flags.set(SymbolFlags::OVERRIDE),
                "async" | "suspend" => symbol.flags.set(SymbolFlags::ASYNC),
                "const" if is_variable(symbol.kind) => symbol.kind = SymbolKind::Constant,
                _ => {}
            }
        }
    }

    fn attribute(&mut self, node: Node<'t>) {
        let written = self.cx.text(node).trim_start_matches('@');
        for symbol in self.ahead(node.start_byte()) {
            let text = self.cx.intern(written);
            self.cx.facts.symbols[symbol.ix()].attributes.push(text);
        }
    }

    /// Of the type around, or of the file.
    fn named(&mut self, node: Node<'t>, visibility: Visibility) {
        let name = self.name(node);
        let Some(owner) = self.open.iter().rev().find(|open| is_type(open.kind)).and_then(|open| open.symbol) else {
            self.shown.insert(name, visibility);
            return;
        };
        let members = self.cx.facts.symbols.iter_mut().skip(owner.ix());
        members.filter(|symbol| symbol.parent == Some(owner) && symbol.name == name).for_each(|symbol| {
            symbol.visibility = visibility;
        });
    }

    fn show(&mut self) {
        if self.shown.is_empty() {
            return;
        }
        for symbol in &mut self.cx.facts.symbols {
            let plain = symbol.scope == ScopeIx::FILE && symbol.parent.is_none() && symbol.impl_of.is_none();
            if let Some(&visibility) = self.shown.get(&symbol.name).filter(|_| plain) {
                symbol.visibility = visibility;
            }
        }
    }

    fn parameter(&mut self, node: Node<'t>) {
        let at = node.start_byte();
        // A parameter that declares a member too is bound as the member.
        let declares = |open: &Open| is_variable(open.kind) && node.byte_range().contains(&open.name.start);
        let member = self.open.last().is_some_and(declares);
        let of = self.open.iter().rev().nth(usize::from(member)).filter(|open| open.scope.is_some() && at < open.body);
        let of = of.and_then(|open| open.symbol);
        if !member {
            self.cx.bind(self.scope_at(at), node, BindingKind::Parameter, None, None);
        }
        if let Some(symbol) = of {
            let name = self.cx.text(node).trim_start_matches('$');
            let (name, at) = (self.cx.intern(name), self.cx.position(node));
            let param = Param { name, at, ty: None, optional: false, kind: ParamKind::Plain };
            self.cx.facts.symbols[symbol.ix()].params.push(param);
        }
    }

    fn reference(&mut self, node: Node<'t>, role: Role, member: bool) {
        let at = node.start_byte();
        if self.last.replace(at) == Some(at) {
            return;
        }
        let scope = self.use_scope_at(at);
        let (name, position) = (self.cx.intern_node(node), self.cx.position(node));
        // What stands before the dot is not read here: the member is looked for by its name alone.
        let receiver = member.then_some(ExprIx::UNKNOWN);
        let reference =
            tribunal_domain::facts::Reference { name, role, position, at: at as u32, scope, receiver, arguments: None };
        self.cx.facts.references.push(reference);
        if role == Role::Inherit
            && let Some(heir) = self.open.iter().rev().find(|open| is_type(open.kind)).and_then(|open| open.symbol)
        {
            let base = self.cx.expr(Expr::Name { name, scope, at: at as u32 });
            self.cx.facts.symbols[heir.ix()].bases.push(base);
        }
    }

    fn import(&mut self, found: Import<'t>) {
        let scope = self.scope_at(found.node.start_byte());
        let specifier = self.specifier(&found);
        let ix = ImportIx(self.cx.facts.imports.len() as u32);
        let position = self.cx.position(found.name.unwrap_or(found.specifier));
        let name = found.name.map(|name| self.cx.intern_node(name));
        let local = found.alias.map(|alias| self.cx.intern_node(alias)).or(name);
        if let Some(local) = local {
            let at = found.alias.or(found.name).unwrap_or(found.specifier);
            let kind = BindingKind::Import { import: ix, name: 0 };
            let (position, at) = (self.cx.position(at), found.settings.holds.byte(found.node) as u32);
            self.cx.facts.bindings.push(Binding { scope, name: local, at, position, kind, ty: None, value: None });
        }
        if let Some(name) = found.name {
            self.reference(name, Role::Import, false);
        }
        let names = if found.settings.star && local.is_none() {
            Vec::new()
        } else {
            vec![ImportName { name, local, position, type_only: false }]
        };
        let span = self.cx.span(found.node);
        self.cx.facts.imports.push(tribunal_domain::facts::Import {
            specifier,
            kind: found.kind,
            names,
            star: found.settings.star,
            type_only: false,
            reexport: false,
            scope,
            span,
        });
    }

    fn specifier(&mut self, found: &Import<'t>) -> Text {
        let written = self.cx.text(found.specifier).trim_matches(['"', '\'', '`', ' ']);
        let prefix = found.prefix.map_or("", |prefix| self.cx.text(prefix));
        let before = if written.starts_with("./") || written.starts_with("../") { "" } else { found.settings.before };
        let separator = if prefix.is_empty() { "" } else { found.settings.separator };
        self.cx.intern(&format!("{prefix}{separator}{before}{written}"))
    }
}

/// The kind of a definition by where it stands; `None` for a local variable, which is no symbol.
fn kind_in(kind: SymbolKind, parent: Option<SymbolKind>) -> Option<SymbolKind> {
    use SymbolKind::{Function, Method, Module, Variable};
    let in_function = matches!(parent, Some(Function | Method | SymbolKind::Property));
    let in_type = parent.is_some_and(|parent| is_type(parent) || parent == SymbolKind::EnumMember);
    Some(match kind {
        _ if is_variable(kind) || kind == SymbolKind::Constant => match () {
            () if in_function => return None,
            () if !in_type && kind != SymbolKind::Constant => Variable,
            () if parent == Some(Module) && kind == SymbolKind::Field => Variable,
            () => kind,
        },
        Function if in_type && parent != Some(Module) => Method,
        Method if !in_type => Function,
        _ => kind,
    })
}

fn is_function(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Function | SymbolKind::Method)
}

fn is_variable(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Property | SymbolKind::Field | SymbolKind::Variable)
}

/// Whether members are looked up in it. Ruby's modules have methods like its classes.
fn is_type(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Class
            | SymbolKind::Interface
            | SymbolKind::Struct
            | SymbolKind::Enum
            | SymbolKind::Trait
            | SymbolKind::Module
    )
}

fn body_scope(kind: SymbolKind, has_body: bool) -> Option<ScopeKind> {
    match kind {
        SymbolKind::Module => Some(ScopeKind::Module),
        kind if is_type(kind) => Some(ScopeKind::Class),
        SymbolKind::Function | SymbolKind::Method => Some(ScopeKind::Function),
        SymbolKind::Property if has_body => Some(ScopeKind::Function),
        SymbolKind::EnumMember if has_body => Some(ScopeKind::Class),
        _ => None,
    }
}

/// Other files can name what is public in something public, and the members of what is handed to them.
fn mark_exported(cx: &mut Context<'_>) {
    for at in 0..cx.facts.symbols.len() {
        let symbol = &cx.facts.symbols[at];
        let outer = symbol.parent.is_none_or(|parent| {
            let parent = cx.facts.symbol(parent);
            is_type(parent.kind) && (parent.kind == SymbolKind::Module || parent.flags.has(SymbolFlags::EXPORTED))
        });
        if (outer || symbol.impl_of.is_some()) && symbol.visibility == Visibility::Public {
            cx.facts.symbols[at].flags.set(SymbolFlags::EXPORTED);
        }
    }
}
