//! Which lines of a text are code and which are prose: fences say so, elsewhere the lines themselves do.
//!
//! Comments and docstrings of code are prose.

use super::code::{Code, CodeReader};
use super::prose::{Prose, ProseReader};
use std::ops::Range;

/// A text, read.
#[derive(Debug, Default)]
pub(super) struct Reading<'a> {
    pub prose: Prose,
    pub code: Code<'a>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Blank,
    /// The line that opens or closes a block of code.
    Fence,
    Fenced,
    Documentation,
    Comment,
    /// Looks like code by itself.
    Code,
    Prose,
}

/// Reads a text: prose and code apart.
pub(super) fn split(text: &str) -> Reading<'_> {
    let lines: Vec<&str> = text.lines().collect();
    let sorts = settled(&lines);
    let (mut prose, mut code) = (ProseReader::default(), CodeReader::new(&lines, |at| sorts[at] == Sort::Code));
    for (line, sort) in lines.iter().zip(&sorts) {
        match sort {
            Sort::Blank => {
                code.blank();
                prose.end_paragraph();
            }
            Sort::Fence => {
                code.fence(line);
                prose.end_paragraph();
            }
            Sort::Fenced => code.line(line, None),
            Sort::Documentation | Sort::Prose => prose.line(line),
            Sort::Comment => prose.line(line.trim_start().trim_start_matches(['/', '#', '*', '-', '!', ';', '%'])),
            Sort::Code => {
                let (statement, comment) = without_comment(line);
                code.line(statement, Some(line));
                prose.end_paragraph();
                comment.into_iter().for_each(|comment| prose.line(comment));
            }
        }
    }
    Reading { prose: prose.finish(), code: code.finish() }
}

/// Whether most lines outside of fences look like code.
pub(super) fn is_code(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let sorts = settled(&lines);
    mostly_code(&sorts)
}

/// The sort of each line after its neighbours had their say: a paragraph is code or prose as a whole, so that it stays
/// what it is when its lines are broken elsewhere.
fn settled(lines: &[&str]) -> Vec<Sort> {
    let mut sorts = sorted(lines);
    let is_prose = |part: &Range<usize>| reads_as_prose(&lines[part.clone()], &sorts[part.clone()]);
    let (prose, rest): (Vec<_>, Vec<_>) = paragraphs(&sorts).into_iter().partition(is_prose);
    // What reads as prose has no say in what the rest is.
    let others: Vec<Sort> = rest.iter().flat_map(|part| sorts[part.clone()].iter().copied()).collect();
    let all_code = mostly_code(&others);
    prose.into_iter().for_each(|part| settle(&mut sorts[part], Sort::Prose));
    for part in rest {
        let is_code = all_code || mostly_code(&sorts[part.clone()]);
        settle(&mut sorts[part], if is_code { Sort::Code } else { Sort::Prose });
    }
    sorts
}

/// Stretches without empty lines and fences.
fn paragraphs(sorts: &[Sort]) -> Vec<Range<usize>> {
    let ends = |sort: &Sort| matches!(sort, Sort::Blank | Sort::Fence | Sort::Fenced);
    let mut paragraphs = Vec::new();
    let mut start = 0;
    for part in sorts.split(ends) {
        if !part.is_empty() {
            paragraphs.push(start..start + part.len());
        }
        start += part.len() + 1;
    }
    paragraphs
}

/// Makes all lines of a paragraph code or prose; comments of code stay what they are.
fn settle(sorts: &mut [Sort], to: Sort) {
    for sort in sorts {
        *sort = match *sort {
            Sort::Code | Sort::Prose => to,
            Sort::Comment if to == Sort::Prose => to,
            other => other,
        };
    }
}

/// Words that every sentence has and code has not: what is a keyword or a variable somewhere is left out.
#[rustfmt::skip]
const SENTENCE_WORDS: &[&str] = &[
    "the", "an", "of", "to", "are", "be", "been", "this", "that", "these", "it", "its", "by", "on", "which", "can", "will",
    "you", "your", "we", "our", "they", "at", "was", "were", "has", "have", "but", "when", "there", "their", "os", "um",
    "uma", "da", "dos", "das", "de", "que", "em", "para", "com", "na", "nos", "por", "ao",
];

/// Of so many words one at least is such a word, or it is no prose: in running text it is every fourth.
const WORDS_PER_SENTENCE_WORD: usize = 8;

/// A paragraph of so many lines that nearly all look like code is code, whatever words it has.
const ENOUGH_LINES: usize = 3;

