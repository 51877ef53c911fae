//! Facts as text, one line each, so that a test shows what a reader wants to know and nothing else.

use std::fmt::Write;
use tribunal_domain::RepoPath;
use tribunal_domain::facts::{BindingKind, ExportSource, Expr, ExprIx, FileFacts, ScopeIx, Symbol, SymbolFlags, Text};
use tribunal_syntax::Limits;

/// Extracts `source` as the file `path` and renders the wanted parts: any of `symbols`, `bindings`, `references`,
/// `imports`, `exports`, `docs`, `comments`, `mentions`, `problems`, `measures`, separated by spaces.
pub fn facts(path: &str, source: &str, parts: &str) -> String {
    let path = RepoPath::new(path).expect("valid path");
    let facts = tribunal_syntax::extract(&path, source.as_bytes(), Limits::default()).expect("known language");
    check_indexes(&facts);
    parts.split_whitespace().map(|part| render(&facts, part)).collect()
}

/// Every index points at something, parents stand before children.
pub fn check_indexes(facts: &FileFacts) {
    for (at, symbol) in facts.symbols.iter().enumerate() {
        assert!(symbol.parent.is_none_or(|parent| parent.ix() < at), "parent after child");
        assert!(symbol.scope.ix() < facts.scopes.len());
    }
    for (at, scope) in facts.scopes.iter().enumerate() {
        assert!(scope.parent.is_none_or(|parent| parent.ix() < at), "scope parent after child");
    }
    let sorted = facts.references.windows(2).all(|pair| pair[0].at <= pair[1].at);
    assert!(sorted, "references stand in source order");
}

fn render(facts: &FileFacts, part: &str) -> String {
    let mut out = String::new();
    match part {
        "symbols" => facts.symbols.iter().for_each(|symbol| symbol_line(facts, symbol, &mut out)),
        "measures" => facts.symbols.iter().filter(|s| s.measures.is_some()).for_each(|symbol| {
            let m = symbol.measures.expect("filtered");
            let name = facts.text(symbol.name);
            let _ = writeln!(
                out,
                "measure {name} cyclomatic {} nesting {} parameters {} statements {} lines {}",
                m.cyclomatic, m.nesting, m.parameters, m.statements, m.lines
            );
        }),
        "bindings" => facts.bindings.iter().for_each(|binding| {
            let kind = match binding.kind {
                BindingKind::Symbol(symbol) => format!("symbol {}", facts.qualified_name(symbol)),
                BindingKind::Import { import, name } => {
                    format!("import {} #{name}", facts.text(facts.imports[import.ix()].specifier))
                }
                other => format!("{other:?}").to_lowercase(),
            };
            let _ = write!(out, "bind {} in {} = {kind}", facts.text(binding.name), scope(facts, binding.scope));
            let _ = binding.ty.map(|ty| write!(out, " : {}", expr(facts, ty)));
            let _ = binding.value.map(|value| write!(out, " := {}", expr(facts, value)));
            out.push('\n');
        }),
        "references" => facts.references.iter().for_each(|reference| {
            let name = facts.text(reference.name);
            let at = reference.position;
            let _ = write!(out, "use {}:{} {} ", at.line, at.column, reference.role.name());
            let _ = reference.receiver.map(|receiver| write!(out, "({}).", expr(facts, receiver)));
            let _ = writeln!(out, "{name} in {}", scope(facts, reference.scope));
        }),
        "imports" => facts.imports.iter().for_each(|import| {
            let _ = write!(out, "import {} {}", import.kind.name(), facts.text(import.specifier));
            for name in &import.names {
                let of = |text: Option<Text>| text.map_or("-", |text| facts.text(text)).to_owned();
                let type_only = if name.type_only { " type" } else { "" };
                let _ = write!(out, " [{} as {}{type_only}]", of(name.name), of(name.local));
            }
            let flags = [(import.star, "star"), (import.type_only, "type-only"), (import.reexport, "reexport")];
            flags.iter().filter(|flag| flag.0).for_each(|flag| out.push_str(&format!(" {}", flag.1)));
            let _ = writeln!(out, " in {}", scope(facts, import.scope));
        }),
        "exports" => facts.exports.iter().for_each(|export| {
            let source = match export.source {
                ExportSource::Local(name) => format!("local {}", facts.text(name)),
                ExportSource::Import { import, name } => {
                    format!("import {} #{name}", facts.text(facts.imports[import.ix()].specifier))
                }
                ExportSource::Value(value) => format!("value {}", expr(facts, value)),
            };
            let _ = writeln!(out, "export {} = {source}", export.name.map_or("*", |name| facts.text(name)));
        }),
        "docs" => facts.docs.iter().for_each(|doc| {
            let symbol = doc.symbol.map_or_else(|| "file".to_owned(), |symbol| facts.qualified_name(symbol));
            let _ = write!(out, "doc {symbol} {} {:?}", doc.format.name(), facts.text(doc.text));
            for field in &doc.fields {
                let name = field.name.map_or("", |name| facts.text(name));
                let _ = write!(out, " [{} {name}: {}]", facts.text(field.tag), facts.text(field.text));
            }
            out.push('\n');
        }),
        "comments" => facts.comments.iter().for_each(|comment| {
            let symbol = comment.symbol.map_or_else(|| "file".to_owned(), |symbol| facts.qualified_name(symbol));
            let _ = writeln!(
                out,
                "comment {} {} in {symbol}: {}",
                comment.line,
                comment.kind.name(),
                facts.text(comment.text)
            );
        }),
        "mentions" => facts.mentions.iter().for_each(|mention| {
            let access = if mention.access { " access" } else { "" };
            let _ = writeln!(out, "mention {} {}{access}", mention.line, facts.text(mention.name));
        }),
        "problems" => facts.problems.iter().for_each(|problem| {
            let line = problem.line.map_or(String::new(), |line| format!(" {line}"));
            let _ = writeln!(out, "problem {}{line}: {}", problem.kind.name(), facts.text(problem.message));
        }),
        other => panic!("no part is called {other}"),
    }
    out
}

