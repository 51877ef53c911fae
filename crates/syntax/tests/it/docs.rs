//! Documentation: where it stands and what it says. Languages whose extractor reads definitions by queries serve as
//! examples for each place, because the rules do not depend on the language.

use crate::render::facts;

#[test]
fn only_what_stands_directly_before_a_definition_is_its_documentation() {
    let source = "\
<?php
/** Of f. */
function f() {}
/** Of nothing. */

function g() {}
/* Not documentation. */
function h() {}
/** Of k. */ function k() {}
/** Of m. */
// A word for a tool.
function m() {}
";
    insta::assert_snapshot!(facts("a.php", source, "docs comments"), @r#"
    doc f javadoc "Of f."
    doc k javadoc "Of k."
    doc m javadoc "Of m."
    comment 4 general in file: Of nothing.
    comment 7 general in file: Not documentation.
    comment 11 general in file: A word for a tool.
    "#);
}

#[test]
fn attributes_stand_between_documentation_and_definition() {
    let source = "\
/// <summary>Of A.</summary>
[Serializable]
public class A {
    /// <summary>Adds.</summary>
    /// <param name=\"x\">what to <see cref=\"Sum\"/> add</param>
    /// <typeparam name='T'>a type</typeparam>
    /// <returns>the sum</returns>
    /// <exception cref=\"Overflow\">when too large</exception>
    [Fact]
    // why
    public int Add<T>(int x) { return x; }
    [Fact]
    /// Late.
    public void Late() {}
    //// Not documentation.
    int a, b;
    /// Of c.
    int c, d;
}
";
    insta::assert_snapshot!(facts("a.cs", source, "docs comments"), @r#"
    doc A plain "<summary>Of A.</summary>"
    doc A.Add plain "<summary>Adds.</summary>\n<param name=\"x\">what to <see cref=\"Sum\"/> add</param>\n<typeparam name='T'>a type</typeparam>\n<returns>the sum</returns>\n<exception cref=\"Overflow\">when too large</exception>" [param x: what to Sum add] [type_param T: a type] [returns : the sum] [raises Overflow: when too large]
    doc A.Late plain "Late."
    doc A.c plain "Of c."
    comment 10 rationale in A.Add: why
    comment 15 general in A: Not documentation.
    "#);
}

#[test]
fn the_outermost_definition_on_the_line_is_documented() {
    let source = "/// Of A.\nclass A { int x; }\n";
    insta::assert_snapshot!(facts("a.cs", source, "docs"), @r#"doc A plain "Of A.""#);
}

#[test]
fn a_trailing_comment_documents_nothing() {
    let source = "x=1 # about x\nf() { :; }\n";
    insta::assert_snapshot!(facts("a.sh", source, "docs comments"), @"comment 1 general in file: about x");
}

#[test]
fn a_licence_is_not_the_documentation_of_a_file() {
    let source = "# Copyright 2020\n# All rights reserved.\n\nset -e\n";
    insta::assert_snapshot!(facts("a.sh", source, "docs comments"), @"
    comment 1 general in file: Copyright 2020
    All rights reserved.
    ");
}

#[test]
fn a_block_at_the_top_documents_the_file() {
    let source = "/**\n * What this file does.\n */\nimport a.b.C\n\n/** Of A. */\nclass A\n";
    insta::assert_snapshot!(facts("a.kt", source, "docs comments"), @r#"
    doc file javadoc "What this file does."
    doc A javadoc "Of A."
    "#);
}

#[test]
fn go_documents_the_package_before_its_clause() {
    let source = "//go:build linux\n\n// Package a does things.\n//\n// Deprecated: use b.\npackage a\n";
    insta::assert_snapshot!(facts("a.go", source, "docs comments"), @r#"
    doc file godoc "Package a does things.\n\nDeprecated: use b." [deprecated : use b.]
    comment 1 general in file: go:build linux
    "#);
}

#[test]
fn rust_documents_the_file_from_inside() {
    let source = "//! What this file does.\n//!\n//! # Examples\n//!\n//! ```\n//! # hidden\n//! ```\n\n// plain\n";
    insta::assert_snapshot!(facts("a.rs", source, "docs comments"), @r#"
    doc file rustdoc "What this file does.\n\n# Examples\n\n```\n# hidden\n```" [example : ```
    # hidden
    ```]
    comment 9 general in file: plain
    "#);
}

#[test]
fn rust_documentation_holds_over_blank_lines() {
    let source =
        "/// Of S.\n\n#[derive(Debug)]\n/// More.\npub struct S;\n\n// plain\nfn f() {}\n\nmod m {\n    //! Of m.\n}\n";
    insta::assert_snapshot!(facts("a.rs", source, "docs comments"), @r#"
    doc S rustdoc "Of S.\nMore."
    doc m rustdoc "Of m."
    comment 7 general in file: plain
    "#);
}

#[test]
fn python_reads_docstrings_and_attribute_comments() {
    let source = "\
#: How many.
LIMIT = 3

# Not documentation.
def f(x):
    '''Adds.

    :param x: what
    :rtype: int
    '''
";
    insta::assert_snapshot!(facts("a.py", source, "docs comments"), @r#"
    doc f sphinx "Adds.\n\n:param x: what\n:rtype: int" [param x: what] [returns : int]
    doc LIMIT plain "How many."
    comment 4 general in file: Not documentation.
    "#);
}

#[test]
fn behind_a_member_stands_its_documentation_in_c() {
    let source = "enum E {\n  A, ///< first\n  B  ///< second\n};\n//! Of f.\nint f(void);\n";
    insta::assert_snapshot!(facts("a.c", source, "docs comments"), @r#"
    doc E.A plain "first"
    doc E.B plain "second"
    doc f plain "Of f."
    "#);
}

#[test]
fn the_first_of_several_definitions_on_a_line_is_documented() {
    let source = "/** Of a. */\nexport const a = 1, b = 2;\n/** @fileoverview All. */\nfunction f() {}\n";
    insta::assert_snapshot!(facts("a.ts", source, "docs comments"), @r#"
    doc a jsdoc "Of a."
    doc file jsdoc "@fileoverview All."
    "#);
}
