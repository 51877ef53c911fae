//! `tribunal review --coverage`: what a run of the tests executed, as other tools wrote it down.

use super::{json, places};
use crate::support::Place;

fn shop() -> Place {
    let place = Place::repository().with(&[
        (
            "shop/order.py",
            "def settle(order):\n    if order.paid:\n        return 0\n    fee = order.late * 2\n    return order.total + fee\n\n\n\
             def total(rows):\n    found = 0\n    for row in rows:\n        found += row.price * row.count\n    return found\n",
        ),
        (
            "tests/test_order.py",
            "from shop.order import settle, total\n\n\ndef test_total():\n    assert total([]) == 0\n    assert settle\n",
        ),
        (
            "lcov.info",
            "SF:shop/order.py\nDA:1,1\nDA:2,0\nDA:3,0\nDA:4,0\nDA:5,0\nDA:8,1\nDA:9,1\nDA:10,1\nDA:11,1\nDA:12,1\nend_of_record\n",
        ),
    ]);
    place.commit("a shop");
    place
}

#[test]
fn functions_that_did_not_run_are_found() {
    let place = shop();
    let rule = ["--rule", "uncovered-function"];
    assert_eq!(places(&json(&place, &rule)), Vec::<String>::new());
    let measured = [&rule[..], &["--coverage", "lcov.info"]].concat();
    assert_eq!(places(&json(&place, &measured)), ["shop/order.py:1 uncovered-function"]);
}

#[test]
fn a_second_run_adds_to_the_first() {
    let place = shop();
    place.write("more.info", "SF:shop/order.py\nDA:2,1\nDA:4,1\nend_of_record\n");
    let found = json(&place, &["--rule", "uncovered-function", "--coverage", "lcov.info", "--coverage", "more.info"]);
    assert_eq!(places(&found), Vec::<String>::new());
}

#[test]
fn what_is_no_coverage_is_refused_with_a_hint() {
    let place = shop();
    let ran = place.run(&["review", "--coverage", "shop/order.py"]);
    assert_eq!(ran.code, 2, "{}", ran.seen());
    assert!(ran.seen().contains("no coverage that can be read"), "{}", ran.seen());
    assert!(ran.seen().contains("Cobertura"), "{}", ran.seen());
    let ran = place.run(&["review", "--coverage", "gone.info"]);
    assert_eq!(ran.code, 2, "{}", ran.seen());
    assert!(ran.seen().contains("cannot read"), "{}", ran.seen());
}
