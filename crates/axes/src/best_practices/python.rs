//! Practices of Python.

use super::practice::{PYTHON, Practice, practice};
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, callee, own_nodes};
use crate::rule::{Rule, UNSURE};
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::{Node, Tree};

pub(crate) const BARE_EXCEPT: Rule = practice(&Practice {
    name: "bare-except",
    languages: PYTHON,
    severity: Severity::Medium,
    category: Category::Error,
    confidence: 88,
    summary: "`except:` also catches what is meant to end the program.",
    doc: "Interrupts, exits and misspelled names end up in the same handler as the expected error.\n\n\
          ```python\ntry:\n    load()\nexcept:          # found: name what may fail\n    retry()\n```\n\n\
          Left alone: handlers that raise again or end the program, and those behind one for `KeyboardInterrupt`.",
});

pub(crate) const BARE_EXCEPT_TREE: TreeRule =
    TreeRule { rule: &BARE_EXCEPT, kinds: &["except_clause"], check: bare_except };

/// What ends the program all the same.
const EXITS: &[&str] = &["sys.exit(", "exit(", "os._exit(", "quit("];

fn bare_except(local: &mut Local<'_>, node: Node<'_>) {
    let bare = node.named_children().iter().all(|child| child.kind() == "block");
    let ended = |it: &Node<'_>| it.kind() == "call" && EXITS.iter().any(|exit| it.text().starts_with(exit));
    let raises = own_nodes(node).iter().any(|inner| inner.kind() == "raise_statement" || ended(inner));
    // What ends the program may have a handler of its own before this one.
    let before = std::iter::successors(node.previous_named(), |it| it.previous_named());
    let ends = |it: Node<'_>| it.kind() == "except_clause" && it.text().contains("KeyboardInterrupt");
    if bare && !raises && !before.into_iter().any(ends) {
        let head = node.children().into_iter().next().unwrap_or(node);
        let draft = local.report(&BARE_EXCEPT, node, "`except:` catches everything, interrupts and exits included");
        draft.end_line = head.line();
        draft.columns = None;
    }
}

pub(crate) const NONE_COMPARISON: Rule = practice(&Practice {
    name: "none-comparison",
    languages: PYTHON,
    severity: Severity::Low,
    category: Category::Style,
    confidence: 88,
    summary: "A value is compared with `None` by `==`, which its class may answer in its own way.",
    doc: "There is one `None`; `is` asks for it and cannot be overruled.\n\n\
          ```python\nif user == None:     # found: `user is None`\n```\n\n\
          Left alone: comparisons inside of the arguments of a query (`filter(User.name == None)`), where `==` builds SQL.",
});

pub(crate) const NONE_COMPARISON_TREE: TreeRule =
    TreeRule { rule: &NONE_COMPARISON, kinds: &["comparison_operator"], check: none_comparison };

fn none_comparison(local: &mut Local<'_>, node: Node<'_>) {
    let [left, operator, right] = node.children()[..] else { return };
    if !matches!(operator.text(), "==" | "!=") || (left.kind() == "none") == (right.kind() == "none") {
        return;
    }
    let value = if left.kind() == "none" { right } else { left };
    if !node.ancestors().any(|outer| outer.kind() == "argument_list") {
        local.report(
            &NONE_COMPARISON,
            node,
            format!("`{}` is compared with `None` by `{}`", value.text(), operator.text()),
        );
    }
}

pub(crate) const TYPE_COMPARISON: Rule = practice(&Practice {
    name: "type-comparison",
    languages: PYTHON,
    severity: Severity::Low,
    category: Category::Type,
    confidence: 85,
    summary: "A type is compared by `==`: subclasses are left out, and a metaclass may answer in its own way.",
    doc: "`isinstance` accepts subclasses; where exactly this type is meant, `is` says so.\n\n\
          ```python\nif type(value) == dict:     # found: `isinstance(value, dict)`\n```\n\n\
          Left alone: `type(a) is T`, and comparisons of two types that are both asked for.",
});

pub(crate) const TYPE_COMPARISON_TREE: TreeRule =
    TreeRule { rule: &TYPE_COMPARISON, kinds: &["comparison_operator"], check: type_comparison };

