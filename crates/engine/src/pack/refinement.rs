//! Asking again: what a first pack lacked, with evidence, becomes part of the same request.
//!
//! A request for "more context" is refused: without a file, a symbol, a test or an error there is nothing to look for.

use super::{Entrance, Request};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tribunal_domain::RepoPath;

/// What an attempt found missing in its context.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RefinementRequest {
    /// Why it is asked, in words.
    pub reason: String,
    /// Paths that were needed.
    pub missing_files: Vec<String>,
    /// Definitions that were needed, as `name` or `Class.name`.
    pub missing_symbols: Vec<String>,
    /// Tests that were needed, by path or by name.
    pub missing_tests: Vec<String>,
    /// Errors that could not be explained, as they were printed.
    pub error_signatures: Vec<String>,
}

/// Why a request is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RefinementError {
    /// It names nothing.
    #[error("it names no missing file, symbol or test and no error")]
    NoEvidence,
    /// There is no task it could belong to.
    #[error("only the context of a task can be asked for again")]
    NotATask,
    /// It is no such document.
    #[error("it is no refinement request: {0}")]
    Malformed(String),
}

impl RefinementRequest {
    /// Reads one from JSON.
    pub fn read(text: &str) -> Result<Self, RefinementError> {
        serde_json::from_str(text).map_err(|error| RefinementError::Malformed(error.to_string()))
    }

    /// Whether anything concrete is missing.
    fn has_evidence(&self) -> bool {
        let lists = [&self.missing_files, &self.missing_symbols, &self.missing_tests, &self.error_signatures];
        lists.iter().any(|list| list.iter().any(|item| !item.trim().is_empty()))
    }
}

/// The request that also covers what was missing: files and tests are seeds, symbols are shown whole, errors are words.
pub fn refined(request: &Request, asked: &RefinementRequest) -> Result<Request, RefinementError> {
    if !asked.has_evidence() {
        return Err(RefinementError::NoEvidence);
    }
    let mut request = request.clone();
    let Entrance::Task { text, seeds, symbols, .. } = &mut request.entrance else {
        return Err(RefinementError::NotATask);
    };
    for named in asked.missing_files.iter().chain(&asked.missing_tests) {
        match RepoPath::new(named.trim()) {
            // Without a slash or an ending it is the name of a test, not of a file.
            Ok(path) if named.contains(['/', '.']) => seeds.push(path),
            _ => symbols.push(named.trim().to_owned()),
        }
    }
    symbols.extend(asked.missing_symbols.iter().map(|symbol| symbol.trim().to_owned()));
    symbols.retain(|symbol| !symbol.is_empty());
    for error in &asked.error_signatures {
        text.push('\n');
        text.push_str(error.trim());
    }
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::{RefinementError, RefinementRequest, refined};
    use crate::pack::{Entrance, Request};

    fn request(entrance: Entrance) -> Request {
        Request { entrance, ..Request::default() }
    }

    fn task() -> Request {
        request(Entrance::task("fix the cart".to_owned()))
    }

    #[test]
    fn what_names_nothing_is_refused() {
        let vague = RefinementRequest::read(r#"{"reason": "needs more context", "missing_files": ["  "]}"#);
        assert_eq!(refined(&task(), &vague.expect("JSON")).err(), Some(RefinementError::NoEvidence));
        let concrete = RefinementRequest { missing_files: vec!["a.py".to_owned()], ..RefinementRequest::default() };
        let diff = request(Entrance::default());
        assert_eq!(refined(&diff, &concrete).err(), Some(RefinementError::NotATask));
        assert!(matches!(RefinementRequest::read("{\"more\": 1}"), Err(RefinementError::Malformed(_))));
    }

    #[test]
    fn evidence_becomes_seeds_symbols_and_words() {
        let asked = RefinementRequest {
            reason: "the total is computed elsewhere".to_owned(),
            missing_files: vec!["shop/price.py".to_owned()],
            missing_symbols: vec!["Cart.total".to_owned()],
            missing_tests: vec!["tests/test_cart.py".to_owned(), "test_total".to_owned()],
            error_signatures: vec!["KeyError: 'price'".to_owned()],
        };
        let Entrance::Task { text, seeds, symbols, .. } = refined(&task(), &asked).expect("evidence").entrance else {
            panic!("it stays a task");
        };
        assert_eq!(text, "fix the cart\nKeyError: 'price'");
        assert_eq!(seeds.iter().map(ToString::to_string).collect::<Vec<_>>(), ["shop/price.py", "tests/test_cart.py"]);
        assert_eq!(symbols, ["test_total", "Cart.total"]);
    }
}
