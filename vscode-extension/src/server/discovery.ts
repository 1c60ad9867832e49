/**
 * Which program is the language server? The first of these that is there:
 * the setting `hivm.server.path`; the interpreter of `hivm.python`; a virtual environment in the workspace; `python3` on
 * the path; the environment that the extension made; `hivm-ls` on the path.
 *
 * An explicit setting is never passed over in silence: if it does not work, that is the answer. While the workspace is
 * not trusted, nothing inside it is run. Pure but for the `Machine` it is given.
 */

import * as nodePath from "node:path";
import type { ServerSettings } from "../configuration";

/** What one interpreter says about itself. */
export interface Probe {
  /** Such as "3.11.2". */
  version: string;
  /** Version of hivm-tools in it; null: not installed. */
  server: string | null;
}

export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  /** The entries of PATH. */
  path: readonly string[];
  isProgram(file: string): Promise<boolean>;
  /** Symbolic links resolved; the path itself where that fails. */
  realPath(file: string): Promise<string>;
  /** Rejects with a reason when the program does not run or is no Python. */
  probe(python: string): Promise<Probe>;
}

export interface Surroundings {
  /** Workspace folders, as file system paths. */
  folders: readonly string[];
  trusted: boolean;
  /** Folder of the virtual environment that the extension makes when asked to install. */
  ownEnvironment: string;
}

export interface Step {
  program: string;
  arguments: string[];
}

export interface InstallPlan {
  steps: Step[];
  /** For a person: where it will be installed. */
  where: string;
}

export type Discovery =
  | { found: true; command: Step; origin: string; python: Probe | null }
  | { found: false; reason: string; tried: string[]; install: InstallPlan | null };

type Missing = Extract<Discovery, { found: false }>;

interface Interpreter {
  file: string;
  origin: string;
}

export async function findServer(
  settings: ServerSettings,
  around: Surroundings,
  machine: Machine,
): Promise<Discovery> {
  const finder = new Finder(settings, around, machine);
  if (settings.path) return finder.fromServerPath();
  if (settings.python) return finder.fromPythonSetting();
  return finder.bySearch();
}

class Finder {
  private readonly tried: string[] = [];
  private readonly path: nodePath.PlatformPath;

  constructor(
    private readonly settings: ServerSettings,
    private readonly around: Surroundings,
    private readonly machine: Machine,
  ) {
    this.path = machine.platform === "win32" ? nodePath.win32 : nodePath.posix;
  }

  async fromServerPath(): Promise<Discovery> {
    const program = await this.resolve(this.settings.path);
    if (!program) return this.missing(`hivm.server.path: there is no program "${this.settings.path}".`);
    if (await this.isForbidden(program)) return this.forbidden("hivm.server.path", program);
    return {
      found: true,
      command: { program, arguments: this.settings.arguments },
      origin: "setting hivm.server.path",
      python: null,
    };
  }

  async fromPythonSetting(): Promise<Discovery> {
    const file = await this.resolve(this.settings.python);
    if (!file) return this.missing(`hivm.python: there is no program "${this.settings.python}".`);
    if (await this.isForbidden(file)) return this.forbidden("hivm.python", file);
    const interpreter = { file, origin: "setting hivm.python" };
    const probe = await this.probe(interpreter);
    if (typeof probe === "string") return this.missing(`hivm.python: ${file} does not run: ${probe}`);
    if (probe.server !== null) return this.through(interpreter, probe);
    if (!isRecent(probe))
      return this.missing(`hivm.python: ${file} is Python ${probe.version}; 3.10 or newer is needed.`);
    return this.missing(`hivm.python: hivm-tools is not installed in ${file}.`, this.installInto(file, file));
  }

  async bySearch(): Promise<Discovery> {
    let plan: InstallPlan | null = null;
    for (const interpreter of await this.interpreters()) {
      const probe = await this.probe(interpreter);
      if (typeof probe === "string") continue;
      if (probe.server !== null) return this.through(interpreter, probe);
      if (isRecent(probe)) plan ??= this.planFor(interpreter);
    }
    const program = await this.onPath("hivm-ls");
    if (program) {
      const command = { program, arguments: this.settings.arguments };
      return { found: true, command, origin: "hivm-ls on the path", python: null };
    }
    return plan
      ? this.missing("No Python with hivm-tools was found.", plan)
      : this.missing("No Python 3.10 or newer was found; hivm-tools needs one.");
  }