/// Whether the lines that are no comments read as sentences, whatever stands in quotes.
fn reads_as_prose(lines: &[&str], sorts: &[Sort]) -> bool {
    let count = |wanted: Sort| sorts.iter().filter(|sort| **sort == wanted).count();
    let (code, prose) = (count(Sort::Code), count(Sort::Prose));
    if code + prose >= ENOUGH_LINES && code * 3 >= (code + prose) * 2 {
        return false;
    }
    let (mut words, mut of_sentences) = (0, 0);
    let said = lines.iter().zip(sorts).filter(|(_, sort)| matches!(sort, Sort::Code | Sort::Prose));
    for outside in said.flat_map(|(line, _)| without_comment(line).0.split('"').step_by(2)) {
        for word in outside.split(|sign: char| !sign.is_alphanumeric() && sign != '_').filter(|word| !word.is_empty()) {
            words += 1;
            of_sentences += usize::from(SENTENCE_WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)));
        }
    }
    // A few words are a name or a call more often than a sentence.
    words >= WORDS_PER_SENTENCE_WORD / 2 && of_sentences * WORDS_PER_SENTENCE_WORD >= words
}

fn mostly_code(sorts: &[Sort]) -> bool {
    let count = |wanted: Sort| sorts.iter().filter(|sort| **sort == wanted).count();
    let code = count(Sort::Code);
    code > 0 && code >= count(Sort::Prose)
}

/// The sort of each line by itself.
fn sorted(lines: &[&str]) -> Vec<Sort> {
    let mut fences: Vec<Fence<'_>> = Vec::new();
    let mut documentation = cut_docstring(lines);
    let mut sorts = Vec::with_capacity(lines.len());
    let mut title = "";
    for line in lines {
        let bare = line.trim();
        let sort = if fences.last().is_some_and(|fence| fence.is_closed_by(bare)) {
            fences.pop();
            Sort::Fence
        } else if fences.last().is_some_and(|fence| fence.holds_code) {
            Sort::Fenced
        } else if let Some(mark) = documentation {
            documentation = documentation.filter(|_| !bare.contains(mark));
            Sort::Documentation
        } else if let Some(fence) = fence_of(bare).filter(|_| !is_underline(bare, title)) {
            fences.push(fence);
            Sort::Fence
        } else if let Some(mark) = docstring_of(bare) {
            documentation = Some(mark).filter(|mark| bare[mark.len()..].find(mark).is_none());
            Sort::Documentation
        } else if bare.is_empty() {
            Sort::Blank
        } else if is_comment(bare) {
            Sort::Comment
        } else if looks_like_code(bare) {
            Sort::Code
        } else {
            Sort::Prose
        };
        sorts.push(sort);
        title = bare;
    }
    sorts
}

/// A line of one sign that is as long as the title above it.
fn is_underline(bare: &str, title: &str) -> bool {
    const SHORTEST: usize = 4;
    let is_rule = bare.trim_start_matches(&bare[..1]).is_empty();
    is_rule && bare.len() >= SHORTEST && !title.is_empty() && title.chars().count() <= bare.len()
}

/// A fence that is open.
struct Fence<'a> {
    /// The run of signs that opened it.
    mark: &'a str,
    /// A directive such as `{note}` holds prose.
    holds_code: bool,
}

impl Fence<'_> {
    fn is_closed_by(&self, bare: &str) -> bool {
        bare.starts_with(self.mark) && bare.trim_start_matches(&self.mark[..1]).is_empty()
    }
}

/// The fence that a line opens.
fn fence_of(bare: &str) -> Option<Fence<'_>> {
    let sign = bare.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let length = bare.len() - bare.trim_start_matches(sign).len();
    let about = &bare[length..];
    let holds_code = !about.trim_start().starts_with('{') || about.contains("code");
    (length >= 3 && !about.contains('`')).then(|| Fence { mark: &bare[..length], holds_code })
}

/// What docstrings stand between.
const DOCSTRINGS: [&str; 2] = ["\"\"\"", "'''"];

fn docstring_of(bare: &str) -> Option<&'static str> {
    let bare = bare.trim_start_matches(['r', 'u', 'b', 'f', 'R']);
    DOCSTRINGS.into_iter().find(|mark| bare.starts_with(mark))
}

/// The mark of a docstring that began before the text does: it closes alone on a line and nothing opens it.
fn cut_docstring(lines: &[&str]) -> Option<&'static str> {
    let marks = |mark: &str| lines.iter().map(|line| line.matches(mark).count()).sum::<usize>();
    let first = |mark: &str| lines.iter().find(|line| line.contains(mark)).map(|line| line.trim());
    DOCSTRINGS.into_iter().find(|mark| marks(mark) % 2 == 1 && first(mark) == Some(*mark))
}

fn is_comment(bare: &str) -> bool {
    let marks = ["//", "/*", "*/", "# ", "* ", "-- ", ";; ", "% ", "<!--"];
    bare == "#" || bare == "*" || marks.iter().any(|mark| bare.starts_with(mark))
}

