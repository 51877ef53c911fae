//! Small samples of each language, and code of extreme shape.

/// A file for each language with most of its constructs.
pub const SAMPLES: &[(&str, &str)] = &[
    ("a.py", PYTHON),
    ("a.js", JAVASCRIPT),
    ("a.ts", TYPESCRIPT),
    ("a.tsx", TSX),
    ("a.rs", RUST),
    ("a.go", GO),
    ("a.java", JAVA),
    ("a.c", C),
    ("a.cpp", CPP),
    ("a.cs", CSHARP),
    ("a.rb", RUBY),
    ("a.php", PHP),
    ("a.kt", KOTLIN),
    ("a.sh", BASH),
    ("a.lua", LUA),
];

const PYTHON: &str = r#""""File é."""
from .a import (b as c, *)
import x.y as z
__all__ = ["f"]
@dec(1)
class A(B, metaclass=M):
    x: int = 1
    def f(self, a, *args, b=2, **kw) -> "C":
        """Doc.

        Args:
            a (int): first
        """
        self.y = [i for i in a if (n := i)]
        with open(a) as g, h() as (j, k):
            return lambda q: q.r.s(t)[0]  # TODO
        match a:
            case {"k": v, **rest} | [1, *more]:
                yield from f"{v!r:>{a}}"
"#;

const JAVASCRIPT: &str = r#"/** Doc. @param {T} a - é */
import d, { a as b } from './m.js';
export default class A extends B {
  #p = 1; static s = () => this.q;
  get x() { return super.x?.y ?? `t${a}`; }
}
export const { c, d: [e, ...f] = [] } = require("g");
for (const k of h) { if (k) { l: break l } else if (m) n(); else { o++ } }
async function* g({ a = 1 }, ...rest) { yield* await a.b.c(); }
export * from "z"; // FIXME
"#;

const TYPESCRIPT: &str = r"import type { A } from './a';
export interface I<T extends A> extends J { x?: T[]; (y: string): void }
abstract class C<T> implements I<T> {
  constructor(private readonly a: number, public b?: T) { super(); }
  @dec() m<U>(this: C<U>, x: U | null): x is NonNullable<U> { return x as any; }
}
enum E { A = 1, B }
namespace N.M { export declare const x: typeof E }
type F = { [K in keyof C as `é${K}`]: K extends infer R ? R : never };
";

const TSX: &str = r#"import * as React from "react";
export const App: React.FC<{ a: string }> = ({ a, ...rest }) => (
  <Foo.Bar key="k" {...rest} on={() => a!}>{a ? <b>é</b> : <></>}</Foo.Bar>
);
"#;

