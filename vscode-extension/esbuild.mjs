// Bundles the extension, its web page and, with --tests, the tests. --production: minified, without source maps.
import * as fs from "node:fs";
import * as path from "node:path";
import { build } from "esbuild";

const production = process.argv.includes("--production");
const common = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : "linked",
  logLevel: "warning",
};

fs.rmSync("dist", { recursive: true, force: true });
await Promise.all([
  build({
    ...common,
    entryPoints: ["src/extension.ts"],
    outfile: "dist/extension.js",
    platform: "node",
    target: "node20",
    format: "cjs",
    external: ["vscode"],
  }),
  build({
    ...common,
    entryPoints: { main: "src/webview/main.ts", style: "src/webview/style.css" },
    outdir: "dist/webview",
    platform: "browser",
    target: "chrome122",
    format: "iife",
  }),
]);

if (process.argv.includes("--tests")) {
  const tests = fs.readdirSync("test").filter((name) => name.endsWith(".test.ts"));
  await build({
    ...common,
    entryPoints: tests.map((name) => path.join("test", name)),
    outdir: "dist/test",
    outExtension: { ".js": ".mjs" },
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
  });
}

// The package carries the project's licence.
if (production) fs.copyFileSync("../LICENSE", "LICENSE.txt");
