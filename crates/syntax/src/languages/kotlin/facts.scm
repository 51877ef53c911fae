; Packages and types

(package_header (qualified_identifier) @package)

((class_declaration name: (identifier) @name (enum_class_body) @body) @definition.enum)
((class_declaration "interface" name: (identifier) @name (class_body)? @body) @definition.interface)
((class_declaration "class" name: (identifier) @name (class_body)? @body) @definition.class)
(object_declaration name: (identifier) @name (class_body)? @body) @definition.class
(companion_object name: (identifier) @name (class_body)? @body) @definition.class
(enum_entry (identifier) @name (class_body)? @body) @definition.enum_member
(type_alias type: (identifier) @name) @definition.type_alias

; Functions and members

(function_declaration name: (identifier) @name (function_body)? @body) @definition.function
(property_declaration (variable_declaration (identifier) @name)) @definition.property
(class_parameter ["val" "var"] (identifier) @name) @definition.property

(modifiers [
  (visibility_modifier)
  (member_modifier)
  (function_modifier)
  (property_modifier)
  (inheritance_modifier)
] @modifier)
(modifiers (annotation) @attribute)
((annotation [(user_type (identifier) @test) (constructor_invocation (user_type (identifier) @test))])
  (#any-of? @test "Test" "ParameterizedTest" "RepeatedTest" "TestFactory" "BeforeEach" "AfterEach" "BeforeAll"
    "AfterAll" "BeforeTest" "AfterTest" "Before" "After"))

; Names bound in bodies

(function_value_parameters (parameter (identifier) @parameter))
(class_parameters (class_parameter (identifier) @parameter))
(type_parameter (identifier) @type_parameter)
(lambda_parameters (variable_declaration (identifier) @local))
(multi_variable_declaration (variable_declaration (identifier) @local))
(for_statement (variable_declaration (identifier) @local))
(catch_block (identifier) @local)
(when_subject (variable_declaration (identifier) @local))

; Imports

((import (qualified_identifier) @specifier "*") @import
  (#set! star))
(import (qualified_identifier (identifier) @name .) @specifier (identifier) @alias) @import
(import (qualified_identifier (identifier) @name .) @specifier) @import

; Uses

(delegation_specifier [
  (user_type (identifier) @reference.inherit)
  (constructor_invocation (user_type (identifier) @reference.inherit))
])
(annotation [
  (user_type (identifier) @reference.decorate)
  (constructor_invocation (user_type (identifier) @reference.decorate))
])
(call_expression . (identifier) @reference.call)
(call_expression . (navigation_expression (identifier) @reference.call.member .))
(user_type (identifier) @reference.type .)
(user_type (identifier) @reference.type . (type_arguments))
(callable_reference (identifier) @reference.read.member .)
