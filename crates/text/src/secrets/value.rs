//! Whether a value looks drawn at random, or like a word, an identifier or a stand-in that somebody typed.
//!
//! Knows nothing of names and places; `assignment` and `shape` ask it about what they found.

use aho_corasick::AhoCorasick;
use std::sync::LazyLock;

/// Letters that often follow a, b, c … in English words and in identifiers: the pairs that make up at least 0.08 % of
/// all pairs in 19,899 words of ten repositories. A quarter of random pairs is among them, and nine tenths of real ones.
const FOLLOWERS: [&str; 26] = [
    "abcdefgiklmnprstuvy",
    "abeilorsuy",
    "acehiklorstuy",
    "adeiorsu",
    "abcdefgilmnpqrstvwx",
    "aefiloru",
    "aehinorsu",
    "aeiotu",
    "abcdefglmnoprstvz",
    "e",
    "eisu",
    "adeilostuy",
    "aeimopsu",
    "acdefgiknostuvy",
    "abcdfgiklmnoprstuvw",
    "aehiloprstu",
    "u",
    "acdegiklmnorstuvy",
    "acehiklopstuy",
    "acehilorstuy",
    "abcdegilmnprst",
    "aei",
    "aehio",
    "pt",
    "ps",
    "e",
];

/// From this share of usual pairs on, a value reads like words. Of random values with 16 letters and digits 2 % reach
/// it, with 32 one in 500; of three words joined, 0.5 % stay below.
const READABLE: f64 = 0.6;

/// Drawn from fewer equally likely characters than this, a value is a filler: `xxxxxxxx`, `0000-0000`, `ababab`.
///
/// The number is two to the power of the entropy (of order 2, which needs no logarithm): 16 random hexadecimal digits
/// have 8 on average, and one in 10,000 has fewer than 4.
const FEWEST_CHARACTERS: u64 = 4;

/// As many characters in alphabetical or numerical order, up or down, were typed: `abcdefgh`, `12345678`.
const LONGEST_SEQUENCE: usize = 7;

/// Parts of values that stand for another value, in lower case.
#[rustfmt::skip]
const STAND_INS: &[&str] = &[
    "example", "changeme", "change_me", "change-me", "change me", "placeholder", "dummy", "your", "xxxx", "****",
    "....", "todo", "fixme", "insert", "replace", "redacted", "sample", "fake", "mock", "foobar", "notreal",
    "not_real", "not-real", "notasecret", "not-a-", "not_a_", "deadbeef", "cafebabe", "my_", "my-", "some_", "some-",
    "testtest", "lorem",
];

/// Parts of values that are filled in from elsewhere, in lower case, and of marks.
#[rustfmt::skip]
const TEMPLATES: &[&str] = &[
    "[redacted:", "${", "$(", "{{", "#{", "%(", "%{", "<%", "env.", "env(", "env[", "environ", "getenv", "vault:",
    "ssm:", "op://", "arn:", "enc[", "secretref", "keyref",
];

/// In a value longer than this, a part of at most `SHORT_PART` letters stands by chance.
const LONG_VALUE: usize = 64;
const SHORT_PART: usize = 4;

/// Whether the value stands for a secret instead of being one: an example, a template's hole, a filler.
pub(super) fn is_stand_in(value: &str) -> bool {
    let least = if value.len() > LONG_VALUE { SHORT_PART + 1 } else { 0 };
    is_made_up(value, least)
}

/// The same for what has the form of a token: there, too, short parts are chance.
pub(super) fn is_sample(token: &str) -> bool {
    is_made_up(token, SHORT_PART + 1)
}

fn is_made_up(value: &str, least: usize) -> bool {
    is_template(value)
        || STAND_IN.find_overlapping_iter(value).any(|part| part.len() >= least)
        || is_filler(value)
        || longest_sequence(value) >= LONGEST_SEQUENCE
}

/// Whether the value is filled in later, or was taken out already.
pub(super) fn is_template(value: &str) -> bool {
    TEMPLATE.is_match(value)
        || (value.starts_with('<') && value.ends_with('>'))
        || (value.starts_with('%') && value.ends_with('%'))
        || is_variable(value)
}

static STAND_IN: LazyLock<AhoCorasick> = LazyLock::new(|| any_of(STAND_INS));
static TEMPLATE: LazyLock<AhoCorasick> = LazyLock::new(|| any_of(TEMPLATES));

fn any_of(parts: &[&str]) -> AhoCorasick {
    let builder = AhoCorasick::builder().ascii_case_insensitive(true).build(parts);
    builder.expect("a few short texts fit an automaton")
}

/// Whether the value reads like words.
pub(super) fn is_readable(value: &str) -> bool {
    let mut usual = 0_u32;
    let mut unusual = 0_u32;
    for pair in value.as_bytes().windows(2) {
        match (pair[0].to_ascii_lowercase(), pair[1].to_ascii_lowercase()) {
            (one @ b'a'..=b'z', other @ b'a'..=b'z') => {
                let is_usual = FOLLOWERS[usize::from(one - b'a')].as_bytes().contains(&other);
                usual += u32::from(is_usual);
                unusual += u32::from(!is_usual);
            }
            (b'a'..=b'z', b'0'..=b'9') | (b'0'..=b'9', b'a'..=b'z') => unusual += 1,
            _ => {}
        }
    }
    usual > 0 && f64::from(usual) >= READABLE * f64::from(usual + unusual)
}

/// Which kinds of characters a value has.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mix {
    pub(super) lower: bool,
    pub(super) upper: bool,
    pub(super) digit: bool,
    pub(super) sign: bool,
}

impl Mix {
    pub(super) fn of(value: &str) -> Self {
        let any = |test: fn(&u8) -> bool| value.as_bytes().iter().any(test);
        Self {
            lower: any(u8::is_ascii_lowercase),
            upper: any(u8::is_ascii_uppercase),
            digit: any(u8::is_ascii_digit),
            sign: any(|byte| b"!@#$^&*?~+=".contains(byte)),
        }
    }
}

/// `$NAME` or `%NAME`: the shell fills it in.
fn is_variable(value: &str) -> bool {
    let name = value.strip_prefix(['$', '%', '&', '@']).unwrap_or_default();
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

fn is_filler(value: &str) -> bool {
    let mut counts = [0_u64; 256];
    value.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    let length = value.len() as u64;
    counts.iter().map(|count| count * count).sum::<u64>() * FEWEST_CHARACTERS > length * length
}

fn longest_sequence(value: &str) -> usize {
    let mut longest = 1;
    let mut run = (1, 0_i16);
    for pair in value.as_bytes().windows(2) {
        let step = i16::from(pair[1]) - i16::from(pair[0]);
        run = match step {
            1 | -1 if step == run.1 => (run.0 + 1, step),
            1 | -1 => (2, step),
            _ => (1, 0),
        };
        longest = longest.max(run.0);
    }
    longest
}
