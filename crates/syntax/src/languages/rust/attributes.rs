//! Attributes and visibility: what stands before an item and what follows from it.

use super::{Place, Rust};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Symbol, SymbolFlags, Visibility};

/// Last segments of attributes that make a function a test, a benchmark or a fixture.
const TESTS: &[&str] =
    &["test", "bench", "rstest", "fixture", "test_case", "case", "quickcheck", "wasm_bindgen_test", "proptest"];

/// Attributes seen since the last item: byte ranges of `#[…]`.
#[derive(Default)]
pub(super) struct Pending {
    parent: usize,
    ranges: Vec<(usize, usize)>,
    /// The file says `#![cfg(test)]`.
    pub test_file: bool,
}

impl Pending {
    /// The attributes that belong to the node of this kind which the walk has just entered.
    pub fn take_for(&mut self, cx: &Context<'_>, kind: &str) -> Vec<(usize, usize)> {
        let mine = !self.ranges.is_empty()
            && kind != "attribute_item"
            && cx.parent().is_some_and(|parent| parent.id() == self.parent);
        if mine { std::mem::take(&mut self.ranges) } else { Vec::new() }
    }

    fn push(&mut self, parent: usize, range: (usize, usize)) {
        if self.parent != parent {
            self.ranges.clear();
            self.parent = parent;
        }
        self.ranges.push(range);
    }
}

impl Rust {
    /// Remembers an attribute for the item after it and says how its tokens are read.
    pub(super) fn attribute(&mut self, cx: &mut Context<'_>, node: Node<'_>) {
        let text = inner(cx.text(node));
        self.tokens.read_attribute(text.starts_with("derive"));
        if node.kind() == "attribute_item" {
            let parent = cx.parent().map_or(0, |parent| parent.id());
            self.attributes.push(parent, (node.start_byte(), node.end_byte()));
        } else if is_test_configuration(text) && cx.parent_kind() == "source_file" {
            self.attributes.test_file = true;
        }
    }

    /// Attributes, span, visibility and test marker of an item's symbol. Trait and impl members follow their owner.
    pub(super) fn dress(
        &self,
        cx: &mut Context<'_>,
        node: Node<'_>,
        attributes: &[(usize, usize)],
        place: Place,
        symbol: &mut Symbol,
    ) {
        let source = cx.source;
        let inherited = cx.owner().map_or(SymbolFlags::default(), |owner| cx.facts.symbol(owner).flags);
        let in_test = place == Place::Impl && self.impls.last().is_some_and(|open| open.test);
        if in_test || self.attributes.test_file || inherited.has(SymbolFlags::TEST) {
            symbol.flags.set(SymbolFlags::TEST);
        }
        self.see(cx, node, place, symbol);
        for &(start, end) in attributes {
            let text = inner(&source.text()[start..end]);
            symbol.attributes.push(cx.intern(text));
            if is_test(text) || is_test_configuration(text) {
                symbol.flags.set(SymbolFlags::TEST);
            }
            if ["no_mangle", "export_name"].iter().any(|name| text.contains(name)) && !text.starts_with("cfg") {
                symbol.flags.set(SymbolFlags::FOREIGN);
            }
        }
        if let Some(&(start, _)) = attributes.first() {
            symbol.span.start = source.position(start);
        }
    }

    fn see(&self, cx: &Context<'_>, node: Node<'_>, place: Place, symbol: &mut Symbol) {
        let owner = symbol.parent.filter(|_| place == Place::Trait).map(|owner| cx.facts.symbol(owner));
        if let Some(owner) = owner {
            symbol.visibility = owner.visibility;
            if owner.flags.has(SymbolFlags::EXPORTED) {
                symbol.flags.set(SymbolFlags::EXPORTED);
            }
        } else if place == Place::Impl && self.impls.last().is_some_and(|open| open.of_trait.is_some()) {
            symbol.visibility = Visibility::Public;
        } else {
            let modifier = node.child(0).filter(|child| child.kind() == "visibility_modifier");
            set_visibility(symbol, modifier.map_or("", |modifier| cx.text(modifier)));
        }
    }
}

/// Sets visibility from the text of a modifier.
pub(super) fn set_visibility(symbol: &mut Symbol, modifier: &str) {
    symbol.visibility = match modifier {
        "pub" => Visibility::Public,
        "" | "pub(self)" => Visibility::Private,
        _ => Visibility::Internal,
    };
    if symbol.visibility != Visibility::Private {
        symbol.flags.set(SymbolFlags::EXPORTED);
    }
}

/// The text between `#[` and `]`.
fn inner(text: &str) -> &str {
    let text = text.trim_start_matches(['#', '!', ' ']);
    text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text).trim()
}

/// Whether an attribute keeps what follows it for tests.
pub(super) fn says_test(attribute: &str) -> bool {
    is_test_configuration(inner(attribute))
}

fn is_test(text: &str) -> bool {
    let path = text.split(['(', '=']).next().unwrap_or_default().trim();
    TESTS.contains(&path.rsplit("::").next().unwrap_or_default().trim())
}

fn is_test_configuration(text: &str) -> bool {
    let Some(condition) = text.strip_prefix("cfg") else {
        return false;
    };
    let condition = condition.replace(char::is_whitespace, "").replace("not(test)", "");
    condition.starts_with('(')
        && condition.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '"').any(|word| word == "test")
}
