//! What holds of every pack: the same bytes whatever the order of input and the number of threads.

use crate::support::Place;

const ARTIFACTS: [&str; 8] = [
    "txt",
    "changed.files.txt",
    "related.files.txt",
    "omitted.files.txt",
    "related.omitted.files.txt",
    "related.selection.tsv",
    "targets.tsv",
    "report.json",
];

/// A small project whose files were written in an order of their own.
fn project(order: &mut Shuffle) -> Place {
    let mut files: Vec<(String, String)> = (0..24)
        .map(|at| {
            let (next, folder) = ((at * 7 + 3) % 24, ["shop", "core", "tests"][at % 3]);
            let path = if folder == "tests" { format!("tests/test_m{at}.py") } else { format!("{folder}/m{at}.py") };
            let used = ["shop", "core"][next % 2];
            (path, format!("from {used}.m{next} import total_{next}\n\ndef total_{at}(cart):\n    return total_{next}(cart) + {at}\n"))
        })
        .collect();
    order.shuffle(&mut files);
    let place = Place::repository();
    files.iter().for_each(|(path, text)| place.write(path, text));
    place.commit("all");
    place.write("shop/m0.py", "def total_0(cart):\n    return cart.sum\n");
    place.commit("change the total of the cart");
    place
}

/// A fixed sequence of choices (a linear congruential generator).
struct Shuffle(u64);

impl Shuffle {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        (1..list.len()).rev().for_each(|at| list.swap(at, self.next(at + 1)));
    }
}

/// Everything a run writes, without what the clock decides.
fn artifacts(place: &Place, args: &[&str]) -> Vec<String> {
    let out = place.root().join("../artifacts");
    let out = out.to_str().expect("a plain path");
    let ran = place.run(&[&["pack", "--budget", "900", "--out", out], args].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let read = |name: &&str| std::fs::read_to_string(format!("{out}/pr-context.{name}")).expect("an artifact");
    let mut texts: Vec<String> = ARTIFACTS.iter().map(read).collect();
    let mut report: serde_json::Value = serde_json::from_str(&texts[7]).expect("JSON");
    report["timing"] = serde_json::Value::Null;
    texts[7] = report.to_string();
    texts
}

#[test]
fn twenty_runs_over_shuffled_input_and_one_or_two_threads_give_the_same_bytes() {
    let mut order = Shuffle(7);
    let mut first: Option<[Vec<String>; 2]> = None;
    for run in 0..20 {
        let place = project(&mut order).variable("TRIBUNAL_INDEX_JOBS", ["1", "2"][run % 2]);
        let mut seeds = ["shop/m0.py", "core/m1.py", "shop/m3.py"];
        order.shuffle(&mut seeds);
        let task = ["--task", "the cart's total", "--seed", seeds[0], "--seed", seeds[1], "--seed", seeds[2]];
        let found = [artifacts(&place, &task), artifacts(&place, &["--base", "HEAD~1"])];
        match &first {
            Some(first) => assert_eq!(*first, found, "run {run}"),
            None => first = Some(found),
        }
    }
}
