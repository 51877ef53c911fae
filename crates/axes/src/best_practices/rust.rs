//! Practices of Rust.

use super::practice::{Practice, RUST, practice};
use crate::local::{Local, TreeRule};
use crate::practice_shape::{attributes, callee, function_around, in_rust_test};
use crate::rule::{Rule, UNSURE};
use tribunal_domain::Language;
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const UNWRAPPED_INPUT: Rule = practice(&Practice {
    name: "unwrapped-input",
    languages: RUST,
    severity: Severity::Low,
    category: Category::Error,
    confidence: UNSURE,
    summary: "Something from outside of the program is unwrapped, so that bad input is a panic.",
    doc: "Files, variables of the environment and documents are wrong in ordinary life.\n\n\
          ```rust\nlet text = fs::read_to_string(path).unwrap();     // found: `?`\n```\n\n\
          Left alone: tests, examples, `main`, and every other `unwrap`, which may be an invariant.",
});

pub(crate) const UNWRAPPED_INPUT_TREE: TreeRule =
    TreeRule { rule: &UNWRAPPED_INPUT, kinds: &["call_expression"], check: unwrapped_input };

/// Calls that ask the world outside; with their last segments they are the same in all ways to import them.
const OUTSIDE: &[&str] = &[
    "File::open",
    "File::create",
    "fs::read",
    "fs::read_to_string",
    "fs::read_dir",
    "fs::write",
    "fs::create_dir_all",
    "fs::metadata",
    "env::var",
    "env::current_dir",
    "serde_json::from_str",
    "serde_json::from_slice",
    "serde_json::from_reader",
    "toml::from_str",
    "TcpListener::bind",
    "TcpStream::connect",
];

fn unwrapped_input(local: &mut Local<'_>, node: Node<'_>) {
    let Some(function) = node.field("function").filter(|it| it.kind() == "field_expression") else { return };
    if function.field("field").map(Node::text) != Some("unwrap") || in_rust_test(node) || in_main(node) {
        return;
    }
    let Some(fallible) = function.field("value").filter(|it| it.kind() == "call_expression") else { return };
    let name = callee(fallible).unwrap_or_default();
    let asks = OUTSIDE.iter().any(|it| name == *it || name.ends_with(&format!("::{it}")));
    if asks {
        let message = format!("`{}` may fail for reasons outside of the program and is unwrapped", fallible.text());
        local.report(&UNWRAPPED_INPUT, node, message);
    }
}

fn in_main(node: Node<'_>) -> bool {
    let around = std::iter::successors(function_around(node), |it| function_around(*it));
    around.filter_map(|it| it.field("name")).any(|name| name.text() == "main")
}

pub(crate) const OWNED_REFERENCE: Rule = practice(&Practice {
    name: "owned-reference-parameter",
    languages: RUST,
    severity: Severity::Nit,
    category: Category::Type,
    confidence: 90,
    summary: "A parameter borrows an owned container where a borrowed form would take more.",
    doc: "`&str`, `&[T]` and `&Path` accept all that `&String`, `&Vec<T>` and `&PathBuf` do, and save an indirection.\n\n\
          ```rust\nfn total(sizes: &Vec<u32>) -> u32 { … }     // found: `&[u32]`\n```\n\n\
          Left alone: `&mut`, functions of a trait, and functions that are handed over as values.",
});

pub(crate) const OWNED_REFERENCE_TREE: TreeRule =
    TreeRule { rule: &OWNED_REFERENCE, kinds: &["parameter"], check: owned_reference };

fn owned_reference(local: &mut Local<'_>, node: Node<'_>) {
    let Some(ty) = node.field("type").filter(|it| it.kind() == "reference_type") else { return };
    let mutable = ty.named_children().iter().any(|it| it.kind() == "mutable_specifier");
    let (Some(inner), false) = (ty.field("type"), mutable) else { return };
    let better = match inner.text() {
        "String" => "&str".to_owned(),
        "PathBuf" => "&Path".to_owned(),
        text => match text.strip_prefix("Vec<").and_then(|it| it.strip_suffix('>')) {
            Some(element) => format!("&[{element}]"),
            None => return,
        },
    };
    let function = function_around(node).filter(|it| it.kind() == "function_item");
    let Some(function) = function else { return };
    let of_trait = function
        .ancestors()
        .nth(1)
        .is_some_and(|it| it.kind() == "trait_item" || (it.kind() == "impl_item" && it.field("trait").is_some()));
    let name = function.field("name").map(Node::text).unwrap_or_default();
    // Handed over as a value (`skip_serializing_if = "f"`, `.map(f)`), the type is not free; so is one that needs more.
    let text = local.tree.text();
    let handed = text.contains(&format!("\"{name}\""))
        || text.contains(&format!("({name})"))
        || text.contains(&format!("::{name}\""));
    let needs_more = node.field("pattern").is_some_and(|it| {
        ["capacity", "clone", "cloned"]
            .iter()
            .any(|method| function.text().contains(&format!("{}.{method}(", it.text())))
    });
    if !of_trait && !handed && !needs_more && attributes(function).is_empty() {
        local.report(&OWNED_REFERENCE, ty, format!("`{}` takes less than `{better}` would", ty.text()));
    }
}

