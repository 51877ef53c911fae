//! A request as the stages see it: which files it starts from, which are gone, which words speak of it.

use super::changes::{Changed, Changes};
use super::decisions::task_id;
use super::recall::Role;
use super::task::{Task, analyse};
use super::{Entrance, Request};
use tribunal_domain::{ChangeKind, RepoPath};

/// A request with its change worked out and its words read.
pub(super) struct Question {
    pub text: String,
    pub task: Task,
    pub starts: Vec<RepoPath>,
    pub plan: Vec<RepoPath>,
    pub symbols: Vec<String>,
    pub gone: Vec<RepoPath>,
    pub role: Role,
    pub id: String,
}

impl Question {
    pub(super) fn of(request: &Request, changes: Option<&Changes>) -> Self {
        match (&request.entrance, changes) {
            (Entrance::Task { text, seeds, plan, symbols }, _) => {
                let mut parts: Vec<&[u8]> = seeds.iter().chain(plan).map(RepoPath::as_bytes).collect();
                parts.extend(symbols.iter().map(String::as_bytes));
                // In whatever order files are named, it is the same question.
                parts.sort_unstable();
                parts.push(text.as_bytes());
                Self {
                    text: text.clone(),
                    task: analyse(text),
                    starts: seeds.clone(),
                    plan: plan.clone(),
                    symbols: symbols.clone(),
                    gone: Vec::new(),
                    role: Role::Seed,
                    id: task_id(&parts),
                }
            }
            (Entrance::Diff { about, .. }, Some(changes)) => Self::of_change(changes, about),
            (Entrance::Diff { .. }, None) => unreachable!("a change was compared before it is asked about"),
        }
    }

    fn of_change(changes: &Changes, about: &str) -> Self {
        let (base, head) = (changes.base.map(|base| base.to_string()), changes.head.to_string());
        let deleted = |file: &&Changed| file.change.kind == ChangeKind::Deleted;
        let mut gone: Vec<RepoPath> =
            changes.files.iter().filter(deleted).map(|file| file.change.path.clone()).collect();
        gone.extend(changes.files.iter().filter_map(|file| file.change.old_path.clone()));
        Self {
            text: format!("{about}\n{}", changes.words()).trim_start().to_owned(),
            task: analyse(about),
            starts: changes.files.iter().map(|file| file.change.path.clone()).collect(),
            plan: Vec::new(),
            symbols: Vec::new(),
            gone,
            role: Role::Changed,
            id: task_id(&[base.unwrap_or_default().as_bytes(), head.as_bytes(), about.as_bytes()]),
        }
    }
}