  /** Every interpreter worth asking, best first. */
  private async interpreters(): Promise<Interpreter[]> {
    const found: Interpreter[] = [];
    const add = async (file: string | null, origin: string): Promise<void> => {
      if (file && (await this.machine.isProgram(file))) found.push({ file, origin });
    };
    if (this.around.trusted)
      for (const folder of this.around.folders)
        for (const name of [".venv", "venv"])
          await add(
            this.environmentPython(this.path.join(folder, name)),
            "virtual environment of the workspace",
          );
    for (const name of ["python3", "python"]) await add(await this.onPath(name), `${name} on the path`);
    await add(this.environmentPython(this.around.ownEnvironment), "environment of the extension");
    return found.filter(({ file }, at) => found.findIndex((other) => other.file === file) === at);
  }

  private async probe({ file, origin }: Interpreter): Promise<Probe | string> {
    try {
      const probe = await this.machine.probe(file);
      const has = probe.server === null ? "without hivm-tools" : `hivm-tools ${probe.server}`;
      this.tried.push(`${file} (${origin}): Python ${probe.version}, ${has}`);
      return probe;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.tried.push(`${file} (${origin}): ${reason}`);
      return reason;
    }
  }

  private through({ file, origin }: Interpreter, python: Probe): Discovery {
    const command = { program: file, arguments: ["-m", "hivm_server", ...this.settings.arguments] };
    return { found: true, command, origin, python };
  }

  private planFor({ file, origin }: Interpreter): InstallPlan {
    // A Python that belongs to the system is left alone (and often refuses pip): the extension has its own environment.
    if (!origin.endsWith("on the path")) return this.installInto(file, file);
    const own = this.around.ownEnvironment;
    const plan = this.installInto(this.environmentPython(own), "an environment of the extension");
    return { ...plan, steps: [{ program: file, arguments: ["-m", "venv", own] }, ...plan.steps] };
  }

  private installInto(python: string, where: string): InstallPlan {
    const pip = ["-m", "pip", "install", "--disable-pip-version-check", "--upgrade", this.settings.package];
    return { steps: [{ program: python, arguments: pip }], where };
  }

  private environmentPython(environment: string): string {
    return this.machine.platform === "win32"
      ? this.path.join(environment, "Scripts", "python.exe")
      : this.path.join(environment, "bin", "python");
  }

  /** A program as written in a setting: a name on the path, or a path with `~` and `${workspaceFolder}`. */
  private async resolve(written: string): Promise<string | null> {
    const [folder = ""] = this.around.folders;
    const text = written
      .replaceAll("${workspaceFolder}", () => folder)
      .replace(/^~(?=$|[\\/])/, () => this.machine.home);
    const isName = !/[\\/]/.test(text);
    if (isName) return this.onPath(text);
    const file = this.path.isAbsolute(text) || !folder ? text : this.path.join(folder, text);
    for (const candidate of this.spellings(file))
      if (await this.machine.isProgram(candidate)) return candidate;
    return null;
  }

  private async onPath(name: string): Promise<string | null> {
    for (const entry of this.machine.path) {
      // A relative entry would mean a folder of the workspace, or whatever the process started in.
      if (!this.path.isAbsolute(entry)) continue;
      for (const file of this.spellings(this.path.join(entry, name)))
        if ((await this.machine.isProgram(file)) && !(await this.isForbidden(file))) return file;
    }
    return null;
  }

  private spellings(file: string): string[] {
    if (this.machine.platform !== "win32" || this.path.extname(file)) return [file];
    return [`${file}.exe`, file];
  }

  /** Inside the workspace, by name or behind its links, while that is not trusted. */
  private async isForbidden(file: string): Promise<boolean> {
    if (this.around.trusted) return false;
    const names = [file, await this.machine.realPath(file)];
    for (const folder of this.around.folders)
      for (const root of [folder, await this.machine.realPath(folder)])
        for (const name of names) {
          const way = this.path.relative(root, name);
          if (way !== ".." && !way.startsWith(`..${this.path.sep}`) && !this.path.isAbsolute(way))
            return true;
        }
    return false;
  }

  private forbidden(setting: string, file: string): Missing {
    return this.missing(
      `${setting}: ${file} lies in this workspace, which is not trusted, so it is not run.`,
    );
  }

  private missing(reason: string, install: InstallPlan | null = null): Missing {
    return { found: false, reason, tried: this.tried, install };
  }
}

function isRecent({ version }: Probe): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 3 || (major === 3 && minor >= 10);
}
