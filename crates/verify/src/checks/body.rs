//! Signs in code that something is done: handled, logged, locked, checked.
//!
//! Strong signs leave no doubt; weak ones are enough to keep quiet. Comments and strings are no signs.

use crate::lexer::{Kind, Token, Zone};
use crate::source::SourceFile;
use crate::subject::Subject;
use tribunal_syntax::tree::Node;
use tribunal_text::identifiers::parts;

/// What was seen, and on which line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signs {
    /// It is done.
    Strong(u32),
    /// It may be done.
    Weak(u32),
    /// Nothing speaks for it.
    None,
}

impl Signs {
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Strong(_), _) | (_, Self::None) => self,
            (_, Self::Strong(_)) | (Self::None, _) => other,
            _ => self,
        }
    }
}

/// Beginnings of the parts of names: strong where they are called, weak anywhere.
struct Stems {
    concept: &'static str,
    strong: &'static [&'static str],
    weak: &'static [&'static str],
}

const STEMS: &[Stems] = &[
    Stems {
        concept: "validation",
        strong: &["valid", "validat", "sanitiz", "sanitis"],
        weak: &[
            "check", "ensure", "verif", "require", "assert", "invalid", "guard", "clean", "pars", "schema", "confirm",
            "must", "expect", "is",
        ],
    },
    Stems {
        concept: "error handling",
        strong: &[],
        weak: &[
            "err",
            "error",
            "exception",
            "catch",
            "rescue",
            "recover",
            "fail",
            "suppress",
            "unwrap",
            "expect",
            "try",
            "panic",
            "abort",
            "result",
            "handle",
            "warn",
        ],
    },
    Stems {
        concept: "logging",
        strong: &["log", "logger", "logging", "logf", "logs"],
        weak: &[
            "print", "println", "printf", "console", "trace", "debug", "info", "warn", "warning", "record", "audit",
            "emit", "report", "write", "message", "stderr", "stdout", "error", "tracing", "eprintln", "log",
        ],
    },
    Stems {
        concept: "locking",
        strong: &["lock", "rlock", "mutex", "acquire", "synchroniz", "semaphore", "unlock"],
        weak: &["atomic", "guard", "sync", "transaction", "exclusive", "lock", "once"],
    },
    Stems {
        concept: "closing",
        strong: &["close", "dispose", "destroy", "closing"],
        weak: &[
            "with",
            "using",
            "defer",
            "finally",
            "cleanup",
            "clean",
            "release",
            "shutdown",
            "stop",
            "free",
            "drop",
            "end",
            "exit",
            "close",
            "closing",
            "context",
            "teardown",
            "quit",
            "terminate",
            "unsubscribe",
        ],
    },
    Stems {
        concept: "awaiting",
        strong: &["await"],
        weak: &["async", "promise", "future", "then", "block", "join", "wait", "gather", "run"],
    },
    Stems {
        concept: "null check",
        strong: &[],
        weak: &[
            "null",
            "none",
            "nil",
            "undefined",
            "empty",
            "is",
            "not",
            "exists",
            "some",
            "ok",
            "optional",
            "default",
            "unwrap",
            "has",
        ],
    },
    Stems {
        concept: "bounds check",
        strong: &["bound", "clamp"],
        weak: &["len", "length", "size", "count", "min", "max", "range", "get", "limit", "index", "slice"],
    },
    Stems {
        concept: "timeout",
        strong: &["timeout", "deadline"],
        weak: &["time", "wait", "cancel", "abort", "expire", "signal", "delay"],
    },
    Stems {
        concept: "authorization",
        strong: &["auth", "authoriz", "authentic", "permission", "permit", "authorize"],
        weak: &[
            "login",
            "user",
            "role",
            "token",
            "access",
            "allow",
            "deny",
            "admin",
            "credential",
            "session",
            "can",
            "check",
            "acl",
            "policy",
        ],
    },
    Stems {
        concept: "escaping",
        strong: &["escape", "escap", "sanitiz", "sanitis", "quote"],
        weak: &["encode", "clean", "strip", "replace", "html", "safe", "mark", "param", "bind", "format"],
    },
    Stems {
        concept: "retry",
        strong: &["retry", "retries", "retri", "backoff"],
        weak: &["attempt", "again", "repeat", "tries", "loop", "while", "for"],
    },
    Stems { concept: "sql interpolation", strong: &[], weak: &[] },
];

