//! Syntax trees for rules: the same parser as for facts, behind types that do not show the library.
//!
//! A `Node` is a place in a `Tree` and can be copied. Walks are iterative and need no memory. Kinds and fields are those
//! of the language's grammar.

mod flat;

use crate::languages::{KindFlags, Row, row};
use crate::source::Source;
use crate::zones::zones_of;
use crate::{Limits, parse};
use flat::{Entry, flat};
use tribunal_domain::Language;
use tribunal_domain::facts::{Marked, Position, Span};

/// A parsed file.
pub struct Tree {
    parsed: tree_sitter::Tree,
    nodes: Vec<Entry>,
    source: Source,
    row: &'static Row,
}

impl Tree {
    /// Parses `bytes` as `language`; `None` if that would go beyond the limits.
    pub fn parse(language: Language, bytes: &[u8], limits: Limits) -> Option<Self> {
        if bytes.len() > limits.bytes {
            return None;
        }
        let source = Source::decode(bytes);
        let parsed = parse::parse(row(language), source.text(), limits).ok()?;
        Some(Self::new(row(language), source, parsed))
    }

    pub(crate) fn new(row: &'static Row, source: Source, parsed: tree_sitter::Tree) -> Self {
        Self { nodes: flat(&parsed), parsed, source, row }
    }

    /// The language it was read as.
    pub fn language(&self) -> Language {
        self.row.language
    }

    /// The decoded text; spans of nodes are byte ranges of it.
    pub fn text(&self) -> &str {
        self.source.text()
    }

    /// The position of a byte of the text.
    pub fn position(&self, at: usize) -> Position {
        self.source.position(at)
    }

    /// What of the text is no code, as facts have it.
    pub fn zones(&self) -> Vec<Marked> {
        zones_of(self.row, self.text(), self.parsed.root_node())
    }

    /// The node of the whole file.
    pub fn root(&self) -> Node<'_> {
        Node { tree: self, ix: 0 }
    }
}

/// A place in a tree.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree,
    ix: u32,
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.ix == other.ix && std::ptr::eq(self.tree, other.tree)
    }
}

impl Eq for Node<'_> {}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:?}", self.kind(), self.bytes())
    }
}

