// Copies the pictures that the documentation uses from the last end-to-end run (e2e/out) to docs/images.
import * as fs from "node:fs";
import * as path from "node:path";

const PICTURES = ["memory-map", "memory-map-overflow", "problems", "hover", "quick-fix"];

const from = path.join(import.meta.dirname, "out");
const to = path.join(import.meta.dirname, "..", "..", "docs", "images");

const missing = PICTURES.filter((name) => !fs.existsSync(path.join(from, `${name}.png`)));
if (missing.length > 0) {
  console.error(`e2e/out lacks ${missing.join(", ")}: run "npm run e2e" first`);
  process.exit(1);
}
fs.mkdirSync(to, { recursive: true });
for (const name of PICTURES) fs.copyFileSync(path.join(from, `${name}.png`), path.join(to, `${name}.png`));
console.log(`${PICTURES.length} pictures in ${path.relative(process.cwd(), to)}`);
