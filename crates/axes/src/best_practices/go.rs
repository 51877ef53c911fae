//! Practices of Go.

use super::practice::{GO, Practice, practice};
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, callee, function_around, has_remark_beside, is_literal};
use crate::rule::{Rule, UNSURE};
use tribunal_domain::facts::SymbolKind;
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const CAPITALISED_ERROR: Rule = practice(&Practice {
    name: "capitalised-error",
    languages: GO,
    severity: Severity::Nit,
    category: Category::Style,
    confidence: UNSURE,
    summary: "The text of an error starts with a capital letter or ends like a sentence.",
    doc: "It is mostly read behind another one: `open config: File missing.: no such file`.\n\n\
          ```go\nreturn errors.New(\"File is missing.\")     // found: `file is missing`\n```\n\n\
          Left alone: acronyms, names in mixed case, and single words.",
});

pub(crate) const CAPITALISED_ERROR_TREE: TreeRule =
    TreeRule { rule: &CAPITALISED_ERROR, kinds: &["call_expression"], check: capitalised_error };

fn capitalised_error(local: &mut Local<'_>, node: Node<'_>) {
    let Some("errors.New" | "fmt.Errorf") = callee(node) else { return };
    let Some(text) = arguments(node).into_iter().next().filter(|it| is_literal(*it)) else { return };
    let inside = text.text().trim_matches(['"', '`']);
    let Some((first, rest)) = inside.split_once(' ') else { return };
    let capital = first.starts_with(|c: char| c.is_ascii_uppercase())
        && first.len() > 1
        && first[1..].chars().all(|c| c.is_ascii_lowercase())
        && !is_proper_name(local, first);
    let stop = (rest.ends_with('.') && !rest.ends_with("..")) || rest.ends_with('!') || rest.ends_with("\\n");
    if capital || stop {
        let how = if capital { "starts with a capital letter" } else { "ends like a sentence" };
        local.report(&CAPITALISED_ERROR, text, format!("error text {} {how}", text.text()));
    }
}

/// A product or a person: the package is named after it, or a name in the code is made with it.
fn is_proper_name(local: &Local<'_>, word: &str) -> bool {
    let facts = local.facts;
    let package = facts.package.map_or("", |text| facts.text(text));
    let defined = facts.symbols.iter().map(|symbol| facts.text(symbol.name));
    let mut names = defined.chain(facts.references.iter().map(|reference| facts.text(reference.name)));
    package.contains(&word.to_ascii_lowercase()) || names.any(|name| name.contains(word))
}

pub(crate) const CONTEXT_NOT_FIRST: Rule = practice(&Practice {
    name: "context-not-first",
    languages: GO,
    severity: Severity::Nit,
    category: Category::Style,
    confidence: UNSURE,
    summary: "A `context.Context` is not the first parameter.",
    doc: "By convention it is, in the whole of the library, so that nobody has to look.\n\n\
          ```go\nfunc Load(name string, ctx context.Context) error     // found\n```\n\n\
          Left alone: functions that take a `testing` value first, and literals, whose type is given.",
});

pub(crate) const CONTEXT_NOT_FIRST_TREE: TreeRule = TreeRule {
    rule: &CONTEXT_NOT_FIRST,
    kinds: &["function_declaration", "method_declaration"],
    check: context_not_first,
};

