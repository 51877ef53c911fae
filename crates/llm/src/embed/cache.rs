//! Before every embedder: what was embedded lately is not embedded again, nobody asks twice for the same text at once,
//! and an embedder that fails is left alone for a while.

use super::Embedder;
use crate::breaker::{Breaker, Breakers, Health};
use crate::clock::Clock;
use crate::{Cancel, LlmError};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tribunal_domain::ContentHash;
use tribunal_text::secrets::Cleared;

/// How much is kept, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keeping {
    /// So many vectors at most; the one that was not asked for the longest goes first.
    pub most: usize,
    /// For so long; models behind a name change rarely, but they do.
    pub time: Duration,
}

impl Default for Keeping {
    /// A question and its candidates, many times over.
    fn default() -> Self {
        Self { most: 256, time: Duration::from_mins(5) }
    }
}

/// How often a waiting caller looks whether it shall stop.
const LOOK: Duration = Duration::from_millis(50);

/// The text's hash and the model: the same text is another vector to another model.
type Key = (ContentHash, String);

enum Slot {
    Flying,
    Ready { at: Duration, used: u64, vector: Arc<[f32]> },
}

/// An embedder with a cache and a breaker before it.
pub struct Cached {
    embedder: Box<dyn Embedder>,
    clock: Arc<dyn Clock>,
    breaker: Option<Arc<Breaker>>,
    keeping: Keeping,
    /// Counts what was asked for, so that what was used last is known.
    uses: AtomicU64,
    slots: Mutex<BTreeMap<Key, Slot>>,
    landed: Condvar,
}

impl Cached {
    /// Puts a cache and, for one that can fail, its breaker before an embedder.
    pub fn new(embedder: Box<dyn Embedder>, clock: Arc<dyn Clock>, breakers: &Breakers) -> Self {
        let breaker = embedder.provider().map(|name| breakers.of(name));
        let (keeping, uses) = (Keeping::default(), AtomicU64::new(0));
        Self { embedder, clock, breaker, keeping, uses, slots: Mutex::default(), landed: Condvar::new() }
    }

    /// The same, which keeps more or less, or for another time.
    #[must_use]
    pub fn keeping(self, keeping: Keeping) -> Self {
        Self { keeping, ..self }
    }

    /// The model of the vectors.
    pub fn model(&self) -> &str {
        self.embedder.model()
    }

    /// The vector of a text.
    pub fn embed(&self, text: &Cleared, cancel: &Cancel) -> Result<Arc<[f32]>, LlmError> {
        let key = (ContentHash::of(text.text().as_bytes()), self.model().to_owned());
        if let Some(vector) = self.known_or_mine(&key, cancel)? {
            return Ok(vector);
        }
        let flight = Flight { cached: self, key: &key };
        let vector: Arc<[f32]> = self.ask(text, cancel)?.into();
        flight.land(&vector);
        Ok(vector)
    }

    /// The vector if it is known, waiting for whoever is asking for it; nothing if it is the caller's to ask.
    fn known_or_mine(&self, key: &Key, cancel: &Cancel) -> Result<Option<Arc<[f32]>>, LlmError> {
        let mut slots = self.slots();
        loop {
            let now = self.clock.now();
            match slots.get_mut(key) {
                Some(Slot::Ready { at, used, vector }) if now.saturating_sub(*at) < self.keeping.time => {
                    *used = self.next_use();
                    return Ok(Some(Arc::clone(vector)));
                }
                Some(Slot::Flying) if cancel.is_set() => return Err(LlmError::Cancelled),
                Some(Slot::Flying) => {
                    slots = self.landed.wait_timeout(slots, LOOK).unwrap_or_else(PoisonError::into_inner).0;
                }
                Some(Slot::Ready { .. }) | None => {
                    slots.insert(key.clone(), Slot::Flying);
                    return Ok(None);
                }
            }
        }
    }

    fn ask(&self, text: &Cleared, cancel: &Cancel) -> Result<Vec<f32>, LlmError> {
        let pass = self.breaker.as_ref().map(|breaker| breaker.pass(self.clock.now())).transpose()?;
        let result = self.embedder.embed(std::slice::from_ref(text), cancel);
        let health = match &result {
            Ok(_) => Health::Good,
            Err(LlmError::Cancelled) => Health::Unknown,
            Err(_) => Health::Bad,
        };
        if let Some(pass) = pass {
            pass.report(health, self.clock.now());
        }
        Ok(result?.pop().unwrap_or_default())
    }

    fn next_use(&self) -> u64 {
        self.uses.fetch_add(1, Ordering::Relaxed)
    }

    fn slots(&self) -> MutexGuard<'_, BTreeMap<Key, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A question on its way; however it ends, others need not wait any longer.
struct Flight<'a> {
    cached: &'a Cached,
    key: &'a Key,
}

impl Flight<'_> {
    fn land(self, vector: &Arc<[f32]>) {
        let mut slots = self.cached.slots();
        let at = self.cached.clock.now();
        let used = self.cached.next_use();
        slots.insert(self.key.clone(), Slot::Ready { at, used, vector: Arc::clone(vector) });
        while slots.len() > self.cached.keeping.most {
            let Some(oldest) = oldest(&slots) else { break };
            slots.remove(&oldest);
        }
    }
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        let mut slots = self.cached.slots();
        if matches!(slots.get(self.key), Some(Slot::Flying)) {
            slots.remove(self.key);
        }
        drop(slots);
        self.cached.landed.notify_all();
    }
}

fn oldest(slots: &BTreeMap<Key, Slot>) -> Option<Key> {
    let ready = slots.iter().filter_map(|(key, slot)| match slot {
        Slot::Ready { used, .. } => Some((*used, key)),
        Slot::Flying => None,
    });
    ready.min().map(|(_, key)| key.clone())
}
