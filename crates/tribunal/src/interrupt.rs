//! Ctrl-C as a flag that long work polls: the work ends at the next safe point and leaves the old state as it was.

use crate::error::{CliError, Kind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tribunal_engine::models::Cancel;

/// How often Ctrl-C is looked for.
const LOOK: Duration = Duration::from_millis(30);

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

/// Does work that asks models; Ctrl-C turns the switch on.
pub fn cancelled_by_user<T>(cancel: &Cancel, work: impl FnOnce() -> T) -> Result<T, CliError> {
    let interrupt = Interrupt::catch()?;
    let over = AtomicBool::new(false);
    Ok(std::thread::scope(|threads| {
        threads.spawn(|| {
            while !over.load(Ordering::SeqCst) {
                if interrupt.flag().load(Ordering::SeqCst) {
                    cancel.cancel();
                }
                std::thread::sleep(LOOK);
            }
        });
        let done = work();
        over.store(true, Ordering::SeqCst);
        done
    }))
}

#[expect(clippy::exit, reason = "the user asked twice and the work does not come to its next safe point")]
fn end_now() {
    std::process::exit(130);
}
