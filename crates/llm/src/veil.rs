//! Pieces of an answer on their way to whoever listens, with an echoed key taken out however it is cut into them.

use crate::key::Secret;
use crate::reply::Delta;
use std::mem::take;

/// Holds back what may be the beginning of the key until it is clear whether it is.
pub(crate) struct Veil {
    key: Option<Secret>,
    text: String,
    thinking: String,
}

impl Veil {
    /// A veil over this key.
    pub(crate) fn new(key: Option<Secret>) -> Self {
        Self { key, text: String::new(), thinking: String::new() }
    }

    /// Hands on what can be shown of the pieces so far.
    pub(crate) fn pass(&mut self, delta: Delta<'_>, sink: &mut dyn FnMut(Delta<'_>)) {
        let Some(key) = &self.key else { return sink(delta) };
        match delta {
            Delta::Text(piece) => {
                think(&take(&mut self.thinking), sink);
                say(&showable(&mut self.text, piece, key), sink);
            }
            Delta::Reasoning(piece) => {
                say(&take(&mut self.text), sink);
                think(&showable(&mut self.thinking, piece, key), sink);
            }
            Delta::Again => sink(delta),
        }
    }

    /// Hands on the rest: nothing follows that could make a key of it.
    pub(crate) fn lift(mut self, sink: &mut dyn FnMut(Delta<'_>)) {
        think(&take(&mut self.thinking), sink);
        say(&take(&mut self.text), sink);
    }
}

fn say(text: &str, sink: &mut dyn FnMut(Delta<'_>)) {
    if !text.is_empty() {
        sink(Delta::Text(text));
    }
}

fn think(text: &str, sink: &mut dyn FnMut(Delta<'_>)) {
    if !text.is_empty() {
        sink(Delta::Reasoning(text));
    }
}

/// Adds a piece and takes out of what is held all but a beginning of the key at its end.
fn showable(held: &mut String, piece: &str, key: &Secret) -> String {
    held.push_str(piece);
    let mut shown = key.take_out(held);
    *held = shown.split_off(shown.len() - key.begun_in(&shown));
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a listener hears of a text that comes in pieces of this size.
    fn heard(text: &str, size: usize) -> String {
        let mut veil = Veil::new(Some(Secret::new("key-key-1234")));
        let mut heard = String::new();
        let mut sink = |delta: Delta<'_>| {
            if let Delta::Text(piece) | Delta::Reasoning(piece) = delta {
                heard.push_str(piece);
            }
        };
        let characters: Vec<char> = text.chars().collect();
        for piece in characters.chunks(size) {
            veil.pass(Delta::Text(&piece.iter().collect::<String>()), &mut sink);
        }
        veil.lift(&mut sink);
        heard
    }

    #[test]
    fn a_key_in_pieces_is_taken_out_and_all_else_arrives() {
        for size in 1..20 {
            let mark = crate::key::MARK;
            assert_eq!(heard("é key-key-1234, key-key-key-1234", size), format!("é {mark}, key-{mark}"), "{size}");
            for text in ["", "key", "key-key-123", "no key at all, key-key-", "日本語 key-"] {
                assert_eq!(heard(text, size), text, "{size}");
            }
        }
    }

    #[test]
    fn text_and_thinking_stay_in_their_order() {
        let mut veil = Veil::new(Some(Secret::new("key-key-1234")));
        let mut heard = Vec::new();
        let mut sink = |delta: Delta<'_>| heard.push(format!("{delta:?}"));
        veil.pass(Delta::Reasoning("a key"), &mut sink);
        veil.pass(Delta::Text("-key-1234"), &mut sink);
        veil.lift(&mut sink);
        assert_eq!(heard, ["Reasoning(\"a \")", "Reasoning(\"key\")", "Text(\"-key-1234\")"]);
    }
}
