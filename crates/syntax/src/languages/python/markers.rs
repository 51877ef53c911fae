//! Conventions of names and places: visibility, constants, tests.

use super::classes::ClassFrame;
use super::functions::Decorators;
use tribunal_domain::RepoPath;
use tribunal_domain::facts::{SymbolKind, Visibility};

/// Methods that a test runner calls around tests.
const TEST_HOOKS: &[&str] = &[
    "asyncSetUp",
    "asyncTearDown",
    "setUp",
    "setUpClass",
    "setUpModule",
    "setUpTestData",
    "setup_class",
    "setup_function",
    "setup_method",
    "setup_module",
    "tearDown",
    "tearDownClass",
    "tearDownModule",
    "teardown_class",
    "teardown_function",
    "teardown_method",
    "teardown_module",
];

/// A leading underscore hides a name, except in names like `__init__`.
pub(super) fn visibility(name: &str) -> Visibility {
    let special = name.len() > 4 && name.starts_with("__") && name.ends_with("__");
    if name.starts_with('_') && !special { Visibility::Private } else { Visibility::Public }
}

/// `UPPER_CASE`.
pub(super) fn is_constant(name: &str) -> bool {
    name.contains(char::is_uppercase) && !name.contains(char::is_lowercase)
}

/// Whether an assignment may bind a symbol of this kind again.
pub(super) fn is_variable(kind: SymbolKind) -> bool {
    is_plain_variable(kind) || matches!(kind, SymbolKind::EnumMember | SymbolKind::TypeAlias)
}

/// Whether a symbol of this kind holds a value of its own.
pub(super) fn is_plain_variable(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Variable | SymbolKind::Constant | SymbolKind::Field)
}

/// Whether a base makes the class a metaclass.
pub(super) fn is_metaclass(base: &str) -> bool {
    base == "type" || base.ends_with("Meta") || base.ends_with("Metaclass") || base.ends_with("MetaClass")
}

/// `test_*.py`, `*_test.py`, `tests.py`, `conftest.py`, or anything below a folder `test` or `tests`.
pub(super) fn is_test_file(path: &RepoPath) -> bool {
    let text = path.to_text();
    let mut folders = text.split('/').collect::<Vec<_>>();
    let file = folders.pop().unwrap_or_default();
    let stem = file.split('.').next().unwrap_or_default();
    let by_name = stem.starts_with("test_") || stem.ends_with("_test") || matches!(stem, "tests" | "test" | "conftest");
    by_name || folders.iter().any(|folder| matches!(*folder, "test" | "tests"))
}

/// A class named `Test…` in a test file, or one with a base named `…TestCase`.
pub(super) fn is_test_class(name: &str, bases: &[&str], test_file: bool) -> bool {
    test_file && name.starts_with("Test") || bases.iter().any(|base| base.ends_with("TestCase"))
}

/// A test, a fixture, or a hook around tests.
pub(super) fn is_test_function(
    name: &str,
    decorators: &Decorators<'_>,
    class: Option<&ClassFrame>,
    in_class: bool,
    test_file: bool,
) -> bool {
    let fixture = |text: &&str| {
        let path = text.split('(').next().unwrap_or_default().trim();
        matches!(path, "fixture" | "pytest.fixture" | "pytest_asyncio.fixture")
    };
    let in_tests = if in_class { test_file || class.is_some_and(|class| class.is_test) } else { test_file };
    decorators.texts.iter().any(fixture) || in_tests && (name.starts_with("test") || TEST_HOOKS.contains(&name))
}
