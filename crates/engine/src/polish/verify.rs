//! Chain of verification: questions about what a text says, each answered from the knowledge base without the text, and
//! what does not fit. A text is rewritten only where a discrepancy stands.
//!
//! What the model says is a claim here, too: a question counts only if its statement is in the text, an answer only if
//! its quote is in the evidence.

use super::properties::broken;
use super::protocol::Round;
use crate::config::Effort;
use serde::Serialize;
use serde_json::{Value, json};
use tribunal_llm::structured::{Recovered, Schema, complete};
use tribunal_llm::{Cancel, LlmError, Model, Request};
use tribunal_text::secrets::clear;

/// What the verifier is told to be.
const SYSTEM: &str = include_str!("verifier.md");

/// The name of the stage, which is never refined itself.
const STAGE: &str = "verifier";

/// A model that verifies texts against the knowledge base.
pub struct Verifier<'a> {
    /// Who is asked.
    pub model: &'a dyn Model,
    /// What the knowledge base has on a question; nothing if it has nothing.
    pub evidence: &'a dyn Fn(&str) -> Option<String>,
    /// How many questions are asked at most.
    pub questions: u32,
    /// How hard a rewrite is thought about.
    pub effort: Effort,
    /// Stops everything.
    pub cancel: &'a Cancel,
}

/// What came of verifying a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// What it comes to.
    pub status: Status,
    /// What was asked.
    pub questions: Vec<Question>,
    /// What the knowledge base says, one for each question.
    pub answers: Vec<Answer>,
    /// Statements that do not fit their answers.
    pub discrepancies: Vec<Discrepancy>,
    /// The text: as it was, unless a discrepancy stands and was mended.
    #[serde(rename = "final")]
    pub text: String,
    /// Why the status is what it is, where that is not plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What a verification comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Everything that could be answered fits.
    Verified,
    /// Discrepancies were found, and the text was mended.
    Rewritten,
    /// Discrepancies were found, and the text is as it was.
    Discrepant,
    /// Nothing could be asked or answered.
    Inconclusive,
    /// The model did not answer.
    Failed,
}

/// A question about the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Question {
    /// What is asked.
    pub question: String,
    /// The statement of the text that it is about, word for word.
    pub claim: String,
}

/// What the knowledge base says to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The answer; absent if the evidence does not say.
    pub answer: Option<String>,
    /// The words of the evidence that it rests on.
    pub quote: String,
}

/// A statement that does not fit its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Discrepancy {
    /// The statement.
    pub claim: String,
    /// What the code says.
    pub found: String,
    /// The words of the code.
    pub quote: String,
}

/// Why there is no value.
enum Trouble {
    World(LlmError),
    Reply(String),
}

