//! Parsing within a budget and without overflowing the stack, whatever the bytes are.
//!
//! Tree-sitter's time is not bounded by the length of its input: an external scanner may look ahead to the end of the
//! file at every token, and recovery from errors costs a thousand times a plain step. A clock would make facts depend
//! on the machine, so the cost is counted in units that are the same everywhere: one is about 20 microseconds.

use crate::Limits;
use crate::languages::Row;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tree_sitter::{LogType, ParseOptions, ParseState, Parser, Tree};

/// Bytes handed to the lexer at once. Small, so that what it reads again and again is seen.
const CHUNK: usize = 4096;
/// Cost of a chunk: 4 KiB of looking ahead take up to 80 microseconds.
const CHUNK_COST: u64 = 4;
/// Cost of an error or a skipped token: 12 (JavaScript, C) to 60 (Rust) microseconds.
const ERROR_COST: u64 = 2;
/// Errors can only be counted with the log on, which doubles the time, so one step in this many is logged.
const SAMPLE_EVERY: u64 = 32;

/// Texts up to this length are parsed on the caller's stack, of which the library then needs one MiB at most.
const SMALL: usize = 8 << 10;
/// Stack per byte of text. `stack_node_release` and `stack_node_add_link` of the library call themselves once for each
/// token that is not reduced yet, with frames of 96 and 120 bytes.
const STACK_PER_BYTE: usize = 192;
const LEAST_STACK: usize = 1 << 20;

type Log = Box<dyn FnMut(LogType, &str) + Send>;

/// Why there is no tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// It cost more than the budget.
    Budget,
    /// The system gave no stack for it.
    Stack,
}

/// The syntax tree of `text`.
pub(crate) fn parse(row: &Row, text: &str, limits: Limits) -> Result<Tree, Stopped> {
    if text.len() <= SMALL {
        return parse_here(row, text, limits);
    }
    std::thread::scope(|scope| {
        let stack = LEAST_STACK + STACK_PER_BYTE * text.len();
        let parsing =
            std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, || parse_here(row, text, limits));
        parsing.map_err(|_| Stopped::Stack)?.join().expect("parsing does not panic")
    })
}

fn parse_here(row: &Row, text: &str, limits: Limits) -> Result<Tree, Stopped> {
    let mut parser = Parser::new();
    parser.set_language(&row.grammar()).expect("the grammar fits the library; a test loads each");
    let errors = Arc::new(AtomicU64::new(0));
    let mut cost = 0;
    let mut sampling = false;
    loop {
        if let Some(tree) = slice(&mut parser, text.as_bytes(), &mut cost, if sampling { 1 } else { SAMPLE_EVERY }) {
            return Ok(tree);
        }
        cost += errors.swap(0, Ordering::Relaxed) * SAMPLE_EVERY * ERROR_COST;
        if cost > limits.steps {
            return Err(Stopped::Budget);
        }
        sampling = !sampling;
        parser.set_logger(sampling.then(|| count_errors(&errors)));
    }
}

/// Parses on for some steps; `None` means that there is more to do.
fn slice(parser: &mut Parser, bytes: &[u8], cost: &mut u64, steps: u64) -> Option<Tree> {
    let (mut done, mut chunks) = (0, 0);
    let mut progress = |_: &ParseState| {
        done += 1;
        if done < steps { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut read = |at: usize, _| {
        chunks += 1;
        &bytes[at.min(bytes.len())..bytes.len().min(at + CHUNK)]
    };
    let tree = parser.parse_with_options(&mut read, None, Some(ParseOptions::new().progress_callback(&mut progress)));
    *cost += done + chunks * CHUNK_COST;
    tree
}

fn count_errors(errors: &Arc<AtomicU64>) -> Log {
    let errors = Arc::clone(errors);
    Box::new(move |kind, message| {
        if kind == LogType::Parse && (message.starts_with("detect_error") || message.starts_with("skip_token")) {
            errors.fetch_add(1, Ordering::Relaxed);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages::row;
    use tribunal_domain::Language;

    /// The text of the tree as the library gives it in one go.
    fn at_once(row: &Row, text: &str) -> String {
        let mut parser = Parser::new();
        parser.set_language(&row.grammar()).expect("it loads");
        parser.parse(text, None).expect("nothing stops it").root_node().to_sexp()
    }

    #[test]
    fn parsing_in_slices_gives_the_same_tree() {
        let python = "class A(B):\n    def f(self, x): return [é for é in x if ')' (\n".repeat(2_000);
        let rust = "fn f(a: u8) -> u8 { a.b(|c| \"é\") ]\n".repeat(2_000);
        let javascript = "const a = `é${b}` => ; function c() { return /x/.d }\n".repeat(2_000);
        for (language, text) in [(Language::Python, python), (Language::Rust, rust), (Language::JavaScript, javascript)]
        {
            let row = row(language);
            let tree = parse(row, &text, Limits { steps: u64::MAX, ..Limits::default() }).expect("no budget");
            assert!(tree.root_node().to_sexp() == at_once(row, &text), "{language}");
        }
    }

    #[test]
    fn looking_ahead_again_and_again_costs() {
        let text = format!("x={}1\n", "(a)".repeat(300_000));
        assert_eq!(parse(row(Language::Bash), &text, Limits::default()).err(), Some(Stopped::Budget));
    }
}
