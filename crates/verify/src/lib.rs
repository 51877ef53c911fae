//! Findings on trial: what they claim is taken out of them, held against the code, and ruled upon.
//!
//! Pure functions over a `Scene`, which hands out files of both sides of a change and what their names mean. `import`
//! reads findings of any source, `extract` makes claims of prose, `anchor` finds quotes, `checks` has one file per type
//! of claim, `ruling` puts the outcomes together, `trial` does it all. Nothing here reads a file, and nothing here can
//! see the axes, so that it does not share their mistakes.

mod anchor;
mod audit;
mod checks;
mod duplicates;
mod extract;
pub mod import;
pub mod lexer;
mod noise;
mod place;
mod ruling;
mod scene;
mod selfcheck;
mod source;
mod subject;
mod trial;
mod uses;

pub use audit::audit;
pub use extract::{Said, claims_of_prose};
pub use noise::{review_verdict, signal_to_noise};
pub use scene::{Look, Scene, Side, UsePlace, Uses};
pub use selfcheck::{Problem, self_check};
pub use source::SourceFile;
pub use trial::{Counted, Trial, try_findings};
pub use uses::{FileUses, Wanted};
