//! What a model answers, and what it cost.

use crate::budget::Trimmed;
use std::fmt;
use std::time::Duration;

/// A piece of an answer as it arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delta<'a> {
    /// Of the answer.
    Text(&'a str),
    /// Of what the model thinks, where it says so.
    Reasoning(&'a str),
    /// What came so far is void: the answer broke off and is asked for again.
    Again,
}

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// All was said.
    Stop,
    /// The limit of tokens was reached.
    Length,
    /// The provider or the model refused.
    Filtered,
    /// The model calls a tool.
    ToolCall,
}

impl Finish {
    /// The word in the journal.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Length => "length",
            Self::Filtered => "filtered",
            Self::ToolCall => "tool_call",
        }
    }
}

/// Tokens as the provider counted them; absent if it did not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Of the prompt.
    pub prompt: Option<u64>,
    /// Of the answer.
    pub completion: Option<u64>,
}

/// Money in millionths of a dollar: whole numbers add up to the same sum in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Money(pub u64);

/// Money per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Price {
    /// For a million tokens of prompt.
    pub input: Money,
    /// For a million tokens of answer.
    pub output: Money,
}

impl Price {
    /// What so many tokens cost, rounded up.
    pub fn cost(self, prompt: u64, completion: u64) -> Money {
        const MILLION: u128 = 1_000_000;
        let exact = u128::from(prompt) * u128::from(self.input.0) + u128::from(completion) * u128::from(self.output.0);
        Money(u64::try_from(exact.div_ceil(MILLION)).unwrap_or(u64::MAX))
    }
}

impl fmt::Display for Money {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "${}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000)
    }
}

/// A whole answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The text.
    pub text: String,
    /// Tokens as the provider counted them.
    pub usage: Usage,
    /// What it cost, if a price is known.
    pub cost: Option<Money>,
    /// From the first byte sent to the last received, retries and waits included.
    pub latency: Duration,
    /// Why the model stopped.
    pub finish: Finish,
    /// The model that says it answered.
    pub model: String,
    /// Parts of the request that were left out so that it fits.
    pub trimmed: Vec<Trimmed>,
    /// How many requests it took; none if the journal had the reply already.
    pub requests: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_rounded_up_and_shown_in_dollars() {
        let price = Price { input: Money(2_500_000), output: Money(10_000_000) };
        assert_eq!(price.cost(1_000, 100), Money(3_500));
        assert_eq!(price.cost(1, 0), Money(3));
        assert_eq!(Money(3_500).to_string(), "$0.003500");
    }
}
