// In place of VS Code's native watchdog: a process ends soon after the one that it belongs to.
const ORPHANED = 87;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

exports.start = (parent) => {
  setInterval(() => isAlive(parent) || process.exit(ORPHANED), 1000).unref();
};

exports.exit = (code) => process.exit(code);
