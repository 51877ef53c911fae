//! `missing-safety-doc`: a public unsafe function whose documentation does not say when it may be called.

use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::rule::{Rule, UNSURE};
use crate::subject::{about, doc_of, is_function, is_override, is_public, product_symbols};
use tribunal_domain::Language;
use tribunal_domain::facts::SymbolIx;
use tribunal_domain::finding::{Axis, Category, ClaimKind, Expected, RuleVerdict, Severity};

pub(crate) const RULE: Rule = Rule {
    name: "missing-safety-doc",
    axis: Axis::Documentation,
    verdict: RuleVerdict::Partial,
    severity: Severity::Low,
    category: Category::Doc,
    // Of eight that readers met one was right.
    confidence: UNSURE,
    languages: &[Language::Rust],
    summary: "A public unsafe function does not say what its caller has to guarantee.",
    doc: "The compiler hands the proof to the caller, who cannot know what is to be proved.\n\n\
          ```rust\n/// Reads a value.\npub unsafe fn read(at: *const u8) -> u8 { … }   // found: no `# Safety`\n```\n\n\
          Left alone: private functions, and methods of a trait's implementation, which the trait documents.",
};

/// What is found over the whole of the code.
pub(super) fn judge(code: &Code) -> Vec<Draft> {
    let lacking = product_symbols(code).filter(|&(file, ix)| is_unexplained(file, ix));
    lacking.map(|(file, ix)| draft(file, ix)).collect()
}

fn draft(file: &CodeFile, ix: SymbolIx) -> Draft {
    let name = file.facts.qualified_name(ix);
    let message = format!("the documentation of unsafe `{name}` does not say what the caller must guarantee");
    let mut draft = about(&RULE, file, ix, message);
    let claim = draft.claims(ClaimKind::MissingDoc);
    "safety".clone_into(&mut claim.pattern);
    claim.expected = Some(Expected::Missing);
    draft
}

fn is_unexplained(file: &CodeFile, ix: SymbolIx) -> bool {
    let symbol = file.facts.symbol(ix);
    let head = file.facts.text(symbol.signature);
    let is_unsafe =
        head.split("fn ").next().is_some_and(|before| before.split_whitespace().any(|word| word == "unsafe"));
    let explained = |doc: &str| {
        let doc = doc.to_ascii_lowercase();
        ["safe", "caller", "must ", "undefined behav"].iter().any(|word| doc.contains(word))
    };
    // What nobody outside can name, nobody outside can call.
    let hidden = symbol.attributes.iter().any(|&it| file.facts.text(it).contains("hidden"));
    file.language() == Language::Rust
        && is_function(symbol)
        && is_unsafe
        && is_public(file, ix)
        && !is_override(file, ix)
        && !hidden
        && doc_of(file, ix).is_some_and(|doc| !explained(file.facts.text(doc.text)))
}
