//! Bash: functions, variables of the script, what it sources.

use crate::render::facts;

#[test]
fn functions_and_variables_of_the_script() {
    let source = "\
#!/bin/bash
ROOT=/x
ROOT=/y
readonly LIMIT=3
export PATH=\"$ROOT/bin:$PATH\"
declare -a LIST=(1 2)
build() {
  local inner=1
  other=2
  helper \"$inner\"
}
function deploy { build; }
";
    insta::assert_snapshot!(facts("a.sh", source, "symbols references"), @"
    variable ROOT 2-2 public exported
    constant LIMIT 4-4 public exported
    variable PATH 5-5 public exported
    variable LIST 6-6 public exported
    function build 7-11 public exported
    function deploy 12-12 public exported
    use 10:3 call helper in build:function
    use 12:19 call build in deploy:function
    ");
}

#[test]
fn sourced_files_are_imports() {
    let source = "source ./lib/a.sh\n. \"$DIR/b.sh\" arg\nsource 'c.sh'\necho source d.sh\n";
    insta::assert_snapshot!(facts("a.sh", source, "imports"), @"
    import static ./lib/a.sh [- as -] in file
    import static $DIR/b.sh [- as -] in file
    import static c.sh [- as -] in file
    ");
}

#[test]
fn the_head_comment_documents_the_file_and_others_their_function() {
    let source = "\
#!/usr/bin/env bash
#
# Builds everything.
# Usage: build.sh [target]

set -e
# Says hello
# to the world.
hello() {
  echo hi # TODO more
}

# alone

test_hello() { hello; }
";
    insta::assert_snapshot!(facts("a.sh", source, "docs comments symbols"), @r#"
    doc file plain "Builds everything.\nUsage: build.sh [target]"
    doc hello plain "Says hello\nto the world."
    comment 10 todo in hello: TODO more
    comment 13 general in file: alone
    function hello 9-11 public exported
    function test_hello 15-15 public exported test
    "#);
}

#[test]
fn a_file_without_extension_is_known_by_its_first_line() {
    insta::assert_snapshot!(facts("run", "#!/bin/sh\nf() { :; }\n", "symbols"), @"function f 2-2 public exported");
}

#[test]
fn measures_count_decisions() {
    let source = "f() { if a && b; then for x in 1; do c; done; elif d; then e; fi; case $x in 1) a;; 2) b;; esac; }\n";
    insta::assert_snapshot!(facts("a.sh", source, "measures"), @"measure f cyclomatic 7 nesting 2 parameters 0 statements 10 lines 1");
}
