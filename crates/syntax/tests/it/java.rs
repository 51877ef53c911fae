//! Java: packages, types, members, scopes, patterns, references.

use crate::render::facts;

#[test]
fn imports_of_all_forms() {
    let source = "\
package a.b . c;
import java.util.List;
import java.util.*;
import static java.lang.Math.max;
import static a.b.C.*;
import a.b.Outer.Inner;
class A {}
";
    insta::assert_snapshot!(facts("A.java", source, "imports bindings references"), @"
    import static java.util [List as List] in file
    import static java.util star in file
    import static_member java.lang.Math [max as max] in file
    import static_member a.b.C star in file
    import static a.b.Outer [Inner as Inner] in file
    bind List in file = import java.util #0
    bind max in file = import java.lang.Math #0
    bind Inner in file = import a.b.Outer #0
    bind A in file = symbol A
    use 2:18 import List in file
    use 4:30 import max in file
    use 6:18 import Inner in file
    ");
}

#[test]
fn types_of_all_kinds() {
    let source = r#"
public class A<T extends B & C> extends D<T> implements E, a.F {}
interface I extends J, K<String> {}
@interface N { String value() default ""; int SIZE = 1; }
enum Color implements Named { RED, GREEN }
record Point(int x, int y) implements Named {}
abstract sealed class S permits X, Y {}
"#;
    insta::assert_snapshot!(facts("A.java", source.trim_start(), "symbols"), @"
    class A 1-1 public exported bases D[T], E, a.F
    interface I 2-2 internal bases J, K[String]
    interface N 3-3 internal
    method N.value 3-3 public exported abstract : String
    constant N.SIZE 3-3 public exported static : int
    enum Color 4-4 internal bases Named
    enum_member Color.RED 4-4 public exported static : Color
    enum_member Color.GREEN 4-4 public exported static : Color
    class Point 5-5 internal bases Named (x: int, y: int)
    field Point.x 5-5 private : int
    method Point.x 5-5 public exported implicit : int
    field Point.y 5-5 private : int
    method Point.y 5-5 public exported implicit : int
    class S 6-6 internal abstract
    ");
}

#[test]
fn bases_and_bounds_are_uses() {
    let source = "\
class A<T extends B> extends D<T> implements a.F, G<H> {}
interface I extends J {}
sealed class S permits X {}
";
    insta::assert_snapshot!(facts("A.java", source, "references"), @"
    use 1:19 type B in file/typeparameters
    use 1:30 inherit D in file/typeparameters
    use 1:32 type T in file/typeparameters
    use 1:46 type a in file/typeparameters
    use 1:48 inherit (a).F in file/typeparameters
    use 1:51 inherit G in file/typeparameters
    use 1:53 type H in file/typeparameters
    use 2:21 inherit J in file
    use 3:24 type X in file
    ");
}

#[test]
fn visibility_comes_from_modifiers_and_place() {
    let source = "\
public class A {
  public int a; protected int b; int c; private int d;
  public static final int E = 1;
  static int f;
  A() {}
  private A(int x) {}
  class Inner {}
  static class Nested {}
  enum Kind { X; Kind() {} }
}
interface I {
  int LIMIT = 3;
  void run();
  default void go() {}
  private void helper() {}
  static void make() {}
  class Part {}
}
class P { abstract void m(); native int n(); }
";
    insta::assert_snapshot!(facts("A.java", source, "symbols"), @"
    class A 1-10 public exported
    field A.a 2-2 public exported : int
    field A.b 2-2 protected : int
    field A.c 2-2 internal : int
    field A.d 2-2 private : int
    constant A.E 3-3 public exported static : int
    field A.f 4-4 internal static : int
    method A.A 5-5 internal constructor
    method A.A 6-6 private constructor (x: int)
    class A.Inner 7-7 internal
    class A.Nested 8-8 internal static
    enum A.Kind 9-9 internal static
    enum_member A.Kind.X 9-9 public exported static : Kind
    method A.Kind.Kind 9-9 private constructor
    interface I 11-18 internal
    constant I.LIMIT 12-12 public exported static : int
    method I.run 13-13 public exported abstract : void
    method I.go 14-14 public exported : void
    method I.helper 15-15 private : void
    method I.make 16-16 public exported static : void
    class I.Part 17-17 public exported static
    class P 19-19 internal
    method P.m 19-19 internal abstract : void
    method P.n 19-19 internal foreign : int
    ");
}

#[test]
fn each_declarator_is_a_field() {
    let source = "\
class A {
  int a, b[], c = 3;
  private final List<String> names = new ArrayList<>(), other;
}
";
    insta::assert_snapshot!(facts("A.java", source, "symbols"), @"
    class A 1-4 internal
    field A.a 2-2 internal : int
    field A.b 2-2 internal : [][int]
    field A.c 2-2 internal : int
    field A.names 3-3 private : List[String]
    field A.other 3-3 private : List[String]
    ");
}

#[test]
fn a_constructor_does_not_hide_its_class() {
    let source = "\
class A {
  A(int x) { this.x = x; }
  int x;
  static A make() { return new A(1); }
}
";
    insta::assert_snapshot!(facts("A.java", source, "symbols bindings references"), @"
    class A 1-5 internal
    method A.A 2-2 internal constructor (x: int)
    field A.x 3-3 internal : int
    method A.make 4-4 internal static : A
    bind A in file = symbol A
    bind x in a.a:function = parameter : int
    bind x in a:class = symbol A.x : int
    bind make in a:class = symbol A.make : A
    use 2:19 write (this).x in a.a:function
    use 2:23 read x in a.a:function
    use 4:10 type A in a.make:function
    use 4:32 call A in a.make:function
    ");
}

#[test]
fn records_have_fields_and_accessors() {
    let source = "\
record Range<T>(T low, T high, int... rest) {
  Range {
    if (low == null) throw new Error();
  }
  T low() { return low; }
  static int count;
}
";
    insta::assert_snapshot!(facts("A.java", source, "symbols bindings references"), @"
    class Range 1-7 internal (low: T, high: T, rest?: [][int])
    field Range.low 1-1 private : T
    field Range.high 1-1 private : T
    method Range.high 1-1 public exported implicit : T
    field Range.rest 1-1 private : [][int]
    method Range.rest 1-1 public exported implicit : [][int]
    method Range.Range 2-4 internal constructor (low: T, high: T, rest?: [][int])
    method Range.low 5-5 internal : T
    field Range.count 6-6 internal static : int
    bind T in file/typeparameters = typeparameter
    bind Range in file = symbol Range
    bind low in range:class = symbol Range.low : T
    bind high in range:class = symbol Range.high : T
    bind high in range:class = symbol Range.high : T
    bind rest in range:class = symbol Range.rest : [][int]
    bind rest in range:class = symbol Range.rest : [][int]
    bind low in range.range:function = parameter : T
    bind high in range.range:function = parameter : T
    bind rest in range.range:function = parameter : [][int]
    bind low in range:class = symbol Range.low : T
    bind count in range:class = symbol Range.count : int
    use 1:17 type T in file/typeparameters
    use 1:24 type T in file/typeparameters
    use 3:9 read low in range.range:function
    use 3:32 call Error in range.range:function
    use 5:3 type T in range.low:function
    use 5:20 read low in range.low:function
    ");
}

#[test]
fn enum_constants_have_bodies() {
    let source = r#"
enum Op {
  ADD("+") {
    @Override int apply(int a) { return a + base; }
  },
  SUB;
  int base;
  Op(String s) {}
  abstract int apply(int a);
}
"#;
    insta::assert_snapshot!(facts("A.java", source.trim_start(), "symbols references"), @"
    enum Op 1-9 internal
    enum_member Op.ADD 2-4 public exported static bases Op : Op
    method Op.ADD.apply 3-3 internal override @Override (a: int) : int
    enum_member Op.SUB 5-5 public exported static : Op
    field Op.base 6-6 internal : int
    method Op.Op 7-7 private constructor (s: String)
    method Op.apply 8-8 internal abstract (a: int) : int
    use 3:6 decorate Override in op.add:class
    use 3:41 read a in op.add.apply:function
    use 3:45 read base in op.add.apply:function
    use 7:6 type String in op.op:function
    ");
}

#[test]
fn members_of_an_anonymous_class_name_the_type_they_implement() {
    let source = "\
class A {
  static final Shape S = new Shape<Foo>() {
    int n;
    @Override public void draw() { n = size; this.n++; }
  };
  void run() {
    go(new Runnable() { public void run() { helper(); } });
  }
  { other(new Thing() { void inside() {} }); }
}
";
    insta::assert_snapshot!(facts("A.java", source, "symbols bindings references"), @"
    class A 1-10 internal
    constant A.S 2-5 internal static : Shape
    field A.S.n 3-3 internal : int
    method A.S.draw 4-4 public override @Override bases Shape[Foo] : void
    method A.run 6-8 internal : void
    method A.run.run 7-7 public bases Runnable : void
    method inside 9-9 internal bases Thing : void
    bind A in file = symbol A
    bind S in a:class = symbol A.S : Shape
    bind n in a:class/class = symbol A.S.n : int
    bind draw in a:class/class = symbol A.S.draw : void
    bind run in a:class = symbol A.run : void
    bind run in a.run:function/class = symbol A.run.run : void
    bind inside in a:class/block/class = symbol inside : void
    use 2:16 type Shape in a:class
    use 2:30 call Shape in a:class
    use 2:36 type Foo in a:class
    use 4:6 decorate Override in a:class/class
    use 4:36 write n in a.s.draw:function
    use 4:40 read size in a.s.draw:function
    use 4:51 write (this).n in a.s.draw:function
    use 7:5 call go in a.run:function
    use 7:12 call Runnable in a.run:function
    use 7:45 call helper in a.run.run:function
    use 9:5 call other in a:class/block
    use 9:15 call Thing in a:class/block
    ");
}

#[test]
fn local_classes_belong_to_their_method() {
    let source = "\
class A {
  void m() {
    class Local { int f; public void g() { f = 1; } }
    new Local().g();
  }
}
";
    insta::assert_snapshot!(facts("A.java", source, "symbols references"), @"
    class A 1-6 internal
    method A.m 2-5 internal : void
    class A.m.Local 3-3 private
    field A.m.Local.f 3-3 internal : int
    method A.m.Local.g 3-3 public : void
    use 3:44 write f in a.m.local.g:function
    use 4:9 call Local in a.m:function
    use 4:17 call (Local()).g in a.m:function
    ");
}

#[test]
fn type_parameters_are_bound_where_they_hold() {
    let source = "\
class A<T extends Comparable<T>> {
  T first;
  <U extends T, V> U pick(U u, Map<T, V> m) { return u; }
  static <E> A<E> of(E e) { return new A<E>(); }
}
";
    insta::assert_snapshot!(facts("A.java", source, "symbols bindings"), @"
    class A 1-5 internal
    field A.first 2-2 internal : T
    method A.pick 3-3 internal (u: U, m: Map[T, V]) : U
    method A.of 4-4 internal static (e: E) : A[E]
    bind T in file/typeparameters = typeparameter : Comparable[T]
    bind A in file = symbol A
    bind first in a:class = symbol A.first : T
    bind U in a.pick:function = typeparameter : T
    bind V in a.pick:function = typeparameter
    bind u in a.pick:function = parameter : U
    bind m in a.pick:function = parameter : Map[T, V]
    bind pick in a:class = symbol A.pick : U
    bind E in a.of:function = typeparameter
    bind e in a.of:function = parameter : E
    bind of in a:class = symbol A.of : A[E]
    ");
}

#[test]
fn parameters_and_locals() {
    let source = "\
class A {
  void m(final int a, String[] b, Foo... c) {
    int x = a, y = x;
    var z = new Foo(x);
    Foo foo = foo();
    List<Foo> list[] = null;
    { int inner = y; }
  }
}
";
    insta::assert_snapshot!(facts("A.java", source, "bindings"), @"
    bind A in file = symbol A
    bind a in a.m:function = parameter : int
    bind b in a.m:function = parameter : [][String]
    bind c in a.m:function = parameter : [][Foo]
    bind m in a:class = symbol A.m : void
    bind x in a.m:function = local : int
    bind y in a.m:function = local : int
    bind z in a.m:function = local := Foo()
    bind foo in a.m:function = local : Foo
    bind list in a.m:function = local : [][List[Foo]]
    bind inner in a.m:function/block = local : int
    ");
}

#[test]
fn a_local_holds_after_its_declarator() {
    let source = "\
class A {
  int x;
  Foo foo() { return null; }
  void m() {
    Foo foo = foo();
    foo.bar();
  }
}
";
    insta::assert_snapshot!(facts("A.java", source, "references bindings"), @"
    use 3:3 type Foo in a.foo:function
    use 5:5 type Foo in a.m:function
    use 5:15 call foo in a.m:function
    use 6:5 read foo in a.m:function
    use 6:9 call (foo).bar in a.m:function
    bind A in file = symbol A
    bind x in a:class = symbol A.x : int
    bind foo in a:class = symbol A.foo : Foo
    bind m in a:class = symbol A.m : void
    bind foo in a.m:function = local : Foo
    ");
}

#[test]
fn loops_bind_their_variables() {
    let source = "\
class A {
  void m(List<Foo> xs) {
    for (Foo f : xs) f.a();
    for (var g : xs.all()) { g.b(); }
    for (int i = 0, n = 3; i < n; i++) { int k = i; }
  }
}
";
    insta::assert_snapshot!(facts("A.java", source, "bindings references"), @"
    bind A in file = symbol A
    bind xs in a.m:function = parameter : List[Foo]
    bind m in a:class = symbol A.m : void
    bind f in a.m:function/block = local : Foo
    bind g in a.m:function/block = local := xs.all()[*]
    bind i in a.m:function/block = local : int
    bind n in a.m:function/block = local : int
    bind k in a.m:function/block/block = local : int
    use 2:10 type List in a.m:function
    use 2:15 type Foo in a.m:function
    use 3:10 type Foo in a.m:function
    use 3:18 read xs in a.m:function
    use 3:22 read f in a.m:function/block
    use 3:24 call (f).a in a.m:function/block
    use 4:18 read xs in a.m:function
    use 4:21 call (xs).all in a.m:function
    use 4:30 read g in a.m:function/block/block
    use 4:32 call (g).b in a.m:function/block/block
    use 5:28 read i in a.m:function/block
    use 5:32 read n in a.m:function/block
    use 5:35 write i in a.m:function/block
    use 5:50 read i in a.m:function/block/block
    ");
}

#[test]
fn catch_and_resources() {
    let source = "\
class A {
  void m() throws IOException {
    try (Reader r = open(); var w = make(r); shared) { r.read(); }
    catch (IOException | Bad e) { e.log(); }
    finally { close(); }
    try { } catch (final Exception e) { throw new Wrapped(e); }
  }
}
";
    insta::assert_snapshot!(facts("A.java", source, "bindings references"), @"
    bind A in file = symbol A
    bind m in a:class = symbol A.m : void
    bind r in a.m:function/block = local : Reader
    bind w in a.m:function/block = local := make()
    bind e in a.m:function/block = local : (IOException | Bad)
    bind e in a.m:function/block = local : Exception
    use 2:19 type IOException in a.m:function
    use 3:10 type Reader in a.m:function/block
    use 3:21 call open in a.m:function/block
    use 3:37 call make in a.m:function/block
    use 3:42 read r in a.m:function/block
    use 3:46 read shared in a.m:function/block
    use 3:56 read r in a.m:function/block/block
    use 3:58 call (r).read in a.m:function/block/block
    use 4:12 type IOException in a.m:function/block
    use 4:26 type Bad in a.m:function/block
    use 4:35 read e in a.m:function/block
    use 4:37 call (e).log in a.m:function/block
    use 5:15 call close in a.m:function/block
    use 6:26 type Exception in a.m:function/block
    use 6:51 call Wrapped in a.m:function/block
    use 6:59 read e in a.m:function/block
    ");
}

#[test]
fn lambdas_bind_their_parameters() {
    let source = "\
class A {
  Runnable r = () -> run();
  void m() {
    use(x -> x.a(), (y, z) -> { int k = y; return k; }, (Foo f) -> f.b(), (var v) -> v);
  }
}
";
    insta::assert_snapshot!(facts("A.java", source, "bindings references"), @"
    bind A in file = symbol A
    bind r in a:class = symbol A.r : Runnable
    bind m in a:class = symbol A.m : void
    bind x in a.m:function/function = parameter
    bind y in a.m:function/function = parameter
    bind z in a.m:function/function = parameter
    bind k in a.m:function/function = local : int
    bind f in a.m:function/function = parameter : Foo
    bind v in a.m:function/function = parameter
    use 2:3 type Runnable in a:class
    use 2:22 call run in a:class/function
    use 4:5 call use in a.m:function
    use 4:14 read x in a.m:function/function
    use 4:16 call (x).a in a.m:function/function
    use 4:41 read y in a.m:function/function
    use 4:51 read k in a.m:function/function
    use 4:58 type Foo in a.m:function/function
    use 4:68 read f in a.m:function/function
    use 4:70 call (f).b in a.m:function/function
    use 4:86 read v in a.m:function/function
    ");
}

#[test]
fn patterns_bind_where_they_hold() {
    let source = "\
class A {
  Foo f;
  void m(Object o) {
    if (o instanceof Foo f && f.ok()) { f.a(); } else { f.b(); }
    if (!(o instanceof Bar b)) return;
    b.c();
    while (o instanceof Baz z) z.d();
    boolean t = o instanceof Qux q && q.e();
  }
}
";
    insta::assert_snapshot!(facts("A.java", source, "bindings references"), @"
    bind A in file = symbol A
    bind f in a:class = symbol A.f : Foo
    bind o in a.m:function = parameter : Object
    bind m in a:class = symbol A.m : void
    bind f in a.m:function/block = local : Foo
    bind b in a.m:function = local : Bar
    bind z in a.m:function/block = local : Baz
    bind t in a.m:function = local : boolean
    bind q in a.m:function = local : Qux
    use 2:3 type Foo in a:class
    use 3:10 type Object in a.m:function
    use 4:9 read o in a.m:function/block
    use 4:22 type Foo in a.m:function/block
    use 4:31 read f in a.m:function/block
    use 4:33 call (f).ok in a.m:function/block
    use 4:41 read f in a.m:function/block/block
    use 4:43 call (f).a in a.m:function/block/block
    use 4:57 read f in a.m:function/block
    use 4:59 call (f).b in a.m:function/block
    use 5:11 read o in a.m:function
    use 5:24 type Bar in a.m:function
    use 6:5 read b in a.m:function
    use 6:7 call (b).c in a.m:function
    use 7:12 read o in a.m:function/block
    use 7:25 type Baz in a.m:function/block
    use 7:32 read z in a.m:function/block
    use 7:34 call (z).d in a.m:function/block
    use 8:17 read o in a.m:function
    use 8:30 type Qux in a.m:function
    use 8:39 read q in a.m:function
    use 8:41 call (q).e in a.m:function
    ");
}

#[test]
fn switches_bind_patterns_per_case() {
    let source = "\
class A {
  int m(Object o) {
    return switch (o) {
      case Foo f when f.ok() -> f.a();
      case Point(int x, var y) -> x;
      case Box<Foo>(Foo(int n), Bar b) -> b.c(n);
      case null, default -> { int k = 1; yield k; }
    };
  }
  void old(int i) {
    switch (i) { case 1: int s = 2; break; case 2: s = 3; }
  }
}
";
    insta::assert_snapshot!(facts("A.java", source, "bindings references"), @"
    bind A in file = symbol A
    bind o in a.m:function = parameter : Object
    bind m in a:class = symbol A.m : int
    bind f in a.m:function/block/block = local : Foo
    bind x in a.m:function/block/block = local : int
    bind y in a.m:function/block/block = local
    bind n in a.m:function/block/block = local : int
    bind b in a.m:function/block/block = local : Bar
    bind k in a.m:function/block/block = local : int
    bind i in a.old:function = parameter : int
    bind old in a:class = symbol A.old : void
    bind s in a.old:function/block = local : int
    use 2:9 type Object in a.m:function
    use 3:20 read o in a.m:function
    use 4:12 type Foo in a.m:function/block/block
    use 4:23 read f in a.m:function/block/block
    use 4:25 call (f).ok in a.m:function/block/block
    use 4:33 read f in a.m:function/block/block
    use 4:35 call (f).a in a.m:function/block/block
    use 5:12 type Point in a.m:function/block/block
    use 5:35 read x in a.m:function/block/block
    use 6:12 type Box in a.m:function/block/block
    use 6:16 type Foo in a.m:function/block/block
    use 6:21 type Foo in a.m:function/block/block
    use 6:33 type Bar in a.m:function/block/block
    use 6:43 read b in a.m:function/block/block
    use 6:45 call (b).c in a.m:function/block/block
    use 6:47 read n in a.m:function/block/block
    use 7:48 read k in a.m:function/block/block
    use 11:13 read i in a.old:function
    use 11:52 write s in a.old:function/block
    ");
}

#[test]
fn case_labels_name_constants_of_the_selector() {
    let source = "\
class A {
  static final int MAX = 3;
  enum Color { RED, BLUE }
  void m(Color c, int i) {
    switch (c) { case RED: break; case BLUE, GREEN: }
    switch (i) { case MAX: break; case Other.MIN: }
    int n = switch (c) { case RED -> 1; default -> 2; };
  }
}
";
    insta::assert_snapshot!(facts("A.java", source, "references"), @"
    use 4:10 type Color in a.m:function
    use 5:13 read c in a.m:function
    use 5:23 key (typeof c).RED in a.m:function/block
    use 5:40 key (typeof c).BLUE in a.m:function/block
    use 5:46 key (typeof c).GREEN in a.m:function/block
    use 6:13 read i in a.m:function
    use 6:23 key (typeof i).MAX in a.m:function/block
    use 6:40 read Other in a.m:function/block
    use 6:46 read (Other).MIN in a.m:function/block
    use 7:21 read c in a.m:function
    use 7:31 key (typeof c).RED in a.m:function/block/block
    ");
}

#[test]
fn calls_and_accesses_have_receivers() {
    let source = r#"
class A extends B {
  B field;
  void m() {
    bare();
    this.field.go();
    super.m();
    field.x.y().z[0].w();
    a.b.C.d();
    "s".length();
    (field).p();
    ((Foo) field).q();
    new Foo().r().s();
    A.this.field = null;
    A.super.m();
    Other.super.m();
    field.<String>typed();
    (c ? field : other).t();
  }
}
"#;
    insta::assert_snapshot!(facts("A.java", source.trim_start(), "references"), @"
    use 1:17 inherit B in file
    use 2:3 type B in a:class
    use 4:5 call bare in a.m:function
    use 5:10 read (this).field in a.m:function
    use 5:16 call (this.field).go in a.m:function
    use 6:11 call (super).m in a.m:function
    use 7:5 read field in a.m:function
    use 7:11 read (field).x in a.m:function
    use 7:13 call (field.x).y in a.m:function
    use 7:17 read (field.x.y()).z in a.m:function
    use 7:22 call (field.x.y().z[*]).w in a.m:function
    use 8:5 read a in a.m:function
    use 8:7 read (a).b in a.m:function
    use 8:9 read (a.b).C in a.m:function
    use 8:11 call (a.b.C).d in a.m:function
    use 9:9 call (string).length in a.m:function
    use 10:6 read field in a.m:function
    use 10:13 call (field).p in a.m:function
    use 11:7 type Foo in a.m:function
    use 11:12 read field in a.m:function
    use 11:19 call (<Foo>).q in a.m:function
    use 12:9 call Foo in a.m:function
    use 12:15 call (Foo()).r in a.m:function
    use 12:19 call (Foo().r()).s in a.m:function
    use 13:5 type A in a.m:function
    use 13:12 write (this).field in a.m:function
    use 14:5 type A in a.m:function
    use 14:13 call (super).m in a.m:function
    use 15:5 type Other in a.m:function
    use 15:17 call (<Other>).m in a.m:function
    use 16:5 read field in a.m:function
    use 16:12 type String in a.m:function
    use 16:19 call (field).typed in a.m:function
    use 17:6 read c in a.m:function
    use 17:10 read field in a.m:function
    use 17:18 read other in a.m:function
    use 17:25 call ((field | other)).t in a.m:function
    ");
}

#[test]
fn outer_this_and_super_reach_the_outer_class() {
    let source = "\
class Outer extends Base {
  class Inner extends Side {
    void m() { Outer.this.go(); Outer.super.go(); Inner.super.go(); }
  }
}
";
    insta::assert_snapshot!(facts("A.java", source, "references"), @"
    use 1:21 inherit Base in file
    use 2:23 inherit Side in outer:class
    use 3:16 type Outer in outer.inner.m:function
    use 3:27 call (this).go in outer.inner.m:function
    use 3:33 type Outer in outer.inner.m:function
    use 3:45 call (super).go in outer.inner.m:function
    use 3:51 type Inner in outer.inner.m:function
    use 3:63 call (super).go in outer.inner.m:function
    ");
}

#[test]
fn method_references_name_methods() {
    let source = "\
class A {
  void m() {
    use(Foo::bar, this::baz, super::qux, Foo::new, int[]::clone, List<String>::new, a.B::c, x.y()::z);
  }
}
";
    insta::assert_snapshot!(facts("A.java", source, "references"), @"
    use 3:5 call use in a.m:function
    use 3:9 read Foo in a.m:function
    use 3:14 call (Foo).bar in a.m:function
    use 3:25 call (this).baz in a.m:function
    use 3:37 call (super).qux in a.m:function
    use 3:42 call Foo in a.m:function
    use 3:59 call ([][int]).clone in a.m:function
    use 3:66 call List in a.m:function
    use 3:71 type String in a.m:function
    use 3:85 read a in a.m:function
    use 3:87 read (a).B in a.m:function
    use 3:90 call (a.B).c in a.m:function
    use 3:93 read x in a.m:function
    use 3:95 call (x).y in a.m:function
    use 3:100 call (x.y()).z in a.m:function
    ");
}

#[test]
fn creation_is_a_call_of_the_type() {
    let source = "\
class A {
  void m() {
    new Foo(1);
    new a.b.Bar<Baz>(2);
    outer.new Inner();
    outer.new Gen<>();
    Foo[] x = new Foo[3][];
    Foo[] y = { a, b };
    var z = new Foo[]{ c };
  }
}
";
    insta::assert_snapshot!(facts("A.java", source, "references bindings"), @"
    use 3:9 call Foo in a.m:function
    use 4:9 type a in a.m:function
    use 4:11 type (a).b in a.m:function
    use 4:13 call (a.b).Bar in a.m:function
    use 4:17 type Baz in a.m:function
    use 5:5 read outer in a.m:function
    use 5:15 call (outer).Inner in a.m:function
    use 6:5 read outer in a.m:function
    use 6:15 call (outer).Gen in a.m:function
    use 7:5 type Foo in a.m:function
    use 7:19 type Foo in a.m:function
    use 8:5 type Foo in a.m:function
    use 8:17 read a in a.m:function
    use 8:20 read b in a.m:function
    use 9:17 type Foo in a.m:function
    use 9:24 read c in a.m:function
    bind A in file = symbol A
    bind m in a:class = symbol A.m : void
    bind x in a.m:function = local : [][Foo]
    bind y in a.m:function = local : [][Foo]
    bind z in a.m:function = local := <[][Foo]>
    ");
}

#[test]
fn writes_are_told_from_reads() {
    let source = "\
class A {
  int f;
  void m(int p) { f = p; p += 1; this.f++; --f; a[f] = p; a.b = f; }
}
";
    insta::assert_snapshot!(facts("A.java", source, "references"), @"
    use 3:19 write f in a.m:function
    use 3:23 read p in a.m:function
    use 3:26 write p in a.m:function
    use 3:39 write (this).f in a.m:function
    use 3:46 write f in a.m:function
    use 3:49 read a in a.m:function
    use 3:51 read f in a.m:function
    use 3:56 read p in a.m:function
    use 3:59 read a in a.m:function
    use 3:61 write (a).b in a.m:function
    use 3:65 read f in a.m:function
    ");
}

#[test]
fn annotations_are_attributes_and_uses() {
    let source = r#"
@Entity(name = "x", value = Foo.BAR)
class A {
  @Inject @a.b.Named("n") Foo foo;
  @Override @SuppressWarnings({"a", B.C}) public void m(@NotNull Bar bar) {}
  @Outer.Nested int n;
}
"#;
    insta::assert_snapshot!(facts("A.java", source.trim_start(), "symbols references"), @r#"
    class A 1-6 internal @Entity(name = "x", value = Foo.BAR)
    field A.foo 3-3 internal @Inject @a.b.Named("n") : Foo
    method A.m 4-4 public exported override @Override @SuppressWarnings({"a", B.C}) (bar: Bar) : void
    field A.n 5-5 internal @Outer.Nested : int
    use 1:2 decorate Entity in file
    use 1:9 key (<Entity>).name in file
    use 1:21 key (<Entity>).value in file
    use 1:29 read Foo in file
    use 1:33 read (Foo).BAR in file
    use 3:4 decorate Inject in a:class
    use 3:12 type a in a:class
    use 3:14 type (a).b in a:class
    use 3:16 decorate (a.b).Named in a:class
    use 3:27 type Foo in a:class
    use 4:4 decorate Override in a:class
    use 4:14 decorate SuppressWarnings in a:class
    use 4:37 read B in a:class
    use 4:39 read (B).C in a:class
    use 4:58 decorate NotNull in a.m:function
    use 4:66 type Bar in a.m:function
    use 5:4 type Outer in a:class
    use 5:10 decorate (Outer).Nested in a:class
    "#);
}

#[test]
fn tests_are_marked() {
    let source = "\
class ATest {
  @Before public void setUp() {}
  @Test public void works() {}
  @org.junit.jupiter.api.ParameterizedTest void many() {}
  void helper() {}
  @Rule public Foo rule = null;
}
class OldTest extends junit.framework.TestCase {
  public void testIt() {}
  protected void setUp() {}
  void other() {}
}
class Plain { void testNothing() {} }
";
    insta::assert_snapshot!(facts("A.java", source, "symbols"), @"
    class ATest 1-7 internal test
    method ATest.setUp 2-2 public exported test @Before : void
    method ATest.works 3-3 public exported test @Test : void
    method ATest.many 4-4 internal test @org.junit.jupiter.api.ParameterizedTest : void
    method ATest.helper 5-5 internal : void
    field ATest.rule 6-6 public exported test @Rule : Foo
    class OldTest 8-12 internal test bases junit.framework.TestCase
    method OldTest.testIt 9-9 public exported test : void
    method OldTest.setUp 10-10 protected test : void
    method OldTest.other 11-11 internal : void
    class Plain 13-13 internal
    method Plain.testNothing 13-13 internal : void
    ");
}

#[test]
fn initialiser_blocks_have_scopes() {
    let source = "\
class A {
  static { int a = 1; use(a); }
  { int b = 2; use(b); }
}
";
    insta::assert_snapshot!(facts("A.java", source, "bindings references"), @"
    bind A in file = symbol A
    bind a in a:class/block = local : int
    bind b in a:class/block = local : int
    use 2:23 call use in a:class/block
    use 2:27 read a in a:class/block
    use 3:16 call use in a:class/block
    use 3:20 read b in a:class/block
    ");
}

#[test]
fn class_literals_casts_and_arrays_are_types() {
    let source = r#"
class A {
  void m(Object o) {
    var a = Foo.class; var b = (Bar<Baz>) o; var c = x[0]; var d = "a" + 1; var e = !t; var g = t ? u : v;
    var h = int[].class; var i = a.b.C.class; var j = (k = l);
    use(Foo[].class);
  }
}
"#;
    insta::assert_snapshot!(facts("A.java", source.trim_start(), "bindings references"), @"
    bind A in file = symbol A
    bind o in a.m:function = parameter : Object
    bind m in a:class = symbol A.m : void
    bind a in a.m:function = local := <Class[Foo]>
    bind b in a.m:function = local := <Bar[Baz]>
    bind c in a.m:function = local := x[*]
    bind d in a.m:function = local := string
    bind e in a.m:function = local := bool
    bind g in a.m:function = local := (u | v)
    bind h in a.m:function = local := <Class[[][int]]>
    bind i in a.m:function = local := <Class[a.b.C]>
    bind j in a.m:function = local := l
    use 2:10 type Object in a.m:function
    use 3:13 type Foo in a.m:function
    use 3:33 type Bar in a.m:function
    use 3:37 type Baz in a.m:function
    use 3:43 read o in a.m:function
    use 3:54 read x in a.m:function
    use 3:86 read t in a.m:function
    use 3:97 read t in a.m:function
    use 3:101 read u in a.m:function
    use 3:105 read v in a.m:function
    use 4:34 type a in a.m:function
    use 4:36 type (a).b in a.m:function
    use 4:38 type (a.b).C in a.m:function
    use 4:56 write k in a.m:function
    use 4:60 read l in a.m:function
    use 5:5 call use in a.m:function
    use 5:9 type Foo in a.m:function
    ");
}

#[test]
fn labels_are_not_uses() {
    let source = "\
class A { void m() { outer: while (true) { break outer; } } }
";
    insta::assert_snapshot!(facts("A.java", source, "references"), @"");
}

#[test]
fn reflection_mentions_names() {
    let source = r#"
class A {
  void m() throws Exception {
    Class.forName("a.b.C"); getClass().getMethod("run"); log("plain word"); log("just_a_name");
    lookup.findVirtual(A.class, "hidden", null);
  }
}
"#;
    insta::assert_snapshot!(facts("A.java", source.trim_start(), "mentions"), @"
    mention 3 a.b.C access
    mention 3 run access
    mention 3 just_a_name
    mention 4 hidden access
    ");
}

#[test]
fn measures_count_decisions() {
    let source = "\
class A {
  int m(int a, int b) {
    if (a > 0 && b > 0) { for (int i = 0; i < a; i++) { b++; } }
    switch (a) { case 1: return 1; case 2: return 2; default: }
    try { go(); } catch (E e) { }
    return a > b ? a : b;
  }
  abstract void n();
}
";
    insta::assert_snapshot!(facts("A.java", source, "measures"), @"measure m cyclomatic 8 nesting 2 parameters 2 statements 10 lines 6");
}

#[test]
fn broken_input_gives_fewer_facts() {
    let source = "\
class A {
  void ok() { run(); }
  void bad( { x.
  int y = ;
  void after() { go(); }
";
    insta::assert_snapshot!(facts("A.java", source, "symbols references problems"), @"
    class A 1-5 internal
    method A.ok 2-2 internal : void
    method A.bad 3-5 internal : void
    use 2:15 call run in a.ok:function
    use 3:15 type x in a.bad:function
    use 4:3 type (x).int in a.bad:function
    use 5:18 call go in a.bad:function/block
    problem syntax 3: something is missing here
    problem syntax 4: not understood by the grammar
    problem syntax 5: something is missing here
    problem syntax 5: not understood by the grammar
    problem syntax 5: something is missing here
    problem syntax 5: something is missing here
    ");
}

#[test]
fn modules_name_their_services() {
    let source = "\
module a.b { requires java.base; exports a.b.c; uses a.b.Service; provides a.b.Service with a.b.Impl; }
";
    insta::assert_snapshot!(facts("module-info.java", source, "symbols references"), @"
    use 1:54 type a in file
    use 1:56 type (a).b in file
    use 1:58 type (a.b).Service in file
    use 1:76 type a in file
    use 1:78 type (a).b in file
    use 1:80 type (a.b).Service in file
    use 1:93 type a in file
    use 1:95 type (a).b in file
    use 1:97 type (a.b).Impl in file
    ");
}

#[test]
fn shadowing_fields_and_methods_of_one_name() {
    let source = "\
class A {
  int size;
  int size() { return size; }
  int twice() { return size() + this.size() + this.size; }
}
";
    insta::assert_snapshot!(facts("A.java", source, "bindings references"), @"
    bind A in file = symbol A
    bind size in a:class = symbol A.size : int
    bind size in a:class = symbol A.size : int
    bind twice in a:class = symbol A.twice : int
    use 3:23 read size in a.size:function
    use 4:24 call size in a.twice:function
    use 4:38 call (this).size in a.twice:function
    use 4:52 read (this).size in a.twice:function
    ");
}

#[test]
fn nested_generics_and_wildcards() {
    let source = "\
class A {
  Map<String, List<? extends Foo>> a;
  Outer<X>.Inner<Y> b;
  List<? super Bar> c;
  List<@NonNull Baz[]> d;
}
";
    insta::assert_snapshot!(facts("A.java", source, "symbols references"), @"
    class A 1-6 internal
    field A.a 2-2 internal : Map[String, List[Foo]]
    field A.b 3-3 internal : Outer[X].Inner[Y]
    field A.c 4-4 internal : List[?]
    field A.d 5-5 internal : List[[][Baz]]
    use 2:3 type Map in a:class
    use 2:7 type String in a:class
    use 2:15 type List in a:class
    use 2:30 type Foo in a:class
    use 3:3 type Outer in a:class
    use 3:9 type X in a:class
    use 3:12 type (Outer[X]).Inner in a:class
    use 3:18 type Y in a:class
    use 4:3 type List in a:class
    use 4:16 type Bar in a:class
    use 5:3 type List in a:class
    use 5:9 decorate NonNull in a:class
    use 5:17 type Baz in a:class
    ");
}

#[test]
fn deep_nesting_is_no_problem() {
    let depth = 20_000;
    let (open, close, chain) = ("A<".repeat(depth), ">".repeat(depth), ".b()".repeat(depth));
    let source =
        format!("class A {{ {open}B{close} x; void m() {{ var y = a{chain}; {{ {} }} }} }}", "{".repeat(depth));
    let source = source + &"}".repeat(depth);
    assert!(facts("A.java", &source, "symbols").contains("field A.x 1-1 internal : A[A["));
}