fn type_comparison(local: &mut Local<'_>, node: Node<'_>) {
    let [left, operator, right] = node.children()[..] else { return };
    let asks = |side: Node<'_>| callee(side) == Some("type") && arguments(side).len() == 1;
    if matches!(operator.text(), "==" | "!=") && asks(left) != asks(right) {
        local.report(&TYPE_COMPARISON, node, format!("a type is compared by `{}`: `{}`", operator.text(), node.text()));
    }
}

pub(crate) const NEGATED_MEMBERSHIP: Rule = practice(&Practice {
    name: "negated-membership",
    languages: PYTHON,
    severity: Severity::Nit,
    category: Category::Style,
    confidence: 95,
    summary: "`not` stands before a membership or identity test instead of in it.",
    doc: "`not x in y` has to be read twice; Python has `not in` and `is not`.\n\n\
          ```python\nif not name in names:     # found: `name not in names`\n```\n\n\
          Left alone: tests in parentheses that are joined with others.",
});

pub(crate) const NEGATED_MEMBERSHIP_TREE: TreeRule =
    TreeRule { rule: &NEGATED_MEMBERSHIP, kinds: &["not_operator"], check: negated_membership };

fn negated_membership(local: &mut Local<'_>, node: Node<'_>) {
    let Some(test) = node.field("argument").filter(|test| test.kind() == "comparison_operator") else { return };
    let [_, operator, _] = test.children()[..] else { return };
    if matches!(operator.text(), "in" | "is") {
        let message = format!("`{}` negates `{}` from outside", node.text(), operator.text());
        local.report(&NEGATED_MEMBERSHIP, node, message);
    }
}

pub(crate) const NAMED_LAMBDA: Rule = practice(&Practice {
    name: "named-lambda",
    languages: PYTHON,
    severity: Severity::Nit,
    category: Category::Style,
    confidence: UNSURE,
    summary: "A lambda is given a name, which a `def` does better.",
    doc: "Tracebacks call it `<lambda>`, and it can have neither annotations nor documentation.\n\n\
          ```python\ndouble = lambda x: x * 2     # found: `def double(x)`\n```\n\n\
          Left alone: attributes, class bodies, annotated names, and names that other branches define in another way.",
});

pub(crate) const NAMED_LAMBDA_TREE: TreeRule =
    TreeRule { rule: &NAMED_LAMBDA, kinds: &["assignment"], check: named_lambda };

fn named_lambda(local: &mut Local<'_>, node: Node<'_>) {
    let (Some(name), Some(value)) = (node.field("left"), node.field("right")) else { return };
    let in_class = node.ancestors().nth(2).is_some_and(|outer| outer.kind() == "class_definition");
    if name.kind() != "identifier" || value.kind() != "lambda" || node.field("type").is_some() || in_class {
        return;
    }
    // Where several branches assign the name, a lambda keeps them alike.
    let assigned = |other: Node<'_>| {
        other.kind() == "assignment" && other.field("left").is_some_and(|it| it.text() == name.text())
    };
    let around = crate::practice_shape::function_around(node).unwrap_or(node.tree().root());
    let parameter = around.field("parameters").is_some_and(|it| it.tokens().contains(&name.text()));
    if !parameter && own_nodes(around).into_iter().filter(|other| assigned(*other)).count() == 1 {
        local.report(&NAMED_LAMBDA, node, format!("lambda is given the name `{}`", name.text()));
    }
}

pub(crate) const UNHELD_FILE: Rule = practice(&Practice {
    name: "unheld-file",
    languages: PYTHON,
    severity: Severity::Low,
    category: Category::Error,
    confidence: 90,
    summary: "A file is opened and used in one expression, so nothing can close it.",
    doc: "When it is closed is up to the garbage collector; on some interpreters that is never.\n\n\
          ```python\ntext = open(path).read()     # found: `with open(path) as file:`\n```\n\n\
          Left alone: files that get a name, because somebody may close them, and what runs under `__main__`.",
});

pub(crate) const UNHELD_FILE_TREE: TreeRule =
    TreeRule { rule: &UNHELD_FILE, kinds: &["attribute"], check: unheld_file };

