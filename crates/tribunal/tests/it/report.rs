//! Reports of a stored review: every format, secrets, hostile code, changed code, streams and disks.

mod egress;
mod formats;
mod schemas;
mod screen;

use crate::support::Place;
use serde_json::Value;
use std::path::Path;
use tribunal_domain::ContentHash;

/// The files of the sample; `report/sample` holds them beside the findings about them.
const FILES: &[&str] = &["README.md", "src/engine.ts", "src/wild.ts", "src/legacy.ts", "src/util/a b.py"];

/// The run in which the sample is kept.
const RUN: &str = "20240101T000000Z";

/// A repository with a review in its newest run.
fn reviewed() -> Place {
    let place = Place::repository();
    for file in FILES {
        place.write(file, &sample(file));
    }
    keep(&place, RUN, &findings(&place));
    place
}

/// The findings of the sample, with the hashes of the files as they are now.
fn findings(place: &Place) -> Value {
    let mut review: Value = serde_json::from_str(&sample("findings.json")).expect("JSON");
    for finding in review["findings"].as_array_mut().expect("findings") {
        let text = place.read(finding["path"].as_str().expect("a path"));
        finding["content_hash"] = ContentHash::of(text.as_bytes()).to_string().into();
    }
    review
}

/// Puts a review where a run leaves it.
fn keep(place: &Place, run: &str, review: &Value) {
    place.write(&format!(".tribunal/runs/{run}/findings.json"), &format!("{review:#}"));
    place.write(&format!(".tribunal/runs/{run}/run.json"), "{\"command\": \"review\", \"verdict\": \"CRITICAL\"}");
}

fn sample(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/report/sample");
    std::fs::read_to_string(folder.join(file)).expect("a file of the sample")
}
