//! Time behind a trait, so that tests neither wait nor depend on the hour.

use crate::Cancel;
use std::time::{Duration, Instant, SystemTime};

/// How often a sleeper looks whether it shall stop.
const LOOK: Duration = Duration::from_millis(50);

/// What a call needs of time.
pub trait Clock: Send + Sync {
    /// Time since some fixed moment; never goes back, whatever happens to the wall clock.
    fn now(&self) -> Duration;
    /// The time of day; may jump. Only for records and for dates that servers give.
    fn wall(&self) -> SystemTime;
    /// Waits, but not after `cancel` was set.
    fn sleep(&self, time: Duration, cancel: &Cancel);
}

/// The machine's own clock.
#[derive(Debug)]
pub struct SystemClock {
    start: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { start: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn wall(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, time: Duration, cancel: &Cancel) {
        let end = Instant::now() + time;
        while !cancel.is_set() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(LOOK));
        }
    }
}

/// The machine's own clock for who will not wait: retries follow each other at once.
#[derive(Debug, Default)]
pub struct ImpatientClock(SystemClock);

impl Clock for ImpatientClock {
    fn now(&self) -> Duration {
        self.0.now()
    }

    fn wall(&self) -> SystemTime {
        self.0.wall()
    }

    fn sleep(&self, _: Duration, _: &Cancel) {}
}
