import * as vscode from "vscode";
import { LSPErrorCodes } from "vscode-languageclient/node";
import type { FunctionChoice } from "../messages";
import {
  checkMemoryMap,
  functionsAt,
  MEMORY_MAP_CHANGED,
  MEMORY_MAP_REQUEST,
  type MemoryMapChangedParams,
  type MemoryMapFunction,
  type MemoryMapResult,
  memoryMapParams,
} from "../protocol";
import { isOurs, type LanguageServer } from "../server/languageServer";
import { nearestChoice } from "./choice";
import { functionChoices } from "./functions";

const CURSOR_REST_MS = 60;

const OUTDATED = [
  LSPErrorCodes.RequestCancelled,
  LSPErrorCodes.ContentModified,
  LSPErrorCodes.ServerCancelled,
];

/** The MLIR document that a person works on, their cursor in it, and the memory maps of the function there. */
export class Tracker implements vscode.Disposable {
  private readonly mapChanged = new vscode.EventEmitter<void>();
  private readonly cursorMoved = new vscode.EventEmitter<void>();
  private readonly edited = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[] = [];
  private pending: vscode.CancellationTokenSource | undefined;
  private timer: NodeJS.Timeout | undefined;

  readonly onDidChangeMap = this.mapChanged.event;
  readonly onDidMoveCursor = this.cursorMoved.event;
  readonly onDidEdit = this.edited.event;

  document: vscode.TextDocument | undefined;
  position = new vscode.Position(0, 0);
  maps: MemoryMapFunction[] = [];
  /** The function that `maps` are of, or that the last ones were of. */
  private choice: FunctionChoice | undefined;
  /** Why there is none although the server runs. */
  error: string | null = null;

  constructor(private readonly server: LanguageServer) {
    this.subscriptions.push(
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.follow(editor)),
      // An editor that was there before the extension may never be announced as the active one.
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === vscode.window.activeTextEditor) this.follow(textEditor);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document === this.document && contentChanges.length > 0) this.edited.fire();
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document === this.document) this.forget();
      }),
      server.onDidChangeState(() => this.refresh()),
      server.onNotification(({ method, params }) => {
        if (method !== MEMORY_MAP_CHANGED) return;
        const { uri } = params as MemoryMapChangedParams;
        if (this.document && vscode.Uri.parse(uri).toString() === this.document.uri.toString())
          this.refresh();
      }),
    );
    const editor = vscode.window.activeTextEditor;
    if (editor) this.follow(editor);
  }

  /** Asks for the maps of the function at a place in a document, or of all its functions; null without a server. */
  async fetch(
    document: vscode.TextDocument,
    position: vscode.Position | undefined,
    token?: vscode.CancellationToken,
  ): Promise<MemoryMapResult | null> {
    const params = memoryMapParams(document.uri.toString(), position);
    return checkMemoryMap(await this.server.request(MEMORY_MAP_REQUEST, params, token));
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.pending?.cancel();
    vscode.Disposable.from(...this.subscriptions, this.mapChanged, this.cursorMoved, this.edited).dispose();
  }

  private follow(editor: vscode.TextEditor): void {
    if (!isOurs(editor.document)) return;
    const other = editor.document !== this.document;
    this.document = editor.document;
    this.position = editor.selection.active;
    if (other) {
      this.maps = [];
      this.choice = undefined;
      this.refresh();
    } else {
      this.moved(editor);
    }
  }

  private moved(editor: vscode.TextEditor): void {
    if (editor.document !== this.document) return;
    this.position = editor.selection.active;
    this.cursorMoved.fire();
    if (functionsAt(this.maps, this.position).length > 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), CURSOR_REST_MS);
  }

  private forget(): void {
    this.document = undefined;
    this.maps = [];
    this.error = null;
    this.mapChanged.fire();
  }

  private refresh(): void {
    clearTimeout(this.timer);
    this.pending?.cancel();
    const { document } = this;
    if (!document) return;
    const source = new vscode.CancellationTokenSource();
    this.pending = source;
    void this.load(document, source).finally(() => source.dispose());
  }

  private async mapsAt(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<MemoryMapFunction[]> {
    const result = await this.fetch(document, position, token);
    return functionsAt(result?.functions ?? [], position);
  }

  /** Outside of all functions, as at a type alias, those of the function that was worked on last still count. */
  private async mapsNearby(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<MemoryMapFunction[]> {
    const functions = await functionChoices(document);
    if (functions.some(({ range }) => range.contains(this.position))) return [];
    const nearest = nearestChoice(functions, this.choice);
    return nearest ? this.mapsAt(document, nearest.position, token) : [];
  }

  private async load(document: vscode.TextDocument, source: vscode.CancellationTokenSource): Promise<void> {
    let maps: MemoryMapFunction[] = [];
    let error: string | null = null;
    try {
      maps = await this.mapsAt(document, this.position, source.token);
      if (maps.length === 0) maps = await this.mapsNearby(document, source.token);
    } catch (reason) {
      // The next analysis is announced, and asked for then; until that, what is shown stays.
      if (isOutdated(reason)) return;
      error = reason instanceof Error ? reason.message : String(reason);
    }
    // Only the newest question counts; an older one may end in a cancellation error.
    if (source !== this.pending || source.token.isCancellationRequested) return;
    this.pending = undefined;
    this.maps = maps;
    const [map] = maps;
    if (map) this.choice = { name: map.name, line: map.nameRange.start.line };
    this.error = error;
    this.mapChanged.fire();
  }
}

/** The server, or we, gave up on a question because the text has changed. */
function isOutdated(reason: unknown): boolean {
  const code = (reason as { code?: unknown } | undefined)?.code;
  return OUTDATED.some((one) => one === code);
}
