//! What a language writes its facts into during the walk: scopes, symbols, bindings, references, expressions.
//!
//! It knows no language. Scopes and per-function measures end by themselves when the walk leaves their node.

use crate::comments::RawComment;
use crate::languages::{KindFlags, Row};
use crate::mentions::{composed, is_mentionable};
use crate::source::Source;
use crate::walk::Visit;
use crate::zones::Zones;
use rustc_hash::FxHashMap;
use tree_sitter::Node;
use tribunal_domain::RepoPath;
use tribunal_domain::facts::{
    Binding, BindingKind, Expr, ExprIx, FileFacts, Interner, Measures, Mention, Position, Problem, ProblemKind,
    Reference, Role, Scope, ScopeIx, ScopeKind, Span, Symbol, SymbolFlags, SymbolIx, SymbolKind, Text, Visibility,
};

/// Syntax errors recorded per file; more of them say nothing new.
const MAX_SYNTAX_PROBLEMS: usize = 20;
/// Characters of a signature that are kept.
const MAX_SIGNATURE: usize = 400;
/// Bytes of a definition's head that are looked at for it; heads without white space can be as long as the file.
const MAX_HEAD: usize = 16 * MAX_SIGNATURE;

/// A note left for a node the walk has not reached yet.
#[derive(Default, Clone, Copy)]
struct Note {
    scope: Option<ScopeIx>,
    skip: bool,
}

struct Frame {
    node: usize,
    scope: Option<ScopeIx>,
    function: bool,
    nesting: bool,
}

struct OpenFunction {
    /// Nothing for one without a name: what it decides is not decided by the function around it.
    symbol: Option<SymbolIx>,
    measures: Measures,
    nesting: u32,
}

/// The state of one walk and the facts so far.
pub(crate) struct Context<'t> {
    /// The language's row in the table.
    pub row: &'t Row,
    /// The file's path, for languages where it matters (test files, `__init__`); facts must depend on the language
    /// and bytes alone wherever that is possible.
    pub path: &'t RepoPath,
    /// The decoded text.
    pub source: &'t Source,
    /// The facts so far. Extractors may push imports, exports, docs and mentions directly.
    pub facts: FileFacts,
    interner: Interner,
    scope: ScopeIx,
    notes: FxHashMap<usize, Note>,
    memo: FxHashMap<usize, ExprIx>,
    mentioned: FxHashMap<Text, usize>,
    frames: Vec<Frame>,
    functions: Vec<OpenFunction>,
    ancestors: Vec<(Node<'t>, Option<&'t str>)>,
    field: Option<&'t str>,
    pub(crate) raw_comments: Vec<RawComment>,
    pub(crate) zones: Zones<'t>,
    errors: usize,
}

impl<'t> Context<'t> {
    pub(crate) fn new(row: &'t Row, path: &'t RepoPath, source: &'t Source, facts: FileFacts) -> Self {
        let mut cx = Self {
            row,
            path,
            source,
            facts,
            interner: Interner::default(),
            scope: ScopeIx::FILE,
            notes: FxHashMap::default(),
            memo: FxHashMap::default(),
            mentioned: FxHashMap::default(),
            frames: Vec::new(),
            functions: Vec::new(),
            ancestors: Vec::new(),
            field: None,
            raw_comments: Vec::new(),
            zones: Zones::new(row),
            errors: 0,
        };
        for &(kind, message) in &source.problems {
            cx.problem(kind, None, message);
        }
        cx
    }

    pub(crate) fn into_facts(self) -> FileFacts {
        FileFacts { zones: self.zones.finish(), ..self.facts }
    }

    // --- reading the tree -------------------------------------------------------------------------------------

    /// The node's text.
    pub fn text(&self, node: Node<'_>) -> &'t str {
        &self.source.text()[node.byte_range()]
    }

    /// The node above the current one.
    pub fn parent(&self) -> Option<Node<'t>> {
        self.ancestors.last().map(|&(node, _)| node)
    }

