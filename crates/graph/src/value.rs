//! What an expression stands for, as far as it is known.

use crate::world::FileIx;
use std::rc::Rc;
use tribunal_domain::facts::SymbolIx;

/// A definition in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Def {
    pub file: FileIx,
    pub symbol: SymbolIx,
}

/// What a name or member may mean.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Target {
    /// A definition.
    Symbol(Def),
    /// A whole file (a module).
    File(FileIx),
    /// A folder taken as a package.
    Folder(Rc<str>),
    /// Something outside the repository, by its dotted name as far as it is known.
    External(Rc<str>),
    /// A parameter, local or type parameter.
    Local,
}

/// The value of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// Nothing is known.
    Unknown,
    /// `None`, `null`, `nil`.
    None,
    /// A module: a file.
    Module(FileIx),
    /// A package: a folder.
    Package(Rc<str>),
    /// A class, struct, interface, enum, alias or inner namespace, taken as itself.
    Type(Def, Args),
    /// An instance of one.
    Instance(Def, Args),
    /// A function or method, with the value it was taken from.
    Function(Def, Option<Rc<Value>>),
    /// Something outside, taken as itself: a module, class or function.
    External(Rc<str>, Args),
    /// An instance of an outside type.
    ExternalInstance(Rc<str>, Args),
    /// A type parameter of this name.
    Parameter(Rc<str>),
    /// A function value without a symbol, by what it returns.
    Lambda(Rc<Value>),
    /// A fixed number of values.
    Tuple(Args),
    /// One of several.
    Union(Args),
}

/// Values in order.
pub(crate) type Args = Rc<[Value]>;

/// No values.
pub(crate) fn no_args() -> Args {
    Rc::from([])
}

impl Value {
    /// One of `parts`, flattened, `None` and repetitions left out. A single part stands for itself.
    pub fn union(parts: impl IntoIterator<Item = Value>) -> Value {
        let mut flat: Vec<Value> = Vec::new();
        for part in parts {
            match part {
                Value::Union(inner) => {
                    for part in inner.iter().filter(|part| !flat.contains(part)).cloned().collect::<Vec<_>>() {
                        flat.push(part);
                    }
                }
                Value::None => {}
                part if flat.contains(&part) => {}
                part => flat.push(part),
            }
        }
        match flat.len() {
            0 => Value::Unknown,
            1 => flat.remove(0),
            _ => Value::Union(flat.into()),
        }
    }

    /// Whether nothing is known of it.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Value::Unknown)
    }

    /// Applies `change` to each part of a union, or to the value itself.
    pub fn map(&self, mut change: impl FnMut(&Value) -> Value) -> Value {
        match self {
            Value::Union(parts) => Value::union(parts.iter().map(change)),
            value => change(value),
        }
    }
}
