//! The table of languages: one row and one folder each. ARCHITECTURE.md says how to add one.

mod bash;
mod c;
mod csharp;
mod go;
mod java;
mod kotlin;
mod lua;
mod php;
mod python;
mod ruby;
mod rust;
mod typescript;

use crate::walk::Extractor;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;
use tree_sitter::Query;
use tribunal_domain::Language;

/// How a language's facts are made.
pub(crate) enum Extraction {
    /// By code that follows scopes: symbol-level languages.
    Walk(fn() -> Box<dyn Extractor>),
    /// By queries alone: definitions and imports.
    Queries(fn() -> &'static Query),
}

/// Where documentation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DocStyle {
    /// A string as the first statement of a body; the extractor records it.
    Docstring,
    /// `/** … */` directly before the definition (`JSDoc`, Javadoc, `KDoc`, `PHPDoc`).
    Block,
    /// `///`, `//!`, `/** */`: rustdoc; also C# XML docs and Doxygen.
    TripleSlash,
    /// Any comment directly before the definition (Go, Ruby, Bash).
    Adjacent,
}

/// What a node kind means to measures and to the walk, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KindFlags(u8);

impl KindFlags {
    pub const NONE: Self = Self(0);
    pub const COMMENT: Self = Self(1);
    pub const DECISION: Self = Self(2);
    pub const NESTING: Self = Self(4);
    pub const STATEMENT: Self = Self(8);
    pub const STRING: Self = Self(16);
    pub const NAMELESS: Self = Self(32);

    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What a grammar says about its kinds and fields, looked up once.
struct Table {
    /// By number of the kind.
    kinds: Vec<(Box<str>, KindFlags)>,
    fields: FxHashMap<Box<str>, u16>,
}

/// One language.
pub(crate) struct Row {
    /// Which.
    pub language: Language,
    /// Its grammar.
    pub grammar: fn() -> tree_sitter::Language,
    /// How facts are made.
    pub extraction: Extraction,
    /// Where docs stand.
    pub docs: DocStyle,
    /// Node kinds that are comments.
    pub comments: &'static [&'static str],
    /// Node kinds (anonymous operators too) that add a path: cyclomatic complexity counts them.
    pub decisions: &'static [&'static str],
    /// Node kinds that nest control flow.
    pub nesting: &'static [&'static str],
    /// Node kinds that are statements.
    pub statements: &'static [&'static str],
    /// Node kinds that are the content of a string (or the whole string, quotes are trimmed).
    pub strings: &'static [&'static str],
    /// Node kinds that are functions without a name, where they are written as large as others.
    pub nameless: &'static [&'static str],
    table: OnceLock<Table>,
}

impl Row {
    /// The grammar.
    pub fn grammar(&self) -> tree_sitter::Language {
        (self.grammar)()
    }

    /// What a node kind means.
    pub fn kind_flags(&self, kind: u16) -> KindFlags {
        self.table().kinds.get(kind as usize).map_or(KindFlags::NONE, |(_, flags)| *flags)
    }

    /// What a node kind is called. Only what the grammar could not make sense of has a number beyond its kinds.
    pub fn kind_name(&self, kind: u16) -> &str {
        self.table().kinds.get(kind as usize).map_or("ERROR", |(name, _)| name)
    }

    /// The number of a field, if the grammar has it.
    pub fn field(&self, name: &str) -> Option<u16> {
        self.table().fields.get(name).copied()
    }

    fn table(&self) -> &Table {
        self.table.get_or_init(|| {
            let grammar = self.grammar();
            let fields =
                (1..=grammar.field_count() as u16).filter_map(|id| Some((grammar.field_name_for_id(id)?.into(), id)));
            Table {
                kinds: (0..grammar.node_kind_count() as u16).map(|id| self.kind(&grammar, id)).collect(),
                fields: fields.collect(),
            }
        })
    }

    fn kind(&self, grammar: &tree_sitter::Language, id: u16) -> (Box<str>, KindFlags) {
        let name = grammar.node_kind_for_id(id).unwrap_or_default();
        // A keyword spelt like the node it starts (Ruby's `if`) would count twice.
        if !grammar.node_kind_is_named(id) && grammar.id_for_node_kind(name, true) != 0 {
            return (name.into(), KindFlags::NONE);
        }
        let has = |list: &[&str], flag: KindFlags| if list.contains(&name) { flag.0 } else { 0 };
        let flags = has(self.comments, KindFlags::COMMENT)
            | has(self.decisions, KindFlags::DECISION)
            | has(self.nesting, KindFlags::NESTING)
            | has(self.statements, KindFlags::STATEMENT)
            | has(self.strings, KindFlags::STRING)
            | has(self.nameless, KindFlags::NAMELESS);
        (name.into(), KindFlags(flags))
    }
}

/// The row of a language.
pub(crate) fn row(language: Language) -> &'static Row {
    match language {
        Language::Rust => &rust::ROW,
        Language::Python => &python::ROW,
        Language::TypeScript => &typescript::TYPESCRIPT,
        Language::Tsx => &typescript::TSX,
        Language::JavaScript => &typescript::JAVASCRIPT,
        Language::Go => &go::ROW,
        Language::Java => &java::ROW,
        Language::C => &c::C,
        Language::Cpp => &c::CPP,
        Language::CSharp => &csharp::ROW,
        Language::Ruby => &ruby::ROW,
        Language::Php => &php::ROW,
        Language::Kotlin => &kotlin::ROW,
        Language::Bash => &bash::ROW,
        Language::Lua => &lua::ROW,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row, so that a new language is checked too.
    fn rows() -> impl Iterator<Item = &'static Row> {
        Language::ALL.iter().map(|&language| row(language))
    }

    #[test]
    fn every_row_belongs_to_its_language() {
        for &language in Language::ALL {
            assert_eq!(row(language).language, language);
        }
    }

    #[test]
    fn every_grammar_loads() {
        for row in rows() {
            let mut parser = tree_sitter::Parser::new();
            assert!(parser.set_language(&row.grammar()).is_ok(), "{} does not load", row.language);
            assert!(parser.parse("", None).is_some(), "{} does not parse", row.language);
        }
    }

    #[test]
    fn every_node_kind_in_a_row_exists_in_its_grammar() {
        let mut unknown = Vec::new();
        for row in rows() {
            let grammar = row.grammar();
            let lists = [row.comments, row.decisions, row.nesting, row.statements, row.strings];
            for kind in lists.into_iter().flatten() {
                let exists = [true, false].iter().any(|&named| grammar.id_for_node_kind(kind, named) != 0);
                if !exists {
                    unknown.push(format!("{} {kind}", row.language));
                }
            }
        }
        assert!(unknown.is_empty(), "no such node kind: {}", unknown.join(", "));
    }

    #[test]
    fn every_query_compiles_and_uses_known_captures() {
        for row in rows() {
            if let Extraction::Queries(query) = row.extraction {
                let unknown = crate::queries::unknown_captures(query());
                assert!(unknown.is_empty(), "{}: unknown captures {}", row.language, unknown.join(", "));
            }
        }
    }
}
