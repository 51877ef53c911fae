//! Reflexion: what went wrong becomes a lesson, and lessons go along with later prompts of the same stage.
//!
//! An incident is kept first and thought about later: `store` holds the queue, which survives whatever happens here.

use super::refine::{Ending, Polished};
use super::verify::Verification;
use serde_json::{Value, json};
use tribunal_domain::ContentHash;
use tribunal_llm::structured::{Recovered, Schema, complete};
use tribunal_llm::{Cancel, LlmError, Model, Request};
use tribunal_store::{Fate, Lesson, Lessons, StoreError};
use tribunal_text::secrets::clear;
use tribunal_text::similarity::words;

pub use tribunal_store::Incident;

/// What makes a lesson is told to be.
const SYSTEM: &str = include_str!("reflexion.md");

/// The stage that makes lessons.
const STAGE: &str = "reflexion";

/// More lessons bury the task.
const MOST_OFFERED: usize = 5;

/// How much of a text goes into an incident, in characters: enough to see what it was about.
const MOST_MATERIAL: usize = 4_000;

/// Why something is to be learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// A model did not answer, or with something that cannot be used.
    Error,
    /// A statement contradicts the knowledge base.
    Hallucination,
    /// A revision broke something and was taken back.
    RolledBack,
    /// The refiner was asked as often as it may be and did not settle.
    LowQuality,
    /// The user asked for it.
    Requested,
}

impl Reason {
    /// The word in the queue.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Hallucination => "hallucination",
            Self::RolledBack => "rolled_back",
            Self::LowQuality => "low_quality",
            Self::Requested => "requested",
        }
    }
}

/// What is to be learned from how a text was refined and verified, if anything.
pub fn incident_of(
    stage: &str,
    task: &str,
    polished: &Polished,
    verification: Option<&Verification>,
    requested: bool,
    now: i64,
) -> Option<Incident> {
    let (reason, what) = reason(polished, verification)
        .or_else(|| requested.then(|| (Reason::Requested, "The user wants this to be remembered.".to_owned())))?;
    let critiques: Vec<&str> = polished.passes.iter().map(|pass| pass.critique.as_str()).collect();
    let material = format!(
        "What happened: {what}\n\nThe task:\n{}\n\nThe critique:\n{}\n\nThe text:\n{}\n",
        beginning(task),
        beginning(&critiques.join("\n")),
        beginning(&polished.text),
    );
    let material = clear(b"", &material).into_text();
    let id = ContentHash::of(format!("{stage}\0{}\0{material}", reason.name()).as_bytes()).to_string()[..16].to_owned();
    let (stage, reason) = (stage.to_owned(), reason.name().to_owned());
    Some(Incident { id, stage, reason, material, attempts: 0, tries: 0, due: now, error: None })
}

fn reason(polished: &Polished, verification: Option<&Verification>) -> Option<(Reason, String)> {
    if let Some(found) = verification.filter(|found| !found.discrepancies.is_empty()) {
        let told: Vec<String> =
            found.discrepancies.iter().map(|one| format!("\"{}\", but {}", one.claim, one.found)).collect();
        return Some((Reason::Hallucination, format!("The text contradicts the code: {}", told.join("; "))));
    }
    match &polished.ending {
        Ending::RolledBack => {
            let broken = polished.passes.iter().flat_map(|pass| &pass.broken);
            let told: Vec<String> = broken.map(|broken| format!("{} ({})", broken.property, broken.what)).collect();
            Some((Reason::RolledBack, format!("The revision broke: {}", told.join(", "))))
        }
        Ending::Rejected { reason } => Some((Reason::Error, format!("The answer was rejected: {}", reason.text()))),
        Ending::Failed { error } => Some((Reason::Error, format!("The model did not answer: {error}"))),
        Ending::MaxPasses if polished.passes.len() > 1 => {
            let what = format!("After {} passes the text still changed.", polished.passes.len());
            Some((Reason::LowQuality, what))
        }
        Ending::Converged | Ending::MaxPasses | Ending::Skipped { .. } => None,
    }
}

