import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import { pageHtml } from "../src/memoryMap/html";

const html = pageHtml({ origin: "https://origin.test", script: "s.js", style: "s.css", nonce: "abc" });

test("the policy allows one script by nonce and the extension's own style, nothing else", () => {
  const policy = html.match(/Content-Security-Policy" content="([^"]*)"/)?.[1];
  assert.equal(
    policy,
    "default-src 'none'; style-src https://origin.test; script-src 'nonce-abc'; base-uri 'none'; form-action 'none'",
  );
  assert.ok(!html.includes("unsafe"));
});

test("no style or handler in the markup", () => {
  assert.ok(!/\sstyle=|\son\w+=|<style/.test(html));
  for (const file of fs.readdirSync("src/webview").filter((name) => name.endsWith(".ts"))) {
    const code = fs.readFileSync(`src/webview/${file}`, "utf8");
    assert.ok(!/innerHTML|outerHTML|insertAdjacentHTML|setAttribute\("style"/.test(code), file);
  }
});
