/**
 * The extension's own requests to the language server. The Python side has the same shapes.
 *
 * Sizes and addresses are in bytes unless a name says bits. Lines count from 0, as in LSP. Event indices count the
 * planner's points in time within one function.
 */

export const MEMORY_MAP_REQUEST = "hivm/memoryMap";
export const MEMORY_MAP_CHANGED = "hivm/memoryMapChanged";
export const PROTOCOL_VERSION = 1;

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface MemoryMapParams {
  version: typeof PROTOCOL_VERSION;
  textDocument: { uri: string };
  /** Only the function here is of interest; the server may answer with more. */
  position?: Position;
}

export interface MemoryMapResult {
  version: number;
  uri: string;
  documentVersion: number | null;
  functions: MemoryMapFunction[];
}

/** A finished analysis: maps of this document may differ from those asked for before. */
export interface MemoryMapChangedParams {
  uri: string;
  version: number | null;
}

/** One plan of one function; a function with on-chip and workspace buffers has two. */
export interface MemoryMapFunction {
  name: string;
  /** The whole function. */
  range: Range;
  nameRange: Range;
  tool: "a3" | "a5";
  target: string;
  mode: "local" | "workspace";
  /** Which of the planner's attempts succeeded; null where none was needed. */
  attempt: number | null;
  events: MemoryMapEvent[];
  spaces: MemoryMapSpace[];
  slots: MemoryMapSlot[];
  rects: MemoryMapRect[];
  buffers: MemoryMapBuffer[];
  warnings: MemoryMapWarning[];
  status: "planned" | "overflow" | "failed" | "empty";
  message?: string | null;
}

export interface MemoryMapEvent {
  index: number;
  range: Range;
  op: string;
  role: "" | "begin" | "end" | "after-then" | "after-else";
}

export interface MemoryMapSpace {
  space: string;
  /** Null where there is no limit (workspace in global memory). */
  capacityBytes: number | null;
  alignmentBytes: number;
  strategy: "single" | "sequential" | "levels" | "stacked";
  split: boolean;
  highWaterBytes: number;
  peak: { event: number; bytes: number; slots: number[] } | null;
  overflow: {
    requiresBits: number;
    availableBits: number;
    kind: "peak" | "packing";
    message: string;
  } | null;
}

export type SlotClass = "dma" | "vector" | "scalar" | "unique" | "none";

/** Buffers that lie in the same place because one is computed in place of another. */
export interface MemoryMapSlot {
  id: number;
  space: string;
  members: string[];
  owner: string;
  copies: number;
  class: SlotClass;
  bytes: number;
  paddedBytes: number;
  level: number | null;
  extraCopies: boolean;
}

/** One copy of a slot at one address over one life; start and end are event indices, both inclusive. */
export interface MemoryMapRect {
  slot: number;
  copy: number;
  space: string;
  address: number;
  bytes: number;
  paddedBytes: number;
  start: number;
  end: number;
  startLine: number;
  endLine: number;
  overflow: boolean;
}

export interface MemoryMapBuffer {
  name: string;
  range: Range;
  space: string;
  bytes: number;
  paddedBytes: number;
  /** Null for a buffer that gets no place, such as one that is never written. */
  slot: number | null;
  offsets: number[];
  life: [number, number] | null;
  ownLife: [number, number] | null;
  genLine: number | null;
  killLine: number | null;
  killReason: string;
  inplace: { with: string; line: number | null; kind: "rule" | "forced" }[];
  sharers: string[];
}

export interface MemoryMapWarning {
  code: string;
  range: Range;
  message: string;
}

export function memoryMapParams(uri: string, position?: Position): MemoryMapParams {
  return {
    version: PROTOCOL_VERSION,
    textDocument: { uri },
    ...(position && { position: { line: position.line, character: position.character } }),
  };
}

/** The answer of a server that speaks our version; anything else is an error that says which side is old. */
export function checkMemoryMap(answer: unknown): MemoryMapResult | null {
  if (answer === null || answer === undefined) return null;
  const { version, functions } = answer as Partial<MemoryMapResult>;
  if (version !== PROTOCOL_VERSION || !Array.isArray(functions)) {
    const side = typeof version === "number" && version > PROTOCOL_VERSION ? "extension" : "language server";
    throw new Error(
      `Memory map version ${version ?? "?"} instead of ${PROTOCOL_VERSION}: update the ${side}.`,
    );
  }
  return answer as MemoryMapResult;
}

export function contains(range: Range, { line, character }: Position): boolean {
  const { start, end } = range;
  const afterStart = line > start.line || (line === start.line && character >= start.character);
  const beforeEnd = line < end.line || (line === end.line && character <= end.character);
  return afterStart && beforeEnd;
}

/** All maps of the function at a position: the innermost where functions nest. */
export function functionsAt<T extends { range: Range }>(functions: readonly T[], at: Position): T[] {
  const around = functions.filter((f) => contains(f.range, at));
  const least = Math.min(...around.map(lineCount));
  return around.filter((f) => lineCount(f) === least);
}

function lineCount({ range }: { range: Range }): number {
  return range.end.line - range.start.line;
}
