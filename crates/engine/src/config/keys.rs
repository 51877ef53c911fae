//! The table of keys: section, name, type, default, range and doc line, each written once.
//!
//! The macro turns the table into the typed `Config` and into `KEYS`, from which files, variables, messages,
//! the schema and `tribunal config` are served. A new key is one row.

use super::domain::Domain;
use super::models::{self, Decimal, Models};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use tribunal_domain::Language;

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// The section it stands in.
    pub section: &'static str,
    /// Its name in the section.
    pub name: &'static str,
    /// What it means, in one line.
    pub doc: &'static str,
    /// What its value may be.
    pub domain: Domain,
}

impl Key {
    /// `section.key`.
    pub fn path(&self) -> String {
        format!("{}.{}", self.section, self.name)
    }

    /// Where its value stands in the configuration as JSON.
    pub(super) fn pointer(&self) -> String {
        format!("/{}/{}", self.section.replace('.', "/"), self.name)
    }

    /// Whether a value in a repository's file has an effect only after the file is trusted.
    pub fn acts(&self) -> bool {
        self.domain.acts() || self.section.split('.').next().is_some_and(|section| ACTING.contains(&section))
    }

    /// The environment variable that sets it.
    pub fn variable(&self) -> String {
        format!("{}{}_{}", super::VARIABLE_PREFIX, self.section.replace('.', "_"), self.name).to_ascii_uppercase()
    }
}

/// Sections that decide who is contacted, what may be spent, and where replies are written.
const ACTING: [&str; 4] = [models::MODELS, "limits", "calls", "polish"];

/// The key with this `section.key`.
pub fn key(path: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.path() == path)
}

/// All keys, in table order; those of the models once per role.
pub static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let tables = models::TABLES.iter().flat_map(|(_, section, rows)| {
        rows.iter().map(|row| Key { section, name: row.name, doc: row.doc, domain: row.domain })
    });
    FLAT.iter().copied().chain(tables).collect()
});

