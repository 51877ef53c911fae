//! Axis best_practices: code that its language's own community would write another way. One language is one file of
//! rules; `shared` holds what several languages have, `measures` what is counted, `score` how a file is graded.
//!
//! Rules that hold for every file stand in `TREE_RULES`. Those in `CANDIDATE_RULES` hold for the product only: what they
//! find in tests, examples, scripts and generated code is dropped by `judge`, which knows the file's place.

mod go;
mod java;
mod java_types;
mod library;
mod measures;
mod nesting;
mod overrides;
mod practice;
mod python;
mod python_security;
mod rust;
mod rust_safety;
mod score;
mod scripts;
mod scripts_browser;
mod shared;

pub use score::score;

use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::local::TreeRule;
use crate::rule::Rule;
use crate::subject::{is_product, subject};
use library::Libraries;
use tribunal_domain::facts::SymbolFlags;

/// The rules of this axis, by name.
pub(crate) const RULES: &[&Rule] = &[
    &shared::BLANKET_SUPPRESSION,
    &shared::BOOLEAN_COMPARISON,
    &shared::DEBUG_OUTPUT,
    &shared::DISABLED_CERTIFICATE_CHECK,
    &shared::EXIT_IN_LIBRARY,
    &measures::COMPLEX,
    &measures::LONG,
    &measures::PARAMETERS,
    &nesting::RULE,
    &python::BARE_EXCEPT,
    &python::NONE_COMPARISON,
    &python::TYPE_COMPARISON,
    &python::NEGATED_MEMBERSHIP,
    &python::NAMED_LAMBDA,
    &python::UNHELD_FILE,
    &python::WILDCARD_IMPORT,
    &python::OLD_SUPER,
    &python_security::DYNAMIC_EVALUATION,
    &python_security::SHELL_COMMAND,
    &python_security::UNSAFE_YAML,
    &python_security::RACY_TEMPORARY_FILE,
    &scripts::LOOSE_EQUALITY,
    &scripts::VAR_DECLARATION,
    &scripts::THROWN_LITERAL,
    &scripts::PRIMITIVE_WRAPPER,
    &scripts::WRAPPER_TYPE,
    &scripts::ASSERTION_CHAIN,
    &scripts_browser::EVALUATED_TEXT,
    &scripts_browser::HTML_FROM_VALUE,
    &rust::UNWRAPPED_INPUT,
    &rust::OWNED_REFERENCE,
    &rust::NEEDLESS_RETURN,
    &rust::LENGTH_COMPARISON,
    &rust::UNFINISHED_CODE,
    &rust_safety::MISSING_SAFETY_COMMENT,
    &rust_safety::MUTABLE_STATIC,
    &go::CAPITALISED_ERROR,
    &go::CONTEXT_NOT_FIRST,
    &go::COPIED_LOCK,
    &go::DEFER_IN_LOOP,
    &go::ERROR_TEXT_COMPARISON,
    &go::GENERIC_RECEIVER,
    &go::HIDDEN_RESULT_TYPE,
    &go::PANIC_FOR_ERROR,
    &java::PRINTED_STACK_TRACE,
    &java::FINALIZER,
    &java::MUTABLE_PUBLIC_STATIC,
    &java::TEXT_GROWN_IN_LOOP,
    &java::SILENT_BROAD_CATCH,
    &java::CAUGHT_NULL_POINTER,
    &java::EQUALS_WITHOUT_HASH,
    &java_types::RAW_TYPE,
    &java_types::BOXED_CONSTRUCTION,
    &java_types::LEGACY_COLLECTION,
    &overrides::RULE,
];