impl<'t> Node<'t> {
    /// Its kind, as the grammar names it.
    pub fn kind(self) -> &'t str {
        self.tree.row.kind_name(self.kind_id())
    }

    /// Its kind as a small number, the same for all trees of a language.
    pub fn kind_id(self) -> u16 {
        self.entry().kind
    }

    /// Whether it is more than punctuation or a keyword.
    pub fn is_named(self) -> bool {
        self.entry().is_named
    }

    /// Whether nothing is below it.
    pub fn is_leaf(self) -> bool {
        self.entry().after == self.ix + 1
    }

    /// Whether the grammar could not make sense of something in it.
    pub fn has_error(self) -> bool {
        self.entry().has_error
    }

    /// Whether it is a comment.
    pub fn is_comment(self) -> bool {
        // The end of a line that goes on says as little.
        self.flags().has(KindFlags::COMMENT) || self.kind() == "line_continuation"
    }

    /// Whether it is a string, or the text of one between its quotes and what is put into it.
    pub fn is_string(self) -> bool {
        self.flags().has(KindFlags::STRING)
    }

    /// Whether it adds a path through the code.
    pub fn is_decision(self) -> bool {
        self.flags().has(KindFlags::DECISION)
    }

    /// Whether the language counts it as a statement.
    pub fn is_statement(self) -> bool {
        self.flags().has(KindFlags::STATEMENT)
    }

    /// The tree it belongs to.
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// Its text.
    pub fn text(self) -> &'t str {
        &self.tree.text()[self.bytes()]
    }

    /// Its byte range in the text of the tree.
    pub fn bytes(self) -> std::ops::Range<usize> {
        self.entry().start as usize..self.entry().end as usize
    }

    /// Its first line, from 1.
    pub fn line(self) -> u32 {
        self.tree.source.line(self.bytes().start)
    }

    /// Its last line, from 1.
    pub fn end_line(self) -> u32 {
        let range = self.bytes();
        self.tree.source.line(range.end.saturating_sub(1).max(range.start))
    }

    /// Where it stands.
    pub fn span(self) -> Span {
        let range = self.bytes();
        Span { start: self.tree.position(range.start), end: self.tree.position(range.end) }
    }

    /// Its child in a field of the grammar. A field that a grammar gives to what stands further below is not the node's.
    pub fn field(self, name: &str) -> Option<Node<'t>> {
        let field = self.tree.row.field(name)?;
        self.below().find(|child| child.entry().field == field)
    }

    /// All its children in a field of the grammar.
    pub fn fields(self, name: &str) -> Vec<Node<'t>> {
        let Some(field) = self.tree.row.field(name) else { return Vec::new() };
        self.below().filter(|child| child.entry().field == field).collect()
    }

    /// The node it is a child of.
    pub fn parent(self) -> Option<Node<'t>> {
        (self.ix > 0).then(|| self.at(self.entry().parent))
    }

    /// The next node of the same parent that is more than punctuation.
    pub fn next_named(self) -> Option<Node<'t>> {
        std::iter::successors(self.next(), |node| node.next()).find(|node| node.is_named())
    }

    /// The node before it of the same parent that is more than punctuation.
    pub fn previous_named(self) -> Option<Node<'t>> {
        self.parent()?.below().take_while(|node| node.ix < self.ix).filter(|node| node.is_named()).last()
    }

    /// The node right after it of the same parent.
    pub fn next(self) -> Option<Node<'t>> {
        let after = self.entry().after;
        (after < self.parent()?.entry().after).then(|| self.at(after))
    }

    /// Its ancestors, the nearest first.
    pub fn ancestors(self) -> impl Iterator<Item = Node<'t>> {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// All its children, punctuation and comments included.
    pub fn children(self) -> Vec<Node<'t>> {
        self.below().collect()
    }

    /// Its children that are more than punctuation; comments are left out.
    pub fn named_children(self) -> Vec<Node<'t>> {
        self.named_below().collect()
    }

    /// Its only child that is more than punctuation, if there is exactly one.
    pub fn only_child(self) -> Option<Node<'t>> {
        let mut children = self.named_below();
        children.next().filter(|_| children.next().is_none())
    }

    /// Itself and everything below, parents first, in source order.
    pub fn descendants(self) -> Descendants<'t> {
        Descendants { top: self, given: None, next: self.ix }
    }

    /// The leaves below it in source order, comments left out: its tokens. Text that a grammar leaves between the
    /// children of a node (a string around its escapes) is a token too.
    pub fn tokens(self) -> Vec<&'t str> {
        let mut walk = self.descendants();
        let (mut tokens, mut end) = (Vec::new(), self.bytes().start);
        while let Some(node) = walk.next() {
            let comment = node.is_comment();
            if !comment && !node.is_leaf() {
                continue;
            }
            let range = node.bytes();
            tokens.extend(self.between(end, range.start));
            if comment {
                walk.leave_out();
            } else if !range.is_empty() {
                tokens.push(node.text());
            }
            end = end.max(range.end);
        }
        tokens.extend(self.between(end, self.bytes().end));
        tokens
    }

    fn between(self, start: usize, end: usize) -> Option<&'t str> {
        // What no node covers is part of a text, whose spaces count.
        let text = self.tree.text().get(start..end)?;
        (!text.trim().is_empty()).then_some(text)
    }

    /// Whether both have the same tokens: white space and comments do not matter.
    pub fn same_as(self, other: Node<'t>) -> bool {
        let (one, two) = (self.text().as_bytes(), other.text().as_bytes());
        // Most are told apart by where they begin or end, and the tokens need not be looked at.
        one == two || (one.first() == two.first() && one.last() == two.last() && self.tokens() == other.tokens())
    }

    /// Its children, one after the other.
    fn below(self) -> impl Iterator<Item = Node<'t>> {
        let (nodes, end) = (&self.tree.nodes, self.entry().after);
        let first = (self.ix + 1 < end).then_some(self.ix + 1);
        let next = move |ix: &u32| Some(nodes[*ix as usize].after).filter(|after| *after < end);
        std::iter::successors(first, next).map(move |ix| self.at(ix))
    }

    fn named_below(self) -> impl Iterator<Item = Node<'t>> {
        self.below().filter(|node| node.is_named() && !node.is_comment())
    }

    fn entry(self) -> &'t Entry {
        &self.tree.nodes[self.ix as usize]
    }

    fn flags(self) -> KindFlags {
        self.tree.row.kind_flags(self.kind_id())
    }

    fn at(self, ix: u32) -> Node<'t> {
        Node { tree: self.tree, ix }
    }
}

