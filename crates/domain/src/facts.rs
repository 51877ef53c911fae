//! The facts of one file: what `syntax` can say from a path and bytes alone, in a form every language shares.
//!
//! A file is a tree of scopes. Names are bound in scopes (`Binding`), used at places (`Reference`), and the
//! little that is known about values and types is kept as expressions (`Expr`) which `graph` evaluates. All
//! cross references are indexes into the vectors of the same `FileFacts`; nothing points outside the file.

/// An enum whose variants have names in databases and output.
macro_rules! named {
    ($(#[$doc:meta])* $enum:ident { $($(#[$vdoc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $enum { $($(#[$vdoc])* $variant,)* }

        impl $enum {
            /// All variants in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name used in databases and output.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The variant with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|variant| variant.name() == name)
            }
        }
    };
}

mod expr;
mod packed;
mod parts;
mod remarks;
mod strings;
mod zones;

pub use expr::{Expr, LiteralKind};
pub use parts::{
    Binding, BindingKind, Export, ExportSource, Import, ImportKind, ImportName, Measures, Param, ParamKind, Position,
    Problem, ProblemKind, Reference, Role, Scope, ScopeKind, Span, Symbol, SymbolFlags, SymbolKind, TypeParam,
    Visibility,
};
pub use remarks::{Comment, CommentKind, Doc, DocField, DocFormat, Mention};
pub use strings::Strings;
pub use zones::{Marked, Zone};

use crate::Language;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index into the vector it belongs to.
            pub fn ix(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

index! {
    /// Index into `FileFacts::strings`.
    Text;
    /// Index into `FileFacts::symbols`.
    SymbolIx;
    /// Index into `FileFacts::scopes`; 0 is the file's own scope.
    ScopeIx;
    /// Index into `FileFacts::exprs`; 0 is `Expr::Unknown`.
    ExprIx;
    /// Index into `FileFacts::imports`.
    ImportIx;
}

impl ScopeIx {
    /// The scope of the whole file.
    pub const FILE: Self = Self(0);
}

impl ExprIx {
    /// The expression about which nothing is known.
    pub const UNKNOWN: Self = Self(0);
}

/// Everything the index knows of one file without looking at any other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFacts {
    /// What of the text is no code, in order and apart. Stands first, so that it can be read without the rest.
    pub zones: Vec<Marked>,
    /// The language it was read as.
    pub language: Language,
    /// Number of lines (`\n`, `\r\n` and `\r` end one).
    pub lines: u32,
    /// The file says of itself that a tool wrote it.
    pub generated: bool,
    /// Interned texts; `Text` indexes them.
    pub strings: Strings,
    /// Definitions in source order; a parent stands before its children.
    pub symbols: Vec<Symbol>,
    /// Scopes in source order; a parent stands before its children; the first is the file.
    pub scopes: Vec<Scope>,
    /// Names bound in scopes, in source order.
    pub bindings: Vec<Binding>,
    /// Expressions whose value matters to resolution; the first is `Unknown`. They are many, and only resolution needs
    /// them: they are written and read apart from the rest.
    #[serde(skip)]
    pub exprs: Vec<Expr>,
    /// Uses of names in source order.
    #[serde(with = "packed")]
    pub references: Vec<Reference>,
    /// Imports, includes and `use` declarations.
    pub imports: Vec<Import>,
    /// What the file offers under which name, where the language has explicit exports (`export`, `__all__`, `pub use`).
    pub exports: Vec<Export>,
    /// The package, namespace or module the file declares itself to belong to (`package a.b;`, Go's package name).
    pub package: Option<Text>,
    /// Doc comments and docstrings with the definition they belong to.
    pub docs: Vec<Doc>,
    /// All other comments.
    pub comments: Vec<Comment>,
    /// Names that stand in strings or dynamic access.
    pub mentions: Vec<Mention>,
    /// What went wrong while reading.
    pub problems: Vec<Problem>,
}

impl FileFacts {
    /// Facts of a file about which nothing is known yet.
    pub fn empty(language: Language) -> Self {
        Self {
            zones: Vec::new(),
            language,
            lines: 0,
            generated: false,
            strings: Strings::default(),
            symbols: Vec::new(),
            scopes: vec![Scope::file()],
            bindings: Vec::new(),
            exprs: vec![Expr::Unknown],
            references: Vec::new(),
            imports: Vec::new(),
            exports: Vec::new(),
            package: None,
            docs: Vec::new(),
            comments: Vec::new(),
            mentions: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// The text behind an interned index.
    pub fn text(&self, text: Text) -> &str {
        self.strings.get(text)
    }

    /// The symbol behind an index.
    pub fn symbol(&self, symbol: SymbolIx) -> &Symbol {
        &self.symbols[symbol.ix()]
    }

    /// The innermost definition whose body a scope lies in.
    pub fn owner_of(&self, scope: ScopeIx) -> Option<SymbolIx> {
        let mut at = Some(scope);
        while let Some(scope) = at {
            let scope = &self.scopes[scope.ix()];
            if scope.owner.is_some() {
                return scope.owner;
            }
            at = scope.parent;
        }
        None
    }

    /// The dotted name of a symbol inside its file: `Class.method`.
    pub fn qualified_name(&self, symbol: SymbolIx) -> String {
        let mut name = String::new();
        self.write_qualified_name(symbol, &mut name);
        name
    }

    /// The same, at the end of a text.
    pub fn write_qualified_name(&self, symbol: SymbolIx, into: &mut String) {
        // From the outside in, without a call for each level: code may be nested deeper than a stack.
        let mut way = vec![symbol];
        way.extend(std::iter::successors(self.symbol(symbol).parent, |above| self.symbol(*above).parent));
        for (at, symbol) in way.iter().rev().enumerate() {
            into.push_str(if at == 0 { "" } else { "." });
            into.push_str(self.text(self.symbol(*symbol).name));
        }
    }
}

/// Interns texts while facts are written.
#[derive(Debug, Default)]
pub struct Interner {
    ids: FxHashMap<Box<str>, Text>,
}

impl Interner {
    /// The index of `text` in `strings`, added if it is new.
    pub fn intern(&mut self, strings: &mut Strings, text: &str) -> Text {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = strings.push(text);
        self.ids.insert(text.into(), id);
        id
    }
}
