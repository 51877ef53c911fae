//! `package` and `import`.

use crate::context::Context;
use crate::walk::Visit;
use tree_sitter::Node;
use tribunal_domain::facts::{BindingKind, Import, ImportIx, ImportKind, ImportName, Role};

/// Records the package; its segments are no references.
pub(super) fn package<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    if let Some(name) = dotted_name(node) {
        let text = without_space(cx.text(name));
        cx.facts.package = Some(cx.intern(&text));
        cx.skip(name);
    }
}

/// Records an import with its one name, or with `star`.
pub(super) fn import<'t>(cx: &mut Context<'t>, node: Node<'t>) -> Visit {
    let Some(name) = dotted_name(node) else {
        return Visit::Skip;
    };
    let has = |kind: &str| node.children(&mut node.walk()).any(|child| child.kind() == kind);
    let kind = if has("static") { ImportKind::StaticMember } else { ImportKind::Static };
    if has("asterisk") {
        add(cx, node, name, None, kind);
    } else if let (Some(prefix), Some(last)) = (name.child_by_field_name("scope"), name.child_by_field_name("name")) {
        add(cx, node, prefix, Some(last), kind);
    } else {
        add_default_package(cx, node, name, kind);
    }
    Visit::Skip
}

fn add<'t>(cx: &mut Context<'t>, node: Node<'t>, prefix: Node<'t>, last: Option<Node<'t>>, kind: ImportKind) {
    let specifier = without_space(cx.text(prefix));
    push(cx, node, &specifier, last, kind);
}

/// `import Foo;`: not legal since Java 1.4, but the grammar takes it.
fn add_default_package<'t>(cx: &mut Context<'t>, node: Node<'t>, name: Node<'t>, kind: ImportKind) {
    push(cx, node, "", Some(name), kind);
}

fn push<'t>(cx: &mut Context<'t>, node: Node<'t>, specifier: &str, last: Option<Node<'t>>, kind: ImportKind) {
    let specifier = cx.intern(specifier);
    let import = ImportIx(cx.facts.imports.len() as u32);
    let names = last.map(|last| {
        let name = Some(cx.intern_node(last));
        ImportName { name, local: name, position: cx.position(last), type_only: false }
    });
    let import_row = Import {
        specifier,
        kind,
        names: names.into_iter().collect(),
        star: last.is_none(),
        type_only: false,
        reexport: false,
        scope: cx.scope(),
        span: cx.span(node),
    };
    cx.facts.imports.push(import_row);
    if let Some(last) = last {
        cx.bind(cx.scope(), last, BindingKind::Import { import, name: 0 }, None, None);
        cx.reference(last, Role::Import, None);
    }
}

fn dotted_name(node: Node<'_>) -> Option<Node<'_>> {
    node.named_children(&mut node.walk()).find(|child| matches!(child.kind(), "identifier" | "scoped_identifier"))
}

fn without_space(text: &str) -> String {
    text.split_whitespace().collect()
}
