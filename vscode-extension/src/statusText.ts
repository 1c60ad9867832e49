/** What the status bar says; no VS Code in here. */

import type { MemoryMapFunction, MemoryMapSpace } from "./protocol";
import { formatBytes, formatPercent, formatUse, spaceName } from "./units";

export type ServerKind = "stopped" | "starting" | "running" | "missing" | "failed";

export interface StatusText {
  text: string;
  /** Markdown. */
  tooltip: string;
  /** What a screen reader says. */
  label: string;
  severity: "none" | "warning" | "error";
  command: "hivm.openMemoryMap" | "hivm.showServerInfo";
}

/** `maps`: the plans of the function under the cursor; `error`: why the server gave none. */
export function statusText(
  server: ServerKind,
  maps: readonly MemoryMapFunction[],
  error: string | null = null,
): StatusText {
  switch (server) {
    case "running":
      if (error !== null) return problem(error, "warning");
      return maps.length > 0 ? mapStatus(maps) : plain("$(graph) HIVM", "No function under the cursor");
    case "starting":
      return {
        ...plain("$(sync~spin) HIVM", "The language server is starting"),
        command: "hivm.showServerInfo",
      };
    case "missing":
      return problem("The language server was not found", "warning");
    case "failed":
      return problem("The language server does not run", "error");
    case "stopped":
      return problem("The language server is stopped", "warning");
  }
}

/** Bytes that a space needs: what the plan takes, or what it would take where it does not fit. */
export function neededBytes(space: MemoryMapSpace): number {
  return space.overflow ? Math.ceil(space.overflow.requiresBits / 8) : space.highWaterBytes;
}

function mapStatus(maps: readonly MemoryMapFunction[]): StatusText {
  const [{ name = "", target = "" } = {}] = maps;
  const spaces = maps.flatMap((map) => map.spaces);
  const messages = maps.flatMap(({ message }) => message ?? []);
  const limited = spaces.filter(({ capacityBytes }) => capacityBytes !== null);
  const shown =
    limited.find(({ overflow }) => overflow) ?? limited.find(({ space }) => space === "ub") ?? limited[0];
  const tooltip = [`**@${name}** on ${target}`, ...spaces.map(useLine), ...messages].join("\n\n");
  const failed = maps.some(({ status }) => status === "failed");
  if (!shown) {
    const text = failed ? "$(warning) HIVM" : "$(graph) HIVM";
    const label = messages[0] ?? `@${name} has no on-chip buffers`;
    const severity = failed ? "warning" : "none";
    return { text, tooltip, label, severity, command: "hivm.openMemoryMap" };
  }
  const overflows = limited.some(({ overflow }) => overflow);
  const use = useOf(shown);
  return {
    text: `${overflows ? "$(error)" : "$(graph)"} ${use}`,
    tooltip,
    label: `@${name}: ${overflows ? "overflow, " : ""}${use}`,
    severity: overflows ? "error" : failed ? "warning" : "none",
    command: "hivm.openMemoryMap",
  };
}

function useOf(space: MemoryMapSpace): string {
  const needed = neededBytes(space);
  const use = space.capacityBytes === null ? formatBytes(needed) : formatUse(needed, space.capacityBytes);
  return `${spaceName(space.space)} ${use}`;
}

function useLine(space: MemoryMapSpace): string {
  const { capacityBytes } = space;
  const percent = capacityBytes ? ` (${formatPercent(neededBytes(space), capacityBytes)})` : "";
  return `${useOf(space)}${percent}${space.overflow ? ": **overflow**" : ""}`;
}

function plain(text: string, label: string): StatusText {
  return { text, tooltip: label, label: `HIVM: ${label}`, severity: "none", command: "hivm.openMemoryMap" };
}

function problem(label: string, severity: "warning" | "error"): StatusText {
  const icon = severity === "error" ? "$(error)" : "$(warning)";
  return { ...plain(`${icon} HIVM`, label), severity, command: "hivm.showServerInfo" };
}
