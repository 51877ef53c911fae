//! Rust: uses of names, what for, and what stands before them; tokens of macros.

use crate::render::facts;

#[test]
fn self_means_the_implemented_type() {
    let source = "\
struct A { b: B, next: Option<Box<Self>> }
impl A {
    fn make() -> Self {
        let made = Self::default();
        let other = Self { b: B::new(), next: None };
        made.b.go();
        other
    }
    fn go(&self) { self.b.go(); let me = self; me.make(); }
}
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings references"), @"
    bind A in file = symbol A
    bind made in a.make:function = local := Self.default()
    bind other in a.make:function = local := <Self>
    bind me in a.go:function = local := this
    use 1:15 type B in a:class
    use 1:24 type Option in a:class
    use 1:31 type Box in a:class
    use 2:6 type A in file/class
    use 4:26 call (Self).default in a.make:function
    use 5:28 key (<Self>).b in a.make:function
    use 5:31 type B in a.make:function
    use 5:34 call (B).new in a.make:function
    use 5:41 key (<Self>).next in a.make:function
    use 5:47 read None in a.make:function
    use 6:9 read made in a.make:function
    use 6:14 read (made).b in a.make:function
    use 6:16 call (made.b).go in a.make:function
    use 7:9 read other in a.make:function
    use 9:25 read (this).b in a.go:function
    use 9:27 call (this.b).go in a.go:function
    use 9:48 read me in a.go:function
    use 9:51 call (me).make in a.go:function
    ");
}

#[test]
fn every_segment_of_a_use_is_a_reference() {
    let source = "\
use crate::a::{b::C, d as e, self};
use x;
";
    insta::assert_snapshot!(facts("a.rs", source, "references"), @"
    use 1:12 import (crate).a in file
    use 1:16 import (crate.a).b in file
    use 1:19 import (crate.a.b).C in file
    use 1:22 import (crate.a).d in file
    use 2:5 import x in file
    ");
}

#[test]
fn paths_have_a_reference_per_segment() {
    let source = "\
fn f(a: path::Buf) -> crate::x::Y<std::io::Error> {
    let v = Vec::<Item>::new();
    let w = <Item as Make>::make();
    super::run::<Item>(a::b::C, self::d);
    iter.collect::<Vec<Item>>()
}
";
    insta::assert_snapshot!(facts("a.rs", source, "references"), @"
    use 1:9 type path in f:function
    use 1:15 type (path).Buf in f:function
    use 1:30 type (crate).x in f:function
    use 1:33 type (crate.x).Y in f:function
    use 1:35 type std in f:function
    use 1:40 type (std).io in f:function
    use 1:44 type (std.io).Error in f:function
    use 2:13 type Vec in f:function
    use 2:19 type Item in f:function
    use 2:26 call (Vec[Item]).new in f:function
    use 3:14 type Item in f:function
    use 3:22 type Make in f:function
    use 3:29 call (Item).make in f:function
    use 4:12 call (super).run in f:function
    use 4:18 type Item in f:function
    use 4:24 type a in f:function
    use 4:27 type (a).b in f:function
    use 4:30 read (a.b).C in f:function
    use 4:39 read (self).d in f:function
    use 5:5 read iter in f:function
    use 5:10 call (iter).collect in f:function
    use 5:20 type Vec in f:function
    use 5:24 type Item in f:function
    ");
}

#[test]
fn a_parameter_does_not_hide_a_module_in_a_type() {
    let source = "\
fn f(path: path::Buf) {
    let path = path::join(path);
    let other: path::Buf = path;
}
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings references"), @"
    bind f in file = symbol f
    bind path in f:function = parameter : path.Buf
    bind path in f:function = local := path.join()
    bind other in f:function = local : path.Buf := path
    use 1:12 type path in f:function
    use 1:18 type (path).Buf in f:function
    use 2:16 type path in f:function
    use 2:22 call (path).join in f:function
    use 2:27 read path in f:function
    use 3:16 type path in f:function
    use 3:22 type (path).Buf in f:function
    use 3:28 read path in f:function
    ");
}

