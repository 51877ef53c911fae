//! What holds of every pack, over random repositories, requests and budgets; and what the stages log.

use crate::bench_repo::BenchRepo;
use proptest::prelude::*;
use tribunal_domain::{RepoPath, file_id};
use tribunal_engine::index::Silent;
use tribunal_engine::pack::{
    Budget, Candidate, CloseTests, Entrance, FileView, Judgement, Judges, Level, Omission, Pack, PrecisionJudge,
    Relevance, Request, ScopeDecision, ScopeJudge, ScopeRules, Vocabulary, decisions, pack, pack_judged, record,
};
use tribunal_engine::repository::Repository;
use tribunal_store::{FileMetadata, Raw, StateDir, Update};

const NAMES: [&str; 8] =
    ["src/a.py", "src/b.py", "tests/test_a.py", "lib/ü \"q\".ts", "x/y/z.rs", "n.md", ".env", "k.go"];
const WORDS: &str = "(cart|total|price|def f\\(\\):|    return 1|class A:|```|~~~~|ü|\\t| |/|//|\\r|\u{2028}|'AKIAZZZZ4QWERTY7UIOP'|\\n){0,80}";

fn made(files: &[(usize, String)]) -> BenchRepo {
    let repo = BenchRepo::new();
    for (name, text) in files {
        repo.write(NAMES[*name], text);
    }
    repo.commit();
    if let Some((name, text)) = files.first() {
        repo.write(NAMES[*name], &format!("{text}\nchanged\n"));
    }
    repo.commit();
    repo.index(2);
    repo
}

fn request(entrance: usize, seed: usize, text: &str) -> Request {
    let entrance = match entrance {
        0 => Entrance::Diff { base: Some("HEAD~1".to_owned()), about: text.to_owned() },
        1 => Entrance::task(text.to_owned()),
        _ => Entrance::Task {
            text: text.to_owned(),
            seeds: vec![RepoPath::new(NAMES[seed]).unwrap()],
            plan: Vec::new(),
            symbols: Vec::new(),
        },
    };
    let close_tests = if seed.is_multiple_of(2) { CloseTests::Reserved } else { CloseTests::AsRanked };
    Request { entrance, close_tests, ..Request::default() }
}

/// The pack's own count, counted again from its text alone.
fn holds(pack: &Pack, budget: usize, vocabulary: Vocabulary) -> Result<(), TestCaseError> {
    prop_assert!(pack.tokens <= budget, "{} of {budget}", pack.tokens);
    prop_assert_eq!(vocabulary.count(&pack.text), pack.tokens);
    prop_assert_eq!(pack.failure.is_some(), pack.text.is_empty());
    let mut paths: Vec<_> = pack.files.iter().map(|shown| shown.candidate.path.clone()).collect();
    paths.extend(pack.omitted.iter().map(|candidate| candidate.path.clone()));
    let all = paths.len();
    paths.sort();
    paths.dedup();
    prop_assert_eq!(paths.len(), all, "a file is in the pack or left out, never both");
    prop_assert!(pack.omitted.iter().all(|candidate| candidate.omitted.is_some()));
    prop_assert!(pack.files.iter().all(|shown| shown.candidate.omitted.is_none()));
    prop_assert!(!pack.text.contains("AKIAZZZZ4QWERTY7UIOP"));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 40, ..ProptestConfig::default() })]
    #[test]
    fn no_pack_is_over_its_budget_by_a_token(
        files in proptest::collection::vec((0..NAMES.len(), WORDS), 1..6),
        text in WORDS,
        entrance in 0..3_usize,
        seed in 0..NAMES.len(),
        budgets in proptest::collection::vec(prop_oneof![0..40_usize, 40..400_usize, Just(1_000_000_000)], 4),
        exact in any::<bool>(),
    ) {
        let repo = made(&files);
        let repository = Repository::discover(&repo.root()).unwrap();
        let vocabulary = if exact { Vocabulary::O200k } else { Vocabulary::Cl100k };
        for budget in budgets {
            let made = pack(&repository, &request(entrance, seed, &text), Budget::of(budget), vocabulary, &Silent);
            holds(&made.unwrap(), budget, vocabulary)?;
        }
    }
}

fn shop() -> (BenchRepo, Repository) {
    let repo = BenchRepo::new();
    let long: String = (0..60).map(|at| format!("def helper_{at}():\n    return {at}\n\n\n")).collect();
    repo.write(
        "shop/cart.py",
        &format!("import os\n\n\nclass Cart:\n    def total(self):\n        return 1\n\n\n{long}"),
    );
    repo.write("shop/orders.py", "from shop.cart import Cart\n\n\ndef order():\n    return Cart().total()\n");
    repo.write("weather.py", "def umbrella():\n    return True\n");
    repo.commit();
    repo.index(2);
    let repository = Repository::discover(&repo.root()).unwrap();
    (repo, repository)
}

fn task(text: &str) -> Request {
    Request { entrance: Entrance::task(text.to_owned()), ..Request::default() }
}

