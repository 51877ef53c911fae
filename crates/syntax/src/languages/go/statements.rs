//! Statements that bind names: `:=`, `range`, type switches, receives.

use super::{Go, declarations, fields, parts, types, values};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{BindingKind, Expr, ExprIx};

impl Go {
    pub(super) fn short_var<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let names = list(node, "left");
        let values = declarations::distribute(cx, &list(node, "right"), names.len());
        self.bind_new(cx, names, &values, node.end_byte());
    }

    pub(super) fn receive<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let names = list(node, "left");
        if names.is_empty() || !declares(node) {
            return;
        }
        let value = node.child_by_field_name("right").into_iter().collect::<Vec<_>>();
        let values = declarations::distribute(cx, &value, names.len());
        self.bind_new(cx, names, &values, node.end_byte());
    }

    /// The second variable is an element; what the first one is depends on the collection.
    pub(super) fn range<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let names = list(node, "left");
        if names.is_empty() || !declares(node) {
            return;
        }
        let over = node.child_by_field_name("right").filter(|_| names.len() > 1);
        let element = over.map(|over| {
            let of = values::value(cx, over, 0);
            cx.expr(Expr::Element { of })
        });
        self.bind_new(cx, names, &[None, element], node.end_byte());
    }

    /// Binds the names that their scope does not have yet; the others are assigned to.
    fn bind_new<'t>(&mut self, cx: &mut Context<'t>, names: Vec<Node<'t>>, values: &[Option<ExprIx>], at: usize) {
        let scope = cx.scope();
        for (index, name) in names.into_iter().enumerate() {
            if name.kind() != "identifier" {
                continue;
            }
            let text = cx.intern_node(name);
            if !self.locals.contains(&(scope, text)) {
                let value = values.get(index).copied().flatten();
                self.bind_local(cx, name, scope, at, BindingKind::Local, (None, value));
            }
        }
    }

    /// In a clause of `switch x := v.(type)`, `x` has the type of the clause if it names one.
    pub(super) fn type_case<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(switch) = cx.parent().filter(|parent| parent.kind() == "type_switch_statement") else {
            return;
        };
        let Some(name) = list(switch, "alias").first().copied() else {
            return;
        };
        let written = fields(node, "type");
        let only = (written.len() == 1 && cx.text(written[0]) != "nil").then(|| written[0]);
        let ty = only.map(|only| types::ty(cx, only, 0));
        let value = switch.child_by_field_name("value").filter(|_| ty.is_none());
        let value = value.map(|value| values::value(cx, value, 0));
        let at = written.last().map_or(node.start_byte(), Node::end_byte);
        self.bind_local(cx, name, cx.scope(), at, BindingKind::Local, (ty, value));
    }
}

/// The members of an expression list.
fn list<'t>(node: Node<'t>, field: &str) -> Vec<Node<'t>> {
    node.child_by_field_name(field).map(parts).unwrap_or_default()
}

/// Whether `:=` stands in the statement.
fn declares(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| child.kind() == ":=")
}
