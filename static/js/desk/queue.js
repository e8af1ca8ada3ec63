// @ts-check
// Saves results one by one and never loses one: what the server has not confirmed stays in this queue (and in the
// browser's storage, so that a reload, a crash or signing in again keeps it) and is sent again until it is confirmed or
// refused. What no longer fits the page it comes back to is not sent, and told: `restore`. How one is sent: saving.js.

import { Backoff } from "../backoff.js";
import { Stored } from "../stored.js";

/**
 * What somebody wants at a table: `seen` is what the server may hold, `more` are further fields to send, `words` tell
 * it if it can no longer be sent, `user` is who entered it.
 * @typedef {{
 *   result: string, match: string, seen: string[], more?: Record<string, string>, words?: string, user?: string,
 * }} Wish
 * @typedef {{ code?: string, message?: string, current?: string }} Body what the server says
 * @typedef {"saved" | "waiting" | "signed-out" | "conflict" | "refused"} Kind "waiting": no network
 * @typedef {{ kind: Kind, body?: Body }} Answer
 * @typedef {Body & { result?: string, wanted?: string, more?: Record<string, string> }} Detail
 */

const AT_ONCE = 4;

export class SaveQueue {
  /**
   * @param {object} setup
   * @param {string} setup.storageKey
   * @param {string} setup.user who is signed in: nobody's entry is saved in another name
   * @param {(table: number, wish: Wish) => Promise<Answer>} setup.post one attempt
   * @param {(table: number, state: Kind | "saving", detail?: Detail) => void} setup.on told of every change
   */
  constructor({ storageKey, user, post, on }) {
    this.user = user;
    this.post = post;
    this.on = on;
    this.isStored = true;
    /** @type {Stored<Wish>} */
    this.stored = new Stored(storageKey);
    /** @type {Map<number, Wish>} by table; the newest wish only */
    this.wanted = new Map();
    /** @type {Set<number>} */
    this.sending = new Set();
    /** @type {(() => void)[]} */
    this.waiters = [];
    this.backoff = new Backoff(() => this.pump());
  }

  get size() {
    return this.wanted.size;
  }

  get tables() {
    return [...this.wanted.keys()];
  }

  /** @param {number} table */
  has(table) {
    return this.wanted.has(table);
  }

  /**
   * What a table has on the server until its wish is saved; undefined where nothing waits.
   * @param {number} table
   */
  replaced(table) {
    return this.wanted.get(table)?.seen[0];
  }

  /**
   * Wishes of an earlier visit that never reached the server. Those whose match is gone, and those of somebody else,
   * stay in the storage until `forget` and are given back as `left`.
   * @param {(table: number, match: string) => boolean} stillThere whether the match exists yet
   */
  restore(stillThere) {
    /** @type {[number, string][]} */
    const sent = [];
    const left = [];
    for (const [key, wish] of Object.entries(this.stored.all())) {
      const table = Number(key);
      if (this.has(table)) continue; // this visit's
      const isOurs = wish.user === undefined || wish.user === this.user;
      if (isOurs && stillThere(table, wish.match)) {
        this.wanted.set(table, wish);
        sent.push([table, wish.result]);
      } else left.push({ table, ...wish, isOurs });
    }
    if (this.size) this.pump();
    return { sent, left };
  }

  /**
   * Somebody has read that this one was not saved.
   * @param {number} table
   */
  forget(table) {
    this.keep(table);
  }

  /**
   * While an earlier wish is unconfirmed, the server may hold what it held before that wish, or the wish itself (if
   * only the answer was lost): both are ours.
   * @param {number} table
   * @param {Omit<Wish, "seen" | "user"> & { seen: string }} entered `seen` is what the person had before their eyes
   */
  add(table, { match, result, seen, more = {}, words }) {
    const earlier = this.wanted.get(table);
    const known = earlier ? [...earlier.seen, earlier.result] : [seen];
    this.wanted.set(table, { result, match, seen: [...new Set(known)], more, words, user: this.user });
    this.keep(table);
    this.on(table, "saving");
    this.pump();
  }

  /** @param {number} table */
  drop(table) {
    this.wanted.delete(table);
    this.keep(table);
    if (!this.size) for (const resolve of this.waiters.splice(0)) setTimeout(resolve, 0);
  }

  /**
   * Resolves when nothing waits to be saved any more.
   * @returns {Promise<void>}
   */
  settled() {
    return this.size ? new Promise((resolve) => this.waiters.push(resolve)) : Promise.resolve();
  }

  retryNow() {
    this.backoff.retryNow();
  }

  /**
   * Where nothing can be stored, the queue in memory still works.
   * @param {number} table
   */
  keep(table) {
    const wish = this.wanted.get(table);
    this.isStored = wish ? this.stored.put(table, wish) : this.stored.drop(table);
  }

  pump() {
    if (this.backoff.isResting) return;
    for (const [table, wish] of this.wanted) {
      if (this.sending.size >= AT_ONCE) return;
      if (!this.sending.has(table)) this.send(table, wish);
    }
  }

  /**
   * @param {number} table
   * @param {Wish} wish
   */
  async send(table, wish) {
    this.sending.add(table);
    const answer = await this.post(table, wish);
    this.sending.delete(table);
    if (answer.kind === "saved") this.saved(table, wish, answer.body);
    else if (answer.kind === "conflict" || answer.kind === "refused") this.stopped(table, wish, answer);
    else {
      this.on(table, answer.kind, answer.body ?? {});
      this.backoff.rest();
      return;
    }
    this.pump();
  }

  /**
   * @param {number} table
   * @param {Wish} wish
   * @param {Body} [body]
   */
  saved(table, wish, body) {
    this.backoff.reset();
    const newer = this.wanted.get(table);
    const isNewest = newer === wish;
    if (isNewest) this.drop(table);
    else if (newer) newer.seen = [wish.result];
    this.on(table, isNewest ? "saved" : "saving", { ...body, result: wish.result });
  }

  /**
   * @param {number} table
   * @param {Wish} wish
   * @param {Answer} answer
   */
  stopped(table, wish, { kind, body }) {
    const { result: wanted, more } = this.wanted.get(table) ?? wish;
    this.drop(table);
    // Without word of what stands there now, what stood there before: never show as entered what is not.
    this.on(table, kind, { current: wish.seen[0], ...body, wanted, more });
  }
}
