//! What is known of outside types: which hold what, and what calling, awaiting or iterating them gives.

use crate::value::{Args, Value, no_args};
use std::rc::Rc;
use tribunal_domain::Language;
use tribunal_domain::facts::LiteralKind;

/// Outside types that hold one value of their argument and pass members on to it.
const TRANSPARENT: &[&str] = &[
    "Box",
    "Rc",
    "Arc",
    "Cow",
    "Ref",
    "RefMut",
    "MutexGuard",
    "RwLockReadGuard",
    "RwLockWriteGuard",
    "Pin",
    "Optional",
    "typing.Optional",
    "Final",
    "ClassVar",
    "Annotated",
    "typing.ClassVar",
    "typing.Final",
    "typing.Annotated",
    "typing.Required",
    "Required",
    "NotRequired",
    "Readonly",
    "Partial",
    "NonNullable",
    "Awaited",
    "Type",
    "DeepReadonly",
];

fn short(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

/// What an outside wrapper passes its members on to.
pub(crate) fn transparent(name: &str, args: &Args) -> Option<Value> {
    let short = short(name);
    if matches!(short, "Union" | "Optional") && !args.is_empty() {
        return Some(Value::union(args.iter().cloned()));
    }
    let first = args.first()?;
    TRANSPARENT.iter().any(|wrapper| self::short(wrapper) == short).then(|| first.clone())
}

/// A type argument as a value of that type.
fn instance_arg(value: &Value) -> Value {
    value.map(|value| match value {
        Value::Type(def, args) => Value::Instance(*def, args.clone()),
        Value::External(name, args) => Value::ExternalInstance(name.clone(), args.clone()),
        other => other.clone(),
    })
}

/// Outside collections by the argument that iterating or subscripting gives.
pub(crate) fn element_of_external(name: &str, args: &Args) -> Value {
    let index = match short(name) {
        "dict" | "Dict" | "Mapping" | "MutableMapping" | "OrderedDict" | "defaultdict" | "map" | "Map" | "HashMap"
        | "BTreeMap" | "Record" | "WeakMap" => 1,
        "list" | "List" | "set" | "Set" | "frozenset" | "FrozenSet" | "Sequence" | "MutableSequence" | "Iterable"
        | "Iterator" | "Generator" | "Collection" | "AsyncIterator" | "AsyncGenerator" | "deque" | "Deque"
        | "tuple" | "Tuple" | "Array" | "ReadonlyArray" | "ReadonlySet" | "[]" | "Vec" | "VecDeque" | "BTreeSet"
        | "HashSet" | "ArrayList" | "LinkedList" | "IterableIterator" | "Option" | "AbstractSet" => 0,
        _ => return Value::Unknown,
    };
    args.get(index).map_or(Value::Unknown, instance_arg)
}

/// What awaiting a value gives.
pub(crate) fn awaited(value: &Value) -> Value {
    value.map(|value| match value {
        Value::ExternalInstance(name, args)
            if matches!(short(name), "Promise" | "PromiseLike" | "Awaitable" | "Coroutine" | "Future" | "Task") =>
        {
            let index = if short(name) == "Coroutine" { 2 } else { 0 };
            args.get(index).map_or(Value::Unknown, instance_arg)
        }
        Value::ExternalInstance(..) => Value::Unknown,
        other => other.clone(),
    })
}

/// What is inside an `Option` or `Result`.
pub(crate) fn unwrapped(value: &Value) -> Value {
    value.map(|value| match value {
        Value::ExternalInstance(name, args)
            if matches!(short(name), "Option" | "Result" | "io.Result" | "Optional") =>
        {
            args.first().map_or(Value::Unknown, instance_arg)
        }
        other => other.clone(),
    })
}

/// One of several values that stand together.
pub(crate) fn part(value: &Value, index: usize) -> Value {
    value.map(|value| match value {
        Value::Tuple(parts) => parts.get(index).cloned().unwrap_or(Value::Unknown),
        Value::ExternalInstance(name, args) if matches!(short(name), "tuple" | "Tuple") => {
            args.get(index).map_or(Value::Unknown, instance_arg)
        }
        // Go: the first part of a single value is the value (`v, ok := m[k]`).
        other if index == 0 => match other {
            Value::Instance(..) => other.clone(),
            Value::ExternalInstance(name, args) => element_of_external(name, args),
            _ => Value::Unknown,
        },
        _ => Value::Unknown,
    })
}

/// The type of a literal.
pub(crate) fn literal(language: Language, kind: LiteralKind) -> Value {
    let name = match (language, kind) {
        (_, LiteralKind::None) => return Value::None,
        (Language::Python, LiteralKind::String) => "str",
        (_, LiteralKind::String) => "String",
        (_, LiteralKind::Number) => "Number",
        (_, LiteralKind::Bool) => "Boolean",
        (_, LiteralKind::Collection) => "collection",
        (_, LiteralKind::Regex) => "RegExp",
    };
    Value::ExternalInstance(name.into(), no_args())
}

/// What calling something outside gives.
pub(crate) fn external_call(name: &Rc<str>, args: &Args) -> Value {
    // A call of a builtin class makes an instance; of any other outside thing, who knows.
    match short(name) {
        "list" | "dict" | "set" | "tuple" | "str" | "int" | "float" | "bytes" | "frozenset" | "Map" | "Set"
        | "Array" | "WeakMap" | "WeakSet" | "Date" | "RegExp" | "Promise" | "String" | "Number" | "Error"
        | "object" => Value::ExternalInstance(name.clone(), args.clone()),
        _ => Value::Unknown,
    }
}

/// Members of outside collections that give one of what they hold.
pub(crate) fn external_member(base: &Value, name: &str) -> Value {
    let Value::ExternalInstance(ty, args) = base else { return Value::Unknown };
    let holds = || element_of_external(ty, args);
    let returned = match (short(ty), name) {
        (
            "Map" | "WeakMap" | "HashMap" | "BTreeMap" | "dict" | "Dict" | "Mapping" | "OrderedDict" | "defaultdict",
            "get" | "pop" | "setdefault" | "remove" | "get_mut",
        )
        | ("list" | "List" | "deque" | "set" | "Set", "pop" | "popleft")
        | ("Array" | "ReadonlyArray", "pop" | "shift" | "find" | "at") => holds(),
        ("Map" | "dict" | "Dict" | "Mapping" | "OrderedDict" | "defaultdict", "values") => {
            Value::ExternalInstance("Iterable".into(), Rc::from([holds()]))
        }
        ("dict" | "Dict" | "Mapping", "items") | ("Map", "entries") => {
            let pair = Value::Tuple(args.iter().map(instance_arg).collect());
            Value::ExternalInstance("Iterable".into(), Rc::from([pair]))
        }
        ("Array" | "ReadonlyArray", "filter" | "slice" | "concat" | "reverse" | "sort")
        | ("list" | "List" | "dict" | "set", "copy") => base.clone(),
        (
            "Option" | "Result",
            "unwrap" | "expect" | "unwrap_or_default" | "unwrap_or" | "unwrap_or_else" | "as_ref" | "as_mut" | "cloned",
        ) => unwrapped(base),
        ("Vec" | "[]" | "Iter", "iter" | "iter_mut" | "into_iter" | "clone" | "as_slice") => base.clone(),
        _ => return Value::Unknown,
    };
    if returned.is_unknown() { Value::Unknown } else { Value::Lambda(Rc::new(returned)) }
}
