// @ts-check
// What a player answers about the result of the own table, until the server has it. An answer is stored on this phone
// before it is sent, and sent until the server has said what became of it; each has a key, so one that got through
// although the reply was lost is done once. A refusal is shown with its reason until somebody has read it. Forms and
// cards are the business of the page: outbox-page.js.
//
// There is no service worker: a hall's server speaks plain HTTP, where browsers allow none.

import { Backoff } from "./backoff.js";

/**
 * @import { Entry, Store } from "./outbox-store.js"
 * @import { Outcome } from "./outbox-post.js"
 * @typedef {Omit<Entry, "state"> & { state: "sent", became: string, hasCard: boolean, since: number }} Sent
 */

// Nothing moves under the finger of a double tap, and an answer that arrives at once is never shown as waiting.
export const UNSEEN = 500;
// How long the page may take to show by itself what the server has.
export const CATCH_UP = 1500;
const KEY_BYTES = 16;

/** @param {number} time */
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** `crypto.randomUUID` would be shorter, but exists on HTTPS only. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  /**
   * @param {object} setup
   * @param {string} setup.scope whose answers these are: a phone may hold those of several people
   * @param {boolean} setup.maySend whether this page proves who answers
   * @param {Store} setup.store
   * @param {(entry: Entry, stop: AbortController) => Promise<Outcome>} setup.post one attempt
   * @param {(state: Outcome["kind"], entry: Entry) => void} setup.on told what became of each attempt
   */
  constructor({ scope, maySend, store, post, on }) {
    this.scope = scope;
    this.maySend = maySend;
    this.store = store;
    this.post = post;
    this.on = on;
    /** @type {Map<string, Sent>} answers the server has and the page does not show yet, by id */
    this.sent = new Map();
    /** @type {{ key: string, stop: AbortController } | null} */
    this.inFlight = null;
    this.backoff = new Backoff(() => this.pump());
  }

  mine() {
    return Object.values(this.store.all()).filter((entry) => entry.scope === this.scope);
  }

  waiting() {
    return this.mine().filter((entry) => entry.state === "waiting");
  }

  // --- answering ----------------------------------------------------------------------------------------------
  /** @param {Pick<Entry, "about" | "path" | "fields" | "where" | "told">} answer */
  add(answer) {
    const id = `${this.scope}/${answer.about}`;
    this.store.put({ ...answer, id, scope: this.scope, key: newKey(), state: "waiting", at: Date.now() });
    this.backoff.retryNow();
  }

  /** @param {Entry} entry one that was refused */
  again(entry) {
    this.store.put({ ...entry, state: "waiting" });
    this.backoff.retryNow();
  }

  /** @param {Entry} entry */
  drop(entry) {
    this.store.drop(entry.id);
    if (this.inFlight?.key === entry.key) this.inFlight.stop.abort();
  }

  // --- sending ------------------------------------------------------------------------------------------------
  retryNow() {
    this.backoff.retryNow();
  }

  /** One after the other, in the order in which they were given. */
  async pump() {
    if (this.inFlight || this.backoff.isResting || !this.maySend) return;
    const [entry] = this.waiting().sort((a, b) => a.at - b.at);
    if (!entry) return;
    this.inFlight = { key: entry.key, stop: new AbortController() };
    const [answer] = await Promise.all([this.post(entry, this.inFlight.stop), sleep(UNSEEN)]);
    this.inFlight = null;
    if (this.store.get(entry.id)?.key === entry.key) this.settle(entry, answer);
    if (answer.kind !== "waiting") this.pump();
    else if (this.waiting().length) this.backoff.rest();
  }

  /**
   * @param {Entry} entry
   * @param {Outcome} answer
   */
  settle(entry, answer) {
    if (answer.kind !== "waiting") this.backoff.reset();
    if (answer.kind === "refused") this.store.put({ ...entry, state: "refused", why: answer.message });
    if (answer.kind === "sent") this.arrived(entry, answer.state);
    this.on(answer.kind, entry);
  }

  /**
   * The page is about to show it; until it does, its question is not asked again, and a card that was there stays.
   * @param {Entry} entry
   * @param {string} became
   */
  arrived(entry, became) {
    const hasCard = this.toShow().some(({ id }) => id === entry.id);
    this.store.drop(entry.id);
    this.sent.set(entry.id, { ...entry, state: "sent", became, hasCard, since: performance.now() });
  }

  // --- showing ------------------------------------------------------------------------------------------------
  /** The questions whose answer is on its way, to the server or to the page. */
  answered() {
    return new Set([...this.waiting(), ...this.sent.values()].map(({ about }) => about));
  }

  /**
   * The page has been brought up to date: what it was asked for after an answer had arrived shows that answer.
   * @param {number} asked when that was, by performance.now()
   */
  pageShows(asked) {
    for (const [id, { since }] of this.sent) if (since < asked) this.sent.delete(id);
  }

  /**
   * What is worth a word by now: waiting for a while, refused, or sent and still not on the page.
   * @returns {(Entry | Sent)[]}
   */
  toShow() {
    const old = this.mine().filter(({ state, at }) => state === "refused" || Math.abs(Date.now() - at) >= UNSEEN);
    const late = [...this.sent.values()].filter(
      ({ hasCard, since }) => hasCard || performance.now() - since >= CATCH_UP,
    );
    return [...old, ...late];
  }
}
