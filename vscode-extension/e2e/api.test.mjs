// Runs suite.cjs inside the extension host, where the whole API of VS Code is at hand.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import { SOFTMAX, SOFTMAX_OVERFLOW, TYPO } from "./kernels.mjs";
import { python, startWorkbench } from "./workbench.mjs";

const LIMIT = 240_000;

test("extension host", { timeout: LIMIT + 60_000 }, async (context) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "hivm-api-"));
  const results = path.join(folder, "results.json");
  const workbench = await startWorkbench({
    suite: path.join(import.meta.dirname, "suite.cjs"),
    files: { "softmax.mlir": SOFTMAX, "overflow.mlir": SOFTMAX_OVERFLOW, "typo.mlir": TYPO },
    settings: { "hivm.python": python() },
    env: { HIVM_E2E_RESULTS: results },
  });
  let timer;
  try {
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, LIMIT, "late");
    });
    const ending = await Promise.race([workbench.exit, late]);
    const all = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, "utf8")) : [];
    for (const { name, error } of all) await context.test(name, () => assert.ok(!error, error));
    assert.notEqual(ending, "late", `the suite hangs after ${all.length} tests`);
    assert.ok(all.length > 0);
  } finally {
    clearTimeout(timer);
    await workbench.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
