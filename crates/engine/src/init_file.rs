//! The text of a first `tribunal.toml`: what was found about the project, each key with its doc line and reason.

use crate::config::key;
use crate::detect::{Guess, Survey};
use crate::init_models::example;

const HEAD: &str = "\
# Tribunal's configuration for this repository. Only what differs from the defaults stands here:
# `tribunal config` shows every key with its value and origin, `tribunal init --schema` the JSON schema.
";

/// The commented file; keys that keep their default are left to `tribunal config`.
pub fn init_file(survey: &Survey) -> String {
    let kind = survey.kind.as_ref().map(|guess| Guess::new(guess.value.name(), guess.reason.clone()));
    [
        HEAD.to_owned(),
        "[project]".to_owned(),
        value("project.kind", kind.as_ref(), r#""library""#),
        value("project.test_command", survey.test_command.as_ref(), r#""make test""#),
        value("project.entries", None, r#"["scripts/*.py", "src/app.ts:start"]"#),
        "[index]".to_owned(),
        value("index.exclude", None, r#"["vendor/**", "**/*.min.js"]"#),
        example(),
    ]
    .join("\n")
    .trim_end()
    .to_owned()
        + "\n"
}

/// A key with the value that was found, or as a comment with an example.
fn value(path: &str, guess: Option<&Guess<String>>, example: &str) -> String {
    let key = key(path).expect("the file names keys of the table");
    match guess {
        Some(Guess { value, reason }) => {
            let value = toml::Value::from(value.as_str());
            format!("# {}\n# Found: {}\n{} = {value}\n", key.doc, reason.replace(char::is_control, " "), key.name)
        }
        None => format!("# {}\n# {} = {example}\n", key.doc, key.name),
    }
}
