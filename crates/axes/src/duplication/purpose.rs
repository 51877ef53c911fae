//! Copies that are meant: the author says so, it is there to be read on its own, or it must stand on its own.

use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::subject::is_for_readers;
use tribunal_domain::finding::Related;
use tribunal_domain::{Language, RepoPath};

/// Words by which an author says that a copy is meant.
const COPIES: &[&str] =
    &["copy of", "copied", "inlined", "duplicate of", "duplicated", "keep in sync", "kept in sync", "mirrors"];

/// Lines from which on a copy in another package is worth a package that both use.
const WORTH_A_PACKAGE: u32 = 30;

/// Whether the copy of a draft is meant.
pub(super) fn is_on_purpose(code: &Code, draft: &Draft) -> bool {
    let Some(own) = code.file_at(&draft.path) else { return false };
    let here = (own, draft.start_line, draft.end_line);
    let others = || draft.related.iter().filter_map(|it| Some((code.file_at(&it.path)?, it.start_line, it.end_line)));
    let other = draft.related.iter().any(|it| it.path != draft.path);
    others().chain([here]).any(|(file, first, last)| {
        // Examples are read one at a time, and a script of the shell or of Lua is installed alone.
        is_said(file, first, last)
            || other && (is_for_readers(file) || matches!(file.language(), Language::Bash | Language::Lua))
    }) || draft.related.iter().any(|it| is_mirror(draft, it) || is_apart(code, own, draft, it))
        || draft.related.iter().any(|it| is_version(&draft.path.to_text(), &it.path.to_text()))
        || draft.related.iter().any(|it| is_way_back(&draft.symbol, &it.symbol))
        || [".config.", ".stories.", ".story."]
            .iter()
            .any(|it| String::from_utf8_lossy(draft.path.file_name()).contains(it))
        || is_dated(&draft.path)
        || draft.related.iter().any(|it| is_dated(&it.path))
        || own.language() == Language::Java
            && (is_for_another_primitive(draft)
                || is_construction(draft)
                || is_mapping(draft)
                || is_wanted_of_every_class(draft)
                || others().any(|(file, ..)| is_for_another_edition(own, file)))
        || own.language() == Language::Rust && is_conversion(draft)
}

/// `toInternal` beside `toExternal`, `encode` beside `decode`: each goes the other's way, between the same two forms.
fn is_way_back(ours: &str, theirs: &str) -> bool {
    const WAYS: &[(&str, &str)] = &[
        ("internal", "external"),
        ("encode", "decode"),
        ("serialize", "deserialize"),
        ("marshal", "unmarshal"),
        ("pack", "unpack"),
        ("toentity", "todto"),
        ("to_", "from_"),
    ];
    let name = |symbol: &str| symbol.rsplit('.').next().unwrap_or(symbol).to_lowercase();
    let (ours, theirs) = (name(ours), name(theirs));
    let turned = |one: &str, there: &str, back: &str| one.replacen(there, back, 1);
    ours != theirs
        && WAYS.iter().any(|(there, back)| {
            ours.contains(there) && turned(&ours, there, back) == theirs
                || theirs.contains(there) && turned(&theirs, there, back) == ours
        })
}

/// Methods that fill one form each from another: the forms have nothing in common that could be filled at once.
fn is_mapping(draft: &Draft) -> bool {
    let class = draft.symbol.rsplit('.').nth(1).unwrap_or_default();
    draft.rule.ends_with("-symbol")
        && ["Mapper", "Converter", "Assembler", "Transformer"].iter().any(|ending| class.ends_with(ending))
}

/// One for `javax`, one for `jakarta`: the same classes under names that do not fit together.
fn is_for_another_edition(ours: &CodeFile, theirs: &CodeFile) -> bool {
    let imports = |file: &CodeFile, edition: &str| {
        file.facts.imports.iter().any(|it| file.facts.text(it.specifier).starts_with(edition))
    };
    let (old, new) = ("javax.", "jakarta.");
    imports(ours, old) && !imports(theirs, old) && imports(theirs, new)
        || imports(theirs, old) && !imports(ours, old) && imports(ours, new)
}

