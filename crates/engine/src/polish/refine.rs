//! The loop: ask, read, compare, and stop when the text says the same again. What was best so far is never lost.

use super::cascade::Cascade;
use super::properties::{Broken, broken};
use super::protocol::{Rejection, Round};
use super::trail::Decision;
use crate::config::Polish;
use serde::Serialize;
use tribunal_llm::{Cancel, LlmError, Model};
use tribunal_text::secrets::clear;

/// Stages that work on texts of the refiner: refining theirs would never end. No configuration changes it.
const NEVER_REFINED: [&str; 2] = ["refiner", "verifier"];

/// Whether the texts of a stage are left as they are.
pub fn excluded(stage: &str, settings: &Polish) -> bool {
    NEVER_REFINED.contains(&stage) || settings.exclude.iter().any(|name| name == stage)
}

/// A model that refines texts, by the configured rules.
pub struct Refiner<'a> {
    /// Who is asked.
    pub model: &'a dyn Model,
    /// How often, and for which texts.
    pub settings: &'a Polish,
    /// When it is over.
    pub cascade: Cascade<'a>,
    /// What earlier runs of the stage learned, as the prompt says it; may be empty.
    pub lessons: String,
    /// Stops everything.
    pub cancel: &'a Cancel,
}

/// What came of a text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Polished {
    /// The best text: the last revision that broke nothing, or the draft.
    pub text: String,
    /// Why it ended.
    pub ending: Ending,
    /// A revision broke something and was taken back.
    pub refine_rolled_back: bool,
    /// Every time the refiner was asked.
    pub passes: Vec<Pass>,
}

/// Why the loop ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "how")]
pub enum Ending {
    /// The last revision says the same as the text before it.
    Converged,
    /// It was asked as often as it may be.
    MaxPasses,
    /// The answer cannot be used.
    Rejected {
        /// Why.
        reason: Rejection,
    },
    /// The revision broke something.
    RolledBack,
    /// The model did not answer.
    Failed {
        /// What happened.
        error: String,
    },
    /// Nobody was asked.
    Skipped {
        /// Why.
        why: Skip,
    },
}

/// Why nobody was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Skip {
    /// There is nothing to refine.
    Blank,
    /// It is shorter than `polish.min_bytes`.
    Short,
    /// The stage is excluded.
    Excluded,
    /// It holds secrets, which are not sent and so could not come back.
    Secrets,
}

/// One time the refiner was asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pass {
    /// Which, from 1.
    pub number: u32,
    /// What it found wrong.
    pub critique: String,
    /// Bytes of the answer outside of its blocks.
    pub ignored: usize,
    /// Whether the revision says the same as the text before; absent if there was none.
    pub decision: Option<Decision>,
    /// What the revision broke.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<Broken>,
}

impl Polished {
    fn untouched(draft: &str, why: Skip) -> Self {
        let ending = Ending::Skipped { why };
        Self { text: draft.to_owned(), ending, refine_rolled_back: false, passes: Vec::new() }
    }

    /// Whether the last revision said the same as the text before it.
    pub fn converged(&self) -> bool {
        self.ending == Ending::Converged
    }
}

/// How one pass ended.
enum Turn {
    GoOn(String),
    Done(String),
    Ended(Ending),
}

impl Refiner<'_> {
    /// Refines what a stage wrote for a task; the error, if there was one, beside what came of it.
    pub fn polish(&self, stage: &str, task: &str, draft: &str) -> (Polished, Option<LlmError>) {
        if let Some(why) = self.skip(stage, draft) {
            return (Polished::untouched(draft, why), None);
        }
        let mut best = draft.to_owned();
        let (mut passes, mut failure) = (Vec::new(), None);
        let mut ending = Ending::MaxPasses;
        for number in 1..=self.settings.max_passes {
            let mut pass = Pass { number, critique: String::new(), ignored: 0, decision: None, broken: Vec::new() };
            let turn = self.turn(task, draft, &best, &mut pass, &mut failure);
            passes.push(pass);
            match turn {
                Turn::GoOn(text) => best = text,
                Turn::Done(text) => {
                    best = text;
                    ending = Ending::Converged;
                    break;
                }
                Turn::Ended(how) => {
                    ending = how;
                    break;
                }
            }
        }
        let refine_rolled_back = ending == Ending::RolledBack;
        (Polished { text: best, ending, refine_rolled_back, passes }, failure)
    }

    fn skip(&self, stage: &str, draft: &str) -> Option<Skip> {
        if excluded(stage, self.settings) {
            Some(Skip::Excluded)
        } else if draft.trim().is_empty() {
            Some(Skip::Blank)
        } else if (draft.len() as u64) < self.settings.min_bytes {
            Some(Skip::Short)
        } else {
            (!clear(b"", draft).redactions().is_empty()).then_some(Skip::Secrets)
        }
    }

    fn turn(&self, task: &str, draft: &str, best: &str, pass: &mut Pass, failure: &mut Option<LlmError>) -> Turn {
        let effort = self.settings.effort;
        let round = Round { task, draft: best, lessons: &self.lessons, pass: pass.number, effort };
        let nonce = round.nonce();
        let reply = match self.model.complete(&round.request(&nonce), self.cancel, &mut |_| {}) {
            Ok(reply) => reply,
            Err(error) => return Turn::Ended(unanswered(error, failure)),
        };
        let blocks = match round.read(&reply.text, &nonce) {
            Ok(blocks) => blocks,
            Err(reason) => {
                pass.ignored = reply.text.len();
                return Turn::Ended(Ending::Rejected { reason });
            }
        };
        pass.critique = blocks.critique;
        pass.ignored = blocks.ignored;
        // The first draft is the measure: what an earlier pass kept a later one may not lose either.
        pass.broken = broken(task, draft, &blocks.revised);
        let decision = self.cascade.decide(best, &blocks.revised, self.cancel);
        let converged = decision.converged;
        pass.decision = Some(decision);
        match (pass.broken.is_empty(), converged) {
            (false, _) => Turn::Ended(Ending::RolledBack),
            (true, true) => Turn::Done(blocks.revised),
            (true, false) => Turn::GoOn(blocks.revised),
        }
    }
}

/// An answer that is none is rejected; everything else is an error to tell.
fn unanswered(error: LlmError, failure: &mut Option<LlmError>) -> Ending {
    let reason = match &error {
        LlmError::CutByLength { .. } => Rejection::Cut,
        LlmError::Refused { .. } => Rejection::Refused,
        LlmError::NoText { .. } => Rejection::Empty,
        _ => {
            let told = error.to_string();
            *failure = Some(error);
            return Ending::Failed { error: told };
        }
    };
    Ending::Rejected { reason }
}
