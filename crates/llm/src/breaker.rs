//! Leaving a failing provider alone: three failures in a row open the breaker, one probe at a time may close it again.
//!
//! It also keeps the moment before which the provider asked not to be called, for all callers.

use crate::LlmError;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How much is borne before a provider is left alone, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tolerance {
    /// So many failures in a row open the breaker.
    pub failures: u32,
    /// How long it stays open.
    pub cool_down: Duration,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { failures: 3, cool_down: Duration::from_secs(30) }
    }
}

/// One provider's breaker.
#[derive(Debug)]
pub struct Breaker {
    name: String,
    tolerance: Tolerance,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    opened: Option<Duration>,
    probing: bool,
    not_before: Duration,
}

/// How a call that was let through ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    /// The provider answered.
    Good,
    /// The provider failed.
    Bad,
    /// It says nothing of the provider.
    Unknown,
}

/// A call that was let through.
#[derive(Debug)]
pub struct Pass<'a> {
    breaker: &'a Breaker,
    probe: bool,
    reported: bool,
}

impl Breaker {
    /// A closed breaker.
    pub fn new(name: &str, tolerance: Tolerance) -> Self {
        Self { name: name.to_owned(), tolerance, state: Mutex::default() }
    }

    /// Lets a call through, or says for how long none is.
    pub fn pass(&self, now: Duration) -> Result<Pass<'_>, LlmError> {
        let mut state = self.state();
        let Some(opened) = state.opened else {
            return Ok(Pass { breaker: self, probe: false, reported: false });
        };
        let wait = (opened + self.tolerance.cool_down).saturating_sub(now);
        if wait.is_zero() && !state.probing {
            state.probing = true;
            return Ok(Pass { breaker: self, probe: true, reported: false });
        }
        Err(LlmError::BreakerOpen { provider: self.name.clone(), failures: state.failures, wait })
    }

    /// Whether calls are refused.
    pub fn is_open(&self) -> bool {
        self.state().opened.is_some()
    }

    /// Nobody calls the provider before this moment.
    pub fn hold_until(&self, moment: Duration) {
        let mut state = self.state();
        state.not_before = state.not_before.max(moment);
    }

    /// How long the provider still wants to be left alone.
    pub fn held(&self, now: Duration) -> Duration {
        self.state().not_before.saturating_sub(now)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn report(&self, health: Health, probe: bool, now: Duration) {
        let mut state = self.state();
        if probe {
            state.probing = false;
        }
        match health {
            Health::Unknown => {}
            Health::Good => *state = State { not_before: state.not_before, ..State::default() },
            Health::Bad => {
                state.failures += 1;
                if probe || state.failures >= self.tolerance.failures {
                    state.opened = Some(now);
                }
            }
        }
    }
}

impl Pass<'_> {
    /// Tells how the call ended.
    pub fn report(mut self, health: Health, now: Duration) {
        self.reported = true;
        self.breaker.report(health, self.probe, now);
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        if !self.reported {
            self.breaker.report(Health::Unknown, self.probe, Duration::ZERO);
        }
    }
}

/// The breakers of a run, by provider and address.
#[derive(Debug, Default)]
pub struct Breakers {
    tolerance: Tolerance,
    all: Mutex<BTreeMap<String, Arc<Breaker>>>,
}

impl Breakers {
    /// None yet; each will bear this much.
    pub fn new(tolerance: Tolerance) -> Self {
        Self { tolerance, all: Mutex::default() }
    }

    /// The breaker of this provider.
    pub fn of(&self, name: &str) -> Arc<Breaker> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(name.to_owned()).or_insert_with(|| Arc::new(Breaker::new(name, self.tolerance))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::from_secs(100);
    const COOL_DOWN: Duration = Duration::from_secs(30);

    fn opened() -> Breaker {
        let breaker = Breaker::new("test", Tolerance::default());
        for _ in 0..3 {
            breaker.pass(NOW).expect("closed").report(Health::Bad, NOW);
        }
        breaker
    }

    #[test]
    fn three_failures_in_a_row_open_it() {
        let breaker = Breaker::new("test", Tolerance::default());
        for health in [Health::Bad, Health::Bad, Health::Good, Health::Bad, Health::Bad, Health::Unknown] {
            breaker.pass(NOW).expect("closed").report(health, NOW);
        }
        assert!(!breaker.is_open());
        breaker.pass(NOW).expect("closed").report(Health::Bad, NOW);
        let refused = breaker.pass(NOW + Duration::from_secs(10)).err();
        let wait = Duration::from_secs(20);
        assert_eq!(refused, Some(LlmError::BreakerOpen { provider: "test".to_owned(), failures: 3, wait }));
    }

    #[test]
    fn half_open_admits_one_call_at_a_time() {
        let breaker = opened();
        let later = NOW + COOL_DOWN;
        let probe = breaker.pass(later).expect("the probe");
        assert!(breaker.pass(later).is_err());
        drop(probe);
        let probe = breaker.pass(later).expect("the first probe said nothing");
        probe.report(Health::Bad, later);
        assert!(breaker.pass(later + Duration::from_millis(29_999)).is_err());
        breaker.pass(later + COOL_DOWN).expect("another probe").report(Health::Good, later + COOL_DOWN);
        assert!(!breaker.is_open());
    }

    #[test]
    fn the_moment_to_wait_for_only_moves_on() {
        let breaker = Breaker::new("test", Tolerance::default());
        breaker.hold_until(NOW);
        breaker.hold_until(Duration::from_secs(50));
        assert_eq!(breaker.held(Duration::from_secs(90)), Duration::from_secs(10));
        assert_eq!(breaker.held(NOW), Duration::ZERO);
    }

    #[test]
    fn it_bears_as_much_as_it_is_told_to() {
        let second = Duration::from_secs(1);
        let breaker = Breaker::new("test", Tolerance { failures: 1, cool_down: second });
        breaker.pass(NOW).expect("closed").report(Health::Bad, NOW);
        assert!(breaker.pass(NOW + second / 2).is_err());
        assert!(breaker.pass(NOW + second).is_ok());
        let breaker = Breaker::new("test", Tolerance { failures: 5, ..Tolerance::default() });
        (0..4).for_each(|_| breaker.pass(NOW).expect("closed").report(Health::Bad, NOW));
        assert!(!breaker.is_open());
    }
}
