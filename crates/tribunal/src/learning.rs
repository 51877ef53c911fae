//! What the commands share that learn: the queue of incidents, lessons for prompts, evidence from the knowledge base.

use crate::output::Output;
use crate::packing;
use tribunal_engine::config::Config;
use tribunal_engine::index::Silent;
use tribunal_engine::models::{Cancel, Entry, Model};
use tribunal_engine::pack::{self, Budget, Entrance, PathRules};
use tribunal_engine::polish::{Incident, Reflexion, Worked, offered};
use tribunal_engine::repository::Repository;
use tribunal_engine::state::{Lessons, StateDir, StoreError};

/// How much of the code one question is answered from, in tokens: a few definitions.
const EVIDENCE: usize = 2_000;

/// The queue, if it can be used; a text is never refused because of it.
pub struct Learning<'a> {
    state: &'a StateDir,
    lessons: Option<Lessons>,
}

impl<'a> Learning<'a> {
    /// Opens the queue; what is wrong with it is a note.
    pub fn open(state: &'a StateDir, out: &mut Output) -> Self {
        let lessons = match Lessons::open(state) {
            Ok(opened) => {
                if let Some(aside) = opened.quarantined {
                    out.note(&format!(
                        "the lessons were damaged ({}) and are put aside as {}",
                        aside.reason, aside.name
                    ));
                }
                Some(opened.lessons)
            }
            Err(error) => {
                out.note(&format!("no lessons: {error}"));
                None
            }
        };
        Self { state, lessons }
    }

    /// What earlier runs of a stage learned, for its prompt.
    pub fn offered(&self, stage: &str, task: &str) -> String {
        let lessons = self.lessons.as_ref().and_then(|lessons| lessons.list(Some(stage)).ok()).unwrap_or_default();
        offered(&lessons, task)
    }

    /// Keeps an incident and, where the model answers, makes lessons of all that are due.
    pub fn reflect(
        &self,
        incident: Option<Incident>,
        model: &dyn Model,
        answers: bool,
        cancel: &Cancel,
        out: &mut Output,
    ) {
        let (Some(lessons), Some(incident)) = (&self.lessons, incident) else { return };
        match lessons.report(&incident) {
            Ok(true) if answers => match self.work(lessons, model, cancel) {
                Ok(Some(worked)) => tell(worked, out),
                Ok(None) => {}
                Err(error) => out.note(&format!("the lesson waits: {error}")),
            },
            Ok(true) => out.note(&format!(
                "a lesson waits to be learned from this ({}); `tribunal lessons retry` tries it",
                incident.reason
            )),
            Ok(false) => {}
            Err(error) => out.note(&format!("nothing can be learned from this: {error}")),
        }
    }

    /// Works on the queue, unless another process does.
    pub fn work(&self, lessons: &Lessons, model: &dyn Model, cancel: &Cancel) -> Result<Option<Worked>, StoreError> {
        let Some(_lock) = Lessons::try_lock(self.state)? else { return Ok(None) };
        let reflexion = Reflexion { model, lessons, cancel, now: crate::clock::seconds() };
        let worked = crate::interrupt::cancelled_by_user(cancel, || reflexion.work());
        worked.unwrap_or_else(|_| Ok(Worked::default())).map(Some)
    }
}

/// What came of the queue, in a note.
pub fn tell(worked: Worked, out: &mut Output) {
    if worked.learned > 0 {
        out.note(&format!("learned {} (`tribunal lessons list`)", counted(worked.learned)));
    }
    if worked.waiting + worked.dead > 0 {
        let all = worked.waiting + worked.dead;
        out.note(&format!(
            "no lesson came of {all} of the incidents; `tribunal lessons failed` shows those that are given up"
        ));
    }
}

fn counted(lessons: usize) -> String {
    if lessons == 1 { "1 lesson".to_owned() } else { format!("{lessons} lessons") }
}

/// What the knowledge base has on a question; nothing if it has nothing.
pub fn evidence(question: &str, repository: &Repository, config: &Config, entry: &Entry) -> Option<String> {
    let request = pack::Request {
        entrance: Entrance::task(question.to_owned()),
        rules: PathRules::new(&config.pack),
        jobs: packing::jobs(config),
        ..pack::Request::default()
    };
    let pack = pack::pack(repository, &request, Budget::of(EVIDENCE), entry.vocabulary, &Silent).ok()?;
    (pack.failure.is_none() && !pack.files.is_empty()).then_some(pack.text)
}
