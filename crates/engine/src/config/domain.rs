//! What a configuration value may be: one kind per row of the table, with its check, wording and schema.

use super::models::Decimal;
use crate::review::parse_weight;
use crate::suggest::nearest;
use globset::Glob;
use serde_json::{Value, json};
use tribunal_domain::{Language, RepoPath};

/// The values a key admits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// A whole number within bounds.
    Number {
        /// The least.
        min: u64,
        /// The greatest.
        max: u64,
    },
    /// True or false.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A list of globs over repository paths.
    Globs,
    /// A list of globs or `path:symbol`.
    Entries,
    /// A list of language names.
    Languages,
    /// A list of severities by rule, `rule=severity` or `glob:rule=severity`.
    Weights,
    /// A list of names.
    Names,
    /// A text that is not empty, such as a name or an address.
    Word,
    /// A text that may be empty.
    Text,
    /// A number from 0 with up to six decimals.
    Decimal {
        /// The greatest.
        max: u32,
    },
    /// A command line; it runs something, so a repository's file alone cannot set it.
    Command,
}

impl Domain {
    /// Whether a value of this kind executes or contacts something.
    pub fn acts(self) -> bool {
        matches!(self, Self::Command)
    }

    /// The accepted values, in words.
    pub fn accepted(self) -> String {
        match self {
            Self::Number { min, max } => format!("a whole number from {min} to {max}"),
            Self::Flag => "true or false".to_owned(),
            Self::Choice(words) => one_of(words),
            Self::Globs => "a list of globs such as \"vendor/**\"".to_owned(),
            Self::Entries => "a list of globs or `path:symbol`".to_owned(),
            Self::Weights => {
                "a list of severities such as \"dead-export=low\" or \"tests/**:duplicate-block=off\"".to_owned()
            }
            Self::Languages => format!("a list of languages, each {}", one_of(&language_names())),
            Self::Command => "a command line that is not empty".to_owned(),
            Self::Names => "a list of names".to_owned(),
            Self::Word => "a text that is not empty".to_owned(),
            Self::Text => "a text".to_owned(),
            Self::Decimal { max } => format!("a number from 0 to {max} with at most six decimals"),
        }
    }

    /// The value that a text from the environment or a flag stands for; lists are separated by commas.
    pub fn of_text(self, text: &str) -> Value {
        match self {
            Self::Number { .. } => text.trim().parse::<u64>().map_or_else(|_| json!(text), |number| json!(number)),
            Self::Flag => text.trim().parse::<bool>().map_or_else(|_| json!(text), |flag| json!(flag)),
            Self::Choice(_) | Self::Command | Self::Word | Self::Text | Self::Decimal { .. } => json!(text),
            Self::Globs | Self::Entries | Self::Languages | Self::Weights | Self::Names => {
                json!(text.split(',').map(str::trim).filter(|item| !item.is_empty()).collect::<Vec<_>>())
            }
        }
    }

    /// Whether a value, written as `source`, is accepted, or the sentence that says what would be.
    pub fn check(self, value: &Value, source: &str) -> Result<(), String> {
        let fits = match self {
            Self::Number { min, max } => value.as_u64().is_some_and(|number| (min..=max).contains(&number)),
            Self::Flag => value.is_boolean(),
            Self::Choice(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            Self::Command | Self::Word => value.as_str().is_some_and(|text| !text.trim().is_empty()),
            Self::Text => value.is_string(),
            Self::Decimal { max } => Decimal::of(value).is_some_and(|number| number.0 <= u64::from(max) * 1_000_000),
            Self::Globs => return self.each(value, source, glob_problem),
            Self::Entries => return self.each(value, source, entry_problem),
            Self::Names => return self.each(value, source, name_problem),
            Self::Languages => return self.each(value, source, language_problem),
            Self::Weights => return self.each(value, source, |line| parse_weight(line).err()),
        };
        if fits { Ok(()) } else { Err(self.expected(source)) }
    }

    /// What the derived schema does not know: bounds and words.
    pub fn schema(self) -> Value {
        match self {
            Self::Number { min, max } => json!({"minimum": min, "maximum": max}),
            Self::Choice(words) => json!({"type": "string", "enum": words}),
            Self::Languages => json!({"type": "array", "items": {"enum": language_names()}}),
            Self::Command | Self::Word => json!({"type": "string", "minLength": 1}),
            Self::Decimal { max } => json!({"type": "number", "minimum": 0, "maximum": max}),
            Self::Flag | Self::Globs | Self::Entries | Self::Weights | Self::Names | Self::Text => json!({}),
        }
    }

    fn expected(self, source: &str) -> String {
        format!("expected {}, found `{source}`", self.accepted())
    }

    fn each(self, value: &Value, source: &str, problem: fn(&str) -> Option<String>) -> Result<(), String> {
        for item in value.as_array().ok_or_else(|| self.expected(source))? {
            let item = item.as_str().ok_or_else(|| self.expected(source))?;
            if let Some(problem) = problem(item) {
                return Err(problem);
            }
        }
        Ok(())
    }
}

fn glob_problem(glob: &str) -> Option<String> {
    Glob::new(glob).err().map(|error| format!("`{glob}` is no glob ({})", error.kind()))
}

fn name_problem(name: &str) -> Option<String> {
    name.trim().is_empty().then(|| "a name is not empty".to_owned())
}

fn entry_problem(entry: &str) -> Option<String> {
    match entry.rsplit_once(':') {
        Some((path, symbol)) if symbol.is_empty() || RepoPath::new(path).is_err() => {
            Some(format!("`{entry}` is neither a glob nor `path:symbol`"))
        }
        Some(_) => None,
        None => glob_problem(entry),
    }
}

fn language_problem(name: &str) -> Option<String> {
    if Language::from_name(name).is_some() {
        return None;
    }
    let names = language_names();
    let near = nearest(name, names.iter().copied()).map(|near| format!(" (did you mean `{near}`?)"));
    Some(format!("`{name}` is no language{}; expected {}", near.unwrap_or_default(), one_of(&names)))
}

fn language_names() -> Vec<&'static str> {
    Language::ALL.iter().map(|language| language.name()).collect()
}

fn one_of(words: &[&str]) -> String {
    format!("one of {}", words.join(", "))
}
