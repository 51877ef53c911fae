//! The rows of `FileFacts`: positions, symbols, scopes, bindings, references, imports, problems.

use super::{ExprIx, ImportIx, ScopeIx, SymbolIx, Text};
use serde::{Deserialize, Serialize};

/// A place in a file. Lines count from 1; columns count Unicode scalar values from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// From the first character to the one after the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// Where it starts.
    pub start: Position,
    /// Where it ends (exclusive column).
    pub end: Position,
}

/// A definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// What it is.
    pub kind: SymbolKind,
    /// Its own name.
    pub name: Text,
    /// The definition it is a member of or nested in.
    pub parent: Option<SymbolIx>,
    /// The scope its name is bound in; for members, the class's scope.
    pub scope: ScopeIx,
    /// The scope its body opens (class body, function body, module).
    pub body: Option<ScopeIx>,
    /// The whole definition, decorators and modifiers included, doc comment excluded.
    pub span: Span,
    /// Where its name starts.
    pub name_at: Position,
    /// The text of the head, white space folded, at most 400 characters.
    pub signature: Text,
    /// Who may see it, as declared or by the language's convention.
    pub visibility: Visibility,
    /// Yes-or-no properties.
    pub flags: SymbolFlags,
    /// Decorators, annotations and attributes as written, without `@`, `#[` and `]`.
    pub attributes: Vec<Text>,
    /// The declared type of a variable, constant, field, property or parameter-less alias; the declared return type of
    /// a function. For a type alias: the type it stands for.
    pub ty: Option<ExprIx>,
    /// The value it is initialised with, where that may tell its type.
    pub value: Option<ExprIx>,
    /// What a function without declared return type may return (names of its own locals already replaced by their values).
    pub returns: Vec<ExprIx>,
    /// Base classes, implemented interfaces and traits, embedded structs; for a Rust `impl Trait for T` see `impl_of`.
    pub bases: Vec<ExprIx>,
    /// For members of a Rust `impl`, a Go method or a C++ out-of-line method: the type it belongs to (`parent` is then `None`
    /// unless that type is defined in this file).
    pub impl_of: Option<ExprIx>,
    /// Parameters of a function, without the receiver (`self`, `this`, Go receiver).
    pub params: Vec<Param>,
    /// Type parameters.
    pub type_params: Vec<TypeParam>,
    /// Measures of a function or method.
    pub measures: Option<Measures>,
}

named! {
    /// The kinds of definition.
    SymbolKind {
        /// A free function.
        Function = "function",
        /// A function of a class, trait, interface or impl, constructors included.
        Method = "method",
        /// A class; Java's records too.
        Class = "class",
        /// An interface or protocol.
        Interface = "interface",
        /// A type alias; `typedef`.
        TypeAlias = "type_alias",
        /// An enum.
        Enum = "enum",
        /// A member of an enum.
        EnumMember = "enum_member",
        /// A struct or union.
        Struct = "struct",
        /// A trait.
        Trait = "trait",
        /// A field of a struct, class or instance.
        Field = "field",
        /// A property: accessor pair, object-literal member, interface property, `@property`.
        Property = "property",
        /// A constant at file or class level.
        Constant = "constant",
        /// A variable at file or class level.
        Variable = "variable",
        /// A module or namespace inside the file.
        Module = "module",
        /// A macro.
        Macro = "macro",
    }
}

named! {
    /// Who may see a definition.
    Visibility {
        /// Everyone.
        Public = "public",
        /// The package, crate or module tree.
        Internal = "internal",
        /// Subclasses.
        Protected = "protected",
        /// Its own file or class.
        Private = "private",
    }
}

/// Yes-or-no properties of a definition, as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SymbolFlags(pub u16);