fn unheld_file(local: &mut Local<'_>, node: Node<'_>) {
    let (Some(object), Some(method)) = (node.field("object"), node.field("attribute")) else { return };
    let used = matches!(method.text(), "read" | "readlines" | "readline" | "write" | "writelines");
    // At the end of a program everything is closed.
    let at_the_end = || {
        let asked = |it: Node<'_>| {
            it.kind() == "if_statement" && it.field("condition").is_some_and(|it| it.text().contains("__name__"))
        };
        node.ancestors().any(asked)
    };
    if callee(object) == Some("open") && used && !at_the_end() {
        local.report(&UNHELD_FILE, node, format!("file of `{}` is never closed", object.text()));
    }
}

pub(crate) const WILDCARD_IMPORT: Rule = practice(&Practice {
    name: "wildcard-import",
    languages: PYTHON,
    severity: Severity::Low,
    category: Category::Style,
    confidence: 80,
    summary: "All names of a module are imported, so nobody can tell where a name comes from.",
    doc: "A new name over there can hide one over here.\n\n\
          ```python\nfrom shapes import *     # found\n```\n\n\
          Left alone: `__init__.py` and files that do nothing but import, which pass names on.",
});

pub(crate) const WILDCARD_IMPORT_TREE: TreeRule =
    TreeRule { rule: &WILDCARD_IMPORT, kinds: &["wildcard_import"], check: wildcard_import };

fn wildcard_import(local: &mut Local<'_>, node: Node<'_>) {
    let Some(statement) = node.parent() else { return };
    let module = statement.field("module_name").map(Node::text).unwrap_or_default();
    // Files without functions or classes pass names on, or are settings that build on others.
    let passes_on = !local.facts.symbols.iter().any(|symbol| symbol.measures.is_some());
    // `_datetime` is the faster half of `datetime`.
    let own_half = module.rsplit('.').next().is_some_and(|last| last.starts_with('_'));
    if !passes_on && !own_half {
        local.report(&WILDCARD_IMPORT, statement, format!("all names of `{module}` are imported"));
    }
}

pub(crate) const OLD_SUPER: Rule = practice(&Practice {
    name: "spelled-out-super",
    languages: PYTHON,
    severity: Severity::Nit,
    category: Category::Style,
    confidence: 90,
    summary: "`super` is told the class and the instance that it knows.",
    doc: "Only Python 2 needed them, and a renamed class makes them wrong.\n\n\
          ```python\nclass Row(Base):\n    def save(self):\n        super(Row, self).save()     # found: `super().save()`\n```\n\n\
          Left alone: any other class than the one around, which skips ancestors on purpose, and functions inside of \
          methods.",
});

pub(crate) const OLD_SUPER_TREE: TreeRule = TreeRule { rule: &OLD_SUPER, kinds: &["call"], check: old_super };

/// Whether a file is written for Python 2, which wants both to be told.
fn is_python_2(tree: &Tree) -> bool {
    const MARKS: &[&str] = &[
        "import StringIO",
        "from StringIO",
        "import urllib2",
        "import ConfigParser",
        "import cPickle",
        ".iteritems()",
        "xrange(",
    ];
    let prints =
        |line: &str| line.trim_start().strip_prefix("print ").is_some_and(|rest| rest.starts_with(['"', '\'']));
    MARKS.iter().any(|mark| tree.text().contains(mark)) || tree.text().lines().any(prints)
}

fn old_super(local: &mut Local<'_>, node: Node<'_>) {
    if callee(node) != Some("super") {
        return;
    }
    let [class, instance] = arguments(node)[..] else { return };
    if local.once("python 2", is_python_2) {
        return;
    }
    let method = crate::practice_shape::function_around(node);
    let around = method.and_then(crate::practice_shape::function_around);
    let own = around.filter(|it| it.kind() == "class_definition").and_then(|it| it.field("name"));
    if own.is_some_and(|name| name.text() == class.text()) && instance.text() == "self" {
        local.report(&OLD_SUPER, node, format!("`{}` spells out what `super()` knows", node.text()));
    }
}
