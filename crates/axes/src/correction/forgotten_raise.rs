//! `forgotten-raise`: an exception is made and thrown away.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, is_function, is_in_test, is_loop, within};
use tribunal_domain::Language;
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Error,
    ..error(
        "forgotten-raise",
        &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java],
        "An exception is made but not raised.",
        "Making an exception does nothing by itself; the code goes on as if all were well.\n\n\
         ```python\nif amount < 0:\n    ValueError(\"negative\")      # found: `raise` is missing\n```\n\n\
         Left alone: exceptions that are assigned, passed on or returned, those made in a `with` or `try` or by a test of Java, and in scripts \
         classes of the project's own, which may write down that they were made.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["expression_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    // `case LATE -> new Late();` gives it to whoever asked.
    if node.parent().is_some_and(|it| it.kind() == "switch_rule") {
        return;
    }
    let Some(made) = node.only_child().and_then(exception) else { return };
    // A test of the exception makes it to see what that does.
    if local.tree.language() == Language::Java && is_in_test(node) {
        return;
    }
    // Whoever makes many of them wants to see how they are made.
    let repeated = node.ancestors().take_while(|above| !is_function(*above)).any(is_loop);
    if !repeated && within(node, &["with_statement", "try_statement"]).is_none() {
        local.report(&RULE, node, format!("`{made}` is made here but not raised"));
    }
}

/// The name of the exception an expression makes.
fn exception(node: Node<'_>) -> Option<&str> {
    let name = match node.kind() {
        "call" => call(node).filter(|found| found.receiver.is_none())?.name,
        "new_expression" => node.field("constructor")?.text(),
        "object_creation_expression" => node.field("type")?.text(),
        _ => return None,
    };
    // Java has classes of errors that are only shown.
    let java = node.kind() == "object_creation_expression";
    // What a class of its own does when it is made nobody knows: some write it down.
    const BUILT_IN: &[&str] =
        &["Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError"];
    if node.kind() == "new_expression" {
        return BUILT_IN.contains(&name).then_some(name);
    }
    let named = name.ends_with("Error") && !java || name.ends_with("Exception");
    (named && name.starts_with(char::is_uppercase)).then_some(name)
}
