//! Which names are bound where, and to what.

use crate::render::facts;

#[test]
fn parameters_of_every_form() {
    let source = r#"def f(a, /, b: int, c=1, *rest: str, d, e: "Foo" = None, **more: Bar) -> "List[Foo]": ...
def g(*, only): ...
"#;
    insta::assert_snapshot!(facts("a.py", source, "symbols bindings"), @"
    function f 1-1 public exported (a, b: int, c?, rest: str, d, e?: Foo, more: Bar) : List[Foo]
    function g 2-2 public exported (only)
    bind f in file = symbol f
    bind a in f:function = parameter
    bind b in f:function = parameter : int
    bind c in f:function = parameter := number
    bind rest in f:function = parameter : tuple[str]
    bind d in f:function = parameter
    bind e in f:function = parameter : Foo
    bind more in f:function = parameter : dict[str, Bar]
    bind g in file = symbol g
    bind only in g:function = parameter
    ");
}

#[test]
fn annotations_and_defaults_are_looked_up_outside() {
    let source = "class A:
    size = 1
    def f(self, n: size = size) -> size:
        return n
";
    insta::assert_snapshot!(facts("a.py", source, "references"), @"
    use 2:5 write size in a:class
    use 3:20 type size in a:class
    use 3:27 read size in a:class
    use 3:36 type size in a:class
    use 4:16 read n in a.f:function
    ");
}

#[test]
fn values_of_every_form() {
    let source = r#"def f(p):
    a = p or Foo()
    b = Foo() if p else None
    c = p and Foo()
    d = await_(p)
    e = [Foo(1), Foo(2)]
    g = [Foo(), Bar()]
    h = {"k": 1}
    i = p[0]
    j = p[1:]
    k = Foo[int]()
    l = CONSTANTS["x"]
    m = cast("Foo", p)
    n = typing.cast(List[Foo], p)
    aa = p.cast("Foo", q)
    o = "a" + p
    q = not p
    r = (yield)
    s = getattr(p, "name")
    t = (Foo(), 1)
    u = p.a.b(1).c
    v = type(p)
    w = -1
    x = {Foo(), Foo()}
"#;
    insta::assert_snapshot!(facts("a.py", source, "bindings"), @"
    bind f in file = symbol f
    bind p in f:function = parameter
    bind a in f:function = local := (p | Foo())
    bind b in f:function = local := (Foo() | none)
    bind c in f:function = local := Foo()
    bind d in f:function = local := await_()
    bind e in f:function = local := list[Foo()]
    bind g in f:function = local := collection
    bind h in f:function = local := collection
    bind i in f:function = local := p[*]
    bind j in f:function = local := p
    bind k in f:function = local := Foo[int]()
    bind l in f:function = local := CONSTANTS[*]
    bind m in f:function = local := <Foo>
    bind n in f:function = local := <List[Foo]>
    bind aa in f:function = local := p.cast()
    bind o in f:function = local := string
    bind q in f:function = local := bool
    bind r in f:function = local
    bind s in f:function = local := p.name
    bind t in f:function = local := (Foo(), number)
    bind u in f:function = local := p.a.b().c
    bind v in f:function = local
    bind w in f:function = local := number
    bind x in f:function = local := set[Foo()]
    ");
}

#[test]
fn loops_and_context_managers() {
    let source = r#"def f(xs, ys):
    for a in xs: pass
    for b, (c, d) in xs.items(): pass
    for i, e in enumerate(xs): pass
    for g, h in zip(xs, ys): pass
    for j in sorted(xs): pass
    with open("x") as k, lock as (l, m): pass
    with (a() as n, b() as o): pass
    async with session() as p: pass
    while (line := xs.read()): pass
    try: pass
    except ValueError as q: pass
    except (KeyError, a.Error) as r: pass
    except* TypeError as s: pass
    [t, u] = v = xs
"#;
    insta::assert_snapshot!(facts("a.py", source, "bindings"), @"
    bind f in file = symbol f
    bind xs in f:function = parameter
    bind ys in f:function = parameter
    bind a in f:function = local := xs[*]
    bind b in f:function = local := xs.items()[*]#0
    bind c in f:function = local := xs.items()[*]#1#0
    bind d in f:function = local := xs.items()[*]#1#1
    bind i in f:function = local := number
    bind e in f:function = local := xs[*]
    bind g in f:function = local := xs[*]
    bind h in f:function = local := ys[*]
    bind j in f:function = local := xs[*]
    bind k in f:function = local := with open()
    bind l in f:function = local := with lock#0
    bind m in f:function = local := with lock#1
    bind n in f:function = local := with a()
    bind o in f:function = local := with b()
    bind p in f:function = local := with session()
    bind line in f:function = local := xs.read()
    bind q in f:function = local := <ValueError>
    bind r in f:function = local := (<KeyError> | <a.Error>)
    bind s in f:function = local
    bind t in f:function = local := xs#0
    bind u in f:function = local := xs#1
    bind v in f:function = local := xs
    ");
}

#[test]
fn at_file_level_loops_bind_but_define_nothing() {
    let source = "for x in xs: pass
with a() as y: pass
";
    insta::assert_snapshot!(facts("a.py", source, "symbols bindings"), @"
    bind x in file = local := xs[*]
    bind y in file = local := with a()
    ");
}

#[test]
fn global_and_nonlocal() {
    let source = "cache = None
def f():
    global cache, made
    cache = Foo()
    made = Bar()
    n = 0
    def g():
        nonlocal n
        n = 1.5
";
    insta::assert_snapshot!(facts("a.py", source, "symbols bindings references"), @"
    variable cache 1-1 public exported := none
    function f 2-9 public exported
    function f.g 7-9 public
    variable made 5-5 public exported := Bar()
    bind cache in file = symbol cache := none
    bind f in file = symbol f
    bind cache in f:function = global
    bind made in f:function = global
    bind cache in file = symbol cache := Foo()
    bind made in file = symbol made := Bar()
    bind n in f:function = local := number
    bind g in f:function = symbol f.g
    bind n in f.g:function = nonlocal
    bind n in f:function = local := number
    use 1:1 write cache in file
    use 3:12 read cache in f:function
    use 3:19 read made in f:function
    use 4:5 write cache in f:function
    use 4:13 call Foo in f:function
    use 5:5 write made in f:function
    use 5:12 call Bar in f:function
    use 6:5 write n in f:function
    use 8:18 read n in f.g:function
    use 9:9 write n in f.g:function
    ");
}

#[test]
fn augmented_assignment_binds_only_what_is_new() {
    let source = r#"from .base import *
APPS += ["x"]
n = 0
n += 1
def f():
    total = 0
    total += n
    n.x += 1
"#;
    insta::assert_snapshot!(facts("settings.py", source, "symbols bindings references"), @"
    constant APPS 2-2 public exported
    variable n 3-3 public exported := number
    function f 5-8 public exported
    bind APPS in file = symbol APPS
    bind n in file = symbol n := number
    bind f in file = symbol f
    bind total in f:function = local := number
    use 2:1 write APPS in file
    use 3:1 write n in file
    use 4:1 write n in file
    use 6:5 write total in f:function
    use 7:5 write total in f:function
    use 7:14 read n in f:function
    use 8:5 read n in f:function
    use 8:7 write (n).x in f:function
    ");
}

#[test]
fn lambdas_have_their_own_scope() {
    let source = "key = lambda x, *a, y=default: x.name + y
";
    insta::assert_snapshot!(facts("a.py", source, "bindings references"), @"
    bind key in file = symbol key := lambda -> 
    bind x in file/function = parameter
    bind a in file/function = parameter : tuple
    bind y in file/function = parameter := default
    use 1:1 write key in file
    use 1:23 read default in file
    use 1:32 read x in file/function
    use 1:34 read (x).name in file/function
    use 1:41 read y in file/function
    ");
}

#[test]
fn comprehensions_have_their_own_scope() {
    let source = "def f(x):
    y = [x.name for x in x.all() if x]
    z = {k: v for k, v in y for v in k}
    return any(w := t for t in z)
";
    insta::assert_snapshot!(facts("a.py", source, "bindings references"), @"
    bind f in file = symbol f
    bind x in f:function = parameter
    bind y in f:function = local := list[x.name]
    bind x in f:function/comprehension = local := x.all()[*]
    bind z in f:function = local := collection
    bind k in f:function/comprehension = local := y[*]#0
    bind v in f:function/comprehension = local := y[*]#1
    bind v in f:function/comprehension = local := k[*]
    bind w in f:function = local := t
    bind t in f:function/comprehension = local := z[*]
    use 2:5 write y in f:function
    use 2:10 read x in f:function/comprehension
    use 2:12 read (x).name in f:function/comprehension
    use 2:21 write x in f:function/comprehension
    use 2:26 read x in f:function
    use 2:28 call (x).all in f:function
    use 2:37 read x in f:function/comprehension
    use 3:5 write z in f:function
    use 3:10 read k in f:function/comprehension
    use 3:13 read v in f:function/comprehension
    use 3:19 write k in f:function/comprehension
    use 3:22 write v in f:function/comprehension
    use 3:27 read y in f:function
    use 3:33 write v in f:function/comprehension
    use 3:38 read k in f:function/comprehension
    use 4:12 call any in f:function
    use 4:16 write w in f:function/comprehension
    use 4:21 read t in f:function/comprehension
    use 4:27 write t in f:function/comprehension
    use 4:32 read z in f:function
    ");
}

#[test]
fn the_first_iterable_of_a_class_level_comprehension() {
    let source = "class A:
    xs = [1]
    ys = [x for x in xs for y in xs]
";
    insta::assert_snapshot!(facts("a.py", source, "references"), @"
    use 2:5 write xs in a:class
    use 3:5 write ys in a:class
    use 3:11 read x in a:class/comprehension
    use 3:17 write x in a:class/comprehension
    use 3:22 read xs in a:class
    use 3:29 write y in a:class/comprehension
    use 3:34 read xs in a:class/comprehension
    ");
}

#[test]
fn isinstance_narrows_locals_in_its_block() {
    let source = "CONFIG = None
def f(x, y):
    if isinstance(x, Foo) and isinstance(y, (A, b.C)):
        x.run()
        y = Bar()
    elif isinstance(CONFIG, Foo):
        CONFIG.run()
    x.stop()
";
    insta::assert_snapshot!(facts("a.py", source, "bindings references"), @"
    bind CONFIG in file = symbol CONFIG := none
    bind f in file = symbol f
    bind x in f:function = parameter
    bind y in f:function = parameter
    bind x in f:function/block = local := <Foo>
    bind y in f:function/block = local := (<A> | <b.C>)
    bind y in f:function = local := Bar()
    bind y in f:function/block = local := Bar()
    use 1:1 write CONFIG in file
    use 3:8 call isinstance in f:function
    use 3:19 read x in f:function
    use 3:22 read Foo in f:function
    use 3:31 call isinstance in f:function
    use 3:42 read y in f:function
    use 3:46 read A in f:function
    use 3:49 read b in f:function
    use 3:51 read (b).C in f:function
    use 4:9 read x in f:function/block
    use 4:11 call (x).run in f:function/block
    use 5:9 write y in f:function/block
    use 5:13 call Bar in f:function/block
    use 6:10 call isinstance in f:function
    use 6:21 read CONFIG in f:function
    use 6:29 read Foo in f:function
    use 7:9 read CONFIG in f:function
    use 7:16 call (CONFIG).run in f:function
    use 8:5 read x in f:function
    use 8:7 call (x).stop in f:function
    ");
}

#[test]
fn match_patterns() {
    let source = r#"def f(cmd):
    match cmd.parse():
        case Move(x=dx, y=Pos() as at): pass
        case mod.Stop(reason): pass
        case [first, *others, Last()]: pass
        case {"k": value, Key.X: 1, **rest}: pass
        case str(text) | (int() as text): pass
        case Color.RED | -1 | None: pass
        case a, (b): pass
        case whole if whole: pass
        case _: pass
"#;
    insta::assert_snapshot!(facts("a.py", source, "bindings references"), @"
    bind f in file = symbol f
    bind cmd in f:function = parameter
    bind dx in f:function = local := <Move>.x
    bind at in f:function = local := <Pos>
    bind reason in f:function = local
    bind first in f:function = local := cmd.parse()#0
    bind others in f:function = local := collection
    bind value in f:function = local := cmd.parse()[*]
    bind rest in f:function = local := collection
    bind text in f:function = local := <str>
    bind text in f:function = local := <int>
    bind a in f:function = local := cmd.parse()#0
    bind b in f:function = local := cmd.parse()#1
    bind whole in f:function = local := cmd.parse()
    use 2:11 read cmd in f:function
    use 2:15 call (cmd).parse in f:function
    use 3:14 type Move in f:function
    use 3:19 key (<Move>).x in f:function
    use 3:21 write dx in f:function
    use 3:25 key (<Move>).y in f:function
    use 3:27 type Pos in f:function
    use 3:36 write at in f:function
    use 4:14 read mod in f:function
    use 4:18 type (mod).Stop in f:function
    use 4:23 write reason in f:function
    use 5:15 write first in f:function
    use 5:23 write others in f:function
    use 5:31 type Last in f:function
    use 6:20 write value in f:function
    use 6:27 read Key in f:function
    use 6:31 read (Key).X in f:function
    use 6:39 write rest in f:function
    use 7:14 type str in f:function
    use 7:18 write text in f:function
    use 7:27 type int in f:function
    use 7:36 write text in f:function
    use 8:14 read Color in f:function
    use 8:20 read (Color).RED in f:function
    use 9:14 write a in f:function
    use 9:18 write b in f:function
    use 10:14 write whole in f:function
    use 10:23 read whole in f:function
    ");
}

#[test]
fn keywords_that_are_names() {
    let source = "match = type = print
match.x = type
def f(type, match): return type(match)
";
    insta::assert_snapshot!(facts("a.py", source, "bindings references"), @"
    bind match in file = symbol match := print
    bind type in file = symbol type := print
    bind f in file = symbol f
    bind type in f:function = parameter
    bind match in f:function = parameter
    use 1:1 write match in file
    use 1:9 write type in file
    use 1:16 read print in file
    use 2:1 read match in file
    use 2:7 write (match).x in file
    use 2:11 read type in file
    use 3:28 call type in f:function
    use 3:33 read match in f:function
    ");
}
