import * as vscode from "vscode";
import { interfaceSettings } from "./configuration";
import type { Tracker } from "./memoryMap/tracker";
import { isOurs, type LanguageServer, SELECTOR, type ServerState } from "./server/languageServer";
import { statusText } from "./statusText";

/** Memory use in the status bar, and the server's state among the language's own status items. */
export class Status implements vscode.Disposable {
  private readonly use = vscode.window.createStatusBarItem("hivm.use", vscode.StatusBarAlignment.Right, 101);
  private readonly language = vscode.languages.createLanguageStatusItem("hivm.server", SELECTOR);
  private readonly subscriptions: vscode.Disposable;

  constructor(
    private readonly server: LanguageServer,
    private readonly tracker: Tracker,
  ) {
    this.use.name = "HIVM memory use";
    this.language.name = "HIVM language server";
    this.subscriptions = vscode.Disposable.from(
      server.onDidChangeState(() => this.update()),
      tracker.onDidChangeMap(() => this.update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("hivm.statusBar")) this.update();
      }),
    );
    this.update();
  }

  dispose(): void {
    vscode.Disposable.from(this.subscriptions, this.use, this.language).dispose();
  }

  private update(): void {
    this.updateLanguage(this.server.state);
    const shown = statusText(this.server.state.kind, this.tracker.maps, this.tracker.error);
    const { use } = this;
    use.text = shown.text;
    use.tooltip = new vscode.MarkdownString(shown.tooltip);
    use.accessibilityInformation = { label: shown.label, role: "button" };
    use.command = shown.command;
    use.backgroundColor =
      shown.severity === "none"
        ? undefined
        : new vscode.ThemeColor(`statusBarItem.${shown.severity}Background`);
    const { statusBar } = interfaceSettings((key) => vscode.workspace.getConfiguration("hivm").get(key));
    const editor = vscode.window.activeTextEditor;
    // Without a text editor, the memory map itself may have the focus: the item stays.
    const wanted = editor ? isOurs(editor.document) : this.tracker.document !== undefined;
    if (statusBar && wanted) use.show();
    else use.hide();
  }

  private updateLanguage(state: ServerState): void {
    const { language } = this;
    language.busy = state.kind === "starting";
    language.command = { command: "hivm.showServerInfo", title: "Details" };
    language.severity =
      state.kind === "failed" || state.kind === "missing"
        ? vscode.LanguageStatusSeverity.Error
        : vscode.LanguageStatusSeverity.Information;
    language.text = state.kind === "running" ? `hivm-ls ${state.version}`.trim() : `hivm-ls: ${state.kind}`;
    language.detail = serverDetail(state);
  }
}

function serverDetail(state: ServerState): string {
  switch (state.kind) {
    case "running":
      return state.program.origin;
    case "missing":
      return state.problem.reason;
    case "failed":
      return state.message;
    default:
      return "";
  }
}
