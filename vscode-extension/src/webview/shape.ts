import type { MemoryMapFunction, MemoryMapRect } from "../protocol";
import { describeRect } from "./describe";
import { svg, update } from "./dom";
import type { Box } from "./layout";

const LINE = 14;
/** From the middle of a line of text to its base. */
const BASE = 4;

export interface Marks {
  /** At the cursor of the text. */
  current: boolean;
  /** The one that the Tab key reaches. */
  tabStop: boolean;
  labels: boolean;
}

/** The drawing of one rectangle. It stays while the view moves; only what differs is written. */
export class Shape {
  readonly group = svg("g", { role: "button" });
  readonly body = svg("rect", { class: "body" });
  private readonly padding = svg("rect", { class: "padding" });
  private readonly text = svg("text", { "text-anchor": "middle", "aria-hidden": "true" });
  private described: MemoryMapRect | undefined;
  private lines = "";
  private same = false;
  private classes = "";

  constructor(public box: Box) {
    this.group.append(this.body, this.padding, this.text);
  }

  /** Lights up together with all rectangles of its slot. */
  markSame(same: boolean): void {
    this.same = same;
    this.group.classList.toggle("same", same);
  }

  draw(box: Box, map: MemoryMapFunction, { current, tabStop, labels }: Marks): void {
    this.box = box;
    const { x, y, width, height, slot, rect } = box;
    this.describe(rect, map);
    const classes = [slot.class, rect.overflow && "overflow", current && "current"].filter(Boolean).join(" ");
    if (classes !== this.classes) {
      this.classes = classes;
      this.group.setAttribute("class", `shape ${classes}${this.same ? " same" : ""}`);
    }
    update(this.group, {
      transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`,
      tabindex: tabStop ? 0 : -1,
    });
    update(this.body, { width, height });
    update(this.padding, { width, height: rect.overflow ? height : Math.max(0, box.padding) });
    this.write(labels ? box.label : [], width, height);
  }

  private describe(rect: MemoryMapRect, map: MemoryMapFunction): void {
    if (rect === this.described) return;
    this.described = rect;
    update(this.group, {
      "aria-label": describeRect(map, this.box.slot, rect).label,
      "data-slot": rect.slot,
      "data-copy": rect.copy,
    });
  }

  private write(lines: readonly string[], width: number, height: number): void {
    const joined = lines.join("\n");
    if (joined !== this.lines) {
      this.lines = joined;
      const spans = lines.map((line, at) =>
        svg("tspan", { x: 0, y: at * LINE, class: at > 0 && "size" }, line),
      );
      this.text.replaceChildren(...spans);
    }
    if (lines.length === 0) return;
    const top = height / 2 - ((lines.length - 1) * LINE) / 2 + BASE;
    update(this.text, { transform: `translate(${(width / 2).toFixed(2)} ${top.toFixed(2)})` });
  }
}
