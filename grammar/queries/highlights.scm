; Later patterns win where an editor resolves conflicts by order; the special cases therefore come last.

(comment) @comment
(split) @comment
(dump_banner) @comment.documentation
(dump_banner pass: (pass_name) @module)

(string) @string
(integer) @number
(float) @number.float
(shape) @number

(keyword) @keyword
(clause keyword: (keyword) @keyword)
(affine_map (group (keyword) @variable.parameter))
(affine_set (group (keyword) @variable.parameter))
((keyword) @keyword.operator
  (#any-of? @keyword.operator "floordiv" "ceildiv" "mod"))
(dialect_attribute (keyword) @constant)
(assignment key: (keyword) @property)
(assignment key: (string) @property)
((keyword) @boolean
  (#any-of? @boolean "true" "false"))
((keyword) @constant.builtin
  (#match? @constant.builtin "^PIPE_|^EVENT_ID"))

(value_use) @variable
(value_definition) @variable
(block_id) @label
(symbol) @function

(scalar_type) @type.builtin
(type_id) @type
(memref_type "memref" @type.builtin)
(tensor_type "tensor" @type.builtin)
(vector_type "vector" @type.builtin)
(tuple_type "tuple" @type.builtin)
(complex_type "complex" @type.builtin)

(attribute_id) @attribute
(affine_map "affine_map" @attribute.builtin)
(affine_set "affine_set" @attribute.builtin)
(strided_layout "strided" @attribute.builtin)
(dense_elements "dense" @attribute.builtin)
(dense_array "array" @attribute.builtin)
(dense_resource "dense_resource" @attribute.builtin)
(sparse_elements "sparse" @attribute.builtin)
(location "loc" @attribute.builtin)

(operation name: (op_name) @function.builtin)
(operation name: (string) @function.builtin)
((operation name: (op_name) @keyword.function)
  (#any-of? @keyword.function "func.func" "llvm.func" "module" "builtin.module"))
((operation name: (op_name) @keyword.control)
  (#match? @keyword.control "^(scf|cf)\\.|\\.yield$|return$"))

["(" ")" "[" "]" "{" "}" "<" ">" "{-#" "#-}"] @punctuation.bracket
["," ":" "::"] @punctuation.delimiter
["=" "->" "==" ">=" "<=" "+" "-" "*" "/" "|" "?" "..."] @operator

(unclosed) @error
(incomplete) @error
(unexpected) @error
