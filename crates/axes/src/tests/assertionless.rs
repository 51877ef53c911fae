//! `assertionless-test`: a test that can only fail by an exception.

use super::case::test_of;
use super::checks::is_check;
use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::local::{Local, TreeRule};
use crate::rule::{Rule, UNSURE};
use crate::subject::{is_override, subject};
use rustc_hash::FxHashSet;
use tribunal_domain::facts::{Symbol, SymbolFlags};
use tribunal_domain::finding::{Axis, Category, RuleVerdict, Severity};
use tribunal_domain::{Language, Outcome, SymbolId};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    name: "assertionless-test",
    axis: Axis::Tests,
    verdict: RuleVerdict::Weak,
    severity: Severity::Nit,
    category: Category::Test,
    confidence: UNSURE,
    languages: &[
        Language::Python,
        Language::TypeScript,
        Language::Tsx,
        Language::JavaScript,
        Language::Go,
        Language::Rust,
        Language::Java,
    ],
    summary: "A test runs code and checks nothing about what it did.",
    doc: "It passes whatever the code gives, as long as nothing is thrown.\n\n\
          ```python\ndef test_load():          # found\n    load(\"a.toml\")\n```\n\n\
          Left alone: tests that call anything named for checking, or a function of the code that checks, up to three \
          calls away; tests whose name or comments say that not failing is \
          the point; and files that never assert, which are data for a runner.",
};

pub(crate) const TREE_RULE: TreeRule = TreeRule {
    rule: &RULE,
    kinds: &["function_definition", "function_declaration", "function_item", "method_declaration", "call_expression"],
    check,
};

/// A helper's helper's helper may check; beyond that nobody reads.
const DEPTH: usize = 3;

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some((name, body)) = test_of(local.tree.language(), node) else { return };
    let checks = body.descendants().any(is_check);
    if !checks && !is_meant(node, &name) && !is_nested(node) {
        let draft =
            local.report(&RULE, node, format!("test {name} has no assertion: it passes as long as nothing is thrown"));
        // The head is enough to see; the whole of it is what was looked through.
        (draft.end_line, draft.columns) = (node.end_line(), None);
    }
}

/// Whether the test says that not failing is the point, or is not run.
fn is_meant(node: Node<'_>, name: &str) -> bool {
    let whole = node.parent().filter(|it| it.kind() == "decorated_definition").unwrap_or(node);
    let text = whole.text().to_ascii_lowercase();
    let words = [
        "not raise",
        "no error",
        "not throw",
        "doesn't",
        "smoke",
        "crash",
        "ts-expect",
        "shouldn't",
        "skip",
        "satisfies",
        "as const",
    ];
    let name = name.to_ascii_lowercase();
    let titles = [
        "pass", "valid", "accept", "allow", "work", "ok", "success", "run", "load", "import", "compile", "no_", "no ",
        "not", "without", "noop", "silent", "ignore", "support", "assignab", "infer", "typ",
    ];
    words.iter().any(|word| text.contains(word)) || titles.iter().any(|word| name.contains(word))
}

/// A function inside of another is what a test works with, whatever it is called.
fn is_nested(node: Node<'_>) -> bool {
    let python = node.tree().language() == Language::Python;
    python && node.ancestors().any(|it| it.kind() == "function_definition")
}

/// What is found over the whole of the code.
pub(super) fn judge(code: &Code) -> Vec<Draft> {
    let asserting = Asserting::of(code);
    let mut drafts = Vec::new();
    for file in code.files.iter().filter(|file| file.kind.is_own()) {
        let own = file.observations.candidates.iter().filter(|draft| draft.rule == RULE.name);
        let tests = own.filter(|draft| is_test(file, draft));
        drafts.extend(
            tests.filter(|draft| !asserting.helps(file, draft.start_line, draft.end_line)).cloned().map(headed),
        );
    }
    drafts
}

/// Python's tests are told by more than their name.
fn is_test(file: &CodeFile, draft: &Draft) -> bool {
    let flagged = || subject(file, draft).is_some_and(|ix| file.facts.symbol(ix).flags.has(SymbolFlags::TEST));
    match file.language() {
        Language::Rust => true,
        Language::Python => file.kind.test && flagged() && is_collected(file, draft),
        _ => file.kind.test,
    }
}

/// Whether a runner would find it: in a file named for tests, and in a class that is one.
fn is_collected(file: &CodeFile, draft: &Draft) -> bool {
    let path = file.path.to_text();
    let name = path.rsplit('/').next().unwrap_or_default();
    let heads = |symbol: &Symbol| file.facts.text(symbol.signature).contains("TestCase");
    let unittest = file.facts.symbols.iter().any(heads);
    let tests = |ix| {
        let class = file.facts.symbol(ix);
        let own = file.facts.text(class.name);
        heads(class) || own.starts_with("Test") || own.ends_with("Test") || own.ends_with("Tests")
    };
    let Some(ix) = subject(file, draft).filter(|ix| !is_override(file, *ix)) else { return false };
    // A file in which nothing is ever asserted is data for a runner, not a test of anything.
    let asserts = !file.observations.checks.asserting.is_empty();
    let class = file.facts.symbol(ix).parent;
    name.contains("test") && asserts && class.map_or(!unittest, tests)
}

fn headed(mut draft: Draft) -> Draft {
    draft.end_line = draft.start_line;
    draft
}

/// What checks something, directly or through others.
struct Asserting {
    ids: FxHashSet<SymbolId>,
    names: FxHashSet<String>,
}

impl Asserting {
    fn of(code: &Code) -> Self {
        let mut ids: FxHashSet<SymbolId> = FxHashSet::default();
        for file in &code.files {
            ids.extend(file.observations.checks.asserting.iter().map(|&ix| file.ids[ix as usize]));
        }
        for _ in 1..DEPTH {
            let uses = ids.iter().flat_map(|id| code.uses(*id)).filter(|it| it.from.symbol.is_some());
            let callers: Vec<SymbolId> = uses.map(|it| code.id(it.from)).collect();
            ids.extend(callers);
        }
        let name = |id: &SymbolId| {
            let place = code.place(*id)?;
            Some(code.file(place).facts.text(code.symbol(place)?.name).to_owned())
        };
        let names = ids.iter().filter_map(name).collect();
        Self { ids, names }
    }

    /// Whether something that the lines of a test name checks.
    fn helps(&self, file: &CodeFile, first: u32, last: u32) -> bool {
        let settled = file.facts.references.iter().zip(&file.resolution.references);
        let inside = settled.filter(|(it, _)| first <= it.position.line && it.position.line <= last);
        inside.into_iter().any(|(reference, outcome)| match outcome {
            // Also of the code under test: what it throws is checked by calling it.
            Outcome::Resolved(id) => self.ids.contains(id),
            Outcome::Ambiguous(ids) => ids.iter().any(|id| self.ids.contains(id)),
            Outcome::Local => false,
            _ => self.names.contains(file.facts.text(reference.name)),
        })
    }
}
