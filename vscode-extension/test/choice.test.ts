import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestChoice } from "../src/memoryMap/choice";

const functions = [
  { name: "a", line: 2 },
  { name: "b", line: 10 },
  { name: "a", line: 30 },
];

test("the function of the same name nearest to where it was", () => {
  assert.equal(nearestChoice(functions, { name: "a", line: 28 }), functions[2]);
  assert.equal(nearestChoice(functions, { name: "a", line: 5 }), functions[0]);
  assert.equal(nearestChoice(functions, { name: "b", line: 0 }), functions[1]);
});

test("a renamed function is the one at or above its line", () => {
  assert.equal(nearestChoice(functions, { name: "gone", line: 12 }), functions[1]);
  assert.equal(nearestChoice(functions, { name: "gone", line: 0 }), functions[0]);
});

test("the first one at first, none where there is none", () => {
  assert.equal(nearestChoice(functions, undefined), functions[0]);
  assert.equal(nearestChoice([], { name: "a", line: 1 }), undefined);
});
