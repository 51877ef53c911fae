//! The four readers against every cut: into two pieces, into equal pieces, and off at every byte.

use super::{Parsed, ReadError, read};
use crate::providers::reader;
use crate::{Delta, Provider};
use tribunal_faults::{Canned, Format};

const FORMATS: [(Format, Provider); 4] = [
    (Format::Ollama, Provider::Ollama),
    (Format::Chat, Provider::OpenaiCompat),
    (Format::Responses, Provider::Openai),
    (Format::Anthropic, Provider::Anthropic),
];

fn reply(format: Format) -> Vec<u8> {
    format.events(&Canned::text("Ein Café: \u{1f600}, \"so\"\n.").thinking("Hm, \u{e9}.")).concat()
}

/// Reads a reply in these pieces, and what was heard of it.
fn heard<'a>(provider: Provider, pieces: impl Iterator<Item = &'a [u8]>) -> (Result<Parsed, ReadError>, String) {
    let mut reader = reader(provider, None);
    let mut heard = String::new();
    let mut sink = |delta: Delta<'_>| match delta {
        Delta::Text(text) | Delta::Reasoning(text) => heard.push_str(text),
        Delta::Again => heard.clear(),
    };
    for piece in pieces {
        if let Err(error) = reader.push(piece, &mut sink) {
            return (Err(error), heard);
        }
    }
    (reader.end(), heard)
}

#[test]
fn a_reply_cut_at_any_byte_is_never_a_reply() {
    for (format, provider) in FORMATS {
        let whole = reply(format);
        assert!(read(reader(provider, None), &whole).is_ok(), "{format:?}");
        for cut in 0..whole.len() {
            let error = read(reader(provider, None), &whole[..cut]).expect_err("a byte is missing");
            let expected = if cut == 0 { ReadError::Empty } else { ReadError::Truncated };
            assert_eq!(error, expected, "{format:?} at {cut}");
        }
    }
}

#[test]
fn how_the_bytes_are_cut_into_pieces_makes_no_difference() {
    for (format, provider) in FORMATS {
        let whole = [reply(format), b"\xff noise\n\n".to_vec()].concat();
        let expected = heard(provider, std::iter::once(whole.as_slice()));
        for size in 1..64 {
            assert_eq!(heard(provider, whole.chunks(size)), expected, "{format:?} by {size}");
        }
        for cut in 0..whole.len() {
            let (before, after) = whole.split_at(cut);
            assert_eq!(heard(provider, [before, after].into_iter()), expected, "{format:?} at {cut}");
        }
    }
}

#[test]
fn a_flipped_byte_never_panics() {
    for (format, provider) in FORMATS {
        let whole = reply(format);
        for place in 0..whole.len() {
            for flip in [0x01, 0x20, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[place] ^= flip;
                let _ = read(reader(provider, None), &bytes);
            }
        }
    }
}
