//! Type arguments: given to a type, and put in place of parameters in what a member is.

use crate::eval::union_of;
use crate::resolve::Resolver;
use crate::unit::Unit;
use crate::value::{Args, Def, Value};
use tribunal_domain::facts::SymbolIx;

/// A type with these arguments.
pub(crate) fn with_args(base: &Value, args: &Args) -> Value {
    base.map(|base| match base {
        Value::Type(def, _) => Value::Type(*def, args.clone()),
        Value::External(name, _) => Value::External(name.clone(), args.clone()),
        other => other.clone(),
    })
}

/// Replaces type parameters in a member's value by the receiver's type arguments.
pub(crate) fn substituted<'w>(
    value: &Value,
    unit: &'w Unit,
    member: SymbolIx,
    receiver: Option<&Value>,
    cx: &Resolver<'w>,
) -> Value {
    let (Some(Value::Instance(def, args) | Value::Type(def, args)), Some(parent)) =
        (receiver, unit.symbol(member).parent)
    else {
        return drop_parameters(value);
    };
    let same = *def == Def { file: unit.file, symbol: parent };
    if !same || args.is_empty() {
        return drop_parameters(value);
    }
    let parameters = &unit.symbol(parent).type_params;
    let lookup = |name: &str| {
        let at = parameters.iter().position(|parameter| unit.facts.text(parameter.name) == name)?;
        args.get(at).cloned()
    };
    replace(value, &lookup, cx)
}

fn replace(value: &Value, lookup: &dyn Fn(&str) -> Option<Value>, cx: &Resolver<'_>) -> Value {
    let all = |args: &Args| args.iter().map(|arg| replace(arg, lookup, cx)).collect::<Vec<_>>().into();
    match value {
        Value::Parameter(name) => lookup(name).map_or(Value::Unknown, |value| cx.instance_of(&value)),
        Value::Instance(def, args) => Value::Instance(*def, all(args)),
        Value::ExternalInstance(name, args) => Value::ExternalInstance(name.clone(), all(args)),
        Value::Type(def, args) => Value::Type(*def, all(args)),
        Value::Union(parts) => union_of(parts.iter().map(|part| replace(part, lookup, cx)).collect()),
        Value::Tuple(parts) => Value::Tuple(all(parts)),
        other => other.clone(),
    }
}

fn drop_parameters(value: &Value) -> Value {
    value.map(|value| if matches!(value, Value::Parameter(_)) { Value::Unknown } else { value.clone() })
}