/// Signs in a definition.
pub fn signs_in(subject: &Subject, concept: &str) -> Signs {
    let Some(node) = subject.node() else { return Signs::Weak(subject.lines().0) };
    let range = node.bytes();
    let tokens = between(&subject.file, range.start, range.end);
    // What a decorator does belongs to the function.
    let by_names = names(&subject.file, tokens, concept);
    by_names.or(shape(node, &subject.file, tokens, concept))
}

/// Signs on some lines.
pub fn signs_in_lines(file: &SourceFile, first: u32, last: u32, concept: &str) -> Signs {
    let tokens = file.tokens_between(first, last);
    let line = Signs::Weak(first);
    let by_names = names(file, tokens, concept);
    let by_text = match concept {
        "bounds check" => bounds(file, tokens),
        "null check" => nulls(file, tokens),
        "error handling" => handled_errors(file, tokens),
        "sql interpolation" => sql(file, first, last),
        _ => Signs::None,
    };
    match by_names.or(by_text) {
        Signs::None if file.language().is_none() => line,
        signs => signs,
    }
}

fn between(file: &SourceFile, start: usize, end: usize) -> &[Token] {
    let tokens = file.tokens();
    let from = tokens.partition_point(|token| (token.start as usize) < start);
    let to = tokens.partition_point(|token| (token.start as usize) < end);
    &tokens[from..to.max(from)]
}

/// Names that speak for a concept, in code.
fn names(file: &SourceFile, tokens: &[Token], concept: &str) -> Signs {
    let Some(stems) = STEMS.iter().find(|stems| stems.concept == concept) else { return Signs::None };
    let mut found = Signs::None;
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Word || token.zone != Zone::Code {
            continue;
        }
        let text = file.token_text(token);
        // The name of the function itself is a name, not a deed.
        let defines = at.checked_sub(1).is_some_and(|before| {
            matches!(file.token_text(&tokens[before]), "def" | "fn" | "func" | "function" | "class")
        });
        if defines {
            continue;
        }
        let called = tokens.get(at + 1).is_some_and(|next| matches!(file.token_text(next), "(" | "!"));
        let received = tokens.get(at + 1).is_some_and(|next| matches!(file.token_text(next), "." | ":"));
        let line = file.line_of(token.start as usize);
        for part in parts(text) {
            let part = part.to_lowercase();
            let begins = |stems: &[&str]| {
                stems.iter().any(|stem| {
                    if stem.len() <= 5 { part == *stem || part == format!("{stem}s") } else { part.starts_with(stem) }
                })
            };
            if begins(stems.strong) {
                let strong = called
                    || received && concept == "logging"
                    || text == "await"
                    || concept == "locking"
                    || concept == "timeout"
                    || concept == "authorization";
                found = found.or(if strong { Signs::Strong(line) } else { Signs::Weak(line) });
            } else if begins(stems.weak) {
                found = found.or(Signs::Weak(line));
            }
        }
    }
    found
}

/// Shapes of the tree that speak for a concept.
fn shape(node: Node<'_>, file: &SourceFile, tokens: &[Token], concept: &str) -> Signs {
    match concept {
        "error handling" => tries(node).or(handled_errors(file, tokens)),
        "null check" => nulls(file, tokens),
        "bounds check" => bounds(file, tokens),
        "validation" => guards(node),
        "closing" => scoped(node),
        "retry" => Signs::None,
        _ => Signs::None,
    }
}

/// Whether a node catches what its body throws, or passes it on.
pub fn catches(kind: &str) -> bool {
    kind.starts_with("try") || kind.contains("catch") || kind.contains("except_clause") || kind.contains("rescue")
}

fn tries(node: Node<'_>) -> Signs {
    let found = node.descendants().find(|node| node.is_named() && catches(node.kind()));
    found.map_or(Signs::None, |node| Signs::Strong(node.line()))
}

/// Texts of tokens in code, with their places.
fn code<'f>(file: &'f SourceFile, tokens: &'f [Token]) -> Vec<(&'f str, u32)> {
    let code = tokens.iter().filter(|token| token.zone == Zone::Code);
    code.map(|token| (file.token_text(token), token.start)).collect()
}

