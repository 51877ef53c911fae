//! The time of day, for logs alone: no result depends on it.

/// Now, in UTC and whole seconds, as `2026-01-31T12:00:00Z`.
pub fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Now, as the name of a run: `2026-01-31T12-00-00`.
pub fn run() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H-%M-%S").to_string()
}

/// Now, as a part of a file's name: `20260131T120000Z`.
pub fn name() -> String {
    jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Now, in seconds since 1970.
pub fn seconds() -> i64 {
    jiff::Timestamp::now().as_second()
}
