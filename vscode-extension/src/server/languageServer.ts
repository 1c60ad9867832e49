import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  RequestType,
  RevealOutputChannelOn,
  State,
  TransportKind,
} from "vscode-languageclient/node";
import { analysisSettings, type ServerSettings, serverSettings } from "../configuration";
import { type Discovery, findServer } from "./discovery";
import { localMachine, PYTHON_ENVIRONMENT } from "./machine";
import { RestartLimit } from "./restartLimit";
import type { TraceChannel } from "./trace";

export type Found = Extract<Discovery, { found: true }>;
export type Missing = Extract<Discovery, { found: false }>;

export type ServerState =
  | { kind: "stopped" }
  | { kind: "starting" }
  | { kind: "running"; program: Found; version: string }
  | { kind: "missing"; problem: Missing }
  | { kind: "failed"; message: string };

const STOP_LIMIT_MS = 3_000;

/** The schemes of documents that a person edits; diffs and previews of other schemes are left in peace. */
const SCHEMES = ["file", "untitled", "vscode-vfs"];

export const SELECTOR = SCHEMES.map((scheme) => ({ language: "mlir", scheme }));

export function isOurs(document: vscode.TextDocument): boolean {
  return vscode.languages.match(SELECTOR, document) > 0;
}

/** The client writes its errors to the output; what a person must know is said here, once and in our words. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** The language server's process and its client, from looking for it to its end. */
export class LanguageServer implements vscode.Disposable {
  private readonly stateChanged = new vscode.EventEmitter<ServerState>();
  private readonly notified = new vscode.EventEmitter<{ method: string; params: unknown }>();
  private current: ServerState = { kind: "stopped" };
  private client: LanguageClient | undefined;
  /** Starts and stops run one after the other. */
  private queue: Promise<void> = Promise.resolve();
  /** Why the process ended, where its end was not asked for. */
  private lastFailure = "";

  readonly onDidChangeState = this.stateChanged.event;
  readonly onNotification = this.notified.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly output: vscode.LogOutputChannel,
    private readonly trace: TraceChannel,
    private readonly methods: readonly string[],
  ) {}

  get state(): ServerState {
    return this.current;
  }

  /** The virtual environment that the extension makes when it is asked to install the server. */
  get ownEnvironment(): string {
    return vscode.Uri.joinPath(this.context.globalStorageUri, "python").fsPath;
  }

  /** Where programs are started: a folder that holds no one else's files. */
  get workingFolder(): string {
    return this.context.extensionPath;
  }

  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.stopClient();
      await this.startClient();
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.stopClient());
  }

  /** Undefined while no server runs; rejects when the server answers with an error. */
  async request(method: string, params: unknown, token?: vscode.CancellationToken): Promise<unknown> {
    if (this.current.kind !== "running" || !this.client) return undefined;
    // By type and not by name: that would put the parameters into a list when a token follows.
    return this.client.sendRequest(new RequestType<unknown, unknown, void>(method), params, token);
  }

  dispose(): void {
    this.stateChanged.dispose();
    this.notified.dispose();
  }

  private enqueue(job: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(job).catch((error: unknown) => {
      this.fail(error instanceof Error ? error.message : String(error));
    });
    return this.queue;
  }

  private async startClient(): Promise<void> {
    this.setState({ kind: "starting" });
    const settings = serverSettings((key) => vscode.workspace.getConfiguration("hivm").get(key));
    const discovery = await this.find(settings);
    if (!discovery.found) {
      this.output.error(discovery.reason);
      for (const line of discovery.tried) this.output.info(`  looked at ${line}`);
      this.setState({ kind: "missing", problem: discovery });
      return;
    }
    const { program, arguments: args } = discovery.command;
    this.output.info(`Starting ${[program, ...args].join(" ")} (${discovery.origin})`);
    this.lastFailure = "";
    const client = this.createClient(discovery);
    this.client = client;
    try {
      await client.start();
      // When the process ends early, the client's promise is fulfilled all the same.
      if (client.state !== State.Running) throw new Error("it does not run");
    } catch (error) {
      const reason = this.lastFailure || (error instanceof Error ? error.message : String(error));
      this.fail(`The language server did not start: ${reason}`);
    }
  }

  private find(settings: ServerSettings): Promise<Discovery> {
    const folders = (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === "file")
      .map(({ uri }) => uri.fsPath);
    const around = { folders, trusted: vscode.workspace.isTrusted, ownEnvironment: this.ownEnvironment };
    return findServer(settings, around, localMachine(this.workingFolder));
  }

  private createClient(found: Found): LanguageClient {
    const { program, arguments: args } = found.command;
    const client = new QuietClient(
      "hivm",
      "HIVM",
      {
        command: program,
        args,
        transport: TransportKind.stdio,
        options: { cwd: this.workingFolder, env: { ...process.env, ...PYTHON_ENVIRONMENT } },
      },
      {
        documentSelector: SELECTOR,
        diagnosticCollectionName: "hivm",
        outputChannel: this.output,
        traceOutputChannel: this.trace,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        initializationOptions: () =>
          analysisSettings((key) => vscode.workspace.getConfiguration("hivm").get(key)),
        synchronize: { configurationSection: "hivm" },
        markdown: { isTrusted: { enabledCommands: ["hivm.openMemoryMap"] }, supportHtml: false },
        errorHandler: this.errorHandler(),
        initializationFailedHandler: () => false,
      },
    );
    client.onDidChangeState(({ newState }) => {
      if (this.client !== client) return;
      if (newState === State.Running) {
        const version = client.initializeResult?.serverInfo?.version ?? found.python?.server ?? "";
        this.setState({ kind: "running", program: found, version });
      } else if (newState === State.Starting) {
        this.setState({ kind: "starting" });
      }
    });
    for (const method of this.methods)
      client.onNotification(method, (params: unknown) => this.notified.fire({ method, params }));
    return client;
  }

  private errorHandler(): ErrorHandler {
    const limit = new RestartLimit();
    return {
      error: (_error, _message, count) => ({
        action: (count ?? 0) <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown,
      }),
      closed: () => {
        // Before it has ever answered, another try would end the same way.
        if (this.current.kind === "running" && limit.mayRestart(Date.now())) {
          this.output.warn("The language server ended; starting it again.");
          return { action: CloseAction.Restart, handled: true };
        }
        this.lastFailure = "its process ended; the output has its last words.";
        if (this.current.kind === "running")
          this.fail("The language server ended again and again; see the output for its last words.");
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    };
  }

  private async stopClient(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (!client) return;
    this.setState({ kind: "stopped" });
    try {
      await client.dispose(STOP_LIMIT_MS);
    } catch (error) {
      // A server that is gone or never started cannot be stopped politely; nothing is left to do.
      this.output.debug(`Stopping: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private fail(message: string): void {
    this.output.error(message);
    this.setState({ kind: "failed", message });
  }

  private setState(state: ServerState): void {
    this.current = state;
    this.stateChanged.fire(state);
  }
}
