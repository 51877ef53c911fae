//! Rust: what names are bound to, where, and to which values.

use crate::render::facts;

#[test]
fn a_local_is_bound_after_its_initialiser() {
    let source = "\
fn f(x: In) {
    let x = x.one();
    let x: Out = x.two()?;
    let y;
    let (a, _, b) = pair();
    let (.., last) = pair();
    let Some(inner) = find() else { return };
    let [first, rest @ ..] = list;
    let Point { x: px, y: Size { w, .. } } = point;
    let Wrapper(w0, w1) = wrapped;
    let &mut ref z = r;
    let n = (x);
}
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings"), @"
    bind f in file = symbol f
    bind x in f:function = parameter : In
    bind x in f:function = local := x.one()
    bind x in f:function = local : Out := x.two()?
    bind y in f:function = local
    bind a in f:function = local := pair()#0
    bind b in f:function = local := pair()#2
    bind last in f:function = local
    bind inner in f:function = local := find()?
    bind first in f:function = local := list[*]
    bind rest in f:function = local := list
    bind px in f:function = local := <Point>.x
    bind w in f:function = local := <Size>.w
    bind w0 in f:function = local := <Wrapper>.0
    bind w1 in f:function = local := <Wrapper>.1
    bind z in f:function = local := r
    bind n in f:function = local := x
    ");
}

#[test]
fn patterns_bind_lower_case_and_use_upper_case_names() {
    let source = "\
fn f(v: Option<Shape>) {
    match v {
        None => {}
        Some(Shape::Circle(r)) if r > MIN => r.go(),
        Some(Shape::Square { side, at: Point { x, .. } }) => side.go(x),
        Some(other @ Shape::Line(1..=MAX)) => other.go(),
        Some(A(n) | B(n)) => n.go(),
        Some(Err(ref e)) => e.go(),
        rest => rest.go(),
    }
}
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings references"), @"
    bind f in file = symbol f
    bind v in f:function = parameter : Option[Shape]
    bind r in f:function/block = local := <Shape.Circle>.0
    bind side in f:function/block = local := <Shape.Square>.side
    bind x in f:function/block = local := <Point>.x
    bind other in f:function/block = local := v?
    bind n in f:function/block = local := <A>.0
    bind e in f:function/block = local
    bind rest in f:function/block = local := v
    use 1:9 type Option in f:function
    use 1:16 type Shape in f:function
    use 2:11 read v in f:function
    use 3:9 read None in f:function/block
    use 4:9 read Some in f:function/block
    use 4:14 type Shape in f:function/block
    use 4:21 read (Shape).Circle in f:function/block
    use 4:35 read r in f:function/block
    use 4:39 read MIN in f:function/block
    use 4:46 read r in f:function/block
    use 4:48 call (r).go in f:function/block
    use 5:9 read Some in f:function/block
    use 5:14 type Shape in f:function/block
    use 5:21 type (Shape).Square in f:function/block
    use 5:30 key (<Shape.Square>).side in f:function/block
    use 5:36 key (<Shape.Square>).at in f:function/block
    use 5:40 type Point in f:function/block
    use 5:48 key (<Point>).x in f:function/block
    use 5:62 read side in f:function/block
    use 5:67 call (side).go in f:function/block
    use 5:70 read x in f:function/block
    use 6:9 read Some in f:function/block
    use 6:22 type Shape in f:function/block
    use 6:29 read (Shape).Line in f:function/block
    use 6:38 read MAX in f:function/block
    use 6:47 read other in f:function/block
    use 6:53 call (other).go in f:function/block
    use 7:9 read Some in f:function/block
    use 7:14 read A in f:function/block
    use 7:21 read B in f:function/block
    use 7:30 read n in f:function/block
    use 7:32 call (n).go in f:function/block
    use 8:9 read Some in f:function/block
    use 8:14 read Err in f:function/block
    use 8:29 read e in f:function/block
    use 8:31 call (e).go in f:function/block
    use 9:17 read rest in f:function/block
    use 9:22 call (rest).go in f:function/block
    ");
}

