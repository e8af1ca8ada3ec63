// The answers of a player on their page: forms that put them into the outbox, cards of those that wait (outbox.js).

import { OutboxCards } from "./outbox-cards.js";
import { post } from "./outbox-post.js";
import { Store } from "./outbox-store.js";
import { CATCH_UP, Outbox, UNSEEN } from "./outbox.js";

export class OutboxPage {
  /** `data` is that of the body: `event`, `home` (the address all answers go to), `scope` and `answersAs`. */
  constructor({ event, home, scope, answersAs }) {
    this.home = home;
    this.store = new Store(`pairwright:answers:${event}`);
    this.cards = new OutboxCards(document.querySelector("[data-outbox]"));
    this.asked = new WeakMap(); // what htmx knows of a request -> when the page was asked for
    this.outbox = new Outbox({
      scope,
      maySend: answersAs !== undefined,
      store: this.store,
      post: (entry, stop) => post(this.home + entry.path, entry, stop),
      on: (state, entry) => this.told(state, entry),
    });
    this.listen();
    this.render();
    this.outbox.pump();
  }

  listen() {
    this.cards.list.addEventListener("click", (event) => this.click(event));
    window.addEventListener("online", () => this.outbox.retryNow());
    window.addEventListener("pageshow", () => this.outbox.retryNow());
    document.addEventListener("visibilitychange", () => !document.hidden && this.outbox.retryNow());
    window.addEventListener("storage", () => this.render());
    window.addEventListener("beforeunload", (event) => {
      if (Object.keys(this.store.memory).length) event.preventDefault();
    });
    document.addEventListener("htmx:config:request", ({ detail }) => this.asked.set(detail.ctx, performance.now()));
    document.addEventListener("htmx:after:request", (event) => this.heard(event));
  }

  // --- answering ----------------------------------------------------------------------------------------------
  submit(form, button) {
    const fields = [...new FormData(form)];
    if (button?.name) fields.push([button.name, button.value]);
    const { answer, where, told } = form.dataset;
    const path = form.action.split(this.home)[1] ?? "";
    for (const other of form.querySelectorAll("button")) other.disabled = true;
    this.isPressed = true;
    this.outbox.add({ about: answer, path, fields, where, told: button?.dataset.told ?? told });
    setTimeout(() => this.render(), UNSEEN);
  }

  click(event) {
    const button = event.target.closest("button");
    const entry = button && this.store.get(button.closest("[data-entry]").dataset.entry);
    if (!entry) return;
    if (button.matches("[data-retry]")) this.outbox.again(entry);
    else {
      this.outbox.drop(entry);
      this.free();
    }
    this.render();
    this.lookForNews();
  }

  // --- what became of them ------------------------------------------------------------------------------------
  told(state, entry) {
    if (state === "sent") this.arrived(entry);
    if (state !== "waiting") this.free();
    this.render();
    if (state !== "waiting") this.lookForNews();
  }

  arrived({ about }) {
    for (const form of document.querySelectorAll(`form[data-answer="${about}"]`)) {
      // What was typed there would hold up the news of the page (live.js).
      if (form.closest("[data-live]")) form.reset();
      if (form.contains(document.activeElement)) document.activeElement.blur();
    }
    setTimeout(() => this.render(), CATCH_UP);
  }

  /** What may be pressed again: everything but the questions whose answer is on its way. */
  free() {
    const answered = this.outbox.answered();
    for (const button of document.querySelectorAll("form[data-answer] button[disabled]")) {
      button.disabled = answered.has(button.form.dataset.answer);
    }
  }

  lookForNews() {
    document.dispatchEvent(new Event("pairwright:news"));
  }

  /** The page has been brought up to date. */
  heard({ detail: { ctx }, defaultPrevented }) {
    if (!ctx.sourceElement?.matches?.("[data-live]") || ctx.response.status >= 400 || defaultPrevented) return;
    this.outbox.pageShows(this.asked.get(ctx));
    setTimeout(() => {
      this.free();
      this.render();
    });
    if (this.outbox.backoff.isResting) this.outbox.retryNow();
  }

  render() {
    const entries = this.outbox.toShow();
    // What somebody has just pressed for is shown to them, however far down the page they are.
    if (this.cards.show(entries, this.store.memory, this.isPressed) && entries.length) this.isPressed = false;
  }
}
