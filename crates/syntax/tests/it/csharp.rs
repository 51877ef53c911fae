//! C#: definitions, imports, visibility, tests.

use crate::render::facts;

#[test]
fn types_and_members_nest() {
    let source = "\
namespace App.Core {
    public class Basket : Base, IBasket<int> {
        private readonly int a, b;
        public const string Kind = \"basket\";
        public int Count { get; private set; }
        public string Name => a.ToString();
        public event Action Changed;
        public Basket(int size) { }
        protected static async Task<int> Load(string path, int n) { return 1; }
        void Hidden() { int local = 1; void Inner() {} }
        enum Colour { Red, Green = 2 }
        class Nested { }
    }
    interface IBasket<T> { void Add(T item); int Size { get; } }
    public struct Point { public int X; }
    public record Person(string First, int Age);
    delegate int Fold(int a, int b);
}
";
    insta::assert_snapshot!(facts("a.cs", source, "symbols"), @"
    module App.Core 1-18 public exported
    class App.Core.Basket 2-13 public exported bases Base, IBasket
    field App.Core.Basket.a 3-3 private
    field App.Core.Basket.b 3-3 private
    constant App.Core.Basket.Kind 4-4 public exported
    property App.Core.Basket.Count 5-5 public exported
    property App.Core.Basket.Name 6-6 public exported
    field App.Core.Basket.Changed 7-7 public exported
    method App.Core.Basket.Basket 8-8 public exported constructor (size)
    method App.Core.Basket.Load 9-9 protected static async (path, n)
    method App.Core.Basket.Hidden 10-10 private
    function App.Core.Basket.Hidden.Inner 10-10 private
    enum App.Core.Basket.Colour 11-11 private
    enum_member App.Core.Basket.Colour.Red 11-11 public
    enum_member App.Core.Basket.Colour.Green 11-11 public
    class App.Core.Basket.Nested 12-12 private
    interface App.Core.IBasket 14-14 internal
    method App.Core.IBasket.Add 14-14 public abstract (item)
    property App.Core.IBasket.Size 14-14 public
    struct App.Core.Point 15-15 public exported
    field App.Core.Point.X 15-15 public exported
    class App.Core.Person 16-16 public exported (First, Age)
    property App.Core.Person.First 16-16 public exported
    property App.Core.Person.Age 16-16 public exported
    type_alias App.Core.Fold 17-17 internal
    ");
}

#[test]
fn imports_take_a_namespace_a_type_or_an_alias() {
    let source = "using System;\nusing System.Text;\nusing static System.Math;\nusing P = App.Point;\nglobal using X.Y;\nnamespace App.Core;\nclass A {}\n";
    insta::assert_snapshot!(facts("a.cs", source, "imports bindings symbols"), @"
    import static System star in file
    import static System.Text star in file
    import static_member System.Math star in file
    import static App.Point [- as P] in file
    import static X.Y star in file
    bind P in file = import App.Point #0
    bind A in file = symbol A
    class A 7-7 internal
    ");
}

#[test]
fn uses_have_their_enclosing_definition() {
    let source = "\
class A : B {
    Foo field;
    [Obsolete] void M(Bar x) {
        Helper(x);
        x.Send<int>(1);
        x?.Close();
        var y = new Qux();
        List<Item> all = (Other)y;
    }
}
";
    insta::assert_snapshot!(facts("a.cs", source, "references"), @"
    use 1:11 inherit B in file
    use 2:5 type Foo in a:class
    use 3:6 decorate Obsolete in a:class
    use 3:23 type Bar in a.m:function
    use 4:9 call Helper in a.m:function
    use 5:11 call (?).Send in a.m:function
    use 6:12 call (?).Close in a.m:function
    use 7:21 call Qux in a.m:function
    use 8:9 type List in a.m:function
    use 8:14 type Item in a.m:function
    use 8:27 type Other in a.m:function
    ");
}

#[test]
fn parameters_and_locals_are_bound() {
    let source = "class A<T> { void M(int a) { var b = 1; foreach (var c in a) {} try {} catch (E d) {} F(e => e, out var f); } }";
    insta::assert_snapshot!(facts("a.cs", source, "bindings"), @"
    bind A in file = symbol A
    bind T in a:class = typeparameter
    bind M in a:class = symbol A.M
    bind a in a.m:function = parameter
    bind b in a.m:function = local
    bind c in a.m:function = local
    bind d in a.m:function = local
    bind e in a.m:function = local
    bind f in a.m:function = local
    ");
}

#[test]
fn attributes_mark_tests() {
    let source = "[TestFixture]\npublic class T {\n    [Test, Category(\"x\")]\n    public void Works() {}\n    [Fact] public void Holds() {}\n    public void Helper() {}\n}\n";
    insta::assert_snapshot!(facts("a.cs", source, "symbols"), @r#"
    class T 1-7 public exported test @TestFixture
    method T.Works 3-4 public exported test @Test @Category("x")
    method T.Holds 5-5 public exported test @Fact
    method T.Helper 6-6 public exported
    "#);
}

#[test]
fn measures_count_decisions() {
    let source =
        "class A { int M(int a, int b) { if (a > 0 && b > 0) { for (;;) { return 1; } } return b > 1 ? 2 : 3; } }";
    insta::assert_snapshot!(facts("a.cs", source, "measures"), @"measure M cyclomatic 5 nesting 2 parameters 2 statements 4 lines 1");
}

#[test]
fn broken_code_still_gives_definitions() {
    let source = "public class A {\n    public void M() { if (x }\n    public int F;\n}\nclass B {}\n";
    insta::assert_snapshot!(facts("a.cs", source, "symbols problems"), @"
    class A 1-4 public exported
    method A.M 2-2 public exported
    field A.F 3-3 public exported
    class B 5-5 internal
    problem syntax 2: not understood by the grammar
    ");
}