/// Constructors that set the fields of their classes.
fn is_construction(draft: &Draft) -> bool {
    let constructs = |symbol: &str| {
        let mut parts = symbol.rsplit('.');
        let name = parts.next();
        name.is_some() && name == parts.next()
    };
    constructs(&draft.symbol) && draft.related.iter().all(|it| constructs(&it.symbol))
}

/// What the library of Java wants of every class for itself: it speaks of its own fields and its own type.
fn is_wanted_of_every_class(draft: &Draft) -> bool {
    are_named(draft, &["equals", "hashCode", "toString", "compareTo", "clone"])
}

/// What a trait of the library wants of every type for itself.
fn is_conversion(draft: &Draft) -> bool {
    are_named(draft, &["from", "try_from", "into", "try_into", "from_str", "fmt", "serialize", "deserialize"])
}

/// Whether two definitions are copies, both under one of the names.
fn are_named(draft: &Draft, names: &[&str]) -> bool {
    let last = |symbol: &str| names.contains(&symbol.rsplit(['.', ':']).next().unwrap_or(symbol));
    draft.rule.ends_with("-symbol") && last(&draft.symbol) && draft.related.iter().all(|it| last(&it.symbol))
}

/// `2019-06-18-upgrade.py` stays as it was that day, and so does what is in a folder of such.
fn is_dated(path: &RepoPath) -> bool {
    const STEPS: &[&[u8]] = &[b"migrations", b"migration", b"upgrade_scripts", b"upgrades", b"alembic"];
    if path.folders().any(|folder| STEPS.contains(&folder)) {
        return true;
    }
    let digits = path.file_name().iter().take(10).filter(|byte| byte.is_ascii_digit()).count();
    digits >= 8 && path.file_name().starts_with(b"20")
}

/// `sum(int[])` beside `sum(long[])`: Java has no way to say both at once.
fn is_for_another_primitive(draft: &Draft) -> bool {
    const PRIMITIVES: &[&str] = &["int", "long", "short", "byte", "char", "float", "double", "boolean"];
    let named = |quote: &str| -> Vec<String> {
        let words = quote.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| PRIMITIVES.contains(word)).map(str::to_owned).collect()
    };
    match &draft.evidence[..] {
        [ours, theirs, ..] if !ours.quote.is_empty() && !theirs.quote.is_empty() => {
            named(&ours.quote) != named(&theirs.quote)
        }
        _ => false,
    }
}

fn is_said(file: &CodeFile, first: u32, last: u32) -> bool {
    // What is on its way out is not merged with what stays.
    let leaving = file.facts.docs.iter().any(|doc| {
        let near = doc.span.start.line + 2 >= first.saturating_sub(6) && doc.span.end.line <= last;
        let text = file.facts.text(doc.text).to_lowercase();
        near && (text.contains("deprecated") || COPIES.iter().any(|word| text.contains(word)))
    });
    let marked = file
        .facts
        .symbols
        .iter()
        .filter(|it| it.span.start.line <= last && first <= it.span.end.line)
        .flat_map(|it| &it.attributes)
        .map(|&text| file.facts.text(text))
        .any(|text| text.contains("eprecated") || text.contains("CPD"));
    if leaving || marked {
        return true;
    }
    file.facts.comments.iter().any(|comment| {
        let text = file.facts.text(comment.text).to_lowercase();
        let end = comment.line + text.matches('\n').count() as u32;
        // `DO NOT EDIT BELOW` is for all that follows.
        if end < first && text.contains("below") && text.contains("do not edit") {
            return true;
        }
        first <= end + 2 && comment.line <= last && COPIES.iter().any(|word| text.contains(word))
    })
}

