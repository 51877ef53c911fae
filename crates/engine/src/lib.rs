//! Wires the crates below into what a command does; prints nothing and reads neither environment nor files of its own.

pub mod ask;
pub mod config;
pub mod detect;
pub mod doctor;
mod globs;
pub mod index;
pub mod init_file;
pub mod init_models;
pub mod models;
pub mod pack;
pub mod plan;
pub mod polish;
pub mod repository;
pub mod review;
pub mod rules {
    //! The rules of all axes with their documentation.
    pub use tribunal_axes::{Rule, rule, rules};
}
pub mod state;
pub mod suggest {
    //! The known name nearest to a mistyped one.
    pub use tribunal_text::nearest;
}
pub mod verify;