#[test]
fn struct_literals_and_patterns_name_fields() {
    let source = "\
fn f(a: u8) {
    let p = Point { a, b: 1, ..base };
    let Point { a: q, b } = p;
    let e = m::Shape::Named { at: p };
}
";
    insta::assert_snapshot!(facts("a.rs", source, "references"), @"
    use 2:13 call Point in f:function
    use 2:21 key (<Point>).a in f:function
    use 2:21 read a in f:function
    use 2:24 key (<Point>).b in f:function
    use 2:32 read base in f:function
    use 3:9 type Point in f:function
    use 3:17 key (<Point>).a in f:function
    use 3:23 key (<Point>).b in f:function
    use 3:29 read p in f:function
    use 4:13 type m in f:function
    use 4:16 type (m).Shape in f:function
    use 4:23 call (m.Shape).Named in f:function
    use 4:31 key (<m.Shape.Named>).at in f:function
    use 4:35 read p in f:function
    ");
}

#[test]
fn assignments_are_writes() {
    let source = "\
fn f() {
    x = y;
    a.b += c.d;
    *p = q;
    (m, n) = t;
    list[i] = v;
    (a.go)(x);
}
";
    insta::assert_snapshot!(facts("a.rs", source, "references"), @"
    use 2:5 write x in f:function
    use 2:9 read y in f:function
    use 3:5 read a in f:function
    use 3:7 write (a).b in f:function
    use 3:12 read c in f:function
    use 3:14 read (c).d in f:function
    use 4:6 write p in f:function
    use 4:10 read q in f:function
    use 5:6 write m in f:function
    use 5:9 write n in f:function
    use 5:14 read t in f:function
    use 6:5 read list in f:function
    use 6:10 read i in f:function
    use 6:15 read v in f:function
    use 7:6 read a in f:function
    use 7:8 call (a).go in f:function
    use 7:12 read x in f:function
    ");
}

