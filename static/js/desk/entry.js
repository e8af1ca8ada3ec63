// What every page for entering results has: rows with a cursor, a queue that saves, news from other desks, the count
// of what is missing. How a result is typed and shown is the business of the page: desk/results.js, desk/scores.js.

import { Left } from "./left.js";
import { listMissing } from "./missing.js";
import { SaveQueue } from "./queue.js";
import { folded, searchKey } from "../fold.js";

const POLL_MS = 4000;
const STOPPED = '[data-state="conflict"], [data-state="refused"]';

export const cookie = (name) =>
  document.cookie
    .split("; ")
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) || "";

/**
 * A result is a text, "" where there is none. Whoever extends this gives `target(row)` (what the cursor stands on),
 * `show(row, result)`, `label(result)` (the result in words), `key(event)` and `click(event)`.
 */
export class EntryDesk {
  constructor(root) {
    this.root = root;
    this.text = JSON.parse(document.getElementById("entry-texts").textContent);
    this.list = root.querySelector("[data-entries]");
    this.rows = [...this.list.querySelectorAll("[data-table]")];
    this.byTable = new Map(this.rows.map((row) => [Number(row.dataset.table), row]));
    this.said = root.querySelector("[data-said]");
    this.version = root.dataset.version;
    this.savedAt = new Map();
    this.wishes = new Map(); // row -> what was wanted here where another desk was faster
    this.leftPlace = root.querySelector("[data-left]");
    this.queue = new SaveQueue({
      url: root.dataset.url,
      storageKey: `pairwright:results:${root.dataset.url}`,
      user: this.leftPlace.dataset.user,
      token: () => this.token(),
      on: (table, state, detail) => this.told(table, state, detail),
    });
    this.prepare();
    this.listen();
    const isSame = (table, match) => this.byTable.get(table)?.dataset.match === match;
    const { sent, left } = this.queue.restore(isSame);
    for (const [table, result] of sent) {
      const row = this.byTable.get(table);
      this.show(row, result);
      this.state(row, "saving");
    }
    new Left(this.leftPlace, (table) => this.queue.forget(table)).tell(left);
    for (const hidden of root.querySelectorAll("[data-with-js]")) hidden.hidden = false;
    this.count();
    this.begin();
    setInterval(() => this.poll(), POLL_MS);
  }

  /** What a page needs before it listens. */
  prepare() {}

  /** The cookie first: signing in again in another window makes a new token, and the page has the old one. By HTTPS it
   *  has the first of these names; one left over from before under the second is not what the server compares with. */
  token() {
    return (
      cookie("__Host-csrftoken") || cookie("csrftoken") || this.root.querySelector("[name=csrfmiddlewaretoken]")?.value
    );
  }

  // --- what is where ------------------------------------------------------------------------------------------
  tableOf(row) {
    return Number(row.dataset.table);
  }

  open() {
    return this.rows.filter((row) => !row.dataset.result);
  }

  rowOf(node) {
    return node instanceof Element ? node.closest("[data-table]") : null;
  }

  // --- the cursor ---------------------------------------------------------------------------------------------
  begin() {
    const named = location.hash && document.getElementById(location.hash.slice(1));
    const row = this.rowOf(named) || this.open()[0] || this.rows[0];
    if (row) this.focus(row);
  }

  focus(row) {
    this.target(row).focus({ preventScroll: true });
    this.bringIntoSight(row);
  }

  bringIntoSight(row) {
    const box = row.getBoundingClientRect();
    const margin = 140;
    if (box.top < margin || box.bottom > window.innerHeight - margin) {
      row.scrollIntoView({ block: "center", behavior: "auto" });
    }
  }

  step(row, by) {
    const next = this.rows[this.rows.indexOf(row) + by];
    if (next) this.focus(next);
  }

  next(row) {
    const at = this.rows.indexOf(row);
    const following = [...this.rows.slice(at + 1), ...this.rows.slice(0, at)];
    const goal = following.find((other) => !other.dataset.result);
    if (goal) this.focus(goal);
    else this.root.querySelector("[data-when-complete]")?.focus();
  }

  goTo(words) {
    const wanted = folded(words);
    if (!wanted) return false;
    const at = this.rows.indexOf(this.rowOf(document.activeElement));
    const rest = [...this.rows.slice(at + 1), ...this.rows.slice(0, at + 1)];
    const row = /^\d+$/.test(wanted)
      ? this.byTable.get(Number(wanted))
      : rest.find((other) => searchKey(other.dataset.names).includes(wanted));
    if (row) this.focus(row);
    return Boolean(row);
  }

