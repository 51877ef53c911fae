//! Rust: definitions, members, visibility, attributes, imports, types.

use crate::render::facts;

#[test]
fn items_have_kinds_and_visibility() {
    let source = "\
pub struct Point { pub x: f64, y: f64, pub(crate) z: Option<Box<Point>> }
pub(crate) enum Shape { Unit, Tuple(Point, u8), Named { at: Point }, Value = 3 }
union Bits { int: u32, float: f32 }
struct Wrapper(pub Point, u8);
struct Nothing;
pub const LIMIT: usize = 3;
static mut COUNT: u32 = 0;
pub type Points = Vec<Point>;
pub(self) fn hidden() {}
pub(super) async fn visible(count: usize, (a, b): (Point, Point)) -> Result<Point, Error> { todo!() }
";
    insta::assert_snapshot!(facts("a.rs", source, "symbols"), @"
    struct Point 1-1 public exported
    field Point.x 1-1 public exported : f64
    field Point.y 1-1 private : f64
    field Point.z 1-1 internal exported : Option[Box[Point]]
    enum Shape 2-2 internal exported
    enum_member Shape.Unit 2-2 internal exported
    enum_member Shape.Tuple 2-2 internal exported (: Point, : u8)
    field Shape.Tuple.0 2-2 internal exported : Point
    field Shape.Tuple.1 2-2 internal exported : u8
    enum_member Shape.Named 2-2 internal exported
    field Shape.Named.at 2-2 internal exported : Point
    enum_member Shape.Value 2-2 internal exported
    struct Bits 3-3 private
    field Bits.int 3-3 private : u32
    field Bits.float 3-3 private : f32
    struct Wrapper 4-4 private
    field Wrapper.0 4-4 public exported : Point
    field Wrapper.1 4-4 private : u8
    struct Nothing 5-5 private
    constant LIMIT 6-6 public exported : usize
    variable COUNT 7-7 private : u32
    type_alias Points 8-8 public exported : Vec[Point]
    function hidden 9-9 private
    function visible 10-10 internal exported async (count: usize, : (Point, Point)) : Result[Point, Error]
    ");
}

#[test]
fn traits_have_abstract_and_default_members() {
    let source = r#"
pub trait Draw: Base + super::Other + Send {
    const SIZE: usize;
    const NAME: &'static str = "x";
    type Item: Base;
    fn draw(&self, on: &mut Canvas) -> bool;
    fn twice(&self) -> bool { true }
    fn make() -> Self where Self: Sized;
}
"#;
    insta::assert_snapshot!(facts("a.rs", &source[1..], "symbols"), @"
    trait Draw 1-8 public exported bases Base, super.Other
    constant Draw.SIZE 2-2 public exported abstract : usize
    constant Draw.NAME 3-3 public exported : str
    type_alias Draw.Item 4-4 public exported abstract bases Base
    method Draw.draw 5-5 public exported abstract (on: Canvas) : bool
    method Draw.twice 6-6 public exported : bool
    method Draw.make 7-7 public exported static abstract : Self
    ");
}

#[test]
fn members_of_impl_blocks_belong_to_their_type() {
    let source = "\
impl Early { fn before(&self) {} }
struct Early;
pub struct Point<T>(T);
impl<T: Copy> Point<T> {
    pub const ZERO: u8 = 0;
    pub fn new(x: T) -> Self { Self(x) }
    fn take(self: Box<Self>) -> T { self.0 }
}
impl<T> std::fmt::Display for Point<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result { Ok(()) }
}
impl Iterator for super::Elsewhere {
    type Item = Early;
    fn next(&mut self) -> Option<Early> { None }
}
impl<T> Draw for T { fn draw(&self) {} }
";
    insta::assert_snapshot!(facts("a.rs", source, "symbols"), @"
    method before 1-1 private impl Early
    struct Early 2-2 private
    struct Point 3-3 public exported
    field Point.0 3-3 private : T
    constant Point.ZERO 5-5 public exported impl Point[T] : u8
    method Point.new 6-6 public exported static impl Point[T] (x: T) : Self
    method Point.take 7-7 private impl Point[T] : T
    method Point.fmt 10-10 public override impl Point[T] bases std.fmt.Display (f: Formatter) : fmt.Result
    type_alias Item 13-13 public override impl super.Elsewhere bases Iterator : Early
    method next 14-14 public override impl super.Elsewhere bases Iterator : Option[Early]
    method draw 16-16 public override impl T bases Draw
    ");
}

#[test]
fn use_trees_become_one_import_per_list() {
    let source = "\
use std::collections::HashMap;
use std::{fmt, io::{self, Read as _, Write as Out}};
use crate::a::b::{self as c, *};
use super::*;
use ::other::thing;
use tokio;
use serde as json;
use {one, two::three};
pub use self::inner::Item;
pub(crate) use super::super::deep;
extern crate alloc as memory;
pub mod inner;
fn f() { use local::Thing; }
";
    insta::assert_snapshot!(facts("a.rs", source, "imports bindings"), @"
    import static std::collections [HashMap as HashMap] in file
    import static std [fmt as fmt] in file
    import static std::io [self as io] [Read as -] [Write as Out] in file
    import static crate::a::b [self as c] star in file
    import static super star in file
    import static ::other [thing as thing] in file
    import static tokio [- as tokio] in file
    import static serde [- as json] in file
    import static one [- as one] in file
    import static two [three as three] in file
    import static self::inner [Item as Item] reexport in file
    import static super::super [deep as deep] reexport in file
    import static alloc [- as memory] in file
    import module inner [- as inner] reexport in file
    import static local [Thing as Thing] in f:function
    bind HashMap in file = import std::collections #0
    bind fmt in file = import std #0
    bind io in file = import std::io #0
    bind Out in file = import std::io #2
    bind c in file = import crate::a::b #0
    bind thing in file = import ::other #0
    bind tokio in file = import tokio #0
    bind json in file = import serde #0
    bind one in file = import one #0
    bind three in file = import two #0
    bind Item in file = import self::inner #0
    bind deep in file = import super::super #0
    bind memory in file = import alloc #0
    bind inner in file = symbol inner
    bind f in file = symbol f
    bind Thing in f:function = import local #0
    ");
}

#[test]
fn types_are_written_as_expressions() {
    let source = "\
struct T<'a, const N: usize> {
    a: &'a mut [Foo],
    b: [u8; N],
    c: Box<dyn Draw + Send + 'static>,
    d: fn(u8) -> Foo,
    e: Option<(Foo, Bar)>,
    f: *const Foo,
    g: HashMap<String, Vec<a::Foo>>,
    h: Box<dyn Fn(Foo) -> Bar>,
    i: <Foo as Draw>::Item,
    j: PhantomData<&'a ()>,
}
fn f(a: impl Iterator<Item = Foo> + 'static, b: &dyn Draw, c: !) -> impl Fn() -> Foo { }
";
    insta::assert_snapshot!(facts("a.rs", source, "symbols"), @"
    struct T 1-12 private
    field T.a 2-2 private : [][Foo]
    field T.b 3-3 private : [][u8]
    field T.c 4-4 private : Box[Draw]
    field T.d 5-5 private : lambda -> <Foo>
    field T.e 6-6 private : Option[(Foo, Bar)]
    field T.f 7-7 private : Foo
    field T.g 8-8 private : HashMap[String, Vec[a.Foo]]
    field T.h 9-9 private : Box[lambda -> <Bar>]
    field T.i 10-10 private : Foo.Item
    field T.j 11-11 private : PhantomData[none]
    function f 13-13 private (a: Iterator[Foo], b: Draw, c: ?) : lambda -> <Foo>
    ");
}

#[test]
fn attributes_mark_tests_and_derive() {
    let source = r#"
#[derive(Debug, serde::Serialize)]
#[serde(rename = "thing", default = "make")]
pub struct Thing { #[serde(skip)] field: u8 }
#[test]
fn one() {}
#[tokio::test(flavor = "x")]
async fn two() {}
#[cfg(test)]
mod tests {
    use super::*;
    struct Fixture(u8);
    impl Fixture { fn help(&self) {} }
    #[rstest]
    #[case(1)]
    fn three() {}
}
#[cfg(not(test))]
fn real() {}
#[cfg(all(test, unix))]
fn only() {}
"#;
    insta::assert_snapshot!(facts("a.rs", &source[1..], "symbols references"), @r#"
    struct Thing 1-3 public exported @derive(Debug, serde::Serialize) @serde(rename = "thing", default = "make")
    field Thing.field 3-3 private @serde(skip) : u8
    function one 4-5 private test @test
    function two 6-7 private async test @tokio::test(flavor = "x")
    module tests 8-16 private test @cfg(test)
    struct tests.Fixture 11-11 private test
    field tests.Fixture.0 11-11 private test : u8
    method tests.Fixture.help 12-12 private test impl Fixture
    function tests.three 13-15 private test @rstest @case(1)
    function real 17-18 private @cfg(not(test))
    function only 19-20 private test @cfg(all(test, unix))
    use 1:10 decorate Debug in file
    use 1:17 type serde in file
    use 1:24 decorate (serde).Serialize in file
    use 6:3 type tokio in file
    use 6:10 decorate (tokio).test in file
    use 12:10 type Fixture in tests:module/class
    "#);
}

#[test]
fn foreign_items_are_marked() {
    let source = r#"
extern "C" { fn c_call(x: i32); static errno: i32; }
#[no_mangle]
pub extern "C" fn exported() {}
#[unsafe(no_mangle)]
pub fn other() {}
"#;
    insta::assert_snapshot!(facts("a.rs", &source[1..], "symbols"), @"
    function c_call 1-1 private abstract foreign (x: i32)
    variable errno 1-1 private foreign : i32
    function exported 2-3 public exported foreign @no_mangle
    function other 4-5 public exported foreign @unsafe(no_mangle)
    ");
}

#[test]
fn modules_have_scopes() {
    let source = r#"
pub mod outer {
    pub(crate) mod inner { pub fn deep() {} }
    fn f() {}
}
#[path = "else.rs"]
mod elsewhere;
"#;
    insta::assert_snapshot!(facts("a.rs", &source[1..], "symbols bindings"), @r#"
    module outer 1-4 public exported
    module outer.inner 2-2 internal exported
    function outer.inner.deep 2-2 public exported
    function outer.f 3-3 private
    module elsewhere 5-6 private @path = "else.rs"
    bind outer in file = symbol outer
    bind inner in outer:module = symbol outer.inner
    bind deep in outer.inner:module = symbol outer.inner.deep
    bind f in outer:module = symbol outer.f
    bind elsewhere in file = symbol elsewhere
    "#);
}

#[test]
fn items_inside_functions_are_symbols_and_locals_are_not() {
    let source = "\
fn outer() {
    const N: u8 = 1;
    struct Inner { x: u8 }
    impl Inner { fn go(&self) {} }
    fn nested(a: Inner) -> Inner { a }
    let v = nested();
}
";
    insta::assert_snapshot!(facts("a.rs", source, "symbols bindings"), @"
    function outer 1-7 private
    struct outer.Inner 3-3 private
    field outer.Inner.x 3-3 private : u8
    method outer.Inner.go 4-4 private impl Inner
    function outer.nested 5-5 private (a: Inner) : Inner
    bind outer in file = symbol outer
    bind N in outer:function = local : u8
    bind Inner in outer:function = symbol outer.Inner
    bind nested in outer:function = symbol outer.nested : Inner
    bind a in outer.nested:function = parameter : Inner
    bind v in outer:function = local := nested()
    ");
}

#[test]
fn raw_identifiers_keep_their_spelling() {
    let source = "\
fn r#match(r#type: u8) { r#type.r#use(); }
";
    insta::assert_snapshot!(facts("a.rs", source, "symbols references"), @"
    function r#match 1-1 private (r#type: u8)
    use 1:26 read r#type in r#match:function
    use 1:33 call (r#type).r#use in r#match:function
    ");
}

#[test]
fn measures_count_decisions() {
    let source = "\
fn f(a: u8, b: u8) -> u8 {
    if a > 1 && b > 1 { return 1; }
    for x in y { while z { w(); } }
    match a { 1 => 2, _ => 3 }
}
";
    insta::assert_snapshot!(facts("a.rs", source, "measures"), @"measure f cyclomatic 7 nesting 2 parameters 2 statements 6 lines 5");
}

#[test]
fn broken_input_gives_what_is_left() {
    let source = "\
fn good() {}
struct Half { a: u8, b }
impl Good { fn method(&self) { self. } fn after(&self) {} }
fn also(
";
    insta::assert_snapshot!(facts("a.rs", source, "symbols problems"), @"
    function good 1-1 private
    struct Half 2-2 private
    field Half.a 2-2 private : u8
    method method 3-3 private impl Good
    method after 3-3 private impl Good
    problem syntax 2: not understood by the grammar
    problem syntax 3: something is missing here
    problem syntax 4: not understood by the grammar
    ");
}

#[test]
fn a_file_of_tests_says_so_once() {
    let source = "\
#![cfg(test)]
fn helper() {}
";
    insta::assert_snapshot!(facts("a.rs", source, "symbols"), @"function helper 2-2 private test");
}
