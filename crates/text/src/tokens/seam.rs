//! Where the token counts of two texts add up to the count of both put together.
//!
//! # Which boundaries are additive
//!
//! Both vocabularies cut a text into pieces before any byte pairs are merged, and merge inside a piece only. A piece is
//! the match of a pattern at the place where the last piece ended, without any look behind it. So the count of `a + b` is
//! `count(a) + count(b)` if the pieces of `a + b` that begin in `a` are the pieces of `a`. The patterns, in order of
//! preference (`L` letters, `N` digits, `M` marks, `s` white space, `P` everything outside `s`, `L` and `N`):
//!
//! | | cl100k | o200k |
//! |---|---|---|
//! | word | `'(s\|t\|re\|…)` and `[^\r\n L N]? L+` | `[^\r\n L N]? (L\|M)+ ('s\|'t\|'re\|…)?`, in two forms by case |
//! | number | `N{1,3}` | `N{1,3}` |
//! | signs | ` ?P+[\r\n]*` | ` ?P+[\r\n/]*` |
//! | lines | `s*[\r\n]+` | `s*[\r\n]+` |
//! | rest | `s+$`, `s+(?!S)`, `s+` | `s+$`, `s+(?!S)`, `s+` |
//!
//! **Claim.** It is additive if `a` ends with `\n` and `b` has, after white space without a line
//! break, a character that is no white space, and does not begin with `/`.
//!
//! **Proof.** Let a piece of `a` begin at `p`. Look at what each pattern matches there in `a` and in `a + b`.
//! *Word* and *number* contain no line break at all, so they end before the end of `a` in both and see the same text.
//! *Signs*: after its first line break come only line breaks (in o200k also `/`); `b` begins with neither, so its match
//! never passes the end of `a`. *Lines* and *rest* match white space only. If something else stands between `p` and the
//! end of `a`, they end before it and see the same text. If not, `a` from `p` on is white space that ends with a line
//! break: in `a`, *lines* takes all of it; in `a + b` it takes the white space up to its last line break, which is the end
//! of `a`, since the white space that begins `b` has none. *Rest* comes after *lines* and is not asked. In every case the
//! same pattern wins with the same match. ∎
//!
//! The condition looks at the last character of `a` and the first line of `b` alone, so it holds for any sequence of
//! such texts at once: that is [`Block`].

use super::Vocabulary;

/// Whether the count of `a` and `b` put together is the sum of their counts, in every vocabulary.
///
/// A sufficient condition: where it says no, the counts may still add up. It says no of empty texts.
pub fn is_additive_boundary(a: &str, b: &str) -> bool {
    a.ends_with('\n') && begins_a_block(b)
}

/// A text whose token count does not depend on what stands before or after it, as long as those are blocks, too.
///
/// A pack made of blocks in any order has exactly the sum of their tokens: leaving one out subtracts its tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    text: String,
    tokens: usize,
}

impl Block {
    /// Counts the text and ends it with a line break if it does not; nothing if its first line is blank or begins with
    /// `/`, for then the count would depend on what stands before it.
    pub fn seal(vocabulary: Vocabulary, mut text: String) -> Option<Self> {
        if !begins_a_block(&text) {
            return None;
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let tokens = vocabulary.count(&text);
        Some(Self { text, tokens })
    }

    /// A head, a body whose count may be known, and a tail that ends with a line break. The body is counted again only if
    /// its count depends on what stands around it.
    pub fn around(vocabulary: Vocabulary, head: &str, body: &str, known: Option<usize>, tail: &str) -> Option<Self> {
        let text = [head, body, tail].concat();
        match known.filter(|_| is_additive_boundary(head, body) && is_additive_boundary(body, tail)) {
            Some(known) if begins_a_block(head) && text.ends_with('\n') => {
                Some(Self { tokens: vocabulary.count(head) + known + vocabulary.count(tail), text })
            }
            _ => Self::seal(vocabulary, text),
        }
    }

    /// The text, which ends with a line break.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many tokens it adds to a sequence of blocks.
    pub fn tokens(&self) -> usize {
        self.tokens
    }
}

fn begins_a_block(text: &str) -> bool {
    let first = text.chars().find(|char| !char.is_whitespace() || matches!(char, '\r' | '\n'));
    !text.starts_with('/') && first.is_some_and(|char| !char.is_whitespace())
}
