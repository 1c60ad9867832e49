import assert from "node:assert/strict";
import * as fs from "node:fs";
import { describe, test } from "node:test";
import { analysisSettings, interfaceSettings, RESTART_KEYS, serverSettings } from "../src/configuration";

const manifest = JSON.parse(fs.readFileSync("package.json", "utf8"));
const properties: Record<string, { default: unknown; scope: string; enum?: string[]; examples?: string[] }> =
  manifest.contributes.configuration.properties;

const defaults = (key: string): unknown => properties[`hivm.${key}`]?.default;

describe("settings", () => {
  test("the manifest's defaults", () => {
    assert.deepEqual(serverSettings(defaults), {
      python: "",
      path: "",
      arguments: [],
      package: "hivm-tools",
    });
    assert.deepEqual(analysisSettings(defaults), {
      target: "",
      arch: "auto",
      inlayHints: { offsets: true },
      codeLens: { enable: true },
      diagnostics: { usageHintPercent: 90 },
    });
    assert.deepEqual(interfaceSettings(defaults), { statusBar: true, followCursor: true, labels: true });
  });

  test("without any value there are the same defaults", () => {
    const nothing = (): undefined => undefined;
    assert.deepEqual(serverSettings(nothing), serverSettings(defaults));
    assert.deepEqual(analysisSettings(nothing), analysisSettings(defaults));
    assert.deepEqual(interfaceSettings(nothing), interfaceSettings(defaults));
  });

  test("nonsense counts as nothing", () => {
    const wrong: Record<string, unknown> = {
      python: 3,
      "server.arguments": ["--log", 5, null],
      arch: "a9",
      "diagnostics.usageHintPercent": 1000,
      target: ["x"],
    };
    const read = (key: string): unknown => wrong[key];
    assert.equal(serverSettings(read).python, "");
    assert.deepEqual(serverSettings(read).arguments, ["--log"]);
    assert.equal(analysisSettings(read).arch, "auto");
    assert.equal(analysisSettings(read).diagnostics.usageHintPercent, 90);
    assert.equal(analysisSettings(read).target, "");
  });

  test("blanks around a path do not count", () => {
    assert.equal(
      serverSettings((key) => (key === "python" ? " /usr/bin/python3 " : undefined)).python,
      "/usr/bin/python3",
    );
  });
});

describe("the manifest", () => {
  test("programs are settings of the machine, and of trusted workspaces alone", () => {
    const restricted: string[] = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, "limited");
    assert.deepEqual([...restricted].sort(), [...RESTART_KEYS].sort());
    for (const key of restricted) assert.equal(properties[key]?.scope, "machine-overridable", key);
    // What pip installs runs code, too; a workspace never says what.
    assert.equal(properties["hivm.server.package"]?.scope, "machine");
  });

  test("targets are those that the compilers know", () => {
    const data = JSON.parse(fs.readFileSync("../passes/hivm_passes/dialects/data/targets.json", "utf8"));
    const names = data.targets.map(({ name }: { name: string }) => name);
    assert.deepEqual(properties["hivm.target"]?.examples, names);
  });

  test("every command that the code registers with a title is in the manifest, and the other way round", () => {
    const code = fs
      .readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => fs.readFileSync(`src/${name}`, "utf8"))
      .join("\n");
    const registered = [...code.matchAll(/(?:register|registerCommand)\(\s*"(hivm\.\w+)"/g)].map(
      ([, name]) => name,
    );
    const declared = manifest.contributes.commands.map(({ command }: { command: string }) => command);
    const hidden = ["hivm.openHelp"];
    assert.deepEqual(registered.filter((name) => !hidden.includes(name ?? "")).sort(), declared.sort());
  });

  test("the README tells of every setting, with its default", () => {
    const rows = [...fs.readFileSync("README.md", "utf8").matchAll(/^\| `(hivm\.[\w.]+)` \| (.*?) \|/gm)];
    const told = Object.fromEntries(rows.map(([, key, value]) => [key, value]));
    const shown = (value: unknown): string =>
      value === "" ? "empty" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
    const real = Object.entries(properties).map(([key, property]) => [key, shown(property.default)]);
    assert.deepEqual(told, Object.fromEntries(real));
  });

  test("every setting has a description and a scope", () => {
    for (const [key, property] of Object.entries(properties)) {
      assert.ok(property.scope, key);
      assert.ok("description" in property || "markdownDescription" in property, key);
    }
  });
});
