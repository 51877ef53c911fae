//! A document read item by item: a list of findings, an object with a list `findings`, or SARIF with its `runs`.

use super::sarif::{self, Run};
use super::{ImportError, Imported, invalid, item};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Deserializer as Json, Value};
use std::fmt;

/// Visits every item. Gives what is wrong with the document, if it breaks off after some items.
pub fn visit(bytes: &[u8], root: Option<&str>, imported: &mut Imported) -> Result<Option<String>, ImportError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    // The first pass finds out what it is and, for SARIF, what its results refer to.
    let mut runs = Vec::new();
    let mut first = Json::from_slice(bytes);
    let mut kind = None;
    let shape = Shape { kind: &mut kind, runs: &mut runs };
    let shaped = shape.deserialize(&mut first);
    let kind = kind.ok_or_else(|| match shaped {
        Err(error) => ImportError::NotJson(error.to_string()),
        Ok(()) => ImportError::Unknown("neither a list, nor an object with `findings` or `runs`".to_owned()),
    })?;
    for run in &runs {
        imported.tools.extend(run.tool.clone());
    }
    let mut second = Json::from_slice(bytes);
    let mut walk = Walk { imported, runs, root, run: 0 };
    let walked = Document { kind, walk: &mut walk }.deserialize(&mut second);
    let ended = walked.and_then(|()| second.end());
    Ok(ended.err().map(|error| error.to_string()))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    List,
    Findings,
    Sarif,
}

/// What is told of the items.
struct Walk<'i> {
    imported: &'i mut Imported,
    runs: Vec<Run>,
    root: Option<&'i str>,
    run: usize,
}

impl Walk<'_> {
    fn take(&mut self, raw: &RawValue, kind: Kind) {
        let index = self.imported.items.len();
        let read = match serde_json::from_str::<Value>(raw.get()) {
            Err(error) => invalid(index, "item", &format!("cannot be read: {error}"), "unknown"),
            Ok(value) if kind == Kind::Sarif => {
                let none = Run::default();
                sarif::read(index, &value, self.runs.get(self.run).unwrap_or(&none), self.root)
            }
            Ok(value) => item(index, &value),
        };
        self.imported.items.push(read);
    }
}

/// The first pass.
struct Shape<'s> {
    kind: &'s mut Option<Kind>,
    runs: &'s mut Vec<Run>,
}

impl<'de> DeserializeSeed<'de> for Shape<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Shape<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of findings or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        *self.kind = Some(Kind::List);
        // The second pass reads it; a document that breaks off does so there.
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "findings" => {
                    *self.kind = Some(Kind::Findings);
                    map.next_value::<IgnoredAny>()?;
                }
                "runs" => {
                    *self.kind = Some(Kind::Sarif);
                    map.next_value_seed(Runs(self.runs))?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// What the runs of a SARIF document refer to, without their results.
struct Runs<'s>(&'s mut Vec<Run>);

impl<'de> DeserializeSeed<'de> for Runs<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Runs<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of runs")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(run) = seq.next_element_seed(OneRun)? {
            self.0.push(run);
        }
        Ok(())
    }
}

struct OneRun;

impl<'de> DeserializeSeed<'de> for OneRun {
    type Value = Run;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Run, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for OneRun {
    type Value = Run;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a run")
    }

    fn visit_unit<E>(self) -> Result<Run, E> {
        Ok(Run::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Run, A::Error> {
        let mut run = Run::default();
        while let Some(key) = map.next_key::<String>()? {
            if ["tool", "artifacts", "originalUriBaseIds"].contains(&key.as_str()) {
                run.learn(&key, &map.next_value::<Value>()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(run)
    }
}

/// The second pass.
struct Document<'w, 'i> {
    kind: Kind,
    walk: &'w mut Walk<'i>,
}

impl<'de> DeserializeSeed<'de> for Document<'_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Document<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of findings or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<(), A::Error> {
        Items { kind: self.kind, walk: self.walk }.visit_seq(seq)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match (self.kind, key.as_str()) {
                (Kind::Findings, "findings") => map.next_value_seed(Items { kind: self.kind, walk: self.walk })?,
                (Kind::Sarif, "runs") => map.next_value_seed(Results { level: Level::Runs, walk: self.walk })?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// A list of items.
struct Items<'w, 'i> {
    kind: Kind,
    walk: &'w mut Walk<'i>,
}

impl<'de> DeserializeSeed<'de> for Items<'_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Items<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of findings")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(raw) = seq.next_element::<&RawValue>()? {
            self.walk.take(raw, self.kind);
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Runs,
    Run,
}

/// The results of every run.
struct Results<'w, 'i> {
    level: Level,
    walk: &'w mut Walk<'i>,
}

impl<'de> DeserializeSeed<'de> for Results<'_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Results<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("runs with results")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        if self.level == Level::Run {
            return Err(serde::de::Error::custom("a run should be an object, and is a list"));
        }
        while seq.next_element_seed(Results { level: Level::Run, walk: self.walk })?.is_some() {
            self.walk.run += 1;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if self.level == Level::Run && key == "results" {
                map.next_value_seed(Items { kind: Kind::Sarif, walk: self.walk })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}
