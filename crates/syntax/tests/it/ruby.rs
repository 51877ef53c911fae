//! Ruby: definitions, imports, visibility, tests.

use crate::render::facts;

#[test]
fn modules_classes_and_methods_nest() {
    let source = "\
module Shop
  LIMIT = 3
  LIMIT = 4
  class Basket < Base
    include Countable
    attr_reader :size, :owner
    def initialize(size, *rest, key: 1, &block)
      @size = size
    end
    def self.empty = new(0)
    def ==(other) = true
    def name=(value)
      x = 1
    end
    alias_method :length, :size
    define_method(:dynamic) { 1 }
  end
end
def helper; end
class Shop::Extra; end
";
    insta::assert_snapshot!(facts("a.rb", source, "symbols"), @"
    module Shop 1-18 public exported
    constant Shop.LIMIT 2-2 public exported
    class Shop.Basket 4-17 public exported bases Base, Countable
    property Shop.Basket.size 6-6 public exported
    property Shop.Basket.owner 6-6 public exported
    method Shop.Basket.initialize 7-9 public exported constructor (size, rest, key, block)
    method Shop.Basket.empty 10-10 public exported static
    method Shop.Basket.== 11-11 public exported (other)
    method Shop.Basket.name= 12-14 public exported (value)
    method Shop.Basket.length 15-15 public exported
    method Shop.Basket.dynamic 16-16 public exported
    function helper 19-19 public exported
    class Extra 20-20 public exported
    ");
}

#[test]
fn visibility_words_hold_for_what_follows() {
    let source = "\
class A
  def open; end
  private def one; end
  def still_open; end
  private
  def two; end
  def self.three; end
  protected
  def four; end
  public
  def five; end
  def six; end
  private :six
end
class B
  def seven; end
end
";
    insta::assert_snapshot!(facts("a.rb", source, "symbols"), @"
    class A 1-14 public exported
    method A.open 2-2 public exported
    method A.one 3-3 private
    method A.still_open 4-4 public exported
    method A.two 6-6 private
    method A.three 7-7 public exported static
    method A.four 9-9 protected
    method A.five 11-11 public exported
    method A.six 12-12 private
    class B 15-17 public exported
    method B.seven 16-16 public exported
    ");
}

#[test]
fn requires_are_imports() {
    let source = "require 'set'\nrequire \"json/ext\"\nrequire_relative 'lib/a'\nrequire_relative '../b'\nload 'c.rb'\nobject.require 'no'\nrequire name\n";
    insta::assert_snapshot!(facts("a.rb", source, "imports bindings"), @"
    import require set [- as -] in file
    import require json/ext [- as -] in file
    import require ./lib/a [- as -] in file
    import require ../b [- as -] in file
    import require c.rb [- as -] in file
    ");
}

#[test]
fn uses_have_their_enclosing_definition() {
    let source = "\
class A < Mod::Base
  include Comparable
  def run(x)
    helper(x)
    x.send_it
    Foo.new(1)
    Deep::Inner.call
  rescue Broken => e
    retry_it
  end
end
";
    insta::assert_snapshot!(facts("a.rb", source, "references"), @"
    use 1:11 type Mod in file
    use 1:16 inherit Base in file
    use 2:11 inherit Comparable in a:class
    use 4:5 call helper in a.run:function
    use 5:7 call (?).send_it in a.run:function
    use 6:5 type Foo in a.run:function
    use 6:9 call (?).new in a.run:function
    use 7:5 type Deep in a.run:function
    use 7:11 type (?).Inner in a.run:function
    use 7:17 call (?).call in a.run:function
    use 8:10 type Broken in a.run:function
    ");
}

#[test]
fn test_methods_are_marked() {
    let source = "class TestA < Minitest::Test\n  def test_works; end\n  def helper; end\nend\n";
    insta::assert_snapshot!(facts("a.rb", source, "symbols"), @"
    class TestA 1-4 public exported bases Test
    method TestA.test_works 2-2 public exported test
    method TestA.helper 3-3 public exported
    ");
}

#[test]
fn comments_before_a_definition_are_its_documentation() {
    let source = "\
#!/usr/bin/env ruby
# frozen_string_literal: true

# What the file is for.

# A basket.
# @deprecated use Cart
class Basket
  # Adds.
  # @param item [Item] what to add
  # @return [Integer] how many
  # @raise [Full] if full
  def add(item)
    1 # not documentation
  end
end
";
    insta::assert_snapshot!(facts("a.rb", source, "docs comments"), @r#"
    doc file plain "What the file is for."
    doc Basket plain "A basket.\n@deprecated use Cart" [deprecated : use Cart]
    doc Basket.add plain "Adds.\n@param item [Item] what to add\n@return [Integer] how many\n@raise [Full] if full" [param item: Item: what to add] [returns : Integer: how many] [raises Full: if full]
    comment 2 general in file: frozen_string_literal: true
    comment 14 general in Basket.add: not documentation
    "#);
}

#[test]
fn measures_count_decisions() {
    let source = "def a(x, y)\n  if x && y\n    while y\n      return 1\n    end\n  end\n  x ? 1 : 2 unless y\nend\n";
    insta::assert_snapshot!(facts("a.rb", source, "measures"), @"measure a cyclomatic 6 nesting 2 parameters 2 statements 4 lines 8");
}
