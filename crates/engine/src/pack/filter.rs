//! What is left out whatever its rank, and why.

use super::kinds::{is_cache, is_document, is_environment, is_lockfile, is_test};
use super::recall::Role;
use super::rules::PathRules;
use tribunal_domain::RepoPath;
use tribunal_store::FileRecord;
use tribunal_text::secrets::is_secret_path;

/// Why a candidate is not in the pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Omission {
    /// A lock file.
    Lockfile,
    /// A file of environment variables.
    Environment,
    /// A file that holds secrets by its name.
    Secret,
    /// Not text.
    Binary,
    /// A document for people.
    Docs,
    /// Data of tests, with nothing it could be near to.
    Tests,
    /// A test too far from what the request is about.
    TestsNotClose,
    /// Written by a tool, or in a folder of tools.
    GeneratedCache,
    /// It is not there.
    Missing,
    /// It could not be read.
    Unknown,
    /// The configuration says so.
    Excluded,
    /// A judge found that it does not belong to the request.
    Irrelevant,
    /// The request starts from it, and it cannot be read.
    TargetFailed,
    /// It is larger than what the index reads, so nothing is known of what it says.
    LimitsReached,
    /// What ranks before it fills the budget.
    OverBudget,
}

impl Omission {
    /// The word in manifests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lockfile => "filtered:lockfile",
            Self::Environment => "filtered:env",
            Self::Secret => "filtered:secret",
            Self::Binary => "filtered:binary",
            Self::Docs => "filtered:docs",
            Self::Tests => "filtered:tests",
            Self::TestsNotClose => "filtered:tests-not-close",
            Self::GeneratedCache => "filtered:generated-cache",
            Self::Missing => "filtered:missing",
            Self::Unknown => "filtered:unknown",
            Self::Excluded => "filtered:excluded",
            Self::Irrelevant => "filtered:irrelevant",
            Self::TargetFailed => "target-failed",
            Self::LimitsReached => "limits-reached",
            Self::OverBudget => "over-budget",
        }
    }
}

/// Kinds of files that are left out unless wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Include {
    /// Documents for people.
    pub docs: bool,
    /// Tests, however far.
    pub tests: bool,
    /// Lock files.
    pub lockfiles: bool,
}

/// How near a test is to what the request is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closeness {
    /// There is nothing to be near to.
    NoSeed,
    /// Near.
    Close,
    /// Not near.
    Far,
}

/// What of the request decides about kinds of files.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filter<'a> {
    pub include: Include,
    pub rules: &'a PathRules,
}

impl Filter<'_> {
    /// Why a changed file is left out of body and diff, if it is: no folder's name ever outweighs that it changed.
    pub(super) fn changed(&self, path: &RepoPath, binary: bool) -> Option<Omission> {
        if binary {
            return Some(Omission::Binary);
        }
        if is_environment(path) {
            return Some(Omission::Environment);
        }
        if is_secret_path(path.as_bytes()) {
            return Some(Omission::Secret);
        }
        if self.rules.excludes(path) {
            return Some(Omission::Excluded);
        }
        (is_lockfile(path) && !self.include.lockfiles && !self.rules.includes(path)).then_some(Omission::Lockfile)
    }

    /// Why a file is left out, if it is. What was named or changed is left out only if it cannot or must not be shown.
    pub(super) fn file(&self, file: &FileRecord, role: Role, closeness: Closeness) -> Option<Omission> {
        let path = &file.path;
        if let Some(omission) = self.changed(path, file.flags.binary) {
            return Some(omission);
        }
        if role != Role::Related || self.rules.includes(path) {
            return None;
        }
        // A lock file is generated, but whoever wants lock files knows that.
        let made = file.flags.generated && !is_lockfile(path);
        if made || file.flags.vendored || is_cache(path) {
            return Some(Omission::GeneratedCache);
        }
        if file.skipped.is_some() {
            return Some(Omission::LimitsReached);
        }
        if is_test(path) && !self.include.tests {
            match closeness {
                Closeness::Far => return Some(Omission::TestsNotClose),
                // Source comes first where nothing is near; of tests their code may follow, their data not.
                Closeness::NoSeed if file.language.is_none() => return Some(Omission::Tests),
                Closeness::NoSeed | Closeness::Close => {}
            }
        }
        (is_document(path) && !self.include.docs).then_some(Omission::Docs)
    }
}
