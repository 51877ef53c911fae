//! Edits that take away what nothing needs: unused imports, needless `export`s, dead private definitions.
//!
//! Only what leaves the program as it was is proposed. Edits replace whole lines, so whatever shares a line with something
//! else is rewritten, never guessed: the text comes from the tree.

use super::rules::{DEAD_SYMBOL, NEEDLESS_EXPORT, UNUSED_IMPORT};
use std::ops::Range;
use tribunal_domain::Language;
use tribunal_domain::finding::{Edit, Finding, Fix};
use tribunal_syntax::Limits;
use tribunal_syntax::tree::{Node, Tree};

/// Nodes that are one import.
const IMPORTS: &[&str] = &["import_statement", "import_from_statement", "import_declaration"];

/// Definitions without effects of their own when the program starts.
const INERT: &[&str] = &[
    "function_definition",
    "function_declaration",
    "generator_function_declaration",
    "class_definition",
    "class_declaration",
    "interface_declaration",
    "type_alias_declaration",
    "enum_declaration",
    "method_declaration",
    "function_item",
    "struct_item",
    "enum_item",
    "type_item",
];

/// Whether findings of a rule may be mended by taking lines away.
pub fn is_fixable(rule: &str) -> bool {
    [UNUSED_IMPORT.name, NEEDLESS_EXPORT.name, DEAD_SYMBOL.name].contains(&rule)
}

/// A file as it was reviewed, read once for all that is to be mended in it.
pub struct Mender {
    tree: Tree,
}

impl Mender {
    /// `None` if the file does not parse whole.
    pub fn new(language: Language, text: &[u8]) -> Option<Self> {
        let tree = Tree::parse(language, text, Limits::default()).filter(|tree| !tree.root().has_error())?;
        Some(Self { tree })
    }

    /// The edit that mends a finding, if there is one that changes nothing else.
    pub fn fix(&self, finding: &Finding) -> Option<Fix> {
        let edit = match finding.rule.as_str() {
            name if name == UNUSED_IMPORT.name => without_import(finding, &self.tree),
            name if name == NEEDLESS_EXPORT.name => without_export(finding, &self.tree),
            name if name == DEAD_SYMBOL.name => without_definition(finding, &self.tree),
            _ => None,
        }?;
        Some(Fix { edits: vec![edit], safe: true })
    }
}

/// Cuts a range of bytes out of the lines it stands on; lines with nothing left on them go.
fn cut(finding: &Finding, tree: &Tree, range: Range<usize>, instead: &str) -> Edit {
    let text = tree.text();
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at);
    let left = format!("{}{instead}{}", &text[start..range.start], &text[range.end..end]);
    let left = left.trim_end();
    let first = tree.position(start).line;
    let last = tree.position(range.end.saturating_sub(1).max(start)).line;
    let kept = if left.trim().is_empty() { String::new() } else { left.to_owned() };
    Edit { path: finding.path.clone(), start_line: first, end_line: last, text: kept }
}

fn without_import(finding: &Finding, tree: &Tree) -> Option<Edit> {
    let at_line = |node: &Node<'_>| node.line() <= finding.start_line && finding.start_line <= node.end_line();
    let import = tree.root().descendants().find(|node| IMPORTS.contains(&node.kind()) && at_line(node))?;
    // An import inside a block may be all the block has.
    import.parent().filter(|parent| matches!(parent.kind(), "module" | "program"))?;
    let names = bound_names(import);
    let own = names.iter().copied().map(local_name).position(|name| name == finding.symbol)?;
    if names.len() > 1 {
        let range = with_comma(&names, own)?;
        return Some(cut(finding, tree, range, ""));
    }
    let source = import.field("source").map(Node::text);
    match (tree.language(), source) {
        // What a script runs when it is imported stays; a compiler of types leaves unused imports out itself.
        (Language::JavaScript, Some(source)) => Some(cut(finding, tree, import.bytes(), &format!("import {source};"))),
        _ => Some(cut(finding, tree, import.bytes(), "")),
    }
}

/// The parts of an import that bind a name each.
fn bound_names(import: Node<'_>) -> Vec<Node<'_>> {
    match import.kind() {
        "import_declaration" => vec![import],
        "import_statement" if import.field("source").is_some() => {
            let kinds = ["import_specifier", "namespace_import"];
            let clause = import.named_children().into_iter().find(|child| child.kind() == "import_clause");
            let Some(clause) = clause else { return Vec::new() };
            let default = clause.named_children().into_iter().filter(|child| child.kind() == "identifier");
            default.chain(clause.descendants().filter(|node| kinds.contains(&node.kind()))).collect()
        }
        _ => import.fields("name"),
    }
}

/// The name that such a part binds.
fn local_name(part: Node<'_>) -> String {
    let alias = part.field("alias").or_else(|| part.field("name"));
    let text = match part.kind() {
        "import_declaration" => part.text().trim_end_matches(';').rsplit('.').next().unwrap_or_default(),
        "namespace_import" => part.only_child().map(Node::text).unwrap_or_default(),
        _ => alias.unwrap_or(part).text(),
    };
    text.trim().to_owned()
}

/// A part of a list with the comma that belongs to it; `None` where it is no part of a plain list.
fn with_comma(names: &[Node<'_>], own: usize) -> Option<Range<usize>> {
    let node = names[own];
    let (before, after) = (own.checked_sub(1).map(|at| names[at]), names.get(own + 1));
    let same_list = |other: &Node<'_>| other.parent() == node.parent();
    if let Some(next) = after.filter(|next| same_list(next)) {
        return Some(node.bytes().start..next.bytes().start);
    }
    let last = before.filter(|last| same_list(last))?;
    Some(last.bytes().end..node.bytes().end)
}

fn without_export(finding: &Finding, tree: &Tree) -> Option<Edit> {
    let at_line = |node: &Node<'_>| node.kind() == "export_statement" && node.line() == finding.start_line;
    let export = tree.root().named_children().into_iter().find(|node| at_line(node))?;
    let declaration = export.field("declaration")?;
    let default = export.children().iter().any(|child| child.text() == "default");
    let range = export.bytes().start..declaration.bytes().start;
    (!default).then(|| cut(finding, tree, range, ""))
}

fn without_definition(finding: &Finding, tree: &Tree) -> Option<Edit> {
    let top = tree.root().named_children();
    let holds = |node: &&Node<'_>| node.line() <= finding.start_line && finding.start_line <= node.end_line();
    let node = *top.iter().find(holds)?;
    let inner = if node.kind() == "decorated_definition" { node.field("definition")? } else { node };
    let whole = inner.end_line() == finding.end_line && INERT.contains(&inner.kind());
    if !whole {
        return None;
    }
    let text = tree.text();
    let range = node.bytes();
    // A name that stands anywhere else in the file is left to people.
    let name = finding.symbol.rsplit('.').next().unwrap_or(&finding.symbol);
    let word = |c: char| !c.is_alphanumeric() && c != '_' && c != '$';
    if [&text[..range.start], &text[range.end..]].iter().any(|rest| rest.split(word).any(|part| part == name)) {
        return None;
    }
    // The blank lines that set it off go with it.
    let before = text[..range.start].trim_end_matches(['\n', ' ', '\r']).len();
    let start =
        if before == 0 { range.start } else { text[before..].find('\n').map_or(range.start, |at| before + at + 1) };
    Some(cut(finding, tree, start.min(range.start)..range.end, ""))
}
