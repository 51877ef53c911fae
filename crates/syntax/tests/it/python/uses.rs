//! Uses of names: roles, receivers, types and strings.

use crate::render::facts;

#[test]
fn annotations_in_strings() {
    let source = r#"def f(a: "Foo", b: List["a.Bar"], c: "Optional[Baz] | None", d: Literal["Foo"], e: "Dict[str, 'Qux']"):
    x: "not a type!" = 1
    y: typing.Union["One", Two] = 2
    z: Annotated["Three", "doc", meta(4)] = 3
    é: "Ünï" = 4
Alias = Optional["Foo"]
class A(Base["Foo"]):
    def me(self) -> "Self": ...
    def you(self) -> t.Self: ...
"#;
    insta::assert_snapshot!(facts("a.py", source, "symbols references bindings"), @"
    function f 1-5 public exported (a: Foo, b: List[a.Bar], c: ((Baz | none) | none), d, e: Dict[str, Qux])
    variable Alias 6-6 public exported := (Foo | none)
    class A 7-9 public exported bases Base[Foo]
    method A.me 8-8 public : Self
    method A.you 9-9 public : Self
    use 1:11 type Foo in file
    use 1:20 type List in file
    use 1:26 read a in file
    use 1:28 type (a).Bar in file
    use 1:39 type Optional in file
    use 1:48 type Baz in file
    use 1:65 type Literal in file
    use 1:85 type Dict in file
    use 1:90 type str in file
    use 1:96 type Qux in file
    use 2:5 write x in f:function
    use 3:5 write y in f:function
    use 3:8 read typing in f:function
    use 3:15 type (typing).Union in f:function
    use 3:22 type One in f:function
    use 3:28 type Two in f:function
    use 4:5 write z in f:function
    use 4:8 type Annotated in f:function
    use 4:19 type Three in f:function
    use 4:34 call meta in f:function
    use 5:5 write é in f:function
    use 5:9 type Ünï in f:function
    use 6:1 write Alias in file
    use 6:9 type Optional in file
    use 6:19 type Foo in file
    use 7:9 inherit Base in file
    use 7:15 type Foo in file
    use 8:22 type Self in a:class
    use 9:22 read t in a:class
    use 9:24 type (t).Self in a:class
    bind f in file = symbol f
    bind a in f:function = parameter : Foo
    bind b in f:function = parameter : List[a.Bar]
    bind c in f:function = parameter : ((Baz | none) | none)
    bind d in f:function = parameter
    bind e in f:function = parameter : Dict[str, Qux]
    bind x in f:function = local := number
    bind y in f:function = local : (One | Two) := number
    bind z in f:function = local : Three := number
    bind é in f:function = local : Ünï := number
    bind Alias in file = symbol Alias := (Foo | none)
    bind A in file = symbol A
    bind me in a:class = symbol A.me
    bind self in a.me:function = parameter := this
    bind you in a:class = symbol A.you
    bind self in a.you:function = parameter := this
    ");
}

#[test]
fn types_as_expressions() {
    let source = "a: Optional[Foo]
b: Foo | None
c: Union[Foo, mod.Bar]
d: list[Foo]
e: Callable[[Foo], Bar]
f: Final[Foo]
g: Annotated[Foo, 1]
h: Dict[str, List[Foo]]
i: type[Foo]
";
    insta::assert_snapshot!(facts("a.py", source, "bindings"), @"
    bind a in file = symbol a : (Foo | none)
    bind b in file = symbol b : (Foo | none)
    bind c in file = symbol c : (Foo | mod.Bar)
    bind d in file = symbol d : list[Foo]
    bind e in file = symbol e : Callable[(Foo), Bar]
    bind f in file = symbol f : Foo
    bind g in file = symbol g : Foo
    bind h in file = symbol h : Dict[str, List[Foo]]
    bind i in file = symbol i : type[Foo]
    ");
}

#[test]
fn type_parameters() {
    let source = "type Pair[T] = tuple[T, T] | None
type Plain = Foo
def f[T: Base, *Ts, **P](x: T) -> T: return x
class Box[T](Holder[T]):
    item: T
";
    insta::assert_snapshot!(facts("a.py", source, "symbols bindings references"), @"
    type_alias Pair 1-1 public exported : (tuple[T, T] | none)
    type_alias Plain 2-2 public exported : Foo
    function f 3-3 public exported (x: T) : T
    class Box 4-5 public exported bases Holder[T]
    field Box.item 5-5 public : T
    bind Pair in file = symbol Pair : (tuple[T, T] | none)
    bind T in file/typeparameters = typeparameter
    bind Plain in file = symbol Plain : Foo
    bind f in file = symbol f
    bind T in file/typeparameters = typeparameter : Base
    bind Ts in file/typeparameters = typeparameter
    bind P in file/typeparameters = typeparameter
    bind x in f:function = parameter : T
    bind Box in file = symbol Box
    bind T in file/typeparameters = typeparameter
    bind item in box:class = symbol Box.item : T
    use 1:16 type tuple in file/typeparameters
    use 1:22 type T in file/typeparameters
    use 1:25 type T in file/typeparameters
    use 2:14 type Foo in file
    use 3:10 type Base in file/typeparameters
    use 3:29 type T in file/typeparameters
    use 3:35 type T in file/typeparameters
    use 3:45 read x in f:function
    use 4:14 inherit Holder in file/typeparameters
    use 4:21 type T in file/typeparameters
    use 5:5 write item in box:class
    use 5:11 type T in box:class
    ");
}

#[test]
fn super_and_the_class_itself() {
    let source = "class A(B):
    def f(self):
        super().f()
        super(A, self).g()
        type(self).make()
        self.__class__.make()
";
    insta::assert_snapshot!(facts("a.py", source, "references"), @"
    use 1:9 inherit B in file
    use 3:9 call super in a.f:function
    use 3:17 call (super).f in a.f:function
    use 4:9 call super in a.f:function
    use 4:15 read A in a.f:function
    use 4:18 read self in a.f:function
    use 4:24 call (super).g in a.f:function
    use 5:9 call type in a.f:function
    use 5:14 read self in a.f:function
    use 5:20 call (Self).make in a.f:function
    use 6:9 read self in a.f:function
    use 6:14 read (self).__class__ in a.f:function
    use 6:24 call (Self).make in a.f:function
    ");
}

#[test]
fn roles_of_members() {
    let source = r#"a.b.c(d.e)
a.b = a.c
a.b += 1
del a.b, c
@a.deco(x=1)
@plain
def f(): pass
raise Foo from bar
f"{a.b!r:>{width}} {c()}"
x[a].b
"#;
    insta::assert_snapshot!(facts("a.py", source, "references"), @"
    use 1:1 read a in file
    use 1:3 read (a).b in file
    use 1:5 call (a.b).c in file
    use 1:7 read d in file
    use 1:9 read (d).e in file
    use 2:1 read a in file
    use 2:3 write (a).b in file
    use 2:7 read a in file
    use 2:9 read (a).c in file
    use 3:1 read a in file
    use 3:3 write (a).b in file
    use 4:5 read a in file
    use 4:7 write (a).b in file
    use 4:10 write c in file
    use 5:2 read a in file
    use 5:4 decorate (a).deco in file
    use 5:9 key (a.deco).x in file
    use 6:2 decorate plain in file
    use 8:7 read Foo in file
    use 8:16 read bar in file
    use 9:4 read a in file
    use 9:6 read (a).b in file
    use 9:12 read width in file
    use 9:21 call c in file
    use 10:1 read x in file
    use 10:3 read a in file
    use 10:6 read (x[*]).b in file
    ");
}

#[test]
fn keys_of_calls() {
    let source = "Foo(a=1, **b)
mod.make(name=c)
dict(k=lambda z: z)
";
    insta::assert_snapshot!(facts("a.py", source, "references"), @"
    use 1:1 call Foo in file
    use 1:5 key (Foo).a in file
    use 1:12 read b in file
    use 2:1 read mod in file
    use 2:5 call (mod).make in file
    use 2:10 key (mod.make).name in file
    use 2:15 read c in file
    use 3:1 call dict in file
    use 3:6 key (dict).k in file
    use 3:18 read z in file/function
    ");
}

#[test]
fn access_by_name_is_mentioned() {
    let source = r#"getattr(a, "one")
setattr(a, "two", "not_this")
operator.attrgetter("three", "four.five")
@mock.patch("pkg.mod.thing")
def f(): pass
patch.object(Foo, "six")
plain("seven")
"#;
    insta::assert_snapshot!(facts("a.py", source, "mentions"), @"
    mention 1 one access
    mention 2 two access
    mention 2 not_this
    mention 3 three access
    mention 3 four.five access
    mention 4 pkg.mod.thing access
    mention 6 six access
    mention 7 seven
    ");
}
