/** The real machine for `discovery`: files, links, and asking an interpreter what it has. */

import { execFile } from "node:child_process";
import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import type { Machine, Probe } from "./discovery";

const PROBE_LIMIT_MS = 20_000;

const PROBE_SCRIPT = `
import importlib.util, json, sys
server = None
if importlib.util.find_spec("hivm_server"):
    from importlib.metadata import PackageNotFoundError, version
    try:
        server = version("hivm-tools")
    except PackageNotFoundError:
        server = "(unknown version)"
print(json.dumps({"version": "%d.%d.%d" % sys.version_info[:3], "server": server}))
`;

/**
 * Variables for every Python that is started: the current folder, which may be anyone's, is not searched for modules
 * (older versions than 3.11 do not know the first one; the folder that they are started in is always the extension's).
 */
export const PYTHON_ENVIRONMENT = { PYTHONSAFEPATH: "1", PYTHONUTF8: "1" };

/** `folder`: where programs are started; never the workspace. */
export function localMachine(folder: string): Machine {
  return {
    platform: process.platform,
    home: os.homedir(),
    path: (process.env.PATH ?? "").split(path.delimiter),
    isProgram,
    realPath: (file) => fs.realpath(file).catch(() => file),
    probe: (python) => probe(python, folder),
  };
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await fs.access(file, fs.constants.X_OK);
    return (await fs.stat(file)).isFile();
  } catch {
    return false;
  }
}

function probe(python: string, cwd: string): Promise<Probe> {
  const env = { ...process.env, ...PYTHON_ENVIRONMENT };
  return new Promise((resolve, reject) => {
    execFile(python, ["-c", PROBE_SCRIPT], { cwd, env, timeout: PROBE_LIMIT_MS }, (error, stdout, stderr) => {
      if (error) return reject(new Error(lastLine(stderr) || error.message));
      try {
        const { version, server } = JSON.parse(lastLine(stdout)) as Probe;
        resolve({ version, server });
      } catch {
        reject(new Error("it does not answer like Python"));
      }
    });
  });
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
