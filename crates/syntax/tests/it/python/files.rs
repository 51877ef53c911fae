//! What a file takes and offers, and odd input.

use crate::render::facts;

#[test]
fn imports_of_every_form() {
    let source = "from __future__ import annotations
import os, os.path as p
import xml.dom.minidom
from . import sibling
from .. import parent as up
from ...far.away import (A, B as C,)
from .star import *
def f():
    import late
    from late.x import y
";
    insta::assert_snapshot!(facts("pkg/a.py", source, "imports bindings references"), @"
    import static __future__ [annotations as annotations] in file
    import static os [- as os] in file
    import static os.path [- as p] in file
    import static xml.dom.minidom [- as xml] in file
    import static . [sibling as sibling] in file
    import static .. [parent as up] in file
    import static ...far.away [A as A] [B as C] in file
    import static .star star in file
    import static late [- as late] in f:function
    import static late.x [y as y] in f:function
    bind annotations in file = import __future__ #0
    bind os in file = import os #0
    bind p in file = import os.path #0
    bind xml in file = import xml.dom.minidom #0
    bind sibling in file = import . #0
    bind up in file = import .. #0
    bind A in file = import ...far.away #0
    bind C in file = import ...far.away #1
    bind f in file = symbol f
    bind late in f:function = import late #0
    bind y in f:function = import late.x #0
    use 1:24 import annotations in file
    use 2:8 import os in file
    use 2:12 import os.path in file
    use 2:23 import p in file
    use 3:8 import xml.dom.minidom in file
    use 4:15 import sibling in file
    use 5:16 import parent in file
    use 5:26 import up in file
    use 6:26 import A in file
    use 6:29 import B in file
    use 6:34 import C in file
    use 9:12 import late in f:function
    use 10:24 import y in f:function
    ");
}

#[test]
fn imports_for_type_checkers() {
    let source = "import typing
if typing.TYPE_CHECKING:
    from a import A
    if x:
        import b
else:
    from c import C
if TYPE_CHECKING and y: from d import D
from e import E
";
    insta::assert_snapshot!(facts("a.py", source, "imports"), @"
    import static typing [- as typing] in file
    import static a [A as A] type-only in file
    import static b [- as b] type-only in file
    import static c [C as C] in file
    import static d [D as D] in file
    import static e [E as E] in file
    ");
}

#[test]
fn imports_by_name() {
    let source = r#"m = importlib.import_module("pkg.mod")
import_module(".rel", package=__name__)
__import__("other")
import_module(name)
"#;
    insta::assert_snapshot!(facts("a.py", source, "imports mentions"), @"
    import dynamic pkg.mod [- as -] in file
    import dynamic .rel [- as -] in file
    import dynamic other [- as -] in file
    mention 1 pkg.mod
    mention 3 other
    ");
}

#[test]
fn all_names_what_is_exported() {
    let source = r#"__all__ = ["f", "_g"] + other.__all__ + ["h"]
__all__ += ("i",)
__all__.extend(["j"])
__all__.append("k")
def f(): pass
def _g(): pass
def __h(): pass
"#;
    insta::assert_snapshot!(facts("a.py", source, "exports symbols"), @"
    export f = local f
    export _g = local _g
    export h = local h
    export i = local i
    export j = local j
    export k = local k
    variable __all__ 1-1 public exported
    function f 5-5 public exported
    function _g 6-6 private exported
    function __h 7-7 private
    ");
}

#[test]
fn python_2_is_read_too() {
    let source = r#"print "x", y
print >>f, z
exec code in ns
def f(self, (a, b)): return a
"#;
    insta::assert_snapshot!(facts("a.py", source, "bindings references problems"), @"
    bind f in file = symbol f
    bind self in f:function = parameter
    bind a in f:function = local
    bind b in f:function = local
    use 1:12 read y in file
    use 2:9 read f in file
    use 2:12 read z in file
    use 3:6 read code in file
    use 3:14 read ns in file
    use 4:29 read a in f:function
    ");
}

#[test]
fn broken_input_gives_fewer_facts() {
    let source = "def good(): pass
class :
    x = 
def (
def also_good(a, b): return a
";
    insta::assert_snapshot!(facts("a.py", source, "symbols problems"), @"
    function good 1-1 public exported
    problem syntax 2: not understood by the grammar
    problem syntax 3: not understood by the grammar
    problem syntax 5: not understood by the grammar
    ");
}

/// Neither long chains nor deep nesting may recurse or take quadratic time.
#[test]
fn odd_shapes_are_survived() {
    let chain = format!("x = a{}\n", ".b(c)[0]".repeat(5_000));
    assert_eq!(facts("a.py", &chain, "references").lines().count(), 10_002);
    let nested = format!("x = {}1{}\n", "[".repeat(3_000), "]".repeat(3_000));
    facts("a.py", &nested, "symbols");
    let targets = format!("{}x{} = y\n", "(".repeat(1_000), ",)".repeat(1_000));
    assert!(facts("a.py", &targets, "bindings").contains("bind x in file"));
    let branches = "if isinstance(x, A):\n ".to_owned() + "x = x or [x for x in x]\n";
    facts("a.py", &branches, "bindings references");
}
