//! `nan-comparison`: a value is compared with NaN.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{BINARIES, binary, call, string};
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Type,
    ..error(
        "nan-comparison",
        &[],
        "A value is compared with NaN, which equals nothing, not even itself.",
        "The comparison has the same result for every value; ask with `isnan`, `Number.isNaN`, `is_nan` instead.\n\n\
         ```js\nif (price === NaN) retry();     // found: never true\n```\n\n\
         Left alone: NaN compared with itself, which shows just that.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: BINARIES, check };

const COMPARISONS: &[&str] = &["==", "===", "!=", "!==", "<", ">", "<=", ">=", "is"];

const NAMES: &[&str] = &[
    "NaN",
    "Number.NaN",
    "math.nan",
    "np.nan",
    "numpy.nan",
    "f64::NAN",
    "f32::NAN",
    "Double.NaN",
    "Float.NaN",
    "math.NaN()",
    "NAN",
];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = binary(node).filter(|found| COMPARISONS.contains(&found.operator)) else { return };
    let identity = found.operator == "is";
    if let Some((other, nan)) = found.other_than(is_nan)
        && !identity
    {
        local.report(
            &RULE,
            node,
            format!("`{}` is compared with `{}`, which nothing equals", other.text(), nan.text()),
        );
    }
}

fn is_nan(node: Node<'_>) -> bool {
    let made = |found: crate::shape::Call<'_>| {
        let [text] = found.arguments[..] else { return false };
        found.receiver.is_none()
            && found.name == "float"
            && string(text).is_some_and(|text| text.eq_ignore_ascii_case("nan"))
    };
    NAMES.contains(&node.text()) || call(node).is_some_and(made)
}
