import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ServerSettings } from "../src/configuration";
import {
  type Discovery,
  findServer,
  type Machine,
  type Probe,
  type Surroundings,
} from "../src/server/discovery";

type Programs = Record<string, Probe | string | null>;

/** A machine with these programs: what they say when probed, an error, or null for what is no Python. */
function machine(programs: Programs, changes: Partial<Machine> = {}): Machine {
  return {
    platform: "linux",
    home: "/home/me",
    path: ["/usr/bin"],
    isProgram: async (file) => file in programs,
    realPath: async (file) => file,
    probe: async (python) => {
      const answer = programs[python];
      if (!answer || typeof answer === "string") throw new Error(answer || "no Python");
      return answer;
    },
    ...changes,
  };
}

const WITH: Probe = { version: "3.11.2", server: "0.1.0" };
const WITHOUT: Probe = { version: "3.11.2", server: null };
const OLD: Probe = { version: "3.9.1", server: null };

const NONE: ServerSettings = { python: "", path: "", arguments: [], package: "hivm-tools" };
const AROUND: Surroundings = { folders: ["/ws"], trusted: true, ownEnvironment: "/own" };
const UNTRUSTED: Surroundings = { ...AROUND, trusted: false };

function find(
  programs: Programs,
  settings: Partial<ServerSettings> = {},
  around = AROUND,
  changes = {},
): Promise<Discovery> {
  return findServer({ ...NONE, ...settings }, around, machine(programs, changes));
}

async function command(...how: Parameters<typeof find>): Promise<string> {
  const result = await find(...how);
  assert.ok(result.found, JSON.stringify(result));
  return [result.command.program, ...result.command.arguments].join(" ");
}

async function missing(...how: Parameters<typeof find>): Promise<Extract<Discovery, { found: false }>> {
  const result = await find(...how);
  assert.ok(!result.found, JSON.stringify(result));
  return result;
}

const ALL: Programs = {
  "/opt/hivm-ls": null,
  "/opt/py": WITH,
  "/ws/.venv/bin/python": WITH,
  "/ws/venv/bin/python": WITH,
  "/usr/bin/python3": WITH,
  "/usr/bin/hivm-ls": null,
  "/own/bin/python": WITH,
};

describe("what comes first", () => {
  test("server path, then interpreter, then the workspace, then the path, then our own", async () => {
    assert.equal(await command(ALL, { path: "/opt/hivm-ls", python: "/opt/py" }), "/opt/hivm-ls");
    assert.equal(await command(ALL, { python: "/opt/py" }), "/opt/py -m hivm_server");
    assert.equal(await command(ALL), "/ws/.venv/bin/python -m hivm_server");
    const { "/ws/.venv/bin/python": _, ...second } = ALL;
    assert.equal(await command(second), "/ws/venv/bin/python -m hivm_server");
    const { "/ws/venv/bin/python": __, ...third } = second;
    assert.equal(await command(third), "/usr/bin/python3 -m hivm_server");
    assert.equal(await command({ ...third, "/usr/bin/python3": WITHOUT }), "/own/bin/python -m hivm_server");
    assert.equal(
      await command({ "/usr/bin/python3": WITHOUT, "/usr/bin/hivm-ls": null }),
      "/usr/bin/hivm-ls",
    );
  });

  test("an environment without hivm-tools does not hide a Python that has it", async () => {
    assert.equal(
      await command({ "/ws/.venv/bin/python": WITHOUT, "/usr/bin/python3": WITH }),
      "/usr/bin/python3 -m hivm_server",
    );
  });

  test("a broken environment neither", async () => {
    assert.equal(
      await command({ "/ws/.venv/bin/python": "exec format error", "/usr/bin/python3": WITH }),
      "/usr/bin/python3 -m hivm_server",
    );
  });

  test("arguments are passed on", async () => {
    assert.equal(
      await command(ALL, { arguments: ["--log", "x"] }),
      "/ws/.venv/bin/python -m hivm_server --log x",
    );
    assert.equal(await command(ALL, { path: "/opt/hivm-ls", arguments: ["-v"] }), "/opt/hivm-ls -v");
  });

  test("on Windows environments look different", async () => {
    const around = { ...AROUND, folders: ["C:\\ws"], ownEnvironment: "C:\\own" };
    const windows = { platform: "win32", path: ["C:\\py"] };
    assert.equal(
      await command({ "C:\\ws\\.venv\\Scripts\\python.exe": WITH }, {}, around, windows),
      "C:\\ws\\.venv\\Scripts\\python.exe -m hivm_server",
    );
    assert.equal(
      await command({ "C:\\py\\python.exe": WITH }, {}, around, windows),
      "C:\\py\\python.exe -m hivm_server",
    );
  });
});

