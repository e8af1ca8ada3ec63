// @ts-check
// How often a page asks for news: every five seconds (with jitter, so that a hall of phones does not knock at the same
// moment), a hidden one once a minute. Where an answer takes long, many are asking: the next question waits longer, so
// that a hall does not ask a slow server ever more. And no news while a finger is down.

const EVERY = 5000;
const JITTER = 1500;
const SLOWEST = 60000;
const MOST_DOUBLED = 4;
const SHARE = 10;
export const HELD = 1200;

export class Pace {
  constructor() {
    this.failures = 0;
    this.took = 0;
    this.pressed = -Infinity;
  }

  /**
   * The rest before the next question.
   * @param {boolean} isHidden
   * @param {number} chance from 0 to 1
   */
  rest(isHidden, chance = Math.random()) {
    if (isHidden) return SLOWEST;
    const doubled = EVERY * 2 ** Math.min(this.failures, MOST_DOUBLED);
    return Math.min(Math.max(doubled, this.took * SHARE), SLOWEST) + (chance * 2 - 1) * JITTER;
  }

  /**
   * @param {number} took
   * @param {boolean} isGood
   */
  answered(took, isGood) {
    this.took = took;
    this.failures = isGood ? 0 : this.failures + 1;
  }

  /** No answer at all. */
  failed() {
    this.failures += 1;
  }

  press() {
    this.pressed = performance.now();
  }

  /** Whoever pressed for news wants to see them. */
  release() {
    this.pressed = -Infinity;
  }

  /** Nothing moves away under a finger: news wait until the press is over. */
  get isHeld() {
    return performance.now() - this.pressed < HELD;
  }
}
