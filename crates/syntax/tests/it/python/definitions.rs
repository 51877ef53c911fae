//! What is defined: functions, classes, variables, fields, what functions return.

use crate::render::facts;

#[test]
fn functions_and_classes_are_symbols_with_their_parents() {
    let source = "def outer(a, b=1):
    def inner(): pass
    class Local:
        def method(self): pass
class _Hidden:
    class Meta: pass
";
    insta::assert_snapshot!(facts("a.py", source, "symbols"), @"
    function outer 1-4 public exported (a, b?)
    function outer.inner 2-2 public
    class outer.Local 3-4 public
    method outer.Local.method 4-4 public
    class _Hidden 5-6 private
    class _Hidden.Meta 6-6 public
    ");
}

#[test]
fn the_span_has_the_decorators_and_the_signature_has_not() {
    let source = r#"@route("/")
@cached
def view(request):
    if request and request.ok:
        return [x for x in request if x]
"#;
    insta::assert_snapshot!(facts("a.py", source, "symbols measures"), @r#"
    function view 1-5 public exported @route("/") @cached (request) returns list[?]
    measure view cyclomatic 5 nesting 1 parameters 1 statements 2 lines 5
    "#);
}

#[test]
fn receivers_by_decorator_and_name() {
    let source = "class A:
    def plain(this): pass
    @classmethod
    def make(klass): pass
    @staticmethod
    def free(x): pass
    def __new__(cls): pass
    @validator
    def check(cls, v): pass
class Meta(type):
    def __call__(cls): pass
";
    insta::assert_snapshot!(facts("a.py", source, "bindings"), @"
    bind A in file = symbol A
    bind plain in a:class = symbol A.plain
    bind this in a.plain:function = parameter := this
    bind make in a:class = symbol A.make
    bind klass in a.make:function = parameter := Self
    bind free in a:class = symbol A.free
    bind x in a.free:function = parameter
    bind __new__ in a:class = symbol A.__new__
    bind cls in a.__new__:function = parameter := Self
    bind check in a:class = symbol A.check
    bind cls in a.check:function = parameter := Self
    bind v in a.check:function = parameter
    bind Meta in file = symbol Meta
    bind __call__ in meta:class = symbol Meta.__call__
    bind cls in meta.__call__:function = parameter := this
    ");
}

#[test]
fn properties_and_their_companions() {
    let source = r#"class A:
    @property
    def size(self) -> int: return self._size
    @size.setter
    def size(self, value): self._size = value
    @functools.cached_property
    def name(self): return "x"
    def old(self): return Foo()
    legacy = property(old)
"#;
    insta::assert_snapshot!(facts("a.py", source, "symbols"), @"
    class A 1-9 public exported
    property A.size 2-3 public accessor @property : int
    property A.size 4-5 public accessor @size.setter (value)
    field A._size 5-5 private implicit
    property A.name 6-7 public accessor @functools.cached_property returns string
    method A.old 8-8 public returns Foo()
    property A.legacy 9-9 public accessor returns old()
    ");
}

#[test]
fn flags_of_functions() {
    let source = "class A(Protocol):
    def need(self) -> int: ...
    def given(self):
        return 1
    @overload
    def over(self): ...
    @abc.abstractmethod
    async def later(self): pass
    @override
    def mine(self):
        yield 1
";
    insta::assert_snapshot!(facts("a.py", source, "symbols"), @"
    interface A 1-11 public exported bases Protocol
    method A.need 2-2 public abstract : int
    method A.given 3-4 public returns number
    method A.over 5-6 public abstract @overload
    method A.later 7-8 public async abstract @abc.abstractmethod
    method A.mine 9-11 public override generator @override returns number
    ");
}

#[test]
fn variables_at_file_level() {
    let source = r#"LIMIT = 10
name: str = "x"
count: Final = 3
T = TypeVar("T", bound="Foo")
Alias: TypeAlias = Dict[str, "Foo"]
a = b = Foo()
a = Bar()
x, (y, *z) = 1, pair()
_private = None
call = lambda n: Foo(n)
"#;
    insta::assert_snapshot!(facts("a.py", source, "symbols bindings"), @"
    constant LIMIT 1-1 public exported := number
    variable name 2-2 public exported : str := string
    constant count 3-3 public exported := number
    variable T 4-4 public exported := TypeVar()
    type_alias Alias 5-5 public exported : Dict[str, Foo]
    variable a 6-6 public exported := Foo()
    variable b 6-6 public exported := Foo()
    variable x 8-8 public exported := number
    variable y 8-8 public exported := pair()#0
    variable z 8-8 public exported := list[pair()[*]]
    variable _private 9-9 private := none
    variable call 10-10 public exported := lambda -> Foo()
    bind LIMIT in file = symbol LIMIT := number
    bind name in file = symbol name : str := string
    bind count in file = symbol count := number
    bind T in file = symbol T := TypeVar()
    bind Alias in file = symbol Alias : Dict[str, Foo]
    bind a in file = symbol a := Foo()
    bind b in file = symbol b := Foo()
    bind a in file = symbol a := Bar()
    bind x in file = symbol x := number
    bind y in file = symbol y := pair()#0
    bind z in file = symbol z := list[pair()[*]]
    bind _private in file = symbol _private := none
    bind call in file = symbol call := lambda -> Foo()
    bind n in file/function = parameter
    ");
}

#[test]
fn variables_of_classes() {
    let source = r#"@dataclass
class Point:
    x: int
    y: int = 0
    kind: ClassVar[str] = "p"
    LIMIT = 3
    other = Foo()
"#;
    insta::assert_snapshot!(facts("a.py", source, "symbols"), @"
    class Point 1-7 public exported @dataclass
    field Point.x 3-3 public : int
    field Point.y 4-4 public : int := number
    field Point.kind 5-5 public static : str := string
    constant Point.LIMIT 6-6 public := number
    variable Point.other 7-7 public := Foo()
    ");
}

#[test]
fn enums_have_members() {
    let source = r#"class Color(str, enum.Enum):
    RED = "r"
    blue = "b"
    _ignore_ = []
    @property
    def nice(self): return self.value
class Size(models.TextChoices):
    S = "s", "Small"
"#;
    insta::assert_snapshot!(facts("a.py", source, "symbols"), @"
    enum Color 1-6 public exported bases str, enum.Enum
    enum_member Color.RED 2-2 public : Self
    enum_member Color.blue 3-3 public : Self
    variable Color._ignore_ 4-4 private := collection
    property Color.nice 5-6 public accessor @property returns this.value
    enum Size 7-8 public exported bases models.TextChoices
    enum_member Size.S 8-8 public : Self
    ");
}

#[test]
fn a_name_defined_twice_is_two_symbols() {
    let source = "try:
    from fast import load
except ImportError:
    def load(): pass
if x:
    def f(): pass
else:
    def f(): pass
try:
    import json
except ImportError:
    json = None
";
    insta::assert_snapshot!(facts("a.py", source, "symbols bindings"), @"
    function load 4-4 public exported
    function f 6-6 public exported
    function f 8-8 public exported
    bind load in file = import fast #0
    bind load in file = symbol load
    bind f in file = symbol f
    bind f in file = symbol f
    bind json in file = import json #0
    bind json in file = local := none
    ");
}

#[test]
fn fields_known_by_assignment() {
    let source = r#"class A:
    known = None
    def setup(self):
        self.late = Early()
        self.conn = Second()
    def __init__(self, name: str, size, *args):
        self.known = Foo()
        self.late = Foo()
        self.name = name
        self.size = size
        self.pair: "Pair" = None
        self.left, self.right = Left(), args
        local = Bar()
        self.bar = local
        for self.i in range(3): pass
        with open(name) as self.file: pass
    @classmethod
    def install(cls): cls.current = Baz()
    def method(self): pass
    def swap(self):
        self.method = None
        def later(): self.deep = 1
"#;
    insta::assert_snapshot!(facts("a.py", source, "symbols"), @"
    class A 1-22 public exported
    variable A.known 2-2 public := none
    method A.setup 3-5 public
    field A.late 8-8 public implicit := (Early() | Foo())
    field A.conn 5-5 public implicit := Second()
    method A.__init__ 6-16 public constructor (name: str, size, args)
    field A.name 9-9 public implicit := <str>
    field A.size 10-10 public implicit
    field A.pair 11-11 public implicit : Pair := none
    field A.left 12-12 public implicit := Left()
    field A.right 12-12 public implicit := <tuple>
    field A.bar 14-14 public implicit := Bar()
    field A.i 15-15 public implicit := number
    field A.file 16-16 public implicit := with open()
    method A.install 17-18 public static @classmethod
    field A.current 18-18 public implicit := Baz()
    method A.method 19-19 public
    method A.swap 20-22 public
    function A.swap.later 22-22 public
    field A.deep 22-22 public implicit := number
    ");
}

#[test]
fn attributes_of_a_declared_variable_add_bindings() {
    let source = "class A:
    conn = None
    def open(self): self.conn = Connection()
";
    insta::assert_snapshot!(facts("a.py", source, "bindings"), @"
    bind A in file = symbol A
    bind conn in a:class = symbol A.conn := none
    bind open in a:class = symbol A.open
    bind self in a.open:function = parameter := this
    bind conn in a:class = symbol A.conn := Connection()
    ");
}

#[test]
fn returned_values_without_locals() {
    let source = "def one():
    made = Foo()
    return made
def several(flag, given: Given):
    x = None
    if flag: x = Foo()
    if given: return given
    return x
def unknown(flag):
    return flag.thing
def nested():
    def inner(): return Bar()
    return inner
def circle():
    a = a.next
    return a
def shadowed():
    Foo = pick()
    return Foo.make()
class A:
    def chain(self): return self
    def mine(self):
        items = [item.name for item in self.items]
        return items
    def maker(cls=Foo): return cls
def gen():
    for x in Foo.all(): yield x
    yield from Bar.all()
async def co():
    result = await fetch()
    return result
def declared() -> Foo:
    return Bar()
";
    insta::assert_snapshot!(facts("a.py", source, "symbols"), @"
    function one 1-3 public exported returns Foo()
    function several 4-8 public exported (flag, given: Given) returns <Given>, (none | Foo())
    function unknown 9-10 public exported (flag)
    function nested 11-13 public exported returns symbol nested.inner
    function nested.inner 12-12 public returns Bar()
    function circle 14-16 public exported
    function shadowed 17-19 public exported returns pick().make()
    class A 20-25 public exported
    method A.chain 21-21 public returns this
    method A.mine 22-24 public returns list[this.items[*].name]
    method A.maker 25-25 public returns Self
    function gen 26-28 public exported generator returns Foo.all()[*], Bar.all()[*]
    function co 29-31 public exported async returns await fetch()
    function declared 32-33 public exported : Foo
    ");
}

#[test]
fn base_classes() {
    let source = r#"class A(Base, mod.Other, Generic[T], metaclass=Meta, flag=True): pass
class B(six.with_metaclass(Meta, Base)): pass
class C(namedtuple("C", "x y"), *mixins): pass
"#;
    insta::assert_snapshot!(facts("a.py", source, "symbols references"), @"
    class A 1-1 public exported bases Base, mod.Other, Generic[T]
    class B 2-2 public exported bases Base
    class C 3-3 public exported bases namedtuple()
    use 1:9 inherit Base in file
    use 1:15 read mod in file
    use 1:19 inherit (mod).Other in file
    use 1:26 inherit Generic in file
    use 1:34 type T in file
    use 1:38 key metaclass in file
    use 1:48 read Meta in file
    use 1:54 key flag in file
    use 2:9 read six in file
    use 2:13 call (six).with_metaclass in file
    use 2:28 read Meta in file
    use 2:34 inherit Base in file
    use 3:9 call namedtuple in file
    use 3:34 read mixins in file
    ");
}

#[test]
fn docstrings() {
    let source = r#""""About the file."""
class A:
    # A comment first.
    """One.

        Indented.
    Back.
    """
    def f(self):
        r'''Raw.'''
    def g(self):
        f"""not one"""
    def h(self):
        x = 1
        """not one either"""
"#;
    insta::assert_snapshot!(facts("a.py", source, "docs"), @r#"
    doc file plain "About the file."
    doc A plain "One.\n\n    Indented.\nBack."
    doc A.f plain "Raw."
    "#);
}

#[test]
fn tests_by_place_and_name() {
    let source = r#"def test_one(): pass
def helper(): pass
@pytest.fixture(scope="module")
def client(): pass
class TestThing:
    def setup_method(self): pass
    def test_it(self): pass
    def help(self): pass
class Base:
    def test_inherited(self): pass
"#;
    insta::assert_snapshot!(facts("tests/test_a.py", source, "symbols"), @r#"
    function test_one 1-1 public exported test
    function helper 2-2 public exported
    function client 3-4 public exported test @pytest.fixture(scope="module")
    class TestThing 5-8 public exported test
    method TestThing.setup_method 6-6 public test
    method TestThing.test_it 7-7 public test
    method TestThing.help 8-8 public
    class Base 9-10 public exported
    method Base.test_inherited 10-10 public test
    "#);
}

#[test]
fn tests_by_base_class() {
    let source = "def test_not(): pass
class Foo(SimpleTestCase):
    def setUp(self): pass
    def test_it(self): pass
class TestNot:
    def test_not(self): pass
";
    insta::assert_snapshot!(facts("pkg/checks.py", source, "symbols"), @"
    function test_not 1-1 public exported
    class Foo 2-4 public exported test bases SimpleTestCase
    method Foo.setUp 3-3 public test
    method Foo.test_it 4-4 public test
    class TestNot 5-6 public exported
    method TestNot.test_not 6-6 public
    ");
}

#[test]
fn stubs_are_ambient() {
    let source = "def f(x: int) -> str: ...
class A:
    x: int
";
    insta::assert_snapshot!(facts("a.pyi", source, "symbols"), @"
    function f 1-1 public exported ambient (x: int) : str
    class A 2-3 public exported ambient
    field A.x 3-3 public ambient : int
    ");
}

#[test]
fn measures_count_decisions() {
    let source = "def f(a, *, b):
    if a and b or c:
        for x in a:
            while x: pass
    elif b: pass
    else:
        try: pass
        except E: pass
    y = [i for i in a if i]
    z = 1 if y else 2
    match z:
        case 1: return
        case _: raise E
    def inner():
        if a: pass
    assert z
";
    insta::assert_snapshot!(facts("a.py", source, "measures"), @"
    measure f cyclomatic 13 nesting 3 parameters 2 statements 15 lines 16
    measure inner cyclomatic 2 nesting 1 parameters 0 statements 2 lines 2
    ");
}

#[test]
fn making_and_copying_instances() {
    let source = "import copy
class A:
    def __new__(cls, *args):
        made = super().__new__(cls)
        return made
    def clone(self):
        new = copy.copy(self)
        return new
    def same(self, flag):
        if flag: return Foo(1)
        return Foo(2)
    def other(self): return self.copy()
";
    insta::assert_snapshot!(facts("a.py", source, "symbols"), @"
    class A 2-12 public exported
    method A.__new__ 3-5 public constructor (args) returns <Self>
    method A.clone 6-8 public returns this
    method A.same 9-11 public (flag) returns Foo()
    method A.other 12-12 public returns this.copy()
    ");
}
