// What every page for entering results has: rows with a cursor (rows.js), a queue that saves (queue.js), news from
// other desks (news.js), the count of what is missing (tally.js). How a result is typed and shown is the business of
// the page: results.js, scores.js.

import { Left } from "./left.js";
import { News } from "./news.js";
import { SaveQueue } from "./queue.js";
import { Reports } from "./reports.js";
import { Rows } from "./rows.js";
import { partsOf, tellHead, tellMissing, tellStuck } from "./tally.js";
import { tokenOf } from "./token.js";
import { wholeLists } from "./whole-lists.js";

const STOPPED = '[data-state="conflict"], [data-state="refused"]';

/**
 * A result is a text, "" where there is none. Whoever extends this gives `target(row)` (what the cursor stands on),
 * `show(row, result)`, `label(result)` (the result in words), `key(event)` and `click(event)`.
 */
export class EntryDesk extends Rows {
  constructor(root) {
    super(root);
    this.text = JSON.parse(document.getElementById("entry-texts").textContent);
    this.said = root.querySelector("[data-said]");
    this.parts = partsOf(root);
    this.news = new News(this);
    this.wishes = new Map(); // row -> what was wanted here where another desk was faster
    this.leftPlace = root.querySelector("[data-left]");
    this.queue = new SaveQueue({
      url: root.dataset.url,
      storageKey: `pairwright:results:${root.dataset.url}`,
      user: this.leftPlace.dataset.user,
      token: () => this.token(),
      on: (table, state, detail) => this.told(table, state, detail),
    });
    this.confirms = false; // whether Enter is pressed after results that need none
    this.reports = this.reportsHere();
    this.prepare();
    this.listen();
    this.restore();
    for (const hidden of root.querySelectorAll("[data-with-js]")) hidden.hidden = false;
    this.begin();
    this.whole = wholeLists().then(() => this.complete());
  }

  /** The rest of a long list is here: now what is counted, or told, is true of the round. */
  complete() {
    this.takeRows();
    this.isWhole = true;
    new Left(this.leftPlace, (table) => this.queue.forget(table)).tell(this.restore());
    this.count();
    if (!this.hasBegun && document.activeElement === document.body) this.begin();
    this.news.begin();
  }

