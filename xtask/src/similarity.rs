//! `cargo xtask similarity`: how the scorers of texts rank pairs, against how people rank them.

use anyhow::{Context, Result};
use serde_json::Value;
use std::path::Path;
use tribunal_text::embedding::{cosine, embed};
use tribunal_text::similarity::{characters, words};

type Scorer = fn(&str, &str) -> f64;

const SCORERS: [(&str, Scorer); 3] = [
    ("char", characters),
    ("jaccard", |one, other| words(one, other).similarity),
    ("embedding", |one, other| cosine(&embed(one), &embed(other))),
];

/// Prints Spearman's correlation of each scorer with the rows' scores.
pub fn run(file: &Path) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let rows = text.lines().map(|line| row(line).context("a row needs a, b and score")).collect::<Result<Vec<_>>>()?;
    let wanted: Vec<f64> = rows.iter().map(|row| row.score).collect();
    println!("{} rows", rows.len());
    for (name, scorer) in SCORERS {
        let found: Vec<f64> = rows.iter().map(|row| scorer(&row.one, &row.other)).collect();
        println!("{name:<10} {:.4}", spearman(&found, &wanted));
    }
    subjects(&rows);
    Ok(())
}

/// How many pairs the embedder takes for two subjects, by what people gave them: where a rewrite has drifted.
fn subjects(rows: &[Row]) {
    let cosines: Vec<(f64, f64)> = rows.iter().map(|row| (row.score, SCORERS[2].1(&row.one, &row.other))).collect();
    for (name, from, to) in [("0 to 1", 0.0, 1.0), ("3 to 5", 3.0, 5.0), ("4 to 5", 4.0, 5.0)] {
        let band: Vec<f64> =
            cosines.iter().filter(|(score, _)| (from..=to).contains(score)).map(|(_, cosine)| *cosine).collect();
        let share = |bound: f64| {
            band.iter().filter(|cosine| **cosine < bound).count() as f64 * 100.0 / band.len().max(1) as f64
        };
        let shares = [0.15, 0.2, 0.25, 0.3, 0.35, 0.4].map(|bound| format!("{bound}: {:.1} %", share(bound)));
        println!("score {name}, embedding below {}", shares.join(", "));
    }
}

struct Row {
    one: String,
    other: String,
    score: f64,
}

fn row(line: &str) -> Option<Row> {
    let row: Value = serde_json::from_str(line).ok()?;
    let text = |key: &str| row[key].as_str().map(str::to_owned);
    Some(Row { one: text("a")?, other: text("b")?, score: row["score"].as_f64()? })
}

/// Pearson's correlation of the ranks.
fn spearman(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 - 1.0) / 2.0;
    let product = |one: &[f64], other: &[f64]| -> f64 {
        one.iter().zip(other).map(|(one, other)| (one - mean) * (other - mean)).sum()
    };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

/// The place of each value in their order; equal values share the middle of their places.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|one, other| values[*one].total_cmp(&values[*other]));
    let mut ranks = vec![0.0; values.len()];
    let mut place = 0;
    for same in order.chunk_by(|one, other| values[*one] == values[*other]) {
        let middle = place as f64 + (same.len() as f64 - 1.0) / 2.0;
        same.iter().for_each(|at| ranks[*at] = middle);
        place += same.len();
    }
    ranks
}
