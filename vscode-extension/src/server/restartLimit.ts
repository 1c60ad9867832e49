const RESTARTS = 5;
const WITHIN_MS = 3 * 60_000;

/** A server that keeps ending is started again, but not for ever: five times in three minutes. */
export class RestartLimit {
  private times: number[] = [];

  mayRestart(now: number): boolean {
    this.times = this.times.filter((time) => now - time < WITHIN_MS);
    if (this.times.length >= RESTARTS) return false;
    this.times.push(now);
    return true;
  }
}
