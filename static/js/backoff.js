// @ts-check
// How long to wait before the next attempt: a second, then twice as long each time, up to a quarter of a minute.

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15000;

/** Attempts one after the other, with longer and longer rests in between. */
export class Backoff {
  /** @param {() => unknown} attempt what is tried again after a rest */
  constructor(attempt) {
    this.attempt = attempt;
    this.wait = FIRST_WAIT;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get isResting() {
    return this.timer !== undefined;
  }

  rest() {
    if (this.isResting) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.attempt();
    }, this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** The server has answered: the next rest is a short one. */
  reset() {
    this.wait = FIRST_WAIT;
  }

  retryNow() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.reset();
    this.attempt();
  }
}
