//! Go: what names are bound to, where, and how they are used.

use crate::render::facts;

#[test]
fn short_declarations_bind_new_names_and_write_old_ones() {
    let source = "\
package p

func f(in Input) (out Output, err error) {
	a := in.First()
	b, err := load(a)
	x, y := one(), two()
	if b, ok := table[x]; ok {
		b.go1()
	}
	c, ok := y.(Thing)
	d, ok := <-events
	a, _ = d.swap()
	return c, err
}
";
    insta::assert_snapshot!(facts("a.go", source, "bindings references"), @"
    bind f in file = symbol f : (Output, error)
    bind in in f:function = parameter : Input
    bind out in f:function = local : Output
    bind err in f:function = local : error
    bind a in f:function = local := in.First()
    bind b in f:function = local := load()#0
    bind x in f:function = local := one()
    bind y in f:function = local := two()
    bind b in f:function/block = local := table[*]
    bind ok in f:function/block = local := bool
    bind c in f:function = local := <Thing>
    bind ok in f:function = local := bool
    bind d in f:function = local := events[*]
    use 3:11 type Input in f:function
    use 3:23 type Output in f:function
    use 3:35 type error in f:function
    use 4:7 read in in f:function
    use 4:10 call (in).First in f:function
    use 5:5 write err in f:function
    use 5:12 call load in f:function
    use 5:17 read a in f:function
    use 6:10 call one in f:function
    use 6:17 call two in f:function
    use 7:14 read table in f:function/block
    use 7:20 read x in f:function/block
    use 7:24 read ok in f:function/block
    use 8:3 read b in f:function/block/block
    use 8:5 call (b).go1 in f:function/block/block
    use 10:11 read y in f:function
    use 10:14 type Thing in f:function
    use 11:5 write ok in f:function
    use 11:13 read events in f:function
    use 12:2 write a in f:function
    use 12:9 read d in f:function
    use 12:11 call (d).swap in f:function
    use 13:9 read c in f:function
    use 13:12 read err in f:function
    ");
}

#[test]
fn values_know_literals_conversions_and_builtins() {
    let source = r#"
package p

func f() {
	a := &Point{X: 1}
	b := make(map[string]*Point)
	c := new(Point)
	d := append(points, a)
	e := []byte("x")
	g := Kind(3)
	h := (*Point)(nil)
	i := func(x int) (*Point, error) { return nil, nil }
	j := points[0]
	k := points[1:2]
	l := x.y.Z().W
	m := 2 * time.Second
	n := !ok
	o := *a
	q := Map[int](xs)
	r := `raw`
	s := a == b
	var t, u Point
	var v = pkg.Load()
	w, z := pkg.Both()
}
"#;
    insta::assert_snapshot!(facts("a.go", &source[1..], "bindings"), @"
    bind f in file = symbol f
    bind a in f:function = local := <Point>
    bind b in f:function = local := <map[string, Point]>
    bind c in f:function = local := <Point>
    bind d in f:function = local := points
    bind e in f:function = local := <[][byte]>
    bind g in f:function = local := Kind()
    bind h in f:function = local := Point()
    bind i in f:function = local := lambda -> <(Point, error)>
    bind x in f:function/function = parameter : int
    bind j in f:function = local := points[*]
    bind k in f:function = local := points
    bind l in f:function = local := x.y.Z().W
    bind m in f:function = local := time.Second
    bind n in f:function = local := bool
    bind o in f:function = local := a
    bind q in f:function = local := Map()
    bind r in f:function = local := string
    bind s in f:function = local := bool
    bind t in f:function = local : Point
    bind u in f:function = local : Point
    bind v in f:function = local := pkg.Load()
    bind w in f:function = local := pkg.Both()#0
    bind z in f:function = local := pkg.Both()#1
    ");
}

#[test]
fn loops_bind_elements() {
    let source = "\
package p

func f(points []Point, table map[string]Point) {
	for i, p := range points { p.Go(i) }
	for key := range table { use(key) }
	for _, v := range table { v.Go() }
	for i := 0; i < 3; i++ { use(i) }
	for i = range points {}
	for range 3 {}
	i.Outside()
}
";
    insta::assert_snapshot!(facts("a.go", source, "bindings references"), @"
    bind f in file = symbol f
    bind points in f:function = parameter : [][Point]
    bind table in f:function = parameter : map[string, Point]
    bind i in f:function/block = local
    bind p in f:function/block = local := points[*]
    bind key in f:function/block = local
    bind v in f:function/block = local := table[*]
    bind i in f:function/block = local := number
    use 3:17 type Point in f:function
    use 3:34 type string in f:function
    use 3:41 type Point in f:function
    use 4:20 read points in f:function/block
    use 4:29 read p in f:function/block/block
    use 4:31 call (p).Go in f:function/block/block
    use 4:34 read i in f:function/block/block
    use 5:19 read table in f:function/block
    use 5:27 call use in f:function/block/block
    use 5:31 read key in f:function/block/block
    use 6:20 read table in f:function/block
    use 6:28 read v in f:function/block/block
    use 6:30 call (v).Go in f:function/block/block
    use 7:14 read i in f:function/block
    use 7:21 write i in f:function/block
    use 7:27 call use in f:function/block/block
    use 7:31 read i in f:function/block/block
    use 8:6 write i in f:function/block
    use 8:16 read points in f:function/block
    use 10:2 read i in f:function
    use 10:4 call (i).Outside in f:function
    ");
}

#[test]
fn type_switches_bind_per_clause() {
    let source = "\
package p

func f(v any) {
	switch x := v.(type) {
	case *Point:
		x.Go()
	case A, B:
		x.Go()
	case nil:
	default:
		x.Go()
	}
	switch y := v.(type) { case pkg.T: y.Go() }
}
";
    insta::assert_snapshot!(facts("a.go", source, "bindings references"), @"
    bind f in file = symbol f
    bind v in f:function = parameter : any
    bind x in f:function/block/block = local : Point
    bind x in f:function/block/block = local := v
    bind x in f:function/block/block = local := v
    bind x in f:function/block/block = local := v
    bind y in f:function/block/block = local : pkg.T
    use 3:10 type any in f:function
    use 4:14 read v in f:function/block
    use 5:8 type Point in f:function/block/block
    use 6:3 read x in f:function/block/block
    use 6:5 call (x).Go in f:function/block/block
    use 7:7 type A in f:function/block/block
    use 7:10 type B in f:function/block/block
    use 8:3 read x in f:function/block/block
    use 8:5 call (x).Go in f:function/block/block
    use 11:3 read x in f:function/block/block
    use 11:5 call (x).Go in f:function/block/block
    use 13:14 read v in f:function/block
    use 13:30 read pkg in f:function/block/block
    use 13:34 type (pkg).T in f:function/block/block
    use 13:37 read y in f:function/block/block
    use 13:39 call (y).Go in f:function/block/block
    ");
}

#[test]
fn switches_and_selects_have_clauses_with_scopes() {
    let source = "\
package p

func f() {
	switch x := get(); x {
	case 1:
		y := x
		use(y)
	default:
		y := 2
		use(y)
	}
	select {
	case m := <-in:
		m.Go()
	case m, ok := <-other:
		m.Go(ok)
	case out <- 1:
	case last = <-in:
	}
	if a := one(); a {
	} else if b := two(); b {
	}
}
";
    insta::assert_snapshot!(facts("a.go", source, "bindings"), @"
    bind f in file = symbol f
    bind x in f:function/block = local := get()
    bind y in f:function/block/block = local := x
    bind y in f:function/block/block = local := number
    bind m in f:function/block = local := in[*]
    bind m in f:function/block = local := other[*]
    bind ok in f:function/block = local := bool
    bind a in f:function/block = local := one()
    bind b in f:function/block/block = local := two()
    ");
}

#[test]
fn function_literals_have_scopes() {
    let source = "\
package p

var handler = func(w Writer, r *Request) { w.Write(r.Body) }
func f(run func(x int) error) {
	go func(n int) (err error) { err = run(n); return }(1)
	defer func() { recover() }()
}
";
    insta::assert_snapshot!(facts("a.go", source, "bindings references"), @"
    bind handler in file = symbol handler := lambda -> 
    bind w in file/function = parameter : Writer
    bind r in file/function = parameter : Request
    bind f in file = symbol f
    bind run in f:function = parameter : lambda -> <error>
    bind n in f:function/function = parameter : int
    bind err in f:function/function = local : error
    use 3:22 type Writer in file/function
    use 3:33 type Request in file/function
    use 3:44 read w in file/function
    use 3:46 call (w).Write in file/function
    use 3:52 read r in file/function
    use 3:54 read (r).Body in file/function
    use 4:19 type int in f:function
    use 4:24 type error in f:function
    use 5:12 type int in f:function/function
    use 5:22 type error in f:function/function
    use 5:31 write err in f:function/function
    use 5:37 call run in f:function/function
    use 5:41 read n in f:function/function
    use 6:17 call recover in f:function/function
    ");
}

#[test]
fn a_parameter_does_not_hide_a_package_in_a_type() {
    let source = r#"
package p

import "context"

type S struct { context context.Context }
func f(context context.Context, b context.Key) { context.Done() }
"#;
    insta::assert_snapshot!(facts("a.go", &source[1..], "bindings references"), @"
    bind context in file = import context #0
    bind S in file = symbol S
    bind f in file = symbol f
    bind context in f:function = parameter : context.Context
    bind b in f:function = parameter : context.Key
    use 3:8 import context in file
    use 5:25 read context in file
    use 5:33 type (context).Context in file
    use 6:16 read context in f:function
    use 6:24 type (context).Context in f:function
    use 6:35 read context in f:function
    use 6:43 type (context).Key in f:function
    use 6:50 read context in f:function
    use 6:58 call (context).Done in f:function
    ");
}

#[test]
fn composite_literals_name_fields_or_hold_values() {
    let source = r#"
package p

func f() {
	a := Point{X: x, Y: y}
	b := map[string]Point{key: {X: 1}}
	c := []*Point{{X: 1}, &Point{X: 2}}
	d := pkg.Options{Name: "n", Inner: pkg.Inner{Deep: 1}}
	e := Table{key: value}
	g := [...]string{first: "a"}
	h := map[Key]int{{A: 1}: 2}
	i := Lists{{X: 1}}
	j := Pair[int]{Left: 1}
}
type Table map[string]int
"#;
    insta::assert_snapshot!(facts("a.go", &source[1..], "references"), @"
    use 4:7 call Point in f:function
    use 4:13 key (<Point>).X in f:function
    use 4:16 read x in f:function
    use 4:19 key (<Point>).Y in f:function
    use 4:22 read y in f:function
    use 5:11 type string in f:function
    use 5:18 type Point in f:function
    use 5:24 read key in f:function
    use 5:30 key (<Point>).X in f:function
    use 6:10 type Point in f:function
    use 6:17 key (<Point>).X in f:function
    use 6:25 call Point in f:function
    use 6:31 key (<Point>).X in f:function
    use 7:7 read pkg in f:function
    use 7:11 call (pkg).Options in f:function
    use 7:19 key (<pkg.Options>).Name in f:function
    use 7:30 key (<pkg.Options>).Inner in f:function
    use 7:37 read pkg in f:function
    use 7:41 call (pkg).Inner in f:function
    use 7:47 key (<pkg.Inner>).Deep in f:function
    use 8:7 call Table in f:function
    use 8:13 key (<Table>).key in f:function
    use 8:18 read value in f:function
    use 9:12 type string in f:function
    use 9:19 read first in f:function
    use 10:11 type Key in f:function
    use 10:15 type int in f:function
    use 10:20 key (<Key>).A in f:function
    use 11:7 call Lists in f:function
    use 11:14 key (<typeof <Lists>[*]>).X in f:function
    use 12:7 call Pair in f:function
    use 12:12 type int in f:function
    use 12:17 key (<Pair[int]>).Left in f:function
    use 14:16 type string in file
    use 14:23 type int in file
    ");
}

#[test]
fn tables_of_tests_have_structs_without_a_name() {
    let source = r#"
package p

func TestTable(t *testing.T) {
	cases := []struct {
		name string
		want Point
	}{
		{name: "a", want: Point{X: 1}},
	}
	for _, tc := range cases {
		tc.want.Go(tc.name)
	}
}
"#;
    insta::assert_snapshot!(facts("a_test.go", &source[1..], "symbols bindings references"), @"
    function TestTable 3-13 public exported test (t: testing.T)
    struct TestTable.struct 4-7 internal
    field TestTable.struct.name 5-5 internal : string
    field TestTable.struct.want 6-6 internal : Point
    bind TestTable in file = symbol TestTable
    bind t in testtable:function = parameter : testing.T
    bind cases in testtable:function = local := <[][symbol TestTable.struct]>
    bind tc in testtable:function/block = local := cases[*]
    use 3:19 read testing in testtable:function
    use 3:27 type (testing).T in testtable:function
    use 5:8 type string in testtable:function
    use 6:8 type Point in testtable:function
    use 8:4 key (<symbol TestTable.struct>).name in testtable:function
    use 8:15 key (<symbol TestTable.struct>).want in testtable:function
    use 8:21 call Point in testtable:function
    use 8:27 key (<Point>).X in testtable:function
    use 10:21 read cases in testtable:function/block
    use 11:3 read tc in testtable:function/block/block
    use 11:6 read (tc).want in testtable:function/block/block
    use 11:11 call (tc.want).Go in testtable:function/block/block
    use 11:14 read tc in testtable:function/block/block
    use 11:17 read (tc).name in testtable:function/block/block
    ");
}

#[test]
fn selectors_calls_and_writes() {
    let source = r#"
package p

func f(s *Server) {
	s.count++
	s.inner.name = other.name
	*p = q
	list[i] = v
	s.run(s.arg)(x)
	http.HandleFunc("/", s.handle)
	(*Server).Stop(s)
	x, s.y = s.both()
	ch <- v
	total += n
}
"#;
    insta::assert_snapshot!(facts("a.go", &source[1..], "references"), @"
    use 3:11 type Server in f:function
    use 4:2 read s in f:function
    use 4:4 write (s).count in f:function
    use 5:2 read s in f:function
    use 5:4 read (s).inner in f:function
    use 5:10 write (s.inner).name in f:function
    use 5:17 read other in f:function
    use 5:23 read (other).name in f:function
    use 6:3 write p in f:function
    use 6:7 read q in f:function
    use 7:2 read list in f:function
    use 7:7 read i in f:function
    use 7:12 read v in f:function
    use 8:2 read s in f:function
    use 8:4 call (s).run in f:function
    use 8:8 read s in f:function
    use 8:10 read (s).arg in f:function
    use 8:15 read x in f:function
    use 9:2 read http in f:function
    use 9:7 call (http).HandleFunc in f:function
    use 9:23 read s in f:function
    use 9:25 read (s).handle in f:function
    use 10:4 read Server in f:function
    use 10:12 call (Server).Stop in f:function
    use 10:17 read s in f:function
    use 11:2 write x in f:function
    use 11:5 read s in f:function
    use 11:7 write (s).y in f:function
    use 11:11 read s in f:function
    use 11:13 call (s).both in f:function
    use 12:2 read ch in f:function
    use 12:8 read v in f:function
    use 13:2 write total in f:function
    use 13:11 read n in f:function
    ");
}

#[test]
fn labels_are_no_names() {
    let source = "\
package p

func f() {
outer:
	for { continue outer; goto outer }
}
";
    insta::assert_snapshot!(facts("a.go", source, "references"), @"");
}