    /// The `level`-th node above the current one; 0 is the parent.
    pub fn ancestor(&self, level: usize) -> Option<Node<'t>> {
        self.ancestors.iter().rev().nth(level).map(|&(node, _)| node)
    }

    /// The kind of the parent; empty at the root.
    pub fn parent_kind(&self) -> &'t str {
        self.parent().map_or("", |node| node.kind())
    }

    /// The field of its parent that the current node fills.
    pub fn field(&self) -> Option<&'t str> {
        self.field
    }

    /// The field of its own parent that the `level`-th ancestor fills.
    pub fn ancestor_field(&self, level: usize) -> Option<&'t str> {
        self.ancestors.iter().rev().nth(level).and_then(|&(_, field)| field)
    }

    /// Where the node lies.
    pub fn span(&self, node: Node<'_>) -> Span {
        Span { start: self.source.position(node.start_byte()), end: self.source.position(node.end_byte()) }
    }

    /// Where the node starts.
    pub fn position(&self, node: Node<'_>) -> Position {
        self.source.position(node.start_byte())
    }

    // --- texts ------------------------------------------------------------------------------------------------

    /// Interns a text.
    pub fn intern(&mut self, text: &str) -> Text {
        self.interner.intern(&mut self.facts.strings, text)
    }

    /// Interns a node's text.
    pub fn intern_node(&mut self, node: Node<'_>) -> Text {
        let text = self.text(node);
        self.intern(text)
    }

    /// The head of a definition: from `from` up to byte `to`, white space folded, cut at 400 characters.
    pub fn signature(&mut self, from: usize, to: usize) -> Text {
        let head = &self.source.text()[from..to.max(from)];
        let head = &head[..head.floor_char_boundary(MAX_HEAD)];
        let mut folded = String::new();
        for word in head.split_whitespace() {
            if !folded.is_empty() {
                folded.push(' ');
            }
            folded.push_str(word);
            if folded.len() > MAX_SIGNATURE {
                break;
            }
        }
        let cut = folded.char_indices().nth(MAX_SIGNATURE).map_or(folded.len(), |(at, _)| at);
        self.intern(folded[..cut].trim_end_matches([':', '{', ' ', '=']))
    }

    // --- scopes -----------------------------------------------------------------------------------------------

    /// The scope at this point of the walk.
    pub fn scope(&self) -> ScopeIx {
        self.scope
    }

    /// A new scope inside the current one; it takes effect where `scope_on` puts it.
    pub fn new_scope(&mut self, kind: ScopeKind, owner: Option<SymbolIx>) -> ScopeIx {
        self.new_scope_in(self.scope, kind, owner)
    }

    /// A new scope inside `parent`.
    pub fn new_scope_in(&mut self, parent: ScopeIx, kind: ScopeKind, owner: Option<SymbolIx>) -> ScopeIx {
        self.facts.scopes.push(Scope { kind, parent: Some(parent), owner, self_type: None });
        ScopeIx(self.facts.scopes.len() as u32 - 1)
    }

    /// While the walk is inside `node` (a descendant of the current node, or the current node itself), `scope` is the
    /// current scope. For the current node it takes effect at once.
    pub fn scope_on(&mut self, node: Node<'_>, scope: ScopeIx) {
        if self.frames.last().is_some_and(|frame| frame.node == node.id()) {
            self.open_scope(scope);
        } else {
            self.notes.entry(node.id()).or_default().scope = Some(scope);
        }
    }

    /// From here to the end of the current node, `scope` is the current scope.
    pub fn open_scope(&mut self, scope: ScopeIx) {
        let frame = self.frames.last_mut().expect("the walk has arrived at a node");
        frame.scope.get_or_insert(self.scope);
        self.scope = scope;
    }

    /// The nearest scope from here outwards of one of these kinds.
    pub fn nearest_scope(&self, kinds: &[ScopeKind]) -> ScopeIx {
        let mut at = self.scope;
        while !kinds.contains(&self.facts.scopes[at.ix()].kind) {
            match self.facts.scopes[at.ix()].parent {
                Some(parent) => at = parent,
                None => break,
            }
        }
        at
    }

    /// The innermost definition whose body this scope lies in.
    pub fn owner_of(&self, scope: ScopeIx) -> Option<SymbolIx> {
        self.facts.owner_of(scope)
    }

    /// The innermost definition that the walk is in.
    pub fn owner(&self) -> Option<SymbolIx> {
        self.owner_of(self.scope)
    }

    // --- facts ------------------------------------------------------------------------------------------------

    /// A symbol with name and span set and everything else at its default, bound to nothing yet. `node` is the whole
    /// definition, `name` its name, `head_end` the byte where its body starts (for the signature).
    pub fn draft(&mut self, kind: SymbolKind, node: Node<'_>, name: Node<'_>, head_end: usize) -> Symbol {
        Symbol {
            kind,
            name: self.intern_node(name),
            parent: self.owner(),
            scope: self.scope,
            body: None,
            span: self.span(node),
            name_at: self.position(name),
            signature: self.signature(node.start_byte(), head_end),
            visibility: Visibility::Public,
            flags: SymbolFlags::default(),
            attributes: Vec::new(),
            ty: None,
            value: None,
            returns: Vec::new(),
            bases: Vec::new(),
            impl_of: None,
            params: Vec::new(),
            type_params: Vec::new(),
            measures: None,
        }
    }

    /// Records a symbol without binding its name (members reached only through their owner still need `define`
    /// so that lookups in the class scope find them).
    pub fn add_symbol(&mut self, symbol: Symbol) -> SymbolIx {
        self.facts.symbols.push(symbol);
        SymbolIx(self.facts.symbols.len() as u32 - 1)
    }

    /// Records a symbol and binds its name in its scope from byte `at` on.
    pub fn define(&mut self, symbol: Symbol, at: usize) -> SymbolIx {
        let (scope, name, position) = (symbol.scope, symbol.name, symbol.name_at);
        let (ty, value) = (symbol.ty, symbol.value);
        let ix = self.add_symbol(symbol);
        let kind = BindingKind::Symbol(ix);
        self.facts.bindings.push(Binding { scope, name, at: at as u32, position, kind, ty, value });
        ix
    }

    /// Binds the name that `node` spells.
    pub fn bind(
        &mut self,
        scope: ScopeIx,
        node: Node<'_>,
        kind: BindingKind,
        ty: Option<ExprIx>,
        value: Option<ExprIx>,
    ) {
        let (name, position) = (self.intern_node(node), self.position(node));
        self.facts.bindings.push(Binding { scope, name, at: node.start_byte() as u32, position, kind, ty, value });
    }

    /// Records a use of the name that `node` spells, from the current scope.
    pub fn reference(&mut self, node: Node<'_>, role: Role, receiver: Option<ExprIx>) {
        let (name, position) = (self.intern_node(node), self.position(node));
        let (at, scope) = (node.start_byte() as u32, self.scope);
        let arguments = if role == Role::Call { self.argument_count() } else { None };
        self.facts.references.push(Reference { name, role, position, at, scope, receiver, arguments });
    }

    /// The number of arguments of the call whose callee, or whose callee's last name, the current node is.
    fn argument_count(&self) -> Option<u8> {
        let call = [self.parent(), self.ancestor(1)].into_iter().flatten();
        let list = call.into_iter().find_map(|node| node.child_by_field_name("arguments"))?;
        let mut cursor = list.walk();
        let mut count = 0_u8;
        for argument in list.named_children(&mut cursor) {
            let kind = argument.kind();
            if kind.contains("spread") || kind.contains("splat") {
                return None;
            }
            count = count.saturating_add(u8::from(!kind.contains("comment")));
        }
        Some(count)
    }

    /// Adds an expression.
    pub fn expr(&mut self, expr: Expr) -> ExprIx {
        if expr == Expr::Unknown {
            return ExprIx::UNKNOWN;
        }
        self.facts.exprs.push(expr);
        ExprIx(self.facts.exprs.len() as u32 - 1)
    }

    /// The expression for the bare name that `node` spells, looked up from the current scope.
    pub fn name_expr(&mut self, node: Node<'_>) -> ExprIx {
        let name = self.intern_node(node);
        self.expr(Expr::Name { name, scope: self.scope, at: node.start_byte() as u32 })
    }

    /// Builds the expression of `node` once and remembers it, so that chains of members stay linear.
    pub fn memoised(&mut self, node: Node<'t>, build: impl FnOnce(&mut Self) -> ExprIx) -> ExprIx {
        if let Some(&known) = self.memo.get(&node.id()) {
            return known;
        }
        let built = build(self);
        self.memo.insert(node.id(), built);
        built
    }

    /// The walk will pass over `node` (a descendant of the current one) and everything below it.
    pub fn skip(&mut self, node: Node<'_>) {
        self.notes.entry(node.id()).or_default().skip = true;
    }

    /// Counts decisions, nesting and statements from here to the end of the current node for `symbol`.
    pub fn measure(&mut self, symbol: SymbolIx) {
        let lines = self.facts.symbol(symbol).span;
        let parameters = self.facts.symbol(symbol).params.len() as u32;
        let measures =
            Measures { cyclomatic: 1, lines: lines.end.line + 1 - lines.start.line, parameters, ..Measures::default() };
        let frame = self.frames.last_mut().expect("the walk has arrived at a node");
        if std::mem::replace(&mut frame.function, true) {
            self.functions.pop();
        }
        self.functions.push(OpenFunction { symbol: Some(symbol), measures, nesting: 0 });
    }

    /// Records that a string spells `name`; each name counts once per file, an access by name wins over a plain string.
    pub fn mention(&mut self, name: &str, node: Node<'_>, access: bool) {
        if !is_mentionable(name) {
            return;
        }
        let name = self.intern(name);
        if let Some(&known) = self.mentioned.get(&name) {
            self.facts.mentions[known].access |= access;
            return;
        }
        self.mentioned.insert(name, self.facts.mentions.len());
        let line = self.source.line(node.start_byte());
        self.facts.mentions.push(Mention { name, line, access });
    }

    /// Records a problem.
    pub fn problem(&mut self, kind: ProblemKind, line: Option<u32>, message: &str) {
        let message = self.intern(message);
        self.facts.problems.push(Problem { kind, line, message });
    }

    // --- called by the walk -----------------------------------------------------------------------------------

    pub(crate) fn arrive(&mut self, node: Node<'t>, field: Option<&'t str>) -> Visit {
        self.field = field;
        self.frames.push(Frame { node: node.id(), scope: None, function: false, nesting: false });
        let note = self.notes.remove(&node.id()).unwrap_or_default();
        if note.skip {
            return Visit::Skip;
        }
        if let Some(scope) = note.scope {
            self.open_scope(scope);
        }
        self.count(node);
        if self.row.kind_flags(node.kind_id()).has(KindFlags::NAMELESS) {
            self.functions.push(OpenFunction { symbol: None, measures: Measures::default(), nesting: 0 });
            self.frames.last_mut().expect("arrived").function = true;
        }
        if node.is_error() || node.is_missing() {
            self.syntax_error(node);
        }
        Visit::Children
    }

    /// An anonymous node: only measures and missing tokens concern it.
    pub(crate) fn pass_token(&mut self, node: Node<'t>) {
        if self.row.kind_flags(node.kind_id()).has(KindFlags::DECISION)
            && let Some(function) = self.functions.last_mut()
        {
            function.measures.cyclomatic += 1;
        }
        if node.is_missing() {
            self.syntax_error(node);
        }
    }

    pub(crate) fn descend(&mut self, node: Node<'t>) {
        self.ancestors.push((node, self.field));
    }

    pub(crate) fn ascend(&mut self) {
        let (_, field) = self.ancestors.pop().expect("the walk descended before");
        self.field = field;
    }

    pub(crate) fn depart(&mut self, node: Node<'t>) {
        let frame = self.frames.pop().expect("the walk arrived before");
        debug_assert_eq!(frame.node, node.id());
        if let Some(scope) = frame.scope {
            self.scope = scope;
        }
        if frame.nesting
            && let Some(function) = self.functions.last_mut()
        {
            function.nesting -= 1;
        }
        if frame.function {
            let function = self.functions.pop().expect("opened by measure");
            if let Some(symbol) = function.symbol {
                self.facts.symbols[symbol.ix()].measures = Some(function.measures);
            }
        }
    }

    /// Marks the comments and strings of a node that is not walked.
    pub(crate) fn mark_below(&mut self, node: Node<'t>) {
        if node.child_count() == 0 && self.row.kind_flags(node.kind_id()) == KindFlags::NONE {
            return;
        }
        let above = self.ancestors[self.ancestors.len().saturating_sub(2)..].iter().map(|(node, _)| *node).collect();
        self.zones.below(self.source.text(), node, above);
    }

    fn count(&mut self, node: Node<'_>) {
        let flags = self.row.kind_flags(node.kind_id());
        if flags == KindFlags::NONE {
            return;
        }
        if flags.has(KindFlags::STRING) {
            let above = self.ancestors.len().checked_sub(2).map(|at| self.ancestors[at].0);
            self.zones.string(node, above);
            let text = self.text(node);
            self.mention(text.trim_matches(['"', '\'', '`']), node, false);
            if text.contains(['%', '{', '(']) || text.contains("=\"") || text.contains("='") {
                composed(text).iter().for_each(|name| self.mention(name, node, false));
            }
        }
        let Some(function) = self.functions.last_mut() else {
            return;
        };
        if flags.has(KindFlags::DECISION) {
            function.measures.cyclomatic += 1;
        }
        if flags.has(KindFlags::STATEMENT) {
            function.measures.statements += 1;
        }
        if flags.has(KindFlags::NESTING) {
            function.nesting += 1;
            function.measures.nesting = function.measures.nesting.max(function.nesting);
            self.frames.last_mut().expect("arrived").nesting = true;
        }
    }

    fn syntax_error(&mut self, node: Node<'_>) {
        self.errors += 1;
        if self.errors <= MAX_SYNTAX_PROBLEMS {
            let line = self.source.line(node.start_byte());
            let message = if node.is_missing() { "something is missing here" } else { "not understood by the grammar" };
            self.problem(ProblemKind::Syntax, Some(line), message);
        }
    }

    pub(crate) fn is_comment(&self, node: Node<'_>) -> bool {
        self.row.kind_flags(node.kind_id()).has(KindFlags::COMMENT)
    }
}
