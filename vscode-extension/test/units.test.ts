import assert from "node:assert/strict";
import { test } from "node:test";
import { formatAddress, formatBytes, formatPercent, formatUse, spaceName } from "../src/units";

test("bytes in the largest unit that they reach", () => {
  assert.deepEqual([0, 100, 1023, 1024, 1536, 196608, 1048576].map(formatBytes), [
    "0 B",
    "100 B",
    "1023 B",
    "1 KiB",
    "1.5 KiB",
    "192 KiB",
    "1 MiB",
  ]);
});

test("use of a capacity in one unit where both have it", () => {
  assert.equal(formatUse(98304, 196608), "96 of 192 KiB");
  assert.equal(formatUse(100, 196608), "100 B of 192 KiB");
  assert.equal(formatUse(524288, 1048576), "512 KiB of 1 MiB");
});

test("percents do not round across the capacity", () => {
  assert.equal(formatPercent(1, 1000), "<1 %");
  assert.equal(formatPercent(0, 1000), "0 %");
  assert.equal(formatPercent(999, 1000), "99 %");
  assert.equal(formatPercent(1000, 1000), "100 %");
  assert.equal(formatPercent(1001, 1000), "101 %");
});

test("addresses and spaces", () => {
  assert.equal(formatAddress(0), "0x0000");
  assert.equal(formatAddress(0x2f000), "0x2F000");
  assert.deepEqual(["ub", "cbuf", "cc", "gm", "other"].map(spaceName), ["UB", "L1", "L0C", "GM", "OTHER"]);
});
