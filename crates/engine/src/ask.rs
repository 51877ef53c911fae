//! A question about a repository: how much context it leaves room for, and the request that is sent.

use crate::pack::Vocabulary;
use thiserror::Error;
use tribunal_llm::{Entry, Message, Part, Priority, Request, Speaker};
use tribunal_text::secrets::clear;

/// The window that is used if nobody says: of the large hosted models.
pub const DEFAULT_BUDGET: usize = 272_000;
/// Kept free for the system prompt, the protocol, reasoning and the answer.
const PROTOCOL: usize = 12_000;
/// Kept free for the question at least …
const LEAST_QUESTION: usize = 2_048;
/// … and one token for so many of its characters, which no vocabulary exceeds in prose.
const CHARS_PER_TOKEN: usize = 3;

/// Tokens of roles, headings and separators around what is sent.
const FRAME: usize = 64;

/// What the model is told to be.
const SYSTEM: &str = include_str!("ask/system.md");

/// Below this, the usual reserve would leave nothing: a quarter of the budget is kept free instead.
const SMALL: usize = 4 * PROTOCOL;

/// How many tokens of a budget are left for the pack, beside the question and all that goes with it.
pub fn room(budget: usize, question: &str) -> usize {
    let (protocol, least) = if budget < SMALL { (budget / 4, budget / 16) } else { (PROTOCOL, LEAST_QUESTION) };
    let asked = question.chars().count().div_ceil(CHARS_PER_TOKEN).max(least);
    budget.saturating_sub(protocol).saturating_sub(asked)
}

/// The same for a model: its window also holds the answer, and what it is told to be.
pub fn room_in(entry: &Entry, budget: usize, question: &str) -> usize {
    let told = entry.vocabulary.count(SYSTEM) + entry.vocabulary.count(question) + FRAME;
    let window = (entry.context_window as usize).saturating_sub(entry.max_tokens as usize).saturating_sub(told);
    room(budget.min(entry.context_window as usize), question).min(window)
}

/// A context that does not fit beside its question.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the context has {tokens} tokens, and beside the question there is room for {room}")]
pub struct TooLarge {
    /// What it has.
    pub tokens: usize,
    /// What there is.
    pub room: usize,
}

/// Checks that a context made elsewhere fits, and says how many tokens it has.
pub fn check(context: &str, room: usize, vocabulary: Vocabulary) -> Result<usize, TooLarge> {
    vocabulary.count_within(context, room).ok_or_else(|| TooLarge { tokens: vocabulary.count(context), room })
}

/// The request for a question with its context. Both pass the filter for secrets, whoever made them.
pub fn request(context: &str, question: &str) -> Request {
    let mut request = Request::new("ask", clear(b"", SYSTEM), clear(b"", question));
    let context = Part { name: "context".to_owned(), text: clear(b"", context), priority: Priority::Required };
    let question = Part::required(clear(b"", &format!("\n# Question\n\n{}\n", question.trim())));
    request.messages = vec![Message { speaker: Speaker::User, parts: vec![context, question] }];
    request
}

/// The same request, with what earlier runs learned before all else; nothing changes if that is nothing.
pub fn with_lessons(mut request: Request, lessons: &str) -> Request {
    if let Some(message) = request.messages.first_mut().filter(|_| !lessons.is_empty()) {
        let text = clear(b"", &format!("{lessons}\n\n"));
        message.parts.insert(0, Part { name: "lessons".to_owned(), text, priority: Priority::Supporting });
    }
    request
}

/// A question as it may be kept and shown: without secrets.
pub fn shown(question: &str) -> String {
    clear(b"", question).text().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{check, request, room, room_in, with_lessons};
    use crate::pack::Vocabulary;
    use tribunal_llm::{Entry, Provider};

    #[test]
    fn the_question_and_the_protocol_have_their_room() {
        assert_eq!(room(272_000, "why?"), 272_000 - 12_000 - 2_048);
        assert_eq!(room(272_000, &"é".repeat(9_000)), 272_000 - 12_000 - 3_000);
        assert_eq!(room(272_000, &"a".repeat(6_145)), 272_000 - 12_000 - 2_049, "rounded up");
        assert_eq!(room(48_000, ""), 48_000 - 12_000 - 2_048);
        assert_eq!(room(8_192, ""), 8_192 - 2_048 - 512, "a small window is shared out in parts");
        for budget in [0, 1, 7, 100, 20_000, 47_999, 1_000_000] {
            assert!(room(budget, "why?") <= budget);
        }
    }

    #[test]
    fn a_model_needs_room_for_its_answer() {
        let mut entry = Entry::new(Provider::OpenaiCompat, "small");
        entry.context_window = 8_192;
        entry.max_tokens = 4_096;
        let small = room_in(&entry, 272_000, "why?");
        assert!((3_000..4_096).contains(&small), "{small}");
        entry.max_tokens = 8_192;
        assert_eq!(room_in(&entry, 272_000, "why?"), 0);
    }

    #[test]
    fn a_context_made_elsewhere_is_counted() {
        assert_eq!(check("one two", 5_952, Vocabulary::O200k), Ok(2));
        let refused = check(&"word ".repeat(9_000), 5_952, Vocabulary::O200k).expect_err("too large");
        assert_eq!((refused.room, refused.tokens), (5_952, 9_001));
    }

    #[test]
    fn lessons_go_along_and_without_any_nothing_changes() {
        let sent = |asked: &tribunal_llm::Request| -> String {
            asked.messages.iter().flat_map(|one| &one.parts).map(|part| part.text.text()).collect()
        };
        let plain = request("context", "why?");
        let taught = with_lessons(plain.clone(), "Lessons: keep links.");
        assert_eq!(sent(&taught), format!("Lessons: keep links.\n\n{}", sent(&plain)));
        assert_eq!(sent(&with_lessons(plain.clone(), "")), sent(&plain));
    }

    #[test]
    fn secrets_of_a_context_made_elsewhere_are_not_sent() {
        let key = concat!("AK", "IA", "ZZZZ4QWERTY7UIOP");
        let asked = request(&format!("key = '{key}'\n"), &format!("is {key} right?"));
        let sent: String = asked.messages.iter().flat_map(|one| &one.parts).map(|part| part.text.text()).collect();
        assert!(!sent.contains(key) && sent.contains("[REDACTED:"), "{sent}");
        assert!(sent.ends_with("right?\n"), "the question stands last: {sent}");
    }
}
