//! `stale-parameter-doc` and `missing-parameter-doc`: documented parameters against those of the signature.

use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::rule::Rule;
use crate::subject::{about, is_function};
use crate::utility::is_script;
use rustc_hash::FxHashSet;
use tribunal_domain::Language;
use tribunal_domain::facts::{Binding, BindingKind, Doc, Param, ParamKind, Symbol, SymbolFlags, SymbolIx, Text};
use tribunal_domain::finding::{Axis, Category, ClaimKind, Expected, RuleVerdict, Severity};

pub(crate) const STALE: Rule = Rule {
    name: "stale-parameter-doc",
    axis: Axis::Documentation,
    verdict: RuleVerdict::Partial,
    severity: Severity::Low,
    category: Category::Doc,
    confidence: 88,
    languages: &[],
    summary: "The documentation describes a parameter that the function does not have.",
    doc: "It was renamed or removed, and the documentation was left behind.\n\n\
          ```python\ndef resize(image, scale):\n    \"\"\"Resize an image.\n\n    :param image: the image\n    \
          :param factor: how much larger      # found: there is no `factor`\n    \"\"\"\n```\n\n\
          Left alone: functions that take any keyword, parameters that are taken apart in the signature, and parts \
          of a parameter (`options.depth`).",
};

pub(crate) const MISSING: Rule = Rule {
    name: "missing-parameter-doc",
    axis: Axis::Documentation,
    verdict: RuleVerdict::Partial,
    severity: Severity::Nit,
    category: Category::Doc,
    confidence: 80,
    languages: &[],
    summary: "The documentation describes most parameters of the function and leaves one out.",
    doc: "Whoever reads the list takes it for complete.\n\n\
          ```java\n/**\n * @param from the first\n * @param to the last\n */\n\
          List<Row> rows(int from, int to, boolean strict) { … }   // found: `strict` is left out\n```\n\n\
          Left alone: documentation that describes one parameter, or fewer than half of them, which picks what is worth \
          saying; parameters that start with an underscore; the rest of the arguments (`*args`, `...rest`).",
};

/// What is found over the whole of the code.
pub(super) fn judge(code: &Code) -> Vec<Draft> {
    let files = code.files.iter().filter(|file| file.kind.is_own());
    let mut drafts: Vec<Draft> =
        files.flat_map(|file| file.facts.docs.iter().flat_map(move |doc| check(file, doc))).collect();
    let fields = Fields::of(code, &drafts);
    drafts.retain(|draft| draft.rule != STALE.name || !fields.have(draft));
    drafts
}

/// Members of classes that have the name of something a documentation describes: whoever is handed an object may describe
/// what is in it.
#[derive(Default)]
struct Fields {
    named: FxHashSet<(String, String)>,
}

impl Fields {
    fn of(code: &Code, drafts: &[Draft]) -> Self {
        let wanted: FxHashSet<&str> = drafts.iter().filter_map(stale_name).collect();
        let mut named = FxHashSet::default();
        if wanted.is_empty() {
            return Self::default();
        }
        for facts in code.files.iter().map(|file| &file.facts) {
            for symbol in facts.symbols.iter().filter(|it| wanted.contains(facts.text(it.name))) {
                let Some(class) = symbol.parent else { continue };
                named.insert((facts.text(facts.symbol(class).name).to_owned(), facts.text(symbol.name).to_owned()));
            }
        }
        Self { named }
    }

    /// Whether a class that the signature names has such a member.
    fn have(&self, draft: &Draft) -> bool {
        let Some(name) = stale_name(draft) else { return false };
        let signature = draft.evidence.first().map(|it| it.quote.as_str()).unwrap_or_default();
        let words = signature.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.into_iter().any(|word| self.named.contains(&(word.to_owned(), name.to_owned())))
    }
}

/// The name that a draft says is stale.
fn stale_name(draft: &Draft) -> Option<&str> {
    draft.anchor.rsplit(' ').next().filter(|_| draft.rule == STALE.name)
}

/// Lines between a documentation and what it is about, annotations and remarks included.
const FAR: u32 = 20;

