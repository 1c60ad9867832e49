import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { statusText } from "../src/statusText";
import { overflowMap, sampleMap } from "./map";

describe("status bar", () => {
  test("use of UB by the function under the cursor", () => {
    const status = statusText("running", [sampleMap()]);
    assert.equal(status.text, "$(graph) UB 16 of 192 KiB");
    assert.equal(status.severity, "none");
    assert.equal(status.command, "hivm.openMemoryMap");
    assert.match(status.tooltip, /^\*\*@k\*\* on Ascend910B3\n\nUB 16 of 192 KiB \(8 %\)$/);
    assert.equal(status.label, "@k: UB 16 of 192 KiB");
  });

  test("an overflow is an error and names what is needed", () => {
    const status = statusText("running", [overflowMap()]);
    assert.equal(status.text, "$(error) UB 288 of 192 KiB");
    assert.equal(status.severity, "error");
    assert.match(status.label, /overflow/);
  });

  test("an overflow elsewhere than in UB is shown instead of UB", () => {
    const map = overflowMap();
    const [ub] = sampleMap().spaces;
    const [over] = map.spaces;
    assert.ok(ub && over);
    const status = statusText("running", [{ ...map, spaces: [ub, { ...over, space: "cbuf" }] }]);
    assert.equal(status.text, "$(error) L1 288 of 192 KiB");
  });

  test("a workspace beside it is in the tooltip alone", () => {
    const [ub] = sampleMap().spaces;
    assert.ok(ub);
    const workspace = sampleMap({ mode: "workspace", spaces: [{ ...ub, space: "gm", capacityBytes: null }] });
    const status = statusText("running", [sampleMap(), workspace]);
    assert.equal(status.text, "$(graph) UB 16 of 192 KiB");
    assert.match(status.tooltip, /\n\nGM 16 KiB$/);
  });

  test("no function, or one without buffers", () => {
    assert.equal(statusText("running", []).text, "$(graph) HIVM");
    const empty = statusText("running", [sampleMap({ spaces: [], status: "empty" })]);
    assert.equal(empty.text, "$(graph) HIVM");
    assert.equal(empty.label, "@k has no on-chip buffers");
  });

  test("a plan that failed says why", () => {
    const status = statusText("running", [
      sampleMap({ spaces: [], status: "failed", message: "no static size" }),
    ]);
    assert.equal(status.severity, "warning");
    assert.equal(status.label, "no static size");
  });

  test("a server that cannot answer says why", () => {
    const status = statusText("running", [], "broken");
    assert.equal(status.severity, "warning");
    assert.equal(status.tooltip, "broken");
  });

  test("without a server, what is wrong with it; a click tells more", () => {
    for (const [kind, severity] of [
      ["missing", "warning"],
      ["failed", "error"],
      ["stopped", "warning"],
      ["starting", "none"],
    ] as const) {
      const status = statusText(kind, []);
      assert.equal(status.severity, severity, kind);
      assert.equal(status.command, "hivm.showServerInfo", kind);
    }
  });
});
