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
pub(crate) const DEEPEST: u32 = 250;

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
    answers: FxHashMap<&'static str, bool>,
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

    /// The answer to a question about the whole file, which is looked for once.
    pub fn once(&mut self, question: &'static str, answer: impl FnOnce(&Tree) -> bool) -> bool {
        let tree = self.tree;
        *self.answers.entry(question).or_insert_with(|| answer(tree))
    }

    /// The innermost definition that a span lies in.
    pub fn symbol_at(&self, span: Span) -> Option<SymbolIx> {
        let holds = |symbol: &Span| symbol.start <= span.start && span.end <= symbol.end;
        // Parents stand before their children, so the last one that holds it is the innermost.
        let found = self.facts.symbols.iter().rposition(|symbol| holds(&symbol.span));
        found.map(|ix| SymbolIx(ix as u32))
    }
}

/// What the rules of several groups propose, group by group. Every node is shown once, to those that ask for its kind.
pub(crate) fn look<'t>(
    groups: &[&[TreeRule]],
    tree: &'t Tree,
    facts: &'t FileFacts,
    path: &'t RepoPath,
) -> Vec<Vec<Draft>> {
    let mut found: Vec<Vec<Draft>> = groups.iter().map(|_| Vec::new()).collect();
    let mut asked: Vec<Option<Asked<'_>>> = Vec::new();
    let mut local = Local { path, tree, facts, drafts: Vec::new(), answers: FxHashMap::default() };
    let mut walk = tree.root().descendants();
    while let Some(node) = walk.next() {
        if walk.depth() >= DEEPEST {
            walk.leave_out();
        }
        if !node.is_named() {
            continue;
        }
        for (group, rule) in rules_for(&mut asked, groups, node) {
            (rule.check)(&mut local, node);
            found[*group].append(&mut local.drafts);
        }
    }
    found
}

/// Rules that want to see a kind of node, with the group they are of.
type Asked<'r> = Vec<(usize, &'r TreeRule)>;

/// The rules for a node's kind, which is a small number: looked up by name once per file.
fn rules_for<'a, 'r>(
    asked: &'a mut Vec<Option<Asked<'r>>>,
    groups: &[&'r [TreeRule]],
    node: Node<'_>,
) -> &'a Asked<'r> {
    let kind = usize::from(node.kind_id());
    if asked.len() <= kind {
        asked.resize(kind + 1, None);
    }
    asked[kind].get_or_insert_with(|| {
        let language = node.tree().language();
        let wants = |rule: &&TreeRule| rule.kinds.contains(&node.kind()) && rule.rule.speaks(language);
        let of_group = |(group, rules): (usize, &&'r [TreeRule])| {
            rules.iter().filter(wants).map(|rule| (group, rule)).collect::<Vec<_>>()
        };
        groups.iter().enumerate().flat_map(of_group).collect()
    })
}

/// The tokens of a node as one text: equal for places that differ in white space and comments only.
pub(crate) fn anchor(node: Node<'_>) -> String {
    let tokens = node.tokens();
    tokens[..tokens.len().min(ANCHOR_TOKENS)].join(" ")
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default().trim_end()
}
