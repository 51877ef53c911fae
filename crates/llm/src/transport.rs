//! HTTP: one request out, the bytes of one answer in, every wait bounded. It knows no format.
//!
//! The one runtime with its one thread drives the connections; callers block, each on its own thread, in any number.

mod failure;
mod pump;

use crate::clock::Clock;
use crate::error::{Fault, FaultKind, LlmError, Phase, Problem};
use crate::{Cancel, retry};
use pump::Pump;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use std::future::Future;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// How long each wait may last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For the connection, TLS included.
    pub connect: Duration,
    /// For the answer's head, and then for the first byte of its body: large prompts are read slowly on small machines.
    pub first_byte: Duration,
    /// For each next byte.
    pub idle: Duration,
    /// For everything.
    pub total: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { connect: seconds(10), first_byte: seconds(300), idle: seconds(120), total: seconds(1_800) }
    }
}

/// No reply of a model comes near it: the longest outputs are below 1 MiB of text, at most 30 times that as events.
pub const MOST_BYTES: usize = 64 << 20;

/// The most of an error's body that is read: its message stands at the beginning.
const MOST_ERROR_BYTES: usize = 64 << 10;

/// How long a server may take to close a stream after its last event; then the connection is given up.
const GRACE: Duration = Duration::from_millis(250);

/// How transport is set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransportSettings {
    /// How long each wait may last.
    pub timeouts: Timeouts,
    /// The proxy that every request goes through.
    pub proxy: Option<String>,
    /// The most bytes of a reply.
    pub most_bytes: usize,
}

impl Default for TransportSettings {
    fn default() -> Self {
        Self { timeouts: Timeouts::default(), proxy: None, most_bytes: MOST_BYTES }
    }
}

/// Sends requests.
#[derive(Debug)]
pub struct Transport {
    runtime: Runtime,
    client: reqwest::Client,
    settings: TransportSettings,
}

/// What is sent.
pub(crate) struct Post<'a> {
    pub url: String,
    pub headers: Vec<(&'static str, String)>,
    /// Without one it is a GET.
    pub body: Option<Vec<u8>>,
    /// How the model is called in messages.
    pub model: &'a str,
}

/// What comes back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub status: u16,
    pub content_type: String,
    pub retry_after: Option<Duration>,
    pub body: Vec<u8>,
}

/// Whether the reader of a stream wants more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Appetite {
    More,
    Enough,
}

impl Transport {
    /// Sets everything up; no connection is made yet.
    pub fn new(settings: TransportSettings) -> Result<Self, LlmError> {
        let failed = |error: &dyn std::fmt::Display| {
            LlmError::setup(Problem::Tls, format!("no secure connections here: {error}"), "install ca-certificates")
        };
        let runtime =
            Builder::new_multi_thread().worker_threads(1).enable_all().build().map_err(|error| failed(&error))?;
        // Redirects would carry keys elsewhere, and nothing is sent twice behind the journal's back.
        let mut builder = reqwest::Client::builder()
            .no_proxy()
            .http1_only()
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .connect_timeout(settings.timeouts.connect)
            .user_agent(concat!("tribunal/", env!("CARGO_PKG_VERSION")));
        if let Some(proxy) = &settings.proxy {
            builder = builder.proxy(reqwest::Proxy::all(proxy).map_err(|_| bad_proxy())?);
        }
        let client = builder.build().map_err(|error| failed(&error.without_url()))?;
        Ok(Self { runtime, client, settings })
    }

    /// How long each wait may last.
    pub(crate) fn timeouts(&self) -> &Timeouts {
        &self.settings.timeouts
    }

    /// Sends a request and hands on the body as it comes, if the status is good; blocks until the end.
    pub(crate) fn post(
        &self,
        post: Post<'_>,
        clock: &dyn Clock,
        cancel: &Cancel,
        take: &mut dyn FnMut(&[u8]) -> Appetite,
    ) -> Result<Answer, LlmError> {
        let model = post.model;
        let total = self.settings.timeouts.total;
        self.runtime.block_on(async {
            tokio::select! {
                biased;
                () = cancel.cancelled() => Err(LlmError::Cancelled),
                done = in_time(model, Phase::Total, total, self.exchange(post, clock, take)) => done.and_then(|done| done),
            }
        })
    }

