//! Practices of Java.

use super::practice::{JAVA, Practice, practice};
use crate::local::{Local, TreeRule};
use crate::practice_shape::function_around;
use crate::rule::{Rule, UNSURE};
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const PRINTED_STACK_TRACE: Rule = practice(&Practice {
    name: "printed-stack-trace",
    languages: JAVA,
    severity: Severity::Low,
    category: Category::Error,
    confidence: 85,
    summary: "An exception is printed to the standard error and otherwise forgotten.",
    doc: "Nobody reads that of a server, and the program goes on as if nothing had happened.\n\n\
          ```java\ncatch (IOException e) {\n    e.printStackTrace();     // found\n}\n```\n\n\
          Left alone: traces that are printed somewhere (`printStackTrace(writer)`), and handlers that throw, answer, \
          say what went wrong or use the exception as well.",
});

pub(crate) const PRINTED_STACK_TRACE_TREE: TreeRule =
    TreeRule { rule: &PRINTED_STACK_TRACE, kinds: &["method_invocation"], check: printed_stack_trace };

fn printed_stack_trace(local: &mut Local<'_>, node: Node<'_>) {
    let named = node.field("name").is_some_and(|it| it.text() == "printStackTrace");
    let bare = node.field("arguments").is_some_and(|it| it.named_children().is_empty());
    let Some(handler) = node.ancestors().find(|it| it.kind() == "catch_clause") else { return };
    let throws = handler.descendants().any(|it| it.kind() == "throw_statement");
    let name = node.field("object").map(Node::text);
    // Whoever logs it or answers with it has not forgotten it.
    let named_again = handler.field("body").is_some_and(|body| {
        let other =
            |it: &Node<'_>| it.kind() == "identifier" && Some(it.text()) == name && Some(*it) != node.field("object");
        body.descendants().any(|it| other(&it))
    });
    // Who says what went wrong as well, or answers with nothing, has dealt with it.
    let deals = handler.field("body").is_some_and(|body| {
        let printed = |it: &Node<'_>| it.text().contains("System.err.print") || it.text().contains("System.out.print");
        let told = |it: &Node<'_>| {
            let arguments = it.field("arguments").filter(|_| it.kind() == "method_invocation");
            arguments.is_some_and(|all| all.named_children().iter().any(|one| one.kind() == "string_literal"))
        };
        body.named_children().iter().any(|it| printed(it) || it.kind() == "return_statement")
            || body.descendants().any(|it| told(&it))
    });
    if named && bare && !throws && !named_again && !deals {
        local.report(&PRINTED_STACK_TRACE, node, format!("`{}` is all that happens to the exception", node.text()));
    }
}

pub(crate) const FINALIZER: Rule = practice(&Practice {
    name: "finalizer",
    languages: JAVA,
    severity: Severity::Low,
    category: Category::Error,
    confidence: 92,
    summary: "A class relies on `finalize`, which may never run.",
    doc: "It is deprecated for removal. `AutoCloseable` and `Cleaner` say when something is released.\n\n\
          ```java\nprotected void finalize() { close(); }     // found\n```\n\n\
          Left alone: methods of that name with parameters, and empty final ones, which keep subclasses from it.",
});

pub(crate) const FINALIZER_TREE: TreeRule =
    TreeRule { rule: &FINALIZER, kinds: &["method_declaration"], check: finalizer };

fn finalizer(local: &mut Local<'_>, node: Node<'_>) {
    let Some(name) = node.field("name").filter(|it| it.text() == "finalize") else { return };
    let bare = node.field("parameters").is_some_and(|it| it.named_children().is_empty());
    let empty = node.field("body").is_none_or(|it| it.named_children().is_empty());
    let void = node.field("type").is_some_and(|it| it.text() == "void");
    if bare && void && !empty {
        local.report(&FINALIZER, name, "`finalize` may run late or never");
    }
}

pub(crate) const MUTABLE_PUBLIC_STATIC: Rule = practice(&Practice {
    name: "mutable-public-static",
    languages: JAVA,
    severity: Severity::Low,
    category: Category::Style,
    confidence: UNSURE,
    summary: "A public static field can be set by anybody, from any thread.",
    doc: "Nothing can rely on it. `final`, or an accessor, makes it a constant or a decision.\n\n\
          ```java\npublic static int limit = 10;     // found\n```\n\n\
          Left alone: final fields and those of interfaces, which are final.",
});