describe("paths in settings", () => {
  test("variables, home, names and relative paths", async () => {
    assert.equal(
      await command(ALL, { python: "${workspaceFolder}/venv/bin/python" }),
      "/ws/venv/bin/python -m hivm_server",
    );
    assert.equal(await command({ "/home/me/py": WITH }, { python: "~/py" }), "/home/me/py -m hivm_server");
    assert.equal(await command(ALL, { python: "python3" }), "/usr/bin/python3 -m hivm_server");
    assert.equal(await command(ALL, { python: "venv/bin/python" }), "/ws/venv/bin/python -m hivm_server");
    assert.equal(await command(ALL, { path: "hivm-ls" }), "/usr/bin/hivm-ls");
  });
});

describe("an explicit setting that does not work is the answer", () => {
  test("no such program", async () => {
    assert.match(
      (await missing(ALL, { path: "/nowhere" })).reason,
      /hivm\.server\.path: there is no program "\/nowhere"/,
    );
    assert.match((await missing(ALL, { python: "/nowhere" })).reason, /hivm\.python: there is no program/);
  });

  test("it does not run", async () => {
    assert.match(
      (await missing({ "/py": "Exec format error" }, { python: "/py" })).reason,
      /does not run: Exec format error/,
    );
  });

  test("it is too old", async () => {
    const result = await missing({ "/py": OLD }, { python: "/py" });
    assert.match(result.reason, /Python 3\.9\.1; 3\.10 or newer/);
    assert.equal(result.install, null);
  });

  test("it lacks the package, which can be installed there", async () => {
    const result = await missing({ "/py": WITHOUT }, { python: "/py", package: "/clone" });
    assert.match(result.reason, /hivm-tools is not installed in \/py/);
    assert.deepEqual(result.install, {
      where: "/py",
      steps: [
        {
          program: "/py",
          arguments: ["-m", "pip", "install", "--disable-pip-version-check", "--upgrade", "/clone"],
        },
      ],
    });
  });
});

describe("nothing found", () => {
  test("with a system Python: install into our own environment", async () => {
    const { reason, tried, install } = await missing({ "/usr/bin/python3": WITHOUT });
    assert.match(reason, /No Python with hivm-tools/);
    assert.deepEqual(tried, ["/usr/bin/python3 (python3 on the path): Python 3.11.2, without hivm-tools"]);
    assert.deepEqual(
      install?.steps.map(({ program, arguments: args }) => [program, ...args].join(" ")),
      [
        "/usr/bin/python3 -m venv /own",
        "/own/bin/python -m pip install --disable-pip-version-check --upgrade hivm-tools",
      ],
    );
  });

  test("with an environment in the workspace: install into that", async () => {
    const { install } = await missing({ "/usr/bin/python3": WITHOUT, "/ws/.venv/bin/python": WITHOUT });
    assert.equal(install?.where, "/ws/.venv/bin/python");
    assert.equal(install?.steps.length, 1);
  });

  test("without any recent Python there is nothing to install with", async () => {
    const { reason, install } = await missing({ "/usr/bin/python3": OLD });
    assert.match(reason, /No Python 3\.10 or newer/);
    assert.equal(install, null);
    assert.equal((await missing({})).install, null);
  });
});

describe("while the workspace is not trusted", () => {
  test("its environments are not looked at", async () => {
    const probed: string[] = [];
    const around = {
      probe: async (python: string) => {
        probed.push(python);
        return WITH;
      },
    };
    assert.equal(await command(ALL, {}, UNTRUSTED, around), "/usr/bin/python3 -m hivm_server");
    assert.ok(
      probed.every((python) => !python.startsWith("/ws")),
      probed.join(),
    );
  });

  test("a setting that leads into it is refused, with the reason", async () => {
    for (const settings of [
      { python: "/ws/.venv/bin/python" },
      { python: "venv/bin/python" },
      { path: "/ws/venv/bin/python" },
    ])
      assert.match((await missing(ALL, settings, UNTRUSTED)).reason, /not trusted/);
  });

  test("a link into it is refused, too", async () => {
    const realPath = async (file: string): Promise<string> => (file === "/opt/py" ? "/ws/evil" : file);
    assert.match((await missing(ALL, { python: "/opt/py" }, UNTRUSTED, { realPath })).reason, /not trusted/);
  });

  test("so is a folder that is itself a link", async () => {
    const realPath = async (file: string): Promise<string> => file.replace(/^\/ws/, "/real");
    const programs = { "/real/py": WITH };
    assert.match(
      (await missing(programs, { python: "/real/py" }, UNTRUSTED, { realPath })).reason,
      /not trusted/,
    );
  });

  test("entries of the path inside of it do not count", async () => {
    const path = ["/ws/bin", ".", "/usr/bin"];
    const programs = { ...ALL, "/ws/bin/python3": WITH, python3: WITH };
    assert.equal(await command(programs, {}, UNTRUSTED, { path }), "/usr/bin/python3 -m hivm_server");
  });

  test("a folder whose name only begins alike is not inside", async () => {
    assert.equal(
      await command({ "/ws-tools/py": WITH }, { python: "/ws-tools/py" }, UNTRUSTED),
      "/ws-tools/py -m hivm_server",
    );
  });
});
