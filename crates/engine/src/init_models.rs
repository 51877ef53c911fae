//! The first `[models]` of a user: a section that works for one provider, and the example in a repository's file.

use crate::config::{ConfigFile, Sources, key, load};
use tribunal_llm::Provider;

/// A provider that can be set up by its name alone.
struct Offered {
    provider: Provider,
    /// A model that most users of it have or can get; another one is named behind a slash.
    model: &'static str,
    /// Where the provider's default would leave little room for context.
    window: Option<u32>,
}

const OFFERED: [Offered; 5] = [
    Offered { provider: Provider::Ollama, model: "qwen3", window: Some(16_384) },
    // A server with one model answers to any name.
    Offered { provider: Provider::OpenaiCompat, model: "default", window: Some(16_384) },
    Offered { provider: Provider::Openai, model: "gpt-5", window: None },
    Offered { provider: Provider::Anthropic, model: "claude-sonnet-4-5", window: None },
    Offered { provider: Provider::ClaudeCode, model: "sonnet", window: None },
];

/// The roles that every stage falls back to.
const ROLES: [&str; 2] = ["coding", "reasoning"];

/// Who is to be asked, as typed: `ollama` or `ollama/qwen3:8b`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    provider: Provider,
    model: String,
    window: Option<u32>,
}

impl Choice {
    /// Reads `PROVIDER` or `PROVIDER/MODEL`, or says what would be right.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, model) = text.split_once('/').map_or((text, None), |(name, model)| (name, Some(model)));
        let offered = OFFERED.iter().find(|offered| offered.provider.name() == name).ok_or_else(|| {
            let names = OFFERED.iter().map(|offered| offered.provider.name()).collect::<Vec<_>>().join(", ");
            format!("expected one of {names}, with or without a model: `ollama/qwen3`")
        })?;
        let model = model.unwrap_or(offered.model).trim();
        if model.is_empty() {
            return Err("there is no model behind the slash".to_owned());
        }
        Ok(Self { provider: offered.provider, model: model.to_owned(), window: offered.window })
    }

    /// How it is called in messages.
    pub fn title(&self) -> String {
        format!("{}/{}", self.provider.name(), self.model)
    }

    /// The variable that has to hold a key before it can be asked.
    pub fn key_variable(&self) -> Option<&'static str> {
        self.provider.default_key()
    }

    /// The section, one table per role, each key with its doc line in the first.
    pub fn section(&self) -> String {
        let mut text =
            String::from("# Written by `tribunal init --models`; `tribunal doctor --models` says what of it works.\n");
        for (number, role) in ROLES.iter().enumerate() {
            text.push_str(&format!("[models.{role}]\n"));
            for (name, value) in self.keys() {
                let doc = key(&format!("models.{role}.{name}")).expect("the section names keys of the table").doc;
                let doc = if number == 0 { format!("# {doc}\n") } else { String::new() };
                text.push_str(&format!("{doc}{name} = {value}\n"));
            }
            text.push('\n');
        }
        text.trim_end().to_owned() + "\n"
    }

    fn keys(&self) -> Vec<(&'static str, toml::Value)> {
        let mut keys = vec![("provider", self.provider.name().into()), ("model", self.model.as_str().into())];
        keys.extend(self.provider.default_url().map(|url| ("base_url", url.into())));
        keys.extend(self.window.map(|window| ("context_window", i64::from(window).into())));
        keys
    }
}

/// The example of a repository's file, all of it as comments.
pub fn example() -> String {
    let choice = Choice::parse("ollama").expect("it is offered");
    let keys = choice.keys().into_iter().map(|(name, value)| format!("# {name} = {value}\n")).collect::<String>();
    format!(
        "# Models are optional, and each user's choice: `tribunal init --models ollama` writes them into the user's own\n\
         # file. In this one they have an effect only after `tribunal trust`.\n# [models.reasoning]\n{keys}"
    )
}

/// The user's file with the section at its end, or the place of models that it has already.
pub fn extended(file: Option<&ConfigFile>, choice: &Choice) -> Result<String, String> {
    let before = file.map(|file| String::from_utf8_lossy(&file.bytes).trim_end().to_owned()).unwrap_or_default();
    let settings = load(&Sources { user: file.cloned(), ..Sources::default() });
    let taken = settings.ok().and_then(|settings| {
        let is_taken = |name: &str| ROLES.iter().any(|role| name.starts_with(&format!("models.{role}.")));
        settings.settings.into_iter().find(|setting| is_taken(&setting.key))
    });
    match taken {
        Some(setting) => Err(setting.place),
        None if before.is_empty() => Ok(choice.section()),
        None => Ok(format!("{before}\n\n{}", choice.section())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn file(text: &str) -> ConfigFile {
        ConfigFile { name: "config.toml".to_owned(), bytes: text.as_bytes().to_vec() }
    }

    fn loaded(text: &str) -> Config {
        load(&Sources { user: Some(file(text)), ..Sources::default() }).expect("a good file").config
    }

    fn is_configured(config: &Config) -> bool {
        config.models.coding.model.is_some() && config.models.reasoning.model.is_some()
    }

    #[test]
    fn every_offered_provider_gives_a_file_that_is_understood() {
        for offered in OFFERED {
            let name = offered.provider.name();
            let config = loaded(&Choice::parse(name).expect(name).section());
            assert!(is_configured(&config), "{name}");
            assert_eq!(config.models.reasoning.provider.as_deref(), Some(name));
        }
        let named = Choice::parse("openai_compat/Qwen/Qwen3-8B").expect("a model with a slash");
        assert_eq!(loaded(&named.section()).models.coding.model.as_deref(), Some("Qwen/Qwen3-8B"));
        for wrong in ["", "olama", "replay", "remote_api", "ollama/", "ollama/ "] {
            assert!(Choice::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_keeps_what_it_has_and_its_own_models() {
        let choice = Choice::parse("ollama").expect("it is offered");
        let text = extended(Some(&file("# mine\n[index]\njobs = 2\n")), &choice).expect("there is room");
        assert!(text.starts_with("# mine\n[index]\njobs = 2\n\n# Written by"), "{text}");
        assert!(is_configured(&loaded(&text)) && loaded(&text).index.jobs == 2);
        assert_eq!(extended(Some(&file(&text)), &choice), Err("config.toml:8".to_owned()));
    }

    #[test]
    fn the_example_is_valid_when_its_comments_are_taken_away() {
        let text: String =
            example().lines().skip(2).map(|line| line.trim_start_matches("# ").to_owned() + "\n").collect();
        assert_eq!(loaded(&text).models.reasoning.model.as_deref(), Some("qwen3"));
    }
}
