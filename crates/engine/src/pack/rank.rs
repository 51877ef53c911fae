//! The order of candidates: two profiles, both total orders, so that the same input gives the same list.

use super::known::Known;
use super::signals::Signals;

/// How candidates are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// All signals weighed together; the default, because it finds more (docs/retrieval.md).
    #[default]
    Fused,
    /// Relation weight, frequency, distance, tokens, path: what a person can check by hand.
    Scope,
}

impl Profile {
    /// The name in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fused => "fused",
            Self::Scope => "scope",
        }
    }
}

/// One of the things the fused profile weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// The task's words in the file, its names and its path.
    Text,
    /// The task's words in the path alone.
    Path,
    /// Changed together with a seed.
    Together,
    /// Changed by commits whose message is like the task.
    Alike,
    /// Says the same words as a seed.
    Similar,
    /// A test where the seed is none, or the reverse.
    Counterpart,
    /// Named like a seed.
    Namesake,
    /// Changed lately.
    Lively,
    /// What a file costs to show.
    Size,
}

impl Signal {
    /// All of them with their names on the command line and their weights. The task's own words lead, in the path again;
    /// what changed with the seed comes next; the rest are hints. Chosen over nine repositories, each judged with weights
    /// from the others; the table of what each is worth is in docs/retrieval.md. Size divides, so its weight is whether it
    /// does.
    const TABLE: [(Self, &'static str, f64); 9] = [
        (Self::Text, "text", 1.0),
        (Self::Path, "path", 0.4),
        (Self::Together, "together", 0.7),
        (Self::Alike, "alike", 0.4),
        (Self::Similar, "similar", 0.3),
        (Self::Counterpart, "counterpart", 0.2),
        (Self::Namesake, "namesake", 0.2),
        (Self::Lively, "lively", 0.2),
        (Self::Size, "size", 1.0),
    ];

    /// The signal with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::TABLE.iter().find(|(_, known, _)| *known == name).map(|(signal, ..)| *signal)
    }

    /// The names of all.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::TABLE.iter().map(|(_, name, _)| *name)
    }
}

/// Beside a seed, a file ten times as long must be about a quarter better: what is shown of it costs more.
const SIZE_ROOT: i32 = 10;

/// What the fused profile makes of the signals but those in `without`, by place.
pub(super) fn fused(signals: &Signals, known: &Known, seeded: Seeded, without: &[Signal]) -> Vec<f64> {
    let counted = Signal::TABLE.iter().filter(|(signal, ..)| !without.contains(signal));
    let weighed: Vec<(&[f64], f64)> =
        counted.filter_map(|(signal, _, weight)| Some((signals.of_kind(*signal)?, *weight))).collect();
    let sized = seeded == Seeded::Yes && !without.contains(&Signal::Size);
    (0..known.len())
        .map(|at| {
            let sum = weighed.iter().fold(0.0, |sum, (values, weight)| sum + weight * values[at]);
            if sized { sum / tenth_root(known.file(at).size as f64 / 4.0 + 50.0) } else { sum }
        })
        .collect()
}

/// Whether a request names files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seeded {
    Yes,
    No,
}

/// The tenth root of a number of at least 1, by Newton's method: `powf` gives other bits on other machines.
fn tenth_root(value: f64) -> f64 {
    // From above it falls steadily; 16 is the root of 10^12, more than any file has bytes.
    let mut root = 16.0_f64;
    for _ in 0..80 {
        root -= (root - value / root.powi(SIZE_ROOT - 1)) / f64::from(SIZE_ROOT);
    }
    root
}

#[cfg(test)]
mod tests {
    use super::{Signal, tenth_root};

    #[test]
    fn every_signal_has_one_name() {
        let signals: Vec<_> = Signal::names().map(Signal::from_name).collect();
        assert!(signals.iter().all(Option::is_some), "{signals:?}");
        assert!(signals.iter().enumerate().all(|(at, signal)| !signals[..at].contains(signal)), "{signals:?}");
        assert_eq!(Signal::from_name("none"), None);
    }

    #[test]
    fn roots_are_roots() {
        for value in [1.0, 50.0, 1024.0, 1e6, 1e9] {
            assert!((tenth_root(value).powi(10) / value - 1.0).abs() < 1e-9, "{value}");
        }
    }
}
