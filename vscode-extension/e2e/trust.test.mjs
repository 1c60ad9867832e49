// What a workspace brings along is run only when a person trusts it.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import { test } from "node:test";
import { goTo, place } from "./actions.mjs";
import { SOFTMAX } from "./kernels.mjs";
import { python, startWorkbench, until } from "./workbench.mjs";

const RUN = "was-run";

/** Leaves a trace and then does what it was asked to. */
const program = (name) => [
  `#!/bin/sh\necho ${name} >> "$(dirname "$0")/../../${RUN}"\nexec "${python()}" "$@"\n`,
  0o755,
];
const module = `open(__file__.rsplit("/", 2)[0] + "/${RUN}", "a").write("module\\n")\n`;

const WORKSPACE = {
  "softmax.mlir": SOFTMAX,
  ".venv/bin/python": program(".venv"),
  "tools/bin/python": program("setting"),
  "tools/bin/hivm-ls": program("server path"),
  ".vscode/settings.json": JSON.stringify({ "hivm.python": "${workspaceFolder}/tools/bin/python" }),
  // Python would take a module of this name from the folder that it is started in.
  "hivm_server/__init__.py": module,
  "hivm_server/__main__.py": module,
};

const traces = ({ workspace }) => {
  const file = path.join(workspace, RUN);
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
};

/** The server runs once the status bar tells the use of the function under the cursor. */
async function untilServed({ page }) {
  await goTo(page, ...place(SOFTMAX, "@softmax"));
  await page.locator(".statusbar-item", { hasText: "of 192 KiB" }).first().waitFor({ timeout: 90_000 });
}

test("an untrusted workspace runs nothing of its own, and is served all the same", {
  timeout: 240_000,
}, async () => {
  const workbench = await startWorkbench({
    files: WORKSPACE,
    open: "softmax.mlir",
    settings: { "hivm.python": python() },
    trusted: false,
  });
  try {
    await workbench.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).first().waitFor();
    await untilServed(workbench);
    assert.equal(traces(workbench), "");
  } finally {
    await workbench.close();
  }
});

test("a trusted workspace has its say, but the folder itself is no place to load modules from", {
  timeout: 240_000,
}, async () => {
  const workbench = await startWorkbench({
    files: WORKSPACE,
    open: "softmax.mlir",
    settings: { "hivm.python": "/nowhere" },
  });
  try {
    await untilServed(workbench);
    const lines = new Set((await until("a trace", () => traces(workbench))).trim().split("\n"));
    assert.deepEqual([...lines], ["setting"]);
  } finally {
    await workbench.close();
  }
});
