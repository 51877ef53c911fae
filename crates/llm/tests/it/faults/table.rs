//! The table of faults.

use crate::support::KEY;
use std::time::Duration;
use tribunal_faults::{Canned, End, Format, Framing, Head, Script, Step};

/// One fault and what has to come of it.
pub struct Row {
    pub name: &'static str,
    /// What the requests get, one after the other; the last repeats.
    pub scripts: Box<dyn Fn(Format) -> Vec<Script> + Send + Sync>,
    pub expected: &'static str,
    pub requests: usize,
    /// Some wait runs out, so waits are short.
    pub hangs: bool,
    only: Option<Format>,
}

impl Row {
    pub fn applies(&self, format: Format) -> bool {
        self.only.is_none_or(|only| only == format)
    }

    fn hanging(mut self) -> Self {
        self.hangs = true;
        self
    }

    fn only(mut self, format: Format) -> Self {
        self.only = Some(format);
        self
    }
}

const GOOD: &str = "ok: Hello, you there.";

fn canned() -> Canned {
    Canned::text("Hello, you there.")
}

fn good(format: Format) -> Script {
    Script::stream(format, &canned())
}

fn row(
    name: &'static str,
    expected: &'static str,
    requests: usize,
    script: impl Fn(Format) -> Script + Send + Sync + 'static,
) -> Row {
    Row { name, scripts: Box::new(move |format| vec![script(format)]), expected, requests, hangs: false, only: None }
}

/// The fault once, then a good reply.
fn once(name: &'static str, script: impl Fn(Format) -> Script + Send + Sync + 'static) -> Row {
    let scripts = Box::new(move |format| vec![script(format), good(format)]);
    Row { name, scripts, expected: GOOD, requests: 2, hangs: false, only: None }
}

fn status(status: u16, kind: &'static str, message: &'static str) -> impl Fn(Format) -> Script + Send + Sync {
    move |format| Script::json(status, &format.error_body(kind, message))
}

fn html(status: u16) -> Script {
    Head::new(status).header("content-type", "text/html").text("<!DOCTYPE html><html><body>Sign in</body></html>")
}

/// A reply with its events as text changed.
fn edited(format: Format, edit: impl Fn(String) -> String) -> Script {
    edited_from(format, &canned(), edit)
}

fn edited_from(format: Format, canned: &Canned, edit: impl Fn(String) -> String) -> Script {
    let text = |event: Vec<u8>| edit(String::from_utf8(event).expect("events are text")).into_bytes();
    Script::events(format, &format.events(canned).into_iter().map(text).collect::<Vec<_>>())
}

/// A reply whose list of events is changed.
fn rearranged(format: Format, change: impl Fn(&mut Vec<Vec<u8>>)) -> Script {
    let mut events = format.events(&canned());
    change(&mut events);
    Script::events(format, &events)
}

/// What closes a reply is missing, and the connection ends as if all was well.
fn without_end(format: Format) -> Script {
    rearranged(format, |events| {
        events.pop();
    })
}

fn with_error(format: Format, kind: &str, message: &str) -> Script {
    rearranged(format, |events| events.insert(3, format.error_event(kind, message)))
}

fn whole(format: Format, framing: Framing) -> Script {
    Head::new(200).header("content-type", format.content_type()).body(framing, &format.events(&canned()))
}

pub fn rows() -> Vec<Row> {
    let mut rows = vec![row("a good reply", GOOD, 1, good)];
    rows.extend(statuses());
    rows.extend(refusals());
    rows.extend(connections());
    rows.extend(bodies());
    rows.extend(contents());
    rows.extend(endings());
    rows.extend(of_one_format());
    rows
}

