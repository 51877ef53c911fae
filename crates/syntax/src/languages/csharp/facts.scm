; Namespaces and types

(file_scoped_namespace_declaration name: (_) @package)
(namespace_declaration name: (_) @name body: (_) @body) @definition.module

((class_declaration name: (identifier) @name body: (_)? @body) @definition.class
  (#set! visibility internal) (#set! member_visibility private))
((record_declaration name: (identifier) @name body: (_)? @body) @definition.class
  (#set! visibility internal) (#set! member_visibility private))
((struct_declaration name: (identifier) @name body: (_)? @body) @definition.struct
  (#set! visibility internal) (#set! member_visibility private))
((interface_declaration name: (identifier) @name body: (_)? @body) @definition.interface
  (#set! visibility internal) (#set! member_visibility private))
((enum_declaration name: (identifier) @name body: (_)? @body) @definition.enum
  (#set! visibility internal) (#set! member_visibility private))
(enum_member_declaration name: (identifier) @name) @definition.enum_member
((delegate_declaration name: (identifier) @name) @definition.type_alias
  (#set! visibility internal) (#set! member_visibility private))

; Members

((method_declaration name: (identifier) @name body: (_)? @body) @definition.method
  (#set! visibility private))
((constructor_declaration name: (identifier) @name body: (_)? @body) @definition.method
  (#set! visibility private) (#set! constructor))
((local_function_statement name: (identifier) @name body: (_)? @body) @definition.function
  (#set! visibility private))
((property_declaration name: (identifier) @name accessors: (_) @body) @definition.property
  (#set! visibility private))
((property_declaration name: (identifier) @name value: (_) @body) @definition.property
  (#set! visibility private))
((event_declaration name: (identifier) @name accessors: (_)? @body) @definition.property
  (#set! visibility private))
((event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
  (#set! visibility private))
((field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
  (#set! visibility private))
; Positional members of a record are properties, of a class they are parameters.
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.property))

(modifier) @modifier
(attribute) @attribute
((attribute name: (identifier) @test)
  (#any-of? @test "Test" "TestCase" "TestCaseSource" "Fact" "Theory" "TestMethod" "DataTestMethod" "TestFixture"
    "TestClass" "SetUp" "TearDown" "OneTimeSetUp" "OneTimeTearDown" "TestInitialize" "TestCleanup" "Benchmark"))

; Names bound in bodies

(parameter_list (parameter name: (identifier) @parameter))
(bracketed_parameter_list (parameter name: (identifier) @parameter))
(implicit_parameter) @local
(type_parameter name: (identifier) @type_parameter)
(local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(for_statement initializer: (variable_declaration (variable_declarator name: (identifier) @local)))
(using_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(foreach_statement left: (identifier) @local)
(catch_declaration name: (identifier) @local)
(declaration_expression name: (identifier) @local)
(declaration_pattern name: (identifier) @local)
(from_clause name: (identifier) @local)

; Imports

((using_directive "static" [(identifier) (qualified_name) (alias_qualified_name)] @specifier) @import.static_member
  (#set! star))
(using_directive name: (identifier) @alias "=" (_) @specifier) @import
((using_directive !name [(identifier) (qualified_name) (alias_qualified_name)] @specifier) @import
  (#set! star))

; Uses

(base_list [
  (identifier) @reference.inherit
  (generic_name (identifier) @reference.inherit)
  (qualified_name name: (identifier) @reference.inherit)
  (qualified_name name: (generic_name (identifier) @reference.inherit))
  (primary_constructor_base_type type: (identifier) @reference.inherit)
])
(attribute name: (identifier) @reference.decorate)

(invocation_expression function: (identifier) @reference.call)
(invocation_expression function: (generic_name (identifier) @reference.call))
(invocation_expression function: (member_access_expression name: (identifier) @reference.call.member))
(invocation_expression function: (member_access_expression name: (generic_name (identifier) @reference.call.member)))
(invocation_expression
  function: (conditional_access_expression (member_binding_expression name: (identifier) @reference.call.member)))
(object_creation_expression type: (identifier) @reference.call)
(object_creation_expression type: (generic_name (identifier) @reference.call))
(object_creation_expression type: (qualified_name name: (identifier) @reference.call.member))

(_ type: (identifier) @reference.type)
(_ type: (generic_name (identifier) @reference.type))
(_ type: (qualified_name name: (identifier) @reference.type.member))
(_ returns: (identifier) @reference.type)
(_ returns: (generic_name (identifier) @reference.type))
(type_argument_list (identifier) @reference.type)
(type_argument_list (generic_name (identifier) @reference.type))
(as_expression right: (identifier) @reference.type)
(is_expression right: (identifier) @reference.type)
