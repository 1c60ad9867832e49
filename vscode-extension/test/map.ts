/** A small memory map to test with: three buffers in UB, one of them double buffered, one computed in place. */

import type { MemoryMapFunction, MemoryMapRect, MemoryMapSlot, Range } from "../src/protocol";

export function range(line: number, from = 0, to = 10, endLine = line): Range {
  return { start: { line, character: from }, end: { line: endLine, character: to } };
}

export const KIB = 1024;

export function slot(id: number, owner: string, changes: Partial<MemoryMapSlot> = {}): MemoryMapSlot {
  return {
    id,
    space: "ub",
    members: [owner],
    owner,
    copies: 1,
    class: "vector",
    bytes: 4 * KIB,
    paddedBytes: 4 * KIB,
    level: null,
    extraCopies: false,
    ...changes,
  };
}

export function rect(
  of: number,
  address: number,
  start: number,
  end: number,
  changes: Partial<MemoryMapRect> = {},
): MemoryMapRect {
  return {
    slot: of,
    copy: 0,
    space: "ub",
    address,
    bytes: 4 * KIB,
    paddedBytes: 4 * KIB,
    start,
    end,
    startLine: start + 2,
    endLine: end + 2,
    overflow: false,
    ...changes,
  };
}

/**
 * Events 0 to 9 at lines 2 to 11; a loop from 2 to 8. %x (two copies at 0 and 4 KiB) lives in 3..6, %y from 4 to 7 with
 * %z in its place from 6, %t at 12 KiB in 6..7.
 */
export function sampleMap(changes: Partial<MemoryMapFunction> = {}): MemoryMapFunction {
  const ops = ["memref.alloc", "memref.alloc", "scf.for", "hivm.hir.load", "hivm.hir.vexp", "hivm.hir.vadd"];
  ops.push("hivm.hir.vmul", "hivm.hir.store", "scf.for", "func.return");
  return {
    name: "k",
    range: range(1, 0, 1, 12),
    nameRange: range(1, 12, 14),
    tool: "a3",
    target: "Ascend910B3",
    mode: "local",
    attempt: 0,
    events: ops.map((op, index) => ({
      index,
      op,
      range: range(index === 8 ? 4 : index + 2, 2, 14),
      role: index === 2 ? "begin" : index === 8 ? "end" : "",
    })),
    spaces: [
      {
        space: "ub",
        capacityBytes: 192 * KIB,
        alignmentBytes: 32,
        strategy: "sequential",
        split: false,
        highWaterBytes: 16 * KIB,
        peak: { event: 6, bytes: 16 * KIB, slots: [0, 1, 2] },
        overflow: null,
      },
    ],
    slots: [
      slot(0, "%x", { copies: 2, class: "dma" }),
      slot(1, "%y", { members: ["%y", "%z"] }),
      slot(2, "%t", { bytes: 4000, paddedBytes: 4 * KIB, class: "scalar", level: 2 }),
    ],
    rects: [
      rect(0, 0, 3, 6),
      rect(0, 4 * KIB, 3, 6, { copy: 1 }),
      rect(1, 8 * KIB, 4, 7),
      rect(2, 12 * KIB, 6, 7, { bytes: 4000 }),
    ],
    buffers: [
      buffer("%x", 2, 0, [0, 4 * KIB], [3, 6], { killReason: "end of loop" }),
      buffer("%y", 2, 1, [8 * KIB], [4, 6], { inplace: [{ with: "%z", line: 8, kind: "rule" }] }),
      buffer("%z", 3, 1, [8 * KIB], [6, 7], {
        inplace: [{ with: "%y", line: 8, kind: "rule" }],
        sharers: ["%w"],
      }),
      buffer("%t", 3, 2, [12 * KIB], [6, 7], { bytes: 4000 }),
      buffer("%unused", 3, null, [], null, { killReason: "unwritten" }),
    ],
    warnings: [],
    status: "planned",
    ...changes,
  };
}

function buffer(
  name: string,
  line: number,
  inSlot: number | null,
  offsets: number[],
  ownLife: [number, number] | null,
  changes: Partial<MemoryMapFunction["buffers"][number]> = {},
): MemoryMapFunction["buffers"][number] {
  return {
    name,
    range: range(line, 2, 40),
    space: "ub",
    bytes: 4 * KIB,
    paddedBytes: 4 * KIB,
    slot: inSlot,
    offsets,
    life: ownLife,
    ownLife,
    genLine: ownLife && ownLife[0] + 2,
    killLine: ownLife && ownLife[1] + 2,
    killReason: "last use",
    inplace: [],
    sharers: [],
    ...changes,
  };
}

/** The same function with buffers of 96 KiB: three of them are too many. */
export function overflowMap(): MemoryMapFunction {
  const size = 96 * KIB;
  const big = { bytes: size, paddedBytes: size };
  const map = sampleMap({ status: "overflow" });
  const [space] = map.spaces;
  if (!space) throw new Error("the sample has a space");
  return {
    ...map,
    spaces: [
      {
        ...space,
        strategy: "levels",
        highWaterBytes: 3 * size,
        peak: { event: 5, bytes: 3 * size, slots: [0, 1, 2] },
        overflow: {
          requiresBits: 3 * size * 8,
          availableBits: 192 * KIB * 8,
          kind: "peak",
          message: "ub overflow, requires 2359296 bits while 1572864 bits available!",
        },
      },
    ],
    slots: ["%x", "%y", "%t"].map((name, id) =>
      slot(id, name, { ...big, level: 0, class: id === 0 ? "dma" : "vector" }),
    ),
    rects: [0, 1, 2].map((id) => rect(id, id * size, 3 + id, 7, { ...big, overflow: id === 2 })),
    buffers: ["%x", "%y", "%t"].map((name, id) => buffer(name, 2 + id, id, [], [3 + id, 7], big)),
  };
}