    async fn exchange(
        &self,
        post: Post<'_>,
        clock: &dyn Clock,
        take: &mut dyn FnMut(&[u8]) -> Appetite,
    ) -> Result<Answer, LlmError> {
        let Timeouts { first_byte, .. } = self.settings.timeouts;
        let model = post.model;
        let request = match post.body {
            Some(body) => self.client.post(&post.url).body(body),
            None => self.client.get(&post.url),
        };
        let request = request.headers(header_map(&post.headers)?);
        let sent = in_time(model, Phase::FirstByte, first_byte, request.send()).await?;
        let mut response = sent.map_err(|error| failure::sending(model, error, &self.settings))?;
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
        let mut answer = Answer {
            status: response.status().as_u16(),
            content_type: header("content-type").unwrap_or_default().to_ascii_lowercase(),
            retry_after: retry::asked(header("retry-after-ms"), header("retry-after"), header("date"), clock.wall()),
            body: Vec::new(),
        };
        if answer.status == 200 {
            self.stream(model, response, &mut answer.body, take).await?;
        } else {
            self.error_body(&mut response, &mut answer.body).await;
        }
        Ok(answer)
    }

    async fn stream(
        &self,
        model: &str,
        response: reqwest::Response,
        body: &mut Vec<u8>,
        take: &mut dyn FnMut(&[u8]) -> Appetite,
    ) -> Result<(), LlmError> {
        let TransportSettings { timeouts, most_bytes, .. } = self.settings;
        let mut pump = Pump::start(response, model, timeouts, most_bytes);
        loop {
            let (bytes, ended) = pump.spoonful().await;
            body.extend_from_slice(&bytes);
            if !bytes.is_empty() && take(&bytes) == Appetite::Enough {
                if ended.is_none() {
                    // Reading to the end lets the connection be used again.
                    let _ = tokio::time::timeout(GRACE, pump.end()).await;
                }
                return Ok(());
            }
            if let Some(ended) = ended {
                return ended;
            }
        }
    }

    /// Reads as much of an error's body as comes; a fault here changes nothing.
    async fn error_body(&self, response: &mut reqwest::Response, body: &mut Vec<u8>) {
        let read = async {
            while let Ok(Some(chunk)) = response.chunk().await {
                body.extend_from_slice(&chunk);
                if body.len() > MOST_ERROR_BYTES {
                    body.truncate(MOST_ERROR_BYTES);
                    return;
                }
            }
        };
        let _ = tokio::time::timeout(self.settings.timeouts.idle, read).await;
    }
}

async fn in_time<T>(model: &str, phase: Phase, limit: Duration, work: impl Future<Output = T>) -> Result<T, LlmError> {
    tokio::time::timeout(limit, work).await.map_err(|_| timeout(model, phase, limit))
}

fn timeout(model: &str, phase: Phase, limit: Duration) -> LlmError {
    let what = match phase {
        Phase::Connect => "no connection",
        Phase::FirstByte => "no first byte of an answer",
        Phase::Idle => "the answer stopped coming",
        Phase::Total => "no whole answer",
    };
    let fault = Fault::new(FaultKind::Timeout(phase), format!("{what} within {} s", limit.as_secs_f64()));
    LlmError::fault(model, fault)
}

fn bad_proxy() -> LlmError {
    LlmError::setup(Problem::Proxy, "the proxy's address cannot be used", "write it as http://HOST:PORT")
}

fn header_map(headers: &[(&'static str, String)]) -> Result<HeaderMap, LlmError> {
    let mut map = HeaderMap::new();
    map.insert("content-type", HeaderValue::from_static("application/json"));
    for (name, value) in headers {
        let mut value = HeaderValue::from_str(value).map_err(|_| {
            let hint = "set the variable again, without line breaks or other invisible characters";
            LlmError::setup(Problem::KeyRefused, "the key has characters that no key has", hint)
        })?;
        value.set_sensitive(true);
        map.insert(HeaderName::from_static(name), value);
    }
    Ok(map)
}
