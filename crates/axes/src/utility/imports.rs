//! `unused-import`: names that a file imports and never uses.

use super::exports::Asked;
use super::rules::UNUSED_IMPORT;
use super::symbols::is_test_data;
use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use rustc_hash::FxHashSet;
use tribunal_domain::Language;
use tribunal_domain::facts::{ExportSource, Import, Position, Reference, Role, ScopeKind, Span, Text};
use tribunal_domain::finding::ClaimKind;

/// Names by which JSX is compiled without being written.
const JSX_NAMES: &[&str] = &["React", "h", "jsx", "Fragment", "preact"];

/// Imported for what they do to the page.
const STYLES: &[&str] = &[".css", ".scss", ".sass", ".less", ".styl"];

/// Every imported name that its file does not use.
pub(super) fn judge(code: &Code, asked: &Asked<'_>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for (at, file) in code.files.iter().enumerate() {
        if file.kind.is_own()
            && UNUSED_IMPORT.speaks(file.language())
            && !is_collection(file)
            && !only_imports(file)
            && !is_test_data(file)
        {
            // A name that others import from here is passed on.
            let wanted = |draft: &Draft| asked.has_name(at as u32, &draft.symbol) || is_fixture(code, file, draft);
            drafts.extend(unused(code, file).into_iter().filter(|draft| !wanted(draft)));
        }
    }
    drafts
}

/// Whether a test framework finds what is imported by its name, for what else is imported.
fn is_fixture(code: &Code, file: &CodeFile, draft: &Draft) -> bool {
    let names = file.facts.references.iter().enumerate().filter(|(_, it)| it.role == Role::Import);
    let mut named = names.filter(|(_, it)| file.facts.text(it.name) == draft.symbol);
    file.language() == Language::Python
        && named.any(|(ix, _)| {
            let place = file.target(ix);
            let symbol = place.and_then(|place| Some((code.file(place), code.symbol(place)?)));
            symbol.is_some_and(|(file, it)| it.attributes.iter().any(|it| file.facts.text(*it).contains("fixture")))
        })
}

/// `__init__.py` and stubs import in order to offer.
fn is_collection(file: &CodeFile) -> bool {
    let name = file.path.file_name();
    let gathers = [&b"__init__.py"[..], b"conftest.py", b"compat.py", b"_compat.py"].contains(&name);
    gathers || file.path.extension() == b"pyi" || name.ends_with(b".d.ts")
}

/// A file of nothing but imports is there to see whether they work, or to gather them.
fn only_imports(file: &CodeFile) -> bool {
    let of_imports = file.facts.references.iter().all(|reference| reference.role == Role::Import);
    file.facts.symbols.is_empty() && of_imports
}

fn unused(code: &Code, file: &CodeFile) -> Vec<Draft> {
    let used = Used::of(file);
    let mut drafts = Vec::new();
    for import in file.facts.imports.iter().filter(|import| is_plain(file, import)) {
        for (ix, name) in import.names.iter().enumerate() {
            let Some(local) = name.local else { continue };
            let (is_used, local) = (used.has(file, local), file.facts.text(local));
            if !is_used && !is_kept(code, file, import, local) && !is_setting(file, local) {
                drafts.push(draft(file, import, ix, local));
            }
        }
    }
    drafts
}

/// Django reads what a settings module has, by name; the steps of a database are made from a template.
fn is_setting(file: &CodeFile, name: &str) -> bool {
    let setting = file.path.file_name().starts_with(b"settings") && !name.contains(|c: char| c.is_ascii_lowercase());
    // Every step of Alembic begins with the same two.
    let folders = file.path.folders();
    let step =
        matches!(name, "op" | "sa") && folders.into_iter().any(|it| it.starts_with(b"versions") || it == b"alembic");
    setting || step
}

/// All names that the file does something with.
struct Used<'f> {
    /// By number: what references and exports name.
    named: Vec<bool>,
    /// What strings spell: `__all__`, doctests, quoted annotations. One that spells the name may be its use.
    spelt: FxHashSet<&'f str>,
}

