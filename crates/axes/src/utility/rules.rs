//! The rules of the utility axis. Other programs rely on their names.

use crate::rule::{Rule, SCRIPTS};
use tribunal_domain::Language;
use tribunal_domain::finding::{Axis, Category, RuleVerdict, Severity};

const BASE: Rule = Rule {
    name: "",
    axis: Axis::Utility,
    verdict: RuleVerdict::Dead,
    severity: Severity::Low,
    category: Category::Style,
    confidence: 90,
    languages: &[],
    summary: "",
    doc: "",
};

/// Languages in which who uses what is known well enough. Rust's compiler says it itself.
pub(super) const TRACED: &[Language] =
    &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Go, Language::Java];

pub(crate) const DEAD_EXPORT: Rule = Rule {
    name: "dead-export",
    severity: Severity::Medium,
    languages: TRACED,
    summary: "An exported definition is used by nothing, in its own file or elsewhere.",
    doc: "Code that nobody needs is still read, changed and compiled.\n\n\
          ```ts\nexport const limit = 3;   // found: no file imports `limit`, nothing here reads it\n```\n\n\
          Left alone: exports of entry files (`package.json`, tests, configuration), the public names of a library, \
          whatever is used through a namespace or by a computed name, and generated code.",
    ..BASE
};

pub(crate) const NEEDLESS_EXPORT: Rule = Rule {
    name: "needless-export",
    verdict: RuleVerdict::LowValue,
    severity: Severity::Nit,
    languages: SCRIPTS,
    summary: "An export is used in its own file only.",
    doc: "The keyword promises something to other files that no other file asks for.\n\n\
          ```ts\nexport const step = 2;    // found: only this file uses `step`\nconst next = (n: number) => n + step;\n```\n\n\
          Left alone: types that an exported function or value names in its own declaration, and types in a file of many \
          that is named after them (`types.ts`, `state.interfaces.ts`).",
    ..BASE
};

pub(crate) const DEAD_FILE: Rule = Rule {
    name: "dead-file",
    severity: Severity::Medium,
    confidence: 85,
    languages: &[Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Rust],
    summary: "No entry point reaches this file.",
    doc: "It is not part of the program.\n\n\
          ```text\nsrc/index.ts    imports ./a\nsrc/a.ts\nsrc/old.ts      found: nothing imports it\n```\n\n\
          Left alone: files that a manifest, a workflow or a configuration names, tests, and repositories in which no \
          entry point is known at all.",
    ..BASE
};

pub(crate) const DEAD_ENUM_MEMBER: Rule = Rule {
    name: "dead-enum-member",
    languages: &[Language::TypeScript, Language::Tsx],
    summary: "A member of an enum is used by nothing.",
    doc: "No value of the program ever is this one.\n\n\
          ```ts\nenum Color { Red, Green }   // found: `Green`\npaint(Color.Red);\n```\n\n\
          Left alone: enums that are used as a whole (`Object.values(Color)`, `Color[name]`), because every member is \
          then used.",
    ..BASE
};

pub(crate) const DEAD_NAMESPACE_MEMBER: Rule = Rule {
    name: "dead-namespace-member",
    languages: &[Language::TypeScript, Language::Tsx],
    summary: "A member of a namespace is used by nothing.",
    doc: "The namespace offers a name that nobody asks for.\n\n\
          ```ts\nnamespace Units { export const inch = 1; export const foot = 12; }   // found: `foot`\nuse(Units.inch);\n```\n\n\
          Left alone: namespaces that are handed on as a whole.",
    ..BASE
};

pub(crate) const DEAD_SYMBOL: Rule = Rule {
    name: "dead-symbol",
    languages: TRACED,
    confidence: 80,
    summary: "A definition is used by nothing.",
    doc: "Nothing calls, reads or names it.\n\n\
          ```python\ndef _normalise(path):     # found: never called\n    return path.lower()\n```\n\n\
          Left alone: public names of a library, what overrides something or may (a base class from outside), \
          what a decorator registers, names that appear in strings, members that are used on an object of unknown type, \
          public names of a Python module that no other imports, because something loads it by name.",
    ..BASE
};

pub(crate) const UNUSED_IMPORT: Rule = Rule {
    name: "unused-import",
    verdict: RuleVerdict::LowValue,
    confidence: 90,
    languages: &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java],
    summary: "An imported name is not used in the file.",
    doc: "The file depends on something it does not need.\n\n\
          ```python\nimport os, sys     # found: `os`\nsys.exit(0)\n```\n\n\
          Left alone: re-exports (`__init__.py`, `__all__`, `export … from`), imports for their effect, imports that \
          test whether a module is there, lines that say why (`# noqa`), names that a comment or documentation uses as a type.",
    ..BASE
};

pub(crate) const UNUSED_PARAMETER: Rule = Rule {
    name: "unused-parameter",
    verdict: RuleVerdict::LowValue,
    confidence: 75,
    languages: &[
        Language::Python,
        Language::TypeScript,
        Language::Tsx,
        Language::JavaScript,
        Language::Go,
        Language::Java,
    ],
    summary: "A function never looks at one of its parameters.",
    doc: "Callers have to give something that changes nothing.\n\n\
          ```python\ndef _area(width, height, depth):   # found: `depth`\n    return width * height\n```\n\n\
          Left alone: functions whose form somebody else decides (overrides, callbacks, handlers, anything that is passed \
          on as a value), public functions, names that start with `_`, bodies that do nothing yet, and families that one caller \
          chooses from (`runAssert`, `runBreak`, `runCall`, all with the same parameters).",
    ..BASE
};

pub(crate) const UNUSED_LOCAL: Rule = Rule {
    name: "unused-local",
    verdict: RuleVerdict::LowValue,
    confidence: 85,
    languages: &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java],
    summary: "A local variable is given a value that nothing reads.",
    doc: "Either the value is not needed or another name was meant.\n\n\
          ```python\ndef total(items):\n    count = len(items)     # found\n    return sum(items)\n```\n\n\
          Left alone: names that start with `_`, parts of an unpacked tuple, `except … as`, functions that look at \
          their own variables by name (`locals()`, `eval`).",
    ..BASE
};