const RUST: &str = r"//! Inner é.
use crate::a::{self, b as c, d::*};
/// Doc.
#[derive(Debug)]
pub struct S<'a, T: Clone>(pub &'a T) where T: Copy;
pub(crate) enum E { A { x: u8 }, B(i32), C = 3 }
impl<T> Tr for S<'_, T> { type O = Self; const N: usize = 1; fn f(&self) -> Self::O { self.0.g::<T>()? } }
macro_rules! m { ($($x:expr),*) => { $($x)* } }
mod inner { #[test] fn t() { let Some(x @ 1..=2) = y else { return }; if let A { x, .. } = z { loop { break 'l x; } } } }
async unsafe fn g(a: impl Fn(u8) -> u8) { match a { _ if b => |c| c.d(), _ => m!(1, e) } }
";

const GO: &str = "// Package a é.
package a

import (
\t. \"fmt\"
\tb \"c/d\"
)

type S[T any] struct {
\tE
\tx, y int `json:\"z\"`
}
type I interface{ M(a ...int) (err error) }
const ( A = iota; B )
// M does.
func (s *S[T]) M(a int, b ...string) (r int, err error) {
\tfor i, v := range s.x { switch v := v.(type) { case int: go func() { defer b.C(i) }() } }
\tif x, ok := m[a]; !ok { return } else if x { L: goto L }
\tvar f = func(c chan<- int) { select { case c <- 1: default: } }
\treturn
}
";

const JAVA: &str = r"/** File é. */
package a.b;
import static c.D.*;
import e.F;
@Ann(x = 1)
public abstract class A<T extends B & C> extends D<T> implements E, F {
  private static final int X = 1, Y[] = {2};
  enum K { P(1) { void q() {} }, R; K(int i) {} }
  record Q(int a, String... b) { Q { } }
  @Test public <U> List<? super U> m(final int a) throws Ex {
    for (var x : a.b().c) { try (R r = new R<>() { int z; }) { return (U) this.x; } catch (A | B e) { } }
    Runnable l = (p) -> { label: while (true) break label; };
    return switch (a) { case 1, 2 -> s::t; default -> { yield 3; } };
  }
}
";

const C: &str = r#"#include <stdio.h>
#include "a.h"
#define M(x) ((x) + 1)
/** Doc é. */
typedef struct S { int x : 3; union { char *y; }; struct S *next; } S;
enum E { A = 1, B };
static int (*fp)(int, ...) = 0;
extern int g(void);
int f(int a, const char *b[]) {
  for (int i = 0; i < a; i++) { if (a) goto end; else if (b) { s->x.y[1] = M(2); } }
#if X
  switch (a) { case 1: break; default: do { a--; } while (a); }
#endif
end: return sizeof(S) + (int)a;
}
"#;

const CPP: &str = r"#include <vector>
namespace a::b { using namespace std; using C = D<int>; }
template <typename T, int N = 1> class A : public B<T>, private virtual C {
 public: A() : x{1} {} virtual ~A() = default; T operator+(const A& o) const noexcept override; friend class E;
 private: static inline int x; enum class K : char { P };
};
template <> auto A<int>::f(auto&& y) -> decltype(y) { for (auto& [k, v] : m) { try { throw [&, z = 1](int q) mutable { return q; }; } catch (...) { } } }
";

const CSHARP: &str = r"using System; using static A.B; using C = D.E;
namespace N { /// <summary>é</summary>
  [Attr] public partial class A<T> : B, C where T : new() {
    int f = 1; public int P { get; set; } = 2; event H E;
    public A(int x) : base(x) { } ~A() { }
    [Test] async Task<T> M(ref int a, params string[] b) => a switch { 1 when b is { Length: > 2 } x => new(x), _ => default };
    enum K { A, B = 2 } record R(int X); delegate void D(int a);
    void L() { foreach (var (a, b) in c) { using var d = e?.f; try { } catch (E x) when (x) { yield return from y in z select y; } } }
  }
}
";

const RUBY: &str = r##"# frozen_string_literal: true
require_relative 'a'
# Doc é.
module M
  class A < B::C
    include D
    attr_accessor :x, :y
    X = %w[a b].freeze
    def initialize(a, b = 1, *c, d:, e: 2, **f, &g) = super
    private
    def self.m(x) = x&.y { |z; w| z }
    def n?
      case a when 1, 2 then b else c end if d unless e
      begin; yield; rescue E => f; retry; ensure; g; end
      <<~T + "#{h}" + :"i"
        text
      T
    end
  end
end
"##;

const PHP: &str = r"<?php
declare(strict_types=1);
namespace A\B;
use C\{D, E as F};
/** Doc é. @param int $a x */
#[Attr]
abstract class A extends B implements C { use T; const X = 1; public static ?int $y = null;
  public function __construct(private readonly int $z = 2) { parent::__construct(); }
  abstract protected function f(int|string &$a, ...$b): static;
}
enum E: string { case A = 'a'; }
function g(array $x) { foreach ($x as $k => [$a, $b]) { $c = fn($d) => $d?->e ?? match(true) { default => f(...) }; } }
?><b><?= $x ?></b>
";

const KOTLIN: &str = r#"package a.b

import c.d.*
import e.F as G

/** Doc é. */
@Ann
open class A<T : B>(val x: Int, private var y: String = "z$x") : C(x), D by e {
    companion object {
        const val K = 1
    }
    override suspend fun <U> m(a: List<U?>, vararg b: Int): T? = when (a) {
        is X -> b.map { it!! }
        else -> null
    }
    init {
        for ((k, v) in m) if (k > 1) return@label
    }
}
enum class E { A, B }
"#;

const BASH: &str = r#"#!/bin/bash
# Head é.
source ./lib.sh
readonly X=1
# Doc.
f() { local a="$1"; for i in "${a[@]}"; do case $i in x|y) echo $((i + 1)) ;; *) ;; esac; done; }
function g { [[ $a =~ ^b ]] && cat <<EOF | sort > "$o"
text $X
EOF
}
if f; then g; elif h; then :; else $(k); fi
"#;

