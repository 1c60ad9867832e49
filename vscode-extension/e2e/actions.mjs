// What a person does in the workbench, by keyboard and mouse.
import { until } from "./workbench.mjs";

const INPUT = ".quick-input-widget .quick-input-box input";

/** Runs a command by its title in the palette. */
export async function command(page, title) {
  await page.keyboard.press("F1");
  const input = page.locator(INPUT);
  await input.waitFor();
  await input.fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
  await input.waitFor({ state: "hidden" });
}

/** Waits until the cursor of the active editor is at a line and column, both from 1. */
export async function cursorAt(page, line, column) {
  await page
    .locator(".statusbar-item", { hasText: `Ln ${line}, Col ${column}` })
    .first()
    .waitFor();
}

export async function goTo(page, line, column = 1) {
  await focusEditor(page);
  await page.keyboard.press("Control+g");
  const input = page.locator(INPUT);
  await input.waitFor();
  await input.fill(`:${line}:${column}`);
  await page.keyboard.press("Enter");
  await input.waitFor({ state: "hidden" });
  await cursorAt(page, line, column);
}

/** Gives the keyboard to the text editor, wherever it was. */
export async function focusEditor(page) {
  const editor = page.locator(".editor-instance").first();
  if (await editor.locator(".monaco-editor.focused").count()) return;
  await editor.locator(".view-lines .view-line").first().click();
}

/** Line and column, from 1, of the first place of a text; `offset` characters into it. */
export function place(text, piece, offset = 0) {
  const at = text.indexOf(piece);
  if (at < 0) throw new Error(`no "${piece}" in the text`);
  const before = text.slice(0, at + offset).split("\n");
  return [before.length, before.at(-1).length + 1];
}

/**
 * The text of the hover at the cursor, once it has a piece in it. What arrives late (a code lens, a hint) moves the text
 * and takes the hover away; then it is asked for again. `whenOpen` runs while it is there.
 */
export async function hover(page, piece, whenOpen) {
  const shown = page.locator(".monaco-hover:visible", { hasText: piece }).first();
  return until(
    `hover with ${piece}`,
    async () => {
      await page.keyboard.press("Control+k");
      await page.keyboard.press("Control+i");
      try {
        await shown.waitFor({ timeout: 3_000 });
        await page.waitForFunction(isOpaque, await shown.elementHandle(), { timeout: 3_000 });
        await whenOpen?.();
        return await shown.innerText({ timeout: 1_000 });
      } catch {
        return undefined;
      }
    },
    40_000,
  );
}

/**
 * Opens the code actions at the cursor and takes the one with a title. VS Code drops an answer that comes while its own
 * timer after a cursor move runs, and then says that there are none: so it is asked again until there are.
 */
export async function codeAction(page, title, { keys = "Control+.", whenOpen } = {}) {
  const row = page.locator(".action-widget .monaco-list-row.action", { hasText: title }).first();
  await until(
    `code action ${title}`,
    async () => {
      await page.keyboard.press(keys);
      try {
        await row.waitFor({ timeout: 3_000 });
        return true;
      } catch {
        await page.keyboard.press("Escape");
        return false;
      }
    },
    40_000,
  );
  await whenOpen?.();
  // An invisible shield lies over the list until the mouse has moved.
  await row.click({ force: true });
  await row.waitFor({ state: "hidden" });
}

/** The lines of the editor as shown, from the top; Monaco draws blanks as no-break spaces and rows in any order. */
export async function shownLines(page) {
  const rows = await page
    .locator(".editor-instance")
    .first()
    .locator(".view-lines .view-line")
    .evaluateAll((lines) => lines.map((line) => [Number.parseFloat(line.style.top), line.textContent]));
  return rows.sort(([a], [b]) => a - b).map(([, text]) => text.replaceAll("\u00a0", " "));
}

/** The page inside the visible webview. */
export function webview(page) {
  return page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
}

/** Opens a file of the workspace in the first group of editors. */
export async function openFile(page, name) {
  await focusEditor(page);
  await page.keyboard.press("Control+p");
  const input = page.locator(INPUT);
  await input.waitFor();
  await input.fill(name);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click();
  await input.waitFor({ state: "hidden" });
  await page.locator(".tab.active", { hasText: name }).first().waitFor();
}

/** Has it faded in? */
function isOpaque(element) {
  for (let one = element; one; one = one.parentElement)
    if (Number(getComputedStyle(one).opacity) < 1) return false;
  return true;
}
