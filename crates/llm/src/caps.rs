//! The user's limits for a run: tokens, money, time, requests. Overshoot is at most one request.
//!
//! A request is admitted while what is spent and what is in flight, counted at its worst, is below every limit. If only
//! the flights stand in the way, it waits for them to land.

use crate::reply::Money;
use crate::{Cancel, LlmError};
use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a waiting request looks whether it shall stop.
const LOOK: Duration = Duration::from_millis(50);

/// Which limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cap {
    /// Of tokens, prompt and answer together.
    Tokens,
    /// Of money.
    Money,
    /// Of wall time.
    Time,
    /// Of requests, retries included.
    Requests,
}

impl fmt::Display for Cap {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Tokens => "tokens",
            Self::Money => "money",
            Self::Time => "time",
            Self::Requests => "requests",
        })
    }
}

/// The limits; absent ones do not limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Of tokens.
    pub tokens: Option<u64>,
    /// Of money.
    pub money: Option<Money>,
    /// Of wall time since the start of the run.
    pub time: Option<Duration>,
    /// Of requests.
    pub requests: Option<u64>,
}

/// What a run has used, or may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// Tokens.
    pub tokens: u64,
    /// Money.
    pub money: Money,
    /// Requests.
    pub requests: u64,
}

impl Spent {
    fn plus(self, other: Self) -> Self {
        Self {
            tokens: self.tokens.saturating_add(other.tokens),
            money: Money(self.money.0.saturating_add(other.money.0)),
            requests: self.requests + other.requests,
        }
    }

    fn minus(self, other: Self) -> Self {
        Self {
            tokens: self.tokens.saturating_sub(other.tokens),
            money: Money(self.money.0.saturating_sub(other.money.0)),
            requests: self.requests.saturating_sub(other.requests),
        }
    }
}

/// The limits of one run and what it has used of them.
#[derive(Debug, Default)]
pub struct Caps {
    limits: Limits,
    state: Mutex<State>,
    landed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    spent: Spent,
    in_flight: Spent,
}

/// A request that was admitted; settled with what it really took.
#[derive(Debug)]
pub struct Admitted<'a> {
    caps: &'a Caps,
    worst: Spent,
    real: Spent,
}

impl Caps {
    /// Limits for a run that has used so much already.
    pub fn new(limits: Limits, spent: Spent) -> Self {
        Self { limits, state: Mutex::new(State { spent, in_flight: Spent::default() }), landed: Condvar::new() }
    }

    /// What the run has used so far.
    pub fn spent(&self) -> Spent {
        self.state().spent
    }

    /// How much time of the run is left at `now`, the time since it started.
    pub fn time_left(&self, now: Duration) -> Option<Duration> {
        self.limits.time.map(|limit| limit.saturating_sub(now))
    }

    /// Admits one request that takes at most `worst`.
    pub fn admit(&self, worst: Spent, now: Duration, cancel: &Cancel) -> Result<Admitted<'_>, LlmError> {
        if self.time_left(now).is_some_and(|left| left.is_zero()) {
            return Err(LlmError::Cap(Cap::Time));
        }
        let worst = Spent { requests: 1, ..worst };
        let mut state = self.state();
        loop {
            if cancel.is_set() {
                return Err(LlmError::Cancelled);
            }
            if let Some(cap) = self.reached(state.spent) {
                return Err(LlmError::Cap(cap));
            }
            if self.reached(state.spent.plus(state.in_flight)).is_none() {
                state.in_flight = state.in_flight.plus(worst);
                return Ok(Admitted { caps: self, worst, real: Spent { requests: 1, ..Spent::default() } });
            }
            state = self.landed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn reached(&self, used: Spent) -> Option<Cap> {
        let limits = self.limits;
        let at = |reached: bool, cap: Cap| reached.then_some(cap);
        at(limits.tokens.is_some_and(|limit| used.tokens >= limit), Cap::Tokens)
            .or_else(|| at(limits.money.is_some_and(|limit| used.money >= limit), Cap::Money))
            .or_else(|| at(limits.requests.is_some_and(|limit| used.requests >= limit), Cap::Requests))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admitted<'_> {
    /// What the request took.
    pub fn took(&mut self, tokens: u64, money: Money) {
        self.real = Spent { tokens, money, requests: 1 };
    }
}

impl Drop for Admitted<'_> {
    fn drop(&mut self) {
        let mut state = self.caps.state();
        state.in_flight = state.in_flight.minus(self.worst);
        state.spent = state.spent.plus(self.real);
        drop(state);
        self.caps.landed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(limit: u64) -> Caps {
        Caps::new(Limits { tokens: Some(limit), ..Limits::default() }, Spent::default())
    }

    fn worst(tokens: u64) -> Spent {
        Spent { tokens, ..Spent::default() }
    }

    fn admit(caps: &Caps, tokens: u64) -> Result<Admitted<'_>, LlmError> {
        caps.admit(worst(tokens), Duration::ZERO, &Cancel::default())
    }

    #[test]
    fn the_last_request_may_overshoot_and_the_next_is_refused() {
        let caps = tokens(100);
        admit(&caps, 90).expect("nothing is spent").took(90, Money(0));
        admit(&caps, 90).expect("10 are left").took(90, Money(0));
        assert_eq!(admit(&caps, 1).err(), Some(LlmError::Cap(Cap::Tokens)));
        assert_eq!(caps.spent(), Spent { tokens: 180, money: Money(0), requests: 2 });
    }

    #[test]
    fn many_threads_overshoot_by_one_request_at_most() {
        let caps = Caps::new(Limits { requests: Some(10), tokens: Some(700), ..Limits::default() }, Spent::default());
        std::thread::scope(|scope| {
            for _ in 0..32 {
                scope.spawn(|| {
                    if let Ok(mut admitted) = admit(&caps, 100) {
                        std::thread::sleep(Duration::from_millis(1));
                        admitted.took(100, Money(0));
                    }
                });
            }
        });
        assert_eq!(caps.spent(), Spent { tokens: 700, money: Money(0), requests: 7 });
    }

    #[test]
    fn time_is_over_when_it_is_over() {
        let caps = Caps::new(Limits { time: Some(Duration::from_secs(5)), ..Limits::default() }, Spent::default());
        assert!(caps.admit(worst(0), Duration::from_secs(4), &Cancel::default()).is_ok());
        let refused = caps.admit(worst(0), Duration::from_secs(5), &Cancel::default()).err();
        assert_eq!(refused, Some(LlmError::Cap(Cap::Time)));
    }

    #[test]
    fn a_waiting_request_can_be_stopped() {
        let caps = tokens(100);
        let _flying = admit(&caps, 100).expect("nothing is spent");
        let cancel = Cancel::default();
        cancel.cancel();
        assert_eq!(caps.admit(worst(1), Duration::ZERO, &cancel).err(), Some(LlmError::Cancelled));
    }
}
