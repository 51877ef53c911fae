//! The one door: a request goes through the budget, the journal, the breaker and the caps to a provider, and comes back
//! as a reply or as an error that says what to do. Order matters here: see [`Client::complete`].

use crate::attempt::Attempt;
use crate::breaker::{Breaker, Breakers, Health, Pass};
use crate::budget::{Fitted, fit};
use crate::caps::Caps;
use crate::clock::Clock;
use crate::error::{LlmError, Problem};
use crate::journal::{CallId, CallRecord, Journal, JournalError};
use crate::key::Keys;
use crate::providers::replay::{self, Recordings};
use crate::providers::{Asked, body};
use crate::reply::{Delta, Reply};
use crate::retry::{PATIENCE, RETRIES, wait};
use crate::transport::Transport;
use crate::{Cancel, Entry, Provider, Request, RequestHash};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// A model that can be asked.
pub trait Model: Send + Sync {
    /// Asks and blocks until the whole reply is there; pieces go to the sink as they come.
    ///
    /// After a fault the reply is asked for again: `Delta::Again` tells the sink to forget what it has heard.
    fn complete(&self, request: &Request, cancel: &Cancel, sink: &mut dyn FnMut(Delta<'_>)) -> Result<Reply, LlmError>;
    /// How it is configured.
    fn entry(&self) -> &Entry;
}

/// What all clients of a run share.
pub struct Shared {
    /// Connections.
    pub transport: Arc<Transport>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Keys.
    pub keys: Arc<dyn Keys>,
    /// What was asked and answered.
    pub journal: Arc<dyn Journal>,
    /// The limits of the run.
    pub caps: Caps,
    /// Providers that fail.
    pub breakers: Breakers,
    /// Recorded replies: `replay` reads them, all others add to them.
    pub recordings: Option<Arc<dyn Recordings>>,
}

/// One configured model with all that a run shares.
pub struct Client {
    entry: Entry,
    shared: Arc<Shared>,
    breaker: Arc<Breaker>,
}

impl Client {
    /// A client for a model; nothing is sent yet.
    pub fn new(entry: Entry, shared: Arc<Shared>) -> Self {
        let address = entry.base_url.as_deref().or(entry.provider.default_url()).unwrap_or_default();
        let breaker = shared.breakers.of(&format!("{} {address}", entry.provider.name()));
        Self { entry, shared, breaker }
    }

    /// The breaker of its provider.
    pub fn breaker(&self) -> &Breaker {
        &self.breaker
    }
}

impl Model for Client {
    fn entry(&self) -> &Entry {
        &self.entry
    }

    fn complete(&self, request: &Request, cancel: &Cancel, sink: &mut dyn FnMut(Delta<'_>)) -> Result<Reply, LlmError> {
        self.admits(request)?;
        let fitted = fit(request, &self.entry)?;
        let body = body(&Asked { entry: &self.entry, request, fitted: &fitted });
        let call = Call { client: self, request, fitted: &fitted, hash: self.hash(request, &body), body, cancel };
        let result = match call.journaled()? {
            Some(known) => known,
            None => self.ask(&call, sink),
        };
        call.record(result?)
    }
}

impl Client {
    fn ask(&self, call: &Call<'_>, sink: &mut dyn FnMut(Delta<'_>)) -> Result<Reply, LlmError> {
        let pass = self.breaker.pass(self.shared.clock.now())?;
        let result = call.buy(sink);
        report(pass, &result, self.shared.clock.now());
        result
    }

    /// `remote_api` teaches; it never reviews.
    fn admits(&self, request: &Request) -> Result<(), LlmError> {
        let stage = request.stage.name();
        if self.entry.provider == Provider::RemoteApi && !(stage == "learn" || stage.starts_with("learn.")) {
            let what = format!("remote_api serves the stages of learn alone, not {stage}");
            return Err(LlmError::setup(Problem::Stage, what, "choose another provider for this stage in [models]"));
        }
        Ok(())
    }

    fn hash(&self, request: &Request, body: &Value) -> RequestHash {
        match self.entry.provider {
            Provider::Replay => hash(Provider::Replay, "", request, body),
            provider => hash(provider, self.entry.base_url.as_deref().unwrap_or_default(), request, body),
        }
    }
}

fn hash(provider: Provider, address: &str, request: &Request, body: &Value) -> RequestHash {
    RequestHash::of(&[
        provider.name().as_bytes(),
        address.as_bytes(),
        request.stage.name().as_bytes(),
        &request.ordinal.to_le_bytes(),
        body.to_string().as_bytes(),
    ])
}

fn report(pass: Pass<'_>, result: &Result<Reply, LlmError>, now: Duration) {
    let health = match result {
        Err(LlmError::Fault { .. }) => Health::Bad,
        Ok(_)
        | Err(
            LlmError::CutByLength { .. }
            | LlmError::Refused { .. }
            | LlmError::NoText { .. }
            | LlmError::Rejected { .. },
        ) => Health::Good,
        Err(_) => Health::Unknown,
    };
    pass.report(health, now);
}

/// One call on its way.
pub(crate) struct Call<'a> {
    pub client: &'a Client,
    pub request: &'a Request,
    pub fitted: &'a Fitted,
    pub hash: RequestHash,
    pub body: Value,
    pub cancel: &'a Cancel,
}

impl Call<'_> {
    pub(crate) fn entry(&self) -> &Entry {
        &self.client.entry
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.client.shared
    }

