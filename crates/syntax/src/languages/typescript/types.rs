//! Type expressions, and the scopes that type parameters live in.

use super::TypeScriptExtractor;
use super::expressions::{MAX_DEPTH, literal, union, wrap};
use super::kinds::{Kind, children, first_child, last_child};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{BindingKind, Expr, ExprIx, LiteralKind, ScopeIx, ScopeKind, TypeParam};

impl TypeScriptExtractor {
    /// The type a node names; an annotation's colon is passed over.
    pub(super) fn type_expr<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> ExprIx {
        self.type_at(cx, node, 0)
    }

    /// The type in a field of `node`, if anything is known of it.
    pub(super) fn type_field<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, field: &str) -> Option<ExprIx> {
        let ty = node.child_by_field_name(field)?;
        Some(self.type_expr(cx, ty)).filter(|&ty| ty != ExprIx::UNKNOWN)
    }

    /// The types of a list in order.
    pub(super) fn type_list<'t>(&mut self, cx: &mut Context<'t>, list: Node<'t>) -> Vec<ExprIx> {
        children(list).into_iter().map(|ty| self.type_expr(cx, ty)).collect()
    }

    fn type_at<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        if depth > MAX_DEPTH {
            return ExprIx::UNKNOWN;
        }
        if self.hidden.is_empty() {
            cx.memoised(node, |cx| self.build_type(cx, node, depth + 1))
        } else {
            self.build_type(cx, node, depth + 1)
        }
    }

    fn first_type<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        first_child(node).map_or(ExprIx::UNKNOWN, |child| self.type_at(cx, child, depth))
    }

    fn build_type<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        match self.kind(node) {
            Kind::TypeIdentifier if cx.text(node) == "bigint" => literal(cx, LiteralKind::Number),
            Kind::TypeIdentifier => {
                let name = cx.intern_node(node);
                if self.hidden.contains(&name) { ExprIx::UNKNOWN } else { cx.name_expr(node) }
            }
            Kind::NestedTypeIdentifier => self.nested_type(cx, node),
            Kind::TypeAnnotation
            | Kind::ParenthesizedType
            | Kind::ReadonlyType
            | Kind::OptionalType
            | Kind::FlowMaybeType => self.first_type(cx, node, depth),
            Kind::RequiredParameter | Kind::OptionalParameter => match node.child_by_field_name("type") {
                Some(ty) => self.type_at(cx, ty, depth),
                None => ExprIx::UNKNOWN,
            },
            Kind::GenericType => self.generic_type(cx, node, depth),
            Kind::ArrayType => {
                let element = self.first_type(cx, node, depth);
                Self::array_of(cx, element)
            }
            Kind::TupleType => {
                let parts = children(node).into_iter().map(|part| self.type_at(cx, part, depth)).collect();
                cx.expr(Expr::Tuple(parts))
            }
            Kind::UnionType | Kind::IntersectionType => {
                let parts = self.alternatives(node);
                let parts = parts.into_iter().map(|part| self.type_at(cx, part, depth)).collect();
                union(cx, parts)
            }
            Kind::TypeQuery => {
                let of = first_child(node).map_or(ExprIx::UNKNOWN, |value| self.expr(cx, value));
                wrap(cx, of, |of| Expr::TypeOf { of })
            }
            Kind::LookupType => self.lookup_type(cx, node, depth),
            Kind::FunctionType | Kind::ConstructorType => self.function_type(cx, node, depth),
            Kind::ThisType => self.this(cx),
            Kind::TypePredicate | Kind::TypePredicateAnnotation => literal(cx, LiteralKind::Bool),
            Kind::Asserts | Kind::AssertsAnnotation => literal(cx, LiteralKind::None),
            Kind::TemplateLiteralType => literal(cx, LiteralKind::String),
            Kind::LiteralType => first_child(node).map_or(ExprIx::UNKNOWN, |value| self.expr(cx, value)),
            Kind::PredefinedType => predefined(cx, node),
            _ => ExprIx::UNKNOWN,
        }
    }

    fn nested_type<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> ExprIx {
        let base = self.known(cx, node.child_by_field_name("module")).unwrap_or(ExprIx::UNKNOWN);
        let Some(name) = node.child_by_field_name("name") else {
            return ExprIx::UNKNOWN;
        };
        let name = cx.intern_node(name);
        wrap(cx, base, |base| Expr::Member { base, name })
    }

    fn generic_type<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        let Some(name) = node.child_by_field_name("name") else {
            return ExprIx::UNKNOWN;
        };
        let base = self.type_at(cx, name, depth);
        let arguments = node.child_by_field_name("type_arguments").map(children).unwrap_or_default();
        let args = arguments.into_iter().map(|ty| self.type_at(cx, ty, depth)).collect();
        wrap(cx, base, |base| Expr::Generic { base, args })
    }

    fn array_of(cx: &mut Context<'_>, element: ExprIx) -> ExprIx {
        let name = cx.intern("Array");
        let base = cx.expr(Expr::Name { name, scope: ScopeIx::FILE, at: 0 });
        cx.expr(Expr::Generic { base, args: vec![element] })
    }

    /// The parts of `A | B | C`, which the grammar nests to the left.
    pub(super) fn alternatives<'t>(&self, node: Node<'t>) -> Vec<Node<'t>> {
        let mut parts = Vec::new();
        let mut at = node;
        loop {
            let mut sides = children(at);
            parts.extend(sides.pop());
            match sides.pop() {
                Some(left) if matches!(self.kind(left), Kind::UnionType | Kind::IntersectionType) => at = left,
                left => {
                    parts.extend(left);
                    break;
                }
            }
        }
        parts.reverse();
        parts
    }

    /// `Foo["bar"]` is what `bar` of a `Foo` is, `Foo[number]` what it contains.
    fn lookup_type<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        let [object, index] = children(node)[..] else {
            return ExprIx::UNKNOWN;
        };
        let of = self.type_at(cx, object, depth);
        let base = wrap(cx, of, |of| Expr::Instance { of });
        match cx.text(index) {
            "number" => wrap(cx, base, |of| Expr::Element { of }),
            text if text.starts_with(['"', '\'']) => {
                let name = cx.intern(text.trim_matches(['"', '\'']));
                wrap(cx, base, |base| Expr::Member { base, name })
            }
            _ => ExprIx::UNKNOWN,
        }
    }

    fn function_type<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        let hidden = self.hidden.len();
        for parameter in node.child_by_field_name("type_parameters").map(children).unwrap_or_default() {
            if let Some(name) = parameter.child_by_field_name("name") {
                self.hidden.push(cx.intern_node(name));
            }
        }
        let result = node.child_by_field_name("return_type").or_else(|| node.child_by_field_name("type"));
        let of = result.map_or(ExprIx::UNKNOWN, |result| self.type_at(cx, result, depth));
        self.hidden.truncate(hidden);
        let returns = if of == ExprIx::UNKNOWN { Vec::new() } else { vec![cx.expr(Expr::Instance { of })] };
        cx.expr(Expr::Lambda { returns })
    }

    // --- scopes of type parameters -----------------------------------------------------------------------------

    /// Binds the type parameters of `node` in `scope`, which is the current one.
    pub(super) fn type_parameters<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        scope: ScopeIx,
    ) -> Vec<TypeParam> {
        let mut found = Vec::new();
        for parameter in node.child_by_field_name("type_parameters").map(children).unwrap_or_default() {
            let Some(name) = parameter.child_by_field_name("name") else { continue };
            let constraint = parameter.child_by_field_name("constraint").and_then(last_child);
            let bound = constraint.map(|ty| self.type_expr(cx, ty)).filter(|&ty| ty != ExprIx::UNKNOWN);
            self.bind(cx, scope, name, BindingKind::TypeParameter, bound, None);
            found.push(TypeParam { name: cx.intern_node(name), bound });
        }
        found
    }

    /// Opens a scope for the type parameters of the current node, if it has any.
    pub(super) fn type_parameter_scope<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Vec<TypeParam> {
        if node.child_by_field_name("type_parameters").is_none() {
            return Vec::new();
        }
        let scope = cx.new_scope(ScopeKind::TypeParameters, None);
        cx.open_scope(scope);
        self.type_parameters(cx, node, scope)
    }

    /// A conditional type: what its `infer`s name is visible in its branches.
    pub(super) fn conditional_type(&mut self, cx: &mut Context<'_>) {
        let scope = cx.new_scope(ScopeKind::TypeParameters, None);
        cx.open_scope(scope);
        self.conditionals.push(scope);
    }

    /// `infer X`.
    pub(super) fn infer_type(&mut self, cx: &mut Context<'_>, node: Node<'_>) {
        let Some(name) = first_child(node) else { return };
        let scope = self.conditionals.last().copied().unwrap_or_else(|| cx.scope());
        self.bind(cx, scope, name, BindingKind::TypeParameter, None, None);
    }

    /// `[K in Keys]: …` binds `K`; `[key: string]: …` names nothing.
    pub(super) fn index_signature<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let clause = children(node).into_iter().find(|child| self.kind(*child) == Kind::MappedTypeClause);
        let Some(name) = clause.and_then(|clause| clause.child_by_field_name("name")) else {
            return;
        };
        let scope = cx.new_scope(ScopeKind::TypeParameters, None);
        cx.open_scope(scope);
        self.bind(cx, scope, name, BindingKind::TypeParameter, None, None);
    }
}

fn predefined(cx: &mut Context<'_>, node: Node<'_>) -> ExprIx {
    let kind = match cx.text(node) {
        "string" => LiteralKind::String,
        "number" => LiteralKind::Number,
        "boolean" => LiteralKind::Bool,
        "void" => LiteralKind::None,
        _ => return ExprIx::UNKNOWN,
    };
    literal(cx, kind)
}
