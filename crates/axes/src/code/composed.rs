//! Names that are put together while the program runs: `getattr(self, "_get_%s" % key)`, `f"visit_{kind}"`, `"on_" + event`.

use rustc_hash::FxHashMap;

/// Shorter beginnings would fit half of all names.
const SHORTEST: usize = 4;

/// Beginnings and ends of such names, by the first letters.
#[derive(Debug, Default)]
pub(super) struct Composed {
    patterns: FxHashMap<Box<str>, Vec<(Box<str>, Box<str>)>>,
}

impl Composed {
    /// Takes a string that was seen: a pattern with `*`, or a beginning that ends in `_`.
    pub(super) fn note(&mut self, text: &str) {
        let (start, end) = match text.split_once('*') {
            Some((start, rest)) => (start, rest.rsplit('*').next().unwrap_or_default()),
            None if text.ends_with('_') && !text.ends_with("__") => (text, ""),
            None => return,
        };
        let Some(head) = head(start).filter(|_| start.contains('_')) else { return };
        let known = self.patterns.entry(head.into()).or_default();
        if !known.iter().any(|(a, b)| **a == *start && **b == *end) {
            known.push((start.into(), end.into()));
        }
    }

    /// Takes a private name that stands in a string alone: a helper may add more, `dispatch(self, "_apply", kind)`.
    pub(super) fn note_private(&mut self, text: &str) {
        let letters = text.bytes().filter(|byte| *byte != b'_').count();
        if text.starts_with('_') && !text.ends_with('_') && !text.contains('*') && letters >= SHORTEST {
            self.note(&format!("{text}_"));
        }
    }

    /// Whether a name may be one of them.
    pub(super) fn may_be(&self, name: &str) -> bool {
        let fits = |(start, end): &(Box<str>, Box<str>)| {
            name.len() > start.len() + end.len() && name.starts_with(&**start) && name.ends_with(&**end)
        };
        head(name).and_then(|head| self.patterns.get(head)).is_some_and(|patterns| patterns.iter().any(fits))
    }
}

fn head(text: &str) -> Option<&str> {
    text.get(..SHORTEST)
}

#[cfg(test)]
mod tests {
    use super::Composed;

    #[test]
    fn a_name_fits_its_pattern_alone() {
        let mut composed = Composed::default();
        ["_get_*_permissions", "visit_", "x_*", "*_done", "plain", "__all__"]
            .iter()
            .for_each(|text| composed.note(text));
        assert!(composed.may_be("_get_user_permissions"));
        assert!(composed.may_be("visit_name"));
        assert!(!composed.may_be("_get_user"));
        assert!(!composed.may_be("visit_"));
        assert!(!composed.may_be("x_axis"));
        assert!(!composed.may_be("all_done"));
        assert!(!composed.may_be("plainer"));
        ["_apply", "_id", "__dict__"].iter().for_each(|text| composed.note_private(text));
        assert!(composed.may_be("_apply_product"));
        assert!(!composed.may_be("_id_of"));
        assert!(!composed.may_be("_apply") && !composed.may_be("_applying"));
    }
}