    /// Where recordings are kept, the reply becomes one, under the hash that `replay` will look for.
    fn record(&self, reply: Reply) -> Result<Reply, LlmError> {
        let recordings = self.shared().recordings.as_ref().filter(|_| self.entry().provider != Provider::Replay);
        if let Some(recordings) = recordings {
            let asked = Asked { entry: self.entry(), request: self.request, fitted: self.fitted };
            let hash = hash(Provider::Replay, "", self.request, &replay::body(&asked));
            recordings.record(&hash, &replay::recording(&reply)).map_err(journal_error)?;
        }
        Ok(reply)
    }

    /// What the journal has of this request: a reply, or an error that the same request would only meet again.
    fn journaled(&self) -> Result<Option<Result<Reply, LlmError>>, LlmError> {
        if self.entry().provider == Provider::Replay {
            return Ok(None);
        }
        for raw in self.shared().journal.find(&self.hash).map_err(journal_error)? {
            let known = Attempt::recalled(self).recall(&raw);
            if !matches!(known, Err(LlmError::Fault { .. } | LlmError::Setup { .. })) {
                return Ok(Some(known));
            }
        }
        Ok(None)
    }

    /// Sends the request until it is answered, the provider has failed too often, or nothing would help.
    fn buy(&self, sink: &mut dyn FnMut(Delta<'_>)) -> Result<Reply, LlmError> {
        let id = self.begin()?;
        let start = self.shared().clock.now();
        let mut number = 0;
        loop {
            self.wait_for_provider()?;
            let mut heard = false;
            let result = Attempt::new(self, id, number + 1, start).run(&mut |delta| {
                heard = true;
                sink(delta);
            });
            let Err(LlmError::Fault { model, fault, .. }) = result else { return result };
            if let Some(asked) = fault.retry_after {
                self.client.breaker.hold_until(self.shared().clock.now().saturating_add(asked));
            }
            number += 1;
            if !fault.is_retried() || number > RETRIES || fault.retry_after.is_some_and(|asked| asked > PATIENCE) {
                return Err(LlmError::Fault { model, fault, attempts: number });
            }
            if heard {
                sink(Delta::Again);
            }
            self.sleep(wait(number - 1, &self.hash, fault.retry_after))?;
        }
    }

    fn begin(&self) -> Result<CallId, LlmError> {
        let asked = Asked { entry: self.entry(), request: self.request, fitted: self.fitted };
        let request = self.body.to_string();
        let record = CallRecord {
            hash: self.hash,
            stage: self.request.stage.name(),
            provider: self.entry().provider.name(),
            model: self.entry().model_tag(),
            temperature: asked.temperature(),
            seed: self.request.seed,
            request: request.as_bytes(),
            at: self.shared().clock.wall(),
        };
        self.shared().journal.begin(&record).map_err(journal_error)
    }

    /// Another call may have learned that the provider wants to be left alone.
    fn wait_for_provider(&self) -> Result<(), LlmError> {
        let held = self.client.breaker.held(self.shared().clock.now());
        if held > PATIENCE {
            let provider = self.entry().title();
            return Err(LlmError::BreakerOpen { provider, failures: 1, wait: held });
        }
        self.sleep(held)
    }

    fn sleep(&self, time: Duration) -> Result<(), LlmError> {
        let Shared { clock, caps, .. } = self.shared();
        if caps.time_left(clock.now()).is_some_and(|left| left < time) {
            return Err(LlmError::Cap(crate::Cap::Time));
        }
        if !time.is_zero() {
            clock.sleep(time, self.cancel);
        }
        if self.cancel.is_set() { Err(LlmError::Cancelled) } else { Ok(()) }
    }
}

pub(crate) fn journal_error(error: JournalError) -> LlmError {
    LlmError::Journal(error.0)
}
