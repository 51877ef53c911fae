//! `needless-handler`: an exception that is caught to be thrown again as it is.

use super::reuse::over;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{body_of, statements};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = over(
    "needless-handler",
    &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java],
    92,
    "An exception is caught and thrown again as it is.",
    "Without the handler the same happens.\n\n\
     ```js\ntry {\n  return await load(id);\n} catch (error) {   // found\n  throw error;\n}\n```\n\n\
     Left alone: handlers among others (one that lets pass what the next would catch), those beside a `finally`, and \
     those with a comment.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["try_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let parts = node.named_children();
    let handlers: Vec<_> = parts.iter().filter(|it| matches!(it.kind(), "catch_clause" | "except_clause")).collect();
    let ends = parts.iter().any(|it| matches!(it.kind(), "finally_clause" | "else_clause"));
    let [handler] = handlers[..] else { return };
    let Some(body) = body_of(*handler).filter(|_| !ends) else { return };
    let [only] = statements(body)[..] else { return };
    let remarks = handler.descendants().any(Node::is_comment);
    if !remarks && throws_the_same(*handler, only) {
        let draft = local.report(&RULE, *handler, "what is caught here is thrown again as it is");
        draft.columns = None;
    }
}

fn throws_the_same(handler: Node<'_>, only: Node<'_>) -> bool {
    let name = only.only_child();
    match only.kind() {
        "raise_statement" => match name {
            None => only.named_children().is_empty(),
            Some(name) => name.kind() == "identifier" && caught(handler) == Some(name.text()),
        },
        "throw_statement" => name.is_some_and(|it| it.kind() == "identifier" && caught(handler) == Some(it.text())),
        _ => false,
    }
}

/// The name of what is caught.
fn caught(handler: Node<'_>) -> Option<&str> {
    if let Some(parameter) = handler.field("parameter") {
        return Some(parameter.text());
    }
    let declared = handler.named_children().into_iter().find(|it| it.kind() == "catch_formal_parameter");
    if let Some(declared) = declared {
        // A handler of many types narrows what the method has to declare.
        return declared.field("name").map(Node::text);
    }
    handler.descendants().find(|it| it.kind() == "as_pattern_target").map(Node::text)
}