fn context_not_first(local: &mut Local<'_>, node: Node<'_>) {
    // A method may have to look as an interface wants it.
    if node.kind() == "method_declaration" {
        return;
    }
    let Some(parameters) = node.field("parameters").map(Node::named_children) else { return };
    let ty = |it: &Node<'_>| it.field("type").map(Node::text).unwrap_or_default().to_owned();
    let types: Vec<String> = parameters.iter().map(ty).collect();
    let Some(at) = types.iter().position(|it| it == "context.Context").filter(|at| *at > 0) else { return };
    let leading = |it: &String| {
        it.ends_with("Ctx")
            || it.ends_with("Context")
            || it.starts_with("*testing.")
            || it.starts_with("testing.")
            || it.ends_with("TestingT")
    };
    if !types[..at].iter().any(leading) {
        let name = node.field("name").map(Node::text).unwrap_or_default();
        // `(host, path string, ctx context.Context)`: a type may have several names.
        let names = |it: &Node<'_>| it.named_children().iter().filter(|it| it.kind() == "identifier").count().max(1);
        let number: usize = parameters[..at].iter().map(names).sum::<usize>() + 1;
        local.report(&CONTEXT_NOT_FIRST, parameters[at], format!("`{name}` takes its context as parameter {number}"));
    }
}

pub(crate) const COPIED_LOCK: Rule = practice(&Practice {
    name: "copied-lock",
    languages: GO,
    severity: Severity::Medium,
    category: Category::Logic,
    confidence: 92,
    summary: "A method takes a struct with a lock by value and locks a copy.",
    doc: "Two callers then hold two locks and meet inside.\n\n\
          ```go\ntype Store struct { mu sync.Mutex }\n\nfunc (s Store) Add() { s.mu.Lock(); … }     // found: `*Store`\n```\n\n\
          Left alone: locks behind a pointer.",
});

pub(crate) const COPIED_LOCK_TREE: TreeRule =
    TreeRule { rule: &COPIED_LOCK, kinds: &["method_declaration"], check: copied_lock };

fn copied_lock(local: &mut Local<'_>, node: Node<'_>) {
    let receiver = node.field("receiver").and_then(Node::only_child).and_then(|it| it.field("type"));
    let Some(receiver) = receiver.filter(|it| it.kind() == "type_identifier") else { return };
    let of =
        |it: &Node<'_>| it.kind() == "type_spec" && it.field("name").is_some_and(|name| name.text() == receiver.text());
    let Some(structure) = local.tree.root().descendants().find(of).and_then(|it| it.field("type")) else { return };
    let is_lock = |it: Node<'_>| {
        it.kind() == "field_declaration"
            && it
                .field("type")
                .is_some_and(|ty| matches!(ty.text(), "sync.Mutex" | "sync.RWMutex" | "sync.WaitGroup" | "sync.Once"))
    };
    let Some(list) = structure.named_children().into_iter().find(|it| it.kind() == "field_declaration_list") else {
        return;
    };
    if let Some(lock) = list.named_children().into_iter().find(|it| is_lock(*it)) {
        let name = node.field("name").map(Node::text).unwrap_or_default();
        let message = format!("`{name}` takes `{}` by value and copies its lock", receiver.text());
        local.report(&COPIED_LOCK, receiver, message).shows(lock.span(), lock.text(), "the lock");
    }
}

pub(crate) const DEFER_IN_LOOP: Rule = practice(&Practice {
    name: "defer-in-loop",
    languages: GO,
    severity: Severity::Low,
    category: Category::Perf,
    confidence: 85,
    summary: "`defer` stands in a loop and waits for the end of the function.",
    doc: "All files of the loop stay open together.\n\n\
          ```go\nfor _, name := range names {\n    file, _ := os.Open(name)\n    defer file.Close()     // found\n}\n```\n\n\
          Left alone: `defer` in a function of its own inside of the loop, right before the function returns, locks, which \
          may be held together, what is appended to a list for later, and calls that release nothing.",
});

pub(crate) const DEFER_IN_LOOP_TREE: TreeRule =
    TreeRule { rule: &DEFER_IN_LOOP, kinds: &["defer_statement"], check: defer_in_loop };