impl Verifier<'_> {
    /// Verifies a text that was written for a task.
    pub fn verify(&self, task: &str, text: &str) -> Verification {
        let mut found = Verification {
            status: Status::Inconclusive,
            questions: Vec::new(),
            answers: Vec::new(),
            discrepancies: Vec::new(),
            text: text.to_owned(),
            reason: None,
        };
        match self.fill(task, text, &mut found) {
            Ok(()) => {}
            Err(Trouble::World(error)) => {
                found.status = Status::Failed;
                found.reason = Some(error.to_string());
            }
            Err(Trouble::Reply(reason)) => found.reason = Some(reason),
        }
        found
    }

    fn fill(&self, task: &str, text: &str, found: &mut Verification) -> Result<(), Trouble> {
        found.questions = self.ask_questions(text)?;
        for question in &found.questions {
            found.answers.push(self.answer(question)?);
        }
        if found.answers.iter().all(|answer| answer.answer.is_none()) {
            found.reason = Some("the knowledge base answers none of the questions".to_owned());
            return Ok(());
        }
        found.discrepancies = self.compare(found)?;
        if found.discrepancies.is_empty() {
            found.status = Status::Verified;
            return Ok(());
        }
        found.status = Status::Discrepant;
        match self.mend(task, text, &found.discrepancies)? {
            Ok(mended) => {
                found.text = mended;
                found.status = Status::Rewritten;
            }
            Err(reason) => found.reason = Some(reason),
        }
        Ok(())
    }

    fn ask_questions(&self, text: &str) -> Result<Vec<Question>, Trouble> {
        let ask = format!(
            "Write up to {} questions that check what the text says about the code, each about one statement. `claim` is \
             the statement, copied word for word from the text; `question` can be answered without the text and names \
             the files or symbols it is about.\n\nThe text:\n\n{text}\n",
            self.questions
        );
        let entry = json!({"type": "object", "properties": {"question": filled(), "claim": filled()},
            "required": ["question", "claim"], "additionalProperties": false});
        let value = self.value(&ask, &list("questions", &entry))?;
        let questions = value["questions"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|entry| Question { question: said(entry, "question"), claim: said(entry, "claim") });
        let in_text = |question: &Question| contains(text, &question.claim);
        Ok(questions.filter(in_text).take(self.questions as usize).collect())
    }

    /// The answer rests on the evidence alone: whoever gives it does not see the text.
    fn answer(&self, question: &Question) -> Result<Answer, Trouble> {
        let unknown = Answer { answer: None, quote: String::new() };
        let Some(evidence) = (self.evidence)(&question.question) else { return Ok(unknown) };
        let ask = format!(
            "Answer the question from the evidence alone. `quote` is copied word for word from the evidence and shows it. \
             If the evidence does not say, `answer` and `quote` are empty.\n\nThe question: {}\n\nThe evidence:\n\n{evidence}\n",
            question.question
        );
        let schema = object(&json!({"answer": {"type": "string"}, "quote": {"type": "string"}}), &["answer", "quote"]);
        let value = match self.value(&ask, &schema) {
            Err(Trouble::Reply(_)) => return Ok(unknown),
            value => value?,
        };
        let (answer, quote) = (said(&value, "answer"), said(&value, "quote"));
        let shown = !answer.is_empty() && !quote.is_empty() && contains(&evidence, &quote);
        Ok(if shown { Answer { answer: Some(answer), quote } } else { unknown })
    }

    fn compare(&self, found: &Verification) -> Result<Vec<Discrepancy>, Trouble> {
        let pairs = found.questions.iter().zip(&found.answers).enumerate();
        let answered: Vec<_> = pairs
            .filter_map(|(at, (question, answer))| Some((at, question, answer.answer.as_ref()?, &answer.quote)))
            .collect();
        let lines: String = answered
            .iter()
            .map(|(at, question, answer, quote)| {
                format!(
                    "{at}. Statement: {}\n   Question: {}\n   Answer: {answer}\n   Code: {quote}\n",
                    question.claim, question.question
                )
            })
            .collect();
        let ask = format!(
            "Which of these statements contradict their answers? `number` is the statement's, `found` says in one \
             sentence what is true instead. A statement that is merely less exact is no contradiction.\n\n{lines}"
        );
        let entry = json!({"type": "object", "properties": {"number": {"type": "integer", "minimum": 0}, "found": filled()},
            "required": ["number", "found"], "additionalProperties": false});
        let value = self.value(&ask, &list("contradictions", &entry))?;
        let told = value["contradictions"].as_array().cloned().unwrap_or_default();
        let stands = |entry: &Value| {
            let (_, question, _, quote) =
                answered.iter().find(|(at, ..)| entry["number"].as_u64() == Some(*at as u64))?;
            Some(Discrepancy { claim: question.claim.clone(), found: said(entry, "found"), quote: (*quote).clone() })
        };
        let mut discrepancies: Vec<Discrepancy> = Vec::new();
        for discrepancy in told.iter().filter_map(stands) {
            if !discrepancies.iter().any(|known| known.claim == discrepancy.claim) {
                discrepancies.push(discrepancy);
            }
        }
        Ok(discrepancies)
    }

    /// A rewrite by the refiner's protocol; what it breaks is told instead.
    fn mend(&self, task: &str, text: &str, discrepancies: &[Discrepancy]) -> Result<Result<String, String>, Trouble> {
        let corrections: String = discrepancies
            .iter()
            .map(|one| format!("- \"{}\" is wrong: {} (the code says: {})\n", one.claim, one.found, one.quote))
            .collect();
        let task = format!(
            "{task}\n\nCorrect exactly these statements of the draft and leave everything else as it is:\n{corrections}"
        );
        let round = Round { task: &task, draft: text, lessons: "", pass: 0, effort: self.effort };
        let nonce = round.nonce();
        let reply = self.model.complete(&round.request(&nonce), self.cancel, &mut |_| {}).map_err(Trouble::World)?;
        Ok(match round.read(&reply.text, &nonce) {
            Err(reason) => Err(reason.text().to_owned()),
            Ok(blocks) => {
                // What is corrected may go: only the shape of the text is held against it.
                let lost: Vec<_> = broken("", text, &blocks.revised)
                    .into_iter()
                    .map(|one| format!("{} ({})", one.property, one.what))
                    .collect();
                if lost.is_empty() {
                    Ok(blocks.revised)
                } else {
                    Err(format!("the rewrite breaks {}", lost.join(", ")))
                }
            }
        })
    }

    fn value(&self, ask: &str, schema: &Value) -> Result<Value, Trouble> {
        let request = Request::new(STAGE, clear(b"", SYSTEM), clear(b"", ask));
        let schema = Schema::new(schema.clone()).map_err(|error| Trouble::Reply(error.to_string()))?;
        match complete(self.model, &request, &schema, self.cancel).map_err(Trouble::World)?.recovered {
            Recovered::Parsed { value, .. } => Ok(value),
            Recovered::Inconclusive { second, .. } => {
                Err(Trouble::Reply(format!("the answer cannot be used: {second}")))
            }
        }
    }
}

fn said(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().trim().to_owned()
}

/// Whether the words stand in the text, whatever the blanks between them.
fn contains(text: &str, words: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    !words.trim().is_empty() && plain(text).contains(&plain(words))
}

fn filled() -> Value {
    json!({"type": "string", "minLength": 1})
}

fn list(name: &str, entry: &Value) -> Value {
    object(&json!({name: {"type": "array", "items": entry}}), &[name])
}

fn object(properties: &Value, required: &[&str]) -> Value {
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}
