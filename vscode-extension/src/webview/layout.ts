/**
 * Where everything of the memory map lies on the screen. Time runs to the right (one event is one unit wide), addresses
 * grow upwards (in bytes). Pure: no DOM in here.
 */

import type { MemoryMapFunction, MemoryMapRect, MemoryMapSlot, MemoryMapSpace } from "../protocol";
import { formatBytes } from "../units";
import { memberNames } from "./members";

/** Half open. */
export interface Span {
  from: number;
  to: number;
}

/** The part of the map that is in sight. */
export interface View {
  /** Event indices. */
  time: Span;
  /** Bytes. */
  address: Span;
}

/** The area for rectangles, in pixels of the drawing. */
export interface Plot {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Tick {
  /** Pixels along the axis. */
  at: number;
  label: string;
}

export interface Box {
  /** Stays the same when the view moves and, as a rule, when the text is edited. */
  key: string;
  rect: MemoryMapRect;
  slot: MemoryMapSlot;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Height of the part at the top that only padding fills. */
  padding: number;
  /** Lines of text that fit into the visible part. */
  label: string[];
}

export interface Loop {
  op: string;
  line: number;
  /** Event indices, both inclusive. */
  start: number;
  end: number;
  /** 0: outermost. */
  depth: number;
}

export type Direction = "left" | "right" | "up" | "down";
export type Axes = "both" | "time" | "address";

const CHARACTER_WIDTH = 6.7;
const LINE_HEIGHT = 14;
const LEAST_EVENTS = 1;
const LEAST_BYTES = 64;
/** Pixels outside the plot that are still drawn, so that borders do not show at its edges. */
const MARGIN = 4;

/** The last event that a rectangle covers; one that never ends covers all that follow. */
function lastEvent(rect: MemoryMapRect, map: MemoryMapFunction): number {
  return rect.end >= rect.start ? rect.end : Math.max(rect.start, eventCount(map) - 1);
}

function eventCount(map: MemoryMapFunction): number {
  return map.events.reduce((most, { index }) => Math.max(most, index + 1), 0);
}

function timeOf(map: MemoryMapFunction, rects: readonly MemoryMapRect[]): Span {
  const count = Math.max(1, eventCount(map));
  if (rects.length === 0) return { from: 0, to: count };
  const first = Math.min(...rects.map(({ start }) => start));
  const last = Math.max(...rects.map((rect) => lastEvent(rect, map)));
  return {
    from: Math.max(0, first - 1),
    to: Math.max(first + 1, Math.min(Math.max(count, last + 1), last + 2)),
  };
}

function topOf(rects: readonly MemoryMapRect[], space: MemoryMapSpace): number {
  return rects.reduce(
    (top, { address, paddedBytes }) => Math.max(top, address + paddedBytes),
    space.highWaterBytes,
  );
}

function rectsOf(map: MemoryMapFunction, space: MemoryMapSpace): MemoryMapRect[] {
  return map.rects.filter((rect) => rect.space === space.space);
}

/** Everything, up to the capacity at least. */
export function fullView(map: MemoryMapFunction, space: MemoryMapSpace): View {
  const rects = rectsOf(map, space);
  const top = Math.max(topOf(rects, space), space.capacityBytes ?? 0, LEAST_BYTES);
  return { time: timeOf(map, rects), address: { from: 0, to: top * 1.04 } };
}

/** The part that holds buffers, which may be little of the capacity. */
export function usedView(map: MemoryMapFunction, space: MemoryMapSpace): View {
  const rects = rectsOf(map, space);
  const top = Math.max(topOf(rects, space), LEAST_BYTES);
  return { time: timeOf(map, rects), address: { from: 0, to: top * 1.04 } };
}

function clampSpan(span: Span, full: Span, least: number): Span {
  const whole = full.to - full.from;
  const size = Math.min(whole, Math.max(Math.min(least, whole), span.to - span.from));
  const from = Math.min(Math.max(span.from, full.from), full.to - size);
  return { from, to: from + size };
}

export function clampView(view: View, full: View): View {
  return {
    time: clampSpan(view.time, full.time, LEAST_EVENTS),
    address: clampSpan(view.address, full.address, LEAST_BYTES),
  };
}

function zoomSpan({ from, to }: Span, factor: number, anchor: number): Span {
  const fixed = from + (to - from) * anchor;
  return { from: fixed - (fixed - from) / factor, to: fixed + (to - fixed) / factor };
}

/** Factor over 1: closer. The anchor, as fractions of the plot from its left and lower edge, stays where it is. */
export function zoomView(view: View, full: View, factor: number, anchor: Point, axes: Axes = "both"): View {
  const time = axes === "address" ? view.time : zoomSpan(view.time, factor, anchor.x);
  const address = axes === "time" ? view.address : zoomSpan(view.address, factor, anchor.y);
  return clampView({ time, address }, full);
}

/** Moves by fractions of what is in sight; positive: later, higher. */
export function panView(view: View, full: View, by: Point): View {
  const shift = ({ from, to }: Span, part: number): Span => {
    const distance = (to - from) * part;
    return { from: from + distance, to: to + distance };
  };
  return clampView({ time: shift(view.time, by.x), address: shift(view.address, by.y) }, full);
}

/** The same size of view, moved just so far that the rectangle is in sight. */
export function viewShowing(view: View, full: View, rect: MemoryMapRect): View {
  const show = (span: Span, from: number, to: number): Span => {
    const size = span.to - span.from;
    if (from >= span.from && to <= span.to) return span;
    if (to - from >= size || from < span.from) return { from, to: from + size };
    return { from: to - size, to };
  };
  const time = show(view.time, rect.start, Math.max(rect.start, rect.end) + 1);
  const address = show(view.address, rect.address, rect.address + rect.paddedBytes);
  return clampView({ time, address }, full);
}

export function timeToX(event: number, view: View, plot: Plot): number {
  return plot.left + ((event - view.time.from) / (view.time.to - view.time.from)) * plot.width;
}

export function addressToY(address: number, view: View, plot: Plot): number {
  const part = (address - view.address.from) / (view.address.to - view.address.from);
  return plot.top + (1 - part) * plot.height;
}

/** The place of a pixel as fractions of the plot, from its left and its lower edge. */
export function fractionAt(pixel: Point, plot: Plot): Point {
  return { x: (pixel.x - plot.left) / plot.width, y: 1 - (pixel.y - plot.top) / plot.height };
}

/** The rectangles of a space that are in sight, in the order of the plan. */
export function boxesOf(map: MemoryMapFunction, space: MemoryMapSpace, view: View, plot: Plot): Box[] {
  const slots = new Map(map.slots.map((slot) => [slot.id, slot]));
  const boxes: Box[] = [];
  for (const rect of rectsOf(map, space)) {
    const slot = slots.get(rect.slot);
    if (!slot) continue;
    const left = Math.max(timeToX(rect.start, view, plot), plot.left - MARGIN);
    const right = Math.min(timeToX(lastEvent(rect, map) + 1, view, plot), plot.left + plot.width + MARGIN);
    const full = addressToY(rect.address + rect.paddedBytes, view, plot);
    const top = Math.max(full, plot.top - MARGIN);
    const bottom = Math.min(addressToY(rect.address, view, plot), plot.top + plot.height + MARGIN);
    if (right <= left || bottom <= top) continue;
    const filled = Math.max(top, Math.min(bottom, addressToY(rect.address + rect.bytes, view, plot)));
    const size = { width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
    boxes.push({
      key: `${rect.space}/${slot.owner}/${rect.copy}/${rect.start}`,
      rect,
      slot,
      x: left,
      y: top,
      ...size,
      padding: filled - top,
      label: fittingLabel(memberNames(map, slot), slot, rect, size.width, size.height),
    });
  }
  return boxes;
}

function fittingLabel(
  names: readonly string[],
  slot: MemoryMapSlot,
  rect: MemoryMapRect,
  width: number,
  height: number,
): string[] {
  const fits = (text: string): boolean => text.length * CHARACTER_WIDTH + 6 <= width;
  const lines = Math.floor((height - 2) / LINE_HEIGHT);
  if (lines < 1) return [];
  const copy = slot.copies > 1 ? ` #${rect.copy + 1}` : "";
  const owner = slot.owner + copy;
  const all = names.join(" ") + copy;
  const name = fits(all) ? all : owner;
  if (!fits(name)) return [];
  const size = formatBytes(rect.bytes);
  return lines >= 2 && fits(size) ? [name, size] : [name];
}

/** Round addresses (powers of two apart), at least `apart` pixels from one to the next; `at` counts from the top. */
export function addressTicks({ address }: View, plot: Plot, apart = 36): Tick[] {
  const perPixel = (address.to - address.from) / plot.height;
  let step = 32;
  while (step / perPixel < apart) step *= 2;
  const ticks: Tick[] = [];
  for (let value = Math.ceil(address.from / step) * step; value <= address.to; value += step)
    ticks.push({
      at: plot.top + (1 - (value - address.from) / (address.to - address.from)) * plot.height,
      label: formatBytes(value),
    });
  return ticks;
}

/** Line numbers under the events where the text goes on, as many as there is room for. */
export function lineTicks(map: MemoryMapFunction, view: View, plot: Plot): Tick[] {
  const ticks: Tick[] = [];
  let furthest = -1;
  let free = Number.NEGATIVE_INFINITY;
  for (const { index, range } of map.events) {
    const { line } = range.start;
    // The end of a loop, and what the compiler adds there, lies at the loop's first line: that would seem to come again.
    if (line <= furthest) continue;
    furthest = line;
    const at = timeToX(index + 0.5, view, plot);
    const label = String(line + 1);
    const half = (label.length * CHARACTER_WIDTH) / 2;
    if (at < plot.left || at > plot.left + plot.width || at - half < free) continue;
    ticks.push({ at, label });
    free = at + half + 8;
  }
  return ticks;
}

/** Loops and branches from their begin and end events; one that does not end is left out. */
export function loopsOf(map: MemoryMapFunction): Loop[] {
  const open: { op: string; line: number; start: number }[] = [];
  const loops: Loop[] = [];
  for (const { index, range, op, role } of map.events) {
    if (role === "begin") {
      open.push({ op, line: range.start.line, start: index });
    } else if (role === "end") {
      const begun = open.pop();
      if (begun) loops.push({ ...begun, end: index, depth: open.length });
    }
  }
  return loops.sort((a, b) => a.start - b.start);
}

/** The events that a line of text stands for. */
export function eventsOfLine(map: MemoryMapFunction, line: number): number[] {
  return map.events
    .filter(({ range, role }) => range.start.line === line && role !== "end")
    .map(({ index }) => index);
}

function centre({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The box that an arrow key leads to: the nearest one in its direction, where sideways distance counts double. */
export function neighbour(boxes: readonly Box[], from: Box, direction: Direction): Box | undefined {
  const origin = centre(from);
  let best: Box | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const box of boxes) {
    if (box.key === from.key) continue;
    const { x, y } = centre(box);
    const dx = x - origin.x;
    const dy = y - origin.y;
    const along = { left: -dx, right: dx, up: -dy, down: dy }[direction];
    const aside = Math.abs(direction === "left" || direction === "right" ? dy : dx);
    if (along <= 0.5) continue;
    const distance = along + 2 * aside;
    if (distance < least) {
      least = distance;
      best = box;
    }
  }
  return best;
}
