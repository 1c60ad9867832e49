import assert from "node:assert/strict";
import * as fs from "node:fs";
import { describe, test } from "node:test";

const configuration = JSON.parse(fs.readFileSync("language-configuration.json", "utf8"));

describe("words", () => {
  const words = (text: string): string[] => text.match(new RegExp(configuration.wordPattern, "g")) ?? [];

  test("a sigil and dots belong to a name", () => {
    assert.deepEqual(words("%x = hivm.hir.vadd ins(%a-b.c, %0 : !u)"), [
      "%x",
      "hivm.hir.vadd",
      "ins",
      "%a-b.c",
      "%0",
      "!u",
    ]);
    assert.deepEqual(words("^bb1 @f #map #hivm.pipe<PIPE_V>"), [
      "^bb1",
      "@f",
      "#map",
      "#hivm.pipe",
      "PIPE_V",
    ]);
  });

  test("an arrow does not", () => {
    assert.deepEqual(words("(%a)->f32"), ["%a", "f32"]);
    assert.deepEqual(words("i32->i32"), ["i32", "i32"]);
  });

  test("the index into a pack is a word of its own", () => {
    assert.deepEqual(words("%r#1"), ["%r", "1"]);
  });
});

describe("indentation", () => {
  const { increaseIndentPattern, decreaseIndentPattern } = configuration.indentationRules;
  const increases = (line: string): boolean => new RegExp(increaseIndentPattern).test(line);
  const decreases = (line: string): boolean => new RegExp(decreaseIndentPattern).test(line);

  test("after what opens, but not in a comment or string", () => {
    assert.ok(increases("func.func @k() {"));
    assert.ok(increases("scf.for %i = %a to %b step %c {  // loop"));
    assert.ok(increases("foo.bar ins("));
    assert.ok(!increases("// func.func {"));
    assert.ok(!increases('foo.bar "{"'));
    assert.ok(!increases("} else"));
    assert.ok(!increases("foo.bar {a = 1 : i32}"));
  });

  test("around block labels and what closes", () => {
    assert.ok(increases("^bb1(%x: i32):"));
    assert.ok(decreases("^bb1:"));
    assert.ok(decreases("  } else {"));
    assert.ok(decreases("  ) : i32"));
    assert.ok(!decreases("  cf.br ^bb1"));
  });
});

test("Enter inside a comment goes on with it, at its end it does not", () => {
  const [rule] = configuration.onEnterRules;
  const applies = (before: string, after: string): boolean =>
    new RegExp(rule.beforeText).test(before) && new RegExp(rule.afterText).test(after);
  assert.ok(applies("  // one two", " three"));
  assert.ok(!applies("  // one two", ""));
  assert.ok(!applies("foo.bar // one", " two"));
  assert.ok(!applies("// -----", " x"));
});
