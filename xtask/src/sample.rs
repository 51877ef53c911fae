//! `cargo xtask sample`: uses that were called resolved, drawn with a seed, for judging by hand.

use anyhow::{Context, Result, bail};
use std::path::Path;
use tribunal_domain::{Language, Outcome, SymbolId};
use tribunal_store::{Curated, FactsKey, KnowledgeBase, Opened, StateDir};

/// Prints `count` resolved uses of `language` in the indexed repository at `root`, tab-separated.
pub fn run(root: &Path, language: &str, count: usize, seed: u64) -> Result<()> {
    let language = Language::from_name(language).context("unknown language")?;
    let state = StateDir::open(root)?.context("no knowledge base; run `tribunal index` there first")?;
    let Opened::Ready(curated) = Curated::open_read_only(&state)? else { bail!("the knowledge base is not usable") };
    let mut uses = resolved_uses(&curated, language)?;
    shuffle(&mut uses, seed);
    let base = KnowledgeBase::new(&curated);
    println!("use\tname\trole\tdefinition\tsymbol\tline");
    for found in uses.iter().take(count) {
        let target = match base.symbol(found.target)? {
            Some(symbol) => format!("{}:{}\t{}", symbol.path, symbol.line, symbol.qualified_name),
            None => match base.file(found.target)? {
                Some(file) => format!("{}:1\t(file)", file.path),
                None => "?\t?".to_owned(),
            },
        };
        let text = std::fs::read_to_string(root.join(&found.path)).unwrap_or_default();
        let line = text.lines().nth(found.line as usize - 1).unwrap_or_default().trim();
        println!("{}:{}:{}\t{}\t{}\t{target}\t{line}", found.path, found.line, found.column, found.name, found.role);
    }
    Ok(())
}

struct Use {
    path: String,
    line: u32,
    column: u32,
    name: String,
    role: &'static str,
    target: SymbolId,
}

fn resolved_uses(curated: &Curated, language: Language) -> Result<Vec<Use>> {
    let mut uses = Vec::new();
    let extractor_version = curated.extractor_version()?;
    for row in curated.file_rows()?.into_iter().filter(|row| row.language == Some(language)) {
        let key = FactsKey { content_hash: row.content_hash, language, extractor_version };
        let (Some(facts), Some(resolution)) = (curated.facts(&key)?, curated.resolution(row.id)?) else { continue };
        for (reference, outcome) in facts.references.iter().zip(&resolution.references) {
            if let Outcome::Resolved(target) = outcome {
                uses.push(Use {
                    path: row.path.to_string(),
                    line: reference.position.line,
                    column: reference.position.column,
                    name: facts.text(reference.name).to_owned(),
                    role: reference.role.name(),
                    target: *target,
                });
            }
        }
    }
    uses.sort_by(|one, two| (&one.path, one.line, one.column).cmp(&(&two.path, two.line, two.column)));
    Ok(uses)
}

/// A fixed generator, so that a seed means the same draw everywhere.
fn shuffle(uses: &mut [Use], seed: u64) {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    for at in (1..uses.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        uses.swap(at, (state >> 33) as usize % (at + 1));
    }
}
