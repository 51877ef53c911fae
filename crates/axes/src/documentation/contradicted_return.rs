//! `contradicted-return-doc`: a documented result of a function that gives none.

use crate::local::{Local, TreeRule};
use crate::practice_shape::{function_name, own_nodes};
use crate::rule::Rule;
use tribunal_domain::Language;
use tribunal_domain::facts::{Doc, SymbolFlags, SymbolIx};
use tribunal_domain::finding::{Axis, Category, RuleVerdict, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    name: "contradicted-return-doc",
    axis: Axis::Documentation,
    verdict: RuleVerdict::Partial,
    severity: Severity::Low,
    category: Category::Doc,
    confidence: 85,
    languages: &[
        Language::Python,
        Language::Java,
        Language::Rust,
        Language::TypeScript,
        Language::Tsx,
        Language::JavaScript,
    ],
    summary: "The documentation describes a result, but the function never gives one.",
    doc: "Either a `return` was forgotten, or the documentation is of an older version.\n\n\
          ```python\ndef close(stream):\n    \"\"\"Close the stream.\n\n    :return: whether it was open    # found\n    \
          \"\"\"\n    stream.close()\n```\n\n\
          Left alone: abstract functions, generators, bodies that only raise, and documentation that says itself that \
          nothing is returned.",
};

pub(crate) const TREE_RULE: TreeRule = TreeRule {
    rule: &RULE,
    kinds: &["function_definition", "function_item", "method_declaration", "function_declaration", "method_definition"],
    check,
};

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some((ix, doc)) = documented(local, node) else { return };
    if local.facts.symbol(ix).flags.has(SymbolFlags::ABSTRACT) || !describes_a_result(local, doc) {
        return;
    }
    // Of what cannot be read nobody knows what it returns.
    if gives_nothing(node) && !local.tree.root().has_error() {
        let name = local.facts.qualified_name(ix);
        let message = format!("the documentation of `{name}` describes a result, but the function returns none");
        let head = node.field("name").unwrap_or(node);
        let (span, text) = (doc.span, local.facts.text(doc.text));
        let quote = text.lines().find(|line| line.to_ascii_lowercase().contains("return")).unwrap_or_default().trim();
        local.report(&RULE, head, message).shows(span, quote, "what the documentation says");
    }
}

fn documented<'t>(local: &Local<'t>, node: Node<'_>) -> Option<(SymbolIx, &'t Doc)> {
    let ix = local.symbol_at(node.span())?;
    let symbol = local.facts.symbol(ix);
    let own = function_name(node) == Some(local.facts.text(symbol.name));
    let doc = local.facts.docs.iter().find(|doc| doc.symbol == Some(ix))?;
    own.then_some((ix, doc))
}

fn describes_a_result(local: &Local<'_>, doc: &Doc) -> bool {
    let facts = local.facts;
    let Some(field) = doc.fields.iter().find(|field| facts.text(field.tag) == "returns") else { return false };
    let text = facts.text(field.text).to_ascii_lowercase();
    let nothing = ["none", "nothing", "void", "undefined", "null", "never", "`none`", "no ", "promise", "n/a", "()"];
    !text.is_empty()
        && !nothing.iter().any(|word| text.trim_start_matches(['*', '`', ' ']).starts_with(word))
        && !["void", "nothing", "promise", "return none", "returns none", "returned none"]
            .iter()
            .any(|word| text.contains(word))
}

fn gives_nothing(function: Node<'_>) -> bool {
    let Some(body) = function.field("body") else { return false };
    match function.tree().language() {
        Language::Java => function.field("type").is_some_and(|ty| ty.kind() == "void_type"),
        Language::Rust => function.field("return_type").is_none() && !has_async(function),
        Language::Python => {
            function.field("return_type").is_none_or(|ty| ty.text() == "None") && is_silent(body) && !is_stub(body)
        }
        _ => {
            let void =
                function.field("return_type").is_none_or(|ty| ty.text().trim_start_matches([':', ' ']) == "void");
            void && is_silent(body) && !is_stub(body)
        }
    }
}

/// Whether nothing is returned or yielded, functions inside left out.
fn is_silent(body: Node<'_>) -> bool {
    own_nodes(body).iter().all(|node| match node.kind() {
        "return_statement" => node.named_children().is_empty(),
        "yield" | "yield_expression" => false,
        _ => true,
    })
}

/// Bodies that stand for another: `raise NotImplementedError`, `...`, `pass`, a single throw.
fn is_stub(body: Node<'_>) -> bool {
    let statements = body.named_children();
    let mut rest = statements.iter().filter(|node| {
        let text = node.text();
        let docstring =
            node.kind() == "expression_statement" && node.only_child().is_some_and(|it| it.kind() == "string");
        !(docstring || text == "pass" || text == "...")
    });
    rest.clone().count() == 0
        || rest.next_back().is_some_and(|last| matches!(last.kind(), "raise_statement" | "throw_statement"))
}

fn has_async(function: Node<'_>) -> bool {
    function.text().split("fn ").next().is_some_and(|head| head.contains("async"))
}
