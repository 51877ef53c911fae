//! `repeated-key`: a dictionary or object is written with the same key twice.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, is_literal, is_lively, string};
use rustc_hash::FxHashMap;
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "repeated-key",
    &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java],
    "The same key stands twice in one dictionary or object.",
    "The later value replaces the earlier one silently; Java's `Map.of` fails.\n\n\
     ```python\ncolours = {\n    \"red\": 1,\n    \"red\": 2,      # found: the first is lost\n}\n```\n\n\
     Left alone: keys that are computed, and keys on the two sides of a spread.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["dictionary", "object", "method_invocation"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let mut seen: FxHashMap<String, Node<'_>> = FxHashMap::default();
    for entry in entries(node) {
        let Entry::Key(key) = entry else {
            seen.clear();
            continue;
        };
        let spelled = spelling(key);
        if let Some(first) = seen.get(&spelled) {
            let message = format!("the key `{}` stands here twice", key.text());
            let same = value(key) == value(*first);
            let draft = local.report(&RULE, key, message);
            draft.shows(first.span(), first.text(), "the first one");
            if same {
                draft.severity = Severity::Low;
            }
        } else {
            seen.insert(spelled, key);
        }
    }
}

/// The text of a key's value.
fn value(key: Node<'_>) -> Option<&str> {
    key.parent().and_then(|pair| pair.field("value")).map(Node::text)
}

/// What stands in a dictionary.
enum Entry<'t> {
    /// A key that is written out.
    Key(Node<'t>),
    /// Another dictionary's entries, behind which keys may be written again on purpose.
    Spread,
}

fn entries(node: Node<'_>) -> Vec<Entry<'_>> {
    if node.kind() == "method_invocation" {
        let Some(found) = call(node).filter(|found| found.is("Map", "of")) else { return Vec::new() };
        return found.arguments.iter().step_by(2).filter(|key| is_fixed(**key)).map(|key| Entry::Key(*key)).collect();
    }
    node.named_children().into_iter().filter_map(entry).collect()
}

fn entry(child: Node<'_>) -> Option<Entry<'_>> {
    match child.kind() {
        "pair" => child.field("key").filter(|key| is_fixed(*key)).map(Entry::Key),
        "shorthand_property_identifier" => Some(Entry::Key(child)),
        "method_definition" => {
            let accessor = child.children().iter().any(|part| matches!(part.text(), "get" | "set"));
            child.field("name").filter(|key| !accessor && is_fixed(*key)).map(Entry::Key)
        }
        "spread_element" | "dictionary_splat" => Some(Entry::Spread),
        _ => None,
    }
}

fn is_fixed(key: Node<'_>) -> bool {
    let named = matches!(key.kind(), "property_identifier" | "identifier" | "attribute" | "field_access");
    (named || is_literal(key)) && !is_lively(key)
}

/// `a` and `"a"` are one key in JavaScript; which quotes are used matters nowhere.
fn spelling(key: Node<'_>) -> String {
    let Some(text) = string(key) else { return key.text().to_owned() };
    let script = crate::rule::SCRIPTS.contains(&key.tree().language());
    // `"a"` and `b"a"` are two.
    let bytes = key.text().chars().take_while(|c| c.is_alphabetic()).any(|c| matches!(c, 'b' | 'B'));
    if script { text.to_owned() } else { format!("{}{text:?}", if bytes { "b" } else { "" }) }
}
