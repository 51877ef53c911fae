//! The rules of the axis with their documentation.

use crate::rule::Rule;
use tribunal_domain::finding::{Axis, Category, RuleVerdict, Severity};

pub(crate) const DUPLICATE_SYMBOL: Rule = Rule {
    name: "duplicate-symbol",
    axis: Axis::Duplication,
    verdict: RuleVerdict::Duplicate,
    severity: Severity::Medium,
    category: Category::Style,
    confidence: 90,
    languages: &[],
    summary: "A function, method or class does the same as another one, statement by statement.",
    doc: "A mistake that is mended in one of the two stays in the other, and readers look for a difference that is not \
          there. Names of parameters and locals may differ if they do so consistently; what is called, members, types and \
          literals may not.\n\n\
          ```python\n\
          def total_of(orders):\n    ...                 # eight statements\n\n\
          def sum_up(bills):      # found: the same eight statements over `bills`\n    ...\n\
          ```\n\n\
          The copy that stands later, by path and line, is reported and names its twin. Left alone: tests, generated and \
          vendored files, short functions, constructors that keep their arguments, lists of declarations, tables of \
          literals, and overloads of one name. Copies between files at the same place of two trees (`desk/boot/lib/a.py` and \
          `field/boot/lib/a.py`) are mostly meant, and shown to those who ask for everything.",
};

pub(crate) const NEAR_DUPLICATE_SYMBOL: Rule = Rule {
    name: "near-duplicate-symbol",
    axis: Axis::Duplication,
    verdict: RuleVerdict::Duplicate,
    severity: Severity::Medium,
    category: Category::Style,
    confidence: 80,
    languages: &[],
    summary: "A function, method or class is a copy of another one with small edits.",
    doc: "Copies drift apart: what one of them learned, the other one lacks. At least four fifths of the tokens stand in \
          statements that are equal up to the names of locals; a statement with other literals counts for half.\n\n\
          ```python\n\
          def read_rows(source):\n    ...                      # ten statements\n\n\
          def read_columns(source):    # found: nine of the ten, the last calls something else\n    ...\n\
          ```\n\n\
          Left alone: functions of the same shape that call different things, and all that `duplicate-symbol` leaves \
          alone.",
};

pub(crate) const DUPLICATE_BLOCK: Rule = Rule {
    name: "duplicate-block",
    axis: Axis::Duplication,
    verdict: RuleVerdict::Duplicate,
    severity: Severity::Medium,
    category: Category::Style,
    confidence: 80,
    languages: &[],
    summary: "Statements of a function stand in another place too.",
    doc: "The statements want a function of their own, called from both places.\n\n\
          ```python\n\
          def export(orders):\n    ...                  # six statements that make rows of the orders\n    write(rows)\n\n\
          def preview(orders):\n    ...                  # found: the same six statements\n    show(rows)\n\
          ```\n\n\
          The later of the two places is reported, once for each pair of functions. Left alone: what a larger finding \
          contains, and all that `duplicate-symbol` leaves alone.",
};

pub(crate) const DUPLICATE_EXPRESSION: Rule = Rule {
    name: "duplicate-expression",
    axis: Axis::Duplication,
    verdict: RuleVerdict::Duplicate,
    severity: Severity::Medium,
    category: Category::Style,
    confidence: 80,
    languages: &[],
    summary: "A large expression that decides something stands in another place too.",
    doc: "What the expression decides has no name, so a change to it has to be made in all its places.\n\n\
          ```python\n\
          if user.active and (user.admin or user.age > 17 and ...):        # fifty tokens\n    allow()\n\n\
          return user.active and (user.admin or user.age > 17 and ...)     # found: the same fifty\n\
          ```\n\n\
          At least fifty tokens with three decisions (`and`, `?:`, the parts of a comprehension). Left alone: calls with \
          long lists of arguments, literals, types, and what a larger finding contains.",
};
