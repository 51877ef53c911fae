//! `missing-override`: a Java method that overrides one of an ancestor and does not say so.

use super::practice::{JAVA, Practice, practice};
use crate::code::Code;
use crate::draft::Draft;
use crate::rule::Rule;
use crate::subject::{about, is_function, is_product};
use tribunal_domain::Language;
use tribunal_domain::facts::{SymbolFlags, SymbolIx, Visibility};
use tribunal_domain::finding::{Category, ClaimKind, Related, Severity};

pub(crate) const RULE: Rule = practice(&Practice {
    name: "missing-override",
    languages: JAVA,
    severity: Severity::Nit,
    category: Category::Style,
    confidence: 85,
    summary: "A method overrides one of an ancestor without saying so.",
    doc: "With `@Override` the compiler notices when the ancestor's method is renamed.\n\n\
          ```java\nclass Base { void run() {} }\nclass Task extends Base {\n    void run() {}   // found\n}\n```\n\n\
          Left alone: static and private methods, constructors, and methods with another number of parameters, which \
          overload.",
});

/// What is found over the whole of the code.
pub(super) fn judge(code: &Code) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for file in code.files.iter().filter(|file| file.language() == Language::Java && is_product(file)) {
        for &(ix, ancestor) in &file.resolution.overrides {
            let Some(place) = code.place(ancestor) else { continue };
            let (own, Some(base)) = (file.facts.symbol(ix), code.symbol(place)) else { continue };
            let silent = [SymbolFlags::OVERRIDE, SymbolFlags::STATIC, SymbolFlags::CONSTRUCTOR];
            let hidden = [own, base].iter().any(|it| it.visibility == Visibility::Private || !is_function(it));
            if hidden || silent.iter().any(|&flag| own.flags.has(flag)) || own.params.len() != base.params.len() {
                continue;
            }
            // The parts of a record have no place for it.
            if !file.facts.text(own.signature).contains('(') {
                continue;
            }
            if types(file, ix) == types(code.file(place), place.symbol.unwrap_or(ix)) {
                drafts.push(draft(code, file, ix, place));
            }
        }
    }
    drafts
}

fn draft(code: &Code, file: &crate::code::CodeFile, ix: SymbolIx, base: crate::code::Place) -> Draft {
    let other = code.file(base);
    let (symbol, name) = (base.symbol.map_or(ix, |it| it), file.facts.qualified_name(ix));
    let base_name = other.facts.qualified_name(symbol);
    let message = format!("`{name}` overrides `{base_name}` without `@Override`");
    let mut draft = about(&RULE, file, ix, message);
    let span = other.facts.symbol(symbol).span;
    draft.related.push(Related {
        path: other.path.clone(),
        symbol: base_name,
        start_line: span.start.line,
        end_line: span.end.line,
    });
    let claim = draft.claims(ClaimKind::PatternAt);
    file.facts.text(file.facts.symbol(ix).signature).clone_into(&mut claim.pattern);
    "method_declaration".clone_into(&mut claim.value);
    draft
}

/// The types of the parameters as they are written: with other types it is an overload.
fn types(file: &crate::code::CodeFile, ix: SymbolIx) -> Vec<String> {
    let head = file.facts.text(file.facts.symbol(ix).signature);
    let inside = head.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')')).map_or("", |(inside, _)| inside);
    let words = |param: &str| {
        let words: Vec<&str> =
            param.split_whitespace().filter(|word| *word != "final" && !word.starts_with('@')).collect();
        words[..words.len().saturating_sub(1)].join(" ")
    };
    inside.split(',').map(words).collect()
}