/// See [`Node::descendants`].
pub struct Descendants<'t> {
    top: Node<'t>,
    given: Option<Node<'t>>,
    next: u32,
}

impl Descendants<'_> {
    /// How many levels the node given last stands below the one the walk started at.
    pub fn depth(&self) -> u32 {
        self.given.map_or(0, |node| node.entry().depth - self.top.entry().depth)
    }

    /// Leaves out what is below the node given last.
    pub fn leave_out(&mut self) {
        self.next = self.given.map_or(self.next, |node| node.entry().after);
    }
}

impl<'t> Iterator for Descendants<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        if self.next >= self.top.entry().after {
            return None;
        }
        self.given = Some(self.top.at(self.next));
        self.next += 1;
        self.given
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Tree {
        Tree::parse(Language::Python, text.as_bytes(), Limits::default()).expect("it parses")
    }

    #[test]
    fn a_walk_goes_parents_first_and_can_leave_parts_out() {
        let tree = tree("def f(a):\n    return g(a)\nx = 1\n");
        let mut walk = tree.root().descendants();
        let mut kinds = Vec::new();
        while let Some(node) = walk.next() {
            if node.is_named() {
                kinds.push(node.kind());
            }
            if node.kind() == "function_definition" {
                walk.leave_out();
            }
        }
        let expected = ["module", "function_definition", "expression_statement", "assignment", "identifier", "integer"];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn a_walk_knows_how_deep_it_is() {
        let tree = tree("f(1)\n");
        let mut walk = tree.root().descendants();
        let mut depths = Vec::new();
        while let Some(node) = walk.next() {
            if node.is_named() {
                depths.push((node.kind(), walk.depth(), node.is_leaf()));
            }
        }
        let [root, .., call] = [depths[0], depths[1], depths[2]];
        assert_eq!((root, call), (("module", 0, false), ("call", 2, false)));
        assert_eq!(depths.last(), Some(&("integer", 4, true)));
    }

    #[test]
    fn a_walk_stays_below_its_node() {
        let tree = tree("f(1)\ng(2)\n");
        let first = tree.root().named_children()[0];
        assert_eq!(first.tokens(), ["f", "(", "1", ")"]);
    }

    #[test]
    fn tokens_leave_white_space_and_comments_out() {
        let tree = tree("f(a,\n  # why\n  b)\nf(a, b)\n");
        let [one, other] = tree.root().named_children()[..] else { panic!("two statements") };
        assert!(one.same_as(other));
        assert_eq!((one.line(), one.end_line()), (1, 3));
    }

    #[test]
    fn texts_with_escapes_are_told_apart() {
        let tree = tree("f('one\\n')\nf('two\\n')\n");
        let [one, other] = tree.root().named_children()[..] else { panic!("two statements") };
        assert!(!one.same_as(other), "{:?}", one.tokens());
        let tree = self::tree("f('\\n: ')\nf('\\n:')\n");
        let [one, other] = tree.root().named_children()[..] else { panic!("two statements") };
        assert!(!one.same_as(other), "{:?}", one.tokens());
    }
}
