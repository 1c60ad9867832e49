// The browser for all end-to-end tests: Debian's Chromium, cut off from every network but this machine's own.
import * as fs from "node:fs";
import { chromium } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell", "/usr/bin/google-chrome"];

function executable() {
  const found = process.env.CHROMIUM || PLACES.find((place) => fs.existsSync(place));
  if (!found) throw new Error("no Chromium: install Debian's package chromium, or set CHROMIUM");
  return found;
}

export function launchBrowser() {
  return chromium.launch({
    executablePath: executable(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Any other name than this machine's fails at once, without a look-up.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ],
  });
}
