/** What the status bar says; no VS Code in here. */

import type { MemoryMapFunction, MemoryMapSpace } from "./protocol";
import { formatPercent, formatUse, spaceName } from "./units";

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

export function statusText(server: ServerKind, map: MemoryMapFunction | null): StatusText {
  switch (server) {
    case "running":
      return map ? mapStatus(map) : plain("$(graph) HIVM", "No function under the cursor");
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

function mapStatus(map: MemoryMapFunction): StatusText {
  const limited = map.spaces.filter(({ capacityBytes }) => capacityBytes !== null);
  const shown =
    limited.find(({ overflow }) => overflow) ?? limited.find(({ space }) => space === "ub") ?? limited[0];
  const lines = limited.map(useLine);
  if (map.message) lines.push(map.message);
  const tooltip = [`**@${map.name}** on ${map.target}`, ...lines].join("\n\n");
  const failed = map.status === "failed";
  if (!shown) {
    const text = failed ? "$(warning) HIVM" : "$(graph) HIVM";
    const label = map.message ?? `@${map.name} has no on-chip buffers`;
    const severity = failed ? "warning" : "none";
    return { text, tooltip, label, severity, command: "hivm.openMemoryMap" };
  }
  const overflows = limited.some(({ overflow }) => overflow);
  const use = useOf(shown);
  return {
    text: `${overflows ? "$(error)" : "$(graph)"} ${use}`,
    tooltip,
    label: `@${map.name}: ${overflows ? "overflow, " : ""}${use}`,
    severity: overflows ? "error" : failed ? "warning" : "none",
    command: "hivm.openMemoryMap",
  };
}

function useOf(space: MemoryMapSpace): string {
  return `${spaceName(space.space)} ${formatUse(neededBytes(space), space.capacityBytes ?? 0)}`;
}

function useLine(space: MemoryMapSpace): string {
  const capacity = space.capacityBytes ?? 0;
  const percent = capacity > 0 ? ` (${formatPercent(neededBytes(space), capacity)})` : "";
  return `${useOf(space)}${percent}${space.overflow ? ": **overflow**" : ""}`;
}

function plain(text: string, label: string): StatusText {
  return { text, tooltip: label, label: `HIVM: ${label}`, severity: "none", command: "hivm.openMemoryMap" };
}

function problem(label: string, severity: "warning" | "error"): StatusText {
  const icon = severity === "error" ? "$(error)" : "$(warning)";
  return { ...plain(`${icon} HIVM`, label), severity, command: "hivm.showServerInfo" };
}