fn beginning(text: &str) -> String {
    text.chars().take(MOST_MATERIAL).collect()
}

/// Lessons for a prompt: those of the stage that are nearest to the task, the newest of equals first.
pub fn offered(lessons: &[Lesson], task: &str) -> String {
    let about = |lesson: &Lesson| format!("{} {}", lesson.situation, lesson.tags.join(" "));
    let mut ranked: Vec<(f64, &Lesson)> =
        lessons.iter().map(|lesson| (words(&about(lesson), task).similarity, lesson)).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    let line = |lesson: &Lesson| {
        let line = format!("- {} Wrong: {} Right: {}", lesson.situation, lesson.mistake, lesson.correction);
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = ranked.iter().take(MOST_OFFERED).map(|(_, lesson)| line(lesson)).collect();
    if lines.is_empty() {
        return String::new();
    }
    format!("Lessons from earlier runs; they are advice, not part of the task:\n{}", lines.join("\n"))
}

/// A model that makes lessons of incidents.
pub struct Reflexion<'a> {
    /// Who is asked.
    pub model: &'a dyn Model,
    /// The queue.
    pub lessons: &'a Lessons,
    /// Stops everything.
    pub cancel: &'a Cancel,
    /// In seconds since 1970.
    pub now: i64,
}

/// What came of working on the queue.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Worked {
    /// Lessons that were made.
    pub learned: usize,
    /// Incidents that will be tried again.
    pub waiting: usize,
    /// Incidents that will not.
    pub dead: usize,
}

impl Reflexion<'_> {
    /// Makes lessons of everything that is due; whoever does so holds the queue's lock.
    pub fn work(&self) -> Result<Worked, StoreError> {
        let mut worked = Worked::default();
        while let Some(incident) = self.lessons.due(self.now)? {
            if self.cancel.is_set() {
                break;
            }
            match self.distil(&incident) {
                Ok(lesson) => {
                    self.lessons.learned(&lesson)?;
                    worked.learned += 1;
                }
                Err(error) => match self.lessons.failed(&incident, &error, self.now)? {
                    Fate::Waits(_) => worked.waiting += 1,
                    Fate::Dead => worked.dead += 1,
                },
            }
        }
        Ok(worked)
    }

    fn distil(&self, incident: &Incident) -> Result<Lesson, String> {
        let mut request = Request::new(STAGE, clear(b"", SYSTEM), clear(b"", &incident.material));
        // The same question would only find the same unusable answer in the log.
        request.ordinal = incident.tries;
        let schema = Schema::new(schema()).map_err(|error| error.to_string())?;
        let answer =
            complete(self.model, &request, &schema, self.cancel).map_err(|error: LlmError| error.to_string())?;
        match answer.recovered {
            Recovered::Parsed { value, .. } => {
                lesson(incident, &value, self.now).ok_or_else(|| "the lesson is empty".to_owned())
            }
            Recovered::Inconclusive { second, .. } => Err(format!("no lesson in the answer: {second}")),
        }
    }
}

fn lesson(incident: &Incident, value: &Value, now: i64) -> Option<Lesson> {
    let text = |key: &str| {
        let text = clear(b"", value[key].as_str().unwrap_or_default().trim()).into_text();
        (!text.is_empty()).then_some(text)
    };
    let tags = value["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    Some(Lesson {
        id: incident.id.clone(),
        stage: incident.stage.clone(),
        situation: text("situation")?,
        mistake: text("mistake")?,
        correction: text("correction")?,
        tags,
        learned: now,
    })
}

fn schema() -> Value {
    let text = json!({"type": "string", "minLength": 1});
    json!({
        "type": "object",
        "properties": {
            "situation": text, "mistake": text, "correction": text,
            "tags": {"type": "array", "items": text, "maxItems": 8},
        },
        "required": ["situation", "mistake", "correction", "tags"],
        "additionalProperties": false,
    })
}
