//! Values that the model encoded once more: a string where the schema wants the object or list that the string holds.

use super::scan::Document;
use super::{Mismatch, Repair, Schema};
use serde_json::Value;

/// Decodes such values if that makes the document valid, and tells what is wrong with it otherwise.
pub(super) fn settle(document: &mut Document, schema: &Schema) -> Vec<Mismatch> {
    let mismatches = schema.mismatches(&document.value);
    if !mismatches.iter().any(Mismatch::wants_structure) {
        return mismatches;
    }
    let mut decoded = document.value.clone();
    for mismatch in mismatches.iter().filter(|mismatch| mismatch.wants_structure()) {
        if let Some(place) = decoded.pointer_mut(&mismatch.pointer) {
            decode(place);
        }
    }
    if !schema.accepts(&decoded) {
        return mismatches;
    }
    document.value = decoded;
    document.repairs.insert(Repair::NestedEncoding);
    Vec::new()
}

/// Strict only: a string is text first, and prose that merely resembles JSON stays text.
fn decode(place: &mut Value) {
    let Value::String(text) = &*place else { return };
    if let Ok(value @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(text) {
        *place = value;
    }
}
