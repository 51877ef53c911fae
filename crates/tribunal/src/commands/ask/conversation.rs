//! One question and its answer as it comes: thinking goes to stderr, the answer to stdout.

use crate::error::CliError;
use crate::interrupt::cancelled_by_user;
use crate::output::Output;
use std::io::IsTerminal;
use tribunal_engine::models::{Cancel, Delta, LlmError, Model, Reply, Request};

/// What came of it.
pub struct End {
    /// The whole answer, if it is whole.
    pub reply: Option<Reply>,
    /// What came of the answer.
    pub text: String,
    /// What the model said of its thinking.
    pub reasoning: String,
    /// Why the answer is not whole.
    pub error: Option<LlmError>,
}

/// The terminal's side of a conversation.
pub struct Conversation<'a> {
    out: &'a mut Output,
    /// The answer is shown as it comes; elsewhere only when it is whole, so that no half answer is piped on.
    live: bool,
    silent: bool,
    /// Something of the answer was shown.
    shown: bool,
}

impl<'a> Conversation<'a> {
    /// A conversation that prints, unless the answer is wanted as JSON.
    pub fn new(out: &'a mut Output, silent: bool) -> Self {
        let live = !silent && std::io::stdout().is_terminal();
        Self { out, live, silent, shown: false }
    }

    /// Asks and waits for the end, or for Ctrl-C.
    pub fn hold(&mut self, model: &dyn Model, request: &Request) -> Result<End, CliError> {
        let cancel = Cancel::default();
        let mut end = End { reply: None, text: String::new(), reasoning: String::new(), error: None };
        let ask = || model.complete(request, &cancel, &mut |delta| self.hear(&mut end, delta));
        let result = cancelled_by_user(&cancel, ask)?;
        match result {
            Ok(reply) => {
                end.text.clone_from(&reply.text);
                end.reply = Some(reply);
            }
            Err(error) => end.error = Some(error),
        }
        self.close(&end)?;
        Ok(end)
    }

    fn hear(&mut self, end: &mut End, delta: Delta<'_>) {
        match delta {
            Delta::Text(text) => {
                end.text.push_str(text);
                self.show(text);
            }
            Delta::Reasoning(text) => {
                end.reasoning.push_str(text);
                if !self.silent {
                    self.out.aside(text);
                }
            }
            Delta::Again => {
                end.text.clear();
                end.reasoning.clear();
                self.out.note("the answer broke off; asking again");
            }
        }
    }

    /// A reader who has gone ends the printing, not the answer: it is paid for and will be kept.
    fn show(&mut self, text: &str) {
        if self.live {
            let shown = self.out.prose(text).and_then(|()| self.out.finish());
            self.live = shown.is_ok();
            self.shown = true;
        }
    }

    /// What was not shown as it came is shown whole; half an answer only to who saw it come.
    fn close(&mut self, end: &End) -> Result<(), CliError> {
        if self.silent || (end.error.is_some() && !self.shown) {
            return Ok(());
        }
        if !self.shown {
            self.out.prose(&end.text)?;
        }
        if !end.text.is_empty() && !end.text.ends_with('\n') {
            self.out.prose("\n")?;
        }
        self.out.finish()
    }
}
