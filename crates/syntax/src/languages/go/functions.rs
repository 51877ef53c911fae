//! Functions, methods, function literals, and their parameters.

use super::{Go, fields, parts, set_visibility, types};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    Binding, BindingKind, ExprIx, Param, ParamKind, ScopeIx, ScopeKind, Symbol, SymbolFlags, SymbolKind, TypeParam,
};

impl Go {
    pub(super) fn function<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(name) = node.child_by_field_name("name") else {
            return;
        };
        let mut symbol = cx.draft(SymbolKind::Function, node, name, head_end(node));
        symbol.type_params = type_params(cx, node);
        self.finish_function(cx, node, name, symbol);
    }

    pub(super) fn method<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(name) = node.child_by_field_name("name") else {
            return;
        };
        let mut symbol = cx.draft(SymbolKind::Method, node, name, head_end(node));
        let receiver = node.child_by_field_name("receiver").and_then(|list| parts(list).first().copied());
        let written = receiver.and_then(|receiver| receiver.child_by_field_name("type")).map(bare);
        if let Some(written) = written {
            open_receiver_params(cx, written);
            let base = written.child_by_field_name("type").unwrap_or(written);
            symbol.impl_of = Some(types::ty(cx, base, 0));
            let of = cx.intern_node(base);
            symbol.parent = self.types.get(&(ScopeIx::FILE, of)).copied();
            symbol.scope = ScopeIx::FILE;
        }
        self.finish_function(cx, node, name, symbol);
    }

    fn finish_function<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, name: Node<'t>, mut symbol: Symbol) {
        let text = cx.text(name);
        set_visibility(&mut symbol, text);
        if is_test_file(cx) && is_test(text) {
            symbol.flags.set(SymbolFlags::TEST);
        }
        if is_exported_to_c(cx, node) {
            symbol.flags.set(SymbolFlags::FOREIGN);
        }
        if node.child_by_field_name("body").is_none() {
            symbol.flags.set(SymbolFlags::ABSTRACT);
        }
        symbol.ty = types::result(cx, node, 0);
        symbol.params = params(cx, node.child_by_field_name("parameters"), 0);
        // Nothing can name an initialiser; a method is reached through its type.
        let bound = symbol.kind == SymbolKind::Function && !matches!(text, "_" | "init");
        let ix = if bound { cx.define(symbol, 0) } else { cx.add_symbol(symbol) };
        let scope = cx.new_scope(ScopeKind::Function, Some(ix));
        cx.facts.symbols[ix.ix()].body = Some(scope);
        cx.open_scope(scope);
        self.bind_signature(cx, node, scope);
        cx.measure(ix);
    }

    pub(super) fn literal_function<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let scope = cx.new_scope(ScopeKind::Function, None);
        cx.open_scope(scope);
        self.bind_signature(cx, node, scope);
    }

    /// Binds receiver, parameters and named results, visible in the body.
    fn bind_signature<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx) {
        let at = head_end(node);
        for (field, kind) in [
            ("receiver", BindingKind::Parameter),
            ("parameters", BindingKind::Parameter),
            ("result", BindingKind::Local),
        ] {
            let list = node.child_by_field_name(field).filter(|list| list.kind() == "parameter_list");
            for declaration in list.map(parts).unwrap_or_default() {
                let ty = declared_type(cx, declaration, 0);
                for name in fields(declaration, "name") {
                    self.bind_local(cx, name, scope, at, kind, (ty, None));
                }
            }
        }
    }
}

fn head_end(node: Node<'_>) -> usize {
    node.child_by_field_name("body").map_or(node.end_byte(), |body| body.start_byte())
}

/// A receiver's type without pointer and brackets.
fn bare(mut written: Node<'_>) -> Node<'_> {
    while matches!(written.kind(), "pointer_type" | "parenthesized_type") {
        match written.named_child(0) {
            Some(inner) => written = inner,
            None => break,
        }
    }
    written
}

/// Opens a scope for the type parameters of the definition that the walk has just entered, if it has any.
pub(super) fn type_params<'t>(cx: &mut Context<'t>, node: Node<'t>) -> Vec<TypeParam> {
    let Some(list) = node.child_by_field_name("type_parameters") else {
        return Vec::new();
    };
    let scope = cx.new_scope(ScopeKind::TypeParameters, None);
    cx.open_scope(scope);
    let mut found = Vec::new();
    for declaration in parts(list) {
        let bound = declaration.child_by_field_name("type").map(|ty| types::ty(cx, ty, 0));
        for name in fields(declaration, "name") {
            found.push(bind_type_param(cx, name, bound));
        }
    }
    found
}

/// `func (r *List[T])` declares `T`.
fn open_receiver_params<'t>(cx: &mut Context<'t>, written: Node<'t>) {
    let Some(list) = written.child_by_field_name("type_arguments") else {
        return;
    };
    let scope = cx.new_scope(ScopeKind::TypeParameters, None);
    cx.open_scope(scope);
    for argument in parts(list) {
        if let Some(name) = argument.named_child(0).filter(|name| name.kind() == "type_identifier") {
            bind_type_param(cx, name, None);
        }
    }
}

fn bind_type_param(cx: &mut Context<'_>, node: Node<'_>, bound: Option<ExprIx>) -> TypeParam {
    let (name, position, scope) = (cx.intern_node(node), cx.position(node), cx.scope());
    let kind = BindingKind::TypeParameter;
    cx.facts.bindings.push(Binding { scope, name, at: 0, position, kind, ty: bound, value: None });
    TypeParam { name, bound }
}

/// The parameters of a list; one without a name has an empty one.
pub(super) fn params<'t>(cx: &mut Context<'t>, list: Option<Node<'t>>, depth: u32) -> Vec<Param> {
    let mut found = Vec::new();
    for declaration in list.map(parts).unwrap_or_default() {
        let ty = declared_type(cx, declaration, depth);
        let rest = declaration.kind() == "variadic_parameter_declaration";
        let kind = if rest { ParamKind::Rest } else { ParamKind::Plain };
        let names = fields(declaration, "name");
        if names.is_empty() {
            let at = cx.position(declaration);
            found.push(Param { name: cx.intern(""), at, ty, optional: false, kind });
        }
        for name in names {
            let at = cx.position(name);
            found.push(Param { name: cx.intern_node(name), at, ty, optional: false, kind });
        }
    }
    found
}

/// The type of a parameter; a variadic one is a slice.
fn declared_type<'t>(cx: &mut Context<'t>, declaration: Node<'t>, depth: u32) -> Option<ExprIx> {
    if declaration.kind() == "variadic_parameter_declaration" {
        return Some(cx.memoised(declaration, |cx| types::sequence(cx, declaration, "type", depth)));
    }
    declaration.child_by_field_name("type").map(|ty| types::ty(cx, ty, depth))
}

fn is_test_file(cx: &Context<'_>) -> bool {
    cx.path.file_name().ends_with(b"_test.go")
}

/// What `go test` runs: the word is followed by no lower-case letter.
fn is_test(name: &str) -> bool {
    ["Test", "Benchmark", "Example", "Fuzz"]
        .iter()
        .any(|word| name.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_lowercase)))
}

/// Whether the comment directly before the function says `//export`.
fn is_exported_to_c(cx: &Context<'_>, node: Node<'_>) -> bool {
    let before = &cx.source.text()[..node.start_byte()];
    let comment = before.lines().rev().take_while(|line| line.starts_with("//"));
    comment.into_iter().any(|line| line.starts_with("//export "))
}
