//! What the connection's errors mean: what may be over the next time, and what somebody has to change first.

use super::{TransportSettings, timeout};
use crate::error::{Fault, FaultKind, LlmError, Phase, Problem};
use std::error::Error;
use std::io;

/// An error before the answer's head was there.
pub(super) fn sending(model: &str, error: reqwest::Error, settings: &TransportSettings) -> LlmError {
    let error = error.without_url();
    if error.is_connect() && error.is_timeout() {
        return timeout(model, Phase::Connect, settings.timeouts.connect);
    }
    if error.is_builder() {
        let hint = "write base_url as http://HOST:PORT or https://HOST, with the path the server wants";
        return LlmError::setup(Problem::Address, format!("{model}: base_url is no address"), hint);
    }
    let text = chain(&error);
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if has(&["invalidcontenttype", "corrupt message"]) {
        let what = format!("{model}: the server does not speak TLS");
        return LlmError::setup(Problem::Tls, what, "write http:// instead of https:// in base_url, if that is meant");
    }
    if has(&["certificate", "unknownissuer", "tls handshake"]) {
        let what = format!("{model}: no secure connection: {text}");
        let hint = "check the host in base_url; if the certificate is your own, name its file in SSL_CERT_FILE";
        return LlmError::setup(Problem::Tls, what, hint);
    }
    if settings.proxy.is_some() && has(&["proxy", "tunnel"]) {
        let what = format!("{model}: the proxy refuses: {text}");
        return LlmError::setup(Problem::Proxy, what, "check the proxy's address and whether it wants a password");
    }
    if !error.is_connect() {
        return reading(model, &error);
    }
    let through = if settings.proxy.is_some() { " through the proxy" } else { "" };
    let what = match io_kind(&error) {
        Some(io::ErrorKind::ConnectionRefused) => format!("nobody answers at base_url{through} (connection refused)"),
        _ if has(&["dns", "lookup"]) => format!("the host in base_url is not known{through}"),
        _ => format!("no connection{through}: {text}"),
    };
    LlmError::fault(model, Fault::new(FaultKind::Connect, what))
}

/// An error within the answer.
pub(super) fn reading(model: &str, error: &reqwest::Error) -> LlmError {
    let text = chain(error);
    let malformed =
        ["invalid http", "invalid chunk", "parse error", "invalid content-length", "invalid header", "too large"];
    let fault = if malformed.iter().any(|word| text.contains(word)) {
        Fault::new(FaultKind::Malformed, format!("the answer is not HTTP: {text}"))
    } else {
        Fault::new(FaultKind::Truncated, format!("the answer broke off: {text}"))
    };
    LlmError::fault(model, fault)
}

/// The innermost causes, which say most; never the address, which may hold what is private.
fn chain(error: &reqwest::Error) -> String {
    let mut text = String::new();
    let mut source = error.source();
    while let Some(cause) = source {
        text = cause.to_string();
        let named = format!("{cause:?}").to_ascii_lowercase();
        for word in ["invalidcontenttype", "unknownissuer", "certificate", "dns", "tunnel", "proxy"] {
            if named.contains(word) && !text.to_ascii_lowercase().contains(word) {
                text = format!("{text} ({word})");
            }
        }
        source = cause.source();
    }
    if text.is_empty() { error.to_string() } else { text }.to_ascii_lowercase()
}

fn io_kind(error: &reqwest::Error) -> Option<io::ErrorKind> {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(io) = cause.downcast_ref::<io::Error>() {
            return Some(io.kind());
        }
        source = cause.source();
    }
    None
}