fn check(file: &CodeFile, doc: &Doc) -> Vec<Draft> {
    let Some(ix) = doc.symbol else { return Vec::new() };
    // What was written about code that is commented out since is not about the next.
    if file.facts.symbol(ix).span.start.line > doc.span.end.line + FAR {
        return Vec::new();
    }
    let Some((function, params)) = described(file, ix) else { return Vec::new() };
    let documented = documented(file, doc);
    if documented.is_empty() || speaks_of_another(file.facts.text(doc.text)) || !is_certain(file, function) {
        return Vec::new();
    }
    let names: Vec<&str> = params.iter().map(|param| bare(file.facts.text(param.name))).collect();
    let mut drafts: Vec<Draft> = documented
        .iter()
        .filter(|name| !names.contains(name) && is_identifier(name) && !is_receiver(name) && !TYPES.contains(name))
        .filter(|name| !HEADINGS.contains(&name.to_lowercase().as_str()))
        .filter(|name| {
            !is_in_signature(file, function, name)
                && !is_key(file, function, name)
                && !is_type_first(file, doc, name, &names)
        })
        .map(|name| stale(file, ix, doc, name))
        .collect();
    // With a stale name, what is left out may be what was renamed: one finding is enough.
    if drafts.is_empty()
        && documented.len() > 1
        && names.iter().filter(|name| documented.contains(name)).count() * 2 > names.len()
        && !file.facts.symbol(function).flags.has(SymbolFlags::OVERRIDE)
        && !is_selective(file.facts.text(doc.text))
        && says_something(file, doc)
        && !is_on_its_way_out(file, ix, doc)
    {
        // Each of several overloads describes its own.
        let own: Vec<&Param> = file.facts.symbol(function).params.iter().collect();
        let mut names = left_out(file, function, &own, &documented);
        let text = file.facts.text(doc.text);
        let all = names.len();
        names.retain(|name| !text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == *name));
        // Where one of them is described in other words, others may be as well.
        let described = documented.iter().any(|name| own.iter().any(|it| bare(file.facts.text(it.name)) == *name));
        drafts.extend((!names.is_empty() && names.len() == all && described).then(|| missing(file, ix, &names)));
    }
    drafts
}

/// Words that head a part of the text, also where they stand too far to the right.
const HEADINGS: &[&str] = &[
    "args",
    "arguments",
    "example",
    "examples",
    "note",
    "notes",
    "raises",
    "return",
    "returns",
    "see",
    "todo",
    "usage",
    "warning",
    "yields",
];

/// Words that stand for a type where somebody writes it beside the name, without its brackets.
const TYPES: &[&str] = &[
    "any", "array", "Array", "bool", "boolean", "Boolean", "bytes", "callable", "char", "dict", "double", "float",
    "function", "Function", "int", "integer", "list", "long", "number", "Number", "object", "Object", "set", "str",
    "string", "String", "tuple", "void", "none", "None", "nothing",
];

/// Whether the head of the function has the word after all: as what it takes apart, or in place of a receiver.
fn is_in_signature(file: &CodeFile, ix: SymbolIx, name: &str) -> bool {
    let symbol = file.facts.symbol(ix);
    let signature = file.facts.text(symbol.signature);
    // `folder => async (id, version) => …`: whoever calls it gives the parameters of both.
    let here = symbol.name_at.line..=symbol.name_at.line + 1;
    let next = |it: &Binding| it.kind == BindingKind::Parameter && here.contains(&it.position.line);
    signature.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
        || file.facts.bindings.iter().any(|it| next(it) && file.facts.text(it.name) == name)
}

/// Whether the function asks what it is given for the name: `order.get("total")` beside `@param total`.
fn is_key(file: &CodeFile, ix: SymbolIx, name: &str) -> bool {
    let span = file.facts.symbol(ix).span;
    let inside = |line: u32| span.start.line <= line && line <= span.end.line;
    file.facts.mentions.iter().any(|it| inside(it.line) && file.facts.text(it.name) == name)
}

/// `@param Order order the order`: the type stands where the name goes.
fn is_type_first(file: &CodeFile, doc: &Doc, name: &str, names: &[&str]) -> bool {
    let own = |text: Option<Text>| text.is_some_and(|text| bare(file.facts.text(text)) == name);
    let said = doc.fields.iter().filter(|field| own(field.name)).map(|field| file.facts.text(field.text));
    let first =
        |text: &str| text.split_whitespace().next().map(|word| bare(word.trim_end_matches([':', ','])).to_owned());
    said.filter_map(first).any(|word| names.contains(&word.as_str()))
}

