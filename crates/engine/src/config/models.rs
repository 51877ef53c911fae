//! `[models]`: one entry per role and per overridden stage, all with the same keys, and one for the embedder; none has a
//! default here.
//!
//! Who is asked, where and with whose money is the user's choice: from a repository's file, every key of it has an
//! effect only after `tribunal trust`.

use super::domain::Domain;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The section.
pub const MODELS: &str = "models";

/// The table of stages with a model of their own.
pub const OVERRIDES: &str = "overrides";

/// What `[models]` is about.
pub(super) const ABOUT: &str = "Which models are asked, by role and by stage.";

/// The tables below `[models]`: their names, sections and keys.
pub(super) const TABLES: [(&str, &str, &[Row]); 5] = [
    ("coding", "models.coding", ROWS),
    ("reasoning", "models.reasoning", ROWS),
    ("fast", "models.fast", ROWS),
    ("classifier", "models.classifier", ROWS),
    ("embedding", "models.embedding", EMBEDDING_ROWS),
];

/// One key of a table.
pub(super) struct Row {
    pub name: &'static str,
    pub doc: &'static str,
    pub domain: Domain,
}

macro_rules! entry {
    (
        #[doc = $about:literal]
        $Entry:ident $ROWS:ident
        $(#[doc = $doc:literal] $name:ident: $type:ty, $domain:expr, $schema:literal;)*
    ) => {
        #[doc = $about]
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct $Entry { $(#[doc = $doc] #[schemars(with = $schema)] pub $name: Option<$type>,)* }

        /// The keys of this table.
        pub(super) const $ROWS: &[Row] =
            &[$(Row { name: stringify!($name), doc: $doc.trim_ascii(), domain: $domain },)*];
    };
}

/// The providers, as `llm` names them.
const PROVIDERS: &[&str] = &["ollama", "openai_compat", "openai", "anthropic", "claude_code", "remote_api", "replay"];

/// Who makes vectors of texts, as `llm` names them, and this program itself.
const EMBEDDING_PROVIDERS: &[&str] = &["embedded", "ollama", "openai_compat", "voyage"];

entry! {
    /// One configured model; what is absent is the provider's default.
    ModelEntry ROWS
    /// Who serves the model; ollama unless set.
    provider: String, Domain::Choice(PROVIDERS), "String";
    /// The model's name at its provider.
    model: String, Domain::Word, "String";
    /// Where it is served; for `claude_code` the program, for `replay` nothing.
    base_url: String, Domain::Word, "String";
    /// How many tokens prompt and answer may have together.
    context_window: u32, Domain::Number { min: 512, max: 100_000_000 }, "u32";
    /// How many tokens an answer may have.
    max_tokens: u32, Domain::Number { min: 1, max: 10_000_000 }, "u32";
    /// How freely it answers; 0 unless set.
    temperature: Decimal, Domain::Decimal { max: 2 }, "f64";
    /// Dollars for a million tokens of prompt.
    price_input: Decimal, Domain::Decimal { max: 10_000 }, "f64";
    /// Dollars for a million tokens of answer.
    price_output: Decimal, Domain::Decimal { max: 10_000 }, "f64";
    /// The environment variable that holds the key.
    key_variable: String, Domain::Word, "String";
}

entry! {
    /// Who makes vectors of texts; what is absent is the provider's default.
    EmbeddingEntry EMBEDDING_ROWS
    /// Who makes the vectors; `embedded` unless set, which needs no network.
    provider: String, Domain::Choice(EMBEDDING_PROVIDERS), "String";
    /// The model's name at its provider.
    model: String, Domain::Word, "String";
    /// Where it is served.
    base_url: String, Domain::Word, "String";
    /// How many numbers its vectors have; others are refused.
    dimensions: u32, Domain::Number { min: 1, max: 65_536 }, "u32";
    /// The environment variable that holds the key.
    key_variable: String, Domain::Word, "String";
}

/// Which models are asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Models {
    /// For reading and writing code.
    pub coding: ModelEntry,
    /// For weighing and deciding.
    pub reasoning: ModelEntry,
    /// For quick answers.
    pub fast: ModelEntry,
    /// For sorting into classes.
    pub classifier: ModelEntry,
    /// Who makes vectors of texts.
    pub embedding: EmbeddingEntry,
    /// By stage, before any role.
    pub overrides: BTreeMap<String, ModelEntry>,
}

impl Models {
    /// Asks another model in a stage of reasoning, at the same place.
    pub fn rename(&mut self, stage: &str, model: &str) {
        let entry = self.overrides.entry(stage.to_owned()).or_insert_with(|| self.reasoning.clone());
        entry.model = Some(model.to_owned());
    }
}

/// A number with up to six decimals, exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "serde_json::Value", into = "String")]
pub struct Decimal(
    /// In millionths.
    pub u64,
);

/// Digits after the point.
const DIGITS: usize = 6;

impl Decimal {
    /// Reads `2`, `2.5` or `0.000001`.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !digits(whole) || !digits(part) || part.len() > DIGITS {
            return None;
        }
        let part: u64 = format!("{part:0<DIGITS$}").parse().ok()?;
        whole.parse::<u64>().ok()?.checked_mul(1_000_000)?.checked_add(part).map(Self)
    }

    /// Reads a number or a text of a configuration.
    pub(super) fn of(value: &serde_json::Value) -> Option<Self> {
        match value {
            serde_json::Value::String(text) => Self::parse(text),
            serde_json::Value::Number(number) => Self::parse(&number.to_string()),
            _ => None,
        }
    }

    /// As a ratio.
    pub fn ratio(self) -> f64 {
        self.0 as f64 / 1_000_000.0
    }

    /// In hundredths, as temperatures are given on.
    pub fn hundredths(self) -> u32 {
        (self.0 / 10_000) as u32
    }
}

impl TryFrom<serde_json::Value> for Decimal {
    type Error = &'static str;

    fn try_from(value: serde_json::Value) -> Result<Self, Self::Error> {
        Self::of(&value).ok_or("a number with at most six decimals")
    }
}

impl From<Decimal> for String {
    fn from(decimal: Decimal) -> Self {
        let text = format!("{}.{:06}", decimal.0 / 1_000_000, decimal.0 % 1_000_000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}
