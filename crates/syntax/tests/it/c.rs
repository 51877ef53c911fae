//! C and C++: functions, types, macros, namespaces, classes, scopes, references.

use crate::render::facts;

#[test]
fn includes_keep_the_path_as_written() {
    let source = r#"
#include "util/list.h"
#include <stdio.h>
#include MACRO_PATH
"#;
    insta::assert_snapshot!(facts("a.c", source.trim_start(), "imports references"), @"
    import static util/list.h [- as -] star in file
    import system stdio.h [- as -] star in file
    use 3:10 read MACRO_PATH in file
    ");
}

#[test]
fn functions_are_defined_or_declared() {
    let source = "\
int add(int a, const char *name, ...);
static int helper(void) { return 1; }
int add(int a, const char *name, ...) { return a + helper(); }
struct node *make(struct node **out);
extern int shared;
int *pointers(int (*callback)(int), int list[3]);
";
    insta::assert_snapshot!(facts("a.c", source, "symbols bindings references"), @"
    function add 1-1 public exported abstract (a: int, name: char, ?) : int
    function helper 2-2 private : int
    function add 3-3 public exported (a: int, name: char, ?) : int
    function make 4-4 public exported abstract (out: node) : node
    variable shared 5-5 public exported abstract : int
    function pointers 6-6 public exported abstract (callback, list: [][int]) : int
    bind add in file = symbol add : int
    bind helper in file = symbol helper : int
    bind a in add:function = parameter : int
    bind name in add:function = parameter : char
    bind add in file = symbol add : int
    bind make in file = symbol make : node
    bind shared in file = symbol shared : int
    bind pointers in file = symbol pointers : int
    use 3:48 read a in add:function
    use 3:52 call helper in add:function
    use 4:8 type node in file
    use 4:26 type node in file
    ");
}

#[test]
fn structs_unions_and_typedefs() {
    let source = "\
struct node { int value; struct node *next; union { int a; float b; }; struct { int x; } pos; };
typedef struct node node_t;
typedef struct { int w, h; } size;
typedef struct pair { int l; } pair;
typedef struct opaque opaque;
struct later;
typedef int (*callback)(void *data);
typedef unsigned long ulong_t, *ulong_p;
";
    insta::assert_snapshot!(facts("a.c", source, "symbols"), @"
    struct node 1-1 public exported
    field node.value 1-1 public exported : int
    field node.next 1-1 public exported : node
    field node.a 1-1 public exported : int
    field node.b 1-1 public exported : float
    field node.pos 1-1 public exported
    field node.pos.x 1-1 public exported : int
    type_alias node_t 2-2 public exported : node
    struct size 3-3 public exported
    field size.w 3-3 public exported : int
    field size.h 3-3 public exported : int
    struct pair 4-4 public exported
    field pair.l 4-4 public exported : int
    struct opaque 5-5 public exported abstract
    struct later 6-6 public exported abstract
    type_alias callback 7-7 public exported
    type_alias ulong_t 8-8 public exported : unsigned long
    type_alias ulong_p 8-8 public exported : unsigned long
    ");
}

#[test]
fn enumerators_are_seen_around_their_enum() {
    let source = "\
enum color { RED, GREEN = 3 };
typedef enum { ON, OFF } state;
enum { LIMIT = 10 };
int f(void) { return RED + LIMIT; }
";
    insta::assert_snapshot!(facts("a.c", source, "symbols bindings references"), @"
    enum color 1-1 public exported
    enum_member color.RED 1-1 public exported static
    enum_member color.GREEN 1-1 public exported static := number
    enum state 2-2 public exported
    enum_member state.ON 2-2 public exported static
    enum_member state.OFF 2-2 public exported static
    enum_member LIMIT 3-3 public exported static := number
    function f 4-4 public exported : int
    bind color in file = symbol color
    bind RED in color:class = symbol color.RED
    bind RED in file = symbol color.RED
    bind GREEN in color:class = symbol color.GREEN := number
    bind GREEN in file = symbol color.GREEN
    bind state in file = symbol state
    bind ON in state:class = symbol state.ON
    bind ON in file = symbol state.ON
    bind OFF in state:class = symbol state.OFF
    bind OFF in file = symbol state.OFF
    bind LIMIT in file = symbol LIMIT := number
    bind f in file = symbol f : int
    use 4:22 read RED in f:function
    use 4:28 read LIMIT in f:function
    ");
}

#[test]
fn macros_are_symbols_and_their_text_is_mentioned() {
    let source = "\
#define LIMIT 10
#define MAX(a, b) ((a) > (b) ? (a) : other(b))
#define EMPTY
#ifdef LIMIT
int x = LIMIT;
#elif defined(OTHER) && VERSION > 3
int y;
#else
int z;
#endif
";
    insta::assert_snapshot!(facts("a.c", source, "symbols mentions references"), @"
    macro LIMIT 1-1 public exported
    macro MAX 2-2 public exported (a, b)
    macro EMPTY 3-3 public exported
    variable x 5-5 public exported : int
    variable y 7-7 public exported : int
    variable z 9-9 public exported : int
    mention 2 other
    use 4:8 read LIMIT in file
    use 5:9 read LIMIT in file
    use 6:15 read OTHER in file
    use 6:25 read VERSION in file
    ");
}

#[test]
fn globals_have_linkage() {
    let source = "\
int counter = 0;
static int hidden;
const int SIZE = 3;
const char *name;
extern int elsewhere;
int table[2][3];
";
    insta::assert_snapshot!(facts("a.c", source, "symbols"), @"
    variable counter 1-1 public exported : int
    variable hidden 2-2 private : int
    constant SIZE 3-3 public exported : int
    variable name 4-4 public exported : char
    variable elsewhere 5-5 public exported abstract : int
    variable table 6-6 public exported : [][[][int]]
    ");
}

#[test]
fn locals_and_parameters_are_bound() {
    let source = "\
int f(struct node *n, int k) {
  int a = 1, *p = &a, list[3];
  for (int i = 0; i < k; i++) { int inner = i; a += inner; }
  if (k) { struct node *n = make(); n->value = a; }
  n->next->value++;
  return p[0];
}
";
    insta::assert_snapshot!(facts("a.c", source, "bindings references"), @"
    bind n in f:function = parameter : node
    bind k in f:function = parameter : int
    bind f in file = symbol f : int
    bind a in f:function = local : int
    bind p in f:function = local : int
    bind list in f:function = local : [][int]
    bind i in f:function/block = local : int
    bind inner in f:function/block/block = local : int
    bind n in f:function/block = local : node
    use 1:14 type node in f:function
    use 2:20 read a in f:function
    use 3:19 read i in f:function/block
    use 3:23 read k in f:function/block
    use 3:26 write i in f:function/block
    use 3:45 read i in f:function/block/block
    use 3:48 write a in f:function/block/block
    use 3:53 read inner in f:function/block/block
    use 4:7 read k in f:function
    use 4:19 type node in f:function/block
    use 4:29 call make in f:function/block
    use 4:37 read n in f:function/block
    use 4:40 write (n).value in f:function/block
    use 4:48 read a in f:function/block
    use 5:3 read n in f:function
    use 5:6 read (n).next in f:function
    use 5:12 write (n.next).value in f:function
    use 6:10 read p in f:function
    ");
}

#[test]
fn old_style_functions_bind_their_parameters() {
    let source = "\
int f(a, b) int a; char *b; { return a + *b; }
";
    insta::assert_snapshot!(facts("a.c", source, "symbols bindings references"), @"
    function f 1-1 public exported (a, b) : int
    bind a in f:function = parameter
    bind b in f:function = parameter
    bind f in file = symbol f : int
    bind a in f:function = parameter : int
    bind b in f:function = parameter : char
    use 1:38 read a in f:function
    use 1:43 read b in f:function
    ");
}

#[test]
fn members_have_receivers() {
    let source = "\
void f(struct s *p, struct s v) {
  p->a.b = v.c[1].d;
  (*p).e(v.g->h());
  ((struct t *)p)->i = sizeof(struct t);
  goto end;
end:
  return;
}
";
    insta::assert_snapshot!(facts("a.c", source, "references"), @"
    use 1:15 type s in f:function
    use 1:28 type s in f:function
    use 2:3 read p in f:function
    use 2:6 read (p).a in f:function
    use 2:8 write (p.a).b in f:function
    use 2:12 read v in f:function
    use 2:14 read (v).c in f:function
    use 2:19 read (v.c[*]).d in f:function
    use 3:5 read p in f:function
    use 3:8 call (p).e in f:function
    use 3:10 read v in f:function
    use 3:12 read (v).g in f:function
    use 3:15 call (v.g).h in f:function
    use 4:12 type t in f:function
    use 4:16 read p in f:function
    use 4:20 write (<t>).i in f:function
    use 4:38 type t in f:function
    ");
}

#[test]
fn designators_name_fields_of_the_declared_type() {
    let source = "\
struct point p = { .x = 1, .y = 2 };
struct point ps[] = { { .x = 1 }, [2] = { .y = 3 } };
void f(void) { use((struct point){ .x = 4 }); struct box b = { .inner = { .z = 1 } }; }
int o = offsetof(struct point, y);
";
    insta::assert_snapshot!(facts("a.c", source, "references"), @"
    use 1:8 type point in file
    use 1:21 key (<point>).x in file
    use 1:29 key (<point>).y in file
    use 2:8 type point in file
    use 2:26 key (<point>).x in file
    use 2:44 key (<point>).y in file
    use 3:16 call use in f:function
    use 3:28 type point in f:function
    use 3:37 key (<point>).x in f:function
    use 3:54 type box in f:function
    use 3:65 key (<box>).inner in f:function
    use 3:76 key (?).z in f:function
    use 4:25 type point in file
    use 4:32 key (<point>).y in file
    ");
}

#[test]
fn tests_macros_and_main() {
    let source = "\
TEST(Suite, works) { EXPECT_EQ(f(1), 2); }
TEST_F(Fixture, also_works) { int x = 1; use(x); }
DEFINE_THING(a) { int y = 2; }
int main(int argc, char **argv) { return 0; }
";
    insta::assert_snapshot!(facts("a.cpp", source, "symbols bindings references"), @"
    function works 1-1 private test
    function also_works 2-2 private test
    function main 4-4 public exported (argc: int, argv: char) : int
    bind x in also_works:function = local : int
    bind y in file/function = local : int
    bind argc in main:function = parameter : int
    bind argv in main:function = parameter : char
    bind main in file = symbol main : int
    use 1:1 call TEST in file
    use 1:22 call EXPECT_EQ in works:function
    use 1:32 call f in works:function
    use 2:1 call TEST_F in file
    use 2:42 call use in also_works:function
    use 2:46 read x in also_works:function
    use 3:1 call DEFINE_THING in file
    use 3:14 type a in file
    ");
}

#[test]
fn namespaces_hold_and_open_again() {
    let source = "\
namespace a { int x; void f(); }
namespace a::b { int y; }
namespace a { void g() { f(); } }
namespace { int hidden; static void secret() {} }
void use() { a::b::y = hidden; ::use(); }
";
    insta::assert_snapshot!(facts("a.cpp", source, "symbols bindings references"), @"
    module a 1-1 public exported
    variable a.x 1-1 public exported : int
    function a.f 1-1 public exported abstract : void
    module a.b 2-2 public exported
    variable a.b.y 2-2 public exported : int
    function a.g 3-3 public exported : void
    variable hidden 4-4 private : int
    function secret 4-4 private : void
    function use 5-5 public exported : void
    bind a in file = symbol a
    bind x in a:module = symbol a.x : int
    bind f in a:module = symbol a.f : void
    bind b in a:module = symbol a.b
    bind y in a.b:module = symbol a.b.y : int
    bind g in a:module = symbol a.g : void
    bind hidden in file = symbol hidden : int
    bind secret in file = symbol secret : void
    bind use in file = symbol use : void
    use 3:26 call f in a.g:function
    use 5:14 type a in use:function
    use 5:17 type (a).b in use:function
    use 5:20 write (a.b).y in use:function
    use 5:24 read hidden in use:function
    use 5:34 call use in use:function
    ");
}

#[test]
fn using_takes_names() {
    let source = "\
using namespace std::chrono;
using std::vector;
namespace fs = std::filesystem;
using Text = std::basic_string<char>;
void f() { using a::g; g(); }
";
    insta::assert_snapshot!(facts("a.cpp", source, "imports bindings references symbols"), @"
    import module std::chrono star in file
    import module std [vector as vector] in file
    import module std::filesystem [- as fs] in file
    import module a [g as g] in f:function
    bind vector in file = import std #0
    bind fs in file = import std::filesystem #0
    bind Text in file = symbol Text : std.basic_string[char]
    bind f in file = symbol f : void
    bind g in f:function = import a #0
    use 2:12 import vector in file
    use 4:14 type std in file
    use 4:19 type (std).basic_string in file
    use 5:21 import g in f:function
    use 5:24 call g in f:function
    type_alias Text 4-4 public exported : std.basic_string[char]
    function f 5-5 public exported : void
    ");
}

#[test]
fn classes_have_sections() {
    let source = "\
class Shape : public Base, protected ns::Other<int> {
  int secret;
 public:
  Shape(int n) : secret(n), Base(n) {}
  virtual ~Shape();
  virtual void draw() const = 0;
  void move(int dx = 1) override;
  static Shape *make();
  bool operator==(const Shape &o) const { return secret == o.secret; }
  explicit operator bool() const;
  Shape(const Shape &) = delete;
 protected:
  int shared = 2;
  static const int LIMIT = 3;
 private:
  struct Inner { int q; };
  friend class Friend;
  friend void swap(Shape &a, Shape &b);
};
";
    insta::assert_snapshot!(facts("a.cpp", source, "symbols references"), @"
    class Shape 1-19 public exported bases Base, ns.Other[int]
    field Shape.secret 2-2 private : int
    method Shape.Shape 4-4 public exported constructor (n: int)
    method Shape.~Shape 5-5 public exported abstract
    method Shape.draw 6-6 public exported abstract : void
    method Shape.move 7-7 public exported abstract override (dx?: int) : void
    method Shape.make 8-8 public exported static abstract : Shape
    method Shape.operator== 9-9 public exported (o: Shape) : bool
    method Shape.operator bool 10-10 public exported abstract : bool
    method Shape.Shape 11-11 public exported constructor (: Shape)
    field Shape.shared 13-13 protected : int
    field Shape.LIMIT 14-14 protected static : int
    struct Shape.Inner 16-16 private
    field Shape.Inner.q 16-16 public exported : int
    function swap 18-18 public exported abstract (a: Shape, b: Shape) : void
    use 1:22 inherit Base in file
    use 1:38 type ns in file
    use 1:42 inherit (ns).Other in file
    use 4:18 write (this).secret in shape.shape:function
    use 4:25 read n in shape.shape:function
    use 4:29 call Base in shape.shape:function
    use 4:34 read n in shape.shape:function
    use 8:10 type Shape in shape:class
    use 9:25 type Shape in shape.operator==:function
    use 9:50 read secret in shape.operator==:function
    use 9:60 read o in shape.operator==:function
    use 9:62 read (o).secret in shape.operator==:function
    use 11:15 type Shape in shape.shape:function
    use 17:16 type Friend in shape:class
    use 18:20 type Shape in shape:class
    use 18:30 type Shape in shape:class
    ");
}

#[test]
fn methods_out_of_line_belong_to_their_class() {
    let source = "\
class Shape { public: Shape(); void draw(); static int count; private: void hide(); int n; };
Shape::Shape() : n(0) {}
void Shape::draw() { hide(); n = 1; this->n = 2; }
void Shape::hide() {}
int Shape::count = 0;
void other::Thing::run(int k) { field = k; this->go(); }
template <typename T> T Box<T>::get() { return value; }
";
    insta::assert_snapshot!(facts("a.cpp", source, "symbols bindings references"), @"
    class Shape 1-1 public exported
    method Shape.Shape 1-1 public exported abstract constructor
    method Shape.draw 1-1 public exported abstract : void
    field Shape.count 1-1 public exported static abstract : int
    method Shape.hide 1-1 private abstract : void
    field Shape.n 1-1 private : int
    method Shape.Shape 2-2 public exported constructor impl Shape
    method Shape.draw 3-3 public exported impl Shape : void
    method Shape.hide 4-4 private impl Shape : void
    field Shape.count 5-5 public exported impl Shape : int
    method run 6-6 public exported impl other.Thing (k: int) : void
    method get 7-7 public exported impl Box[T] : T
    bind Shape in file = symbol Shape
    bind draw in shape:class = symbol Shape.draw : void
    bind count in shape:class = symbol Shape.count : int
    bind hide in shape:class = symbol Shape.hide : void
    bind n in shape:class = symbol Shape.n : int
    bind draw in shape:class = symbol Shape.draw : void
    bind hide in shape:class = symbol Shape.hide : void
    bind k in run:function = parameter : int
    bind T in file/typeparameters = typeparameter
    use 2:1 type Shape in shape.shape:function
    use 2:18 write (this).n in shape.shape:function
    use 3:6 type Shape in shape.draw:function
    use 3:22 call hide in shape.draw:function
    use 3:30 write n in shape.draw:function
    use 3:43 write (this).n in shape.draw:function
    use 4:6 type Shape in shape.hide:function
    use 5:5 type Shape in file
    use 6:6 type other in run:function
    use 6:13 type (other).Thing in run:function
    use 6:33 write field in run:function
    use 6:41 read k in run:function
    use 6:50 call (this).go in run:function
    use 7:23 type T in file/typeparameters
    use 7:25 type Box in get:function
    use 7:29 type T in get:function
    use 7:48 read value in get:function
    ");
}

#[test]
fn templates_bind_their_parameters() {
    let source = "\
template <typename T, int N = 3, class... Rest> class Box : Base<T> { T items[N]; };
template <typename U> U pick(U a, const std::vector<U> &b) { return a; }
template <> struct Box<int> { int z; };
template <template <typename> class C> void wrap();
template <typename T> using Ptr = std::shared_ptr<T>;
template <typename T> concept Small = sizeof(T) < 8;
";
    insta::assert_snapshot!(facts("a.cpp", source, "symbols bindings references"), @"
    class Box 1-1 public exported bases Base[T]
    field Box.items 1-1 private : [][T]
    function pick 2-2 public exported (a: U, b: std.vector[U]) : U
    struct Box 3-3 public exported
    field Box.z 3-3 public exported : int
    function wrap 4-4 public exported abstract : void
    type_alias Ptr 5-5 public exported : std.shared_ptr[T]
    interface Small 6-6 public exported
    bind T in file/typeparameters = typeparameter
    bind N in file/typeparameters = typeparameter
    bind Rest in file/typeparameters = typeparameter
    bind Box in file = symbol Box
    bind items in box:class = symbol Box.items : [][T]
    bind U in file/typeparameters = typeparameter
    bind a in pick:function = parameter : U
    bind b in pick:function = parameter : std.vector[U]
    bind pick in file = symbol pick : U
    bind z in box:class = symbol Box.z : int
    bind C in file/typeparameters = typeparameter
    bind wrap in file = symbol wrap : void
    bind T in file/typeparameters = typeparameter
    bind Ptr in file = symbol Ptr : std.shared_ptr[T]
    bind T in file/typeparameters = typeparameter
    bind Small in file = symbol Small
    use 1:61 inherit Base in file/typeparameters
    use 1:66 type T in file/typeparameters
    use 1:71 type T in box:class
    use 1:79 read N in box:class
    use 2:23 type U in file/typeparameters
    use 2:30 type U in pick:function
    use 2:41 type std in pick:function
    use 2:46 type (std).vector in pick:function
    use 2:53 type U in pick:function
    use 2:69 read a in pick:function
    use 3:20 type Box in file/typeparameters
    use 5:35 type std in file/typeparameters
    use 5:40 type (std).shared_ptr in file/typeparameters
    use 5:51 type T in file/typeparameters
    use 6:46 read T in file/typeparameters
    ");
}

#[test]
fn scoped_enums_keep_their_names() {
    let source = "\
enum class Kind : int { A, B };
enum Plain { C };
Kind k = Kind::A;
Plain p = C;
";
    insta::assert_snapshot!(facts("a.hpp", source, "symbols bindings references"), @"
    enum Kind 1-1 public exported
    enum_member Kind.A 1-1 public exported static
    enum_member Kind.B 1-1 public exported static
    enum Plain 2-2 public exported
    enum_member Plain.C 2-2 public exported static
    variable k 3-3 public exported : Kind
    variable p 4-4 public exported : Plain
    bind Kind in file = symbol Kind
    bind A in kind:class = symbol Kind.A
    bind B in kind:class = symbol Kind.B
    bind Plain in file = symbol Plain
    bind C in plain:class = symbol Plain.C
    bind C in file = symbol Plain.C
    bind k in file = symbol k : Kind
    bind p in file = symbol p : Plain
    use 3:1 type Kind in file
    use 3:10 type Kind in file
    use 3:16 read (Kind).A in file
    use 4:1 type Plain in file
    use 4:11 read C in file
    ");
}

#[test]
fn lambdas_ranges_and_structured_bindings() {
    let source = "\
void f(std::vector<Foo> xs) {
  for (const auto &x : xs) x.a();
  for (auto &[key, value] : table) key.b(value);
  auto [u, v] = pair();
  auto l = [&, w = u.c(), this](int p, auto q) { return w + p + q; };
  if (auto it = find(); it.ok()) it.d();
  while (Foo *n = next()) n->e();
  try { } catch (const Error &e) { e.what(); } catch (...) { }
}
";
    insta::assert_snapshot!(facts("a.cpp", source, "bindings references"), @"
    bind xs in f:function = parameter : std.vector[Foo]
    bind f in file = symbol f : void
    bind x in f:function/block = local := xs[*]
    bind key in f:function/block = local := table[*]#0
    bind value in f:function/block = local := table[*]#1
    bind u in f:function = local := pair()#0
    bind v in f:function = local := pair()#1
    bind l in f:function = local := lambda -> 
    bind w in f:function/function = local := u.c()
    bind p in f:function/function = parameter : int
    bind q in f:function/function = parameter
    bind it in f:function/block = local := find()
    bind n in f:function/block = local : Foo
    bind e in f:function/block = parameter : Error
    use 1:8 type std in f:function
    use 1:13 type (std).vector in f:function
    use 1:20 type Foo in f:function
    use 2:24 read xs in f:function/block
    use 2:28 read x in f:function/block
    use 2:30 call (x).a in f:function/block
    use 3:29 read table in f:function/block
    use 3:36 read key in f:function/block
    use 3:40 call (key).b in f:function/block
    use 3:42 read value in f:function/block
    use 4:17 call pair in f:function
    use 5:20 read u in f:function/function
    use 5:22 call (u).c in f:function/function
    use 5:57 read w in f:function/function
    use 5:61 read p in f:function/function
    use 5:65 read q in f:function/function
    use 6:17 call find in f:function/block
    use 6:25 read it in f:function/block
    use 6:28 call (it).ok in f:function/block
    use 6:34 read it in f:function/block
    use 6:37 call (it).d in f:function/block
    use 7:10 type Foo in f:function/block
    use 7:19 call next in f:function/block
    use 7:27 read n in f:function/block
    use 7:30 call (n).e in f:function/block
    use 8:24 type Error in f:function/block
    use 8:36 read e in f:function/block
    use 8:38 call (e).what in f:function/block
    ");
}

#[test]
fn calls_casts_and_creation() {
    let source = "\
void f() {
  auto a = new Foo(1); auto b = Bar{2}; auto c = static_cast<Baz *>(a); auto d = std::make_unique<Foo>(3);
  Foo e(4); a->g<int>(); ns::h<Foo>(a); delete a; e.i().j(); Foo::k();
  auto t = c ? a : b;
}
";
    insta::assert_snapshot!(facts("a.cpp", source, "bindings references"), @"
    bind f in file = symbol f : void
    bind a in f:function = local := Foo()
    bind b in f:function = local := <Bar>
    bind c in f:function = local := <Baz>
    bind d in f:function = local := std.make_unique[Foo]()
    bind e in f:function = local : Foo
    bind t in f:function = local := (a | b)
    use 2:16 call Foo in f:function
    use 2:33 type Bar in f:function
    use 2:62 type Baz in f:function
    use 2:69 read a in f:function
    use 2:82 type std in f:function
    use 2:87 call (std).make_unique in f:function
    use 2:99 type Foo in f:function
    use 3:3 type Foo in f:function
    use 3:13 read a in f:function
    use 3:16 call (a).g in f:function
    use 3:26 type ns in f:function
    use 3:30 call (ns).h in f:function
    use 3:32 type Foo in f:function
    use 3:37 read a in f:function
    use 3:48 read a in f:function
    use 3:51 read e in f:function
    use 3:53 call (e).i in f:function
    use 3:57 call (e.i()).j in f:function
    use 3:62 type Foo in f:function
    use 3:67 call (Foo).k in f:function
    use 4:12 read c in f:function
    use 4:16 read a in f:function
    use 4:20 read b in f:function
    ");
}

#[test]
fn extern_c_is_foreign() {
    let source = r#"
extern "C" { int api(int x); int made(void) { return 1; } }
extern "C" void one();
int plain();
"#;
    insta::assert_snapshot!(facts("a.cpp", source.trim_start(), "symbols"), @"
    function api 1-1 public exported abstract foreign (x: int) : int
    function made 1-1 public exported foreign : int
    function one 2-2 public exported abstract foreign : void
    function plain 3-3 public exported abstract : int
    ");
}

#[test]
fn extern_c_split_over_conditionals() {
    let source = r#"
#ifdef __cplusplus
extern "C" {
#endif
int api(int x);
struct s { int a; };
#ifdef __cplusplus
}
#endif
"#;
    insta::assert_snapshot!(facts("a.h", source.trim_start(), "symbols problems"), @"
    function api 4-4 public exported abstract foreign (x: int) : int
    struct s 5-5 public exported
    field s.a 5-5 public exported : int
    problem syntax 6: something is missing here
    ");
}

#[test]
fn a_class_behind_an_export_macro() {
    let source = "\
class API Widget {
 public:
  int shown;
  void draw();
 private:
  int hidden;
};
";
    insta::assert_snapshot!(facts("a.h", source, "symbols references"), @"
    class Widget 1-7 public exported
    field Widget.shown 3-3 public exported : int
    method Widget.draw 4-4 public exported abstract : void
    field Widget.hidden 6-6 private : int
    use 1:7 type API in file
    ");
}

#[test]
fn macros_before_a_type_hide_it() {
    let source = "\
API_EXPORT int visible(int a);
INLINE_MACRO static Foo *made(void) { return 0; }
";
    insta::assert_snapshot!(facts("a.c", source, "symbols references problems"), @"
    function visible 1-1 public exported abstract (a: int)
    function made 2-2 private
    use 1:1 type API_EXPORT in file
    use 2:1 type INLINE_MACRO in file
    problem syntax 1: not understood by the grammar
    problem syntax 2: not understood by the grammar
    ");
}

#[test]
fn attributes_are_not_uses() {
    let source = "\
[[nodiscard]] int f() __attribute__((unused));
__attribute__((format(printf, 1, 2))) void log(const char *fmt, ...);
";
    insta::assert_snapshot!(facts("a.cpp", source, "references symbols"), @"
    function f 1-1 public exported abstract : int
    function log 2-2 public exported abstract (fmt: char) : void
    ");
}

#[test]
fn all_branches_are_walked() {
    let source = "\
#if defined(A)
int f(void) { return 1; }
#else
int f(void) { return 2; }
#endif
";
    insta::assert_snapshot!(facts("a.c", source, "symbols references"), @"
    function f 2-2 public exported : int
    function f 4-4 public exported : int
    use 1:13 read A in file
    ");
}

#[test]
fn nested_tags_are_seen_outside_in_c() {
    let source = "\
struct outer { struct inner { int x; } in; enum kind { K1 } k; };
struct inner i;
";
    insta::assert_snapshot!(facts("a.c", source, "symbols bindings references"), @"
    struct outer 1-1 public exported
    field outer.in 1-1 public exported : inner
    struct outer.inner 1-1 public exported
    field outer.inner.x 1-1 public exported : int
    field outer.k 1-1 public exported : kind
    enum outer.kind 1-1 public exported
    enum_member outer.kind.K1 1-1 public exported static
    variable i 2-2 public exported : inner
    bind outer in file = symbol outer
    bind in in outer:class = symbol outer.in : inner
    bind inner in file = symbol outer.inner
    bind x in outer.inner:class = symbol outer.inner.x : int
    bind k in outer:class = symbol outer.k : kind
    bind kind in file = symbol outer.kind
    bind K1 in outer.kind:class = symbol outer.kind.K1
    bind K1 in file = symbol outer.kind.K1
    bind i in file = symbol i : inner
    use 2:8 type inner in file
    ");
}

#[test]
fn measures_count_decisions() {
    let source = "\
int f(int a, int b) {
  if (a && b) { while (a) { a--; } }
  switch (a) { case 1: return 1; default: break; }
  return a ? b : 0;
}
";
    insta::assert_snapshot!(facts("a.c", source, "measures"), @"measure f cyclomatic 6 nesting 2 parameters 2 statements 7 lines 5");
}

#[test]
fn broken_input_gives_fewer_facts() {
    let source = "\
int ok(void) { return run(); }
int bad( { x->
int after(void) { return go(); }
";
    insta::assert_snapshot!(facts("a.c", source, "symbols references problems"), @"
    function ok 1-1 public exported : int
    use 1:23 call run in ok:function
    use 2:12 read x in file
    use 3:1 read (x).int in file
    use 3:5 type after in file
    use 3:26 call go in file
    problem syntax 1: not understood by the grammar
    problem syntax 3: something is missing here
    ");
}

#[test]
fn local_types_and_declarations() {
    let source = "\
void f(void) {
  struct local { int a; } l;
  typedef int number;
  enum { X, Y };
  number n = l.a + X;
  extern int g(int);
  g(n);
}
";
    insta::assert_snapshot!(facts("a.c", source, "symbols bindings references"), @"
    function f 1-8 public exported : void
    struct f.local 2-2 public
    field f.local.a 2-2 public : int
    type_alias f.number 3-3 public : int
    enum_member f.X 4-4 public static
    enum_member f.Y 4-4 public static
    bind f in file = symbol f : void
    bind l in f:function = local : local
    bind local in f:function = symbol f.local
    bind a in f.local:class = symbol f.local.a : int
    bind number in f:function = symbol f.number : int
    bind X in f:function = symbol f.X
    bind Y in f:function = symbol f.Y
    bind n in f:function = local : number
    use 5:3 type number in f:function
    use 5:14 read l in f:function
    use 5:16 read (l).a in f:function
    use 5:20 read X in f:function
    use 7:3 call g in f:function
    use 7:5 read n in f:function
    ");
}

#[test]
fn deep_nesting_is_no_problem() {
    let depth = 20_000;
    let (open, close, path) = ("(".repeat(depth), ")".repeat(depth), "::b".repeat(depth));
    let source = format!("int v = {open}1{close}; int w = a{path}; void f() {{ a{}; }}", ".b()".repeat(depth));
    assert!(facts("a.cpp", &source, "symbols").contains("function f 1-1"));
}