fn stale(file: &CodeFile, ix: SymbolIx, doc: &Doc, name: &str) -> Draft {
    let function = file.facts.qualified_name(ix);
    let message = format!("the documentation of `{function}` describes `{name}`, which is not one of its parameters");
    let mut draft = about(&STALE, file, ix, message);
    draft.shows(doc.span, &line_with(file.facts.text(doc.text), name), "what the documentation says");
    draft.anchor.push_str(&format!(" {name}"));
    let claim = draft.claims(ClaimKind::TypeOrSignature);
    name.clone_into(&mut claim.pattern);
    claim.expected = Some(Expected::Missing);
    draft
}

fn missing(file: &CodeFile, ix: SymbolIx, names: &[&str]) -> Draft {
    let function = file.facts.qualified_name(ix);
    let list = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let message = format!("the documentation of `{function}` describes its other parameters and leaves out {list}");
    let mut draft = about(&MISSING, file, ix, message);
    draft.anchor.push_str(&format!(" {list}"));
    for name in names {
        let claim = draft.claims(ClaimKind::MissingDoc);
        (*name).clone_into(&mut claim.pattern);
        claim.expected = Some(Expected::Missing);
    }
    draft
}

/// Nobody documents anew what is deprecated.
fn is_on_its_way_out(file: &CodeFile, ix: SymbolIx, doc: &Doc) -> bool {
    let marks = |&text: &Text| file.facts.text(text).to_lowercase().contains("deprecat");
    file.facts.text(doc.text).to_lowercase().contains("deprecat") || file.facts.symbol(ix).attributes.iter().any(marks)
}

/// Whether most of the parameters that are listed are described; a list of bare names misses nothing.
fn says_something(file: &CodeFile, doc: &Doc) -> bool {
    let params = || doc.fields.iter().filter(|field| file.facts.text(field.tag) == "param");
    let told = params().filter(|field| !file.facts.text(field.text).trim().is_empty()).count();
    told * 2 > params().count()
}

/// A list that says itself that it is of some parameters only.
fn is_selective(text: &str) -> bool {
    text.to_ascii_lowercase().contains("keyword arg")
}

/// The function whose parameters a definition's documentation describes: itself, or a Python class's constructor.
fn described(file: &CodeFile, ix: SymbolIx) -> Option<(SymbolIx, Vec<&Param>)> {
    let facts = &file.facts;
    if is_function(facts.symbol(ix)) {
        return Some((ix, same_named(file, ix)));
    }
    if file.language() != Language::Python {
        return None;
    }
    let is_constructor = |at: usize| {
        let symbol = &facts.symbols[at];
        symbol.parent == Some(ix) && facts.text(symbol.name) == "__init__"
    };
    let constructor = SymbolIx((0..facts.symbols.len()).find(|&at| is_constructor(at))? as u32);
    // A class's documentation also describes its attributes: only names that are nowhere are stale.
    let attributes = facts.symbols.iter().any(|symbol| symbol.parent == Some(ix) && is_attribute(symbol));
    (!attributes).then(|| (constructor, facts.symbol(constructor).params.iter().collect()))
}

/// Something the class declares that is no function.
fn is_attribute(symbol: &Symbol) -> bool {
    symbol.measures.is_none() && !symbol.flags.has(SymbolFlags::IMPLICIT)
}

/// The parameters of a function and of its overloads.
fn same_named(file: &CodeFile, ix: SymbolIx) -> Vec<&Param> {
    let symbol = file.facts.symbol(ix);
    let overloads = file.facts.symbols.iter().filter(|other| {
        other.name == symbol.name && other.parent == symbol.parent && other.scope == symbol.scope && is_function(other)
    });
    match file.language() {
        Language::TypeScript | Language::Tsx | Language::Python => overloads.flat_map(|other| &other.params).collect(),
        _ => symbol.params.iter().collect(),
    }
}

fn documented<'f>(file: &'f CodeFile, doc: &Doc) -> Vec<&'f str> {
    let facts = &file.facts;
    let named = doc.fields.iter().filter(|field| facts.text(field.tag) == "param").filter_map(|field| field.name);
    named.map(|name| bare(facts.text(name))).collect()
}

/// The parameter itself: `options` of `options.depth` and of `options[]`, without the stars of `**options`.
fn bare(name: &str) -> &str {
    let name = name.trim_start_matches(['*', '&', '.', '$']).trim_matches('`');
    let name = name.split(['.', '[', '?', '=']).next().unwrap_or(name);
    // `_id` is the `id` that is not used any more.
    name.trim_matches('_')
}

