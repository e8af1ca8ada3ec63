// What a player answers about the result of the own table, until the server has it. An answer is stored on this phone
// before it is sent, and sent until the server has said what became of it; each has a key, so one that got through
// although the reply was lost is done once. A refusal is shown with its reason until somebody has read it.
//
// There is no service worker: a hall's server speaks plain HTTP, where browsers allow none.

import { OutboxCards } from "./outbox-cards.js";
import { Store } from "./outbox-store.js";
import { post } from "./outbox-post.js";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15000;
// Nothing moves under the finger of a double tap, and an answer that arrives at once is never shown as waiting.
const UNSEEN = 500;
// How long the page may take to show by itself what the server has.
const CATCH_UP = 1500;
const KEY_BYTES = 16;

const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** `crypto.randomUUID` would be shorter, but exists on HTTPS only. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  /** `data` is that of the body: `event`, `home` (the address all answers go to), `scope` and `answersAs`. */
  constructor({ event, home, scope, answersAs }) {
    this.home = home;
    this.scope = scope;
    this.maySend = answersAs !== undefined;
    this.store = new Store(`pairwright:answers:${event}`);
    this.cards = new OutboxCards(document.querySelector("[data-outbox]"));
    this.sent = new Map(); // id -> an answer the server has and the page does not show yet
    this.asked = new WeakMap(); // what htmx knows of a request -> when the page was asked for
    this.wait = FIRST_WAIT;
    this.timer = null;
    this.listen();
    this.render();
    this.pump();
  }

  listen() {
    this.cards.list.addEventListener("click", (event) => this.click(event));
    window.addEventListener("online", () => this.retryNow());
    window.addEventListener("pageshow", () => this.retryNow());
    document.addEventListener("visibilitychange", () => !document.hidden && this.retryNow());
    window.addEventListener("storage", () => this.render());
    window.addEventListener("beforeunload", (event) => {
      if (Object.keys(this.store.memory).length) event.preventDefault();
    });
    document.addEventListener("htmx:config:request", ({ detail }) => this.asked.set(detail.ctx, performance.now()));
    document.addEventListener("htmx:after:request", (event) => this.heard(event));
  }

  mine() {
    return Object.values(this.store.all()).filter((entry) => entry.scope === this.scope);
  }

  waiting() {
    return this.mine().filter((entry) => entry.state === "waiting");
  }

  // --- answering ----------------------------------------------------------------------------------------------
  submit(form, button) {
    const fields = [...new FormData(form)];
    if (button?.name) fields.push([button.name, button.value]);
    const { answer, where, told } = form.dataset;
    this.store.put({
      id: `${this.scope}/${answer}`,
      scope: this.scope,
      about: answer,
      key: newKey(),
      path: form.action.split(this.home)[1] ?? "",
      fields,
      where,
      told: button?.dataset.told ?? told,
      state: "waiting",
      at: Date.now(),
    });
    for (const other of form.querySelectorAll("button")) other.disabled = true;
    this.isPressed = true;
    setTimeout(() => this.render(), UNSEEN);
    this.retryNow();
  }

  click(event) {
    const button = event.target.closest("button");
    const entry = button && this.store.get(button.closest("[data-entry]").dataset.entry);
    if (!entry) return;
    if (button.matches("[data-retry]")) {
      this.store.put({ ...entry, state: "waiting" });
      this.retryNow();
    } else {
      this.store.drop(entry.id);
      if (this.inFlight?.key === entry.key) this.inFlight.stop.abort();
      this.free();
    }
    this.render();
    this.lookForNews();
  }

  // --- sending ------------------------------------------------------------------------------------------------
  retryNow() {
    clearTimeout(this.timer);
    this.timer = null;
    this.wait = FIRST_WAIT;
    this.pump();
  }

  /** One after the other, in the order in which they were given. */
  async pump() {
    if (this.inFlight || this.timer || !this.maySend) return;
    const [entry] = this.waiting().sort((a, b) => a.at - b.at);
    if (!entry) return;
    this.inFlight = { key: entry.key, stop: new AbortController() };
    const body = new URLSearchParams([...entry.fields, ["key", entry.key]]);
    const [answer] = await Promise.all([post(this.home + entry.path, body, this.inFlight.stop), sleep(UNSEEN)]);
    this.inFlight = null;
    if (this.store.get(entry.id)?.key === entry.key) this.settle(entry, answer);
    if (answer.kind === "waiting") this.rest();
    else this.pump();
  }

  rest() {
    if (!this.waiting().length) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.pump();
    }, this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  settle(entry, { kind, state, message }) {
    if (kind === "waiting") {
      this.render();
      return;
    }
    this.wait = FIRST_WAIT;
    if (kind === "refused") this.store.put({ ...entry, state: "refused", why: message });
    else this.arrived(entry, state);
    this.free();
    this.render();
    this.lookForNews();
  }

  /** The page is about to show it; until it does, its question is not asked again, and a card that was there stays. */
  arrived(entry, became) {
    const hasCard = this.toShow().some(({ id }) => id === entry.id);
    this.store.drop(entry.id);
    this.sent.set(entry.id, { ...entry, state: "sent", became, hasCard, since: performance.now() });
    for (const form of document.querySelectorAll(`form[data-answer="${entry.about}"]`)) {
      // What was typed there would hold up the news of the page (live.js).
      if (form.closest("[data-live]")) form.reset();
      if (form.contains(document.activeElement)) document.activeElement.blur();
    }
    setTimeout(() => this.render(), CATCH_UP);
  }

  /**
   * What may be pressed again: everything but the questions whose answer is on its way, to the server or to the page.
   */
  free() {
    const answered = new Set([...this.waiting(), ...this.sent.values()].map(({ about }) => about));
    for (const button of document.querySelectorAll("form[data-answer] button[disabled]")) {
      button.disabled = answered.has(button.form.dataset.answer);
    }
  }

  // --- showing ------------------------------------------------------------------------------------------------
  lookForNews() {
    document.dispatchEvent(new Event("pairwright:news"));
  }

  /** The page has been brought up to date: what it was asked for after an answer had arrived shows that answer. */
  heard({ detail: { ctx }, defaultPrevented }) {
    if (!ctx.sourceElement?.matches?.("[data-live]") || ctx.response.status >= 400 || defaultPrevented) return;
    for (const [id, { since }] of this.sent) if (since < this.asked.get(ctx)) this.sent.delete(id);
    setTimeout(() => {
      this.free();
      this.render();
    });
    if (this.timer) this.retryNow();
  }

  /** What is worth a word by now: waiting for a while, refused, or sent and still not on the page. */
  toShow() {
    const old = this.mine().filter(({ state, at }) => state === "refused" || Math.abs(Date.now() - at) >= UNSEEN);
    const late = [...this.sent.values()].filter(
      ({ hasCard, since }) => hasCard || performance.now() - since >= CATCH_UP,
    );
    return [...old, ...late];
  }

  render() {
    const entries = this.toShow();
    // What somebody has just pressed for is shown to them, however far down the page they are.
    if (this.cards.show(entries, this.store.memory, this.isPressed) && entries.length) this.isPressed = false;
  }
}
