//! Go: definitions, members, visibility, imports.

use crate::render::facts;

#[test]
fn declarations_have_kinds_and_visibility() {
    let source = r#"
package shop

const Limit = 3
const (
	A Kind = iota
	B
	c, d = 1, "x"
)
var Count int
var (
	x, y = 1, New()
	_ Drawer = (*Point)(nil)
)
type Kind uint8
type Points = []*Point
type Table map[string]Point
type Handler func(w Writer, r *Request) (int, error)
func Run(a, b int, rest ...string) (*Point, error) { return nil, nil }
func hidden() Kind { return A }
func (k Kind) String() string { return "" }
"#;
    insta::assert_snapshot!(facts("a.go", &source[1..], "symbols"), @"
    constant Limit 3-3 public exported := number
    constant A 5-5 public exported : Kind := number
    constant B 6-6 public exported : Kind := number
    constant c 7-7 internal := number
    constant d 7-7 internal := string
    variable Count 9-9 public exported : int
    variable x 11-11 internal := number
    variable y 11-11 internal := New()
    type_alias Kind 14-14 public exported : uint8
    type_alias Points 15-15 public exported : [][Point]
    type_alias Table 16-16 public exported : map[string, Point]
    type_alias Handler 17-17 public exported : lambda -> <(int, error)>
    function Run 18-18 public exported (a: int, b: int, rest: [][string]) : (Point, error)
    function hidden 19-19 internal : Kind
    method Kind.String 20-20 public exported impl Kind : string
    ");
}

#[test]
fn structs_have_fields_and_embed() {
    let source = r#"
package p

type Point[T any] struct {
	X, Y float64 `json:"x"`
	*Base
	sync.Mutex
	List[T]
	inner struct {
		Deep int
	}
	next *Point[T]
	byName map[string][]*Point[T]
	events chan Event
	_ int
}
type Empty struct{}
"#;
    insta::assert_snapshot!(facts("a.go", &source[1..], "symbols"), @"
    struct Point 3-15 public exported bases Base, sync.Mutex, List[T]
    field Point.X 4-4 public exported : float64
    field Point.Y 4-4 public exported : float64
    field Point.Base 5-5 public exported : Base
    field Point.Mutex 6-6 public exported : sync.Mutex
    field Point.List 7-7 public exported : List[T]
    struct Point.struct 8-10 internal
    field Point.struct.Deep 9-9 public exported : int
    field Point.inner 8-10 internal : symbol Point.struct
    field Point.next 11-11 internal : Point[T]
    field Point.byName 12-12 internal : map[string, [][Point[T]]]
    field Point.events 13-13 internal : [][Event]
    struct Empty 16-16 public exported
    ");
}

#[test]
fn interfaces_have_methods_and_embed() {
    let source = "\
package p

type Reader interface {
	io.Closer
	Read(p []byte) (n int, err error)
	size() int
}
type Number interface { ~int | ~float64 }
";
    insta::assert_snapshot!(facts("a.go", source, "symbols"), @"
    interface Reader 3-7 public exported bases io.Closer
    method Reader.Read 5-5 public exported abstract (p: [][byte]) : (int, error)
    method Reader.size 6-6 internal abstract : int
    interface Number 8-8 public exported
    ");
}

#[test]
fn methods_belong_to_their_receiver() {
    let source = "\
package p

func (e *Early) Before() {}
type Early struct{}
func (e Early) After(x int) *Early { return &e }
func (l *List[T]) Push(v T) { l.items = append(l.items, v) }
func (Other) Unnamed() {}
";
    insta::assert_snapshot!(facts("a.go", source, "symbols bindings"), @"
    method Before 3-3 public exported impl Early
    struct Early 4-4 public exported
    method Early.After 5-5 public exported impl Early (x: int) : Early
    method Push 6-6 public exported impl List (v: T)
    method Unnamed 7-7 public exported impl Other
    bind e in before:function = parameter : Early
    bind Early in file = symbol Early
    bind e in early.after:function = parameter : Early
    bind x in early.after:function = parameter : int
    bind T in file/typeparameters = typeparameter
    bind l in push:function = parameter : List[T]
    bind v in push:function = parameter : T
    ");
}

#[test]
fn imports_guess_the_package() {
    let source = r#"
package p

import "fmt"
import (
	"net/http"
	yaml "gopkg.in/yaml.v3"
	"gopkg.in/ini.v1"
	"github.com/a/b/v2"
	"k8s.io/api/autoscaling/v2"
	"k8s.io/api/core/v1"
	"github.com/mattn/go-isatty"
	"k8s.io/mount-utils"
	. "dots"
	_ "embed"
)
func f() { isatty.Is(); mount.New(); v2.X() }
"#;
    insta::assert_snapshot!(facts("a.go", &source[1..], "imports bindings references"), @"
    import static fmt [- as fmt] in file
    import static net/http [- as http] in file
    import static gopkg.in/yaml.v3 [- as yaml] in file
    import static gopkg.in/ini.v1 [- as ini] in file
    import static github.com/a/b/v2 [- as b] in file
    import static k8s.io/api/autoscaling/v2 [- as v2] in file
    import static k8s.io/api/core/v1 [- as v1] in file
    import static github.com/mattn/go-isatty [- as isatty] in file
    import static k8s.io/mount-utils [- as mount] in file
    import static dots star in file
    import static embed [- as -] in file
    bind fmt in file = import fmt #0
    bind http in file = import net/http #0
    bind yaml in file = import gopkg.in/yaml.v3 #0
    bind ini in file = import gopkg.in/ini.v1 #0
    bind b in file = import github.com/a/b/v2 #0
    bind v2 in file = import k8s.io/api/autoscaling/v2 #0
    bind v1 in file = import k8s.io/api/core/v1 #0
    bind isatty in file = import github.com/mattn/go-isatty #0
    bind mount in file = import k8s.io/mount-utils #0
    bind f in file = symbol f
    use 3:8 import fmt in file
    use 5:2 import http in file
    use 6:7 import yaml in file
    use 7:2 import ini in file
    use 8:2 import b in file
    use 9:2 import v2 in file
    use 10:2 import v1 in file
    use 11:2 import isatty in file
    use 12:2 import mount in file
    use 13:4 import dots in file
    use 14:4 import embed in file
    use 16:12 read isatty in f:function
    use 16:19 call (isatty).Is in f:function
    use 16:25 read mount in f:function
    use 16:31 call (mount).New in f:function
    use 16:38 read v2 in f:function
    use 16:41 call (v2).X in f:function
    ");
}

#[test]
fn generics_are_bound() {
    let source = "\
package p

func Map[T any, U Number](xs []T, f func(T) U) (out []U) { return out }
type Tree[K comparable] struct { left *Tree[K]; key K }
func (t *Tree[K]) Find(key K) *Tree[K] { return Map[K, int](nil, nil) }
";
    insta::assert_snapshot!(facts("a.go", source, "symbols bindings references"), @"
    function Map 3-3 public exported (xs: [][T], f: lambda -> <U>) : [][U]
    struct Tree 4-4 public exported
    field Tree.left 4-4 internal : Tree[K]
    field Tree.key 4-4 internal : K
    method Tree.Find 5-5 public exported impl Tree (key: K) : Tree[K]
    bind T in file/typeparameters = typeparameter : any
    bind U in file/typeparameters = typeparameter : Number
    bind Map in file = symbol Map : [][U]
    bind xs in map:function = parameter : [][T]
    bind f in map:function = parameter : lambda -> <U>
    bind out in map:function = local : [][U]
    bind K in file/typeparameters = typeparameter : comparable
    bind Tree in file = symbol Tree
    bind K in file/typeparameters = typeparameter
    bind t in tree.find:function = parameter : Tree[K]
    bind key in tree.find:function = parameter : K
    use 3:12 type any in map:function
    use 3:19 type Number in map:function
    use 3:32 type T in map:function
    use 3:42 type T in map:function
    use 3:45 type U in map:function
    use 3:55 type U in map:function
    use 3:67 read out in map:function
    use 4:13 type comparable in file/typeparameters
    use 4:40 type Tree in file/typeparameters
    use 4:45 type K in file/typeparameters
    use 4:53 type K in file/typeparameters
    use 5:10 type Tree in tree.find:function
    use 5:15 type K in tree.find:function
    use 5:28 type K in tree.find:function
    use 5:32 type Tree in tree.find:function
    use 5:37 type K in tree.find:function
    use 5:49 call Map in tree.find:function
    use 5:53 type K in tree.find:function
    use 5:56 type int in tree.find:function
    ");
}

#[test]
fn tests_are_marked_in_test_files() {
    let source = "\
package p

func TestOne(t *testing.T) {}
func Test(t *testing.T) {}
func Testify() {}
func BenchmarkX(b *testing.B) {}
func ExampleX() {}
func FuzzX(f *testing.F) {}
func helper() {}
func (s *Suite) TestMethod() {}
";
    insta::assert_snapshot!(facts("pkg/a_test.go", source, "symbols"), @"
    function TestOne 3-3 public exported test (t: testing.T)
    function Test 4-4 public exported test (t: testing.T)
    function Testify 5-5 public exported
    function BenchmarkX 6-6 public exported test (b: testing.B)
    function ExampleX 7-7 public exported test
    function FuzzX 8-8 public exported test (f: testing.F)
    function helper 9-9 internal
    method TestMethod 10-10 public exported test impl Suite
    ");
}

#[test]
fn only_test_files_have_tests() {
    let source = "\
package p

func TestOne(t *testing.T) {}

// Exported is called from C.
//
//export Exported
func Exported() {}
func assembly(x int) int
";
    insta::assert_snapshot!(facts("pkg/a.go", source, "symbols"), @"
    function TestOne 3-3 public exported (t: testing.T)
    function Exported 8-8 public exported foreign
    function assembly 9-9 internal abstract (x: int) : int
    ");
}

#[test]
fn local_types_and_constants() {
    let source = r#"
package p

func f() {
	type local struct{ x int }
	const n, m = 1, "s"
	var l local
	l.x = n
}
"#;
    insta::assert_snapshot!(facts("a.go", &source[1..], "symbols bindings"), @"
    function f 3-8 internal
    struct f.local 4-4 internal
    field f.local.x 4-4 internal : int
    bind f in file = symbol f
    bind local in f:function = symbol f.local
    bind n in f:function = local := number
    bind m in f:function = local := string
    bind l in f:function = local : local
    ");
}

#[test]
fn several_initialisers_keep_their_order() {
    let source = "\
package p

func init() {}
func init() {}
func _() {}
var a, b = f()
var c, d = g(), h()
";
    insta::assert_snapshot!(facts("a.go", source, "bindings"), @"
    bind a in file = symbol a := f()#0
    bind b in file = symbol b := f()#1
    bind c in file = symbol c := g()
    bind d in file = symbol d := h()
    ");
}

#[test]
fn measures_count_decisions() {
    let source = "\
package p

func f(a, b int) int {
	if a > 1 && b > 1 { return 1 }
	for i := range a { switch { case i > 1: return 2; default: } }
	return 3
}
";
    insta::assert_snapshot!(facts("a.go", source, "measures"), @"measure f cyclomatic 5 nesting 2 parameters 2 statements 6 lines 5");
}

#[test]
fn broken_input_gives_what_is_left() {
    let source = "\
package p

func good() {}
type Half struct { a int; b }
func (g *Good) method() { g. }
func also() { x := }
";
    insta::assert_snapshot!(facts("a.go", source, "symbols problems"), @"
    function good 3-3 internal
    struct Half 4-4 public exported bases b
    field Half.a 4-4 internal : int
    field Half.b 4-4 internal : b
    method method 5-5 internal impl Good
    function also 6-6 internal
    problem syntax 5: not understood by the grammar
    problem syntax 6: something is missing here
    ");
}
