//! Practices of JavaScript and TypeScript.

use super::practice::{Practice, TYPED_SCRIPTS, practice};
use crate::local::{Local, TreeRule};
use crate::practice_shape::callee;
use crate::rule::{Rule, SCRIPTS, UNSURE};
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const LOOSE_EQUALITY: Rule = practice(&Practice {
    name: "loose-equality",
    languages: SCRIPTS,
    severity: Severity::Low,
    category: Category::Logic,
    confidence: UNSURE,
    summary: "`==` converts its sides before it compares them.",
    doc: "`\"\" == 0`, `\"1\" == 1` and `[] == false` are all true.\n\n\
          ```js\nif (count == limit) { … }     // found: `===`\n```\n\n\
          Left alone: comparisons with `null` or `undefined`, which mean both, and of `typeof`, which is always a text.",
});

pub(crate) const LOOSE_EQUALITY_TREE: TreeRule =
    TreeRule { rule: &LOOSE_EQUALITY, kinds: &["binary_expression"], check: loose_equality };

fn loose_equality(local: &mut Local<'_>, node: Node<'_>) {
    let [left, operator, right] = node.children()[..] else { return };
    let harmless = |side: Node<'_>| {
        matches!(side.kind(), "null" | "undefined") || side.text() == "undefined" || side.text().starts_with("typeof ")
    };
    if matches!(operator.text(), "==" | "!=") && !harmless(left) && !harmless(right) {
        let message = format!("`{}` converts both sides before it compares them", operator.text());
        local.report(&LOOSE_EQUALITY, node, message);
    }
}

pub(crate) const VAR_DECLARATION: Rule = practice(&Practice {
    name: "var-declaration",
    languages: SCRIPTS,
    severity: Severity::Nit,
    category: Category::Style,
    confidence: UNSURE,
    summary: "`var` reaches out of its block and may be read before it is set.",
    doc: "`let` and `const` end with their block.\n\n\
          ```js\nconst size = 1\nvar name = \"a\"     // found\n```\n\n\
          Left alone: files in which `var` is the habit, written for engines that know nothing else or by people who \
          mean it, and declarations of globals.",
});

pub(crate) const VAR_DECLARATION_TREE: TreeRule =
    TreeRule { rule: &VAR_DECLARATION, kinds: &["variable_declaration"], check: var_declaration };

fn var_declaration(local: &mut Local<'_>, node: Node<'_>) {
    let modern = |it: Node<'_>| matches!(it.kind(), "lexical_declaration" | "import_statement" | "arrow_function");
    let is_modern = local.once("modern script", |tree| {
        let old = tree.root().descendants().filter(|it| it.kind() == "variable_declaration").count();
        tree.root().descendants().filter(|it| modern(*it)).count() > old
    });
    if !is_modern || node.ancestors().any(|outer| outer.kind() == "ambient_declaration") {
        return;
    }
    let name = node.named_children().first().and_then(|it| it.field("name")).map(Node::text).unwrap_or_default();
    local.report(&VAR_DECLARATION, node, format!("`{name}` is declared with `var`"));
}

pub(crate) const THROWN_LITERAL: Rule = practice(&Practice {
    name: "thrown-literal",
    languages: SCRIPTS,
    severity: Severity::Low,
    category: Category::Error,
    confidence: UNSURE,
    summary: "Something is thrown that is no error and has no stack.",
    doc: "Whoever catches it expects `message` and `stack`.\n\n\
          ```js\nthrow \"not found\"     // found: `throw new Error(\"not found\")`\n```\n\n\
          Left alone: everything that is not written out as text, number or object.",
});

pub(crate) const THROWN_LITERAL_TREE: TreeRule =
    TreeRule { rule: &THROWN_LITERAL, kinds: &["throw_statement"], check: thrown_literal };

fn thrown_literal(local: &mut Local<'_>, node: Node<'_>) {
    let Some(value) = node.only_child() else { return };
    if matches!(value.kind(), "string" | "template_string" | "number" | "object" | "array" | "true" | "false") {
        local.report(&THROWN_LITERAL, node, format!("what is thrown is a plain {}", value.kind().replace('_', " ")));
    }
}

pub(crate) const PRIMITIVE_WRAPPER: Rule = practice(&Practice {
    name: "primitive-wrapper",
    languages: SCRIPTS,
    severity: Severity::Low,
    category: Category::Type,
    confidence: 90,
    summary: "A text, number or truth value is wrapped in an object.",
    doc: "The object equals nothing but itself, and `new Boolean(false)` is true.\n\n\
          ```js\nconst name = new String(value)     // found: `String(value)`\n```\n\n\
          Left alone: conversions without `new`, and names that the file defines or imports itself.",
});

