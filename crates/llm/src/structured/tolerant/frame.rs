//! A container that is being read.

use crate::structured::Repair;
use serde_json::{Map, Value};

/// What a bracket opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
}

/// An object or list that is open, with what it holds so far.
pub(super) struct Frame {
    holds: Holds,
    entries: usize,
    comma: bool,
}

enum Holds {
    Object { members: Map<String, Value>, key: Option<String> },
    Array(Vec<Value>),
}

/// A key was given two different values.
pub(super) struct Contradiction;

impl Frame {
    pub fn new(kind: Kind) -> Self {
        let holds = match kind {
            Kind::Object => Holds::Object { members: Map::new(), key: None },
            Kind::Array => Holds::Array(Vec::new()),
        };
        Self { holds, entries: 0, comma: false }
    }

    pub fn kind(&self) -> Kind {
        match self.holds {
            Holds::Object { .. } => Kind::Object,
            Holds::Array(_) => Kind::Array,
        }
    }

    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Whether the next entry may begin.
    pub fn is_separated(&self) -> bool {
        self.entries == 0 || self.comma
    }

    /// Whether a comma stands behind the last entry that nothing followed yet.
    pub fn dangles(&self) -> bool {
        self.comma
    }

    /// Whether one more comma changes nothing: between members it can only be a slip.
    pub fn has_comma(&self) -> bool {
        self.kind() == Kind::Object && self.is_separated()
    }

    /// Takes the comma behind an entry; false where none may stand.
    pub fn take_comma(&mut self) -> bool {
        let may_stand = !self.is_separated();
        self.comma = may_stand;
        may_stand
    }

    pub fn expect_value_of(&mut self, name: String) {
        if let Holds::Object { key, .. } = &mut self.holds {
            *key = Some(name);
        }
    }

    /// Takes the value as the next item, or as that of the key before it.
    pub fn put(&mut self, value: Value) -> Result<Option<Repair>, Contradiction> {
        self.entries += 1;
        self.comma = false;
        match &mut self.holds {
            Holds::Array(items) => items.push(value),
            Holds::Object { members, key } => {
                let key = key.take().expect("a value in an object stands behind its key");
                match members.get(&key) {
                    Some(known) if *known != value => return Err(Contradiction),
                    Some(_) => return Ok(Some(Repair::RepeatedKey)),
                    None => _ = members.insert(key, value),
                }
            }
        }
        Ok(None)
    }

    pub fn into_value(self) -> Value {
        match self.holds {
            Holds::Object { members, .. } => Value::Object(members),
            Holds::Array(items) => Value::Array(items),
        }
    }
}