#[test]
fn macro_calls_have_a_name_space_of_their_own() {
    let source = r#"
macro_rules! local { ($x:expr) => { helper($x) }; }
#[macro_export]
macro_rules! shared { () => {}; }
fn f() { local!(1); log::info!("x"); write(2); write!(out, "y"); }
"#;
    insta::assert_snapshot!(facts("a.rs", &source[1..], "symbols bindings references"), @"
    macro local 1-1 private
    macro shared 2-3 public exported @macro_export
    function f 4-4 private
    bind local! in file = symbol local
    bind shared! in file = symbol shared
    bind f in file = symbol f
    use 4:10 call local! in f:function
    use 4:21 type log in f:function
    use 4:26 call (log).info! in f:function
    use 4:38 call write in f:function
    use 4:48 call write! in f:function
    use 4:55 read out in f:function
    ");
}

#[test]
fn tokens_of_macros_are_uses_where_they_look_like_expressions() {
    let source = r#"
fn f(&self) {
    println!("{name} {} {{no}} {width:>2}", self.user.name(), key = value);
    assert_eq!(Point::new(a, 1).x, list[0].y?.z, "{}", m::path::call(b));
    let v = vec![first; 0..count];
    matches!(shape, Shape::Circle { radius: 1 });
    outer!(inner!(x), 'a, &mut y, !z);
}
"#;
    insta::assert_snapshot!(facts("a.rs", &source[1..], "references mentions"), @"
    use 2:5 call println! in f:function
    use 2:16 read name in f:function
    use 2:33 read width in f:function
    use 2:50 read (this).user in f:function
    use 2:55 call (this.user).name in f:function
    use 2:69 read value in f:function
    use 3:5 call assert_eq! in f:function
    use 3:16 type Point in f:function
    use 3:23 call (Point).new in f:function
    use 3:27 read a in f:function
    use 3:33 read (Point.new()).x in f:function
    use 3:36 read list in f:function
    use 3:44 read (list[*]).y in f:function
    use 3:47 read (list[*].y?).z in f:function
    use 3:56 type m in f:function
    use 3:59 type (m).path in f:function
    use 3:65 call (m.path).call in f:function
    use 3:70 read b in f:function
    use 4:13 call vec! in f:function
    use 4:18 read first in f:function
    use 4:28 read count in f:function
    use 5:5 call matches! in f:function
    use 5:14 read shape in f:function
    use 5:21 type Shape in f:function
    use 5:28 read (Shape).Circle in f:function
    use 6:5 call outer! in f:function
    use 6:12 call inner! in f:function
    use 6:19 read x in f:function
    use 6:32 read y in f:function
    use 6:36 read z in f:function
    mention 2 name access
    mention 2 width
    mention 2 user access
    mention 2 key access
    mention 2 value access
    mention 3 Point access
    mention 3 new access
    mention 3 list access
    mention 3 path access
    mention 3 call access
    mention 4 first access
    mention 4 count access
    mention 5 shape access
    mention 5 Shape access
    mention 5 Circle access
    mention 5 radius access
    mention 6 inner access
    ");
}

#[test]
fn names_that_a_macro_may_bind_hide_their_namesakes() {
    let source = "\
fn f() {
    select! {
        message = inbox.recv() => message.handle(),
        other => other.handle(),
    }
    run!(let a = 1; a, |b, c| b.go(c), for d in e { d });
}
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings references"), @"
    bind f in file = symbol f
    bind message in f:function/block = local
    bind other in f:function/block = local
    bind a in f:function/block = local
    bind b in f:function/block = local
    bind c in f:function/block = local
    bind d in f:function/block = local
    use 2:5 call select! in f:function
    use 3:19 read inbox in f:function/block
    use 3:25 call (inbox).recv in f:function/block
    use 3:35 read message in f:function/block
    use 3:43 call (message).handle in f:function/block
    use 4:18 read other in f:function/block
    use 4:24 call (other).handle in f:function/block
    use 6:5 call run! in f:function
    use 6:21 read a in f:function/block
    use 6:31 read b in f:function/block
    use 6:33 call (b).go in f:function/block
    use 6:36 read c in f:function/block
    use 6:49 read e in f:function/block
    use 6:53 read d in f:function/block
    ");
}

#[test]
fn lifetimes_and_labels_are_no_names() {
    let source = "\
fn f<'a>(x: &'a X) { 'outer: loop { break 'outer; } }
";
    insta::assert_snapshot!(facts("a.rs", source, "references"), @"use 1:17 type X in f:function");
}

#[test]
fn an_associated_type_may_be_called_like_the_type_it_stands_for() {
    let source = "\
impl Parse for Reader {
    type Error = Error;
    const SIZE: usize = SIZE;
    fn parse() -> Result<Self, Self::Error> { parse() }
}
";
    insta::assert_snapshot!(facts("a.rs", source, "references"), @"
    use 1:6 inherit Parse in file/class
    use 1:16 type Reader in file/class
    use 2:18 type Error in file/class
    use 3:25 read SIZE in file/class
    use 4:19 type Result in parse:function
    use 4:38 type (Self).Error in parse:function
    use 4:47 call parse in parse:function
    ");
}

#[test]
fn generic_functions_methods_and_turbofish_are_calls() {
    let source = "\
fn f() { make::<Foo>(); a.b::<Foo>().c(); Foo::<u8>::d(); (e)(1); }
";
    insta::assert_snapshot!(facts("a.rs", source, "references"), @"
    use 1:10 call make in f:function
    use 1:17 type Foo in f:function
    use 1:25 read a in f:function
    use 1:27 call (a).b in f:function
    use 1:31 type Foo in f:function
    use 1:38 call (a.b()).c in f:function
    use 1:43 type Foo in f:function
    use 1:54 call (Foo[u8]).d in f:function
    use 1:60 call e in f:function
    ");
}