#[test]
fn conditions_bind_for_the_rest_of_the_condition_and_the_branch() {
    let source = "\
fn f(a: Option<A>) {
    if let Some(x) = a.get() && let Ok(y) = x.try_it() && y.ready() {
        x.run(y);
    } else {
        x.outside();
    }
    while let Some(top) = stack.pop() { top.visit(); }
}
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings references"), @"
    bind f in file = symbol f
    bind a in f:function = parameter : Option[A]
    bind x in f:function/block = local := a.get()?
    bind y in f:function/block = local := x.try_it()?
    bind top in f:function/block = local := stack.pop()?
    use 1:9 type Option in f:function
    use 1:16 type A in f:function
    use 2:12 read Some in f:function/block
    use 2:22 read a in f:function/block
    use 2:24 call (a).get in f:function/block
    use 2:37 read Ok in f:function/block
    use 2:45 read x in f:function/block
    use 2:47 call (x).try_it in f:function/block
    use 2:59 read y in f:function/block
    use 2:61 call (y).ready in f:function/block
    use 3:9 read x in f:function/block/block
    use 3:11 call (x).run in f:function/block/block
    use 3:15 read y in f:function/block/block
    use 5:9 read x in f:function/block
    use 5:11 call (x).outside in f:function/block
    use 7:15 read Some in f:function/block
    use 7:27 read stack in f:function/block
    use 7:33 call (stack).pop in f:function/block
    use 7:41 read top in f:function/block/block
    use 7:45 call (top).visit in f:function/block/block
    ");
}

#[test]
fn loops_bind_elements() {
    let source = "\
fn f(items: Vec<Item>) {
    for item in &items { item.go(); }
    for (index, item) in items.iter().enumerate() { item.go(index); }
    for item in items.iter() { item.go(); }
    for (key, value) in map { key.go(value); }
}
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings"), @"
    bind f in file = symbol f
    bind items in f:function = parameter : Vec[Item]
    bind item in f:function/block = local := items[*]
    bind index in f:function/block = local := (number, items[*])#0
    bind item in f:function/block = local := (number, items[*])#1
    bind item in f:function/block = local := (items[*] | items.iter()[*])
    bind key in f:function/block = local := map[*]#0
    bind value in f:function/block = local := map[*]#1
    ");
}

#[test]
fn closures_have_scopes_and_results() {
    let source = "\
fn f() {
    let make = |a, (b, c): (B, C)| { let d = a.d(); d.e(b) };
    let typed = |x: &X| -> Y { x.y() };
    let nested = |x| move |y| x.z(y);
}
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings references"), @"
    bind f in file = symbol f
    bind make in f:function = local := lambda -> d.e()
    bind a in f:function/function = parameter
    bind b in f:function/function = parameter := <(B, C)>#0
    bind c in f:function/function = parameter := <(B, C)>#1
    bind d in f:function/function/block = local := a.d()
    bind typed in f:function = local := lambda -> <Y>
    bind x in f:function/function = parameter : X
    bind nested in f:function = local := lambda -> lambda -> x.z()
    bind x in f:function/function = parameter
    bind y in f:function/function/function = parameter
    use 2:29 type B in f:function/function
    use 2:32 type C in f:function/function
    use 2:46 read a in f:function/function/block
    use 2:48 call (a).d in f:function/function/block
    use 2:53 read d in f:function/function/block
    use 2:55 call (d).e in f:function/function/block
    use 2:57 read b in f:function/function/block
    use 3:22 type X in f:function/function
    use 3:28 type Y in f:function/function
    use 3:32 read x in f:function/function/block
    use 3:34 call (x).y in f:function/function/block
    use 4:31 read x in f:function/function/function
    use 4:33 call (x).z in f:function/function/function
    use 4:35 read y in f:function/function/function
    ");
}

#[test]
fn blocks_and_arms_give_values() {
    let source = "\
fn f() {
    let a = if c { one() } else if d { two() } else { return };
    let b = match v { Ok(x) => x, Err(_) => Default::default() };
    let c = unsafe { raw() };
    let d = { let inner = make(); inner.value() };
    let e = loop { break 1; };
}
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings"), @"
    bind f in file = symbol f
    bind a in f:function = local := (one() | two())
    bind b in f:function = local := (x | Default.default())
    bind x in f:function/block = local := v?
    bind c in f:function = local := raw()
    bind d in f:function = local := inner.value()
    bind inner in f:function/block = local := make()
    bind e in f:function = local := ?
    ");
}

