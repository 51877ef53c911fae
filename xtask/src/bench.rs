//! The tool and its peers side by side on one checkout, in CPU seconds and as ratios.
//!
//! Peers that are not installed are left out and said so. The checkout is changed by one line and put back.

pub mod growth;
pub mod index;
pub mod many;
mod measure;
pub mod pack;
pub mod review;
pub mod verify;