macro_rules! settings {
    ($(
        #[doc = $about:literal]
        [$section:ident] $Section:ident {
            $(#[doc = $doc:literal] $name:ident: $type:ty = $default:expr, $domain:expr $(, $schema:literal)?;)*
        }
        $(with [$part:ident] $Part:ident = $part_about:literal {
            $(#[doc = $part_doc:literal] $part_name:ident: $part_type:ty = $part_default:expr, $part_domain:expr
              $(, $part_schema:literal)?;)*
        })?
    )*) => {
        /// The effective configuration, typed.
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct Config {
            $(#[doc = $about] pub $section: $Section,)*
            /// Which models are asked, by role and by stage.
            pub models: Models,
        }

        $(
            #[doc = $about]
            #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
            #[serde(default, deny_unknown_fields)]
            pub struct $Section {
                $(#[doc = $doc] $(#[schemars(with = $schema)])? pub $name: $type,)*
                $(#[doc = $part_about] pub $part: $Part,)?
            }

            impl Default for $Section {
                fn default() -> Self {
                    Self { $($name: $default,)* $($part: $Part::default(),)? }
                }
            }

            $(
                #[doc = $part_about]
                #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
                #[serde(default, deny_unknown_fields)]
                pub struct $Part {
                    $(#[doc = $part_doc] $(#[schemars(with = $part_schema)])? pub $part_name: $part_type,)*
                }

                impl Default for $Part {
                    fn default() -> Self {
                        Self { $($part_name: $part_default,)* }
                    }
                }
            )?
        )*

        /// All sections with what they are about, in table order.
        pub const SECTIONS: &[(&str, &str)] =
            &[$((stringify!($section), $about.trim_ascii()),)* (models::MODELS, models::ABOUT)];

        const FLAT: &[Key] = &[$(
            $(Key { section: stringify!($section), name: stringify!($name), doc: $doc.trim_ascii(), domain: $domain },)*
            $($(Key {
                section: concat!(stringify!($section), ".", stringify!($part)),
                name: stringify!($part_name),
                doc: $part_doc.trim_ascii(),
                domain: $part_domain,
            },)*)?
        )*];
    };
}

settings! {
    /// What is read into the knowledge base.
    [index] Index {
        /// Files of more bytes are listed as skipped and not parsed.
        max_file_bytes: u64 = 1 << 20, Domain::Number { min: 1 << 10, max: 1 << 28 };
        /// Globs of files that are left out entirely.
        exclude: Vec<String> = Vec::new(), Domain::Globs;
        /// Parse files that say of themselves that a tool wrote them.
        include_generated: bool = true, Domain::Flag;
        /// Threads that parse; 0 takes one per core.
        jobs: u32 = 0, Domain::Number { min: 0, max: 512 };
    }

    /// How much of the history is read.
    [history] History {
        /// The newest so many commits are read; 0 leaves history out.
        max_commits: u32 = 20_000, Domain::Number { min: 0, max: 10_000_000 };
        /// The newest so many of them get line counts and renames.
        detailed_commits: u32 = 2_000, Domain::Number { min: 0, max: 10_000_000 };
        /// Commits of fewer files say nothing about files that change together.
        co_change_min_files: u32 = 2, Domain::Number { min: 2, max: 1_000 };
        /// Commits of more files are too broad to say it.
        co_change_max_files: u32 = 50, Domain::Number { min: 2, max: 1_000 };
        /// Pairs of files that changed together less often are not kept.
        co_change_min_count: u32 = 2, Domain::Number { min: 1, max: 10_000 };
    }

    /// What comes into a context pack, by path.
    [pack] Packing {
        /// Globs of documents, tests, lock files and generated files that may come in all the same.
        include: Vec<String> = Vec::new(), Domain::Globs;
        /// Globs of files that stay out, named and changed ones too.
        exclude: Vec<String> = Vec::new(), Domain::Globs;
        /// Globs of files whose rank counts double.
        prefer: Vec<String> = Vec::new(), Domain::Globs;
        /// Globs of files whose rank counts half.
        avoid: Vec<String> = Vec::new(), Domain::Globs;
    }

    /// What a review looks at and how much it matters.
    [review] Reviewing {
        /// Findings that are less sure, of 100, are not reported.
        min_confidence: u32 = 60, Domain::Number { min: 0, max: 100 };
        /// Globs of files in which nothing is reported.
        exclude: Vec<String> = Vec::new(), Domain::Globs;
        /// Severities by rule, such as "dead-export=low" or "tests/**:duplicate-block=off"; the last that fits decides.
        severity: Vec<String> = Vec::new(), Domain::Weights;
    }

    /// How texts are refined by a model, and when that is over.
    [polish] Polish {
        /// Refine what stages write, too, not only what `tribunal polish` is given.
        enabled: bool = false, Domain::Flag;
        /// A text is refined so many times at most.
        max_passes: u32 = 1, Domain::Number { min: 1, max: 16 };
        /// Texts of fewer bytes are not refined.
        min_bytes: u64 = 200, Domain::Number { min: 0, max: 1 << 30 };
        /// Without the cascade, texts that differ in fewer characters have converged.
        epsilon: u32 = 50, Domain::Number { min: 0, max: 1_000_000 };
        /// Stages whose texts are not refined; `refiner` and `verifier` never are.
        exclude: Vec<String> = ["formatter", "deps", "refiner", "verifier"].map(str::to_owned).to_vec(), Domain::Names;
        /// The model that refines, at the place of the stage's own; empty is the stage's own.
        model: String = String::new(), Domain::Text;
        /// How hard it shall think, where it can be told.
        effort: Effort = Effort::Medium, Domain::Choice(Effort::NAMES);
    }
    with [convergence] Convergence = "When two texts say the same." {
        /// Decide by the cascade of scorers; otherwise by `polish.epsilon` alone.
        enabled: bool = true, Domain::Flag;
        /// Ask the embedder of `[models.embedding]` where words do not decide.
        embedding: bool = false, Domain::Flag;
        /// Nothing has converged before the embedder says so.
        strict: bool = false, Domain::Flag;
        /// From this likeness of characters on, texts have converged.
        char_high: Decimal = Decimal(990_000), Domain::Decimal { max: 1 }, "f64";
        /// Texts whose characters and words are both less alike have diverged.
        char_low: Decimal = Decimal(300_000), Domain::Decimal { max: 1 }, "f64";
        /// From this likeness of words on, texts have converged if they have enough words.
        jaccard_high: Decimal = Decimal(950_000), Domain::Decimal { max: 1 }, "f64";
        /// From this cosine on, texts have converged.
        embedding_sim: Decimal = Decimal(920_000), Domain::Decimal { max: 1 }, "f64";
        /// So many vectors are kept.
        cache_size: u32 = 256, Domain::Number { min: 1, max: 1 << 20 };
        /// For so many minutes.
        cache_ttl_min: u32 = 5, Domain::Number { min: 1, max: 10_080 };
        /// So many failures of the embedder in a row leave it alone for a while.
        breaker_threshold: u32 = 3, Domain::Number { min: 1, max: 100 };
    }

    /// What the project is.
    [project] Project {
        /// Whether its public surface counts as used (library) or not (application).
        kind: ProjectKind = ProjectKind::Auto, Domain::Choice(&["auto", "library", "application"]);
        /// What is used from outside: globs of files, or `path:symbol`.
        entries: Vec<String> = Vec::new(), Domain::Entries;
        /// The command that runs the tests; from a repository's file only after `tribunal trust`.
        test_command: Option<String> = None, Domain::Command, "String";
        /// The only languages to parse; empty parses all that are known.
        languages: Vec<Language> = Vec::new(), Domain::Languages, "Vec<String>";
    }

    /// What one run may spend on models; 0 is no limit.
    [limits] Limits {
        /// Tokens of prompts and answers together.
        tokens: u64 = 0, Domain::Number { min: 0, max: 1 << 50 };
        /// Cents.
        cents: u64 = 0, Domain::Number { min: 0, max: 1 << 40 };
        /// Minutes of wall time.
        minutes: u32 = 0, Domain::Number { min: 0, max: 1_000_000 };
        /// Requests, retries included.
        requests: u32 = 0, Domain::Number { min: 0, max: 1_000_000_000 };
    }

    /// How models are called.
    [calls] Calls {
        /// So many failures in a row leave a provider alone for a while.
        breaker_failures: u32 = 3, Domain::Number { min: 1, max: 100 };
        /// For so many seconds; then one call tries it again.
        breaker_seconds: u32 = 30, Domain::Number { min: 1, max: 3_600 };
        /// The folder of recorded replies: `replay` reads them, every other provider adds to them.
        recordings: Option<String> = None, Domain::Word, "String";
    }
}

/// Whether a project's public surface is used from outside.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProjectKind {
    /// Decided per package from its manifest.
    #[default]
    Auto,
    /// The public surface is used.
    Library,
    /// Only entry points are used.
    Application,
}

impl ProjectKind {
    /// The name used in configuration and output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Library => "library",
            Self::Application => "application",
        }
    }
}

/// How hard the refiner shall think.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    /// Hardly at all.
    Minimal,
    /// Little.
    Low,
    /// As usual.
    #[default]
    Medium,
    /// Much.
    High,
    /// As much as it can.
    Xhigh,
}

impl Effort {
    const NAMES: &'static [&'static str] = &["minimal", "low", "medium", "high", "xhigh"];
}
