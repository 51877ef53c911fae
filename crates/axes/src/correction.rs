//! Axis correction: code that does not do what it says. One rule is one file; precision comes before recall.

mod asserted_tuple;
mod assignment_in_condition;
mod async_executor;
mod bitwise_condition;
mod broken_pattern;
mod changed_while_iterated;
mod constant_condition;
mod constant_operand;
mod contradicted_constant;
mod contradictory_comparison;
mod deferred_lock;
mod discarded_comparison;
mod discarded_result;
mod dropped_guard;
mod empty_body;
mod empty_range;
mod erased_operand;
mod exact_order;
mod forgotten_raise;
mod format_mismatch;
mod fresh_comparison;
mod frozen_default;
mod identical_branches;
mod identical_operands;
mod ignored_promises;
mod impossible_length;
mod impossible_letters;
mod index_as_radix;
mod index_as_truth;
mod ineffective_break;
mod inexact_decimal;
mod jump_in_finally;
mod late_add;
mod late_closure;
mod literal_identity;
mod loop_once;
mod lost_swap;
mod misplaced_negation;
mod missing_await;
mod missing_callback_return;
mod missing_comma;
mod missing_self;
mod mutable_default;
mod nan_comparison;
mod none_result;
mod null_access;
mod overwritten_error;
mod overwritten_parameter;
mod past_end_loop;
mod raised_non_exception;
mod repeated_case;
mod repeated_condition;
mod repeated_element;
mod repeated_key;
mod repeated_operand;
mod returning_constructor;
mod reused_counter;
mod seen;
mod self_assignment;
mod self_comparison;
mod shadowed_error;
mod string_identity;
mod stripped_affix;
mod swallowed_error;
mod swapped_arguments;
mod unclosed_file;
mod unescaped_pattern;
mod unitless_sleep;
mod unknown_type_name;
mod unpaired_equality;
mod unreachable_code;
mod unreachable_handler;
mod wrong_argument_count;
mod wrong_way_loop;

pub use seen::SeenCalls;
pub(crate) use seen::seen_calls;

use crate::code::Code;
use crate::draft::Draft;
use crate::local::TreeRule;
use crate::rule::{Rule, UNSURE};
use tribunal_domain::Language;
use tribunal_domain::finding::{Axis, Category, RuleVerdict, Severity};

/// Both lists of rules from one: those that look at a tree, and those that look at the whole of the code.
macro_rules! rules {
    (tree: $($tree:ident)*; whole: $($whole:ident)*) => {
        /// The rules of this axis, by name.
        pub(crate) const RULES: &[&Rule] = &[$(&$tree::RULE,)* $(&$whole::RULE,)*];

        /// Those of its rules that look at one file's tree.
        pub(crate) const TREE_RULES: &[TreeRule] = &[$($tree::TREE_RULE,)*];

        /// What is found over the whole of the code.
        pub(crate) fn judge(code: &Code) -> Vec<Draft> {
            let calls = seen::settled(code);
            let found: &[fn(&Code, &[seen::Settled<'_>]) -> Vec<Draft>] = &[$($whole::judge,)*];
            found.iter().flat_map(|judge| judge(code, &calls)).collect()
        }
    };
}

rules! {
    tree:
        asserted_tuple
        assignment_in_condition
        async_executor
        bitwise_condition
        broken_pattern
        changed_while_iterated
        constant_condition
        constant_operand
        contradicted_constant
        contradictory_comparison
        deferred_lock
        discarded_comparison
        discarded_result
        dropped_guard
        empty_body
        empty_range
        erased_operand
        exact_order
        forgotten_raise
        format_mismatch
        fresh_comparison
        frozen_default
        identical_branches
        identical_operands
        ignored_promises
        impossible_length
        impossible_letters
        index_as_radix
        index_as_truth
        ineffective_break
        inexact_decimal
        jump_in_finally
        late_add
        late_closure
        literal_identity
        loop_once
        lost_swap
        misplaced_negation
        missing_callback_return
        missing_comma
        missing_self
        mutable_default
        nan_comparison
        none_result
        null_access
        overwritten_error
        overwritten_parameter
        past_end_loop
        raised_non_exception
        repeated_case
        repeated_condition
        repeated_element
        repeated_key
        repeated_operand
        returning_constructor
        reused_counter
        self_assignment
        self_comparison
        shadowed_error
        string_identity
        stripped_affix
        swallowed_error
        unclosed_file
        unescaped_pattern
        unitless_sleep
        unknown_type_name
        unpaired_equality
        unreachable_code
        unreachable_handler
        wrong_way_loop
        ;
    whole:
        missing_await
        swapped_arguments
        wrong_argument_count
}

const PYTHON: &[Language] = &[Language::Python];
const GO: &[Language] = &[Language::Go];
const JAVA: &[Language] = &[Language::Java];
const RUST: &[Language] = &[Language::Rust];

/// A rule about what is most likely not meant.
const fn needs_fix(
    name: &'static str,
    languages: &'static [Language],
    summary: &'static str,
    doc: &'static str,
) -> Rule {
    Rule {
        name,
        axis: Axis::Correction,
        verdict: RuleVerdict::NeedsFix,
        severity: Severity::Medium,
        category: Category::Logic,
        confidence: 90,
        languages,
        summary,
        doc,
    }
}

/// A rule that finds what is true and was mostly meant, in code that readers judged: not shown by default.
const fn unsure(rule: Rule) -> Rule {
    Rule { confidence: UNSURE, ..rule }
}

/// A rule about what is certainly wrong when it runs.
const fn error(name: &'static str, languages: &'static [Language], summary: &'static str, doc: &'static str) -> Rule {
    Rule {
        verdict: RuleVerdict::Error,
        severity: Severity::High,
        confidence: 95,
        ..needs_fix(name, languages, summary, doc)
    }
}
