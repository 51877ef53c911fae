//! Practices of Java's types.

use super::practice::{JAVA, Practice, practice};
use crate::local::{Local, TreeRule};
use crate::practice_shape::{callee, has_modifier};
use crate::rule::{Rule, UNSURE};
use tribunal_domain::facts::{FileFacts, Import};
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const RAW_TYPE: Rule = practice(&Practice {
    name: "raw-type",
    languages: JAVA,
    severity: Severity::Low,
    category: Category::Type,
    confidence: 88,
    summary: "A collection is declared without the type of what is in it.",
    doc: "The compiler stops checking, and the cast fails where a value is taken out.\n\n\
          ```java\nList names = new ArrayList();     // found: `List<String>`\n```\n\n\
          Left alone: `instanceof`, class literals, casts and arrays, which cannot have one, and \
          code that accepts it by `@SuppressWarnings(\"rawtypes\")`.",
});

pub(crate) const RAW_TYPE_TREE: TreeRule = TreeRule {
    rule: &RAW_TYPE,
    kinds: &["local_variable_declaration", "field_declaration", "formal_parameter"],
    check: raw_type,
};

/// Collections that always hold something of a type.
const GENERIC: &[&str] = &[
    "List",
    "ArrayList",
    "LinkedList",
    "Map",
    "HashMap",
    "TreeMap",
    "LinkedHashMap",
    "Set",
    "HashSet",
    "TreeSet",
    "LinkedHashSet",
    "Collection",
    "Iterator",
    "Iterable",
    "Queue",
    "Deque",
    "Optional",
];

fn raw_type(local: &mut Local<'_>, node: Node<'_>) {
    let Some(ty) = node.field("type").filter(|it| it.kind() == "type_identifier") else { return };
    let name = ty.text();
    // Another import of the same name goes before the library's star.
    let imported = |of_library: bool| {
        local.facts.imports.iter().any(|import| {
            let from = local.facts.text(import.specifier);
            let star = of_library && import.star;
            from.starts_with("java.util") == of_library && (star || names(local.facts, import, name))
        })
    };
    let from_library = imported(true) && !imported(false);
    let accepted = has_modifier(node, "rawtypes") || node.ancestors().any(|outer| has_modifier(outer, "rawtypes"));
    if GENERIC.contains(&name) && from_library && !accepted {
        local.report(&RAW_TYPE, ty, format!("`{name}` is declared without the type of its elements"));
    }
}

pub(crate) const BOXED_CONSTRUCTION: Rule = practice(&Practice {
    name: "boxed-construction",
    languages: JAVA,
    severity: Severity::Low,
    category: Category::Perf,
    confidence: 92,
    summary: "A number, character or truth value is boxed by a constructor.",
    doc: "The constructors are deprecated for removal; `valueOf` reuses the common values.\n\n\
          ```java\nInteger size = new Integer(3);     // found: `Integer.valueOf(3)`, or just `3`\n```\n\n\
          Left alone: other classes.",
});

pub(crate) const BOXED_CONSTRUCTION_TREE: TreeRule =
    TreeRule { rule: &BOXED_CONSTRUCTION, kinds: &["object_creation_expression"], check: boxed_construction };

fn boxed_construction(local: &mut Local<'_>, node: Node<'_>) {
    const BOXES: &[&str] = &["Integer", "Long", "Short", "Byte", "Double", "Float", "Boolean", "Character"];
    if let Some(name) = callee(node).filter(|name| BOXES.contains(name) && !is_own_class(local, name)) {
        local.report(
            &BOXED_CONSTRUCTION,
            node,
            format!("`new {name}` is deprecated for removal; `{name}.valueOf` says the same"),
        );
    }
}

/// Whether an import is of a class of this name.
fn names(facts: &FileFacts, import: &Import, name: &str) -> bool {
    let named = import.names.iter().filter_map(|it| it.name).any(|it| facts.text(it) == name);
    named || facts.text(import.specifier).ends_with(&format!(".{name}"))
}

/// Whether the file imports or defines a class of this name itself.
fn is_own_class(local: &Local<'_>, name: &str) -> bool {
    let facts = local.facts;
    let imported = facts.imports.iter().any(|import| names(facts, import, name));
    imported || facts.symbols.iter().any(|it| facts.text(it.name) == name)
}

pub(crate) const LEGACY_COLLECTION: Rule = practice(&Practice {
    name: "legacy-collection",
    languages: JAVA,
    severity: Severity::Nit,
    category: Category::Perf,
    confidence: UNSURE,
    summary: "A collection from before Java 1.2 locks on every call.",
    doc: "`ArrayList`, `HashMap`, `ArrayDeque` and `StringBuilder` do not, and `java.util.concurrent` locks better.\n\n\
          ```java\nVector<String> names = new Vector<>();     // found\n```\n\n\
          Left alone: code that takes one from elsewhere, or hands one over (to JNDI, too), and fields, which threads may share.",
});

pub(crate) const LEGACY_COLLECTION_TREE: TreeRule =
    TreeRule { rule: &LEGACY_COLLECTION, kinds: &["object_creation_expression"], check: legacy_collection };

fn legacy_collection(local: &mut Local<'_>, node: Node<'_>) {
    let name = callee(node).unwrap_or_default().split('<').next().unwrap_or_default();
    let modern = match name {
        "Vector" => "ArrayList",
        "Hashtable" => "HashMap",
        "Stack" => "ArrayDeque",
        "StringBuffer" => "StringBuilder",
        _ => return,
    };
    // Returned or handed over, somebody else chose the type.
    let kept = node.parent().is_some_and(|it| it.kind() == "variable_declarator");
    // Threads may share what an object keeps.
    let kept = kept && node.ancestors().any(|it| it.kind() == "local_variable_declaration");
    let own = local.facts.symbols.iter().any(|symbol| local.facts.text(symbol.name) == name);
    // Directories of names take nothing else.
    let wanted = || local.facts.imports.iter().any(|it| local.facts.text(it.specifier).starts_with("javax.naming"));
    if kept && !own && !(name == "Hashtable" && wanted()) {
        local.report(&LEGACY_COLLECTION, node, format!("`{name}` locks on every call; `{modern}` does not"));
    }
}
