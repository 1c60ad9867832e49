// The memory map's page in a real browser, with every key and click, in three themes and under its policy.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launchBrowser } from "./browser.mjs";
import { load, openMapPage } from "./mapPage.mjs";

let browser;
let samples;

before(async () => {
  samples = await load("test/map.ts");
  browser = await launchBrowser();
});

after(() => browser?.close());

async function open(map, options) {
  const opened = await openMapPage(browser, options);
  await opened.show(map);
  await opened.page.locator("g.shape").first().waitFor();
  return opened;
}

/** The messages that the page has sent, of one type. */
async function sent({ sent }, type) {
  return (await sent()).filter((message) => message.type === type);
}

const boxOf = (page, slot, copy = 0) => page.locator(`g.shape[data-slot="${slot}"][data-copy="${copy}"]`);

const rectOf = (page, slot, copy = 0) =>
  boxOf(page, slot, copy)
    .locator(".body")
    .evaluate((body) => body.getBoundingClientRect().toJSON());

describe("picture", () => {
  test("one rectangle per copy, above each other by address, along the time of their lives", async () => {
    const { page, problems } = await open(samples.sampleMap());
    assert.equal(await page.locator("g.shape").count(), 4);
    const [x0, x1, y, t] = [
      await rectOf(page, 0),
      await rectOf(page, 0, 1),
      await rectOf(page, 1),
      await rectOf(page, 2),
    ];
    assert.ok(x0.top > x1.top && x1.top > y.top && y.top > t.top);
    assert.ok(x0.left === x1.left && x0.left < y.left && y.left < t.left);
    assert.ok(Math.abs(t.right - y.right) < 0.1);
    assert.deepEqual(problems, []);
    await page.close();
  });

  test("what is beyond the capacity is marked, and the compiler's sentence is there", async () => {
    const { page, problems } = await open(samples.overflowMap());
    assert.equal(await page.locator("g.shape.overflow").count(), 1);
    const banner = page.locator(".banner");
    assert.match(
      await banner.innerText(),
      /ub overflow, requires 2359296 bits while 1572864 bits available!/,
    );
    assert.match(await banner.innerText(), /UB lacks 96 KiB/);
    const capacity = await page
      .locator(".capacity line")
      .evaluate((line) => line.getBoundingClientRect().top);
    assert.ok((await rectOf(page, 2)).top < capacity);
    assert.ok((await rectOf(page, 1)).top >= capacity - 2);
    assert.deepEqual(problems, []);
    await page.close();
  });

  for (const theme of ["vscode-dark", "vscode-light", "vscode-high-contrast"])
    test(`${theme}: text stands out from its ground`, async () => {
      const { page } = await open(samples.overflowMap(), { theme });
      const colors = await page
        .locator("g.shape text")
        .first()
        .evaluate((text) => [getComputedStyle(text).fill, getComputedStyle(document.body).backgroundColor]);
      const [ink, paper] = colors.map(luminance);
      assert.ok((Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05) > 4.5, colors.join(" on "));
      await page.close();
    });

  test("the buffer and the line under the cursor are marked", async () => {
    const opened = await open(samples.sampleMap());
    const { page } = opened;
    await opened.send({ type: "cursor", line: 6, value: "%z" });
    await page.locator('g.shape.current[data-slot="1"]').waitFor();
    assert.equal(await page.locator("g.shape.current").count(), 1);
    assert.equal(await page.locator(".cursor rect").count(), 1);
    // Without a value under the cursor, those that are allocated on the line.
    await opened.send({ type: "cursor", line: 2, value: null });
    await page.locator('g.shape.current[data-slot="0"]').first().waitFor();
    assert.equal(await page.locator("g.shape.current").count(), 3);
    await page.close();
  });

  test("an edit keeps the zoom, another function does not", async () => {
    const opened = await open(samples.sampleMap());
    const { page } = opened;
    const before = await rectOf(page, 0);
    await page.locator("#zoom-in").click();
    await page.waitForFunction(
      (height) => document.querySelector("g.shape .body").getBoundingClientRect().height !== height,
      before.height,
    );
    const zoomed = await rectOf(page, 0);
    await opened.send({ type: "stale" });
    await page.locator(".content.stale").waitFor();
    await opened.show(samples.sampleMap({ attempt: 1 }));
    await page.locator(".content:not(.stale)").waitFor();
    assert.deepEqual(await rectOf(page, 0), zoomed);
    await opened.show(samples.sampleMap({ name: "other" }));
    await page.waitForFunction(
      (top) => document.querySelector("g.shape .body").getBoundingClientRect().top !== top,
      zoomed.top,
    );
    await page.close();
  });

  test("without a map there is the reason", async () => {
    const opened = await open(samples.sampleMap());
    await opened.show(null, { note: "The language server is starting…" });
    await opened.page.getByText("The language server is starting…").waitFor();
    assert.equal(await opened.page.locator(".content").isVisible(), false);
    await opened.page.close();
  });

  test("text from the file is text", async () => {
    const map = samples.sampleMap({ name: "<img src=x onerror=alert(1)>", message: "<b>bold</b>" });
    const { page, problems } = await open(map);
    assert.equal(await page.locator("img, b").count(), 0);
    assert.match(await page.locator(".banner").innerText(), /<b>bold<\/b>/);
    assert.deepEqual(problems, []);
    await page.close();
  });
});