fn defer_in_loop(local: &mut Local<'_>, node: Node<'_>) {
    let function = function_around(node);
    let looped = node.ancestors().take_while(|it| Some(*it) != function).any(|it| it.kind() == "for_statement");
    let leaves = node.parent().is_some_and(|block| {
        block.named_children().last().is_some_and(|last| matches!(last.kind(), "return_statement" | "break_statement"))
    });
    let call = node.only_child().map(Node::text).unwrap_or_default();
    // Locks of many things are held together on purpose.
    let releases = ["Close", "Done", "Release", "Stop", "Free", "Remove", "RemoveAll", "Rollback"];
    let released = call.split('(').next().and_then(|name| name.rsplit('.').next()).unwrap_or_default();
    // What is put away in the loop is used after it.
    let kept = || {
        let name = call.split('.').next().unwrap_or_default();
        let body = node.ancestors().find(|it| it.kind() == "for_statement");
        body.is_some_and(|body| {
            let calls = body.descendants().filter(|it| it.kind() == "call_expression" && callee(*it) == Some("append"));
            calls.into_iter().any(|it| arguments(it).iter().skip(1).any(|it| it.text() == name))
        })
    };
    if looped
        && !leaves
        && !kept()
        && !node.previous_named().is_some_and(Node::is_comment)
        && releases.iter().any(|word| released.starts_with(word))
    {
        local.report(
            &DEFER_IN_LOOP,
            node,
            format!("`{}` waits for the end of the function, not of the loop", node.text()),
        );
    }
}

pub(crate) const ERROR_TEXT_COMPARISON: Rule = practice(&Practice {
    name: "error-text-comparison",
    languages: GO,
    severity: Severity::Low,
    category: Category::Error,
    confidence: UNSURE,
    summary: "An error is told apart by its text.",
    doc: "The next version words it another way. `errors.Is` and `errors.As` ask for what it is.\n\n\
          ```go\nif err.Error() == \"not found\" { … }     // found\n```\n\n\
          Left alone: tests.",
});

pub(crate) const ERROR_TEXT_COMPARISON_TREE: TreeRule = TreeRule {
    rule: &ERROR_TEXT_COMPARISON,
    kinds: &["binary_expression", "call_expression"],
    check: error_text_comparison,
};

fn error_text_comparison(local: &mut Local<'_>, node: Node<'_>) {
    let is_text =
        |it: Node<'_>| it.kind() == "call_expression" && it.text().ends_with(".Error()") && is_error(it.text());
    let found = if node.kind() == "binary_expression" {
        let [left, operator, right] = node.children()[..] else { return };
        matches!(operator.text(), "==" | "!=")
            && ((is_text(left) && is_literal(right) && right.text().len() > 2)
                || (is_text(right) && is_literal(left) && left.text().len() > 2))
    } else {
        matches!(callee(node), Some("strings.Contains" | "strings.HasPrefix" | "strings.HasSuffix"))
            && arguments(node).first().is_some_and(|it| is_text(*it))
            && arguments(node).last().is_some_and(|it| is_literal(*it))
    };
    if found {
        local.report(&ERROR_TEXT_COMPARISON, node, format!("an error is told apart by its text: `{}`", node.text()));
    }
}

fn is_error(text: &str) -> bool {
    text.to_ascii_lowercase().starts_with("err") || text.to_ascii_lowercase().contains("err.")
}

pub(crate) const GENERIC_RECEIVER: Rule = practice(&Practice {
    name: "generic-receiver-name",
    languages: GO,
    severity: Severity::Nit,
    category: Category::Style,
    confidence: 90,
    summary: "A receiver is called `this` or `self`.",
    doc: "A receiver is a parameter like others; a letter or two of its type say which.\n\n\
          ```go\nfunc (this *Store) Add() { … }     // found: `s`\n```\n\n\
          Left alone: other names.",
});

pub(crate) const GENERIC_RECEIVER_TREE: TreeRule =
    TreeRule { rule: &GENERIC_RECEIVER, kinds: &["method_declaration"], check: generic_receiver };

