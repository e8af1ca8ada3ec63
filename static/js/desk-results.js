// Result entry at keyboard speed. Without this script every button is an ordinary form button and works as well.

import { resultOf } from "./desk-keys.js";
import { listMissing } from "./desk-missing.js";
import { SaveQueue } from "./desk-queue.js";

const POLL_MS = 4000;
const STOPPED = '[data-state="conflict"], [data-state="refused"]';

const cookie = (name) =>
  document.cookie
    .split("; ")
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) || "";

class Desk {
  constructor(root) {
    this.root = root;
    this.text = JSON.parse(document.getElementById("entry-texts").textContent);
    this.list = root.querySelector("[data-entries]");
    this.rows = [...this.list.querySelectorAll("[data-table]")];
    this.byTable = new Map(this.rows.map((row) => [Number(row.dataset.table), row]));
    this.live = root.querySelector("[data-live]");
    this.version = root.dataset.version;
    this.forfeit = false;
    this.savedAt = new Map();
    this.queue = new SaveQueue({
      url: root.dataset.url,
      storageKey: `pairwright:results:${root.dataset.url}`,
      // The cookie first: signing in again in another window makes a new token, and the page has the old one.
      token: () => cookie("csrftoken") || root.querySelector("[name=csrfmiddlewaretoken]")?.value,
      on: (table, state, detail) => this.told(table, state, detail),
    });
    this.listen();
    const isSame = (table, match) => this.byTable.get(table)?.dataset.match === match;
    for (const [table, result] of this.queue.restore(isSame)) {
      const row = this.byTable.get(table);
      this.show(row, result);
      this.state(row, "saving");
    }
    for (const hidden of root.querySelectorAll("[data-with-js]")) hidden.hidden = false;
    this.count();
    this.begin();
    setInterval(() => this.poll(), POLL_MS);
  }

  // --- what is where ------------------------------------------------------------------------------------------
  tableOf(row) {
    return Number(row.dataset.table);
  }

  target(row) {
    return row.querySelector("fieldset");
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
    for (const other of this.list.querySelectorAll('fieldset[tabindex="0"]')) other.tabIndex = -1;
    const target = this.target(row);
    target.tabIndex = 0;
    target.focus({ preventScroll: true });
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
    const wanted = words.trim().toLocaleLowerCase();
    if (!wanted) return false;
    const at = this.rows.indexOf(this.rowOf(document.activeElement));
    const rest = [...this.rows.slice(at + 1), ...this.rows.slice(0, at + 1)];
    const row = /^\d+$/.test(wanted)
      ? this.byTable.get(Number(wanted))
      : rest.find((other) => other.dataset.names.toLocaleLowerCase().includes(wanted));
    if (row) this.focus(row);
    return Boolean(row);
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
    this.listenToMenu();
    this.root.addEventListener("submit", (event) => this.afterSaving(event), true);
    document.addEventListener("keydown", (event) => this.shortcut(event));
    document.addEventListener("visibilitychange", () => !document.hidden && this.poll());
    this.root.querySelector("[data-only-missing]")?.addEventListener("change", (event) => {
      this.list.classList.toggle("entries--only-missing", event.target.checked);
    });
    this.root.querySelector("[data-retry]")?.addEventListener("click", () => this.queue.retryNow());
  }

  /** A button that leaves the page (complete, start) waits until the last results are saved, then goes on by itself. */
  async afterSaving(event) {
    if (!this.queue.size || event.target.matches("[data-go]")) return;
    event.preventDefault();
    event.stopPropagation();
    await this.queue.settled();
    if (!this.root.querySelector(STOPPED)) event.target.requestSubmit(event.submitter);
  }

  listenToMenu() {
    this.menu = document.getElementById("entry-menu");
    this.menu?.addEventListener("click", (event) => {
      const choice = event.target.closest("button[data-choice]");
      const row = this.byTable.get(Number(this.menu.dataset.for));
      if (!choice || !row) return;
      this.menu.returnValue = "chosen";
      this.menu.close("chosen");
      this.enter(row, choice.dataset.choice);
    });
    this.menu?.addEventListener("close", () => {
      const row = this.byTable.get(Number(this.menu.dataset.for));
      if (row && this.menu.returnValue !== "chosen") this.focus(row);
      this.menu.returnValue = "";
    });
  }

