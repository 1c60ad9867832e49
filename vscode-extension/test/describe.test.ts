import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { MemoryMapRect, MemoryMapSlot, MemoryMapSpace } from "../src/protocol";
import { bufferAt, describeRect, peakText, useText } from "../src/webview/describe";
import { KIB, overflowMap, sampleMap } from "./map";

const map = sampleMap();
const slots = map.slots as [MemoryMapSlot, MemoryMapSlot, MemoryMapSlot];
const rects = map.rects as [MemoryMapRect, MemoryMapRect, MemoryMapRect, MemoryMapRect];
const facts = (slot: MemoryMapSlot, rect: MemoryMapRect) => new Map(describeRect(map, slot, rect).facts);

describe("tooltip", () => {
  test("size, address, life", () => {
    const { title, label } = describeRect(map, slots[0], rects[1]);
    const found = facts(slots[0], rects[1]);
    assert.equal(title, "%x");
    assert.equal(found.get("Size"), "4 KiB (4,096 B)");
    assert.equal(found.get("Address"), "0x1000 (4 KiB), copy 2 of 2");
    assert.equal(found.get("Lives"), "lines 6 to 9 (end of loop)");
    assert.equal(label, "%x: 4 KiB at 0x1000, copy 2 of 2, lines 6 to 9 (end of loop)");
  });

  test("padding, class and level", () => {
    const found = facts(slots[2], rects[3]);
    assert.equal(found.get("Size"), "3.9 KiB (4,000 B), padded to 4,096 B");
    assert.equal(found.get("Used by"), "scalar access; planned at level 2");
  });

  test("partners in place, and others at the same address", () => {
    const found = facts(slots[1], rects[2]);
    assert.equal(found.get("In place"), "%y and %z, line 9");
    assert.equal(found.get("Shared with"), "%w");
  });

  test("an overflow is said", () => {
    const over = overflowMap();
    const { facts, label } = describeRect(
      over,
      over.slots[2] as MemoryMapSlot,
      over.rects[2] as MemoryMapRect,
    );
    assert.ok(facts.some(([name]) => name === "Overflow"));
    assert.match(label, /does not fit$/);
  });
});

describe("a click", () => {
  test("means the buffer that is alive there, the younger one of a pair in place", () => {
    assert.equal(bufferAt(map, slots[1], 4)?.name, "%y");
    assert.equal(bufferAt(map, slots[1], 6)?.name, "%z");
    assert.equal(bufferAt(map, slots[1], 7)?.name, "%z");
  });

  test("outside of all lives means the owner", () => {
    assert.equal(bufferAt(map, slots[1], 99)?.name, "%y");
  });
});

describe("summary", () => {
  test("use and peak", () => {
    const ub = map.spaces[0] as MemoryMapSpace;
    assert.equal(useText(ub), "UB: 16 of 192 KiB (8 %)");
    assert.equal(useText({ ...ub, space: "gm", capacityBytes: null }), "GM: 16 KiB");
    const peak = peakText(map, ub);
    assert.equal(peak?.headline, "Most at line 9 (vmul): 16 KiB");
    assert.deepEqual(
      peak?.parts.map(({ text }) => text),
      ["%x 2 × 4 KiB", "%y, %z 4 KiB", "%t 4 KiB"],
    );
    assert.equal(peakText(map, { ...ub, peak: null }), null);
  });

  test("an overflow counts what is needed", () => {
    const over = overflowMap();
    assert.equal(useText(over.spaces[0] as MemoryMapSpace), "UB: 288 of 192 KiB (150 %)");
    const slightly = {
      ...(map.spaces[0] as MemoryMapSpace),
      overflow: {
        requiresBits: 192 * KIB * 8 + 256,
        availableBits: 192 * KIB * 8,
        kind: "packing" as const,
        message: "",
      },
    };
    assert.equal(useText(slightly), "UB: 196,640 of 196,608 B (101 %)");
  });
});
