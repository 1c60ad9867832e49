/** Making elements. Text goes in as text, never as markup, and styles by class, so that the page's policy holds. */

export type Attributes = Record<string, string | number | boolean | undefined>;

const SVG = "http://www.w3.org/2000/svg";

export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/** Undefined and false take an attribute away; true leaves it empty. */
export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    const text = textOf(value);
    if (text === undefined) element.removeAttribute(name);
    else element.setAttribute(name, text);
  }
}

/** Like `set`, but only what differs is touched: most of a picture stays as it was. */
export function update(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    const text = textOf(value);
    if (text === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

function textOf(value: Attributes[string]): string | undefined {
  if (value === undefined || value === false) return undefined;
  if (value === true) return "";
  return typeof value === "number" ? round(value) : value;
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