/// Words that begin statements; a line of prose rarely begins with one of them in small letters.
#[rustfmt::skip]
const STATEMENTS: &[&str] = &[
    "def", "class", "if", "elif", "else", "for", "while", "try", "except", "finally", "with", "match", "case", "switch",
    "import", "from", "use", "package", "return", "let", "const", "var", "fn", "pub", "func", "function", "async",
    "await", "raise", "throw", "yield", "public", "private", "protected", "static", "export", "struct", "enum", "impl",
    "trait", "interface", "type", "assert", "del", "pass", "break", "continue", "mod", "do", "loop", "select", "insert",
    "update", "delete", "end", "begin", "then", "fi", "esac", "done", "local", "echo", "int", "void", "final", "using",
    "namespace", "goto", "defer", "go", "unless", "val", "override", "abstract", "lambda", "global", "nonlocal",
];

/// Signs that stand in code and hardly ever in a line of prose.
const SIGNS: &[&str] = &[
    "==", "!=", "&&", "||", "=>", "->", "::", ":=", "+=", "-=", "*=", "/=", "++", "<<", ">>", "</", "/>", "();", "()",
];

fn looks_like_code(bare: &str) -> bool {
    let words = bare.split_whitespace().count();
    let ends = |signs: &[char]| bare.ends_with(signs);
    if bare.chars().all(|sign| "[]{}()<>;,:".contains(sign)) || ends(&['{', '}']) || bare.starts_with(">>> ") {
        return true;
    }
    let has_structure = bare.contains(['(', '=', '[', '{', '_', '"', '\'']);
    if ends(&[';']) && (words <= 3 || has_structure) && !bare.starts_with(['-', '*']) {
        return true;
    }
    if is_assignment(bare) || is_call(bare) || is_annotation(bare) || is_member(bare) {
        return true;
    }
    let signs = SIGNS.iter().filter(|sign| bare.contains(**sign)).count();
    if signs >= 2 && !ends(&['.']) {
        return true;
    }
    let first = bare.split(|sign: char| !sign.is_alphanumeric() && sign != '_').next().unwrap_or_default();
    if !STATEMENTS.contains(&first) || ends(&['.', '!']) {
        return false;
    }
    let few = words <= 3 && bare.is_ascii();
    if few && ["import", "from", "package", "namespace", "return", "raise", "throw", "yield", "del"].contains(&first) {
        return true;
    }
    ends(&[':', ';']) && (words <= 4 || has_structure)
        || (few && signs > 0)
        || (has_structure && words <= 14)
        || words == 1
        || (few && bare.contains(['+', '-', '*', '/', '<', '>', '%', '.']))
}

/// `place = value`, with little to the left.
fn is_assignment(bare: &str) -> bool {
    let Some((left, right)) =
        bare.split_once(" = ").or_else(|| bare.split_once(" := ")).or_else(|| bare.split_once(" += "))
    else {
        return false;
    };
    left.split_whitespace().count() <= 4 && !right.trim().is_empty() && !left.ends_with(['.', ',', ':'])
}

/// `name(…)` or `a.b(…)` and nothing else.
fn is_call(bare: &str) -> bool {
    let bare = bare.trim_end_matches([',', ';', '?']);
    let Some((name, _)) = bare.split_once('(') else { return false };
    let is_name = |sign: char| sign.is_ascii_alphanumeric() || "_.:!&*<>[]$@".contains(sign);
    !name.is_empty() && name.chars().all(is_name) && bare.ends_with([')', '(', ']'])
}

/// `@name`, `#[…]`, `#include …`, `<tag …>`, `"key": …`.
fn is_annotation(bare: &str) -> bool {
    let tag = bare.starts_with('<')
        && bare.ends_with('>')
        && bare[1..].starts_with(|sign: char| sign.is_ascii_alphabetic() || "/!?".contains(sign));
    let key = bare.starts_with('"') && bare.contains("\":");
    let decorator = bare.starts_with('@') && !bare.contains(' ');
    tag || key
        || decorator
        || ["#[", "#!", "#include", "#define", "#if", "#endif"].iter().any(|mark| bare.starts_with(mark))
}

/// A line of a call or a literal over several lines: `name,`, `name: Type,`, `.method()`, `name=value,`.
fn is_member(bare: &str) -> bool {
    let chained = bare.starts_with('.') && bare[1..].starts_with(|sign: char| sign.is_ascii_alphabetic());
    let listed = bare.ends_with(',')
        && bare.split_whitespace().count() <= 2
        && bare.contains(['_', '=', '.', '(', '"', '\'', ':']);
    chained || listed
}

/// A line of code and the comment behind it.
fn without_comment(line: &str) -> (&str, Option<&str>) {
    for mark in [" // ", "\t// ", " # ", "\t# ", " //", " /* "] {
        let Some(at) = line.find(mark) else { continue };
        let quotes = line[..at].bytes().filter(|byte| matches!(byte, b'"' | b'\'' | b'`')).count();
        if quotes % 2 == 0 {
            return (&line[..at], Some(line[at + mark.len()..].trim_end_matches("*/")));
        }
    }
    (line, None)
}
