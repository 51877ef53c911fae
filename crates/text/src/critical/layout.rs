//! Which lines of a text are code and which are prose: fences say so, elsewhere the lines themselves do.
//!
//! Comments and docstrings of code are prose.

use super::code::{Code, CodeReader};
use super::prose::{Prose, ProseReader};

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
    mostly_code(&sorted(&lines))
}

/// The sort of each line after its neighbours had their say.
fn settled(lines: &[&str]) -> Vec<Sort> {
    let mut sorts = sorted(lines);
    if mostly_code(&sorts) {
        settle(&mut sorts);
        return sorts;
    }
    let ends_paragraph = |sort: &Sort| matches!(sort, Sort::Blank | Sort::Fence | Sort::Fenced);
    for paragraph in sorts.split_mut(ends_paragraph) {
        if mostly_code(paragraph) {
            settle(paragraph);
        } else {
            let no_code = |sort: &&mut Sort| matches!(sort, Sort::Code | Sort::Comment);
            paragraph.iter_mut().filter(no_code).for_each(|sort| *sort = Sort::Prose);
        }
    }
    sorts
}

fn settle(sorts: &mut [Sort]) {
    sorts.iter_mut().filter(|sort| **sort == Sort::Prose).for_each(|sort| *sort = Sort::Code);
}

fn mostly_code(sorts: &[Sort]) -> bool {
    let count = |wanted: Sort| sorts.iter().filter(|sort| **sort == wanted).count();
    let code = count(Sort::Code);
    code > 0 && code >= count(Sort::Prose)
}

/// The sort of each line by itself.
fn sorted(lines: &[&str]) -> Vec<Sort> {
    let mut fence: Option<&str> = None;
    let mut documentation: Option<&str> = None;
    let mut sorts = Vec::with_capacity(lines.len());
    for line in lines {
        let bare = line.trim();
        let sort = if let Some(mark) = fence {
            let closes = bare.starts_with(mark) && bare.trim_start_matches(&mark[..1]).is_empty();
            fence = fence.filter(|_| !closes);
            if closes { Sort::Fence } else { Sort::Fenced }
        } else if let Some(mark) = documentation {
            documentation = documentation.filter(|_| !bare.contains(mark));
            Sort::Documentation
        } else if let Some(mark) = fence_of(bare) {
            fence = Some(mark);
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
    }
    sorts
}

/// The run of signs that opens a fence.
fn fence_of(bare: &str) -> Option<&str> {
    let sign = bare.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let length = bare.len() - bare.trim_start_matches(sign).len();
    (length >= 3 && !bare[length..].contains('`')).then(|| &bare[..length])
}

fn docstring_of(bare: &str) -> Option<&'static str> {
    let bare = bare.trim_start_matches(['r', 'u', 'b', 'f', 'R']);
    ["\"\"\"", "'''"].into_iter().find(|mark| bare.starts_with(mark))
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
    if bare.chars().all(|sign| "[]{}()<>;,:".contains(sign)) || ends(&['{', '}']) {
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
