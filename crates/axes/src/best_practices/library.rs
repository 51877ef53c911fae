//! Which files are libraries: code that other code calls, and that therefore may neither print nor end the program.

use crate::code::{Code, CodeFile};
use crate::subject::is_product;
use rustc_hash::FxHashSet;
use tribunal_domain::Language;

/// Words of paths whose code talks to people by trade.
const SPEAKING: &[&str] = &[
    "bin",
    "cmd",
    "cli",
    "commands",
    "command",
    "management",
    "main",
    "console",
    "terminal",
    "tui",
    "logging",
    "repl",
];

/// What is known of the repository.
pub(super) struct Libraries {
    /// Languages in which the product is a program: its packages exist for it alone.
    programs: FxHashSet<Language>,
}

impl Libraries {
    /// Looks at all files.
    pub fn of(code: &Code) -> Self {
        let product = code.files.iter().filter(|file| is_product(file));
        Self { programs: product.filter(|file| starts(code, file)).map(CodeFile::language).collect() }
    }

    /// Whether a file is called by other code alone.
    pub fn contains(&self, file: &CodeFile) -> bool {
        let path = file.path.to_text();
        let spoken = |part: &str| SPEAKING.iter().any(|word| part.split(['_', '-', '.']).any(|piece| piece == *word));
        !self.programs.contains(&file.language()) && !path.split('/').any(|part| spoken(part) || part.starts_with('.'))
    }
}

fn starts(code: &Code, file: &CodeFile) -> bool {
    let ids = file.ids.iter().copied().chain([file.id()]);
    ids.flat_map(|id| code.entries(id)).any(|entry| &*entry.kind == "main" && entry.reason.contains("program"))
}
