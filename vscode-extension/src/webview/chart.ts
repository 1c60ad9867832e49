/** The picture: axes, rectangles, capacity, peak, cursor; and what mouse and keys do in it. */

import type { MemoryMapFunction, MemoryMapSlot, MemoryMapSpace } from "../protocol";
import { formatBytes, spaceName } from "../units";
import { describeRect, shortOp } from "./describe";
import { html, svg, update } from "./dom";
import {
  type Axes,
  addressTicks,
  addressToY,
  type Box,
  boxesOf,
  clampView,
  type Direction,
  eventsOfLine,
  fractionAt,
  fullView,
  lineTicks,
  loopsOf,
  neighbour,
  type Plot,
  type Point,
  panView,
  timeToX,
  usedView,
  type View,
  viewShowing,
  zoomView,
} from "./layout";
import { Shape } from "./shape";

export interface Picture {
  map: MemoryMapFunction;
  space: MemoryMapSpace;
  labels: boolean;
}

export interface Cursor {
  line: number;
  value: string | null;
}

export interface ChartEvents {
  /** A rectangle was chosen; `event` is where on the time axis. */
  choose(slot: MemoryMapSlot, event: number, focus: boolean): void;
}

const ARROWS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

const LEFT = 62;
const RIGHT = 14;
const TOP = 16;
const AXIS = 22;
const LANE = 9;
const LANES = 3;
const ZOOM_STEP = 1.5;
const PAN_STEP = 0.2;
const DRAG_THRESHOLD = 4;
const CENTRE: Point = { x: 0.5, y: 0.5 };

export class Chart {
  readonly element: HTMLElement;
  private readonly drawing = svg("svg", { class: "drawing", role: "group" });
  private readonly tooltip = html("div", { class: "tooltip", role: "tooltip", hidden: true });
  private readonly grid = svg("g", { class: "grid" });
  private readonly beyond = svg("rect", { class: "beyond" });
  private readonly cursorBands = svg("g", { class: "cursor" });
  private readonly shapesLayer = svg("g", { class: "shapes" });
  private readonly capacity = svg("g", { class: "capacity" });
  private readonly peak = svg("g", { class: "peak" });
  private readonly axes = svg("g", { class: "axes" });
  private readonly clip = svg("rect");
  private readonly shapes = new Map<string, Shape>();

  private picture: Picture | undefined;
  private full: View = { time: { from: 0, to: 1 }, address: { from: 0, to: 1 } };
  private view: View = this.full;
  private cursor: Cursor = { line: -1, value: null };
  private width = 0;
  private height = 0;
  private frame = 0;
  private hovered: string | undefined;
  /** The rectangle that the Tab key reaches. */
  private focusKey: string | undefined;

