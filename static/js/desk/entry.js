// @ts-check
// What every page for entering results has: rows with a cursor (rows.js) and a state (row-states.js), a queue that
// saves (queue.js), news from other desks (news.js), the count of what is missing (tally.js). How a result is typed
// and shown is the business of the page: results.js, scores.js.

import { part } from "../part.js";
import { Left } from "./left.js";
import { News } from "./news.js";
import { isOpen, staysAfter } from "./order.js";
import { SaveQueue } from "./queue.js";
import { Reports } from "./reports.js";
import { RowStates } from "./row-states.js";
import { posting, watch } from "./saving.js";
import { partsOf, tellHead, tellMissing, tellStuck } from "./tally.js";
import { tokenOf } from "./token.js";
import { wholeLists } from "./whole-lists.js";

const STOPPED = '[data-state="conflict"], [data-state="refused"]';

/**
 * @import { Detail, Kind } from "./queue.js"
 */

/** Whoever extends this gives what `RowStates` wants, and `target(row)`, `key(event)` and `click(event)`. */
export class EntryDesk extends RowStates {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.parts = partsOf(root);
    this.news = new News(this);
    this.leftPlace = part(root, "[data-left]");
    const { url = "" } = root.dataset;
    const { user = "" } = this.leftPlace.dataset;
    this.queue = new SaveQueue({
      storageKey: `pairwright:results:${url}`,
      user,
      post: posting({ url, user, token: () => this.token() }),
      on: (table, state, detail) => this.told(table, state, detail),
    });
    watch(this.queue);
    this.isCounting = false;
    this.confirms = false; // whether Enter is pressed after results that need none
    this.reports = this.reportsHere();
    this.prepare();
    this.listen();
    this.restore();
    for (const hidden of root.querySelectorAll("[data-with-js]")) hidden.removeAttribute("hidden");
    this.begin();
    this.whole = wholeLists().then(() => this.complete());
  }

  /** The rest of a long list is here: now what is counted, or told, is true of the round. */
  complete() {
    this.takeRows();
    this.reports.look();
    this.isWhole = true;
    new Left(this.leftPlace, (/** @type {number} */ table) => this.queue.forget(table)).tell(this.restore());
    this.count();
    if (!this.hasBegun && document.activeElement === document.body) this.begin();
    this.news.begin();
  }

  /** What was left from an earlier visit is sent; gives what fits none of the rows here. */
  restore() {
    const { sent, left } = this.queue.restore((table, match) => this.byTable.get(table)?.dataset.match === match);
    for (const [table, result] of sent) {
      const row = this.byTable.get(table);
      if (!row) continue;
      this.show(row, result);
      this.state(row, "saving");
    }
    return left;
  }

  reportsHere() {
    return new Reports(this);
  }

  /** What a page needs before it listens. */
  prepare() {}

  /**
   * @abstract
   * @param {KeyboardEvent} _event
   */
  key(_event) {}

  /**
   * @abstract
   * @param {MouseEvent} _event
   */
  click(_event) {}

  token() {
    return tokenOf(this.root);
  }

  // --- keys, clicks -------------------------------------------------------------------------------------------
  listen() {
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("click", (event) => this.click(event));
    this.list.addEventListener("focusin", (event) => this.marked(this.rowOf(event.target)));
    this.root.addEventListener("click", (event) => this.jump(event));
    const way = this.root.querySelector("[data-go]");
    way?.addEventListener("submit", async (event) => {
      event.preventDefault();
      await this.whole;
      const box = part(way, "[name=where]", HTMLInputElement);
      if (this.goTo(box.value)) box.value = "";
      else this.say(this.text.nobody.replace("%s", box.value));
    });
    this.root.addEventListener("submit", (event) => this.afterSaving(event), true);
    document.addEventListener("keydown", (event) => this.shortcut(event));
    // To look at the keys with the mouse leaves the cursor where it is: the next key goes to its table.
    this.root.querySelector(".keys > summary")?.addEventListener("mousedown", (event) => event.preventDefault());
    document.addEventListener("htmx:after:swap", () => this.count()); // a head from before the last results
    document.addEventListener("visibilitychange", () => !document.hidden && this.news.look());
    this.root.querySelector("[data-only-missing]")?.addEventListener("change", ({ target }) => {
      const isOn = target instanceof HTMLInputElement && target.checked;
      this.list.classList.toggle("entries--only-missing", isOn);
    });
    this.root.querySelector("[data-retry]")?.addEventListener("click", () => this.queue.retryNow());
  }

  /**
   * A button that leaves the page (complete, start) waits until the last results are saved, then goes on by itself.
   * @param {SubmitEvent} event
   */
  async afterSaving(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!this.queue.size || form.matches("[data-go], [data-stays]")) return;
    event.preventDefault();
    event.stopPropagation();
    await this.queue.settled();
    if (!this.root.querySelector(STOPPED)) form.requestSubmit(event.submitter);
  }

  /**
   * Somewhere on the page, but not in a field: the keys that bring one (back) to the list.
   * @param {KeyboardEvent} event
   */
  shortcut(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) {
      if (event.key === "Escape" && event.target.closest("[data-go]")) this.begin();
      return;
    }
    if (event.key === "g" || event.key === "/") this.askWhere(event);
  }

  // --- entering -----------------------------------------------------------------------------------------------
  /**
   * @override
   * @param {HTMLElement} row
   * @param {string} result
   * @param {{ seen?: string, more?: Record<string, string> }} [how] `more` are further fields to send with it
   */
  enter(row, result, { seen = row.dataset.result ?? "", more = {} } = {}) {
    this.settle(row);
    if (result === seen && result === row.dataset.result && !this.queue.has(this.tableOf(row))) {
      this.show(row, result);
      this.next(row);
      return;
    }
    this.unmark(row);
    this.show(row, result);
    const { match = "", table, names } = row.dataset;
    const words = `${this.text.table} ${table}, ${names}: ${this.label(result)}`;
    this.queue.add(this.tableOf(row), { match, result, seen, more, words });
    const isLast = !this.rows.some(isOpen);
    if (staysAfter({ result, seen, isLast, confirms: this.confirms })) this.focus(row);
    else this.next(row);
  }

  /**
   * @param {number} table
   * @param {Kind | "saving"} state
   * @param {Detail} [detail]
   */
  told(table, state, detail = {}) {
    const row = this.byTable.get(table);
    if (!row) return;
    this.state(row, state, detail.message || undefined);
    if (state === "saved") {
      this.news.saved(table);
      this.say(`${this.text.table} ${table}: ${this.label(detail.result ?? "")}. ${this.text.saved}`);
    } else if (state === "conflict") this.conflict(row, detail);
    else if (state === "refused") this.refuse(row, detail);
    this.count();
  }

  // --- the others ---------------------------------------------------------------------------------------------
  /**
   * What is on its way from here, or to be decided here, is not news.
   * @param {HTMLElement} row
   */
  isOurs(row) {
    return this.queue.has(this.tableOf(row)) || this.wishes.has(row);
  }

  /**
   * What else the news of a page may hold.
   * @param {{ claims?: Record<string, object> }} news
   */
  hearMore(news) {
    this.reports.show(news.claims ?? {});
  }

  /**
   * Another desk has entered `result` at a table.
   * @param {HTMLElement} row
   * @param {string} result
   */
  hear(row, result) {
    this.unmark(row);
    this.show(row, result);
    this.state(row, "other");
  }

  /** The round was completed or taken back elsewhere: this page no longer fits. */
  movedOn() {
    part(this.root, "[data-moved-on]").hidden = false;
  }

  // --- telling ------------------------------------------------------------------------------------------------
  /** Once a frame is enough, however many results come at once. */
  count() {
    if (this.isCounting || !this.isWhole) return;
    this.isCounting = true;
    requestAnimationFrame(() => {
      this.isCounting = false;
      this.recount();
    });
  }

  recount() {
    const open = this.open();
    tellMissing(this.parts, this.rows, open);
    tellHead(this.root, this.rows.length - open.length, this);
    tellStuck(this.parts.stuck, this.rows, this.text, this.queue.isStored);
    this.reports.count();
  }
}