#[test]
fn values_know_wrappers_casts_and_literals() {
    let source = r#"
fn f() {
    let a = Arc::new(Foo::new());
    let b = Some(Foo { x: 1 });
    let c = get().unwrap().clone();
    let d = load().await?;
    let e = list[0];
    let g = &list[1..];
    let h = n as Wide;
    let i = (Foo::new(), "text", 1.5, true, ());
    let j = vec![1];
    let k = format!("{}", 1);
    let l = [Foo::new()];
    let m = *(&mut foo.bar);
    let n = foo.0.bar(1)?.baz;
    let o = !flag;
}
"#;
    insta::assert_snapshot!(facts("a.rs", &source[1..], "bindings"), @"
    bind f in file = symbol f
    bind a in f:function = local := Foo.new()
    bind b in f:function = local := <Option[typeof <Foo>]>
    bind c in f:function = local := get()?
    bind d in f:function = local := await load()?
    bind e in f:function = local := list[*]
    bind g in f:function = local := list
    bind h in f:function = local := <Wide>
    bind i in f:function = local := (Foo.new(), string, number, bool, none)
    bind j in f:function = local := collection
    bind k in f:function = local := string
    bind l in f:function = local := <[][typeof Foo.new()]>
    bind m in f:function = local := foo.bar
    bind n in f:function = local := foo.0.bar()?.baz
    bind o in f:function = local := ?
    ");
}

#[test]
fn type_parameters_carry_their_bounds() {
    let source = "\
fn f<'a, T: Draw + 'a, U, const N: usize>(t: T, u: &U) -> U::Item where U: Make<Item = T> + ?Sized, T: Copy {
    t.draw(u);
}
impl<K: Key> Map<K> { fn get(&self, k: K) -> K { k.id() } }
enum E<V> { One(V) }
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings references"), @"
    bind T in file/typeparameters = typeparameter : Draw
    bind U in file/typeparameters = typeparameter : Make[T]
    bind N in file/typeparameters = parameter : usize
    bind f in file = symbol f : U.Item
    bind t in f:function = parameter : T
    bind u in f:function = parameter : U
    bind K in file/typeparameters = typeparameter : Key
    bind k in get:function = parameter : K
    bind V in file/typeparameters = typeparameter
    bind E in file = symbol E
    use 1:13 type Draw in f:function
    use 1:46 type T in f:function
    use 1:53 type U in f:function
    use 1:59 type U in f:function
    use 1:62 type (U).Item in f:function
    use 1:73 type U in f:function
    use 1:76 type Make in f:function
    use 1:81 key (Make).Item in f:function
    use 1:88 type T in f:function
    use 1:94 type Sized in f:function
    use 1:101 type T in f:function
    use 1:104 type Copy in f:function
    use 2:5 read t in f:function
    use 2:7 call (t).draw in f:function
    use 2:12 read u in f:function
    use 4:9 type Key in file/typeparameters/class
    use 4:14 type Map in file/typeparameters/class
    use 4:18 type K in file/typeparameters/class
    use 4:40 type K in get:function
    use 4:46 type K in get:function
    use 4:50 read k in get:function
    use 4:52 call (k).id in get:function
    use 5:17 type V in e.one:class
    ");
}

