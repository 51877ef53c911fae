//! A tree as one row of nodes, parents first, in source order.
//!
//! The library keeps a node's children only: it finds a parent by walking down from the root, a name by asking the
//! grammar, a child by counting. Rules ask all of that of every node many times, so it is written down once.

use tree_sitter::{Tree, TreeCursor};

/// One node.
pub(super) struct Entry {
    /// Its first byte.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
    /// The node it is a child of; the root names itself.
    pub parent: u32,
    /// The first node after it that is not below it.
    pub after: u32,
    /// How many nodes stand around it.
    pub depth: u32,
    /// The number of its kind.
    pub kind: u16,
    /// The number of the field it is in, or 0.
    pub field: u16,
    /// Whether it is more than punctuation or a keyword.
    pub is_named: bool,
    /// Whether the grammar could not make sense of something in it.
    pub has_error: bool,
}

/// All nodes of a tree; there is always a root.
pub(super) fn flat(tree: &Tree) -> Vec<Entry> {
    let mut cursor = tree.walk();
    let mut entries = Vec::with_capacity(tree.root_node().descendant_count());
    // The nodes from the root to the one the cursor stands at.
    let mut around: Vec<u32> = Vec::new();
    loop {
        let at = entries.len() as u32;
        entries.push(entry(&cursor, around.last().copied().unwrap_or(at), around.len() as u32));
        around.push(at);
        if cursor.goto_first_child() {
            continue;
        }
        loop {
            let left = around.pop().expect("the cursor stands in some node");
            entries[left as usize].after = entries.len() as u32;
            if around.is_empty() {
                return entries;
            }
            if cursor.goto_next_sibling() {
                break;
            }
            cursor.goto_parent();
        }
    }
}

fn entry(cursor: &TreeCursor<'_>, parent: u32, depth: u32) -> Entry {
    let node = cursor.node();
    Entry {
        start: node.start_byte() as u32,
        end: node.end_byte() as u32,
        parent,
        after: 0,
        depth,
        kind: node.kind_id(),
        field: cursor.field_id().map_or(0, std::num::NonZero::get),
        is_named: node.is_named(),
        has_error: node.has_error(),
    }
}

#[cfg(test)]
mod tests {
    use crate::Limits;
    use crate::tree::{Node, Tree};
    use tribunal_domain::Language;

    /// Code of every language, some of it broken.
    const SAMPLES: &[(Language, &str)] = &[
        (Language::Python, ""),
        (Language::JavaScript, " \n\t"),
        (Language::Python, "match a:\n    case [1, *b] if b: pass\n    case _: pass\n"),
        (
            Language::Python,
            "@d\nasync def f(a, *, b: int = 1) -> int:\n    # why\n    with o(a) as x, p():\n        return [y async for y in x if y] + [1, \\\n            2]\nclass A(B, m=C): x: int = 'a' f'{1!r:>{w}}' 'c'\ndef (:\n",
        ),
        (
            Language::TypeScript,
            "export default class A<T> extends B implements C { private x?: number = 1; @d() get y(): string { return `a${this.x}` } }\nfor (const [a, b] of c) if (a) b(); else { a?.b!.c }\nlet = ;\n",
        ),
        (Language::Tsx, "const a = <A b={c} {...d}>e {f}</A>;\n"),
        (
            Language::JavaScript,
            "import a, { b as c } from 'd'; async (x) => { try { await x } catch { } finally { } }; label: for (;;) break label\n",
        ),
        (
            Language::Rust,
            "impl<T: A> B<T> for C where T: D { fn f(&self, x: &'static str) -> Option<u8> { match x { \"a\" if y => Some(1), _ => None? } } }\nfn (\n",
        ),
        (
            Language::Go,
            "package a\nimport (\n\tb \"c\"\n)\nfunc (r *R) f(a, b int) (x int, err error) { for i, v := range s { if x := f(); x != nil { go g(v...) } } ; return }\n",
        ),
        (
            Language::Java,
            "@A class B<T> extends C implements D { int a[] = {1}, b; void f(final int... x) throws E { for (var y : x) { a.b(y).c(); } } }\n",
        ),
        (
            Language::C,
            "int a[3] = {1}; static int *f(int b, ...) { do { b++; } while (b); return &a[b]; }\n#define X(y) y\n",
        ),
        (
            Language::Cpp,
            "template <class T> struct A : B { A() : x(1) {} int x; }; auto f = [&](int a) -> int { return a; };\n",
        ),
        (Language::CSharp, "class A<T> : B where T : C { int X { get; set; } async Task F() => await g?.h(); }\n"),
        (Language::Ruby, "class A < B\n  def f(a, b: 1, &c) = a\n  if x then y end unless z\nend\n"),
        (
            Language::Php,
            "<?php namespace A; final class B extends C { public function f(?int $a = 1): string { return \"x{$a}\"; } }\n",
        ),
        (Language::Kotlin, "class A(val b: Int) : C() { fun f(x: Int = 1) = when (x) { 1 -> 2; else -> 3 } }\n"),
        (Language::Bash, "if [ -f \"$a\" ]; then b=$(c | d) && e; fi\nf() { echo \"x $1\"; }\n"),
        (Language::Lua, "local function f(a, ...) if a then return {b = 1, [c] = 2} end end\n"),
    ];

    #[test]
    fn the_row_says_what_the_library_says() {
        for (language, text) in SAMPLES {
            let tree = Tree::parse(*language, text.as_bytes(), Limits::default()).expect("it parses");
            compare(&tree);
        }
        assert!(Language::ALL.iter().all(|language| SAMPLES.iter().any(|(of, _)| of == language)));
    }

    fn compare(tree: &Tree) {
        let grammar = tree.row.grammar();
        let fields: Vec<&str> =
            (1..=grammar.field_count() as u16).filter_map(|id| grammar.field_name_for_id(id)).collect();
        let mut cursor = tree.parsed.walk();
        for ours in tree.root().descendants() {
            cursor.reset(tree.parsed.root_node());
            cursor.goto_descendant(ours.ix as usize);
            let theirs = cursor.node();
            let is = (ours.kind(), ours.bytes(), ours.is_named(), ours.has_error(), ours.is_leaf());
            let leaf = theirs.child_count() == 0;
            assert_eq!(is, (theirs.kind(), theirs.byte_range(), theirs.is_named(), theirs.has_error(), leaf));
            assert!(same(ours.parent(), theirs.parent()), "the parent of {ours:?}");
            assert!(same(ours.next(), theirs.next_sibling()), "the next of {ours:?}");
            assert!(same(ours.next_named(), theirs.next_named_sibling()), "the next named of {ours:?}");
            assert!(same(ours.previous_named(), theirs.prev_named_sibling()), "the one before {ours:?}");
            let children: Vec<_> = theirs.children(&mut cursor).collect();
            assert_eq!(ours.children().len(), children.len(), "the children of {ours:?}");
            assert!(ours.children().into_iter().zip(children).all(|(ours, theirs)| same(Some(ours), Some(theirs))));
            for field in &fields {
                let all: Vec<_> = theirs.children_by_field_name(field, &mut cursor).collect();
                assert_eq!(ours.fields(field).len(), all.len(), "{ours:?} {field}");
                // Asked for one child, the library answers with a grandchild where a grammar renames a hidden node.
                assert!(same(ours.field(field), all.first().copied()), "{ours:?} {field}");
            }
        }
    }

    fn same(ours: Option<Node<'_>>, theirs: Option<tree_sitter::Node<'_>>) -> bool {
        ours.map(|node| (node.kind(), node.bytes())) == theirs.map(|node| (node.kind(), node.byte_range()))
    }
}
