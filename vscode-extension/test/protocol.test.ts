import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkMemoryMap, contains, functionsAt, memoryMapParams } from "../src/protocol";
import { range, sampleMap } from "./map";

test("a request names version and document, and the position if there is one", () => {
  assert.deepEqual(memoryMapParams("file:///k.mlir"), {
    version: 1,
    textDocument: { uri: "file:///k.mlir" },
  });
  assert.deepEqual(memoryMapParams("file:///k.mlir", { line: 3, character: 4 }), {
    version: 1,
    textDocument: { uri: "file:///k.mlir" },
    position: { line: 3, character: 4 },
  });
});

describe("an answer", () => {
  test("of our version passes", () => {
    const answer = { version: 1, uri: "file:///k.mlir", documentVersion: 2, functions: [sampleMap()] };
    assert.equal(checkMemoryMap(answer), answer);
  });

  test("may be nothing", () => {
    assert.equal(checkMemoryMap(null), null);
    assert.equal(checkMemoryMap(undefined), null);
  });

  test("of another version says which side is old", () => {
    assert.throws(() => checkMemoryMap({ version: 2, functions: [] }), /update the extension/);
    assert.throws(() => checkMemoryMap({ version: 0, functions: [] }), /update the language server/);
    assert.throws(() => checkMemoryMap({ functions: [] }), /update the language server/);
    assert.throws(() => checkMemoryMap({ version: 1 }), /memory map/i);
  });
});

describe("positions", () => {
  test("both ends of a range belong to it", () => {
    const r = range(2, 4, 6, 5);
    for (const [line, character] of [
      [2, 4],
      [3, 0],
      [5, 6],
    ] as const)
      assert.ok(contains(r, { line, character }));
    for (const [line, character] of [
      [2, 3],
      [1, 9],
      [5, 7],
      [6, 0],
    ] as const)
      assert.ok(!contains(r, { line, character }));
  });

  test("the function at a place is the innermost", () => {
    const outer = { name: "outer", range: range(0, 0, 1, 20) };
    const inner = { name: "inner", range: range(3, 0, 1, 6) };
    assert.deepEqual(functionsAt([outer, inner], { line: 4, character: 0 }), [inner]);
    assert.deepEqual(functionsAt([inner, outer], { line: 9, character: 0 }), [outer]);
    assert.deepEqual(functionsAt([inner], { line: 9, character: 0 }), []);
  });

  test("a function with two plans has two maps", () => {
    const local = sampleMap();
    const workspace = sampleMap({ mode: "workspace" });
    assert.deepEqual(functionsAt([local, workspace], { line: 5, character: 0 }), [local, workspace]);
  });
});
