/** The memory map's page: what surrounds the picture, and the talk with the extension. */

import type { FunctionChoice, ShowMessage, ToExtension, ToPage } from "../messages";
import type {
  MemoryMapBuffer,
  MemoryMapFunction,
  MemoryMapSlot,
  MemoryMapSpace,
  SlotClass,
} from "../protocol";
import { formatAddress, formatBytes, spaceName } from "../units";
import { Chart } from "./chart";
import { bufferAt, CLASS_NAMES, peakText, useText } from "./describe";
import { html, update } from "./dom";
import { buffersOf } from "./members";

/** What outlives the page when it is hidden. */
interface Kept {
  space: string;
  listOpen: boolean;
}

interface Host {
  postMessage(message: ToExtension): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
}

declare function acquireVsCodeApi(): Host;

/** One memory of one plan: what the picture shows. */
interface Section {
  map: MemoryMapFunction;
  space: MemoryMapSpace;
}

const ON_CHIP_FIRST = ["ub", "cbuf", "cc"];

class Page {
  private readonly host = acquireVsCodeApi();
  private readonly kept: Kept = this.host.getState() ?? { space: "ub", listOpen: false };
  private readonly chart = new Chart({ choose: (slot, event, focus) => this.choose(slot, event, focus) });

  private readonly functions = html("select", { id: "function", title: "Function" });
  private readonly follow = html(
    "button",
    { id: "follow", type: "button", title: "Follow the cursor" },
    "Follow",
  );
  private readonly target = html("span", { class: "target" });
  private readonly spaces = html("div", { class: "spaces", role: "group", "aria-label": "Memory" });
  private readonly banner = html("div", { class: "banner", role: "status", hidden: true });
  private readonly warnings = html("ul", { class: "warnings", "aria-label": "Warnings" });
  private readonly peak = html("div", { class: "peak-line" });
  private readonly legend = html("ul", { class: "legend", "aria-label": "Colours: what uses a buffer" });
  private readonly list = html("details", { class: "buffers" });
  private readonly note = html("p", { class: "note", role: "status" });
  private readonly content = html("div", { class: "content", hidden: true });

  private message: ShowMessage | undefined;
  private shown = "";
  private choices: FunctionChoice[] = [];

