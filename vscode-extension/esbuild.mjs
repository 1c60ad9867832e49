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

/** The licences of all packages in a bundle, as they ask for. */
function notices({ inputs }) {
  const folders = Object.keys(inputs).map((file) => file.match(/^node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]);
  return [...new Set(folders.filter(Boolean))].sort().map((folder) => {
    const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${folder} has no licence`);
    return `${name} ${version}\n\n${fs.readFileSync(path.join(folder, file), "utf8").trim()}\n`;
  });
}

fs.rmSync("dist", { recursive: true, force: true });
const [extension] = await Promise.all([
  build({
    ...common,
    entryPoints: ["src/extension.ts"],
    outfile: "dist/extension.js",
    platform: "node",
    target: "node20",
    format: "cjs",
    external: ["vscode"],
    metafile: true,
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

// The package carries the project's licence and those of what is in it.
if (production) {
  fs.copyFileSync("../LICENSE", "LICENSE.txt");
  fs.writeFileSync(
    "dist/THIRD-PARTY-NOTICES.txt",
    notices(extension.metafile).join(`\n${"-".repeat(80)}\n\n`),
  );
}
