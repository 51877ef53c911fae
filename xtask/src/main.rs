//! Tasks of the developers, run as `cargo xtask TASK`.

mod bench;
mod draw;
mod fabricate;
mod guard;
mod llm;
mod real;
mod relocate;
mod sample;
mod similarity;

use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::Command;

const USAGE: &str = "known tasks:
  docs                                   writes docs/commands.md from the program's help, and docs/schemas
  sample REPO LANGUAGE COUNT SEED        draws uses that were called resolved, for judging by hand
  bench REPO FILE [--vulture]            the tool and its peers on a checkout; FILE gets one more line and is put back
  bench-review REPO FILE                 a review beside vulture, lizard and jscpd; the base in the checkout is made anew
  bench-growth REPO                      what a review of five parts of a checkout costs, by lines
  bench-many COUNT                       a review of so many small files, made in a temporary folder
  bench-verify REPO COUNT                the trial of so many findings about a checkout
  bench-pack REPO TASK                   a pack at 128,000 tokens beside repomix
  draw SEED COUNT NAME=FINDINGS.json…    draws findings of every axis, for judging by hand
  fabricate SEED COUNT REPO…             true claims about real code and the same made false, tried; at most COUNT of each
                                         kind and language
  guard COUNT SEED FILE…                 minimal and harmless edits of prose and code, and what the cascade says of them
  llm                                    what a model call costs here, and 64 streams at once
  real [reports]                         real components, installed into target/real: a model server end to end, and
                                         the readers of reports (a validator of SARIF, a browser)
  relocate SEED COUNT REPO…              findings with wrong lines and in renamed files, and how many are put right
  similarity FILE.jsonl                  how the scorers of texts agree with people; a row has a, b and score";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["docs"] => docs(),
        ["sample", repo, language, count, seed] => {
            let (count, seed) = (count.parse().context("COUNT")?, seed.parse().context("SEED")?);
            sample::run(&PathBuf::from(repo), language, count, seed)
        }
        ["bench", repo, file, more @ ..] => {
            bench::index::run(&PathBuf::from(repo), &PathBuf::from(file), more.contains(&"--vulture"))
        }
        ["bench-review", repo, file] => bench::review::run(&PathBuf::from(repo), &PathBuf::from(file)),
        ["bench-growth", repo] => bench::growth::run(&PathBuf::from(repo)),
        ["bench-many", count] => bench::many::run(count.parse().context("COUNT")?),
        ["bench-verify", repo, count] => bench::verify::run(&PathBuf::from(repo), count.parse().context("COUNT")?),
        ["bench-pack", repo, task] => bench::pack::run(&PathBuf::from(repo), task),
        ["draw", seed, count, reviews @ ..] => draw::run(seed, count.parse().context("COUNT")?, reviews),
        ["guard", count, seed, files @ ..] => {
            let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
            guard::run(count.parse().context("COUNT")?, seed.parse().context("SEED")?, &files)
        }
        ["fabricate", seed, count, repositories @ ..] => {
            let (seed, count) = (seed.parse().context("SEED")?, count.parse().context("COUNT")?);
            fabricate::run(seed, count, repositories)
        }
        ["llm"] => llm::run(),
        ["llm-measure"] => llm::measure(),
        ["llm-server"] => llm::serve(),
        ["real"] => real::run(),
        ["real", "reports"] => real::reports(),
        ["real-run"] => real::run_checks(),
        ["relocate", seed, count, repositories @ ..] => {
            relocate::run(seed.parse().context("SEED")?, count.parse().context("COUNT")?, repositories)
        }
        ["similarity", file] => similarity::run(&PathBuf::from(file)),
        _ => bail!("{USAGE}"),
    }
}

/// The tests that compare pages and schemas write them when asked to.
fn docs() -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let test = ["test", "--quiet", "--package", "tribunal", "--test", "it", "up_to_date"];
    let status = Command::new(cargo).args(test).env("UPDATE_DOCS", "1").status()?;
    if !status.success() {
        bail!("the pages could not be written");
    }
    Ok(())
}