impl SymbolFlags {
    /// Other files can name it.
    pub const EXPORTED: Self = Self(1);
    /// Belongs to the class, not to an instance.
    pub const STATIC: Self = Self(1 << 1);
    /// Asynchronous: a call gives an awaitable of what it returns.
    pub const ASYNC: Self = Self(1 << 2);
    /// Declared without a body (abstract, interface method, trait method without default, forward declaration).
    pub const ABSTRACT: Self = Self(1 << 3);
    /// A test or a fixture.
    pub const TEST: Self = Self(1 << 4);
    /// Read like a field though it is a function (`@property`, getter).
    pub const ACCESSOR: Self = Self(1 << 5);
    /// Overrides by declaration (`override`, `@Override`).
    pub const OVERRIDE: Self = Self(1 << 6);
    /// Yields: a call gives an iterator.
    pub const GENERATOR: Self = Self(1 << 7);
    /// Lives only in types (TypeScript `declare`, ambient).
    pub const AMBIENT: Self = Self(1 << 8);
    /// A constructor.
    pub const CONSTRUCTOR: Self = Self(1 << 9);
    /// A field known only by assignment (`self.x = …`, `this.x = …`) or a constructor's parameter property.
    pub const IMPLICIT: Self = Self(1 << 10);
    /// Visible to the linker under its own name (`no_mangle`, `extern "C"`, `//export`).
    pub const FOREIGN: Self = Self(1 << 11);
    /// The default export of its module.
    pub const DEFAULT: Self = Self(1 << 12);

    /// Whether all bits of `other` are set.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets the bits of `other`.
    pub fn set(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// A parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Param {
    /// Its name; empty text for a pattern.
    pub name: Text,
    /// Where its name stands.
    pub at: Position,
    /// Its declared type.
    pub ty: Option<ExprIx>,
    /// It may be left out (default value, `?`).
    pub optional: bool,
    /// How it takes its arguments.
    pub kind: ParamKind,
}

/// How a parameter takes its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ParamKind {
    /// By position (or name).
    Plain,
    /// By keyword only.
    Keyword,
    /// All remaining positional ones.
    Rest,
    /// All remaining keyword ones.
    KeywordRest,
}

/// A type parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeParam {
    /// Its name.
    pub name: Text,
    /// Its bound, if declared.
    pub bound: Option<ExprIx>,
}

/// Measures of a function's body.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measures {
    /// Decisions plus one.
    pub cyclomatic: u32,
    /// Deepest nesting of control structures.
    pub nesting: u32,
    /// Parameters, the receiver not counted.
    pub parameters: u32,
    /// Statements, nested functions' own not counted.
    pub statements: u32,
    /// Lines of the definition.
    pub lines: u32,
}

/// A region in which names are bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// What opens it.
    pub kind: ScopeKind,
    /// The enclosing scope; `None` for the file.
    pub parent: Option<ScopeIx>,
    /// The definition whose body it is.
    pub owner: Option<SymbolIx>,
    /// For a Rust `impl` block or trait body: the type `Self` stands for there.
    pub self_type: Option<ExprIx>,
}

impl Scope {
    /// The scope of a whole file.
    pub fn file() -> Self {
        Self { kind: ScopeKind::File, parent: None, owner: None, self_type: None }
    }
}

/// What opens a scope, which decides how names are looked up through it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ScopeKind {
    /// The file.
    File,
    /// A class, interface, struct, trait, enum or impl body. In Python, functions inside do not see its names.
    Class,
    /// A function or method, its parameters included.
    Function,
    /// A block, loop, match arm, `if let`, catch clause.
    Block,
    /// A comprehension or generator expression.
    Comprehension,
    /// A module or namespace inside the file (Rust `mod x {}`, TypeScript `namespace`, C++ `namespace`).
    Module,
    /// Type parameters of the definition inside it.
    TypeParameters,
}

/// A name bound in a scope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    /// Where it is visible.
    pub scope: ScopeIx,
    /// The name.
    pub name: Text,
    /// Byte offset from which it holds, for languages with shadowing in order.
    pub at: u32,
    /// Where the name stands.
    pub position: Position,
    /// What it is bound to.
    pub kind: BindingKind,
    /// Its declared type, as a type (not yet `Instance`).
    pub ty: Option<ExprIx>,
    /// Its value.
    pub value: Option<ExprIx>,
}

/// What a name is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BindingKind {
    /// A definition recorded in `symbols`.
    Symbol(SymbolIx),
    /// The `name`-th name of an import (or the module itself, for `import a as b`).
    Import {
        /// The import.
        import: ImportIx,
        /// Index into its `names`.
        name: u32,
    },
    /// A parameter.
    Parameter,
    /// A local variable, loop variable, pattern, caught error, `with … as`.
    Local,
    /// A type parameter.
    TypeParameter,
    /// Declared to live in the file's scope (Python `global`).
    Global,
    /// Declared to live in an enclosing function's scope (Python `nonlocal`).
    Nonlocal,
}

