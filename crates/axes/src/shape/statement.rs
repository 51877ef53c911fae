//! Blocks, their statements, and the statements after which nothing follows.

use super::function::is_function;
use tribunal_syntax::tree::Node;

/// Nodes whose children are statements that run one after the other.
pub(crate) const BLOCKS: &[&str] = &[
    "block",
    "statement_list",
    "statement_block",
    "compound_statement",
    "module",
    "program",
    "constructor_body",
    "switch_case",
    "switch_default",
    "switch_block_statement_group",
];

const JUMPS: &[(&str, &str)] = &[
    ("return_statement", "return"),
    ("return_expression", "return"),
    ("throw_statement", "throw"),
    ("raise_statement", "raise"),
    ("break_statement", "break"),
    ("break_expression", "break"),
    ("continue_statement", "continue"),
    ("continue_expression", "continue"),
];

/// Nested blocks and branches are followed so far; deeper ones count as unknown.
const LEAVES_DEPTH: usize = 16;

/// The statements of a block in order, comments left out.
pub(crate) fn statements(block: Node<'_>) -> Vec<Node<'_>> {
    let block = match block.only_child() {
        Some(list) if list.kind() == "statement_list" => list,
        _ => block,
    };
    let label = if block.kind() == "switch_case" { block.field("value") } else { None };
    let mut found = block.named_children();
    found.retain(|child| Some(*child) != label && child.kind() != "switch_label" && child.kind() != "label");
    found
}

/// The block a function, loop or clause runs, if it has one.
pub(crate) fn body_of(node: Node<'_>) -> Option<Node<'_>> {
    let named = ["body", "consequence"].iter().find_map(|name| node.field(name));
    named.or_else(|| node.named_children().into_iter().rfind(|child| BLOCKS.contains(&child.kind())))
}

/// The word of a statement after which the next one is never reached.
pub(crate) fn jump_word(node: Node<'_>) -> Option<&'static str> {
    let node = match node.kind() {
        "expression_statement" => node.only_child()?,
        _ => node,
    };
    JUMPS.iter().find(|(kind, _)| *kind == node.kind()).map(|(_, word)| *word)
}

/// Whether it is such a statement itself.
pub(crate) fn is_jump(node: Node<'_>) -> bool {
    jump_word(node).is_some()
}

/// Whether the statement after it is never reached: a jump, or a block or branches that all end in one.
pub(crate) fn leaves(node: Node<'_>) -> bool {
    let (mut open, mut steps) = (vec![node], 0);
    while let Some(node) = open.pop() {
        steps += 1;
        if steps > LEAVES_DEPTH {
            return false;
        }
        if is_jump(node) {
            continue;
        }
        match node.kind() {
            "if_statement" => match super::branch::chain(node) {
                Some(chain) if chain.last.is_some() => {
                    open.extend(chain.arms.iter().map(|(_, body)| *body));
                    open.extend(chain.last);
                }
                _ => return false,
            },
            "block" | "statement_block" | "compound_statement" | "statement_list" => match statements(node).last() {
                Some(last) => open.push(*last),
                None => return false,
            },
            _ => return false,
        }
    }
    true
}

/// The nearest ancestor of one of these kinds inside of the same function.
pub(crate) fn within<'t>(node: Node<'t>, kinds: &[&str]) -> Option<Node<'t>> {
    node.ancestors().take_while(|node| !is_function(*node)).find(|node| kinds.contains(&node.kind()))
}

/// The statement after it in the same block, comments left out.
pub(crate) fn next_statement(node: Node<'_>) -> Option<Node<'_>> {
    std::iter::successors(node.next_named(), |next| next.next_named()).find(|next| !next.is_comment())
}

/// The statement before it in the same block, comments left out.
pub(crate) fn previous_statement(node: Node<'_>) -> Option<Node<'_>> {
    std::iter::successors(node.previous_named(), |next| next.previous_named()).find(|next| !next.is_comment())
}
