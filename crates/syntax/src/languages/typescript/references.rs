//! Uses of names: bare, after a dot, in types, as keys.

use super::TypeScriptExtractor;
use super::kinds::Kind;
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{ExprIx, Role};

impl TypeScriptExtractor {
    /// A bare name that is not the name of what stands around it.
    pub(super) fn identifier<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let field = cx.field();
        match self.ancestor_kind(cx, 0) {
            Kind::FunctionDeclaration
            | Kind::GeneratorFunctionDeclaration
            | Kind::FunctionSignature
            | Kind::FunctionExpression
            | Kind::GeneratorFunction
            | Kind::Class
            | Kind::ClassDeclaration
            | Kind::EnumDeclaration
            | Kind::VariableDeclarator
            | Kind::RequiredParameter
            | Kind::OptionalParameter
            | Kind::IndexSignature
                if matches!(field, Some("name" | "pattern")) => {}
            Kind::JsxNamespaceName | Kind::FormalParameters => {}
            // The label of a tuple's rest element.
            Kind::RestPattern if self.ancestor_kind(cx, 1) == Kind::RequiredParameter => {}
            Kind::ArrowFunction if field == Some("parameter") => {}
            Kind::JsxOpeningElement | Kind::JsxSelfClosingElement | Kind::JsxClosingElement
                if is_intrinsic(cx.text(node)) => {}
            _ => {
                let role = self.role(cx, 0);
                cx.reference(node, role, None);
            }
        }
    }

    /// What the expression below the `level`-th ancestor is used for.
    fn role(&self, cx: &Context<'_>, level: usize) -> Role {
        let mut level = level;
        loop {
            let field = if level == 0 { cx.field() } else { cx.ancestor_field(level - 1) };
            return match (self.ancestor_kind(cx, level), field) {
                (Kind::CallExpression, Some("function")) => match self.ancestor_kind(cx, level + 1) {
                    Kind::Decorator => Role::Decorate,
                    _ => Role::Call,
                },
                (Kind::NewExpression, Some("constructor"))
                | (Kind::JsxOpeningElement | Kind::JsxSelfClosingElement, Some("name")) => Role::Call,
                (
                    Kind::AssignmentExpression
                    | Kind::AugmentedAssignmentExpression
                    | Kind::ForInStatement
                    | Kind::AssignmentPattern
                    | Kind::ObjectAssignmentPattern,
                    Some("left"),
                )
                | (Kind::PairPattern, Some("value"))
                | (Kind::UpdateExpression | Kind::ArrayPattern | Kind::RestPattern | Kind::ObjectPattern, _) => {
                    Role::Write
                }
                (Kind::Decorator, _) => Role::Decorate,
                (Kind::ExtendsClause, Some("value")) | (Kind::ClassHeritage, _) => Role::Inherit,
                (Kind::NestedTypeIdentifier, _) => Role::Type,
                (
                    Kind::NonNullExpression
                    | Kind::ParenthesizedExpression
                    | Kind::InstantiationExpression
                    | Kind::NestedIdentifier,
                    _,
                ) => {
                    level += 1;
                    continue;
                }
                _ => Role::Read,
            };
        }
    }

    /// A name after a dot, or a key.
    pub(super) fn property_name<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(parent) = cx.parent() else { return };
        match self.kind(parent) {
            Kind::MemberExpression if !self.late_imports.is_empty() && self.late_import(cx, node) => {}
            Kind::MemberExpression | Kind::NestedIdentifier => {
                let object = parent.child_by_field_name("object");
                let receiver = object.map_or(ExprIx::UNKNOWN, |object| self.expr(cx, object));
                let role = self.role(cx, 1);
                cx.reference(node, role, Some(receiver));
            }
            Kind::Pair => {
                let context = cx.ancestor(1).and_then(|object| self.literals.get(&object.id()).copied());
                cx.reference(node, Role::Key, context);
            }
            Kind::PairPattern => {
                let source = cx.ancestor(1).and_then(|pattern| self.patterns.get(&pattern.id()));
                let source = source.map_or(ExprIx::UNKNOWN, |pattern| pattern.source);
                cx.reference(node, Role::Key, Some(source));
            }
            Kind::JsxAttribute => self.jsx_attribute(cx, node),
            Kind::EnumBody => self.enum_member(cx, node),
            Kind::BinaryExpression => {
                let receiver = self.known(cx, parent.child_by_field_name("right")).unwrap_or(ExprIx::UNKNOWN);
                cx.reference(node, Role::Read, Some(receiver));
            }
            _ => {}
        }
    }

    /// An attribute of a component is a key of it; those of plain elements name nothing.
    fn jsx_attribute<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let name = cx.ancestor(1).and_then(|element| element.child_by_field_name("name"));
        if let Some(name) = name.filter(|name| !is_intrinsic(cx.text(*name))) {
            let receiver = self.expr(cx, name);
            cx.reference(node, Role::Key, Some(receiver));
        }
    }

    /// A string: an enum member's name, or nothing.
    pub(super) fn string<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        if self.ancestor_kind(cx, 0) == Kind::EnumBody {
            self.enum_member(cx, node);
        }
    }

    /// The name of a type.
    pub(super) fn type_name<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(parent) = cx.parent() else { return };
        let kind = self.kind(parent);
        let field = cx.field();
        let is_own_name = match kind {
            Kind::InterfaceDeclaration | Kind::TypeAliasDeclaration | Kind::TypeParameter | Kind::MappedTypeClause => {
                field == Some("name")
            }
            Kind::InferType => parent.named_child(0) == Some(node),
            _ => kind.is_class() && field == Some("name"),
        };
        if is_own_name || cx.text(node) == "bigint" {
            return;
        }
        if kind == Kind::NestedTypeIdentifier {
            let module = parent.child_by_field_name("module");
            let receiver = module.map_or(ExprIx::UNKNOWN, |module| self.expr(cx, module));
            let role = self.type_role(cx, 1);
            cx.reference(node, role, Some(receiver));
        } else {
            let role = self.type_role(cx, 0);
            cx.reference(node, role, None);
        }
    }

    fn type_role(&self, cx: &Context<'_>, level: usize) -> Role {
        let is_name = level > 0 || cx.field() == Some("name");
        let level = if self.ancestor_kind(cx, level) == Kind::GenericType && is_name { level + 1 } else { level };
        match self.ancestor_kind(cx, level) {
            Kind::ExtendsTypeClause | Kind::ImplementsClause => Role::Inherit,
            _ => Role::Type,
        }
    }

    /// `{ name }` in a pattern: takes the member `name`, or assigns to the variable `name`.
    pub(super) fn shorthand_pattern<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let level = usize::from(self.ancestor_kind(cx, 0) == Kind::ObjectAssignmentPattern);
        let pattern = cx.ancestor(level).and_then(|pattern| self.patterns.get(&pattern.id())).copied();
        match pattern {
            Some(pattern) if pattern.declared => cx.reference(node, Role::Key, Some(pattern.source)),
            _ => cx.reference(node, Role::Write, None),
        }
    }

    /// `object["name"]` mentions `name`.
    pub(super) fn subscript<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        if let Some(index) = node.child_by_field_name("index")
            && self.kind(index) == Kind::String
        {
            let text = cx.text(index);
            cx.mention(super::patterns::unquoted(text), index, true);
        }
    }
}

/// Elements in lower case and with dashes are the platform's own.
fn is_intrinsic(name: &str) -> bool {
    name.starts_with(|first: char| first.is_lowercase()) && !name.contains('.') || name.contains('-')
}
