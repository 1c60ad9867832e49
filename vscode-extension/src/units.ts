/** How sizes and addresses are written, in the map, the status bar and in tooltips alike. */

const UNITS = ["B", "KiB", "MiB", "GiB"] as const;

/** "96 KiB", "1.5 KiB", "100 B": exact where one decimal place is, rounded to one otherwise. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const text = Number.isInteger(value) ? String(value) : value.toFixed(1);
  return `${text} ${UNITS[unit]}`;
}

/** "96 of 192 KiB" in one unit, or both with their units when these differ; exact where it is close. */
export function formatUse(bytes: number, capacity: number): string {
  if (bytes !== capacity && formatBytes(bytes).replace(".0 ", " ") === formatBytes(capacity))
    return `${bytes.toLocaleString("en-US")} of ${formatExact(capacity)}`;
  const [use, useUnit] = formatBytes(bytes).split(" ");
  const whole = formatBytes(capacity);
  return whole.endsWith(` ${useUnit}`) ? `${use} of ${whole}` : `${formatBytes(bytes)} of ${whole}`;
}

/** "12,345 B", with the number grouped. */
export function formatExact(bytes: number): string {
  return `${bytes.toLocaleString("en-US")} B`;
}

export function formatAddress(address: number): string {
  return `0x${address.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Whole percents, but never "100 %" for what does not quite fit, nor "0 %" for something. */
export function formatPercent(part: number, whole: number): string {
  const exact = (100 * part) / whole;
  if (part > 0 && exact < 1) return "<1 %";
  const shown = part > whole ? Math.ceil(exact) : Math.floor(exact);
  return `${shown} %`;
}

const SPACE_NAMES: Record<string, string> = {
  ub: "UB",
  cbuf: "L1",
  ca: "L0A",
  cb: "L0B",
  cc: "L0C",
  gm: "GM",
};

/** The hardware's name of an address space: UB, L1, L0C. */
export function spaceName(space: string): string {
  return SPACE_NAMES[space] ?? space.toUpperCase();
}