describe("mouse", () => {
  test("hovering tells about a buffer", async () => {
    const { page } = await open(samples.sampleMap());
    await page.locator("#fit-used").click();
    await boxOf(page, 0, 1).hover();
    const tooltip = page.locator(".tooltip");
    await tooltip.getByText("0x1000 (4 KiB), copy 2 of 2").waitFor();
    // Both copies light up.
    assert.equal(await page.locator("g.shape.same").count(), 2);
    await page.mouse.move(5, 5);
    await tooltip.waitFor({ state: "hidden" });
    await page.close();
  });

  test("a click leads to the buffer that is alive there", async () => {
    const opened = await open(samples.sampleMap());
    const { page } = opened;
    await page.locator("#fit-used").click();
    await page.waitForFunction(
      () => document.querySelector('g.shape[data-slot="1"] .body').getBoundingClientRect().height > 50,
    );
    const { left, top, width, height } = await rectOf(page, 1);
    // %y (line 2) turns into %z (line 3) after the second of its four events.
    await page.mouse.click(left + width * 0.1, top + height / 2);
    await page.mouse.click(left + width * 0.9, top + height / 2);
    const reveals = await sent(opened, "reveal");
    assert.deepEqual(
      reveals.map(({ at, focus }) => [at.line, focus]),
      [
        [2, true],
        [3, true],
      ],
    );
    await page.close();
  });

  test("dragging moves the view and is no click; the wheel zooms at the pointer", async () => {
    const opened = await open(samples.sampleMap());
    const { page } = opened;
    const before = await rectOf(page, 0);
    await page.mouse.move(before.left + 20, before.top + 2);
    await page.mouse.wheel(0, -600);
    await page.waitForFunction(
      (width) => document.querySelector("g.shape .body").getBoundingClientRect().width > width,
      before.width,
    );
    const zoomed = await rectOf(page, 0);
    await page.mouse.down();
    await page.mouse.move(before.left + 60, before.top - 40, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(
      (left) => document.querySelector("g.shape .body").getBoundingClientRect().left !== left,
      zoomed.left,
    );
    assert.deepEqual(await sent(opened, "reveal"), []);
    await page.close();
  });

  test("the parts of the peak lead to their buffers", async () => {
    const opened = await open(samples.sampleMap());
    await opened.page.locator(".chip", { hasText: "%t" }).click();
    assert.equal((await sent(opened, "reveal"))[0].at.line, 3);
    await opened.page.close();
  });
});

describe("keyboard", () => {
  test("Tab reaches the picture, arrows walk, Enter goes to the source, Space looks only", async () => {
    const opened = await open(samples.sampleMap());
    const { page } = opened;
    await page.locator("g.shape[tabindex='0']").focus();
    const slot = () => page.evaluate(() => document.activeElement.dataset.slot);
    assert.equal(await slot(), "0");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    assert.equal(await slot(), "1");
    await page.locator(".tooltip").getByText("%y, %z").waitFor();
    await page.keyboard.press(" ");
    await page.keyboard.press("End");
    assert.equal(await slot(), "2");
    await page.keyboard.press("Enter");
    assert.deepEqual(
      (await sent(opened, "reveal")).map(({ at, focus }) => [at.line, focus]),
      [
        [2, false],
        [3, true],
      ],
    );
    // One stop for Tab, wherever one is.
    assert.equal(await page.locator("g.shape[tabindex='0']").count(), 1);
    await page.close();
  });

  test("+ - 0 and u zoom", async () => {
    const { page } = await open(samples.sampleMap());
    await page.locator("g.shape[tabindex='0']").focus();
    const height = async () => (await rectOf(page, 0)).height;
    const changes = async (key, was) => {
      await page.keyboard.press(key);
      await page.waitForFunction(
        (before) => document.querySelector("g.shape .body").getBoundingClientRect().height !== before,
        was,
      );
      return height();
    };
    const full = await height();
    const used = await changes("u", full);
    assert.ok(used > 5 * full);
    assert.ok((await changes("+", used)) > used);
    assert.equal(await changes("0", await height()), full);
    await page.close();
  });

  test("every control has a name", async () => {
    const { page } = await open(samples.overflowMap());
    const nameless = await page
      .locator("button, select, [role=button]")
      .evaluateAll(
        (all) => all.filter((one) => !(one.ariaLabel || one.title || one.textContent.trim())).length,
      );
    assert.equal(nameless, 0);
    await page.close();
  });
});

describe("controls", () => {
  test("another function, following, another memory", async () => {
    const map = samples.sampleMap();
    const l1 = { ...map.spaces[0], space: "cbuf", capacityBytes: 512 * 1024, peak: null };
    const opened = await open({ ...map, spaces: [...map.spaces, l1] });
    const { page } = opened;
    const functions = [
      { name: "k", line: 1 },
      { name: "other", line: 30 },
    ];
    await opened.show({ ...map, spaces: [...map.spaces, l1] }, { functions });
    await page.locator("#function").selectOption({ label: "@other" });
    assert.deepEqual((await sent(opened, "select"))[0].choice, functions[1]);
    await page.locator("#follow").click();
    assert.equal((await sent(opened, "follow"))[0].on, false);
    await page.locator(".spaces button", { hasText: "L1" }).click();
    await page.getByText("L1 512 KiB").waitFor();
    assert.equal(await page.locator("g.shape").count(), 0);
    await page.close();
  });

  test("the workspace of a function is one of its memories", async () => {
    const local = samples.sampleMap();
    const gm = { ...local.spaces[0], space: "gm", capacityBytes: null };
    const rects = local.rects.slice(0, 1).map((rect) => ({ ...rect, space: "gm" }));
    const workspace = samples.sampleMap({ mode: "workspace", spaces: [gm], rects });
    const { page } = await open([local, workspace]);
    assert.deepEqual(await page.locator(".spaces button").allInnerTexts(), [
      "UB: 16 of 192 KiB (8 %)",
      "GM: 16 KiB",
    ]);
    await page.locator(".spaces button", { hasText: "GM" }).click();
    await page.locator("g.shape").nth(1).waitFor({ state: "detached" });
    assert.equal(await page.locator("g.shape").count(), 1);
    await page.close();
  });

  test("the list of buffers", async () => {
    const opened = await open(samples.sampleMap());
    const { page } = opened;
    await page.locator("summary").click();
    const rows = page.locator("tbody tr");
    await rows.first().waitFor();
    const texts = (await rows.allInnerTexts()).map((text) => text.split("\t").map((cell) => cell.trim()));
    assert.deepEqual(texts, [
      ["%x", "4 KiB", "0x0000 0x1000", "6–9", ""],
      ["%y", "4 KiB", "0x2000", "7–9", "%z (in place)"],
      ["%z", "4 KiB", "0x2000", "9–10", "%y (in place), %w"],
      ["%t", "3.9 KiB", "0x3000", "9–10", ""],
      ["%unused", "4 KiB", "", "never written", ""],
    ]);
    await page.locator("tbody button", { hasText: "%unused" }).click();
    assert.equal((await sent(opened, "reveal")).length, 1);
    await page.close();
  });
});

/** Of "rgb(r, g, b)", as WCAG has it. */
function luminance(color) {
  const [r, g, b] = color.match(/[\d.]+/g).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
