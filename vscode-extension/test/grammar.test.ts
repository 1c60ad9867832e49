import assert from "node:assert/strict";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { before, describe, test } from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate, { type IGrammar } from "vscode-textmate";

let grammar: IGrammar;

before(async () => {
  const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
  await oniguruma.loadWASM(fs.readFileSync(wasm));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => {
      const file = "syntaxes/mlir.tmLanguage.json";
      return textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file);
    },
  });
  const loaded = await registry.loadGrammar("source.mlir");
  assert.ok(loaded);
  grammar = loaded;
});

/** Each piece of the text with its innermost scope, without the language's suffix; plain text is left out. */
function scopes(text: string): string[] {
  const found: string[] = [];
  let stack = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const scope = scopes.at(-1)?.replace(/\.mlir$/, "") ?? "";
      const piece = line.slice(startIndex, endIndex).trim();
      if (piece && scope !== "source") found.push(`${piece} ${scope}`);
    }
  }
  return found;
}

function has(text: string, ...expected: string[]): void {
  const found = scopes(text);
  for (const item of expected) assert.ok(found.includes(item), `no "${item}" in:\n  ${found.join("\n  ")}`);
}

function hasNot(text: string, ...unexpected: string[]): void {
  const found = scopes(text);
  for (const item of unexpected) assert.ok(!found.includes(item), `"${item}" in:\n  ${found.join("\n  ")}`);
}

describe("names", () => {
  test("values, packs and arguments", () => {
    has(
      "%a-b.c = arith.addi %0, %c-7_i32 : i32",
      "%a-b.c variable.other.value",
      "%0 variable.other.value",
      "%c-7_i32 variable.other.value",
    );
    has(
      "%r:2 = foo.bar %q#1",
      "%r variable.other.value",
      "2 constant.numeric.pack",
      "%q variable.other.value",
      "1 constant.numeric.pack",
    );
    has("func.func @k(%arg0: f32)", "%arg0 variable.parameter");
    hasNot("annotation.mark %x : !t", "%x variable.parameter");
  });

  test("symbols and functions", () => {
    has(
      "func.func private @f(f32)",
      "func.func storage.type.function",
      "private storage.modifier",
      "@f entity.name.function",
    );
    has("  call @g(%a) : (i32) -> ()", "call keyword.control", "@g entity.name.function.symbol");
    has('call @"a b"() : () -> ()', '@"a b" entity.name.function.symbol');
    has("module @m attributes {a.b} {", "module storage.type.module", "@m entity.name.namespace");
    has("func.call @m::@f()", "@m entity.name.function.symbol", "@f entity.name.function.symbol");
  });

  test("blocks", () => {
    has("^bb1(%x: i32):", "^bb1 entity.name.label.block", "%x variable.parameter");
    has("cf.br ^bb1(%x : i32)", "cf.br keyword.control", "^bb1 entity.name.label.block");
  });

  test("aliases", () => {
    has("!u = memref<4xf32>", "!u entity.name.type.alias");
    has(
      "#map = affine_map<(d0) -> (d0 floordiv 2)>",
      "#map variable.other.constant.alias",
      "affine_map support.function.attribute",
      "floordiv keyword.other",
    );
    has("%0 = memref.alloc() : !u", "!u entity.name.type");
  });
});

describe("operations", () => {
  test("at the start of a line and behind results", () => {
    has(
      "  hivm.hir.load ins(%a : !g) outs(%x : !u)",
      "hivm.hir.load support.function.operation",
      "ins keyword.other.clause",
      "outs keyword.other.clause",
    );
    has("%x = memref.alloc() : memref<4xf32>", "memref.alloc support.function.operation");
    has(
      "scf.for %i = %a to %b step %c {",
      "scf.for keyword.control",
      "to keyword.other",
      "step keyword.other",
    );
    has("  return", "return keyword.control");
    has(
      "%0 = scf.if %c -> (i32) {",
      "scf.if keyword.control",
      "-> keyword.operator.arrow",
      "i32 storage.type.scalar",
    );
    has("linalg.reduce { arith.addf } ins(%a : !t)", "linalg.reduce support.function.operation");
  });

  test("in generic form", () => {
    has(
      '%0 = "hivm.hir.vexp"(%a) <{x = 1 : i32}> : (f32) -> f32',
      "hivm.hir.vexp support.function.operation.generic",
    );
    has('"a.b" : i32', "a.b string.quoted.double");
  });

  test("dictionary keys are attribute names, also first on a line", () => {
    has(
      "annotation.mark %x {hivm.multi_buffer = 2 : i32} : !t",
      "hivm.multi_buffer entity.other.attribute-name",
      "2 constant.numeric.integer",
    );
    has('  hacc.target = #hacc.target<"Ascend910B3">', "hacc.target entity.other.attribute-name");
    has(
      "attributes {hacc.entry, hivm.parallel_loop}",
      "hacc.entry entity.other.attribute-name.unit",
      "hivm.parallel_loop entity.other.attribute-name.unit",
    );
    hasNot("  hacc.entry,", "hacc.entry support.function.operation");
  });
});