/// A use of a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// The name used.
    pub name: Text,
    /// What for.
    pub role: Role,
    /// Where the name starts.
    pub position: Position,
    /// Its byte offset.
    pub at: u32,
    /// The scope it stands in.
    pub scope: ScopeIx,
    /// What stands before the dot, for a member; `None` for a bare name.
    pub receiver: Option<ExprIx>,
    /// How many arguments it is called with; `None` if it is not called or that cannot be counted.
    pub arguments: Option<u8>,
}

named! {
    /// What a name is used for.
    Role {
        /// It is called or constructed.
        Call = "call",
        /// It names a type.
        Type = "type",
        /// Its value is read.
        Read = "read",
        /// It is assigned to.
        Write = "write",
        /// It stands in an import or re-export.
        Import = "import",
        /// It decorates or annotates a definition.
        Decorate = "decorate",
        /// It is a base class, implemented interface or trait.
        Inherit = "inherit",
        /// It is a key: of an object literal, a keyword argument, a struct literal's field.
        Key = "key",
        /// It is the definition's own name; never recorded as a use, only in answers about a place.
        Define = "define",
    }
}

/// An import, include, `use` or `require`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// What is imported from, as written: `./a`, `..pkg.mod`, `crate::a::b`, `net/http`, `<stdio.h>`.
    pub specifier: Text,
    /// How.
    pub kind: ImportKind,
    /// The names taken; a whole-module import has one entry with `name: None`.
    pub names: Vec<ImportName>,
    /// Everything is taken (`from a import *`, `use a::*`, `import a.*`).
    pub star: bool,
    /// Only types are taken (`import type`, `if TYPE_CHECKING`).
    pub type_only: bool,
    /// The names are offered to importers of this file too (`export … from`, `pub use`).
    pub reexport: bool,
    /// The scope it stands in.
    pub scope: ScopeIx,
    /// The whole statement.
    pub span: Span,
}

named! {
    /// How something is imported.
    ImportKind {
        /// An import statement, `use`, `#include "x"`, `source x`.
        Static = "static",
        /// `require(…)`.
        Require = "require",
        /// `import(…)`, `importlib.import_module("…")`.
        Dynamic = "dynamic",
        /// Rust's `mod x;`.
        Module = "module",
        /// Java's `import static`.
        StaticMember = "static_member",
        /// `#include <x>`.
        System = "system",
    }
}

/// One name taken by an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportName {
    /// The name in the imported module; `None` for the module itself (`import a`, `import * as a`); `default` for a default import.
    pub name: Option<Text>,
    /// The name it gets here; `None` where nothing is bound (side effects only, or a pure re-export).
    pub local: Option<Text>,
    /// Where the imported name stands.
    pub position: Position,
    /// Only as a type (`import { type A }`).
    pub type_only: bool,
}

/// A name the file offers to importers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Export {
    /// The name under which it is offered; `None` for everything of a star re-export.
    pub name: Option<Text>,
    /// What is offered.
    pub source: ExportSource,
    /// Only as a type.
    pub type_only: bool,
    /// Where the name stands.
    pub position: Position,
}

/// What an export offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExportSource {
    /// The name bound in the file's scope.
    Local(Text),
    /// A name of an import (re-export); `name` indexes its `names`. For `export * from` the import has `star`.
    Import {
        /// The import.
        import: ImportIx,
        /// Index into its `names`; 0 for a star.
        name: u32,
    },
    /// The value of an expression (`export default {…}`, `module.exports = …`, `export = …`).
    Value(ExprIx),
}

/// Something odd about the input; facts may be fewer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// What kind.
    pub kind: ProblemKind,
    /// Where, if at a line.
    pub line: Option<u32>,
    /// In words.
    pub message: Text,
}

named! {
    /// What can be odd about a file.
    ProblemKind {
        /// The grammar could not make sense of a part.
        Syntax = "syntax",
        /// Bytes are not UTF-8; read as latin-1.
        Encoding = "encoding",
        /// It contains NUL bytes.
        Nul = "nul",
        /// It is larger than the cap.
        TooLarge = "too_large",
        /// Parsing took longer than the cap.
        TooSlow = "too_slow",
        /// Code is nested deeper than the cap; facts below it are left out.
        TooDeep = "too_deep",
        /// It could not be read.
        Unreadable = "unreadable",
    }
}
