import assert from "node:assert/strict";
import { test } from "node:test";
import { RestartLimit } from "../src/server/restartLimit";

test("five restarts in three minutes, and again when those are long ago", () => {
  const limit = new RestartLimit();
  const answers = [0, 1, 2, 3, 4, 5].map((second) => limit.mayRestart(second * 1000));
  assert.deepEqual(answers, [true, true, true, true, true, false]);
  assert.equal(limit.mayRestart(180_500), true);
  assert.equal(limit.mayRestart(180_600), false);
});
