//! `stripped-affix`: Python's `strip` is given a word, though it takes a set of letters.

use super::{PYTHON, needs_fix};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, string};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "stripped-affix",
    PYTHON,
    "`strip` is given a word, but removes any of its letters.",
    "`\"example.com\".rstrip(\".com\")` gives `example` only by luck: all trailing letters out of `.com` go. \
     `removeprefix` and `removesuffix` take words.\n\n\
     ```python\nhost = url.lstrip(\"http://\")      # found: eats the `p` of \"http://page\" too\n```\n\n\
     Left alone: sets of letters, which do not look like a word with a letter twice or a file's ending.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["call"], check };

/// A set of letters has no reason to be longer and hold letters in no order.
const WORD: usize = 3;

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = call(node).filter(|found| matches!(found.name, "strip" | "lstrip" | "rstrip")) else { return };
    let [given] = found.arguments[..] else { return };
    if found.receiver.is_some() && string(given).is_some_and(is_word) {
        let message = format!("`{}` removes any letters out of `{}`, not the word", found.name, given.text());
        local.report(&RULE, node, message);
    }
}

/// A word has a letter twice, or is a file's ending; the alphabet and digits are in order and have no letter twice.
fn is_word(text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(char::is_ascii_alphabetic).collect();
    let ending = text.starts_with('.') && text.len() > WORD && letters.len() + 1 == text.len();
    let twice = text.char_indices().any(|(at, letter)| text[..at].contains(letter));
    letters.len() >= WORD && (ending || twice)
}
