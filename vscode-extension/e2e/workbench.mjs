// A real VS Code on a throw-away workspace: its own web server as a process, its workbench in a headless browser.
import { execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import * as net from "node:net";
import * as os from "node:os";
import * as path from "node:path";
import { launchBrowser } from "./browser.mjs";

const HERE = import.meta.dirname;
export const EXTENSION = path.join(HERE, "..");
export const PACKAGE = path.join(EXTENSION, "dist", "hivm-tools.vsix");
const OUT = path.join(HERE, "out");

/** Nothing pops up, nothing guesses along while a test types, nothing asks the network. */
const CALM = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.reduceMotion": "on",
  "workbench.editor.enablePreview": false,
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "chat.commandCenter.enabled": false,
  "git.enabled": false,
  "git.openRepositoryInParentFolders": "never",
  "files.autoSave": "off",
  "files.hotExit": "off",
  "editor.autoClosingBrackets": "never",
  "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
  "editor.suggestOnTriggerCharacters": false,
  "editor.acceptSuggestionOnEnter": "off",
  "editor.parameterHints.enabled": false,
  "editor.wordBasedSuggestions": "off",
  "editor.occurrencesHighlight": "off",
  "editor.minimap.enabled": false,
  "editor.cursorBlinking": "solid",
  "editor.lightbulb.enabled": "off",
  "editor.hover.delay": 100,
};

const TRUST = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
  "security.workspace.trust.untrustedFiles": "open",
};

/** The Python that has the language server in it. */
export function python() {
  const venv = path.join(EXTENSION, "..", ".venv", "bin", "python");
  const found = process.env.HIVM_E2E_PYTHON ?? (fs.existsSync(venv) ? venv : undefined);
  if (!found) throw new Error("set HIVM_E2E_PYTHON to a Python that has hivm-tools");
  return found;
}

function serverProgram() {
  const note = path.join(HERE, ".tools-dir");
  const written = fs.existsSync(note) ? fs.readFileSync(note, "utf8").trim() : undefined;
  const tools = process.env.HIVM_E2E_TOOLS ?? written ?? path.join(EXTENSION, "..", ".tools", "vscode");
  const program = path.join(tools, "server", "out", "server-main.js");
  if (!fs.existsSync(program)) throw new Error(`no VS Code in ${tools}: run e2e/setup.sh`);
  return program;
}

