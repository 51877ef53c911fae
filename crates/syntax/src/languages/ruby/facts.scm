; Definitions

(module name: (constant) @name body: (_)? @body) @definition.module
(module name: (scope_resolution name: (constant) @name) body: (_)? @body) @definition.module
(class name: (constant) @name body: (_)? @body) @definition.class
(class name: (scope_resolution name: (constant) @name) body: (_)? @body) @definition.class

(method name: (_) @name body: (_)? @body) @definition.method
((method name: (identifier) @name) @definition.method
  (#eq? @name "initialize") (#set! constructor))
((singleton_method name: (_) @name body: (_)? @body) @definition.method
  (#set! static))
(alias name: (_) @name) @definition.method

((call !receiver method: (identifier) @_accessor arguments: (argument_list (simple_symbol) @name @definition.property))
  (#any-of? @_accessor "attr_reader" "attr_writer" "attr_accessor"))
((call !receiver method: (identifier) @_define arguments: (argument_list . (simple_symbol) @name)) @definition.method
  (#eq? @_define "define_method"))
((call !receiver method: (identifier) @_alias arguments: (argument_list . (simple_symbol) @name)) @definition.method
  (#eq? @_alias "alias_method"))
((assignment left: (constant) @name) @definition.constant
  (#set! once))

; Visibility

(body_statement (identifier) @section.private (#eq? @section.private "private"))
(body_statement (identifier) @section.protected (#eq? @section.protected "protected"))
(body_statement (identifier) @section.public (#eq? @section.public "public"))

((call !receiver method: (identifier) @visibility.private
  arguments: (argument_list [(method name: (_) @name) (singleton_method name: (_) @name)] @definition.method))
  (#any-of? @visibility.private "private" "private_class_method"))
((call !receiver method: (identifier) @visibility.protected
  arguments: (argument_list (method name: (_) @name) @definition.method))
  (#eq? @visibility.protected "protected"))
((call !receiver method: (identifier) @_private arguments: (argument_list (simple_symbol) @named.private))
  (#any-of? @_private "private" "private_class_method" "private_constant"))
((call !receiver method: (identifier) @_protected arguments: (argument_list (simple_symbol) @named.protected))
  (#eq? @_protected "protected"))

((method name: (identifier) @test)
  (#match? @test "^test_"))

; Names bound in bodies

(method_parameters (identifier) @parameter)
(method_parameters (_ name: (identifier) @parameter))
(block_parameters (identifier) @local)
(block_parameters (_ name: (identifier) @local))
(lambda_parameters (identifier) @local)

; Imports

((call !receiver method: (identifier) @_require arguments: (argument_list . (string) @specifier)) @import.require
  (#any-of? @_require "require" "load"))
((call !receiver method: (identifier) @_require arguments: (argument_list . (string) @specifier)) @import.require
  (#eq? @_require "require_relative") (#set! before "./"))

; Uses

(superclass (constant) @reference.inherit)
(superclass (scope_resolution name: (constant) @reference.inherit))
((call !receiver method: (identifier) @_mixin arguments: (argument_list (constant) @reference.inherit))
  (#any-of? @_mixin "include" "extend" "prepend"))
((call !receiver method: (identifier) @_mixin
  arguments: (argument_list (scope_resolution name: (constant) @reference.inherit)))
  (#any-of? @_mixin "include" "extend" "prepend"))

((call !receiver method: (identifier) @reference.call)
  (#not-any-of? @reference.call "require" "require_relative" "load" "attr_reader" "attr_writer" "attr_accessor"
    "include" "extend" "prepend" "private" "protected" "public" "define_method" "alias_method" "raise" "puts"
    "lambda" "proc" "private_class_method" "private_constant" "module_function"))
(call receiver: (_) method: (identifier) @reference.call.member)
(call receiver: (constant) @reference.type)
(scope_resolution scope: (constant) @reference.type)
(scope_resolution name: (constant) @reference.type.member)
(argument_list (constant) @reference.read)
(exceptions (constant) @reference.type)
