//! One attempt: the request goes out, the bytes come in, they are kept, and only then judged.

use crate::caps::{Admitted, Spent};
use crate::classify::Classifier;
use crate::client::{Call, journal_error};
use crate::error::{Fault, LlmError, Problem};
use crate::journal::{CallId, OutcomeRecord};
use crate::key::Secret;
use crate::providers::{headers, path, reader};
use crate::reply::{Delta, Finish, Money, Price, Reply, Usage};
use crate::transport::{Appetite, Post};
use crate::veil::Veil;
use crate::wire::{Parsed, ReadError, Reader};
use crate::{Provider, process};
use std::time::Duration;

/// One attempt of a call.
pub(crate) struct Attempt<'a> {
    call: &'a Call<'a>,
    id: CallId,
    number: u32,
    start: Duration,
    key: Option<Secret>,
    bytes_seen: bool,
}

/// The raw reply of a good exchange, with the reader that has seen it.
struct Raw {
    bytes: Vec<u8>,
    content_type: String,
    follower: Follower,
}

/// Reads along while a reply comes; what it is worth is judged when it is whole and kept.
struct Follower {
    reader: Box<dyn Reader>,
    failed: Option<ReadError>,
}

impl<'a> Attempt<'a> {
    /// The attempt of this number, from 1, of a call that started at `start`.
    pub(crate) fn new(call: &'a Call<'a>, id: CallId, number: u32, start: Duration) -> Self {
        Self { call, id, number, start, key: None, bytes_seen: false }
    }

    /// No attempt: for a reply that was received earlier.
    pub(crate) fn recalled(call: &'a Call<'a>) -> Self {
        let start = call.shared().clock.now();
        // Only to keep it out of the reply: without a key, what is paid for is found all the same.
        let key = call.entry().key_variable.as_deref().and_then(|variable| call.shared().keys.key(variable));
        Self { call, id: CallId(0), number: 0, start, key, bytes_seen: false }
    }

