/**
 * MLIR text as generic operations. No operation is named here: an operation is a name and a list of items, and it ends
 * where the scanner sees the next one begin (src/scanner.c). So a new operation, or a new dialect, parses unchanged.
 *
 * The grammar is total: whatever the text, some rule takes it, and what is wrong becomes a node of its own where it is
 * wrong (`unclosed`, `incomplete`, `unexpected`, `fragment`). So tree-sitter's error recovery, which may take neighbours
 * with it, has nothing to do.
 *
 * @file Tree-sitter grammar for HIVM MLIR
 * @license Apache-2.0
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const SUFFIX = /[0-9]+|[A-Za-z$._-][A-Za-z0-9$._-]*/;
const STRING = /"([^"\\\n]|\\[^\n])*"/;
const DIMENSION = /[0-9]+|\?|\*|\[[0-9]+\]/;
const BLANKS = /([ \t\r\n]|\/\/[^\n]*\n)*/;

// What has a structure of its own beats the plain list of items that could also be read there.
const PREC = { other: -1, structure: 1, key: 2 };

/** Behind a joiner something must come; the scanner says so where nothing does. */
const joined = ($, atom) => seq($._joiner, choice(atom, $.incomplete));
const entries = $ =>
  repeat(choice($._atom, seq($._joiner, choice($._atom, alias($._incomplete_entry, $.incomplete)))));
const items = $ => repeat(choice($._atom, joined($, $._atom)));
const operationItems = $ => choice($._atom, $.region, $._regions, joined($, $._atom));

/** A group ends with its bracket, or where the scanner sees that the bracket does not come. */
const closeParen = $ => choice(")", alias($._unclosed_paren, $.unclosed));
const closeSquare = $ => choice("]", alias($._unclosed_square, $.unclosed));
const closeAngle = $ => choice(">", alias($._unclosed_angle, $.unclosed));
const closeBrace = $ => choice("}", alias($._unclosed_brace, $.unclosed));

const inParens = ($, open = "(") => seq(open, items($), closeParen($));
const inSquares = ($, open = "[") => seq(open, items($), closeSquare($));
const inAngles = ($, open = "<") => seq(open, items($), closeAngle($));

/** The body of a dialect's type or attribute is the dialect's own: anything balanced. */
const body = $ =>
  seq(immediate("<"), repeat(choice($._typable, $._untypable, $._joiner, $._other)), closeAngle($));

/** A word and the bracket behind it, as one token: without the bracket it is a word like any other. */
const opener = (word, bracket) => alias(token(seq(word, /[ \t\r\n]*/, bracket)), word);
/** A bracket with nothing in front of it. */
const immediate = bracket => alias(token.immediate(bracket), bracket);