fn symbol_line(facts: &FileFacts, symbol: &Symbol, out: &mut String) {
    let ix = facts.symbols.iter().position(|other| std::ptr::eq(other, symbol)).expect("it is one of them");
    let name = facts.qualified_name(tribunal_domain::facts::SymbolIx(ix as u32));
    let (start, end) = (symbol.span.start.line, symbol.span.end.line);
    let _ = write!(out, "{} {name} {start}-{end} {}", symbol.kind.name(), symbol.visibility.name());
    let names = [
        (SymbolFlags::EXPORTED, "exported"),
        (SymbolFlags::STATIC, "static"),
        (SymbolFlags::ASYNC, "async"),
        (SymbolFlags::ABSTRACT, "abstract"),
        (SymbolFlags::TEST, "test"),
        (SymbolFlags::ACCESSOR, "accessor"),
        (SymbolFlags::OVERRIDE, "override"),
        (SymbolFlags::GENERATOR, "generator"),
        (SymbolFlags::AMBIENT, "ambient"),
        (SymbolFlags::CONSTRUCTOR, "constructor"),
        (SymbolFlags::IMPLICIT, "implicit"),
        (SymbolFlags::FOREIGN, "foreign"),
        (SymbolFlags::DEFAULT, "default"),
    ];
    names.iter().filter(|(flag, _)| symbol.flags.has(*flag)).for_each(|(_, name)| out.push_str(&format!(" {name}")));
    let list = |exprs: &[ExprIx]| exprs.iter().map(|&e| expr(facts, e)).collect::<Vec<_>>().join(", ");
    for attribute in &symbol.attributes {
        let _ = write!(out, " @{}", facts.text(*attribute));
    }
    let _ = symbol.impl_of.map(|of| write!(out, " impl {}", expr(facts, of)));
    if !symbol.bases.is_empty() {
        let _ = write!(out, " bases {}", list(&symbol.bases));
    }
    if !symbol.params.is_empty() {
        let params = symbol.params.iter().map(|param| {
            let ty = param.ty.map_or(String::new(), |ty| format!(": {}", expr(facts, ty)));
            let kind = if param.optional { "?" } else { "" };
            format!("{}{kind}{ty}", facts.text(param.name))
        });
        let _ = write!(out, " ({})", params.collect::<Vec<_>>().join(", "));
    }
    let _ = symbol.ty.map(|ty| write!(out, " : {}", expr(facts, ty)));
    let _ = symbol.value.map(|value| write!(out, " := {}", expr(facts, value)));
    if !symbol.returns.is_empty() {
        let _ = write!(out, " returns {}", list(&symbol.returns));
    }
    out.push('\n');
}

/// A scope as its owner's name and its kinds inwards.
fn scope(facts: &FileFacts, at: ScopeIx) -> String {
    let scope = &facts.scopes[at.ix()];
    if let Some(owner) = scope.owner {
        return format!("{}:{:?}", facts.qualified_name(owner), scope.kind).to_lowercase();
    }
    match scope.parent {
        Some(parent) => format!("{}/{:?}", self::scope(facts, parent), scope.kind).to_lowercase(),
        None => "file".to_owned(),
    }
}

/// An expression, readable.
pub fn expr(facts: &FileFacts, at: ExprIx) -> String {
    let of = |ix: ExprIx| expr(facts, ix);
    let list = |exprs: &[ExprIx]| exprs.iter().map(|&e| of(e)).collect::<Vec<_>>().join(", ");
    match &facts.exprs[at.ix()] {
        Expr::Unknown => "?".to_owned(),
        Expr::Name { name, .. } => facts.text(*name).to_owned(),
        Expr::Member { base, name } => format!("{}.{}", of(*base), facts.text(*name)),
        Expr::Call { callee } => format!("{}()", of(*callee)),
        Expr::Instance { of: ty } => format!("<{}>", of(*ty)),
        Expr::This { .. } => "this".to_owned(),
        Expr::Class { .. } => "Self".to_owned(),
        Expr::Super { .. } => "super".to_owned(),
        Expr::Generic { base, args } => format!("{}[{}]", of(*base), list(args)),
        Expr::Union(parts) => format!("({})", parts.iter().map(|&e| of(e)).collect::<Vec<_>>().join(" | ")),
        Expr::Tuple(parts) => format!("({})", list(parts)),
        Expr::Part { of: tuple, index } => format!("{}#{index}", of(*tuple)),
        Expr::Element { of: collection } => format!("{}[*]", of(*collection)),
        Expr::Await { of: awaited } => format!("await {}", of(*awaited)),
        Expr::Unwrap { of: wrapped } => format!("{}?", of(*wrapped)),
        Expr::Enter { of: manager } => format!("with {}", of(*manager)),
        Expr::TypeOf { of: value } => format!("typeof {}", of(*value)),
        Expr::Literal(kind) => format!("{kind:?}").to_lowercase(),
        Expr::Symbol(symbol) => format!("symbol {}", facts.qualified_name(*symbol)),
        Expr::Lambda { returns } => format!("lambda -> {}", list(returns)),
    }
}
