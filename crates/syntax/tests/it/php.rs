//! PHP: definitions, imports, visibility, tests.

use crate::render::facts;

#[test]
fn types_and_members_nest() {
    let source = "\
<?php
namespace App\\Core;
const LIMIT = 3;
abstract class Basket extends Base implements Countable, \\IteratorAggregate {
    use Logs;
    private const KIND = 'basket';
    protected static ?int $count = 0;
    public $a, $b;
    public function __construct(private int $size, string ...$rest) {}
    abstract protected function add(Item $item): int;
    public static function make(): self { return new self(1); }
    function plain() {}
}
interface Shape { public function area(): float; }
trait Logs { private function log($m) {} }
enum Suit: string { case Hearts = 'H'; case Spades = 'S'; public function label(): string { return ''; } }
function helper($x) { function inner() {} }
";
    insta::assert_snapshot!(facts("a.php", source, "symbols"), @"
    constant LIMIT 3-3 public exported
    class Basket 4-13 public exported abstract bases Base, Countable, IteratorAggregate, Logs
    constant Basket.KIND 6-6 private
    field Basket.count 7-7 protected static
    field Basket.a 8-8 public exported
    field Basket.b 8-8 public exported
    method Basket.__construct 9-9 public exported constructor (size, rest)
    field Basket.size 9-9 private implicit
    method Basket.add 10-10 protected abstract (item)
    method Basket.make 11-11 public exported static
    method Basket.plain 12-12 public exported
    interface Shape 14-14 public exported
    method Shape.area 14-14 public exported abstract
    trait Logs 15-15 public exported
    method Logs.log 15-15 private (m)
    enum Suit 16-16 public exported
    enum_member Suit.Hearts 16-16 public exported
    enum_member Suit.Spades 16-16 public exported
    method Suit.label 16-16 public exported
    function helper 17-17 public exported (x)
    function helper.inner 17-17 public
    ");
}

#[test]
fn use_declarations_and_includes_are_imports() {
    let source = "\
<?php
use App\\Models\\User;
use App\\Models\\Order as Purchase;
use App\\{Cart, Deep\\Item as Thing};
use function App\\helper;
use Closure;
require_once 'vendor/autoload.php';
include('a.php');
require __DIR__ . '/b.php';
require $dynamic;
";
    insta::assert_snapshot!(facts("a.php", source, "imports bindings"), @r#"
    import static App\Models\User [User as User] in file
    import static App\Models\Order [Order as Purchase] in file
    import static App\Cart [Cart as Cart] in file
    import static App\Deep\Item [Item as Thing] in file
    import static App\helper [helper as helper] in file
    import static Closure [Closure as Closure] in file
    import require vendor/autoload.php [- as -] in file
    import require a.php [- as -] in file
    import require ./b.php [- as -] in file
    bind User in file = import App\Models\User #0
    bind Purchase in file = import App\Models\Order #0
    bind Cart in file = import App\Cart #0
    bind Thing in file = import App\Deep\Item #0
    bind helper in file = import App\helper #0
    bind Closure in file = import Closure #0
    "#);
}

#[test]
fn namespaces_with_braces_are_modules() {
    let source = "<?php\nnamespace A { class X {} function f() {} }\nnamespace B { class X {} }\n";
    insta::assert_snapshot!(facts("a.php", source, "symbols"), @"
    module A 2-2 public exported
    class A.X 2-2 public exported
    function A.f 2-2 public exported
    module B 3-3 public exported
    class B.X 3-3 public exported
    ");
}

#[test]
fn uses_have_their_enclosing_definition() {
    let source = "\
<?php
class A extends B implements C {
    #[Route('/x')]
    public function run(Foo $x): ?Bar {
        helper($x);
        $x->send();
        $x?->close();
        Util::make();
        new Qux();
        return Colour::RED;
    }
}
";
    insta::assert_snapshot!(facts("a.php", source, "references"), @"
    use 2:17 inherit B in file
    use 2:30 inherit C in file
    use 3:7 decorate Route in a:class
    use 4:25 type Foo in a.run:function
    use 4:35 type Bar in a.run:function
    use 5:9 call helper in a.run:function
    use 6:13 call (?).send in a.run:function
    use 7:14 call (?).close in a.run:function
    use 8:9 type Util in a.run:function
    use 8:15 call (?).make in a.run:function
    use 9:13 call Qux in a.run:function
    use 10:16 type Colour in a.run:function
    ");
}

#[test]
fn tests_are_marked() {
    let source = "<?php\nclass T extends TestCase {\n    public function testWorks() {}\n    #[Test]\n    public function holds() {}\n    public function testify() {}\n}\n";
    insta::assert_snapshot!(facts("a.php", source, "symbols"), @"
    class T 2-7 public exported bases TestCase
    method T.testWorks 3-3 public exported test
    method T.holds 4-5 public exported test @Test
    method T.testify 6-6 public exported
    ");
}

#[test]
fn doc_blocks_belong_to_the_next_definition() {
    let source = "\
<?php
/**
 * Adds one.
 *
 * @param int|string $x what to add
 * @param Foo[] $rest
 * @return int the sum
 * @throws Overflow when too large
 */
function add($x, $rest) {}
";
    insta::assert_snapshot!(facts("a.php", source, "docs comments"), @r#"doc add javadoc "Adds one.\n\n@param int|string $x what to add\n@param Foo[] $rest\n@return int the sum\n@throws Overflow when too large" [param x: int|string: what to add] [param rest: Foo[]] [returns : int: the sum] [raises Overflow: when too large]"#);
}

#[test]
fn measures_count_decisions() {
    let source = "<?php\nfunction a($x, $y) { if ($x && $y) { foreach ($x as $z) { return 1; } } elseif ($y) {} return $x ?? 2; }\n";
    insta::assert_snapshot!(facts("a.php", source, "measures"), @"measure a cyclomatic 6 nesting 2 parameters 2 statements 4 lines 1");
}
