//! What a query captures, as events in source order.

use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use tree_sitter::{Node, Query, QueryCapture, QueryCursor, StreamingIterator, Tree};
use tribunal_domain::facts::{ImportKind, Role, SymbolKind, Visibility};

/// Matches under way at once that have captured something; beyond it the library drops matches.
const MATCH_LIMIT: u32 = 256;
/// Levels of the tree that are searched. Each level holds matches under way until it ends and each node looks at all of
/// them, so the time grows with the depth. Hand-written code stays below 150.
const MAX_DEPTH: usize = 300;
/// Tokens in a row without a named node. To find the next named sibling the library looks at all of them from each, so the
/// time grows with the square. Only garbage has more.
const MAX_TOKENS_IN_A_ROW: u32 = 4096;

/// What a capture's name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Definition(SymbolKind),
    Import(ImportKind),
    Reference { role: Role, member: bool },
    Visibility(Visibility),
    Section(Visibility),
    Named(Visibility),
    Name,
    Owner,
    Body,
    Scope,
    Specifier,
    Alias,
    Prefix,
    Package,
    Parameter,
    TypeParameter,
    Local,
    Modifier,
    Attribute,
    Test,
    Ignored,
}

/// The meaning of a capture name.
pub(super) fn meaning(name: &str) -> Option<Meaning> {
    if name.starts_with('_') {
        return Some(Meaning::Ignored);
    }
    let (head, tail) = name.split_once('.').unwrap_or((name, ""));
    Some(match head {
        "definition" => Meaning::Definition(SymbolKind::from_name(tail)?),
        "import" if tail.is_empty() => Meaning::Import(ImportKind::Static),
        "import" => Meaning::Import(ImportKind::from_name(tail)?),
        "reference" => {
            let role = tail.strip_suffix(".member");
            Meaning::Reference { role: Role::from_name(role.unwrap_or(tail))?, member: role.is_some() }
        }
        "visibility" => Meaning::Visibility(Visibility::from_name(tail)?),
        "section" => Meaning::Section(Visibility::from_name(tail)?),
        "named" => Meaning::Named(Visibility::from_name(tail)?),
        "name" => Meaning::Name,
        "owner" => Meaning::Owner,
        "body" => Meaning::Body,
        "scope" => Meaning::Scope,
        "specifier" => Meaning::Specifier,
        "alias" => Meaning::Alias,
        "prefix" => Meaning::Prefix,
        "package" => Meaning::Package,
        "parameter" => Meaning::Parameter,
        "type_parameter" => Meaning::TypeParameter,
        "local" => Meaning::Local,
        "modifier" => Meaning::Modifier,
        "attribute" => Meaning::Attribute,
        "test" => Meaning::Test,
        _ => return None,
    })
}

/// A definition as captured.
#[derive(Debug, Clone, Copy)]
pub(super) struct Definition<'t> {
    pub kind: SymbolKind,
    pub node: Node<'t>,
    pub name: Node<'t>,
    pub owner: Option<Node<'t>>,
    pub body: Option<Node<'t>>,
    pub visibility: Option<Visibility>,
    pub settings: Settings,
    pattern: usize,
}

/// An import as captured.
#[derive(Debug, Clone, Copy)]
pub(super) struct Import<'t> {
    pub kind: ImportKind,
    pub node: Node<'t>,
    pub specifier: Node<'t>,
    pub name: Option<Node<'t>>,
    pub alias: Option<Node<'t>>,
    pub prefix: Option<Node<'t>>,
    pub settings: Settings,
    pattern: usize,
}

/// Where a name begins to hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Holds {
    #[default]
    Everywhere,
    FromStart,
    FromEnd,
}

impl Holds {
    /// The byte from which on a name defined by `node` holds.
    pub fn byte(self, node: Node<'_>) -> usize {
        match self {
            Self::Everywhere => 0,
            Self::FromStart => node.start_byte(),
            Self::FromEnd => node.end_byte(),
        }
    }
}

/// What `#set!` says in a pattern.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Settings {
    pub visibility: Option<Visibility>,
    pub member_visibility: Option<Visibility>,
    pub constructor: bool,
    pub is_static: bool,
    pub once: bool,
    pub promoted: bool,
    pub member: bool,
    pub assigns: bool,
    pub holds: Holds,
    pub star: bool,
    pub before: &'static str,
    pub separator: &'static str,
}

impl Settings {
    fn of(query: &'static Query, pattern: usize) -> Self {
        let mut settings = Self::default();
        for property in query.property_settings(pattern) {
            let value = property.value.as_deref().unwrap_or_default();
            match &*property.key {
                "visibility" => settings.visibility = Visibility::from_name(value),
                "member_visibility" => settings.member_visibility = Visibility::from_name(value),
                "constructor" => settings.constructor = true,
                "static" => settings.is_static = true,
                "once" => settings.once = true,
                "promoted" => settings.promoted = true,
                "member" => settings.member = true,
                "assigns" => settings.assigns = true,
                "from" => settings.holds = if value == "start" { Holds::FromStart } else { Holds::FromEnd },
                "star" => settings.star = true,
                "before" => settings.before = value,
                "separator" => settings.separator = value,
                other => debug_assert!(false, "unknown setting {other}"),
            }
        }
        settings
    }

    fn join(self, other: Self) -> Self {
        Self {
            visibility: self.visibility.or(other.visibility),
            member_visibility: self.member_visibility.or(other.member_visibility),
            constructor: self.constructor || other.constructor,
            is_static: self.is_static || other.is_static,
            ..self
        }
    }
}

