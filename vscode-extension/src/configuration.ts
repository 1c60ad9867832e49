/** The settings of section `hivm`, typed, and what of them the language server is told when it starts. */

export interface ServerSettings {
  /** Empty: look for one. */
  python: string;
  /** Empty: start the server through a Python interpreter. */
  path: string;
  arguments: string[];
  /** What pip installs when the server is missing. */
  package: string;
}

/** The part of section `hivm` that the server reads, in the shape of the settings themselves. */
export interface AnalysisSettings {
  target: string;
  arch: "auto" | "a3" | "a5";
  inlayHints: { offsets: boolean };
  codeLens: { enable: boolean };
  diagnostics: { usageHintPercent: number };
}

export interface InterfaceSettings {
  statusBar: boolean;
  followCursor: boolean;
  labels: boolean;
}

/** As `WorkspaceConfiguration.get`: undefined or nonsense is possible, since people write settings by hand. */
export type ReadSetting = (key: string) => unknown;

/** Settings whose change needs another server process. */
export const RESTART_KEYS = ["hivm.python", "hivm.server.path", "hivm.server.arguments"] as const;

export function serverSettings(read: ReadSetting): ServerSettings {
  return {
    python: text(read("python")),
    path: text(read("server.path")),
    arguments: texts(read("server.arguments")),
    package: text(read("server.package")) || "hivm-tools",
  };
}

export function analysisSettings(read: ReadSetting): AnalysisSettings {
  const arch = read("arch");
  const percent = read("diagnostics.usageHintPercent");
  return {
    target: text(read("target")),
    arch: arch === "a3" || arch === "a5" ? arch : "auto",
    inlayHints: { offsets: read("inlayHints.offsets") !== false },
    codeLens: { enable: read("codeLens.enable") !== false },
    diagnostics: {
      usageHintPercent: typeof percent === "number" && percent >= 0 && percent <= 100 ? percent : 90,
    },
  };
}

export function interfaceSettings(read: ReadSetting): InterfaceSettings {
  return {
    statusBar: read("statusBar.enable") !== false,
    followCursor: read("memoryMap.followCursor") !== false,
    labels: read("memoryMap.labels") !== false,
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