  marked(row) {
    if (row === this.current) return;
    this.current?.classList.remove("entry--current");
    row?.classList.add("entry--current");
    this.current = row;
  }

  // --- keys, clicks -------------------------------------------------------------------------------------------
  listen() {
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("click", (event) => this.click(event));
    this.list.addEventListener("focusin", (event) => this.marked(this.rowOf(event.target)));
    this.root.addEventListener("click", (event) => this.jump(event));
    const go = this.root.querySelector("[data-go]");
    go?.addEventListener("submit", (event) => {
      event.preventDefault();
      const box = go.elements.namedItem("where");
      if (this.goTo(box.value)) box.value = "";
      else this.say(this.text.nobody.replace("%s", box.value));
    });
    this.root.addEventListener("submit", (event) => this.afterSaving(event), true);
    document.addEventListener("keydown", (event) => this.shortcut(event));
    // To look at the keys with the mouse leaves the cursor where it is: the next key goes to its table.
    this.root.querySelector(".keys > summary")?.addEventListener("mousedown", (event) => event.preventDefault());
    document.addEventListener("visibilitychange", () => !document.hidden && this.poll());
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

  askWhere(event) {
    const box = this.root.querySelector("[data-go] input");
    if (!box) return;
    event.preventDefault();
    box.focus();
    box.select();
  }

  jump(event) {
    const link = event.target.closest("a[data-jump]");
    const row = link && this.byTable.get(Number(link.dataset.jump));
    if (!row) return;
    event.preventDefault();
    this.focus(row);
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
    if (result) this.next(row);
    else this.focus(row);
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
      this.savedAt.set(table, performance.now());
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
  async poll() {
    if (document.hidden) return;
    const asked = performance.now();
    try {
      const response = await fetch(`${this.root.dataset.stateUrl}?since=${this.version}`, {
        headers: { Accept: "application/json" },
        redirect: "manual",
        signal: AbortSignal.timeout(8000),
      });
      if (response.status === 404) this.movedOn();
      if (response.status !== 200) return;
      this.receive(await response.json(), asked);
    } catch {
      // The queue tells when the network is gone; looking again later is enough here.
    }
  }

  /** What was read before a table was saved here is old news of it: that table is looked at again next time. */
  receive(news, asked) {
    const isOld = (table) => (this.savedAt.get(table) ?? 0) >= asked;
    if (![...this.savedAt.keys()].some(isOld)) this.version = news.version;
    if (!news.open || String(news.pairing ?? "") !== this.root.dataset.pairing) {
      this.movedOn();
      return;
    }
    this.hearMore(news, asked);
    for (const [table, result] of Object.entries(news.results)) {
      const row = this.byTable.get(Number(table));
      const isOurs = !row || this.queue.has(Number(table)) || this.wishes.has(row);
      if (isOurs || isOld(Number(table)) || row.dataset.result === result) continue;
      this.hear(row, result);
    }
    this.count();
  }

  /** What else the news of a page may hold. */
  hearMore() {}

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
    if (this.counting) return;
    this.counting = true;
    requestAnimationFrame(() => {
      this.counting = false;
      this.recount();
    });
  }

  recount() {
    const open = this.open();
    for (const place of this.root.querySelectorAll("[data-missing-count]")) place.textContent = open.length;
    for (const bar of this.root.querySelectorAll("progress[data-entered]")) {
      bar.value = this.rows.length - open.length;
    }
    listMissing(this.root.querySelector("[data-missing-list]"), open);
    this.root.querySelector("[data-when-complete]")?.classList.toggle("primary", open.length === 0);
    for (const node of this.root.querySelectorAll("[data-if-untouched]")) {
      if (open.length < this.rows.length) node.hidden = true;
    }
    for (const node of this.root.querySelectorAll("[data-if-missing]")) node.hidden = open.length === 0;
    this.tellStuck();
  }

  tellStuck() {
    const stuck = this.root.querySelector("[data-stuck]");
    const waiting = this.rows.filter((row) => ["waiting", "signed-out"].includes(row.dataset.state)).length;
    stuck.hidden = waiting === 0;
    stuck.querySelector("[data-stuck-text]").textContent =
      waiting === 1 ? this.text["stuck-one"] : this.text["stuck-many"].replace("%s", waiting);
    stuck.querySelector("[data-unstored]").hidden = this.queue.isStored;
    const signedOut = this.rows.some((row) => row.dataset.state === "signed-out");
    stuck.querySelector("[data-sign-in]").hidden = !signedOut;
  }

  say(words) {
    this.said.textContent = words;
  }
}
