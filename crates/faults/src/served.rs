//! A server with one model that answers by what is asked of it: words, a value by a schema, a call of a tool, and what it
//! says of itself.

use crate::format::{Canned, End, Format};
use crate::script::Script;
use crate::server::{FaultServer, Received};
use serde_json::{Value, json};

/// Where a server tells how much its model can read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// Nowhere.
    Silent,
    /// `/api/show`, as Ollama does.
    Show(u64),
    /// `/props` at the root, as llama.cpp does.
    Props(u64),
    /// A field of the list of models, as vLLM does.
    Listed(u64),
}

/// What a server and its model can do.
#[derive(Debug, Clone, Copy)]
pub struct Served {
    /// What it speaks.
    pub format: Format,
    /// What it tells of itself.
    pub about: About,
    /// How a request with a tool ends; nothing if it is refused.
    pub tools: Option<End>,
}

impl Served {
    /// A server that can do everything.
    pub fn able(format: Format, about: About) -> Self {
        Self { format, about, tools: Some(End::ToolCall) }
    }

    /// Starts it.
    pub fn start(self) -> FaultServer {
        FaultServer::answering(move |received, _| self.answer(received))
    }

    fn answer(self, received: &Received) -> Script {
        let chat = ["/api/chat", "/chat/completions", "/responses", "/v1/messages"];
        if received.method == "POST" && chat.iter().any(|path| received.path.ends_with(path)) {
            return self.chat(&received.json());
        }
        match (self.about, received.method.as_str(), received.path.as_str()) {
            (About::Show(window), "POST", "/api/show") => {
                let facts = json!({"general.architecture": "tiny", "tiny.context_length": window});
                Script::json(200, &json!({"model_info": facts}).to_string())
            }
            (About::Props(window), "GET", "/props") => {
                Script::json(200, &json!({"default_generation_settings": {"n_ctx": window}}).to_string())
            }
            (About::Listed(window), "GET", path) if path.ends_with("/models") => {
                let models = json!([{"id": "other", "max_model_len": 1}, {"id": "scripted", "max_model_len": window}]);
                Script::json(200, &json!({"object": "list", "data": models}).to_string())
            }
            _ => Script::json(404, &self.format.error_body("not_found_error", "no such page")),
        }
    }

    fn chat(self, asked: &Value) -> Script {
        let offered = asked["tools"][0].to_string().contains("\"look\"");
        let forced = asked.to_string().contains("\"ok\"");
        match self.tools {
            Some(end) if offered => Script::stream(self.format, &Canned::text("").ending(end)),
            None if offered => {
                Script::json(400, &self.format.error_body("invalid_request_error", "it does not support tools"))
            }
            _ if forced => Script::stream(self.format, &Canned::text("{\"ok\": true}")),
            _ => Script::stream(self.format, &Canned::text("ok")),
        }
    }
}
