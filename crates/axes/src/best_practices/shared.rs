//! Practices that several languages share.

use super::practice::{Practice, practice};
use crate::local::{Local, TreeRule};
use crate::practice_shape::{callee, function_around, function_name, has_remark_beside, in_rust_test, keyword};
use crate::rule::{Rule, UNSURE};
use tribunal_domain::Language;
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const BLANKET_SUPPRESSION: Rule = practice(&Practice {
    name: "blanket-suppression",
    languages: &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript],
    severity: Severity::Nit,
    category: Category::Style,
    confidence: UNSURE,
    summary: "A comment silences every complaint of a checker and says neither which nor why.",
    doc: "It also silences the next complaint, which nobody has read yet.\n\n\
          ```ts\n// @ts-ignore                       found\nconst size = value.length\n\n\
          // @ts-ignore: typings lack `size`  left alone\nconst depth = value.size\n```\n\n\
          Left alone: comments that name what they silence (`noqa: E501`, `type: ignore[attr-defined]`) or give a \
          reason, and imports, of which nothing but the types can be missing.",
});

pub(crate) const BLANKET_SUPPRESSION_TREE: TreeRule =
    TreeRule { rule: &BLANKET_SUPPRESSION, kinds: &["comment"], check: blanket_suppression };

fn blanket_suppression(local: &mut Local<'_>, node: Node<'_>) {
    let text = node.text().trim_start_matches(['/', '*', '#']).trim().trim_end_matches("*/").trim_end();
    let silent = match local.tree.language() {
        Language::Python => matches!(text, "type: ignore" | "noqa" | "pylint: disable=all" | "mypy: ignore-errors"),
        _ => matches!(text, "@ts-ignore" | "@ts-nocheck" | "eslint-disable" | "tslint:disable"),
    };
    // What an import lacks is its types; nothing else is silenced there.
    let imports = || {
        let line = local.tree.text().lines().nth(node.line() as usize - 1).unwrap_or_default().trim_start();
        line.starts_with("import ") || line.starts_with("from ")
    };
    if silent && !imports() && !has_remark_beside(node) {
        local.report(&BLANKET_SUPPRESSION, node, format!("`{text}` silences everything and gives no reason"));
    }
}

pub(crate) const BOOLEAN_COMPARISON: Rule = practice(&Practice {
    name: "boolean-comparison",
    languages: &[Language::Rust, Language::Java],
    severity: Severity::Nit,
    category: Category::Style,
    confidence: 92,
    summary: "A truth value is compared with `true` or `false`.",
    doc: "The value itself, or its negation, says the same.\n\n\
          ```java\nif (ready == true) { … }   // found: `if (ready)`\n```\n\n\
          Left alone: languages in which the other side may be something else than a truth value.",
});

pub(crate) const BOOLEAN_COMPARISON_TREE: TreeRule =
    TreeRule { rule: &BOOLEAN_COMPARISON, kinds: &["binary_expression"], check: boolean_comparison };

fn boolean_comparison(local: &mut Local<'_>, node: Node<'_>) {
    let [left, operator, right] = node.children()[..] else { return };
    let truth = |side: Node<'_>| matches!(side.text(), "true" | "false");
    if !matches!(operator.text(), "==" | "!=") || truth(left) == truth(right) || in_macro(node) {
        return;
    }
    // What is looked up in JSON or the like is no truth value by itself.
    if [left, right].iter().any(|side| side.kind() == "index_expression") {
        return;
    }
    let (value, constant) = if truth(left) { (right, left) } else { (left, right) };
    let message = format!("`{}` is compared with `{}`", value.text(), constant.text());
    local.report(&BOOLEAN_COMPARISON, node, message);
}

fn in_macro(node: Node<'_>) -> bool {
    node.ancestors().any(|outer| outer.kind() == "token_tree")
}

pub(crate) const DEBUG_OUTPUT: Rule = practice(&Practice {
    name: "debug-output",
    languages: &[Language::Rust, Language::Go, Language::Java],
    severity: Severity::Low,
    category: Category::Style,
    confidence: 70,
    summary: "Library code prints to the standard output of whatever program uses it.",
    doc: "Mostly it was left from looking for a bug. A library returns, logs or calls back.\n\n\
          ```rust\npub fn parse(text: &str) -> Row {\n    println!(\"{text}\");   // found\n    …\n}\n```\n\n\
          Left alone: programs, commands, scripts, tests, and functions whose name says that they print.",
});

pub(crate) const DEBUG_OUTPUT_TREE: TreeRule = TreeRule {
    rule: &DEBUG_OUTPUT,
    kinds: &["call", "call_expression", "macro_invocation", "method_invocation"],
    check: debug_output,
};

/// Words of a function's or parameter's name that say that something is shown.
const SHOWING: &[&str] = &[
    "print", "show", "dump", "debug", "log", "report", "display", "usage", "help", "verbose", "main", "echo", "trace",
];

fn debug_output(local: &mut Local<'_>, node: Node<'_>) {
    let prints = match local.tree.language() {
        Language::Rust => matches!(callee(node), Some("println" | "print" | "dbg")),
        Language::Go => matches!(callee(node), Some("fmt.Println" | "fmt.Printf" | "fmt.Print" | "println")),
        Language::Java => node.text().starts_with("System.out.print"),
        _ => false,
    };
    if prints && !is_meant(node) && !in_rust_test(node) {
        let what = node.text().split(['(', '!']).next().unwrap_or_default();
        local.report(&DEBUG_OUTPUT, node, format!("library code prints with `{what}`"));
    }
}

