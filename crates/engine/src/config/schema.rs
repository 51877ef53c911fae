//! The JSON schema of a configuration file: derived from the types, narrowed by the table's domains.

use super::models::{MODELS, OVERRIDES, ROWS};
use super::{Config, Domain, KEYS};
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// The schema of `tribunal.toml`.
pub fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = Value::from(settings.into_generator().into_root_schema_for::<Config>());
    for key in KEYS.iter() {
        narrow(&mut schema, &key.pointer().replace('/', "/properties/"), key.domain);
    }
    for row in ROWS {
        let entry = format!("/properties/{MODELS}/properties/{OVERRIDES}/additionalProperties/properties");
        narrow(&mut schema, &format!("{entry}/{}", row.name), row.domain);
    }
    schema["title"] = Value::from("tribunal.toml");
    schema["description"] = Value::from("Tribunal's configuration of a repository or a user.");
    schema
}

/// Writes what a domain admits into the schema of a key.
fn narrow(schema: &mut Value, pointer: &str, domain: Domain) {
    let place = schema.pointer_mut(pointer).and_then(Value::as_object_mut);
    let place = place.expect("the schema is derived from the table");
    // A key that is absent in the file is written as null in the effective configuration, never in a file.
    place.retain(|name, value| !(name == "default" && value.is_null()) && name != "format");
    if let (Domain::Decimal { .. }, Some(Value::String(text))) = (domain, place.get("default")) {
        let number = text.parse::<f64>().map_or(Value::Null, Value::from);
        place.insert("default".to_owned(), number);
    }
    if let Value::Object(limits) = domain.schema() {
        if limits.contains_key("enum") {
            place.remove("oneOf");
        }
        place.extend(limits);
    }
}
