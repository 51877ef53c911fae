//! Rules: a name, what it decides, how much it matters, and the documentation that `tribunal explain` prints.

use crate::{best_practices, correction, documentation, duplication, overengineering, tests, utility};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;
use tribunal_domain::Language;
use tribunal_domain::finding::{Axis, Category, RuleVerdict, Severity};

/// The confidence of what is true and was mostly meant, or not worth acting on, where readers judged it: below what is shown
/// by default, and there for those who ask for everything.
pub const UNSURE: u8 = 55;

/// One rule. Its name reads after "found a …" and never contains the fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// The name, in small letters with hyphens; unique.
    pub name: &'static str,
    /// The axis it belongs to.
    pub axis: Axis,
    /// What it says of the place it finds.
    pub verdict: RuleVerdict,
    /// How much that matters, if the draft does not say otherwise.
    pub severity: Severity,
    /// What sort of matter it is.
    pub category: Category,
    /// How sure it is, 0 to 100, if the draft does not say otherwise.
    pub confidence: u8,
    /// The languages it knows; empty for all.
    pub languages: &'static [Language],
    /// One sentence: what is wrong where it finds something.
    pub summary: &'static str,
    /// Why that matters, an example of what it finds and of what it leaves alone, in Markdown.
    pub doc: &'static str,
}

impl Rule {
    /// Whether it knows a language.
    pub fn speaks(&self, language: Language) -> bool {
        self.languages.is_empty() || self.languages.contains(&language)
    }
}

/// TypeScript in both of its grammars, and JavaScript.
pub(crate) const SCRIPTS: &[Language] = &[Language::TypeScript, Language::Tsx, Language::JavaScript];

/// The languages that are read as far as their symbols.
pub(crate) const SYMBOL_LANGUAGES: &[Language] = &[
    Language::Python,
    Language::TypeScript,
    Language::Tsx,
    Language::JavaScript,
    Language::Java,
    Language::Go,
    Language::Rust,
];

/// All rules, axis by axis.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    let axes = [
        utility::RULES,
        duplication::RULES,
        correction::RULES,
        overengineering::RULES,
        tests::RULES,
        best_practices::RULES,
        documentation::RULES,
    ];
    axes.into_iter().flatten().copied()
}

/// The rule with this name.
pub fn rule(name: &str) -> Option<&'static Rule> {
    static BY_NAME: LazyLock<FxHashMap<&str, &Rule>> =
        LazyLock::new(|| rules().map(|rule| (rule.name, rule)).collect());
    BY_NAME.get(name).copied()
}
