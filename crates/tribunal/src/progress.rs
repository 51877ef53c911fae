//! One line of progress on stderr: phase, done of total, time left. Only on a terminal.

use crate::output::{Output, escaped};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// A progress line that may be invisible; may be told from several threads.
pub struct Progress {
    bar: ProgressBar,
    quiet: bool,
}

impl Progress {
    /// Starts a line; nothing is drawn unless stderr is a terminal and notes are wanted.
    pub fn start(out: &Output) -> Self {
        let quiet = out.is_quiet();
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let style = ProgressStyle::with_template("  {msg} {human_pos}/{human_len} {per_sec} {eta} left");
        bar.set_style(style.expect("the template is a constant"));
        bar.enable_steady_tick(Duration::from_millis(100));
        Self { bar, quiet }
    }

    /// Enters a phase of so many steps.
    pub fn phase(&self, name: &'static str, steps: usize) {
        self.bar.reset();
        self.bar.set_length(steps as u64);
        self.bar.set_message(name);
    }

    /// So many more steps of the phase are done.
    pub fn advance(&self, steps: usize) {
        self.bar.inc(steps as u64);
    }

    /// Something the user should know, above the line.
    pub fn warn(&self, message: &str) {
        if !self.quiet {
            self.bar.suspend(|| crate::output::stderr_line(&format!("warning: {}", escaped(message))));
        }
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
