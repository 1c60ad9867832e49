// In place of VS Code's native logger, which would have to be compiled: appends each message to its file at once.
const fs = require("node:fs");
const path = require("node:path");

const LEVELS = ["trace", "debug", "info", "warning", "error", "critical"];
const METHODS = ["trace", "debug", "info", "warn", "error", "critical"];
const INFO = 2;

class Logger {
  #file;
  #level = INFO;
  #bare = false;

  constructor(file) {
    this.#file = file;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, "");
  }

  log(level, message) {
    if (level < this.#level) return;
    const head = this.#bare ? "" : `${new Date().toISOString()} [${LEVELS[level]}] `;
    try {
      fs.appendFileSync(this.#file, this.#bare ? message : `${head}${message}\n`);
    } catch {
      // The folder is removed at the end of a test, while the last messages still come.
    }
  }

  getLevel() {
    return this.#level;
  }

  setLevel(level) {
    this.#level = level;
  }

  setPattern() {
    this.#bare = false;
  }

  clearFormatters() {
    this.#bare = true;
  }

  flush() {}

  drop() {}
}

for (const [level, method] of METHODS.entries())
  Logger.prototype[method] = function (message) {
    this.log(level, message);
  };

const open = async (_name, file) => new Logger(file);

exports.Logger = Logger;
exports.version = 0;
exports.createRotatingLogger = open;
exports.createAsyncRotatingLogger = open;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
