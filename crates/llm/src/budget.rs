//! The gate before every call: prompt and answer together must fit the model's window.
//!
//! What does not fit is trimmed in a fixed order, part by part, and every part that goes is named.

use crate::error::LlmError;
use crate::request::{Message, Part, Priority, Request, Speaker};
use crate::{Entry, Reply};
use tribunal_text::secrets::Cleared;
use tribunal_text::tokens::Vocabulary;

/// What formats add around each message: role and separators. Three to four in the published formats.
const TOKENS_AROUND: u64 = 4;

/// A part that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trimmed {
    /// Its name.
    pub name: String,
    /// Its tokens.
    pub tokens: u64,
}

/// A request that fits.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// What the model is told to be.
    pub system: String,
    /// The conversation.
    pub messages: Vec<(Speaker, String)>,
    /// Tokens of the prompt as counted here.
    pub prompt_tokens: u64,
    /// The most tokens of the answer.
    pub max_tokens: u32,
    /// What was left out, in the order it went.
    pub trimmed: Vec<Trimmed>,
}

impl Reply {
    /// One line about what was left out, if anything was.
    pub fn trim_note(&self) -> Option<String> {
        let names: Vec<&str> = self.trimmed.iter().map(|part| part.name.as_str()).collect();
        let tokens: u64 = self.trimmed.iter().map(|part| part.tokens).sum();
        (!names.is_empty()).then(|| format!("left out to fit the window: {} ({tokens} tokens)", names.join(", ")))
    }
}

/// Trims the request until it fits the model's window.
pub fn fit(request: &Request, entry: &Entry) -> Result<Fitted, LlmError> {
    let max_tokens = request.max_tokens.unwrap_or(entry.max_tokens);
    let window = u64::from(entry.context_window);
    let sizes = sizes(request, entry.vocabulary);
    let mut total = around(request, entry.vocabulary) + sizes.iter().flatten().sum::<u64>();
    let needed = |total: u64| total + u64::from(max_tokens);
    let mut gone = Vec::new();
    for (message, part) in order(&request.messages) {
        if needed(total) <= window {
            break;
        }
        total -= sizes[message][part];
        gone.push((message, part));
    }
    if needed(total) > window {
        return Err(LlmError::Window { model: entry.title(), needed: needed(total), window });
    }
    let trimmed = gone
        .iter()
        .map(|&(message, part)| Trimmed {
            name: request.messages[message].parts[part].name.clone(),
            tokens: sizes[message][part],
        })
        .collect();
    Ok(Fitted {
        system: request.system.text().to_owned(),
        messages: render(&request.messages, &gone),
        prompt_tokens: total,
        max_tokens,
        trimmed,
    })
}

/// Trimmable parts in the order they go: by priority, then the last first.
fn order(messages: &[Message]) -> Vec<(usize, usize)> {
    let mut places: Vec<(Priority, usize, usize)> = Vec::new();
    for (number, message) in messages.iter().enumerate() {
        let parts = message.parts.iter().enumerate();
        places.extend(parts.map(|(part, Part { priority, .. })| (*priority, number, part)));
    }
    places.retain(|(priority, ..)| *priority != Priority::Required);
    places.sort_by_key(|&(priority, message, part)| (priority, usize::MAX - message, usize::MAX - part));
    places.into_iter().map(|(_, message, part)| (message, part)).collect()
}

fn sizes(request: &Request, vocabulary: Vocabulary) -> Vec<Vec<u64>> {
    let count = |part: &Part| vocabulary.count(part.text.text()) as u64;
    request.messages.iter().map(|message| message.parts.iter().map(count).collect()).collect()
}

fn around(request: &Request, vocabulary: Vocabulary) -> u64 {
    let schema = request.schema.as_ref().map_or(0, |schema| vocabulary.count(&schema.to_string()));
    let system = vocabulary.count(request.system.text());
    (schema + system) as u64 + TOKENS_AROUND * (request.messages.len() as u64 + 1)
}

fn render(messages: &[Message], gone: &[(usize, usize)]) -> Vec<(Speaker, String)> {
    let mut rendered = Vec::new();
    for (number, message) in messages.iter().enumerate() {
        let stays = |part: &usize| !gone.contains(&(number, *part));
        let texts: Vec<&Cleared> =
            (0..message.parts.len()).filter(stays).map(|part| &message.parts[part].text).collect();
        let text = match texts.as_slice() {
            [] => continue,
            [one] => one.text().to_owned(),
            // A secret may lie across the seam of two parts.
            many => Cleared::join(&many.iter().map(|&text| text.clone()).collect::<Vec<_>>()).into_text(),
        };
        rendered.push((message.speaker, text));
    }
    rendered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Provider;
    use tribunal_text::secrets::clear;

    fn part(name: &str, priority: Priority, words: usize) -> Part {
        Part { name: name.to_owned(), text: clear(b"", &"word ".repeat(words)), priority }
    }

    fn request(parts: Vec<Part>) -> Request {
        let mut request = Request::new("test", clear(b"", ""), clear(b"", ""));
        request.messages = vec![Message { speaker: Speaker::User, parts }];
        request
    }

    fn entry(window: u32) -> Entry {
        Entry { context_window: window, max_tokens: 100, ..Entry::new(Provider::Openai, "m") }
    }

    #[track_caller]
    fn check(window: u32, expected: &[&str]) {
        let parts = vec![
            part("question", Priority::Required, 50),
            part("first file", Priority::Supporting, 50),
            part("second file", Priority::Supporting, 50),
            part("last error", Priority::RetryDetails, 50),
        ];
        let fitted = fit(&request(parts), &entry(window)).expect("the question fits");
        let gone: Vec<_> = fitted.trimmed.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(gone, expected, "window {window}");
        assert!(fitted.prompt_tokens + 100 <= u64::from(window));
    }

    #[test]
    fn retry_details_go_first_then_supporting_context_from_the_end() {
        check(320, &[]);
        check(300, &["last error"]);
        check(250, &["last error", "second file"]);
        check(200, &["last error", "second file", "first file"]);
    }

    #[test]
    fn a_question_that_does_not_fit_is_an_error_with_both_figures() {
        let error = fit(&request(vec![part("question", Priority::Required, 50)]), &entry(150)).err();
        assert_eq!(error, Some(LlmError::Window { model: "openai/m".to_owned(), needed: 159, window: 150 }));
    }
}