#[test]
fn every_decision_is_logged_with_its_reason() {
    let (repo, repository) = shop();
    let made = pack(&repository, &task("Cart.total is wrong"), Budget::of(500), Vocabulary::O200k, &Silent).unwrap();
    let rows = decisions(&made);
    let scope: Vec<_> = rows.iter().filter(|row| row.stage == "scope").collect();
    assert!(scope.iter().any(|row| row.path.to_string() == "shop/cart.py" && row.decision == "included"), "{rows:?}");
    let level = |name: &str| {
        let found = rows.iter().find(|row| row.stage == "precision" && row.symbol.as_deref() == Some(name));
        found.map(|row| (row.decision.as_str(), row.reason.as_str()))
    };
    assert_eq!(level("Cart.total"), Some(("primary", "the request names it")));
    assert_eq!(level("Cart"), Some(("primary", "words of the task")));
    assert_eq!(level("helper_59").map(|(level, _)| level), Some("excluded"));
    assert!(rows.iter().all(|row| row.task_id == made.task_id && !row.decision.is_empty()), "{rows:?}");
    let state = StateDir::create(&repo.root()).unwrap();
    record(&state, &made, "2026-01-01T00:00:00Z").unwrap();
    record(&state, &made, "2026-01-01T00:00:01Z").unwrap();
    let kept = Raw::open(&state).unwrap().raw.retrieval_decisions(&made.task_id).unwrap();
    assert_eq!(kept, [rows.clone(), rows].concat(), "appended, never replaced");
}

/// Judges as a model would: one file out, one symbol whole.
struct Opinion;

impl ScopeJudge for Opinion {
    fn judge(&self, _task: &str, candidates: &[&Candidate]) -> Vec<ScopeDecision> {
        let decide = |candidate: &&Candidate| {
            let out = candidate.path.to_string().starts_with("weather");
            let relevance = if out { Relevance::Irrelevant } else { Relevance::Relevant };
            ScopeDecision { relevance, reason: "an opinion".to_owned() }
        };
        candidates.iter().map(decide).collect()
    }
}

impl PrecisionJudge for Opinion {
    fn judge(&self, file: &FileView<'_>) -> Vec<Judgement> {
        let decide = |piece| {
            let wanted = file.symbol(piece).as_deref() == Some("helper_59");
            let (level, worth) = if wanted { (Level::Primary, 1.0) } else { (Level::Excluded, 0.0) };
            Judgement { level, worth, reason: "an opinion".to_owned() }
        };
        (0..file.len()).map(decide).collect()
    }
}

#[test]
fn somebody_else_may_judge_files_and_symbols() {
    let (_repo, repository) = shop();
    let request = task("umbrella for the Cart");
    let judges = Judges { scope: &Opinion, precision: Some(&Opinion) };
    let made = pack_judged(&repository, &request, Budget::of(500), Vocabulary::O200k, judges, &Silent).unwrap();
    let weather = made.omitted.iter().find(|candidate| candidate.path.to_string() == "weather.py").unwrap();
    assert_eq!((weather.omitted, weather.reason.as_str()), (Some(Omission::Irrelevant), "an opinion"));
    assert!(made.text.contains("def helper_59"), "{}", made.text);
    assert!(!made.text.contains("def helper_3("), "{}", made.text);
    let by_rules = Judges { scope: &ScopeRules, precision: None };
    let ruled = pack_judged(&repository, &request, Budget::of(500), Vocabulary::O200k, by_rules, &Silent).unwrap();
    assert_eq!(
        ruled,
        Pack {
            timing: ruled.timing.clone(),
            ..pack(&repository, &request, Budget::of(500), Vocabulary::O200k, &Silent).unwrap()
        }
    );
}

#[test]
fn a_warm_pack_counts_only_what_changed() {
    let (repo, repository) = shop();
    let run = |budget| pack(&repository, &task("cart"), Budget::of(budget), Vocabulary::O200k, &Silent).unwrap();
    let counts = || repo.curated().token_counts("o200k").unwrap();
    assert!(counts().is_empty());
    let first = run(5_000);
    assert_eq!(counts().len(), 3);
    let poisoned: Vec<_> = counts().into_keys().map(|hash| (hash, 70_000)).collect();
    repo.curated().put_token_counts("o200k", &poisoned).unwrap();
    repo.write("weather.py", "def umbrella():\n    return False\n");
    repo.index(2);
    run(30);
    let known: Vec<u32> = counts().into_values().filter(|count| *count != 70_000).collect();
    assert_eq!(known.len(), 1, "the one that changed was counted, the others were believed");
    assert!(first.files.iter().all(|shown| shown.candidate.tokens.is_some()));
}

#[test]
fn what_a_model_wrote_of_a_file_brings_it_in() {
    let (repo, repository) = shop();
    let request = task("precipitation");
    let run = || pack(&repository, &request, Budget::of(5_000), Vocabulary::O200k, &Silent).unwrap();
    assert!(!run().enriched);
    let metadata = FileMetadata {
        purpose: "Says whether precipitation is likely.".to_owned(),
        module: "weather".to_owned(),
        domain: "weather".to_owned(),
        concepts: vec!["precipitation".to_owned()],
        public_api_surface: Vec::new(),
        complexity_notes: String::new(),
        prompt_version: "1".to_owned(),
    };
    let (curated, state) = (repo.curated(), StateDir::create(&repo.root()).unwrap());
    let lock = state.lock_index(&mut || {}).unwrap();
    let mut update = Update::begin(&curated, &lock).unwrap();
    let weather = file_id(&RepoPath::new("weather.py").unwrap());
    update.writer().put_file_metadata(weather, &metadata).unwrap();
    update.commit().unwrap();
    drop((curated, lock));
    let made = run();
    assert!(made.enriched);
    let found = made.files.iter().find(|shown| shown.candidate.path.to_string() == "weather.py").unwrap();
    assert_eq!((found.candidate.scope, found.candidate.weight), (4, 55));
}
