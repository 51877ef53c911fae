//! `--fix`: what is safe to take away is taken away, and a second review says that it is gone.

use super::{json, places, project};

#[test]
fn safe_fixes_are_applied_and_proven_gone() {
    let place = project();
    let ran = place.run(&["review", "--fix", "--axes", "utility"]);
    assert!(ran.stderr.contains("mended 4 of 4 findings"), "{}", ran.seen());
    assert_eq!(place.read("src/price.ts").lines().next(), Some("const rate = 2;"));
    assert_eq!(
        place.read("src/index.ts"),
        "import { price } from './price';\n\nexport const total = (n: number) => price(n);\n"
    );
    assert!(!place.read("tool.py").contains("_unused") && !place.read("tool.py").contains("import os"));
    let left = places(&json(&place, &["--axes", "utility"]));
    assert!(left.iter().all(|place| place.contains("dead-file") || place.contains("dead-export")), "{left:?}");
}

#[test]
fn one_name_of_several_goes_and_the_others_stay() {
    let place = project();
    place.write("many.py", "from os import path, sep, getcwd\nimport json, re\n\nprint(path, getcwd, re)\n");
    place.write("main.js", "import './many';\n");
    place.write(
        "src/many.ts",
        "import def, { one, two } from 'x';\nimport * as all from 'y';\n\nexport default [def, two];\n",
    );
    place.run(&["-q", "review", "--fix", "--rule", "unused-import"]);
    assert_eq!(place.read("many.py"), "from os import path, getcwd\nimport re\n\nprint(path, getcwd, re)\n");
    assert_eq!(place.read("src/many.ts"), "import def, { two } from 'x';\n\nexport default [def, two];\n");
}

#[test]
fn what_ends_with_a_letter_of_several_bytes_is_mended() {
    let place = project();
    place.write("many.py", "값 = 1\n\n\ndef _left():\n    return 값\n\n\nprint(값)\n");
    place.run(&["-q", "review", "--fix", "--rule", "dead-symbol"]);
    assert_eq!(place.read("many.py"), "값 = 1\n\n\nprint(값)\n");
}

#[test]
fn fixes_that_overlap_are_applied_one_after_the_other() {
    let place = project();
    place.write("many.py", "from os import path, sep, getcwd\n\nprint(path)\n");
    let ran = place.run(&["review", "--fix", "--rule", "unused-import", "--paths", "many.py"]);
    assert_eq!(place.read("many.py"), "from os import path\n\nprint(path)\n", "{}", ran.seen());
    assert!(ran.stderr.contains("mended 2 of 2 findings"), "{}", ran.seen());
}

#[cfg(unix)]
#[test]
fn a_mended_file_can_be_run_as_before() {
    use std::os::unix::fs::PermissionsExt;
    let place = project();
    let tool = place.root().join("tool.py");
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o750)).expect("a mode");
    place.run(&["-q", "review", "--fix", "--rule", "unused-import"]);
    assert!(!place.read("tool.py").contains("import os"));
    let mode = std::fs::metadata(&tool).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o750);
}
