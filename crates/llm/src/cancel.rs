//! Stopping a call from outside: set once, seen between retries and in the middle of a stream.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::Notify;

/// A switch that can only be turned on; clones share it.
#[derive(Debug, Clone, Default)]
pub struct Cancel {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    set: AtomicBool,
    waiting: Notify,
}

impl Cancel {
    /// Asks every call that holds this switch to stop.
    pub fn cancel(&self) {
        self.inner.set.store(true, Ordering::SeqCst);
        self.inner.waiting.notify_waiters();
    }

    /// Whether it was turned on.
    pub fn is_set(&self) -> bool {
        self.inner.set.load(Ordering::SeqCst)
    }

    /// Returns when it is turned on.
    pub(crate) async fn cancelled(&self) {
        loop {
            // Made before the look, so that nothing is missed in between.
            let woken = self.inner.waiting.notified();
            if self.is_set() {
                return;
            }
            woken.await;
        }
    }
}
