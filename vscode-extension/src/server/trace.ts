import * as vscode from "vscode";

/**
 * An output channel whose level follows the setting `hivm.trace.server`. The language client traces only into a channel
 * at level "trace"; with a plain channel a person would have to set the level by hand on top of the setting.
 */
export class TraceChannel implements vscode.LogOutputChannel, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.LogLevel>();
  private level = vscode.LogLevel.Info;
  readonly onDidChangeLogLevel = this.changed.event;

  constructor(private readonly channel: vscode.LogOutputChannel) {
    this.refresh();
  }

  get name(): string {
    return this.channel.name;
  }

  get logLevel(): vscode.LogLevel {
    return this.level;
  }

  /** Call when settings have changed. */
  refresh(): void {
    const wanted = vscode.workspace.getConfiguration("hivm").get("trace.server", "off");
    const level = wanted === "off" ? vscode.LogLevel.Info : vscode.LogLevel.Trace;
    if (level === this.level) return;
    this.level = level;
    this.changed.fire(level);
  }

  trace(message: string, ...details: unknown[]): void {
    this.channel.info(message, ...details);
  }

  debug(message: string, ...details: unknown[]): void {
    this.channel.debug(message, ...details);
  }

  info(message: string, ...details: unknown[]): void {
    this.channel.info(message, ...details);
  }

  warn(message: string, ...details: unknown[]): void {
    this.channel.warn(message, ...details);
  }

  error(error: string | Error, ...details: unknown[]): void {
    this.channel.error(error, ...details);
  }

  append(value: string): void {
    this.channel.append(value);
  }

  appendLine(value: string): void {
    this.channel.appendLine(value);
  }

  replace(value: string): void {
    this.channel.replace(value);
  }

  clear(): void {
    this.channel.clear();
  }

  show(columnOrPreserveFocus?: vscode.ViewColumn | boolean, preserveFocus?: boolean): void {
    if (typeof columnOrPreserveFocus === "number") this.channel.show(columnOrPreserveFocus, preserveFocus);
    else this.channel.show(columnOrPreserveFocus);
  }

  hide(): void {
    this.channel.hide();
  }

  dispose(): void {
    this.changed.dispose();
  }
}
