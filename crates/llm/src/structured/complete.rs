//! Asking a model for a value: the request carries the schema, and a reply that cannot be used is asked for once more.

use super::{Recovered, Schema, recover};
use crate::{Cancel, LlmError, Message, Model, Part, Reply, Request, Speaker};
use tribunal_text::secrets::clear;

/// What was asked and answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The value, or why there is none.
    pub recovered: Recovered,
    /// One reply, or two.
    pub replies: Vec<Reply>,
}

/// Asks for a value that is valid by the schema.
///
/// The second question carries the first reply and what was wrong with it, so it is never the same question again.
pub fn complete(model: &dyn Model, request: &Request, schema: &Schema, cancel: &Cancel) -> Result<Answer, LlmError> {
    let mut request = request.clone();
    request.schema = Some(schema.document().clone());
    let first = model.complete(&request, cancel, &mut |_| {})?;
    let mut replies = vec![first.clone()];
    let recovered = recover(&first.text, schema, &mut |again| {
        let said = |speaker, text: &str| Message { speaker, parts: vec![Part::required(clear(b"", text))] };
        request.messages.push(said(Speaker::Assistant, &first.text));
        request.messages.push(said(Speaker::User, again));
        let second = model.complete(&request, cancel, &mut |_| {})?;
        replies.push(second.clone());
        Ok::<_, LlmError>(second.text)
    })?;
    Ok(Answer { recovered, replies })
}