/// Whether something around the call says that it is there to print.
fn is_meant(node: Node<'_>) -> bool {
    let shows = |text: &str| SHOWING.iter().any(|word| text.to_ascii_lowercase().contains(word));
    let mut at = function_around(node);
    let free = at.is_none();
    while let Some(function) = at {
        if function_name(function).is_some_and(shows) {
            return true;
        }
        at = function_around(function);
    }
    let guarded = node.ancestors().any(|outer| {
        matches!(outer.kind(), "if_statement" | "if_expression")
            && outer.field("condition").is_some_and(|condition| shows(condition.text()))
    });
    // What stands outside of functions runs as a script.
    guarded || free
}

pub(crate) const DISABLED_CERTIFICATE_CHECK: Rule = practice(&Practice {
    name: "disabled-certificate-check",
    languages: &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Go],
    severity: Severity::High,
    category: Category::Security,
    confidence: UNSURE,
    summary: "The certificate of the other side is not checked, so anybody can stand between.",
    doc: "Encryption without knowing with whom protects against nobody who can reach the wire.\n\n\
          ```go\nconfig := &tls.Config{InsecureSkipVerify: true}   // found\n```\n\n\
          Left alone: tests, values that a caller chooses, and statements that call themselves insecure or speak with their \
          own machine.",
});

pub(crate) const DISABLED_CERTIFICATE_CHECK_TREE: TreeRule = TreeRule {
    rule: &DISABLED_CERTIFICATE_CHECK,
    kinds: &["call", "pair", "keyed_element"],
    check: disabled_certificate_check,
};

fn disabled_certificate_check(local: &mut Local<'_>, node: Node<'_>) {
    let found = match (local.tree.language(), node.kind()) {
        (Language::Python, "call") => {
            let clients = ["requests.", "httpx.", "session.", "self.session.", "client."];
            let client = callee(node).is_some_and(|name| clients.iter().any(|client| name.starts_with(client)));
            client && keyword(node, "verify").is_some_and(|value| value.text() == "False")
        }
        (Language::Go, "keyed_element") => folded(node) == "InsecureSkipVerify:true",
        (Language::TypeScript | Language::Tsx | Language::JavaScript, "pair") => {
            folded(node) == "rejectUnauthorized:false"
        }
        _ => false,
    };
    if found && !is_deliberate(node) {
        let what = node.text().split(':').next().unwrap_or_default().split('(').next().unwrap_or_default();
        local.report(&DISABLED_CERTIFICATE_CHECK, node, format!("`{what}` turns the check of certificates off"));
    }
}

/// Whether the statement says that it is insecure, or speaks with its own machine.
fn is_deliberate(node: Node<'_>) -> bool {
    let statement = node.ancestors().find(|it| it.is_statement()).unwrap_or(node);
    let text = statement.text().to_ascii_lowercase();
    let named = text.replace("insecureskipverify", "");
    ["insecure", "127.0.0.1", "localhost", "selfsigned", "self_signed", "self-signed"]
        .iter()
        .any(|word| named.contains(word))
        || node.ancestors().any(|outer| is_asked_for(outer))
}

/// `if not options.verify_ssl:` lets the user choose.
fn is_asked_for(node: Node<'_>) -> bool {
    let asked = node.field("condition").filter(|_| node.kind().starts_with("if"));
    asked.is_some_and(|asked| {
        let text = asked.text().to_ascii_lowercase();
        ["verify", "insecure", "ssl", "tls", "certificate"].iter().any(|word| text.contains(word))
    })
}

fn folded(node: Node<'_>) -> String {
    node.text().split_whitespace().collect()
}

pub(crate) const EXIT_IN_LIBRARY: Rule = practice(&Practice {
    name: "exit-in-library",
    languages: &[Language::Rust, Language::Go, Language::Java],
    severity: Severity::Low,
    category: Category::Error,
    confidence: 75,
    summary: "Library code ends the whole program.",
    doc: "The caller can neither clean up nor go on, and nothing can be tested behind it.\n\n\
          ```rust\npub fn load(path: &Path) -> Config {\n    let Ok(text) = fs::read_to_string(path) else { process::exit(1) };   // found\n```\n\n\
          Left alone: programs and commands, and functions whose name says that they end the program.",
});

pub(crate) const EXIT_IN_LIBRARY_TREE: TreeRule =
    TreeRule { rule: &EXIT_IN_LIBRARY, kinds: &["call_expression", "method_invocation"], check: exit_in_library };

fn exit_in_library(local: &mut Local<'_>, node: Node<'_>) {
    let ends = match local.tree.language() {
        Language::Rust => matches!(callee(node), Some("process::exit" | "std::process::exit")),
        Language::Go => matches!(callee(node), Some("os.Exit" | "log.Fatal" | "log.Fatalf" | "log.Fatalln")),
        _ => node.text().starts_with("System.exit("),
    };
    let named = |function: Node<'_>| {
        let name = function_name(function).unwrap_or_default().to_ascii_lowercase();
        ["exit", "main", "fatal", "die", "quit", "abort", "usage", "run"].iter().any(|word| name.contains(word))
    };
    let meant = std::iter::successors(function_around(node), |it| function_around(*it)).any(named);
    if ends && !meant && !in_rust_test(node) {
        let what = node.text().split('(').next().unwrap_or_default();
        local.report(&EXIT_IN_LIBRARY, node, format!("`{what}` ends the program of whoever calls this"));
    }
}
