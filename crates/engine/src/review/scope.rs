//! Which files, axes and rules a review is about, and what it would cost.

use crate::globs::globs;
use globset::GlobSet;
use tribunal_axes::{rule, rules};
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Axis, Word};
use tribunal_text::nearest;

/// A name that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {thing} `{name}`")]
pub struct ScopeError {
    /// What it should be.
    pub thing: &'static str,
    /// As it was written.
    pub name: String,
    /// The nearest that is one.
    pub nearest: Option<String>,
}

/// What is wanted.
#[derive(Debug, Clone)]
pub struct Selection {
    /// The axes, in their order.
    pub axes: Vec<Axis>,
    rules: Vec<String>,
    paths: Option<GlobSet>,
    left_out: GlobSet,
}

impl Selection {
    /// Everything but what the configuration leaves out.
    pub fn new(exclude: &[String]) -> Self {
        Self { axes: Axis::ALL.to_vec(), rules: Vec::new(), paths: None, left_out: globs(exclude) }
    }

    /// Only these axes, if any are named.
    pub fn with_axes(mut self, names: &[String]) -> Result<Self, ScopeError> {
        if names.is_empty() {
            return Ok(self);
        }
        let known = || Axis::ALL.iter().map(|axis| axis.name());
        let mut axes = Vec::new();
        for name in names {
            let written = name.trim().to_ascii_lowercase().replace('-', "_");
            let axis = Axis::from_name(&written).ok_or_else(|| unknown("axis", name, known()))?;
            axes.push(axis);
        }
        axes.sort_unstable();
        axes.dedup();
        self.axes = axes;
        Ok(self)
    }

    /// Only these rules, if any are named; their axes follow.
    pub fn with_rules(mut self, names: &[String]) -> Result<Self, ScopeError> {
        for name in names {
            let known = || rules().map(|rule| rule.name);
            let rule = rule(name.trim()).ok_or_else(|| unknown("rule", name, known()))?;
            self.rules.push(rule.name.to_owned());
        }
        if !names.is_empty() {
            let wanted = |axis: &Axis| self.rules.iter().filter_map(|name| rule(name)).any(|rule| rule.axis == *axis);
            self.axes.retain(wanted);
        }
        Ok(self)
    }

    /// Only files that one of these globs or paths fits, if any are named; a folder stands for all below it. Says which of
    /// them is no glob.
    pub fn with_paths(mut self, paths: &[String]) -> Result<Self, ScopeError> {
        let wrong = paths.iter().find(|path| globset::Glob::new(path).is_err());
        if let Some(path) = wrong {
            return Err(ScopeError { thing: "glob", name: path.clone(), nearest: None });
        }
        if !paths.is_empty() {
            let below = paths.iter().flat_map(|path| {
                let path = path.trim_end_matches('/').trim_start_matches("./");
                [path.to_owned(), format!("{path}/**")]
            });
            self.paths = Some(globs(&below.collect::<Vec<_>>()));
        }
        Ok(self)
    }

    /// Whether some file is named by the paths; so it is if there are none.
    pub fn names_any<'p>(&self, mut files: impl Iterator<Item = &'p RepoPath>) -> bool {
        self.paths.as_ref().is_none_or(|paths| files.any(|path| paths.is_match(path.to_text().as_ref())))
    }

    /// Whether a finding of this rule in this file would be told.
    pub fn covers(&self, rule: &str, path: &RepoPath) -> bool {
        let on_axis = tribunal_axes::rule(rule).is_none_or(|rule| self.axes.contains(&rule.axis));
        on_axis && self.wants_rule(rule) && self.wants_file(path)
    }

    /// Whether everything is wanted.
    pub fn is_whole(&self) -> bool {
        self.axes.len() == Axis::ALL.len() && self.rules.is_empty() && self.paths.is_none()
    }

    /// Whether findings of this rule are wanted.
    pub fn wants_rule(&self, rule: &str) -> bool {
        self.rules.is_empty() || self.rules.iter().any(|name| name == rule)
    }

    /// Whether a file is wanted at all.
    pub fn wants_file(&self, path: &RepoPath) -> bool {
        let text = path.to_text();
        !self.left_out.is_match(text.as_ref()) && self.paths.as_ref().is_none_or(|paths| paths.is_match(text.as_ref()))
    }
}

/// A path as a glob that names it and nothing else.
pub fn literal(path: &str) -> String {
    globset::escape(path)
}

fn unknown(thing: &'static str, name: &str, known: impl Iterator<Item = &'static str>) -> ScopeError {
    let nearest = nearest(name, known).map(str::to_owned);
    ScopeError { thing, name: name.to_owned(), nearest }
}

/// What a review would look at and cost.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Estimate {
    /// Files that are code.
    pub files: usize,
    /// Their lines.
    pub lines: u64,
    /// Files that were changed since they were last looked at.
    pub to_look_at: usize,
    /// Tokens that would be sent to a model; 0 without one.
    pub model_tokens: u64,
    /// Files that would be left out, by reason.
    pub skipped: Vec<(String, usize)>,
}

/// What a review would look at: counted from the knowledge base alone.
pub fn estimate(
    curated: &tribunal_store::Curated,
    selection: &Selection,
) -> Result<Estimate, tribunal_store::StoreError> {
    let rows = curated.file_rows()?;
    let mut seen = rustc_hash::FxHashSet::default();
    let mut count = |hash, language| {
        seen.insert((hash, language));
        false
    };
    curated.visit_observations(tribunal_axes::OBSERVER_VERSION, &mut count, &mut |_, _, _| {})?;
    let is_seen =
        |row: &tribunal_store::FileRecord| row.language.is_some_and(|it| seen.contains(&(row.content_hash, it)));
    let code: Vec<_> = rows
        .iter()
        .filter(|row| row.language.is_some() && row.skipped.is_none() && selection.wants_file(&row.path))
        .collect();
    let mut skipped: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    for row in rows.iter().filter(|row| row.skipped.is_some()) {
        *skipped.entry(row.skipped.clone().unwrap_or_default()).or_default() += 1;
    }
    Ok(Estimate {
        files: code.len(),
        lines: code.iter().map(|row| u64::from(row.lines)).sum(),
        to_look_at: code.iter().filter(|row| !is_seen(row)).count(),
        model_tokens: 0,
        skipped: skipped.into_iter().collect(),
    })
}
