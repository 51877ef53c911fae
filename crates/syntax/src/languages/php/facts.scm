; Namespaces and types

(namespace_definition name: (namespace_name) @name body: (_) @body) @definition.module
(namespace_definition name: (namespace_name) @package !body)

(class_declaration name: (name) @name body: (_)? @body) @definition.class
(interface_declaration name: (name) @name body: (_)? @body) @definition.interface
(trait_declaration name: (name) @name body: (_)? @body) @definition.trait
(enum_declaration name: (name) @name body: (_)? @body) @definition.enum
(enum_case name: (name) @name) @definition.enum_member

; Functions and members

(function_definition name: (name) @name body: (_)? @body) @definition.function
(method_declaration name: (name) @name body: (_)? @body) @definition.method
((method_declaration name: (name) @name) @definition.method
  (#eq? @name "__construct") (#set! constructor))
(property_declaration (property_element name: (variable_name (name) @name))) @definition.field
((property_promotion_parameter name: (variable_name (name) @name)) @definition.field
  (#set! promoted))
(const_declaration (const_element (name) @name)) @definition.constant

[(visibility_modifier) (static_modifier) (abstract_modifier)] @modifier
(attribute) @attribute
((attribute [(name) @test (qualified_name (name) @test)])
  (#any-of? @test "Test" "DataProvider" "Before" "After"))
((method_declaration name: (name) @test)
  (#match? @test "^test[A-Z_0-9]"))

(simple_parameter name: (variable_name) @parameter)
(variadic_parameter name: (variable_name) @parameter)
(property_promotion_parameter name: (variable_name) @parameter)

; Imports

((namespace_use_declaration (namespace_name) @prefix
  body: (namespace_use_group (namespace_use_clause . (name) @specifier @name alias: (name)? @alias))) @import
  (#set! separator "\\"))
((namespace_use_declaration (namespace_name) @prefix
  body: (namespace_use_group (namespace_use_clause . (qualified_name (name) @name) @specifier alias: (name)? @alias)))
  @import
  (#set! separator "\\"))
(namespace_use_declaration
  (namespace_use_clause (qualified_name (name) @name) @specifier alias: (name)? @alias)) @import
(namespace_use_declaration
  (namespace_use_clause . (name) @specifier @name alias: (name)? @alias)) @import

([
  (require_expression (string) @specifier)
  (require_once_expression (string) @specifier)
  (include_expression (string) @specifier)
  (include_once_expression (string) @specifier)
  (require_expression (parenthesized_expression (string) @specifier))
  (require_once_expression (parenthesized_expression (string) @specifier))
  (include_expression (parenthesized_expression (string) @specifier))
  (include_once_expression (parenthesized_expression (string) @specifier))
] @import.require)
([
  (require_expression (binary_expression left: (name) @_dir right: (string) @specifier))
  (require_once_expression (binary_expression left: (name) @_dir right: (string) @specifier))
  (include_expression (binary_expression left: (name) @_dir right: (string) @specifier))
  (include_once_expression (binary_expression left: (name) @_dir right: (string) @specifier))
  (require_expression
    (parenthesized_expression (binary_expression left: (name) @_dir right: (string) @specifier)))
  (require_once_expression
    (parenthesized_expression (binary_expression left: (name) @_dir right: (string) @specifier)))
] @import.require
  (#eq? @_dir "__DIR__") (#set! before "."))

; Uses

(base_clause [(name) @reference.inherit (qualified_name (name) @reference.inherit)])
(class_interface_clause [(name) @reference.inherit (qualified_name (name) @reference.inherit)])
(declaration_list
  (use_declaration [(name) @reference.inherit (qualified_name (name) @reference.inherit)]))
(attribute [(name) @reference.decorate (qualified_name (name) @reference.decorate)])

(function_call_expression function: [(name) @reference.call (qualified_name (name) @reference.call.member)])
(member_call_expression name: (name) @reference.call.member)
(nullsafe_member_call_expression name: (name) @reference.call.member)
(scoped_call_expression name: (name) @reference.call.member)
(scoped_call_expression scope: (name) @reference.type)
(object_creation_expression [(name) @reference.call (qualified_name (name) @reference.call.member)])
(class_constant_access_expression . (name) @reference.type)
(named_type [(name) @reference.type (qualified_name (name) @reference.type.member)])
