// What stands in for a browser and a server in the tests of scripts.

import { mock } from "node:test";

/** A storage as browsers have it; `isFull` refuses whatever is put there. */
export class FakeStorage {
  constructor() {
    this.items = new Map();
    this.isFull = false;
  }

  getItem(key) {
    return this.items.get(key) ?? null;
  }

  setItem(key, value) {
    if (this.isFull) throw new DOMException("full", "QuotaExceededError");
    this.items.set(key, value);
  }

  removeItem(key) {
    this.items.delete(key);
  }
}

/** A browser that has stored nothing yet, with a clock that stands until `pass` moves it. */
export function newBrowser() {
  const storage = new FakeStorage();
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  mock.method(performance, "now", () => Date.now());
  return storage;
}

export function closeBrowser() {
  mock.timers.reset();
  mock.restoreAll();
}

/** Everything that waits for nothing but its turn has had it. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Time passes, and what was due in it happens. */
export async function pass(milliseconds) {
  await settle();
  mock.timers.tick(milliseconds);
  await settle();
}

/** A server that answers when a test says so: `calls` holds what it was sent, each with `reply`. */
export function newServer() {
  const calls = [];
  const post = (...sent) => new Promise((reply) => calls.push({ sent, reply }));
  return { calls, post };
}
