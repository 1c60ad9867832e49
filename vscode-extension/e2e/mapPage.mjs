// The memory map's page alone in a browser, with the extension's side played by the test: fast, and any map can be shown.
import * as fs from "node:fs";
import * as path from "node:path";
import { build } from "esbuild";

const ROOT = path.join(import.meta.dirname, "..");
const ORIGIN = "http://127.0.0.1:9";

/** Roughly VS Code's own default themes. */
const THEMES = {
  "vscode-dark": {
    "editor-background": "#1f1f1f",
    "editor-foreground": "#cccccc",
    descriptionForeground: "#9d9d9d",
    "charts-blue": "#59a4f9",
    "charts-green": "#89d185",
    "charts-yellow": "#cca700",
    "charts-purple": "#b180d7",
    "editorError-foreground": "#f14c4c",
    "editorWarning-foreground": "#cca700",
    "editorIndentGuide-background1": "#404040",
    "button-background": "#0078d4",
    "button-foreground": "#ffffff",
    "button-secondaryBackground": "#313131",
    "button-secondaryForeground": "#cccccc",
    "dropdown-background": "#313131",
    "dropdown-foreground": "#cccccc",
    "dropdown-border": "#3c3c3c",
    focusBorder: "#0078d4",
    "editorHoverWidget-background": "#202020",
    "editorHoverWidget-foreground": "#cccccc",
    "editorHoverWidget-border": "#454545",
    "inputValidation-errorBackground": "#5a1d1d",
    "inputValidation-errorBorder": "#be1100",
    "textLink-foreground": "#4daafc",
    "list-hoverBackground": "#2a2d2e",
    "editor-lineHighlightBorder": "#282828",
  },
  "vscode-light": {
    "editor-background": "#ffffff",
    "editor-foreground": "#3b3b3b",
    descriptionForeground: "#6f6f6f",
    "charts-blue": "#1a85ff",
    "charts-green": "#388a34",
    "charts-yellow": "#bf8803",
    "charts-purple": "#652d90",
    "editorError-foreground": "#e51400",
    "editorWarning-foreground": "#bf8803",
    "editorIndentGuide-background1": "#d3d3d3",
    "button-background": "#005fb8",
    "button-foreground": "#ffffff",
    "button-secondaryBackground": "#e5e5e5",
    "button-secondaryForeground": "#3b3b3b",
    "dropdown-background": "#ffffff",
    "dropdown-foreground": "#3b3b3b",
    "dropdown-border": "#cecece",
    focusBorder: "#005fb8",
    "editorHoverWidget-background": "#f8f8f8",
    "editorHoverWidget-foreground": "#3b3b3b",
    "editorHoverWidget-border": "#c8c8c8",
    "inputValidation-errorBackground": "#f2dede",
    "inputValidation-errorBorder": "#be1100",
    "textLink-foreground": "#005fb8",
    "list-hoverBackground": "#f2f2f2",
    "editor-lineHighlightBorder": "#eeeeee",
  },
  "vscode-high-contrast": {
    "editor-background": "#000000",
    "editor-foreground": "#ffffff",
    descriptionForeground: "#ffffff",
    "charts-blue": "#59a4f9",
    "charts-green": "#89d185",
    "charts-yellow": "#ffd370",
    "charts-purple": "#b180d7",
    "editorError-foreground": "#f48771",
    "editorWarning-foreground": "#ffd370",
    "editorIndentGuide-background1": "#7c7c7c",
    contrastBorder: "#6fc3df",
    "button-foreground": "#000000",
    "button-background": "#ffffff",
    focusBorder: "#f38518",
    "editorHoverWidget-background": "#0c141f",
    "editorHoverWidget-foreground": "#ffffff",
    "editorHoverWidget-border": "#6fc3df",
    "inputValidation-errorBorder": "#be1100",
    "editor-lineHighlightBorder": "#f38518",
  },
};

/** A TypeScript module of the extension or its tests, ready to use. */
export async function load(file) {
  const { outputFiles } = await build({
    entryPoints: [path.join(ROOT, file)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

export async function openMapPage(browser, { theme = "vscode-dark", width = 900, height = 640 } = {}) {
  const { pageHtml } = await load("src/memoryMap/html.ts");
  const page = await browser.newPage({ viewport: { width, height } });
  const problems = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.addInitScript(
    (variables) => {
      window.sent = [];
      window.acquireVsCodeApi = () => ({
        postMessage: (message) => window.sent.push(message),
        getState: () => window.kept,
        setState: (state) => {
          window.kept = structuredClone(state);
        },
      });
      document.addEventListener("DOMContentLoaded", () => {
        document.body.className = variables.class;
        for (const [name, value] of Object.entries(variables.colors))
          document.documentElement.style.setProperty(`--vscode-${name}`, value);
      });
    },
    {
      class: theme,
      colors: {
        ...THEMES[theme],
        "font-family": "sans-serif",
        "font-size": "13px",
        "editor-font-family": "monospace",
      },
    },
  );
  const html = pageHtml({
    origin: ORIGIN,
    script: `${ORIGIN}/main.js`,
    style: `${ORIGIN}/style.css`,
    nonce: "n",
  });
  await page.route(`${ORIGIN}/*`, (route) => {
    const name = path.basename(new URL(route.request().url()).pathname);
    if (name === "page") return route.fulfill({ contentType: "text/html", body: html });
    const type = name.endsWith(".css") ? "text/css" : "text/javascript";
    return route.fulfill({
      contentType: type,
      body: fs.readFileSync(path.join(ROOT, "dist", "webview", name)),
    });
  });
  await page.goto(`${ORIGIN}/page`);
  await page.waitForFunction(() => window.sent.some(({ type }) => type === "ready"));
  const send = (message) => page.evaluate((data) => window.postMessage(data, "*"), message);
  return {
    page,
    problems,
    send,
    sent: () => page.evaluate(() => window.sent),
    show: (map, changes = {}) =>
      send({
        type: "show",
        uri: "file:///k.mlir",
        file: "k.mlir",
        functions: [map ?? []].flat().map(({ name, nameRange }) => ({ name, line: nameRange.start.line })),
        maps: [map ?? []].flat(),
        note: null,
        follow: true,
        labels: true,
        ...changes,
      }),
  };
}
