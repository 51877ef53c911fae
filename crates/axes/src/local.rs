//! One file as a tree rule sees it, and the pass that shows every node to the rules that ask for its kind.

use crate::draft::Draft;
use crate::rule::Rule;
use rustc_hash::FxHashMap;
use tribunal_domain::RepoPath;
use tribunal_domain::facts::{FileFacts, Span, SymbolIx};
use tribunal_domain::finding::ClaimKind;
use tribunal_syntax::tree::{Node, Tree};

/// Tokens beyond these do not tell two places apart.
const ANCHOR_TOKENS: usize = 48;

/// Nobody reads code that is nested deeper; what is was made by a tool, or to hurt.
const DEEPEST: u32 = 250;

/// A rule that looks at nodes of some kinds.
#[derive(Clone, Copy)]
pub(crate) struct TreeRule {
    /// The rule.
    pub rule: &'static Rule,
    /// The kinds of node it wants to see, of all its languages' grammars.
    pub kinds: &'static [&'static str],
    /// Looks at one such node and reports what is wrong.
    pub check: fn(&mut Local<'_>, Node<'_>),
}

/// One file.
pub(crate) struct Local<'t> {
    /// Its path; what is found may not depend on it.
    path: &'t RepoPath,
    /// Its tree.
    pub tree: &'t Tree,
    /// Its facts.
    pub facts: &'t FileFacts,
    drafts: Vec<Draft>,
}

impl Local<'_> {
    /// Proposes a finding at a node. The caller may add to it.
    pub fn report(&mut self, rule: &'static Rule, node: Node<'_>, message: impl Into<String>) -> &mut Draft {
        let span = node.span();
        let mut draft = Draft::new(rule, self.path, span, message.into());
        if let Some(symbol) = self.symbol_at(span) {
            draft.symbol = self.facts.qualified_name(symbol);
            self.facts.symbol(symbol).kind.name().clone_into(&mut draft.kind);
        }
        draft.anchor = anchor(node);
        draft.shows(span, first_line(node.text()), "");
        let claim = draft.claims(ClaimKind::PatternAt);
        claim.pattern = crate::draft::clipped(node.text());
        node.kind().clone_into(&mut claim.value);
        self.drafts.push(draft);
        self.drafts.last_mut().expect("just pushed")
    }

    /// The innermost definition that a span lies in.
    pub fn symbol_at(&self, span: Span) -> Option<SymbolIx> {
        let holds = |symbol: &Span| symbol.start <= span.start && span.end <= symbol.end;
        // Parents stand before their children, so the last one that holds it is the innermost.
        let found = self.facts.symbols.iter().rposition(|symbol| holds(&symbol.span));
        found.map(|ix| SymbolIx(ix as u32))
    }
}

/// Shows every node of the file to the rules that ask for its kind.
pub(crate) fn look<'t>(rules: &[TreeRule], tree: &'t Tree, facts: &'t FileFacts, path: &'t RepoPath) -> Vec<Draft> {
    let mut asked: FxHashMap<&str, Vec<&TreeRule>> = FxHashMap::default();
    for rule in rules.iter().filter(|rule| rule.rule.speaks(tree.language())) {
        rule.kinds.iter().for_each(|kind| asked.entry(kind).or_default().push(rule));
    }
    let mut local = Local { path, tree, facts, drafts: Vec::new() };
    let mut walk = tree.root().descendants();
    while let Some(node) = walk.next() {
        if walk.depth() >= DEEPEST {
            walk.leave_out();
        }
        if !node.is_named() {
            continue;
        }
        for rule in asked.get(node.kind()).into_iter().flatten() {
            (rule.check)(&mut local, node);
        }
    }
    local.drafts
}

/// The tokens of a node as one text: equal for places that differ in white space and comments only.
pub(crate) fn anchor(node: Node<'_>) -> String {
    let tokens = node.tokens();
    tokens[..tokens.len().min(ANCHOR_TOKENS)].join(" ")
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default().trim_end()
}
