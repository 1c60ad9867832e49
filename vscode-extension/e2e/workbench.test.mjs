// A person at work: problems, hover, memory map, typing, quick fix. The rest of the API is tested inside the extension host.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import { after, afterEach, before, test } from "node:test";
import {
  codeAction,
  command,
  cursorAt,
  focusEditor,
  goTo,
  hover,
  openFile,
  place,
  shownLines,
  webview,
} from "./actions.mjs";
import { SOFTMAX, SOFTMAX_OVERFLOW, TYPO } from "./kernels.mjs";
import { python, shot, startWorkbench, until } from "./workbench.mjs";

let workbench;
let page;

before(
  async () => {
    workbench = await startWorkbench({
      files: { "softmax_overflow.mlir": SOFTMAX_OVERFLOW, "softmax.mlir": SOFTMAX, "typo.mlir": TYPO },
      open: "softmax_overflow.mlir",
      settings: { "hivm.python": python(), "workbench.activityBar.location": "hidden" },
      size: [1400, 860],
    });
    page = workbench.page;
    await command(page, "View: Close Primary Side Bar");
  },
  { timeout: 240_000 },
);

after(() => workbench?.close());

afterEach(async ({ name, passed }) => {
  if (page && passed === false) await shot(page, `failed-${name.replace(/\W+/g, "-")}`);
});

const status = (text) => page.locator(".statusbar-item", { hasText: text }).first();
const error = () => page.locator(".editor-instance .squiggly-error");

test("the overflowing kernel shows its problem", async () => {
  await error().first().waitFor({ timeout: 90_000 });
  await command(page, "Problems: Focus on Problems View");
  const row = page.locator(".markers-panel .monaco-list-row", { hasText: "ub overflow" }).first();
  await row.waitFor();
  assert.match(await row.innerText(), /requires 2101504 bits while 1572864 bits available/);
  await shot(page, "problems");
  await goTo(page, ...place(SOFTMAX_OVERFLOW, "@softmax"));
  await status("of 192 KiB").waitFor();
  await command(page, "View: Close Panel");
});

test("the memory map shows what does not fit", async () => {
  await command(page, "HIVM: Open Memory Map");
  const map = webview(page);
  await map.locator("g.shape.overflow").first().waitFor();
  assert.match(
    await map.locator(".banner").innerText(),
    /ub overflow, requires 2101504 bits while 1572864 bits available/,
  );
  assert.ok((await map.locator(".chip").count()) > 0);
  await shot(page, "memory-map-overflow");
});

test("a hover shows an offset, and the map follows to another file", async () => {
  await openFile(page, "softmax.mlir");
  await goTo(page, ...place(SOFTMAX, "%max_scratch", 2));
  const shown = await hover(page, "131104");
  await shot(page, "hover");
  assert.match(await shown.innerText(), /16384|16 KiB/);
  await page.keyboard.press("Escape");
  await status(/of 192 KiB/).waitFor();
  const map = webview(page);
  await map.locator("g.shape.current").first().waitFor();
  await map.locator("g.shape.overflow").first().waitFor({ state: "detached" });
});

test("a click in the map moves the cursor, and the cursor moves the mark in the map", async () => {
  const map = webview(page);
  await map.locator("#fit").click();
  await map
    .locator("g.shape", { hasText: "%x" })
    .first()
    .click({ position: { x: 4, y: 4 } });
  await cursorAt(page, ...place(SOFTMAX, "%x = memref.alloc"));
  await map.locator("g.shape.current", { hasText: "%x" }).first().waitFor();
  await map.locator("g.shape.current", { hasText: "%x" }).first().hover();
  await map.locator(".tooltip").getByText("Address").waitFor();
  await shot(page, "memory-map");
});

test("a keystroke that shrinks a buffer clears the error", async () => {
  await openFile(page, "typo.mlir");
  await error().first().waitFor();
  const map = webview(page);
  await map.locator("g.shape.overflow").first().waitFor();
  await goTo(page, ...place(TYPO, "40960", "40960".length));
  await page.keyboard.press("Backspace");
  await error().first().waitFor({ state: "detached" });
  await map.locator("g.shape.overflow").first().waitFor({ state: "detached" });
  await map.locator(".banner").waitFor({ state: "hidden" });
  await page.keyboard.type("0");
  await error().first().waitFor();
  await map.locator(".banner").waitFor();
  await command(page, "File: Revert File");
});

test("a quick fix rewrites the text", async () => {
  await openFile(page, "softmax.mlir");
  await goTo(page, ...place(SOFTMAX, "@softmax"));
  await codeAction(page, /hivm-plan-memory|plan memory/i, {
    keys: "Control+Shift+r",
    whenOpen: () => shot(page, "quick-fix"),
  });
  await until("buffers have addresses", async () =>
    (await shownLines(page)).some((line) => line.includes("hivm.hir.pointer_cast")),
  );
  await focusEditor(page);
  await page.keyboard.press("Control+s");
  const file = path.join(workbench.workspace, "softmax.mlir");
  const text = await until("the file is saved", () => {
    const saved = fs.readFileSync(file, "utf8");
    return saved !== SOFTMAX && saved;
  });
  // The double buffered input, at the two addresses that the compiler gives it.
  assert.match(text, /%x = hivm\.hir\.pointer_cast\(%c0_i64\S*, %c32768_i64\S*\)/);
  assert.ok(!text.includes("memref.alloc()"));
  // Lines that the pass has nothing to do with are as they were.
  for (const line of SOFTMAX.split("\n").filter((line) => /^(\/\/|!)|\/\/ /.test(line.trim())))
    assert.ok(text.includes(line), line);
  // One step back, and all is as before.
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+s");
  await until("undone", () => fs.readFileSync(file, "utf8") === SOFTMAX);
});