/// Those of its rules that look at one file's tree, whatever the file is for.
pub(crate) const TREE_RULES: &[TreeRule] = &[
    python::NEGATED_MEMBERSHIP_TREE,
    python::NAMED_LAMBDA_TREE,
    python::OLD_SUPER_TREE,
    python_security::UNSAFE_YAML_TREE,
    scripts::WRAPPER_TYPE_TREE,
    rust::NEEDLESS_RETURN_TREE,
    rust::LENGTH_COMPARISON_TREE,
    rust::OWNED_REFERENCE_TREE,
    go::COPIED_LOCK_TREE,
    go::GENERIC_RECEIVER_TREE,
];

/// Those that count in the product alone.
pub(crate) const CANDIDATE_RULES: &[TreeRule] = &[
    shared::BLANKET_SUPPRESSION_TREE,
    shared::DEBUG_OUTPUT_TREE,
    java::EQUALS_WITHOUT_HASH_TREE,
    shared::BOOLEAN_COMPARISON_TREE,
    shared::DISABLED_CERTIFICATE_CHECK_TREE,
    shared::EXIT_IN_LIBRARY_TREE,
    nesting::TREE,
    python::BARE_EXCEPT_TREE,
    python::NONE_COMPARISON_TREE,
    python::TYPE_COMPARISON_TREE,
    python::UNHELD_FILE_TREE,
    python::WILDCARD_IMPORT_TREE,
    python_security::DYNAMIC_EVALUATION_TREE,
    python_security::SHELL_COMMAND_TREE,
    python_security::RACY_TEMPORARY_FILE_TREE,
    scripts::LOOSE_EQUALITY_TREE,
    scripts::VAR_DECLARATION_TREE,
    scripts::THROWN_LITERAL_TREE,
    scripts::PRIMITIVE_WRAPPER_TREE,
    scripts::ASSERTION_CHAIN_TREE,
    scripts_browser::EVALUATED_TEXT_TREE,
    scripts_browser::HTML_FROM_VALUE_TREE,
    rust::UNWRAPPED_INPUT_TREE,
    rust::UNFINISHED_CODE_TREE,
    rust_safety::MISSING_SAFETY_COMMENT_TREE,
    rust_safety::MUTABLE_STATIC_TREE,
    go::CAPITALISED_ERROR_TREE,
    go::CONTEXT_NOT_FIRST_TREE,
    go::DEFER_IN_LOOP_TREE,
    go::ERROR_TEXT_COMPARISON_TREE,
    go::HIDDEN_RESULT_TYPE_TREE,
    go::PANIC_FOR_ERROR_TREE,
    java::PRINTED_STACK_TRACE_TREE,
    java::FINALIZER_TREE,
    java::MUTABLE_PUBLIC_STATIC_TREE,
    java::TEXT_GROWN_IN_LOOP_TREE,
    java::SILENT_BROAD_CATCH_TREE,
    java::CAUGHT_NULL_POINTER_TREE,
    java_types::RAW_TYPE_TREE,
    java_types::BOXED_CONSTRUCTION_TREE,
    java_types::LEGACY_COLLECTION_TREE,
];

/// What is found over the whole of the code.
pub(crate) fn judge(code: &Code) -> Vec<Draft> {
    let mut drafts = measures::judge(code);
    drafts.extend(overrides::judge(code));
    let libraries = Libraries::of(code);
    for file in code.files.iter().filter(|file| is_product(file)) {
        let own = file.observations.candidates.iter().filter(|draft| RULES.iter().any(|rule| rule.name == draft.rule));
        drafts.extend(own.filter(|draft| counts(&libraries, file, draft)).cloned());
    }
    drafts
}

/// What a candidate needs beside the tree.
fn counts(libraries: &Libraries, file: &CodeFile, draft: &Draft) -> bool {
    let tests = subject(file, draft).is_some_and(|ix| file.facts.symbol(ix).flags.has(SymbolFlags::TEST));
    !tests
        && match draft.rule.as_str() {
            "wildcard-import" => !file.path.to_text().ends_with("__init__.py"),
            "debug-output" | "exit-in-library" => libraries.contains(file),
            _ => true,
        }
}
