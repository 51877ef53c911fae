//! `needless-type-parameter`: a type parameter that ties nothing to anything.

use super::reuse::over;
use crate::local::{Local, TreeRule};
use crate::rule::{Rule, UNSURE};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = over(
    "needless-type-parameter",
    &[Language::TypeScript, Language::Tsx],
    UNSURE,
    "A type parameter stands for one parameter alone, so that its bound says the same.",
    "A type parameter ties two places together: two parameters, or a parameter and the result.\n\n\
     ```ts\nfunction show<T extends Shape>(shape: T): void     // found: `(shape: Shape): void`\n```\n\n\
     Left alone: type parameters that the result, a bound or the body mentions, and those without a bound or with a \
     default, which callers write out.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["function_declaration", "method_definition"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(list) = node.field("type_parameters") else { return };
    let (Some(parameters), Some(result)) = (node.field("parameters"), node.field("return_type")) else { return };
    // An overload's implementation has to fit its heads.
    let overloaded = node.parent().is_some_and(|it| {
        it.named_children().iter().any(|other| {
            matches!(other.kind(), "function_signature" | "method_signature")
                && other.field("name").map(Node::text) == node.field("name").map(Node::text)
        })
    });
    if overloaded || !matches!(result.text().trim_start_matches([':', ' ']), "void" | "boolean" | "string" | "number") {
        return;
    }
    for parameter in list.named_children() {
        let (Some(name), Some(_), None) =
            (parameter.field("name"), parameter.field("constraint"), parameter.field("value"))
        else {
            continue;
        };
        let mentions = node.descendants().filter(|it| it.kind() == "type_identifier" && it.text() == name.text());
        let plain = parameters
            .named_children()
            .into_iter()
            .find(|it| it.field("type").and_then(Node::only_child).is_some_and(|ty| ty.text() == name.text()));
        // Its declaration and one place.
        if let Some(plain) = plain.filter(|_| mentions.count() == 2) {
            let message = format!("type parameter `{}` is used for `{}` alone", name.text(), plain.text());
            local.report(&RULE, parameter, message);
        }
    }
}
