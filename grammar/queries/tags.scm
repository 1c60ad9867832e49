((operation
  name: (op_name) @_kind
  (symbol_ref) @name) @definition.function
  (#match? @_kind "func$"))

((operation
  name: (op_name) @_kind
  (symbol_ref) @name) @definition.module
  (#match? @_kind "module$"))

((operation
  name: (op_name) @_kind
  (symbol_ref) @name) @reference.call
  (#match? @_kind "call$"))

(type_alias name: (type_id) @name) @definition.type
(attribute_alias name: (attribute_id) @name) @definition.constant