pub(crate) const NEEDLESS_RETURN: Rule = practice(&Practice {
    name: "needless-return",
    languages: RUST,
    severity: Severity::Nit,
    category: Category::Style,
    confidence: 92,
    summary: "The last expression of a function is returned by `return`.",
    doc: "It is the result anyway.\n\n\
          ```rust\nfn two() -> u32 {\n    return 2;     // found: `2`\n}\n```\n\n\
          Left alone: returns that are not the last thing a function does.",
});

pub(crate) const NEEDLESS_RETURN_TREE: TreeRule =
    TreeRule { rule: &NEEDLESS_RETURN, kinds: &["function_item"], check: needless_return };

fn needless_return(local: &mut Local<'_>, node: Node<'_>) {
    let Some(body) = node.field("body") else { return };
    let last = body.named_children().last().copied();
    let value = last.map(|it| if it.kind() == "expression_statement" { it.only_child().unwrap_or(it) } else { it });
    let configured = last.is_some_and(|it| !attributes(it).is_empty());
    if let Some(value) = value.filter(|it| it.kind() == "return_expression" && !configured) {
        let name = node.field("name").map(Node::text).unwrap_or_default();
        local.report(&NEEDLESS_RETURN, value, format!("`return` is the last thing `{name}` does"));
    }
}

pub(crate) const LENGTH_COMPARISON: Rule = practice(&Practice {
    name: "length-comparison",
    languages: &[Language::Java],
    severity: Severity::Nit,
    category: Category::Style,
    confidence: UNSURE,
    summary: "A length is compared with zero to ask whether something is empty.",
    doc: "`isEmpty` asks that, and may be cheaper. In Rust the compiler's own linter knows the types and says it better.\n\n\
          ```java\nif (names.size() == 0) { … }     // found: `names.isEmpty()`\n```\n\n\
          Left alone: other numbers, and types whose file defines a length but no such question.",
});

pub(crate) const LENGTH_COMPARISON_TREE: TreeRule =
    TreeRule { rule: &LENGTH_COMPARISON, kinds: &["binary_expression"], check: length_comparison };

fn length_comparison(local: &mut Local<'_>, node: Node<'_>) {
    let [left, operator, right] = node.children()[..] else { return };
    let asks = right.text() == "0" && matches!(operator.text(), "==" | "!=" | ">");
    let Some(value) = left.text().strip_suffix(".size()").filter(|_| asks) else { return };
    if node.ancestors().any(|it| it.field("name").is_some_and(|name| name.text() == "isEmpty")) {
        return;
    }
    let simple = value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    // A `self` or `this` of one's own may have a length and no such question.
    if simple && !matches!(value, "self" | "this") {
        local.report(&LENGTH_COMPARISON, node, format!("`{}` asks whether `{value}` is empty", node.text()));
    }
}

pub(crate) const UNFINISHED_CODE: Rule = practice(&Practice {
    name: "unfinished-code",
    languages: RUST,
    severity: Severity::Medium,
    category: Category::Error,
    confidence: UNSURE,
    summary: "A macro for code that is not there yet was left in.",
    doc: "Whoever reaches it gets a panic.\n\n\
          ```rust\nShape::Circle => todo![],     // found\n```\n\n\
          Left alone: tests, and `unimplemented!` with a message, which says what to use instead.",
});

pub(crate) const UNFINISHED_CODE_TREE: TreeRule =
    TreeRule { rule: &UNFINISHED_CODE, kinds: &["macro_invocation"], check: unfinished_code };

fn unfinished_code(local: &mut Local<'_>, node: Node<'_>) {
    // With a message, it tells a caller what to use instead.
    let silent =
        node.text().split_once('!').is_some_and(|(_, rest)| rest.trim_matches(['(', ')', '[', ']', ' ']).is_empty());
    let name = callee(node).filter(|name| *name == "todo" || (*name == "unimplemented" && silent));
    if let Some(name) = name.filter(|_| !in_rust_test(node)) {
        local.report(&UNFINISHED_CODE, node, format!("`{name}!` was left in"));
    }
}
