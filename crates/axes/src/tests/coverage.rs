//! Coverage files of other tools: LCOV, Cobertura, JaCoCo, Istanbul. Bytes in, lines by path out; broken input gives
//! fewer lines.

mod xml;

use serde_json::Value;
use std::collections::BTreeMap;

/// What a run executed: for every path as its tool wrote it, the lines that were measured and whether they ran.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Lines by path.
    pub files: BTreeMap<String, Lines>,
}

/// Measured lines, from 1, and whether any part of them ran.
pub type Lines = BTreeMap<u32, bool>;

/// Reads a coverage file; `None` if its name and content are of no known format.
pub fn parse(name: &str, bytes: &[u8]) -> Option<Coverage> {
    let text = String::from_utf8_lossy(bytes);
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let file = name.rsplit('/').next().unwrap_or(name);
    let coverage = if start.starts_with("TN:") || start.starts_with("SF:") || file.ends_with(".info") {
        lcov(&text)
    } else if start.starts_with('<') && text.contains("<sourcefile") {
        xml::jacoco(&text)
    } else if start.starts_with('<') && text.contains("filename=") {
        xml::cobertura(&text)
    } else if start.starts_with('{') {
        istanbul(&serde_json::from_str(start).ok()?)
    } else {
        return None;
    };
    (!coverage.files.is_empty()).then_some(coverage)
}

impl Coverage {
    /// Adds what another run executed: a line that ran in one of them ran.
    pub fn merge(&mut self, other: Self) {
        for (path, lines) in other.files {
            for (line, ran) in lines {
                self.add(&path, line, ran);
            }
        }
    }

    /// Whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The lines of a file of the repository. Tools write paths from the root of the machine, of the repository or of a
    /// package, so the longest common end decides; two equally long ones are none.
    pub fn lines(&self, path: &str) -> Option<&Lines> {
        let common = |other: &str| {
            let ends = other.rsplit(['/', '\\']).zip(path.rsplit('/'));
            ends.take_while(|(one, other)| one == other).count()
        };
        let whole = |other: &str| common(other) == other.split(['/', '\\']).count().min(path.split('/').count());
        let mut fitting: Vec<_> = self.files.iter().filter(|(other, _)| whole(other)).collect();
        fitting.sort_by_key(|(other, _)| std::cmp::Reverse(common(other)));
        match fitting[..] {
            [(_, lines)] => Some(lines),
            [(one, lines), (other, _), ..] if common(one) > common(other) => Some(lines),
            _ => None,
        }
    }

    fn add(&mut self, path: &str, line: u32, ran: bool) {
        if line > 0 {
            *self.files.entry(path.to_owned()).or_default().entry(line).or_default() |= ran;
        }
    }
}

fn lcov(text: &str) -> Coverage {
    let mut coverage = Coverage::default();
    let mut path = "";
    for line in text.lines().map(str::trim) {
        if let Some(file) = line.strip_prefix("SF:") {
            path = file;
        } else if let Some((line, rest)) = line.strip_prefix("DA:").and_then(|data| data.split_once(',')) {
            let ran = rest.split(',').next().is_some_and(|count| count.trim() != "0");
            line.parse().into_iter().for_each(|line| coverage.add(path, line, ran));
        }
    }
    coverage
}

fn istanbul(document: &Value) -> Coverage {
    let mut coverage = Coverage::default();
    for (path, file) in document.as_object().into_iter().flatten() {
        let statements = file["statementMap"].as_object();
        for (id, statement) in statements.into_iter().flatten() {
            let line = statement["start"]["line"].as_u64().and_then(|line| u32::try_from(line).ok());
            let ran = file["s"][id].as_u64().is_some_and(|count| count > 0);
            line.into_iter().for_each(|line| coverage.add(path, line, ran));
        }
    }
    coverage
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, text: &str, path: &str, expected: &[(u32, bool)]) {
        let coverage = parse(name, text.as_bytes()).expect("a known format");
        let lines: Vec<_> = coverage.lines(path).expect("the file").iter().map(|(line, ran)| (*line, *ran)).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn lcov_is_read() {
        let text = "TN:\nSF:src/a.rs\nDA:1,3\nDA:2,0\nDA:2,1\nDA:3,0\nend_of_record\n";
        check("lcov.info", text, "src/a.rs", &[(1, true), (2, true), (3, false)]);
    }

    #[test]
    fn cobertura_is_read() {
        let text = "<?xml version=\"1.0\"?><coverage><class name=\"a\" filename=\"pack/a.py\"><lines>\
                    <line number=\"1\" hits=\"2\"/><line hits='0' number='4'/></lines></class></coverage>";
        check("coverage.xml", text, "src/pack/a.py", &[(1, true), (4, false)]);
    }

    #[test]
    fn jacoco_is_read() {
        let text = "<report><package name=\"a/b\"><sourcefile name=\"C.java\"><line nr=\"3\" mi=\"0\" ci=\"2\"/>\
                    <line nr=\"5\" mi=\"4\" ci=\"0\"/></sourcefile></package></report>";
        check("jacoco.xml", text, "src/main/java/a/b/C.java", &[(3, true), (5, false)]);
    }

    #[test]
    fn istanbul_is_read() {
        let text = r#"{"/repo/src/a.ts": {"statementMap": {"0": {"start": {"line": 2}}}, "s": {"0": 0}}}"#;
        check("coverage-final.json", text, "src/a.ts", &[(2, false)]);
    }

    #[test]
    fn something_else_is_no_coverage() {
        assert_eq!(parse("a.json", b"{\"a\": 1}"), None);
        assert_eq!(parse("a.txt", b"hello"), None);
        assert_eq!(parse("a.xml", b"<a filename="), None);
    }

    #[test]
    fn two_files_that_fit_alike_are_none() {
        let mut coverage = parse("lcov.info", b"SF:one/a.rs\nDA:1,1\n").expect("lcov");
        coverage.merge(parse("lcov.info", b"SF:two/a.rs\nDA:1,1\n").expect("lcov"));
        assert!(coverage.lines("a.rs").is_none());
        assert!(coverage.lines("one/a.rs").is_some());
        assert!(coverage.lines("three/a.rs").is_none());
    }
}