  constructor(private readonly events: ChartEvents) {
    this.drawing.append(
      svg("defs", {}, svg("clipPath", { id: "plot" }, this.clip), hatch()),
      this.grid,
      svg(
        "g",
        { "clip-path": "url(#plot)" },
        this.beyond,
        this.cursorBands,
        this.shapesLayer,
        this.capacity,
        this.peak,
      ),
      this.axes,
    );
    this.element = html("div", { class: "chart" }, this.drawing, this.tooltip);
    new ResizeObserver(() => this.resize()).observe(this.element);
    this.listenToPointer();
    this.drawing.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows a map; the zoom is kept when it is one of the same thing after an edit. */
  show(picture: Picture, keepView: boolean): void {
    const wasFull = sameView(this.view, this.full);
    this.picture = picture;
    this.full = fullView(picture.map, picture.space);
    this.view = keepView && !wasFull ? clampView(this.view, this.full) : this.full;
    this.hideTooltip();
    this.draw();
  }

  setCursor(cursor: Cursor): void {
    this.cursor = cursor;
    this.schedule();
  }

  zoom(factor: number, anchor = this.anchor(), axes: Axes = "both"): void {
    this.setView(zoomView(this.view, this.full, factor, anchor, axes));
  }

  zoomIn(): void {
    this.zoom(ZOOM_STEP);
  }

  zoomOut(): void {
    this.zoom(1 / ZOOM_STEP);
  }

  fit(): void {
    this.setView(this.full);
  }

  fitUsed(): void {
    if (this.picture) this.setView(usedView(this.picture.map, this.picture.space));
  }

  /** Marks the rectangles of a slot, as the list of buffers does under the pointer. */
  highlight(slot: number | null): void {
    for (const shape of this.shapes.values()) shape.markSame(shape.box.slot.id === slot);
  }

  private get plot(): Plot {
    const below = AXIS + LANE * LANES;
    return {
      left: LEFT,
      top: TOP,
      width: Math.max(40, this.width - LEFT - RIGHT),
      height: Math.max(40, this.height - TOP - below),
    };
  }

  /** What zooming by key or button holds fast: the rectangle with the focus, or else the middle of those in sight. */
  private anchor(): Point {
    const focused = this.focused();
    const boxes = focused ? [focused.box] : [...this.shapes.values()].map(({ box }) => box);
    if (boxes.length === 0) return CENTRE;
    const left = Math.min(...boxes.map(({ x }) => x));
    const right = Math.max(...boxes.map(({ x, width }) => x + width));
    const top = Math.min(...boxes.map(({ y }) => y));
    const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
    const { x, y } = fractionAt({ x: (left + right) / 2, y: (top + bottom) / 2 }, this.plot);
    const inside = (part: number): number => Math.min(1, Math.max(0, part));
    return { x: inside(x), y: inside(y) };
  }

  private setView(view: View): void {
    this.view = view;
    this.schedule();
  }

  private resize(): void {
    const { width, height } = this.element.getBoundingClientRect();
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.draw();
  }

  private schedule(): void {
    this.frame ||= requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (!this.picture || this.width === 0) return;
    const { map, space } = this.picture;
    const { plot, view } = this;
    update(this.drawing, {
      width: this.width,
      height: this.height,
      "aria-label": `${spaceName(space.space)} of @${map.name}: addresses over time. Arrow keys move between buffers, Enter goes to the source, plus and minus zoom.`,
    });
    update(this.clip, { x: plot.left, y: plot.top, width: plot.width, height: plot.height });
    this.drawAxes(map, plot, view);
    this.drawCursor(map, plot, view);
    this.drawShapes(map, space, plot, view);
    this.drawCapacity(space, plot, view);
    this.drawPeak(space, plot, view);
  }

  private drawAxes(map: MemoryMapFunction, plot: Plot, view: View): void {
    const bottom = plot.top + plot.height;
    const right = plot.left + plot.width;
    const grid: SVGElement[] = [];
    const axes: SVGElement[] = [
      svg("path", { class: "line", d: `M${plot.left} ${plot.top}V${bottom}H${right}` }),
      svg("text", { class: "title", x: plot.left - 8, y: bottom + 16, "text-anchor": "end" }, "line"),
    ];
    for (const { at, label } of addressTicks(view, plot)) {
      grid.push(svg("line", { x1: plot.left, x2: right, y1: at, y2: at }));
      axes.push(svg("text", { x: plot.left - 8, y: at + 4, "text-anchor": "end" }, label));
    }
    for (const { at, label } of lineTicks(map, view, plot)) {
      axes.push(svg("line", { class: "line", x1: at, x2: at, y1: bottom, y2: bottom + 4 }));
      axes.push(svg("text", { x: at, y: bottom + 16, "text-anchor": "middle" }, label));
    }
    for (const { op, line, start, end, depth } of loopsOf(map)) {
      if (depth >= LANES) continue;
      const from = Math.max(plot.left, timeToX(start, view, plot));
      const to = Math.min(right, timeToX(end + 1, view, plot));
      if (to <= from) continue;
      const bar = {
        x: from,
        y: bottom + AXIS + depth * LANE,
        width: Math.max(2, to - from),
        height: LANE - 3,
        rx: 2,
      };
      axes.push(
        svg("rect", { class: "loop", ...bar }, svg("title", {}, `${shortOp(op)} at line ${line + 1}`)),
      );
    }
    this.grid.replaceChildren(...grid);
    this.axes.replaceChildren(...axes);
  }

  private drawCursor(map: MemoryMapFunction, plot: Plot, view: View): void {
    const bands = eventsOfLine(map, this.cursor.line).map((event) => {
      const x = timeToX(event, view, plot);
      return svg("rect", { x, y: plot.top, width: timeToX(event + 1, view, plot) - x, height: plot.height });
    });
    this.cursorBands.replaceChildren(...bands);
  }

  private drawShapes(map: MemoryMapFunction, space: MemoryMapSpace, plot: Plot, view: View): void {
    const boxes = boxesOf(map, space, view, plot);
    const seen = new Set<string>();
    const atCursor = this.slotsAtCursor(map);
    if (!boxes.some(({ key }) => key === this.focusKey)) this.focusKey = boxes[0]?.key;
    for (const box of boxes) {
      // Two rectangles with one key would be one shape; a plan has no such pair, but a page must not depend on it.
      if (seen.has(box.key)) continue;
      seen.add(box.key);
      const shape = this.shapes.get(box.key) ?? this.addShape(box);
      shape.draw(box, map, {
        current: atCursor.has(box.slot.id),
        tabStop: box.key === this.focusKey,
        labels: this.picture?.labels ?? true,
      });
    }
    for (const [key, { group }] of this.shapes) {
      if (seen.has(key)) continue;
      group.remove();
      this.shapes.delete(key);
    }
  }

  private addShape(box: Box): Shape {
    const shape = new Shape(box);
    const { group } = shape;
    group.addEventListener("pointerenter", () => this.hover(shape));
    group.addEventListener("pointerleave", () => this.hover(undefined));
    group.addEventListener("focus", () => {
      this.focusKey = shape.box.key;
      this.schedule();
      if (group.matches(":focus-visible")) this.showTooltip(shape);
    });
    group.addEventListener("blur", () => this.hideTooltip());
    this.shapesLayer.append(group);
    this.shapes.set(box.key, shape);
    return shape;
  }

  private drawCapacity(space: MemoryMapSpace, plot: Plot, view: View): void {
    if (space.capacityBytes === null) {
      this.capacity.replaceChildren();
      update(this.beyond, { width: 0, height: 0 });
      return;
    }
    const y = addressToY(space.capacityBytes, view, plot);
    const inside = Math.max(plot.top, Math.min(y, plot.top + plot.height));
    update(this.beyond, { x: plot.left, y: plot.top, width: plot.width, height: inside - plot.top });
    const right = plot.left + plot.width;
    const label = `${spaceName(space.space)} ${formatBytes(space.capacityBytes)}`;
    const below = y - plot.top < 16;
    this.capacity.replaceChildren(
      svg("line", { x1: plot.left, x2: right, y1: y, y2: y }),
      svg("text", { x: right - 6, y: below ? y + 13 : y - 5, "text-anchor": "end" }, label),
    );
  }

  private drawPeak(space: MemoryMapSpace, plot: Plot, view: View): void {
    if (!space.peak) {
      this.peak.replaceChildren();
      return;
    }
    const x = timeToX(space.peak.event + 0.5, view, plot);
    const { top } = plot;
    this.peak.replaceChildren(
      svg("line", { x1: x, x2: x, y1: top, y2: top + plot.height }),
      svg(
        "path",
        { d: `M${x - 5} ${top}h10l-5 7z` },
        svg("title", {}, `Most: ${formatBytes(space.peak.bytes)}`),
      ),
    );
  }

  private slotsAtCursor(map: MemoryMapFunction): Set<number> {
    const { line, value } = this.cursor;
    const named = map.buffers.filter(({ name }) => name === value);
    const found =
      named.length > 0
        ? named
        : map.buffers.filter(({ range }) => range.start.line <= line && line <= range.end.line);
    return new Set(found.flatMap(({ slot }) => slot ?? []));
  }

  private get mapOrThrow(): MemoryMapFunction {
    if (!this.picture) throw new Error("no picture");
    return this.picture.map;
  }

  // Mouse ----------------------------------------------------------------------------------------------------

  private listenToPointer(): void {
    const { drawing } = this;
    let start: (Point & { view: View; pointer: number }) | undefined;
    let dragging = false;
    drawing.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      start = { x: event.clientX, y: event.clientY, view: this.view, pointer: event.pointerId };
      dragging = false;
    });
    drawing.addEventListener("pointermove", (event) => {
      if (!start) {
        const under = this.shapeAt(event.target);
        // A new picture has taken the tooltip away, under a pointer that rests.
        if (under && this.tooltip.hidden) this.hover(under);
        this.moveTooltip({ x: event.clientX, y: event.clientY });
        return;
      }
      const dx = event.clientX - start.x;
      const dy = event.clientY - start.y;
      if (!dragging && Math.hypot(dx, dy) < DRAG_THRESHOLD) return;
      if (!dragging) {
        dragging = true;
        drawing.setPointerCapture(start.pointer);
        drawing.classList.add("dragging");
        this.hideTooltip();
      }
      const { width, height } = this.plot;
      this.setView(panView(start.view, this.full, { x: -dx / width, y: dy / height }));
    });
    const end = (): void => {
      start = undefined;
      drawing.classList.remove("dragging");
    };
    drawing.addEventListener("pointerup", end);
    drawing.addEventListener("pointercancel", end);
    drawing.addEventListener("click", (event) => {
      const shape = dragging ? undefined : this.shapeAt(event.target);
      dragging = false;
      if (!shape) return;
      // A screen reader clicks without a pointer, so at no place.
      const at = event.detail === 0 ? shape.box.rect.start : this.eventAt(event.clientX);
      this.events.choose(shape.box.slot, at, true);
    });
    drawing.addEventListener("dblclick", (event) => {
      if (!this.shapeAt(event.target)) this.fit();
    });
    drawing.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const { left, top } = this.drawing.getBoundingClientRect();
    const anchor = fractionAt({ x: event.clientX - left, y: event.clientY - top }, this.plot);
    const sideways = event.shiftKey ? 0 : event.deltaX * scale;
    if (Math.abs(sideways) > Math.abs(event.deltaY * scale)) {
      this.setView(panView(this.view, this.full, { x: sideways / this.plot.width, y: 0 }));
      return;
    }
    // With Shift some systems report the wheel as sideways.
    const distance = (event.deltaY || event.deltaX) * scale;
    const axes = event.shiftKey ? "time" : event.altKey ? "address" : "both";
    this.zoom(Math.exp(-distance * 0.0018), anchor, axes);
  }

  private shapeAt(target: EventTarget | null): Shape | undefined {
    const group = target instanceof Element ? target.closest("g.shape") : null;
    return group ? [...this.shapes.values()].find((shape) => shape.group === group) : undefined;
  }

  private eventAt(clientX: number): number {
    const { left } = this.drawing.getBoundingClientRect();
    const { x } = fractionAt({ x: clientX - left, y: 0 }, this.plot);
    return Math.floor(this.view.time.from + x * (this.view.time.to - this.view.time.from));
  }

  private hover(shape: Shape | undefined): void {
    this.hovered = shape?.box.key;
    this.highlight(shape?.box.slot.id ?? null);
    if (shape) this.showTooltip(shape);
    else this.hideTooltip();
  }

  // Keys -----------------------------------------------------------------------------------------------------

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.pressed(event.key, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private pressed(key: string, shift: boolean): boolean {
    const direction = ARROWS[key];
    if (direction) {
      if (shift) this.pan(direction);
      else this.moveFocus(direction);
      return true;
    }
    switch (key) {
      case "+":
      case "=":
        this.zoomIn();
        return true;
      case "-":
      case "_":
        this.zoomOut();
        return true;
      case "0":
        this.fit();
        return true;
      case "u":
        this.fitUsed();
        return true;
      case "Home":
      case "End":
        this.focusFirst(key === "End");
        return true;
      case "Enter":
      case " ":
        return this.chooseFocused(key === "Enter");
      case "Escape":
        this.hideTooltip();
        return true;
      default:
        return false;
    }
  }

  private pan(direction: Direction): void {
    const by = { left: [-1, 0], right: [1, 0], up: [0, 1], down: [0, -1] }[direction];
    this.setView(panView(this.view, this.full, { x: (by[0] ?? 0) * PAN_STEP, y: (by[1] ?? 0) * PAN_STEP }));
  }

  private focused(): Shape | undefined {
    return [...this.shapes.values()].find(({ group }) => group === document.activeElement);
  }

  /** All rectangles, where they lie when everything is in sight: focus also moves to those outside of the view. */
  private allBoxes(): Box[] {
    return this.picture ? boxesOf(this.picture.map, this.picture.space, this.full, this.plot) : [];
  }

  private moveFocus(direction: Direction): void {
    const boxes = this.allBoxes();
    const from = boxes.find(({ key }) => key === this.focused()?.box.key);
    const next = from ? neighbour(boxes, from, direction) : boxes.find(({ key }) => key === this.focusKey);
    if (next) this.focus(next);
  }

  private focusFirst(fromEnd: boolean): void {
    const boxes = this.allBoxes().sort(
      (a, b) => a.rect.start - b.rect.start || a.rect.address - b.rect.address,
    );
    const box = fromEnd ? boxes.at(-1) : boxes[0];
    if (box) this.focus(box);
  }

  private focus(box: Box): void {
    this.view = viewShowing(this.view, this.full, box.rect);
    this.focusKey = box.key;
    this.draw();
    const shape = this.shapes.get(box.key);
    if (!shape) return;
    shape.group.focus();
    this.showTooltip(shape);
  }

  private chooseFocused(focus: boolean): boolean {
    const shape = this.focused();
    if (!shape) return false;
    this.events.choose(shape.box.slot, shape.box.rect.start, focus);
    return true;
  }

  // Tooltip --------------------------------------------------------------------------------------------------

  private showTooltip({ box, body }: Shape): void {
    const { title, facts } = describeRect(this.mapOrThrow, box.slot, box.rect);
    const list = html(
      "dl",
      {},
      ...facts.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]),
    );
    this.tooltip.replaceChildren(html("strong", {}, title), list);
    this.tooltip.hidden = false;
    if (this.hovered === box.key) return;
    const { left, bottom } = body.getBoundingClientRect();
    this.moveTooltip({ x: Math.max(left, 0), y: bottom - 8 });
  }

  private moveTooltip({ x, y }: Point): void {
    if (this.tooltip.hidden) return;
    const { offsetWidth, offsetHeight, style } = this.tooltip;
    const left = x + 14 + offsetWidth > window.innerWidth ? x - offsetWidth - 10 : x + 14;
    const top = y + 16 + offsetHeight > window.innerHeight ? y - offsetHeight - 10 : y + 16;
    style.left = `${Math.max(2, left)}px`;
    style.top = `${Math.max(2, top)}px`;
  }

  private hideTooltip(): void {
    this.tooltip.hidden = true;
  }
}

function sameView(a: View, b: View): boolean {
  return (
    a.time.from === b.time.from &&
    a.time.to === b.time.to &&
    a.address.from === b.address.from &&
    a.address.to === b.address.to
  );
}

/** Stripes, so that an overflow or padding shows without colour too. */
function hatch(): SVGPatternElement {
  return svg(
    "pattern",
    { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("line", { x1: 0, y1: 0, x2: 0, y2: 6, class: "stripe" }),
  );
}