fn statuses() -> Vec<Row> {
    vec![
        once("408 once", status(408, "timeout", "slow")),
        once("409 once", status(409, "conflict", "busy")),
        once("425 once", status(425, "early", "too early")),
        once("429 once", status(429, "rate_limit_error", "slow down")),
        once("500 once", status(500, "server_error", "oops")),
        once("502 once", status(502, "bad_gateway", "oops")),
        once("503 once", status(503, "unavailable", "loading model")),
        once("504 once", status(504, "timeout", "oops")),
        once("529 once", status(529, "overloaded_error", "overloaded")),
        row("429 for ever", "fault Status(429)", 4, status(429, "rate_limit_error", "slow down")),
        row("500 for ever", "fault Status(500)", 4, status(500, "server_error", "oops")),
        row("529 for ever", "fault Status(529)", 4, status(529, "overloaded_error", "overloaded")),
        row("501 is not retried", "fault Status(501)", 1, status(501, "x", "never")),
        row("520 is not retried", "fault Status(520)", 1, status(520, "x", "odd")),
        row("400", "rejected", 1, status(400, "invalid_request_error", "temperature is bad")),
        row("406", "rejected", 1, status(406, "x", "no")),
        row("410", "rejected", 1, status(410, "x", "gone")),
        row("415", "rejected", 1, status(415, "x", "no")),
        row("418", "rejected", 1, status(418, "x", "teapot")),
        row("422", "rejected", 1, status(422, "x", "unprocessable")),
        row("451", "rejected", 1, status(451, "x", "law")),
        row("500 with an empty body", "fault Status(500)", 4, |_| Head::new(500).text("")),
        row("500 with a body that is cut", "fault Status(500)", 4, |_| {
            Head::new(500).body(Framing::Claimed(9_999), &[b"{\"error\":".to_vec()])
        }),
        row("204", "fault Malformed", 4, |_| {
            Script::raw(b"HTTP/1.1 204 No\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
        }),
        row("202", "fault Malformed", 4, |_| Script::json(202, "{}")),
    ]
}

fn refusals() -> Vec<Row> {
    let long = "This model's maximum context length is 4096 tokens";
    vec![
        row("a wrong key", "setup KeyRefused", 1, |format| {
            let message = format!("Incorrect API key provided: {KEY}");
            Script::json(401, &format.error_body("invalid_api_key", &message))
        }),
        row("a key without rights", "setup KeyRefused", 1, status(403, "permission_error", "not for you")),
        row("a web page that refuses", "setup Address", 1, |_| html(403)),
        row("a model that does not exist", "setup Model", 1, status(404, "model_not_found", "model 'x' not found")),
        row("a wrong path", "setup Address", 1, |_| Head::new(404).text("404 page not found")),
        row("a web page that is not found", "setup Address", 1, |_| html(404)),
        row("a wrong method", "setup Address", 1, |_| Head::new(405).text("")),
        row("a proxy that wants a password", "setup Proxy", 1, |_| Head::new(407).text("")),
        row("a redirect", "setup Address", 1, |_| Head::new(302).header("location", "http://127.0.0.1:1/").text("")),
        row("a lasting redirect", "setup Address", 1, |_| {
            Head::new(308).header("location", "http://127.0.0.1:1/").text("")
        }),
        row("no credit", "spend_limit", 1, status(402, "billing", "pay first")),
        row("a quota that is used up", "spend_limit", 1, status(429, "insufficient_quota", "insufficient_quota: pay")),
        row("a credit balance that is too low", "spend_limit", 1, status(400, "x", "Your credit balance is too low")),
        row("a window that is too small", "window", 1, status(400, "context_length_exceeded", long)),
        row("a body that is too large", "window", 1, status(413, "x", "prompt is too long")),
        row("a filter before the model", "refused", 1, status(400, "content_filter", "content_filter")),
        row("an error with the key in it", "fault Status(500)", 4, |format| {
            Script::json(500, &format.error_body("server_error", &format!("header x-api-key: {KEY} is odd")))
        }),
    ]
}

fn connections() -> Vec<Row> {
    let millisecond = Duration::from_millis(1);
    vec![
        once("a connection that closes at once", |format| good(format).cut(0)),
        once("a head that is cut", |format| good(format).cut(20)),
        once("a body that is cut", |format| good(format).cut(good(format).len() / 2)),
        once("a last chunk that is missing", |format| good(format).cut(good(format).len() / 4 * 3)),
        once("a reset instead of a head", |format| good(format).reset_at(0)),
        once("a reset within the body", |format| good(format).reset_at(good(format).len() / 2)),
        row("a body that is always cut", "fault Truncated", 4, |format| good(format).cut(good(format).len() / 2)),
        row("a connection that always closes", "fault Truncated", 4, |format| good(format).cut(0)),
        once("no head in time", |format| good(format).hang_at(0)).hanging(),
        once("no body in time", |format| good(format).hang_at(100)).hanging(),
        once("a body that stops coming", |format| good(format).hang_at(good(format).len() / 2)).hanging(),
        row("a body that always stops", "fault Timeout(Idle)", 4, |format| {
            good(format).hang_at(good(format).len() / 2)
        })
        .hanging(),
        row("a server that never answers", "fault Timeout(FirstByte)", 4, |format| good(format).hang_at(0)).hanging(),
        row("a slow drip", GOOD, 1, move |format| good(format).drip(9, millisecond)),
        row("a slow start", GOOD, 1, |format| good(format).after(Duration::from_millis(50))),
        row("a server that keeps the line open at the end", GOOD, 1, |format| {
            good(format).cut(good(format).len() - 5).then(Step::Hang)
        }),
    ]
}

fn bodies() -> Vec<Row> {
    vec![
        row("a body until the connection ends", GOOD, 1, |format| whole(format, Framing::UntilClose)),
        row("a body with its length", GOOD, 1, |format| whole(format, Framing::Length)),
        once("a body until the connection ends, cut", |format| {
            let script = whole(format, Framing::UntilClose);
            let half = script.len() / 2;
            script.cut(half)
        }),
        row("a length that is too short", "fault Truncated", 4, |format| whole(format, Framing::Claimed(150))),
        row("a length of nothing", "fault Empty", 4, |format| whole(format, Framing::Claimed(0))),
        row("no bytes at all", "fault Empty", 4, |format| Script::events(format, &[])),
        row("bytes that are no HTTP", "fault Malformed", 4, |_| Script::raw(b"\x15\x03\x03\x00\x02\x02\x46\r\n\r\n")),
        row("another protocol", "fault Malformed", 4, |_| Script::raw(b"SSH-2.0-OpenSSH_9.9\r\n\r\n")),
        row("chunks of no size", "fault Malformed", 4, |_| {
            Script::raw(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n")
        }),
        row("two lengths", "fault Malformed", 4, |_| {
            Script::raw(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 7\r\n\r\nhello")
        }),
        row("a head without end", "fault Malformed", 4, |_| {
            Script::raw(b"HTTP/1.1 200 OK\r\n")
                .then(Step::Repeat(b"x-filler: 0123456789012345678901234567890123456789\r\n".to_vec(), 20_000))
        }),
        row("a web page", "setup Address", 1, |_| html(200)),
        once("a web page with 502", |_| html(502)),
        row("plain text", "fault Malformed", 4, |_| Head::new(200).text("It works!\n")),
        row("an error with a good status", "fault Told", 4, |format| {
            Script::json(200, &format.error_body("server_error", "internal"))
        }),
        row("a reply of 100 MB", "fault TooLarge", 1, |format| {
            let filler = vec![b' '; 1 << 16];
            let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {}\r\n\r\n", format.content_type());
            Script::raw(head.as_bytes()).then(Step::Repeat(filler, 1_600))
        }),
    ]
}

fn contents() -> Vec<Row> {
    vec![
        once("bytes that are not UTF-8", |format| {
            rearranged(format, |events| events.insert(2, b"data: \xff\xfe\n\n".to_vec()))
        }),
        once("an event that is no JSON", |format| {
            rearranged(format, |events| events.insert(2, b"data: {\"a\":\n\n".to_vec()))
        }),
        once("an event that is a list", |format| edited(format, |event| event.replacen('{', "[", 1))),
        once("garbage between events", |format| {
            rearranged(format, |events| events.insert(2, b"\x00\x01\x02 what\n\n".to_vec()))
        }),
        row("line ends of Windows", GOOD, 1, |format| edited(format, |event| event.replace('\n', "\r\n"))),
        row("empty lines between events", GOOD, 1, |format| edited(format, |event| format!("\n{event}\n"))),
        once("an overload in the stream", |format| with_error(format, "overloaded_error", "Overloaded")),
        once("a limit in the stream", |format| with_error(format, "rate_limit_error", "slow down")),
        row("an overload in every stream", "fault Told", 4, |format| {
            with_error(format, "overloaded_error", "Overloaded")
        }),
        row("a quota used up in the stream", "spend_limit", 1, |format| {
            with_error(format, "insufficient_quota", "insufficient_quota: pay")
        }),
        row("a prompt too long in the stream", "window", 1, |format| {
            with_error(format, "x", "the request exceeds the available context size")
        }),
        row("a key refused in the stream", "setup KeyRefused", 1, |format| {
            with_error(format, "authentication_error", &format!("invalid x-api-key {KEY}"))
        }),
        row("a key echoed in the text", "ok: [REDACTED:api-key]", 1, |format| {
            edited_from(format, &Canned::text("secret."), |event| event.replace("secret.", KEY))
        }),
    ]
}

fn endings() -> Vec<Row> {
    vec![
        row("no last event, cleanly closed", "fault Truncated", 4, without_end),
        once("no last event once", without_end),
        row("only the last event", "fault Truncated", 4, |format| {
            let last = format.events(&canned()).pop().expect("events");
            let text = String::from_utf8(last).expect("text");
            Script::events(format, &[text.as_bytes()[..text.len() / 2].to_vec()])
        }),
        row("an answer cut by length", "length", 1, |format| Script::stream(format, &canned().ending(End::Length))),
        row("a refusal", "refused", 1, |format| Script::stream(format, &canned().ending(End::Filtered))),
        row("a call of a tool", "no_text", 1, |format| Script::stream(format, &canned().ending(End::ToolCall))),
        row("an answer without text", "no_text", 1, |format| Script::stream(format, &Canned::text(""))),
        row("an answer of white space", "no_text", 1, |format| Script::stream(format, &Canned::text(" \n "))),
        row("an unknown reason to stop", "fault Malformed", 4, |format| {
            edited(format, |event| {
                let event =
                    event.replace("\"end_turn\"", "\"moon\"").replace("_reason\":\"stop\"", "_reason\":\"moon\"");
                event.replace("\"incomplete_details\":null", "\"incomplete_details\":{\"reason\":\"moon\"}")
            })
        }),
        row("two replies in one", GOOD, 1, |format| {
            rearranged(format, |events| events.extend(format.events(&Canned::text("More."))))
        }),
        row("noise after the end", GOOD, 1, |format| {
            rearranged(format, |events| events.push(b"\xff\xff noise\n\n".to_vec()))
        }),
    ]
}

fn of_one_format() -> Vec<Row> {
    let (chat, responses) = (Format::Chat, Format::Responses);
    let (anthropic, ollama) = (Format::Anthropic, Format::Ollama);
    let gone = "{\"error\":\"model \\\"x\\\" not found, try pulling it first\"}";
    let failed = |code: &str| {
        format!(
            "event: response.failed\ndata: {{\"type\":\"response.failed\",\"response\":{{\"error\":{{\"code\":\"{code}\",\"message\":\"m\"}}}}}}\n\n"
        )
    };
    let ends_with = move |format: Format, event: String| {
        rearranged(format, move |events| *events.last_mut().expect("events") = event.clone().into_bytes())
    };
    let (server_error, no_quota) = (failed("server_error"), failed("insufficient_quota"));
    vec![
        row("choices that are empty", "fault Truncated", 4, |_| {
            Script::events(Format::Chat, &[b"data: {\"choices\":[]}\n\ndata: [DONE]\n\n".to_vec()])
        })
        .only(chat),
        row("choices that are missing", "fault Malformed", 4, |_| {
            Script::events(Format::Chat, &[b"data: {\"object\":\"list\"}\n\ndata: [DONE]\n\n".to_vec()])
        })
        .only(chat),
        row("a generation that was aborted", "fault Truncated", 4, |format| {
            edited(format, |event| event.replace("\"finish_reason\":\"stop\"", "\"finish_reason\":\"abort\""))
        })
        .only(chat),
        row("text after the end of the text", "fault Malformed", 4, |format| {
            rearranged(format, |events| {
                let text = events[2].clone();
                events.insert(5, text);
            })
        })
        .only(chat),
        row("comments that keep the line alive", GOOD, 1, |format| {
            edited(format, |event| format!(": ping\n\n{event}"))
        })
        .only(chat),
        row("a response that failed", "fault Told", 4, move |format| ends_with(format, server_error.clone()))
            .only(responses),
        row("a response that failed for money", "spend_limit", 1, move |format| ends_with(format, no_quota.clone()))
            .only(responses),
        row("a response stopped by the filter", "refused", 1, |format| {
            edited_from(format, &canned().ending(End::Length), |event| {
                event.replace("max_output_tokens", "content_filter")
            })
        })
        .only(responses),
        row("events that come twice", GOOD, 1, |format| edited(format, |event| format!("{event}{event}")))
            .only(responses),
        row("events that are missing", "fault Malformed", 4, |format| {
            rearranged(format, |events| {
                events.remove(4);
            })
        })
        .only(responses),
        row("pieces that are not the text", "fault Malformed", 4, |format| {
            edited(format, |event| event.replace("\"text\":\"Hello", "\"text\":\"Hullo"))
        })
        .only(responses),
        row("a message that starts twice", "fault Malformed", 4, |format| {
            rearranged(format, |events| {
                let start = events[0].clone();
                events.insert(1, start);
            })
        })
        .only(anthropic),
        row("a message without start", "fault Malformed", 4, |format| {
            rearranged(format, |events| {
                events.remove(0);
            })
        })
        .only(anthropic),
        row("a block that never ends", "fault Malformed", 4, |format| {
            rearranged(format, |events| events.retain(|event| !event.starts_with(b"event: content_block_stop")))
        })
        .only(anthropic),
        row("a message that stops without reason", "fault Malformed", 4, |format| {
            rearranged(format, |events| events.retain(|event| !event.starts_with(b"event: message_delta")))
        })
        .only(anthropic),
        row("a model that is not pulled", "setup Model", 1, move |_| Script::json(404, gone)).only(ollama),
        row("a model that was only loaded", "fault Malformed", 4, |format| {
            edited(format, |event| event.replace("\"stop\"", "\"load\""))
        })
        .only(ollama),
        row("lines about something else", "fault Malformed", 4, |format| {
            Script::events(format, &[b"{\"status\":\"pulling\"}\n".to_vec()])
        })
        .only(ollama),
        row("a last line without its end", "fault Truncated", 4, |format| {
            Script::events(format, &[b"{\"message\":{\"content\":\"x\"},\"done\":true}".to_vec()])
        })
        .only(ollama),
    ]
}