fn generic_receiver(local: &mut Local<'_>, node: Node<'_>) {
    let receiver = node.field("receiver").and_then(Node::only_child).and_then(|it| it.field("name"));
    if let Some(name) = receiver.filter(|it| matches!(it.text(), "this" | "self")) {
        let method = node.field("name").map(Node::text).unwrap_or_default();
        local.report(&GENERIC_RECEIVER, name, format!("the receiver of `{method}` is called `{}`", name.text()));
    }
}

pub(crate) const HIDDEN_RESULT_TYPE: Rule = practice(&Practice {
    name: "hidden-result-type",
    languages: GO,
    severity: Severity::Nit,
    category: Category::Type,
    confidence: UNSURE,
    summary: "An exported function returns a type that its callers cannot name.",
    doc: "They can neither declare a variable or field of it nor read its documentation.\n\n\
          ```go\ntype store struct { … }\n\nfunc Open() *store { … }     // found\n```\n\n\
          Left alone: methods, interfaces, programs and internal packages.",
});

pub(crate) const HIDDEN_RESULT_TYPE_TREE: TreeRule =
    TreeRule { rule: &HIDDEN_RESULT_TYPE, kinds: &["function_declaration"], check: hidden_result_type };

fn hidden_result_type(local: &mut Local<'_>, node: Node<'_>) {
    let (Some(name), Some(result)) = (node.field("name"), node.field("result")) else { return };
    let package = local.facts.package.map_or("", |text| local.facts.text(text));
    let exported = name.text().starts_with(|c: char| c.is_ascii_uppercase());
    if !exported || package == "main" {
        return;
    }
    let types = result.descendants().filter(|it| it.kind() == "type_identifier");
    let own_struct = |it: &Node<'_>| {
        let text = it.text();
        let symbols = local.facts.symbols.iter();
        text.starts_with(|c: char| c.is_ascii_lowercase())
            && symbols.clone().any(|symbol| symbol.kind == SymbolKind::Struct && local.facts.text(symbol.name) == text)
            && !it.ancestors().any(|outer| outer.kind() == "function_type" || outer.kind() == "qualified_type")
    };
    if let Some(hidden) = types.into_iter().find(own_struct) {
        let message = format!("exported `{}` returns `{}`, which its callers cannot name", name.text(), hidden.text());
        local.report(&HIDDEN_RESULT_TYPE, hidden, message);
    }
}

pub(crate) const PANIC_FOR_ERROR: Rule = practice(&Practice {
    name: "panic-for-error",
    languages: GO,
    severity: Severity::Low,
    category: Category::Error,
    confidence: 78,
    summary: "A function that returns an error panics with one instead.",
    doc: "The caller is ready for an error and gets a crash.\n\n\
          ```go\nfunc Load() (*Store, error) {\n    text, err := read()\n    if err != nil { panic(err) }     // found: `return nil, err`\n```\n\n\
          Left alone: functions without an error among their results, `Must…`, packages for tests, and panics with a \
          comment beside them.",
});

pub(crate) const PANIC_FOR_ERROR_TREE: TreeRule =
    TreeRule { rule: &PANIC_FOR_ERROR, kinds: &["call_expression"], check: panic_for_error };

fn panic_for_error(local: &mut Local<'_>, node: Node<'_>) {
    if callee(node) != Some("panic") {
        return;
    }
    let Some(function) = function_around(node) else { return };
    let fallible = function.field("result").is_some_and(|it| it.tokens().contains(&"error"));
    let with_error = arguments(node).first().is_some_and(|it| matches!(it.text(), "err" | "e" | "err.Error()"));
    // A package for tests fails them as fast as it can.
    let package = local.facts.package.map(|it| local.facts.text(it)).unwrap_or_default();
    let for_tests = package.starts_with("test") || package.ends_with("test");
    // Whoever explains it means it.
    if fallible && with_error && !for_tests && !has_remark_beside(node.parent().unwrap_or(node)) {
        local.report(&PANIC_FOR_ERROR, node, "the function returns an error and panics with this one");
    }
}