/// `if err != nil`, `.catch(`, `match … Err`, `map_err`.
pub fn handled_errors(file: &SourceFile, tokens: &[Token]) -> Signs {
    let code = code(file, tokens);
    let line = |at: u32| Signs::Strong(file.line_of(at as usize));
    for (ix, (text, at)) in code.iter().enumerate() {
        let next = |offset: usize| code.get(ix + offset).map_or("", |(text, _)| *text);
        let error = text.to_lowercase().ends_with("err") || *text == "error" || *text == "e";
        let handled = match *text {
            "catch" | "Catch" => next(1) == "(" || next(1) == "{",
            "Err" | "map_err" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default" | "ok_or" | "or_else"
            | "is_err" | "pcall" | "xpcall" | "trap" => true,
            "if" => code[ix..]
                .iter()
                .skip(1)
                .take(12)
                .any(|(text, _)| text.to_lowercase().ends_with("err") || *text == "error" || *text == "errno"),
            _ => error && next(1) == "!" && next(2) == "=" || error && next(1) == "=" && next(2) == "=",
        };
        if handled {
            return line(*at);
        }
    }
    Signs::None
}

fn nulls(file: &SourceFile, tokens: &[Token]) -> Signs {
    let code = code(file, tokens);
    for (ix, (text, at)) in code.iter().enumerate() {
        if !["None", "null", "nil", "undefined", "nullptr", "NULL"].contains(text) {
            continue;
        }
        let before: Vec<&str> = code[ix.saturating_sub(3)..ix].iter().map(|(text, _)| *text).collect();
        let compared = matches!(before.as_slice(), [.., "is"] | [.., "is", "not"] | [.., "=" | "!", "="]);
        let line = file.line_of(*at as usize);
        if compared {
            return Signs::Strong(line);
        }
    }
    let soft = code.windows(2).find(|pair| {
        pair[0].0 == "?" && matches!(pair[1].0, "." | "?") || pair[0].0 == "if" && matches!(pair[1].0, "not" | "!")
    });
    soft.map_or(Signs::None, |pair| Signs::Weak(file.line_of(pair[0].1 as usize)))
}

/// A comparison with a length.
fn bounds(file: &SourceFile, tokens: &[Token]) -> Signs {
    let code = code(file, tokens);
    let mut found = Signs::None;
    for (ix, (text, at)) in code.iter().enumerate() {
        if !["<", ">"].contains(text) {
            continue;
        }
        let line = file.line_of(*at as usize);
        let near = &code[ix.saturating_sub(6)..(ix + 8).min(code.len())];
        let sized =
            near.iter().any(|(text, _)| ["len", "length", "size", "count", "Length", "Count", "cap"].contains(text));
        found = found.or(if sized { Signs::Strong(line) } else { Signs::Weak(line) });
    }
    found
}

/// `if …: raise`, `if (…) throw`, `if … { return Err(…) }`: a guard.
fn guards(node: Node<'_>) -> Signs {
    let mut found = Signs::None;
    for inner in node.descendants().filter(|inner| inner.is_named()) {
        let kind = inner.kind();
        if kind.contains("assert") {
            found = found.or(Signs::Strong(inner.line()));
        }
        if !kind.starts_with("if") {
            continue;
        }
        let throws = inner
            .descendants()
            .any(|inner| matches!(inner.kind(), "raise_statement" | "throw_statement" | "throw_expression"));
        found = found.or(if throws { Signs::Strong(inner.line()) } else { Signs::Weak(inner.line()) });
    }
    found
}

/// `with`, `using`, `defer`: closed at the end of a scope.
fn scoped(node: Node<'_>) -> Signs {
    let closes = |node: &Node<'_>| {
        matches!(node.kind(), "with_statement" | "using_statement" | "defer_statement" | "try_with_resources_statement")
    };
    node.descendants().find(closes).map_or(Signs::None, |node| Signs::Strong(node.line()))
}

/// A query put together from pieces.
fn sql(file: &SourceFile, first: u32, last: u32) -> Signs {
    let text = file.excerpt(first, last);
    let upper = text.to_uppercase();
    let query = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WHERE "].iter().any(|word| upper.contains(word));
    let joined = text.contains('{')
        || text.contains('%')
        || text.contains('+')
        || text.contains('$')
        || text.contains(".format(");
    match (query, joined) {
        (true, true) => Signs::Strong(first),
        (false, false) => Signs::None,
        _ => Signs::Weak(first),
    }
}