/// Blocks that describe a type or a callback have parameters of their own.
fn speaks_of_another(text: &str) -> bool {
    ["@typedef", "@callback", "@overload", "@function", "@method", "@event", "@name", "@inheritdoc", "@inheritDoc"]
        .iter()
        .any(|tag| text.contains(tag))
}

/// Whether the signature says all: nothing taken apart, no further keywords, no wrapper that changes it.
fn is_certain(file: &CodeFile, ix: SymbolIx) -> bool {
    let symbol = file.facts.symbol(ix);
    let open = |param: &Param| {
        file.facts.text(param.name).is_empty()
            || param.kind == ParamKind::KeywordRest
            || (param.kind == ParamKind::Rest && file.language() != Language::Java)
    };
    // What a script takes from `arguments` has no name in its head.
    let named = || !file.references_in(Some(ix)).any(|(_, it, _)| file.facts.text(it.name) == "arguments");
    !symbol.params.iter().any(open)
        && (!is_script(file.language()) || named())
        && symbol.attributes.iter().all(|&text| !rewrites(file.facts.text(text)))
        && !symbol.flags.has(SymbolFlags::ACCESSOR)
}

/// Decorators that hand over or take away arguments.
fn rewrites(attribute: &str) -> bool {
    [
        "patch",
        "parametrize",
        "option",
        "argument",
        "inject",
        "wraps",
        "doc",
        "pass_",
        "given",
        "fixture",
        "contextmanager",
    ]
    .iter()
    .any(|word| attribute.contains(word))
}

/// `user: User = Depends(current_user)`: a framework hands it over, and no caller has to know.
fn is_injected(file: &CodeFile, function: SymbolIx, param: &Param) -> bool {
    let signature = file.facts.text(file.facts.symbol(function).signature);
    let name = file.facts.text(param.name);
    let rest = signature.split_once(&format!("{name}:")).or_else(|| signature.split_once(&format!("{name} =")));
    let own = rest.map(|(_, rest)| rest.split(", ").next().unwrap_or(rest)).unwrap_or_default();
    // A route is handed its request, whether it looks at it or not.
    let routed = name == "request" && !file.facts.symbol(function).attributes.is_empty();
    // `@Context SecurityContext security`: what Java's frameworks put in.
    let marks = ["@Context", "@Auth", "@Suspended", "@Inject", "@AuthenticationPrincipal"];
    let ends = |part: &str| part.trim_end().trim_end_matches(')').ends_with(name);
    let mut given = signature.split(',').filter(|it| ends(it));
    let put_in = given.any(|it| marks.iter().any(|mark| it.contains(mark)));
    // What Tauri hands to its commands.
    let command = file.facts.symbol(function).attributes.iter().any(|&it| file.facts.text(it).contains("command"));
    let state = command && ["State<", "AppHandle", "Window", "Webview"].iter().any(|word| own.contains(word));
    routed || put_in || state || ["Depends(", "Security(", "Inject("].iter().any(|word| own.contains(word))
}

fn left_out<'f>(file: &'f CodeFile, function: SymbolIx, params: &[&'f Param], documented: &[&str]) -> Vec<&'f str> {
    let mut names: Vec<&str> = params
        .iter()
        .filter(|param| param.kind == ParamKind::Plain || param.kind == ParamKind::Keyword)
        .filter(|param| !file.facts.text(param.name).starts_with('_') && !is_injected(file, function, param))
        .map(|param| bare(file.facts.text(param.name)))
        .filter(|name| {
            !documented.iter().any(|it| it.eq_ignore_ascii_case(name)) && !name.starts_with('_') && !is_receiver(name)
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// What nobody describes: what a language or a framework hands to every function.
fn is_receiver(name: &str) -> bool {
    const HANDED: &[&str] = &[
        "self",
        "cls",
        "this",
        "args",
        "kwargs",
        "ctx",
        "context",
        "req",
        "res",
        "next",
        "authentication",
        "principal",
        "monkeypatch",
        "mocker",
        "capsys",
        "tmp_path",
    ];
    HANDED.contains(&name)
}

fn is_identifier(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn line_with(text: &str, name: &str) -> String {
    text.lines().find(|line| line.contains(name)).unwrap_or_default().trim().to_owned()
}
