//! `__all__`.

use super::calls::string_text;
use super::kinds::{Kind, kind, parts};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Export, ExportSource};

/// Records every name that `node` (a list or tuple of strings, a sum of them, or one string) spells.
pub(super) fn export_names<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match kind(node) {
            Kind::List | Kind::Tuple | Kind::ExpressionList | Kind::BinaryOperator | Kind::Parenthesized => {
                open.extend(parts(node).into_iter().rev());
            }
            Kind::String => export_name(cx, node),
            _ => {}
        }
    }
}

fn export_name<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    if let Some((text, start)) = string_text(cx, node) {
        let name = cx.intern(text);
        let position = cx.source.position(start);
        let source = ExportSource::Local(name);
        cx.facts.exports.push(Export { name: Some(name), source, type_only: false, position });
    }
}