/// The same thing with and without waiting: `_async/client.py` beside `_sync/client.py`, `AsyncClient` beside `Client`.
fn is_mirror(draft: &Draft, other: &Related) -> bool {
    let whole = |path: &str, symbol: &str| format!("{path} {symbol}").to_lowercase();
    let ours = whole(&draft.path.to_text(), &draft.symbol);
    let theirs = whole(&other.path.to_text(), &other.symbol);
    let plain = |text: &str| text.replace("asyncio", "").replace("async", "").replace("sync", "").replace("aio", "");
    ours != theirs && plain(&ours) == plain(&theirs)
}

/// Two packages that are published each for itself: what they share would need a third. Modules of Go and short copies
/// stay; crates of a workspace use each other freely.
fn is_apart(code: &Code, file: &CodeFile, draft: &Draft, other: &Related) -> bool {
    let lines = draft.end_line.saturating_sub(draft.start_line) + 1;
    let [ours, theirs] = [&draft.path, &other.path].map(|path| String::from_utf8_lossy(code.package(path)));
    ours != theirs
        && match file.language() {
            _ if is_numbered(&ours) && is_numbered(&theirs) && bare(&ours) == bare(&theirs) => true,
            Language::Rust => false,
            Language::Go => true,
            _ => lines < WORTH_A_PACKAGE,
        }
}

/// `metrics-jetty9` beside `metrics-jetty10`: a package for each version of what it works with.
fn is_numbered(package: &str) -> bool {
    package.ends_with(|c: char| c.is_ascii_digit())
}

/// A name without its numbers.
fn bare(name: &str) -> String {
    name.replace(|c: char| c.is_ascii_digit(), "")
}

/// Two versions side by side: `reader/v3/mod.rs` and `reader/v5/mod.rs` stay as they were when they were written.
fn is_version(ours: &str, theirs: &str) -> bool {
    let number = |part: &str| part.chars().all(|c| c.is_ascii_digit() || c == '.');
    let version = |part: &str| {
        let marked = part.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        marked || number(part)
    };
    let (ours, theirs): (Vec<&str>, Vec<&str>) = (ours.split('/').collect(), theirs.split('/').collect());
    let stem = |parts: &[&str]| parts.last().map_or(String::new(), |name| name.to_lowercase());
    // `server_v2.go` beside `server.go`.
    let renewed = |one: &str, other: &str| {
        ["_v2", "-v2", "v2", "_v3", "-v3", "v3"].iter().any(|mark| one.replacen(mark, "", 1) == other && one != other)
    };
    let (one, other) = (stem(&ours), stem(&theirs));
    // `Hc4Form.java` beside `Hc5Form.java`.
    if one != other && bare(&one) == bare(&other) {
        return true;
    }
    // `source-v1/lock.ts` beside `source-v2/lock.ts`, `rules2024/a.py` beside `rules2025/a.py`.
    let dated = |part: &str| part.contains('v') || part.contains("20");
    let folders =
        || ours.iter().zip(&theirs).any(|(one, other)| one != other && dated(one) && bare(one) == bare(other));
    ours.iter().zip(&theirs).any(|(one, other)| one != other && version(one) && version(other))
        || folders()
        || renewed(&one, &other)
        || renewed(&other, &one)
}

#[cfg(test)]
mod tests {
    use super::is_version;

    #[test]
    fn versions_side_by_side_are_told_by_their_paths() {
        assert!(is_version("reader/v3/mod.rs", "reader/v5/mod.rs"));
        assert!(is_version("packages/source-v1/src/lock.ts", "packages/source-v2/src/lock.ts"));
        assert!(is_version("server_v2.go", "server.go"));
        assert!(is_version("angular/9/src/list.ts", "angular/10/src/list.ts"));
        assert!(!is_version("steps/01_read.py", "steps/02_write.py"));
        assert!(!is_version("packages/mail/src/lock.ts", "packages/post/src/lock.ts"));
        assert!(!is_version("src/lock.ts", "src/lock.ts"));
    }
}
