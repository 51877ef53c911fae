//! Expressions: as much of a value or a type as resolution can use, and no more.

use super::{ExprIx, ScopeIx, SymbolIx, Text};
use serde::{Deserialize, Serialize};

/// A value or a type, named by how it is written. Evaluating one gives a module, a class, an instance, a function …
///
/// The same variants serve values and types: a type annotation `a.B` is `Member` of `Name`, and a variable
/// declared with it has the value `Instance { of }`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Expr {
    /// Nothing is known.
    Unknown,
    /// Whatever `name` is bound to, looked up from `scope` at byte `at`.
    Name {
        /// The name.
        name: Text,
        /// The scope it is looked up from.
        scope: ScopeIx,
        /// Byte offset of the use, for languages where a binding counts only after it is made.
        at: u32,
    },
    /// `base.name`, `base::name`, `base->name`.
    Member {
        /// What stands before the dot.
        base: ExprIx,
        /// The member's name.
        name: Text,
    },
    /// The result of calling `callee`; a call of a class (`Foo()`, `new Foo()`) is an instance of it.
    Call {
        /// What is called.
        callee: ExprIx,
    },
    /// An instance of the type that `of` names (annotations, struct literals, casts).
    Instance {
        /// The type.
        of: ExprIx,
    },
    /// The receiver of the method that `scope` lies in: `self`, `this`, `cls` (then `Class`).
    This {
        /// A scope inside the class or impl.
        scope: ScopeIx,
    },
    /// The class itself inside its own body: Rust's `Self`, Python's `cls` and `__class__`.
    Class {
        /// A scope inside the class or impl.
        scope: ScopeIx,
    },
    /// The parent's view of the receiver: `super()`, `super`.
    Super {
        /// A scope inside the class.
        scope: ScopeIx,
    },
    /// A type with arguments: `List[Foo]`, `Promise<Foo>`, `Vec<Foo>`, `map[K]V` (base `map`), `[]T` (base `[]`).
    Generic {
        /// The type that takes arguments.
        base: ExprIx,
        /// The arguments in order.
        args: Vec<ExprIx>,
    },
    /// One of several: unions, `a or b`, several returns, both arms of a conditional.
    Union(Vec<ExprIx>),
    /// A tuple of values or types.
    Tuple(Vec<ExprIx>),
    /// The `index`-th part of a tuple (destructuring, several results).
    Part {
        /// The tuple.
        of: ExprIx,
        /// From 0.
        index: u32,
    },
    /// What iterating or subscripting `of` gives: the loop variable of `for x in of`, `of[i]`.
    Element {
        /// The collection.
        of: ExprIx,
    },
    /// What awaiting `of` gives.
    Await {
        /// The awaitable.
        of: ExprIx,
    },
    /// What a fallible or optional wrapper holds: Rust's `?`, TypeScript's `!`, pattern `Some(x)`, `Ok(x)`.
    Unwrap {
        /// The wrapper.
        of: ExprIx,
    },
    /// What `with of as x` binds.
    Enter {
        /// The context manager.
        of: ExprIx,
    },
    /// The type of a value: TypeScript's `typeof x` in type position.
    TypeOf {
        /// The value.
        of: ExprIx,
    },
    /// The value of a literal.
    Literal(LiteralKind),
    /// The value that a symbol of this file stands for: a function expression, an object literal with its members,
    /// an anonymous class or type literal recorded as a symbol.
    Symbol(SymbolIx),
    /// A function value of no symbol (a lambda, an arrow) with the values it may return.
    Lambda {
        /// What it returns; empty if unknown.
        returns: Vec<ExprIx>,
    },
}

/// The kinds of literal that have members worth knowing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LiteralKind {
    /// A string or template.
    String,
    /// A number.
    Number,
    /// `true` or `false`.
    Bool,
    /// `None`, `null`, `nil`, `undefined`, unit.
    None,
    /// A list, array, set, map or object of unknown element type.
    Collection,
    /// A regular expression.
    Regex,
}
