//! A cache in two generations: when the young one is full, the old one is forgotten.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// So many bytes are kept in each of the two generations.
const GENERATION_BYTES: usize = 24 << 20;

/// Values by key, those asked for lately.
pub(super) struct Recent<K, V> {
    young: FxHashMap<K, (V, usize)>,
    old: FxHashMap<K, (V, usize)>,
    young_bytes: usize,
}

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self { young: FxHashMap::default(), old: FxHashMap::default(), young_bytes: 0 }
    }
}

impl<K: Eq + Hash + Clone, V: Clone> Recent<K, V> {
    pub(super) fn get(&mut self, key: &K) -> Option<V> {
        if let Some((value, _)) = self.young.get(key) {
            return Some(value.clone());
        }
        let (value, bytes) = self.old.remove(key)?;
        self.insert(key.clone(), value.clone(), bytes);
        Some(value)
    }

    pub(super) fn insert(&mut self, key: K, value: V, bytes: usize) {
        if self.young_bytes > GENERATION_BYTES {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes += bytes;
        self.young.insert(key, (value, bytes));
    }
}