    /// Sends, keeps, judges, and writes down how it ended.
    pub(crate) fn run(mut self, sink: &mut dyn FnMut(Delta<'_>)) -> Result<Reply, LlmError> {
        let shared = self.call.shared();
        self.key = self.read_key()?;
        let mut admitted = shared.caps.admit(self.worst(), shared.clock.now(), self.call.cancel)?;
        let mut veil = Veil::new(self.key.clone());
        let exchanged = self.exchange(&mut |delta| veil.pass(delta, sink));
        veil.lift(sink);
        let result = exchanged.and_then(|raw| {
            let bytes = self.without_key(raw.bytes);
            let kept = shared.journal.received(self.id, self.number, &bytes, shared.clock.wall());
            kept.map_err(journal_error)?;
            self.judge(raw.follower.end(), &bytes, &raw.content_type)
        });
        self.settle(&mut admitted, &result);
        self.write_outcome(&result)?;
        result
    }

    /// Judges a reply of the journal: the same as when it came, for readers do not care how bytes are cut.
    pub(crate) fn recall(&self, raw: &[u8]) -> Result<Reply, LlmError> {
        self.judge(crate::wire::read(self.reader(), raw), raw, "")
    }

    fn judge(&self, parsed: Result<Parsed, ReadError>, raw: &[u8], content_type: &str) -> Result<Reply, LlmError> {
        let mut parsed = parsed.map_err(|error| self.classifier().read(error, content_type, raw))?;
        // In the raw bytes an echoed key may lie in pieces over many events; here it is whole.
        if let Some(key) = &self.key {
            parsed.text = key.take_out(&parsed.text);
        }
        self.reply(parsed)
    }

    fn reply(&self, parsed: Parsed) -> Result<Reply, LlmError> {
        let entry = self.call.entry();
        let model = entry.title();
        match parsed.finish {
            Finish::Length => return Err(LlmError::CutByLength { model, text: parsed.text }),
            Finish::Filtered => {
                return Err(LlmError::Refused { model, message: self.classifier().clean(&parsed.text) });
            }
            Finish::ToolCall => return Err(LlmError::NoText { model, what: "a tool was called that nobody offered" }),
            Finish::Stop if parsed.text.trim().is_empty() => {
                return Err(LlmError::NoText { model, what: "the answer has no text" });
            }
            Finish::Stop => {}
        }
        Ok(Reply {
            cost: parsed.cost.or_else(|| self.cost(parsed.usage)),
            text: parsed.text,
            usage: parsed.usage,
            latency: self.call.shared().clock.now().saturating_sub(self.start),
            finish: parsed.finish,
            model: parsed.model.unwrap_or_else(|| entry.model_tag().to_owned()),
            trimmed: self.call.fitted.trimmed.clone(),
            requests: self.number,
        })
    }

    fn exchange(&mut self, sink: &mut dyn FnMut(Delta<'_>)) -> Result<Raw, LlmError> {
        match self.call.entry().provider {
            Provider::Replay => self.recorded(),
            Provider::ClaudeCode => self.program(sink),
            _ => self.post(sink),
        }
    }

    fn post(&mut self, sink: &mut dyn FnMut(Delta<'_>)) -> Result<Raw, LlmError> {
        let entry = self.call.entry();
        let shared = self.call.shared();
        let model = entry.title();
        let post = Post {
            url: format!("{}{}", entry.url()?, path(entry.provider)),
            headers: [headers(entry.provider, self.key.as_ref()), entry.headers.clone()].concat(),
            body: Some(self.call.body.to_string().into_bytes()),
            model: &model,
        };
        let mut follower = self.follower();
        let seen = &mut self.bytes_seen;
        let mut take = |bytes: &[u8]| {
            *seen = true;
            follower.follow(bytes, sink)
        };
        let answer = shared.transport.post(post, shared.clock.as_ref(), self.call.cancel, &mut take)?;
        if answer.status != 200 {
            return Err(self.classifier().answer(&answer));
        }
        Ok(Raw { bytes: answer.body, content_type: answer.content_type, follower })
    }

    fn program(&mut self, sink: &mut dyn FnMut(Delta<'_>)) -> Result<Raw, LlmError> {
        let mut follower = self.follower();
        let seen = &mut self.bytes_seen;
        let mut take = |bytes: &[u8]| {
            *seen = true;
            follower.follow(bytes, sink)
        };
        let title = self.call.entry().title();
        let timeouts = self.call.shared().transport.timeouts();
        let result = process::run(&title, &self.call.body, timeouts, self.call.cancel, &mut take);
        let bytes = result.map_err(|error| self.cleaned(error))?;
        Ok(Raw { bytes, content_type: String::new(), follower })
    }

    /// What a program complains about may hold anything.
    fn cleaned(&self, error: LlmError) -> LlmError {
        match error {
            LlmError::Fault { model, fault, attempts } => {
                let message = self.classifier().clean(&fault.message);
                LlmError::Fault { model, fault: Fault { message, ..fault }, attempts }
            }
            other => other,
        }
    }

    fn recorded(&self) -> Result<Raw, LlmError> {
        let recordings = self.call.shared().recordings.as_ref();
        let hash = &self.call.hash;
        match recordings.and_then(|recordings| recordings.recorded(hash)) {
            Some(bytes) => {
                let mut follower = self.follower();
                follower.follow(&bytes, &mut |_| {});
                Ok(Raw { bytes, content_type: String::new(), follower })
            }
            None => Err(LlmError::NotRecorded {
                hash: hash.to_string(),
                hint: recordings.map_or_else(
                    || "name the folder of the recordings in `recordings` of [calls]".to_owned(),
                    |recordings| recordings.hint(hash),
                ),
            }),
        }
    }

    fn reader(&self) -> Box<dyn Reader> {
        reader(self.call.entry().provider, self.call.request.schema.as_ref())
    }

    fn follower(&self) -> Follower {
        Follower { reader: self.reader(), failed: None }
    }

    fn classifier(&self) -> Classifier<'_> {
        Classifier { entry: self.call.entry(), key: self.key.as_ref() }
    }

    /// Keys are read here and not earlier, so that nothing that parses untrusted text has them in its memory.
    fn read_key(&self) -> Result<Option<Secret>, LlmError> {
        let entry = self.call.entry();
        let Some(variable) = &entry.key_variable else { return Ok(None) };
        if let Some(key) = self.call.shared().keys.key(variable) {
            return Ok(Some(key));
        }
        let what = format!("{} needs a key and {variable} is not set", entry.title());
        Err(LlmError::setup(Problem::KeyMissing, what, format!("set {variable} in the environment")))
    }

    fn without_key(&self, bytes: Vec<u8>) -> Vec<u8> {
        match &self.key {
            Some(key) => key.take_out_of_bytes(bytes),
            None => bytes,
        }
    }

    fn worst(&self) -> Spent {
        let (prompt, completion) = (self.call.fitted.prompt_tokens, u64::from(self.call.fitted.max_tokens));
        let money = self.price().cost(prompt, completion);
        Spent { tokens: prompt + completion, money, requests: 1 }
    }

    fn price(&self) -> Price {
        self.call.entry().price.unwrap_or_default()
    }

    fn cost(&self, usage: Usage) -> Option<Money> {
        let price = self.call.entry().price?;
        Some(price.cost(usage.prompt?, usage.completion?))
    }

    /// What was really used; where the provider does not say, what was counted or is likely.
    fn settle(&self, admitted: &mut Admitted<'_>, result: &Result<Reply, LlmError>) {
        let prompt = self.call.fitted.prompt_tokens;
        let tokens_of = |text: &str| self.call.entry().vocabulary.count(text) as u64;
        let (prompt, completion, cost) = match result {
            Ok(reply) => {
                let completion = reply.usage.completion.unwrap_or_else(|| tokens_of(&reply.text));
                (reply.usage.prompt.unwrap_or(prompt), completion, reply.cost)
            }
            Err(LlmError::CutByLength { text, .. }) => (prompt, tokens_of(text), None),
            // A provider that began to answer bills the prompt.
            Err(_) if self.bytes_seen => (prompt, 0, None),
            Err(_) => (0, 0, None),
        };
        admitted.took(prompt + completion, cost.unwrap_or_else(|| self.price().cost(prompt, completion)));
    }

    fn write_outcome(&self, result: &Result<Reply, LlmError>) -> Result<(), LlmError> {
        let shared = self.call.shared();
        let reply = result.as_ref().ok();
        let record = OutcomeRecord {
            attempt: self.number,
            outcome: result.as_ref().map_or_else(LlmError::kind, |_| "ok"),
            finish: reply.map(|reply| reply.finish),
            usage: reply.map(|reply| reply.usage).unwrap_or_default(),
            cost: reply.and_then(|reply| reply.cost),
            latency: shared.clock.now().saturating_sub(self.start),
            error: result.as_ref().err().map(|error| self.classifier().clean(&error.to_string())),
            at: shared.clock.wall(),
        };
        shared.journal.outcome(self.id, &record).map_err(journal_error)
    }
}

impl Follower {
    fn follow(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Appetite {
        if self.failed.is_none() {
            self.failed = self.reader.push(bytes, sink).err();
        }
        if self.failed.is_none() && !self.reader.is_done() { Appetite::More } else { Appetite::Enough }
    }

    fn end(mut self) -> Result<Parsed, ReadError> {
        self.failed.take().map_or_else(|| self.reader.end(), Err)
    }
}
