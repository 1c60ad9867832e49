// Without a server on the machine, one click brings it. What is installed is a wheel made here, which leads to the real one.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, test } from "node:test";
import { goTo, place } from "./actions.mjs";
import { SOFTMAX } from "./kernels.mjs";
import { python, shot, startWorkbench } from "./workbench.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "hivm-install-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const run = (code, ...args) => execFileSync(python(), ["-c", code, ...args], { encoding: "utf8" }).trim();

function makeWheel() {
  const wheel = path.join(folder, "hivm_tools-0.0.1-py3-none-any.whl");
  const main = `import os, sys\nos.execv(${JSON.stringify(python())}, [${JSON.stringify(python())}, "-m", "hivm_server", *sys.argv[1:]])\n`;
  const info = "hivm_tools-0.0.1.dist-info";
  const files = {
    "hivm_server/__init__.py": "",
    "hivm_server/__main__.py": main,
    [`${info}/METADATA`]: "Metadata-Version: 2.1\nName: hivm-tools\nVersion: 0.0.1\n",
    [`${info}/WHEEL`]: "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  };
  files[`${info}/RECORD`] = [...Object.keys(files), `${info}/RECORD`].map((name) => `${name},,\n`).join("");
  const write =
    "import json, sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'w') as z:\n  for n, t in json.loads(sys.argv[2]).items(): z.writestr(n, t)";
  run(write, wheel, JSON.stringify(files));
  return wheel;
}

/** A path on which there is nothing but a Python without our package. */
function barePath() {
  const bin = path.join(folder, "bin");
  fs.mkdirSync(bin);
  fs.symlinkSync(run("import sys; print(sys._base_executable)"), path.join(bin, "python3"));
  return bin;
}

test("a missing server is said, and installed on request", { timeout: 240_000 }, async () => {
  const workbench = await startWorkbench({
    files: { "softmax.mlir": SOFTMAX },
    open: "softmax.mlir",
    settings: { "hivm.server.package": makeWheel() },
    // A shell that starts up would bring the path of whoever runs the tests.
    env: { PATH: barePath(), HOME: folder },
  });
  const { page } = workbench;
  try {
    const offer = page.locator(".notification-list-item", {
      hasText: "No Python with hivm-tools was found.",
    });
    await offer.waitFor({ timeout: 90_000 });
    await shot(page, "install");
    await offer.locator("a.monaco-button", { hasText: "Install" }).click();
    await goTo(page, ...place(SOFTMAX, "@softmax"));
    await page.locator(".statusbar-item", { hasText: "of 192 KiB" }).first().waitFor({ timeout: 120_000 });
    assert.equal(ownEnvironments(workbench.user).length, 1);
  } catch (error) {
    await shot(page, "failed-install");
    throw error;
  } finally {
    await workbench.close();
  }
});

function ownEnvironments(user) {
  const storage = path.join(user, "User", "globalStorage");
  const places = fs.readdirSync(storage).map((name) => path.join(storage, name, "python"));
  return places.filter((one) => fs.existsSync(path.join(one, "bin", "python")));
}
