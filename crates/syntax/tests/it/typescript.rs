//! Facts of TypeScript, TSX and JavaScript files.

use crate::render::facts;

#[test]
fn every_es_import_form_binds_its_names() {
    let source = r#"import def, { a as b, type C, default as d } from './x'
import * as ns from "y"
import 'side-effect'
import type { T } from './t'
import type U from './u'
import req = require('./req')
import { "odd name" as odd } from './odd'
"#;
    insta::assert_snapshot!(facts("a.ts", source, "imports bindings references"), @r"
    import static ./x [default as def] [a as b] [C as C type] [default as d] in file
    import static y [- as ns] in file
    import static side-effect in file
    import static ./t [T as T] type-only in file
    import static ./u [default as U] type-only in file
    import require ./req [- as req] in file
    import static ./odd [odd name as odd] in file
    bind def in file = import ./x #0
    bind b in file = import ./x #1
    bind C in file = import ./x #2
    bind d in file = import ./x #3
    bind ns in file = import y #0
    bind T in file = import ./t #0
    bind U in file = import ./u #0
    bind req in file = import ./req #0
    bind odd in file = import ./odd #0
    use 1:8 import def in file
    use 1:15 import a in file
    use 1:20 import b in file
    use 1:28 import C in file
    use 1:31 import default in file
    use 1:42 import d in file
    use 2:13 import ns in file
    use 4:15 import T in file
    use 5:13 import U in file
    use 6:8 import req in file
    use 7:24 import odd in file
    ");
}

#[test]
fn a_namespace_member_gets_another_name() {
    let source = r"import A = B.C
export namespace N { export import D = E.F.G }
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols bindings references"), @r"
    module N 2-2 public exported
    constant N.D 2-2 public exported := E.F.G
    bind A in file = local := B.C
    bind N in file = symbol N
    bind D in n:module = symbol N.D := E.F.G
    use 1:12 read B in file
    use 1:14 read (B).C in file
    use 2:40 read E in n:module
    use 2:42 read (E).F in n:module
    use 2:44 read (E.F).G in n:module
    ");
}

#[test]
fn require_binds_like_an_import() {
    let source = r#"const x = require('y')
const { a, b: c, d = 1, ...rest } = require('./z')
const last = require('./w').last
var late = require("late").default
require('side')
use(require('./v').taken)
"#;
    insta::assert_snapshot!(facts("a.js", source, "imports bindings references exports"), @r"
    import require y [- as x] in file
    import require ./z [a as a] [b as c] [d as d] [- as rest] in file
    import require ./w [last as last] in file
    import require late [default as late] in file
    import require side [- as -] in file
    import require ./v [taken as -] in file
    bind x in file = import y #0
    bind a in file = import ./z #0
    bind c in file = import ./z #1
    bind d in file = import ./z #2
    bind rest in file = import ./z #3
    bind last in file = import ./w #0
    bind late in file = import late #0
    use 1:7 import x in file
    use 2:9 import a in file
    use 2:12 import b in file
    use 2:18 import d in file
    use 2:28 import rest in file
    use 3:29 import last in file
    use 4:28 import default in file
    use 6:1 call use in file
    use 6:20 import taken in file
    ");
}

#[test]
fn dynamic_imports_bind_what_they_give() {
    let source = r"async function f() {
  const m = await import('./m')
  const { a, b: c } = await import('./n')
  const one = (await import('./o')).one
  import('./p').then(p => p.go())
  import('./q').then(({ q }) => q())
  return import('./r')
}
const name = pick()
import(name)
";
    insta::assert_snapshot!(facts("a.ts", source, "imports bindings references"), @r"
    import dynamic ./m [- as m] in f:function
    import dynamic ./n [a as a] [b as c] in f:function
    import dynamic ./o [one as one] in f:function
    import dynamic ./p [- as p] in f:function
    import dynamic ./q [q as q] in f:function
    import dynamic ./r [- as -] in f:function
    bind f in file = symbol f
    bind m in f:function = import ./m #0
    bind a in f:function = import ./n #0
    bind c in f:function = import ./n #1
    bind one in f:function = import ./o #0
    bind p in f:function/function = import ./p #0
    bind q in f:function/function = import ./q #0
    bind name in file = symbol name := pick()
    use 2:9 import m in f:function
    use 3:11 import a in f:function
    use 3:14 import b in f:function
    use 4:37 import one in f:function
    use 5:17 call (?).then in f:function
    use 5:22 import p in f:function/function
    use 5:27 read p in f:function/function
    use 5:29 call (p).go in f:function/function
    use 6:17 call (?).then in f:function
    use 6:25 import q in f:function/function
    use 6:33 call q in f:function/function
    use 9:14 call pick in file
    use 10:8 read name in file
    ");
}

#[test]
fn types_of_other_modules_are_imports() {
    let source = r"let v: import('./q').Qux
type W = typeof import('./w')
function f(x: Promise<import('./x').X>): void {}
";
    insta::assert_snapshot!(facts("a.ts", source, "imports references"), @r"
    import dynamic ./q [Qux as -] type-only in file
    import dynamic ./w [- as -] type-only in file
    import dynamic ./x [X as -] type-only in f:function
    use 1:22 import Qux in file
    use 3:15 type Promise in f:function
    use 3:37 import X in f:function
    ");
}

#[test]
fn re_exports_are_imports_and_exports() {
    let source = r"export * from './all'
export * as ns from './ns'
export { a, b as c, default as d, type T } from './x'
export type { U } from './u'
export { default } from './def'
";
    insta::assert_snapshot!(facts("a.ts", source, "imports exports references"), @r"
    import static ./all star reexport in file
    import static ./ns [- as -] reexport in file
    import static ./x [a as -] [b as -] [default as -] [T as - type] reexport in file
    import static ./u [U as -] type-only reexport in file
    import static ./def [default as -] reexport in file
    export * = import ./all #0
    export ns = import ./ns #0
    export a = import ./x #0
    export c = import ./x #1
    export d = import ./x #2
    export T = import ./x #3
    export U = import ./u #0
    export default = import ./def #0
    use 3:10 import a in file
    use 3:13 import b in file
    use 3:21 import default in file
    use 3:40 import T in file
    use 4:15 import U in file
    use 5:10 import default in file
    ");
}

#[test]
fn export_lists_mark_their_symbols() {
    let source = r"const a = 1
function b() {}
class C {}
interface I {}
export { a, b as bee, C as default }
export type { I }
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols exports references"), @r"
    constant a 1-1 public exported := number
    function b 2-2 public exported
    class C 3-3 public exported default
    interface I 4-4 public exported
    export a = local a
    export bee = local b
    export default = local C
    export I = local I
    use 5:10 read a in file
    use 5:13 read b in file
    use 5:23 read C in file
    use 6:15 type I in file
    ");
}

#[test]
fn a_named_default_function_keeps_its_name() {
    let source = r"export default function named() { return 1 }
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols exports"), @r"
    function named 1-1 public exported default returns number
    export default = local named
    ");
}

#[test]
fn an_anonymous_default_function_is_called_default() {
    let source = r"export default async (x: string) => ({ x })
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols exports bindings"), @r"
    function default 1-1 public exported async default (x: string) returns collection
    export default = value symbol default
    bind x in default:function = parameter : string
    ");
}

#[test]
fn an_anonymous_default_class_is_called_default() {
    let source = r"export default class extends Base { go() {} }
";
    insta::assert_snapshot!(facts("a.js", source, "symbols exports"), @r"
    class default 1-1 public exported default bases Base
    method default.go 1-1 public
    export default = value symbol default
    ");
}

#[test]
fn a_default_object_has_members() {
    let source = r"export default { name: 'x', run() { return this.name }, nested: { deep: 1 } }
";
    insta::assert_snapshot!(facts("a.js", source, "symbols exports references"), @r"
    constant default 1-1 public exported default := symbol default
    property default.name 1-1 public := string
    method default.run 1-1 public returns symbol default.name
    property default.nested 1-1 public := symbol default.nested
    property default.nested.deep 1-1 public := number
    export default = value symbol default
    use 1:49 read (symbol default).name in default.run:function
    ");
}

#[test]
fn a_default_name_is_the_local() {
    let source = r"const app = make()
export default app
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols exports"), @r"
    constant app 1-1 public exported default := make()
    export default = local app
    ");
}

#[test]
fn a_default_value_is_an_expression() {
    let source = r"export default defineComponent({ name: 'x' })
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols exports"), @r"
    export default = value defineComponent()
    ");
}

#[test]
fn export_equals_is_the_whole_module() {
    let source = r"class A {}
export = A
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols exports"), @r"
    class A 1-1 public exported
    export export= = local A
    ");
}

#[test]
fn commonjs_exports() {
    let source = r"exports.f = function (a) { return new Foo(a) }
exports.local = local
exports.count = 3
exports.C = class { m() {} }
exports.sub = require('./sub')
exports.part = require('./sub').part
exports.later = void 0
function local() {}
";
    insta::assert_snapshot!(facts("a.js", source, "symbols exports imports"), @r"
    function f 1-1 public exported (a) returns Foo()
    variable count 3-3 public exported := number
    class C 4-4 public exported
    method C.m 4-4 public
    function local 8-8 public exported
    export f = value symbol f
    export local = local local
    export count = value symbol count
    export C = value symbol C
    export sub = import ./sub #0
    export part = import ./sub #0
    import require ./sub [- as -] reexport in file
    import require ./sub [part as -] reexport in file
    ");
}

#[test]
fn module_exports_object_keys_are_exports() {
    let source = r"const { helper } = require('./helper')
function a() {}
module.exports = { a, b: a, helper, c() { return 1 }, d: () => 2, e: 5, sub: require('./sub'), ...require('./rest') }
";
    insta::assert_snapshot!(facts("a.js", source, "symbols exports imports references"), @r"
    function a 2-2 public exported
    function c 3-3 public exported returns number
    function d 3-3 public exported returns number
    variable e 3-3 public exported := number
    export * = import ./rest #0
    export a = local a
    export b = local a
    export helper = local helper
    export c = value symbol c
    export d = value symbol d
    export e = value symbol e
    export sub = import ./sub #0
    import require ./helper [helper as helper] in file
    import require ./rest star reexport in file
    import require ./sub [- as -] reexport in file
    use 1:9 import helper in file
    use 3:1 read module in file
    use 3:8 write (module).exports in file
    use 3:20 read a in file
    use 3:26 read a in file
    use 3:29 read helper in file
    ");
}

#[test]
fn module_exports_value_is_the_module() {
    let source = r"module.exports = function create() { return create }
module.exports.extra = 1
";
    insta::assert_snapshot!(facts("a.js", source, "symbols exports bindings"), @r"
    function create 1-1 public exported returns symbol create
    variable extra 2-2 public exported := number
    export export= = value symbol create
    export extra = value symbol extra
    bind create in create:function = symbol create
    ");
}

#[test]
fn chained_module_exports() {
    let source = r"var app = exports = module.exports = {}
app.init = function init() { this.done() }
app.done = function () {}
";
    insta::assert_snapshot!(facts("a.js", source, "symbols exports references"), @r"
    variable app 1-1 public exported := symbol app
    method app.init 2-2 public static
    method app.done 3-3 public static
    export export= = value symbol app
    use 1:11 write exports in file
    use 1:21 read module in file
    use 1:28 write (module).exports in file
    use 2:1 read app in file
    use 2:5 write (app).init in file
    use 2:35 call (symbol app).done in app.init:function
    use 3:1 read app in file
    use 3:5 write (app).done in file
    ");
}

#[test]
fn prototype_assignments_are_methods() {
    let source = r"function Foo(x) { this.x = x; this.n = new Bar() }
Foo.prototype.get = function () { return this.x }
Foo.prototype = { put: function (v) { this.y = v }, take() { return this.n } }
Foo.create = function () { return new Foo() }
";
    insta::assert_snapshot!(facts("a.js", source, "symbols references"), @r"
    function Foo 1-1 private (x)
    field Foo.x 1-1 public implicit
    field Foo.n 1-1 public implicit := Bar()
    method Foo.get 2-2 public impl Foo returns <Foo>.x
    method Foo.put 3-3 public impl Foo (v)
    field Foo.y 3-3 public implicit
    method Foo.take 3-3 public impl Foo returns <Foo>.n
    method Foo.create 4-4 public static returns Foo()
    use 1:24 write (<symbol Foo>).x in foo:function
    use 1:28 read x in foo:function
    use 1:36 write (<symbol Foo>).n in foo:function
    use 1:44 call Bar in foo:function
    use 2:1 read Foo in file
    use 2:5 read (Foo).prototype in file
    use 2:15 write (Foo.prototype).get in file
    use 2:47 read (<Foo>).x in foo.get:function
    use 3:1 read Foo in file
    use 3:5 write (Foo).prototype in file
    use 3:44 write (<Foo>).y in foo.put:function
    use 3:48 read v in foo.put:function
    use 3:74 read (<Foo>).n in foo.take:function
    use 4:1 read Foo in file
    use 4:5 write (Foo).create in file
    use 4:39 call Foo in foo.create:function
    ");
}

#[test]
fn blocks_scope_let_and_const_and_functions_hoist_var() {
    let source = r"function f(a) {
  if (a) { let x = 1; var y = 2; const z = 3; function g() {} class K {} }
  for (let i = 0, n = a; i < n; i++) { y += i }
  for (const k in a) k
  for (var v of a) v
  switch (a) { case 1: let s = a; default: s }
  try { t() } catch ({ message }) { message } 
  try {} catch { a }
}
";
    insta::assert_snapshot!(facts("a.js", source, "bindings"), @r"
    bind f in file = symbol f
    bind a in f:function = parameter
    bind x in f:function/block = local := number
    bind y in f:function = local := number
    bind z in f:function/block = local := number
    bind g in f:function/block = symbol f.g
    bind K in f:function/block = symbol f.K
    bind i in f:function/block = local := number
    bind n in f:function/block = local := a
    bind k in f:function/block = local := string
    bind v in f:function = local := a[*]
    bind s in f:function/block = local := a
    bind message in f:function/block = local
    ");
}

#[test]
fn module_level_variables_are_symbols() {
    let source = r"export const A = 1, b = make()
let c: Foo | null = null
var d
const { e, f: [g, , h = 2], ...i } = load()
if (A) { const inner = 1; var hoisted = 2 }
export let j!: string
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols bindings exports"), @r"
    constant A 1-1 public exported := number
    constant b 1-1 public exported := make()
    variable c 2-2 private : (Foo | none) := none
    variable d 3-3 private
    constant e 4-4 private := load().e
    constant g 4-4 private := load().f#0
    constant h 4-4 private := load().f#2
    constant i 4-4 private := load()
    variable hoisted 5-5 private := number
    variable j 6-6 public exported : string
    bind A in file = symbol A := number
    bind b in file = symbol b := make()
    bind c in file = symbol c : (Foo | none) := none
    bind d in file = symbol d
    bind e in file = symbol e := load().e
    bind g in file = symbol g := load().f#0
    bind h in file = symbol h := load().f#2
    bind i in file = symbol i := load()
    bind inner in file/block = local := number
    bind hoisted in file = symbol hoisted := number
    bind j in file = symbol j : string
    export A = local A
    export b = local b
    export j = local j
    ");
}

#[test]
fn functions_in_variables_are_functions() {
    let source = r"export const arrow = (x: number): Foo => make(x)
const expression = function own(n) { return own(n - 1) }
const cast = ((a) => a) as Handler
const typed: (x: string) => Bar = x => x
const gen = function* () { yield 1 }
const wrapped = debounce(() => 1)
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols bindings"), @r"
    function arrow 1-1 public exported (x: number) : Foo
    function expression 2-2 private (n) returns symbol expression()
    function cast 3-3 private (a) returns <Handler>()
    function typed 4-4 private (x) returns <lambda -> <Bar>>()
    function gen 5-5 private generator
    constant wrapped 6-6 private := debounce()
    bind arrow in file = symbol arrow
    bind x in arrow:function = parameter : number
    bind expression in file = symbol expression
    bind own in expression:function = symbol expression
    bind n in expression:function = parameter
    bind cast in file = symbol cast
    bind a in cast:function = parameter
    bind typed in file = symbol typed
    bind x in file/function = parameter : string
    bind x in typed:function = parameter
    bind gen in file = symbol gen
    bind wrapped in file = symbol wrapped := debounce()
    ");
}

#[test]
fn object_literals_have_members_two_levels_deep() {
    let source = r"const obj = { a: 1, 'b-c': 2, [computed]: 3, m() { return this.a }, get g() { return new G() }, f: async () => 1, n: { x: 1, deeper: { y: 2 } }, short, ...base } as const
const frozen = Object.freeze({ k: 1 })
const annotated: T = { k: 1, inner: { l: 2 } }
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols references"), @r"
    constant obj 1-1 private bases base := symbol obj
    property obj.a 1-1 public := number
    property obj.b-c 1-1 public := number
    method obj.m 1-1 public returns symbol obj.a
    property obj.g 1-1 public accessor returns G()
    method obj.f 1-1 public async returns number
    property obj.n 1-1 public := symbol obj.n
    property obj.n.x 1-1 public := number
    property obj.n.deeper 1-1 public := collection
    property obj.short 1-1 public := short
    constant frozen 2-2 private := symbol frozen
    property frozen.k 2-2 public := number
    constant annotated 3-3 private : T := collection
    use 1:32 read computed in file
    use 1:64 read (symbol obj).a in obj.m:function
    use 1:90 call G in obj.g:function
    use 1:136 key y in file
    use 1:146 read short in file
    use 1:156 read base in file
    use 2:16 read Object in file
    use 2:23 call (Object).freeze in file
    use 3:18 type T in file
    use 3:24 key (<T>).k in file
    use 3:30 key (<T>).inner in file
    use 3:39 key (<T>.inner).l in file
    ");
}

#[test]
fn local_objects_have_keys_but_no_symbols() {
    let source = r"function f() { const o = { a: 1, b() {} }; g({ c: o, d }) }
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols references"), @r"
    function f 1-1 private
    use 1:28 key a in f:function
    use 1:34 key b in f:function
    use 1:44 call g in f:function
    use 1:48 key c in f:function
    use 1:51 read o in f:function
    use 1:54 read d in f:function
    ");
}

#[test]
fn keys_know_their_declared_type() {
    let source = r"function f(o: Opts = { p: 1 }): Result { return { q: 1, r() {}, s: { t: 1 } } }
const g = async (): Promise<Res> => ({ u: 1 })
const v = { w: 1 } as W
use({ x: 1 } satisfies X, <Y>{ y: 1 })
const z: Z = cond ? { k: 1 } : { l: 2 }
";
    insta::assert_snapshot!(facts("a.ts", source, "references"), @r"
    use 1:15 type Opts in f:function
    use 1:24 key (<Opts>).p in f:function
    use 1:33 type Result in f:function
    use 1:51 key (<Result>).q in f:function
    use 1:57 key (<Result>).r in f:function
    use 1:65 key (<Result>).s in f:function
    use 1:70 key (<Result>.s).t in f:function
    use 2:21 type Promise in g:function
    use 2:29 type Res in g:function
    use 2:40 key (<Res>).u in g:function
    use 3:13 key (<W>).w in file
    use 3:23 type W in file
    use 4:1 call use in file
    use 4:7 key (<X>).x in file
    use 4:24 type X in file
    use 4:28 type Y in file
    use 4:32 key (<Y>).y in file
    use 5:10 type Z in file
    use 5:14 read cond in file
    use 5:23 key (<Z>).k in file
    use 5:34 key (<Z>).l in file
    ");
}

#[test]
fn classes_have_members() {
    let source = r"@Component({ selector: 'x' })
export abstract class Foo<T extends Base> extends Bar<T> implements I, ns.J {
  static count = 0
  protected readonly list: Item[] = []
  #secret?: Secret
  declare late: Late
  opts: { deep: string } | null = null
  handler = (e: Event) => { this.go(e) }
  constructor(private svc: Service, public readonly n = 1, plain?: string) { super() }
  @Input() get value(): T { return this.v }
  set value(v: T) { this.v = v }
  over(a: string): void
  over(a: any) { return this }
  abstract todo(): Promise<void>
  static async make() { return new this() }
  *items() { yield 1 }
  [Symbol.iterator]() { return this.items() }
  static { this.count = 1 }
}
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols references"), @r"
    class Foo 1-19 public exported abstract @Component({ selector: 'x' }) bases Bar[T], I, ns.J
    field Foo.count 3-3 public static := number
    field Foo.list 4-4 protected : Array[Item] := <Array[]>
    field Foo.#secret 5-5 private : Secret
    field Foo.late 6-6 public ambient : Late
    field Foo.opts 7-7 public := none
    property Foo.opts.deep 7-7 public : string
    method Foo.handler 8-8 public (e: Event)
    method Foo.constructor 9-9 public constructor (svc: Service, n?, plain?: string)
    field Foo.svc 9-9 private implicit : Service
    field Foo.n 9-9 public implicit := number
    property Foo.value 10-10 public accessor @Input() : T
    property Foo.value 11-11 public accessor (v: T) : T
    method Foo.over 12-12 public abstract (a: string) : none
    method Foo.over 13-13 public (a) returns this
    method Foo.todo 14-14 public abstract : Promise[none]
    method Foo.make 15-15 public static async returns Self()
    method Foo.items 16-16 public generator
    method Foo.[Symbol.iterator] 17-17 public returns this.items()
    field Foo.v 11-11 public implicit
    use 1:2 decorate Component in file
    use 1:14 key selector in file
    use 2:37 type Base in file/typeparameters
    use 2:51 inherit Bar in file/typeparameters
    use 2:55 type T in file/typeparameters
    use 2:69 inherit I in file/typeparameters
    use 2:72 type ns in file/typeparameters
    use 2:75 inherit (ns).J in file/typeparameters
    use 4:28 type Item in foo:class
    use 5:13 type Secret in foo:class
    use 6:17 type Late in foo:class
    use 8:17 type Event in foo.handler:function
    use 8:34 call (this).go in foo.handler:function
    use 8:37 read e in foo.handler:function
    use 9:28 type Service in foo.constructor:function
    use 10:4 decorate Input in foo:class
    use 10:25 type T in foo.value:function
    use 10:41 read (this).v in foo.value:function
    use 11:16 type T in foo.value:function
    use 11:26 write (this).v in foo.value:function
    use 11:30 read v in foo.value:function
    use 14:20 type Promise in foo.todo:function
    use 17:4 read Symbol in foo.[symbol.iterator]:function
    use 17:11 read (Symbol).iterator in foo.[symbol.iterator]:function
    use 17:37 call (this).items in foo.[symbol.iterator]:function
    use 18:17 write (Self).count in foo:class/function
    ");
}

#[test]
fn fields_known_by_assignment() {
    let source = r"class A extends B {
  x = 1
  later() { this.y = 2; this.z = make(); this.x = 3 }
  constructor(dep) { super(); const local = new Z(dep); this.z = local; this.dep = dep; cb(() => { this.w = 1 }); cb(function () { this.not = 1 }) }
}
";
    insta::assert_snapshot!(facts("a.js", source, "symbols"), @r"
    class A 1-5 private bases B
    field A.x 2-2 public := number
    method A.later 3-3 public
    method A.constructor 4-4 public constructor (dep)
    field A.y 3-3 public implicit := number
    field A.z 4-4 public implicit := Z()
    field A.dep 4-4 public implicit
    field A.w 4-4 public implicit := number
    ");
}

#[test]
fn this_is_what_the_function_says() {
    let source = r"class A { m() { this.a; const f = () => this.b; function g() { this.c } } static s() { return this.d } p = this.e; static q = this.f }
function free() { this.x }
function typed(this: Foo) { return this.y }
const o = { k() { return this.z } }
class B extends A { m() { super.m(); return super.n } }
";
    insta::assert_snapshot!(facts("a.ts", source, "references"), @r"
    use 1:22 read (this).a in a.m:function
    use 1:46 read (this).b in a.m:function/function
    use 1:69 read (?).c in a.m.g:function
    use 1:100 read (Self).d in a.s:function
    use 1:113 read (this).e in a:class
    use 1:132 read (Self).f in a:class/block
    use 2:24 read (?).x in free:function
    use 3:22 type Foo in typed:function
    use 3:41 read (<Foo>).y in typed:function
    use 4:31 read (symbol o).z in o.k:function
    use 5:17 inherit A in file
    use 5:33 call (super).m in b.m:function
    use 5:51 read (super).n in b.m:function
    ");
}

#[test]
fn class_expressions_and_their_own_names() {
    let source = r"const Named = class Inner { self() { return Inner } }
function f() { const Local = class { m() {} }; return class { n() {} } }
";
    insta::assert_snapshot!(facts("a.js", source, "symbols bindings"), @r"
    class Named 1-1 private
    method Named.self 1-1 public returns symbol Named
    function f 2-2 private
    class f.Local 2-2 private
    method f.Local.m 2-2 public
    class f.class 2-2 private
    method f.class.n 2-2 public
    bind Named in file = symbol Named
    bind Inner in file/block = symbol Named
    bind f in file = symbol f
    bind Local in f:function = symbol f.Local
    ");
}

#[test]
fn interfaces_and_type_literals_have_members() {
    let source = r"export interface Foo<T> extends Base<T>, ns.Other {
  a: string
  readonly b?: { c: number; d(): void }
  m<U>(x: U): T
  get g(): string
  (call: string): void
  new (x: string): Foo<T>
  [key: string]: any
}
type Alias = { p: Foo<string> } & Mixin & ({ q: 1 } | null)
type Plain = Foo<string> | Bar[]
declare const holder: { inner: Alias }
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols references"), @r"
    interface Foo 1-9 public exported bases Base[T], ns.Other
    property Foo.a 2-2 public : string
    property Foo.b 3-3 public
    property Foo.b.c 3-3 public : number
    method Foo.b.d 3-3 public abstract : none
    method Foo.m 4-4 public abstract (x: U) : T
    property Foo.g 5-5 public abstract accessor : string
    type_alias Alias 10-10 private bases Mixin : (Mixin | none)
    property Alias.p 10-10 public : Foo[string]
    property Alias.q 10-10 public : number
    type_alias Plain 11-11 private : (Foo[string] | Array[Bar])
    constant holder 12-12 private ambient
    property holder.inner 12-12 public ambient : Alias
    use 1:33 inherit Base in file/typeparameters
    use 1:38 type T in file/typeparameters
    use 1:42 type ns in file/typeparameters
    use 1:45 inherit (ns).Other in file/typeparameters
    use 4:11 type U in foo.m:function
    use 4:15 type T in foo.m:function
    use 7:20 type Foo in foo:class/function
    use 7:24 type T in foo:class/function
    use 10:19 type Foo in alias:class
    use 10:35 type Mixin in file
    use 11:14 type Foo in file
    use 11:28 type Bar in file
    use 12:32 type Alias in holder:class
    ");
}

#[test]
fn enums_see_their_own_members() {
    let source = r"export const enum E { A = 1, B = A << 1, 'C-d', D }
declare enum F { X }
E.A
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols bindings references"), @r"
    enum E 1-1 public exported
    enum_member E.A 1-1 public := number
    enum_member E.B 1-1 public := number
    enum_member E.C-d 1-1 public
    enum_member E.D 1-1 public
    enum F 2-2 private ambient
    enum_member F.X 2-2 public ambient
    bind E in file = symbol E
    bind A in e:class = symbol E.A := number
    bind B in e:class = symbol E.B := number
    bind C-d in e:class = symbol E.C-d
    bind D in e:class = symbol E.D
    bind F in file = symbol F
    bind X in f:class = symbol F.X
    use 1:34 read A in e:class
    use 3:1 read E in file
    use 3:3 read (E).A in file
    ");
}

#[test]
fn namespaces_are_scopes() {
    let source = r"namespace A.B { export const x = 1; const hidden = x; export function f() {} }
declare namespace C { const implicit: number }
declare module 'ext' { export interface Opts {} function g(): Opts }
declare global { interface Window { app: A.B.Type } }
export namespace D {}
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols bindings exports references"), @r"
    module A 1-1 private
    module A.B 1-1 public exported
    constant A.B.x 1-1 public exported := number
    constant A.B.hidden 1-1 private := x
    function A.B.f 1-1 public exported
    module C 2-2 private ambient
    constant C.implicit 2-2 public exported ambient : number
    module ext 3-3 private ambient
    interface ext.Opts 3-3 public exported ambient
    function ext.g 3-3 public exported abstract ambient : Opts
    module global 4-4 private ambient
    interface global.Window 4-4 public exported ambient
    property global.Window.app 4-4 public ambient : A.B.Type
    module D 5-5 public exported
    bind A in file = symbol A
    bind B in a:module = symbol A.B
    bind x in a.b:module = symbol A.B.x := number
    bind hidden in a.b:module = symbol A.B.hidden := x
    bind f in a.b:module = symbol A.B.f
    bind C in file = symbol C
    bind implicit in c:module = symbol C.implicit : number
    bind Opts in ext:module = symbol ext.Opts
    bind g in ext:module = symbol ext.g
    bind Window in global:module = symbol global.Window
    bind D in file = symbol D
    export D = local D
    use 1:52 read x in a.b:module
    use 3:63 type Opts in ext.g:function
    use 4:42 type A in global.window:class
    use 4:44 type (A).B in global.window:class
    use 4:46 type (A.B).Type in global.window:class
    ");
}

#[test]
fn overloads_stand_before_the_implementation() {
    let source = r"export function f(a: string): A
export function f(a: number): B
export function f(a: any) { return a }
declare function ambient(): void
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols exports"), @r"
    function f 1-1 public exported abstract (a: string) : A
    function f 2-2 public exported abstract (a: number) : B
    function f 3-3 public exported (a)
    function ambient 4-4 private abstract ambient : none
    export f = local f
    ");
}

#[test]
fn type_parameters_have_scopes() {
    let source = r"type Unwrap<T> = T extends Promise<infer U> ? U : T extends (infer V)[] ? V : never
type Map2<T> = { [K in keyof T as `x${K}`]: T[K] }
function id<T extends Foo>(x: T): T { return x }
const fn: <A>(a: A) => A = a => a
interface Box<T> { get<U>(u: U): T }
";
    insta::assert_snapshot!(facts("a.ts", source, "bindings references"), @r"
    bind Unwrap in file = symbol Unwrap
    bind T in file/typeparameters = typeparameter
    bind U in file/typeparameters/typeparameters = typeparameter
    bind V in file/typeparameters/typeparameters/typeparameters = typeparameter
    bind Map2 in file = symbol Map2
    bind T in file/typeparameters = typeparameter
    bind K in map2:class/typeparameters = typeparameter
    bind id in file = symbol id
    bind T in id:function = typeparameter : Foo
    bind x in id:function = parameter : T
    bind fn in file = symbol fn
    bind A in file/function = typeparameter
    bind a in file/function = parameter : A
    bind a in fn:function = parameter
    bind Box in file = symbol Box
    bind T in file/typeparameters = typeparameter
    bind U in box.get:function = typeparameter
    bind u in box.get:function = parameter : U
    use 1:18 type T in file/typeparameters/typeparameters
    use 1:28 type Promise in file/typeparameters/typeparameters
    use 1:47 type U in file/typeparameters/typeparameters
    use 1:51 type T in file/typeparameters/typeparameters/typeparameters
    use 1:75 type V in file/typeparameters/typeparameters/typeparameters
    use 2:30 type T in map2:class/typeparameters
    use 2:39 type K in map2:class/typeparameters
    use 2:45 type T in map2:class/typeparameters
    use 2:47 type K in map2:class/typeparameters
    use 3:23 type Foo in id:function
    use 3:31 type T in id:function
    use 3:35 type T in id:function
    use 3:46 read x in id:function
    use 4:18 type A in file/function
    use 4:24 type A in file/function
    use 4:33 read a in fn:function
    use 5:30 type U in box.get:function
    use 5:34 type T in box.get:function
    ");
}

#[test]
fn type_expressions() {
    let source = r"let a: Foo[], b: readonly ns.Bar[], c: [A, b?: B, ...C[]], d: X | Y & Z
let e: typeof other.thing, f: keyof Foo, g: Foo['bar'], h: Foo[number], i: Map<string, Foo<Bar>>
let j: (x: number) => Foo, k: new () => Foo, l: 'lit' | 1, m: Foo extends Bar ? 1 : 2
let n: `a${string}`, o: unique symbol, p: bigint, q: object, r: (Foo)
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols"), @r"
    variable a 1-1 private : Array[Foo]
    variable b 1-1 private : Array[ns.Bar]
    variable c 1-1 private : (A, B, ?)
    variable d 1-1 private : (X | (Y | Z))
    variable e 2-2 private : typeof other.thing
    variable f 2-2 private
    variable g 2-2 private : <Foo>.bar
    variable h 2-2 private : <Foo>[*]
    variable i 2-2 private : Map[string, Foo[Bar]]
    variable j 3-3 private : lambda -> <Foo>
    variable k 3-3 private : lambda -> <Foo>
    variable l 3-3 private : (string | number)
    variable m 3-3 private
    variable n 4-4 private : string
    variable o 4-4 private
    variable p 4-4 private : number
    variable q 4-4 private
    variable r 4-4 private : Foo
    ");
}

#[test]
fn values() {
    let source = r"let a = new Foo<Bar>(), b = new ns.Foo(), c = x!.y, d = x?.y?.(), e = x as Foo, f = <Foo>x, g = x satisfies Foo
let h = [new Foo()], i = [] as const, j = await p, k = a ? b : c, l = a || b, m = a && b, n = a ?? b
let o = `t${x}`, p = /r/, q = -1, r = !x, s = typeof x, t = a === b, u = a + b, v = x['name'], w = (a, b), y = tag`x`
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols mentions"), @r"
    variable a 1-1 private := <Foo[Bar]>
    variable b 1-1 private := ns.Foo()
    variable c 1-1 private := x?.y
    variable d 1-1 private := x.y()
    variable e 1-1 private := <Foo>
    variable f 1-1 private := <Foo>
    variable g 1-1 private := x
    variable h 2-2 private := <Array[typeof Foo()]>
    variable i 2-2 private := ()
    variable j 2-2 private := await p
    variable k 2-2 private := (b | c)
    variable l 2-2 private := (a | b)
    variable m 2-2 private := b
    variable n 2-2 private := (a | b)
    variable o 3-3 private := string
    variable p 3-3 private := regex
    variable q 3-3 private := number
    variable r 3-3 private := bool
    variable s 3-3 private := string
    variable t 3-3 private := bool
    variable u 3-3 private
    variable v 3-3 private := x[*]
    variable w 3-3 private := b
    variable y 3-3 private := tag()
    mention 3 name access
    ");
}

#[test]
fn lambdas_know_what_they_return() {
    let source = r"function f() {
  const short = (x: Foo) => x.bar
  const long = () => { const local = new Foo(); return local }
  const typed = (): Bar => null
  const later = async () => new Foo()
  const curried = () => () => new Foo()
}
";
    insta::assert_snapshot!(facts("a.ts", source, "bindings"), @r"
    bind f in file = symbol f
    bind short in f:function = local := lambda -> <Foo>.bar
    bind x in f:function/function = parameter : Foo
    bind long in f:function = local := lambda -> Foo()
    bind local in f:function/function = local := Foo()
    bind typed in f:function = local := lambda -> <Bar>
    bind later in f:function = local := lambda -> <Promise[typeof Foo()]>
    bind curried in f:function = local := lambda -> lambda -> Foo()
    ");
}

#[test]
fn returns_leave_no_locals_behind() {
    let source = r"function one() { const a = new Foo(); const b = a.make(); return b }
function param(x, y: Typed) { if (x) return x; return y.z }
function typed(y: Typed) { return y.z }
function several() { let a = new A(); if (c) a = new B(); return a }
function spoiled() { let a = new A(); a = x + y; return a }
function nested() { const inner = () => { return 1 }; function named() { return 2 } return named() }
async function later() { const { data } = await load(); return data.items }
const cond = (a: boolean) => a ? new A() : null
function* gen() { return 1 }
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols"), @r"
    function one 1-1 private returns Foo().make()
    function param 2-2 private (x, y: Typed) returns ?, <Typed>.z
    function typed 3-3 private (y: Typed) returns <Typed>.z
    function several 4-4 private returns (A() | B())
    function spoiled 5-5 private
    function nested 6-6 private returns symbol nested.named()
    function nested.named 6-6 private returns number
    function later 7-7 private async returns await load().data.items
    function cond 8-8 private (a: bool) returns (A() | none)
    function gen 9-9 private generator
    ");
}

#[test]
fn parameters_of_all_forms() {
    let source = r"function f(a, b?: B, c = new C(), { d, e: { g = 1 } }: Props, [h, , i]: [H, number, I], ...rest: R[]) { d }
const arrow = x => x
function js({ p } = {}, [q] = []) {}
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols bindings references"), @r"
    function f 1-1 private (a, b?: B, c?, : Props, : (H, number, I), rest: Array[R])
    function arrow 2-2 private (x)
    function js 3-3 private (?, ?)
    bind f in file = symbol f
    bind a in f:function = parameter
    bind b in f:function = parameter : B
    bind c in f:function = parameter := C()
    bind d in f:function = parameter := <Props>.d
    bind g in f:function = parameter := <Props>.e.g
    bind h in f:function = parameter := <(H, number, I)>#0
    bind i in f:function = parameter := <(H, number, I)>#2
    bind rest in f:function = parameter : Array[R]
    bind arrow in file = symbol arrow
    bind x in arrow:function = parameter
    bind js in file = symbol js
    bind p in js:function = parameter := collection.p
    bind q in js:function = parameter := <Array[]>#0
    use 1:19 type B in f:function
    use 1:30 call C in f:function
    use 1:37 key (<Props>).d in f:function
    use 1:40 key (<Props>).e in f:function
    use 1:45 key (<Props>.e).g in f:function
    use 1:56 type Props in f:function
    use 1:74 type H in f:function
    use 1:85 type I in f:function
    use 1:98 type R in f:function
    use 1:105 read d in f:function
    use 2:20 read x in arrow:function
    use 3:15 key (collection).p in js:function
    ");
}

#[test]
fn destructuring_takes_members() {
    let source = r"function f(src: Src) {
  const { a, b: c, d: { e } = dflt, ['k']: k, 'q-r': s, ...rest } = src
  const [x, [y], ...zs] = src.list
  let p, q
  ;({ p, m: q } = src)
  ;[p, src.field] = src.pair
  for (const { id } of src.items) id
}
";
    insta::assert_snapshot!(facts("a.ts", source, "bindings references"), @r"
    bind f in file = symbol f
    bind src in f:function = parameter : Src
    bind a in f:function = local := src.a
    bind c in f:function = local := src.b
    bind e in f:function = local := src.d.e
    bind k in f:function = local
    bind s in f:function = local := src.q-r
    bind rest in f:function = local := src
    bind x in f:function = local := src.list#0
    bind y in f:function = local := src.list#1#0
    bind zs in f:function = local := src.list
    bind p in f:function = local
    bind q in f:function = local
    bind p in f:function = local := src.p
    bind q in f:function = local := src.m
    bind p in f:function = local := src.pair#0
    bind id in f:function/block = local := src.items[*].id
    use 1:17 type Src in f:function
    use 2:11 key (src).a in f:function
    use 2:14 key (src).b in f:function
    use 2:20 key (src).d in f:function
    use 2:25 key (src.d).e in f:function
    use 2:31 read dflt in f:function
    use 2:69 read src in f:function
    use 3:27 read src in f:function
    use 3:31 read (src).list in f:function
    use 5:7 write p in f:function
    use 5:10 key (src).m in f:function
    use 5:13 write q in f:function
    use 5:19 read src in f:function
    use 6:5 write p in f:function
    use 6:8 read src in f:function
    use 6:12 write (src).field in f:function
    use 6:21 read src in f:function
    use 6:25 read (src).pair in f:function
    use 7:16 key (src.items[*]).id in f:function/block
    use 7:24 read src in f:function/block
    use 7:28 read (src).items in f:function/block
    use 7:35 read id in f:function/block
    ");
}

#[test]
fn instanceof_narrows_locals() {
    let source = r"const shared = make()
function f(x: unknown) {
  if (x instanceof Foo) { x.bar }
  if (shared instanceof Foo) { shared.bar }
}
";
    insta::assert_snapshot!(facts("a.ts", source, "bindings references"), @r"
    bind shared in file = symbol shared := make()
    bind f in file = symbol f
    bind x in f:function = parameter
    bind x in f:function/block = local : Foo
    use 1:16 call make in file
    use 3:7 read x in f:function
    use 3:20 read Foo in f:function
    use 3:27 read x in f:function/block
    use 3:29 read (x).bar in f:function/block
    use 4:7 read shared in f:function
    use 4:25 read Foo in f:function
    use 4:32 read shared in f:function/block
    use 4:39 read (shared).bar in f:function/block
    ");
}

#[test]
fn roles_of_references() {
    let source = r"call(); new Ctor(); member.call(); read; write = 1; obj.write = 2; count++; total += 1; tag`x`
delete obj.gone; (paren)(); nonNull!(); generic<T>(); a.b.c
const { short } = { short: 1, read }
label: for (;;) break label
";
    insta::assert_snapshot!(facts("a.ts", source, "references"), @r"
    use 1:1 call call in file
    use 1:13 call Ctor in file
    use 1:21 read member in file
    use 1:28 call (member).call in file
    use 1:36 read read in file
    use 1:42 write write in file
    use 1:53 read obj in file
    use 1:57 write (obj).write in file
    use 1:68 write count in file
    use 1:77 write total in file
    use 1:89 call tag in file
    use 2:8 read obj in file
    use 2:12 read (obj).gone in file
    use 2:19 call paren in file
    use 2:29 call nonNull in file
    use 2:41 call generic in file
    use 2:49 type T in file
    use 2:55 read a in file
    use 2:57 read (a).b in file
    use 2:59 read (a.b).c in file
    use 3:9 key (collection).short in file
    use 3:21 key short in file
    use 3:31 read read in file
    ");
}

#[test]
fn jsx() {
    let source = r#"const el = <Foo.Bar a="1" on={handler} {...rest}><div class="x" onClick={go}>{child}</div><Item<T> key={1} /></Foo.Bar>
const frag = <><Comp data-x="1" /></>
"#;
    insta::assert_snapshot!(facts("a.tsx", source, "references"), @r"
    use 1:13 read Foo in file
    use 1:17 call (Foo).Bar in file
    use 1:21 key (Foo.Bar).a in file
    use 1:27 key (Foo.Bar).on in file
    use 1:31 read handler in file
    use 1:44 read rest in file
    use 1:74 read go in file
    use 1:79 read child in file
    use 1:92 call Item in file
    use 1:97 type T in file
    use 1:100 key (Item).key in file
    use 1:112 read Foo in file
    use 1:116 read (Foo).Bar in file
    use 2:17 call Comp in file
    use 2:22 key (Comp).data-x in file
    ");
}

#[test]
fn jsx_in_javascript() {
    let source = r"export function App({ name }) { return <Hello name={name}>{list.map(x => <li key={x}>{x}</li>)}</Hello> }
";
    insta::assert_snapshot!(facts("a.jsx", source, "symbols bindings references"), @r"
    function App 1-1 public exported ()
    bind App in file = symbol App
    bind name in app:function = parameter
    bind x in app:function/function = parameter
    use 1:23 key (?).name in app:function
    use 1:41 call Hello in app:function
    use 1:47 key (Hello).name in app:function
    use 1:53 read name in app:function
    use 1:60 read list in app:function
    use 1:65 call (list).map in app:function
    use 1:83 read x in app:function/function
    use 1:87 read x in app:function/function
    use 1:98 read Hello in app:function
    ");
}

#[test]
fn names_in_strings_are_mentions() {
    let source = r#"obj['named']; obj["other-name"]; const s = 'some.path', t = `whole`, u = `part ${s}`, v: string = 'two words'
"#;
    insta::assert_snapshot!(facts("a.ts", source, "mentions"), @r"
    mention 1 named access
    mention 1 other-name access
    mention 1 some.path
    mention 1 whole
    ");
}

#[test]
fn measures_count_decisions() {
    let source = r"function f(a, b) {
  if (a && b) { for (const x of a) { while (x) { x ? 1 : 2 } } } else if (b ?? a) { return 1 }
  switch (a) { case 1: break; default: }
  try { g() } catch { throw a }
  const h = () => { if (a) {} }
}
const short = (a) => a || 1
class C { m() { return 1 } }
";
    insta::assert_snapshot!(facts("a.ts", source, "measures"), @r"
    measure f cyclomatic 10 nesting 3 parameters 2 statements 12 lines 6
    measure short cyclomatic 2 nesting 0 parameters 1 statements 0 lines 1
    measure m cyclomatic 1 nesting 0 parameters 0 statements 1 lines 1
    ");
}

#[test]
fn signatures_are_not_uses_of_labels_and_index_names() {
    let source = r"type T = [first: A, second?: B, ...more: C[]]
interface I { [index: string]: (arg: A) => arg is B }
function assertIt(v: unknown): asserts v is Foo {}
";
    insta::assert_snapshot!(facts("a.ts", source, "references bindings"), @r"
    use 1:18 type A in file
    use 1:30 type B in file
    use 1:42 type C in file
    use 2:38 type A in i:class/function
    use 2:44 read arg in i:class/function
    use 2:51 type B in i:class/function
    use 3:40 read v in assertit:function
    use 3:45 type Foo in assertit:function
    bind T in file = symbol T
    bind I in file = symbol I
    bind arg in i:class/function = parameter : A
    bind assertIt in file = symbol assertIt
    bind v in assertit:function = parameter
    ");
}

#[test]
fn broken_input_gives_what_is_there() {
    let source = r"export function ok() { return 1 }
class { 
export const x = {
function (
import { a, from './x'
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols problems"), @r"
    function ok 1-1 public exported returns number
    problem syntax 2: not understood by the grammar
    problem syntax 3: not understood by the grammar
    problem syntax 5: not understood by the grammar
    problem syntax 5: not understood by the grammar
    ");
}

#[test]
fn a_script_of_odd_bytes() {
    let source = r"#!/usr/bin/env node
'use strict'
var über = 1; über
";
    insta::assert_snapshot!(facts("a.js", source, "symbols references problems"), @r"
    variable über 3-3 private := number
    use 3:15 read über in file
    ");
}

#[test]
fn private_members() {
    let source = r"class A { #x = 1; #m() { return this.#x } static has(o) { return #x in o } }
";
    insta::assert_snapshot!(facts("a.js", source, "symbols references"), @r"
    class A 1-1 private
    field A.#x 1-1 private := number
    method A.#m 1-1 private returns this.#x
    method A.has 1-1 public static (o) returns bool
    use 1:38 read (this).#x in a.#m:function
    use 1:66 read (o).#x in a.has:function
    use 1:72 read o in a.has:function
    ");
}

#[test]
fn decorated_members() {
    let source = r"class A {
  @Input() name: string
  @HostListener('click', ['$event'])
  onClick(@Inject(TOKEN) e) {}
}
@dec class B {}
";
    insta::assert_snapshot!(facts("a.ts", source, "symbols references"), @r"
    class A 1-5 private
    field A.name 2-2 public @Input() : string
    method A.onClick 3-4 public @HostListener('click', ['$event']) (e)
    class B 6-6 private @dec
    use 2:4 decorate Input in a:class
    use 3:4 decorate HostListener in a:class
    use 4:12 decorate Inject in a.onclick:function
    use 4:19 read TOKEN in a.onclick:function
    use 6:2 decorate dec in file
    ");
}
