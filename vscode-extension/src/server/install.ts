import { spawn } from "node:child_process";
import * as vscode from "vscode";
import type { InstallPlan, Step } from "./discovery";
import type { LanguageServer, Missing } from "./languageServer";
import { PYTHON_ENVIRONMENT } from "./machine";

/** Says what is missing and offers what can be done about it. */
export async function offerInstallation(
  problem: Missing,
  server: LanguageServer,
  output: vscode.LogOutputChannel,
): Promise<void> {
  const install = "Install";
  const choose = "Open Settings";
  const help = "Help";
  const text = problem.install
    ? `HIVM: ${problem.reason} Install it in ${problem.install.where}?`
    : `HIVM: ${problem.reason}`;
  const actions = problem.install ? [install, choose, help] : [choose, help];
  const answer = await vscode.window.showWarningMessage(text, ...actions);
  if (answer === install && problem.install) await runInstallation(problem.install, server, output);
  else if (answer === choose)
    await vscode.commands.executeCommand("workbench.action.openSettings", "@ext:hivm-tools.hivm");
  else if (answer === help) await vscode.commands.executeCommand("hivm.openHelp");
}

export async function runInstallation(
  plan: InstallPlan,
  server: LanguageServer,
  output: vscode.LogOutputChannel,
): Promise<void> {
  output.show(true);
  const title = `HIVM: installing the language server in ${plan.where}`;
  const progress = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const done = await vscode.window.withProgress(progress, async (_report, token) => {
    for (const step of plan.steps) {
      const status = await run(step, server.workingFolder, output, token);
      if (token.isCancellationRequested) return false;
      if (status !== 0) {
        output.error(`${step.program} ended with status ${status}.`);
        return false;
      }
    }
    return true;
  });
  if (done) await server.restart();
  else
    void vscode.window.showErrorMessage("HIVM: the language server was not installed; the output says why.");
}

/** Resolves to the exit status; -1 when the program could not be started or was stopped. */
function run(
  step: Step,
  cwd: string,
  output: vscode.LogOutputChannel,
  token: vscode.CancellationToken,
): Promise<number> {
  output.info(`$ ${[step.program, ...step.arguments].join(" ")}`);
  return new Promise((resolve) => {
    const child = spawn(step.program, step.arguments, {
      cwd,
      env: { ...process.env, ...PYTHON_ENVIRONMENT },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const stop = token.onCancellationRequested(() => child.kill());
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text: string) => {
        for (const line of text.split(/\r?\n/)) if (line.trim()) output.info(line);
      });
    }
    child.once("error", (error) => {
      stop.dispose();
      output.error(error.message);
      resolve(-1);
    });
    child.once("close", (status) => {
      stop.dispose();
      resolve(status ?? -1);
    });
  });
}