#[test]
fn dyn_trait_values_and_generic_results_resolve_through_types() {
    let source = "\
struct Service { store: Arc<dyn Store>, cache: HashMap<Key, Entry> }
impl Service {
    async fn run(&self, request: &Request) -> Result<Reply> {
        let entry = self.cache.get(&request.key).unwrap();
        let found = self.store.find(entry.id).await?;
        Ok(found.into_reply())
    }
}
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings references"), @"
    bind Service in file = symbol Service
    bind request in service.run:function = parameter : Request
    bind entry in service.run:function = local := this.cache.get()?
    bind found in service.run:function = local := await this.store.find()?
    use 1:25 type Arc in service:class
    use 1:33 type Store in service:class
    use 1:48 type HashMap in service:class
    use 1:56 type Key in service:class
    use 1:61 type Entry in service:class
    use 2:6 type Service in file/class
    use 3:35 type Request in service.run:function
    use 3:47 type Result in service.run:function
    use 3:54 type Reply in service.run:function
    use 4:26 read (this).cache in service.run:function
    use 4:32 call (this.cache).get in service.run:function
    use 4:37 read request in service.run:function
    use 4:45 read (request).key in service.run:function
    use 4:50 call (this.cache.get()).unwrap in service.run:function
    use 5:26 read (this).store in service.run:function
    use 5:32 call (this.store).find in service.run:function
    use 5:37 read entry in service.run:function
    use 5:43 read (entry).id in service.run:function
    use 6:9 call Ok in service.run:function
    use 6:12 read found in service.run:function
    use 6:18 call (found).into_reply in service.run:function
    ");
}

#[test]
fn let_else_and_question_marks_unwrap() {
    let source = "\
fn f(list: &[Option<Foo>]) {
    let Ok(file) = File::open(p) else { panic!() };
    let Some((a, Some(b))) = pair() else { return };
    if let Some(x @ Foo { .. }) = list[0] {}
    if let Some(Foo { y: [z, ..], .. }) = &list[0] {}
}
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings"), @"
    bind f in file = symbol f
    bind list in f:function = parameter : [][Option[Foo]]
    bind file in f:function = local := File.open()?
    bind a in f:function = local := pair()?#0
    bind b in f:function = local := pair()?#1?
    bind x in f:function/block = local := list[*]?
    bind z in f:function/block = local := <Foo>.y[*]
    ");
}

#[test]
fn a_nested_function_and_its_parameters_keep_their_scopes() {
    let source = "\
fn outer<T>(a: T) {
    { let a = a.inner(); { let b = a; } }
    fn inner<T: Draw>(b: T) { b.draw(); }
}
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings"), @"
    bind T in file/typeparameters = typeparameter
    bind outer in file = symbol outer
    bind a in outer:function = parameter : T
    bind a in outer:function/block = local := a.inner()
    bind b in outer:function/block/block = local := a
    bind T in outer:function/typeparameters = typeparameter : Draw
    bind inner in outer:function = symbol outer.inner
    bind b in outer.inner:function = parameter : T
    ");
}

#[test]
fn guards_and_or_patterns_share_their_arm() {
    let source = "\
fn f(e: Event) {
    match e {
        Event::Key(code) | Event::Mouse { code, .. } if let Some(k) = code.key() => k.press(code),
        (ref a, mut b) => a.go(b),
        CONST | path::CONST => {}
        x if x.ok() => {}
        _ => {}
    }
}
";
    insta::assert_snapshot!(facts("a.rs", source, "bindings references"), @"
    bind f in file = symbol f
    bind e in f:function = parameter : Event
    bind code in f:function/block = local := <Event.Key>.0
    bind k in f:function/block = local := code.key()?
    bind a in f:function/block = local := e#0
    bind b in f:function/block = local := e#1
    bind x in f:function/block = local := e
    use 1:9 type Event in f:function
    use 2:11 read e in f:function
    use 3:9 type Event in f:function/block
    use 3:16 read (Event).Key in f:function/block
    use 3:28 type Event in f:function/block
    use 3:35 type (Event).Mouse in f:function/block
    use 3:43 key (<Event.Mouse>).code in f:function/block
    use 3:61 read Some in f:function/block
    use 3:71 read code in f:function/block
    use 3:76 call (code).key in f:function/block
    use 3:85 read k in f:function/block
    use 3:87 call (k).press in f:function/block
    use 3:93 read code in f:function/block
    use 4:27 read a in f:function/block
    use 4:29 call (a).go in f:function/block
    use 4:32 read b in f:function/block
    use 5:9 read CONST in f:function/block
    use 5:17 type path in f:function/block
    use 5:23 read (path).CONST in f:function/block
    use 6:14 read x in f:function/block
    use 6:16 call (x).ok in f:function/block
    ");
}
