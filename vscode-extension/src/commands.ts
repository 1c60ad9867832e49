import * as vscode from "vscode";
import { serverSettings } from "./configuration";
import { offerInstallation, runInstallation } from "./server/install";
import type { LanguageServer, ServerState } from "./server/languageServer";

/** Commands about the server and the settings; those of the memory map are registered with its panel. */
export function registerCommands(
  context: vscode.ExtensionContext,
  server: LanguageServer,
  output: vscode.LogOutputChannel,
): void {
  const register = (name: string, run: () => unknown): void => {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  };
  register("hivm.restartServer", () => server.restart());
  register("hivm.showOutput", () => output.show());
  register("hivm.showServerInfo", () => showServerInfo(server, output));
  register("hivm.installServer", () => installServer(server, output));
  register("hivm.selectTarget", () => selectTarget(context.extension));
  // Not in the palette: the help that messages lead to.
  register("hivm.openHelp", () => {
    const readme = vscode.Uri.joinPath(context.extensionUri, "README.md");
    return vscode.commands.executeCommand("markdown.showPreview", readme);
  });
}

async function showServerInfo(server: LanguageServer, output: vscode.LogOutputChannel): Promise<void> {
  const { state } = server;
  if (state.kind === "missing") return offerInstallation(state.problem, server, output);
  const restart = "Restart";
  const show = "Show Output";
  const [title, detail] = describe(state);
  const answer = await vscode.window.showInformationMessage(title, { modal: true, detail }, restart, show);
  if (answer === restart) await server.restart();
  else if (answer === show) output.show();
}

function describe(state: ServerState): [title: string, detail: string] {
  switch (state.kind) {
    case "running": {
      const { command, origin, python } = state.program;
      const lines = [
        `Version: ${state.version || "not told"}`,
        `Command: ${[command.program, ...command.arguments].join(" ")}`,
        `Found by: ${origin}`,
      ];
      if (python) lines.push(`Python: ${python.version}`);
      return ["The HIVM language server is running.", lines.join("\n")];
    }
    case "failed":
      return ["The HIVM language server does not run.", state.message];
    case "starting":
      return ["The HIVM language server is starting.", ""];
    default:
      return ["The HIVM language server is stopped.", ""];
  }
}

async function installServer(server: LanguageServer, output: vscode.LogOutputChannel): Promise<void> {
  const { state } = server;
  if (state.kind === "missing" && state.problem.install)
    return runInstallation(state.problem.install, server, output);
  if (state.kind === "missing") return offerInstallation(state.problem, server, output);
  if (state.kind === "running" && state.program.python) {
    const { program } = state.program.command;
    const wanted = serverSettings((key) => vscode.workspace.getConfiguration("hivm").get(key)).package;
    const question = `Update the HIVM language server in ${program}?`;
    const update = "Update";
    if ((await vscode.window.showInformationMessage(question, { modal: true }, update)) !== update) return;
    const pip = ["-m", "pip", "install", "--disable-pip-version-check", "--upgrade", wanted];
    return runInstallation({ steps: [{ program, arguments: pip }], where: program }, server, output);
  }
  await showServerInfo(server, output);
}

interface TargetItem extends vscode.QuickPickItem {
  target: string;
}

/** A known chip, none, or whatever is typed: new chips appear faster than lists of them. */
async function selectTarget(extension: vscode.Extension<unknown>): Promise<void> {
  const configuration = vscode.workspace.getConfiguration("hivm");
  const current = configuration.get("target", "");
  const known: string[] = extension.packageJSON.contributes.configuration.properties["hivm.target"].examples;
  const item = (target: string, detail = ""): TargetItem => ({
    target,
    label: target || "Automatic",
    description: target === current ? "current" : detail,
  });
  const items = [item("", "the compiler's default"), ...known.map((name) => item(name))];
  const picker = vscode.window.createQuickPick<TargetItem>();
  picker.title = "HIVM: target of files that name none";
  picker.placeholder = "Name of a chip, such as Ascend910B3";
  picker.items = items;
  picker.activeItems = items.filter(({ target }) => target === current);
  picker.onDidChangeValue((value) => {
    const typed = value.trim();
    const isNew = typed && !items.some(({ label }) => label.toLowerCase() === typed.toLowerCase());
    picker.items = isNew ? [...items, { ...item(typed, "as typed"), alwaysShow: true }] : items;
  });
  picker.onDidAccept(() => {
    const [chosen] = picker.selectedItems;
    picker.hide();
    if (!chosen) return;
    const place = vscode.workspace.workspaceFolders
      ? vscode.ConfigurationTarget.Workspace
      : vscode.ConfigurationTarget.Global;
    void configuration.update("target", chosen.target || undefined, place);
  });
  picker.onDidHide(() => picker.dispose());
  picker.show();
}
