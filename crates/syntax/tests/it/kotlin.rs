//! Kotlin: definitions, imports, visibility, tests.

use crate::render::facts;

#[test]
fn types_and_members_nest() {
    let source = "\
package app.core

const val LIMIT = 3
private var counter = 0
val String.shout: String get() = this

open class Basket<T>(val size: Int, private var owner: String, plain: Int) : Base(size), Countable {
    protected val items = mutableListOf<T>()
    lateinit var late: Foo
    companion object {
        const val KIND = \"basket\"
    }
    override suspend fun add(item: T, n: Int = 1): Int {
        val local = 1
        fun inner() {}
        return 1
    }
    internal abstract fun later()
    class Nested
}
interface Shape {
    fun area(): Double
}
enum class Suit(val code: Char) {
    HEARTS('H'),
    SPADES('S') {
        override fun label() = \"s\"
    };

    open fun label() = \"x\"
}
object Registry {
    fun find() {}
}
data class Point(val x: Int)
typealias Handler = (Int) -> Unit
fun String.shouted(times: Int) = this
";
    insta::assert_snapshot!(facts("a.kt", source, "symbols"), @"
    constant LIMIT 3-3 public exported
    variable counter 4-4 private
    variable shout 5-5 public exported
    class Basket 7-20 public exported bases Base, Countable (size, owner, plain)
    property Basket.size 7-7 public exported
    property Basket.owner 7-7 private
    property Basket.items 8-8 protected
    property Basket.late 9-9 public exported
    constant Basket.KIND 11-11 public exported
    method Basket.add 13-17 public exported async override (item, n)
    function Basket.add.inner 15-15 public
    method Basket.later 18-18 internal abstract
    class Basket.Nested 19-19 public exported
    interface Shape 21-23 public exported
    method Shape.area 22-22 public exported abstract
    enum Suit 24-31 public exported (code)
    property Suit.code 24-24 public exported
    enum_member Suit.HEARTS 25-25 public exported
    enum_member Suit.SPADES 26-28 public exported
    method Suit.SPADES.label 27-27 public override
    method Suit.label 30-30 public exported
    class Registry 32-34 public exported
    method Registry.find 33-33 public exported
    class Point 35-35 public exported (x)
    property Point.x 35-35 public exported
    type_alias Handler 36-36 public exported
    function shouted 37-37 public exported (times)
    ");
}

#[test]
fn imports_bind_their_last_name() {
    let source = "package a.b\n\nimport c.d.Thing\nimport c.d.Other as Renamed\nimport c.e.*\n\nclass A\n";
    insta::assert_snapshot!(facts("a.kt", source, "imports bindings"), @"
    import static c.d.Thing [Thing as Thing] in file
    import static c.d.Other [Other as Renamed] in file
    import static c.e star in file
    bind Thing in file = import c.d.Thing #0
    bind Renamed in file = import c.d.Other #0
    bind A in file = symbol A
    ");
}

#[test]
fn uses_have_their_enclosing_definition() {
    let source = "\
class A : B(), C {
    @Inject lateinit var foo: Foo
    fun run(x: List<Bar>): Qux? {
        helper(x)
        x.send(1)
        x?.close()
        val y = Thing(2)
        return y as Other
    }
}
";
    insta::assert_snapshot!(facts("a.kt", source, "references"), @"
    use 1:11 inherit B in file
    use 1:16 inherit C in file
    use 2:6 decorate Inject in a:class
    use 2:31 type Foo in a:class
    use 3:16 type List in a.run:function
    use 3:21 type Bar in a.run:function
    use 3:28 type Qux in a.run:function
    use 4:9 call helper in a.run:function
    use 5:11 call (?).send in a.run:function
    use 6:12 call (?).close in a.run:function
    use 7:17 call Thing in a.run:function
    use 8:21 type Other in a.run:function
    ");
}

#[test]
fn annotations_mark_tests() {
    let source = "class T {\n    @Test\n    fun `works well`() {}\n    @BeforeEach fun setUp() {}\n    @Deprecated(\"x\") fun other() {}\n}\n";
    insta::assert_snapshot!(facts("a.kt", source, "symbols"), @r#"
    class T 1-6 public exported
    method T.works well 2-3 public exported test @Test
    method T.setUp 4-4 public exported test @BeforeEach
    method T.other 5-5 public exported @Deprecated("x")
    "#);
}

#[test]
fn parameters_and_locals_are_bound() {
    let source =
        "fun <T> f(a: Int) { val b = 1; for (c in a) {}; try {} catch (d: E) {}; g { e -> e }; val (h, i) = p }";
    insta::assert_snapshot!(facts("a.kt", source, "bindings"), @"
    bind f in file = symbol f
    bind T in f:function = typeparameter
    bind a in f:function = parameter
    bind b in f:function = local
    bind c in f:function = local
    bind d in f:function = local
    bind e in f:function = local
    bind h in f:function = local
    bind i in f:function = local
    ");
}

#[test]
fn measures_count_decisions() {
    let source = "fun f(a: Int, b: Int): Int { if (a > 0 && b > 0) { while (true) { return 1 } }; return when (a) { 1 -> 2; else -> 3 } }";
    insta::assert_snapshot!(facts("a.kt", source, "measures"), @"measure f cyclomatic 6 nesting 2 parameters 2 statements 5 lines 1");
}
