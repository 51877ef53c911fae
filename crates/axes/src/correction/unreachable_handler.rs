//! `unreachable-handler`: a Python handler behind one that takes all its exceptions.

use super::{PYTHON, error};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Error,
    ..error(
        "unreachable-handler",
        PYTHON,
        "A handler stands behind one that takes all its exceptions.",
        "Handlers are asked in order, so the later one never runs.\n\n\
         ```python\ntry:\n    load()\nexcept Exception:\n    log()\nexcept ValueError:      # found\n    repair()\n```\n\n\
         Left alone: exceptions whose ancestors are not known.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["try_statement"], check };

/// Python's own exceptions, the wider one first.
const WIDER: &[(&str, &[&str])] = &[
    (
        "OSError",
        &[
            "FileNotFoundError",
            "PermissionError",
            "FileExistsError",
            "ConnectionError",
            "TimeoutError",
            "IsADirectoryError",
            "NotADirectoryError",
            "BrokenPipeError",
            "ConnectionResetError",
            "InterruptedError",
        ],
    ),
    ("LookupError", &["KeyError", "IndexError"]),
    ("ArithmeticError", &["ZeroDivisionError", "OverflowError", "FloatingPointError"]),
    ("ValueError", &["UnicodeError", "UnicodeDecodeError", "UnicodeEncodeError"]),
    ("ImportError", &["ModuleNotFoundError"]),
    ("RuntimeError", &["NotImplementedError", "RecursionError"]),
];

/// Exceptions that `Exception` does not take.
const APART: &[&str] = &["BaseException", "KeyboardInterrupt", "SystemExit", "GeneratorExit", "CancelledError"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let handlers = node.named_children().into_iter().filter(|child| child.kind() == "except_clause");
    let mut earlier: Vec<Node<'_>> = Vec::new();
    for handler in handlers {
        let caught = caught(handler);
        let taken = |name: &Node<'_>| earlier.iter().find(|wide| takes(wide.text(), name.text())).copied();
        if let Some(first) = caught.first().and_then(taken)
            && caught.iter().all(|name| taken(name).is_some())
        {
            let message = format!("`{}` on line {} takes this exception first", first.text(), first.line());
            local.report(&RULE, caught[0], message).shows(first.span(), first.text(), "the earlier handler");
        }
        earlier.extend(caught);
    }
}

/// The exceptions a handler names.
fn caught(handler: Node<'_>) -> Vec<Node<'_>> {
    let value = handler.field("value").or_else(|| handler.named_children().first().copied());
    let value = match value {
        Some(value) if value.kind() == "as_pattern" => value.named_children().first().copied(),
        other => other,
    };
    match value {
        Some(value) if value.kind() == "tuple" => value.named_children(),
        Some(value) if matches!(value.kind(), "identifier" | "attribute") => vec![value],
        _ => Vec::new(),
    }
}

/// Exceptions of the language, whose ancestors everybody knows.
fn is_built_in(name: &str) -> bool {
    let known = WIDER.iter().any(|(wide, below)| *wide == name || below.contains(&name));
    known
        || matches!(
            name,
            "ValueError" | "TypeError" | "AttributeError" | "RuntimeError" | "AssertionError" | "NameError"
        )
}

fn takes(wide: &str, narrow: &str) -> bool {
    let last = narrow.rsplit('.').next().unwrap_or(narrow);
    match wide {
        "BaseException" => true,
        // An exception of somebody's own may descend from `SystemExit`.
        "Exception" => !APART.contains(&last) && is_built_in(last),
        _ => wide == narrow || WIDER.iter().any(|(name, below)| *name == wide && below.contains(&narrow)),
    }
}