impl<'f> Used<'f> {
    fn of(file: &'f CodeFile) -> Self {
        let facts = &file.facts;
        let mut named = vec![false; facts.strings.len()];
        let references = facts.references.iter().filter(|it| it.role != Role::Import && it.receiver.is_none());
        references.for_each(|reference| named[reference.name.ix()] = true);
        for export in &facts.exports {
            let name = match export.source {
                ExportSource::Local(name) => Some(name),
                ExportSource::Import { import, name } => {
                    facts.imports[import.ix()].names.get(name as usize).and_then(|name| name.local)
                }
                ExportSource::Value(_) => None,
            };
            name.into_iter().for_each(|name| named[name.ix()] = true);
        }
        let mentions = || facts.mentions.iter().map(|mention| facts.text(mention.name));
        let spelt = mentions().chain(mentions().filter_map(|name| name.split('.').next())).collect();
        Self { named, spelt }
    }

    /// Whether the file does something with what an import binds: `a` of `import a.b`.
    fn has(&self, file: &CodeFile, local: Text) -> bool {
        let text = file.facts.text(local);
        let first = text.split('.').next().unwrap_or(text);
        let is_named = if first.len() == text.len() {
            self.named[local.ix()]
        } else {
            self.named.iter().zip(file.facts.strings.iter()).any(|(named, text)| *named && text == first)
        };
        is_named || self.spelt.contains(first)
    }
}

fn is_plain(file: &CodeFile, import: &Import) -> bool {
    let future = file.facts.text(import.specifier) == "__future__";
    let in_file = matches!(file.facts.scopes[import.scope.ix()].kind, ScopeKind::File);
    // In a `try` or `if` the import may be the question whether there is such a module.
    let asks = file.language() == Language::Python && import.span.start.column > 1;
    let style = STYLES.iter().any(|ending| file.facts.text(import.specifier).ends_with(ending));
    !import.star && !import.reexport && !future && in_file && !asks && !style
}

/// Names that are used in a way the references do not show.
fn is_kept(code: &Code, file: &CodeFile, import: &Import, local: &str) -> bool {
    let jsx = matches!(file.language(), Language::Tsx | Language::JavaScript)
        && (JSX_NAMES.contains(&local) || code.is_jsx_factory(local));
    // Text that is evaluated may use whatever the module has.
    let evaluates = || {
        let evaluated = |it: &Reference| it.role == Role::Call && matches!(file.facts.text(it.name), "eval" | "exec");
        file.language() == Language::Python
            && file.facts.references.iter().any(|it| it.receiver.is_none() && evaluated(it))
    };
    jsx || evaluates() || local.starts_with('_') || is_spoken_of(file, import, local)
}

/// A comment on the line, or one that uses the name as a type.
fn is_spoken_of(file: &CodeFile, import: &Import, local: &str) -> bool {
    let facts = &file.facts;
    // What is said above speaks of the next line, too.
    let lines = import.span.start.line.saturating_sub(1)..=import.span.end.line;
    let beside = facts.comments.iter().any(|comment| {
        let text = facts.text(comment.text);
        // Comments on lines that follow each other are one.
        let last = comment.line + text.matches('\n').count() as u32;
        comment.line <= *lines.end()
            && *lines.start() <= last
            && ["noqa", "type:", "isort", "eslint", "pylint", "pyright", "NOQA", "F401", "re-export", "reexport"]
                .iter()
                .any(|mark| text.contains(mark))
    });
    let says = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == local);
    beside
        || facts
            .docs
            .iter()
            .any(|doc| says(facts.text(doc.text)) || doc.fields.iter().any(|field| says(facts.text(field.text))))
        || facts.comments.iter().any(|comment| says(facts.text(comment.text)))
}

fn draft(file: &CodeFile, import: &Import, ix: usize, local: &str) -> Draft {
    let name = &import.names[ix];
    let width = local.chars().count() as u32;
    let end = Position { line: name.position.line, column: name.position.column + width };
    let span = Span { start: name.position, end };
    let mut draft = Draft::new(&UNUSED_IMPORT, &file.path, span, format!("`{local}` is imported and not used"));
    local.clone_into(&mut draft.symbol);
    "import".clone_into(&mut draft.kind);
    let specifier = file.facts.text(import.specifier);
    draft.anchor = format!("import {specifier} {local}");
    draft.shows(span, local, format!("from `{specifier}`"));
    let claim = draft.claims(ClaimKind::ImportUnused);
    local.clone_into(&mut claim.symbol);
    draft
}
