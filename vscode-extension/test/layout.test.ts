import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { MemoryMapSpace } from "../src/protocol";
import {
  addressTicks,
  addressToY,
  type Box,
  boxesOf,
  clampView,
  eventsOfLine,
  fractionAt,
  fullView,
  lineTicks,
  loopsOf,
  neighbour,
  panView,
  timeToX,
  usedView,
  viewShowing,
  zoomView,
} from "../src/webview/layout";
import { KIB, overflowMap, range, rect, sampleMap, slot } from "./map";

const map = sampleMap();
const ub = map.spaces[0] as MemoryMapSpace;
const plot = { left: 50, top: 10, width: 600, height: 400 };
const full = fullView(map, ub);

function box(boxes: readonly Box[], owner: string, copy = 0): Box {
  const found = boxes.find(({ slot, rect }) => slot.owner === owner && rect.copy === copy);
  assert.ok(found, `no box of ${owner}`);
  return found;
}

describe("views", () => {
  test("all: up to the capacity and a little more, one event around the lives", () => {
    assert.deepEqual(full, { time: { from: 2, to: 9 }, address: { from: 0, to: 192 * KIB * 1.04 } });
  });

  test("all of an overflowing plan reaches above the capacity", () => {
    const over = overflowMap();
    assert.equal(fullView(over, over.spaces[0] as MemoryMapSpace).address.to, 288 * KIB * 1.04);
  });

  test("the part in use", () => {
    assert.equal(usedView(map, ub).address.to, 16 * KIB * 1.04);
  });

  test("without a capacity, all is what is used", () => {
    const workspace = { ...ub, capacityBytes: null };
    assert.deepEqual(fullView(map, workspace), usedView(map, workspace));
  });

  test("a function without rectangles still has a view", () => {
    const empty = sampleMap({ rects: [], slots: [], events: [] });
    const view = fullView(empty, { ...ub, capacityBytes: null, highWaterBytes: 0 });
    assert.ok(view.time.to > view.time.from && view.address.to > view.address.from);
  });

  test("zoom keeps the anchor in place", () => {
    const anchor = { x: 0.25, y: 0.5 };
    const closer = zoomView(full, full, 2, anchor);
    assert.equal(closer.time.to - closer.time.from, (full.time.to - full.time.from) / 2);
    const before = full.time.from + 0.25 * (full.time.to - full.time.from);
    assert.equal(closer.time.from + 0.25 * (closer.time.to - closer.time.from), before);
  });

  test("zoom along one axis leaves the other", () => {
    assert.deepEqual(zoomView(full, full, 2, { x: 0, y: 0 }, "time").address, full.address);
    assert.deepEqual(zoomView(full, full, 2, { x: 0, y: 0 }, "address").time, full.time);
  });

  test("zoom and pan stay within everything", () => {
    assert.deepEqual(zoomView(full, full, 0.5, { x: 0.5, y: 0.5 }), full);
    assert.deepEqual(panView(full, full, { x: 1, y: -1 }), full);
    const closer = zoomView(full, full, 4, { x: 0, y: 0 });
    assert.equal(panView(closer, full, { x: 99, y: 0 }).time.to, full.time.to);
    assert.equal(panView(closer, full, { x: 0, y: -1 }).address.from, 0);
  });

  test("zoom has an end", () => {
    const closest = zoomView(full, full, 1e9, { x: 0.5, y: 0.5 });
    assert.equal(closest.time.to - closest.time.from, 1);
    assert.equal(closest.address.to - closest.address.from, 64);
  });

  test("an old view is brought into a smaller map", () => {
    const small = { time: { from: 0, to: 3 }, address: { from: 0, to: 100 } };
    assert.deepEqual(clampView(full, small), small);
  });

  test("showing a rectangle moves no more than needed", () => {
    const closer = clampView({ time: { from: 2, to: 4 }, address: { from: 0, to: 8 * KIB } }, full);
    const target = rect(2, 12 * KIB, 6, 7);
    const moved = viewShowing(closer, full, target);
    assert.deepEqual(moved, { time: { from: 6, to: 8 }, address: { from: 8 * KIB, to: 16 * KIB } });
    assert.deepEqual(viewShowing(full, full, target), full);
  });
});

