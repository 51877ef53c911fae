//! `discarded-result`: a call that only computes something, whose result nobody takes.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{Call, FUNCTIONS, call, string, within};
use tribunal_domain::Language;
use tribunal_domain::facts::BindingKind;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "discarded-result",
    &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java, Language::Go],
    "A call that changes nothing is made and its result thrown away.",
    "Strings do not change in place, `sorted` gives a new list and `fmt.Errorf` only makes an error.\n\n\
     ```js\nname.trim();            // found: name is as it was\nname = name.trim();     // fine\n```\n\n\
     Left alone: names that other types use for calls with an effect (`location.replace(url)`), and calls in a `try` or \
     `with`, which may be made for their failure.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["expression_statement"], check };

/// Methods of text by language and number of arguments that no common type uses for something with an effect.
const METHODS: &[(&[Language], &[&str], &[usize])] = &[
    (crate::rule::SCRIPTS, &["trim", "trimStart", "trimEnd", "toUpperCase", "toLowerCase", "toReversed"], &[0]),
    (crate::rule::SCRIPTS, &["toSorted", "toSpliced"], &[0, 1, 2]),
    (crate::rule::SCRIPTS, &["padStart", "padEnd", "startsWith", "endsWith", "charAt", "localeCompare"], &[1, 2]),
    (super::PYTHON, &["strip"], &[0, 1]),
    (super::PYTHON, &["lower", "upper", "casefold"], &[0]),
    (super::PYTHON, &["startswith", "endswith", "removeprefix", "removesuffix"], &[1]),
    (super::JAVA, &["trim", "strip", "isBlank"], &[0]),
    (super::JAVA, &["toUpperCase", "toLowerCase"], &[0, 1]),
    (super::JAVA, &["substring", "concat", "plusDays", "minusDays", "plusHours", "minusHours", "plusSeconds"], &[1, 2]),
];

/// Functions that only compute.
const FUNCTIONS_OF: &[(&[Language], &[&str])] = &[
    (super::PYTHON, &["sorted", "reversed"]),
    (
        super::GO,
        &[
            "fmt.Sprintf",
            "fmt.Sprint",
            "fmt.Errorf",
            "errors.New",
            "sort.Reverse",
            "strings.TrimSpace",
            "strings.Trim",
            "strings.TrimPrefix",
            "strings.TrimSuffix",
            "strings.Replace",
            "strings.ReplaceAll",
            "strings.ToLower",
            "strings.ToUpper",
        ],
    ),
];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    // `default -> name.trim();` gives it to whoever asked.
    if node.parent().is_some_and(|it| it.kind() == "switch_rule") {
        return;
    }
    let Some(found) = node.only_child().and_then(call) else { return };
    let language = local.tree.language();
    if within(node, &["with_statement", "try_statement"]).is_some() || is_measured(node) {
        return;
    }
    if found.receiver.is_some_and(|receiver| is_other(local, receiver, found.name)) {
        return;
    }
    if is_method(&found, language) || is_replacement(&found, language) || is_free(&found, language) {
        local.report(&RULE, node, format!("`{}` changes nothing, and its result is thrown away", found.name));
    }
}

/// Whether a receiver is no text: a module, or something of Java that is not declared as one.
fn is_other(local: &Local<'_>, receiver: Node<'_>, method: &str) -> bool {
    let name = receiver.text().trim_start_matches("this.");
    if local.tree.language() != Language::Java {
        let imports = local.facts.bindings.iter().filter(|it| matches!(it.kind, BindingKind::Import { .. }));
        return imports.into_iter().any(|it| local.facts.text(it.name) == name);
    }
    // Queues and buffers have methods of these names, too.
    if !matches!(method, "trim" | "strip" | "isBlank") || string(receiver).is_some() {
        return false;
    }
    let is_text = |it: &Node<'_>| {
        let named = it.field("name").or_else(|| it.field("declarator").and_then(|it| it.field("name")));
        let ty = it.field("type").map(Node::text).unwrap_or_default();
        named.is_some_and(|it| it.text() == name) && matches!(ty, "String" | "var")
    };
    let kinds = ["local_variable_declaration", "field_declaration", "formal_parameter"];
    let declared = local.tree.root().descendants().filter(|it| kinds.contains(&it.kind()));
    !declared.into_iter().any(|it| is_text(&it))
}

fn is_method(found: &Call<'_>, language: Language) -> bool {
    let count = found.arguments.len();
    let fits = |(languages, names, counts): &&(&[Language], &[&str], &[usize])| {
        languages.contains(&language) && names.contains(&found.name) && counts.contains(&count)
    };
    found.receiver.is_some() && METHODS.iter().any(|row| fits(&row))
}

/// `replace` is a method of many things; a pattern, or two texts, tell that it is that of a text.
fn is_replacement(found: &Call<'_>, language: Language) -> bool {
    let [what, with] = found.arguments[..] else { return false };
    let script = crate::rule::SCRIPTS.contains(&language);
    // A function may be called for what it does with each match.
    let calls_back = crate::shape::is_function(with);
    let texts = string(what).is_some() && string(with).is_some();
    // Lists of classes, addresses and routers change by it.
    let changes = |receiver: Node<'_>| {
        let text = receiver.text().to_lowercase();
        ["list", "location", "router", "history", "navigat"].iter().any(|word| text.contains(word))
    };
    found.receiver.is_some_and(|receiver| !changes(receiver))
        && matches!(found.name, "replace" | "replaceAll")
        && (script && what.kind() == "regex" && !calls_back || texts && (script || language == Language::Python))
}

fn is_free(found: &Call<'_>, language: Language) -> bool {
    let path = found.path();
    FUNCTIONS_OF.iter().any(|(languages, names)| languages.contains(&language) && names.contains(&path.as_str()))
}

/// A Go benchmark calls for the time it takes.
fn is_measured(node: Node<'_>) -> bool {
    let outer = node.ancestors().filter(|above| FUNCTIONS.contains(&above.kind())).last();
    outer.and_then(|function| function.field("name")).is_some_and(|name| name.text().starts_with("Benchmark"))
}
