//! References as they are kept: numbers of a fixed length, because a file has more of them than of all else together and a
//! review reads them all.

use super::{ExprIx, Position, Reference, Role, ScopeIx, Text};
use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

/// Numbers of a reference, four bytes each.
const NUMBERS: usize = 7;

/// Bytes of a reference.
const LENGTH: usize = 4 * NUMBERS;

/// Stands for no receiver, and for no count of arguments.
const NONE: u32 = u32::MAX;
const UNCOUNTED: u32 = 0xffff;

pub(super) fn serialize<S: Serializer>(references: &[Reference], serializer: S) -> Result<S::Ok, S::Error> {
    let numbers = references.iter().flat_map(packed);
    serializer.serialize_bytes(&numbers.flat_map(u32::to_le_bytes).collect::<Vec<u8>>())
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Reference>, D::Error> {
    deserializer.deserialize_bytes(Packed)
}

struct Packed;

impl Visitor<'_> for Packed {
    type Value = Vec<Reference>;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("references of a fixed length")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        let (references, rest) = bytes.as_chunks::<LENGTH>();
        // Collecting what may fail would not know how many there are, and make room for them again and again.
        let mut found = Vec::with_capacity(references.len());
        found.extend(references.iter().map_while(unpacked));
        let is_whole = found.len() == references.len() && rest.is_empty();
        is_whole.then_some(found).ok_or_else(|| E::custom("references are not what was written"))
    }
}

fn packed(reference: &Reference) -> [u32; NUMBERS] {
    let Reference { name, role, position, at, scope, receiver, arguments } = reference;
    let counted = arguments.map_or(UNCOUNTED, u32::from);
    let receiver = receiver.map_or(NONE, |receiver| receiver.0);
    [name.0, position.line, position.column, *at, scope.0, receiver, (*role as u32) << 16 | counted]
}

fn unpacked(bytes: &[u8; LENGTH]) -> Option<Reference> {
    let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| bytes[4 * at + byte]));
    let [name, line, column, at, scope, receiver, last] = std::array::from_fn(number);
    Some(Reference {
        name: Text(name),
        role: *Role::ALL.get((last >> 16) as usize)?,
        position: Position { line, column },
        at,
        scope: ScopeIx(scope),
        receiver: (receiver != NONE).then_some(ExprIx(receiver)),
        arguments: u8::try_from(last & UNCOUNTED).ok(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(role: Role, receiver: Option<u32>, arguments: Option<u8>) -> Reference {
        Reference {
            name: Text(7),
            role,
            position: Position { line: 70_000, column: 3 },
            at: 1 << 20,
            scope: ScopeIx(2),
            receiver: receiver.map(ExprIx),
            arguments,
        }
    }

    #[test]
    fn every_reference_comes_back() {
        let mut all: Vec<_> = Role::ALL.iter().map(|role| reference(*role, None, None)).collect();
        all.extend(
            [(None, Some(0)), (Some(0), Some(255)), (Some(9), None)].map(|(of, n)| reference(Role::Call, of, n)),
        );
        for one in all {
            let bytes: Vec<u8> = packed(&one).into_iter().flat_map(u32::to_le_bytes).collect();
            assert_eq!(Packed.visit_bytes::<serde_json::Error>(&bytes).expect("as written"), [one]);
        }
    }

    #[test]
    fn damage_is_noticed() {
        let bytes: Vec<u8> =
            packed(&reference(Role::Read, None, None)).into_iter().flat_map(u32::to_le_bytes).collect();
        assert!(Packed.visit_bytes::<serde_json::Error>(&bytes[1..]).is_err());
        let unknown: Vec<u8> = [&bytes[..26], &[0xee, 0]].concat();
        assert!(Packed.visit_bytes::<serde_json::Error>(&unknown).is_err());
    }
}
