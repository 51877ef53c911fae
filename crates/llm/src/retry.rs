//! When a failed request is sent again: pure arithmetic over what the server said and how often it was asked.

use crate::request::RequestHash;
use std::time::{Duration, SystemTime};

/// How often a request is sent again after the first time.
pub const RETRIES: u32 = 3;

/// The first wait; providers' limits are per minute, so shorter waits only burn attempts.
const BASE: Duration = Duration::from_secs(5);

/// The longest wait of our own making.
const CAP: Duration = Duration::from_mins(1);

/// The longest wait a server may ask for; above it the request fails at once, and says how long to wait.
pub const PATIENCE: Duration = Duration::from_mins(15);

/// The wait before retry `number` (from 0): doubled each time, spread over a quarter so that callers do not march in step,
/// never longer than the cap and never shorter than the server asked for.
pub fn wait(number: u32, hash: &RequestHash, asked: Option<Duration>) -> Duration {
    let plain = BASE.saturating_mul(1 << number.min(16)).min(CAP);
    let spread = plain / 4 * u32::from(hash.as_bytes()[number as usize % 32]) / 255;
    (plain + spread).min(CAP).max(asked.unwrap_or_default())
}

/// How long a server wants to be left alone, by its `retry-after-ms`, `retry-after` and `date` headers.
///
/// A date is measured against the server's own clock where it tells it, for ours may be wrong.
pub fn asked(
    milliseconds: Option<&str>,
    retry_after: Option<&str>,
    date: Option<&str>,
    now: SystemTime,
) -> Option<Duration> {
    let exact = milliseconds.and_then(seconds).map(|thousandfold| thousandfold / 1_000);
    let told = retry_after.and_then(|text| {
        seconds(text).or_else(|| {
            let now = date.and_then(|date| httpdate::parse_http_date(date.trim()).ok()).unwrap_or(now);
            let then = httpdate::parse_http_date(text.trim()).ok()?;
            Some(then.duration_since(now).unwrap_or_default())
        })
    });
    exact.max(told)
}

/// Seconds, also with a fraction; what no wait can be is nothing.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(text: &str) -> RequestHash {
        RequestHash::of(&[text.as_bytes()])
    }

    #[test]
    fn waits_double_stay_between_base_and_cap_and_are_the_same_every_time() {
        for text in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            for (number, least) in [(0, 5_u64), (1, 10), (2, 20), (3, 40), (4, 60), (30, 60)] {
                let wait = wait(number, &hash(text), None);
                let most = (least * 5).div_ceil(4).min(60);
                assert!(wait >= Duration::from_secs(least) && wait <= Duration::from_secs(most), "{number}: {wait:?}");
                assert_eq!(wait, super::wait(number, &hash(text), None));
            }
        }
    }

    #[test]
    fn a_server_is_never_asked_earlier_than_it_said() {
        for asked in [0, 1, 7, 59, 60, 61, 600, 100_000] {
            let asked = Duration::from_secs(asked);
            for number in 0..4 {
                assert!(wait(number, &hash("x"), Some(asked)) >= asked);
            }
        }
    }

    #[track_caller]
    fn check(retry_after: &str, date: Option<&str>, expected: Option<u64>) {
        let now = httpdate::parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT").expect("a date");
        assert_eq!(asked(None, Some(retry_after), date, now), expected.map(Duration::from_secs), "{retry_after}");
    }

    #[test]
    fn seconds_and_dates_are_understood() {
        check("120", None, Some(120));
        check(" 2 ", None, Some(2));
        check("Sun, 06 Nov 1994 08:50:37 GMT", None, Some(60));
        check("Sunday, 06-Nov-94 08:50:37 GMT", None, Some(60));
        check("Sun Nov  6 08:50:37 1994", None, Some(60));
        check("Sun, 06 Nov 1994 08:00:00 GMT", None, Some(0));
        check("soon", None, None);
        check("-5", None, None);
        check("NaN", None, None);
        check("1e300", None, None);
    }

    #[test]
    fn a_date_counts_by_the_servers_own_clock() {
        check("Sun, 06 Nov 2044 08:50:37 GMT", Some("Sun, 06 Nov 2044 08:50:07 GMT"), Some(30));
    }

    #[test]
    fn milliseconds_and_seconds_together_give_the_longer_wait() {
        let now = SystemTime::UNIX_EPOCH;
        assert_eq!(asked(Some("1500"), Some("1"), None, now), Some(Duration::from_millis(1500)));
        assert_eq!(asked(Some("500"), Some("1"), None, now), Some(Duration::from_secs(1)));
    }
}