  /** What was left from an earlier visit is sent; gives what fits none of the rows here. */
  restore() {
    const isSame = (table, match) => this.byTable.get(table)?.dataset.match === match;
    const { sent, left } = this.queue.restore(isSame);
    for (const [table, result] of sent) {
      const row = this.byTable.get(table);
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

  token() {
    return tokenOf(this.root);
  }

  // --- keys, clicks -------------------------------------------------------------------------------------------
  listen() {
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("click", (event) => this.click(event));
    this.list.addEventListener("focusin", (event) => this.marked(this.rowOf(event.target)));
    this.root.addEventListener("click", (event) => this.jump(event));
    const go = this.root.querySelector("[data-go]");
    go?.addEventListener("submit", async (event) => {
      event.preventDefault();
      await this.whole;
      const box = go.elements.namedItem("where");
      if (this.goTo(box.value)) box.value = "";
      else this.say(this.text.nobody.replace("%s", box.value));
    });
    this.root.addEventListener("submit", (event) => this.afterSaving(event), true);
    document.addEventListener("keydown", (event) => this.shortcut(event));
    // To look at the keys with the mouse leaves the cursor where it is: the next key goes to its table.
    this.root.querySelector(".keys > summary")?.addEventListener("mousedown", (event) => event.preventDefault());
    document.addEventListener("htmx:after:swap", () => this.count()); // a head from before the last results
    document.addEventListener("visibilitychange", () => !document.hidden && this.news.look());
    this.root.querySelector("[data-only-missing]")?.addEventListener("change", (event) => {
      this.list.classList.toggle("entries--only-missing", event.target.checked);
    });
    this.root.querySelector("[data-retry]")?.addEventListener("click", () => this.queue.retryNow());
  }

  /** A button that leaves the page (complete, start) waits until the last results are saved, then goes on by itself. */
  async afterSaving(event) {
    if (!this.queue.size || event.target.matches("[data-go], [data-stays]")) return;
    event.preventDefault();
    event.stopPropagation();
    await this.queue.settled();
    if (!this.root.querySelector(STOPPED)) event.target.requestSubmit(event.submitter);
  }

  /** Somewhere on the page, but not in a field: the keys that bring one (back) to the list. */
  shortcut(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) {
      if (event.key === "Escape" && event.target.closest("[data-go]")) this.begin();
      return;
    }
    if (event.key === "g" || event.key === "/") this.askWhere(event);
  }

  // --- entering -----------------------------------------------------------------------------------------------
  /** `more` are further fields that are sent along with the result. */
  enter(row, result, { seen = row.dataset.result, more = {} } = {}) {
    this.settle(row);
    if (result === seen && result === row.dataset.result && !this.queue.has(this.tableOf(row))) {
      this.show(row, result);
      this.next(row);
      return;
    }
    this.unmark(row);
    this.show(row, result);
    const words = `${this.text.table} ${row.dataset.table}, ${row.dataset.names}: ${this.label(result)}`;
    this.queue.add(this.tableOf(row), { match: row.dataset.match, result, seen, more, words });
    // Who corrects, or presses Enter after each result, is not to complete the round by one Enter too many.
    const isLast = this.open().length === 0;
    if (!result || (isLast && (seen || this.confirms))) this.focus(row);
    else this.next(row);
  }

  /** A result that was keyed twice is no longer what it was. */
  unmark(row) {
    row.querySelector("[data-keyed-twice]")?.remove();
  }

  state(row, state, words) {
    row.dataset.state = state;
    row.querySelector("[data-state-text]").textContent = words ?? this.text[state] ?? "";
  }

  told(table, state, detail = {}) {
    const row = this.byTable.get(table);
    if (!row) return;
    this.state(row, state, detail.message || undefined);
    if (state === "saved") {
      this.news.saved(table);
      this.say(`${this.text.table} ${table}: ${this.label(detail.result)}. ${this.text.saved}`);
    } else if (state === "conflict") this.conflict(row, detail);
    else if (state === "refused") this.refuse(row, detail);
    this.count();
  }

  conflict(row, { current, wanted, more, message }) {
    this.show(row, current);
    this.wishes.set(row, { wanted, more });
    const box = row.querySelector(".entry__conflict");
    box.hidden = false;
    box.querySelector("[data-mine]").textContent = `${this.text.mine} ${this.label(wanted)}`;
    box.querySelector("[data-theirs]").textContent = `${this.text.theirs} ${this.label(current)}`;
    this.say(message);
  }

  /** A button of a conflict: one of the two results is taken. Returns whether it was one. */
  decide(row, button) {
    if (button.matches("[data-mine]")) {
      const { wanted, more } = this.wishes.get(row);
      this.enter(row, wanted, { more });
    } else if (button.matches("[data-theirs]")) {
      this.settle(row);
      this.next(row);
    } else return false;
    return true;
  }

  settle(row) {
    row.querySelector(".entry__conflict").hidden = true;
    this.wishes.delete(row);
    this.state(row, "", "");
  }

  refuse(row, { current, message }) {
    if (current !== undefined) this.show(row, current);
    this.say(message || this.text.refused);
  }

  // --- the others ---------------------------------------------------------------------------------------------
  /** What is on its way from here, or to be decided here, is not news. */
  isOurs(row) {
    return this.queue.has(this.tableOf(row)) || this.wishes.has(row);
  }

  /** What else the news of a page may hold. */
  hearMore(news) {
    this.reports.show(news.claims ?? {});
  }

  /** Another desk has entered `result` at a table. */
  hear(row, result) {
    this.unmark(row);
    this.show(row, result);
    this.state(row, "other");
  }

  /** The round was completed or taken back elsewhere: this page no longer fits. */
  movedOn() {
    this.root.querySelector("[data-moved-on]").hidden = false;
  }

  // --- telling ------------------------------------------------------------------------------------------------
  /** Once a frame is enough, however many results come at once. */
  count() {
    if (this.counting || !this.isWhole) return;
    this.counting = true;
    requestAnimationFrame(() => {
      this.counting = false;
      this.recount();
    });
  }

  recount() {
    tellMissing(this.parts, this.rows, this.open());
    tellHead(this.root, this.rows, this.queue);
    tellStuck(this.parts.stuck, this.rows, this.text, this.queue.isStored);
    this.reports.count();
  }

  say(words) {
    this.said.textContent = words;
  }
}
