//! `unreachable-code`: a statement after one that always leaves.

use super::{needs_fix, unsure};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{BLOCKS, is_string, jump_word, leaves, statements};
use tribunal_domain::Language;
use tribunal_domain::finding::ClaimKind;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = unsure(needs_fix(
    "unreachable-code",
    &[],
    "A statement stands after one that always leaves, so it never runs.",
    "Code after `return`, `throw`, `raise`, `break` or `continue` was meant to run and does not, or is a leftover.\n\n\
     ```python\ndef total(items):\n    return sum(items)\n    log(items)      # found\n```\n\n\
     Left alone: declarations, which hold from the start of their block, `break` after `return` in a switch, `yield` \
     after `return` (it makes a generator), labels, and blocks that the preprocessor or an attribute cuts up.",
));

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: BLOCKS, check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let statements = statements(node);
    if node.has_error() || statements.iter().any(|statement| is_conditional_part(*statement)) {
        return;
    }
    let Some(at) = statements.iter().position(|statement| leaves(*statement)) else { return };
    let Some(next) = statements[at + 1..].iter().find(|statement| !is_declaration(**statement)) else { return };
    // A function that begins by failing was parked.
    let parked = at == 0 && jump_word(statements[at]).is_some_and(|word| matches!(word, "raise" | "throw"));
    if is_deliberate(*next) || is_allowed(node) || parked {
        return;
    }
    let leaver = statements[at];
    let before = jump_word(leaver).map_or("the branches".to_owned(), |word| format!("the `{word}`"));
    let message = format!("this is never reached, because {before} on line {} always leaves", leaver.line());
    let draft = local.report(&RULE, *next, message);
    draft.claims[0].kind = ClaimKind::Unreachable;
    draft.shows(leaver.span(), leaver.text(), "leaves here");
}

/// Parts that may be compiled or not, and marks that other code jumps to.
fn is_conditional_part(node: Node<'_>) -> bool {
    let kind = node.kind();
    kind.starts_with("preproc") || kind == "attribute_item" || kind.starts_with("label") || kind == "case_statement"
}

fn is_declaration(node: Node<'_>) -> bool {
    let kind = node.kind();
    let hoisted = node.tree().language() != Language::Python
        && (kind.contains("function") || kind.contains("class") || kind.ends_with("_item") || kind.ends_with("_alias"));
    let type_only = matches!(kind, "interface_declaration" | "type_alias_declaration" | "use_declaration");
    hoisted
        || type_only
        || matches!(kind, "empty_statement" | "import_statement" | "use_declaration")
        || kind == "variable_declaration" && !node.descendants().any(|inner| inner.field("value").is_some())
}

fn is_deliberate(node: Node<'_>) -> bool {
    if node.text() == ";" {
        return true;
    }
    let yields = node.kind() == "expression_statement" && node.descendants().any(|inner| inner.kind() == "yield");
    let text = node.kind() == "expression_statement" && node.only_child().is_some_and(is_string);
    yields || text || node.kind() == "break_statement" || node.kind() == "macro_invocation"
}

/// Whether the compiler was told to accept it by an attribute.
fn is_allowed(block: Node<'_>) -> bool {
    block.ancestors().any(|outer| {
        std::iter::successors(outer.previous_named(), |it| it.previous_named())
            .take_while(|it| it.kind() == "attribute_item" || it.is_comment())
            .any(|it| it.text().contains("unreachable"))
    })
}
