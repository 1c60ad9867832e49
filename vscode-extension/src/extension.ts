import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { RESTART_KEYS } from "./configuration";
import { MemoryMapPanel, VIEW_TYPE } from "./memoryMap/panel";
import { Tracker } from "./memoryMap/tracker";
import { MEMORY_MAP_CHANGED, type Position } from "./protocol";
import { offerInstallation } from "./server/install";
import { LanguageServer, type ServerState } from "./server/languageServer";
import { TraceChannel } from "./server/trace";
import { Status } from "./status";

/** What other extensions, and the tests, may ask. */
export interface Api {
  serverState(): ServerState;
}

let server: LanguageServer | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const output = vscode.window.createOutputChannel("HIVM", { log: true });
  const trace = new TraceChannel(output);
  const languageServer = new LanguageServer(context, output, trace, [MEMORY_MAP_CHANGED]);
  server = languageServer;
  const tracker = new Tracker(languageServer);
  context.subscriptions.push(output, trace, languageServer, tracker, new Status(languageServer, tracker));
  registerCommands(context, languageServer, output);
  registerMemoryMap(context, languageServer, tracker);
  context.subscriptions.push(
    languageServer.onDidChangeState((state) => {
      if (state.kind === "missing") void offerInstallation(state.problem, languageServer, output);
      if (state.kind === "failed") void reportFailure(state.message, output);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("hivm.trace")) trace.refresh();
      if (RESTART_KEYS.some((key) => change.affectsConfiguration(key))) void languageServer.restart();
    }),
    // Programs of the workspace may be run from now on; one of them may be the right one.
    vscode.workspace.onDidGrantWorkspaceTrust(() => languageServer.restart()),
  );
  await languageServer.restart();
  return { serverState: () => languageServer.state };
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}

async function reportFailure(message: string, output: vscode.LogOutputChannel): Promise<void> {
  const show = "Show Output";
  const restart = "Restart";
  const answer = await vscode.window.showErrorMessage(`HIVM: ${message}`, restart, show);
  if (answer === show) output.show();
  else if (answer === restart) await vscode.commands.executeCommand("hivm.restartServer");
}

function registerMemoryMap(
  context: vscode.ExtensionContext,
  languageServer: LanguageServer,
  tracker: Tracker,
): void {
  let panel: MemoryMapPanel | undefined;
  const keep = (opened: MemoryMapPanel): MemoryMapPanel => {
    panel = opened;
    opened.onDidDispose(() => {
      if (panel === opened) panel = undefined;
    });
    return opened;
  };
  context.subscriptions.push(
    // A code lens names the document and the place of its function; from elsewhere there are no arguments.
    vscode.commands.registerCommand("hivm.openMemoryMap", async (target?: unknown, position?: Position) => {
      if (typeof target === "string") await showDocument(vscode.Uri.parse(target), position);
      if (panel) panel.reveal();
      else keep(MemoryMapPanel.create(context.extensionUri, languageServer, tracker));
    }),
    vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
      async deserializeWebviewPanel(restored) {
        panel?.dispose();
        keep(new MemoryMapPanel(restored, context.extensionUri, languageServer, tracker));
      },
    }),
    { dispose: () => panel?.dispose() },
  );
}

async function showDocument(uri: vscode.Uri, position: Position | undefined): Promise<void> {
  const shown = vscode.window.visibleTextEditors.find(
    (editor) => editor.document.uri.toString() === uri.toString(),
  );
  const at = position && new vscode.Position(position.line, position.character);
  await vscode.window.showTextDocument(shown?.document ?? (await vscode.workspace.openTextDocument(uri)), {
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.Active,
    ...(at && { selection: new vscode.Range(at, at) }),
  });
}
