//! What other files may see of a file: its facts without bodies and without positions.
//!
//! Symbols keep their indexes; scopes and expressions are renumbered. An edit inside a function body, or one that only
//! moves lines, leaves the interface as it was, so no other file has to be resolved again.

use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::Language;
use tribunal_domain::facts::{
    Binding, BindingKind, Expr, ExprIx, FileFacts, Interner, Position, ScopeIx, ScopeKind, Span, Symbol, SymbolKind,
    Text,
};

const NOWHERE: Position = Position { line: 0, column: 0 };
const NO_SPAN: Span = Span { start: NOWHERE, end: NOWHERE };

/// Projects facts onto their interface.
pub fn interface_of(facts: &FileFacts) -> FileFacts {
    Projection::new(facts).run()
}

struct Projection<'a> {
    from: &'a FileFacts,
    to: FileFacts,
    interner: Interner,
    scopes: Vec<ScopeIx>,
    /// For each scope of the file: whether it lies in a function or is one.
    in_function: Vec<bool>,
    exprs: FxHashMap<ExprIx, ExprIx>,
}

impl<'a> Projection<'a> {
    fn new(from: &'a FileFacts) -> Self {
        let to = FileFacts { generated: from.generated, ..FileFacts::empty(from.language) };
        Self {
            from,
            to,
            interner: Interner::default(),
            scopes: Vec::new(),
            in_function: in_functions(from),
            exprs: FxHashMap::default(),
        }
    }

    fn run(mut self) -> FileFacts {
        self.keep_scopes();
        self.to.package = self.from.package.map(|text| self.text(text));
        for symbol in &self.from.symbols {
            let symbol = self.symbol(symbol);
            self.to.symbols.push(symbol);
        }
        for binding in &self.from.bindings {
            self.binding(binding);
        }
        self.imports();
        self.exports();
        for ix in 1..self.from.scopes.len() {
            if let Some(of) = self.from.scopes[ix].self_type {
                let of = self.expr(of);
                self.to.scopes[self.scopes[ix].ix()].self_type = Some(of);
            }
        }
        self.to
    }

    /// Function bodies and blocks are left out; what stood in them is looked up from the nearest scope that is kept.
    fn keep_scopes(&mut self) {
        let with_type_parameters: FxHashSet<ScopeIx> = self
            .from
            .bindings
            .iter()
            .filter(|binding| binding.kind == BindingKind::TypeParameter)
            .map(|binding| binding.scope)
            .collect();
        let python = self.from.language == Language::Python;
        for (ix, scope) in self.from.scopes.iter().enumerate() {
            let Some(parent) = scope.parent else {
                self.scopes.push(ScopeIx::FILE);
                continue;
            };
            let inside_function = self.in_function(parent);
            let kept = match scope.kind {
                ScopeKind::Class | ScopeKind::Module | ScopeKind::TypeParameters => !inside_function,
                ScopeKind::Function => !inside_function && with_type_parameters.contains(&ScopeIx(ix as u32)),
                _ => false,
            };
            let parent = self.scopes[parent.ix()];
            if kept {
                let mut scope = scope.clone();
                scope.parent = Some(parent);
                scope.self_type = None;
                self.to.scopes.push(scope);
                self.scopes.push(ScopeIx(self.to.scopes.len() as u32 - 1));
            } else if python && scope.kind == ScopeKind::Function {
                // Names of a class body are not visible from its methods.
                self.scopes.push(self.outside_classes(parent));
            } else {
                self.scopes.push(parent);
            }
        }
    }

    fn in_function(&self, scope: ScopeIx) -> bool {
        self.in_function[scope.ix()]
    }

    fn outside_classes(&self, scope: ScopeIx) -> ScopeIx {
        let mut at = scope;
        while self.to.scopes[at.ix()].kind == ScopeKind::Class {
            match self.to.scopes[at.ix()].parent {
                Some(parent) => at = parent,
                None => break,
            }
        }
        at
    }

    fn text(&mut self, text: Text) -> Text {
        self.interner.intern(&mut self.to.strings, self.from.text(text))
    }

    fn symbol(&mut self, symbol: &Symbol) -> Symbol {
        let nested = self.in_function(symbol.scope);
        let empty = self.interner.intern(&mut self.to.strings, "");
        let mut kept = Symbol {
            name: self.text(symbol.name),
            scope: self.scopes[symbol.scope.ix()],
            body: symbol.body.map(|body| self.scopes[body.ix()]),
            span: NO_SPAN,
            name_at: NOWHERE,
            signature: empty,
            measures: None,
            attributes: Vec::new(),
            params: Vec::new(),
            type_params: Vec::new(),
            ty: None,
            value: None,
            returns: Vec::new(),
            bases: Vec::new(),
            impl_of: None,
            ..symbol.clone()
        };
        if nested && matches!(symbol.kind, SymbolKind::Function) {
            return kept;
        }
        kept.attributes = symbol.attributes.iter().map(|&text| self.text(text)).collect();
        kept.ty = symbol.ty.map(|ty| self.expr(ty));
        kept.value = symbol.value.map(|value| self.expr(value));
        kept.returns = symbol.returns.iter().map(|&value| self.expr(value)).collect();
        kept.bases = symbol.bases.iter().map(|&base| self.expr(base)).collect();
        kept.impl_of = symbol.impl_of.map(|of| self.expr(of));
        kept.type_params.clone_from(&symbol.type_params);
        for parameter in &mut kept.type_params {
            parameter.name = self.text(parameter.name);
            parameter.bound = parameter.bound.map(|bound| self.expr(bound));
        }
        kept.params.clone_from(&symbol.params);
        for parameter in &mut kept.params {
            parameter.name = self.text(parameter.name);
            parameter.at = NOWHERE;
            parameter.ty = parameter.ty.map(|ty| self.expr(ty));
        }
        kept
    }

