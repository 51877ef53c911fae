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

/// The weights of the fused profile. The task's own words lead, in the path again; what changed with the seed comes
/// next; the rest are hints. Chosen over nine repositories, each judged with weights from the others; the table of what
/// each is worth is in docs/retrieval.md.
const TEXT: f64 = 1.0;
const PATH: f64 = 0.4;
const TOGETHER: f64 = 0.7;
const ALIKE: f64 = 0.4;
const SIMILAR: f64 = 0.3;
const COUNTERPART: f64 = 0.2;
const LIVELY: f64 = 0.2;
const NAMESAKE: f64 = 0.2;
/// What the task itself names by path, stack frame or definition.
const NAMED: f64 = 0.3;

/// Beside a seed, a file ten times as long must be about a quarter better: what is shown of it costs more.
const SIZE_ROOT: i32 = 10;

/// What the fused profile makes of the signals, by place.
pub(super) fn fused(signals: &Signals, known: &Known, seeded: Seeded) -> Vec<f64> {
    (0..known.len())
        .map(|at| {
            let sum = TEXT * signals.text[at]
                + PATH * signals.path[at]
                + TOGETHER * signals.together[at]
                + ALIKE * signals.alike[at]
                + SIMILAR * signals.similar[at]
                + COUNTERPART * signals.counterpart[at]
                + LIVELY * signals.lively[at]
                + NAMESAKE * signals.namesake[at]
                + NAMED * signals.named[at];
            match seeded {
                Seeded::Yes => sum / tenth_root(known.file(at).size as f64 / 4.0 + 50.0),
                Seeded::No => sum,
            }
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
    use super::tenth_root;

    #[test]
    fn roots_are_roots() {
        for value in [1.0, 50.0, 1024.0, 1e6, 1e9] {
            assert!((tenth_root(value).powi(10) / value - 1.0).abs() < 1e-9, "{value}");
        }
    }
}