  /** Somewhere on the page, but not in a field: the keys that bring one (back) to the list. */
  shortcut(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) {
      if (event.key === "Escape" && event.target.closest("[data-go]")) this.begin();
      return;
    }
    if (event.key !== "g" && event.key !== "/") return;
    const box = this.root.querySelector("[data-go] input");
    if (!box) return;
    event.preventDefault();
    box.focus();
    box.select();
  }

  key(event) {
    const row = this.rowOf(event.target);
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(".entry__conflict")) return;
    const result = resultOf(event, this.forfeit);
    if (result !== undefined) this.enter(row, result);
    else if (event.key === "ArrowDown") this.step(row, 1);
    else if (event.key === "ArrowUp") this.step(row, -1);
    else if (event.key === "Home") this.focus(this.rows[0]);
    else if (event.key === "End") this.focus(this.rows[this.rows.length - 1]);
    else if (event.key === "Enter" && event.target === this.target(row)) this.next(row);
    else if (event.key === "f" || event.key === "F") this.arm(row);
    else if (event.key === "m") this.openMenu(row);
    else if (event.key === "Escape" && this.forfeit) this.disarm(row);
    else return;
    event.preventDefault();
  }

  click(event) {
    const row = this.rowOf(event.target);
    const button = event.target.closest("button, a");
    if (!row || !button) return;
    if (button.matches("[data-more]")) {
      event.preventDefault();
      this.openMenu(row);
    } else if (button.matches("[data-mine]")) {
      event.preventDefault();
      this.enter(row, row.dataset.mine);
    } else if (button.matches("[data-theirs]")) {
      event.preventDefault();
      this.settle(row);
      this.next(row);
    } else if (button.matches("[data-choice]")) {
      event.preventDefault();
      const again = button.getAttribute("aria-pressed") === "true";
      this.enter(row, again ? "" : button.dataset.choice);
    }
  }

  jump(event) {
    const link = event.target.closest("a[data-jump]");
    const row = link && this.byTable.get(Number(link.dataset.jump));
    if (!row) return;
    event.preventDefault();
    this.focus(row);
  }

  openMenu(row) {
    if (!this.menu) return;
    this.menu.dataset.for = row.dataset.table;
    this.menu.querySelector("[data-menu-title]").textContent = row.dataset.names;
    for (const choice of this.menu.querySelectorAll("[data-choice]")) {
      choice.setAttribute("aria-pressed", String(choice.dataset.choice === row.dataset.result));
    }
    this.menu.showModal();
  }

  arm(row) {
    this.forfeit = true;
    row.classList.add("entry--forfeit");
    this.say(this.text.forfeit);
  }

  disarm(row) {
    this.forfeit = false;
    row.classList.remove("entry--forfeit");
  }

  marked(row) {
    if (row === this.current) return;
    if (this.current) this.disarm(this.current);
    this.current?.classList.remove("entry--current");
    row?.classList.add("entry--current");
    this.current = row;
  }

  // --- entering -----------------------------------------------------------------------------------------------
  enter(row, result) {
    this.disarm(row);
    const seen = row.dataset.result;
    this.settle(row);
    if (result === seen && !this.queue.has(this.tableOf(row))) {
      this.next(row);
      return;
    }
    this.show(row, result);
    this.queue.add(this.tableOf(row), row.dataset.match, result, seen);
    if (result) this.next(row);
    else this.focus(row);
  }

  show(row, result) {
    row.dataset.result = result;
    for (const button of row.querySelectorAll("button[data-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.choice === result));
    }
    const rare = row.querySelector("[data-rare]");
    const isCommon = Boolean(row.querySelector(`button[data-choice="${CSS.escape(result)}"]`));
    rare.textContent = result && !isCommon ? this.text.short[result] : "";
    this.count();
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
      const label = this.text.results[detail.result] || this.text.cleared;
      this.say(`${this.text.table} ${table}: ${label}. ${this.text.saved}`);
    } else if (state === "conflict") this.conflict(row, detail);
    else if (state === "refused") this.refuse(row, detail);
    this.count();
  }

  conflict(row, { current, wanted, message }) {
    this.show(row, current);
    row.dataset.mine = wanted;
    const box = row.querySelector(".entry__conflict");
    box.hidden = false;
    box.querySelector("[data-mine]").textContent =
      `${this.text.mine} ${this.text.results[wanted] || this.text.cleared}`;
    box.querySelector("[data-theirs]").textContent =
      `${this.text.theirs} ${this.text.results[current] || this.text.cleared}`;
    this.say(message);
  }

  settle(row) {
    row.querySelector(".entry__conflict").hidden = true;
    delete row.dataset.mine;
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
    for (const [table, result] of Object.entries(news.results)) {
      const row = this.byTable.get(Number(table));
      const isOurs = !row || this.queue.has(Number(table)) || row.dataset.mine !== undefined;
      if (isOurs || isOld(Number(table)) || row.dataset.result === result) continue;
      this.show(row, result);
      this.state(row, "other");
    }
    this.count();
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
    const stuck = this.root.querySelector("[data-stuck]");
    const waiting = this.rows.filter((row) => ["waiting", "signed-out"].includes(row.dataset.state)).length;
    stuck.hidden = waiting === 0;
    stuck.querySelector("[data-stuck-count]").textContent = waiting;
    const signedOut = this.rows.some((row) => row.dataset.state === "signed-out");
    stuck.querySelector("[data-sign-in]").hidden = !signedOut;
  }

  say(words) {
    this.live.textContent = words;
  }
}

const root = document.querySelector("[data-desk-results]");
if (root) new Desk(root);
