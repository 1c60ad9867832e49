import type { MemoryMapBuffer, MemoryMapFunction, MemoryMapSlot } from "../protocol";

const known = new WeakMap<MemoryMapFunction, Map<number, MemoryMapBuffer[]>>();

/** The buffers that lie in a slot, in the order of the text. Kept per map, since every rectangle asks. */
export function buffersOf(map: MemoryMapFunction, slot: MemoryMapSlot): MemoryMapBuffer[] {
  let bySlot = known.get(map);
  if (!bySlot) {
    bySlot = new Map();
    const inOrder = [...map.buffers].sort((a, b) => a.range.start.line - b.range.start.line);
    for (const buffer of inOrder) {
      if (buffer.slot === null) continue;
      const others = bySlot.get(buffer.slot);
      if (others) others.push(buffer);
      else bySlot.set(buffer.slot, [buffer]);
    }
    known.set(map, bySlot);
  }
  return bySlot.get(slot.id) ?? [];
}

/** Their names; those that the plan gives where the buffers themselves are not told. */
export function memberNames(map: MemoryMapFunction, slot: MemoryMapSlot): string[] {
  const buffers = buffersOf(map, slot);
  return buffers.length > 0 ? buffers.map(({ name }) => name) : slot.members;
}