const LUA: &str = r#"#!/usr/bin/env lua
--- File é.
local a, b = require "x.y", 1
local M <const> = { f = function(self, ...) return ... end, ["k"] = 2; 3 }
--[==[ Block ]] still ]==]
local helper
--- Doc.
---@param n number
function M.sub:m(n, ...)
  for i = 1, #n, 2 do if i ~= n then goto done elseif not n then break else n[i] = -i // 2 end end
  for k, v in pairs { ... } do repeat local x = k .. v until x or v and k end
  while true do ::done:: do end end
end
helper = function() return (helper)"s", [[long]], 0x1p4, function() end end
M.x.y = setmetatable({}, { __call = function(_, o) return o:new().z[1] end })
return M
"#;

/// Shapes that are deep or long, up to the cap of one MiB, by name.
pub fn deep_shapes(path: &str) -> Vec<(&'static str, String)> {
    let expression = |text: &str| in_function(path, &assignment(path, text));
    let nested =
        |open: &str, close: &str, count: usize| expression(&format!("{}1{}", open.repeat(count), close.repeat(count)));
    vec![
        ("parentheses", nested("(", ")", 100_000)),
        ("brackets", nested("[", "]", 100_000)),
        ("calls", nested("f(", ")", 100_000)),
        ("open brackets", "([{".repeat(300_000)),
        ("arrows", expression(&"a=>".repeat(300_000))),
        ("members", expression(&vec!["a"; 50_000].join("."))),
        ("calls of members", expression(&format!("a{}", ".b()".repeat(50_000)))),
        ("indexes", expression(&format!("a{}", "[0]".repeat(50_000)))),
        ("sums", expression(&vec!["1"; 50_000].join("+"))),
        ("negations", expression(&format!("{}1", "-".repeat(200_000)))),
        ("else ifs", else_ifs(path, 20_000)),
        ("blocks", blocks(path)),
    ]
}

fn assignment(path: &str, value: &str) -> String {
    match path {
        "a.rs" => format!("let x = {value};"),
        "a.go" => format!("x := {value}\n"),
        "a.java" | "a.c" | "a.cs" => format!("int x = {value};"),
        "a.php" => format!("$x = {value};"),
        "a.kt" => format!("val x = {value}"),
        "a.sh" => format!("x={value}\n"),
        "a.py" | "a.rb" => format!("x = {value}\n"),
        _ => format!("x = {value};"),
    }
}

fn in_function(path: &str, body: &str) -> String {
    match path {
        "a.rs" => format!("fn f() {{ {body} }}\n"),
        "a.go" => format!("package a\nfunc f() {{ {body} }}\n"),
        "a.java" | "a.cs" => format!("class A {{ void f() {{ {body} }} }}\n"),
        "a.c" => format!("void f() {{ {body} }}\n"),
        "a.php" => format!("<?php function f() {{ {body} }}\n"),
        "a.kt" => format!("fun f() {{\n{body}\n}}\n"),
        "a.js" | "a.ts" => format!("function f() {{ {body} }}\n"),
        _ => body.to_owned(),
    }
}

fn else_ifs(path: &str, count: usize) -> String {
    let chain = |first: &str, next: &str, end: &str| format!("{first}{}{end}", next.repeat(count));
    let body = match path {
        "a.py" => chain("if a:\n  x\n", "elif a:\n  x\n", ""),
        "a.rb" => chain("if a\n x\n", "elsif a\n x\n", "end\n"),
        "a.lua" => chain("if a then x()\n", "elseif a then x()\n", "end\n"),
        "a.sh" => chain("if a; then x\n", "elif a; then x\n", "fi\n"),
        "a.rs" | "a.go" => chain("if a { x() }", " else if a { x() }", ""),
        "a.php" => chain("if ($a) { x(); }", " elseif ($a) { x(); }", ""),
        _ => chain("if (a) { x(); }", " else if (a) { x(); }", ""),
    };
    in_function(path, &body)
}

fn blocks(path: &str) -> String {
    let nested = |open: &str, close: &str, count: usize| format!("{}{}", open.repeat(count), close.repeat(count));
    let body = match path {
        "a.py" => {
            (0..900).map(|depth| format!("{}if a:\n", " ".repeat(depth))).collect::<String>() + &" ".repeat(900) + "x\n"
        }
        "a.rb" => nested("if a\n", "end\n", 100_000),
        "a.lua" => nested("if a then\n", "end\n", 70_000),
        "a.sh" => nested("if a; then\n", "fi\n", 60_000),
        "a.rs" | "a.go" => nested("if a {", "}", 100_000),
        "a.php" => nested("if ($a) {", "}", 90_000),
        _ => nested("if (a) {", "}", 100_000),
    };
    in_function(path, &body)
}
