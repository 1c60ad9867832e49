/** What the memory map says in words: tooltips, labels for screen readers, the line above the picture. Pure. */

import type {
  MemoryMapBuffer,
  MemoryMapFunction,
  MemoryMapRect,
  MemoryMapSlot,
  MemoryMapSpace,
  SlotClass,
} from "../protocol";
import { formatAddress, formatBytes, formatExact, formatPercent, formatUse, spaceName } from "../units";
import { buffersOf, memberNames } from "./members";

export interface Description {
  title: string;
  facts: [name: string, value: string][];
  /** One sentence with the essentials, for screen readers. */
  label: string;
}

export const CLASS_NAMES: Record<SlotClass, string> = {
  dma: "data transfer",
  vector: "vector operations",
  scalar: "scalar access",
  unique: "kept apart",
  none: "other",
};

/** The buffer that lives in a slot at an event: the one whose own life holds it, or else the slot's owner. */
export function bufferAt(
  map: MemoryMapFunction,
  slot: MemoryMapSlot,
  event: number,
): MemoryMapBuffer | undefined {
  const members = buffersOf(map, slot);
  const alive = members.filter(({ ownLife }) => ownLife && ownLife[0] <= event && event <= ownLife[1]);
  // Where one buffer is computed in place of another, both own the event; the younger one is what a person sees change.
  const youngest = alive.sort((a, b) => (b.ownLife?.[0] ?? 0) - (a.ownLife?.[0] ?? 0))[0];
  return youngest ?? members.find(({ name }) => name === slot.owner) ?? members[0];
}

export function describeRect(map: MemoryMapFunction, slot: MemoryMapSlot, rect: MemoryMapRect): Description {
  const buffers = buffersOf(map, slot);
  const owner = buffers.find(({ name }) => name === slot.owner) ?? buffers[0];
  const copy = slot.copies > 1 ? `, copy ${rect.copy + 1} of ${slot.copies}` : "";
  const title = memberNames(map, slot).join(", ");
  const size = sizeText(rect.bytes, rect.paddedBytes);
  const address = `${formatAddress(rect.address)} (${formatBytes(rect.address)})${copy}`;
  const life = lifeText(rect, owner);
  const facts: Description["facts"] = [
    ["Size", size],
    ["Address", address],
    ["Lives", life],
  ];
  const inplace = inplaceLines(buffers);
  if (inplace.length > 0) facts.push(["In place", inplace.join("\n")]);
  const sharers = [...new Set(buffers.flatMap((buffer) => buffer.sharers))].filter(
    (name) => !slot.members.includes(name),
  );
  if (sharers.length > 0) facts.push(["Shared with", namesText(sharers)]);
  facts.push([
    "Used by",
    CLASS_NAMES[slot.class] + (slot.level === null ? "" : `; planned at level ${slot.level}`),
  ]);
  if (slot.extraCopies) facts.push(["Copies", "more than were asked for, since they fit"]);
  if (rect.overflow) facts.push(["Overflow", "does not fit"]);
  const overflow = rect.overflow ? ", does not fit" : "";
  const label = `${title}: ${formatBytes(rect.bytes)} at ${formatAddress(rect.address)}${copy}, ${life}${overflow}`;
  return { title, facts, label };
}

function sizeText(bytes: number, padded: number): string {
  const exact = bytes >= 1024 ? `${formatBytes(bytes)} (${formatExact(bytes)})` : formatExact(bytes);
  return padded === bytes ? exact : `${exact}, padded to ${formatExact(padded)}`;
}

function lifeText(rect: MemoryMapRect, owner: MemoryMapBuffer | undefined): string {
  const [first, last] = [rect.startLine + 1, rect.endLine + 1];
  const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  const reason = owner?.killReason;
  return reason && reason !== "last use" ? `${lines} (${reason})` : lines;
}

/** One line for each pair; both partners name the other, the first to do so counts. */
function inplaceLines(buffers: readonly MemoryMapBuffer[]): string[] {
  const lines = new Map<string, string>();
  for (const { name, inplace } of buffers)
    for (const { with: other, line, kind } of inplace) {
      const place = line === null ? "" : `, line ${line + 1}`;
      const pair = [name, other].sort().join(" ") + place;
      if (!lines.has(pair))
        lines.set(pair, `${name} and ${other}${place}${kind === "forced" ? " (one value)" : ""}`);
    }
  return [...lines.values()];
}

function namesText(names: readonly string[], most = 6): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** "UB: 144 of 192 KiB (75 %)". */
export function useText(space: MemoryMapSpace): string {
  const name = spaceName(space.space);
  const needed = space.overflow ? Math.ceil(space.overflow.requiresBits / 8) : space.highWaterBytes;
  if (space.capacityBytes === null) return `${name}: ${formatBytes(needed)}`;
  return `${name}: ${formatUse(needed, space.capacityBytes)} (${formatPercent(needed, space.capacityBytes)})`;
}

export interface PeakPart {
  slot: MemoryMapSlot;
  text: string;
}

export interface PeakText {
  /** "Most at line 14 (vadd): 144 KiB". */
  headline: string;
  parts: PeakPart[];
}

/** Who is alive at the fullest point, largest first. */
export function peakText(map: MemoryMapFunction, space: MemoryMapSpace): PeakText | null {
  const { peak } = space;
  if (!peak) return null;
  const event = map.events.find(({ index }) => index === peak.event);
  const place = event ? `line ${event.range.start.line + 1} (${shortOp(event.op)})` : `event ${peak.event}`;
  const alive = map.slots.filter((slot) => slot.space === space.space && peak.slots.includes(slot.id));
  const parts = alive
    .sort((a, b) => b.paddedBytes * b.copies - a.paddedBytes * a.copies || a.id - b.id)
    .map((slot) => ({ slot, text: `${memberNames(map, slot).join(", ")} ${shareText(slot)}` }));
  return { headline: `Most at ${place}: ${formatBytes(peak.bytes)}`, parts };
}

function shareText(slot: MemoryMapSlot): string {
  const one = formatBytes(slot.paddedBytes);
  return slot.copies > 1 ? `${slot.copies} × ${one}` : one;
}

/** Without the dialect, which is nearly always the same: "vadd", "load", but "scf.for". */
export function shortOp(op: string): string {
  return op.replace(/^hivm\.hir\./, "");
}
