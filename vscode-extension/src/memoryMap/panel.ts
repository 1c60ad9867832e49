import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { interfaceSettings } from "../configuration";
import type { FunctionChoice, ToExtension, ToPage } from "../messages";
import { functionsAt, type MemoryMapFunction } from "../protocol";
import type { LanguageServer } from "../server/languageServer";
import { nearestChoice } from "./choice";
import { functionChoices, type PlacedChoice } from "./functions";
import { pageHtml } from "./html";
import type { Tracker } from "./tracker";

export const VIEW_TYPE = "hivm.memoryMap";

/** An SSA value: % and its name, or a number; `#0` of a pack belongs to the use. */
const VALUE = /%(?:[0-9]+|[A-Za-z$._-][A-Za-z0-9$._-]*)/;

/** The memory map beside the text. There is one, which goes with the document that is worked on. */
export class MemoryMapPanel implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[] = [];
  private readonly disposed = new vscode.EventEmitter<void>();
  /** The function that was chosen in the page, or that was shown last. */
  private choice: FunctionChoice | undefined;
  private follow: boolean;
  private ready = false;
  private updates = 0;

  readonly onDidDispose = this.disposed.event;

  static create(extension: vscode.Uri, server: LanguageServer, tracker: Tracker): MemoryMapPanel {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel(VIEW_TYPE, "Memory Map", place);
    return new MemoryMapPanel(panel, extension, server, tracker);
  }

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly server: LanguageServer,
    private readonly tracker: Tracker,
  ) {
    this.follow = this.settings.followCursor;
    const { webview } = panel;
    const root = vscode.Uri.joinPath(extension, "dist", "webview");
    const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
    webview.options = { enableScripts: true, localResourceRoots: [root] };
    webview.html = pageHtml({
      origin: webview.cspSource,
      script: file("main.js"),
      style: file("style.css"),
      nonce: randomBytes(18).toString("base64"),
    });
    this.subscriptions.push(
      webview.onDidReceiveMessage((message: ToExtension) => this.receive(message)),
      panel.onDidDispose(() => this.dispose()),
      panel.onDidChangeViewState(() => panel.visible && this.update()),
      tracker.onDidChangeMap(() => this.update()),
      tracker.onDidMoveCursor(() => this.sendCursor()),
      tracker.onDidEdit(() => this.send({ type: "stale" })),
      server.onDidChangeState(() => this.update()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration("hivm.memoryMap")) return;
        this.follow = this.settings.followCursor;
        void this.update();
      }),
    );
  }

  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  dispose(): void {
    this.updates++;
    this.disposed.fire();
    vscode.Disposable.from(...this.subscriptions.splice(0), this.disposed).dispose();
    this.panel.dispose();
  }

  private get settings() {
    return interfaceSettings((key) => vscode.workspace.getConfiguration("hivm").get(key));
  }

  private send(message: ToPage): void {
    if (this.ready) void this.panel.webview.postMessage(message);
  }

  private receive(message: ToExtension): void {
    switch (message.type) {
      case "ready":
        this.ready = true;
        void this.update();
        break;
      case "reveal":
        void this.goTo(new vscode.Position(message.at.line, message.at.character), message.focus);
        break;
      case "select":
        this.follow = false;
        this.choice = message.choice;
        void this.update();
        break;
      case "follow":
        this.follow = message.on;
        void this.update();
        break;
    }
  }

  private async goTo(wanted: vscode.Position, focus: boolean): Promise<void> {
    const { document } = this.tracker;
    if (!document) return;
    const position = document.validatePosition(wanted);
    const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    await vscode.window.showTextDocument(document, {
      viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One,
      selection: new vscode.Range(position, position),
      preserveFocus: !focus,
    });
  }

  private async update(): Promise<void> {
    if (!this.ready) return;
    const update = ++this.updates;
    const { document } = this.tracker;
    if (!document) return this.sendNothing("Open an .mlir file to see where its buffers lie.");
    const { state } = this.server;
    if (state.kind === "starting") return this.sendNothing("The language server is starting…");
    if (state.kind !== "running")
      return this.sendNothing("The language server does not run. See “HIVM: Show Server Information”.");
    try {
      const functions = await functionChoices(document);
      const tracked = this.follow ? this.tracker.maps : [];
      const maps = tracked.length > 0 ? tracked : await this.fetchChoice(document, functions);
      if (update !== this.updates) return;
      const [map] = maps;
      if (map) this.choice = { name: map.name, line: map.nameRange.start.line };
      this.panel.title = map ? `Memory Map: @${map.name}` : "Memory Map";
      this.show(document, functions, maps);
    } catch (error) {
      if (update === this.updates) this.sendNothing(error instanceof Error ? error.message : String(error));
    }
  }

  private async fetchChoice(
    document: vscode.TextDocument,
    functions: PlacedChoice[],
  ): Promise<MemoryMapFunction[]> {
    const position = nearestChoice(functions, this.choice)?.position;
    const result = await this.tracker.fetch(document, position);
    const all = result?.functions ?? [];
    const at = position ?? all[0]?.range.start;
    return at ? functionsAt(all, at) : [];
  }

  private show(document: vscode.TextDocument, functions: FunctionChoice[], maps: MemoryMapFunction[]): void {
    this.send({
      type: "show",
      uri: document.uri.toString(),
      file: vscode.workspace.asRelativePath(document.uri),
      functions: functions.map(({ name, line }) => ({ name, line })),
      maps,
      note: maps.length > 0 ? null : (this.tracker.error ?? noMap(functions)),
      follow: this.follow,
      labels: this.settings.labels,
    });
    this.sendCursor();
  }

  private sendNothing(note: string): void {
    this.panel.title = "Memory Map";
    const { follow, settings } = this;
    const { labels } = settings;
    this.send({ type: "show", uri: "", file: "", functions: [], maps: [], note, follow, labels });
  }

  private sendCursor(): void {
    const { document, position } = this.tracker;
    if (!document) return;
    const word = document.getWordRangeAtPosition(position, VALUE);
    this.send({ type: "cursor", line: position.line, value: word ? document.getText(word) : null });
  }
}

function noMap(functions: readonly FunctionChoice[]): string {
  return functions.length > 0 ? "There are no buffers that need a place." : "There is no function here.";
}
