; Functions

((function_declaration "local" name: (identifier) @name body: (_)? @body) @definition.function
  (#set! visibility private) (#set! from start))
((function_declaration name: (identifier) @name body: (_)? @body) @definition.function
  (#set! assigns))
((variable_declaration "local"
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_definition body: (_)? @body)))) @definition.function
  (#set! visibility private) (#set! from end))
([(chunk (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_definition body: (_)? @body))) @definition.function)
  (block (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_definition body: (_)? @body))) @definition.function)]
  (#set! assigns))

; Members of tables; a leading `_` says that they are not for others

(function_declaration
  name: [
    (dot_index_expression table: (_) @owner field: (identifier) @name)
    (method_index_expression table: (_) @owner method: (identifier) @name)
  ] body: (_)? @body) @definition.method
(assignment_statement
  (variable_list
    . name: (dot_index_expression table: [(identifier) (dot_index_expression)] @owner field: (identifier) @name))
  (expression_list . value: (function_definition body: (_)? @body))) @definition.method
(assignment_statement
  (variable_list . name: [(identifier) (dot_index_expression)] @owner)
  (expression_list
    . value: (table_constructor
      (field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.method)))
((field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.method
  (#set! member))

((function_declaration
  name: [
    (dot_index_expression field: (identifier) @name)
    (method_index_expression method: (identifier) @name)
  ]) @definition.method
  (#match? @name "^_[^_]") (#set! visibility private))
((assignment_statement
  (variable_list . name: (dot_index_expression field: (identifier) @name))
  (expression_list . value: (function_definition))) @definition.method
  (#match? @name "^_[^_]") (#set! visibility private))
((field name: (identifier) @name value: (function_definition)) @definition.method
  (#match? @name "^_[^_]") (#set! visibility private))

([(function_declaration name: (identifier) @test)
  (function_declaration name: (dot_index_expression field: (identifier) @test))
  (function_declaration name: (method_index_expression method: (identifier) @test))]
  (#match? @test "^test([_A-Z0-9]|$)"))

; Variables of the file; what only takes in a module is an import

((chunk (variable_declaration "local"
  (assignment_statement
    (variable_list name: (identifier) @name . attribute: (attribute (identifier) @_const))
    (expression_list . value: (_) @_value))) @definition.constant)
  (#eq? @_const "const")
  (#not-match? @_value "^require\\s*\\(?\\s*[\"'\\[]+[^\"'\\])]*[\"'\\]]+\\s*\\)?$")
  (#set! visibility private) (#set! from end))
((chunk (variable_declaration "local"
  (assignment_statement
    (variable_list name: (identifier) @name)
    (expression_list . value: (_) @_value))) @definition.constant)
  (#match? @name "^[A-Z][A-Z0-9_]+$")
  (#not-match? @_value "^require\\s*\\(?\\s*[\"'\\[]+[^\"'\\])]*[\"'\\]]+\\s*\\)?$")
  (#set! visibility private) (#set! from end))
((chunk (variable_declaration "local"
  (assignment_statement
    (variable_list name: (identifier) @name)
    (expression_list . value: (_) @_value))) @definition.variable)
  (#not-match? @_value "^require\\s*\\(?\\s*[\"'\\[]+[^\"'\\])]*[\"'\\]]+\\s*\\)?$")
  (#set! visibility private) (#set! from end))
((chunk (variable_declaration "local"
  (assignment_statement (variable_list (identifier) name: (identifier) @name))) @definition.variable)
  (#set! visibility private) (#set! from end))
((chunk (variable_declaration "local" (variable_list name: (identifier) @name)) @definition.variable)
  (#set! visibility private) (#set! from end))

((chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.constant)
  (#match? @name "^[A-Z][A-Z0-9_]+$") (#set! assigns))
((chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.variable)
  (#set! assigns))
((chunk (assignment_statement
  (variable_list
    name: (dot_index_expression table: [(identifier) (dot_index_expression)] @owner field: (identifier) @name)))
  @definition.field)
  (#not-match? @name "^_") (#set! assigns))

; What the file returns is for others

(chunk (return_statement (expression_list (identifier) @named.public)))
(chunk (return_statement
  (expression_list (table_constructor (field value: (identifier) @named.public)))))

; Names bound in bodies

(function_definition) @scope
(parameters name: (identifier) @parameter)
(for_generic_clause (variable_list name: (identifier) @local))
(for_numeric_clause name: (identifier) @local)
(block (variable_declaration (variable_list name: (identifier) @local)))
(block (variable_declaration (assignment_statement (variable_list name: (identifier) @local))))

; Imports

((variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @alias)
    (expression_list
      . value: (function_call
        name: (identifier) @_require
        arguments: (arguments . (string content: (string_content) @specifier))) @import.require)))
  (#eq? @_require "require") (#set! from end))
((function_call
  name: (identifier) @_require
  arguments: (arguments . (string content: (string_content) @specifier))) @import.require
  (#eq? @_require "require"))
((function_call
  name: (identifier) @_protected
  arguments: (arguments . (identifier) @_require . (string content: (string_content) @specifier))) @import.require
  (#eq? @_protected "pcall") (#eq? @_require "require"))
((function_call
  name: (identifier) @_run
  arguments: (arguments . (string content: (string_content) @specifier))) @import
  (#any-of? @_run "dofile" "loadfile"))

; Uses

((function_call name: (identifier) @reference.call)
  (#not-any-of? @reference.call "require" "dofile" "loadfile" "self"))
(function_call
  name: [
    (dot_index_expression field: (identifier) @reference.call.member)
    (method_index_expression method: (identifier) @reference.call.member)
  ])
([
  (arguments (identifier) @reference.read)
  (expression_list (identifier) @reference.read)
  (field value: (identifier) @reference.read)
  (dot_index_expression table: (identifier) @reference.read)
  (method_index_expression table: (identifier) @reference.read)
  (bracket_index_expression (identifier) @reference.read)
  (binary_expression (identifier) @reference.read)
  (unary_expression (identifier) @reference.read)
  (parenthesized_expression (identifier) @reference.read)
  (if_statement condition: (identifier) @reference.read)
  (elseif_statement condition: (identifier) @reference.read)
  (while_statement condition: (identifier) @reference.read)
  (repeat_statement condition: (identifier) @reference.read)
  (for_numeric_clause start: (identifier) @reference.read)
  (for_numeric_clause end: (identifier) @reference.read)
  (for_numeric_clause step: (identifier) @reference.read)
]
  (#not-any-of? @reference.read "self" "require"))
(block (assignment_statement (variable_list name: (identifier) @reference.write)))