/** Polls until the probe gives something. A test that waits for nothing in particular is not a test: no sleeps. */
export async function until(what, probe, limit = 60_000) {
  const end = Date.now() + limit;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** A throw-away folder with everything that one VS Code writes. */
class Place {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "hivm-e2e-"));
  workspace = this.folder("workspace");
  user = this.folder("user");

  folder(name) {
    const folder = path.join(this.root, name);
    fs.mkdirSync(folder, { recursive: true });
    return folder;
  }

  write(name, text, mode) {
    const file = path.join(this.workspace, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text, { mode });
  }

  /**
   * Settings of scope "machine" count in the Machine file of the server alone, others in the User file alone; written to
   * both, each is where it must be.
   */
  writeSettings(settings) {
    const text = JSON.stringify(settings, null, 2);
    for (const name of ["User", "Machine"])
      fs.writeFileSync(path.join(this.folder(`user/${name}`), "settings.json"), text);
  }

  remove() {
    if (!process.env.HIVM_E2E_KEEP)
      fs.rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** The web server, in a process group of its own so that all it starts ends with it. */
class Server {
  constructor(place, { args, env }) {
    this.place = place;
    this.args = [...args, "--user-data-dir", place.user, "--extensions-dir", place.folder("extensions")];
    this.args.push("--server-data-dir", place.folder("data"));
    this.env = { ...process.env, ...env, EXTENSIONS_GALLERY: "{}", TMPDIR: place.folder("tmp") };
    // What a terminal inside VS Code sets would confuse this one.
    for (const name of Object.keys(this.env))
      if (/^(VSCODE|ELECTRON|CODE_SERVER)_/.test(name)) delete this.env[name];
    this.log = path.join(place.root, "server.log");
    this.program = serverProgram();
  }

  install(file) {
    const args = [this.program, ...this.args, "--install-extension", file, "--force"];
    execFileSync(process.execPath, args, { env: this.env, stdio: "pipe" });
  }

  async start() {
    this.port = await freePort();
    const log = fs.openSync(this.log, "w");
    const address = ["--host", "127.0.0.1", "--port", String(this.port), "--without-connection-token"];
    const args = [
      this.program,
      ...this.args,
      ...address,
      "--accept-server-license-terms",
      "--telemetry-level",
      "off",
    ];
    this.process = spawn(process.execPath, args, {
      env: this.env,
      detached: true,
      stdio: ["ignore", log, log],
    });
    await until("VS Code's server", async () => {
      if (this.process.exitCode !== null)
        throw new Error(`the server ended:\n${fs.readFileSync(this.log, "utf8")}`);
      return fetch(this.address).then(
        (answer) => answer.ok,
        () => false,
      );
    });
  }

  get address() {
    return `http://127.0.0.1:${this.port}`;
  }

  signal(name) {
    try {
      process.kill(-this.process.pid, name);
      return true;
    } catch {
      return false;
    }
  }

  async stop() {
    if (!this.process) return;
    this.signal("SIGTERM");
    await until("the server's end", () => !this.signal(0), 5_000).catch(() => this.signal("SIGKILL"));
  }
}

/**
 * Starts VS Code.
 *
 * files: what the workspace holds, from name to text, or to [text, mode]. open: a file to show at once. settings: on top
 * of the calm ones. trusted: false for a workspace in restricted mode. install: our package (default), or with `suite` the
 * unpacked extension and a CommonJS module whose run() is called inside the extension host; `exit` is then its exit code.
 */
export async function startWorkbench({
  files,
  open,
  settings = {},
  trusted = true,
  suite,
  env = {},
  size = [1280, 800],
}) {
  const place = new Place();
  for (const [name, content] of Object.entries(files)) place.write(name, ...[content].flat());
  place.writeSettings({
    ...CALM,
    ...(trusted ? { "security.workspace.trust.enabled": false } : TRUST),
    ...settings,
  });
  const server = new Server(place, { args: trusted ? ["--disable-workspace-trust"] : [], env });
  let browser;
  const close = async () => {
    process.off("exit", atExit);
    process.off("SIGTERM", atSignal);
    await browser?.close().catch(() => {});
    await server.stop();
    place.remove();
  };
  // When the test runner loses patience, nothing may be left behind.
  const atExit = () => {
    server.signal("SIGKILL");
    place.remove();
  };
  const atSignal = () => process.exit(143);
  process.on("exit", atExit);
  process.on("SIGTERM", atSignal);
  try {
    if (!suite) server.install(PACKAGE);
    await server.start();
    browser = await launchBrowser();
    const context = await browser.newContext({
      viewport: { width: size[0], height: size[1] },
      locale: "en-US",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const remote = (file) => `vscode-remote://127.0.0.1:${server.port}${file}`;
    const payload = [["skipWelcome", "true"]];
    if (open) payload.push(["openFile", remote(path.join(place.workspace, open))]);
    let exit;
    if (suite) {
      payload.push(["extensionDevelopmentPath", remote(EXTENSION)], ["extensionTestsPath", remote(suite)]);
      await page.exposeFunction("codeAutomationLog", () => {});
      const exited = Promise.withResolvers?.() ?? withResolvers();
      await page.exposeFunction("codeAutomationExit", (code) => exited.resolve(code));
      exit = exited.promise;
    }
    const query = new URLSearchParams({ folder: place.workspace, payload: JSON.stringify(payload) });
    await page.goto(`${server.address}/?${query}`, { waitUntil: "domcontentloaded" });
    await page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: 90_000 });
    if (open) await page.locator(".editor-instance .view-line").first().waitFor({ timeout: 60_000 });
    return { page, workspace: place.workspace, user: place.user, exit, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function withResolvers() {
  let resolve;
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A picture into e2e/out. */
export async function shot(page, name) {
  fs.mkdirSync(OUT, { recursive: true });
  await page.screenshot({ path: path.join(OUT, `${name}.png`) });
}
