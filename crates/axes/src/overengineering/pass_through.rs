//! `pass-through-function`: a private function that hands its parameters on as they are, for one caller.

use super::reuse::{over, own_calls};
use crate::code::Code;
use crate::draft::Draft;
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, attributes};
use crate::rule::{Rule, UNSURE};
use crate::subject::{is_product, subject};
use tribunal_domain::finding::ClaimKind;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = over(
    "pass-through-function",
    &[],
    UNSURE,
    "A private function does nothing but hand its parameters on, and is called once.",
    "Its caller could call the other function itself.\n\n\
     ```js\nfunction load(path, mode) { return read(path, mode) }     // found, if it is called once\n```\n\n\
     Left alone: functions that others can call, add or reorder anything, or belong to an interface.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule {
    rule: &RULE,
    kinds: &["function_definition", "function_item", "method_declaration", "function_declaration", "method_definition"],
    check,
};

/// What is found over the whole of the code.
pub(super) fn judge(code: &Code) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for file in code.files.iter().filter(|file| is_product(file)) {
        for draft in file.observations.candidates.iter().filter(|draft| draft.rule == RULE.name) {
            let called = subject(file, draft).and_then(|ix| own_calls(code, file, ix));
            if called.is_some_and(|uses| uses.len() == 1) {
                let mut draft = draft.clone();
                let claim = draft.claims(ClaimKind::Measure);
                "uses".clone_into(&mut claim.pattern);
                "1".clone_into(&mut claim.value);
                drafts.push(draft);
            }
        }
    }
    drafts
}

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let (Some(name), Some(body)) = (node.field("name"), node.field("body")) else { return };
    // Whoever writes a comment into it means more to come.
    let remarked = body.descendants().any(Node::is_comment);
    let Some(call) = only_call(body).filter(|_| attributes(node).is_empty() && !remarked) else { return };
    let callee = call.field("function").or_else(|| call.field("name")).map(Node::text).unwrap_or_default();
    let simple = callee.trim_start_matches("self.").trim_start_matches("this.");
    let plain = simple.chars().all(|c| c.is_alphanumeric() || c == '_') && !simple.is_empty();
    let own = parameters(node);
    let given: Vec<&str> = arguments(call).into_iter().map(Node::text).collect();
    let same = !own.is_empty() && own == given && call.field("object").is_none();
    if plain && same && simple != name.text() {
        let message = format!("`{}` only hands its parameters on to `{callee}`", name.text());
        local.report(&RULE, name, message).shows(call.span(), call.text(), "all that it does");
    }
}

/// The call that is all a body does.
fn only_call(body: Node<'_>) -> Option<Node<'_>> {
    let statement = body.only_child()?;
    let statement = if statement.kind() == "statement_list" { statement.only_child()? } else { statement };
    let value = match statement.kind() {
        "return_statement" | "expression_statement" => statement.only_child()?,
        "expression_list" => statement.only_child()?,
        _ => statement,
    };
    let value = if value.kind() == "expression_list" { value.only_child()? } else { value };
    matches!(value.kind(), "call" | "call_expression" | "method_invocation").then_some(value)
}

/// The names of the parameters, the receiver left out; none if one of them is more than a name and a type.
fn parameters(function: Node<'_>) -> Vec<&str> {
    let list = function.field("parameters").map(Node::named_children).unwrap_or_default();
    let mut names = Vec::new();
    for parameter in list {
        let name = match parameter.kind() {
            "identifier" => Some(parameter),
            "self_parameter" => continue,
            "typed_parameter" => parameter.named_children().first().copied(),
            "parameter" | "required_parameter" => parameter.field("pattern"),
            "parameter_declaration" | "formal_parameter" => parameter.field("name"),
            _ => return Vec::new(),
        };
        match name.map(Node::text) {
            Some("self" | "cls") => {}
            Some(name) => names.push(name),
            None => return Vec::new(),
        }
    }
    names
}