pub(crate) const PRIMITIVE_WRAPPER_TREE: TreeRule =
    TreeRule { rule: &PRIMITIVE_WRAPPER, kinds: &["new_expression"], check: primitive_wrapper };

fn primitive_wrapper(local: &mut Local<'_>, node: Node<'_>) {
    if let Some(name @ ("String" | "Number" | "Boolean")) = callee(node).filter(|name| !is_own_name(local, name)) {
        local.report(&PRIMITIVE_WRAPPER, node, format!("`new {name}` wraps a plain value in an object"));
    }
}

/// Whether the file defines or imports the name itself.
fn is_own_name(local: &Local<'_>, name: &str) -> bool {
    local.facts.bindings.iter().any(|binding| local.facts.text(binding.name) == name)
}

pub(crate) const WRAPPER_TYPE: Rule = practice(&Practice {
    name: "wrapper-type",
    languages: TYPED_SCRIPTS,
    severity: Severity::Low,
    category: Category::Type,
    confidence: 88,
    summary: "A type names the wrapper object instead of the plain value.",
    doc: "`String` is the object around a `string`; a value of it does not fit where a `string` is wanted.\n\n\
          ```ts\nfunction name(of: String): void     // found: `string`\n```\n\n\
          Left alone: names that the file defines or imports itself, AssemblyScript, and anything that extends them.",
});

pub(crate) const WRAPPER_TYPE_TREE: TreeRule =
    TreeRule { rule: &WRAPPER_TYPE, kinds: &["type_identifier"], check: wrapper_type };

fn wrapper_type(local: &mut Local<'_>, node: Node<'_>) {
    let name @ ("String" | "Number" | "Boolean") = node.text() else { return };
    let annotated = node.parent().is_some_and(|parent| matches!(parent.kind(), "type_annotation" | "array_type"));
    // `{ type: String, required: true }` is written for Mongoose, and would be as wrong with `string`.
    let schema =
        node.parent().and_then(Node::parent).and_then(|it| it.field("name")).is_some_and(|it| it.text() == "type");
    // AssemblyScript has no plain `string`.
    let compiled = || {
        let from = local.facts.imports.iter().map(|import| local.facts.text(import.specifier));
        from.into_iter().any(|from| from.contains("graph-ts") || from.contains("assemblyscript"))
    };
    if annotated && !schema && !is_own_name(local, name) && !compiled() {
        let message = format!("type `{name}` is the object around a `{}`", name.to_ascii_lowercase());
        local.report(&WRAPPER_TYPE, node, message);
    }
}

pub(crate) const ASSERTION_CHAIN: Rule = practice(&Practice {
    name: "assertion-chain",
    languages: TYPED_SCRIPTS,
    severity: Severity::Nit,
    category: Category::Type,
    confidence: UNSURE,
    summary: "Several non-null assertions stand in one chain.",
    doc: "Each `!` is a promise that the compiler does not check; a chain of them hides which one broke.\n\n\
          ```ts\nreturn user!.profile!.name     // found\n```\n\n\
          Left alone: a single assertion.",
});

pub(crate) const ASSERTION_CHAIN_TREE: TreeRule =
    TreeRule { rule: &ASSERTION_CHAIN, kinds: &["non_null_expression"], check: assertion_chain };

fn assertion_chain(local: &mut Local<'_>, node: Node<'_>) {
    let linked =
        |it: &Node<'_>| matches!(it.kind(), "member_expression" | "non_null_expression" | "subscript_expression");
    let outer = node.ancestors().take_while(linked).any(|it| it.kind() == "non_null_expression");
    let links: Vec<_> =
        std::iter::successors(Some(node), |it| it.named_children().first().copied().filter(linked)).collect();
    let count = links.iter().filter(|it| it.kind() == "non_null_expression").count();
    // The grammar takes `a + b!` for `(a + b)!`.
    let start = links.last().and_then(|it| it.named_children().first().copied());
    let joined =
        start.is_some_and(|it| matches!(it.kind(), "binary_expression" | "unary_expression" | "ternary_expression"));
    if !outer && count > 1 && !joined {
        local.report(
            &ASSERTION_CHAIN,
            node,
            format!("`{}` asserts {count} times that something is there", node.text()),
        );
    }
}
