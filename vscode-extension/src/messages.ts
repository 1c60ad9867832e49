/** What the extension and the memory map's page say to each other. */

import type { MemoryMapFunction, Position } from "./protocol";

export interface FunctionChoice {
  name: string;
  /** Line of the name, from 0. */
  line: number;
}

/** Everything that the page shows. */
export interface ShowMessage {
  type: "show";
  /** Identifies the document; the page keeps zoom and choice per document and function. */
  uri: string;
  file: string;
  functions: FunctionChoice[];
  /** The plans of one function: on chip, in the workspace, or both. */
  maps: MemoryMapFunction[];
  /** Why there is no map, or a remark about it. */
  note: string | null;
  follow: boolean;
  labels: boolean;
}

export interface CursorMessage {
  type: "cursor";
  line: number;
  /** The SSA value at the cursor, such as "%x". */
  value: string | null;
}

/** The text has changed since the map was made. */
export interface StaleMessage {
  type: "stale";
}

export type ToPage = ShowMessage | CursorMessage | StaleMessage;

export type ToExtension =
  | { type: "ready" }
  | { type: "reveal"; at: Position; focus: boolean }
  | { type: "select"; choice: FunctionChoice }
  | { type: "follow"; on: boolean };
