//! The languages the index knows, how deep it reads each, and which file belongs to which.

use crate::RepoPath;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How much of a language the index understands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Depth {
    /// Definitions, scopes, references, cross-file resolution.
    Symbols,
    /// Definitions and references joined by linkage name within the include closure.
    Linkage,
    /// Definitions and file-level imports.
    Definitions,
}

macro_rules! languages {
    ($($variant:ident $name:literal $depth:ident [$($extension:literal)*] [$($file:literal)*];)*) => {
        /// A language with a grammar.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Language { $(#[doc = $name] $variant,)* }

        impl Language {
            /// All languages, in table order.
            pub const ALL: &'static [Language] = &[$(Language::$variant),*];

            /// The name used in databases and output.
            pub fn name(self) -> &'static str {
                match self { $(Language::$variant => $name,)* }
            }

            /// How much of it is understood.
            pub fn depth(self) -> Depth {
                match self { $(Language::$variant => Depth::$depth,)* }
            }

            fn of_extension(extension: &[u8]) -> Option<Self> {
                $($(if extension == $extension.as_bytes() { return Some(Language::$variant); })*)*
                None
            }

            fn of_file_name(name: &[u8]) -> Option<Self> {
                $($(if name == $file.as_bytes() { return Some(Language::$variant); })*)*
                let _ = name;
                None
            }
        }
    };
}

languages! {
    Rust "rust" Symbols ["rs"] [];
    Python "python" Symbols ["py" "pyi" "pyw"] ["SConstruct" "SConscript" "wscript"];
    TypeScript "typescript" Symbols ["ts" "mts" "cts"] [];
    Tsx "tsx" Symbols ["tsx"] [];
    JavaScript "javascript" Symbols ["js" "mjs" "cjs" "jsx"] ["Jakefile"];
    Go "go" Symbols ["go"] [];
    Java "java" Symbols ["java"] [];
    C "c" Linkage ["c"] [];
    Cpp "cpp" Linkage ["cc" "cpp" "cxx" "hpp" "hh" "hxx" "h" "ipp" "inl"] [];
    CSharp "csharp" Definitions ["cs"] [];
    Ruby "ruby" Definitions ["rb" "rake" "gemspec"] ["Rakefile" "Gemfile" "Vagrantfile"];
    Php "php" Definitions ["php"] [];
    Kotlin "kotlin" Definitions ["kt" "kts"] [];
    Bash "bash" Definitions ["sh" "bash"] [];
    Lua "lua" Definitions ["lua" "rockspec"] [];
}

impl Language {
    /// The language of a path, by its extension or file name alone.
    pub fn of_path(path: &RepoPath) -> Option<Self> {
        Self::of_extension(path.extension()).or_else(|| Self::of_file_name(path.file_name()))
    }

    /// The language with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|language| language.name() == name)
    }

    /// TypeScript, TSX and JavaScript share one module system; C and C++ share one linkage.
    #[must_use]
    pub fn family(self) -> Self {
        match self {
            Self::Tsx | Self::JavaScript => Self::TypeScript,
            Self::C => Self::Cpp,
            other => other,
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
