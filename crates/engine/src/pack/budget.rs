//! How many tokens a pack may have, and what of them may be kept for tests.

use thiserror::Error;

/// A test reserve is at least so many tokens, if there are that many …
const TEST_RESERVE: usize = 4_096;
/// … and at least this part of what is left for related files.
const TEST_PART: usize = 4;

/// A model's window and what of it is needed for other things than the pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    window: usize,
    reserved: usize,
}

/// Why a window and a reserve are no budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BudgetError {
    /// The window is empty.
    #[error("a context window has at least one token")]
    NoWindow,
    /// Nothing would be left.
    #[error("{reserved} reserved tokens leave nothing of a window of {window}")]
    NothingLeft {
        /// The window.
        window: usize,
        /// What is kept free.
        reserved: usize,
    },
}

impl Budget {
    /// So many tokens for the pack alone; none at all is a budget that no pack fits into.
    pub fn of(tokens: usize) -> Self {
        Self { window: tokens, reserved: 0 }
    }

    /// A window of which `reserved` tokens stay free for prompt, task, retries and the completion.
    pub fn within(window: usize, reserved: usize) -> Result<Self, BudgetError> {
        match window {
            0 => Err(BudgetError::NoWindow),
            _ if reserved >= window => Err(BudgetError::NothingLeft { window, reserved }),
            _ => Ok(Self { window, reserved }),
        }
    }

    /// The model's window.
    pub fn window(self) -> usize {
        self.window
    }

    /// What is kept free.
    pub fn reserved(self) -> usize {
        self.reserved
    }

    /// The most tokens the pack may have.
    pub fn effective(self) -> usize {
        self.window - self.reserved
    }
}

/// Whether close tests get a part of the budget before anything else that is related.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CloseTests {
    /// They come as they rank.
    #[default]
    AsRanked,
    /// A part is theirs.
    Reserved,
}

impl CloseTests {
    /// How many of the tokens left for related files are theirs.
    pub(super) fn reserve(self, related: usize) -> usize {
        match self {
            Self::AsRanked => 0,
            Self::Reserved => related.min(TEST_RESERVE).max(related / TEST_PART).min(related),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, BudgetError, CloseTests};

    #[test]
    fn a_budget_is_a_window_less_what_is_reserved() {
        assert_eq!(Budget::within(100, 30).map(Budget::effective), Ok(70));
        assert_eq!(Budget::within(0, 0), Err(BudgetError::NoWindow));
        assert_eq!(Budget::within(10, 10), Err(BudgetError::NothingLeft { window: 10, reserved: 10 }));
        assert_eq!(Budget::of(0).effective(), 0);
    }

    #[test]
    fn tests_get_a_quarter_but_at_least_4096_and_never_more_than_there_is() {
        for (related, reserve) in [(0, 0), (100, 100), (4_096, 4_096), (10_000, 4_096), (40_000, 10_000)] {
            assert_eq!(CloseTests::Reserved.reserve(related), reserve, "{related}");
            assert_eq!(CloseTests::AsRanked.reserve(related), 0);
        }
    }
}
