//! Lua: definitions, imports, what is seen from outside, tests, documentation.

use crate::render::facts;

#[test]
fn functions_are_found_however_they_are_written() {
    let source = "\
local function hidden(a, ...) end
function open(a, b) end
local assigned = function(x) end
everywhere = function() end
local M = {}
function M.plain(a) end
function M:method(b) end
M.field = function(c) end
function M.sub.deep() end
local T = { inner = function(self) end, [\"no\"] = function() end, function() end }
function string.trim(s) end
setup { ready = function(v) end }
";
    insta::assert_snapshot!(facts("a.lua", source, "symbols"), @"
    function hidden 1-1 private (a)
    function open 2-2 public exported (a, b)
    function assigned 3-3 private (x)
    function everywhere 4-4 public exported
    variable M 5-5 private
    method M.plain 6-6 public exported impl M (a)
    method M.method 7-7 public exported impl M (b)
    method M.field 8-8 public exported impl M (c)
    method deep 9-9 public exported impl M.sub
    variable T 10-10 private
    method T.inner 10-10 public exported impl T (self)
    method trim 11-11 public exported impl string (s)
    method ready 12-12 public exported (v)
    ");
}

#[test]
fn members_are_not_bound_as_bare_names() {
    let source = "\
local M = {}
function M.run() end
function M.stop() run(); M.run() end
return { later = function() end }
";
    insta::assert_snapshot!(facts("a.lua", source, "bindings references"), @"
    bind M in file = symbol M
    use 2:10 read M in file
    use 3:10 read M in file
    use 3:19 call run in m.stop:function
    use 3:26 read M in m.stop:function
    use 3:28 call (?).run in m.stop:function
    ");
}

#[test]
fn a_member_belongs_to_a_table_of_the_file() {
    let source = "\
local function make()
  local M = {}
  function M.made() end
  self.callback = function() end
  return M
end
local M = {}
M.sub = {}
M.sub.size = 1
M.sub.size = 2
function M.sub.grow() end
M._hidden = function() end
function M:_also() end
function M.__index() end
";
    insta::assert_snapshot!(facts("a.lua", source, "symbols"), @"
    function make 1-6 private
    method make.made 3-3 public
    method make.callback 4-4 public
    variable M 7-7 private
    field M.sub 8-8 public exported impl M
    field M.sub.size 9-9 public exported impl M.sub
    method M.sub.grow 11-11 public exported impl M.sub
    method M._hidden 12-12 private impl M
    method M._also 13-13 private impl M
    method M.__index 14-14 public exported impl M
    ");
}

#[test]
fn variables_of_the_file_are_symbols_and_locals_are_not() {
    let source = "\
local LIMIT, rest = 3, 4
local fixed <const> = 5
local later
counter = 0
counter = 1
NAME = 'x'
local function f()
  local inner = 1
  counter = 2
end
do
  local block = 1
end
";
    insta::assert_snapshot!(facts("a.lua", source, "symbols"), @"
    constant LIMIT 1-1 private
    variable rest 1-1 private
    constant fixed 2-2 private
    variable later 3-3 private
    variable counter 4-4 public exported
    constant NAME 6-6 public exported
    function f 7-10 private
    ");
}

#[test]
fn what_is_declared_local_first_stays_local() {
    let source = "\
local helper, other
local state = nil
function helper() end
other = function() end
state = 1
function exposed() end
elsewhere.helper = function() end
elsewhere.state = 2
";
    insta::assert_snapshot!(facts("a.lua", source, "symbols"), @"
    variable helper 1-1 private abstract
    variable other 1-1 private abstract
    variable state 2-2 private
    function helper 3-3 private
    function other 4-4 private
    function exposed 6-6 public exported
    method helper 7-7 public exported impl elsewhere
    field state 8-8 public exported impl elsewhere
    ");
}

#[test]
fn what_the_file_returns_is_for_others() {
    let source = "\
local function new() end
local function helper() end
local size = 1
return { new = new, size = size, other = helper() }
";
    insta::assert_snapshot!(facts("a.lua", source, "symbols"), @"
    function new 1-1 public exported
    function helper 2-2 private
    variable size 3-3 public exported
    ");
    insta::assert_snapshot!(facts("a.lua", "local M, N = {}, {}\nreturn M\n", "symbols"), @"
    variable M 1-1 public exported
    variable N 1-1 private
    ");
}

#[test]
fn requires_are_imports() {
    let source = "\
local a = require \"a\"
local b = require('x.y')
local c = require(\"c\").field
local d, e = require 'd', 1
local ok, f = pcall(require, 'f')
require [[g]]
dofile('h.lua')
local function lazy()
  local i = require('i')
end
object.require 'no'
require(name)
require('no' .. name)
";
    insta::assert_snapshot!(facts("a.lua", source, "imports symbols"), @"
    import require a [- as a] in file
    import require x.y [- as b] in file
    import require c [- as -] in file
    import require d [- as d] in file
    import require f [- as -] in file
    import require g [- as -] in file
    import static h.lua [- as -] in file
    import require i [- as i] in lazy:function
    variable c 3-3 private
    variable e 4-4 private
    variable ok 5-5 private
    variable f 5-5 private
    function lazy 8-10 private
    ");
}

#[test]
fn names_of_a_nameless_function_end_with_it() {
    let source = "\
local function add() end
on('x', function(add, ...)
  local y = 1
  for i, v in pairs(add) do add(i, v) end
  for n = 1, y do add(n) end
  local function within() end
end)
add()
";
    insta::assert_snapshot!(facts("a.lua", source, "bindings references"), @"
    bind add in file = symbol add
    bind add in file/function = parameter
    bind y in file/function = local
    bind i in file/function = local
    bind v in file/function = local
    bind n in file/function = local
    bind within in file/function = symbol within
    use 2:1 call on in file
    use 4:15 call pairs in file/function
    use 4:21 read add in file/function
    use 4:29 call add in file/function
    use 4:33 read i in file/function
    use 4:36 read v in file/function
    use 5:14 read y in file/function
    use 5:19 call add in file/function
    use 5:23 read n in file/function
    use 8:1 call add in file
    ");
}

#[test]
fn uses_have_their_enclosing_definition() {
    let source = "\
local json = require 'json'
local function run(x, f)
  helper(x)
  x.send(f)
  x:get { key = f }
  if x and not f then return f, -x end
  self.items[x] = json.encode(x) .. f
  total = f
end
";
    insta::assert_snapshot!(facts("a.lua", source, "references"), @"
    use 3:3 call helper in run:function
    use 3:10 read x in run:function
    use 4:3 read x in run:function
    use 4:5 call (?).send in run:function
    use 4:10 read f in run:function
    use 5:3 read x in run:function
    use 5:5 call (?).get in run:function
    use 5:17 read f in run:function
    use 6:6 read x in run:function
    use 6:16 read f in run:function
    use 6:30 read f in run:function
    use 6:34 read x in run:function
    use 7:14 read x in run:function
    use 7:19 read json in run:function
    use 7:24 call (?).encode in run:function
    use 7:31 read x in run:function
    use 7:37 read f in run:function
    use 8:3 write total in run:function
    use 8:11 read f in run:function
    ");
}

#[test]
fn test_functions_are_marked() {
    let source = "\
function test_one() end
function TestShop:testOpen() end
function TestShop.test_close() end
function testing() end
";
    insta::assert_snapshot!(facts("a.lua", source, "symbols"), @"
    function test_one 1-1 public exported test
    method testOpen 2-2 public exported test impl TestShop
    method test_close 3-3 public exported test impl TestShop
    function testing 4-4 public exported
    ");
}

#[test]
fn comments_before_a_definition_are_its_documentation() {
    let source = "\
#!/usr/bin/env lua
--- What the file is for.

-- luacheck: ignore
local M = {}

-----------------
--- Adds.
---@param item string what to add
---@param count? integer
---@return boolean
function M.add(item, count)
  return true -- not documentation
end

--[[-- A block.
  @tparam[opt] table item what
  @treturn string which
  @raise if full
]]
M.get = function(item) end

--[==[ Not ]] of anything. ]==]

return M
";
    insta::assert_snapshot!(facts("a.lua", source, "docs comments"), @r#"
    doc file plain "What the file is for."
    doc M.add plain "Adds.\n@param item string what to add\n@param count? integer\n@return boolean" [param item: string what to add] [param count: integer] [returns : boolean]
    doc M.get plain "A block.\n@tparam[opt] table item what\n@treturn string which\n@raise if full" [param item: table: what] [returns : string: which] [raises : if full]
    comment 4 general in file: luacheck: ignore
    comment 13 general in M.add: not documentation
    comment 23 general in file: Not ]] of anything.
    "#);
}

#[test]
fn measures_count_decisions() {
    let source = "\
local function a(x, y)
  if x and y then
    while y do
      break
    end
  elseif x then
    for i = 1, 2 do y = i end
  end
  repeat y = y or x until y
  return x
end
";
    insta::assert_snapshot!(facts("a.lua", source, "measures"), @"measure a cyclomatic 8 nesting 2 parameters 2 statements 8 lines 11");
}