describe("boxes", () => {
  const view = { time: { from: 2, to: 8 }, address: { from: 0, to: 16 * KIB } };
  const boxes = boxesOf(map, ub, view, plot);

  test("time to the right, addresses upwards, ends inclusive", () => {
    const { x, y, width, height } = box(boxes, "%x");
    assert.deepEqual({ x, y, width, height }, { x: 150, y: 310, width: 400, height: 100 });
    assert.equal(box(boxes, "%x", 1).y, 210);
  });

  test("padding is the upper part of a box", () => {
    assert.equal(box(boxes, "%y").padding, 0);
    const { padding, height } = box(boxes, "%t");
    assert.equal(Math.round(padding * 1000), Math.round((96 / (4 * KIB)) * height * 1000));
  });

  test("labels say as much as fits", () => {
    assert.deepEqual(box(boxes, "%y").label, ["%y %z", "4 KiB"]);
    assert.deepEqual(box(boxes, "%x", 1).label, ["%x #2", "4 KiB"]);
    const flat = boxesOf(map, ub, full, { ...plot, height: 900 });
    assert.deepEqual(box(flat, "%y").label, ["%y %z"]);
    assert.deepEqual(box(boxesOf(map, ub, full, plot), "%y").label, []);
    const narrow = boxesOf(map, ub, view, { ...plot, width: 40 });
    assert.deepEqual(box(narrow, "%y").label, ["%y"]);
  });

  test("what is out of sight is left out, what is partly in sight is cut", () => {
    const part = { time: { from: 7, to: 8 }, address: { from: 10 * KIB, to: 11 * KIB } };
    const [only, ...others] = boxesOf(map, ub, part, plot);
    assert.deepEqual(others, []);
    assert.equal(only?.slot.owner, "%y");
    assert.ok(only && only.width <= plot.width + 8 && only.height <= plot.height + 8);
  });

  test("other spaces are not drawn", () => {
    assert.deepEqual(boxesOf(map, { ...ub, space: "cbuf" }, view, plot), []);
  });

  test("a rectangle that never ends reaches to the last event", () => {
    const endless = sampleMap({ rects: [rect(0, 0, 3, -1)] });
    const shown = boxesOf(endless, ub, { time: { from: 0, to: 10 }, address: view.address }, plot);
    assert.equal(shown[0]?.width, 420);
  });

  test("keys are those of the same buffer after an edit elsewhere", () => {
    const later = sampleMap({ rects: map.rects.map((r) => ({ ...r, address: r.address + KIB })) });
    assert.deepEqual(
      boxesOf(later, ub, full, plot).map(({ key }) => key),
      boxes.map(({ key }) => key),
    );
    assert.equal(new Set(boxes.map(({ key }) => key)).size, boxes.length);
  });
});

