; A region sees the names around it and hides its own; blocks of one region share one scope.

(source_file) @local.scope
(region) @local.scope

(result_list (value_definition) @local.definition.var)
(block_label arguments: (group (value_use) @local.definition.parameter))
(operation
  name: (op_name) @_func
  (symbol_ref)
  (group (value_use) @local.definition.parameter)
  (#match? @_func "func$"))

; `%i = %lower`, `iter_args(%x = %y)`
(operation (value_use) @local.definition.var . "=")
(clause (value_use) @local.definition.var . "=")

(value_use) @local.reference
(block_label name: (block_id) @local.definition.label)
(successor (block_id) @local.reference)
(attribute_alias name: (attribute_id) @local.definition.macro)
(type_alias name: (type_id) @local.definition.type)
(dialect_attribute name: (attribute_id) @local.reference)
(dialect_type name: (type_id) @local.reference)
