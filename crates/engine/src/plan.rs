//! A plan: which files a change touches and how. Written by `plan`, read by whoever carries it out.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tribunal_domain::RepoPath;

/// What a plan is about, as far as others read it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The task in the planner's words.
    #[serde(default)]
    pub task_summary: String,
    /// The files that are touched.
    pub affected_files: Vec<AffectedFile>,
}

/// One file of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AffectedFile {
    /// Where it is or will be.
    pub path: String,
    /// What happens to it.
    #[serde(default)]
    pub role: FileRole,
    /// What changes in it.
    #[serde(default)]
    pub changes: Vec<PlannedChange>,
}

/// What happens to a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FileRole {
    /// It is changed.
    #[default]
    Modify,
    /// It is new.
    Create,
    /// It goes.
    Delete,
}

/// One change to a symbol.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlannedChange {
    /// The symbol.
    pub symbol: String,
    /// What is done to it.
    pub action: String,
    /// How.
    pub description: String,
}

/// Why a text is no plan.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlanError {
    /// It does not have the form of one.
    #[error("it is no plan: {0}")]
    Malformed(String),
    /// It names a path that cannot be in a repository.
    #[error("`{path}` is no path of a repository: {reason}")]
    Path {
        /// The path as written.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// The artifact around a plan: who made it and when is of no interest here.
#[derive(Deserialize)]
struct Artifact {
    plan: Plan,
}

impl Plan {
    /// Reads a plan, by itself or in its artifact.
    pub fn read(text: &str) -> Result<Self, PlanError> {
        let malformed = |error: serde_json::Error| PlanError::Malformed(error.to_string());
        let value: serde_json::Value = serde_json::from_str(text).map_err(malformed)?;
        if value.get("plan").is_some() {
            return serde_json::from_value::<Artifact>(value).map(|artifact| artifact.plan).map_err(malformed);
        }
        serde_json::from_value(value).map_err(malformed)
    }

    /// The files that must be there already, in the plan's order.
    pub fn existing_files(&self) -> Result<Vec<RepoPath>, PlanError> {
        let existing = self.affected_files.iter().filter(|file| file.role != FileRole::Create);
        existing
            .map(|file| {
                RepoPath::new(&file.path)
                    .map_err(|error| PlanError::Path { path: file.path.clone(), reason: error.to_string() })
            })
            .collect()
    }

    /// The symbols that change, in the plan's order.
    pub fn symbols(&self) -> Vec<String> {
        let changes = self.affected_files.iter().flat_map(|file| &file.changes);
        changes.map(|change| change.symbol.clone()).filter(|symbol| !symbol.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Plan, PlanError};

    #[test]
    fn a_plan_is_read_by_itself_and_in_its_artifact() {
        let plan = r#"{"task_summary": "t", "affected_files": [
            {"path": "a.py", "role": "modify", "changes": [{"symbol": "A.f", "action": "modify", "description": "d"}]},
            {"path": "new.py", "role": "create"}], "execution_order": ["a.py", "new.py"], "rationale": "r"}"#;
        let alone = Plan::read(plan).expect("a plan");
        let wrapped = Plan::read(&format!(r#"{{"task_id": "x", "plan": {plan}}}"#)).expect("an artifact");
        assert_eq!(alone, wrapped);
        assert_eq!(alone.existing_files().expect("paths").len(), 1);
        assert_eq!(alone.symbols(), ["A.f"]);
    }

    #[test]
    fn what_is_no_plan_says_so() {
        for text in ["", "[]", "{}", r#"{"affected_files": [{"path": "a", "role": "paint"}]}"#] {
            assert!(matches!(Plan::read(text), Err(PlanError::Malformed(_))), "{text}");
        }
        let outside = Plan::read(r#"{"affected_files": [{"path": "../x"}]}"#).expect("a plan");
        assert!(matches!(outside.existing_files(), Err(PlanError::Path { .. })));
    }
}
