//! `--diff`: what a change touches or breaks, read from commits and not from the working tree.

use super::{json, places, project};

#[test]
fn a_change_is_reviewed_with_what_it_breaks_elsewhere() {
    let place = project();
    // Nothing imports `rate` yet; after the change nothing uses `price` any more, two files away.
    place.write("src/index.ts", "export const total = (n: number) => n;\n");
    place.commit("a simpler total");
    place.write("src/index.ts", "this is not even code ((((\n");
    let found = places(&json(&place, &["--axes", "utility", "--diff", "HEAD~1...HEAD"]));
    assert!(found.iter().any(|place| place == "src/price.ts:1 dead-file"), "{found:?}");
    assert!(!found.iter().any(|place| place.starts_with("tool.py")), "{found:?}");
    assert!(!found.iter().any(|place| place.contains("src/old.ts")), "it was dead before: {found:?}");
}

#[test]
fn the_change_up_to_the_working_tree_has_one_side() {
    let place = project();
    let text = place.read("tool.py").replace("return 0", "return width <= width");
    place.write("tool.py", &text);
    let found = places(&json(&place, &["--axes", "correction", "--diff", "HEAD"]));
    assert_eq!(found, ["tool.py:12 self-comparison"]);
}
