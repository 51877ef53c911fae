//! Unified diffs pasted into a text: which lines are their frame, which their content, and which files they name.

use super::layout::Kind;

#[derive(Default)]
pub(super) struct Diff {
    in_header: bool,
    /// Lines of the hunk that are still to come, on either side.
    old: u32,
    new: u32,
}

/// Lines of git's header whose rest is a path; elsewhere they might be prose.
const NAMING: &[&str] = &["rename from ", "rename to ", "copy from ", "copy to "];

/// Lines of git's header that say nothing of use.
const NOISE: &[&str] = &[
    "index ",
    "old mode ",
    "new mode ",
    "new file mode ",
    "deleted file mode ",
    "similarity index ",
    "dissimilarity index ",
    "Binary files ",
];

impl Diff {
    /// What the line is, if it belongs to a diff.
    pub(super) fn read<'a>(&mut self, line: &'a str) -> Option<(Kind, &'a str)> {
        if self.old > 0 || self.new > 0 {
            if let Some(content) = self.body(line) {
                return Some((Kind::Code, content));
            }
            // The hunk was cut short.
            (self.old, self.new) = (0, 0);
        }
        if line.starts_with("\\ No newline") {
            return Some((Kind::Code, ""));
        }
        if let Some(rest) = line.strip_prefix("@@ -") {
            return self.hunk(rest);
        }
        self.header(line)
    }

    fn body<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        let (old, new) = match line.bytes().next() {
            Some(b'+') => (0, 1),
            Some(b'-') => (1, 0),
            Some(b' ') | None => (1, 1),
            Some(b'\\') => (0, 0),
            Some(_) => return None,
        };
        self.old = self.old.saturating_sub(old);
        self.new = self.new.saturating_sub(new);
        Some(line.get(1..).unwrap_or_default())
    }

    /// `1,4 +1,5 @@ fn around()`, the beginning cut off.
    fn hunk<'a>(&mut self, rest: &'a str) -> Option<(Kind, &'a str)> {
        let (ranges, around) = rest.split_once(" @@")?;
        let (old, new) = ranges.split_once(" +")?;
        (self.old, self.new) = (count(old)?, count(new)?);
        self.in_header = false;
        Some((Kind::Code, around))
    }

    fn header<'a>(&mut self, line: &'a str) -> Option<(Kind, &'a str)> {
        if let Some(paths) = line.strip_prefix("diff --git a/") {
            self.in_header = true;
            return Some(same_path(paths).map_or((Kind::Code, ""), |path| (Kind::File, path)));
        }
        let side = line.strip_prefix("--- ").or_else(|| line.strip_prefix("+++ "));
        if let Some(side) = side {
            let (path, has_date) = side.split_once('\t').map_or((side, false), |(path, _)| (path, true));
            if path == "/dev/null" {
                return Some((Kind::Code, ""));
            }
            let inner = path.strip_prefix("a/").or_else(|| path.strip_prefix("b/"));
            return inner.or(has_date.then_some(path)).map(|path| (Kind::File, path.trim()));
        }
        if !self.in_header {
            return None;
        }
        if let Some(path) = NAMING.iter().find_map(|naming| line.strip_prefix(naming)) {
            return Some((Kind::File, path));
        }
        self.in_header = NOISE.iter().any(|noise| line.starts_with(noise));
        self.in_header.then_some((Kind::Code, ""))
    }
}

/// The path in `PATH b/PATH`.
fn same_path(paths: &str) -> Option<&str> {
    const BETWEEN: &str = " b/";
    let half = paths.len().checked_sub(BETWEEN.len())? / 2;
    let (path, rest) = (paths.get(..half)?, paths.get(half..)?);
    (rest.strip_prefix(BETWEEN) == Some(path)).then_some(path)
}

/// How many lines `START,COUNT` or `START` stands for.
fn count(range: &str) -> Option<u32> {
    range.split_once(',').map_or(Some(1), |(_, count)| count.parse().ok())
}