describe("axes", () => {
  test("addresses at powers of two, not too close", () => {
    const ticks = addressTicks({ time: full.time, address: { from: 0, to: 192 * KIB } }, plot);
    assert.deepEqual(
      ticks.map(({ label }) => label),
      ["0 B", "32 KiB", "64 KiB", "96 KiB", "128 KiB", "160 KiB", "192 KiB"],
    );
    assert.equal(ticks[0]?.at, 410);
    assert.equal(ticks.at(-1)?.at, 10);
  });

  test("close up, addresses are in bytes", () => {
    const ticks = addressTicks({ time: full.time, address: { from: 100, to: 300 } }, plot);
    assert.deepEqual(
      ticks.map(({ label }) => label),
      ["128 B", "160 B", "192 B", "224 B", "256 B", "288 B"],
    );
  });

  test("each line under its event, but not again for the end of a loop", () => {
    const view = { time: { from: 0, to: 10 }, address: full.address };
    const ticks = lineTicks(map, view, plot);
    assert.deepEqual(
      ticks.map(({ label }) => label),
      ["3", "4", "5", "6", "7", "8", "9", "10", "12"],
    );
    assert.equal(ticks[0]?.at, timeToX(0.5, view, plot));
  });

  test("crowded line numbers are thinned out", () => {
    const events = Array.from({ length: 500 }, (_, index) => ({
      index,
      op: "a.b",
      range: range(index),
      role: "" as const,
    }));
    const long = sampleMap({ events });
    const ticks = lineTicks(long, { time: { from: 0, to: 500 }, address: full.address }, plot);
    assert.ok(ticks.length > 5 && ticks.length < 30, String(ticks.length));
    for (const [at, tick] of ticks.entries()) assert.ok(at === 0 || tick.at - (ticks[at - 1]?.at ?? 0) >= 15);
  });

  test("loops from their begin and end", () => {
    assert.deepEqual(loopsOf(map), [{ op: "scf.for", line: 4, start: 2, end: 8, depth: 0 }]);
    const nested = sampleMap({
      events: (["begin", "begin", "end", "begin", "end", "end", "begin"] as const).map((role, index) => ({
        index,
        op: "scf.for",
        range: range(index),
        role,
      })),
    });
    assert.deepEqual(
      loopsOf(nested).map(({ start, end, depth }) => [start, end, depth]),
      [
        [0, 5, 0],
        [1, 2, 1],
        [3, 4, 1],
      ],
    );
  });

  test("events of a line, without the end of its loop", () => {
    assert.deepEqual(eventsOfLine(map, 4), [2]);
    assert.deepEqual(eventsOfLine(map, 99), []);
  });

  test("a pixel as fractions of the plot, and back", () => {
    const at = fractionAt({ x: 350, y: 110 }, plot);
    assert.deepEqual(at, { x: 0.5, y: 0.75 });
    assert.equal(addressToY(0.75 * 4096, { time: full.time, address: { from: 0, to: 4096 } }, plot), 110);
  });
});

describe("arrow keys", () => {
  const boxes = boxesOf(map, ub, { time: { from: 2, to: 8 }, address: { from: 0, to: 16 * KIB } }, plot);
  const from = (
    owner: string,
    copy: number,
    direction: Parameters<typeof neighbour>[2],
  ): string | undefined => {
    const next = neighbour(boxes, box(boxes, owner, copy), direction);
    return next && `${next.slot.owner}${next.rect.copy}`;
  };

  test("lead to the nearest box in their direction", () => {
    assert.equal(from("%x", 0, "up"), "%x1");
    assert.equal(from("%x", 1, "down"), "%x0");
    assert.equal(from("%y", 0, "down"), "%x1");
    assert.equal(from("%t", 0, "down"), "%y0");
    assert.equal(from("%x", 0, "down"), undefined);
    assert.equal(from("%t", 0, "right"), undefined);
  });

  test("reach every box", () => {
    const many = Array.from({ length: 12 }, (_, at) => at);
    const grid = sampleMap({
      slots: many.map((at) => slot(at, `%${at}`)),
      rects: many.map((at) => rect(at, (at % 3) * 8 * KIB, Math.floor(at / 3) * 2, Math.floor(at / 3) * 2)),
    });
    const all = boxesOf(grid, ub, fullView(grid, ub), plot);
    const reached = new Set<string>();
    const visit = (at: Box): void => {
      if (reached.has(at.key)) return;
      reached.add(at.key);
      for (const direction of ["left", "right", "up", "down"] as const) {
        const next = neighbour(all, at, direction);
        if (next) visit(next);
      }
    };
    visit(all[0] as Box);
    assert.equal(reached.size, 12);
  });
});
