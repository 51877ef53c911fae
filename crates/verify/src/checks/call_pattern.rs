//! `call_pattern`: a function is called without something; one such site is enough.

use super::Outcome;
use super::body::{self, Signs};
use crate::extract::concept_named;
use crate::lexer::{Kind, Zone};
use crate::scene::{Look, Scene, Side};
use crate::source::SourceFile;
use crate::subject::evidence;
use std::rc::Rc;
use tribunal_domain::finding::{Claim, Evidence, Expected};
use tribunal_syntax::tree::Node;

/// Calls in more files than this are not followed.
const MOST_FILES: usize = 120;

/// Sites that are shown.
const SHOWN: usize = 4;

/// What a site has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Site {
    With,
    Perhaps,
    Without,
}

struct Call {
    file: Rc<SourceFile>,
    line: u32,
    site: Site,
}

/// Checks every call in the file or, where it has none, in the repository.
pub fn check(scene: &dyn Scene, claim: &Claim) -> Outcome {
    let name = claim.symbol.rsplit('.').next().unwrap_or_default().to_owned();
    if name.is_empty() || claim.pattern.is_empty() {
        return Outcome::open("the claim names no function, or nothing that it lacks");
    }
    let mut calls = Vec::new();
    if let Look::File(file) = scene.look(Side::Head, &claim.path) {
        calls.extend(calls_in(&file, &name, claim));
    }
    if calls.is_empty() {
        let Some(paths) = scene.holding(Side::Head, &[&name], MOST_FILES) else {
            return Outcome::open(format!("too many files speak of `{name}`"));
        };
        for path in paths.into_iter().filter(|path| !scene.is_test(path)) {
            if let Look::File(file) = scene.look(Side::Head, &path) {
                calls.extend(calls_in(&file, &name, claim));
            }
        }
    }
    let shown = |site: Site, note: &str| -> Vec<Evidence> {
        let fitting = calls.iter().filter(|call| call.site == site).take(SHOWN);
        fitting.map(|call| evidence(&call.file, call.line, call.line, note)).collect()
    };
    let (without, with) = (
        shown(Site::Without, &format!("without {}", claim.pattern)),
        shown(Site::With, &format!("with {}", claim.pattern)),
    );
    let doubtful = calls.iter().any(|call| call.site == Site::Perhaps);
    let missing = claim.expected != Some(Expected::Present);
    match (missing, calls.is_empty()) {
        (_, true) => Outcome::open(format!("nothing here calls `{name}`")),
        (true, _) if !without.is_empty() => {
            let near = calls
                .iter()
                .filter(|call| call.site == Site::Without)
                .min_by_key(|call| (*call.file.path() != claim.path, call.line.abs_diff(claim.line.unwrap_or(0))));
            let outcome = Outcome::holds(format!("a call of `{name}` is without {}", claim.pattern), without);
            match near {
                Some(call) => outcome.at(Side::Head, call.file.path(), call.line, call.line),
                None => outcome,
            }
        }
        (true, _) if !doubtful => Outcome::refuted(format!("every call of `{name}` is with {}", claim.pattern), with),
        (false, _) if !with.is_empty() => Outcome::holds(format!("a call of `{name}` is with {}", claim.pattern), with),
        (false, _) if !doubtful => Outcome::refuted(format!("no call of `{name}` is with {}", claim.pattern), without),
        _ => Outcome::open(format!("whether the calls of `{name}` are with {} cannot be told", claim.pattern)),
    }
}

fn calls_in(file: &Rc<SourceFile>, name: &str, claim: &Claim) -> Vec<Call> {
    let tokens = file.tokens();
    let mut calls = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Word || token.zone != Zone::Code || file.token_text(token) != name {
            continue;
        }
        let opens = tokens.get(at + 1).is_some_and(|next| matches!(file.token_text(next), "(" | "<" | "!"));
        if !opens {
            continue;
        }
        let Some(call) = call_node(file, token.start as usize, name) else { continue };
        let line = file.line_of(token.start as usize);
        calls.push(Call { file: file.clone(), line, site: site(file, call, claim) });
    }
    calls
}