describe("types", () => {
  test("shapes and elements", () => {
    has(
      "memref<4x?x*xf32>",
      "memref support.type.shaped",
      "4 constant.numeric.dimension",
      "? constant.numeric.dimension",
      "x punctuation.separator.dimension",
      "f32 storage.type.scalar",
    );
    has("memref<4 x 5 x bf16>", "5 constant.numeric.dimension", "bf16 storage.type.scalar");
    has(
      "tensor<0x4xi8>",
      "0 constant.numeric.dimension",
      "4 constant.numeric.dimension",
      "i8 storage.type.scalar",
    );
    has("vector<[4]xf8E4M3FN>", "f8E4M3FN storage.type.scalar");
    has("memref<f32>", "f32 storage.type.scalar");
    has("memref<2xvector<4xf32>>", "vector support.type.shaped", "4 constant.numeric.dimension");
    has("tuple<i32, index>", "i32 storage.type.scalar", "index storage.type.scalar");
  });

  test("layout and space", () => {
    const text = "memref<4x8xf32, strided<[?, 1], offset: ?>, #hivm.address_space<ub>>";
    has(
      text,
      "strided support.function.attribute",
      "#hivm.address_space variable.other.constant.attribute",
      "ub variable.other.enummember",
    );
    // The type's own bracket closes last, so what follows is outside of it.
    has(`${text} to !window`, "to keyword.other", "!window entity.name.type");
  });

  test("dialect types", () => {
    has("!llvm.ptr<1>", "!llvm.ptr entity.name.type", "1 constant.numeric.integer");
  });

  test("names that only look like types", () => {
    hasNot(
      "%f32 = foo.index %i32",
      "f32 storage.type.scalar",
      "index storage.type.scalar",
      "i32 storage.type.scalar",
    );
    has("foo.bar {index = 1 : i32}", "index entity.other.attribute-name");
  });
});

describe("literals", () => {
  test("numbers", () => {
    has(
      "[1, -5, 0x1F, 1.5, -2.0e-3]",
      "1 constant.numeric.integer",
      "-5 constant.numeric.integer",
      "0x1F constant.numeric.hex",
      "1.5 constant.numeric.float",
      "-2.0e-3 constant.numeric.float",
    );
  });

  test("strings and escapes", () => {
    has(
      '{a = "x\\n\\C3\\q"}',
      "\\n constant.character.escape",
      "\\C3 constant.character.escape",
      "\\q invalid.illegal.escape",
    );
    // An unclosed string ends with its line, as in the compiler.
    has('foo.a "open\nfoo.b', "foo.b support.function.operation");
  });

  test("enumerators", () => {
    has("hivm.hir.vreduce <sum> ins(%x : !t)", "sum variable.other.enummember");
    has(
      "hivm.hir.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID3>]",
      "hivm.hir.set_flag support.function.operation",
      "PIPE_MTE2 variable.other.enummember",
      "EVENT_ID3 variable.other.enummember",
    );
    has(
      "{p = #hivm<pipe<PIPE_V>>}",
      "#hivm variable.other.constant.attribute",
      "PIPE_V variable.other.enummember",
    );
  });

  test("constants and dense", () => {
    has(
      "arith.constant dense<0> : tensor<4xi8>",
      "dense support.function.attribute",
      "0 constant.numeric.integer",
    );
    has("round : true", "true constant.language");
  });

  test("locations", () => {
    has(
      'foo.bar loc("f.py":3:4)',
      "loc keyword.other.location",
      "f.py string.quoted.double",
      "3 constant.numeric.integer",
    );
    has("} loc(#loc3)", "#loc3 variable.other.constant.attribute");
  });
});

describe("lines", () => {
  test("comments", () => {
    has("foo.bar // 4xf32 %x", "4xf32 %x comment.line.double-slash");
    hasNot("foo.bar // %x", "%x variable.other.value");
  });

  test("splits are headings, other dashes are comments", () => {
    has("// -----", "// ----- markup.heading.split");
    has("// -----  ", "// ----- markup.heading.split");
    has("// ------", "// punctuation.definition.comment");
  });

  test("banners of IR dumps name their pass", () => {
    has(
      "// -----// IR Dump After PlanMemory (hivm-plan-memory) //----- //",
      "PlanMemory entity.name.section.pass",
    );
    has(
      "// -----// IR Dump After X Failed (x) ('func.func' operation: @f) //----- //",
      "X entity.name.section.pass",
    );
  });
});

test("every token of the examples belongs to the language and most have a meaning", () => {
  for (const file of fs.readdirSync("../examples").filter((name) => name.endsWith(".mlir"))) {
    const text = fs.readFileSync(`../examples/${file}`, "utf8");
    const found = scopes(text);
    assert.ok(found.length > 100, file);
    assert.deepEqual(
      found.filter((item) => item.includes("invalid")),
      [],
    );
  }
});