pub(crate) const MUTABLE_PUBLIC_STATIC_TREE: TreeRule =
    TreeRule { rule: &MUTABLE_PUBLIC_STATIC, kinds: &["field_declaration"], check: mutable_public_static };

fn mutable_public_static(local: &mut Local<'_>, node: Node<'_>) {
    let modifiers = node.named_children().into_iter().find(|it| it.kind() == "modifiers");
    let Some(words) = modifiers.map(|it| it.text().split_whitespace().collect::<Vec<_>>()) else { return };
    let excused = modifiers.is_some_and(|it| it.text().contains("SuppressWarnings"));
    let wanted = !excused && words.contains(&"public") && words.contains(&"static") && !words.contains(&"final");
    let in_interface = node.parent().is_some_and(|it| it.kind() == "interface_body");
    if wanted && !in_interface {
        let name = node.field("declarator").and_then(|it| it.field("name")).map(Node::text).unwrap_or_default();
        local.report(&MUTABLE_PUBLIC_STATIC, node, format!("public static `{name}` is not final"));
    }
}

pub(crate) const TEXT_GROWN_IN_LOOP: Rule = practice(&Practice {
    name: "text-grown-in-loop",
    languages: JAVA,
    severity: Severity::Low,
    category: Category::Perf,
    confidence: UNSURE,
    summary: "A text is put together by `+=` in a loop, which copies it every time.",
    doc: "The cost grows with the square of the length. `StringBuilder` appends.\n\n\
          ```java\nString all = \"\";\nfor (String part : parts) {\n    all += part;     // found\n}\n```\n\n\
          Left alone: texts that the loop itself declares, and numbers.",
});

pub(crate) const TEXT_GROWN_IN_LOOP_TREE: TreeRule =
    TreeRule { rule: &TEXT_GROWN_IN_LOOP, kinds: &["assignment_expression"], check: text_grown_in_loop };

const LOOPS: &[&str] = &["for_statement", "enhanced_for_statement", "while_statement", "do_statement"];

fn text_grown_in_loop(local: &mut Local<'_>, node: Node<'_>) {
    let grows = node.field("operator").is_some_and(|it| it.text() == "+=");
    let Some(target) = node.field("left").filter(|it| grows && it.kind() == "identifier") else { return };
    let function = function_around(node);
    let Some(around) =
        node.ancestors().take_while(|it| Some(*it) != function).filter(|it| LOOPS.contains(&it.kind())).last()
    else {
        return;
    };
    let Some(function) = function else { return };
    let declares = |it: &Node<'_>| {
        it.kind() == "local_variable_declaration"
            && it.field("type").is_some_and(|ty| ty.text() == "String")
            && it.field("declarator").and_then(|it| it.field("name")).is_some_and(|name| name.text() == target.text())
    };
    let declared = function.descendants().find(declares);
    if declared.is_some_and(|it| it.bytes().start < around.bytes().start) {
        local.report(&TEXT_GROWN_IN_LOOP, node, format!("`{}` is copied in every turn of the loop", target.text()));
    }
}

pub(crate) const SILENT_BROAD_CATCH: Rule = practice(&Practice {
    name: "silent-broad-catch",
    languages: JAVA,
    severity: Severity::Medium,
    category: Category::Error,
    confidence: 88,
    summary: "Every exception is caught and nothing is done about it.",
    doc: "Also a `NullPointerException` of the next edit ends here, unseen.\n\n\
          ```java\ntry { load(); } catch (Exception e) { }     // found\n```\n\n\
          Left alone: handlers with a comment, exceptions called `ignored` or `expected`, narrower types, and a \
          `try` that only reads a number (`parseInt`) or closes something.",
});

pub(crate) const SILENT_BROAD_CATCH_TREE: TreeRule =
    TreeRule { rule: &SILENT_BROAD_CATCH, kinds: &["catch_clause"], check: silent_broad_catch };

fn silent_broad_catch(local: &mut Local<'_>, node: Node<'_>) {
    let Some(body) = node.field("body") else { return };
    let Some(parameter) = node.named_children().into_iter().find(|it| it.kind() == "catch_formal_parameter") else {
        return;
    };
    let broad = parameter.text().split_whitespace().any(|word| matches!(word, "Exception" | "Throwable"));
    let name = parameter.field("name").map(Node::text).unwrap_or_default();
    let meant = ["ignore", "expected", "unused", "_"].iter().any(|word| name.contains(word));
    if broad && !meant && body.children().len() == 2 && !is_only_reading(node) {
        local.report(&SILENT_BROAD_CATCH, node, format!("`{}` is caught and forgotten", parameter.text()));
    }
}