    fn binding(&mut self, binding: &Binding) {
        let type_parameter = binding.kind == BindingKind::TypeParameter;
        if self.in_function(binding.scope) && !type_parameter {
            return;
        }
        if matches!(binding.kind, BindingKind::Parameter) {
            return;
        }
        let kind = match binding.kind {
            // A local at file level (a loop variable, say) is still visible to the rest of the file and to importers.
            BindingKind::Local if self.scopes[binding.scope.ix()] == ScopeIx::FILE => BindingKind::Local,
            BindingKind::Local => return,
            other => other,
        };
        let kept = Binding {
            scope: self.scopes[binding.scope.ix()],
            name: self.text(binding.name),
            at: 0,
            position: NOWHERE,
            kind,
            ty: binding.ty.map(|ty| self.expr(ty)),
            value: binding.value.map(|value| self.expr(value)),
        };
        self.to.bindings.push(kept);
    }

    fn imports(&mut self) {
        for import in &self.from.imports {
            let mut import = import.clone();
            import.specifier = self.text(import.specifier);
            import.scope = self.scopes[import.scope.ix()];
            import.span = NO_SPAN;
            for name in &mut import.names {
                name.name = name.name.map(|text| self.text(text));
                name.local = name.local.map(|text| self.text(text));
                name.position = NOWHERE;
            }
            self.to.imports.push(import);
        }
    }

    fn exports(&mut self) {
        use tribunal_domain::facts::ExportSource;
        for export in &self.from.exports {
            let mut export = export.clone();
            export.name = export.name.map(|text| self.text(text));
            export.position = NOWHERE;
            export.source = match export.source {
                ExportSource::Local(text) => ExportSource::Local(self.text(text)),
                ExportSource::Value(value) => ExportSource::Value(self.expr(value)),
                ExportSource::Import { import, name } => ExportSource::Import { import, name },
            };
            self.to.exports.push(export);
        }
    }

    fn list(&mut self, exprs: &[ExprIx]) -> Vec<ExprIx> {
        exprs.iter().map(|&expr| self.expr(expr)).collect()
    }

    fn scope(&self, scope: ScopeIx) -> ScopeIx {
        self.scopes[scope.ix()]
    }

    fn expr(&mut self, ix: ExprIx) -> ExprIx {
        if ix == ExprIx::UNKNOWN {
            return ix;
        }
        if let Some(&known) = self.exprs.get(&ix) {
            return known;
        }
        // Set first: an expression that reaches itself becomes unknown instead of an endless walk.
        self.exprs.insert(ix, ExprIx::UNKNOWN);
        let copied = match &self.from.exprs[ix.ix()] {
            Expr::Unknown => return ExprIx::UNKNOWN,
            Expr::Name { name, scope, .. } => {
                Expr::Name { name: self.text(*name), scope: self.scope(*scope), at: u32::MAX }
            }
            Expr::Member { base, name } => Expr::Member { base: self.expr(*base), name: self.text(*name) },
            Expr::Call { callee } => Expr::Call { callee: self.expr(*callee) },
            Expr::Instance { of } => Expr::Instance { of: self.expr(*of) },
            Expr::This { scope } => Expr::This { scope: self.class_scope(*scope) },
            Expr::Class { scope } => Expr::Class { scope: self.class_scope(*scope) },
            Expr::Super { scope } => Expr::Super { scope: self.class_scope(*scope) },
            Expr::Generic { base, args } => Expr::Generic { base: self.expr(*base), args: self.list(args) },
            Expr::Union(parts) => Expr::Union(self.list(parts)),
            Expr::Tuple(parts) => Expr::Tuple(self.list(parts)),
            Expr::Part { of, index } => Expr::Part { of: self.expr(*of), index: *index },
            Expr::Element { of } => Expr::Element { of: self.expr(*of) },
            Expr::Await { of } => Expr::Await { of: self.expr(*of) },
            Expr::Unwrap { of } => Expr::Unwrap { of: self.expr(*of) },
            Expr::Enter { of } => Expr::Enter { of: self.expr(*of) },
            Expr::TypeOf { of } => Expr::TypeOf { of: self.expr(*of) },
            Expr::Literal(kind) => Expr::Literal(*kind),
            Expr::Symbol(symbol) => Expr::Symbol(*symbol),
            Expr::Lambda { returns } => Expr::Lambda { returns: self.list(returns) },
        };
        self.to.exprs.push(copied);
        let new = ExprIx(self.to.exprs.len() as u32 - 1);
        self.exprs.insert(ix, new);
        new
    }

    /// The class a scope lies in, kept even where the method's own scope is not.
    fn class_scope(&self, scope: ScopeIx) -> ScopeIx {
        let mut at = scope;
        loop {
            let here = &self.from.scopes[at.ix()];
            if here.kind == ScopeKind::Class {
                return self.scopes[at.ix()];
            }
            match here.parent {
                Some(parent) => at = parent,
                None => return ScopeIx::FILE,
            }
        }
    }
}

/// Parents stand before their children, so one pass is enough however deep the nesting.
fn in_functions(facts: &FileFacts) -> Vec<bool> {
    let mut inside: Vec<bool> = Vec::with_capacity(facts.scopes.len());
    for scope in &facts.scopes {
        let function = matches!(scope.kind, ScopeKind::Function | ScopeKind::Comprehension);
        inside.push(function || scope.parent.is_some_and(|parent| inside[parent.ix()]));
    }
    inside
}
