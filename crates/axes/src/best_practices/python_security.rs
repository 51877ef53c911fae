//! Practices of Python that keep attackers out.

use super::practice::{PYTHON, Practice, practice};
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, callee, is_plain_text, keyword};
use crate::rule::{Rule, UNSURE};
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const DYNAMIC_EVALUATION: Rule = practice(&Practice {
    name: "dynamic-evaluation",
    languages: PYTHON,
    severity: Severity::Medium,
    category: Category::Security,
    confidence: 70,
    summary: "Text that is not written out is run as code.",
    doc: "Whoever decides what the text says decides what the program does.\n\n\
          ```python\nvalue = eval(request.args[\"q\"])     # found\n```\n\n\
          Left alone: literals, code that `compile` made, which is an import in other words, and calls that are given \
          names of their own to run in, which are interpreters by intent.",
});

pub(crate) const DYNAMIC_EVALUATION_TREE: TreeRule =
    TreeRule { rule: &DYNAMIC_EVALUATION, kinds: &["call"], check: dynamic_evaluation };

fn dynamic_evaluation(local: &mut Local<'_>, node: Node<'_>) {
    let Some(name @ ("eval" | "exec")) = callee(node) else { return };
    // With names of its own to run in, it is a deliberate interpreter.
    let [code] = arguments(node)[..] else { return };
    let compiled = callee(code) == Some("compile") || is_compiled(node, code);
    // A part of what a pattern matched is what the pattern lets through.
    let matched = code.kind() == "call" && code.text().contains(".group(");
    if !is_plain_text(code) && !compiled && !matched {
        local.report(&DYNAMIC_EVALUATION, node, format!("`{name}` runs `{}` as code", code.text()));
    }
}

/// Whether the code was compiled before, in the same function.
fn is_compiled(call: Node<'_>, code: Node<'_>) -> bool {
    let around = crate::practice_shape::function_around(call).unwrap_or(call.tree().root());
    around.descendants().any(|node| {
        node.kind() == "assignment"
            && node.field("left").is_some_and(|left| left.text() == code.text())
            && node.field("right").is_some_and(|right| callee(right) == Some("compile"))
    })
}

pub(crate) const SHELL_COMMAND: Rule = practice(&Practice {
    name: "shell-command",
    languages: PYTHON,
    severity: Severity::Medium,
    category: Category::Security,
    confidence: UNSURE,
    summary: "A command that is put together from values goes through a shell.",
    doc: "A `;` or `$(…)` in a value is a command of its own there.\n\n\
          ```python\nsubprocess.run(f\"convert {name}\", shell=True)     # found: `[\"convert\", name]`, without a shell\n```\n\n\
          Left alone: commands that are written out, and commands that come whole in a variable.",
});

pub(crate) const SHELL_COMMAND_TREE: TreeRule =
    TreeRule { rule: &SHELL_COMMAND, kinds: &["call"], check: shell_command };

fn shell_command(local: &mut Local<'_>, node: Node<'_>) {
    let Some(name) = callee(node) else { return };
    let always = matches!(name, "os.system" | "os.popen");
    let asked = name.starts_with("subprocess.") && keyword(node, "shell").is_some_and(|value| value.text() == "True");
    let Some(command) = arguments(node).into_iter().find(|it| it.kind() != "keyword_argument") else { return };
    // A command that a caller hands over whole is the caller's.
    let handed_over = command.kind() == "identifier";
    if (always || asked) && !is_plain_text(command) && command.kind() != "list" && !handed_over {
        local.report(&SHELL_COMMAND, node, format!("`{name}` hands `{}` to a shell", command.text()));
    }
}

pub(crate) const UNSAFE_YAML: Rule = practice(&Practice {
    name: "unsafe-yaml-load",
    languages: PYTHON,
    severity: Severity::High,
    category: Category::Security,
    confidence: 88,
    summary: "YAML is read by a loader that builds any object the text asks for.",
    doc: "A document can then run code when it is read. `yaml.safe_load` builds plain values only.\n\n\
          ```python\nsettings = yaml.load(text)                       # found\nsettings = yaml.load(text, Loader=yaml.Loader)    # found\n```\n\n\
          Left alone: `SafeLoader`, `CSafeLoader`, `BaseLoader`, `FullLoader`, and loaders of one's own.",
});

pub(crate) const UNSAFE_YAML_TREE: TreeRule = TreeRule { rule: &UNSAFE_YAML, kinds: &["call"], check: unsafe_yaml };

fn unsafe_yaml(local: &mut Local<'_>, node: Node<'_>) {
    let Some(name @ ("yaml.load" | "yaml.load_all" | "yaml.unsafe_load")) = callee(node) else { return };
    let positional = arguments(node).into_iter().filter(|it| it.kind() != "keyword_argument").nth(1);
    let loader = keyword(node, "Loader").or(positional).map(Node::text);
    let safe = loader.is_some_and(|it| !matches!(it, "yaml.Loader" | "yaml.UnsafeLoader" | "yaml.CLoader" | "Loader"));
    // A module of the project's own may be called the same.
    let library = local.facts.imports.iter().any(|import| local.facts.text(import.specifier) == "yaml");
    if library && !safe {
        local.report(&UNSAFE_YAML, node, format!("`{name}` builds any object that the text asks for"));
    }
}

pub(crate) const RACY_TEMPORARY_FILE: Rule = practice(&Practice {
    name: "racy-temporary-file",
    languages: PYTHON,
    severity: Severity::Medium,
    category: Category::Security,
    confidence: 90,
    summary: "`mktemp` gives a name that somebody else may take before the file is made.",
    doc: "`mkstemp` and `NamedTemporaryFile` make the file together with its name.\n\n\
          ```python\npath = tempfile.mktemp()     # found\n```\n\n\
          Left alone: functions of that name from elsewhere.",
});

pub(crate) const RACY_TEMPORARY_FILE_TREE: TreeRule =
    TreeRule { rule: &RACY_TEMPORARY_FILE, kinds: &["call"], check: racy_temporary_file };

fn racy_temporary_file(local: &mut Local<'_>, node: Node<'_>) {
    if callee(node) == Some("tempfile.mktemp") {
        local.report(&RACY_TEMPORARY_FILE, node, "`tempfile.mktemp` gives a name that somebody else may take first");
    }
}