module.exports = grammar({
  name: "hivm",

  // The order is that of `enum Token` in the scanner.
  externals: $ => [
    $._file_chunk_start,
    $._chunk_start,
    $._chunk_end,
    $._block_end,
    $._operation_end,
    $._fragment_start,
    $._no_colon,
    $._no_symbol,
    $.incomplete,
    $._incomplete_entry,
    $._region_open,
    $._dictionary_open,
    $._unclosed_paren,
    $._unclosed_square,
    $._unclosed_angle,
    $._unclosed_brace,
    $._unclosed_region,
    $._unclosed_string,
    $.split,
    $._banner_start,
    $._error_sentinel,
  ],

  extras: $ => [/[ \t\r\n\x00]/, $.comment],

  word: $ => $.keyword,

  inline: $ => [$._result, $._atom, $._typable, $._untypable, $._type],

  rules: {
    source_file: $ => repeat($._file_chunk),

    // Hidden chunks of a list begin and end with a token of their own, and end where content says so: after a keystroke
    // all chunks but one are reused whole.
    _file_chunk: $ => seq($._file_chunk_start, repeat1($._file_item), $._chunk_end),
    _file_item: $ =>
      choice(
        $.operation,
        $.attribute_alias,
        $.type_alias,
        $.file_metadata,
        $.split,
        $.dump_banner,
        $.fragment,
        alias("}", $.unexpected),
      ),

    comment: _ => token(/\/\/[^\n]*/),

    // `// -----// IR Dump After MarkStrideAlign (hivm-mark-stride-align) //----- //`
    dump_banner: $ => seq($._banner_start, field("pass", $.pass_name), $._banner_rest),
    pass_name: _ => token.immediate(/[^ \t\r\n]+/),
    _banner_rest: _ => token.immediate(/[^\n]*/),

    attribute_alias: $ => seq(field("name", $.attribute_id), $._definition),
    type_alias: $ => seq(field("name", $.type_id), $._definition),
    _definition: $ => seq("=", field("value", choice($._atom, $.incomplete)), items($), $._operation_end),

    file_metadata: $ => seq("{-#", entries($), choice("#-}", alias($._unclosed_brace, $.unclosed))),

    // ---- operations --------------------------------------------------------------------------------------------

    operation: $ =>
      seq(
        optional(field("results", $.result_list)),
        field("name", choice(alias($.keyword, $.op_name), $.string)),
        repeat(operationItems($)),
        $._operation_end,
      ),

    // What stands where an operation should begin, and is none.
    fragment: $ => seq($._fragment_start, repeat1(operationItems($)), $._operation_end),

    result_list: $ => seq($._result, repeat(seq(",", $._result)), "="),
    _result: $ => seq(alias($.value_use, $.value_definition), optional(seq(":", field("count", $.integer)))),

    region: $ =>
      seq(
        alias($._region_open, "{"),
        repeat($._chunk),
        repeat($.block),
        choice("}", alias($._unclosed_region, $.unclosed)),
      ),
    _chunk: $ => seq($._chunk_start, repeat1(choice($.operation, $.fragment)), $._chunk_end),
    block: $ => seq(field("label", $.block_label), repeat($._chunk), $._block_end),
    block_label: $ =>
      seq(field("name", $.block_id), optional(field("arguments", alias($._parens, $.group))), choice(":", alias($._no_colon, $.incomplete))),

    // The regions of the generic form, `({ ... }, { ... })`, are the operation's own.
    _regions: $ =>
      prec(
        PREC.structure,
        seq("(", $.region, repeat(choice($.region, $._atom, joined($, choice($.region, $._atom)))), closeParen($)),
      ),

    // ---- items -------------------------------------------------------------------------------------------------

    _joiner: _ => choice(",", ":", "=", "->"),

    _atom: $ => choice($._typable, $._untypable, alias($._other, $.unexpected)),

    // What `: type` may follow in an assignment.
    _typable: $ =>
      choice(
        $.value_use,
        $.integer,
        $.float,
        $.string,
        $.dialect_attribute,
        $.dense_elements,
        $.dense_resource,
        $.sparse_elements,
      ),

    _untypable: $ =>
      choice(
        $.keyword,
        $.symbol_ref,
        $.successor,
        $.assignment,
        $.clause,
        $.location,
        alias($._parens, $.group),
        alias($._squares, $.group),
        alias($._angles, $.group),
        $.properties,
        $.dictionary,
        $._type,
        $.affine_map,
        $.affine_set,
        $.strided_layout,
        $.dense_array,
        $._punctuation,
      ),

    _punctuation: _ => choice("::", "?", "*", "+", "-", "|", "...", "==", ">=", "<=", "/"),
    _other: _ => token(prec(PREC.other, /[^ \t\r\n\x00]/)),

    // `ins(...)`, `iter_args(...)`: a word with its parenthesis directly behind it.
    clause: $ => seq(field("keyword", $.keyword), inParens($, immediate("("))),

    // `pad_mode = <PadValue>`, `pad_value = %v : f32`; every entry of a dictionary that has a value.
    assignment: $ =>
      prec.right(
        PREC.structure,
        seq(
          field("key", $._key),
          "=",
          choice(
            seq(
              field("value", $._typable),
              optional(seq(":", field("type", choice($._atom, $.incomplete)))),
            ),
            field("value", choice($._untypable, alias($._other, $.unexpected), $.incomplete)),
          ),
        ),
      ),
    _key: $ => prec(PREC.key, choice($.keyword, $.string, alias($.scalar_type, $.keyword))),

    _parens: $ => inParens($),
    _squares: $ => inSquares($),
    _angles: $ => inAngles($),

    // The inherent attributes of the generic form, `<{...}>`.
    properties: $ => prec(PREC.structure, seq("<", $.dictionary, closeAngle($))),

    dictionary: $ => seq(choice(alias($._dictionary_open, "{"), "{"), entries($), closeBrace($)),

    location: $ => inParens($, opener("loc", "(")),

    successor: $ => prec.right(PREC.structure, seq($.block_id, optional(inParens($)))),

    symbol_ref: $ =>
      prec.right(seq($.symbol, repeat(seq("::", choice($.symbol, alias($._no_symbol, $.incomplete)))))),

    // ---- types -------------------------------------------------------------------------------------------------

    _type: $ =>
      choice(
        $.memref_type,
        $.tensor_type,
        $.vector_type,
        $.tuple_type,
        $.complex_type,
        $.scalar_type,
        $.dialect_type,
      ),

    // Whatever does not fit is kept as items, so that a type that is being typed stays one.
    memref_type: $ =>
      prec.right(
        PREC.structure,
        seq(
          opener("memref", "<"),
          optional(field("shape", $.shape)),
          optional(field("element", $._type)),
          optional(
            choice(
              seq(",", field("layout", choice($.strided_layout, $.affine_map))),
              seq(",", field("space", choice($.dialect_attribute, $.integer, $.string, $.incomplete))),
              seq(
                ",",
                field("layout", choice($.strided_layout, $.affine_map, $.dialect_attribute)),
                ",",
                field("space", choice($.dialect_attribute, $.integer, $.string, $.dictionary, $.incomplete)),
              ),
            ),
          ),
          items($),
          closeAngle($),
        ),
      ),
    tensor_type: $ =>
      prec.right(
        PREC.structure,
        seq(
          opener("tensor", "<"),
          optional(field("shape", $.shape)),
          optional(field("element", $._type)),
          optional(
            seq(
              ",",
              field(
                "encoding",
                choice($.dialect_attribute, $.integer, $.string, $.affine_map, $.dictionary, $.incomplete),
              ),
            ),
          ),
          items($),
          closeAngle($),
        ),
      ),
    vector_type: $ =>
      prec.right(
        PREC.structure,
        seq(
          opener("vector", "<"),
          optional(field("shape", $.shape)),
          optional(field("element", $._type)),
          items($),
          closeAngle($),
        ),
      ),
    tuple_type: $ => inAngles($, opener("tuple", "<")),
    complex_type: $ =>
      prec.right(
        PREC.structure,
        seq(opener("complex", "<"), optional(field("element", $._type)), items($), closeAngle($)),
      ),

    // `4x?x8x`, up to the element type; one token, because its pieces stick together.
    shape: _ =>
      token(prec(3, seq(DIMENSION, BLANKS, "x", repeat(seq(BLANKS, DIMENSION, BLANKS, "x"))))),

    scalar_type: _ =>
      token(choice(/[su]?i[0-9]+/, /(b?f|tf)[0-9]+/, /f8E[0-9]M[0-9]([A-Z0-9]*)/, "index", "none")),

    dialect_type: $ => seq(field("name", $.type_id), optional(body($))),

    // ---- attributes --------------------------------------------------------------------------------------------

    dialect_attribute: $ => seq(field("name", $.attribute_id), optional(body($))),

    affine_map: $ =>
      prec.right(
        PREC.structure,
        seq(
          opener("affine_map", "<"),
          optional(
            seq(
              field("dimensions", alias($._parens, $.group)),
              optional(field("symbols", alias($._squares, $.group))),
              optional(seq("->", field("results", choice($._atom, $.incomplete)))),
            ),
          ),
          items($),
          closeAngle($),
        ),
      ),
    affine_set: $ =>
      prec.right(
        PREC.structure,
        seq(
          opener("affine_set", "<"),
          optional(
            seq(
              field("dimensions", alias($._parens, $.group)),
              optional(field("symbols", alias($._squares, $.group))),
              optional(seq(":", field("constraints", choice($._atom, $.incomplete)))),
            ),
          ),
          items($),
          closeAngle($),
        ),
      ),
    strided_layout: $ =>
      prec.right(
        PREC.structure,
        seq(
          opener("strided", "<"),
          optional(field("strides", alias($._squares, $.group))),
          items($),
          closeAngle($),
        ),
      ),

    dense_elements: $ => inAngles($, opener("dense", "<")),
    dense_array: $ =>
      prec.right(
        PREC.structure,
        seq(opener("array", "<"), optional(field("element", $._type)), items($), closeAngle($)),
      ),
    dense_resource: $ => inAngles($, opener("dense_resource", "<")),
    sparse_elements: $ => inAngles($, opener("sparse", "<")),

    // ---- tokens ------------------------------------------------------------------------------------------------

    value_use: _ => token(seq("%", SUFFIX, optional(/#[0-9]+/))),
    block_id: _ => token(seq("^", SUFFIX)),
    attribute_id: _ => token(seq("#", SUFFIX)),
    type_id: _ => token(seq("!", SUFFIX)),
    symbol: _ => token(seq("@", choice(/[A-Za-z_][A-Za-z0-9_$.]*/, STRING))),
    string: $ => choice(token(STRING), seq($._open_string, alias($._unclosed_string, $.unclosed))),
    _open_string: _ => token(/"([^"\\\n]|\\[^\n])*\\?/),
    float: _ => token(/-?[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?/),
    integer: _ => token(choice(/-?[0-9]+/, /-?0x[0-9A-Fa-f]+/)),
    keyword: _ => /[A-Za-z_][A-Za-z0-9_$.]*/,
  },
});