/// Whether the `try` does no more than read a number from a text, or close something: what else could fail, and what could one
/// do about it?
fn is_only_reading(handler: Node<'_>) -> bool {
    let Some(body) = handler.parent().and_then(|it| it.field("body")) else { return false };
    let calls: Vec<_> = body.descendants().filter(|it| it.kind() == "method_invocation").collect();
    const CALLED: &[&str] = &["parseInt", "parseLong", "parseShort", "parseByte", "parseFloat", "parseDouble", "close"];
    let reads = |it: &Node<'_>| it.field("name").is_some_and(|name| CALLED.contains(&name.text()));
    body.named_children().len() == 1 && matches!(&calls[..], [only] if reads(only))
}

pub(crate) const CAUGHT_NULL_POINTER: Rule = practice(&Practice {
    name: "caught-null-pointer",
    languages: JAVA,
    severity: Severity::Low,
    category: Category::Error,
    confidence: 85,
    summary: "A `NullPointerException` is caught instead of avoided.",
    doc: "It also comes from any mistake inside of what is called.\n\n\
          ```java\ntry { use(row.name()); } catch (NullPointerException e) { … }     // found: `if (row != null)`\n```\n\n\
          Left alone: handlers that throw.",
});

pub(crate) const CAUGHT_NULL_POINTER_TREE: TreeRule =
    TreeRule { rule: &CAUGHT_NULL_POINTER, kinds: &["catch_clause"], check: caught_null_pointer };

fn caught_null_pointer(local: &mut Local<'_>, node: Node<'_>) {
    let parameter = node.named_children().into_iter().find(|it| it.kind() == "catch_formal_parameter");
    let throws = node.descendants().any(|it| it.kind() == "throw_statement");
    if let Some(parameter) = parameter.filter(|it| it.text().contains("NullPointerException") && !throws) {
        local.report(&CAUGHT_NULL_POINTER, parameter, "`NullPointerException` is caught");
    }
}

pub(crate) const EQUALS_WITHOUT_HASH: Rule = practice(&Practice {
    name: "equals-without-hash",
    languages: JAVA,
    severity: Severity::Medium,
    category: Category::Logic,
    confidence: 92,
    summary: "A class says which objects are equal and leaves their hashes different.",
    doc: "Equal keys are then not found in a `HashMap`.\n\n\
          ```java\nclass Key {\n    public boolean equals(Object other) { … }     // found: no `hashCode`\n}\n```\n\n\
          Left alone: classes with both, records, which have a hash of all they hold, and abstract classes.",
});

pub(crate) const EQUALS_WITHOUT_HASH_TREE: TreeRule =
    TreeRule { rule: &EQUALS_WITHOUT_HASH, kinds: &["class_body"], check: equals_without_hash };

fn equals_without_hash(local: &mut Local<'_>, node: Node<'_>) {
    let methods: Vec<_> = node.named_children().into_iter().filter(|it| it.kind() == "method_declaration").collect();
    let named = |name: &'static str| move |it: &&Node<'_>| it.field("name").is_some_and(|own| own.text() == name);
    let equals = methods.iter().find(|it| {
        named("equals")(it)
            && it.field("parameters").is_some_and(|list| {
                list.text().trim_start_matches(['(', ' ']).trim_start_matches("final ").starts_with("Object ")
            })
    });
    let hashed = methods.iter().any(|it| named("hashCode")(&it));
    // An anonymous class compares for its maker alone.
    let named_class = node.parent().is_some_and(|it| it.kind() == "class_declaration");
    let extends = node.parent().is_some_and(|it| it.field("superclass").is_some());
    if let Some(equals) = equals.filter(|_| !hashed && named_class && !extends) {
        let class = node.parent().and_then(|it| it.field("name")).map(Node::text).unwrap_or_default();
        let head = equals.field("name").unwrap_or(*equals);
        local.report(&EQUALS_WITHOUT_HASH, head, format!("`{class}` defines `equals` and not `hashCode`"));
    }
}
