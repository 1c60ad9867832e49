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
  webview,
} from "./actions.mjs";
import { ENDLESS, SOFTMAX, SOFTMAX_OVERFLOW, TYPO, UNEVEN_ROWS } from "./kernels.mjs";
import { python, shot, startWorkbench, until } from "./workbench.mjs";

let workbench;
let page;

before(
  async () => {
    workbench = await startWorkbench({
      files: {
        "softmax_overflow.mlir": SOFTMAX_OVERFLOW,
        "softmax.mlir": SOFTMAX,
        "typo.mlir": TYPO,
        "rows.mlir": UNEVEN_ROWS,
        "endless.mlir": ENDLESS,
      },
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
  // The list shows the end of a row that is taller than itself.
  await row.hover({ force: true, position: { x: 300, y: 60 } });
  await page.mouse.wheel(0, -500);
  await until("the first line is in sight", async () => (await row.boundingBox()).y > 560);
  await shot(page, "problems");
  await goTo(page, ...place(SOFTMAX_OVERFLOW, "@softmax"));
  await status("of 192 KiB").waitFor();
  await command(page, "View: Toggle Panel Visibility");
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
  await status("UB 160.3 of 192 KiB").waitFor();
  const text = await hover(page, "131104", () => shot(page, "hover"));
  assert.match(text, /16384|16 KiB/);
  await page.keyboard.press("Escape");
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

test("a quick fix rewrites the text and cures the overflow", async () => {
  await openFile(page, "softmax_overflow.mlir");
  await error().first().waitFor();
  await goTo(page, ...place(SOFTMAX_OVERFLOW, "softmax(", 2));
  await codeAction(page, /Remove double buffering of .*then it fits/, {
    whenOpen: () => shot(page, "quick-fix"),
  });
  await error().first().waitFor({ state: "detached" });
  const text = await saved("softmax_overflow.mlir", SOFTMAX_OVERFLOW);
  const marks = text.match(/hivm\.multi_buffer/g)?.length ?? 0;
  assert.ok(marks < 2, text);
  const kept = text.split("\n").filter((line) => !SOFTMAX_OVERFLOW.includes(line));
  assert.deepEqual(kept, []);
  await undoneTo("softmax_overflow.mlir", SOFTMAX_OVERFLOW);
});

test("the refactoring gives every buffer its address", async () => {
  await openFile(page, "softmax.mlir");
  await goTo(page, ...place(SOFTMAX, "@softmax", 2));
  await codeAction(page, "Plan memory of @softmax", { keys: "Control+Shift+r" });
  const text = await saved("softmax.mlir", SOFTMAX);
  assert.ok(!text.includes("memref.alloc()"));
  // The double buffered input, at the two addresses that the compiler gives it.
  const [, ...addresses] = text.match(/%x = hivm\.hir\.pointer_cast\(%([\w$.-]+), %([\w$.-]+)\)/);
  const constantOf = (name) => text.match(new RegExp(`%${name} = arith\\.constant (\\d+) : i64`))?.[1];
  assert.deepEqual(addresses.map(constantOf), ["0", "32768"]);
  // Lines that the pass has nothing to do with are as they were.
  for (const line of SOFTMAX.split("\n").filter((one) => /^(\/\/|!)|^ +\/\/ /.test(one)))
    assert.ok(text.includes(line), line);
  await undoneTo("softmax.mlir", SOFTMAX);
});

test("a misaligned stride is shown, and its quick fix marks the operand", async () => {
  await openFile(page, "rows.mlir");
  await page.locator(".editor-instance .squiggly-info").first().waitFor();
  await goTo(page, ...place(UNEVEN_ROWS, "outs(%x", 6));
  await codeAction(page, "Mark %x for stride alignment");
  const text = await saved("rows.mlir", UNEVEN_ROWS);
  assert.match(text, /annotation\.mark %x \{hivm\.stride_align_dims = array<i32: 1>/);
  assert.ok(text.includes("// the tile"));
  await undoneTo("rows.mlir", UNEVEN_ROWS);
});

test("alignment that does not converge is an error with its chain", async () => {
  await openFile(page, "endless.mlir");
  await error().first().waitFor();
  await goTo(page, ...place(ENDLESS, "func.func", 2));
  await hover(page, "propagate storage align failure and match the max iterations10");
});

const read = (name) => fs.readFileSync(path.join(workbench.workspace, name), "utf8");

/** Saves the active file and gives its text, once that differs from what it was. */
async function saved(name, before) {
  await focusEditor(page);
  await until(`${name} has changed`, async () => {
    await page.keyboard.press("Control+s");
    return read(name) !== before;
  });
  return read(name);
}

/** One step back, and all is as it was. */
async function undoneTo(name, text) {
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+s");
  await until(`${name} is as before`, () => read(name) === text);
}