  constructor(root: HTMLElement) {
    const button = (id: string, text: string, title: string, run: () => void): HTMLElement => {
      const element = html("button", { id, type: "button", title, "aria-label": title }, text);
      element.addEventListener("click", run);
      return element;
    };
    const { chart } = this;
    const zoom = html("div", { class: "zoom", role: "group", "aria-label": "Zoom" });
    zoom.append(
      button("zoom-out", "−", "Zoom out (-)", () => chart.zoomOut()),
      button("zoom-in", "+", "Zoom in (+)", () => chart.zoomIn()),
      button("fit", "Fit", "Show all up to the capacity (0)", () => chart.fit()),
      button("fit-used", "Used", "Show the part in use (u)", () => chart.fitUsed()),
    );
    const toolbar = html("header", { class: "toolbar" }, this.functions, this.follow, this.target, zoom);
    this.content.append(
      this.spaces,
      this.banner,
      this.peak,
      chart.element,
      this.legend,
      this.warnings,
      this.list,
    );
    root.append(toolbar, this.note, this.content);
    this.functions.addEventListener("change", () => {
      const choice = this.choices[Number(this.functions.value)];
      if (choice) this.host.postMessage({ type: "select", choice });
    });
    this.follow.addEventListener("click", () => {
      this.host.postMessage({ type: "follow", on: this.follow.getAttribute("aria-pressed") !== "true" });
    });
    this.list.addEventListener("toggle", () => {
      this.kept.listOpen = this.list.open;
      this.host.setState(this.kept);
      this.fillList();
    });
    this.list.open = this.kept.listOpen;
    window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => this.receive(data));
    this.host.postMessage({ type: "ready" });
  }

  private receive(message: ToPage): void {
    switch (message.type) {
      case "show":
        this.message = message;
        this.show();
        break;
      case "cursor":
        this.chart.setCursor({ line: message.line, value: message.value });
        break;
      case "stale":
        this.content.classList.add("stale");
        break;
    }
  }

  private show(): void {
    const { message } = this;
    if (!message) return;
    const [map] = message.maps;
    this.content.classList.remove("stale");
    this.showFunctions(message);
    update(this.follow, { "aria-pressed": String(message.follow) });
    this.target.textContent = map ? [map.target, map.tool.toUpperCase()].filter(Boolean).join(" · ") : "";
    const section = this.currentSection();
    const reasons = message.maps.flatMap((one) => one.message ?? []);
    this.note.textContent = message.note ?? (section || !map ? "" : reasons.join(" ") || noSections(map));
    this.note.hidden = this.note.textContent === "";
    this.content.hidden = !section;
    if (section) this.showSection(section);
  }

  private showSection({ map, space }: Section): void {
    const identity = JSON.stringify([this.message?.uri, map.name, space.space]);
    const maps = this.message?.maps ?? [];
    this.showSpaces(space);
    this.showBanner(maps, space);
    this.showPeak(map, space);
    this.showLegend(map, space);
    const warnings = maps.flatMap((one) => one.warnings);
    this.warnings.replaceChildren(
      ...warnings.map((warning) => this.warning(warning.message, warning.range.start)),
    );
    this.fillList();
    this.chart.show({ map, space, labels: this.message?.labels ?? true }, identity === this.shown);
    this.shown = identity;
  }

  /** The memories of all plans of the function, the best known first. */
  private sections(): Section[] {
    const all = this.message?.maps.flatMap((map) => map.spaces.map((space) => ({ map, space }))) ?? [];
    const rank = ({ space }: Section): number => {
      const at = ON_CHIP_FIRST.indexOf(space.space);
      return at < 0 ? ON_CHIP_FIRST.length : at;
    };
    return all.sort((a, b) => rank(a) - rank(b));
  }

  /** The memory that was chosen, if this function uses it. */
  private currentSection(): Section | undefined {
    const all = this.sections();
    return (
      all.find(({ space }) => space.space === this.kept.space) ??
      all.find(({ space }) => space.overflow) ??
      all[0]
    );
  }

  private showFunctions({ functions, maps: [map] }: ShowMessage): void {
    const current = map && { name: map.name, line: map.nameRange.start.line };
    this.choices = functions.length > 0 || !current ? functions : [current];
    const options = this.choices.map(({ name, line }, at) => {
      const selected = name === current?.name && line === current.line;
      return html("option", { value: at, selected }, `@${name}`);
    });
    this.functions.replaceChildren(...options);
    this.functions.disabled = options.length === 0;
  }

  private showSpaces(current: MemoryMapSpace): void {
    const buttons = this.sections().map(({ space }) => {
      const pressed = String(space === current);
      const overflow = space.overflow !== null;
      const button = html(
        "button",
        { type: "button", "aria-pressed": pressed, "data-space": space.space },
        useText(space),
      );
      button.classList.toggle("overflow", overflow);
      if (space.capacityBytes !== null)
        button.append(
          html("meter", {
            min: 0,
            max: space.capacityBytes,
            value: space.highWaterBytes,
            "aria-hidden": "true",
          }),
        );
      button.addEventListener("click", () => {
        this.kept.space = space.space;
        this.host.setState(this.kept);
        this.show();
      });
      return button;
    });
    this.spaces.replaceChildren(...buttons);
  }

  private showBanner(maps: readonly MemoryMapFunction[], { overflow, space }: MemoryMapSpace): void {
    const texts: string[] = [];
    if (overflow) {
      const lacking = Math.ceil((overflow.requiresBits - overflow.availableBits) / 8);
      const why =
        overflow.kind === "peak"
          ? "More is alive at one time than fits."
          : "Lives would fit, but no order was found.";
      texts.push(overflow.message, `${spaceName(space)} lacks ${formatBytes(lacking)}. ${why}`);
    }
    texts.push(...maps.flatMap(({ message }) => message ?? []));
    this.banner.replaceChildren(...texts.map((text) => html("p", {}, text)));
    this.banner.hidden = texts.length === 0;
  }

  private showPeak(map: MemoryMapFunction, space: MemoryMapSpace): void {
    const peak = peakText(map, space);
    const parts = (peak?.parts ?? []).map(({ slot, text }) => {
      const button = html("button", { type: "button", class: `chip ${slot.class}` }, text);
      button.addEventListener("click", () => this.choose(slot, space.peak?.event ?? 0, true));
      this.markUnderPointer(button, slot.id);
      return button;
    });
    this.peak.replaceChildren(...(peak ? [html("span", {}, peak.headline), ...parts] : []));
  }

  private showLegend(map: MemoryMapFunction, { space }: MemoryMapSpace): void {
    const present = new Set(map.slots.filter((slot) => slot.space === space).map((slot) => slot.class));
    const classes = (Object.keys(CLASS_NAMES) as SlotClass[]).filter((name) => present.has(name));
    this.legend.replaceChildren(
      ...classes.map((name) =>
        html("li", { class: name }, html("span", { class: "swatch" }), CLASS_NAMES[name]),
      ),
    );
  }

  private warning(message: string, at: { line: number; character: number }): HTMLElement {
    const button = html("button", { type: "button" }, `Line ${at.line + 1}: ${message}`);
    button.addEventListener("click", () => this.host.postMessage({ type: "reveal", at, focus: true }));
    return html("li", {}, button);
  }

  /** The list is filled when it is open: most of the time it is not. */
  private fillList(): void {
    const section = this.currentSection();
    const all = section?.map.buffers ?? [];
    const buffers = all.filter(({ space }) => space === section?.space.space);
    const summary = html("summary", {}, `Buffers (${buffers.length})`);
    if (!this.list.open) {
      this.list.replaceChildren(summary);
      return;
    }
    const head = ["Buffer", "Size", "Address", "Lines", "Shares its place with"];
    const rows = buffers.map((buffer) => this.row(buffer));
    const table = html(
      "table",
      {},
      html("thead", {}, html("tr", {}, ...head.map((text) => html("th", { scope: "col" }, text)))),
    );
    table.append(html("tbody", {}, ...rows));
    this.list.replaceChildren(summary, html("div", { class: "scroll" }, table));
  }

  private row(buffer: MemoryMapBuffer): HTMLElement {
    const name = html("button", { type: "button", class: "link" }, buffer.name);
    name.addEventListener("click", () => this.reveal(buffer, true));
    const lines =
      buffer.genLine === null
        ? "never written"
        : `${buffer.genLine + 1}–${buffer.killLine === null ? "end" : buffer.killLine + 1}`;
    const partners = new Set([
      ...buffer.inplace.map((partner) => `${partner.with} (in place)`),
      ...buffer.sharers,
    ]);
    for (const { with: other } of buffer.inplace) partners.delete(other);
    const cells = [
      formatBytes(buffer.bytes),
      buffer.offsets.map(formatAddress).join(" "),
      lines,
      [...partners].join(", "),
    ];
    const row = html("tr", {}, html("td", {}, name), ...cells.map((text) => html("td", {}, text)));
    this.markUnderPointer(row, buffer.slot);
    return row;
  }

  private markUnderPointer(element: HTMLElement, slot: number | null): void {
    element.addEventListener("pointerenter", () => this.chart.highlight(slot));
    element.addEventListener("pointerleave", () => this.chart.highlight(null));
  }

  private choose(slot: MemoryMapSlot, event: number, focus: boolean): void {
    const map = this.currentSection()?.map;
    const buffer = map && (bufferAt(map, slot, event) ?? buffersOf(map, slot)[0]);
    if (buffer) this.reveal(buffer, focus);
  }

  private reveal(buffer: MemoryMapBuffer, focus: boolean): void {
    this.host.postMessage({ type: "reveal", at: buffer.range.start, focus });
  }
}

function noSections(map: MemoryMapFunction): string {
  return `@${map.name} has no buffers that need a place.`;
}

const root = document.getElementById("app");
if (root) new Page(root);
