/**
 * MLIR text as generic operations. No operation is named here: an operation is a name and a list of items, and it ends
 * where the scanner sees the next one begin (src/scanner.c). So a new operation, or a new dialect, parses without a change.
 *
 * Two techniques make it fast and tolerant, both in the scanner:
 * - the operations of a region are grouped into hidden chunks whose borders depend on content alone, so that after a
 *   keystroke all other chunks are reused whole;
 * - a group closes with its bracket or with a zero-width `unclosed` token where an operation clearly starts inside it,
 *   so that a bracket that was opened and not closed does not swallow what follows.
 *
 * @file Tree-sitter grammar for HIVM MLIR
 * @license Apache-2.0
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const SUFFIX = /[0-9]+|[A-Za-z$._-][A-Za-z0-9$._-]*/;

const PREC = { assignment: 2, joined: 1 };

/** Items between an opening token and its closing bracket. */
const bracketed = ($, open, close) =>
  seq(open, repeat($._item), repeat($._joiner), choice(close, $.unclosed));

/** Shape and element type; each may be missing while it is being typed. */
const shaped = $ => [optional(field("shape", $.shape)), optional(field("element", choice($.type, $.keyword)))];

module.exports = grammar({
  name: "hivm",

  externals: $ => [
    $._chunk_start,
    $._chunk_end,
    $._operation_end,
    $.unclosed,
    $._region_open,
    $._dictionary_open,
    $._unclosed_brace,
    $.split,
    $._error_sentinel,
  ],

  extras: $ => [/\s/, $.comment],

  word: $ => $.keyword,

  supertypes: $ => [$.type, $.attribute],

  inline: $ => [$._atom],

  rules: {
    source_file: $ => repeat($._top_chunk),

    _top_chunk: $ => seq($._chunk_start, repeat1($._top_item), $._chunk_end),

    _top_item: $ =>
      choice($.operation, $.attribute_alias, $.type_alias, $.split, $.dump_banner, $.file_metadata),

    comment: _ => token(prec(-1, /\/\/[^\n]*/)),

    // The head of an IR dump starts a new unit, as does `split`, a line that is exactly `// -----` (see the scanner).
    dump_banner: _ => token(prec(3, /\/\/ -----\/\/ IR Dump [^\n]*/)),

    attribute_alias: $ => seq(field("name", $.attribute_id), "=", repeat1($._item), $._operation_end),
    type_alias: $ => seq(field("name", $.type_id), "=", repeat1($._item), $._operation_end),
    file_metadata: $ => seq("{-#", repeat($._item), "#-}"),

    // ---- operations --------------------------------------------------------------------------------------------

    operation: $ =>
      seq(
        optional(field("results", $.result_list)),
        field("name", choice(alias($.keyword, $.op_name), $.string)),
        repeat($._item),
        $._operation_end,
      ),

    result_list: $ => seq($._result, repeat(seq(",", $._result)), "="),
    _result: $ => seq(alias($.value_use, $.value_definition), optional(seq(":", field("count", $.integer)))),

    region: $ =>
      seq(
        alias($._region_open, "{"),
        repeat($._operation_chunk),
        repeat($.block),
        choice("}", alias($._unclosed_brace, $.unclosed)),
      ),
    _operation_chunk: $ => seq($._chunk_start, repeat1($.operation), $._chunk_end),
    block: $ => seq(field("label", $.block_label), repeat($._operation_chunk)),
    block_label: $ => seq(field("name", $.block_id), optional(field("arguments", $.group)), ":"),

    // ---- items -------------------------------------------------------------------------------------------------

    // What joins two items cannot end an operation: the scanner is not asked for an end behind a joiner.
    _item: $ => prec.right(PREC.joined, seq(repeat($._joiner), $._atom)),
    _joiner: _ => choice(",", ":", "=", "->"),

    _atom: $ =>
      choice(
        $.value_use,
        $.symbol_ref,
        $.successor,
        $.type,
        $.attribute,
        $.keyword,
        $.location,
        $.clause,
        $.assignment,
        $.group,
        $.region,
        $.dictionary,
        $._punctuation,
      ),

    _punctuation: _ => choice("::", "?", "*", "+", "-", "|", "...", "==", ">=", "<=", "/"),

    // `ins(...)`, `iter_args(...)`: a keyword with its parenthesis directly behind it.
    clause: $ => seq(field("keyword", $.keyword), bracketed($, alias(token.immediate("("), "("), ")")),

    // `pad_mode = <PadValue>`, `pad_value = %v : f32`; also every entry of a dictionary.
    assignment: $ =>
      prec.right(
        PREC.assignment,
        seq(
          field("key", choice($.keyword, $.string, alias($.scalar_type, $.keyword))),
          "=",
          field("value", $._atom),
          optional(seq(":", field("type", choice($.type, $.group, $.keyword)))),
        ),
      ),

    group: $ => choice(bracketed($, "(", ")"), bracketed($, "[", "]"), bracketed($, "<", ">")),

    dictionary: $ =>
      seq(
        alias($._dictionary_open, "{"),
        repeat($._item),
        repeat($._joiner),
        choice("}", alias($._unclosed_brace, $.unclosed)),
      ),

    location: $ => bracketed($, alias("loc(", "loc"), ")"),

    successor: $ => prec.right(seq($.block_id, optional(bracketed($, alias(token.immediate("("), "("), ")")))),

    // ---- types -------------------------------------------------------------------------------------------------

    type: $ =>
      choice(
        $.memref_type,
        $.tensor_type,
        $.vector_type,
        $.tuple_type,
        $.complex_type,
        $.scalar_type,
        $.dialect_type,
      ),

    memref_type: $ => seq(alias("memref<", "memref"), ...shaped($), optional($._memref_parameters), $._close_angle),
    tensor_type: $ =>
      seq(
        alias("tensor<", "tensor"),
        ...shaped($),
        optional(seq(",", optional(field("encoding", $._atom)))),
        $._close_angle,
      ),
    vector_type: $ => seq(alias("vector<", "vector"), ...shaped($), $._close_angle),
    tuple_type: $ => bracketed($, alias("tuple<", "tuple"), ">"),
    complex_type: $ => seq(alias("complex<", "complex"), optional(field("element", $.type)), $._close_angle),

    _memref_parameters: $ =>
      seq(
        ",",
        choice(
          seq(field("layout", choice($.strided_layout, $.affine_map)), optional(seq(",", field("space", $._atom)))),
          seq(field("space", choice($.dialect_attribute, $.integer, $.string)), optional(seq(",", field("space", $._atom)))),
        ),
      ),
    _close_angle: $ => choice(">", $.unclosed),

    // `4x?x8x`, up to the element type; one token, because its pieces stick together.
    shape: _ => token(prec(3, /([0-9]+|\?|\*|\[[0-9]+\])\s*x(\s*([0-9]+|\?|\*|\[[0-9]+\])\s*x)*/)),

    scalar_type: _ =>
      token(prec(1, choice(/[su]?i[0-9]+/, /(b?f|tf)[0-9]+/, /f8E[0-9]M[0-9]([A-Z0-9]*)/, "index", "none"))),

    dialect_type: $ =>
      prec.right(seq($.type_id, optional(bracketed($, alias(token.immediate("<"), "<"), ">")))),

    // ---- attributes --------------------------------------------------------------------------------------------

    attribute: $ =>
      choice(
        $.integer,
        $.float,
        $.string,
        $.dialect_attribute,
        $.affine_map,
        $.affine_set,
        $.strided_layout,
        $.dense_elements,
        $.dense_array,
        $.dense_resource,
        $.sparse_elements,
      ),

    dialect_attribute: $ =>
      prec.right(seq($.attribute_id, optional(bracketed($, alias(token.immediate("<"), "<"), ">")))),
    affine_map: $ => bracketed($, alias("affine_map<", "affine_map"), ">"),
    affine_set: $ => bracketed($, alias("affine_set<", "affine_set"), ">"),
    strided_layout: $ => bracketed($, alias("strided<", "strided"), ">"),
    dense_elements: $ => bracketed($, alias("dense<", "dense"), ">"),
    dense_array: $ => bracketed($, alias("array<", "array"), ">"),
    dense_resource: $ => bracketed($, alias("dense_resource<", "dense_resource"), ">"),
    sparse_elements: $ => bracketed($, alias("sparse<", "sparse"), ">"),

    // ---- tokens ------------------------------------------------------------------------------------------------

    value_use: _ => token(seq("%", SUFFIX, optional(/#[0-9]+/))),
    block_id: _ => token(seq("^", SUFFIX)),
    attribute_id: _ => token(seq("#", SUFFIX)),
    type_id: _ => token(seq("!", choice(SUFFIX, /"[^"\n]*"/))),
    symbol_ref: $ => prec.right(seq($.symbol, repeat(seq("::", $.symbol)))),
    symbol: _ => token(seq("@", choice(/[A-Za-z_][A-Za-z0-9_$.]*/, /"([^"\\\n]|\\.)*"/))),
    string: _ => token(/"([^"\\\n]|\\.)*"/),
    float: _ => token(/-?[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?/),
    integer: _ => token(choice(/-?[0-9]+/, /-?0x[0-9A-Fa-f]+/)),
    keyword: _ => /[A-Za-z_][A-Za-z0-9_$.]*/,
  },
});