/// Something a query found.
#[derive(Debug, Clone, Copy)]
pub(super) enum Event<'t> {
    Define(Definition<'t>),
    Import(Import<'t>),
    Single(Meaning, Node<'t>),
}

impl<'t> Event<'t> {
    pub fn node(&self) -> Node<'t> {
        match self {
            Self::Define(definition) => definition.node,
            Self::Import(import) => import.node,
            Self::Single(_, node) => *node,
        }
    }
}

/// All events in source order; at one place definitions come first, outer before inner.
pub(super) fn events<'t>(query: &'static Query, tree: &'t Tree, text: &'t str) -> Vec<Event<'t>> {
    let meanings: Vec<Meaning> =
        query.capture_names().iter().map(|name| meaning(name).unwrap_or(Meaning::Ignored)).collect();
    let settings: Vec<Settings> = (0..query.pattern_count()).map(|pattern| Settings::of(query, pattern)).collect();
    let mut collected = Collected::default();
    let mut cursor = QueryCursor::new();
    cursor.set_match_limit(MATCH_LIMIT);
    cursor.set_max_start_depth(Some(MAX_DEPTH as u32));
    let mut matches = cursor.matches(query, tree.root_node(), text.as_bytes());
    while let Some(found) = matches.next() {
        collected.add(found.captures(), &meanings, settings[found.pattern_index], found.pattern_index);
    }
    let mut events = collected.events;
    events.sort_by_key(|(event, pattern)| {
        let node = event.node();
        (node.start_byte(), !matches!(event, Event::Define(_)), Reverse(node.end_byte()), *pattern)
    });
    events.into_iter().map(|(event, _)| event).collect()
}

/// What keeps a tree from being searched in full and in reasonable time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Plain,
    Deep,
    Flat,
}

/// The shape of a tree.
pub(super) fn shape(tree: &Tree) -> Shape {
    let mut cursor = tree.walk();
    let mut rows = vec![0_u32];
    let mut deepest = 0;
    loop {
        let row = rows.last_mut().expect("one for each level");
        *row = if cursor.node().is_named() { 0 } else { *row + 1 };
        if *row > MAX_TOKENS_IN_A_ROW {
            return Shape::Flat;
        }
        if cursor.goto_first_child() {
            rows.push(0);
            deepest = deepest.max(rows.len());
            continue;
        }
        while !cursor.goto_next_sibling() {
            rows.pop();
            if !cursor.goto_parent() {
                return if deepest > MAX_DEPTH { Shape::Deep } else { Shape::Plain };
            }
        }
    }
}

#[derive(Default)]
struct Collected<'t> {
    events: Vec<(Event<'t>, usize)>,
    /// Events of definitions and imports by their node and name or specifier.
    known: FxHashMap<(usize, usize), usize>,
}

impl<'t> Collected<'t> {
    fn add(&mut self, captures: &[QueryCapture<'t>], meanings: &[Meaning], settings: Settings, pattern: usize) {
        let captured = || captures.iter().map(|capture| (meanings[capture.index as usize], capture.node));
        let node = |wanted: Meaning| captured().find(|&(meaning, _)| meaning == wanted).map(|(_, node)| node);
        for (meaning, at) in captured() {
            match meaning {
                Meaning::Definition(kind) => {
                    let visibility = captured().find_map(|(meaning, _)| match meaning {
                        Meaning::Visibility(visibility) => Some(visibility),
                        _ => None,
                    });
                    if let Some(name) = node(Meaning::Name) {
                        let (owner, body) = (node(Meaning::Owner), node(Meaning::Body));
                        self.define(Definition { kind, node: at, name, owner, body, visibility, settings, pattern });
                    }
                }
                Meaning::Import(kind) => {
                    if let Some(specifier) = node(Meaning::Specifier) {
                        let (name, alias) = (node(Meaning::Name), node(Meaning::Alias));
                        let prefix = node(Meaning::Prefix);
                        self.import(Import { kind, node: at, specifier, name, alias, prefix, settings, pattern });
                    }
                }
                Meaning::Name
                | Meaning::Owner
                | Meaning::Body
                | Meaning::Specifier
                | Meaning::Alias
                | Meaning::Prefix
                | Meaning::Visibility(_)
                | Meaning::Ignored => {}
                single => self.events.push((Event::Single(single, at), pattern)),
            }
        }
    }

    fn define(&mut self, new: Definition<'t>) {
        let at = *self.known.entry((new.node.id(), new.name.id())).or_insert(self.events.len());
        let Some((Event::Define(old), _)) = self.events.get_mut(at) else {
            self.events.push((Event::Define(new), new.pattern));
            return;
        };
        let (first, second) = if old.pattern <= new.pattern { (*old, new) } else { (new, *old) };
        *old = Definition {
            body: first.body.or(second.body),
            visibility: first.visibility.or(second.visibility),
            settings: first.settings.join(second.settings),
            ..first
        };
    }

    fn import(&mut self, new: Import<'t>) {
        let at = *self.known.entry((new.node.id(), new.specifier.id())).or_insert(self.events.len());
        let Some((Event::Import(old), _)) = self.events.get_mut(at) else {
            self.events.push((Event::Import(new), new.pattern));
            return;
        };
        if new.pattern < old.pattern {
            *old = new;
        }
    }
}
