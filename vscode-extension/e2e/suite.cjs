// Tests inside the extension host. Expected addresses and errors are the compiler's own for these kernels.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const vscode = require("vscode");

const [folder] = vscode.workspace.workspaceFolders;
const uriOf = (name) => vscode.Uri.joinPath(folder.uri, name);
const run = (command, ...args) => vscode.commands.executeCommand(command, ...args);

let api;

async function until(what, probe, limit = 30_000) {
  const end = Date.now() + limit;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function open(name) {
  const document = await vscode.workspace.openTextDocument(uriOf(name));
  await vscode.window.showTextDocument(document);
  return document;
}

/** The position of a text in a document, `offset` characters into it. */
function place(document, piece, offset = 0) {
  const at = document.getText().indexOf(piece);
  assert.ok(at >= 0, piece);
  return document.positionAt(at + offset);
}

function edit(document, range, text) {
  const change = new vscode.WorkspaceEdit();
  change.replace(document.uri, range, text);
  return vscode.workspace.applyEdit(change);
}

const state = () => api.serverState().kind;
const errors = (uri) =>
  vscode.languages.getDiagnostics(uri).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
const overflowOf = (uri) =>
  until("overflow", () => errors(uri).find(({ message }) => /ub overflow/.test(message)));

/** A setting for the time of a test. */
async function withSetting(key, value, body) {
  const configuration = vscode.workspace.getConfiguration("hivm");
  await configuration.update(key, value, vscode.ConfigurationTarget.Workspace);
  try {
    await body();
  } finally {
    await configuration.update(key, undefined, vscode.ConfigurationTarget.Workspace);
  }
}

async function inlayHints(document) {
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const hints = (await run("vscode.executeInlayHintProvider", document.uri, whole)) ?? [];
  return hints.map(({ label, position }) => ({
    line: position.line,
    text: typeof label === "string" ? label : label.map(({ value }) => value).join(""),
  }));
}

const tests = {
  async "the extension activates and the server runs"() {
    api = await vscode.extensions.getExtension("hivm-tools.hivm").activate();
    assert.equal(state(), "running", JSON.stringify(api.serverState()));
  },

  async "a .mlir file has our language"() {
    assert.equal((await open("softmax.mlir")).languageId, "mlir");
  },

  async "an overflow is reported at the function's name, with the buffers alive there"() {
    const document = await open("overflow.mlir");
    const overflow = await overflowOf(document.uri);
    assert.match(overflow.message, /^ub overflow, requires 2101504 bits while 1572864 bits available!/);
    assert.equal(document.getText(overflow.range).replace("@", ""), "softmax");
    assert.ok(overflow.relatedInformation?.length > 0);
    for (const { location } of overflow.relatedInformation)
      assert.equal(location.uri.toString(), document.uri.toString());
  },

  async "a kernel that fits has no error"() {
    const document = await open("softmax.mlir");
    await until("a plan", async () => (await inlayHints(document)).length > 0);
    assert.deepEqual(errors(document.uri), []);
  },

  async "hover on a buffer shows its address"() {
    const document = await open("softmax.mlir");
    const texts = await until("hover", async () => {
      const hovers = await run(
        "vscode.executeHoverProvider",
        document.uri,
        place(document, "%max_scratch", 2),
      );
      const all = hovers
        .flatMap(({ contents }) => contents.map((content) => content.value ?? content))
        .join("\n");
      return /131104/.test(all) && all;
    });
    assert.match(texts, /0x20020/i);
  },

  async "inlay hints show addresses, until the setting takes them away"() {
    const document = await open("softmax.mlir");
    const { line } = place(document, "%max_scratch =");
    const hint = await until("hint", async () =>
      (await inlayHints(document)).find((one) => one.line === line),
    );
    assert.match(hint.text, /131104|0x20020/i);
    await withSetting("inlayHints.offsets", false, () =>
      until("no hints", async () => (await inlayHints(document)).length === 0),
    );
    await until("hints again", async () => (await inlayHints(document)).length > 0);
  },

  async "a code lens shows the use of each function and opens the map"() {
    const document = await open("softmax.mlir");
    const lens = await until("lens", async () => {
      const all = (await run("vscode.executeCodeLensProvider", document.uri, 20)) ?? [];
      return all.find(({ command }) => /UB/.test(command?.title ?? ""));
    });
    assert.equal(lens.range.start.line, place(document, "func.func").line);
    assert.ok((await vscode.commands.getCommands(true)).includes(lens.command.command), lens.command.command);
  },

  async "the outline, definitions and references know the text"() {
    const document = await open("softmax.mlir");
    const names = [];
    const visit = (symbols) => {
      for (const { name, children } of symbols) {
        names.push(name.replace("@", ""));
        visit(children);
      }
    };
    visit(await run("vscode.executeDocumentSymbolProvider", document.uri));
    assert.ok(names.includes("softmax"), names.join());
    const use = place(document, "ins(%x, %max_tile", 5);
    const [definition] = await run("vscode.executeDefinitionProvider", document.uri, use);
    const range = definition.targetSelectionRange ?? definition.targetRange ?? definition.range;
    assert.equal(range.start.line, place(document, "%x = memref.alloc").line);
    const references = await run("vscode.executeReferenceProvider", document.uri, use);
    // Defined, marked, loaded into, reduced, subtracted from.
    assert.equal(references.length, 5);
  },

  async "an edit brings the error and takes it away"() {
    const document = await open("softmax.mlir");
    const at = place(document, "memref<4096xf32, #hivm.address_space<ub>>", "memref<4096".length);
    await edit(document, new vscode.Range(at, at), "0");
    await overflowOf(document.uri);
    await edit(document, new vscode.Range(at, at.translate(0, 1)), "");
    await until("no error", () => errors(document.uri).length === 0);
  },

  async "half a line is an error of its own and not more"() {
    const document = await open("softmax.mlir");
    const at = place(document, "%shifted = memref.alloc() : !tile");
    const range = new vscode.Range(at, at.translate(0, "%shifted = memref.alloc() : !tile".length));
    await edit(document, range, "%shifted = memref.alloc() :");
    const [first] = await until("error", () => errors(document.uri).length > 0 && errors(document.uri));
    assert.ok(Math.abs(first.range.start.line - at.line) <= 1, String(first.range.start.line));
    await edit(
      document,
      new vscode.Range(at, at.translate(0, "%shifted = memref.alloc() :".length)),
      "%shifted = memref.alloc() : !tile",
    );
    await until("no error", () => errors(document.uri).length === 0);
  },

  async "the plan can be applied to a function"() {
    const document = await open("softmax.mlir");
    const before = document.getText();
    const name = place(document, "@softmax", 1);
    const action = await until("code action", async () => {
      const all = await run(
        "vscode.executeCodeActionProvider",
        document.uri,
        new vscode.Range(name, name),
        undefined,
        50,
      );
      return all.find(
        ({ title, kind }) =>
          /plan.memory/i.test(title) && kind && vscode.CodeActionKind.Refactor.contains(kind),
      );
    });
    if (action.edit) await vscode.workspace.applyEdit(action.edit);
    if (action.command) await run(action.command.command, ...(action.command.arguments ?? []));
    await until("rewritten", () => document.getText() !== before);
    const text = document.getText();
    assert.ok(text.includes("hivm.hir.pointer_cast") && !text.includes("memref.alloc()"));
    await run("undo");
    await until("undone", () => document.getText() === before);
  },

  async "double buffering can be taken away, which cures"() {
    const document = await open("overflow.mlir");
    const before = document.getText();
    const overflow = await overflowOf(document.uri);
    const kind = vscode.CodeActionKind.QuickFix.value;
    const fix = await until("quick fix", async () => {
      const all = await run("vscode.executeCodeActionProvider", document.uri, overflow.range, kind, 50);
      return all.find(({ title }) => /^Remove double buffering of .*then it fits/.test(title));
    });
    await vscode.workspace.applyEdit(fix.edit);
    assert.notEqual(document.getText(), before);
    await until("no overflow", () => errors(document.uri).length === 0);
    await run("undo");
    await until("undone", () => document.getText() === before);
  },

  async "one buffer is marked for double buffering, and the mark taken away"() {
    const document = await open("softmax.mlir");
    const before = document.getText();
    const name = place(document, "%e = memref.alloc", 1);
    const action = (wanted) =>
      until(`action ${wanted}`, async () => {
        const all = await run("vscode.executeCodeActionProvider", document.uri, new vscode.Range(name, name));
        return all.find(({ title }) => wanted.test(title));
      });
    await vscode.workspace.applyEdit((await action(/^Double-buffer %e/)).edit);
    assert.equal(document.getText().split("hivm.multi_buffer").length, 4);
    await vscode.workspace.applyEdit((await action(/^Remove double buffering of %e/)).edit);
    assert.equal(document.getText(), before);
  },

  async "the memory map opens beside the text"() {
    await open("softmax.mlir");
    await run("hivm.openMemoryMap");
    await until("panel", () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(
          ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith("hivm.memoryMap"),
        ),
    );
  },

  async "the server restarts on command and goes on"() {
    const before = api.serverState().program;
    await run("hivm.restartServer");
    assert.equal(state(), "running");
    assert.notEqual(api.serverState().program, before);
    await overflowOf((await open("overflow.mlir")).uri);
  },

  async "a server that is killed comes back"() {
    const pids = serverProcesses();
    assert.equal(pids.length, 1);
    process.kill(pids[0], "SIGKILL");
    await until("another process", () => {
      const [pid] = serverProcesses();
      return pid !== undefined && pid !== pids[0] && state() === "running";
    });
    await overflowOf(uriOf("overflow.mlir"));
  },

  async "a wrong interpreter is said, and mended by the right one"() {
    await withSetting("python", "/nowhere/python", async () => {
      await until("missing", () => state() === "missing");
      assert.match(api.serverState().problem.reason, /hivm\.python: there is no program "\/nowhere\/python"/);
    });
    await until("running", () => state() === "running");
  },

  async "a program that is no server is said"() {
    await withSetting("server.path", "/bin/false", () => until("failed", () => state() === "failed"));
    await until("running", () => state() === "running");
  },

  async "a server that ends while it starts is said, too"() {
    await withSetting("server.arguments", ["-c", "1"], () =>
      withSetting("server.path", "/usr/bin/head", () => until("failed", () => state() === "failed")),
    );
    await until("running", () => state() === "running");
  },
};

/** The language servers among this extension host's children. */
function serverProcesses() {
  const children = fs
    .readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8")
    .trim()
    .split(" ");
  return children
    .filter(Boolean)
    .filter((pid) => {
      try {
        const line = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return (
          line.includes("hivm_server") && fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(" ")[2] !== "Z"
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

exports.run = async () => {
  const results = [];
  for (const [name, body] of Object.entries(tests)) {
    try {
      await body();
      results.push({ name });
    } catch (error) {
      results.push({ name, error: error?.stack ?? String(error) });
    }
    // After each test, so that a suite that hangs still tells how far it came.
    fs.writeFileSync(process.env.HIVM_E2E_RESULTS, JSON.stringify(results));
  }
  if (results.some(({ error }) => error)) throw new Error("tests failed");
};
