(function_definition name: (word) @name body: (_) @body) @definition.function
((function_definition name: (word) @test)
  (#match? @test "^test_"))

((program (declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @definition.constant)
  (#set! once))
((program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)
  (#set! once))
((program (variable_assignment name: (variable_name) @name) @definition.variable)
  (#set! once))
((program (variable_assignments (variable_assignment name: (variable_name) @name)) @definition.variable)
  (#set! once))

((command name: (command_name (word) @_source) . argument: (_) @specifier) @import
  (#any-of? @_source "source" "."))

((command name: (command_name (word) @reference.call))
  (#match? @reference.call "^[A-Za-z_][A-Za-z0-9_:.-]*$")
  (#not-any-of? @reference.call "source" "." "echo" "cd" "exit" "return" "set" "shift" "printf" "test" "eval" "exec"
    "true" "false" "break" "continue" "read" "trap" "wait" "kill" "umask"))