/// The call whose callee ends with the name at a byte; definitions are none.
fn call_node<'f>(file: &'f SourceFile, at: usize, name: &str) -> Option<Node<'f>> {
    let tree = file.tree()?;
    let mut node = tree.root();
    let mut call = None;
    loop {
        if is_call(node) {
            let callee = callee(node)?;
            let named = callee.bytes().end == at + name.len()
                || callee.text().trim_end().ends_with(name) && callee.bytes().contains(&at);
            if named {
                call = Some(node);
            }
        }
        let next = node.children().into_iter().find(|child| child.bytes().contains(&at));
        match next {
            Some(child) => node = child,
            None => return call,
        }
    }
}

fn is_call(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "call"
            | "call_expression"
            | "method_invocation"
            | "macro_invocation"
            | "invocation_expression"
            | "function_call"
            | "function_call_expression"
            | "member_call_expression"
            | "scoped_call_expression"
            | "new_expression"
            | "object_creation_expression"
            | "method_call"
            | "command"
    )
}

fn callee(call: Node<'_>) -> Option<Node<'_>> {
    let fields = ["function", "name", "method", "constructor", "macro", "type", "expression"];
    fields.iter().find_map(|field| call.field(field)).or_else(|| call.named_children().first().copied())
}

/// Whether a call has what the claim speaks of.
fn site(file: &SourceFile, call: Node<'_>, claim: &Claim) -> Site {
    match concept_named(&claim.pattern).map(|concept| concept.name) {
        Some("error handling") => handled(file, call),
        Some("awaiting") => awaited(call),
        Some("timeout") => argument(file, call, "timeout"),
        Some("locking") => {
            let locked = call.ancestors().any(|node| {
                node.kind().contains("with") && node.text().to_lowercase().contains("lock")
                    || node.kind().contains("synchronized")
            });
            match (locked, around(file, call, "locking")) {
                (true, _) => Site::With,
                (false, Signs::None) => Site::Without,
                _ => Site::Perhaps,
            }
        }
        Some(concept) => match around(file, call, concept) {
            Signs::None => Site::Without,
            _ => Site::Perhaps,
        },
        None => argument(file, call, &claim.pattern),
    }
}

/// The function around a call, or the file.
fn around_node(call: Node<'_>) -> Option<Node<'_>> {
    call.ancestors().find(|node| is_function(node.kind()))
}

fn is_function(kind: &str) -> bool {
    (kind.contains("function") && !kind.contains("call") && !kind.contains("type"))
        || kind.contains("method_d")
        || kind == "arrow_function"
        || kind == "lambda"
        || kind == "closure_expression"
        || kind == "func_literal"
        || kind == "constructor_declaration"
}

fn around(file: &SourceFile, call: Node<'_>, concept: &str) -> Signs {
    let node = around_node(call).unwrap_or(call);
    body::signs_in_lines(file, node.line(), node.end_line(), concept)
}

/// Caught around the call, chained to it, passed on, or looked at right after it.
fn handled(file: &SourceFile, call: Node<'_>) -> Site {
    let mut inner = call;
    for node in call.ancestors() {
        if is_function(node.kind()) && node.kind() != "lambda" {
            break;
        }
        let kind = node.kind();
        // In the body of a `try`; what stands in its handler is not caught by it.
        if kind.starts_with("try")
            && !inner.kind().contains("catch")
            && !inner.kind().contains("except")
            && !inner.kind().contains("finally")
            && !inner.kind().contains("rescue")
        {
            return Site::With;
        }
        if matches!(kind, "begin" | "body_statement")
            && node.named_children().iter().any(|child| child.kind() == "rescue")
            && inner.kind() != "rescue"
        {
            return Site::With;
        }
        if is_call(node) && callee(node).is_some_and(|callee| callee.bytes().contains(&call.bytes().start)) {
            let chained = callee(node).map(Node::text).unwrap_or_default();
            let tail = chained.rsplit(['.', ':']).next().unwrap_or_default();
            if [
                "catch",
                "map_err",
                "unwrap_or",
                "unwrap_or_else",
                "unwrap_or_default",
                "or_else",
                "ok_or",
                "ok",
                "is_err",
                "is_ok",
            ]
            .contains(&tail)
            {
                return Site::With;
            }
            if tail == "then" && node.field("arguments").is_some_and(|arguments| arguments.named_children().len() > 1) {
                return Site::With;
            }
        }
        if matches!(kind, "match_expression" | "if_let_expression" | "let_condition") || kind == "if_expression" {
            return Site::Perhaps;
        }
        inner = node;
    }
    after(file, call)
}

/// Go and its like: the error is taken and looked at; shells: `||`.
fn after(file: &SourceFile, call: Node<'_>) -> Site {
    let line = call.line();
    let head = file.line(line).unwrap_or_default();
    let takes = ["err", "error", "e", "ret", "rc", "status", "ok", "res", "result"];
    let before: Vec<&str> = head
        .split('=')
        .next()
        .unwrap_or_default()
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
    let taken = head.contains('=')
        && before.iter().any(|word| takes.contains(word) || word.ends_with("Err") || word.ends_with("err"));
    let tokens = file.tokens_between(line, call.end_line() + 3);
    let checked = matches!(body::handled_errors(file, tokens), Signs::Strong(_));
    match (taken, checked, head.contains("||") || head.contains("&&")) {
        (true, true, _) => Site::With,
        (_, _, true) => Site::Perhaps,
        (false, true, _) if head.trim_start().starts_with("if") => Site::With,
        (true, false, _) => Site::Perhaps,
        // Handed to the caller: somebody else may handle it.
        _ if head.trim_start().starts_with("return") => Site::Perhaps,
        _ => outer(file, call),
    }
}

/// A caller that catches everything is somewhere else; a handler in the same function makes one doubt.
fn outer(file: &SourceFile, call: Node<'_>) -> Site {
    let Some(function) = around_node(call) else { return Site::Without };
    let _ = file;
    let outside = function.ancestors().any(|node| node.kind().starts_with("try"));
    if outside { Site::Perhaps } else { Site::Without }
}

fn awaited(call: Node<'_>) -> Site {
    let mut at = call;
    for node in call.ancestors().take(6) {
        if node.kind().contains("await") {
            return Site::With;
        }
        // Chained calls and parentheses are still this value.
        let carries =
            matches!(node.kind(), "parenthesized_expression" | "member_expression" | "attribute" | "field_expression")
                || is_call(node) && callee(node).is_some_and(|callee| callee.bytes().contains(&at.bytes().start));
        if !carries {
            let collected = node.kind().contains("argument")
                || node.kind().contains("return")
                || node.kind().contains("list")
                || node.kind().contains("array");
            return if collected { Site::Perhaps } else { Site::Without };
        }
        at = node;
    }
    Site::Perhaps
}

/// Whether an argument is called so, or speaks of it.
fn argument(file: &SourceFile, call: Node<'_>, wanted: &str) -> Site {
    let Some(arguments) = call
        .field("arguments")
        .or_else(|| call.named_children().into_iter().find(|child| child.kind().contains("argument")))
    else {
        return Site::Perhaps;
    };
    let range = arguments.bytes();
    let wanted = wanted.to_lowercase();
    let tokens =
        file.tokens().iter().filter(|token| range.contains(&(token.start as usize)) && !token.zone.is_remark());
    let mut open = false;
    for token in tokens {
        let text = file.token_text(token).to_lowercase();
        if text == wanted || text.contains(&wanted) && wanted.len() > 4 {
            return Site::With;
        }
        // Options that were put together elsewhere may hold it.
        open |= ["opts", "options", "kwargs", "config", "args", "settings", "params", "props", "init", "cfg"]
            .contains(&text.as_str());
    }
    let text = arguments.text();
    open |= text.contains("**") || text.contains("...");
    if open { Site::Perhaps } else { Site::Without }
}
