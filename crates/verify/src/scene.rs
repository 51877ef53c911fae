//! What a trial may look at: files of both sides of a change, and what uses what.

use crate::source::SourceFile;
use std::ops::RangeInclusive;
use std::rc::Rc;
use tribunal_domain::RepoPath;
use tribunal_domain::facts::{FileFacts, Role, SymbolIx};

/// The sides of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// After it: the code under review.
    Head,
    /// Before it.
    Base,
}

/// What stands at a path.
#[derive(Clone)]
pub enum Look {
    /// A file with text.
    File(Rc<SourceFile>),
    /// Nothing.
    Missing,
    /// Something that has no text, or none that can be had here: why.
    Unreadable(String),
    /// Something that is never read (a link, another repository, a device): why.
    Refused(String),
}

impl Look {
    /// The file, if it is one.
    pub fn file(self) -> Option<Rc<SourceFile>> {
        match self {
            Self::File(file) => Some(file),
            Self::Missing | Self::Unreadable(_) | Self::Refused(_) => None,
        }
    }
}

/// One use of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsePlace {
    /// The file.
    pub path: RepoPath,
    /// The line.
    pub line: u32,
    /// What for.
    pub role: Role,
    /// The definition it stands in, if any.
    pub within: Option<SymbolIx>,
}

/// All uses of a definition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Uses {
    /// They mean it and nothing else.
    pub certain: Vec<UsePlace>,
    /// They may mean it: several candidates, or a member of an unknown receiver.
    pub possible: Vec<UsePlace>,
    /// Some string, or a name that nobody could settle, spells it.
    pub spelled: bool,
    /// It is used from outside the code: why.
    pub entry: Option<String>,
    /// Not everything that could use it was looked at.
    pub partial: bool,
}

/// The code that findings are held against.
pub trait Scene {
    /// What stands at a path.
    fn look(&self, side: Side, path: &RepoPath) -> Look;

    /// The facts of a file, if its language is known.
    fn facts(&self, side: Side, path: &RepoPath) -> Option<Rc<FileFacts>>;

    /// Whether there is a side before.
    fn has_base(&self) -> bool;

    /// Whether whole files are there; otherwise what is not found may stand where nobody can look.
    fn is_whole(&self) -> bool;

    /// The path after the change of a file that was renamed by it.
    fn renamed(&self, path: &RepoPath) -> Option<RepoPath>;

    /// The lines of the head side that the change touches.
    fn hunks(&self, path: &RepoPath) -> Vec<RangeInclusive<u32>>;

    /// Files that hold all of these words, in order of their paths; at most `most`, or `None` if there are more.
    fn holding(&self, side: Side, words: &[&str], most: usize) -> Option<Vec<RepoPath>>;

    /// Files whose path ends in these components.
    fn ending(&self, side: Side, tail: &str) -> Vec<RepoPath>;

    /// Who uses a definition of the head side; `None` where that cannot be known.
    fn uses(&self, path: &RepoPath, symbol: SymbolIx) -> Option<Uses>;

    /// Whether a file tests other code.
    fn is_test(&self, path: &RepoPath) -> bool;
}
