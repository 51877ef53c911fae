//! Files are classified together with what the project says about them.

use crate::support::{Sandbox, path};
use tribunal_repo::{Attributes, FileClass, classify};

#[test]
fn a_projects_own_attributes_decide() {
    let sandbox = Sandbox::new();
    sandbox.write(".gitattributes", "gen/*.py linguist-generated\n*.dat binary\n");
    sandbox.write("gen/a.py", "x = 1\n");
    sandbox.write("vendor/lib.js", "x\n");
    let snapshot = sandbox.worktree();
    let attributes = Attributes::parse(&snapshot.read_path(&path(".gitattributes")).expect("reads"));
    let class = |name: &str| {
        let bytes = snapshot.read_path(&path(name)).expect("reads");
        let mut class = classify(&path(name), &bytes);
        attributes.apply(&path(name), &mut class);
        class
    };
    assert_eq!(class("gen/a.py"), FileClass { generated: true, ..FileClass::default() });
    assert_eq!(class("vendor/lib.js"), FileClass { vendored: true, ..FileClass::default() });
}
