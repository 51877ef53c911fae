//! Ctrl-C as a flag that long work polls: the work ends at the next safe point and leaves the old state as it was.

use crate::error::{CliError, Kind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Set once the user has pressed Ctrl-C.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Catches Ctrl-C from now on; a second one ends the process at once. Whoever catches it again gets the same flag.
    pub fn catch() -> Result<Self, CliError> {
        static CAUGHT: Mutex<Option<Interrupt>> = Mutex::new(None);
        let mut caught = CAUGHT.lock().expect("nobody panics while catching");
        if let Some(interrupt) = &*caught {
            return Ok(interrupt.clone());
        }
        let interrupt = Self::default();
        let flag = Arc::clone(&interrupt.0);
        ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::SeqCst) {
                end_now();
            }
        })
        .map_err(|error| CliError::because(Kind::Io, "cannot catch Ctrl-C", error))?;
        *caught = Some(interrupt.clone());
        Ok(interrupt)
    }

    /// The flag itself, for work that polls it.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

#[expect(clippy::exit, reason = "the user asked twice and the work does not come to its next safe point")]
fn end_now() {
    std::process::exit(130);
}
